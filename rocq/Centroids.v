(** Centroids of survivors: one gradient a round, no chance, and bounds that do not grow with T (section
    "One gradient a round").

    Decisions x 0, ..., x (N - 1) carry weights. In all rounds of a window of W rounds (1 - kappa) times their
    mean by weight is played. Each round tells a vector, and a window multiplies the weight of x i by 1 + eps
    times what its vectors pay for x i, as a share of the most; or by 0, if x i overspends in it. *)

Require Import Arith FunctionalExtensionality Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Experts BoostedGradient Boosted Queue Repricing.
Open Scope R_scope.

(** The game in which round t is worth what u t pays: the weights are those of surviving experts in it. *)
Definition paid (G : game) (u : nat -> vec) : game :=
  Game (dim G) (decisions G) (project G) (fun t x => dot (dim G) (u t) x) (gradient G) (price G) (allowance
    G).

(** The mean of the decisions, by the weights of a window; it depends on what was told before. *)
Definition centroid (G : game) (x : nat -> vec) (N W : nat) (eps most : R) (u : nat -> vec) (j : nat) : vec :=
  fun c => sum (fun i => chance (paid G u) x N W eps most j i * x i c) N.

Definition centroid_decision (G : game) (x : nat -> vec) (N W : nat) (eps kappa most : R) (u : nat -> vec)
  (t : nat) : vec := scale (1 - kappa) (centroid G x N W eps most u (t / W)).

(** A payment for the mean is the mean of the payments. *)
Lemma dot_mean n (p : vec) (x : nat -> vec) (w : nat -> R) N :
  dot n p (fun c => sum (fun i => w i * x i c) N) = sum (fun i => w i * dot n p (x i)) N.
Proof.
  unfold dot. rewrite (sum_eq _ (fun c => sum (fun i => w i * (p c * x i c)) N)).
  - rewrite sum_swap. apply sum_eq. intros i _. apply sum_scale.
  - intros c _. rewrite <- sum_scale. apply sum_eq. intros. ring.
Qed.

(** A mean of decisions is one. *)
Lemma weighted_mean_in_X n X P top radius (x : nat -> vec) (w : nat -> R) N : domain n X P top radius ->
  (forall i, (i < N)%nat -> X (x i)) -> (forall i, (i < N)%nat -> 0 <= w i) -> sum w N = 1 ->
  X (fun c => sum (fun i => w i * x i c) N).
Proof.
  intros dom HX Hw. assert (Q : forall k, (k <= N)%nat -> forall s, sum w k <= s -> 0 < s ->
    X (fun c => sum (fun i => w i * x i c) k / s)).
  { induction k; intros Hk s Hs S0.
    - apply (counted _ _ _ _ _ dom zero); [intros c _; cbn; unfold zero, Rdiv; ring|apply (origin _ _ _ _ _
      dom)].
    - cbn [sum] in *. pose proof (Hw k ltac:(lia)) as W0.
      assert (W1 : 0 <= sum w k) by (apply sum_nonnegative; intros i Hi; apply Hw; lia).
      destruct (Rle_lt_dec (s - w k) 0) as [Z|Z].
      + assert (A : sum w k = 0) by lra. assert (B : w k = s) by lra.
        apply (counted _ _ _ _ _ dom (x k)); [|apply HX; lia]. intros c _.
        assert (E : sum (fun i => w i * x i c) k = 0).
        { rewrite <- (Rmult_0_r (INR k)), <- sum_const. apply sum_eq. intros i Hi.
          pose proof (term_le w k i ltac:(intros; apply Hw; lia) Hi) as T. pose proof (Hw i ltac:(lia)).
          replace (w i) with 0 by lra. ring. }
        rewrite E, B. field. lra.
      + apply (counted _ _ _ _ _ dom (plus (scale (1 - w k / s) (fun c => sum (fun i => w i * x i c) k / (s -
        w k)))
          (scale (w k / s) (x k)))).
        * intros c _. unfold plus, scale. field. lra.
        * apply (convex _ _ _ _ _ dom); [|apply IHk; lia || lra|apply HX; lia].
          split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
          apply (Rmult_le_reg_r s); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  intros S1. apply (counted _ _ _ _ _ dom (fun c => sum (fun i => w i * x i c) N / 1)).
  - intros c _. field.
  - apply Q; [lia|lra|lra].
Qed.

Section Weights.
Variables (G : game) (x : nat -> vec) (N W n : nat) (eps kappa gamma most share : R) (u : nat -> vec).
Variables (live : nat -> bool) (star : vec).
Hypotheses (some : (1 <= W)%nat) (any : (1 <= N)%nat) (eps_0 : 0 < eps) (most_0 : 0 < most).
Hypotheses (kappa_1 : 0 <= kappa <= 1) (gamma_1 : 0 <= gamma <= 1) (share_0 : 0 < share).
Hypothesis told : forall t, below (dim G) zero (u t).
Hypothesis above : forall i, (i < N)%nat -> below (dim G) zero (x i).
Hypothesis pays : forall t i, (i < N)%nat -> dot (dim G) (u t) (x i) <= most.
Hypothesis star_0 : below (dim G) zero star.
Hypothesis lives : forall i, (i < N)%nat -> live i = true -> below (dim G) (scale (1 - gamma) star) (x i) /\
  forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (x i)) W <= 0.
