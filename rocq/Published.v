(** Theorem 4.1 does not hold for the published algorithm: on the decoy game its regret is linear.

    The statement rests on no hypothesis but the ranges of the parameters. Its proof shows that the
    game and the algorithm, as they are defined, meet every assumption of the book's derivation,
    and applies what that derivation proves. *)

Require Import Reals Lra Lia Psatz ZArith.
From Osphg Require Import Sums Algorithm Basics Lemma41 Decoy Play linear_regret.
Open Scope R_scope.

(** With the paper's tuning, any number of learners and any window W, the regret after T rounds is
    at least c T - C sqrt (W T); c and C depend on the game alone. *)
Definition linear_regret_of_the_published : Prop :=
  forall Q w rho tau : R,
  ranges Q w rho tau ->
  let G := decoy Q w rho tau in
  let c := (1 - exp (-1)) * (1 + rho) - 1 in
  exists C : R, forall (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W <= T)%nat -> 48 <= INR W * INR T ->
  benchmark G W T star ->
  let b := beta Q rho tau in
  let A := published K (paper_step radius b W T) (paper_delta b) origin in
  c * INR T - C * sqrt (INR W * INR T) <= regret G A T star.

(** * Counting: round or learner n + 1 of the derivation is n of the definitions *)

Definition nth (t : Z) : nat := Z.to_nat (t - 1).
Lemma nth_one i : nth (Z.of_nat i + 1) = i.
Proof. unfold nth. lia. Qed.
Lemma nth_two i : nth (Z.of_nat i + 1 + 1) = S i.
Proof. unfold nth. lia. Qed.
Lemma nth_1 : nth 1 = O.
Proof. reflexivity. Qed.

Ltac count t :=
  let i := fresh "i" in
  assert (exists i, t = (Z.of_nat i + 1)%Z) as [i ->] by (exists (Z.to_nat (t - 1)); lia);
  rewrite ?nth_one, ?nth_two, ?nth_1.

(** * The proof *)

Section Proof.
Variables (Q w rho tau : R) (K W T : nat).
Hypothesis ok : ranges Q w rho tau.
Hypothesis some : (1 <= K)%nat.
Hypothesis windows : (1 <= W <= T)%nat.
Hypothesis large : 48 <= INR W * INR T.

Let b := beta Q rho tau.
Let mu := paper_step radius b W T.
Let delta := paper_delta b.
Notation G := (decoy Q w rho tau).
Notation A := (published K mu delta origin).
Notation v := (v Q w rho tau mu delta K).
Notation x := (x Q w rho tau mu delta K).

(** K tau rounded down, and the comparator of the learners of e. *)
Let m : Z := Int_part (INR K * tau).
Let u (k : Z) : R :=
  if Z_le_dec k m then 1 else if Z.eq_dec k (m + 1) then INR K * tau - IZR m else 0.
Let eta : R := 1 - Q * tau.
Let N0 : Z := up (/ (eta * mu)).
Let a : R := Q * (1 - IZR m / INR K).
Let ell : R := a * tau.

Lemma beta_1 : 1 <= b.
Proof.
  unfold b, beta. apply Rle_trans with (2 := Rmax_r _ _).
  rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt. pose proof (pow2_ge_0 (/ tau)). lra.
Qed.
Lemma beta_price : (/ tau) ^ 2 + 1 <= b ^ 2.
Proof.
  assert (H : 0 <= (/ tau) ^ 2 + 1) by (pose proof (pow2_ge_0 (/ tau)); lra).
  rewrite <- (pow2_sqrt _ H). apply pow_incr. split; [apply sqrt_pos|apply Rmax_r].
Qed.
Lemma radius_square : radius ^ 2 = 3.
Proof. unfold radius. apply pow2_sqrt. lra. Qed.
Lemma radius_1 : 1 <= radius.
Proof. unfold radius. rewrite <- sqrt_1. apply sqrt_le_1_alt. lra. Qed.

