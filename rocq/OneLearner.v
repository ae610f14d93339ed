(** One learner guarantees nothing (chapter "The theorems"): with K = 1 both feedbacks see the gradient at 0
    alone. On two goods, with f = a x_1 + h (x_2), a < h' (0) and h at most 1, the learner takes good 2 to be
    the better one, for good, and earns hardly more than 1; the benchmark earns more than a. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Tuned Cube.
Open Scope R_scope.

Definition both (x y : R) : vec := fun i => match i with O => x | _ => y end.

Definition two_goods (a : R) (h h' : R -> R) : game := {|
  dim := 2;
  decisions := cube 2;
  project := onto_cube;
  utility := fun _ x => a * x 0%nat + h (x 1%nat);
  gradient := fun _ x => both a (h' (x 1%nat));
  price := fun _ => both 1 1;
  allowance := 1
|}.

(** * A run with one learner *)

Section Run.
Variables (a s mu delta beta : R) (h h' : R -> R) (start : nat -> vec) (A : tuning).
Hypotheses (slopes : 0 < a < s) (steep : h' 0 = s) (flat : forall y, 0 <= y <= 1 -> h y <= 1).
Hypotheses (large : 1 <= beta) (tuned : fits mu delta beta) (inside : cube 2 (start 0%nat)).
Hypothesis feedback : A = published 1 mu delta start \/ A = weighted 1 mu delta start.

Notation G := (two_goods a h h').
Let v (i t : nat) : R := choice G A t 0 i.
Let l (t : nat) : R := lambda G A t.

Lemma played_is t i : decision G A t i = v i t.
Proof. destruct feedback as [-> | ->]; unfold decision, played, path, v, choice; cbn; field. Qed.

Lemma v_next t : v 0 (S t) = clamp (v 0 t + mu * (a - l t)) /\ v 1 (S t) = clamp (v 1 t + mu * (s - l t)).
Proof.
  assert (E : h' ((0 : R) / 1) = s) by (unfold Rdiv; now rewrite Rmult_0_l).
  assert (step : forall B, B = published 1 mu delta start \/ B = weighted 1 mu delta start ->
    choice G B (S t) 0 0%nat = clamp (choice G B t 0 0%nat + mu * (1 * a - lambda G B t * 1)) /\
    choice G B (S t) 0 1%nat = clamp (choice G B t 0 1%nat + mu * (1 * h' (0 / 1) - lambda G B t * 1)))
    by (intros B [-> | ->]; split; reflexivity).
  destruct (step A feedback) as [E0 E1]. unfold v, l. rewrite E0, E1, E. split; f_equal; ring.
Qed.

Lemma v_range t i : (i < 2)%nat -> 0 <= v i t <= 1.
Proof.
  intros Hi. destruct t.
  - destruct feedback as [-> | ->]; apply inside, Hi.
  - destruct (v_next t) as [E0 E1]. destruct i as [|[|i]]; [rewrite E0|rewrite E1|lia]; apply clamp_range.
Qed.

Lemma spent_is t : spent G A t = v 0 t + v 1 t - 1.
Proof. unfold spent, excess, dot. cbn [sum dim two_goods price both allowance]. rewrite !played_is. ring. Qed.

(** The learner against (0, 1), at the slopes that it sees. *)
Let payoff (t : nat) : R := (s - l t) * (1 - v 1 t) - (a - l t) * v 0 t.

Lemma identity t : payoff t = (s - a) * v 0 t + (l t - s) * spent G A t.
Proof. unfold payoff. rewrite spent_is. ring. Qed.

Lemma learner_regret far T : start 0%nat 0%nat ^ 2 + (start 0%nat 1%nat - 1) ^ 2 <= far ->
  sum payoff T <= far / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2) + mu * sum (fun t => l t ^ 2) T.
Proof.
  intros Hfar. pose proof (step_positive _ _ _ tuned) as Hm.
  assert (H : v 0 T ^ 2 + (v 1 T - 1) ^ 2 + 2 * mu * sum payoff T
    <= far + mu ^ 2 * (INR T * (a ^ 2 + s ^ 2) + 2 * sum (fun t => l t ^ 2) T)).
  { induction T as [|T IH].
    - replace (v 0 0) with (start 0%nat 0%nat) by (now destruct feedback as [-> | ->]).
      replace (v 1 0) with (start 0%nat 1%nat) by (now destruct feedback as [-> | ->]).
      cbn [sum INR]. lra.
    - cbn [sum]. rewrite S_INR. destruct (v_next T) as [-> ->].
      pose proof (clamp_nearer (v 0 T + mu * (a - l T)) 0 ltac:(lra)) as C0.
      pose proof (clamp_nearer (v 1 T + mu * (s - l T)) 1 ltac:(lra)) as C1.
      rewrite !Rminus_0_r in C0. pose proof (lambda_nonnegative G A T) as Hl. fold (l T) in Hl.
      assert (B : 0 <= mu ^ 2 * (2 * (a + s) * l T))
        by (apply Rmult_le_pos; [apply pow2_ge_0|apply Rmult_le_pos; lra]).
      unfold payoff at 2. lra. }
  pose proof (pow2_ge_0 (v 0 T)). pose proof (pow2_ge_0 (v 1 T - 1)).
  apply (Rmult_le_reg_l (2 * mu)); [lra|].
  replace (2 * mu * (far / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2) + mu * sum (fun t => l t ^ 2) T))
    with (far + mu ^ 2 * (INR T * (a ^ 2 + s ^ 2) + 2 * sum (fun t => l t ^ 2) T)) by (field; lra). lra.
Qed.

(** The multiplier, against s: of good 1 little is bought. *)
Lemma bought far T : start 0%nat 0%nat ^ 2 + (start 0%nat 1%nat - 1) ^ 2 <= far ->
  (s - a) * sum (v 0) T <=
  (far + s ^ 2) / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2 + 1) + delta * mu / 2 * s ^ 2 * INR T.
Proof.
  intros Hfar. pose proof (learner_regret far T Hfar) as primal. pose proof (step_positive _ _ _ tuned) as Hm.
  assert (small : forall t, Rabs (spent G A t) <= 1).
  { intros t. rewrite spent_is. pose proof (v_range t 0 ltac:(lia)). pose proof (v_range t 1 ltac:(lia)).
    apply Rabs_le. lra. }
  assert (next : forall t, l (S t) = Rmax 0 ((1 - delta * mu ^ 2) * l t + mu * spent G A t))
    by (intros t; unfold l; rewrite lambda_next; now destruct feedback as [-> | ->]).
  pose proof (multiplier_regret l (spent G A) mu delta 1 s T Hm (forget_positive _ _ _ tuned) eq_refl next
    small ltac:(lra)) as dual.
  rewrite (sum_eq payoff (fun t => (s - a) * v 0 t + (l t * spent G A t - s * spent G A t))) in primal
    by (intros; rewrite identity; ring).
  rewrite sum_plus, sum_minus, !sum_scale in primal.
  assert (squares : 0 <= sum (fun t => l t ^ 2) T) by (apply sum_nonnegative; intros; apply pow2_ge_0).
  pose proof (absorbs _ _ _ tuned) as Ab. assert (1 <= beta ^ 2) by nra.
  assert (0 <= (delta / 2 - (delta ^ 2 * mu ^ 2 + 1)) * (mu * sum (fun t => l t ^ 2) T))
    by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  replace ((far + s ^ 2) / (2 * mu)) with (far / (2 * mu) + s ^ 2 / (2 * mu)) by (field; lra).
  lra.
Qed.

Lemma earned T :
  sum (fun t => utility G t (decision G A t)) T <= INR T + a * sum (v 0) T.
Proof.
  rewrite <- sum_scale, <- (Rmult_1_r (INR T)), <- (sum_const 1 T), <- sum_plus. apply sum_le. intros t _.
  cbn [utility two_goods]. rewrite !played_is. pose proof (flat (v 1 t) (v_range t 1 ltac:(lia))). lra.
Qed.
End Run.

(** How far, squared, a start may be from (0, 1): 1 from the origin, 2 from any start in the square. *)
Lemma far_square (x : vec) : cube 2 x -> x 0%nat ^ 2 + (x 1%nat - 1) ^ 2 <= 2.
Proof. intros H. pose proof (H 0%nat ltac:(lia)). pose proof (H 1%nat ltac:(lia)). nra. Qed.

(** One learner, either feedback, whatever h is: at most 1 per round is earned in the end. *)
Theorem one_learner :
  forall (a s mu delta beta far : R) (h h' : R -> R) (start : nat -> vec) (A : tuning) (T : nat) (star : vec),
  0 < a < s -> h' 0 = s -> (forall y, 0 <= y <= 1 -> h y <= 1) ->
  1 <= beta -> fits mu delta beta ->
  A = published 1 mu delta start \/ A = weighted 1 mu delta start ->
  cube 2 (start 0%nat) -> start 0%nat 0%nat ^ 2 + (start 0%nat 1%nat - 1) ^ 2 <= far ->
  let G := two_goods a h h' in
  let N := (far + s ^ 2) / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2 + 1)
           + delta * mu / 2 * s ^ 2 * INR T in
  sum (fun t => decision G A t 0%nat) T <= N / (s - a) /\
  sum (fun t => utility G t (decision G A t)) T <= INR T + a / (s - a) * N /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - INR T - a / (s - a) * N <= regret G A T star.
Proof.
  intros a s mu delta beta far h h' start A T star slopes steep flat large tuned feedback inside Hfar G N.
  assert (few : sum (fun t => decision G A t 0%nat) T <= N / (s - a)).
  { rewrite (sum_eq _ (fun t => choice G A t 0 0%nat))
      by (intros t _; exact (played_is a mu delta h h' start A feedback t 0)).
    apply (Rmult_le_reg_l (s - a)); [lra|].
    replace ((s - a) * (N / (s - a))) with N by (field; lra).
    exact (bought a s mu delta beta h h' start A slopes steep large tuned inside feedback far T Hfar). }
  assert (little : sum (fun t => utility G t (decision G A t)) T <= INR T + a / (s - a) * N).
  { apply Rle_trans with (1 := earned a s mu delta h h' start A steep flat inside feedback T).
    apply Rplus_le_compat_l. replace (a / (s - a) * N) with (a * (N / (s - a))) by (field; lra).
    apply Rmult_le_compat_l; [lra|].
    rewrite (sum_eq _ (fun t => decision G A t 0%nat)); [exact few|].
    intros t _. symmetry. exact (played_is a mu delta h h' start A feedback t 0). }
  repeat split; [exact few|exact little|]. unfold regret. lra.
Qed.

(** * A family of games

    h rises with the slope s at 0, and bends evenly until it is 1, at 2/s. For s = 2 that is 2 x - x^2, on
    [0, 1]. *)

Definition bent (s x : R) : R := 1 - Rmax 0 (1 - s / 2 * x) ^ 2.
Definition bent' (s x : R) : R := s * Rmax 0 (1 - s / 2 * x).
Definition family (a s : R) : game := two_goods a (bent s) (bent' s).
Definition best (a s : R) : vec := both (1 - 2 / s * (1 - a / s)) (2 / s * (1 - a / s)).

(** Above it lie its tangents, below it parabolas. *)
Lemma bent_bend s x y : 0 < s -> 0 <= bent s x + bent' s x * (y - x) - bent s y <= s ^ 2 / 4 * (y - x) ^ 2.
Proof.
  intros Hs. unfold bent, bent'. set (p := 1 - s / 2 * x). set (r := 1 - s / 2 * y).
  replace (s * Rmax 0 p * (y - x)) with (2 * Rmax 0 p * (p - r)) by (unfold p, r; field).
  replace (s ^ 2 / 4 * (y - x) ^ 2) with ((p - r) ^ 2) by (unfold p, r; field).
  clearbody p r. unfold Rmax.
  pose proof (pow2_ge_0 (p - r)). pose proof (pow2_ge_0 p). pose proof (pow2_ge_0 r).
  destruct (Rle_dec 0 p) as [P|P], (Rle_dec 0 r) as [P'|P'];
    try (apply Rnot_le_lt in P); try (apply Rnot_le_lt in P').
  - lra.
  - assert (0 <= p * - r) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= - p * r) by (apply Rmult_le_pos; lra). lra.
  - lra.
Qed.

Section Family.
Variables (a s : R).
Hypotheses (Ha : 0 < a < s) (Hs : 2 <= s).

Lemma bent_at_0 : bent s 0 = 0 /\ bent' s 0 = s.
Proof. unfold bent, bent'. rewrite Rmult_0_r, Rminus_0_r, Rmax_right by lra. lra. Qed.

Lemma bent'_range y : 0 <= y -> 0 <= bent' s y <= s.
Proof.
  intros Hy. unfold bent'. assert (0 <= s / 2 * y) by (apply Rmult_le_pos; lra).
  set (c := s / 2 * y) in *. unfold Rmax. destruct (Rle_dec 0 (1 - c)); nra.
Qed.

Lemma bent_range y : 0 <= y -> 0 <= bent s y <= 1.
Proof.
  intros Hy. unfold bent. assert (0 <= s / 2 * y) by (apply Rmult_le_pos; lra).
  set (c := s / 2 * y) in *. unfold Rmax. destruct (Rle_dec 0 (1 - c)); nra.
Qed.

(** All of section 3 of the paper holds. *)
Theorem family_standing :
  standing (family a s) (fun _ => 1) (sqrt 2) (sqrt (a ^ 2 + s ^ 2)) 1 (a + 1) (s ^ 2 / 2).
Proof.
  assert (B2 : sqrt (a ^ 2 + s ^ 2) ^ 2 = a ^ 2 + s ^ 2) by (apply pow2_sqrt; nra).
  assert (in_square : forall x, box 2 (fun _ => 1) x -> 0 <= x 0%nat <= 1 /\ 0 <= x 1%nat <= 1).
  { intros x [H0 H1]. pose proof (H0 0%nat ltac:(lia)). pose proof (H0 1%nat ltac:(lia)).
    pose proof (H1 0%nat ltac:(lia)). pose proof (H1 1%nat ltac:(lia)). unfold zero in *. lra. }
  assert (remainder : forall t x y,
    utility (family a s) t y - utility (family a s) t x - dot 2 (gradient (family a s) t x) (minus y x)
    = - (bent s (x 1%nat) + bent' s (x 1%nat) * (y 1%nat - x 1%nat) - bent s (y 1%nat)))
    by (intros; unfold dot, minus; cbn [sum utility gradient family two_goods both]; ring).
  assert (distance : forall x y, sq 2 (minus y x) = (y 0%nat - x 0%nat) ^ 2 + (y 1%nat - x 1%nat) ^ 2)
    by (intros; unfold sq, dot, minus; cbn [sum]; ring).
  split; [split|..].
  - pose proof (cube_domain 2) as D. replace (INR 2) with 2 in D by (cbn; lra). exact D.
  - apply sqrt_lt_R0. lra.
  - apply sqrt_lt_R0. nra.
  - intros t x H. rewrite B2. pose proof (H 1%nat ltac:(cbn; lia)) as H1.
    pose proof (bent'_range (x 1%nat) (proj1 H1)).
    unfold sq, dot. cbn [sum dim gradient family two_goods both]. nra.
  - intros t. rewrite B2. unfold sq, dot. cbn [sum dim price family two_goods both]. nra.
  - intros t i _. unfold zero. destruct i; cbn; lra.
  - intros t x H. pose proof (H 0%nat ltac:(cbn; lia)). pose proof (H 1%nat ltac:(cbn; lia)).
    unfold excess, dot. cbn [sum dim price family two_goods both allowance]. apply Rabs_le. lra.
  - intros t. split.
    + apply quadratic_differentiable with (C := s ^ 2 / 4); [nra|]. intros x y _ _.
      cbn [dim family two_goods]. rewrite remainder, distance, Rabs_Ropp.
      pose proof (bent_bend s (x 1%nat) (y 1%nat) ltac:(lra)) as B. rewrite Rabs_pos_eq by lra.
      apply Rle_trans with (1 := proj2 B). apply Rmult_le_compat_l; [nra|].
      pose proof (pow2_ge_0 (y 0%nat - x 0%nat)). lra.
    + cbn [utility family two_goods]. unfold zero. destruct bent_at_0 as [-> _]. ring.
    + intros x H i _. destruct (in_square x H) as [_ H1]. pose proof (bent'_range (x 1%nat) (proj1 H1)).
      unfold zero. destruct i; cbn [gradient family two_goods both]; lra.
    + intros x y _ _ H i _. specialize (H 1%nat ltac:(cbn; lia)).
      destruct i; cbn [gradient family two_goods both]; [lra|]. unfold bent'.
      apply Rmult_le_compat_l; [lra|]. apply Rle_max_compat_l.
      assert (s / 2 * x 1%nat <= s / 2 * y 1%nat) by (apply Rmult_le_compat_l; lra). lra.
  - split; [nra|]. intros t x y _ _ _. pose proof (remainder t x y) as E.
    pose proof (bent_bend s (x 1%nat) (y 1%nat) ltac:(lra)) as B.
    cbn [dim family two_goods]. rewrite distance.
    assert (0 <= s ^ 2 * (y 0%nat - x 0%nat) ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0).
    cbn [family two_goods] in E. lra.
  - intros t x y Hx Hy. pose proof (Hx 0%nat ltac:(cbn; lia)). pose proof (Hx 1%nat ltac:(cbn; lia)).
    pose proof (Hy 0%nat ltac:(cbn; lia)). pose proof (Hy 1%nat ltac:(cbn; lia)).
    pose proof (bent_range (x 1%nat) ltac:(lra)). pose proof (bent_range (y 1%nat) ltac:(lra)).
    cbn [utility family two_goods]. apply Rabs_le. nra.
Qed.

Lemma best_utility t : utility (family a s) t (best a s) = a + (1 - a / s) ^ 2.
Proof.
  cbn [utility family two_goods best both]. unfold bent.
  replace (1 - s / 2 * (2 / s * (1 - a / s))) with (a / s) by (field; lra).
  rewrite Rmax_right; [field; lra|]. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(** The benchmark spends the allowance so that both goods are worth a at the margin. *)
Theorem best_benchmark W T : (1 <= W <= T)%nat -> benchmark (family a s) W T (best a s).
Proof.
  intros HW. assert (Hi : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (Hi2 : / s <= / 2) by (apply Rinv_le_contravar; lra).
  assert (E : s * / s = 1) by (apply Rinv_r; lra).
  assert (R1 : 0 < a / s < 1) by (unfold Rdiv; split; nra).
  set (y2 := 2 / s * (1 - a / s)). assert (Hy : 0 <= y2 <= 1) by (unfold y2, Rdiv in *; split; nra).
  assert (excess_is : forall t x, excess (family a s) t x = x 0%nat + x 1%nat - 1)
    by (intros; unfold excess, dot; cbn; ring).
  split; [split|].
  - intros i _. unfold best. fold y2. destruct i; cbn; lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)), sum_const; [lra|]. intros i _. rewrite excess_is.
    unfold best. cbn. ring.
  - intros x [Hx Hcost]. specialize (Hcost 0%nat ltac:(lia)).
    rewrite (sum_eq _ (fun _ => x 0%nat + x 1%nat - 1)), sum_const in Hcost by (intros; apply excess_is).
    assert (0 < INR W) by (apply lt_0_INR; lia).
    assert (cheap : x 0%nat + x 1%nat - 1 <= 0) by nra.
    apply sum_le. intros t _. rewrite best_utility. cbn [utility family two_goods].
    pose proof (bent_bend s y2 (x 1%nat) ltac:(lra)) as [B _].
    assert (V : bent s y2 = 1 - (a / s) ^ 2 /\ bent' s y2 = a).
    { unfold bent, bent'. replace (1 - s / 2 * y2) with (a / s) by (unfold y2; field; lra).
      rewrite Rmax_right by lra. split; field; lra. }
    destruct V as [V V']. rewrite V, V' in B.
    assert (a * (x 0%nat + x 1%nat - 1) <= 0) by nra.
    replace (a + (1 - a / s) ^ 2) with (a * (1 - y2) + (1 - (a / s) ^ 2)) by (unfold y2; field; lra). lra.
Qed.
End Family.

(** All benchmarks of the family are worth a + (1 - a/s)^2 per round. *)
Lemma benchmark_worth a s W T star : 0 < a < s -> 2 <= s -> (1 <= W <= T)%nat ->
  benchmark (family a s) W T star ->
  sum (fun t => utility (family a s) t star) T = INR T * (a + (1 - a / s) ^ 2).
Proof.
  intros Ha Hs windows [H1 H2]. pose proof (best_benchmark a s Ha Hs W T windows) as [Hb1 Hb2].
  rewrite <- sum_const, (sum_eq (fun _ => a + (1 - a / s) ^ 2) (fun t => utility (family a s) t (best a s)))
    by (intros; symmetry; now apply best_utility).
  apply Rle_antisym; auto.
Qed.

(** * One learner has linear regret, and guarantees nothing *)

(** With the paper's tuning; [far] is 1 from the origin and 2 from any start. *)
Theorem one_learner_linear_regret :
  forall (a s far : R) (start : nat -> vec) (A : tuning) (W T : nat) (star : vec),
  0 < a < s -> 2 <= s -> (1 <= W <= T)%nat -> 32 <= INR W * INR T ->
  let G := family a s in
  let beta := sqrt (a ^ 2 + s ^ 2) in
  let mu := paper_step (sqrt 2) beta W T in
  let delta := paper_delta beta in
  A = published 1 mu delta start \/ A = weighted 1 mu delta start ->
  cube 2 (start 0%nat) -> start 0%nat 0%nat ^ 2 + (start 0%nat 1%nat - 1) ^ 2 <= far ->
  benchmark G W T star ->
  let N := (far + s ^ 2) / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2 + 1)
           + delta * mu / 2 * s ^ 2 * INR T in
  sum (fun t => utility G t (decision G A t)) T <= INR T + a / (s - a) * N /\
  ((1 - exp (-1)) * (a + (1 - a / s) ^ 2) - 1) * INR T - a / (s - a) * N <= regret G A T star.
Proof.
  intros a s far start A W T star Ha Hs windows long G beta mu delta feedback inside Hfar Hstar N.
  assert (B1 : 1 <= beta) by (unfold beta; rewrite <- sqrt_1; apply sqrt_le_1_alt; nra).
  assert (R2 : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra).
  assert (tuned : fits mu delta beta)
    by (apply paper_tuning; [apply sqrt_lt_R0; lra|lra|rewrite R2; lra]).
  destruct (one_learner a s mu delta beta far (bent s) (bent' s) start A T star Ha
    (proj2 (bent_at_0 s)) (fun y Hy => proj2 (bent_range a s Ha y (proj1 Hy))) B1 tuned feedback inside Hfar)
    as (_ & little & lower). fold (family a s) G N in little, lower.
  pose proof (benchmark_worth a s W T star Ha Hs windows Hstar) as value. fold G in value.
  rewrite value in lower. split; [exact little|lra].
Qed.

(** For s = 2, as the chapter has it. *)
Theorem one_learner_quadratic :
  forall (a far : R) (start : nat -> vec) (A : tuning) (W T : nat) (star : vec),
  0 < a < 2 -> (1 <= W <= T)%nat -> 32 <= INR W * INR T ->
  let G := two_goods a (fun y => 2 * y - y ^ 2) (fun y => 2 - 2 * y) in
  let beta := sqrt (a ^ 2 + 4) in
  let mu := paper_step (sqrt 2) beta W T in
  let delta := paper_delta beta in
  A = published 1 mu delta start \/ A = weighted 1 mu delta start ->
  cube 2 (start 0%nat) -> start 0%nat 0%nat ^ 2 + (start 0%nat 1%nat - 1) ^ 2 <= far ->
  benchmark G W T star ->
  let N := (far + 4) / (2 * mu) + (a ^ 2 / 2 + 3) * mu * INR T + 2 * delta * mu * INR T in
  ((1 - exp (-1)) * (1 + a ^ 2 / 4) - 1) * INR T - a / (2 - a) * N <= regret G A T star.
Proof.
  intros a far start A W T star Ha windows long G beta mu delta feedback inside Hfar Hstar N.
  assert (B1 : 1 <= beta) by (unfold beta; rewrite <- sqrt_1; apply sqrt_le_1_alt; nra).
  assert (R2 : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra).
  assert (tuned : fits mu delta beta)
    by (apply paper_tuning; [apply sqrt_lt_R0; lra|lra|rewrite R2; lra]).
  pose proof (step_positive _ _ _ tuned) as Hm.
  assert (steep : 2 - 2 * 0 = 2) by ring.
  assert (flat : forall y, 0 <= y <= 1 -> 2 * y - y ^ 2 <= 1)
    by (intros y _; pose proof (pow2_ge_0 (1 - y)); lra).
  destruct (one_learner a 2 mu delta beta far (fun y => 2 * y - y ^ 2) (fun y => 2 - 2 * y) start A T star
    Ha steep flat B1 tuned feedback inside Hfar) as (_ & _ & lower). cbv zeta in lower. fold G in lower.
  assert (value : INR T * (1 + a ^ 2 / 4) <= sum (fun t => utility G t star) T).
  { destruct Hstar as [_ H]. destruct (best_benchmark a 2 Ha (Rle_refl 2) W T windows) as [Hb _].
    apply Rle_trans with (2 := H (best a 2) Hb). rewrite <- sum_const. apply sum_le. intros t _.
    cbn [utility G two_goods best both]. lra. }
  replace ((far + 2 ^ 2) / (2 * mu) + mu * INR T * ((a ^ 2 + 2 ^ 2) / 2 + 1) + delta * mu / 2 * 2 ^ 2 * INR T)
    with N in lower by (unfold N; field; lra).
  pose proof over_e. apply (Rmult_le_compat_l (1 - exp (-1))) in value; lra.
Qed.

(** N is at most C sqrt (W T). *)
Lemma N_order a s : 0 < a < s -> 2 <= s -> exists C, 0 <= C /\ forall W T : nat,
  (1 <= W)%nat -> 32 <= INR W * INR T ->
  let beta := sqrt (a ^ 2 + s ^ 2) in
  let mu := paper_step (sqrt 2) beta W T in
  let delta := paper_delta beta in
  (2 + s ^ 2) / (2 * mu) + mu * INR T * ((a ^ 2 + s ^ 2) / 2 + 1) + delta * mu / 2 * s ^ 2 * INR T
  <= C * sqrt (INR W * INR T).
Proof.
  intros Ha Hs. set (beta := sqrt (a ^ 2 + s ^ 2)). set (R := sqrt 2).
  assert (B1 : 1 <= beta) by (unfold beta; rewrite <- sqrt_1; apply sqrt_le_1_alt; nra).
  assert (R0 : 0 < R) by (apply sqrt_lt_R0; lra).
  assert (R2 : R ^ 2 = 2) by (apply pow2_sqrt; lra).
  set (k := (a ^ 2 + s ^ 2) / 2 + 1). assert (Hk : 0 <= k) by (unfold k; nra).
  exists ((2 + s ^ 2) / 2 * (beta / R) + k * (4 * beta * R) + s ^ 2 / 2 * (4 * beta * R)).
  assert (P1 : 0 <= beta / R) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, R0]).
  assert (P2 : 0 <= 4 * beta * R) by (apply Rmult_le_pos; lra).
  assert (P3 : 0 <= s ^ 2) by apply pow2_ge_0.
  split.
  - assert (0 <= (2 + s ^ 2) / 2 * (beta / R)) by (apply Rmult_le_pos; lra).
    assert (0 <= k * (4 * beta * R)) by (apply Rmult_le_pos; lra).
    assert (0 <= s ^ 2 / 2 * (4 * beta * R)) by (apply Rmult_le_pos; lra). lra.
  - intros W T HW long. cbv zeta. fold R.
    assert (long' : 16 * R ^ 2 <= INR W * INR T) by (rewrite R2; lra).
    pose proof (step_inverse R beta W T R0 ltac:(lra) long') as E1.
    pose proof (forgotten R beta W T R0 ltac:(lra) long') as E2.
    pose proof (roots W T HW) as E3. set (q := sqrt (INR W * INR T)) in *.
    pose proof (step_positive _ _ _ (paper_tuning R beta W T R0 ltac:(lra) long')) as Hm.
    set (mu := paper_step R beta W T) in *. set (delta := paper_delta beta) in *.
    assert (F : delta * mu * INR T <= 4 * beta * R * q) by (rewrite E2; apply Rmult_le_compat_l; lra).
    assert (F2 : 0 <= mu * INR T) by (apply Rmult_le_pos; [lra|apply pos_INR]).
    assert (D : 1 <= delta) by (unfold delta, paper_delta; nra).
    assert (F3 : mu * INR T <= 4 * beta * R * q).
    { apply Rle_trans with (2 := F). rewrite Rmult_assoc. rewrite <- (Rmult_1_l (mu * INR T)) at 1.
      now apply Rmult_le_compat_r. }
    assert (G1 : (2 + s ^ 2) / (2 * mu) = (2 + s ^ 2) / 2 * (beta / R) * q)
      by (rewrite Rmult_assoc, <- E1; field; lra).
    assert (G2 : mu * INR T * k <= k * (4 * beta * R) * q)
      by (rewrite Rmult_comm, (Rmult_assoc k); now apply Rmult_le_compat_l).
    assert (G3 : delta * mu / 2 * s ^ 2 * INR T <= s ^ 2 / 2 * (4 * beta * R) * q).
    { replace (delta * mu / 2 * s ^ 2 * INR T) with (s ^ 2 / 2 * (delta * mu * INR T)) by field.
      rewrite (Rmult_assoc (s ^ 2 / 2)). apply Rmult_le_compat_l; lra. }
    fold k. lra.
Qed.

(** The share of the benchmark's utility comes as near to 1 / (a + (1 - a/s)^2), or below it, as one likes,
    once T / W is large: from any start, for either feedback. *)
Theorem one_learner_share :
  forall a s more : R, 0 < a < s -> 2 <= s -> 0 < more ->
  let G := family a s in
  let beta := sqrt (a ^ 2 + s ^ 2) in
  exists r : R, forall (start : nat -> vec) (A : tuning) (W T : nat) (star : vec),
  (1 <= W <= T)%nat -> r * INR W <= INR T ->
  let mu := paper_step (sqrt 2) beta W T in
  A = published 1 mu (paper_delta beta) start \/ A = weighted 1 mu (paper_delta beta) start ->
  cube 2 (start 0%nat) -> benchmark G W T star ->
  sum (fun t => utility G t (decision G A t)) T
  <= (1 / (a + (1 - a / s) ^ 2) + more) * sum (fun t => utility G t star) T.
Proof.
  intros a s more Ha Hs Hmore G beta. destruct (N_order a s Ha Hs) as (C & HC & order).
  set (top := a + (1 - a / s) ^ 2).
  assert (Htop : 0 < top) by (unfold top; pose proof (pow2_ge_0 (1 - a / s)); lra).
  set (C' := a / (s - a) * C).
  assert (Hsa : 0 <= a / (s - a)) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (HC' : 0 <= C') by now apply Rmult_le_pos.
  set (r := C' / (more * top) + 6).
  assert (Hmt : 0 < more * top) by now apply Rmult_lt_0_compat.
  assert (Hr : 6 <= r).
  { assert (0 <= C' / (more * top)) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, Hmt]).
    unfold r. lra. }
  exists (r ^ 2). intros start A W T star windows long mu feedback inside Hstar.
  assert (HW : 1 <= INR W) by (change 1 with (INR 1); apply le_INR; lia).
  assert (HT : 36 <= INR T) by (apply Rle_trans with (2 := long); nra).
  assert (long' : 32 <= INR W * INR T) by nra.
  destruct (one_learner_linear_regret a s 2 start A W T star Ha Hs windows long' feedback inside
    (far_square _ inside) Hstar) as [little _]. cbv zeta in little. fold G beta mu in little.
  pose proof (benchmark_worth a s W T star Ha Hs windows Hstar) as value. fold G top in value. rewrite value.
  specialize (order W T (proj1 windows) long'). cbv zeta in order. fold beta mu in order.
  set (N := _ / _ + _ + _) in *. set (q := sqrt (INR W * INR T)) in *.
  assert (few : a / (s - a) * N <= C' * q).
  { unfold C'. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (q0 : 0 <= q) by apply sqrt_pos.
  assert (small : r * q <= INR T).
  { unfold q. rewrite <- (sqrt_pow2 (INR T)) at 2 by lra. rewrite <- (sqrt_pow2 r) at 1 by lra.
    rewrite <- sqrt_mult_alt by apply pow2_ge_0. apply sqrt_le_1_alt.
    replace (r ^ 2 * (INR W * INR T)) with (r ^ 2 * INR W * INR T) by ring.
    replace (INR T ^ 2) with (INR T * INR T) by ring. apply Rmult_le_compat_r; lra. }
  assert (C' * q <= more * top * INR T).
  { apply Rle_trans with (more * top * (r * q)); [|apply Rmult_le_compat_l; lra].
    replace (more * top * (r * q)) with (C' * q + more * top * (6 * q)) by (unfold r; field; lra).
    assert (0 <= more * top * (6 * q)) by (apply Rmult_le_pos; lra). lra. }
  replace ((1 / top + more) * (INR T * top)) with (INR T + more * top * INR T) by (field; lra). lra.
Qed.

(** So whatever share one asks for, a game of the paper's class denies it to one learner. *)
Theorem one_learner_guarantees_nothing :
  forall share : R, 0 < share -> exists (G : game) (radius beta size range L : R),
  standing G (fun _ => 1) radius beta size range L /\ 0 < allowance G /\
  (forall W T : nat, (1 <= W <= T)%nat -> exists star, benchmark G W T star) /\
  exists r : R, forall (start : nat -> vec) (A : tuning) (W T : nat) (star : vec),
  (1 <= W <= T)%nat -> r * INR W <= INR T ->
  let mu := paper_step radius beta W T in
  A = published 1 mu (paper_delta beta) start \/ A = weighted 1 mu (paper_delta beta) start ->
  (forall k, decisions G (start k)) -> benchmark G W T star ->
  sum (fun t => utility G t (decision G A t)) T <= share * sum (fun t => utility G t star) T.
Proof.
  intros share Hshare. set (a := 2 / share + 1).
  assert (Hi : 0 < 2 / share) by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
  assert (Ha : 0 < a < a + 2) by (unfold a; lra). assert (Hs : 2 <= a + 2) by lra.
  exists (family a (a + 2)), (sqrt 2), (sqrt (a ^ 2 + (a + 2) ^ 2)), 1, (a + 1), ((a + 2) ^ 2 / 2).
  split; [now apply family_standing|]. split; [cbn; lra|].
  split; [intros W T windows; exists (best a (a + 2)); now apply best_benchmark|].
  destruct (one_learner_share a (a + 2) (share / 2) Ha Hs ltac:(lra)) as [r H].
  exists r. intros start A W T star windows long mu feedback inside Hstar.
  apply Rle_trans with (1 := H start A W T star windows long feedback (inside O) Hstar).
  rewrite (benchmark_worth a (a + 2) W T star Ha Hs windows Hstar).
  set (top := a + (1 - a / (a + 2)) ^ 2).
  assert (Htop : 2 / share <= top) by (unfold top, a at 1; pose proof (pow2_ge_0 (1 - a / (a + 2))); lra).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; [apply pos_INR|lra]|].
  assert (1 / top <= share / 2).
  { replace (1 / top) with (/ top) by (unfold Rdiv; ring).
    replace (share / 2) with (/ (2 / share)) by (field; lra). now apply Rinv_le_contravar. }
  lra.
Qed.