Hypothesis many : share * INR N <= sum (fun i => if live i then 1 else 0) N.

Notation P := (paid G u).
Notation weight := (expert_weight P x W eps most).
Notation z := (centroid_decision G x N W eps kappa most u).
Let y j i : R := eps / (INR W * most) * window_utility P x W j i.
Let dead j i : R := if Rle_dec (window_excess P x W j i) 0 then 0 else 1.
Let died j : R := sum (fun i => chance P x N W eps most j i * dead j i) N.
Let earned j : R := sum (fun i => chance P x N W eps most j i * y j i) N.
(** What window j pays for star, as a share of the most, times eps. *)
Let Y j : R := eps / (INR W * most) * sum (fun s => dot (dim G) (u (j * W + s)%nat) star) W.

Lemma paid_range t i : (i < N)%nat -> 0 <= utility P t (x i) <= most.
Proof.
  intros Hi. cbn. split; [|now apply pays]. apply sum_nonnegative. intros c Hc.
  apply Rmult_le_pos; [apply (told t c Hc)|apply (above i Hi c Hc)].
Qed.

Lemma unit_0 : 0 < eps / (INR W * most).
Proof. apply Rdiv_lt_0_compat; [exact eps_0|]. apply Rmult_lt_0_compat; [apply lt_0_INR; lia|exact most_0].
  Qed.

Lemma Y_0 j : 0 <= Y j.
Proof.
  apply Rmult_le_pos; [apply Rlt_le, unit_0|]. apply sum_nonnegative. intros s _. apply sum_nonnegative.
  intros c Hc. apply Rmult_le_pos; [apply (told _ c Hc)|apply (star_0 c Hc)].
Qed.

Lemma Y_below j i : (i < N)%nat -> live i = true -> (1 - gamma) * Y j <= y j i.
Proof.
  intros Hi L. destruct (lives i Hi L) as [B _]. unfold Y, y, window_utility.
  replace ((1 - gamma) * (eps / (INR W * most) * sum (fun s => dot (dim G) (u (j * W + s)%nat) star) W))
    with (eps / (INR W * most) * ((1 - gamma) * sum (fun s => dot (dim G) (u (j * W + s)%nat) star) W)) by
      ring.
  apply Rmult_le_compat_l; [apply Rlt_le, unit_0|]. rewrite <- sum_scale. apply sum_le. intros s _.
  rewrite <- dot_scale. apply dot_le; [apply told|exact B].
Qed.

Lemma one_lives : exists i, (i < N)%nat /\ live i = true.
Proof.
  assert (H : forall k, (exists i, (i < k)%nat /\ live i = true) \/ sum (fun i => if live i then 1 else 0) k
    = 0).
  { induction k as [|k [(i & Hi & L)|E]]; [now right|left; exists i; split; [lia|exact L]|].
    destruct (live k) eqn:L; [left; exists k; split; [lia|exact L]|right]. cbn [sum]. rewrite E, L. ring. }
  destruct (H N) as [L|E]; [exact L|]. assert (0 < share * INR N).
  { apply Rmult_lt_0_compat; [exact share_0|apply lt_0_INR; lia]. }
  lra.
