(** Surviving experts: a player without steps, whose regret and violation do not grow as sqrt (W T) (section
  "No
    lower bound of the order sqrt(WT) for every player").

    Decisions x 0, ..., x (N - 1) are experts. In each window of W rounds one of them is drawn, by its weight,
    and (1 - kappa) times its decision is played. Experts who overspend in a window die. The weights do not
    depend on what is drawn, so what is expected of a round is a sum over the experts. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** * The player *)

Section Player.
Variables (G : game) (x : nat -> vec) (N W : nat) (eps kappa F : R).

(** What expert i earns in window j, and by how much it overspends. *)
Definition window_utility (j i : nat) : R := sum (fun s => utility G (j * W + s) (x i)) W.
Definition window_excess (j i : nat) : R := sum (fun s => excess G (j * W + s) (x i)) W.

Fixpoint expert_weight (j i : nat) : R :=
  match j with
  | O => 1
  | S j => if Rle_dec (window_excess j i) 0
           then expert_weight j i * (1 + eps / (INR W * F) * window_utility j i) else 0
  end.

(** The probability with which expert i is drawn in window j. *)
Definition chance (j i : nat) : R := expert_weight j i / sum (expert_weight j) N.

(** What the player earns and overspends in round t, in expectation. *)
Definition expected_utility (t : nat) : R :=
  sum (fun i => chance (t / W) i * utility G t (scale (1 - kappa) (x i))) N.
Definition expected_excess (t : nat) : R :=
  sum (fun i => chance (t / W) i * excess G t (scale (1 - kappa) (x i))) N.
End Player.

(** * Sums *)

(** A sum over n windows of W rounds. *)
Lemma sum_windows h n W : sum h (n * W) = sum (fun j => sum (fun s => h (j * W + s)%nat) W) n.
Proof.
  induction n; [reflexivity|]. cbn [sum]. rewrite <- IHn, <- sum_split. f_equal. lia.
Qed.

(** Round j W + s lies in window j. *)
Lemma window_of j s W : (s < W)%nat -> ((j * W + s) / W = j)%nat.
Proof. intros H. rewrite Nat.div_add_l, Nat.div_small; lia. Qed.

(** A sum of what is not negative is at least each of its terms. *)
Lemma term_le h n i : (forall j, (j < n)%nat -> 0 <= h j) -> (i < n)%nat -> h i <= sum h n.
Proof.
  intros H Hi. induction n; [lia|]. cbn [sum]. assert (0 <= sum h n) by (apply sum_nonnegative; auto).
  destruct (Nat.eq_dec i n) as [->|E]; [lra|]. specialize (IHn ltac:(auto) ltac:(lia)).
  specialize (H n ltac:(lia)). lra.
Qed.

Lemma exp_le_inv a b : exp a <= exp b -> a <= b.
Proof. intros H. apply Rnot_lt_le. intros L. apply exp_increasing in L. lra. Qed.

(** * The weights *)

Section Weights.
Variables (G : game) (x : nat -> vec) (N W n best : nat) (eps F : R).
Hypotheses (some : (1 <= W)%nat) (eps_0 : 0 < eps) (F_0 : 0 < F) (among : (best < N)%nat).
Hypothesis range : forall t i, (i < N)%nat -> 0 <= utility G t (x i) <= F.
Hypothesis kept : forall j, (j < n)%nat -> window_excess G x W j best <= 0.

Notation weight := (expert_weight G x W eps F).
Notation share := (chance G x N W eps F).
Let all j : R := sum (weight j) N.
(** What expert i earns in window j, as a share of W F, times eps. *)
Let y j i : R := eps / (INR W * F) * window_utility G x W j i.
Let dead j i : R := if Rle_dec (window_excess G x W j i) 0 then 0 else 1.
(** The share of the weights that dies, and the mean of y. *)
Let died j : R := sum (fun i => share j i * dead j i) N.
Let earned j : R := sum (fun i => share j i * y j i) N.

Lemma W_positive : 0 < INR W.
Proof. apply lt_0_INR. lia. Qed.

(** Between 0 and eps, as f lies between 0 and F. *)
Lemma y_range j i : (i < N)%nat -> 0 <= y j i <= eps.
Proof.
  intros Hi. pose proof W_positive as HW. unfold y, window_utility.
  assert (S : 0 <= sum (fun s => utility G (j * W + s) (x i)) W <= INR W * F).
  { split; [apply sum_nonnegative; intros s _; now apply range|].
    rewrite <- sum_const. apply sum_le. intros s _. now apply range. }
  assert (P : 0 < eps / (INR W * F)) by (apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
  split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (eps / (INR W * F) * (INR W * F)).
  - apply Rmult_le_compat_l; lra.
  - apply Req_le. field. lra.
Qed.

Lemma weight_nonnegative j i : (i < N)%nat -> 0 <= weight j i.
Proof.
  intros Hi. induction j; cbn; [lra|]. destruct (Rle_dec _ 0); [|lra].
  apply Rmult_le_pos; [exact IHj|]. pose proof (y_range j i Hi) as Y. unfold y in Y. lra.
Qed.

(** The comparator's weight: 1 + y >= exp (y / (1 + eps)), as exp (- z) >= 1 - z at z = y / (1 + y). *)
Lemma survivor_weight j : (j <= n)%nat -> exp (sum (fun j => y j best) j / (1 + eps)) <= weight j best.
Proof.
  intros Hj. induction j; [cbn [sum expert_weight]; unfold Rdiv; rewrite Rmult_0_l, exp_0; lra|].
  specialize (IHj ltac:(lia)). cbn [sum expert_weight]. destruct (Rle_dec _ 0) as [_|E]; [|now destruct (E
    (kept j Hj))].
  fold (y j best). pose proof (y_range j best among) as Y. set (z := y j best) in *.
  replace ((sum (fun j => y j best) j + z) / (1 + eps)) with (sum (fun j => y j best) j / (1 + eps) + z / (1
    + eps))
    by (field; lra).
  rewrite exp_plus. apply Rmult_le_compat; try (apply Rlt_le, exp_pos); [exact IHj|].
  apply Rle_trans with (exp (z / (1 + z))).
  - assert (L : z / (1 + eps) <= z / (1 + z)) by (apply Rmult_le_compat_l; [lra|apply Rinv_le_contravar;
      lra]).
    destruct L as [L|L]; [apply Rlt_le, exp_increasing, L|rewrite L; lra].
  - pose proof (exp_line (- (z / (1 + z)))) as L. apply (Rmult_le_compat_l (exp (z / (1 + z)))) in L; [|apply
      Rlt_le, exp_pos].
    rewrite <- exp_plus, Rplus_opp_r, exp_0 in L. replace (1 + - (z / (1 + z))) with (/ (1 + z)) in L
      by (field; lra).
    apply (Rmult_le_compat_r (1 + z)) in L; [|lra]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in L; lra.
Qed.

Lemma all_positive j : (j <= n)%nat -> 0 < all j.
Proof.
  intros Hj. apply Rlt_le_trans with (weight j best).
  - apply Rlt_le_trans with (2 := survivor_weight j Hj), exp_pos.
  - apply (term_le (weight j)); [intros i Hi; now apply weight_nonnegative|exact among].
Qed.

(** All weights: each window multiplies them by at most 1 + what is earned - what dies. *)
Lemma all_weights j : (j <= n)%nat -> all j <= INR N * exp (sum (fun j => earned j - died j) j).
Proof.
  induction j; intros Hj.
  - unfold all. rewrite (sum_eq _ (fun _ => 1)), sum_const by reflexivity. cbn [sum]. rewrite exp_0. lra.
  - specialize (IHj ltac:(lia)). pose proof (all_positive j ltac:(lia)) as P.
    assert (S : all (S j) <= all j * (1 + (earned j - died j))).
    { replace (all j * (1 + (earned j - died j))) with
        (sum (fun i => weight j i + weight j i * y j i - weight j i * dead j i) N).
      - apply sum_le. intros i Hi. cbn [expert_weight]. unfold dead, y.
        pose proof (weight_nonnegative j i Hi) as Q.
        pose proof (y_range j i Hi) as Y. unfold y in Y. pose proof (Rmult_le_pos _ _ Q (proj1 Y)).
        destruct (Rle_dec _ 0); lra.
      - rewrite sum_minus, sum_plus. unfold earned, died, chance. fold (all j).
        rewrite (sum_eq (fun i => weight j i / all j * y j i) (fun i => / all j * (weight j i * y j i))) by
          (intros; unfold Rdiv; ring).
        rewrite (sum_eq (fun i => weight j i / all j * dead j i) (fun i => / all j * (weight j i * dead j
          i))) by (intros; unfold Rdiv; ring).
        rewrite !sum_scale. change (sum (weight j) N) with (all j). field. lra. }
    cbn [sum]. rewrite exp_plus. apply Rle_trans with (1 := S).
    apply Rle_trans with (all j * exp (earned j - died j)); [apply Rmult_le_compat_l; [lra|apply exp_line]|].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|exact IHj].
Qed.

(** The comparator's weight is one of all. *)
Lemma weights_compared :
  sum (fun j => y j best) n / (1 + eps) + sum died n <= ln (INR N) + sum earned n.
Proof.
  assert (HN : 0 < INR N) by (apply lt_0_INR; lia).
  assert (E : exp (sum (fun j => y j best) n / (1 + eps)) <= exp (ln (INR N) + (sum earned n - sum died n))).
  { rewrite exp_plus, exp_ln, <- sum_minus by exact HN. apply Rle_trans with (2 := all_weights n (le_n n)).
    apply Rle_trans with (1 := survivor_weight n (le_n n)).
    apply (term_le (weight n)); [intros i Hi; now apply weight_nonnegative|exact among]. }
  apply exp_le_inv in E. lra.
Qed.

(** The chances are a distribution. *)
Lemma share_range j i : (j <= n)%nat -> (i < N)%nat -> 0 <= share j i.
Proof.
  intros Hj Hi. apply Rmult_le_pos; [now apply weight_nonnegative|]. apply Rlt_le, Rinv_0_lt_compat.
  now apply all_positive.
Qed.

Lemma share_sum j : (j <= n)%nat -> sum (share j) N = 1.
Proof.
  intros Hj. pose proof (all_positive j Hj). unfold chance. fold (all j).
  rewrite (sum_eq _ (fun i => / all j * weight j i)), sum_scale by (intros; unfold Rdiv; ring).
  change (sum (weight j) N) with (all j). field. lra.
Qed.

(** * Regret *)

(** What is played earns 1 - kappa of what is drawn, and that is compared with the comparator. *)
Lemma expected_regret alpha kappa : 0 <= kappa <= 1 -> alpha * (1 + eps) <= 1 - kappa ->
  (forall t i, (i < N)%nat -> (1 - kappa) * utility G t (x i) <= utility G t (scale (1 - kappa) (x i))) ->
  alpha * sum (fun t => utility G t (x best)) (n * W)
  - sum (expected_utility G x N W eps kappa F) (n * W) <= INR W * F / eps * ln (INR N).
Proof.
  intros Hk Ha smaller. pose proof W_positive as HW. rewrite !sum_windows.
  assert (E : forall j, (j < n)%nat -> (1 - kappa) * (INR W * F / eps) * earned j <=
    sum (fun s => expected_utility G x N W eps kappa F (j * W + s)) W).
  { intros j Hj. apply Rle_trans with (sum (fun s => sum (fun i => share j i * ((1 - kappa) * utility G (j *
      W + s) (x i))) N) W).
    - apply Req_le. rewrite sum_swap. unfold earned. rewrite <- sum_scale. apply sum_eq. intros i _.
      rewrite sum_scale, sum_scale. fold (window_utility G x W j i). unfold y. field. lra.
    - apply sum_le. intros s Hs. unfold expected_utility. rewrite window_of by exact Hs. apply sum_le.
      intros i Hi.
      apply Rmult_le_compat_l; [apply share_range; lia|now apply smaller]. }
  apply sum_le in E. rewrite sum_scale in E. set (P := sum _ n) in E at 2.
  change (sum (fun j => sum (fun s => expected_utility G x N W eps kappa F (j * W + s)) W) n) with P.
  assert (B : sum (fun j => sum (fun s => utility G (j * W + s) (x best)) W) n = INR W * F / eps * sum (fun j
    => y j best) n).
  { rewrite <- sum_scale. apply sum_eq. intros j _. fold (window_utility G x W j best). unfold y. field.
    lra. }
  rewrite B. set (Y := sum (fun j => y j best) n). set (c := INR W * F / eps) in *.
  assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  pose proof weights_compared as M. fold Y in M.
  assert (Y0 : 0 <= Y) by (apply sum_nonnegative; intros j _; now apply y_range).
  assert (D0 : 0 <= sum died n).
  { apply sum_nonnegative. intros j Hj. apply sum_nonnegative. intros i Hi.
    apply Rmult_le_pos; [apply share_range; lia|]. unfold dead. destruct (Rle_dec _ 0); lra. }
  assert (L0 : 0 <= ln (INR N)).
  { rewrite <- ln_1. destruct (Req_dec (INR N) 1) as [->|H]; [lra|]. apply Rlt_le, ln_increasing; [lra|].
    assert (1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia). lra. }
  assert (U : alpha * Y <= (1 - kappa) * (Y / (1 + eps))).
  { apply (Rmult_le_compat_r (Y / (1 + eps))) in Ha; [|apply Rmult_le_pos; [exact Y0|apply Rlt_le,
      Rinv_0_lt_compat; lra]].
    replace (alpha * (1 + eps) * (Y / (1 + eps))) with (alpha * Y) in Ha by (field; lra). exact Ha. }
  apply (Rmult_le_compat_l (1 - kappa)) in M; [|lra].
  pose proof (Rmult_le_pos (1 - kappa) (sum died n) ltac:(lra) D0).
  pose proof (Rmult_le_pos kappa _ ltac:(lra) L0).
  assert (R : alpha * Y <= ln (INR N) + (1 - kappa) * sum earned n) by lra.
  apply (Rmult_le_compat_l c) in R; lra.
Qed.

(** * Violation *)

(** Who survives a window does not overspend in it, and who dies overspends at most W size; the smaller
  decision
    saves kappa of the allowance. *)
Lemma violation_of_dying kappa size l : 0 <= kappa <= 1 -> eps * size <= kappa * allowance G ->
  (forall t i, (i < N)%nat -> Rabs (excess G t (x i)) <= size) -> sum died n <= l + eps * INR n ->
  sum (expected_excess G x N W eps kappa F) (n * W) <= INR W * size * l.
Proof.
  intros Hk Hs small D. pose proof W_positive as HW. rewrite sum_windows.
  assert (S0 : 0 <= size) by (pose proof (small 0%nat best among); pose proof (Rabs_pos (excess G 0 (x
    best))); lra).
  assert (E : forall j, (j < n)%nat -> sum (fun s => expected_excess G x N W eps kappa F (j * W + s)) W
    <= INR W * size * died j + - (kappa * INR W * allowance G)).
  { intros j Hj. apply Rle_trans with (sum (fun i => share j i * (INR W * size * dead j i - kappa * INR W *
      allowance G)) N).
    - rewrite (sum_eq _ (fun s => sum (fun i => share j i * excess G (j * W + s) (scale (1 - kappa) (x i)))
        N)).
      2: { intros s Hs'. unfold expected_excess. now rewrite window_of. }
      rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scale.
      apply Rmult_le_compat_l; [apply share_range; lia|].
      rewrite (sum_eq _ (fun s => (1 - kappa) * excess G (j * W + s) (x i) - kappa * allowance G)).
      2: { intros s _. unfold excess. rewrite dot_scale. ring. }
      rewrite sum_minus, sum_scale, sum_const. fold (window_excess G x W j i). unfold dead.
      assert (B : window_excess G x W j i <= INR W * size).
      { rewrite <- sum_const. apply sum_le. intros s _. apply Rle_trans with (1 := Rle_abs _).
        now apply small. }
      pose proof (Rmult_le_pos (INR W) size ltac:(lra) S0). destruct (Rle_dec _ 0).
      + assert ((1 - kappa) * window_excess G x W j i <= (1 - kappa) * 0) by (apply Rmult_le_compat_l; lra).
        lra.
      + assert ((1 - kappa) * window_excess G x W j i <= 1 * (INR W * size)) by (apply Rmult_le_compat; lra).
        lra.
    - apply Req_le. rewrite <- (Rmult_1_r (- _)), <- (share_sum j) by lia. unfold died.
      rewrite <- !sum_scale, <- sum_plus.
      apply sum_eq. intros. ring. }
  apply sum_le in E. apply Rle_trans with (1 := E). rewrite sum_plus, sum_scale, sum_const.
  apply (Rmult_le_compat_l (INR W * size)) in D; [|apply Rmult_le_pos; lra].
  apply (Rmult_le_compat_l (INR W * INR n)) in Hs; [|apply Rmult_le_pos; [lra|apply pos_INR]]. lra.
Qed.

(** No window earns more than eps. *)
Lemma earned_little : sum earned n <= eps * INR n.
Proof.
  rewrite Rmult_comm, <- sum_const. apply sum_le. intros j Hj.
  apply Rle_trans with (sum (fun i => eps * share j i) N); [|rewrite sum_scale, share_sum by lia; lra].
  apply sum_le. intros i Hi. rewrite Rmult_comm. apply Rmult_le_compat_r; [apply share_range; lia|now apply
    y_range].
Qed.

Lemma expected_violation kappa size : 0 <= kappa <= 1 -> eps * size <= kappa * allowance G ->
  (forall t i, (i < N)%nat -> Rabs (excess G t (x i)) <= size) ->
  sum (expected_excess G x N W eps kappa F) (n * W) <= INR W * size * ln (INR N).
Proof.
  intros Hk Hs small. apply violation_of_dying; auto.
  pose proof weights_compared as M. pose proof earned_little as E.
  assert (0 <= sum (fun j => y j best) n / (1 + eps)); [|lra].
  apply Rmult_le_pos; [apply sum_nonnegative; intros j _; now apply y_range|apply Rlt_le,
    Rinv_0_lt_compat; lra].
Qed.
End Weights.

(** Utilities of the paper's class pay for the smaller decision: concave along rays, and 0 at the origin. *)
Lemma rays n top f df x kappa : utility_of n top f df -> box n top x -> 0 <= kappa <= 1 ->
  (1 - kappa) * f x <= f (scale (1 - kappa) x).
Proof.
  intros Hf [L U] Hk. set (y := scale (1 - kappa) x).
  assert (Y : forall i, (i < n)%nat -> 0 <= y i <= x i).
  { intros i Hi. specialize (L i Hi). unfold zero in L. unfold y, scale.
    assert (0 <= (1 - kappa) * x i) by (apply Rmult_le_pos; lra).
    assert ((1 - kappa) * x i <= 1 * x i) by (apply Rmult_le_compat_r; lra). lra. }
  assert (By : box n top y).
  { split; intros i Hi; specialize (Y i Hi); [unfold zero; lra|].
    apply Rle_trans with (x i); [lra|now apply U]. }
  assert (B0 : box n top zero).
  { split; intros i Hi; specialize (L i Hi); specialize (U i Hi); unfold zero in *; lra. }
  pose proof (climbs n top f df y x Hf By (conj L U) (fun i Hi => proj2 (Y i Hi))) as [_ C1].
  pose proof (climbs n top f df zero y Hf B0 By (fun i Hi => proj1 (Y i Hi))) as [C0 _].
  assert (D : dot n (df y) y = (1 - kappa) * dot n (df y) x) by apply dot_scale.
  assert (Z : dot n (df y) zero = 0) by (rewrite <- (Rmult_0_l (INR n)), Rmult_comm, <- sum_const;
    apply sum_eq; intros; unfold zero; ring).
  rewrite (normalised _ _ _ _ Hf), dot_minus, D, Z in C0. rewrite dot_minus, D in C1.
  apply (Rmult_le_compat_l (1 - kappa)) in C1; [|lra]. apply (Rmult_le_compat_l kappa) in C0; lra.
Qed.

(** * The theorem *)

(** Against every expert that overspends in no window: the weights of all experts and of this one are
  compared,
    and what dies of the weights bounds what is overspent. *)
Theorem survivors (G : game) (x : nat -> vec) (N W n best : nat) (eps kappa alpha F size : R) :
  (1 <= W)%nat -> 0 < eps -> 0 <= kappa <= 1 -> 0 < F ->
  (forall t i, (i < N)%nat -> 0 <= utility G t (x i) <= F) ->
  (forall t i, (i < N)%nat -> (1 - kappa) * utility G t (x i) <= utility G t (scale (1 - kappa) (x i))) ->
  (forall t i, (i < N)%nat -> Rabs (excess G t (x i)) <= size) ->
  eps * size <= kappa * allowance G -> alpha * (1 + eps) <= 1 - kappa ->
  (best < N)%nat -> (forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (x best)) W <= 0) ->
  let T := (n * W)%nat in
  alpha * sum (fun t => utility G t (x best)) T - sum (expected_utility G x N W eps kappa F) T
  <= INR W * F / eps * ln (INR N) /\
  sum (expected_excess G x N W eps kappa F) T <= INR W * size * ln (INR N).
Proof.
  intros HW He Hk HF range smaller small Hs Ha Hb kept T.
  split; [now apply expected_regret|now apply (expected_violation G x N W n best eps F HW He HF Hb range
    kept)].
Qed.

(** * On a grid

    On a box, for utilities of the paper's class and prices that are not negative, the experts may be a grid
    that is no finer for more rounds: then neither bound depends on T. Rounding (1 - gamma) x up to the grid
    costs, in every round, no more than gamma times the allowance, and loses the share gamma of f (x). *)

(** M + 1 values of each coordinate; the digits of i tell which. *)
Definition grid (M : nat) (top : vec) (i : nat) : vec :=
  fun c => INR (i / (M + 1) ^ c mod (M + 1)) / INR M * top c.

(** A number with given digits. *)
Lemma digits B (d : nat -> nat) n : (forall c, (d c < B)%nat) ->
  exists i, (i < B ^ n)%nat /\ forall c, (c < n)%nat -> (i / B ^ c mod B = d c)%nat.
Proof.
  intros H. assert (HB : (B <> 0)%nat) by (specialize (H O); lia).
  assert (P : forall k, (B ^ k <> 0)%nat) by (intros k; now apply Nat.pow_nonzero).
  induction n as [|n (i & Hi & D)]; [exists O; cbn; split; [lia|intros; lia]|].
  exists (i + d n * B ^ n)%nat. split.
  - cbn [Nat.pow]. specialize (H n). assert (d n * B ^ n <= (B - 1) * B ^ n)%nat
      by (apply Nat.mul_le_mono_r; lia).
    rewrite Nat.mul_sub_distr_r, Nat.mul_1_l in H0. assert (1 * B ^ n <= B * B ^ n)%nat
      by (apply Nat.mul_le_mono_r; lia). lia.
  - intros c Hc. destruct (Nat.eq_dec c n) as [->|E].
    + rewrite Nat.div_add, Nat.div_small, Nat.add_0_l, Nat.mod_small by auto. reflexivity.
    + assert (Q : (B ^ n = B ^ (n - S c) * B * B ^ c)%nat).
      { replace n with (n - S c + 1 + c)%nat at 1 by lia. now rewrite !Nat.pow_add_r, Nat.pow_1_r. }
      replace (d n * B ^ n)%nat with (d n * B ^ (n - S c) * B * B ^ c)%nat by (rewrite Q; ring).
      rewrite Nat.div_add, Nat.mod_add by auto. apply D. lia.
Qed.

(** Up to the next of the numbers 0, ..., M. *)
Definition round_up (M : nat) (r : R) : nat := Nat.min (Z.to_nat (up r)) M.

Lemma round_up_near M r : 0 <= r <= INR M -> r <= INR (round_up M r) <= r + 1.
Proof.
  intros H. destruct (archimed r) as [H1 H2]. assert (0 <= up r)%Z by (apply le_IZR; lra).
  assert (E : INR (Z.to_nat (up r)) = IZR (up r)) by (rewrite INR_IZR_INZ, Z2Nat.id; auto).
  unfold round_up. destruct (Nat.min_spec (Z.to_nat (up r)) M) as [[L ->]|[L ->]]; [lra|].
  apply le_INR in L. lra.
Qed.

Section Grid.
Variables (n M : nat) (top x : vec) (gamma : R).
Hypotheses (some : (1 <= M)%nat) (small : 0 <= gamma <= 1) (inside : box n top x).

Lemma grid_in_box i : box n top (grid M top i).
Proof.
  assert (HM : 0 < INR M) by (apply lt_0_INR; lia). destruct inside as [L U].
  split; intros c Hc; unfold grid, zero;
  specialize (L c Hc); specialize (U c Hc); unfold zero in L.
  all: pose proof (pos_INR (i / (M + 1) ^ c mod (M + 1))) as P.
  all: assert (Q : INR (i / (M + 1) ^ c mod (M + 1)) <= INR M)
    by (apply le_INR; pose proof (Nat.mod_upper_bound (i / (M + 1) ^ c) (M + 1)); lia).
  - apply Rmult_le_pos; [apply Rmult_le_pos; [exact P|apply Rlt_le, Rinv_0_lt_compat, HM]|lra].
  - rewrite <- (Rmult_1_l (top c)) at 2. apply Rmult_le_compat_r; [lra|].
    apply (Rmult_le_reg_r (INR M)); [exact HM|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** A point of the grid above (1 - gamma) x, by at most 1/M of the box. *)
Lemma grid_above : exists i, (i < (M + 1) ^ n)%nat /\ below n (scale (1 - gamma) x) (grid M top i) /\
  below n (grid M top i) (plus (scale (1 - gamma) x) (scale (/ INR M) top)).
Proof.
  assert (HM : 0 < INR M) by (apply lt_0_INR; lia). destruct inside as [L U].
  pose (r := fun c => if Rle_dec (top c) 0 then 0 else INR M * ((1 - gamma) * x c / top c)).
  destruct (digits (M + 1) (fun c => round_up M (r c)) n) as (i & Hi & D).
  { intros c. unfold round_up. pose proof (Nat.le_min_r (Z.to_nat (up (r c))) M). lia. }
  exists i. split; [exact Hi|].
  assert (E : forall c, (c < n)%nat -> scale (1 - gamma) x c <= grid M top i c
    <= scale (1 - gamma) x c + / INR M * top c).
  { intros c Hc. specialize (L c Hc). specialize (U c Hc). unfold zero in L. unfold grid, scale.
    rewrite (D c Hc). cbv beta.
    destruct (Rle_dec (top c) 0) as [Z|Z].
    - assert (T : top c = 0) by lra. assert (X : x c = 0) by lra. rewrite T, X. lra.
    - assert (R : 0 <= r c <= INR M).
      { unfold r. destruct (Rle_dec (top c) 0); [lra|].
        assert (0 <= (1 - gamma) * x c / top c <= 1); [|split; [apply Rmult_le_pos; lra|]].
        2: { rewrite <- (Rmult_1_r (INR M)) at 2. apply Rmult_le_compat_l; lra. }
        split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply (Rmult_le_reg_r (top c)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        assert ((1 - gamma) * x c <= 1 * x c) by (apply Rmult_le_compat_r; lra). lra. }
      pose proof (round_up_near M (r c) R) as N.
      assert (P : 0 < top c / INR M) by (apply Rdiv_lt_0_compat; lra).
      replace (INR (round_up M (r c)) / INR M * top c) with (top c / INR M * INR (round_up M (r c)))
        by (field; lra).
      replace ((1 - gamma) * x c) with (top c / INR M * r c) by (unfold r; destruct (Rle_dec (top c) 0);
        [lra|field; lra]).
      replace (/ INR M * top c) with (top c / INR M * 1) by (field; lra).
      rewrite <- Rmult_plus_distr_l. split; apply Rmult_le_compat_l; lra. }
  split; intros c Hc; apply (E c Hc).
Qed.
End Grid.

(** Rounded up to the grid, (1 - gamma) times what keeps the budget still keeps it. *)
Lemma grid_survivor (G : game) (top best : vec) (W n M : nat) (gamma size : R) :
  (1 <= M)%nat -> 0 <= gamma <= 1 -> (forall t, below (dim G) zero (price G t)) ->
  (forall t x, box (dim G) top x -> Rabs (excess G t x) <= size) ->
  allowance G + size <= gamma * allowance G * INR M ->
  box (dim G) top best -> (forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) best) W <= 0) ->
  exists i, (i < (M + 1) ^ dim G)%nat /\ below (dim G) (scale (1 - gamma) best) (grid M top i) /\
  forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) (grid M top i)) W <= 0.
Proof.
  intros HM Hg dear small fine inside kept.
  destruct (grid_above (dim G) M top best gamma HM Hg inside) as (i & Hi & low & high).
  exists i. split; [exact Hi|]. split; [exact low|].
  set (y := grid M top i) in *. assert (M0 : 0 < INR M) by (apply lt_0_INR; lia).
  assert (Bt : box (dim G) top top).
  { destruct inside as [L U]. split; intros c Hc; [|lra]. specialize (L c Hc). specialize (U c Hc).
    unfold zero in *. lra. }
  intros j Hj. apply Rle_trans with (sum (fun s => (1 - gamma) * excess G (j * W + s) best) W).
  - apply sum_le. intros s _. pose proof (dot_le _ _ _ _ (dear (j * W + s)%nat) high) as C.
    unfold excess. pose proof (small (j * W + s)%nat top Bt) as S.
    pose proof (Rle_abs (excess G (j * W + s) top)) as S'.
    unfold excess in S, S'.
    assert (E : dot (dim G) (price G (j * W + s)) (plus (scale (1 - gamma) best) (scale (/ INR M) top)) =
      (1 - gamma) * dot (dim G) (price G (j * W + s)) best + / INR M * dot (dim G) (price G (j * W + s))
        top).
    { unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_eq. intros. unfold plus, scale. ring. }
    rewrite E in C. assert (/ INR M * dot (dim G) (price G (j * W + s)) top <= gamma * allowance G); [|lra].
    apply (Rmult_le_reg_l (INR M)); [exact M0|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - rewrite sum_scale. apply Rle_trans with ((1 - gamma) * 0); [|lra].
    apply Rmult_le_compat_l; [lra|now apply kept].
Qed.

Theorem survivors_on_a_grid (G : game) (top best : vec) (W n M : nat) (eps kappa gamma alpha F size : R) :
  (1 <= W)%nat -> (1 <= M)%nat -> 0 < eps -> 0 <= kappa <= 1 -> 0 <= gamma <= 1 -> 0 <= alpha -> 0 < F ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  (forall t x, box (dim G) top x -> utility G t x <= F) ->
  (forall t, below (dim G) zero (price G t)) ->
  (forall t x, box (dim G) top x -> Rabs (excess G t x) <= size) ->
  eps * size <= kappa * allowance G -> alpha * (1 + eps) <= 1 - kappa ->
  allowance G + size <= gamma * allowance G * INR M ->
  box (dim G) top best -> (forall j, (j < n)%nat -> sum (fun s => excess G (j * W + s) best) W <= 0) ->
  let T := (n * W)%nat in
  let N := ((M + 1) ^ dim G)%nat in
  let lnN := INR (dim G) * ln (INR M + 1) in
  alpha * (1 - gamma) * sum (fun t => utility G t best) T
  - sum (expected_utility G (grid M top) N W eps kappa F) T <= INR W * F / eps * lnN /\
  sum (expected_excess G (grid M top) N W eps kappa F) T <= INR W * size * lnN.
Proof.
  intros HW HM He Hk Hg Ha HF good most dear small Hs Hr fine inside kept T N lnN.
  destruct (grid_survivor G top best W n M gamma size HM Hg dear small fine inside kept) as (i & Hi & low &
    cost).
  set (y := grid M top i) in *. pose proof (grid_in_box (dim G) M top best HM inside) as inG.
  assert (M0 : 0 < INR M) by (apply lt_0_INR; lia).
  assert (B0 : box (dim G) top zero).
  { destruct inside as [L U]. split; intros c Hc; specialize (L c Hc); specialize (U c Hc); unfold zero in *;
      lra. }
  assert (Bs : box (dim G) top (scale (1 - gamma) best)).
  { destruct inside as [L U]. split; intros c Hc; specialize (L c Hc); specialize (U c Hc); unfold zero,
      scale in *.
    - apply Rmult_le_pos; lra.
    - assert ((1 - gamma) * best c <= 1 * best c) by (apply Rmult_le_compat_r; lra). lra. }
  assert (worth : (1 - gamma) * sum (fun t => utility G t best) T <= sum (fun t => utility G t y) T).
  { rewrite <- sum_scale. apply sum_le. intros t _.
    apply Rle_trans with (1 := rays _ _ _ _ best gamma (good t) inside Hg).
    apply (rises _ _ _ _ _ _ (good t)); auto. apply inG. }
  assert (E : INR N = (INR M + 1) ^ dim G).
  { unfold N. rewrite pow_INR, plus_INR. reflexivity. }
  assert (L : ln (INR N) = lnN) by (rewrite E; unfold lnN; apply ln_pow; lra).
  destruct (survivors G (grid M top) N W n i eps kappa alpha F size) as [R V]; auto.
  - intros t k _. split; [|now apply most]. rewrite <- (normalised _ _ _ _ (good t)).
    apply (rises _ _ _ _ _ _ (good t)); auto. apply inG.
  - intros t k _. apply (rays _ _ _ _ _ _ (good t)); auto.
  - rewrite L in R, V. fold T in R, V. fold y in R. split; [|exact V].
    apply (Rmult_le_compat_l alpha) in worth; [|exact Ha]. lra.
Qed.
