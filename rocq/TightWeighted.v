(** 1 - 1/e is tight for the weighted feedback: on the slow game, from the origin, the weighted algorithm
    walks to the rest (0, 1), and earns hardly more than q 1 = (1 + eps) (1 - 1/e) a round, where 1 could be
    earned (theorem "1 - 1/e is tight for the weighted feedback", corollary "What cannot be promised"). *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Climb Tuned Saddle Cube Slow Rest.
Open Scope R_scope.

(** * The slopes along the path

    The weights grow just as the slope of q falls: learner k is told of e, per unit of money, about w_1. *)

Section Slopes.
Variables (K : nat) (v : nat -> R).
Hypothesis some : (1 <= K)%nat.
Hypothesis inside : forall k, 0 <= v k <= 1.

Let r : R := 1 - / INR K.
Let w (k : nat) : R := r ^ (K - 1 - k).
Let x (k : nat) : R := sum v k / INR K.
Let W (k : nat) : R := w k * exp (- x k).

Lemma inverse_range : 0 < / INR K <= 1.
Proof.
  assert (1 <= INR K) by (change 1 with (INR 1); apply le_INR; lia).
  split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Lemma power n : 0 <= r ^ n <= 1.
Proof. exact (power_range K n some). Qed.

(** w_1 is the least of the weights. *)
Lemma first_weight k : (k < K)%nat -> r ^ (K - 1) <= w k.
Proof.
  intros Hk. unfold w. replace (K - 1)%nat with (k + (K - 1 - k))%nat at 1 by lia. rewrite pow_add.
  pose proof (power k). pose proof (power (K - 1 - k)).
  rewrite <- (Rmult_1_l (r ^ (K - 1 - k))) at 2. apply Rmult_le_compat_r; lra.
Qed.

(** What the first k learners have of e; their slopes W, per (1 + eps). *)
Lemma x_nonnegative k : 0 <= x k.
Proof.
  unfold x. pose proof inverse_range. apply Rmult_le_pos; [|lra].
  rewrite <- (Rmult_0_r (INR k)), <- (sum_const 0 k). apply sum_le. intros i _. apply inside.
Qed.

Lemma W_at_most_one k : W k <= 1.
Proof.
  unfold W. pose proof (power (K - 1 - k)). pose proof (exp_falls 0 (x k) (x_nonnegative k)) as U.
  rewrite Ropp_0, exp_0 in U. pose proof (exp_pos (- x k)). rewrite <- (Rmult_1_l 1).
  apply Rmult_le_compat; unfold w; lra.
Qed.

(** One learner further on the path. *)
Lemma slope_next k : (S k < K)%nat ->
  W k <= W (S k) <= W k + / INR K * (1 - v k) + (/ INR K) ^ 2.
Proof.
  intros Hk. pose proof inverse_range as I. pose proof (inside k) as V. pose proof (W_at_most_one (S k)) as U.
  assert (E : W k = r * (w (S k) * exp (- x k))).
  { unfold W, w. replace (K - 1 - k)%nat with (S (K - 1 - S k)) by lia. cbn [pow]. ring. }
  assert (D : x (S k) = x k + / INR K * v k) by (unfold x, Rdiv; cbn [sum]; ring).
  pose proof (power (K - 1 - S k)) as P. fold (w (S k)) in P.
  pose proof (exp_tangent (x k) (x (S k))) as T1. pose proof (exp_tangent (x (S k)) (x k)) as T2.
  replace (x (S k) - x k) with (/ INR K * v k) in T1 by (rewrite D; ring).
  replace (x k - x (S k)) with (- (/ INR K * v k)) in T2 by (rewrite D; ring).
  set (i := / INR K) in *. set (X := exp (- x k)) in *. set (Y := exp (- x (S k))) in *.
  assert (IV : 0 <= i * v k <= i * 1) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
  assert (X0 : 0 < X) by apply exp_pos. assert (Y0 : 0 < Y) by apply exp_pos.
  change (W (S k)) with (w (S k) * Y) in *. rewrite E. split.
  - replace (r * (w (S k) * X)) with (w (S k) * (X * r)) by ring. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (2 := T1). apply Rmult_le_compat_l; [lra|]. unfold r. fold i. lra.
  - apply (Rmult_le_compat_l (r * w (S k))) in T2; [|apply Rmult_le_pos; [unfold r; fold i|]; lra].
    set (y := w (S k) * Y) in *.
    replace (r * w (S k) * (Y * (1 - - (i * v k)))) with (y - y * (i * (1 - v k) + i ^ 2 * v k)) in T2
      by (unfold y, r; fold i; ring).
    assert (0 <= i ^ 2 * v k <= i ^ 2 * 1) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l];
      try apply pow2_ge_0; lra).
    assert (y * (i * (1 - v k) + i ^ 2 * v k) <= 1 * (i * (1 - v k) + i ^ 2 * v k))
        by (apply Rmult_le_compat_r; lra).
    replace (r * (w (S k) * X)) with (r * w (S k) * X) by ring. lra.
