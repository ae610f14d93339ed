(** Lemma 4.1, for the algorithm as it is defined, whatever the problem.

    The paper's proof uses 0 <= 1 - delta mu^2 and does not say so: it is a premise here. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Sums Algorithm Basics.
Open Scope R_scope.

(** With c = 1 - delta mu^2: the multiplier after t rounds is at least mu sum c^(t-1-s) g_s (x_s)
    and at most the same sum of |g_s (x_s)|. *)
Definition lemma_4_1 : Prop := forall (G : game) (A : tuning) (t : nat),
  0 <= mu A ->
  0 <= 1 - delta A * mu A ^ 2 ->
  let c := 1 - delta A * mu A ^ 2 in
  mu A * sum (fun s => c ^ (t - 1 - s) * spent G A s) t <= lambda G A t
  <= mu A * sum (fun s => c ^ (t - 1 - s) * Rabs (spent G A s)) t.

(** A sum with one power more is c times the sum, and the last term. *)
Lemma discounted_next c (h : nat -> R) t :
  sum (fun s => c ^ (S t - 1 - s) * h s) (S t) = c * sum (fun s => c ^ (t - 1 - s) * h s) t + h t.
Proof.
  cbn [sum]. rewrite <- sum_scale. f_equal.
  - apply sum_eq. intros s Hs. replace (S t - 1 - s)%nat with (S (t - 1 - s)) by lia. cbn. ring.
  - replace (S t - 1 - t)%nat with O by lia. cbn. ring.
Qed.

Theorem lemma_4_1_holds : lemma_4_1.
Proof.
  intros G A t Hmu Hc c. fold c in Hc. induction t; [cbn; unfold lambda; cbn; lra|].
  rewrite !discounted_next, lambda_next. fold c.
  set (x := spent G A t) in *. set (l := lambda G A t) in *.
  destruct IHt as [low high].
  apply (Rmult_le_compat_l c) in low, high; try exact Hc.
  pose proof (lambda_nonnegative G A t) as Hl. fold l in Hl.
  pose proof (Rmult_le_pos _ _ Hc Hl) as Hcl.
  pose proof (Rle_abs x) as Hx. pose proof (Rabs_pos x) as H0.
  apply (Rmult_le_compat_l (mu A)) in Hx; [|exact Hmu].
  pose proof (Rmult_le_pos _ _ Hmu H0) as Hm.
  split.
  - apply Rle_trans with (c * l + mu A * x); [lra|apply Rmax_r].
  - apply Rmax_lub; lra.
Qed.

(** While |g_s (x_s)| <= G the multiplier stays below G / (delta mu), whatever the number of
    rounds. *)
Theorem cap : forall (Pi : game) (A : tuning) (G : R),
  0 < mu A -> 0 < delta A -> 0 <= 1 - delta A * mu A ^ 2 -> 0 <= G ->
  (forall t, spent Pi A t <= G) ->
  forall t, lambda Pi A t <= G / (delta A * mu A).
Proof.
  intros Pi A G Hmu Hd Hc HG H t.
  assert (HD : 0 < delta A * mu A) by nra.
  assert (HB : 0 <= G / (delta A * mu A)).
  { apply Rmult_le_pos; [exact HG|]. now apply Rlt_le, Rinv_0_lt_compat. }
  induction t; [exact HB|]. rewrite lambda_next. apply Rmax_lub; [exact HB|].
  specialize (H t). set (B := G / (delta A * mu A)) in *.
  assert (E : delta A * mu A ^ 2 * B = mu A * G) by (unfold B; field; nra).
  pose proof (Rmult_le_compat_l _ _ _ Hc IHt). nra.
Qed.

Print Assumptions lemma_4_1_holds.
Print Assumptions cap.
