(** Centroids of survivors of any distribution (section "One gradient a round"). What is a sum over finitely
    many points in [Centroids] is here a mean of functions of a point. *)

Require Import Arith FunctionalExtensionality Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Means Experts.
Open Scope R_scope.

Section Player.
Variables (Omega : Type) (E : (Omega -> R) -> R) (x : Omega -> vec).
Variables (G : game) (W : nat) (eps kappa most : R) (u : nat -> vec).

(** What point i overspends in window j, and what is paid for it. *)
Definition over_window (j : nat) (i : Omega) : R := sum (fun s => excess G (j * W + s) (x i)) W.
Definition paid_in (j : nat) (i : Omega) : R := sum (fun s => dot (dim G) (u (j * W + s)%nat) (x i)) W.

(** The density of window j with respect to the first distribution, but for a factor. *)
Fixpoint density (j : nat) (i : Omega) : R :=
  match j with
  | O => 1
  | S j => if Rle_dec (over_window j i) 0 then density j i * (1 + eps / (INR W * most) * paid_in j i) else 0
  end.

Definition centre (j : nat) : vec := fun c => E (fun i => density j i * x i c) / E (density j).
Definition centre_decision (t : nat) : vec := scale (1 - kappa) (centre (t / W)).
End Player.

Lemma bounded_times {Omega : Type} (f g : Omega -> R) :
  bounded f -> bounded g -> bounded (fun i => f i * g i).
Proof.
  intros [c Hc] [k Hk]. exists (c * k). intros i. rewrite Rabs_mult.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma bounded_between {Omega : Type} (f : Omega -> R) c : (forall i, 0 <= f i <= c) -> bounded f.
Proof. intros H. exists c. intros i. specialize (H i). rewrite Rabs_right; lra. Qed.

Section Weights.
Variables (Omega : Type) (E : (Omega -> R) -> R) (x : Omega -> vec) (G : game) (W n : nat).
Variables (eps kappa gamma most size share : R) (u : nat -> vec) (live : Omega -> bool) (star : vec).
Hypotheses (HE : mean_of E) (some : (1 <= W)%nat) (eps_0 : 0 < eps) (most_0 : 0 < most).
Hypotheses (kappa_1 : 0 <= kappa <= 1) (gamma_1 : 0 <= gamma <= 1) (share_0 : 0 < share) (size_0 : 0 <= size).
Hypothesis told : forall t, (t < n * W)%nat -> below (dim G) zero (u t).
Hypothesis above : forall i, below (dim G) zero (x i).
Hypothesis near : forall c, (c < dim G)%nat -> bounded (fun i => x i c).
Hypothesis pays : forall t i, (t < n * W)%nat -> dot (dim G) (u t) (x i) <= most.
Hypothesis small : forall t i, Rabs (excess G t (x i)) <= size.
Hypothesis star_0 : below (dim G) zero star.
Hypothesis lives : forall i, live i = true -> below (dim G) (scale (1 - gamma) star) (x i) /\
  forall j, (j < n)%nat -> over_window Omega x G W j i <= 0.
Hypothesis many : share <= E (fun i => if live i then 1 else 0).

Notation d := (density Omega x G W eps most u).
Notation z := (centre_decision Omega E x G W eps kappa most u).
Let unit := eps / (INR W * most).
Let y j i := unit * paid_in Omega x G W u j i.
Let dead j i := if Rle_dec (over_window Omega x G W j i) 0 then 0 else 1.
Let m j := E (d j).
Let earned j := E (fun i => d j i * y j i) / m j.
Let died j := E (fun i => d j i * dead j i) / m j.
Let Y j := unit * sum (fun s => dot (dim G) (u (j * W + s)%nat) star) W.

Lemma W_0 : 0 < INR W.
Proof. apply lt_0_INR. lia. Qed.

Lemma unit_positive : 0 < unit.
Proof. apply Rdiv_lt_0_compat; [exact eps_0|]. apply Rmult_lt_0_compat; [apply W_0|exact most_0]. Qed.

Lemma in_window j s : (j < n)%nat -> (s < W)%nat -> (j * W + s < n * W)%nat.
Proof. intros Hj Hs. pose proof (Nat.mul_le_mono_r _ _ W Hj). lia. Qed.

