(** Lemma 4.2 of the paper: false as printed, true with twice the constant, and no smaller constant
    will do. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning OneGood ConstantBudget Lemma41.
Open Scope R_scope.

(** * As printed it is false *)

(** One good at the price 2 in the first two rounds and free after them, windows of two rounds, eight
    rounds, the paper's tuning for them. *)
Definition dear_early : game := one_good 1 (fun t => if Nat.ltb t 2 then 2 else 0).
Definition run : tuning := published 1 (paper_step 1 2 2 8) (paper_delta 2) (fun _ => ones).

Lemma step_is : paper_step 1 2 2 8 = 1 / 8.
Proof.
  unfold paper_step. replace (INR 2 * INR 8) with (4 * 4) by (cbn; lra).
  rewrite sqrt_square by lra. field.
Qed.

(** While the learner stays at 1 lambda is 0, 1/8, 7/32, 5/128. *)
Lemma rounds : lambda dear_early run 2 = 7 / 32 /\ lambda dear_early run 3 = 5 / 128.
Proof.
  unfold dear_early, run. rewrite step_is. unfold paper_delta.
  set (p := fun t => if Nat.ltb t 2 then 2 else 0).
  set (l := lambda (one_good 1 p) (published 1 (1 / 8) (4 * 2 ^ 2) (fun _ => ones))).
  assert (next : forall t, (forall s, (s < t)%nat -> l s * p s <= 1) ->
    l (S t) = Rmax 0 (3 / 4 * l t + 1 / 8 * (p t - 1))).
  { intros t H. unfold l. rewrite one_next, stays; [|lra|exact H]. f_equal. field. }
  assert (l0 : l 0%nat = 0) by reflexivity.
  assert (l1 : l 1%nat = 1 / 8).
  { rewrite next, l0 by lia. cbn. rewrite Rmax_right; lra. }
  assert (l2 : l 2%nat = 7 / 32).
  { rewrite next, l1; [cbn; rewrite Rmax_right; lra|].
    intros [|[|s]] Hs; try lia. rewrite l0. lra. }
  split; [exact l2|]. rewrite next, l2; [cbn; rewrite Rmax_right; lra|].
  intros [|[|[|s]]] Hs; try lia; [rewrite l0|rewrite l1]; cbn; lra.
Qed.

(** In the window of the third and the fourth round the left side exceeds the printed bound, whatever
    the benchmark; the game satisfies section 3 of the paper with G = 1, which some excess attains. *)
Theorem lemma_4_2_fails :
  standing dear_early ones 1 2 1 1 0 /\
  (exists t x, decisions dear_early x /\ Rabs (excess dear_early t x) = 1) /\
  (exists star, benchmark dear_early 2 8 star) /\
  forall star, benchmark dear_early 2 8 star ->
    lambda dear_early run 2 * sum (fun s => excess dear_early (2 + s) star) 2
    + 1 ^ 2 / 2 * mu run * INR 2 * (INR 2 - 1)
    < sum (fun s => lambda dear_early run (2 + s) * excess dear_early (2 + s) star) 2.
Proof.
  split; [|split; [|split]].
  - replace 2 with (Rmax 1 2) at 1 by (apply Rmax_right; lra).
    apply priced_standing; [lra|]. intros t. destruct (Nat.ltb t 2); lra.
  - exists 0%nat, ones. split; [intros i _; unfold ones; lra|]. unfold dear_early, one_good.
    rewrite excess_linear. unfold ones. cbn. rewrite Rabs_right; lra.
  - exists (fun _ => 1 / 2). apply half_benchmark; [lra| |lia|].
    + intros t. destruct (Nat.ltb t 2); lra.
    + intros t Ht. now rewrite (proj2 (Nat.ltb_lt t 2) Ht).
  - intros x _. cbn [sum Nat.add]. destruct rounds as [l2 l3]. rewrite l2, l3.
    change (mu run) with (paper_step 1 2 2 8). rewrite step_is.
    unfold dear_early, one_good. rewrite !excess_linear. cbn. lra.
Qed.

(** By how much: whoever saves G in two successive rounds, as the benchmark does, exceeds the printed
    bound for W = 2 by G delta mu^2 lambda_t, as long as the multiplier stays positive. *)
Theorem lemma_4_2_exceeded G A size x t :
  (forall s, (s < 2)%nat -> spent G A (t + s) = - size /\ excess G (t + s) x = - size) ->
  mu A * size <= (1 - delta A * mu A ^ 2) * lambda G A t ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) 2
  = lambda G A t * sum (fun s => excess G (t + s) x) 2
    + size ^ 2 / 2 * mu A * INR 2 * (INR 2 - 1) + size * (delta A * mu A ^ 2) * lambda G A t.
Proof.
  intros H Hl. destruct (H 0%nat ltac:(lia)) as [S0 E0]. destruct (H 1%nat ltac:(lia)) as [_ E1].
  rewrite Nat.add_0_r in S0. assert (L : lambda G A (t + 1) =
    (1 - delta A * mu A ^ 2) * lambda G A t - mu A * size).
  { rewrite Nat.add_1_r, lambda_next, S0, Rmax_right; lra. }
  cbn [sum INR]. rewrite E0, E1, L, Nat.add_0_r. field.
Qed.

(** * With twice the constant it is true *)

Lemma forgotten_nonnegative G A t : 0 <= delta A -> 0 <= delta A * mu A ^ 2 * lambda G A t.
Proof.
  intros Hd. apply Rmult_le_pos; [apply Rmult_le_pos; [exact Hd|apply pow2_ge_0]|apply lambda_nonnegative].
Qed.

(** A round forgets delta mu^2 lambda and charges or credits mu G at most. What is forgotten later in a
    window may be counted as in its first round: multiply by 0 <= c <= 1. *)
Lemma drift_down G A size t s : 0 <= mu A -> 0 <= delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) ->
  lambda G A t - INR s * (mu A * size + delta A * mu A ^ 2 * lambda G A t) <= lambda G A (t + s).
