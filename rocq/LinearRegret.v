(** The published algorithm has linear regret on the decoy game, from any start, with any number of
    learners and any windows (chapter "Linear regret"). So Lemma 4.3 and Theorem 4.1 of the paper are
    false, and nothing above one half can be guaranteed of the published feedback. *)

Require Import Arith ZArith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Tuned Cube BentDecoy Decoy.
Open Scope R_scope.

(** [far] is how far, squared, a start may be from a point (u, 0) of the goods e and o: 2 from any start in
    the cube, 1 from the origin. *)
Theorem far_start : forall (x : vec) (u : R), cube 3 x -> 0 <= u <= 1 ->
  (x e - u) ^ 2 + x o ^ 2 <= 2 /\ (x e = 0 -> x o = 0 -> (x e - u) ^ 2 + x o ^ 2 <= 1).
Proof.
  intros x u Hx Hu. pose proof (Hx e ltac:(unfold e; lia)). pose proof (Hx o ltac:(unfold o; lia)).
  split; [nra|]. intros -> ->. nra.
Qed.

(** * The theorem *)

Lemma numbers Q w rho tau : ranges Q w rho tau ->
  0 < Q /\ 0 < w /\ 0 < rho /\ 0 < tau < 1 /\ 0 < Q * tau < 1 /\ tau + w <= 1.
Proof.
  intros [HQ Hw Hr Ht top bend _]. assert (0 < Q * tau) by (apply Rmult_lt_0_compat; lra).
  assert (0 < Q * w) by (apply Rmult_lt_0_compat; lra). repeat split; lra.
Qed.

