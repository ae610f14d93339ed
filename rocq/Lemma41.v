(** Lemma 4.1, for the algorithm as it is defined, whatever the problem.

    The lemma asks for 0 <= 1 - delta mu^2, which the paper announces in its Appendix B and does not
    repeat: it is a premise here, and without it both bounds fail. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning OneGood.
Open Scope R_scope.

(** A sum with one power more is c times the sum, and the last term. *)
Lemma discounted_next c (h : nat -> R) t :
  sum (fun s => c ^ (S t - 1 - s) * h s) (S t) = c * sum (fun s => c ^ (t - 1 - s) * h s) t + h t.
Proof.
  cbn [sum]. rewrite <- sum_scale. f_equal.
  - apply sum_eq. intros s Hs. replace (S t - 1 - s)%nat with (S (t - 1 - s)) by lia. cbn. ring.
  - replace (S t - 1 - t)%nat with O by lia. cbn. ring.
Qed.

(** One round: the multiplier is at least the account that is charged and credited, and at most the
    one that is only charged. *)
Lemma one_round_between G A t : 0 <= mu A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (1 - delta A * mu A ^ 2) * lambda G A t + mu A * spent G A t <= lambda G A (S t)
  <= (1 - delta A * mu A ^ 2) * lambda G A t + mu A * Rabs (spent G A t).
Proof.
  intros Hm Hc. rewrite lambda_next. pose proof (lambda_nonnegative G A t) as Hl.
  pose proof (Rmult_le_pos _ _ Hc Hl). pose proof (Rabs_pos (spent G A t)) as H0.
  pose proof (Rle_abs (spent G A t)) as H1. apply (Rmult_le_compat_l (mu A)) in H1; [|exact Hm].
  pose proof (Rmult_le_pos _ _ Hm H0). split; [apply Rmax_r|apply Rmax_lub; lra].
Qed.

(** From any round t on, by induction: multiply by c >= 0, and add one round. *)
Theorem lemma_4_1_shifted G A t n : 0 <= mu A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (1 - delta A * mu A ^ 2) ^ n * lambda G A t
  + mu A * sum (fun i => (1 - delta A * mu A ^ 2) ^ (n - 1 - i) * spent G A (t + i)) n
  <= lambda G A (t + n) <=
  (1 - delta A * mu A ^ 2) ^ n * lambda G A t
  + mu A * sum (fun i => (1 - delta A * mu A ^ 2) ^ (n - 1 - i) * Rabs (spent G A (t + i))) n.
Proof.
  intros Hm Hc. induction n; [rewrite Nat.add_0_r; cbn; lra|].
  rewrite !discounted_next, Nat.add_succ_r. pose proof (one_round_between G A (t + n) Hm Hc) as [L U].
  set (c := 1 - delta A * mu A ^ 2) in *. destruct IHn as [low high].
  apply (Rmult_le_compat_l c) in low, high; try exact Hc. cbn [pow]. lra.
Qed.

(** The multiplier after t rounds is at least mu sum c^(t-1-s) g_s (x_s), c = 1 - delta mu^2, and at
    most the same sum of |g_s (x_s)|. *)
Theorem lemma_4_1 G A t : 0 <= mu A -> 0 <= 1 - delta A * mu A ^ 2 ->
  mu A * sum (fun s => (1 - delta A * mu A ^ 2) ^ (t - 1 - s) * spent G A s) t
  <= lambda G A t <=
  mu A * sum (fun s => (1 - delta A * mu A ^ 2) ^ (t - 1 - s) * Rabs (spent G A s)) t.
Proof.
  intros Hm Hc. pose proof (lemma_4_1_shifted G A 0 t Hm Hc) as H. cbn [Nat.add] in H.
  replace (lambda G A 0) with 0 in H by reflexivity. lra.
Qed.

(** The good is free in the first round and costs 1 from the second on: one unit is saved, and then
    nothing. Whenever 1 - delta mu^2 < 0, both bounds fail after these two rounds: the multiplier is 0,
    the lower bound is above it, and the upper one below. *)
Theorem lemma_4_1_fails m d : 0 < m -> 1 - d * m ^ 2 < 0 ->
  exists G A, standing G ones 1 2 1 1 0 /\ 0 < allowance G /\ A = published 1 m d (fun _ => ones) /\
  lambda G A 2 < mu A * sum (fun s => (1 - delta A * mu A ^ 2) ^ (2 - 1 - s) * spent G A s) 2 /\
  mu A * sum (fun s => (1 - delta A * mu A ^ 2) ^ (2 - 1 - s) * Rabs (spent G A s)) 2 < lambda G A 2.
Proof.
  intros Hm Hc. pose (p := fun t => match t with O => 0 | S _ => 1 end).
  exists (one_good 1 p), (published 1 m d (fun _ => ones)).
  set (G := one_good 1 p). set (A := published 1 m d (fun _ => ones)). set (c := 1 - d * m ^ 2) in *.
  assert (l1 : lambda G A 1 = 0).
  { unfold G, A. rewrite one_next. cbn. apply Rmax_left. unfold lambda. cbn. unfold ones. nra. }
  assert (v1 : choice G A 1 0 0%nat = 1).
  { apply stays; [lra|]. intros s Hs. replace s with O by lia. cbn. lra. }
  assert (s0 : spent G A 0 = -1) by (unfold G, A; rewrite one_spent; cbn; lra).
  assert (s1 : spent G A 1 = 0) by (unfold G, A; rewrite one_spent; fold G A; rewrite v1; cbn; lra).
  assert (l2 : lambda G A 2 = 0).
  { rewrite lambda_next, l1, s1. apply Rmax_left. lra. }
  split; [|split; [cbn; lra|split; [reflexivity|]]].
  - replace 2 with (Rmax 1 2) by (apply Rmax_right; lra).
    apply priced_standing; [lra|]. intros [|t]; cbn; lra.
  - change (mu A) with m. change (delta A) with d. fold c. rewrite l2. cbn [sum Nat.sub].
    rewrite s0, s1, Rabs_R0, Rabs_left by lra. cbn [pow].
    split; nra.
Qed.

(** While |g_s (x_s)| <= G the multiplier grows by at most mu G per round, and stays below
    G / (delta mu), whatever the number of rounds. *)
Theorem lambda_growth G A size t : 0 < mu A -> 0 < delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall s, Rabs (spent G A s) <= size) -> lambda G A t <= mu A * size * INR t.
Proof.
  intros Hm Hd Hc H. now apply (multiplier_step (lambda G A) (spent G A) _ _ size Hm Hd Hc).
Qed.

Theorem cap G A size t : 0 < mu A -> 0 < delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall s, Rabs (spent G A s) <= size) -> lambda G A t <= size / (delta A * mu A).
Proof.
  intros Hm Hd Hc H. now apply (multiplier_step (lambda G A) (spent G A) _ _ size Hm Hd Hc).
Qed.
