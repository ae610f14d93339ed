(** 1 - 1/e is tight for boosted OSPHG, too: one learner, told the boosted gradient, walks on the slow game
    to the same rest (theorem "1 - 1/e is tight for boosted OSPHG"). *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Tuned Saddle Cube BoostedGradient Boosted Slow Rest.
Open Scope R_scope.

(** * Integrals *)

(** The integral of what is nowhere larger is not larger. *)
Lemma integral_le h k v w :
  integral h v -> integral k w -> (forall s, 0 < s < 1 -> h s <= k s) -> v <= w.
Proof. intros [p <-] [r <-] H. apply RiemannInt_P19; [lra|exact H]. Qed.

(** The integral of a constant over [0, 1]. *)
Lemma integral_const c : integral (fun _ => c) c.
Proof.
  exists (RiemannInt_P14 0 1 c). change (RiemannInt (RiemannInt_P14 0 1 c) = c). rewrite RiemannInt_P15. ring.
Qed.

(** The mass of the weights e^(s - 1) is 1 - 1/e. *)
Lemma integral_weights : integral (fun s => exp (s - 1)) (1 - exp (-1)).
Proof.
  assert (C : forall s, 0 <= s <= 1 -> continuity_pt (fun s => exp (s - 1)) s).
  { intros s _. apply derivable_continuous_pt. exists (exp (s - 1)). apply exp_slope. }
  assert (H01 : 0 <= 1) by lra. pose (pr := continuity_implies_RiemannInt H01 C).
  assert (I : integral (fun s => exp (s - 1)) (RiemannInt pr)) by (exists pr; reflexivity).
  pose proof (integral_above _ (fun s => exp (s - 1)) (fun s => exp (s - 1)) _ I C
    (fun s _ => conj (exp_slope s) (Rle_refl _))) as L.
  pose proof (integral_below _ (fun s => exp (s - 1)) (fun s => exp (s - 1)) _ I C
    (fun s _ => conj (exp_slope s) (Rle_refl _))) as U.
  cbv beta in L, U. replace (1 - 1) with 0 in L, U by ring. replace (0 - 1) with (-1) in L, U by ring.
  rewrite exp_0 in L, U. replace (1 - exp (-1)) with (RiemannInt pr) by lra. exact I.
Qed.

(** * The boosted gradient of the slow game *)

(** beta = max ((1 - 1/e) beta_f, beta_g) *)
Definition boosted_beta (a eps : R) : R := Rmax ((1 - exp (-1)) * slow_beta a eps) (sqrt (1 + a ^ 2)).

Lemma slow_integrand_continuous a eps x i s :
  continuity_pt (fun s => exp (s - 1) * gradient (slow a eps) 0 (scale s x) i) s.
Proof. destruct i; cbn; unfold q, scale; reg. Qed.

(** The integral of e^(s - 1) grad f (s x), by name. *)
Definition slow_boosted (a eps : R) (t : nat) (x : vec) : vec := fun i =>
  RiemannInt (continuity_implies_RiemannInt Rle_0_1 (fun s _ => slow_integrand_continuous a eps x i s)).

(** It is the boosted gradient that boosted OSPHG is told. *)
Theorem slow_boosted_field a eps : boosted_field (slow a eps) (slow_boosted a eps).
Proof.
  intros t x _ i _. unfold slow_boosted. eexists. reflexivity.
Qed.

(** ** Its slopes

    At x = (z, e) the slope of e is at least (1 - a z) (1 + eps) / e, and that of the slow good, per unit of
    money, at most (1 + eps) / e - eps (1 - 1/e) + (1 + eps) (1 - 1/e) (1 - e): the integrands'
    bounds. *)

(** exp lies below its chord over [0, 1]: exp (s d) <= exp d <= 1 + (e - 1) d, divided by e. *)
Lemma exp_chord s d : 0 <= s <= 1 -> 0 <= d <= 1 -> exp (s * d - 1) <= exp (-1) + (1 - exp (-1)) * d.
Proof.
  intros Hs Hd. assert (Hsd : s * d <= 1 * d) by (apply Rmult_le_compat_r; lra).
  apply Rle_trans with (exp (d - 1)).
  - destruct (Rle_lt_or_eq_dec (s * d) d) as [H|H]; [lra|apply Rlt_le, exp_increasing; lra|rewrite H; lra].
  - pose proof (exp_tangent (1 - d) 0) as T0. pose proof (exp_tangent (1 - d) 1) as T1.
    replace (- (1 - d)) with (d - 1) in T0, T1 by ring. replace (- (1)) with (-1) in T1 by ring.
    rewrite Ropp_0, exp_0 in T0.
    apply (Rmult_le_compat_l d) in T0; [|lra]. apply (Rmult_le_compat_l (1 - d)) in T1; [|lra]. lra.
Qed.

Section Slopes.
Variables (a eps : R) (u : nat -> vec -> vec) (t : nat) (x : vec).
Hypotheses (slowness : 0 < a <= 1) (bonus : 0 < eps) (top : q eps 1 <= 1)
  (field : boosted_field (slow a eps) u) (inside : box 2 (highest a) x).

(** exp (s - 1 - s e) is at least 1/e. *)
Lemma slope_e : (1 - a * x 0%nat) * ((1 + eps) * exp (-1)) <= u t x 1%nat.
Proof.
  destruct (in_box a slowness x inside) as (Z & _ & E).
  apply (integral_le _ _ _ _ (integral_const _) (field t x inside 1%nat ltac:(cbn; lia))).
  intros s Hs. cbn. unfold scale. set (e := x 1%nat) in *. replace (a * (s * x 0%nat))
    with (s * (a * x 0%nat)) by ring.
  set (z := a * x 0%nat) in *.
  replace (exp (s - 1) * ((1 - s * z) * ((1 + eps) * exp (- (s * e)))))
    with ((1 - s * z) * ((1 + eps) * exp (s - 1 + - (s * e)))) by (rewrite exp_plus; ring).
  assert (s * z <= 1 * z) by (apply Rmult_le_compat_r; lra). pose proof (exp_pos (-1)).
  assert (L : exp (-1) <= exp (s - 1 + - (s * e))).
  { assert (s * e <= s * 1) by (apply Rmult_le_compat_l; lra). replace (-1) with (- (1)) by ring.
    replace (s - 1 + - (s * e)) with (- (1 - s + s * e)) by ring. apply exp_falls. lra. }
  apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_l; lra].