Qed.

(** w_1 <= w_k exp (- e^(k)) <= w_1 + 1/K + what is missed of e *)
Lemma slopes k : (k < K)%nat ->
  r ^ (K - 1) <= W k <= r ^ (K - 1) + / INR K + mean K (fun j => 1 - v j).
Proof.
  intros Hk. pose proof inverse_range as I.
  assert (S : r ^ (K - 1) <= W k <= r ^ (K - 1) + (/ INR K) ^ 2 * INR k + / INR K * sum (fun j => 1 - v j) k).
  { induction k.
    - unfold W, x. cbn [sum]. replace (- (0 / INR K)) with 0 by (unfold Rdiv; ring). rewrite exp_0. unfold w.
      rewrite Nat.sub_0_r. cbn [INR]. lra.
    - specialize (IHk ltac:(lia)). pose proof (slope_next k Hk). rewrite S_INR. cbn [sum]. lra. }
  assert (C : (/ INR K) ^ 2 * INR k <= / INR K).
  { replace (/ INR K) with ((/ INR K) ^ 2 * INR K) at 2 by (field; apply not_0_INR; lia).
    apply Rmult_le_compat_l; [apply pow2_ge_0|apply le_INR; lia]. }
  assert (M : / INR K * sum (fun j => 1 - v j) k <= mean K (fun j => 1 - v j)).
  { unfold mean, Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_r; [lra|].
    apply sum_longer; [|lia]. intros j. pose proof (inside j). lra. }
  lra.
Qed.
End Slopes.

(** * The weighted algorithm on the slow game *)

Section Weighted.
Variables (a eps : R) (K : nat) (m d ell eta gamma : R).
Hypotheses (slowness : 0 < a <= 1) (bonus : 0 < eps) (top : q eps 1 <= 1) (some : (1 <= K)%nat)
  (fit : fits m d (slow_beta a eps)) (ell_0 : 0 <= ell) (eta_0 : 0 < eta) (gamma_0 : 0 < gamma).

Let w1 : R := (1 - / INR K) ^ (K - 1).
Hypothesis gain_e : gamma <= (1 - eta) * (1 + eps) * w1 - ell - (1 + eps) * eta.
Hypothesis gain_z : gamma <= ell - w1 - (1 + eps) / INR K.

Notation G := (slow a eps).
Notation A := (weighted K m d (fun _ => zero)).
Let z t k : R := choice G A t k 0%nat.
Let e t k : R := choice G A t k 1%nat.
Let at_ t k : vec := path A (choice G A t) k.
Let w k : R := weight A k.
Let se t k : R := w k * ((1 - a * at_ t k 0%nat) * ((1 + eps) * exp (- at_ t k 1%nat))).
Let sz t k : R := w k * (1 - q eps (at_ t k 1%nat)).

Lemma chosen t k : box 2 (highest a) (choice G A t k).
Proof.
  apply (choice_in_X G A (highest a) (slow_radius a)); [now apply slow_domain|].
  intros j. apply (origin _ _ _ _ _ (slow_domain a slowness)).
Qed.

Lemma on_path t k : (k <= K)%nat -> box 2 (highest a) (at_ t k).
Proof.
  intros Hk. apply (path_in_X 2 _ _ _ _ A (choice G A t) k (slow_domain a slowness)); [exact some|exact Hk|].
  apply chosen.
Qed.

