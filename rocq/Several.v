(** Several budgets (chapter "Pacer"): a price and an allowance for each, a multiplier for each. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Learning Tuned Saddle ConstantBudget Theorems Spending.
Open Scope R_scope.

(** * The algorithm

    J budgets: round t has the prices [prices t j], and budget j the allowance [allowances j]. Of the game G
    the price and the allowance are not used. Vectors of J numbers are vectors as well. *)
Section Algorithm.
Variables (G : game) (A : tuning) (J : nat) (prices : nat -> nat -> vec) (allowances : vec).

(** Budget j by itself is a game. *)
Definition budget (j : nat) : game :=
  Game (dim G) (decisions G) (project G) (utility G) (gradient G) (fun t => prices t j) (allowances j).

(** g_t (x), a number for each budget. *)
Definition excesses (t : nat) (x : vec) : vec := fun j => excess (budget j) t x.

(** The one price that the learners see: the sum of the prices, each at its multiplier. *)
Definition priced (t : nat) (l : vec) : vec := fun i => sum (fun j => l j * prices t j i) J.

Record states := States { multipliers : vec; learners : nat -> vec }.

Definition round_several (t : nat) (s : states) : states := {|
  multipliers := fun j => Rmax 0 ((1 - delta A * mu A ^ 2) * multipliers s j
                                  + mu A * excesses t (path A (learners s) (K A)) j);
  learners := fun k => ascent G A (learners s k)
    (minus (scale (weight A k) (gradient G t (path A (learners s) k))) (priced t (multipliers s)))
|}.

(** The state at the beginning of round t. *)
Fixpoint several (t : nat) : states :=
  match t with
  | O => {| multipliers := zero; learners := first A |}
  | S n => round_several n (several n)
  end.

Definition lambdas (t : nat) : vec := multipliers (several t).
Definition choices (t : nat) : nat -> vec := learners (several t).
Definition decision_several (t : nat) : vec := path A (choices t) (K A).
Definition spent_several (t : nat) : vec := excesses t (decision_several t).
End Algorithm.

(** One budget: the algorithm of the paper. *)
Theorem one_of_several G A t :
  lambdas G A 1 (fun t _ => price G t) (fun _ => allowance G) t O = lambda G A t /\
  choices G A 1 (fun t _ => price G t) (fun _ => allowance G) t = learner (osphg G A t).
Proof.
  induction t as [|t [H1 H2]]; [now split|]. unfold lambdas, choices in *. cbn [several osphg]. split.
  - cbn. rewrite H1, H2. reflexivity.
  - cbn. rewrite H2. apply functional_extensionality. intros k. f_equal. apply functional_extensionality.
    intros i. unfold minus, scale, feedback, priced. cbn [sum]. rewrite H1. unfold lambda. ring.
Qed.

(** * What prices of several budgets add up to *)

Lemma sum_of_prices n J (prices : nat -> nat -> vec) t l x :
  dot n (priced J prices t l) x = dot J l (fun j => dot n (prices t j) x).
Proof.
  unfold dot, priced.
  rewrite (sum_eq _ (fun i => sum (fun j => l j * (prices t j i * x i)) J)).
  - rewrite sum_swap. apply sum_eq. intros j _. apply sum_scale.
  - intros i _. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros. ring.
Qed.

Lemma mean_dot K J (l : vec) (h : nat -> vec) :
  mean K (fun k => dot J l (h k)) = dot J l (fun j => mean K (fun k => h k j)).
Proof.
  unfold mean, dot. rewrite sum_swap. unfold Rdiv. rewrite Rmult_comm, <- sum_scale.
  apply sum_eq. intros j _. rewrite sum_scale. ring.
Qed.

(** The square of a difference is at most twice the sum of the squares. *)
Lemma sq_minus n x y : sq n (minus x y) <= 2 * sq n x + 2 * sq n y.
Proof.
  unfold sq, dot. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros i _. unfold minus.
  pose proof (pow2_ge_0 (x i + y i)). lra.
Qed.

(** A sum of what is not negative is at least any of it. *)
Lemma one_term (h : nat -> R) n i : (forall j, 0 <= h j) -> (i < n)%nat -> h i <= sum h n.
Proof.
  intros H Hi. induction n; [lia|]. cbn [sum]. pose proof (H n).
  pose proof (sum_nonnegative h n (fun j _ => H j)).
  destruct (Nat.eq_dec i n) as [->|]; [lra|]. specialize (IHn ltac:(lia)). lra.
Qed.

(** * The assumptions

    beta bounds what a price of lambda can be, per length of lambda, and size the length of all excesses. *)
Record bounded_market (G : game) (J : nat) (prices : nat -> nat -> vec) (allowances top : vec)
    (radius beta size : R) : Prop := {
  market_decide : domain (dim G) (decisions G) (project G) top radius;
  market_radius : 0 < radius;
  market_beta : 0 < beta;
  market_gradient : forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta ^ 2;
  market_price : forall t l, (forall j, (j < J)%nat -> 0 <= l j) ->
    sq (dim G) (priced J prices t l) <= beta ^ 2 * sq J l;
  market_size : forall t x, decisions G x -> sq J (excesses G prices allowances t x) <= size ^ 2
}.

Section Saddle.
Variables (G : game) (A : tuning) (J : nat) (prices : nat -> nat -> vec) (allowances top : vec).
Variables (radius beta size : R) (star ell : vec).
Hypothesis HM : bounded_market G J prices allowances top radius beta size.
Hypotheses (fit : fits (mu A) (delta A) beta) (some : (1 <= K A)%nat).
Hypothesis weights : forall k, (k < K A)%nat -> 0 <= weight A k <= 1.
Hypothesis start : forall k, decisions G (first A k).
Hypotheses (Hstar : decisions G star) (Hl : forall j, (j < J)%nat -> 0 <= ell j).

Local Notation n := (dim G).
Local Notation l := (lambdas G A J prices allowances).
Local Notation v := (choices G A J prices allowances).
Local Notation g := (spent_several G A J prices allowances).
Let u t k := scale (weight A k) (gradient G t (path A (v t) k)).
Let q t := priced J prices t (l t).
Let missed t := mean (K A) (fun k => dot n (u t k) (minus star (v t k))).

Lemma lambdas_nonnegative t j : 0 <= l t j.
Proof. destruct t; cbn; [unfold zero; lra|apply Rmax_l]. Qed.

Lemma choices_in_X t k : decisions G (v t k).
Proof. destruct t; [apply start|]. apply (into _ _ _ _ _ (market_decide _ _ _ _ _ _ _ _ HM)). Qed.

Lemma path_of_choices_in_X t k : (k <= K A)%nat -> decisions G (path A (v t) k).
Proof.
  intros Hk. apply path_in_X with (1 := market_decide _ _ _ _ _ _ _ _ HM); auto. apply choices_in_X.
Qed.

Lemma fed_of_several t k : (k < K A)%nat -> sq n (u t k) <= beta ^ 2.
Proof.
  intros Hk. unfold u. rewrite sq_scale.
  pose proof (market_gradient _ _ _ _ _ _ _ _ HM t _ (path_of_choices_in_X t k (Nat.lt_le_incl _ _ Hk))) as H.
  pose proof (sq_nonnegative n (gradient G t (path A (v t) k))). pose proof (weights k Hk).
  assert (0 <= weight A k ^ 2 <= 1) by nra. nra.
Qed.

(** What is missed along u is what is missed along u - q, and the prices' part. *)
Lemma missed_of_several t : missed t =
  mean (K A) (fun k => dot n (minus (u t k) (q t)) (minus star (v t k)))
  + dot J (l t) (excesses G prices allowances t star) - dot J (l t) (g t).
Proof.
  assert (E : forall k, dot n (minus (u t k) (q t)) (minus star (v t k)) =
    dot n (u t k) (minus star (v t k)) -
    (dot J (l t) (fun j => dot n (prices t j) star) - dot J (l t) (fun j => dot n (prices t j) (v t k)))).
  { intros k. unfold q. rewrite <- !sum_of_prices, <- dot_minus. unfold dot. rewrite <- sum_minus.
    apply sum_eq. intros i _. unfold minus. ring. }
  rewrite (f_equal (fun s => s / INR (K A)) (sum_eq _ _ (K A) (fun k _ => E k)) :
    mean (K A) _ = mean (K A) _).
  rewrite mean_minus, mean_minus, mean_const, mean_dot by exact some. fold (missed t).
  assert (D : dot J (l t) (g t) = dot J (l t) (fun j => mean (K A) (fun k => dot n (prices t j) (v t k)))
    - dot J (l t) allowances).
  { rewrite <- dot_minus. apply sum_eq. intros j _. f_equal.
    unfold spent_several, excesses, decision_several. now rewrite excess_of_path. }
  assert (D' : dot J (l t) (excesses G prices allowances t star) =
    dot J (l t) (fun j => dot n (prices t j) star) - dot J (l t) allowances).
  { rewrite <- dot_minus. reflexivity. }
  lra.
Qed.

(** ** The saddle of several budgets

    For every ell >= 0 and every point. What is new against one budget: the multipliers' regrets are added
    up, and the squares of what is spent of each add up to that of a length. *)
Lemma several_saddle T :
  sum missed T + dot J ell (fun j => sum (fun t => g t j) T)
  - (delta A * mu A * INR T + 1 / mu A) / 2 * sq J ell
  <= radius ^ 2 / (2 * mu A) + (size ^ 2 + beta ^ 2) * mu A * INR T
     + sum (fun t => dot J (l t) (excesses G prices allowances t star)) T.
Proof.
  destruct fit as [Hm Hd _ Ha]. pose proof (market_decide _ _ _ _ _ _ _ _ HM) as HX.
  set (m := mu A) in *. set (d := delta A) in *. set (L := sum (fun t => sq J (l t)) T).
  assert (dual : dot J ell (fun j => sum (fun t => g t j) T) - (d * m * INR T + 1 / m) / 2 * sq J ell
    <= sum (fun t => dot J (l t) (g t)) T + (d ^ 2 * m ^ 2 - d / 2) * m * L
       + m * sum (fun t => sq J (g t)) T).
  { unfold L, sq, dot. rewrite !(sum_swap _ T J), <- !sum_scale, <- sum_minus, <- !sum_plus.
    apply sum_le. intros j Hj.
    pose proof (multiplier_regret_squares (fun t => l t j) (fun t => g t j) m d (ell j) T Hm Hd eq_refl
      ltac:(reflexivity) (Hl j Hj)) as H.
    rewrite (sum_eq (fun t => l t j * l t j) (fun t => l t j ^ 2)) by (intros; ring).
    rewrite (sum_eq (fun t => g t j * g t j) (fun t => g t j ^ 2)) by (intros; ring).
    replace (ell j ^ 2 / (2 * m)) with (1 / m / 2 * (ell j * ell j)) in H by (field; lra).
    change (sum (fun t => g t j) T) with (sum (fun t => spent_several G A J prices allowances t j) T) in *.
    lra. }
  assert (gs : sum (fun t => sq J (g t)) T <= INR T * size ^ 2).
  { rewrite <- sum_const. apply sum_le. intros t _. apply (market_size _ _ _ _ _ _ _ _ HM).
    now apply path_of_choices_in_X. }
  assert (primal : sum (fun t => mean (K A) (fun k => dot n (minus (u t k) (q t)) (minus star (v t k)))) T
    <= radius ^ 2 / (2 * m) + m * (beta ^ 2 * INR T + beta ^ 2 * L)).
  { rewrite sum_mean, <- (mean_const (K A) some (radius ^ 2 / (2 * m) + _)). apply mean_le; [exact some|].
    intros k Hk.
    apply Rle_trans with (1 := ascent_regret n (decisions G) (project G) top radius (fun t => v t k)
      (fun t => minus (u t k) (q t)) m star T HX Hm (start k) Hstar ltac:(reflexivity)).
    apply Rplus_le_compat_l.
    replace (m * (beta ^ 2 * INR T + beta ^ 2 * L)) with
      (m / 2 * sum (fun t => 2 * beta ^ 2 + 2 * beta ^ 2 * sq J (l t)) T)
      by (rewrite sum_plus, (sum_scale (2 * beta ^ 2)), sum_const; fold L; field).
    apply Rmult_le_compat_l; [lra|]. apply sum_le. intros t _.
    apply Rle_trans with (1 := sq_minus n (u t k) (q t)). pose proof (fed_of_several t k Hk).
    pose proof (market_price _ _ _ _ _ _ _ _ HM t (l t) (fun j _ => lambdas_nonnegative t j)).
    fold (q t) in *. lra. }
  assert (L0 : 0 <= L) by (apply sum_nonnegative; intros; apply sq_nonnegative).
  assert (Z : (d ^ 2 * m ^ 2 + beta ^ 2 - d / 2) * (m * L) <= 0).
  { pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hm) L0). nra. }
  apply (Rmult_le_compat_l m) in gs; [|lra].
  rewrite (sum_eq missed _ T (fun t _ => missed_of_several t)), sum_minus, sum_plus. lra.
