(** Linear regret with an analytic utility (chapter "What is open"): the decoy's bend is a logistic curve,

      q' (y) = 9 / (1 + exp (1000 y - 110)),   tau = 1/10, rho = 7/10. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Tuned Cube BentDecoy Decoy LinearRegret.
Open Scope R_scope.

(** * The logistic curve and its integral *)

Definition logistic (u : R) : R := / (1 + exp (- u)).
Definition softplus (u : R) : R := ln (1 + exp u).

Lemma logistic_range u : 0 < logistic u < 1.
Proof.
  pose proof (exp_pos (- u)). unfold logistic. split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rinv_1 at 2. apply Rinv_lt_contravar; lra.
Qed.

Lemma exp_rises u v : u <= v -> exp u <= exp v.
Proof. intros [H| ->]; [apply Rlt_le, exp_increasing, H|lra]. Qed.

(** It rises, by at most 1 per unit. *)
Lemma logistic_rises u v : u <= v -> 0 <= logistic v - logistic u <= v - u.
Proof.
  intros H. unfold logistic. pose proof (exp_pos (- u)) as B. pose proof (exp_pos (- v)) as A.
  assert (E : exp (- v) = exp (- u) * exp (u - v)) by (rewrite <- exp_plus; f_equal; ring).
  pose proof (exp_line (u - v)) as L. pose proof (exp_rises (- v) (- u) ltac:(lra)) as M.
  set (a := exp (- v)) in *. set (b := exp (- u)) in *.
  assert (D : b - a <= b * (v - u)).
  { assert (b * (1 + (u - v)) <= b * exp (u - v)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (P : 0 < (1 + a) * (1 + b)) by (apply Rmult_lt_0_compat; lra).
  replace (/ (1 + a) - / (1 + b)) with ((b - a) / ((1 + a) * (1 + b))) by (field; lra). split.
  - apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, P].
  - apply (Rmult_le_reg_r ((1 + a) * (1 + b))); [exact P|].
    replace ((b - a) / ((1 + a) * (1 + b)) * ((1 + a) * (1 + b))) with (b - a) by (field; lra).
    apply Rle_trans with (1 := D). rewrite (Rmult_comm b). apply Rmult_le_compat_l; [lra|]. nra.
Qed.

(** Its integral lies above its tangents: exp is convex. *)
Lemma softplus_tangent u v : softplus u + logistic u * (v - u) <= softplus v.
Proof.
  pose proof (exp_pos u) as A. pose proof (exp_pos v) as B. pose proof (logistic_range u) as G.
  assert (Eg : logistic u * (1 + exp u) = exp u).
  { unfold logistic. rewrite exp_Ropp. field. lra. }
  set (g := logistic u) in *. set (d := v - u).
  assert (Ev : exp v = exp u * exp d) by (rewrite <- exp_plus; f_equal; unfold d; ring).
  assert (E1 : exp d = exp (g * d) * exp ((1 - g) * d)) by (rewrite <- exp_plus; f_equal; ring).
  assert (E2 : 1 = exp (g * d) * exp (- (g * d)))
    by (rewrite <- exp_plus, Rplus_opp_r; symmetry; apply exp_0).
  pose proof (exp_pos (g * d)) as P. pose proof (exp_line ((1 - g) * d)) as L1.
  pose proof (exp_line (- (g * d))) as L2.
  assert (C : exp (g * d) <= (1 - g) + g * exp d).
  { apply (Rmult_le_compat_l (exp (g * d))) in L1, L2; try lra. rewrite <- E1 in L1. rewrite <- E2 in L2.
    apply (Rmult_le_compat_l g) in L1; [|lra]. apply (Rmult_le_compat_l (1 - g)) in L2; [|lra]. lra. }
  assert (F : (1 + exp u) * exp (g * d) <= 1 + exp v).
  { apply (Rmult_le_compat_l (1 + exp u)) in C; [|lra]. rewrite Ev.
    replace ((1 + exp u) * (1 - g + g * exp d))
      with (1 + exp u - g * (1 + exp u) + g * (1 + exp u) * exp d) in C by ring. rewrite Eg in C. lra. }
  unfold softplus. rewrite <- (ln_exp (g * d)), <- ln_mult by lra.
  assert (0 < (1 + exp u) * exp (g * d)) by (apply Rmult_lt_0_compat; lra).
  destruct F as [F| ->]; [apply Rlt_le, ln_increasing; lra|lra].
Qed.

(** * The game *)

Definition rise (y : R) : R := 9 / 1000 * (softplus 110 - softplus (110 - 1000 * y)).
Definition slope (y : R) : R := 9 * logistic (110 - 1000 * y).
Definition analytic : game := bent_decoy rise slope (7 / 10) (1 / 10).

Lemma slope_is y : slope y = 9 / (1 + exp (1000 * y - 110)).
Proof. unfold slope, logistic. replace (- (110 - 1000 * y)) with (1000 * y - 110) by ring. reflexivity. Qed.

Lemma rise_rising : rising rise slope 9 (1 / 10) (1 / 20000) 1.
Proof.
  split.
  - unfold rise. replace (110 - 1000 * 0) with 110 by ring. ring.
  - intros y y0 _ _. pose proof (softplus_tangent (110 - 1000 * y0) (110 - 1000 * y)).
    unfold rise, slope. lra.
  - intros y0 y _ H _. pose proof (logistic_rises (110 - 1000 * y) (110 - 1000 * y0) ltac:(lra)).
    unfold slope. lra.
  - intros y _. pose proof (logistic_range (110 - 1000 * y)). unfold slope. lra.
  - intros y [_ H]. rewrite slope_is. pose proof (exp_pos (1000 * y - 110)) as A.
    assert (small : exp (1000 * y - 110) <= 1 / 20000).
    { apply Rle_trans with (exp (-1) ^ 10).
      - replace (exp (-1) ^ 10) with (exp (-10)); [apply exp_rises; lra|].
        cbn [pow]. rewrite Rmult_1_r, <- !exp_plus. f_equal. ring.
      - apply Rle_trans with ((24 / 65) ^ 10); [|lra]. apply pow_incr.
        pose proof (exp_pos (-1)). pose proof over_e. lra. }
    apply (Rmult_le_reg_r (1 + exp (1000 * y - 110))); [lra|].
    replace (9 / (1 + exp (1000 * y - 110)) * (1 + exp (1000 * y - 110))) with 9 by (field; lra). nra.
  - intros y _. unfold rise.
    assert (low : 0 <= softplus (110 - 1000 * y)).
    { unfold softplus. rewrite <- ln_1. pose proof (exp_pos (110 - 1000 * y)).
      apply Rlt_le, ln_increasing; lra. }
    assert (high : softplus 110 <= 111).
    { unfold softplus. rewrite <- (ln_exp 111). pose proof (exp_line 1). pose proof (exp_line 110).
      assert (E : exp 111 = exp 110 * exp 1) by (rewrite <- exp_plus; f_equal; ring).
      assert (exp 110 * 2 <= exp 110 * exp 1) by (apply Rmult_le_compat_l; lra).
      apply Rlt_le, ln_increasing; lra. }
    lra.
Qed.

(** It satisfies all of section 3 of the paper, and has a benchmark. *)
Theorem analytic_standing :
  standing analytic (fun _ => 1) radius (beta 9 (7 / 10) (1 / 10)) 10 (17 / 10) 18001 /\
  forall W T, benchmark analytic W T star.
Proof.
  split.
  - pose proof (bent_decoy_standing rise slope 9 (7 / 10) (1 / 10) (1 / 20000) 1 9000 18001) as S.
    replace (/ (1 / 10)) with 10 in S by field. replace (1 + 7 / 10) with (17 / 10) in S by field.
    apply S; try lra; [apply rise_rising|]. intros y y0 _ _. unfold rise, slope.
    set (u := 110 - 1000 * y). set (v := 110 - 1000 * y0).
    pose proof (softplus_tangent u v) as H.
    assert (C : (logistic u - logistic v) * (u - v) <= (u - v) ^ 2).
    { destruct (Rle_dec v u) as [O|O].
      - pose proof (logistic_rises v u O). nra.
      - pose proof (logistic_rises u v ltac:(lra)). nra. }
    replace (9000 * (y - y0) ^ 2) with (9 / 1000 * (u - v) ^ 2) by (unfold u, v; field).
    replace (y - y0) with (- (u - v) / 1000) by (unfold u, v; field). lra.
  - intros W T. apply (bent_decoy_benchmark rise slope 9 (7 / 10) (1 / 10) (1 / 20000) 1); [lra|lra|].
    apply rise_rising.
Qed.

(** And its regret is linear: from any start, with any number of learners, and the paper's tuning. *)
Theorem analytic_linear_regret : exists C : R, forall (start : nat -> vec) (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W)%nat -> 48 <= INR W * INR T ->
  (forall k, cube 3 (start k)) -> benchmark analytic W T star ->
  let b := beta 9 (7 / 10) (1 / 10) in
  let A := published K (paper_step radius b W T) (paper_delta b) start in
  6 / 100 * INR T - C * sqrt (INR W * INR T) <= regret analytic A T star.
Proof.
  exists (7 * order_of_N 9 (7 / 10) (1 / 10)). intros start K W T x some windows long inside best b A.
  assert (ok : ranges 9 (1 / 90) (7 / 10) (1 / 10)) by (split; lra).
  destruct (N_order 9 (1 / 90) (7 / 10) (1 / 10) K W T ok some windows long)
    as (m & N0 & floor & late & order).
  pose proof (tuning_fits 9 (7 / 10) (1 / 10) W T long) as tuned. fold b in tuned, late, order.
  destruct (bent_decoy_regret rise slope 9 (7 / 10) (1 / 10) (1 / 20000) 1 b _ _ 2 start K m N0 W T x
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) rise_rising
    (beta_price 9 (7 / 10) (1 / 10)) tuned some inside
    (fun k u Hu => proj1 (far_start (start k) u (inside k) Hu)) floor late best)
    as (range & _ & _ & _ & lower).
  cbv zeta in *. fold analytic b A in lower. set (a := 9 * (1 - INR m / INR K)) in *.
  set (ell := a * (1 / 10)) in *. specialize (order ell ltac:(lra)).
  destruct (share K some) as [K0 K1]. pose proof (pos_INR T) as T0. pose proof over_e as He.
  assert (Ha : 0 <= a <= 10) by (unfold ell in range; lra).
  assert (Hk : 0 <= a / INR K <= 10).
  { unfold Rdiv. split; [apply Rmult_le_pos; lra|]. replace 10 with (10 * 1) by ring.
    apply Rmult_le_compat; lra. }
  replace (1 / 10 * (1 + 9 / INR K)) with (9 * (1 / 10) * (1 / 10 + 1 / 90 + / INR K)) in lower
    by (unfold Rdiv; field; apply Rgt_not_eq, lt_0_INR; lia).
  set (N := _ / _ + _ + _ + 9 * (1 / 10) * (1 / 10 + 1 / 90 + / INR K) * INR N0) in *.
  set (s := sqrt (INR W * INR T)) in *. set (lost := 1 / 20000 * (ell + a / INR K) * INR T) in *.
  assert (Hlost : 0 <= lost <= 11 / 20000 * INR T).
  { unfold lost. split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]. }
  assert (few : 7 / 10 / (ell - 7 / 10) * (N + lost) <= 7 * (N + lost)).
  { apply Rmult_le_compat_r; [lra|]. apply (Rmult_le_reg_r (ell - 7 / 10)); [lra|].
    replace (7 / 10 / (ell - 7 / 10) * (ell - 7 / 10)) with (7 / 10) by (field; lra). lra. }
  assert (rate : (41 / 65 * (17 / 10) - 1) * INR T <= ((1 - exp (-1)) * (1 + 7 / 10) - 1) * INR T)
    by (apply Rmult_le_compat_r; lra).
  lra.
Qed.
