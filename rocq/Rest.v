(** The rest of the slow game: learners that start at the origin walk to (0, 1), and buy little of the slow
    good on their way, whatever they are told, as long as that favours e near the rest.

    Here learner k is told the slopes se of e and sz of the slow good, per unit of money; the theorems of
    [TightWeighted] and [TightBoosted] put the weighted and the boosted slopes in. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Tuned Saddle Slow Cube.
Open Scope R_scope.

(** More terms, none of them negative. *)
Lemma sum_longer h k n : (forall j, 0 <= h j) -> (k <= n)%nat -> sum h k <= sum h n.
Proof. intros H. induction 1; [lra|]. cbn [sum]. specialize (H m). lra. Qed.

Section Mean.
Variable K : nat.
Hypothesis some : (1 <= K)%nat.

Lemma mean_eq h h' : (forall k, (k < K)%nat -> h k = h' k) -> mean K h = mean K h'.
Proof. intros H. unfold mean. f_equal. now apply sum_eq. Qed.

Lemma mean_nonnegative h : (forall k, (k < K)%nat -> 0 <= h k) -> 0 <= mean K h.
Proof. intros H. rewrite <- (mean_const K some 0). now apply mean_le. Qed.

Lemma mean_at_most h c : (forall k, (k < K)%nat -> h k <= c) -> mean K h <= c.
Proof. intros H. rewrite <- (mean_const K some c). now apply mean_le. Qed.

(** (mean of h)^2 <= mean of h^2 *)
Lemma mean_square h : mean K h ^ 2 <= mean K (fun k => h k ^ 2).
Proof.
  set (c := mean K h).
  assert (H : 0 <= mean K (fun k => (h k - c) ^ 2)) by (apply mean_nonnegative; intros; apply pow2_ge_0).
  rewrite (mean_eq _ (fun k => h k ^ 2 + (-2 * c * h k + c ^ 2))) in H by (intros; ring).
  rewrite mean_plus, mean_plus, mean_scale, mean_const in H by exact some. fold c in H. lra.
Qed.
End Mean.

Section Rest.
Variables (a m d ell eta gamma beta : R) (K : nat).
Hypotheses (slowness : 0 < a <= 1) (some : (1 <= K)%nat) (fit : fits m d beta) (dear : 1 + a ^ 2 <= beta ^ 2)
  (ell_0 : 0 <= ell) (eta_0 : 0 < eta) (gamma_0 : 0 < gamma).

(** The multiplier, the learners' choices z and e, and what they are told of e and of z. *)
Variables (l : nat -> R) (z e se sz : nat -> nat -> R).

(** What the learners buy of the slow good, and what they miss of e. *)
Notation bought t := (mean K (fun k => a * z t k)).
Notation missed t := (mean K (fun k => 1 - e t k)).
(** What is told in favour of the rest, at the multiplier ell. *)
Notation favour t := (mean K (fun k => (se t k - ell) * (1 - e t k) + (ell - sz t k) * (a * z t k))).

Hypothesis l_first : l O = 0.
Hypothesis l_next : forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * (bought t - missed t)).
Hypothesis first : forall k, z 0%nat k = 0 /\ e 0%nat k = 0.
Hypothesis z_next : forall t k, z (S t) k = Rmax 0 (Rmin (/ a) (z t k + m * (a * (sz t k - l t)))).
Hypothesis e_next : forall t k, e (S t) k = Rmax 0 (Rmin 1 (e t k + m * (se t k - l t))).
Hypothesis told : forall t k,
  (k < K)%nat -> 0 <= se t k /\ 0 <= sz t k /\ se t k ^ 2 + a ^ 2 * sz t k ^ 2 <= beta ^ 2.
Hypothesis favoured : forall t, bought t <= eta -> gamma * (missed t + bought t) <= favour t.

Let m_0 : 0 < m := step_positive _ _ _ fit.
Let d_0 : 0 < d := forget_positive _ _ _ fit.

(** What a round adds to the potential, but for m^2. *)
Let noise : R := beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2.