Qed.

Lemma share_1 : share <= 1.
Proof.
  assert (HN : 0 < INR N) by (apply lt_0_INR; lia). apply (Rmult_le_reg_r (INR N)); [exact HN|].
  apply Rle_trans with (1 := many). rewrite Rmult_1_l, <- (Rmult_1_r (INR N)), <- sum_const. apply sum_le.
  intros i _. destruct (live i); lra.
Qed.

(** Those that live keep their share of all weights. *)
Lemma masses_compared : (1 - gamma) * sum Y n / (1 + eps) + sum died n <= - ln share + sum earned n.
Proof.
  assert (HN : 0 < INR N) by (apply lt_0_INR; lia). destruct one_lives as (best & Hb & Lb).
  pose proof (all_weights P x N W n best eps most some eps_0 most_0 Hb paid_range (proj2 (lives best Hb Lb)) n
    (le_n n)) as A.
  change (sum (weight n) N <= INR N * exp (sum (fun j => earned j - died j) n)) in A.
  set (a := (1 - gamma) * sum Y n / (1 + eps)).
  assert (B : share * INR N * exp a <= sum (weight n) N).
  { apply Rle_trans with (sum (fun i => exp a * (if live i then 1 else 0)) N).
    - rewrite sum_scale, (Rmult_comm (exp a)). apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|exact many].
    - apply sum_le. intros i Hi. destruct (live i) eqn:L.
      + rewrite Rmult_1_r.
        pose proof (survivor_weight P x N W n i eps most some eps_0 most_0 Hi paid_range (proj2 (lives i Hi
          L)) n
          (le_n n)) as S. apply Rle_trans with (2 := S).
        assert (Q : a <= sum (fun j => y j i) n / (1 + eps)).
        { unfold a, Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
          rewrite <- sum_scale. apply sum_le. intros j _. now apply Y_below. }
        destruct Q as [Q|Q]; [apply Rlt_le, exp_increasing, Q|rewrite Q; apply Rle_refl].
      + rewrite Rmult_0_r.
        now apply (weight_nonnegative P x N W best eps most some eps_0 most_0 Hb paid_range). }
  apply Rle_trans with (1 := B) in A. rewrite (Rmult_comm share), Rmult_assoc in A.
  apply (Rmult_le_reg_l (INR N)) in A; [|exact HN].
  assert (E : exp (ln share + a) <= exp (sum (fun j => earned j - died j) n)) by (now rewrite exp_plus,
    exp_ln).
  apply exp_le_inv in E. rewrite sum_minus in E. lra.
Qed.

Lemma chance_0 j i : (j <= n)%nat -> (i < N)%nat -> 0 <= chance P x N W eps most j i.
Proof.
  intros Hj Hi. destruct one_lives as (best & Hb & Lb).
  now apply (share_range P x N W n best eps most some eps_0 most_0 Hb paid_range (proj2 (lives best Hb Lb))).
Qed.

Lemma chance_1 j : (j <= n)%nat -> sum (chance P x N W eps most j) N = 1.
Proof.
  intros Hj. destruct one_lives as (best & Hb & Lb).
  now apply (share_sum P x N W n best eps most some eps_0 most_0 Hb paid_range (proj2 (lives best Hb Lb))).
Qed.

Lemma died_0 : 0 <= sum died n.
Proof.
  apply sum_nonnegative. intros j Hj. apply sum_nonnegative. intros i Hi.
  apply Rmult_le_pos; [apply chance_0; lia|]. unfold dead. destruct (Rle_dec _ 0); lra.
Qed.

Lemma log_0 : 0 <= - ln share.
Proof.
  pose proof share_1 as [H|H]; [apply ln_increasing in H; [rewrite ln_1 in H; lra|lra]|rewrite H, ln_1; lra].
Qed.

(** (1 - kappa) of what the centroid earns is what is paid for the decisions. *)
Lemma paid_for_played :
  INR W * most / eps * ((1 - kappa) * sum earned n) = sum (fun t => dot (dim G) (u t) (z t)) (n * W).
