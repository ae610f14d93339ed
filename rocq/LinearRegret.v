(** The published algorithm has linear regret on the decoy game, from any start, with any number of
    learners and any windows (chapter "Linear regret"). So Lemma 4.3 and Theorem 4.1 of the paper are
    false, and nothing above one half can be guaranteed of the published feedback. *)

Require Import Arith ZArith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Tuned Cube Decoy.
Open Scope R_scope.

(** * A run, by its coordinates *)

Section Run.
Variables (Q w rho tau mu delta : R) (start : nat -> vec) (K : nat).
Hypothesis ok : ranges Q w rho tau.
Hypothesis some : (1 <= K)%nat.
Hypothesis inside : forall k, cube 3 (start k).
Hypothesis forward : 0 < mu.

Notation G := (decoy Q w rho tau).
Notation A := (published K mu delta start).
Notation q := (q Q w tau).
Notation q' := (q' Q w tau).
Notation P := (/ tau).

(** Good i in the choice of learner k, and in the path after k of them. *)
Let v (i t k : nat) : R := choice G A t k i.
Let x (i t k : nat) : R := path A (choice G A t) k i.
Let l (t : nat) : R := lambda G A t.

Lemma K_1 : 1 <= INR K.
Proof. change 1 with (INR 1). now apply le_INR. Qed.

Lemma share : 0 < / INR K <= 1.
Proof.
  pose proof K_1. split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Lemma choices t k : cube 3 (choice G A t k).
Proof. apply choices_in; [reflexivity|]. exact inside. Qed.

Lemma v_range i t k : (i < 3)%nat -> 0 <= v i t k <= 1.
Proof. intros H. now apply choices. Qed.

Lemma x_sum i t k : x i t k = / INR K * sum (fun j => v i t j) k.
Proof. unfold x, path. cbn [Algorithm.K published]. unfold Rdiv. apply Rmult_comm. Qed.

Lemma x_next i t k : x i t (S k) = x i t k + / INR K * v i t k.
Proof. rewrite !x_sum. cbn [sum]. ring. Qed.

Lemma x_first i t : x i t 0 = 0.
Proof. rewrite x_sum. cbn. ring. Qed.

Lemma x_short i t k : (i < 3)%nat -> 0 <= x i t k <= INR k / INR K.
Proof. intros Hi. apply (path_range A some). intros j. now apply v_range. Qed.

Lemma x_range i t k : (i < 3)%nat -> (k <= K)%nat -> 0 <= x i t k <= 1.
Proof. intros Hi Hk. apply (path_in A some 3 (choice G A t) k Hk); [intros j; apply choices|exact Hi]. Qed.

(** What one learner more adds. *)
Lemma x_step i t k : (i < 3)%nat -> 0 <= x i t (S k) - x i t k <= / INR K.
Proof.
  intros Hi. rewrite x_next. pose proof (v_range i t k Hi) as Hv. pose proof share as HK.
  replace (x i t k + / INR K * v i t k - x i t k) with (/ INR K * v i t k) by ring. nra.
Qed.

Lemma x_rises i t j k : (i < 3)%nat -> (j <= k)%nat -> x i t j <= x i t k.
Proof. intros Hi H. induction H; [lra|]. pose proof (x_step i t m Hi). lra. Qed.

(** A share of the path that is shorter than n has no more than n/K of anything. *)
Lemma x_early i t k n : (i < 3)%nat -> (k <= n)%nat -> x i t k <= INR n / INR K.
Proof.
  intros Hi H. apply Rle_trans with (1 := proj2 (x_short i t k Hi)). apply le_INR in H.
  pose proof share. unfold Rdiv. apply Rmult_le_compat_r; lra.
Qed.

Lemma spent_is t : spent G A t = P * x e t K + x o t K - 1.
Proof. unfold spent. now rewrite excess_is. Qed.

Lemma spent_small t : Rabs (spent G A t) <= P.
Proof.
  apply (excess_small _ _ _ _ ok). intros i Hi. now apply (x_range i t K).
Qed.