(** Any tuning that fits, any start in the cube, any number of learners. Here m is K tau rounded down, and
    N_0 at least 1 / (eta mu). Each term of N is of the order of sqrt (W T) for the paper's tuning. *)
Theorem linear_regret :
  forall (Q w rho tau mu delta far : R) (start : nat -> vec) (K m N0 W T : nat) (star : vec),
  ranges Q w rho tau -> fits mu delta (beta Q rho tau) -> (1 <= K)%nat ->
  (forall k, cube 3 (start k)) ->
  (forall k u, 0 <= u <= 1 -> (start k e - u) ^ 2 + start k o ^ 2 <= far) ->
  INR m <= INR K * tau < INR m + 1 ->
  / ((1 - Q * tau) * mu) <= INR N0 ->
  let G := decoy Q w rho tau in
  let A := published K mu delta start in
  let P := / tau in
  let a := Q * (1 - INR m / INR K) in
  let ell := a * tau in
  let N := (far + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + P ^ 2)
           + delta * mu / 2 * ell ^ 2 * INR T + Q * tau * (tau + w + / INR K) * INR N0 in
  benchmark G W T star ->
  Q * tau * (1 - tau) <= ell <= 1 /\ rho < ell /\
  sum (fun t => decision G A t o) T <= N / (ell - rho) /\
  sum (fun t => utility G t (decision G A t)) T <= INR T + rho / (ell - rho) * N /\
  ((1 - exp (-1)) * (1 + rho) - 1) * INR T - rho / (ell - rho) * N <= regret G A T star.
Proof.
  intros Q w rho tau mu delta far start K m N0 W T star ok tuned some inside Hfar floor late
    G A P a ell N best.
  destruct (numbers Q w rho tau ok) as (HQ & Hw & Hr & Ht & HQt & _). pose proof (o_worth_less _ _ _ _ ok).
  destruct (bent_decoy_regret (q Q w tau) (q' Q w tau) Q rho tau 0 (Q * tau + Q * w / 2) (beta Q rho tau)
    mu delta far start K m N0 W T star HQ Ht (proj2 HQt) ltac:(lra) ltac:(lra) (top_at_most_one _ _ _ _ ok)
    (q_rising _ _ _ _ ok) (beta_price Q rho tau) tuned some inside Hfar floor late best)
    as (range & above & few & little & lower).
  cbv zeta in *. fold P a ell in range, above, few, little, lower.
  rewrite Rmult_0_l, Rmult_0_l, Rplus_0_r in *.
  pose proof (share K some) as [HK _].
  set (N' := _ / _ + _ + _ + tau * (Q * tau + Q * w / 2 + Q / INR K) * INR N0) in *.
  assert (more : N' <= N).
  { unfold N', N. apply Rplus_le_compat_l. apply Rmult_le_compat_r; [apply pos_INR|].
    assert (0 < Q * tau * w) by (apply Rmult_lt_0_compat; lra). unfold Rdiv. lra. }
  pose proof (Rinv_0_lt_compat (ell - rho) ltac:(lra)) as Hi.
  assert (M1 : N' / (ell - rho) <= N / (ell - rho)) by (apply Rmult_le_compat_r; lra).
  assert (M2 : rho / (ell - rho) * N' <= rho / (ell - rho) * N)
    by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact more]).
  change (bent_decoy (q Q w tau) (q' Q w tau) rho tau) with G in few, little, lower.
  fold A in few, little, lower.
  repeat split; lra.
Qed.

(** ** With the paper's tuning *)

(** Rounding down and up. *)
Lemma round_down r : 0 <= r -> exists n : nat, INR n <= r < INR n + 1.
Proof.
  intros H. destruct (archimed r) as [A1 A2]. assert (Z : (0 < up r)%Z) by (apply lt_IZR; lra).
  exists (Z.to_nat (up r - 1)). rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR by lia. lra.
Qed.
Lemma up_to r : 0 <= r -> exists n : nat, r <= INR n <= r + 1.
Proof. intros H. destruct (round_down r H) as [n Hn]. exists (S n). rewrite S_INR. lra. Qed.

Section Order.
Variables (Q w rho tau : R) (K W T : nat).
Hypothesis ok : ranges Q w rho tau.
Hypothesis some : (1 <= K)%nat.
Hypothesis windows : (1 <= W)%nat.
Hypothesis long : 48 <= INR W * INR T.

Let b := beta Q rho tau.
Let mu := paper_step radius b W T.
Let delta := paper_delta b.
Let s := sqrt (INR W * INR T).
Let eta := 1 - Q * tau.

Lemma radius_square : radius ^ 2 = 3.
Proof. unfold radius. apply pow2_sqrt. lra. Qed.
Lemma radius_range : 1 <= radius <= 2.
Proof.
  unfold radius. split; [rewrite <- sqrt_1|rewrite <- (sqrt_pow2 2) by lra]; apply sqrt_le_1_alt; lra.
Qed.

Lemma tuning_fits : fits mu delta b.
Proof.
  pose proof radius_range. pose proof (beta_1 Q rho tau). pose proof radius_square as E.
  apply paper_tuning; [lra|unfold b; lra|rewrite E; lra].
Qed.

Lemma s_range : 1 <= s /\ INR T <= s ^ 2.
Proof.
  unfold s. split; [rewrite <- sqrt_1; apply sqrt_le_1_alt; lra|].
  rewrite pow2_sqrt by lra. apply le_INR in windows. cbn [INR] in windows. pose proof (pos_INR T).
  rewrite <- (Rmult_1_l (INR T)) at 1. apply Rmult_le_compat_r; lra.
Qed.

(** 1/mu = (beta/R) s, and so mu T is at most (R/beta) s. *)
Lemma step_orders : / mu <= b * s /\ b * (mu * INR T) <= radius * s.
Proof.
  pose proof radius_range as HR. pose proof (beta_1 Q rho tau) as Hb. destruct s_range as [Hs HT].
  fold b in Hb. assert (E : mu * (b * s) = radius) by (unfold mu, paper_step; fold s; field; lra).
  assert (Hm : 0 < mu) by (apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; fold s; lra]). split.
  - apply (Rmult_le_reg_l mu); [exact Hm|]. rewrite Rinv_r, E by lra. lra.
  - replace (radius * s) with (b * (mu * s ^ 2)) by (rewrite <- E; ring).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Definition order_of_N : R :=
  3 / 2 * beta Q rho tau + 2 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) + 4 * beta Q rho tau
  + 2 * (beta Q rho tau / (1 - Q * tau) + 1).

(** There are m and N_0, and with them N, at most [order_of_N] sqrt (W T). *)
Lemma N_order : exists m N0 : nat,
  INR m <= INR K * tau < INR m + 1 /\ / ((1 - Q * tau) * mu) <= INR N0 /\
  forall ell, 0 <= ell <= 1 ->
  0 <= (2 + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2)
    + delta * mu / 2 * ell ^ 2 * INR T + Q * tau * (tau + w + / INR K) * INR N0 <= order_of_N * s.
Proof.
  destruct (numbers Q w rho tau ok) as (HQ & Hw & Hr & Ht & HQt & Hb1).
  pose proof (K_1 K some) as HK. destruct (share K some) as [HK0 HK1]. destruct s_range as [Hs HT].
  pose proof (beta_1 Q rho tau) as Hb. fold b in Hb. destruct step_orders as [O1 O2].
  pose proof (step_positive _ _ _ tuning_fits) as Hm. pose proof radius_range as HR.
  destruct (round_down (INR K * tau)) as [m floor]; [apply Rmult_le_pos; lra|].
  assert (He : 0 < eta * mu) by (apply Rmult_lt_0_compat; unfold eta; lra).
  pose proof (Rinv_0_lt_compat _ He) as Hi.
  destruct (up_to (/ (eta * mu))) as [N0 Hn]; [lra|].
  exists m, N0. fold eta. split; [exact floor|]. split; [lra|]. intros ell Hell.
  assert (Hi2 : 0 < / mu) by now apply Rinv_0_lt_compat.
  assert (El : 0 <= ell ^ 2 <= 1) by (split; [apply pow2_ge_0|nra]).
  pose proof (pos_INR T) as T0. assert (M : 0 <= mu * INR T) by (apply Rmult_le_pos; lra).
  assert (Sq : 0 <= Q ^ 2 + rho ^ 2 + (/ tau) ^ 2)
    by (pose proof (pow2_ge_0 Q); pose proof (pow2_ge_0 rho); pose proof (pow2_ge_0 (/ tau)); lra).
  assert (P1 : 0 <= (2 + ell ^ 2) / (2 * mu) <= 3 / 2 * b * s).
  { replace ((2 + ell ^ 2) / (2 * mu)) with ((2 + ell ^ 2) / 2 * / mu) by (field; lra).
    split; [apply Rmult_le_pos; lra|]. rewrite Rmult_assoc. apply Rmult_le_compat; lra. }
  assert (P2 : 0 <= mu * INR T * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) <= 2 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) * s).
  { split; [apply Rmult_le_pos; lra|].
    replace (2 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) * s) with (2 * s * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2)) by ring.
    apply Rmult_le_compat_r; [lra|].
    assert (1 * (mu * INR T) <= b * (mu * INR T)) by (apply Rmult_le_compat_r; lra).
    assert (radius * s <= 2 * s) by (apply Rmult_le_compat_r; lra). lra. }
  assert (P3 : 0 <= delta * mu / 2 * ell ^ 2 * INR T <= 4 * b * s).
  { unfold delta, paper_delta.
    replace (4 * b ^ 2 * mu / 2 * ell ^ 2 * INR T) with (2 * b * (b * (mu * INR T)) * ell ^ 2) by field.
    assert (B : 0 <= b * (mu * INR T)) by (apply Rmult_le_pos; lra).
    assert (B2 : b * (mu * INR T) <= 2 * s)
      by (assert (radius * s <= 2 * s) by (apply Rmult_le_compat_r; lra); lra).
    assert (B3 : 2 * b * (b * (mu * INR T)) <= 2 * b * (2 * s)) by (apply Rmult_le_compat_l; lra).
    assert (B4 : 0 <= 2 * b * (b * (mu * INR T))) by (apply Rmult_le_pos; lra).
    split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with (2 * b * (b * (mu * INR T)) * 1); [apply Rmult_le_compat_l; lra|lra]. }
  assert (P4 : 0 <= Q * tau * (tau + w + / INR K) * INR N0 <= 2 * (b / eta + 1) * s).
  { pose proof (pos_INR N0) as N1.
    assert (C : 0 <= Q * tau * (tau + w + / INR K) <= 1 * 2)
      by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]).
    split; [apply Rmult_le_pos; lra|].
    replace (2 * (b / eta + 1) * s) with (1 * 2 * (b / eta * s + s)) by ring.
    apply Rmult_le_compat; [lra|lra|lra|]. apply Rle_trans with (/ (eta * mu) + 1); [lra|].
    apply Rplus_le_compat; [|lra]. rewrite Rinv_mult.
    replace (b / eta * s) with (/ eta * (b * s)) by (unfold Rdiv; ring).
    apply Rmult_le_compat_l; [|lra]. apply Rlt_le, Rinv_0_lt_compat. unfold eta. lra. }
  unfold order_of_N. fold b eta. lra.