Let s : R := sqrt (INR W * INR T).
Lemma s_square : s ^ 2 = INR W * INR T.
Proof. unfold s. apply pow2_sqrt. pose proof large. lra. Qed.
Lemma s_1 : 1 <= s.
Proof. unfold s. rewrite <- sqrt_1. apply sqrt_le_1_alt. pose proof large. lra. Qed.
Lemma mu_is : mu * (b * s) = radius.
Proof.
  unfold mu, paper_step. fold s. field. pose proof s_1. pose proof beta_1. split; lra.
Qed.
Lemma mu_positive : 0 < mu.
Proof.
  unfold mu, paper_step. fold s. pose proof s_1. pose proof beta_1. pose proof radius_1.
  apply Rdiv_lt_0_compat; nra.
Qed.

Lemma K_1 : 1 <= INR K.
Proof. change 1 with (INR 1). now apply le_INR. Qed.

Lemma tau_small : 0 < tau < 1.
Proof. destruct ok. lra. Qed.
Lemma eta_positive : 0 < eta.
Proof. unfold eta. destruct ok. nra. Qed.

Lemma m_range : (0 <= m <= Z.of_nat K - 1)%Z /\ IZR m <= INR K * tau <= IZR m + 1.
Proof.
  pose proof K_1. pose proof tau_small. destruct (base_Int_part (INR K * tau)) as [H1 H2]. fold m in H1, H2.
  repeat split; try lra.
  - apply Z.lt_succ_r. apply lt_IZR. rewrite succ_IZR. nra.
  - apply Z.lt_le_pred. apply lt_IZR. rewrite <- INR_IZR_INZ. nra.
Qed.

Lemma a_is : a * INR K = Q * (INR K - IZR m).
Proof. unfold a. field. pose proof K_1. lra. Qed.