Proof.
  intros Hm Hd Hc H. set (D := mu A * size + delta A * mu A ^ 2 * lambda G A t).
  assert (HD : 0 <= D).
  { pose proof (H O). pose proof (Rabs_pos (spent G A 0)).
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|now apply forgotten_nonnegative]. }
  induction s; [rewrite Nat.add_0_r; cbn; lra|]. rewrite Nat.add_succ_r, S_INR.
  destruct (one_round_between G A (t + s) Hm Hc) as [L _].
  pose proof (H (t + s)%nat) as B. pose proof (Rle_abs (- spent G A (t + s))) as N. rewrite Rabs_Ropp in N.
  assert (S1 : mu A * - size <= mu A * spent G A (t + s)) by (apply Rmult_le_compat_l; lra).
  pose proof (pos_INR s) as Hs. apply (Rmult_le_compat_l _ _ _ Hc) in IHs.
  assert (F : 0 <= delta A * mu A ^ 2 * (INR s * D)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [exact Hd|apply pow2_ge_0]|now apply Rmult_le_pos]. }
  unfold D in *. lra.
Qed.

Lemma drift_up G A size t s : 0 <= mu A -> 0 <= delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> lambda G A (t + s) <= lambda G A t + INR s * (mu A * size).
Proof.
  intros Hm Hd Hc H. induction s; [rewrite Nat.add_0_r; cbn; lra|]. rewrite Nat.add_succ_r, S_INR.
  destruct (one_round_between G A (t + s) Hm Hc) as [_ U].
  pose proof (Rmult_le_compat_l _ _ _ Hm (H (t + s)%nat)).
  pose proof (forgotten_nonnegative G A (t + s) Hd). lra.
Qed.

(** The sharper form: the printed constant times 1 + delta mu lambda_t / G. *)
Theorem lemma_4_2_local G A size x W t :
  0 <= mu A -> 0 <= delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> (forall i, Rabs (excess G i x) <= size) ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => excess G (t + s) x) W
     + (1 + delta A * mu A * lambda G A t / size) * (size ^ 2 / 2) * mu A * INR W * (INR W - 1).