(** The path buys no more of the slow good than the decision. *)
Lemma path_rises t k : (k <= K)%nat -> a * at_ t k 0%nat <= mean K (fun j => a * z t j).
Proof.
  intros Hk. rewrite mean_scale. apply Rmult_le_compat_l; [lra|]. unfold at_, path, mean, z.
  pose proof (inverse_range K some). apply Rmult_le_compat_r; [lra|].
  apply sum_longer; [|exact Hk]. intros j. pose proof (in_box a slowness _ (chosen t j)). lra.
Qed.

(** What a learner is told is no longer than beta. *)
Lemma weighted_told t k : (k < K)%nat -> 0 <= se t k /\ 0 <= sz t k /\ se t k ^ 2 + a ^ 2 * sz t k ^ 2 <=
    slow_beta a eps ^ 2.
Proof.
  intros Hk. pose proof (on_path t k ltac:(lia)) as B. destruct (in_box a slowness _ B) as (Z & _ & X).
  pose proof (q_range eps bonus _ X) as Q. pose proof (exp_pos (- at_ t k 1%nat)).
  pose proof (power_range K (K - 1 - k) some) as P.
  change (0 <= w k <= 1) in P.
  assert (0 <= (1 - a * at_ t k 0%nat) * ((1 + eps) * exp (- at_ t k 1%nat))) by (repeat apply Rmult_le_pos;
    lra).
  split; [apply Rmult_le_pos; lra|split; [apply Rmult_le_pos; lra|]].
  pose proof (slow_gradient a eps slowness bonus top 0 _ B) as N. unfold sq, dot in N.
  cbn [sum slow gradient goods] in N.
  unfold se, sz. set (u := (1 - a * at_ t k 0%nat) * _) in *. set (y := 1 - q eps (at_ t k 1%nat)) in *.
  assert (w k ^ 2 <= 1) by nra. pose proof (pow2_ge_0 u). pose proof (pow2_ge_0 (a * y)).
  assert (w k ^ 2 * (u ^ 2 + (a * y) ^ 2) <= 1 * (u ^ 2 + (a * y) ^ 2)) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(** As long as little of the slow good is bought, what the learners are told favours e. *)
Lemma weighted_favoured t : mean K (fun k => a * z t k) <= eta ->
  gamma * (mean K (fun k => 1 - e t k) + mean K (fun k => a * z t k)) <=
  mean K (fun k => (se t k - ell) * (1 - e t k) + (ell - sz t k) * (a * z t k)).
Proof.
  intros H. set (Z := mean K (fun k => a * z t k)) in *. set (D := mean K (fun k => 1 - e t k)).
  pose proof (inverse_range K some) as I.
  assert (range : forall k, 0 <= a * z t k <= 1 /\ 0 <= e t k <= 1).
  { intros k. pose proof (in_box a slowness _ (chosen t k)). unfold z, e. lra. }
  assert (D0 : 0 <= D) by (apply mean_nonnegative; [exact some|]; intros k _; pose proof (range k); lra).
  assert (Z0 : 0 <= Z) by (apply mean_nonnegative; [exact some|]; intros k _; pose proof (range k); lra).
  assert (W0 : 0 <= w1) by apply (power_range K (K - 1) some).
  assert (slopes : forall k,
    (k < K)%nat -> (1 - eta) * (1 + eps) * w1 <= se t k /\ sz t k <= w1 + (1 + eps) * (/ INR K + D)).
  { intros k Hk. pose proof (slopes K (e t) some (fun j => proj2 (range j)) k Hk) as E.
    change (w1 <= w k * exp (- at_ t k 1%nat) <= w1 + / INR K + D) in E.
    pose proof (first_weight K some k Hk) as F. change (w1 <= w k) in F.
    pose proof (path_rises t k ltac:(lia)) as P. fold Z in P.
    pose proof (in_box a slowness _ (on_path t k ltac:(lia))) as B.
    unfold se, sz, q. set (X := exp (- at_ t k 1%nat)) in *. set (x := a * at_ t k 0%nat) in *. split.
    - replace (w k * ((1 - x) * ((1 + eps) * X))) with ((1 - x) * ((1 + eps) * (w k * X))) by ring.
      apply Rle_trans with ((1 - x) * ((1 + eps) * w1)).
      + rewrite Rmult_assoc. apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra.
      + apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
    - apply (Rmult_le_compat_l eps) in F; [|lra]. destruct E as [_ E].
      apply (Rmult_le_compat_l (1 + eps)) in E; lra. }
  apply Rle_trans with (((1 - eta) * (1 + eps) * w1 - ell) * D + (ell - (w1 + (1 + eps) * (/ INR K + D))) *
      Z).
  - assert (D * Z <= D * eta) by (apply Rmult_le_compat_l; lra). unfold Rdiv in gain_z.
    apply (Rmult_le_compat_r D) in gain_e; [|lra]. apply (Rmult_le_compat_r Z) in gain_z; [|lra].
    apply (Rmult_le_compat_l (1 + eps)) in H0; lra.
  - unfold D at 1, Z at 1. rewrite <- !mean_scale, <- mean_plus. apply mean_le; [exact some|]. intros k Hk.
    destruct (slopes k Hk) as [L U]. pose proof (range k).
    apply Rplus_le_compat; apply Rmult_le_compat_r; lra.
