(** Means of bounded functions, whatever is drawn and with whatever distribution: a mean is what is 1 of 1,
    linear, and in order. Uniform choice from a list is one, and so is an integral against a distribution. *)

Require Import Arith FunctionalExtensionality Reals Lra Lia.
From Osphg Require Import Algorithm Basics.
Open Scope R_scope.

Definition bounded {Omega : Type} (h : Omega -> R) : Prop := exists c, forall s, Rabs (h s) <= c.

Record mean_of {Omega : Type} (E : (Omega -> R) -> R) : Prop := {
  mean_one : E (fun _ => 1) = 1;
  mean_linear : forall a f g, bounded f -> bounded g -> E (fun s => a * f s + g s) = a * E f + E g;
  mean_ordered : forall f g, bounded f -> bounded g -> (forall s, f s <= g s) -> E f <= E g
}.

Section Means.
Variables (Omega : Type) (E : (Omega -> R) -> R).
Hypothesis HE : mean_of E.

Lemma bounded_const (c : R) : bounded (fun _ : Omega => c).
Proof. exists (Rabs c). intros _. apply Rle_refl. Qed.

Lemma mean_const_of c : E (fun _ => c) = c.
Proof.
  pose proof (mean_linear _ HE 1 _ _ (bounded_const 0) (bounded_const 0)) as Z.
  pose proof (mean_linear _ HE c _ _ (bounded_const 1) (bounded_const 0)) as C. cbv beta in Z, C.
  replace (1 * 0 + 0) with 0 in Z by ring. replace (c * 1 + 0) with c in C by ring.
  rewrite (mean_one _ HE) in C. lra.
Qed.

Lemma bounded_linear a (f g : Omega -> R) : bounded f -> bounded g -> bounded (fun s => a * f s + g s).
Proof.
  intros [c Hc] [k Hk]. exists (Rabs a * c + k). intros s. apply Rle_trans with (1 := Rabs_triang _ _).
  apply Rplus_le_compat; [|apply Hk]. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|apply Hc].
Qed.

Lemma bounded_sum (h : nat -> Omega -> R) n :
  (forall i, (i < n)%nat -> bounded (h i)) -> bounded (fun s => sum (fun i => h i s) n).
Proof.
  intros H. induction n; [exact (bounded_const 0)|]. cbn [sum].
  destruct (bounded_linear 1 _ _ (IHn (fun i Hi => H i ltac:(lia))) (H n ltac:(lia))) as [c Hc].
  exists c. intros s. specialize (Hc s). now rewrite Rmult_1_l in Hc.
Qed.

Lemma mean_sum (h : nat -> Omega -> R) n : (forall i, (i < n)%nat -> bounded (h i)) ->
  E (fun s => sum (fun i => h i s) n) = sum (fun i => E (h i)) n.
Proof.
  intros H. induction n; [exact (mean_const_of 0)|]. cbn [sum]. rewrite <- IHn by auto.
  pose proof (mean_linear _ HE 1 (fun s => sum (fun i => h i s) n) (h n)
    (bounded_sum h n (fun i Hi => H i ltac:(lia))) (H n ltac:(lia))) as L.
  rewrite Rmult_1_l in L. rewrite <- L. f_equal. apply functional_extensionality. intros. ring.
Qed.

Lemma mean_at_most (h : Omega -> R) c : (forall s, Rabs (h s) <= c) -> Rabs (E h) <= c.
Proof.
  intros H. assert (B : bounded h) by now exists c.
  apply Rabs_le. split.
  - rewrite <- (mean_const_of (- c)). apply (mean_ordered _ HE); trivial; [apply bounded_const|].
    intros s. specialize (H s). pose proof (Rle_abs (- h s)) as L. rewrite Rabs_Ropp in L. lra.
  - rewrite <- (mean_const_of c). apply (mean_ordered _ HE); trivial; [apply bounded_const|].
    intros s. apply Rle_trans with (2 := H s), Rle_abs.
Qed.
End Means.