Lemma q'_bounds y : 0 <= q' y <= Q.
Proof. apply (q'_range _ _ _ _ ok). Qed.

(** Good z is free: its learners climb by mu (1 - q), up to 1. *)
Lemma z_climbs t k : v z (S t) k = Rmin 1 (v z t k + mu * (1 - q (x e t k))).
Proof.
  change (v z (S t) k) with (clamp (v z t k + mu * (1 * (1 - q (x e t k)) - l t * 0))).
  replace (1 * (1 - q (x e t k)) - l t * 0) with (1 - q (x e t k)) by ring.
  unfold clamp. apply Rmax_right. apply Rmin_glb; [lra|].
  pose proof (v_range z t k ltac:(unfold z; lia)).
  pose proof (q_at_most_one _ _ _ _ ok (x e t k)).
  assert (0 <= mu * (1 - q (x e t k))) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The slope of e that learner k sees. *)
Let D (t k : nat) : R := (1 - x z t k) * q' (x e t k).

(** The payoff of the choice (u, 0) of the goods e and o against learner k's. *)
Let payoff (t k : nat) (u : R) : R := (D t k - l t * P) * (u - v e t k) - (rho - l t) * v o t k.

(** Projecting brings the goods e and o no further from (u, 0): on a cube it acts by coordinates. *)
Lemma e_o_step t k u : 0 <= u <= 1 ->
  (v e (S t) k - u) ^ 2 + v o (S t) k ^ 2 <=
  (v e t k - u) ^ 2 + v o t k ^ 2 - 2 * mu * payoff t k u
  + mu ^ 2 * ((D t k - l t * P) ^ 2 + (rho - l t) ^ 2).
Proof.
  intros Hu.
  change (v e (S t) k) with (clamp (v e t k + mu * (1 * D t k - l t * P))).
  change (v o (S t) k) with (clamp (v o t k + mu * (1 * rho - l t * 1))).
  pose proof (clamp_nearer (v e t k + mu * (1 * D t k - l t * P)) u Hu) as He.
  pose proof (clamp_nearer (v o t k + mu * (1 * rho - l t * 1)) 0 ltac:(lra)) as Ho.
  rewrite !Rminus_0_r in Ho. unfold payoff.
  replace (1 * D t k - l t * P) with (D t k - l t * P) in * by ring.
  replace (1 * rho - l t * 1) with (rho - l t) in * by ring.
  set (d := D t k - l t * P) in *. set (d' := rho - l t) in *. lra.
Qed.

Lemma D_range t k : (k <= K)%nat -> 0 <= D t k <= Q.
Proof.
  intros Hk. pose proof (x_range z t k ltac:(unfold z; lia) Hk). pose proof (q'_bounds (x e t k)).
  unfold D. split; [apply Rmult_le_pos; lra|].
  apply Rle_trans with (1 * Q); [apply Rmult_le_compat; lra|lra].
Qed.

(** How long what a learner is told can be, in e and o. *)
Lemma told t k : (k <= K)%nat ->
  (D t k - l t * P) ^ 2 + (rho - l t) ^ 2 <= 2 * (Q ^ 2 + rho ^ 2) + 2 * beta Q rho tau ^ 2 * l t ^ 2.
Proof.
  intros Hk. pose proof (D_range t k Hk) as HD. pose proof (beta_price Q rho tau) as Hb.
  pose proof (pow2_ge_0 (l t)) as Hl. pose proof (pow2_ge_0 (D t k + l t * P)).
  pose proof (pow2_ge_0 (rho + l t)).
  assert (D t k ^ 2 <= Q ^ 2) by (apply pow_incr; lra).
  assert ((P ^ 2 + 1) * l t ^ 2 <= beta Q rho tau ^ 2 * l t ^ 2) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(** ** Step 4: learner k has little regret against (u, 0) *)
Lemma learner_regret k u far T : (k <= K)%nat -> 0 <= u <= 1 ->
  (start k e - u) ^ 2 + start k o ^ 2 <= far ->
  sum (fun t => payoff t k u) T <=
  far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2) + beta Q rho tau ^ 2 * mu * sum (fun t => l t ^ 2) T.
Proof.
  intros Hk Hu Hfar.
  assert (H : (v e T k - u) ^ 2 + v o T k ^ 2 + 2 * mu * sum (fun t => payoff t k u) T <=
    far + mu ^ 2 * (2 * INR T * (Q ^ 2 + rho ^ 2) + 2 * beta Q rho tau ^ 2 * sum (fun t => l t ^ 2) T)).
  { induction T as [|T IH]; [cbn [sum INR]; unfold v, choice; cbn [osphg learner first published]; lra|].
    cbn [sum]. rewrite S_INR. pose proof (e_o_step T k u Hu). pose proof (told T k Hk) as HT.
    apply (Rmult_le_compat_l (mu ^ 2)) in HT; [|apply pow2_ge_0]. lra. }
  pose proof (pow2_ge_0 (v e T k - u)). pose proof (pow2_ge_0 (v o T k)).
  apply (Rmult_le_reg_l (2 * mu)); [lra|].
  replace (2 * mu * (far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2)
    + beta Q rho tau ^ 2 * mu * sum (fun t => l t ^ 2) T))
    with (far + mu ^ 2 * (2 * INR T * (Q ^ 2 + rho ^ 2) + 2 * beta Q rho tau ^ 2 * sum (fun t => l t ^ 2) T))
    by (field; lra). lra.
Qed.

(** * The comparator: the first learners buy the decoy for the whole allowance, and nobody buys o *)

Variables (m N0 : nat).
Hypothesis floor : INR m <= INR K * tau < INR m + 1.
Hypothesis late : / ((1 - Q * tau) * mu) <= INR N0.

Let a : R := Q * (1 - INR m / INR K).
Let ell : R := a * tau.
Let u (k : nat) : R := if (k <? m)%nat then 1 else if (k =? m)%nat then INR K * tau - INR m else 0.

Lemma numbers : 0 < Q /\ 0 < w /\ 0 < rho /\ 0 < tau < 1 /\ 0 < Q * tau < 1 /\ tau + w <= 1.
Proof.
  destruct ok as [HQ Hw Hr Ht top bend _]. assert (0 < Q * tau) by (apply Rmult_lt_0_compat; lra).
  assert (0 < Q * w) by (apply Rmult_lt_0_compat; lra). repeat split; lra.
Qed.

Lemma m_small : (m < K)%nat /\ 0 <= INR m / INR K <= tau.
Proof.
  pose proof K_1 as HK. destruct numbers as (_ & _ & _ & Ht & _). split.
  - apply INR_lt. assert (INR K * tau < INR K * 1) by (apply Rmult_lt_compat_l; lra). lra.
  - pose proof share. pose proof (pos_INR m). split; [apply Rmult_le_pos; lra|].
    apply (Rmult_le_reg_l (INR K)); [lra|].
    replace (INR K * (INR m / INR K)) with (INR m) by (field; lra). lra.
Qed.

Lemma ell_range : Q * tau * (1 - tau) <= ell <= 1 /\ rho < ell.
Proof.
  destruct m_small as [_ H]. destruct numbers as (HQ & _ & _ & Ht & HQt & _).
  pose proof (o_worth_less _ _ _ _ ok).
  assert (E : ell = Q * tau * (1 - INR m / INR K)) by (unfold ell, a; ring).
  assert (Q * tau * (1 - tau) <= ell <= Q * tau * 1) by (rewrite E; split; apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma u_range k : 0 <= u k <= 1.
Proof. unfold u. destruct (k <? m)%nat, (k =? m)%nat; lra. Qed.

Lemma u_sum : sum u K = INR K * tau.
Proof.
  destruct m_small as [Hm _].
  assert (H : forall j, sum u j = if (j <=? m)%nat then INR j else INR K * tau).
  { induction j; [reflexivity|]. cbn [sum]. rewrite IHj, S_INR. unfold u.
    destruct (Nat.leb_spec j m), (Nat.leb_spec (S j) m), (Nat.ltb_spec j m), (Nat.eqb_spec j m);
      try lia; try lra. subst j. lra. }
  rewrite H. destruct (Nat.leb_spec K m); [lia|reflexivity].
Qed.

(** ** Step 1: the free good is taken by the first m learners, from round N_0 on *)
Lemma z_taken t k : (N0 <= t)%nat -> (k < m)%nat -> v z t k = 1.
Proof.
  intros Ht Hk. destruct numbers as (HQ & _ & _ & Ht1 & HQt & _).
  pose proof (v_range z t k ltac:(unfold z; lia)) as Hv.
  assert (H : forall s, Rmin 1 (INR s * ((1 - Q * tau) * mu)) <= v z s k).
  { induction s.
    - cbn [INR]. rewrite Rmult_0_l, Rmin_right by lra. apply v_range. unfold z; lia.
    - rewrite z_climbs, S_INR.
      assert (Hq : q (x e s k) <= Q * tau).
      { apply Rle_trans with (1 := q_line _ _ _ _ ok _). apply Rmult_le_compat_l; [lra|].
        pose proof (x_early e s k m ltac:(unfold e; lia) ltac:(lia)). destruct m_small. lra. }
      assert (B : (1 - Q * tau) * mu <= mu * (1 - q (x e s k)))
        by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
      assert (0 <= (1 - Q * tau) * mu) by (apply Rmult_le_pos; lra).
      apply Rmin_glb; [apply Rmin_l|]. unfold Rmin in IHs |- *.
      destruct (Rle_dec 1 (INR s * ((1 - Q * tau) * mu))),
        (Rle_dec 1 ((INR s + 1) * ((1 - Q * tau) * mu))); lra. }
  specialize (H t). rewrite Rmin_left in H; [lra|].
  assert (Hp : 0 < (1 - Q * tau) * mu) by (apply Rmult_lt_0_compat; lra).
  pose proof late as L. apply le_INR in Ht. apply (Rmult_le_compat_r ((1 - Q * tau) * mu)) in L; [|lra].
  rewrite Rinv_l in L by lra. apply Rle_trans with (1 := L). apply Rmult_le_compat_r; lra.
Qed.

Lemma z_path t k : (N0 <= t)%nat -> (m <= k)%nat -> INR m / INR K <= x z t k /\ x z t m = INR m / INR K.
Proof.
  intros Ht Hk. assert (E : x z t m = INR m / INR K).
  { rewrite x_sum, (sum_eq _ (fun _ => 1)), sum_const; [unfold Rdiv; ring|].
    intros j Hj. now apply z_taken. }
  split; [rewrite <- E; apply x_rises; [unfold z; lia|exact Hk]|exact E].
Qed.

(** ** Step 2: at the slopes that the learners see, the comparator is not much worse than they are *)

Let advantage (t : nat) : R := / INR K * sum (fun k => (D t k - a) * (u k - v e t k)) K.

(** Learners up to m see q' = Q, and little of z. *)
Lemma first_slopes t k : (k <= m)%nat -> a <= D t k.
Proof.
  intros Hk. destruct numbers as (HQ & _). destruct m_small as [_ Hm].
  pose proof (x_early e t k m ltac:(unfold e; lia) Hk). pose proof (x_early z t k m ltac:(unfold z; lia) Hk).
  unfold D. rewrite (q'_before _ _ _ _ ok) by lra. unfold a. rewrite Rmult_comm.
  apply Rmult_le_compat_r; lra.
Qed.

(** From round N_0 on each term is non-negative. *)
Lemma advantage_late t : (N0 <= t)%nat -> 0 <= advantage t.
Proof.
  intros Ht. destruct numbers as (HQ & _). destruct m_small as [HmK Hm]. pose proof share.
  apply Rmult_le_pos; [lra|]. apply sum_nonnegative. intros k Hk.
  pose proof (v_range e t k ltac:(unfold e; lia)) as Hv. unfold u.
  destruct (Nat.ltb_spec k m) as [L|L]; [|destruct (Nat.eqb_spec k m) as [->|L']].
  - pose proof (first_slopes t k ltac:(lia)). apply Rmult_le_pos; lra.
  - assert (E : D t m = a).
    { unfold D. destruct (z_path t m Ht (le_n m)) as [_ ->].
      pose proof (x_early e t m m ltac:(unfold e; lia) (le_n m)).
      rewrite (q'_before _ _ _ _ ok) by lra. unfold a. ring. }
    rewrite E. lra.
  - destruct (z_path t k Ht L) as [Hz _]. pose proof (q'_bounds (x e t k)) as Hq'.
    pose proof (x_range z t k ltac:(unfold z; lia) ltac:(lia)).
    assert (D t k <= a).
    { unfold D, a. rewrite (Rmult_comm Q). apply Rmult_le_compat; lra. }
    assert (0 <= (a - D t k) * v e t k) by (apply Rmult_le_pos; lra). lra.
Qed.

(** q' along the path: as q is concave, what is bought at the slopes of its beginning adds up to q. *)
Lemma slopes_add_up t k : (k <= K)%nat ->
  / INR K * sum (fun j => q' (x e t j) * v e t j) k <= q (x e t k) + / INR K * (Q - q' (x e t k)).
Proof.
  intros Hk. pose proof share as HK. induction k.
  - rewrite x_first, (q_at_0 _ _ _ _ ok). cbn [sum]. pose proof (q'_bounds 0).
    assert (0 <= / INR K * (Q - q' 0)) by (apply Rmult_le_pos; lra). lra.
  - specialize (IHk ltac:(lia)). cbn [sum]. pose proof (x_step e t k ltac:(unfold e; lia)) as Hd.
    pose proof (q_tangent _ _ _ _ ok (x e t (S k)) (x e t k)) as C.
    pose proof (q'_falls _ _ _ _ ok (x e t k) (x e t (S k)) ltac:(lra)) as F.
    replace (v e t k) with (INR K * (x e t (S k) - x e t k))
      by (rewrite x_next; field; pose proof K_1; lra).
    set (d := x e t (S k) - x e t k) in *.
    replace (x e t k - x e t (S k)) with (- d) in C by (unfold d; ring).
    assert ((q' (x e t k) - q' (x e t (S k))) * d <= (q' (x e t k) - q' (x e t (S k))) * / INR K)
      by (apply Rmult_le_compat_l; lra).
    replace (/ INR K * (sum (fun j => q' (x e t j) * v e t j) k + q' (x e t k) * (INR K * d)))
      with (/ INR K * sum (fun j => q' (x e t j) * v e t j) k + q' (x e t k) * d)
      by (field; pose proof K_1; lra). lra.
Qed.

(** In any round a term is at least - tau q' v. *)
Lemma advantage_early t : - (Q * tau * (tau + w + / INR K)) <= advantage t.
Proof.
  destruct numbers as (HQ & Hw & _ & Ht & _). destruct m_small as [HmK Hm]. pose proof share as HK.
  apply Rle_trans with (/ INR K * sum (fun k => - tau * (q' (x e t k) * v e t k)) K).
  - rewrite sum_scale. pose proof (slopes_add_up t K (le_n K)) as H.
    pose proof (q_top _ _ _ _ ok (x e t K)). pose proof (q'_bounds (x e t K)).
    assert (/ INR K * (Q - q' (x e t K)) <= / INR K * Q) by (apply Rmult_le_compat_l; lra).
    assert (0 < Q * w) by (apply Rmult_lt_0_compat; lra).
    set (s := / INR K * sum _ K) in H.
    assert (B : s <= Q * (tau + w + / INR K)) by lra.
    apply (Rmult_le_compat_l tau) in B; [|lra].
    replace (/ INR K * (- tau * sum (fun k => q' (x e t k) * v e t k) K)) with (- (tau * s))
      by (unfold s; ring). lra.
  - apply Rmult_le_compat_l; [lra|]. apply sum_le. intros k Hk.
    pose proof (v_range e t k ltac:(unfold e; lia)) as Hv. pose proof (q'_bounds (x e t k)) as Hq'.
    pose proof (x_range z t k ltac:(unfold z; lia) ltac:(lia)) as Hz.
    assert (B : D t k - a <= tau * q' (x e t k)).
    { assert (D t k <= 1 * q' (x e t k)) by (unfold D; apply Rmult_le_compat_r; lra).
      assert ((1 - INR m / INR K) * q' (x e t k) <= (1 - INR m / INR K) * Q)
        by (apply Rmult_le_compat_l; lra).
      assert (INR m / INR K * q' (x e t k) <= tau * q' (x e t k)) by (apply Rmult_le_compat_r; lra).
      unfold a. lra. }
    assert (B2 : (D t k - a) * v e t k <= tau * q' (x e t k) * v e t k) by (apply Rmult_le_compat_r; lra).
    pose proof (u_range k) as Hu.
    destruct (le_lt_dec k m) as [L|L].
    + pose proof (first_slopes t k L). assert (0 <= (D t k - a) * u k) by (apply Rmult_le_pos; lra). lra.
    + unfold u. destruct (Nat.ltb_spec k m); [lia|]. destruct (Nat.eqb_spec k m); [lia|]. lra.
Qed.

Lemma advantage_sum T : - (Q * tau * (tau + w + / INR K) * INR N0) <= sum advantage T.
Proof.
  destruct numbers as (HQ & Hw & _ & Ht & HQt & _). pose proof share.
  set (B := Q * tau * (tau + w + / INR K)).
  assert (HB : 0 <= B) by (apply Rmult_le_pos; lra).
  assert (early : forall n, INR n * - B <= sum advantage n).
  { intros n. rewrite <- sum_const. apply sum_le. intros t _. apply advantage_early. }
  destruct (le_lt_dec T N0) as [L|L].
  - specialize (early T). apply le_INR in L.
    assert (B * INR T <= B * INR N0) by now apply Rmult_le_compat_l. lra.
  - replace T with (N0 + (T - N0))%nat by lia. rewrite sum_split. specialize (early N0).
    assert (0 <= sum (fun s => advantage (N0 + s)%nat) (T - N0))
      by (apply sum_nonnegative; intros; apply advantage_late; lia). lra.
Qed.

(** ** Step 3: an identity, as P tau = 1 and the comparator spends the allowance on e *)
Lemma identity t :
  / INR K * sum (fun k => payoff t k (u k)) K
  = (ell - rho) * x o t K + (l t - ell) * spent G A t + advantage t.
Proof.
  destruct numbers as (_ & _ & _ & Ht & _). pose proof K_1.
  assert (E : sum (fun k => payoff t k (u k)) K
    = sum (fun k => (D t k - a) * (u k - v e t k)) K
      + (a - l t * P) * (sum u K - sum (fun k => v e t k) K) - (rho - l t) * sum (fun k => v o t k) K).
  { rewrite <- sum_minus, <- !sum_scale, <- sum_plus, <- sum_minus. apply sum_eq. intros k _.
    unfold payoff. ring. }
  rewrite E, u_sum, spent_is. unfold advantage, ell.
  replace (sum (fun k => v e t k) K) with (INR K * x e t K) by (rewrite x_sum; field; lra).
  replace (sum (fun k => v o t k) K) with (INR K * x o t K) by (rewrite x_sum; field; lra).
  field. lra.
Qed.

(** ** Steps 5 and 6: with the multiplier's regret against ell, little of o is bought *)
Hypothesis tuned : fits mu delta (beta Q rho tau).

Lemma o_bought far T :
  (forall k y, 0 <= y <= 1 -> (start k e - y) ^ 2 + start k o ^ 2 <= far) ->
  (ell - rho) * sum (fun t => x o t K) T <=
  (far + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + P ^ 2) + delta * mu / 2 * ell ^ 2 * INR T
  + Q * tau * (tau + w + / INR K) * INR N0.
Proof.
  intros Hfar. pose proof ell_range as [He Hr]. destruct numbers as (_ & _ & Hrho & _).
  pose proof (multiplier_regret l (spent G A) mu delta P ell T forward (forget_positive _ _ _ tuned) eq_refl
    (lambda_next G A) spent_small ltac:(lra)) as dual.
  pose proof (advantage_sum T) as S.
  assert (primal : sum (fun t => / INR K * sum (fun k => payoff t k (u k)) K) T <=
    far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2) + beta Q rho tau ^ 2 * mu * sum (fun t => l t ^ 2) T).
  { pose proof share as HK. pose proof K_1. set (bound := far / (2 * mu) + _ + _).
    rewrite sum_scale, sum_swap. replace bound with (/ INR K * (INR K * bound)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite <- sum_const. apply sum_le. intros k Hk.
    apply learner_regret; [lia|apply u_range|apply Hfar, u_range]. }
  rewrite (sum_eq _ (fun t => (ell - rho) * x o t K + (l t - ell) * spent G A t + advantage t)) in primal
    by (intros; apply identity).
  rewrite (sum_plus _ advantage), sum_plus, sum_scale in primal.
  rewrite (sum_eq (fun t => (l t - ell) * spent G A t) (fun t => l t * spent G A t - ell * spent G A t))
    in primal by (intros; ring).
  rewrite sum_minus, sum_scale in primal.
  assert (squares : 0 <= sum (fun t => l t ^ 2) T) by (apply sum_nonnegative; intros; apply pow2_ge_0).
  pose proof (absorbs _ _ _ tuned) as Ab.
  assert (0 <= (delta / 2 - (delta ^ 2 * mu ^ 2 + beta Q rho tau ^ 2)) * (mu * sum (fun t => l t ^ 2) T))
    by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  replace ((far + ell ^ 2) / (2 * mu)) with (far / (2 * mu) + ell ^ 2 / (2 * mu)) by (field; lra).
  lra.
Qed.

(** ** Step 7: without o, the utility is at most 1 *)
Lemma earned T :
  sum (fun t => utility G t (decision G A t)) T <= INR T + rho * sum (fun t => x o t K) T.
Proof.
  rewrite <- sum_scale, <- (Rmult_1_r (INR T)), <- (sum_const 1 T), <- sum_plus. apply sum_le. intros t _.
  change (utility G t (decision G A t)) with (1 - (1 - x z t K) * (1 - q (x e t K)) + rho * x o t K).
  pose proof (x_range z t K ltac:(unfold z; lia) (le_n K)). pose proof (q_at_most_one _ _ _ _ ok (x e t K)).
  assert (0 <= (1 - x z t K) * (1 - q (x e t K))) by (apply Rmult_le_pos; lra). lra.
Qed.
End Run.

(** [far] is how far, squared, a start may be from a point (u, 0) of the goods e and o: 2 from any start in
    the cube, 1 from the origin. *)
Theorem far_start : forall (x : vec) (u : R), cube 3 x -> 0 <= u <= 1 ->
  (x e - u) ^ 2 + x o ^ 2 <= 2 /\ (x e = 0 -> x o = 0 -> (x e - u) ^ 2 + x o ^ 2 <= 1).
Proof.
  intros x u Hx Hu. pose proof (Hx e ltac:(unfold e; lia)). pose proof (Hx o ltac:(unfold o; lia)).
  split; [nra|]. intros -> ->. nra.
Qed.

(** * The theorem *)

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
  pose proof (step_positive _ _ _ tuned) as forward. pose proof (rho_positive _ _ _ _ ok).
  destruct (ell_range Q w rho tau K ok some m floor) as [range above]. fold a ell in range, above.
  assert (few : sum (fun t => decision G A t o) T <= N / (ell - rho)).
  { apply (Rmult_le_reg_l (ell - rho)); [lra|].
    replace ((ell - rho) * (N / (ell - rho))) with N by (field; lra).
    exact (o_bought Q w rho tau mu delta start K ok some inside forward m N0 floor late tuned far T Hfar). }
  assert (little : sum (fun t => utility G t (decision G A t)) T <= INR T + rho / (ell - rho) * N).
  { apply Rle_trans with (1 := earned Q w rho tau mu delta start K ok some inside T).
    apply Rplus_le_compat_l. replace (rho / (ell - rho) * N) with (rho * (N / (ell - rho))) by (field; lra).
    apply Rmult_le_compat_l; [lra|exact few]. }
  repeat split; try (exact few || exact little || lra).
  unfold regret. unfold G in best |- *. rewrite (benchmark_utility _ _ _ _ ok _ _ _ best). fold G. lra.
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