Proof.
  intros Hm Hd Hc H B. set (D := mu A * size + delta A * mu A ^ 2 * lambda G A t).
  assert (Hs : 0 <= size) by (pose proof (H O); pose proof (Rabs_pos (spent G A 0)); lra).
  assert (HD : mu A * size <= D).
  { unfold D. pose proof (forgotten_nonnegative G A t Hd). lra. }
  replace (_ * (size ^ 2 / 2) * mu A * INR W * (INR W - 1)) with (D * size * sum INR W).
  2: { rewrite sum_INR. unfold D. destruct (Req_dec size 0) as [->|]; [lra|]. field. assumption. }
  rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros s _.
  pose proof (drift_down G A size t s Hm Hd Hc H) as L. pose proof (drift_up G A size t s Hm Hd Hc H) as U.
  fold D in L. pose proof (pos_INR s) as Ns. pose proof (Rmult_le_compat_l _ _ _ Ns HD).
  assert (A1 : Rabs (lambda G A (t + s) - lambda G A t) <= INR s * D) by (apply Rabs_le; lra).
  pose proof (Rle_abs ((lambda G A (t + s) - lambda G A t) * excess G (t + s) x)) as P.
  rewrite Rabs_mult in P.
  pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) A1 (B (t + s)%nat)). lra.
Qed.

(** While lambda_t is at most M the factor is at most 1 + delta mu M / G. *)
Theorem lemma_4_2_below G A size x W t M : 0 <= mu A -> 0 <= delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> (forall i, Rabs (excess G i x) <= size) ->
  lambda G A t <= M ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => excess G (t + s) x) W
     + (1 + delta A * mu A * M / size) * (size ^ 2 / 2) * mu A * INR W * (INR W - 1).
Proof.
  intros Hm Hd Hc H B HM. pose proof (lemma_4_2_local G A size x W t Hm Hd Hc H B) as L.
  apply Rle_trans with (1 := L), Rplus_le_compat_l.
  assert (Hs : 0 <= size) by (pose proof (H O); pose proof (Rabs_pos (spent G A 0)); lra).
  assert (P : 0 <= size ^ 2 / 2 * mu A * (INR W * (INR W - 1))).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [pose proof (pow2_ge_0 size); lra|exact Hm]|].
    pose proof (sum_INR W) as S. assert (0 <= sum INR W); [|lra].
    apply sum_nonnegative. intros. apply pos_INR. }
  assert (F : delta A * mu A * lambda G A t / size <= delta A * mu A * M / size).
  { destruct Hs as [Hs|<-]; [|unfold Rdiv; rewrite Rinv_0; lra].
    apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
    apply Rmult_le_compat_l; [now apply Rmult_le_pos|exact HM]. }
  apply (Rmult_le_compat_r _ _ _ P) in F. lra.
Qed.

(** Under a constant budget the multiplier stays below a level M of [ConstantBudget]. *)
Theorem lemma_4_2_constant_budget G A top radius beta size level M x W t :
  bounded_game G top radius beta size -> fits (mu A) (delta A) beta -> (1 <= K A)%nat ->
  (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) -> (forall k, decisions G (first A k)) ->
  0 < allowance G -> (forall i, Rabs (excess G i x) <= size) ->
  level = (beta * radius + mu A * (beta ^ 2 + size ^ 2)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + 2 * mu A * allowance G * level) ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => excess G (t + s) x) W
     + (1 + delta A * mu A * M / size) * (size ^ 2 / 2) * mu A * INR W * (INR W - 1).
Proof.
  intros B F HK Hw Hf Hb Hx HL HM.
  destruct (constant_budget G A top radius beta size level M B F HK Hw Hf Hb HL HM) as [C _].
  destruct F as [Fm Fd Fc _]. apply lemma_4_2_below; try assumption; try lra; [|apply C].
  intros i. apply (excess_size _ _ _ _ _ B).
  exact (decision_in_X _ _ _ _ (decide _ _ _ _ _ B) HK Hf i).
Qed.