Proof.
  assert (HW : 0 < INR W) by (apply lt_0_INR; lia).
  rewrite sum_windows, <- !sum_scale. apply sum_eq. intros j _. unfold earned, y, window_utility.
  rewrite (sum_eq (fun s => dot (dim G) (u (j * W + s)%nat) (z (j * W + s)%nat))
    (fun s => (1 - kappa) * sum (fun i => chance P x N W eps most j i * dot (dim G) (u (j * W + s)%nat) (x
      i)) N)).
  - rewrite sum_scale, sum_swap.
    rewrite (sum_eq (fun i => sum (fun s => chance P x N W eps most j i * dot (dim G) (u (j * W + s)%nat) (x
      i)) W)
      (fun i => chance P x N W eps most j i * sum (fun s => dot (dim G) (u (j * W + s)%nat) (x i)) W))
      by (intros i _; apply sum_scale).
    rewrite (sum_eq _ (fun i => eps / (INR W * most) *
      (chance P x N W eps most j i * sum (fun s => dot (dim G) (u (j * W + s)%nat) (x i)) W)))
      by (intros i _; cbn [utility paid]; ring).
    rewrite sum_scale. field. lra.
  - intros s Hs. unfold centroid_decision. rewrite window_of by exact Hs. rewrite dot_scale. f_equal.
    unfold centroid. apply dot_mean.
Qed.

Lemma centroid_regret alpha :
  (forall t, (t < n * W)%nat -> alpha * utility G t star - utility G t (z t) <= dot (dim G) (u t) (minus star
    (z t))) ->
  (forall t, (t < n * W)%nat -> dot (dim G) (u t) (z t) <= utility G t (z t)) ->
  (1 - kappa) * (1 - gamma) / (1 + eps) * alpha * sum (fun t => utility G t star) (n * W)
  - sum (fun t => utility G t (z t)) (n * W) <= INR W * most / eps * - ln share.
Proof.
  intros gap own. assert (HW : 0 < INR W) by (apply lt_0_INR; lia).
  set (c := INR W * most / eps). assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|];
    lra).
  set (theta := (1 - kappa) * (1 - gamma) / (1 + eps)).
  assert (T1 : 0 <= theta <= 1).
  { unfold theta. assert (0 <= (1 - kappa) * (1 - gamma) <= 1) by (split; nra).
    split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply (Rmult_le_reg_r (1 + eps)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof masses_compared as M. pose proof died_0 as D0. pose proof log_0 as L0.
  apply (Rmult_le_compat_l (c * (1 - kappa))) in M; [|apply Rmult_le_pos; lra].
  assert (S : c * sum Y n = sum (fun t => dot (dim G) (u t) star) (n * W)).
  { rewrite sum_windows, <- sum_scale. apply sum_eq. intros j _. unfold Y, c. field. lra. }
  pose proof paid_for_played as E. fold c in E.
  set (A := sum (fun t => dot (dim G) (u t) star) (n * W)) in *.
  set (B := sum (fun t => dot (dim G) (u t) (z t)) (n * W)) in *.
  set (f := sum (fun t => utility G t star) (n * W)). set (g := sum (fun t => utility G t (z t)) (n * W)).
  assert (GA : alpha * f - g <= A - B).
  { unfold f, g, A, B. rewrite <- sum_scale, <- !sum_minus. apply sum_le. intros t Ht. rewrite <- dot_minus.
    now apply gap. }
  assert (OB : B <= g) by (unfold B, g; apply sum_le; intros t Ht; now apply own).
  assert (M' : theta * A + c * (1 - kappa) * sum died n <= c * (1 - kappa) * - ln share + B).
  { rewrite <- E, <- S. replace (theta * (c * sum Y n)) with (c * (1 - kappa) * ((1 - gamma) * sum Y n / (1 +
    eps)))
      by (unfold theta; field; lra). lra. }
  assert (0 <= c * (1 - kappa) * sum died n) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|exact D0]).
  assert (K : c * (1 - kappa) * - ln share <= c * - ln share).
  { apply Rmult_le_compat_r; [exact L0|]. rewrite <- (Rmult_1_r c) at 2. apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_l theta) in GA; [|lra].
  assert ((1 - theta) * B <= (1 - theta) * g) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma centroid_violation size : eps * size <= kappa * allowance G ->
  (forall t i, (i < N)%nat -> Rabs (excess G t (x i)) <= size) ->
  sum (fun t => excess G t (z t)) (n * W) <= INR W * size * - ln share.
Proof.
  intros Hs small. destruct one_lives as (best & Hb & Lb).
  pose proof (violation_of_dying P x N W n best eps most some eps_0 most_0 Hb paid_range (proj2 (lives best
    Hb Lb))
    kappa size (- ln share) kappa_1 Hs small) as V.
  assert (D : sum died n <= - ln share + eps * INR n).
  { pose proof masses_compared as M.
    pose proof (earned_little P x N W n best eps most some eps_0 most_0 Hb paid_range (proj2 (lives best Hb
      Lb))) as E.
    change (sum earned n <= eps * INR n) in E.
    assert (0 <= (1 - gamma) * sum Y n / (1 + eps)); [|lra].
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply sum_nonnegative; intros j _; apply Y_0]|apply Rlt_le,
      Rinv_0_lt_compat; lra]. }
  specialize (V D). apply Rle_trans with (2 := V), Req_le. rewrite !sum_windows. apply sum_eq. intros j Hj.
  apply sum_eq. intros s Hs'. unfold centroid_decision, expected_excess. rewrite window_of by exact Hs'.
  rewrite (sum_eq _ (fun i => chance P x N W eps most j i * ((1 - kappa) * dot (dim G) (price G (j * W + s))
    (x i))
    + - allowance G * chance P x N W eps most j i)).
  - rewrite sum_plus, sum_scale, chance_1 by lia. unfold excess. rewrite dot_scale. unfold centroid.
    rewrite dot_mean, <- sum_scale. rewrite (sum_eq (fun i => (1 - kappa) * (chance P x N W eps most j i *
      dot (dim G) (price G (j * W + s)) (x i))) (fun i => chance P x N W eps most j i * ((1 - kappa) *
      dot (dim G) (price G (j * W + s)) (x i)))) by (intros; ring). lra.
  - intros i _. unfold excess. cbn [dim price allowance paid]. rewrite dot_scale. ring.