Lemma ell_range : Q * tau * (1 - tau) <= ell <= 1.
Proof.
  pose proof K_1. destruct m_range as ((Hm & _) & (Hm1 & _)). apply IZR_le in Hm.
  assert (E : IZR m / INR K <= tau).
  { apply (Rmult_le_reg_r (INR K)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (E2 : 0 <= IZR m / INR K).
  { apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  unfold ell, a. destruct ok. assert (0 < Q * tau <= 1) by nra. nra.
Qed.

Lemma gap_positive : 0 < ell - rho.
Proof. pose proof ell_range. destruct ok. lra. Qed.

Lemma N0_range : (1 <= N0)%Z /\ / (eta * mu) <= IZR N0 <= / (eta * mu) + 1.
Proof.
  pose proof eta_positive. pose proof mu_positive. destruct (archimed (/ (eta * mu))) as [H1 H2]. fold N0 in H1, H2.
  assert (0 < / (eta * mu)) by (apply Rinv_0_lt_compat; nra).
  repeat split; try lra. apply Zlt_le_succ with (n := 0%Z), lt_IZR. lra.
Qed.

Lemma u_range k : 0 <= u k <= 1.
Proof.
  destruct m_range as (_ & ?). unfold u.
  destruct (Z_le_dec k m), (Z.eq_dec k (m + 1)); lra.
Qed.

Ltac facts :=
  pose proof mu_positive; pose proof m_range as ((? & ?) & (? & ?)); pose proof beta_price;
  pose proof beta_1; pose proof radius_1; pose proof radius_square; pose proof eta_positive;
  pose proof gap_positive; pose proof K_1; pose proof tau_small;
  pose proof N0_range as (? & (? & ?)); pose proof large; pose proof ell_range as (? & ?).

(** ** What the derivation assumes, from the definitions *)

Lemma u_one k : (k <= m)%Z -> u k = 1.
Proof. intros H. unfold u. destruct (Z_le_dec k m); [reflexivity|lia]. Qed.
Lemma u_next : u (m + 1) = INR K * tau - IZR m.
Proof. unfold u. destruct (Z_le_dec (m + 1) m), (Z.eq_dec (m + 1) (m + 1)); lia || reflexivity. Qed.
Lemma u_zero k : (m + 2 <= k)%Z -> u k = 0.
Proof. intros H. unfold u. destruct (Z_le_dec k m), (Z.eq_dec k (m + 1)); lia || reflexivity. Qed.

Lemma path_total i t k n : (Z.of_nat k = n)%Z ->
  x i t k = / INR K * total (fun j => v i t (nth j)) 1 n.
Proof.
  intros <-. rewrite x_sum. f_equal. symmetry. apply total_sum. intros j _. now rewrite nth_one.
Qed.

Lemma late : 1 <= IZR N0 * eta * mu.
Proof.
  pose proof eta_positive as He. pose proof mu_positive as Hm. destruct N0_range as (_ & H & _).
  assert (Hp : 0 < eta * mu) by now apply Rmult_lt_0_compat.
  apply (Rmult_le_compat_r (eta * mu)) in H; [|lra]. rewrite Rinv_l in H; lra.
Qed.

Lemma mu_roots : mu = radius / (b * (sqrt (INR W) * sqrt (INR T))).
Proof. unfold mu, paper_step. rewrite sqrt_mult by apply pos_INR. reflexivity. Qed.
Lemma over_root r : 0 < r -> / r * sqrt r = / sqrt r.
Proof.
  intros H. rewrite <- (sqrt_sqrt r) at 1 by lra. pose proof (sqrt_lt_R0 r H). field. lra.
Qed.
Lemma INR_W_T : 0 < INR W /\ 0 < INR T.
Proof. split; apply lt_0_INR; pose proof windows; lia. Qed.

Notation v_range := (v_range Q w rho tau mu delta K).
Notation x_range := (x_range Q w rho tau mu delta K ok some).

(** f (x_t) *)
Definition earned (t : nat) : R := utility G t (decision G A t).

(** One of the lemmas above, or of [Decoy] and [Play], up to the order of terms. *)
Ltac by_lemma :=
  let has H := (pose proof H as known; cbv beta in known; lra) in
  let inside := (unfold z, e, o; lia) in
  match goal with
  | |- context [Rmax 0 (?c * lambda _ _ _ + _)] => apply lambda_next
  | |- Rabs (spent _ _ _) <= _ => apply (spent_size _ _ _ _ _ _ _ ok some)
  | |- earned _ = _ => unfold earned; rewrite utility_is; ring
  | |- spent _ _ _ = _ => rewrite spent_is; lra
  | |- v _ _ _ = 0 => apply v_first
  | |- lambda _ _ _ = 0 => reflexivity
  | |- context [Rmin 1 _] =>
      rewrite (z_climbs _ _ _ _ _ _ _ ok) by assumption; f_equal; ring
  | |- _ = _ * total _ _ _ => apply path_total; lia
  | |- u (m + 1) = _ => has u_next
  | |- u _ = 1 => apply u_one; lia
  | |- u _ = 0 => apply u_zero; lia
  | |- 0 <= v ?i ?t ?k => apply v_range; inside
  | |- v ?i ?t ?k <= 1 => apply v_range; inside
  | |- context [v e (S ?t) ?k] => has (e_o_step Q w rho tau mu delta K t k _ (u_range (Z.of_nat k + 1)))
  | |- context [Rmax 0 (x e ?t ?k - tau)] => has (q'_steep Q w rho tau ok (x e t k))
  | |- 0 <= q' _ _ _ ?y => apply (q'_range _ _ _ _ ok)
  | |- q' _ _ _ ?y <= Q => apply (q'_range _ _ _ _ ok)
  | |- q' _ _ _ ?y <= q' _ _ _ _ =>
      apply (q'_falls _ _ _ _ ok), x_rises; first [assumption | inside]
  | |- context [(x e ?t (S ?k) - _) * q' _ _ _ _] => has (q_tangent Q w rho tau ok (x e t (S k)) (x e t k))
  | |- q _ _ _ (x e _ 0) = 0 => rewrite x_first; apply (q_at_0 _ _ _ _ ok)
  | |- q _ _ _ ?y <= Q * ?y => apply (q_line _ _ _ _ ok)
  | |- q _ _ _ ?y <= _ => has (q_top Q w rho tau ok y)
  | |- mu = _ =>
      destruct INR_W_T; rewrite mu_roots, ?over_root by assumption; unfold Rdiv;
      rewrite ?Rinv_mult; ring
  | |- delta = _ => unfold delta, paper_delta; ring
  | |- 0 < delta => unfold delta, paper_delta; nra
  | |- a = _ => unfold a, Rdiv; ring
  | |- ell = _ => reflexivity
  | |- 0 <= ell => destruct ok; lra
  | |- 1 <= IZR N0 * _ * _ => pose proof late as known; unfold eta in known; lra
  | |- / tau * tau = 1 => apply Rinv_l; lra
  | |- 0 < / tau => apply Rinv_0_lt_compat; lra
  | |- _ => first [lra | lia | destruct ok; lra]
  end.

(** ** What it proves, in its two cases: N_0 <= T and T <= N_0 *)

Let lost : R :=
  (1 + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2)
  + delta * mu / 2 * ell ^ 2 * INR T + Q * tau * (tau + w + / INR K) * IZR N0.

Lemma derived : exists left right,
  left <= right /\
  left = (ell - rho) * (((1 - exp (-1)) * (1 + rho) - 1) * INR T) - rho * lost /\
  right = (ell - rho) * total (fun t => (1 - exp (-1)) * (1 + rho) - earned (nth t)) 1 (Z.of_nat T).
Proof.
  facts. destruct (Z_le_dec N0 (Z.of_nat T)) as [long|short]; do 2 eexists; split.
  - pose proof refutation_holds as derivation; unfold refutation in derivation;
    apply derivation with (N_0 := N0) (G := / tau) (K := Z.of_nat K) (P := / tau) (Q := Q) (R_ := radius)
    (T := Z.of_nat T) (W := Z.of_nat W) (a := a) (beta := b) (c := 1 - delta * mu ^ 2)
    (delta := delta) (ell := ell) (m := m) (mu := mu)
    (rho := rho) (tau := tau) (w := w)
    (e := fun t k => x e (nth t) (nth k)) (f := fun t => earned (nth t)) (f_star := fun t => 1 + rho)
    (g := fun t => spent G A (nth t)) (lambda := fun t => lambda G A (nth t))
    (o := fun t => x o (nth t) K)
    (q := fun t k => q Q w tau (x e (nth t) (nth k)))
    (q' := fun t k => q' Q w tau (x e (nth t) (nth k)))
    (u := u) (ve := fun t k => v e (nth t) (nth k)) (vo := fun t k => v o (nth t) (nth k))
    (vz := fun t k => v z (nth t) (nth k)) (z := fun t k => x z (nth t) (nth k)).
    all: clear derivation; cbv beta; rewrite <- ?INR_IZR_INZ; intros.
    all: repeat match goal with H : (0 <= _)%Z |- context [nth ?t] => is_var t; count t end.
    all: solve [by_lemma].
  - rewrite <- !INR_IZR_INZ. split; [unfold lost; field; lra|f_equal; apply total_same; intros; ring].
  - pose proof refutation_short_holds as derivation; unfold refutation_short in derivation;
    apply derivation with (N_0 := N0) (G := / tau) (K := Z.of_nat K) (P := / tau) (Q := Q) (R_ := radius)
    (T := Z.of_nat T) (W := Z.of_nat W) (a := a) (beta := b) (c := 1 - delta * mu ^ 2)
    (delta := delta) (ell := ell) (m := m) (mu := mu)
    (rho := rho) (tau := tau) (w := w)
    (e := fun t k => x e (nth t) (nth k)) (f := fun t => earned (nth t)) (f_star := fun t => 1 + rho)
    (g := fun t => spent G A (nth t)) (lambda := fun t => lambda G A (nth t))
    (o := fun t => x o (nth t) K)
    (q := fun t k => q Q w tau (x e (nth t) (nth k)))
    (q' := fun t k => q' Q w tau (x e (nth t) (nth k)))
    (u := u) (ve := fun t k => v e (nth t) (nth k)) (vo := fun t k => v o (nth t) (nth k))
    (vz := fun t k => v z (nth t) (nth k)) (z := fun t k => x z (nth t) (nth k)).
    all: clear derivation; cbv beta; rewrite <- ?INR_IZR_INZ; intros.
    all: repeat match goal with H : (0 <= _)%Z |- context [nth ?t] => is_var t; count t end.
    all: solve [by_lemma].
  - rewrite <- !INR_IZR_INZ. split; [unfold lost; field; lra|f_equal; apply total_same; intros; ring].
Qed.

(** As ell > rho, one may divide. *)
Lemma divided :
  ((1 - exp (-1)) * (1 + rho) - 1) * INR T - rho * / (ell - rho) * lost
  <= total (fun t => (1 - exp (-1)) * (1 + rho) - earned (nth t)) 1 (Z.of_nat T).
Proof.
  destruct derived as (left & right & H & -> & ->). pose proof gap_positive.
  apply (Rmult_le_reg_l (ell - rho)); [assumption|]. apply Rle_trans with (2 := H).
  apply Req_le. field. lra.
Qed.

(** ** What is lost is of the order of sqrt (W T) *)

Let gap : R := Q * tau * (1 - tau) - rho.
Definition factor : R :=
  rho / gap * (b + 3 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) + 2 * b * radius + 2 * (b / eta + 1)).

Lemma regret_is star : benchmark G W T star ->
  regret G A T star = total (fun t => (1 - exp (-1)) * (1 + rho) - earned (nth t)) 1 (Z.of_nat T).
Proof.
  intros H. unfold regret. rewrite (benchmark_utility _ _ _ _ ok _ _ _ H).
  rewrite (total_sum _ (fun t => (1 - exp (-1)) * (1 + rho) - earned t))
    by (intros; now rewrite nth_one).
  rewrite sum_minus, sum_const. unfold earned. ring.
Qed.

Lemma T_small : INR T <= s ^ 2.
Proof.
  rewrite s_square. rewrite <- (Rmult_1_l (INR T)) at 1. apply Rmult_le_compat_r; [apply pos_INR|].
  change 1 with (INR 1). apply le_INR. lia.
Qed.

Lemma mu_T : 0 <= b * (mu * INR T) <= radius * s.
Proof.
  pose proof s_1. pose proof beta_1. pose proof mu_positive. pose proof radius_1.
  split; [apply Rmult_le_pos; [lra|apply Rmult_le_pos; [lra|apply pos_INR]]|].
  apply (Rmult_le_reg_r s); [lra|].
  replace (b * (mu * INR T) * s) with (mu * (b * s) * INR T) by ring. rewrite mu_is.
  replace (radius * s * s) with (radius * s ^ 2) by ring.
  apply Rmult_le_compat_l; [lra|apply T_small].
Qed.

Lemma mu_T_1 : 0 <= mu * INR T <= 3 * s.
Proof.
  pose proof s_1 as Hs. pose proof beta_1 as Hb. pose proof mu_T as [_ H]. pose proof radius_1. pose proof radius_square.
  assert (0 <= mu * INR T) by (apply Rmult_le_pos; [pose proof mu_positive; lra|apply pos_INR]).
  split; [assumption|].
  assert (radius * s <= 3 * s) by (apply Rmult_le_compat_r; nra).
  assert (1 * (mu * INR T) <= b * (mu * INR T)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma inverse_at_most_1 r : 1 <= r -> 0 < / r <= 1.
Proof.
  intros H. split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Lemma over_mu : 0 < / mu <= b * s.
Proof.
  pose proof mu_positive. split; [now apply Rinv_0_lt_compat|].
  apply (Rmult_le_reg_l mu); [assumption|]. rewrite Rinv_r by lra. rewrite mu_is. apply radius_1.
Qed.

Lemma ell_square : 0 <= ell ^ 2 <= 1.
Proof.
  pose proof ell_range. assert (0 <= ell) by (destruct ok; lra).
  split; [apply pow2_ge_0|]. rewrite <- (pow1 2). apply pow_incr. lra.
Qed.

Lemma start_lost : (1 + ell ^ 2) / (2 * mu) <= b * s.
Proof.
  unfold Rdiv. rewrite Rinv_mult. pose proof over_mu. pose proof ell_square.
  replace (b * s) with (2 * (/ 2 * (b * s))) by field.
  apply Rmult_le_compat; [lra| |lra|lra]. lra.
Qed.

Lemma squares_nonnegative : 0 <= Q ^ 2 + rho ^ 2 + (/ tau) ^ 2.
Proof. pose proof (pow2_ge_0 Q). pose proof (pow2_ge_0 rho). pose proof (pow2_ge_0 (/ tau)). lra. Qed.

Lemma steps_lost :
  mu * INR T * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) <= 3 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) * s.
Proof.
  replace (3 * _ * s) with (3 * s * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2)) by ring.
  apply Rmult_le_compat_r; [apply squares_nonnegative|apply mu_T_1].
Qed.

Lemma forgetting_lost : delta * mu / 2 * ell ^ 2 * INR T <= 2 * b * radius * s.
Proof.
  unfold delta, paper_delta.
  replace (4 * b ^ 2 * mu / 2 * ell ^ 2 * INR T) with (2 * b * (b * (mu * INR T)) * ell ^ 2) by field.
  replace (2 * b * radius * s) with (2 * b * (radius * s) * 1) by ring.
  pose proof beta_1. pose proof mu_T. pose proof ell_square.
  apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra| |lra]. apply Rmult_le_compat_l; lra.