Qed.

(** exp (s - 1 - s e) lies below the chord. *)
Lemma slope_z : 0 <= u t x 0%nat <=
  a * ((1 + eps) * exp (-1) - eps * (1 - exp (-1)) + (1 + eps) * (1 - exp (-1)) * (1 - x 1%nat)).
Proof.
  destruct (in_box a slowness x inside) as (Z & _ & E).
  pose proof (field t x inside 0%nat ltac:(cbn; lia)) as I. split.
  - apply (integral_le _ _ _ _ (integral_const 0) I). intros s Hs. cbn. unfold scale.
    pose proof (q_range eps bonus (s * x 1%nat)) as Q. assert (0 <= s * x 1%nat <= 1 * 1).
    { split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra. }
    specialize (Q ltac:(lra)). pose proof (exp_pos (s - 1)).
    apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra].
  - set (c := a * ((1 + eps) * (exp (-1) + (1 - exp (-1)) * (1 - x 1%nat)))).
    apply Rle_trans with (c + - (a * eps) * (1 - exp (-1))); [|unfold c; lra].
    apply (integral_le _ _ _ _ I (integral_plus _ _ _ _ (- (a * eps)) (integral_const c) integral_weights)).
    intros s Hs. cbn. unfold scale, q. set (e := x 1%nat) in *.
    replace (exp (s - 1) * (a * (1 - (1 + eps) * (1 - exp (- (s * e))))))
      with (a * ((1 + eps) * exp (s - 1 + - (s * e))) + - (a * eps) * exp (s - 1))
      by (rewrite exp_plus; ring).
    apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
    replace (s - 1 + - (s * e)) with (s * (1 - e) - 1) by ring. apply exp_chord; lra.
Qed.