Lemma in_range t k : 0 <= z t k <= / a /\ 0 <= a * z t k <= 1 /\ 0 <= e t k <= 1.
Proof.
  assert (I : 0 < / a) by (apply Rinv_0_lt_compat; lra). assert (E : a * / a = 1) by (field; lra).
  assert (Z : 0 <= z t k <= / a).
  { destruct t; [rewrite (proj1 (first k)); lra|rewrite z_next; apply between_range; lra]. }
  assert (0 <= e t k <= 1) by (destruct t; [rewrite (proj2 (first k)); lra|rewrite e_next;
    apply between_range; lra]).
  assert (0 <= a * z t k) by (apply Rmult_le_pos; lra).
  assert (a * z t k <= a * / a) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma bought_missed t : 0 <= bought t <= 1 /\ 0 <= missed t <= 1.
Proof.
  repeat split; (apply mean_nonnegative || apply mean_at_most); auto; intros k _; pose proof (in_range t k);
    lra.
Qed.

Lemma l_nonnegative t : 0 <= l t.
Proof. destruct t; [rewrite l_first; lra|rewrite l_next; apply Rmax_l]. Qed.

(** The potential: half the squared distances, from ell and from the rest. *)
Let apart t k := (1 - e t k) ^ 2 + z t k ^ 2.
Let potential t := (l t - ell) ^ 2 / 2 + mean K (apart t) / 2.

(** A round of a learner, against the rest; lambda pays for the square of what it is told. *)
Lemma learner_round t k : (k < K)%nat -> apart (S t) k <= apart t k
  - 2 * m * ((se t k - l t) * (1 - e t k) - (sz t k - l t) * (a * z t k)) + m ^ 2 * (beta ^ 2 * (1 + l t ^
        2)).
Proof.
  intros Hk. unfold apart. rewrite z_next, e_next. destruct (in_range t k) as (Z & _ & E).
  assert (0 < / a) by (apply Rinv_0_lt_compat; lra).
  pose proof (between_nearer 1 (e t k + m * (se t k - l t)) 1 ltac:(lra)) as N1.
  pose proof (between_nearer (/ a) (z t k + m * (a * (sz t k - l t))) 0 ltac:(lra)) as N2.
  destruct (told t k Hk) as (P1 & P2 & P3). pose proof (l_nonnegative t) as L.
  assert (Q : (se t k - l t) ^ 2 + a ^ 2 * (sz t k - l t) ^ 2 <= beta ^ 2 * (1 + l t ^ 2)).
  { assert (0 <= se t k * l t) by (apply Rmult_le_pos; lra).
    assert (0 <= a ^ 2 * (sz t k * l t)) by (apply Rmult_le_pos; [apply pow2_ge_0|apply Rmult_le_pos; lra]).
    apply (Rmult_le_compat_r (l t ^ 2)) in dear; [lra|apply pow2_ge_0]. }
  apply (Rmult_le_compat_l (m ^ 2)) in Q; [|apply pow2_ge_0]. lra.
Qed.

(** A round of the multiplier, against ell. *)
Lemma multiplier_round t : (l (S t) - ell) ^ 2 <= (l t - ell) ^ 2
  + 2 * m * (l t - ell) * (bought t - missed t)
  + 2 * m ^ 2 * (1 + d / 2 * ell ^ 2 - (d / 2 - d ^ 2 * m ^ 2) * l t ^ 2).
Proof.
  rewrite l_next. destruct (bought_missed t). set (g := bought t - missed t).
  assert (G : g ^ 2 <= 1) by (assert (-1 <= g <= 1) by (unfold g; lra); nra).
  set (y := (1 - d * m ^ 2) * l t + m * g).
  assert (N : (Rmax 0 y - ell) ^ 2 <= (y - ell) ^ 2) by (unfold Rmax; destruct (Rle_dec 0 y); [lra|nra]).
  apply Rle_trans with (1 := N). unfold y. pose proof (pow2_ge_0 (g + d * m * l t)) as S1.
  pose proof (pow2_ge_0 (l t - ell)) as S2.
  apply (Rmult_le_compat_l (m ^ 2)) in G, S1; try apply pow2_ge_0.
  apply (Rmult_le_compat_l (m ^ 2 * d)) in S2; [|apply Rmult_le_pos; [apply pow2_ge_0|lra]]. lra.