Qed.
End Weights.

(** * The theorem

    Only what is told before a window counts in it. *)
Definition until (T : nat) (u : nat -> vec) (t : nat) : vec := if (t <? T)%nat then u t else zero.

Lemma until_before T u t : (t < T)%nat -> until T u t = u t.
Proof. intros H. unfold until. now apply Nat.ltb_lt in H as ->. Qed.

Lemma until_at T u t (Q : vec -> Prop) : Q zero -> (forall t, (t < T)%nat -> Q (u t)) -> Q (until T u t).
Proof. intros Z H. unfold until. destruct (Nat.ltb_spec t T); auto. Qed.

Lemma weight_until G x W eps most u T j i : (j * W <= T)%nat ->
  expert_weight (paid G u) x W eps most j i = expert_weight (paid G (until T u)) x W eps most j i.
Proof.
  intros H. induction j; [reflexivity|]. cbn [expert_weight]. rewrite IHj by (cbn in H; lia).
  assert (E : window_utility (paid G u) x W j i = window_utility (paid G (until T u)) x W j i).
  { apply sum_eq. intros s Hs. cbn [utility paid]. rewrite until_before; [reflexivity|cbn in H; lia]. }
  rewrite E. reflexivity.
Qed.

Lemma decision_until G x N W eps kappa most u T t : (1 <= W)%nat -> (t / W * W <= T)%nat ->
  centroid_decision G x N W eps kappa most u t = centroid_decision G x N W eps kappa most (until T u) t.
Proof.
  intros HW H. extensionality c. unfold centroid_decision, centroid, scale, chance. f_equal. apply sum_eq.
    intros i _.
  rewrite (sum_eq (expert_weight (paid G u) x W eps most (t / W))
    (expert_weight (paid G (until T u)) x W eps most (t / W))) by (intros; now apply weight_until).
  now rewrite (weight_until G x W eps most u T) by exact H.
Qed.

(** The window of a round begins no later than it. *)
Lemma window_begins t W : (1 <= W)%nat -> (t / W * W <= t)%nat.
Proof. intros H. rewrite Nat.mul_comm. apply Nat.mul_div_le. lia. Qed.

