(** Sums over ranges of integers, in Karr's convention, as the derivations use them.

    The sum of f over a, ..., b is F (b + 1) - F a, where F n is the sum over 0, ..., n - 1
    (and, for n < 0, minus the sum over n, ..., -1). So a range that is empty sums to 0, a range
    that runs backwards sums to minus what lies between, and the law

      total f a b = total f a m + total f (m + 1) b

    holds for every m, inside the range or not. *)

Require Import ZArith Lia Reals Lra List.
Import ListNotations.
Open Scope R_scope.

Fixpoint upto (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S j => upto f j + f j end.

Definition before (f : Z -> R) (n : Z) : R :=
  match n with
  | Z0 => 0
  | Zpos p => upto (fun i => f (Z.of_nat i)) (Pos.to_nat p)
  | Zneg p => - upto (fun i => f (- Z.of_nat (S i))%Z) (Pos.to_nat p)
  end.

Definition total (f : Z -> R) (a b : Z) : R := before f (b + 1) - before f a.

(** * One term more *)

Lemma before_nat f n : before f (Z.of_nat n) = upto (fun i => f (Z.of_nat i)) n.
Proof.
  destruct n; [reflexivity|].
  simpl Z.of_nat. unfold before. now rewrite SuccNat2Pos.id_succ.
Qed.

Lemma before_minus f n :
  before f (- Z.of_nat n)%Z = - upto (fun i => f (- Z.of_nat (S i))%Z) n.
Proof.
  destruct n; [simpl; lra|].
  simpl Z.of_nat. simpl Z.opp. unfold before. now rewrite SuccNat2Pos.id_succ.
Qed.

Lemma before_next f n : before f (n + 1) = before f n + f n.
Proof.
  destruct (Z_le_gt_dec 0 n) as [H|H].
  - rewrite <- (Z2Nat.id n) at 1 2 by lia. set (k := Z.to_nat n).
    replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia.
    rewrite !before_nat. cbn [upto]. unfold k. now rewrite Z2Nat.id by lia.
  - remember (Z.to_nat (- n - 1)) as k.
    replace n with (- Z.of_nat (S k))%Z by lia.
    replace (- Z.of_nat (S k) + 1)%Z with (- Z.of_nat k)%Z by lia.
    rewrite !before_minus. cbn [upto]. ring.
Qed.

Lemma total_next f a b : total f a (b + 1) = total f a b + f (b + 1)%Z.
Proof. unfold total. rewrite (before_next f (b + 1)). lra. Qed.

Lemma total_none f a b : b = (a - 1)%Z -> total f a b = 0.
Proof. intros ->. unfold total. replace (a - 1 + 1)%Z with a by lia. lra. Qed.

Lemma total_one f a b : b = a -> total f a b = f a.
Proof. intros ->. unfold total. rewrite before_next. lra. Qed.

(** A sum over natural numbers from 0 is a sum over integers from 1. *)
Lemma total_upto f (h : nat -> R) n :
  (forall i, (i < n)%nat -> f (Z.of_nat i + 1)%Z = h i) -> total f 1 (Z.of_nat n) = upto h n.
Proof.
  induction n; intros H; [now apply total_none|].
  replace (Z.of_nat (S n)) with (Z.of_nat n + 1)%Z by lia.
  rewrite total_next. cbn [upto]. rewrite IHn, (H n); auto.
Qed.

(** * Induction over the integers from a start, and in both directions from 0 *)

Lemma from (a : Z) (P : Z -> Prop) :
  P a -> (forall n, (a <= n)%Z -> P n -> P (n + 1)%Z) -> forall n, (a <= n)%Z -> P n.
Proof.
  intros start step n Hn. pattern n. apply Zlt_lower_bound_ind with (z := a); [|exact Hn].
  intros x known Hx.
  destruct (Z.eq_dec x a) as [->|]; [exact start|].
  replace x with (x - 1 + 1)%Z by lia. apply step; [lia|]. apply known; lia.
Qed.

Lemma both_ways (P : Z -> Prop) :
  P 0%Z -> (forall n, P n <-> P (n + 1)%Z) -> forall n, P n.
Proof.
  intros start step n. destruct (Z_le_gt_dec 0 n) as [H|H].
  - revert n H. apply from; [exact start|]. intros n _. apply step.
  - replace n with (- Z.of_nat (Z.to_nat (- n)))%Z by lia. generalize (Z.to_nat (- n)).
    intros k. induction k; [exact start|].
    apply step. now replace (- Z.of_nat (S k) + 1)%Z with (- Z.of_nat k)%Z by lia.
Qed.

(** What holds of the empty range, and of one term more, holds of every range that does not run
    backwards. *)
Lemma over_range a (P : Z -> Prop) :
  P (a - 1)%Z -> (forall b, (a <= b + 1)%Z -> P b -> P (b + 1)%Z) ->
  forall b, (a <= b + 1)%Z -> P b.
Proof.
  intros start step b Hb. apply (from (a - 1)); [exact start| |lia].
  intros n Hn. apply step; lia.
Qed.

(** * Comparison, term by term *)

Lemma before_same f g : (forall s, f s = g s) -> forall n, before f n = before g n.
Proof.
  intros H. apply both_ways; [reflexivity|].
  intros n. rewrite !before_next, (H n). split; intros; lra.
Qed.

Lemma total_same f g a b : (forall s, f s = g s) -> total f a b = total g a b.
Proof. intros H. unfold total. now rewrite !(before_same f g H). Qed.

Lemma total_eq f g a b :
  (a <= b + 1)%Z -> (forall s, (a <= s <= b)%Z -> f s = g s) -> total f a b = total g a b.
Proof.
  revert b.
  apply (over_range a (fun b => (forall s, (a <= s <= b)%Z -> f s = g s) -> total f a b = total g a b)).
  - intros _. rewrite !total_none; auto.
  - intros b Hb known H. rewrite !total_next, known, (H (b + 1)%Z); auto; try lia.
    intros; apply H; lia.
Qed.

Lemma total_le f g a b :
  (a <= b + 1)%Z -> (forall s, (a <= s <= b)%Z -> f s <= g s) -> total f a b <= total g a b.
Proof.
  revert b.
  apply (over_range a (fun b => (forall s, (a <= s <= b)%Z -> f s <= g s) -> total f a b <= total g a b)).
  - intros _. rewrite !total_none; auto; lra.
  - intros b Hb known H. rewrite !total_next.
    apply Rplus_le_compat; [apply known; intros; apply H; lia|apply H; lia].
Qed.

(** * Linearity: a list of factors and summands *)

Lemma before_linear c f g n : before (fun s => c * f s + g s) n = c * before f n + before g n.
Proof.
  revert n. apply both_ways; [simpl; lra|].
  intros n. rewrite !before_next. split; intros; lra.
Qed.

Lemma total_linear c f g a b : total (fun s => c * f s + g s) a b = c * total f a b + total g a b.
Proof. unfold total. rewrite !before_linear. lra. Qed.

(** The difference equation F (n + 1) - F n = f n determines a sum. *)
Lemma total_difference f F a b :
  (forall n, F (n + 1)%Z - F n = f n) -> total f a b = F (b + 1)%Z - F a.
Proof.
  intros H. assert (E : forall n, before f n = F n - F 0%Z).
  { apply both_ways; [simpl; lra|].
    intros n. rewrite before_next. specialize (H n). split; intros; lra. }
  unfold total. rewrite !E. lra.
Qed.

Lemma total_zero a b : total (fun _ => 0) a b = 0.
Proof. rewrite (total_difference _ (fun _ => 0)); [lra|intros; lra]. Qed.

Lemma total_count a b : total (fun _ => 1) a b = IZR b - IZR a + 1.
Proof.
  rewrite (total_difference _ IZR); [rewrite plus_IZR; lra|].
  intros n. rewrite plus_IZR. lra.
Qed.

Fixpoint mix (parts : list (R * (Z -> R))) (s : Z) : R :=
  match parts with [] => 0 | (c, h) :: rest => c * h s + mix rest s end.
Fixpoint mixed (parts : list (R * (Z -> R))) (a b : Z) : R :=
  match parts with [] => 0 | (c, h) :: rest => c * total h a b + mixed rest a b end.

Lemma total_mix parts a b : total (mix parts) a b = mixed parts a b.
Proof.
  induction parts as [|[c h] rest IH]; simpl; [apply total_zero|].
  rewrite <- IH, <- total_linear. reflexivity.
Qed.

Lemma total_parts parts f a b a' b' : a = a' -> b = b' ->
  (forall s, f s = mix parts s) -> total f a b = mixed parts a' b'.
Proof. intros -> -> H. rewrite <- total_mix. now apply total_same. Qed.

Lemma total_parts_in parts f a b a' b' : a = a' -> b = b' -> (a' <= b' + 1)%Z ->
  (forall s, (a' <= s <= b')%Z -> f s = mix parts s) -> total f a b = mixed parts a' b'.
Proof. intros -> -> H H'. rewrite <- total_mix. now apply total_eq. Qed.

(** * The rules for sums *)

Lemma total_split f a m b : total f a b = total f a m + total f (m + 1) b.
Proof. unfold total. lra. Qed.

Lemma before_shift f d n : before (fun s => f (s + d)%Z) n = before f (n + d) - before f d.
Proof.
  revert n. apply both_ways; [simpl; lra|]. intros n. rewrite before_next.
  replace (n + 1 + d)%Z with (n + d + 1)%Z by lia. rewrite before_next. split; intros; lra.
Qed.

Lemma total_shift f a b d : total f a b = total (fun s => f (s - d)%Z) (a + d) (b + d).
Proof.
  unfold total.
  assert (E : forall n, before (fun s => f (s - d)%Z) n = before f (n - d) - before f (- d)).
  { intros n. rewrite (before_same _ (fun s => f (s + - d)%Z)) by reflexivity. apply before_shift. }
  rewrite !E. replace (b + d + 1 - d)%Z with (b + 1)%Z by lia.
  replace (a + d - d)%Z with a by lia. lra.
Qed.

Lemma before_turned f n : before (fun s => f (- s)%Z) n = before f 1 - before f (1 - n).
Proof.
  revert n. apply both_ways; [simpl; lra|]. intros n. rewrite before_next.
  replace (1 - (n + 1))%Z with (- n)%Z by lia. replace (1 - n)%Z with (- n + 1)%Z by lia.
  rewrite (before_next f (- n)). split; intros; lra.
Qed.

Lemma total_reflect f a b : total f a b = total (fun s => f (a + b - s)%Z) a b.
Proof.
  transitivity (total (fun s => (fun r => f (r + (a + b))%Z) (- s)%Z) a b).
  2: { apply total_same. intros. f_equal. lia. }
  unfold total. rewrite !(before_turned (fun r => f (r + (a + b))%Z)), !(before_shift f).
  replace (1 - (b + 1) + (a + b))%Z with a by lia.
  replace (1 - a + (a + b))%Z with (b + 1)%Z by lia. lra.
Qed.

Lemma total_swap (f : Z -> Z -> R) a b c d :
  total (fun t => total (fun k => f k t) a b) c d = total (fun k => total (fun t => f k t) c d) a b.
Proof.
  assert (E : forall n, before (fun t => total (fun k => f k t) a b) n
                        = total (fun k => before (fun t => f k t) n) a b).
  { apply both_ways; [simpl; now rewrite total_zero|]. intros n. rewrite before_next.
    rewrite (total_same (fun k => before (fun t => f k t) (n + 1))
                        (fun k => 1 * before (fun t => f k t) n + f k n)).
    - rewrite total_linear. split; intros; lra.
    - intros. rewrite before_next. lra. }
  unfold total at 1. rewrite !E.
  transitivity (1 * total (fun k => before (fun t => f k t) (d + 1)) a b
                + total (fun k => -1 * before (fun t => f k t) c + 0) a b).
  - rewrite (total_linear (-1)), total_zero. lra.
  - rewrite <- total_linear. apply total_same. intros. unfold total. lra.
Qed.
