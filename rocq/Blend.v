(** Blends of potentials: the logarithm of a mean of exponentials, one inside the other. They are what one
    player for all windows maximises (chapter "What not knowing the window costs").

    A scale that does better than all before it raises the blend almost as if it stood alone; what that costs
    is B ln (1/th), th its weight at first. From what each scale gains at most, a blend gains at most the mean
    of it, with the weights it has now, and a variance. So nothing needs to be known of the blend's curvature.
    *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

Definition blend (B th a s : R) : R := B * ln ((1 - th) * exp (a / B) + th * exp (s / B)).
Definition share (B th a s : R) : R := th * exp (s / B) / ((1 - th) * exp (a / B) + th * exp (s / B)).

Lemma exp_square y : y <= 3 / 8 -> exp y <= 1 + y + y ^ 2.
Proof.
  intros H. pose proof (exp_line (- (y / 2))) as L. set (h := exp (y / 2)).
  assert (h0 : 0 < h) by apply exp_pos.
  assert (E : exp y = h * h) by (unfold h; rewrite <- exp_plus; f_equal; field).
  rewrite exp_Ropp in L. fold h in L.
  assert (U : h * (1 - y / 2) <= 1).
  { apply (Rmult_le_compat_l h) in L; [|lra]. rewrite Rinv_r in L by lra. lra. }
  assert (p0 : 0 < 1 - y / 2) by lra. assert (V : h * h * (1 - y / 2) ^ 2 <= 1).
  { replace (h * h * (1 - y / 2) ^ 2) with ((h * (1 - y / 2)) * (h * (1 - y / 2))) by ring.
    assert (0 <= h * (1 - y / 2)) by (apply Rmult_le_pos; lra). nra. }
  assert (Q : 1 <= (1 + y + y ^ 2) * (1 - y / 2) ^ 2).
  { replace ((1 + y + y ^ 2) * (1 - y / 2) ^ 2) with (1 + y ^ 2 / 4 * (1 - 3 * y + y ^ 2)) by field.
    assert (0 <= 1 - 3 * y + y ^ 2) by nra. pose proof (pow2_ge_0 y). nra. }
  rewrite E. apply (Rmult_le_reg_r ((1 - y / 2) ^ 2)); [apply pow_lt; exact p0|]. lra.
Qed.

Lemma ln_line y : 0 < y -> ln y <= y - 1.
Proof. intros H. pose proof (exp_line (ln y)) as E. rewrite exp_ln in E by exact H. lra. Qed.

Section Blend.
Variables (B th a s : R).
Hypotheses (B0 : 0 < B) (th0 : 0 < th < 1).
Let Z := (1 - th) * exp (a / B) + th * exp (s / B).
Let w := share B th a s.

Lemma blend_positive : 0 < Z.
Proof.
  pose proof (exp_pos (a / B)). pose proof (exp_pos (s / B)).
  assert (0 < (1 - th) * exp (a / B)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < th * exp (s / B)) by (apply Rmult_lt_0_compat; lra). unfold Z. lra.
Qed.

Lemma share_range : 0 <= w <= 1.
Proof.
  pose proof blend_positive as Z0. pose proof (exp_pos (a / B)). pose proof (exp_pos (s / B)).
  assert (0 < (1 - th) * exp (a / B)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < th * exp (s / B)) by (apply Rmult_lt_0_compat; lra).
  assert (E : w * Z = th * exp (s / B)) by (unfold w, share; fold Z; field; lra).
  split; apply (Rmult_le_reg_r Z); try exact Z0; rewrite E; unfold Z; lra.
Qed.

Lemma blend_moved x y :
  (1 - th) * exp ((a + x) / B) + th * exp ((s + y) / B) = Z * ((1 - w) * exp (x / B) + w * exp (y / B)).
Proof.
  pose proof blend_positive as Z0. unfold Rdiv. rewrite !Rmult_plus_distr_r, !exp_plus.
  fold (a / B) (s / B) (x / B) (y / B).
  assert (E : w * Z = th * exp (s / B)) by (unfold w, share; fold Z; field; lra).
  replace (Z * ((1 - w) * exp (x / B) + w * exp (y / B))) with ((Z - w * Z) * exp (x / B) + w * Z * exp (y /
    B)) by ring.
  rewrite E. unfold Z. ring.
Qed.

Lemma blend_above a' s' x y : a + x <= a' -> s + y <= s' ->
  blend B th a s + ((1 - w) * x + w * y) <= blend B th a' s'.
Proof.
  intros Ha Hs. pose proof blend_positive as Z0. destruct share_range as [w0 w1].
  set (c := ((1 - w) * x + w * y) / B).
  assert (E : blend B th a s + ((1 - w) * x + w * y) = B * ln (Z * exp c)).
  { rewrite ln_mult, ln_exp by (try apply exp_pos; exact Z0). unfold blend. fold Z. unfold c. field. lra. }
  assert (up : Z * exp c <= (1 - th) * exp (a' / B) + th * exp (s' / B)).
  { apply Rle_trans with ((1 - th) * exp ((a + x) / B) + th * exp ((s + y) / B)).
    - rewrite blend_moved. apply Rmult_le_compat_l; [lra|].
      assert (line : forall v, exp c * (1 + v / B - c) <= exp (v / B)).
      { intros v. replace (v / B) with (c + (v / B - c)) at 2 by ring. rewrite exp_plus.
        apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. pose proof (exp_line (v / B - c)). lra. }
      pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (line x)) as X.
      pose proof (Rmult_le_compat_l w _ _ w0 (line y)) as Y.
      replace (exp c) with ((1 - w) * (exp c * (1 + x / B - c)) + w * (exp c * (1 + y / B - c))) at 1; [lra|].
      assert (Ec : (1 - w) * (x / B) + w * (y / B) = c) by (unfold c; field; lra).
      replace ((1 - w) * (exp c * (1 + x / B - c)) + w * (exp c * (1 + y / B - c)))
        with (exp c * (1 + ((1 - w) * (x / B) + w * (y / B)) - c)) by ring. rewrite Ec. ring.
    - assert (mono : forall u v, u <= v -> exp (u / B) <= exp (v / B)).
      { intros u v [L| ->]; [|lra]. apply Rlt_le, exp_increasing.
        apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|exact L]. }
      apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; now apply mono. }
  rewrite E. unfold blend. apply Rmult_le_compat_l; [lra|].
  assert (0 < Z * exp c) by (apply Rmult_lt_0_compat; [exact Z0|apply exp_pos]).
  destruct up as [L| ->]; [|lra]. apply Rlt_le, ln_increasing; assumption.