(** Whatever is told, if only it pays for star at least what is missing, and for the decision no more than
  that
    is worth: with a share of the decisions that live and are worth 1 - gamma of star, neither bound depends
      on
    T. The first n windows are counted, for any n. *)
Theorem centroids (G : game) (x u : nat -> vec) (live : nat -> bool) (star : vec) (N W n : nat)
  (alpha eps kappa gamma most size share : R) :
  (1 <= W)%nat -> (1 <= N)%nat -> 0 < eps -> 0 <= kappa <= 1 -> 0 <= gamma <= 1 -> 0 < most -> 0 < share ->
  let z := centroid_decision G x N W eps kappa most u in
  let T := (n * W)%nat in
  (forall t, (t < T)%nat -> below (dim G) zero (u t)) -> below (dim G) zero star ->
  (forall i, (i < N)%nat -> below (dim G) zero (x i)) ->
  (forall t i, (t < T)%nat -> (i < N)%nat -> dot (dim G) (u t) (x i) <= most) ->
  (forall t i, (i < N)%nat -> Rabs (excess G t (x i)) <= size) -> eps * size <= kappa * allowance G ->
  (forall t, (t < T)%nat -> alpha * utility G t star - utility G t (z t) <= dot (dim G) (u t) (minus star (z
    t))) ->
  (forall t, (t < T)%nat -> dot (dim G) (u t) (z t) <= utility G t (z t)) ->
  (forall i, (i < N)%nat -> live i = true -> below (dim G) (scale (1 - gamma) star) (x i) /\
    forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (x i)) W <= 0) ->
  share * INR N <= sum (fun i => if live i then 1 else 0) N ->
  (1 - kappa) * (1 - gamma) / (1 + eps) * alpha * sum (fun t => utility G t star) T
  - sum (fun t => utility G t (z t)) T <= INR W * most / eps * ln (1 / share) /\
  sum (fun t => excess G t (z t)) T <= INR W * size * ln (1 / share).
Proof.
  intros HW HN He Hk Hg HM Hsh z T told s0 above pays small Hs gap own lives many.
  assert (E : ln (1 / share) = - ln share) by (unfold Rdiv; rewrite Rmult_1_l; now apply ln_Rinv). rewrite E.
  set (v := until T u). assert (Z : forall t, (t < T)%nat -> z t = centroid_decision G x N W eps kappa most v
    t).
  { intros t Ht. unfold z, v. apply decision_until; [exact HW|].
    apply Nat.le_trans with (1 := window_begins t W HW). lia. }
  assert (V : forall t, (t < T)%nat -> v t = u t) by (intros; now apply until_before).
  assert (Vt : forall t, below (dim G) zero (v t)).
  { intros t. apply (until_at T u t (below (dim G) zero)); [intros c _; lra|exact told]. }
  assert (Vp : forall t i, (i < N)%nat -> dot (dim G) (v t) (x i) <= most).
  { intros t i Hi. apply (until_at T u t (fun a => dot (dim G) a (x i) <= most)); [|intros t' Ht'; now apply
    pays].
    apply Rle_trans with (INR (dim G) * 0); [|lra]. rewrite <- sum_const. apply sum_le. intros c _. unfold
      zero. lra. }
  rewrite (sum_eq (fun t => utility G t (z t)) (fun t => utility G t (centroid_decision G x N W eps kappa
    most v t)))
    by (intros t Ht; now rewrite Z).
  rewrite (sum_eq (fun t => excess G t (z t)) (fun t => excess G t (centroid_decision G x N W eps kappa most
    v t)))
    by (intros t Ht; now rewrite Z).
  split.
  - apply (centroid_regret G x N W n eps kappa gamma most share v live star); auto; intros t Ht;
      rewrite (V t Ht), <- (Z t Ht); auto.
  - now apply (centroid_violation G x N W n eps kappa gamma most share v live star).
Qed.

(** * On a grid, with the boosted gradient

    On a box, for utilities of the paper's class: the decisions are a grid that is no finer for more rounds.
      *)