Qed.
End Order.

(** With the paper's tuning the utility is at most T + C sqrt (W T), and the regret at least
    c T - C sqrt (W T); c and C depend on the game alone. *)
Theorem linear_regret_paper :
  forall Q w rho tau : R, ranges Q w rho tau ->
  let G := decoy Q w rho tau in
  let c := (1 - exp (-1)) * (1 + rho) - 1 in
  exists C : R, 0 <= C /\ forall (start : nat -> vec) (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W)%nat -> 48 <= INR W * INR T ->
  (forall k, cube 3 (start k)) -> benchmark G W T star ->
  let b := beta Q rho tau in
  let A := published K (paper_step radius b W T) (paper_delta b) start in
  sum (fun t => utility G t (decision G A t)) T <= INR T + C * sqrt (INR W * INR T) /\
  c * INR T - C * sqrt (INR W * INR T) <= regret G A T star.
Proof.
  intros Q w rho tau ok G c. set (gap := Q * tau * (1 - tau) - rho).
  assert (Hg : 0 < gap) by (pose proof (o_worth_less _ _ _ _ ok); unfold gap; lra).
  pose proof (rho_positive _ _ _ _ ok) as Hr. pose proof (Rinv_0_lt_compat _ Hg) as Hgi.
  assert (HO : 0 <= order_of_N Q rho tau).
  { destruct (numbers Q w rho tau ok) as (HQ & _ & _ & _ & HQt & _).
    pose proof (beta_1 Q rho tau). pose proof (pow2_ge_0 Q). pose proof (pow2_ge_0 rho).
    pose proof (pow2_ge_0 (/ tau)). unfold order_of_N.
    assert (0 <= beta Q rho tau / (1 - Q * tau))
      by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]). lra. }
  exists (rho / gap * order_of_N Q rho tau).
  split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|exact HO]|].
  intros start K W T star some windows long inside best b A.
  destruct (N_order Q w rho tau K W T ok some windows long) as (m & N0 & floor & late & order).
  pose proof (tuning_fits Q rho tau W T long) as tuned.
  destruct (linear_regret Q w rho tau _ _ 2 start K m N0 W T star ok tuned some inside
    (fun k u Hu => proj1 (far_start (start k) u (inside k) Hu)) floor late best)
    as (range & above & _ & little & lower).
  cbv zeta in *.
  fold G b A in little, lower. set (ell := Q * (1 - INR m / INR K) * tau) in *.
  assert (H0 : 0 <= ell <= 1) by lra. specialize (order ell H0).
  set (N := _ / _ + _ + _ + _) in *. fold c in lower.
  assert (bound : rho / (ell - rho) * N <= rho / gap * order_of_N Q rho tau * sqrt (INR W * INR T)).
  { rewrite Rmult_assoc. apply Rmult_le_compat; [|lra| |lra].
    - apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    - apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [exact Hg|unfold gap; lra]. }
  split; lra.