(** The repaired lemma: by the cap the factor is at most 2. *)
Theorem lemma_4_2_repaired G A size x W t : 0 < mu A -> 0 < delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> (forall i, Rabs (excess G i x) <= size) ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => excess G (t + s) x) W + size ^ 2 * mu A * INR W * (INR W - 1).
Proof.
  intros Hm Hd Hc H B. pose proof (cap G A size t Hm Hd Hc H) as C.
  pose proof (lemma_4_2_below G A size x W t _ (Rlt_le _ _ Hm) (Rlt_le _ _ Hd) Hc H B C) as L.
  apply Rle_trans with (1 := L), Rplus_le_compat_l, Req_le.
  destruct (Req_dec size 0) as [->|]; [lra|]. field. lra.
Qed.

(** In early rounds the factor is near 1: at most 1 + delta mu^2 (t - 1), rounds counted from 1. *)
Theorem lemma_4_2_early G A size x W t : 0 < mu A -> 0 < delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> (forall i, Rabs (excess G i x) <= size) ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => excess G (t + s) x) W
     + (1 + delta A * mu A ^ 2 * INR t) * (size ^ 2 / 2) * mu A * INR W * (INR W - 1).
Proof.
  intros Hm Hd Hc H B. pose proof (lambda_growth G A size t Hm Hd Hc H) as C.
  pose proof (lemma_4_2_below G A size x W t _ (Rlt_le _ _ Hm) (Rlt_le _ _ Hd) Hc H B C) as L.
  apply Rle_trans with (1 := L), Rplus_le_compat_l, Req_le.
  destruct (Req_dec size 0) as [->|]; [lra|]. field. lra.
Qed.

(** What the printed proof shows, if it keeps the powers of c before lambda_t. *)
Theorem lemma_4_2_kept G A size x W t : 0 <= mu A -> 0 <= delta A -> 0 <= 1 - delta A * mu A ^ 2 ->
  (forall i, Rabs (spent G A i) <= size) -> (forall i, Rabs (excess G i x) <= size) ->
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W
  <= lambda G A t * sum (fun s => (1 - delta A * mu A ^ 2) ^ s * excess G (t + s) x) W
     + size ^ 2 / 2 * mu A * INR W * (INR W - 1).
Proof.
  intros Hm Hd Hc H B. set (c := 1 - delta A * mu A ^ 2) in *.
  assert (C : c <= 1) by (unfold c; pose proof (Rmult_le_pos _ _ Hd (pow2_ge_0 (mu A))); lra).
  assert (E : forall s, Rabs (lambda G A (t + s) - c ^ s * lambda G A t) <= INR s * (mu A * size)).
  { induction s; [rewrite Nat.add_0_r; cbn; rewrite Rmult_1_l, Rminus_eq_0, Rabs_R0; lra|].
    rewrite Nat.add_succ_r, S_INR. destruct (one_round_between G A (t + s) Hm Hc) as [L U]. fold c in L, U.
    pose proof (Rle_abs (lambda G A (t + s) - c ^ s * lambda G A t)) as I1.
    pose proof (Rle_abs (- (lambda G A (t + s) - c ^ s * lambda G A t))) as I2. rewrite Rabs_Ropp in I2.
    apply Rle_trans with (2 := IHs) in I1, I2. apply Rabs_le.
    assert (P : 0 <= mu A * size).
    { apply Rmult_le_pos; [exact Hm|]. pose proof (H O). pose proof (Rabs_pos (spent G A 0)). lra. }
    pose proof (Rmult_le_pos _ _ (pos_INR s) P) as Q.
    apply (Rmult_le_compat_l c) in I1, I2; try exact Hc.
    pose proof (Rmult_le_compat_r _ _ _ Q C).
    pose proof (Rle_abs (- spent G A (t + s))) as N. rewrite Rabs_Ropp in N. specialize (H (t + s)%nat).
    assert (mu A * - size <= mu A * spent G A (t + s)) by (apply Rmult_le_compat_l; lra).
    apply (Rmult_le_compat_l (mu A)) in H; [|exact Hm]. cbn [pow]. lra. }
  replace (size ^ 2 / 2 * mu A * INR W * (INR W - 1)) with (mu A * size * size * sum INR W)
    by (rewrite sum_INR; field).
  rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros s _.
  pose proof (Rle_abs ((lambda G A (t + s) - c ^ s * lambda G A t) * excess G (t + s) x)) as P.
  rewrite Rabs_mult in P.
  pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) (E s) (B (t + s)%nat)). lra.