Theorem centroids_on_a_grid (G : game) (u : nat -> vec) (top star : vec) (W n M : nat)
  (eps kappa gamma radius beta_f size : R) :
  queue_standing G top radius beta_f size -> (forall x, decisions G x <-> box (dim G) top x) ->
  0 < beta_f -> 0 < radius -> (1 <= W)%nat -> (1 <= M)%nat ->
  0 < eps -> 0 <= kappa <= 1 -> 0 <= gamma <= 1 ->
  let most := (1 - exp (-1)) * beta_f * radius in
  let N := ((M + 1) ^ dim G)%nat in
  let x := centroid_decision G (grid M top) N W eps kappa most u in
  let T := (n * W)%nat in
  let lnN := INR (dim G) * ln (INR M + 1) in
  (forall t, boosted (dim G) (gradient G t) (x t) (u t)) -> (forall t, below (dim G) zero (price G t)) ->
  eps * size <= kappa * allowance G -> allowance G + size <= gamma * allowance G * INR M ->
  decisions G star -> (forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) star) W <= 0) ->
  (1 - kappa) * (1 - gamma) / (1 + eps) * (1 - exp (-1)) * sum (fun t => utility G t star) T
  - sum (fun t => utility G t (x t)) T <= INR W * most / eps * lnN /\
  sum (fun t => excess G t (x t)) T <= INR W * size * lnN.