Qed.

(** * What is false, and what is left *)

(** Slope 9 up to 1/10, bent over 1/50; o is worth 7/10. *)
Definition instance : game := decoy 9 (1 / 50) (7 / 10) (1 / 10).
Definition instance_beta : R := beta 9 (7 / 10) (1 / 10).
Lemma instance_ranges : ranges 9 (1 / 50) (7 / 10) (1 / 10).
Proof. split; lra. Qed.

(** It satisfies all of section 3 and has a benchmark: what follows is not empty. *)
Theorem instance_standing :
  standing instance (fun _ => 1) radius instance_beta 10 (17 / 10) (curvature 9 (1 / 50)) /\
  forall W T, benchmark instance W T star.
Proof.
  split.
  - pose proof (decoy_standing _ _ _ _ instance_ranges) as S.
    replace (/ (1 / 10)) with 10 in S by field. replace (1 + 7 / 10) with (17 / 10) in S by field. exact S.
  - intros W T. apply star_benchmark, instance_ranges.
Qed.

(** sqrt (W T) is at most T / r once T / W is at least r^2. *)
Lemma root_small r (W T : nat) : 0 < r -> r ^ 2 * INR W <= INR T -> r * sqrt (INR W * INR T) <= INR T.
Proof.
  intros Hr H. pose proof (pos_INR W). pose proof (pos_INR T).
  rewrite <- (sqrt_pow2 (INR T)) at 2 by lra. rewrite <- (sqrt_pow2 r) at 1 by lra.
  rewrite <- sqrt_mult_alt by apply pow2_ge_0. apply sqrt_le_1_alt.
  replace (r ^ 2 * (INR W * INR T)) with (r ^ 2 * INR W * INR T) by ring. nra.