(** The gradient is continuous. *)
Lemma slow_continuous : continuous_gradient 2 (box 2 (highest a)) (gradient (slow a eps) t).
Proof.
  intros y i Hy Hi r Hr. exists (r / (2 * (1 + eps))). split; [apply Rdiv_lt_0_compat; lra|].
  intros y' Hy' near.
  set (b := r / (2 * (1 + eps))) in *. assert (b0 : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  assert (r_is : r = (1 + eps) * (2 * b)) by (unfold b; field; lra).
  destruct (in_box a slowness y Hy) as (Z & _ & E). destruct (in_box a slowness y' Hy') as (Z' & _ & E').
  pose proof (exp_near _ _ E E') as N. pose proof (exp_range _ E) as X. pose proof (exp_range _ E') as X'.
  unfold sq, dot, minus in near. cbn [sum] in near. set (k := y' 0%nat - y 0%nat) in *.
  set (h := y' 1%nat - y 1%nat) in *. pose proof (exp_pos (-1)).
  assert (small : forall c, c ^ 2 < b ^ 2 -> Rabs c <= b).
  { intros c Hc. rewrite <- pow2_abs in Hc.
    apply Rlt_le, Rsqr_incrst_0; rewrite ?Rsqr_pow2; [exact Hc|apply Rabs_pos|lra]. }
  pose proof (small k ltac:(pose proof (pow2_ge_0 h); lra)) as Sk.
  pose proof (small h ltac:(pose proof (pow2_ge_0 k); lra)) as Sh.
  destruct i as [|[|i]]; [| |lia]; cbn; unfold q; set (D := exp (- y 1%nat)) in *;
    set (D' := exp (- y' 1%nat)) in *.
  - replace (a * (1 - (1 + eps) * (1 - D')) - a * (1 - (1 + eps) * (1 - D))) with (a * (1 + eps) * (D' - D))
        by ring.
    rewrite Rabs_mult, Rabs_right by (apply Rle_ge, Rmult_le_pos; lra). rewrite r_is.
    apply Rle_trans with (1 * (1 + eps) * (2 * b)); [|lra].
    apply Rmult_le_compat; [apply Rmult_le_pos; lra|apply Rabs_pos|apply Rmult_le_compat_r; lra|lra].
  - replace ((1 - a * y' 0%nat) * ((1 + eps) * D') - (1 - a * y 0%nat) * ((1 + eps) * D))
      with ((1 + eps) * ((1 - a * y' 0%nat) * (D' - D) + - a * k * D)) by (unfold k; ring).
    rewrite Rabs_mult, (Rabs_right (1 + eps)), r_is by lra. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (1 := Rabs_triang _ _).
    rewrite !Rabs_mult, Rabs_Ropp, (Rabs_right a), (Rabs_right D), (Rabs_right (1 - _)) by lra.
    assert ((1 - a * y' 0%nat) * Rabs (D' - D) <= 1 * b) by (apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (a * Rabs k <= 1 * b) by (apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (a * Rabs k * D <= b * 1) by (apply Rmult_le_compat; try apply Rmult_le_pos; try apply Rabs_pos;
      lra). lra.
Qed.

(** What is told is no longer than (1 - 1/e) beta_f. *)
Lemma slow_short : sq 2 (u t x) <= boosted_beta a eps ^ 2.
Proof.
  pose proof (exp_pos (-1)). pose proof over_e.
  apply Rle_trans with (((1 - exp (-1)) * slow_beta a eps) ^ 2).
  - apply (boosted_short 2 (box 2 (highest a)) (onto_box (highest a)) (highest a) (slow_radius a) (gradient
        (slow a eps) t) x).
    + now apply slow_domain.
    + exact slow_continuous.
    + exact inside.
    + apply sqrt_pos.
    + intros z Hz. now apply slow_gradient.
    + now apply (field t x).
  - apply pow_incr. split; [apply Rmult_le_pos; [lra|apply sqrt_pos]|apply Rmax_l].
Qed.
End Slopes.

(** The slow game is one that boosted OSPHG is made for. *)
Theorem slow_boosted_standing a eps : 0 < a <= 1 -> 0 < eps -> q eps 1 <= 1 ->
  boosted_standing (slow a eps) (highest a) (slow_radius a) (slow_beta a eps) (boosted_beta a eps) 1.
Proof.
  intros Ha He Ht. destruct (slow_standing a eps Ha He Ht) as [B good _ _].
  destruct B as [X R0 B0 short _ _ small].
  pose proof (exp_pos (-1)). pose proof over_e. pose proof (sqrt_pos (1 + a ^ 2)) as S0.
  pose proof (Rmax_r ((1 - exp (-1)) * slow_beta a eps) (sqrt (1 + a ^ 2))) as M.
  split; try assumption.
  - apply Rlt_le_trans with (2 := M), sqrt_lt_R0. pose proof (pow2_ge_0 a). lra.
  - split; [lra|apply Rmax_l].
  - intros t. apply Rle_trans with (sqrt (1 + a ^ 2) ^ 2); [|apply pow_incr; split; [exact S0|exact M]].
    rewrite pow2_sqrt by (pose proof (pow2_ge_0 a); lra). unfold sq, dot. cbn. lra.
  - intros t. now apply slow_continuous.
Qed.

(** * The theorem

    Case (i) holds for all T together, if W T is large; case (ii) for short steps, which means wide windows.
    The proof: there is one learner, K = 1 in [Rest], and its slopes favour e as long as it buys little of the
    slow good. There is one boosted gradient on X, [slow_boosted]; u is any field with these values. *)
Theorem tight_boosted (a eps : R) (T : nat) (m d ell eta gamma : R) (u : nat -> vec -> vec) :
  0 < a <= 1 -> 0 < eps -> q eps 1 <= 1 -> fits m d (boosted_beta a eps) -> boosted_field (slow a eps) u ->
  0 <= ell -> 0 < eta -> 0 < gamma ->
  gamma <= (1 - eta) * ((1 + eps) * exp (-1)) - ell - (1 + eps) * (1 - exp (-1)) * eta ->
  gamma <= ell - (1 + eps) * exp (-1) + eps * (1 - exp (-1)) ->
  let beta := boosted_beta a eps in
  let C := beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2 in
  (2 * a ^ 2 * (C / beta ^ 2 + ell ^ 2 / 2) <= eta ^ 2 /\ m * beta ^ 2 <= 2 * a ^ 2 * gamma) \/
  a ^ 2 * (1 + ell ^ 2 + 2 * m ^ 2 * C * INR T) <= eta ^ 2 ->
  let G := slow a eps in
  let x := one_decision G m d zero u in
  let N := ((1 + ell ^ 2) / (2 * m) + m * C * INR T) / gamma in
  sum (fun t => a * x t 0%nat) T <= N /\
  sum (fun t => utility G t (x t)) T <= q eps 1 * INR T + (1 - q eps 1) * N.
Proof.
  intros Ha He Ht fit field Hl Heta Hg G1 G2 beta C H G x N.
  pose proof (one_decision_in_X G m d zero u (highest a) (slow_radius a) (slow_domain a Ha)
    (origin _ _ _ _ _ (slow_domain a Ha)) : forall t, box 2 (highest a) (x t)) as inX.
  assert (one : forall h, mean 1 h = h 0%nat) by (intros h; unfold mean; cbn; field).
  pose proof (exp_pos (-1)) as E0. pose proof over_e as E1.
  assert (B : sum (fun t => a * x t 0%nat) T <= N); [|split; [exact B|now apply earned]].
  rewrite (sum_eq _ (fun t => mean 1 (fun _ => a * x t 0%nat))) by (intros; now rewrite one).
  apply (rest_bought a m d ell eta gamma beta 1 Ha (le_n 1) fit) with (l := one_lambda G m d zero u)
    (z := fun t _ => x t 0%nat) (e := fun t _ => x t 1%nat)
    (se := fun t _ => u t (x t) 1%nat) (sz := fun t _ => u t (x t) 0%nat / a); auto.
  - apply Rle_trans with (sqrt (1 + a ^ 2) ^ 2).
    + apply Req_le. symmetry. apply pow2_sqrt. pose proof (pow2_ge_0 a). lra.
    + apply pow_incr. split; [apply sqrt_pos|apply Rmax_r].
  - intros t. change (one_lambda G m d zero u (S t)) with
      (Rmax 0 ((1 - d * m ^ 2) * one_lambda G m d zero u t + m * excess G t (x t))).
    unfold G at 2. rewrite slow_excess, !one. do 2 f_equal. ring.
  - intros t _. change (x (S t) 0%nat) with
      (Rmax 0 (Rmin (/ a) (x t 0%nat + m * (u t (x t) 0%nat - one_lambda G m d zero u t * a)))).
    do 2 f_equal. field. lra.
  - intros t _. change (x (S t) 1%nat) with
      (Rmax 0 (Rmin 1 (x t 1%nat + m * (u t (x t) 1%nat - one_lambda G m d zero u t * 1)))).
    do 2 f_equal. ring.
  - intros t k _. pose proof (slope_e a eps u t (x t) Ha He field (inX t)) as E.
    pose proof (slope_z a eps u t (x t) Ha He Ht field (inX t)) as Z.
    pose proof (slow_short a eps u t (x t) Ha He Ht field (inX t)) as L.
    destruct (in_box a Ha _ (inX t)) as (R & _).
    split; [|split].
    + apply Rle_trans with (2 := E). repeat apply Rmult_le_pos; lra.
    + apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra].
    + replace (a ^ 2 * (u t (x t) 0%nat / a) ^ 2) with (u t (x t) 0%nat ^ 2) by (field; lra).
      unfold sq, dot in L. cbn [sum] in L. fold beta in L. lra.
  - intros t. rewrite !one. intros H0. pose proof (slope_e a eps u t (x t) Ha He field (inX t)) as E.
    pose proof (slope_z a eps u t (x t) Ha He Ht field (inX t)) as [_ Z].
    destruct (in_box a Ha _ (inX t)) as (R & _ & P).
    apply (Rmult_le_compat_r (/ a)) in Z; [|apply Rlt_le, Rinv_0_lt_compat; lra].
    rewrite (Rmult_comm a), Rmult_assoc, Rinv_r, Rmult_1_r in Z by lra.
    change (u t (x t) 0%nat * / a) with (u t (x t) 0%nat / a) in Z.
    set (c := exp (-1)) in *. set (D := 1 - x t 1%nat) in *. set (Y := a * x t 0%nat) in *.
    set (s := u t (x t) 0%nat / a) in *.
    assert (D0 : 0 <= D) by (unfold D; lra).
    assert (E2 : (1 - eta) * ((1 + eps) * c) <= u t (x t) 1%nat).
    { apply Rle_trans with (2 := E). apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra. }
    assert (F1 : ((1 - eta) * ((1 + eps) * c) - ell) * D <= (u t (x t) 1%nat - ell) * D)
        by (apply Rmult_le_compat_r; lra).
    assert (F2 : (ell - ((1 + eps) * c - eps * (1 - c) + (1 + eps) * (1 - c) * D)) * Y <= (ell - s) * Y)
      by (apply Rmult_le_compat_r; lra).
    assert (F3 : (1 + eps) * (1 - c) * (D * Y) <= (1 + eps) * (1 - c) * (D * eta)).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra. }
    apply (Rmult_le_compat_r D) in G1; [|exact D0]. apply (Rmult_le_compat_r Y) in G2; lra.
Qed.

(** Boosted OSPHG cannot be promised a share above 1 - 1/e: for every such share alpha there is a slow game on
    which, from some T / W on, it loses a share of T, with the step sizes of the paper. *)
Corollary tight_boosted_share (alpha : R) : 1 - exp (-1) < alpha ->
  exists a eps c r : R, 0 < a <= 1 /\ 0 < eps /\ q eps 1 <= 1 /\ 0 < c /\
  forall (W T : nat) (best : vec) (u : nat -> vec -> vec), (1 <= W <= T)%nat -> r * INR W <= INR T ->
  let G := slow a eps in
  let beta := boosted_beta a eps in
  let x := one_decision G (paper_step (slow_radius a) beta W T) (paper_delta beta) zero u in
  boosted_field G u -> benchmark G W T best ->
  c * INR T <= alpha * sum (fun t => utility G t best) T - sum (fun t => utility G t (x t)) T.
Proof.
  intros Halpha. destruct (decoy_for alpha Halpha) as (eps & He & Ht & Hq). pose proof over_e as E1.
  pose proof (exp_pos (-1)) as E0. set (c := exp (-1)) in *.
  pose (eta := eps * (1 - c) / (4 * (1 + eps))). pose (gamma := eps * (1 - c) / 4).
  assert (EC : 0 < eps * (1 - c) <= 1 / 2).
  { split; [apply Rmult_lt_0_compat; lra|]. replace (1 / 2) with (1 / 2 * 1) by ring.
    apply Rmult_le_compat; lra. }
  assert (eta0 : 0 < eta) by (apply Rdiv_lt_0_compat; lra).
  assert (etaE : (1 + eps) * eta = eps * (1 - c) / 4) by (unfold eta; field; lra).
  assert (eta1 : eta <= 1) by (assert (0 < eps * eta) by (apply Rmult_lt_0_compat; lra); lra).
  pose (a := eta / 4). assert (Ha : 0 < a <= 1) by (unfold a; lra).
  assert (Hg : 0 < gamma) by (unfold gamma; lra).
  pose (gap := (alpha - q eps 1) / 2). assert (Hgap : 0 < gap) by (unfold gap; lra).
  assert (HR : 0 < slow_radius a) by (apply sqrt_lt_R0; pose proof (pow2_ge_0 (/ a)); lra).
  assert (Hb : 1 <= boosted_beta a eps).
  { apply Rle_trans with (sqrt (1 + a ^ 2)); [|apply Rmax_r]. rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt.
    pose proof (pow2_ge_0 a). lra. }
  destruct (rest_tuned a (slow_radius a) (boosted_beta a eps) gamma gap) as [r tuned]; try lra.
  exists a, eps, gap, r. repeat split; try lra. intros W T best u HW Hr G beta x field Hbest.
  set (ell := (1 + eps) * c - eps * (1 - c) / 2).
  assert (L0 : 0 <= ell <= 1).
  { unfold ell. assert (eps * c <= 1 / 2 * (3 / 8)) by (apply Rmult_le_compat; lra).
    assert (0 <= eps * c) by (apply Rmult_le_pos; lra). lra. }
  assert (L2 : ell ^ 2 <= 2) by nra.
  destruct (tuned W T ell HW Hr L2) as (fit & fine & loss).
  change (boosted_beta a eps) with beta in Hb, fit, fine, loss.
  unfold x. set (m := paper_step (slow_radius a) beta W T) in *. set (d := paper_delta beta) in *.
  assert (G1 : gamma <= (1 - eta) * ((1 + eps) * c) - ell - (1 + eps) * (1 - c) * eta).
  { replace ((1 - eta) * ((1 + eps) * c) - ell - (1 + eps) * (1 - c) * eta) with ((1 + eps) * c - ell - (1 +
        eps) * eta) by ring.
    rewrite etaE. unfold ell, gamma. lra. }
  assert (G2 : gamma <= ell - (1 + eps) * c + eps * (1 - c)) by (unfold ell, gamma; lra).
  assert (near : 2 * a ^ 2 * ((beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) / beta ^ 2 + ell ^ 2 / 2) <= eta ^ 2).
  { assert (B1 : 1 <= beta ^ 2) by (rewrite <- (pow1 2); apply pow_incr; lra).
    assert (I : / beta ^ 2 <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    replace ((beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) / beta ^ 2) with (1 / 2 + / beta ^ 2 + 2 * ell ^ 2)
      by (unfold d, paper_delta; field; lra).
    replace (2 * a ^ 2) with (eta ^ 2 * (1 / 8)) by (unfold a; field). rewrite Rmult_assoc.
    apply Rle_trans with (eta ^ 2 * 1); [|lra]. apply Rmult_le_compat_l; [apply pow2_ge_0|]. lra. }
  destruct (tight_boosted a eps T m d ell eta gamma u Ha (proj1 He) Ht fit field (proj1 L0) eta0 Hg G1 G2
    (or_introl (conj near fine))) as [_ U].
  apply (rest_lost a eps alpha gap W T); try lra; auto; [|unfold gap; lra].
  apply Rle_trans with (1 := U). apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|exact loss].
Qed.