Proof.
  intros ok cube Hf HR HW HM He Hk Hg most N x T lnN field dear Hs fine Hstar kept.
  pose proof (queue_decide _ _ _ _ _ ok) as dom. pose proof (queue_good _ _ _ _ _ ok) as good.
  assert (Bstar : box (dim G) top star) by (now apply cube).
  assert (inG : forall i, decisions G (grid M top i)).
  { intros i. apply cube. now apply (grid_in_box (dim G) M top star HM Bstar). }
  assert (M0 : 0 < INR M) by (apply lt_0_INR; lia).
  assert (EN : INR N = (INR M + 1) ^ dim G) by (unfold N; rewrite pow_INR, plus_INR; reflexivity).
  assert (N0 : 0 < INR N) by (rewrite EN; apply pow_lt; lra).
  assert (N1 : (1 <= N)%nat) by (destruct N as [|N]; [cbn in N0; lra|lia]).
  assert (P0 : 0 < most).
  { unfold most. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [apply mass_positive|exact Hf]|exact HR].
    }
  assert (size_box : forall t y, box (dim G) top y -> Rabs (excess G t y) <= size)
    by (intros t y Hy; apply (queue_size _ _ _ _ _ ok); now apply cube).
  destruct (grid_survivor G top star W n M gamma size HM Hg dear size_box fine Bstar kept) as (best & Hb &
    low & cost).
  set (live := fun i => (i =? best)%nat).
  assert (lives : forall i, (i < N)%nat -> live i = true -> below (dim G) (scale (1 - gamma) star) (grid M
    top i) /\
    forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (grid M top i)) W <= 0).
  { intros i _ E. apply Nat.eqb_eq in E. subst i. split; [exact low|exact cost]. }
  assert (many : / INR N * INR N <= sum (fun i => if live i then 1 else 0) N).
  { rewrite Rinv_l by lra. replace 1 with (if live best then 1 else 0) at 1
      by (unfold live; now rewrite Nat.eqb_refl).
    apply (term_le (fun i => if live i then 1 else 0)); [|exact Hb]. intros i _. destruct (live i); lra. }
  assert (share_0 : 0 < / INR N) by (now apply Rinv_0_lt_compat).
  assert (above : forall i, (i < N)%nat -> below (dim G) zero (grid M top i)).
  { intros i _. apply (inside _ _ _ _ _ dom (grid M top i) (inG i)). }
  assert (s0 : below (dim G) zero star) by apply Bstar.
  (* what is told by a decision of X *)
  assert (tells : forall t, decisions G (x t) -> below (dim G) zero (u t) /\
    forall i, dot (dim G) (u t) (grid M top i) <= most).
  { intros t Ht. split; [exact (boosted_rises _ _ _ _ _ _ _ _ _ dom (good t) Ht (field t))|]. intros i.
    pose proof (queue_gradient _ _ _ _ _ ok) as [_ Gs].
    pose proof (boosted_short _ _ _ _ _ _ _ _ _ dom (queue_continuous _ _ _ _ _ ok t) Ht (Rlt_le _ _ Hf) (Gs
      t)
      (field t)) as B.
    pose proof (diameter _ _ _ _ _ dom _ _ (inG i) (origin _ _ _ _ _ dom)) as D.
    assert (Dg : sq (dim G) (grid M top i) <= radius ^ 2).
    { apply Rle_trans with (2 := D), Req_le. apply sum_eq. intros c _. unfold minus, zero. ring. }
    apply Rle_trans with (1 := Rle_abs _). unfold most.
    apply cauchy; [apply Rmult_le_pos; [apply Rlt_le, mass_positive|lra]|lra|exact B|exact Dg]. }
  (* every decision is one of X: those of a window depend on earlier windows alone *)
  assert (inX : forall t, (t < T)%nat -> decisions G (x t)).
  { intros t. induction t as [t IH] using (well_founded_induction lt_wf). intros Ht.
    unfold x. rewrite (decision_until G (grid M top) N W eps kappa most u t t HW (window_begins t W HW)).
    assert (Vt : forall s, below (dim G) zero (until t u s)).
    { intros s. apply (until_at t u s (below (dim G) zero)); [intros c _; lra|].
      intros s' Hs'. apply tells, IH; lia. }
    assert (Vp : forall s i, (i < N)%nat -> dot (dim G) (until t u s) (grid M top i) <= most).
    { intros s i _. apply (until_at t u s (fun a => dot (dim G) a (grid M top i) <= most)).
      - apply Rle_trans with (INR (dim G) * 0); [|lra]. rewrite <- sum_const. apply sum_le.
        intros c _. unfold zero. lra.
      - intros s' Hs'. apply tells, IH; lia. }
    assert (Q : (t / W <= n)%nat) by (pose proof (Nat.div_lt_upper_bound t W n ltac:(lia)); unfold T in Ht;
      lia).
    assert (C : decisions G (centroid G (grid M top) N W eps most (until t u) (t / W))).
    { apply (weighted_mean_in_X _ _ _ _ _ _ _ _ dom); [intros i _; apply inG| |].
      - intros i Hi. now apply (chance_0 G (grid M top) N W n eps gamma most (/ INR N) (until t u) live star).
      - now apply (chance_1 G (grid M top) N W n eps gamma most (/ INR N) (until t u) live star). }
    apply (counted _ _ _ _ _ dom (plus (scale (1 - kappa) (centroid G (grid M top) N W eps most (until t u)
      (t / W)))
      (scale kappa zero))).
    - intros c _. unfold centroid_decision, plus, scale, zero. ring.
    - apply (convex _ _ _ _ _ dom); [exact Hk|exact C|apply (origin _ _ _ _ _ dom)]. }
  assert (EL : ln (1 / / INR N) = lnN).
  { unfold Rdiv. rewrite Rmult_1_l, Rinv_inv, EN. unfold lnN. apply ln_pow. lra. }
  rewrite <- EL. apply (centroids G (grid M top) u live star N W n (1 - exp (-1)) eps kappa gamma most size
    (/ INR N));
    auto.
  - intros t Ht. now apply tells, inX.
  - intros t i Ht _. now apply tells, inX.
  - intros t i _. apply (queue_size _ _ _ _ _ ok), inG.
  - intros t Ht. apply (boosted_gap _ (decisions G) (project G) top radius _ (gradient G t));
      auto using (queue_continuous _ _ _ _ _ ok).
  - intros t Ht. pose proof (boosted_gap (dim G) (decisions G) (project G) top radius (utility G t) (gradient
    G t)
      (x t) zero (u t) dom (good t) (queue_continuous _ _ _ _ _ ok t) (inX t Ht) (origin _ _ _ _ _ dom)
        (field t)) as Z.
    rewrite (normalised _ _ _ _ (good t)), dot_minus in Z.
    assert (dot (dim G) (u t) zero = 0).
    { rewrite <- (Rmult_0_r (INR (dim G))), <- sum_const. apply sum_eq. intros c _. unfold zero. ring. }
    unfold x in Z. lra.
Qed.