Qed.

(** Whatever constant C Theorem 4.1 of the paper has: from some T / W on, the regret exceeds
    C sqrt (W T), from any start and with any number of learners. *)
Theorem theorem_4_1_fails : forall C : R, exists r : R,
  forall (start : nat -> vec) (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W)%nat -> r * INR W <= INR T ->
  (forall k, cube 3 (start k)) -> benchmark instance W T star ->
  let A := published K (paper_step radius instance_beta W T) (paper_delta instance_beta) start in
  C * sqrt (INR W * INR T) < regret instance A T star.
Proof.
  intros C. destruct (linear_regret_paper _ _ _ _ instance_ranges) as (C' & HC' & H).
  pose proof over_e. set (c := (1 - exp (-1)) * (1 + 7 / 10) - 1) in *.
  assert (Hc : 1 / 20 <= c) by (unfold c; lra).
  set (r := 20 * (Rabs C + C' + 1)).
  assert (Hr : 20 <= r) by (unfold r; pose proof (Rabs_pos C); lra).
  exists (r ^ 2). intros start K W T x some windows long inside best A.
  assert (HW : 1 <= INR W) by (change 1 with (INR 1); now apply le_INR).
  pose proof (root_small r W T ltac:(lra) long) as small.
  assert (HT : 400 <= INR T) by (apply Rle_trans with (2 := long); nra).
  specialize (H start K W T x some windows ltac:(nra) inside best). destruct H as [_ H].
  fold instance instance_beta A in H. set (s := sqrt (INR W * INR T)) in *.
  assert (Hs : 1 <= s) by (unfold s; rewrite <- sqrt_1; apply sqrt_le_1_alt; nra).
  assert (1 / 20 * INR T <= c * INR T) by (apply Rmult_le_compat_r; lra).
  assert (C * s <= Rabs C * s) by (apply Rmult_le_compat_r; [lra|apply Rle_abs]).
  unfold r in small. lra.
Qed.

(** Lemma 4.3 of the paper, for W = 1 and lambda = 0, bounds the regret by
    R sqrt T (2 beta + G^2 / beta) + L R^2 T / (2 K). With K = 20,000 learners and T = 2 * 10^8 rounds that is
    false, from any start: the bound is below 7.5 million, and the regret above 8.3 million. *)
Theorem lemma_4_3_fails :
  forall (start : nat -> vec) (K T : nat) (star : vec),
  INR K = 2 * 10 ^ 4 -> INR T = 2 * 10 ^ 8 ->
  (forall k, cube 3 (start k)) -> benchmark instance 1 T star ->
  let A := published K (paper_step radius instance_beta 1 T) (paper_delta instance_beta) start in
  radius * sqrt (INR T) * (2 * instance_beta + 10 ^ 2 / instance_beta)
  + curvature 9 (1 / 50) * radius ^ 2 * INR T / (2 * INR K)
  < 75 * 10 ^ 5 /\ 83 * 10 ^ 5 < regret instance A T star.
Proof.
  intros start K T x EK ET inside best A.
  assert (root : forall a b c, 0 <= a -> 0 <= c -> a ^ 2 <= b <= c ^ 2 -> a <= sqrt b <= c).
  { intros a b c Ha Hc [H1 H2].
    split; [rewrite <- (sqrt_pow2 a Ha)|rewrite <- (sqrt_pow2 c Hc)]; now apply sqrt_le_1_alt. }
  assert (B : 10.049 <= instance_beta <= 10.05).
  { unfold instance_beta, beta. replace (/ (1 / 10)) with 10 by field.
    rewrite Rmax_right by (apply sqrt_le_1_alt; lra). apply root; lra. }
  assert (R : 1.732 <= radius <= 1.7321) by (apply root; lra).
  assert (S : 14142 <= sqrt (INR T) <= 14143) by (rewrite ET; apply root; lra).
  set (b := instance_beta) in *. set (s := sqrt (INR T)) in *.
  assert (Bi : 0 < / b <= / 10.049) by (split; [apply Rinv_0_lt_compat|apply Rinv_le_contravar]; lra).
  split.
  - assert (L : curvature 9 (1 / 50) <= 450.2).
    { unfold curvature. replace (9 / (1 / 50)) with 450 by field.
      pose proof (root 450 (450 ^ 2 + 4 * 9 ^ 2) 450.4 ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
    rewrite radius_square, EK, ET.
    replace (curvature 9 (1 / 50) * 3 * (2 * 10 ^ 8) / (2 * (2 * 10 ^ 4))) with (curvature 9 (1 / 50) * 15000)
      by field.
    assert (radius * s <= 1.7321 * 14143) by (apply Rmult_le_compat; lra).
    assert (radius * s * (2 * b + 10 ^ 2 / b) <= 1.7321 * 14143 * 30.06)
      by (apply Rmult_le_compat; unfold Rdiv; [apply Rmult_le_pos; lra|lra|lra|lra]). lra.
  - assert (some : (1 <= K)%nat) by (apply INR_le; cbn [INR]; lra).
    assert (long : 48 <= INR 1 * INR T) by (cbn [INR]; lra).
    pose proof (tuning_fits 9 (7 / 10) (1 / 10) 1 T long) as tuned.
    fold instance_beta in tuned. fold b in tuned.
    set (mu := paper_step radius b 1 T) in *. set (delta := paper_delta b) in *.
    pose proof (step_positive _ _ _ tuned) as Hm.
    assert (E : mu * (b * s) = radius)
      by (unfold mu, paper_step, s; cbn [INR]; rewrite Rmult_1_l; fold s; field; lra).
    assert (I : / mu <= 82070).
    { apply (Rmult_le_reg_l mu); [exact Hm|]. rewrite Rinv_r by lra.
      assert (mu * (b * s) <= mu * (10.05 * 14143))
        by (apply Rmult_le_compat_l; [lra|apply Rmult_le_compat; lra]). lra. }
    assert (M : 0 <= mu * INR T <= 2438).
    { split; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_r (10.049 * 14142)); [lra|].
      assert (mu * (10.049 * 14142) <= mu * (b * s))
        by (apply Rmult_le_compat_l; [lra|apply Rmult_le_compat; lra]). rewrite ET. lra. }
    destruct (up_to (/ ((1 - 9 * (1 / 10)) * mu))) as [N0 [late early]].
    { apply Rlt_le, Rinv_0_lt_compat. lra. }
    assert (floor : INR (Z.to_nat 2000) <= INR K * (1 / 10) < INR (Z.to_nat 2000) + 1)
      by (rewrite INR_IZR_INZ, Z2Nat.id by lia; lra).
    destruct (linear_regret 9 (1 / 50) (7 / 10) (1 / 10) mu delta 2 start K (Z.to_nat 2000) N0 1 T x
      instance_ranges tuned some inside (fun k u Hu => proj1 (far_start (start k) u (inside k) Hu))
      floor late best)
      as (_ & _ & _ & _ & lower). cbv zeta in lower. fold instance A in lower.
    replace (9 * (1 - INR (Z.to_nat 2000) / INR K) * (1 / 10)) with (81 / 100) in lower
      by (rewrite EK, INR_IZR_INZ, Z2Nat.id by lia; field).
    replace (/ ((1 - 9 * (1 / 10)) * mu)) with (10 * / mu) in early by (field; lra).
    replace (/ (1 / 10)) with 10 in lower by field.
    replace ((2 + (81 / 100) ^ 2) / (2 * mu)) with (26561 / 20000 * / mu) in lower by (field; lra).
    replace (/ INR K) with (5 / 10 ^ 5) in lower by (rewrite EK; field).
    assert (D : delta * mu / 2 * (81 / 100) ^ 2 * INR T <= 2 * 10.05 ^ 2 * (81 / 100) ^ 2 * 2438).
    { replace (delta * mu / 2 * (81 / 100) ^ 2 * INR T) with (2 * b ^ 2 * (81 / 100) ^ 2 * (mu * INR T))
        by (unfold delta, paper_delta; field).
      assert (b ^ 2 <= 10.05 ^ 2) by (apply pow_incr; lra). pose proof (pow2_ge_0 b).
      apply Rmult_le_compat; lra. }
    set (F := delta * mu / 2 * (81 / 100) ^ 2 * INR T) in *. rewrite ET in lower at 1.
    replace (7 / 10 / (81 / 100 - 7 / 10)) with (70 / 11) in lower by field.
    pose proof over_e. lra.
Qed.

(** One half: for every eps there is a decoy game on which the share of the benchmark's utility comes as
    near to 1 / (2 - 3 eps), or below it, as one likes, once T / W is large. *)
Theorem one_half : forall eps more : R, 0 < eps < 1 / 3 -> 0 < more ->
  let G := decoy ((1 - eps) / eps) (2 * eps ^ 2 / (1 - eps)) (1 - 3 * eps) eps in
  let b := beta ((1 - eps) / eps) (1 - 3 * eps) eps in
  exists r : R, forall (start : nat -> vec) (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W)%nat -> r * INR W <= INR T ->
  (forall k, cube 3 (start k)) -> benchmark G W T star ->
  let A := published K (paper_step radius b W T) (paper_delta b) start in
  sum (fun t => utility G t (decision G A t)) T
  <= (1 / (2 - 3 * eps) + more) * sum (fun t => utility G t star) T.
Proof.
  intros eps more He Hm G b.
  assert (ok : ranges ((1 - eps) / eps) (2 * eps ^ 2 / (1 - eps)) (1 - 3 * eps) eps).
  { assert (Ei : 0 < / eps) by (apply Rinv_0_lt_compat; lra).
    assert (Ej : 0 < / (1 - eps)) by (apply Rinv_0_lt_compat; lra). split; try lra.
    - apply Rmult_lt_0_compat; lra.
    - apply Rmult_lt_0_compat; [nra|lra].
    - apply Req_le. field. lra.
    - assert (/ (1 - eps) <= 3 / 2)
        by (replace (3 / 2) with (/ (2 / 3)) by field; apply Rinv_le_contravar; lra).
      assert (2 * eps ^ 2 * / (1 - eps) <= 2 * eps ^ 2 * (3 / 2)) by (apply Rmult_le_compat_l; nra).
      unfold Rdiv. nra.
    - replace ((1 - eps) / eps * eps * (1 - eps)) with ((1 - eps) ^ 2) by (field; lra). nra. }
  destruct (linear_regret_paper _ _ _ _ ok) as (C & HC & H). fold G b in H.
  set (r := (C + 1) / more + 7).
  assert (H0 : 0 <= (C + 1) / more) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, Hm]).
  assert (Hr : 7 <= r) by (unfold r; lra).
  exists (r ^ 2). intros start K W T x some windows long inside best A.
  assert (HW : 1 <= INR W) by (change 1 with (INR 1); now apply le_INR).
  pose proof (root_small r W T ltac:(lra) long) as small.
  assert (HT : 49 <= INR T) by (apply Rle_trans with (2 := long); nra).
  destruct (H start K W T x some windows ltac:(nra) inside best) as [E _]. cbv zeta in E. fold A in E.
  assert (V : sum (fun t => utility G t x) T = INR T * (1 + (1 - 3 * eps)))
    by exact (benchmark_utility _ _ _ _ ok _ _ _ best).
  rewrite V. set (s := sqrt (INR W * INR T)) in *.
  assert (Hs : 0 <= s) by apply sqrt_pos.
  assert (C * s <= more * INR T).
  { apply (Rmult_le_compat_l more) in small; [|lra].
    assert (E2 : more * ((C + 1) / more) = C + 1) by (field; lra).
    assert (0 <= 7 * (more * s)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    unfold r in small. replace (more * (((C + 1) / more + 7) * s)) with
      (more * ((C + 1) / more) * s + 7 * (more * s)) in small by ring. rewrite E2 in small. lra. }
  replace ((1 / (2 - 3 * eps) + more) * (INR T * (1 + (1 - 3 * eps))))
    with (INR T + more * INR T * (2 - 3 * eps)) by (field; lra).
  assert (more * INR T * 1 <= more * INR T * (2 - 3 * eps))
    by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra). lra.
Qed.