Qed.

(** What is bought of the slow good, and so what is earned. *)
Theorem weighted_bought T :
  let C := slow_beta a eps ^ 2 / 2 + 1 + d / 2 * ell ^ 2 in
  (2 * a ^ 2 * (C / slow_beta a eps ^ 2 + ell ^ 2 / 2) <= eta ^ 2 /\ m * slow_beta a eps ^ 2 <= 2 * a ^ 2 *
      gamma) \/
  a ^ 2 * (1 + ell ^ 2 + 2 * m ^ 2 * C * INR T) <= eta ^ 2 ->
  sum (fun t => a * decision G A t 0%nat) T <= ((1 + ell ^ 2) / (2 * m) + m * C * INR T) / gamma.
Proof.
  intros C H.
  assert (spending : forall t, spent G A t = mean K (fun k => a * z t k) - mean K (fun k => 1 - e t k)).
  { intros t. unfold spent.
    rewrite slow_excess, (mean_eq K (fun k => 1 - e t k) (fun k => 1 + -1 * e t k)) by (intros; ring).
    rewrite mean_plus, !mean_scale, mean_const by exact some.
    unfold decision, played, path, mean, z, e, choice. cbn. ring. }
  rewrite (sum_eq _ (fun t => mean K (fun k => a * z t k))).
  2: { intros t _. rewrite mean_scale. unfold decision, played, path, mean, z, choice. cbn. ring. }
  apply (rest_bought a m d ell eta gamma (slow_beta a eps) K slowness some fit) with
    (l := lambda G A) (e := e) (se := se) (sz := sz); auto.
  - rewrite slow_beta_sq by assumption. nra.
  - intros t. rewrite lambda_next, spending. reflexivity.
  - intros t k. change (z (S t) k) with
      (Rmax 0 (Rmin (/ a) (z t k + m * (w k * (a * (1 - q eps (at_ t k 1%nat))) - lambda G A t * a)))).
    do 2 f_equal. unfold sz. ring.
  - intros t k. change (e (S t) k) with (Rmax 0 (Rmin 1 (e t k +
      m * (w k * ((1 - a * at_ t k 0%nat) * ((1 + eps) * exp (- at_ t k 1%nat))) - lambda G A t * 1)))).
    do 2 f_equal. unfold se. ring.
  - apply weighted_told.
  - apply weighted_favoured.
Qed.
End Weighted.

(** * The theorem

    Case (i) holds for all T together, if W T is large; case (ii) for short steps, which means wide windows.
    With
    the tuning of the paper N is of the order sqrt (W T). *)
Theorem tight_weighted (a eps : R) (K T : nat) (m d ell eta gamma : R) :
  0 < a <= 1 -> 0 < eps -> q eps 1 <= 1 -> (1 <= K)%nat -> fits m d (slow_beta a eps) ->
  0 <= ell -> 0 < eta -> 0 < gamma ->
  let w1 := (1 - / INR K) ^ (K - 1) in
  gamma <= (1 - eta) * (1 + eps) * w1 - ell - (1 + eps) * eta ->
  gamma <= ell - w1 - (1 + eps) / INR K ->
  let beta := slow_beta a eps in
  let C := beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2 in
  (2 * a ^ 2 * (C / beta ^ 2 + ell ^ 2 / 2) <= eta ^ 2 /\ m * beta ^ 2 <= 2 * a ^ 2 * gamma) \/
  a ^ 2 * (1 + ell ^ 2 + 2 * m ^ 2 * C * INR T) <= eta ^ 2 ->
  let G := slow a eps in
  let A := weighted K m d (fun _ => zero) in
  let N := ((1 + ell ^ 2) / (2 * m) + m * C * INR T) / gamma in
  sum (fun t => a * decision G A t 0%nat) T <= N /\
  sum (fun t => utility G t (decision G A t)) T <= q eps 1 * INR T + (1 - q eps 1) * N.