Qed.

Lemma blend_below a' s' x y : a' <= a + x -> s' <= s + y -> y - x <= 3 / 8 * B ->
  blend B th a' s' <= blend B th a s + (1 - w) * x + w * y + w * ((y - x) ^ 2 / B).
Proof.
  intros Ha Hs near. pose proof blend_positive as Z0. destruct share_range as [w0 w1].
  assert (mono : forall u v, u <= v -> exp (u / B) <= exp (v / B)).
  { intros u v [L| ->]; [|lra]. apply Rlt_le, exp_increasing.
    apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|exact L]. }
  set (g := (y - x) / B). assert (g1 : g <= 3 / 8).
  { unfold g. apply (Rmult_le_reg_r B); [exact B0|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
    lra. }
  pose proof (exp_square g g1) as Q.
  assert (up : (1 - th) * exp (a' / B) + th * exp (s' / B) <= Z * exp (x / B) * (1 + w * (g + g ^ 2))).
  { apply Rle_trans with ((1 - th) * exp ((a + x) / B) + th * exp ((s + y) / B)).
    - apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; now apply mono.
    - rewrite blend_moved. replace (y / B) with (x / B + g) by (unfold g; field; lra). rewrite exp_plus.
      replace (Z * ((1 - w) * exp (x / B) + w * (exp (x / B) * exp g)))
        with (Z * exp (x / B) * (1 + w * (exp g - 1))) by ring.
      apply Rmult_le_compat_l; [apply Rlt_le, Rmult_lt_0_compat; [exact Z0|apply exp_pos]|].
      assert (w * (exp g - 1) <= w * (g + g ^ 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (one : 0 < 1 + w * (g + g ^ 2)).
  { pose proof (pow2_ge_0 (g + 1 / 2)).
    assert (w * - (1 / 4) <= w * (g + g ^ 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (left0 : 0 < (1 - th) * exp (a' / B) + th * exp (s' / B)).
  { apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; try lra; apply exp_pos. }
  assert (L : ln ((1 - th) * exp (a' / B) + th * exp (s' / B)) <= ln Z + x / B + w * (g + g ^ 2)).
  { apply Rle_trans with (ln (Z * exp (x / B) * (1 + w * (g + g ^ 2)))).
    - destruct up as [U| ->]; [|lra]. apply Rlt_le, ln_increasing; assumption.
    - rewrite !ln_mult, ln_exp by (repeat apply Rmult_lt_0_compat; try apply exp_pos; assumption).
      pose proof (ln_line _ one). lra. }
  unfold blend. fold Z. apply (Rmult_le_compat_l B) in L; [|lra]. apply Rle_trans with (1 := L). apply Req_le.
  unfold g. field. lra.
Qed.
End Blend.

(** A blend falls as B rises: it is B times the logarithm of a mean of 1/B-th powers. *)
Lemma blend_slower B B' th a s : 0 < B <= B' -> 0 < th < 1 -> blend B' th a s <= blend B th a s.
Proof.
  intros HB Ht. set (c := blend B th a s).
  assert (power_line : forall q v, 0 <= q <= 1 -> exp (q * v) <= 1 - q + q * exp v).
  { intros q v Hq. pose proof (exp_line ((1 - q) * v)) as E1. pose proof (exp_line (- (q * v))) as E2.
    pose proof (exp_pos (q * v)) as P. apply (Rmult_le_compat_l (exp (q * v))) in E1, E2; try lra.
    rewrite <- exp_plus in E1, E2. replace (q * v + (1 - q) * v) with v in E1 by ring.
    replace (q * v + - (q * v)) with 0 in E2 by ring. rewrite exp_0 in E2.
    apply (Rmult_le_compat_l q) in E1; [|lra]. apply (Rmult_le_compat_l (1 - q)) in E2; lra. }
  pose proof (blend_positive B th a s Ht) as Z0. set (Z := (1 - th) * exp (a / B) + th * exp (s / B)) in *.
  assert (Ec : exp (c / B) = Z).
  { unfold c, blend. fold Z. replace (B * ln Z / B) with (ln Z) by (field; lra). now apply exp_ln. }
  set (q := B / B'). assert (q01 : 0 <= q <= 1).
  { unfold q. split; [apply Rle_mult_inv_pos; lra|]. apply (Rmult_le_reg_r B'); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (one : forall v, exp (v / B') <= exp (c / B') * (1 - q + q * (exp (v / B) / Z))).
  { intros v. replace (v / B') with (c / B' + q * ((v - c) / B)) by (unfold q; field; lra). rewrite exp_plus.
    apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. apply Rle_trans with (1 := power_line q _ q01).
    apply Req_le.
    do 2 f_equal. rewrite <- Ec. replace ((v - c) / B) with (v / B + - (c / B)) by (field; lra).
    rewrite exp_plus, exp_Ropp. reflexivity. }
  pose proof (Rmult_le_compat_l (1 - th) _ _ ltac:(lra) (one a)) as A.
  pose proof (Rmult_le_compat_l th _ _ ltac:(lra) (one s)) as S.
  assert (up : (1 - th) * exp (a / B') + th * exp (s / B') <= exp (c / B')).
  { apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ A S). apply Req_le.
    assert (EZ : (1 - th) * exp (a / B) + th * exp (s / B) = Z) by reflexivity. clearbody Z.
    apply Rminus_diag_uniq. replace (exp (s / B)) with ((Z - (1 - th) * exp (a / B)) / th) by (rewrite <- EZ;
      field; lra).
    field. lra. }
  unfold blend at 1. apply Rle_trans with (B' * (c / B')); [|apply Req_le; field; lra].
  apply Rmult_le_compat_l; [lra|]. rewrite <- (ln_exp (c / B')).
  pose proof (blend_positive B' th a s Ht). destruct up as [U| ->]; [|lra]. now apply Rlt_le, ln_increasing.
Qed.

(** * One blend in another

    S k is what scale k has; a scale is blended in with B k and th k, from scale 1 on. *)

Section Nest.
Variables (B th : nat -> R).

Fixpoint nest (V : nat -> R) (k : nat) : R :=
  match k with O => V 0%nat | S j => blend (B (S j)) (th (S j)) (nest V j) (V (S j)) end.

(** The mean of q over the scales, with the weights that they have. *)
Fixpoint average (V q : nat -> R) (k : nat) : R :=
  match k with
  | O => q 0%nat
  | S j => let w := share (B (S j)) (th (S j)) (nest V j) (V (S j)) in (1 - w) * average V q j + w * q (S j)
  end.

Hypotheses (B0 : forall k, 0 < B k) (th0 : forall k, 0 < th k <= 1 / 2).

Lemma th1 k : 0 < th k < 1.
Proof. pose proof (th0 k). lra. Qed.

Lemma average_le V q q' k : (forall j, (j <= k)%nat -> q j <= q' j) -> average V q k <= average V q' k.
Proof.
  induction k; intros H; [apply H; lia|]. cbn [average].
  pose proof (share_range (B (S k)) (th (S k)) (nest V k) (V (S k)) (th1 (S k))) as [w0 w1].
  apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; [apply IHk; intros; apply H|apply H]; lia.
Qed.

Lemma average_const V c k : average V (fun _ => c) k = c.
Proof. induction k; [reflexivity|]. cbn [average]. rewrite IHk. ring. Qed.

Lemma average_plus V q q' k : average V (fun j => q j + q' j) k = average V q k + average V q' k.
Proof. induction k; [reflexivity|]. cbn [average]. rewrite IHk. ring. Qed.

Lemma average_scale V c q k : average V (fun j => c * q j) k = c * average V q k.
Proof. induction k; [reflexivity|]. cbn [average]. rewrite IHk. ring. Qed.

Lemma average_range V q lo hi k : (forall j, (j <= k)%nat -> lo <= q j <= hi) -> lo <= average V q k <= hi.
Proof.
  intros H. pose proof (average_const V lo k) as L. pose proof (average_const V hi k) as U.
  pose proof (average_le V (fun _ => lo) q k (fun j Hj => proj1 (H j Hj))).
  pose proof (average_le V q (fun _ => hi) k (fun j Hj => proj2 (H j Hj))). lra.
Qed.

(** The nest gains at least the mean of what the scales gain, *)
Lemma nest_above V V' q k : (forall j, (j <= k)%nat -> V j + q j <= V' j) -> nest V k + average V q k <= nest
  V' k.
Proof.
  induction k; intros H; [apply H; lia|]. cbn [nest average].
  apply blend_above; [apply B0|apply th1|apply IHk; intros; apply H; lia|apply H; lia].
Qed.

(** and at most that, if scale k gains q k, up to E k, less M k, in which M k pays for the variance. *)
Lemma nest_below V V' q m M g E_ E k :
  (forall j, (j <= k)%nat -> V' j <= V j + (q j - M j + E_ j)) ->
  (forall j, (j <= k)%nat -> 0 <= E_ j <= E /\ 0 <= m j <= M j) ->
  (forall i j, (i < j <= k)%nat -> Rabs (q j - q i) <= g j /\ m i <= M j) ->
  (forall j, (1 <= j <= k)%nat -> let D := g j + M j + E in
    D <= 3 / 8 * B j /\ D ^ 2 / B j <= M j - m j + (E - E_ j)) ->
  nest V' k <= nest V k + (average V q k - average V m k + E).
Proof.
  intros gain small apart fit. induction k.
  - pose proof (gain 0%nat ltac:(lia)). pose proof (small 0%nat ltac:(lia)). cbn [nest average]. lra.
  - assert (I : nest V' k <= nest V k + (average V q k - average V m k + E)).
    { apply IHk; intros; [apply gain|apply small|apply apart|apply fit]; lia. }
    clear IHk. cbn [nest average]. set (w := share _ _ _ _).
    pose proof (share_range (B (S k)) (th (S k)) (nest V k) (V (S k)) (th1 (S k))) as [w0 w1].
    fold w in w0, w1.
    set (x := average V q k - average V m k + E) in *. set (y := q (S k) - M (S k) + E_ (S k)).
    pose proof (B0 (S k)) as Bk. destruct (fit (S k) ltac:(lia)) as [F1 F2].
    set (D := g (S k) + M (S k) + E) in *.
    destruct (small (S k) ltac:(lia)) as [[e0 e1] [m0 m1]].
    assert (Q : q (S k) - g (S k) <= average V q k <= q (S k) + g (S k)).
    { apply average_range. intros j Hj. destruct (apart j (S k) ltac:(lia)) as [A _].
      pose proof (Rle_abs (q (S k) - q j)). pose proof (Rle_abs (- (q (S k) - q j))) as A2.
      rewrite Rabs_Ropp in A2. lra. }
    assert (U : 0 <= average V m k <= M (S k)).
    { apply average_range. intros j Hj. split; [apply (small j); lia|apply (apart j (S k)); lia]. }
    assert (Dy : - D <= y - x <= D) by (unfold D, x, y; lra).
    pose proof (blend_below (B (S k)) (th (S k)) (nest V k) (V (S k)) Bk (th1 (S k)) _ _ x y I
      (gain (S k) (le_n _)) ltac:(lra)) as H. fold w in H.
    assert (sq_ : (y - x) ^ 2 / B (S k) <= D ^ 2 / B (S k)).
    { apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, Bk|]. nra. }
    assert (w * (y + (y - x) ^ 2 / B (S k)) <= w * (q (S k) - m (S k) + E)) by (apply Rmult_le_compat_l;
      unfold y in *; lra).
    apply Rle_trans with (1 := H). set (v := (y - x) ^ 2 / B (S k)) in *.
    assert (Ex : x = average V q k - average V m k + E) by reflexivity. clearbody v x. rewrite Ex. lra.
Qed.

(** A scale is never lost: the nest is above each scale but for B ln (1/th), and for what later scales take.
    *)
Lemma nest_keeps V k d : nest V k - 2 * sum (fun i => th (S (k + i)) * B (S (k + i))) d <= nest V (k + d).
Proof.
  induction d; [rewrite Nat.add_0_r; cbn [sum]; lra|]. rewrite Nat.add_succ_r. cbn [nest sum].
  set (b := B (S (k + d))) in *. set (t := th (S (k + d))) in *.
  pose proof (B0 (S (k + d)) : 0 < b) as b0. pose proof (th0 (S (k + d)) : 0 < t <= 1 / 2) as t0.
  set (a := nest V (k + d)) in *. set (s := V (S (k + d))).
  assert (L : a / b - 2 * t <= ln ((1 - t) * exp (a / b) + t * exp (s / b))).
  { apply Rle_trans with (ln ((1 - t) * exp (a / b))).
    - rewrite ln_mult, ln_exp by (try apply exp_pos; lra).
      assert (- ln (1 - t) <= 2 * t); [|lra]. rewrite <- ln_Rinv by lra.
      apply Rle_trans with (/ (1 - t) - 1); [apply ln_line, Rinv_0_lt_compat; lra|].
      apply (Rmult_le_reg_r (1 - t)); [lra|]. rewrite Rmult_minus_distr_r, Rinv_l by lra.
      assert (0 <= t * (1 - 2 * t)) by (apply Rmult_le_pos; lra). lra.
    - pose proof (exp_pos (a / b)). pose proof (exp_pos (s / b)).
      apply Rlt_le, ln_increasing; [apply Rmult_lt_0_compat; lra|].
      assert (0 < t * exp (s / b)) by (apply Rmult_lt_0_compat; lra). lra. }
  unfold blend. apply (Rmult_le_compat_l b) in L; [|lra].
  replace (b * (a / b - 2 * t)) with (a - 2 * (t * b)) in L by (field; lra). lra.
Qed.

Lemma nest_has V k : (1 <= k)%nat -> V k + B k * ln (th k) <= nest V k.
Proof.
  destruct k as [|j]; [lia|]. intros _. cbn [nest]. pose proof (B0 (S j)) as b0. pose proof (th0 (S j)) as t0.
  set (b := B (S j)) in *. set (t := th (S j)) in *. set (a := nest V j). set (s := V (S j)).
  assert (L : ln t + s / b <= ln ((1 - t) * exp (a / b) + t * exp (s / b))).
  { replace (ln t + s / b) with (ln (t * exp (s / b))) by (rewrite ln_mult, ln_exp by (try apply exp_pos;
      lra); ring).
    pose proof (exp_pos (a / b)). pose proof (exp_pos (s / b)).
    apply Rlt_le, ln_increasing; [apply Rmult_lt_0_compat; lra|].
    assert (0 < (1 - t) * exp (a / b)) by (apply Rmult_lt_0_compat; lra). lra. }
  unfold blend. apply (Rmult_le_compat_l b) in L; [|lra].
  replace (b * (ln t + s / b)) with (b * ln t + s) in L by (field; lra). lra.
Qed.

(** At first, where no scale has much, the nest has little. *)
Lemma nest_starts V c k : 0 <= c -> V 0%nat <= c -> (forall j, (1 <= j <= k)%nat -> V j <= B j) ->
  nest V k <= c + 3 * sum (fun i => th (S i) * B (S i)) k.
Proof.
  intros c0 V0 H. assert (P : forall k, 0 <= 3 * sum (fun i => th (S i) * B (S i)) k).
  { intros j. enough (0 <= sum (fun i => th (S i) * B (S i)) j) by lra. apply sum_nonnegative. intros i _.
    apply Rmult_le_pos; [pose proof (th0 (S i))|pose proof (B0 (S i))]; lra. }
  induction k; [cbn [nest sum]; lra|]. specialize (IHk ltac:(intros; apply H; lia)). cbn [nest sum].
  set (b := B (S k)) in *. set (t := th (S k)) in *. pose proof (B0 (S k) : 0 < b) as b0.
  pose proof (th0 (S k) : 0 < t <= 1 / 2) as t0. specialize (P k). set (r := 3 * sum _ k) in *.
  assert (S1 : V (S k) / b <= 1).
  { apply (Rmult_le_reg_r b); [exact b0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    specialize (H (S k) ltac:(lia)). fold b in H. lra. }
  set (a := nest V k) in *. set (s := V (S k)) in *.
  assert (E0 : 1 <= exp ((c + r) / b)).
  { pose proof (exp_line ((c + r) / b)). assert (0 <= (c + r) / b) by (apply Rle_mult_inv_pos; lra). lra. }
  assert (L : ln ((1 - t) * exp (a / b) + t * exp (s / b)) <= (c + r) / b + 3 * t).
  { assert (mono : forall u v, u <= v -> exp u <= exp v).
    { intros u v [L| ->]; [|lra]. now apply Rlt_le, exp_increasing. }
    assert (A1 : exp (a / b) <= exp ((c + r) / b)).
    { apply mono. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, b0|lra]. }
    assert (A2 : exp (s / b) <= 3) by (apply Rle_trans with (exp 1); [now apply mono|apply exp_le_3]).
    apply Rle_trans with (ln (exp ((c + r) / b) * (1 + 3 * t))).
    - assert (U : (1 - t) * exp (a / b) + t * exp (s / b) <= exp ((c + r) / b) * (1 + 3 * t)).
      { assert ((1 - t) * exp (a / b) <= 1 * exp ((c + r) / b)).
        { apply Rmult_le_compat; try lra. apply Rlt_le, exp_pos. }
        assert (t * exp (s / b) <= t * 3) by (apply Rmult_le_compat_l; lra).
        assert (3 * t * 1 <= 3 * t * exp ((c + r) / b)) by (apply Rmult_le_compat_l; lra). lra. }
      destruct U as [U| ->]; [|lra]. apply Rlt_le, ln_increasing; [|exact U].
      apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; try apply exp_pos; lra.
    - rewrite ln_mult, ln_exp by (try apply exp_pos; lra). pose proof (ln_line (1 + 3 * t) ltac:(lra)). lra. }
  unfold blend. apply (Rmult_le_compat_l b) in L; [|lra].
  replace (b * ((c + r) / b + 3 * t)) with (c + r + 3 * (t * b)) in L by (field; lra). unfold r in *. lra.
Qed.

(** A nest of continuous functions is continuous. *)
Lemma nest_continuous (h : nat -> R -> R) l k : (forall j, (j <= k)%nat -> continuity_pt (h j) l) ->
  continuity_pt (fun z => nest (fun j => h j z) k) l.
Proof.
  induction k; intros H; [apply H; lia|]. cbn [nest]. unfold blend.
  set (b := B (S k)). set (t := th (S k)). pose proof (B0 (S k) : 0 < b).
  pose proof (th0 (S k) : 0 < t <= 1 / 2).
  assert (C : forall f, continuity_pt f l -> continuity_pt (fun z => exp (f z / b)) l).
  { intros f Hf. apply (continuity_pt_comp (fun z => f z / b) exp).
    - unfold Rdiv. apply continuity_pt_mult; [exact Hf|]. apply continuity_pt_const. intros ? ?. reflexivity.
    - apply derivable_continuous_pt, derivable_pt_exp. }
  assert (K : forall c f, continuity_pt f l -> continuity_pt (fun z => c * f z) l).
  { intros c f Hf. exact (continuity_pt_scal f c l Hf). }
  apply K. set (f := fun z => (1 - t) * exp (nest (fun j => h j z) k / b) + t * exp (h (S k) z / b)).
  apply (continuity_pt_comp f ln).
  - unfold f. apply (continuity_pt_plus (fun z => (1 - t) * exp (nest (fun j => h j z) k / b)) (fun z => t *
      exp (h (S k) z / b))).
    + apply (K (1 - t) (fun z => exp (nest (fun j => h j z) k / b))), C, IHk. intros; apply H; lia.
    + apply (K t (fun z => exp (h (S k) z / b))), C, H. lia.
  - apply derivable_continuous_pt. exists (/ f l). apply derivable_pt_lim_ln. unfold f.
    apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; try apply exp_pos; lra.
Qed.
End Nest.

(** A nest falls as its B rise. *)
Lemma nest_slower B B' th V k : (forall j, 0 < B j <= B' j) -> (forall j, 0 < th j <= 1 / 2) ->
  nest B' th V k <= nest B th V k.
Proof.
  intros HB Ht. induction k; [cbn [nest]; lra|]. cbn [nest].
  assert (t1 : 0 < th (S k) < 1) by (pose proof (Ht (S k)); lra). pose proof (HB (S k)) as Bk.
  apply Rle_trans with (2 := blend_slower (B (S k)) (B' (S k)) (th (S k)) (nest B th V k) (V (S k)) Bk t1).
  pose proof (blend_above (B' (S k)) (th (S k)) (nest B' th V k) (V (S k)) ltac:(lra) t1
    (nest B th V k) (V (S k)) 0 0 ltac:(lra) ltac:(lra)) as H. lra.
Qed.