Qed.

(** * No constant below twice the printed one is right *)

(** Charge the multiplier, at 1 per round, until it is near its cap 1 / eps; then save 1 per round. In
    every round of the window it loses the 1 that is saved, and the eps lambda, nearly 1, that is
    forgotten. The step is 1 and delta is eps, a small number; M is so large that the learner stays. *)
Section Tight.
Variables (W n : nat) (eps kappa : R).
Hypotheses (Hk : 0 < kappa <= 1) (Heps : 8 * (INR W + 1) * eps = kappa) (H0 : 0 < eps).
Hypothesis late : (1 - eps) ^ n <= kappa / 2.
Let p t := if Nat.ltb t n then 2 else 0.
Let G := one_good (2 / eps) p.
Let A := published 1 1 eps (fun _ => ones).

Lemma eps_small : eps <= 1 / 8.
Proof. pose proof (pos_INR W). nra. Qed.

Lemma tight_standing : standing G ones 1 (Rmax (2 / eps) 2) 1 (2 / eps) 0.
Proof.
  apply priced_standing; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
  intros t. unfold p. destruct (Nat.ltb t n); lra.
Qed.

Lemma tight_spent_size t : Rabs (spent G A t) <= 1.
Proof.
  destruct (bounds _ _ _ _ _ _ _ tight_standing) as [D _ _ _ _ _ E].
  apply E, (decision_in_X _ _ _ _ D); [cbn; lia|]. intros k i _. cbn. unfold ones. lra.
Qed.

Lemma tight_cap t : eps * lambda G A t <= 1.
Proof.
  pose proof eps_small. pose proof (cap G A 1 t) as C. cbn in C.
  specialize (C ltac:(lra) H0 ltac:(lra) tight_spent_size). apply (Rmult_le_compat_l eps) in C; [|lra].
  replace (eps * (1 / (eps * 1))) with 1 in C by (field; lra). exact C.
Qed.

Lemma tight_next t : lambda G A (S t) = Rmax 0 ((1 - eps) * lambda G A t + (p t - 1)).
Proof.
  unfold G, A. rewrite one_next, stays; [f_equal; ring|lra|].
  intros s _. fold G A. apply (Rmult_le_reg_l eps); [lra|].
  replace (eps * (2 / eps)) with 2 by (field; lra). pose proof (tight_cap s).
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ H0) (lambda_nonnegative G A s)).
  unfold p. destruct (Nat.ltb s n); lra.
Qed.

(** Charging. *)
Lemma charged : 1 - kappa / 2 <= eps * lambda G A n.
Proof.
  pose proof eps_small. apply Rle_trans with (1 - (1 - eps) ^ n); [lra|].
  enough (E : forall t, (t <= n)%nat -> 1 - (1 - eps) ^ t <= eps * lambda G A t) by now apply E.
  induction t; intros Ht; [cbn; unfold lambda; cbn; lra|].
  specialize (IHt ltac:(lia)). rewrite tight_next.
  unfold p at 1. rewrite (proj2 (Nat.ltb_lt t n)) by lia. cbn [pow].
  pose proof (Rmax_r 0 ((1 - eps) * lambda G A t + (2 - 1))) as M1.
  apply (Rmult_le_compat_l eps) in M1; [|lra]. apply (Rmult_le_compat_l (1 - eps)) in IHt; [|lra]. lra.
Qed.

(** Saving. *)
Lemma saving s : (s <= W)%nat ->
  lambda G A (n + s) <= lambda G A n - INR s * (2 - kappa / 2 - 2 * INR W * eps).
Proof.
  pose proof eps_small. pose proof charged as C. pose proof (tight_cap n) as C1.
  induction s; intros Hs; [rewrite Nat.add_0_r; cbn; lra|].
  specialize (IHs ltac:(lia)). rewrite Nat.add_succ_r, S_INR, tight_next.
  unfold p. rewrite (proj2 (Nat.ltb_ge (n + s) n)) by lia.
  pose proof (drift_down G A 1 n s) as L. cbn in L.
  specialize (L ltac:(lra) ltac:(lra) ltac:(lra) tight_spent_size).
  assert (Ws : INR s <= INR W) by (apply le_INR; lia). pose proof (pos_INR s) as S0.
  assert (F : 1 - kappa / 2 - 2 * INR W * eps <= eps * lambda G A (n + s)).
  { apply (Rmult_le_compat_l (INR s)) in C1; [|exact S0].
    apply (Rmult_le_compat_l eps) in L, Ws; try lra.
    apply (Rmult_le_compat_l eps) in C1; [|lra]. lra. }
  rewrite Rmax_right; [lra|]. apply (Rmult_le_reg_l eps); [exact H0|]. nra.