Proof.
  intros Ha He Ht HK fit Hl Heta Hg w1 H1 H2 beta C H G A N.
  assert (B : sum (fun t => a * decision G A t 0%nat) T <= N)
      by (apply (weighted_bought a eps K m d ell eta gamma); assumption).
  split; [exact B|]. apply earned; try assumption. intros t. apply (on_path a eps K m d); auto.
Qed.

(** * The corollary *)

(** w_1 >= 1/e *)
Lemma weight_above K : (1 <= K)%nat -> exp (-1) <= (1 - / INR K) ^ (K - 1).
Proof.
  intros HK. pose proof over_e. destruct K as [|n]; [lia|]. rewrite Nat.sub_succ, Nat.sub_0_r.
  destruct n as [|n]; [cbn; lra|].
  set (N := Datatypes.S n). assert (HN : 0 < INR N) by (apply lt_0_INR; unfold N; lia).
  assert (P : forall j, exp (- / INR N) ^ j = exp (INR j * - / INR N)).
  { induction j; [cbn; now rewrite Rmult_0_l, exp_0|]. cbn [pow]. rewrite IHj, <- exp_plus, S_INR. f_equal.
    ring. }
  replace (exp (-1)) with (exp (- / INR N) ^ N) by (rewrite P; f_equal; field; lra).
  apply pow_incr. split; [apply Rlt_le, exp_pos|]. rewrite S_INR.
  assert (I : 0 < / INR N) by (apply Rinv_0_lt_compat; lra).
  apply (Rmult_le_reg_r (exp (/ INR N) * (INR N + 1))); [apply Rmult_lt_0_compat; [apply exp_pos|lra]|].
  replace (exp (- / INR N) * (exp (/ INR N) * (INR N + 1))) with (INR N + 1)
    by (rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0; ring).
  replace ((1 - / (INR N + 1)) * (exp (/ INR N) * (INR N + 1))) with (exp (/ INR N) * INR N) by (field; lra).
  pose proof (exp_line (/ INR N)) as E. apply (Rmult_le_compat_r (INR N)) in E; [|lra].
  replace ((1 + / INR N) * INR N) with (INR N + 1) in E by (field; lra). exact E.
Qed.

(** Weighted OSPHG cannot be promised a share above 1 - 1/e: for every such share alpha there is a slow game
    on
    which, from some K and some T / W on, it loses a share of T, with the step sizes of the paper. *)
Corollary tight_weighted_share (alpha : R) : 1 - exp (-1) < alpha ->
  exists a eps c r : R, exists K0 : nat, 0 < a <= 1 /\ 0 < eps /\ q eps 1 <= 1 /\ 0 < c /\
  forall (K W T : nat) (best : vec), (K0 <= K)%nat -> (1 <= W <= T)%nat -> r * INR W <= INR T ->
  let G := slow a eps in
  let beta := slow_beta a eps in
  let A := weighted K (paper_step (slow_radius a) beta W T) (paper_delta beta) (fun _ => zero) in
  benchmark G W T best ->
  c * INR T <= alpha * sum (fun t => utility G t best) T - sum (fun t => utility G t (decision G A t)) T.