Qed.

(** One round: what is told in favour of the rest goes, and the noise comes. *)
Lemma rest_round t :
  potential (S t) <= potential t - m * favour t + m ^ 2 * (noise - beta ^ 2 / 2 * l t ^ 2).
Proof.
  pose proof (multiplier_round t) as M.
  assert (L : mean K (apart (S t)) <= mean K (apart t)
    + -2 * m * (favour t + (l t - ell) * (bought t + -1 * missed t)) + m ^ 2 * (beta ^ 2 * (1 + l t ^ 2))).
  { rewrite <- (mean_scale K (-1)), <- mean_plus, <- (mean_scale K (l t - ell)), <- mean_plus,
      <- (mean_scale K (-2 * m)), <- mean_plus, <- (mean_const K some (m ^ 2 * _)), <- mean_plus.
    apply mean_le; [exact some|]. intros k Hk. apply Rle_trans with (1 := learner_round t k Hk). lra. }
  pose proof (absorbs _ _ _ fit) as A. pose proof (pow2_ge_0 (m * l t)) as P.
  apply (Rmult_le_compat_r ((m * l t) ^ 2)) in A; [|exact P]. unfold potential, noise. lra.
Qed.

(** The trap: while the potential is at most eta^2 / (2 a^2), little of the slow good is bought. *)
Lemma trap t : 2 * a ^ 2 * potential t <= eta ^ 2 -> bought t <= eta.
Proof.
  intros H. apply Rsqr_incr_0_var; [|lra]. rewrite !Rsqr_pow2.
  apply Rle_trans with (1 := mean_square K some _), Rle_trans with (2 := H).
  rewrite (mean_eq K _ (fun k => a ^ 2 * z t k ^ 2)), mean_scale by (intros; ring).
  assert (mean K (fun k => z t k ^ 2) <= mean K (apart t)).
  { apply mean_le; [exact some|]. intros k _. unfold apart. pose proof (pow2_ge_0 (1 - e t k)). lra. }
  pose proof (pow2_ge_0 (l t - ell)) as P. pose proof (pow2_ge_0 a). unfold potential.
  replace (2 * a ^ 2 * ((l t - ell) ^ 2 / 2 + mean K (apart t) / 2))
    with (a ^ 2 * ((l t - ell) ^ 2 + mean K (apart t))) by field.
  apply Rmult_le_compat_l; lra.
Qed.

(** In the trap a round takes m gamma times what is missed and bought from the potential. *)
Lemma trapped_round t : 2 * a ^ 2 * potential t <= eta ^ 2 -> potential (S t)
  <= potential t - m * (gamma * (missed t + bought t)) + m ^ 2 * (noise - beta ^ 2 / 2 * l t ^ 2).
Proof.
  intros H. pose proof (rest_round t). pose proof (favoured t (trap t H)) as F.
  apply (Rmult_le_compat_l m) in F; lra.
Qed.

Lemma potential_first : potential 0 = (1 + ell ^ 2) / 2.
Proof.
  unfold potential. rewrite l_first, (mean_eq K _ (fun _ => 1)), mean_const by
    (try exact some; intros k _; unfold apart; rewrite (proj1 (first k)), (proj2 (first k)); ring). field.
Qed.

(** What the potential contracts towards, M in the chapter. *)
Let level : R := noise / beta ^ 2 + ell ^ 2 / 2.

(** In the box the potential is at most what a round takes from it, but for constants. *)
Lemma potential_size t : potential t <= (l t ^ 2 + ell ^ 2 + (missed t + bought t) / a ^ 2) / 2.
Proof.
  assert (P : 0 < / a ^ 2) by (apply Rinv_0_lt_compat; nra).
  assert (L : mean K (apart t) <= (missed t + bought t) / a ^ 2).
  { unfold Rdiv. rewrite Rmult_comm, <- mean_plus, <- mean_scale. apply mean_le; [exact some|]. intros k _.
    destruct (in_range t k) as (Z & A & E). unfold apart.
    assert (O : 1 <= / a ^ 2) by (rewrite <- Rinv_1; apply Rinv_le_contravar; nra).
    assert (z t k ^ 2 <= / a ^ 2 * (a * z t k)).
    { replace (z t k ^ 2) with (/ a ^ 2 * ((a * z t k) * (a * z t k))) by (field; lra).
      apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_r (a * z t k)) at 3.
      apply Rmult_le_compat_l; lra. }
    assert ((1 - e t k) ^ 2 <= 1 - e t k) by nra.
    assert (1 * (1 - e t k) <= / a ^ 2 * (1 - e t k)) by (apply Rmult_le_compat_r; lra). lra. }
  pose proof (Rmult_le_pos _ _ ell_0 (l_nonnegative t)). unfold potential. lra.