Qed.

Lemma early_lost : Q * tau * (tau + w + / INR K) * IZR N0 <= 2 * (b / eta + 1) * s.
Proof.
  replace (2 * (b / eta + 1) * s) with (1 * 2 * ((b / eta + 1) * s)) by ring.
  pose proof (inverse_at_most_1 _ K_1). pose proof N0_range as (H1 & _ & HN). apply IZR_le in H1.
  assert (0 < Q * tau <= 1) by (destruct ok; split; nra).
  apply Rmult_le_compat; [destruct ok; apply Rmult_le_pos; lra|lra| |].
  - apply Rmult_le_compat; destruct ok; lra.
  - apply Rle_trans with (1 := HN). rewrite Rinv_mult. pose proof over_mu.
    pose proof (Rinv_0_lt_compat _ eta_positive).
    assert (/ eta * / mu <= / eta * (b * s)) by (apply Rmult_le_compat_l; lra).
    pose proof s_1. unfold Rdiv. lra.
Qed.

Lemma lost_at_most :
  lost <= (b + 3 * (Q ^ 2 + rho ^ 2 + (/ tau) ^ 2) + 2 * b * radius + 2 * (b / eta + 1)) * s.
Proof.
  pose proof start_lost. pose proof steps_lost. pose proof forgetting_lost. pose proof early_lost.
  unfold lost. lra.