Qed.
End Tight.

Theorem lemma_4_2_tight W theta : (2 <= W)%nat -> theta < 2 ->
  exists G A top beta range star n, standing G top 1 beta 1 range 0 /\ 0 < allowance G /\
  0 < mu A /\ 0 < delta A /\ 0 <= 1 - delta A * mu A ^ 2 /\ (forall t, Rabs (spent G A t) <= 1) /\
  benchmark G W (n + W) star /\
  lambda G A n * sum (fun s => excess G (n + s) star) W + theta * (1 ^ 2 / 2) * mu A * INR W * (INR W - 1)
  < sum (fun s => lambda G A (n + s) * excess G (n + s) star) W.
Proof.
  intros HW Ht. set (kappa := Rmin 1 (2 - theta)).
  assert (W2 : 2 <= INR W) by (replace 2 with (INR 2) by (cbn; lra); now apply le_INR).
  assert (K0 : 0 < kappa) by (apply Rmin_glb_lt; lra).
  assert (K1 : kappa <= 1) by apply Rmin_l. assert (K2 : kappa <= 2 - theta) by apply Rmin_r.
  set (eps := kappa / (8 * (INR W + 1))).
  assert (E : 8 * (INR W + 1) * eps = kappa) by (unfold eps; field; lra).
  assert (E0 : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
  assert (E1 : eps <= 1 / 8) by nra.
  destruct (pow_lt_1_zero (1 - eps)) with (y := kappa / 2) as [N HN]; [rewrite Rabs_right; lra|lra|].
  set (n := (N + W)%nat). assert (late : (1 - eps) ^ n <= kappa / 2).
  { specialize (HN n ltac:(lia)). pose proof (Rle_abs ((1 - eps) ^ n)). lra. }
  set (p := fun t => if Nat.ltb t n then 2 else 0).
  set (G := one_good (2 / eps) p). set (A := published 1 1 eps (fun _ => ones)).
  assert (Hp : forall t, 0 <= p t <= 2) by (intros t; unfold p; destruct (Nat.ltb t n); lra).
  exists G, A, ones, (Rmax (2 / eps) 2), (2 / eps), (fun _ => 1 / 2), n.
  split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]].
  - apply tight_standing with (n := n) (eps := eps). exact E0.
  - cbn. lra.
  - cbn. lra.
  - exact E0.
  - cbn. lra.
  - intros t. apply tight_spent_size. exact E0.
  - apply half_benchmark; [apply Rlt_le, Rdiv_lt_0_compat; lra|exact Hp|lia|].
    intros t Hn. unfold p. now rewrite (proj2 (Nat.ltb_lt t n)) by lia.
  - set (c := 2 - kappa / 2 - 2 * INR W * eps).
    assert (Hc : theta < c) by (unfold c; nra).
    apply Rlt_le_trans with
      (lambda G A n * sum (fun s => excess G (n + s) (fun _ => 1 / 2)) W + c * sum INR W).
    + rewrite sum_INR. cbn [mu A published]. assert (0 < INR W * (INR W - 1)) by nra. cbn. nra.
    + rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros s Hs.
      pose proof (saving W n eps kappa (conj K0 K1) E E0 late s ltac:(lia)) as L. fold c in L.
      change (lambda G A (n + s) <= lambda G A n - INR s * c) in L.
      assert (X : excess G (n + s) (fun _ => 1 / 2) = -1).
      { unfold G, one_good. rewrite excess_linear. unfold p.
        rewrite (proj2 (Nat.ltb_ge (n + s) n)) by lia. lra. }
      rewrite X. lra.
Qed.