Qed.

(** First way to stay in the trap: the potential contracts towards [level]. *)
Lemma contracts : 2 * a ^ 2 * level <= eta ^ 2 -> m * beta ^ 2 <= 2 * a ^ 2 * gamma ->
  forall t, potential t <= level.
Proof.
  intros near fine. assert (B : 0 < beta ^ 2) by nra.
  assert (keep : m ^ 2 * beta ^ 2 <= 1).
  { pose proof (absorbs _ _ _ fit) as A. pose proof (keeps _ _ _ fit) as P. pose proof (pow2_ge_0 (d * m)).
    apply (Rmult_le_compat_l (m ^ 2)) in A; [|apply pow2_ge_0].
    pose proof (Rmult_le_pos _ _ (pow2_ge_0 m) (pow2_ge_0 (d * m))). lra. }
  assert (N : beta ^ 2 * level = noise + beta ^ 2 * (ell ^ 2 / 2)) by (unfold level; field; nra).
  induction t.
  - rewrite potential_first. apply (Rmult_le_reg_l (beta ^ 2)); [exact B|]. rewrite N. unfold noise.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ d_0) (pow2_ge_0 ell)). lra.
  - assert (T : 2 * a ^ 2 * potential t <= eta ^ 2).
    { apply Rle_trans with (2 := near). apply Rmult_le_compat_l; [pose proof (pow2_ge_0 a); lra|exact IHt]. }
    pose proof (trapped_round t T) as H. destruct (bought_missed t) as [Z M].
    pose proof (potential_size t) as C. set (x := missed t + bought t) in *.
    assert (X : m ^ 2 * beta ^ 2 * (x / a ^ 2) <= 2 * (m * (gamma * x))).
    { replace (m ^ 2 * beta ^ 2 * (x / a ^ 2)) with (m * x / a ^ 2 * (m * beta ^ 2)) by (field; lra).
      replace (2 * (m * (gamma * x))) with (m * x / a ^ 2 * (2 * a ^ 2 * gamma)) by (field; lra).
      apply Rmult_le_compat_l; [|exact fine]. apply Rmult_le_pos; [apply Rmult_le_pos; [lra|unfold x; lra]|].
      apply Rlt_le, Rinv_0_lt_compat. nra. }
    apply (Rmult_le_compat_l (m ^ 2 * beta ^ 2)) in C; [|apply Rmult_le_pos; [apply pow2_ge_0|lra]].
    apply (Rmult_le_compat_l (1 - m ^ 2 * beta ^ 2)) in IHt; [|lra].
    apply (f_equal (Rmult (m ^ 2))) in N. lra.
Qed.

(** Second way: the steps are so short that T rounds add little. *)
Lemma grows T : 2 * a ^ 2 * ((1 + ell ^ 2) / 2 + m ^ 2 * noise * INR T) <= eta ^ 2 ->
  forall t, (t <= T)%nat -> potential t <= (1 + ell ^ 2) / 2 + m ^ 2 * noise * INR t.