Proof.
  intros Halpha. destruct (decoy_for alpha Halpha) as (eps & He & Ht & Hq). pose proof over_e as E1.
  pose proof (exp_pos (-1)) as E0. set (c := exp (-1)) in *. set (eta := 3 * eps * c / (16 * (1 + eps))).
  pose (gamma := eps * c / 8).
  assert (EC : 0 < eps * c <= 1 / 4).
  { split; [apply Rmult_lt_0_compat; lra|]. replace (1 / 4) with (1 / 2 * (1 / 2)) by field.
    apply Rmult_le_compat; lra. }
  assert (eta0 : 0 < eta) by (apply Rdiv_lt_0_compat; lra).
  assert (etaE : eta * (1 + eps) = 3 * (eps * c) / 16) by (unfold eta; field; lra).
  assert (eta1 : eta <= 1) by nra.
  pose (a := eta / 4). assert (Ha : 0 < a <= 1) by (unfold a; lra).
  assert (Hg : 0 < gamma) by (unfold gamma; lra).
  pose (gap := (alpha - q eps 1) / 2). assert (Hgap : 0 < gap) by (unfold gap; lra).
  assert (HR : 0 < slow_radius a) by (apply sqrt_lt_R0; pose proof (pow2_ge_0 (/ a)); lra).
  pose proof (slow_beta_sq a eps (proj1 He)) as B2.
  assert (Hb : 1 <= slow_beta a eps).
  { rewrite <- sqrt_1. apply sqrt_le_1_alt. pose proof (pow2_ge_0 a). pose proof (pow2_ge_0 eps). lra. }
  destruct (rest_tuned a (slow_radius a) (slow_beta a eps) gamma gap) as [r tuned]; try lra.
  destruct (archimed_cor1 (3 * (eps * c) / (8 * (1 + eps)))) as (K0 & HK0 & K0_pos); [apply Rdiv_lt_0_compat;
    lra|].
  exists a, eps, gap, r, K0. repeat split; try lra. intros K W T best HK HW Hr G beta A Hbest.
  assert (K1 : (1 <= K)%nat) by lia. pose proof (weight_above K K1) as W1. fold c in W1.
  pose proof (proj2 (power_range K (K - 1) K1)) as W2. set (w1 := (1 - / INR K) ^ (K - 1)) in *.
  set (ell := (1 + eps / 2) * w1).
  assert (L0 : 0 <= ell <= 5 / 4).
  { unfold ell. split; [apply Rmult_le_pos; lra|]. replace (5 / 4) with (5 / 4 * 1) by ring.
    apply Rmult_le_compat; lra. }
  assert (L2 : ell ^ 2 <= 2) by nra.
  destruct (tuned W T ell HW Hr L2) as (fit & fine & loss). fold beta in fit, fine, loss.
  set (m := paper_step (slow_radius a) beta W T) in *. set (d := paper_delta beta) in *.
  assert (few : (1 + eps) / INR K <= 3 * (eps * c) / 8).
  { assert (I : / INR K <= / INR K0) by (apply Rinv_le_contravar; [apply lt_0_INR|apply le_INR]; lia).
    replace (3 * (eps * c) / 8) with ((1 + eps) * (3 * (eps * c) / (8 * (1 + eps)))) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  assert (half : eps * c <= eps * w1) by (apply Rmult_le_compat_l; lra).
  assert (G1 : gamma <= (1 - eta) * (1 + eps) * w1 - ell - (1 + eps) * eta).
  { replace ((1 - eta) * (1 + eps) * w1 - ell - (1 + eps) * eta) with (eps * w1 / 2 - eta * (1 + eps) * (1 +
        w1)) by (unfold ell; field).
    rewrite etaE. unfold gamma.
    assert (eps * w1 * c <= eps * w1 * (1 / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (G2 : gamma <= ell - w1 - (1 + eps) / INR K) by (unfold ell, gamma; lra).
  assert (near : 2 * a ^ 2 * ((beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) / beta ^ 2 + ell ^ 2 / 2) <= eta ^ 2).
  { change (1 <= beta) in Hb. assert (B1 : 1 <= beta ^ 2) by (rewrite <- (pow1 2); apply pow_incr; lra).
    assert (I : / beta ^ 2 <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    replace ((beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) / beta ^ 2) with (1 / 2 + / beta ^ 2 + 2 * ell ^ 2)
        by (unfold d, paper_delta; field; lra).
    replace (2 * a ^ 2) with (eta ^ 2 * (1 / 8)) by (unfold a; field). rewrite Rmult_assoc.
    apply Rle_trans with (eta ^ 2 * 1); [|lra]. apply Rmult_le_compat_l; [apply pow2_ge_0|]. lra. }
  destruct (tight_weighted a eps K T m d ell eta gamma Ha (proj1 He) Ht K1 fit (proj1 L0) eta0 Hg G1 G2
    (or_introl (conj near fine))) as [_ U].
  apply (rest_lost a eps alpha gap W T); try lra; auto; [|unfold gap; lra].
  apply Rle_trans with (1 := U). apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|exact loss].
Qed.