Qed.

Lemma linear star : benchmark G W T star ->
  ((1 - exp (-1)) * (1 + rho) - 1) * INR T - factor * s <= regret G A T star.
Proof.
  intros H. rewrite (regret_is _ H).
  apply Rle_trans with (2 := divided). pose proof lost_at_most as L. unfold factor.
  assert (Hg : 0 < gap) by (unfold gap; destruct ok; lra).
  pose proof ell_range as [Hell _].
  assert (Hi : 0 < / (ell - rho) <= / gap).
  { pose proof gap_positive. split; [now apply Rinv_0_lt_compat|].
    apply Rinv_le_contravar; [exact Hg|unfold gap; lra]. }
  set (B := b + _ + _ + _) in *. pose proof (rho_positive _ _ _ _ ok). pose proof s_1.
  assert (HB : 0 <= B).
  { pose proof beta_1. pose proof radius_1. pose proof squares_nonnegative.
    assert (0 <= b / eta) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, eta_positive]).
    assert (0 <= 2 * b * radius) by (apply Rmult_le_pos; lra). unfold B. lra. }
  assert (rho * / (ell - rho) * lost <= rho * / (ell - rho) * (B * s)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact L]. }
  assert (rho * / (ell - rho) * (B * s) <= rho * / gap * (B * s)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra. }
  unfold Rdiv. lra.
Qed.
End Proof.

Theorem published_osphg_has_linear_regret : linear_regret_of_the_published.
Proof.
  intros Q w rho tau ok G c. exists (factor Q rho tau). intros K W T star some windows large H b A.
  now apply linear.
Qed.

Print Assumptions published_osphg_has_linear_regret.