Proof.
  intros near. assert (N : 0 <= noise).
  { unfold noise. pose proof (pow2_ge_0 beta).
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ d_0) (pow2_ge_0 ell)). lra. }
  induction t; intros Ht; [rewrite potential_first; cbn; lra|]. specialize (IHt ltac:(lia)).
  assert (P : 0 <= m ^ 2 * noise) by (apply Rmult_le_pos; [apply pow2_ge_0|exact N]).
  assert (E : 2 * a ^ 2 * potential t <= eta ^ 2).
  { apply Rle_trans with (2 := near). apply Rmult_le_compat_l; [pose proof (pow2_ge_0 a); lra|].
    apply Rle_trans with (1 := IHt), Rplus_le_compat_l, Rmult_le_compat_l; [exact P|apply le_INR; lia]. }
  pose proof (trapped_round t E) as H. destruct (bought_missed t) as [Z M]. rewrite S_INR.
  assert (0 <= m * (gamma * (missed t + bought t))) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= m ^ 2 * (beta ^ 2 / 2 * l t ^ 2)).
  { apply Rmult_le_pos; [apply pow2_ge_0|].
    apply Rmult_le_pos; [pose proof (pow2_ge_0 beta); lra|apply pow2_ge_0]. }
  lra.
Qed.

(** What T rounds buy of the slow good: the potential is never negative, and in the trap each round takes
    m gamma times what is bought from it. *)
Theorem rest_bought T :
  (2 * a ^ 2 * (noise / beta ^ 2 + ell ^ 2 / 2) <= eta ^ 2 /\ m * beta ^ 2 <= 2 * a ^ 2 * gamma) \/
  a ^ 2 * (1 + ell ^ 2 + 2 * m ^ 2 * noise * INR T) <= eta ^ 2 ->
  sum (fun t => bought t) T <= ((1 + ell ^ 2) / (2 * m) + m * noise * INR T) / gamma.
