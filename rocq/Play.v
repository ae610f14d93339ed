(** The published algorithm on the decoy game: what the refutation assumes of its rounds, proven
    from the definitions. *)

Require Import Reals Lra Lia Psatz ZArith.
From Osphg Require Import Sums Algorithm Basics Decoy.
Open Scope R_scope.

Definition origin : nat -> vec := fun _ _ => 0.

Section Play.
Variables (Q w rho tau mu delta : R) (K : nat).
Hypothesis ok : ranges Q w rho tau.
Hypothesis some : (1 <= K)%nat.

Notation G := (decoy Q w rho tau).
Notation A := (published K mu delta origin).
Notation q := (q Q w tau).
Notation q' := (q' Q w tau).

(** The coordinates of the choices, and of the path after k of them. *)
Definition v (i t k : nat) : R := choice G A t k i.
Definition x (i t k : nat) : R := path A (choice G A t) k i.

Lemma choices t k : cube 3 (choice G A t k).
Proof. apply choices_in; [reflexivity|]. intros j i _. unfold A, origin. cbn. lra. Qed.

Lemma v_range i t k : (i < 3)%nat -> 0 <= v i t k <= 1.
Proof. intros H. now apply choices. Qed.

Lemma v_first i k : v i 0 k = 0.
Proof. reflexivity. Qed.

Lemma x_sum i t k : x i t k = / INR K * sum (fun j => v i t j) k.
Proof. unfold x, path. cbn. unfold Rdiv. apply Rmult_comm. Qed.

Lemma x_first i t : x i t 0 = 0.
Proof. rewrite x_sum. cbn. lra. Qed.

Lemma x_range i t k : (i < 3)%nat -> (k <= K)%nat -> 0 <= x i t k <= 1.
Proof.
  intros Hi Hk. apply (path_in A some 3); auto. intros j. apply choices.
Qed.

Lemma x_rises i t k : (i < 3)%nat -> x i t k <= x i t (S k).
Proof.
  intros Hi. rewrite !x_sum. cbn [sum]. pose proof (v_range i t k Hi).
  pose proof (Rinv_0_lt_compat _ (INR_K A some)). cbn in *. nra.
Qed.

Lemma spent_is t : spent G A t = / tau * x e t K + x o t K - 1.
Proof.
  change (spent G A t) with (0 + 0 * x z t K + / tau * x e t K + 1 * x o t K - 1). ring.
Qed.

Lemma spent_size t : Rabs (spent G A t) <= / tau.
Proof.
  rewrite spent_is. pose proof (tau_positive _ _ _ _ ok) as Ht.
  assert (1 <= / tau).
  { rewrite <- Rinv_1. apply Rinv_le_contravar; [exact Ht|].
    pose proof (bend_inside _ _ _ _ ok). pose proof (w_positive _ _ _ _ ok). lra. }
  pose proof (x_range e t K ltac:(unfold e; lia) (le_n K)).
  pose proof (x_range o t K ltac:(unfold o; lia) (le_n K)).
  apply Rabs_le. nra.
Qed.

Lemma utility_is t : utility G t (decision G A t) =
  1 - (1 - x z t K) * (1 - q (x e t K)) + rho * x o t K.
Proof. reflexivity. Qed.

(** Good z is free: its learners climb by mu (1 - q). *)
Lemma z_climbs t k : 0 < mu -> v z (S t) k = Rmin 1 (v z t k + mu * (1 - q (x e t k))).
Proof.
  intros Hmu.
  change (v z (S t) k) with (clamp (v z t k + mu * (1 * (1 - q (x e t k)) - lambda G A t * 0))).
  replace (1 * (1 - q (x e t k)) - lambda G A t * 0) with (1 - q (x e t k)) by ring.
  unfold clamp. apply Rmax_right. apply Rmin_glb; [lra|].
  pose proof (v_range z t k ltac:(unfold z; lia)).
  pose proof (q_at_most_one _ _ _ _ ok (x e t k)). nra.
Qed.

(** The learners of e and o step along their payoffs, and projecting brings them no further from a
    point (u, 0) of the square. *)
Lemma e_o_step t k u : 0 <= u <= 1 ->
  let l := lambda G A t in
  let d := (1 - x z t k) * q' (x e t k) - l * / tau in
  (v e (S t) k - u) ^ 2 + v o (S t) k ^ 2 <=
  (v e t k - u) ^ 2 + v o t k ^ 2 - 2 * mu * (d * (u - v e t k) - (rho - l) * v o t k)
  + mu ^ 2 * (d ^ 2 + (rho - l) ^ 2).
Proof.
  intros Hu l d.
  change (v e (S t) k) with (clamp (v e t k + mu * (1 * ((1 - x z t k) * q' (x e t k)) - l * / tau))).
  change (v o (S t) k) with (clamp (v o t k + mu * (1 * rho - l * 1))).
  pose proof (clamp_nearer (v e t k + mu * (1 * ((1 - x z t k) * q' (x e t k)) - l * / tau)) u Hu) as He.
  pose proof (clamp_nearer (v o t k + mu * (1 * rho - l * 1)) 0 ltac:(lra)) as Ho.
  rewrite !Rminus_0_r in Ho.
  replace (1 * ((1 - x z t k) * q' (x e t k)) - l * / tau) with d in * by (unfold d; ring).
  clearbody d. lra.
Qed.
End Play.