Qed.
End Saddle.

(** * The violation

    Against 0, as in [Spending]. At ell = [C]_+ / D the left side of the saddle is |[C]_+|^2 / (2 D). *)
Theorem several_violation G A J prices allowances top radius beta size W T N :
  bounded_market G J prices allowances top radius beta size ->
  mu A = paper_step radius beta W T -> delta A = paper_delta beta -> 16 * radius ^ 2 <= INR W * INR T ->
  (1 <= W <= T)%nat -> (1 <= K A)%nat -> (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) ->
  (forall k, decisions G (first A k)) -> (forall j, (j < J)%nat -> 0 <= allowances j) -> (N <= T)%nat ->
  let C j := sum (fun t => spent_several G A J prices allowances t j) N in
  (forall j, (j < J)%nat -> C j <= sqrt (sum (fun i => Rmax 0 (C i) ^ 2) J)) /\
  sqrt (sum (fun i => Rmax 0 (C i) ^ 2) J) <=
  sqrt ((8 * beta * radius + 2 * beta / radius) *
        (3 / 2 * beta * radius + (size ^ 2 + beta ^ 2) * radius / beta))
  * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros HM Em Ed long HW some weights start Hb HN C.
  pose proof (market_radius _ _ _ _ _ _ _ _ HM) as HR. pose proof (market_beta _ _ _ _ _ _ _ _ HM) as Hbeta.
  pose proof (market_decide _ _ _ _ _ _ _ _ HM) as HX.
  assert (fit : fits (mu A) (delta A) beta) by (rewrite Em, Ed; now apply paper_tuning).
  destruct (spending_orders radius beta size W T HR Hbeta long HW) as [positive orders].
  pose proof fit as [Hm Hd _ _]. rewrite <- Em, <- Ed in orders.
  set (S := sum (fun i => Rmax 0 (C i) ^ 2) J).
  assert (S0 : 0 <= S) by (apply sum_nonnegative; intros; apply pow2_ge_0).
  split.
  - intros j Hj. apply Rle_trans with (1 := Rmax_r 0 (C j)).
    rewrite <- (sqrt_pow2 (Rmax 0 (C j))) by apply Rmax_l.
    apply sqrt_le_1_alt. unfold S. apply (one_term (fun i => Rmax 0 (C i) ^ 2)); [|exact Hj].
    intros; apply pow2_ge_0.
  - assert (root : Rmax 0 (sqrt S) ^ 2 = S) by (rewrite Rmax_right by apply sqrt_pos; now apply pow2_sqrt).
    apply root_of_square; [exact positive|lia|lia|]. rewrite root. apply Rle_trans with (2 := orders).
    set (m := mu A) in *. set (d := delta A) in *. set (D := d * m * INR T + 1 / m).
    pose proof (le_INR _ _ HN) as N1. pose proof (pos_INR N) as N0.
    pose proof (Rmult_lt_0_compat _ _ Hd Hm). pose proof (Rinv_0_lt_compat _ Hm).
    assert (D0 : 0 < D) by (unfold D, Rdiv; nra).
    set (ell := fun j => Rmax 0 (C j) / D).
    assert (Hl : forall j, (j < J)%nat -> 0 <= ell j).
    { intros j _. apply Rle_mult_inv_pos; [apply Rmax_l|exact D0]. }
    pose proof (several_saddle G A J prices allowances top radius beta size zero ell HM fit some weights start
      (origin _ _ _ _ _ HX) Hl N) as Sd. cbv beta in Sd. fold m d in Sd.
    assert (lC : dot J ell C = S / D).
    { unfold dot, ell, S, Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros j _.
      unfold Rmax. destruct (Rle_dec 0 (C j)); ring. }
    assert (ll : sq J ell = S / D ^ 2).
    { unfold sq, dot, ell, S, Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros j _. field. lra. }
    change (dot J ell (fun j => sum (fun t => spent_several G A J prices allowances t j) N))
      with (dot J ell C) in Sd. rewrite lC, ll in Sd.
    (* 0 is affordable *)
    assert (Z : sum (fun t =>
      dot J (lambdas G A J prices allowances t) (excesses G prices allowances t zero)) N <= 0).
    { rewrite <- (Rmult_0_r (INR N)), <- (sum_const 0). apply sum_le. intros t _.
      rewrite <- (Rmult_0_r (INR J)), <- (sum_const 0). apply sum_le. intros j Hj.
      pose proof (lambdas_nonnegative G A J prices allowances t j). pose proof (Hb j Hj).
      change (excesses G prices allowances t zero j) with (dot (dim G) (prices t j) zero - allowances j).
      assert (dot (dim G) (prices t j) zero = 0) as ->; [|nra].
      unfold dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. }
    (* nobody gains more than beta R *)
    assert (M : INR N * (- (beta * radius)) <= sum (fun t => mean (K A) (fun k =>
      dot (dim G) (scale (weight A k) (gradient G t (path A (choices G A J prices allowances t) k)))
        (minus zero (choices G A J prices allowances t k)))) N).
    { rewrite <- sum_const. apply sum_le. intros t _. rewrite <- (mean_const (K A) some (- (beta * radius))).
      apply mean_le; [exact some|]. intros k Hk.
      match goal with |- _ <= dot _ ?a ?b =>
        pose proof (cauchy (dim G) a b beta radius ltac:(lra) ltac:(lra)
          (fed_of_several G A J prices allowances top radius beta size HM some weights start t k Hk)
          (diameter _ _ _ _ _ HX _ _ (origin _ _ _ _ _ HX)
            (choices_in_X G A J prices allowances top radius beta size HM start t k))) as Cs;
        pose proof (Rle_abs (- dot (dim G) a b)) as L end.
      rewrite Rabs_Ropp in L. lra. }
    assert (Q : S / D - D / 2 * (S / D ^ 2) <= beta * radius * INR T
      + (radius ^ 2 / (2 * m) + (size ^ 2 + beta ^ 2) * m * INR T)).
    { assert ((d * m * INR N + 1 / m) / 2 * (S / D ^ 2) <= D / 2 * (S / D ^ 2)).
      { apply Rmult_le_compat_r; [apply Rle_mult_inv_pos; [exact S0|now apply pow_lt]|]. unfold D. nra. }
      assert (beta * radius * INR N <= beta * radius * INR T) by (apply Rmult_le_compat_l; nra).
      assert ((size ^ 2 + beta ^ 2) * m * INR N <= (size ^ 2 + beta ^ 2) * m * INR T); [|lra].
      apply Rmult_le_compat_l; [|exact N1]. pose proof (pow2_ge_0 size). pose proof (pow2_ge_0 beta).
      apply Rmult_le_pos; lra. }
    replace (S / D - D / 2 * (S / D ^ 2)) with (/ (2 * D) * S) in Q by (field; lra).
    apply (Rmult_le_reg_l (/ (2 * D))); [apply Rinv_0_lt_compat; lra|].
    apply Rle_trans with (1 := Q). apply Req_le. field. lra.
Qed.