Proof.
  intros H.
  assert (near : forall t, (t < T)%nat -> 2 * a ^ 2 * potential t <= eta ^ 2).
  { intros t Ht. pose proof (pow2_ge_0 a). destruct H as [[near fine]|near].
    - apply Rle_trans with (2 := near), Rmult_le_compat_l; [lra|]. now apply contracts.
    - assert (E : 2 * a ^ 2 * ((1 + ell ^ 2) / 2 + m ^ 2 * noise * INR T) <= eta ^ 2) by lra.
      apply Rle_trans with (2 := E), Rmult_le_compat_l; [lra|].
      apply Rle_trans with (1 := grows T E t ltac:(lia)), Rplus_le_compat_l, Rmult_le_compat_l;
        [|apply le_INR; lia].
      apply Rmult_le_pos; [apply pow2_ge_0|]. unfold noise. pose proof (pow2_ge_0 beta).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ d_0) (pow2_ge_0 ell)). lra. }
  assert (all : forall n, (n <= T)%nat -> potential n + m * gamma * sum (fun t => bought t) n
    <= (1 + ell ^ 2) / 2 + m ^ 2 * noise * INR n).
  { induction n; intros Hn; [rewrite potential_first; cbn; lra|]. specialize (IHn ltac:(lia)).
    pose proof (trapped_round n (near n ltac:(lia))) as R. destruct (bought_missed n) as [_ M]. cbn [sum].
    rewrite S_INR.
    assert (0 <= m * (gamma * missed n)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    assert (0 <= m ^ 2 * (beta ^ 2 / 2 * l n ^ 2)).
    { apply Rmult_le_pos; [apply pow2_ge_0|].
      apply Rmult_le_pos; [pose proof (pow2_ge_0 beta); lra|apply pow2_ge_0]. }
    lra. }
  specialize (all T (le_n T)).
  assert (P : 0 <= potential T).
  { unfold potential. pose proof (pow2_ge_0 (l T - ell)).
    assert (0 <= mean K (apart T)); [|lra]. apply mean_nonnegative; [exact some|]. intros k _. unfold apart.
    pose proof (pow2_ge_0 (1 - e T k)). pose proof (pow2_ge_0 (z T k)). lra. }
  apply (Rmult_le_reg_l (m * gamma)); [apply Rmult_lt_0_compat; lra|].
  replace (m * gamma * (((1 + ell ^ 2) / (2 * m) + m * noise * INR T) / gamma))
    with ((1 + ell ^ 2) / 2 + m ^ 2 * noise * INR T) by (field; lra). lra.
Qed.
End Rest.

(** * The tuning of the paper's theorems

    Its steps are so short, from some T / W on, that the conditions hold,
      and what is bought is as small a share
    of T as one likes. *)
Lemma rest_tuned a radius beta gamma gap :
  0 < a -> 0 < radius -> 1 <= beta -> 0 < gamma -> 0 < gap ->
  exists r, forall (W T : nat) (ell : R), (1 <= W <= T)%nat -> r * INR W <= INR T -> ell ^ 2 <= 2 ->
  let m := paper_step radius beta W T in
  let d := paper_delta beta in
  fits m d beta /\ m * beta ^ 2 <= 2 * a ^ 2 * gamma /\
  ((1 + ell ^ 2) / (2 * m) + m * (beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) * INR T) / gamma <= gap * INR T.
Proof.
  intros Ha HR Hb Hg Hgap. pose (D := (3 * beta / (2 * radius) + radius * (5 * beta ^ 2 + 1) / beta) / gamma).
  assert (D0 : 0 < D).
  { apply Rdiv_lt_0_compat; [|exact Hg]. apply Rplus_lt_0_compat; apply Rdiv_lt_0_compat; try lra.
    apply Rmult_lt_0_compat; nra. }
  assert (F0 : 0 < radius * beta / (2 * a ^ 2 * gamma)).
  { apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; nra. }
  assert (G0 : 0 < D / gap) by (apply Rdiv_lt_0_compat; lra).
  pose (b := 4 * radius + radius * beta / (2 * a ^ 2 * gamma) + D / gap).
  assert (b0 : 0 < b) by (unfold b; lra).
  exists (b ^ 2). intros W T ell HW long Hl m d.
  assert (W1 : 1 <= INR W) by (change 1 with (INR 1); apply le_INR; lia).
  assert (T1 : 1 <= INR T) by (change 1 with (INR 1); apply le_INR; lia).
  set (P := INR W * INR T). assert (P1 : b ^ 2 <= P).
  { unfold P. assert (b ^ 2 * 1 <= b ^ 2 * INR W) by (apply Rmult_le_compat_l; [apply pow2_ge_0|lra]).
    assert (1 * INR T <= INR W * INR T) by (apply Rmult_le_compat_r; lra). lra. }
  set (s := sqrt P). assert (sP : s ^ 2 = P) by (apply pow2_sqrt; pose proof (pow2_ge_0 b); lra).
  assert (s0 : 0 <= s) by apply sqrt_pos.
  assert (bs : b <= s) by (apply Rsqr_incr_0_var; [rewrite !Rsqr_pow2; lra|exact s0]).
  assert (sT : b * s <= INR T).
  { apply Rsqr_incr_0_var; [|lra]. rewrite !Rsqr_pow2. replace ((b * s) ^ 2) with (b ^ 2 * s ^ 2) by ring.
    rewrite sP. unfold P.
    replace (b ^ 2 * (INR W * INR T)) with (b ^ 2 * INR W * INR T) by ring.
    replace (INR T ^ 2) with (INR T * INR T) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (Ts : INR T <= s ^ 2).
  { rewrite sP. unfold P. rewrite <- (Rmult_1_l (INR T)) at 1. apply Rmult_le_compat_r; lra. }
  assert (Hm : m = radius / (beta * s)) by reflexivity. split; [|split].
  - apply paper_tuning; [lra|lra|]. fold P. rewrite <- sP.
    replace (16 * radius ^ 2) with ((4 * radius) ^ 2) by ring.
    apply pow_incr. unfold b in bs. lra.
  - assert (E : radius * beta / (2 * a ^ 2 * gamma) <= s) by (unfold b in bs; lra).
    apply (Rmult_le_reg_r s); [lra|]. rewrite Hm.
    replace (radius / (beta * s) * beta ^ 2 * s) with (radius * beta) by (field; lra).
    apply (Rmult_le_compat_l (2 * a ^ 2 * gamma)) in E; [|repeat apply Rmult_le_pos; try apply pow2_ge_0;
      lra].
    replace (2 * a ^ 2 * gamma * (radius * beta / (2 * a ^ 2 * gamma))) with (radius * beta) in E by (field;
      lra). lra.
  - assert (C : beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2 <= 5 * beta ^ 2 + 1).
    { unfold d, paper_delta. pose proof (pow2_ge_0 beta).
      apply (Rmult_le_compat_l (2 * beta ^ 2)) in Hl; lra. }
    assert (C0 : 0 <= beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2).
    { unfold d, paper_delta. pose proof (pow2_ge_0 beta).
      pose proof (Rmult_le_pos _ _ (pow2_ge_0 beta) (pow2_ge_0 ell)). lra. }
    set (c := beta ^ 2 / 2 + 1 + d / 2 * ell ^ 2) in *.
    assert (N1 : (1 + ell ^ 2) / (2 * m) <= 3 * beta / (2 * radius) * s).
    { rewrite Hm. replace ((1 + ell ^ 2) / (2 * (radius / (beta * s)))) with ((1 + ell ^ 2) * (beta / (2 *
          radius) * s)) by (field; lra).
      replace (3 * beta / (2 * radius) * s) with (3 * (beta / (2 * radius) * s)) by (field; lra).
      apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; [apply Rlt_le, Rdiv_lt_0_compat|]; lra. }
    assert (N2 : m * c * INR T <= radius * (5 * beta ^ 2 + 1) / beta * s).
    { rewrite Hm. replace (radius * (5 * beta ^ 2 + 1) / beta * s) with (radius / (beta * s) * (5 * beta ^ 2
          + 1) * s ^ 2) by (field; lra).
      assert (0 < radius / (beta * s)) by (apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
      apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]. }
    apply Rle_trans with (D * s).
    + unfold D. replace ((3 * beta / (2 * radius) + radius * (5 * beta ^ 2 + 1) / beta) / gamma * s)
        with ((3 * beta / (2 * radius) * s + radius * (5 * beta ^ 2 + 1) / beta * s) / gamma) by (field; lra).
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; lra.
    + assert (E : D / gap <= b) by (unfold b; assert (0 < 4 * radius) by lra; lra).
      apply (Rmult_le_compat_l gap) in E; [|lra]. replace (gap * (D / gap)) with D in E by (field; lra).
      apply (Rmult_le_compat_r s) in E; [|exact s0]. apply (Rmult_le_compat_l gap) in sT; lra.
Qed.

(** The benchmark is worth T: who earns at most (q 1 + gap) T loses the rest. *)
Lemma rest_lost a eps alpha gap (W T : nat) (best : vec) earned : 0 < a <= 1 -> 0 < eps -> q eps 1 <= 1 -> 0
    < alpha ->
  benchmark (slow a eps) W T best -> earned <= q eps 1 * INR T + (1 - q eps 1) * (gap * INR T) -> 0 < gap ->
  q eps 1 + 2 * gap <= alpha -> gap * INR T <= alpha * sum (fun t => utility (slow a eps) t best) T - earned.
Proof.
  intros Ha He Ht Hal [_ B] H Hg Hq. specialize (B _ (proj1 (slow_benchmark a eps Ha He Ht W T))).
  rewrite (sum_eq _ (fun _ => 1)), sum_const in B by (intros t _; now apply slow_best_worth).
  apply (Rmult_le_compat_l alpha) in B; [|lra]. pose proof (pos_INR T).
  assert (0 <= q eps 1) by (apply q_range; lra). 
  assert (0 <= q eps 1 * (gap * INR T)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  apply (Rmult_le_compat_r (INR T)) in Hq; lra.
Qed.

(** The decoy for a share alpha: eps so small that q 1 stays below alpha and 1. *)
Lemma decoy_for alpha : 1 - exp (-1) < alpha ->
  exists eps, 0 < eps <= exp (-1) /\ q eps 1 <= 1 /\ q eps 1 < alpha.
Proof.
  intros H. pose proof (exp_pos (-1)). pose proof over_e. set (c := exp (-1)) in *.
  exists (Rmin (alpha - (1 - c)) c / 2).
  pose proof (Rmin_l (alpha - (1 - c)) c). pose proof (Rmin_r (alpha - (1 - c)) c).
  assert (0 < Rmin (alpha - (1 - c)) c) by (apply Rmin_glb_lt; lra). set (y := Rmin _ c) in *.
  rewrite q_one. fold c. assert (y / 2 * (1 - c) <= y / 2 * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