Lemma y_range j i : (j < n)%nat -> 0 <= y j i <= eps.
Proof.
  intros Hj. pose proof unit_positive as U. pose proof W_0 as HW. unfold y, paid_in. split.
  - apply Rmult_le_pos; [lra|]. apply sum_nonnegative. intros s Hs. apply sum_nonnegative. intros c Hc.
    apply Rmult_le_pos; [apply (told _ (in_window j s Hj Hs) c Hc)|apply (above i c Hc)].
  - replace eps with (unit * (INR W * most)) at 1 by (unfold unit; field; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite <- sum_const. apply sum_le. intros s Hs.
    apply pays. now apply in_window.
Qed.

Lemma Y_positive j : (j < n)%nat -> 0 <= Y j.
Proof.
  intros Hj. apply Rmult_le_pos; [apply Rlt_le, unit_positive|]. apply sum_nonnegative. intros s Hs.
  apply sum_nonnegative. intros c Hc.
  apply Rmult_le_pos; [apply (told _ (in_window j s Hj Hs) c Hc)|apply (star_0 c Hc)].
Qed.

Lemma Y_low j i : (j < n)%nat -> live i = true -> (1 - gamma) * Y j <= y j i.
Proof.
  intros Hj L. destruct (lives i L) as [B _]. unfold Y, y, paid_in.
  rewrite (Rmult_comm (1 - gamma)), Rmult_assoc. apply Rmult_le_compat_l; [apply Rlt_le, unit_positive|].
  rewrite Rmult_comm, <- sum_scale. apply sum_le. intros s Hs. rewrite <- dot_scale.
  apply dot_le; [apply told; now apply in_window|exact B].
Qed.

Lemma density_range j i : (j <= n)%nat -> 0 <= d j i <= (1 + eps) ^ j.
Proof.
  induction j as [|j IH]; intros Hj; [cbn; lra|]. cbn [density pow].
  specialize (IH ltac:(lia)). pose proof (y_range j i ltac:(lia)) as Hy. unfold y, unit in Hy.
  assert (0 <= (1 + eps) ^ j) by (apply pow_le; lra).
  destruct (Rle_dec _ 0); [|split; [lra|apply Rmult_le_pos; lra]].
  split; [apply Rmult_le_pos; lra|]. rewrite (Rmult_comm (1 + eps)). apply Rmult_le_compat; lra.
Qed.

Lemma density_bounded j : (j <= n)%nat -> bounded (d j).
Proof. intros Hj. apply (bounded_between _ ((1 + eps) ^ j)). intros i. now apply density_range. Qed.

Lemma y_bounded j : (j < n)%nat -> bounded (y j).
Proof. intros Hj. apply (bounded_between _ eps). intros i. now apply y_range. Qed.

Lemma dead_bounded j : bounded (dead j).
Proof. apply (bounded_between _ 1). intros i. unfold dead. destruct (Rle_dec _ 0); lra. Qed.

Lemma live_bounded : bounded (fun i => if live i then 1 else 0).
Proof. apply (bounded_between _ 1). intros i. destruct (live i); lra. Qed.

Lemma mean_times c (f : Omega -> R) : bounded f -> E (fun i => c * f i) = c * E f.
Proof.
  intros H. pose proof (mean_linear _ HE c f (fun _ => 0) H (bounded_const _ 0)) as L.
  rewrite (mean_const_of _ _ HE) in L. rewrite Rplus_0_r in L. rewrite <- L.
  f_equal. apply functional_extensionality. intros. ring.
Qed.

(** A factor 1 + y is at least e^(y/(1 + eps)). *)
Lemma factor_low v : 0 <= v <= eps -> exp (v / (1 + eps)) <= 1 + v.
Proof.
  intros H. apply Rle_trans with (exp (v / (1 + v))).
  - assert (L : v / (1 + eps) <= v / (1 + v)).
    { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
    destruct L as [L|L]; [now apply Rlt_le, exp_increasing|rewrite L; apply Rle_refl].
  - pose proof (exp_line (- (v / (1 + v)))) as L. rewrite exp_Ropp in L.
    replace (1 + - (v / (1 + v))) with (/ (1 + v)) in L by (field; lra).
    apply Rinv_le_contravar in L; [|apply Rinv_0_lt_compat; lra]. now rewrite !Rinv_inv in L.
Qed.

Lemma live_density j i : (j <= n)%nat -> live i = true ->
  exp ((1 - gamma) * sum Y j / (1 + eps)) <= d j i.
Proof.
  intros Hj L. induction j as [|j IH].
  - cbn. replace ((1 - gamma) * 0 / (1 + eps)) with 0 by (field; lra). rewrite exp_0. lra.
  - cbn [density sum]. destruct (lives i L) as [_ kept]. specialize (kept j ltac:(lia)).
    destruct (Rle_dec (over_window Omega x G W j i) 0); [|contradiction].
    replace ((1 - gamma) * (sum Y j + Y j) / (1 + eps))
      with ((1 - gamma) * sum Y j / (1 + eps) + (1 - gamma) * Y j / (1 + eps)) by (field; lra).
    rewrite exp_plus. pose proof (y_range j i ltac:(lia)) as R. pose proof (Y_low j i ltac:(lia) L) as B.
    pose proof (Y_positive j ltac:(lia)).
    apply Rmult_le_compat; [apply Rlt_le, exp_pos|apply Rlt_le, exp_pos|apply IH; lia|].
    fold unit. change (unit * paid_in Omega x G W u j i) with (y j i).
    assert (0 <= (1 - gamma) * Y j) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (1 + (1 - gamma) * Y j); [apply factor_low|]; lra.
Qed.

(** Those that live keep their part of all mass. *)
Lemma mass_low j : (j <= n)%nat -> share * exp ((1 - gamma) * sum Y j / (1 + eps)) <= m j.
Proof.
  intros Hj. set (a := exp _). assert (0 < a) by apply exp_pos.
  apply Rle_trans with (E (fun i => a * (if live i then 1 else 0))).
  - rewrite mean_times by apply live_bounded. rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
  - apply (mean_ordered _ HE); [|now apply density_bounded|].
    + apply bounded_times; [apply bounded_const|apply live_bounded].
    + intros i. destruct (live i) eqn:L.
      * rewrite Rmult_1_r. now apply live_density.
      * rewrite Rmult_0_r. now apply density_range.
Qed.

Lemma mass_positive_in j : (j <= n)%nat -> 0 < m j.
Proof.
  intros Hj. apply Rlt_le_trans with (2 := mass_low j Hj).
  apply Rmult_lt_0_compat; [exact share_0|apply exp_pos].
Qed.

Lemma share_below_1 : share <= 1.
Proof.
  apply Rle_trans with (1 := many). apply Rle_trans with (2 := Req_le _ _ (mean_one _ HE)).
  apply (mean_ordered _ HE); [apply live_bounded|apply bounded_const|]. intros i. destruct (live i); lra.
Qed.

(** The mean of what window j finds at a point, by the window's distribution. *)
Lemma mean_0 j (f : Omega -> R) : (j <= n)%nat -> bounded f -> (forall i, 0 <= f i) ->
  0 <= E (fun i => d j i * f i) / m j.
Proof.
  intros Hj Hf H. apply Rle_mult_inv_pos; [|now apply mass_positive_in].
  rewrite <- (mean_const_of _ _ HE 0). apply (mean_ordered _ HE); [apply bounded_const| |].
  - apply bounded_times; [now apply density_bounded|exact Hf].
  - intros i. apply Rmult_le_pos; [now apply density_range|apply H].
Qed.

Lemma died_positive j : (j < n)%nat -> 0 <= died j.
Proof.
  intros Hj. apply mean_0; [lia|apply dead_bounded|]. intros i. unfold dead. destruct (Rle_dec _ 0); lra.
Qed.

Lemma earned_below j : (j < n)%nat -> earned j <= eps.
Proof.
  intros Hj. pose proof (mass_positive_in j ltac:(lia)) as M. apply (Rmult_le_reg_r (m j)); [exact M|].
  unfold earned, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold m.
  rewrite <- mean_times by (apply density_bounded; lia). apply (mean_ordered _ HE).
  - apply bounded_times; [apply density_bounded; lia|now apply y_bounded].
  - apply bounded_times; [apply bounded_const|apply density_bounded; lia].
  - intros i. rewrite Rmult_comm. apply Rmult_le_compat_r; [apply density_range; lia|now apply y_range].
Qed.

Lemma mass_next j : (j < n)%nat -> m (S j) <= m j * (1 + earned j - died j).
Proof.
  intros Hj. pose proof (mass_positive_in j ltac:(lia)) as M.
  assert (D : bounded (d j)) by (apply density_bounded; lia).
  assert (B1 : bounded (fun i => d j i * y j i)) by (apply bounded_times; [exact D|now apply y_bounded]).
  assert (B2 : bounded (fun i => d j i * dead j i)) by (apply bounded_times; [exact D|apply dead_bounded]).
  assert (B3 : bounded (fun i => 1 * (d j i * y j i) + d j i)) by now apply bounded_linear.
  replace (m j * (1 + earned j - died j))
    with (E (fun i => -1 * (d j i * dead j i) + (1 * (d j i * y j i) + d j i))).
  - apply (mean_ordered _ HE); [apply density_bounded; lia|now apply bounded_linear|]. intros i.
    cbn [density]. fold unit. change (unit * paid_in Omega x G W u j i) with (y j i). unfold dead.
    pose proof (density_range j i ltac:(lia)). pose proof (y_range j i Hj). destruct (Rle_dec _ 0); [lra|].
    assert (0 <= d j i * y j i) by (apply Rmult_le_pos; lra). lra.
  - rewrite (mean_linear _ HE (-1) _ _ B2 B3), (mean_linear _ HE 1 _ _ B1 D). unfold earned, died. fold (m j).
    field. lra.
Qed.

Lemma mass_high j : (j <= n)%nat -> m j <= exp (sum (fun k => earned k - died k) j).
Proof.
  induction j as [|j IH]; intros Hj.
  - unfold m. cbn [sum]. rewrite exp_0.
    replace (d 0%nat) with (fun _ : Omega => 1) by (apply functional_extensionality; reflexivity).
    rewrite (mean_one _ HE). lra.
  - cbn [sum]. rewrite exp_plus. apply Rle_trans with (1 := mass_next j Hj).
    pose proof (exp_line (earned j - died j)) as L. specialize (IH ltac:(lia)).
    pose proof (mass_positive_in j ltac:(lia)) as M.
    apply Rle_trans with (m j * exp (earned j - died j)); [apply Rmult_le_compat_l; lra|].
    apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|exact IH].
Qed.

Lemma masses : (1 - gamma) * sum Y n / (1 + eps) + sum died n <= - ln share + sum earned n.
Proof.
  pose proof (Rle_trans _ _ _ (mass_low n (le_n n)) (mass_high n (le_n n))) as H.
  rewrite <- (exp_ln share) in H by exact share_0. rewrite <- exp_plus in H. apply exp_le_inv in H.
  rewrite sum_minus in H. lra.
Qed.

Lemma sum_died : 0 <= sum died n <= - ln share + eps * INR n.
Proof.
  split; [apply sum_nonnegative; intros; now apply died_positive|].
  pose proof masses as M.
  assert (sum earned n <= INR n * eps).
  { rewrite <- sum_const. apply sum_le. intros. now apply earned_below. }
  assert (0 <= (1 - gamma) * sum Y n / (1 + eps)); [|lra].
  apply Rle_mult_inv_pos; [|lra]. apply Rmult_le_pos; [lra|]. apply sum_nonnegative.
  intros. now apply Y_positive.
Qed.

Lemma log_positive : 0 <= - ln share.
Proof.
  pose proof share_below_1 as [H|H]; [|rewrite H, ln_1; lra].
  apply ln_increasing in H; [rewrite ln_1 in H|]; lra.
Qed.

(** A payment for the centre is the mean of the payments. *)
Lemma dot_centre p j : (j <= n)%nat ->
  dot (dim G) p (centre Omega E x G W eps most u j) = E (fun i => d j i * dot (dim G) p (x i)) / m j.
Proof.
  intros Hj. pose proof (mass_positive_in j Hj) as M.
  assert (B : forall c, (c < dim G)%nat -> bounded (fun i => d j i * x i c)).
  { intros c Hc. apply bounded_times; [now apply density_bounded|now apply near]. }
  replace (fun i => d j i * dot (dim G) p (x i)) with (fun i => sum (fun c => p c * (d j i * x i c)) (dim G)).
  2: { apply functional_extensionality. intros i. unfold dot. rewrite <- sum_scale.
       apply sum_eq. intros. ring. }
  rewrite (mean_sum _ E HE (fun c i => p c * (d j i * x i c)))
    by (intros c Hc; apply bounded_times; [apply bounded_const|now apply B]).
  unfold dot, centre, Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros c Hc.
  rewrite mean_times by now apply B. fold (m j). ring.
Qed.

Lemma dot_bounded p : bounded (fun i => dot (dim G) p (x i)).
Proof. apply bounded_sum. intros c Hc. apply bounded_times; [apply bounded_const|now apply near]. Qed.

(** What window j earns, in the centre's payments. *)
Lemma earned_is j : (j < n)%nat ->
  earned j = unit * sum (fun s => dot (dim G) (u (j * W + s)%nat) (centre Omega E x G W eps most u j)) W.
Proof.
  intros Hj. pose proof (mass_positive_in j ltac:(lia)) as M.
  rewrite (sum_eq _ (fun s => / m j * E (fun i => d j i * dot (dim G) (u (j * W + s)%nat) (x i))))
    by (intros; rewrite dot_centre by lia; unfold Rdiv; ring).
  assert (B : forall s, bounded (fun i => d j i * dot (dim G) (u (j * W + s)%nat) (x i))).
  { intros s. apply bounded_times; [apply density_bounded; lia|apply dot_bounded]. }
  rewrite sum_scale, <- (mean_sum _ E HE (fun s i => d j i * dot (dim G) (u (j * W + s)%nat) (x i))) by auto.
  unfold earned. replace (fun i => d j i * y j i)
    with (fun i => unit * sum (fun s => d j i * dot (dim G) (u (j * W + s)%nat) (x i)) W).
  - rewrite mean_times by (apply bounded_sum; auto). unfold Rdiv. ring.
  - apply functional_extensionality. intros i. unfold y, paid_in. rewrite sum_scale. ring.
Qed.

Lemma paid_for_centres :
  INR W * most / eps * ((1 - kappa) * sum earned n) = sum (fun t => dot (dim G) (u t) (z t)) (n * W).
Proof.
  pose proof W_0 as HW. rewrite sum_windows, <- !sum_scale. apply sum_eq. intros j Hj.
  rewrite earned_is by exact Hj.
  rewrite (sum_eq (fun s => dot (dim G) (u (j * W + s)%nat) (z (j * W + s)%nat))
    (fun s => (1 - kappa) * dot (dim G) (u (j * W + s)%nat) (centre Omega E x G W eps most u j))).
  - rewrite sum_scale. unfold unit. field. lra.
  - intros s Hs. unfold centre_decision. rewrite window_of by exact Hs. apply dot_scale.
Qed.

Lemma centre_regret alpha :
  (forall t, (t < n * W)%nat ->
    alpha * utility G t star - utility G t (z t) <= dot (dim G) (u t) (minus star (z t))) ->
  (forall t, (t < n * W)%nat -> dot (dim G) (u t) (z t) <= utility G t (z t)) ->
  (1 - kappa) * (1 - gamma) / (1 + eps) * alpha * sum (fun t => utility G t star) (n * W)
  - sum (fun t => utility G t (z t)) (n * W) <= INR W * most / eps * - ln share.
Proof.
  intros gap own. pose proof W_0 as HW.
  set (c := INR W * most / eps).
  assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  set (theta := (1 - kappa) * (1 - gamma) / (1 + eps)).
  assert (T1 : 0 <= theta <= 1).
  { unfold theta. assert (0 <= (1 - kappa) * (1 - gamma) <= 1) by (split; nra).
    split; [apply Rle_mult_inv_pos; lra|].
    apply (Rmult_le_reg_r (1 + eps)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof masses as M. pose proof sum_died as [D0 _]. pose proof log_positive as L0.
  apply (Rmult_le_compat_l (c * (1 - kappa))) in M; [|apply Rmult_le_pos; lra].
  assert (S : c * sum Y n = sum (fun t => dot (dim G) (u t) star) (n * W)).
  { rewrite sum_windows, <- sum_scale. apply sum_eq. intros j _. unfold Y, c, unit. field. lra. }
  pose proof paid_for_centres as P. fold c in P.
  set (A := sum (fun t => dot (dim G) (u t) star) (n * W)) in *.
  set (B := sum (fun t => dot (dim G) (u t) (z t)) (n * W)) in *.
  set (f := sum (fun t => utility G t star) (n * W)). set (g := sum (fun t => utility G t (z t)) (n * W)).
  assert (GA : alpha * f - g <= A - B).
  { unfold f, g, A, B. rewrite <- sum_scale, <- !sum_minus. apply sum_le. intros t Ht. rewrite <- dot_minus.
    now apply gap. }
  assert (OB : B <= g) by (unfold B, g; apply sum_le; intros t Ht; now apply own).
  assert (M' : theta * A + c * (1 - kappa) * sum died n <= c * (1 - kappa) * - ln share + B).
  { rewrite <- P, <- S.
    replace (theta * (c * sum Y n)) with (c * (1 - kappa) * ((1 - gamma) * sum Y n / (1 + eps)))
      by (unfold theta; field; lra). lra. }
  assert (0 <= c * (1 - kappa) * sum died n) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|exact D0]).
  assert (K : c * (1 - kappa) * - ln share <= c * - ln share).
  { apply Rmult_le_compat_r; [exact L0|]. rewrite <- (Rmult_1_r c) at 2. apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_l theta) in GA; [|lra].
  assert ((1 - theta) * B <= (1 - theta) * g) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** A window's cost at the centre: who does not die overspends nothing. *)
Lemma centre_violation : eps * size <= kappa * allowance G ->
  sum (fun t => excess G t (z t)) (n * W) <= INR W * size * - ln share.
Proof.
  intros Hs. pose proof W_0 as HW. pose proof sum_died as [D0 D1].
  assert (WS : 0 <= INR W * size) by (apply Rmult_le_pos; lra).
  apply Rle_trans with (sum (fun j => INR W * size * died j + - (kappa * allowance G * INR W)) n).
  - rewrite sum_windows. apply sum_le. intros j Hj. pose proof (mass_positive_in j ltac:(lia)) as M.
    assert (B : forall s, bounded (fun i => d j i * dot (dim G) (price G (j * W + s)) (x i))).
    { intros s. apply bounded_times; [apply density_bounded; lia|apply dot_bounded]. }
    assert (Z : sum (fun s => excess G (j * W + s) (z (j * W + s)%nat)) W
      = (1 - kappa) * (E (fun i => d j i * over_window Omega x G W j i) / m j) - kappa * allowance G * INR W).
    { rewrite (sum_eq _ (fun s => (1 - kappa) * / m j
        * E (fun i => d j i * dot (dim G) (price G (j * W + s)) (x i)) + - allowance G)).
      2: { intros s Hs'. unfold excess, centre_decision. rewrite window_of by exact Hs'.
           rewrite dot_scale, dot_centre by lia. unfold Rdiv. ring. }
      rewrite sum_plus, sum_scale, sum_const.
      rewrite <- (mean_sum _ E HE (fun s i => d j i * dot (dim G) (price G (j * W + s)) (x i))) by auto.
      replace (fun i => d j i * over_window Omega x G W j i) with (fun i => - (INR W * allowance G) * d j i
        + sum (fun s => d j i * dot (dim G) (price G (j * W + s)) (x i)) W).
      - rewrite (mean_linear _ HE) by (try apply density_bounded; try apply bounded_sum; auto; lia).
        fold (m j). field. lra.
      - apply functional_extensionality. intros i. unfold over_window, excess.
        rewrite sum_minus, sum_const, sum_scale. ring. }
    rewrite Z. apply Rplus_le_compat_r.
    apply Rle_trans with ((1 - kappa) * (INR W * size * died j)).
    + apply Rmult_le_compat_l; [lra|]. unfold died, Rdiv. rewrite <- Rmult_assoc.
      apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
      assert (D : bounded (fun i => d j i * dead j i)).
      { apply bounded_times; [apply density_bounded; lia|apply dead_bounded]. }
      rewrite <- mean_times by exact D.
      assert (O : forall i, Rabs (over_window Omega x G W j i) <= INR W * size).
      { intros i. unfold over_window. rewrite <- sum_const.
        induction W as [|k IH] at 2 3; cbn [sum]; [rewrite Rabs_R0; lra|].
        apply Rle_trans with (1 := Rabs_triang _ _), Rplus_le_compat; auto. }
      apply (mean_ordered _ HE).
      * apply bounded_times; [apply density_bounded; lia|]. now exists (INR W * size).
      * apply bounded_times; [apply bounded_const|exact D].
      * intros i. pose proof (density_range j i ltac:(lia)) as R. unfold dead.
        pose proof (Rle_trans _ _ _ (Rle_abs _) (O i)) as Oi.
        destruct (Rle_dec (over_window Omega x G W j i) 0) as [L|L].
        -- assert (0 <= d j i * - over_window Omega x G W j i) by (apply Rmult_le_pos; lra). lra.
        -- apply (Rmult_le_compat_l (d j i)) in Oi; lra.
    + pose proof (Rmult_le_pos _ _ WS (died_positive j Hj)). nra.
  - rewrite sum_plus, sum_scale, sum_const.
    apply (Rmult_le_compat_l (INR W * size)) in D1; [|exact WS].
    pose proof (pos_INR n). apply (Rmult_le_compat_r (INR W * INR n)) in Hs; [|apply Rmult_le_pos; lra]. lra.
Qed.
End Weights.

(** Any distribution on X, as a mean E of functions of the point x i. *)
Theorem centroids_of_any_distribution : forall (Omega : Type) (E : (Omega -> R) -> R) (x : Omega -> vec)
    (G : game) (u : nat -> vec) (live : Omega -> bool) (top star : vec) (W n : nat)
    (radius alpha eps kappa gamma most size share : R),
  mean_of E -> domain (dim G) (decisions G) (project G) top radius -> (forall i, decisions G (x i)) ->
  (forall t v, decisions G v -> Rabs (excess G t v) <= size) -> decisions G star ->
  (1 <= W)%nat -> 0 < eps -> 0 <= kappa <= 1 -> 0 <= gamma <= 1 -> 0 < most -> 0 < share ->
  let z := centre_decision Omega E x G W eps kappa most u in
  let T := (n * W)%nat in
  (forall t, (t < T)%nat -> below (dim G) zero (u t)) ->
  (forall t i, (t < T)%nat -> dot (dim G) (u t) (x i) <= most) -> eps * size <= kappa * allowance G ->
  (forall t, (t < T)%nat ->
    alpha * utility G t star - utility G t (z t) <= dot (dim G) (u t) (minus star (z t))) ->
  (forall t, (t < T)%nat -> dot (dim G) (u t) (z t) <= utility G t (z t)) ->
  (forall i, live i = true -> below (dim G) (scale (1 - gamma) star) (x i) /\
    forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (x i)) W <= 0) ->
  share <= E (fun i => if live i then 1 else 0) ->
  (1 - kappa) * (1 - gamma) / (1 + eps) * alpha * sum (fun t => utility G t star) T
  - sum (fun t => utility G t (z t)) T <= INR W * most / eps * ln (1 / share) /\
  sum (fun t => excess G t (z t)) T <= INR W * size * ln (1 / share).
Proof.
  intros Omega E x G u live top star W n radius alpha eps kappa gamma most size share HE dom inX small Hstar
    some He Hk Hg Hm Hsh z T told pays Hs gap own lives many.
  assert (L : ln (1 / share) = - ln share) by (unfold Rdiv; rewrite Rmult_1_l; now apply ln_Rinv). rewrite L.
  assert (size_0 : 0 <= size).
  { apply Rle_trans with (2 := small O zero (origin _ _ _ _ _ dom)), Rabs_pos. }
  assert (above : forall i, below (dim G) zero (x i)) by (intros i; apply (inside _ _ _ _ _ dom _ (inX i))).
  assert (near : forall c, (c < dim G)%nat -> bounded (fun i => x i c)).
  { intros c Hc. apply (bounded_between _ (top c)). intros i.
    destruct (inside _ _ _ _ _ dom _ (inX i)) as [A B]. split; [exact (A c Hc)|exact (B c Hc)]. }
  pose proof (proj1 (inside _ _ _ _ _ dom _ Hstar)) as star_0. split.
  - apply (centre_regret Omega E x G W n eps kappa gamma most share u live star); auto.
  - apply (centre_violation Omega E x G W n eps kappa gamma most size share u live star); auto.
Qed.
