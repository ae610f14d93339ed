(** One oracle, told the boosted gradient (chapter "One oracle is enough, with a boosted gradient"): its
    choice is the decision, and it is told one vector. Lemma 4.3 and both theorems hold, for any windows and
    without smoothness. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Tuned Saddle Theorems ConstantBudget
  BoostedGradient.
Open Scope R_scope.

(** * The algorithm *)

(** The multiplier, and where the one learner stands: that is the decision. *)
Record one_state := OneState { one_multiplier : R; one_place : vec }.

Section OneOracle.
Variables (G : game) (m d : R) (start : vec).

(** What the learner is told of f_t when it stands at x: the boosted gradient there, or an estimate. *)
Variable told : nat -> vec -> vec.

Definition one_round (t : nat) (s : one_state) : one_state := {|
  one_multiplier := Rmax 0 ((1 - d * m ^ 2) * one_multiplier s + m * excess G t (one_place s));
  one_place := project G (plus (one_place s)
    (scale m (minus (told t (one_place s)) (scale (one_multiplier s) (price G t)))))
|}.

Fixpoint one_osphg (t : nat) : one_state :=
  match t with
  | O => {| one_multiplier := 0; one_place := start |}
  | S j => one_round j (one_osphg j)
  end.

Definition one_lambda (t : nat) : R := one_multiplier (one_osphg t).
Definition one_decision (t : nat) : vec := one_place (one_osphg t).
Definition one_spent (t : nat) : R := excess G t (one_decision t).
Definition one_regret (T : nat) (x : vec) : R :=
  (1 - exp (-1)) * sum (fun t => utility G t x) T - sum (fun t => utility G t (one_decision t)) T.
End OneOracle.

(** Section 3 of the paper but for smoothness, with continuous gradients, and beta at least
    max ((1 - 1/e) beta_f, beta_g). *)
Record boosted_standing (G : game) (top : vec) (radius beta_f beta size : R) : Prop := {
  boosted_decide : domain (dim G) (decisions G) (project G) top radius;
  boosted_radius : 0 < radius;
  boosted_beta : 0 < beta;
  boosted_gradient : forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta_f ^ 2;
  boosted_fits : 0 <= beta_f /\ (1 - exp (-1)) * beta_f <= beta;
  boosted_price : forall t, sq (dim G) (price G t) <= beta ^ 2;
  boosted_size : forall t x, decisions G x -> Rabs (excess G t x) <= size;
  boosted_good : forall t, utility_of (dim G) top (utility G t) (gradient G t);
  boosted_continuous : forall t, continuous_gradient (dim G) (decisions G) (gradient G t)
}.

(** [u t x] is the boosted gradient of f_t at x. *)
Definition boosted_field (G : game) (u : nat -> vec -> vec) : Prop :=
  forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x).

Lemma one_decision_in_X G m d start told top radius :
  domain (dim G) (decisions G) (project G) top radius -> decisions G start ->
  forall t, decisions G (one_decision G m d start told t).
Proof. intros D H [|t]; [exact H|apply D]. Qed.

(** ** The saddle

    What the learner misses along what it is told, whatever that is, and the violation. *)
Lemma one_saddle G m d start told top radius beta size star W T ell :
  domain (dim G) (decisions G) (project G) top radius -> fits m d beta -> decisions G start ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2) ->
  (forall t, sq (dim G) (price G t) <= beta ^ 2) ->
  (forall t x, decisions G x -> Rabs (excess G t x) <= size) ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  let x := one_decision G m d start told in
  sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) T
  + ell * sum (one_spent G m d start told) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T.
Proof.
  intros dom [Hm Hd keeps absorbs] starts short dear small window kept Hl x.
  pose proof (one_decision_in_X G m d start told top radius dom starts : forall t, decisions G (x t)) as inX.
  pose proof (saddle_windows G star (radius ^ 2 / (2 * m)) size beta beta m m d 1 (fun t _ => x t)
    (fun t _ => told t (x t)) (one_lambda G m d start told) (one_spent G m d start told)) as S.
  specialize (S (le_n _) Hm Hm Hd).
  rewrite (sum_eq (fun t => dot (dim G) (told t (x t)) (minus star (x t)))
    (fun t => mean 1 (fun _ => dot (dim G) (told t (x t)) (minus star (x t)))))
    by (intros; now rewrite mean_const).
  replace (radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T) with
    (radius ^ 2 / (2 * m) + (m * beta ^ 2 + INR W * (m * size ^ 2)) * INR T) by ring.
  apply S; trivial.
  - apply (Rmult_le_compat_l m) in absorbs; lra.
  - intros t k _. apply short, inX.
  - intros t. now rewrite mean_const.
  - intros t. apply small, inX.
  - intros k N _. apply (ascent_regret (dim G) (decisions G) (project G) top); trivial. apply kept.
  - intros t. apply small, kept.
Qed.

(** ** Lemma 4.3 with one oracle

    One round: [boosted_gap]. All rounds: the saddle. What is told instead of the boosted gradient costs
    what it pays less for x* - x_t. *)
Theorem lemma_4_3_boosted_noise : forall G m d start u told top radius beta_f beta size star W T ell,
  boosted_standing G top radius beta_f beta size -> fits m d beta -> decisions G start ->
  boosted_field G u -> (forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2) ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  let x := one_decision G m d start told in
  one_regret G m d start told T star
  + ell * sum (one_spent G m d start told) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T
     + sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T.
Proof.
  intros G m d start u told top radius beta_f beta size star W T ell ok tuned starts field short window kept
    Hl x.
  destruct ok as [dom HR Hb Hg _ Hp Hs good cont].
  pose proof (one_saddle G m d start told top radius beta size star W T ell dom tuned starts short Hp Hs
    window kept Hl) as S. cbv zeta in S. fold x in S.
  assert (E : one_regret G m d start told T star
    <= sum (fun t => dot (dim G) (u t (x t)) (minus star (x t))) T).
  { unfold one_regret. rewrite <- sum_scale, <- sum_minus. apply sum_le. intros t _.
    pose proof (one_decision_in_X G m d start told top radius dom starts t) as Hx.
    apply (boosted_gap (dim G) (decisions G) (project G) top radius (utility G t) (gradient G t)); auto.
    apply kept. }
  assert (D : sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T
    = sum (fun t => dot (dim G) (u t (x t)) (minus star (x t))) T
      - sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) T).
  { rewrite <- sum_minus. apply sum_eq. intros t _. unfold dot. rewrite <- sum_minus. apply sum_eq.
    intros i _. unfold minus. ring. }
  lra.
Qed.

Theorem lemma_4_3_boosted : forall G m d start u top radius beta_f beta size star W T ell,
  boosted_standing G top radius beta_f beta size -> fits m d beta -> decisions G start -> boosted_field G u ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  one_regret G m d start u T star
  + ell * sum (one_spent G m d start u) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T.
Proof.
  intros G m d start u top radius beta_f beta size star W T ell ok tuned starts field window kept Hl.
  assert (short : forall t x, decisions G x -> sq (dim G) (u t x) <= beta ^ 2).
  { intros t x Hx. destruct ok as [dom _ _ Hg [Hf Hbf] _ _ _ cont].
    apply Rle_trans with (1 := boosted_short _ _ _ _ _ _ x (u t x) beta_f dom (cont t) Hx Hf (Hg t)
      (field t x Hx)).
    apply pow_incr. split; [|exact Hbf]. apply Rmult_le_pos; [apply Rlt_le, mass_positive|exact Hf]. }
  pose proof (lemma_4_3_boosted_noise G m d start u u top radius beta_f beta size star W T ell ok tuned
    starts field short window kept Hl) as H. cbv zeta in H. set (x := one_decision G m d start u) in H.
  assert (Z : sum (fun t => dot (dim G) (minus (u t (x t)) (u t (x t))) (minus star (x t))) T = 0).
  { rewrite <- (Rmult_0_r (INR T)), <- sum_const. apply sum_eq. intros t _.
    rewrite dot_sym, dot_minus. ring. }
  lra.
Qed.

(** By a rule with the error kappa, if the gradients are L-Lipschitz: kappa L R^2 a round. *)
Theorem lemma_4_3_boosted_quadrature :
  forall G m d start u J z w kappa top radius beta_f beta size L star W T ell,
  boosted_standing G top radius beta_f beta size -> fits m d beta -> decisions G start -> boosted_field G u ->
  0 <= L -> (forall t, lipschitz (dim G) (decisions G) (gradient G t) L) -> rule J z w kappa ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  let told t := by_rule J z w (gradient G t) in
  one_regret G m d start told T star
  + ell * sum (one_spent G m d start told) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T + kappa * (L * radius ^ 2) * INR T.
Proof.
  intros G m d start u J z w kappa top radius beta_f beta size L star W T ell ok tuned starts
    field HL lip good window kept Hl told.
  pose proof (lemma_4_3_boosted_noise G m d start u told top radius beta_f beta size star W T ell ok tuned
    starts field) as H. cbv zeta in H. set (x := one_decision G m d start told) in H.
  destruct ok as [dom HR _ Hg [Hf Hbf] _ _ _ cont].
  assert (Z : sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T
    <= kappa * (L * radius ^ 2) * INR T).
  { rewrite (Rmult_comm _ (INR T)), <- sum_const. apply sum_le. intros t _.
    pose proof (one_decision_in_X G m d start told top radius dom starts t : decisions G (x t)) as Hx.
    apply (rule_error (dim G) (decisions G) (project G) top); auto; try lra. apply kept. }
  assert (short : forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2).
  { intros t y Hy.
    apply Rle_trans with (1 := rule_short _ _ _ _ _ _ J z w kappa y dom good Hy beta_f Hf (Hg t)).
    apply pow_incr. split; [|exact Hbf]. apply Rmult_le_pos; [apply Rlt_le, mass_positive|exact Hf]. }
  specialize (H short window kept Hl). lra.
Qed.

(** By the K left nodes, from the assumptions of [lemma_4_3_repaired]: its right side, with one projection a
    round. *)
Theorem lemma_4_3_boosted_left : forall G m d start K top radius beta size range L star W T ell,
  standing G top radius beta size range L -> fits m d beta -> decisions G start -> (1 <= K)%nat ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  let told t := left_sum K (gradient G t) in
  one_regret G m d start told T star
  + ell * sum (one_spent G m d start told) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G m d start K top radius beta size range L star W T ell ok tuned starts some window kept Hl told.
  destruct ok as [[dom HR Hb Hg Hp _ Hs] good [HL Hsmooth] _].
  assert (short : forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2).
  { intros t y Hy. apply (left_short _ (decisions G) (project G) top radius); auto. lra. }
  pose proof (one_saddle G m d start told top radius beta size star W T ell dom tuned starts short Hp Hs
    window kept Hl) as S. cbv zeta in S. set (x := one_decision G m d start told) in S.
  assert (E : one_regret G m d start told T star
    <= sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) T + L * radius ^ 2 / (2 * INR K) * INR T).
  { unfold one_regret. rewrite <- sum_scale, <- sum_minus, (Rmult_comm _ (INR T)), <- sum_const, <- sum_plus.
    apply sum_le. intros t _.
    pose proof (one_decision_in_X G m d start told top radius dom starts t : decisions G (x t)) as Hx.
    apply (boosted_left_gap (dim G) (decisions G) (project G) top radius (utility G t) (gradient G t)); auto.
    apply kept. }
  lra.
Qed.

(** * The theorems *)

(** To buy nothing keeps every budget. *)
Lemma nothing_affordable G W T top radius : domain (dim G) (decisions G) (project G) top radius ->
  0 <= allowance G -> affordable_apart G W T zero.
Proof.
  intros dom Hb. split; [exact (origin _ _ _ _ _ dom)|]. intros j _.
  rewrite <- (Rmult_0_r (INR W)), <- sum_const. apply sum_le. intros s _. unfold excess.
  replace (dot (dim G) (price G (T - S j * W + s)) zero) with 0; [lra|].
  rewrite <- (Rmult_0_r (INR (dim G))), <- sum_const. apply sum_eq. intros. unfold zero. ring.
Qed.

Theorem theorem_4_1_boosted : forall G start u top radius beta_f beta size star W T,
  boosted_standing G top radius beta_f beta size -> decisions G start -> boosted_field G u ->
  (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T -> affordable_apart G W T star ->
  one_regret G (paper_step radius beta W T) (paper_delta beta) start u T star
  <= (3 / 2 * beta * radius + size ^ 2 * radius / beta) * sqrt (INR W * INR T).
Proof.
  intros G start u top radius beta_f beta size star W T ok starts field window large kept.
  pose proof (boosted_radius _ _ _ _ _ _ ok) as HR. pose proof (boosted_beta _ _ _ _ _ _ ok) as Hb.
  pose proof (lemma_4_3_boosted G _ _ start u top radius beta_f beta size star W T 0 ok
    (paper_tuning radius beta W T HR Hb large) starts field window kept (Rle_refl 0)) as H.
  pose proof (steps_cost radius beta W T HR Hb large window size) as S.
  rewrite Rmult_0_l in H. unfold Rdiv in H at 1 2. lra.
Qed.

(** The violation needs a budget that is not negative, and no benchmark but 0; F bounds the range of f. *)
Theorem theorem_4_2_boosted : forall G start u top radius beta_f beta size range W T,
  boosted_standing G top radius beta_f beta size -> decisions G start -> boosted_field G u ->
  (forall t x y, decisions G x -> decisions G y -> Rabs (utility G t x - utility G t y) <= range) ->
  0 <= allowance G -> (1 <= W <= T)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sum (one_spent G (paper_step radius beta W T) (paper_delta beta) start u) T
  <= sqrt ((8 * beta * radius + 2 * beta / radius)
           * (range + (3 / 2 * beta * radius + size ^ 2 * radius / beta)))
     * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros G start u top radius beta_f beta size range W T ok starts field Hrange Hbudget [window short] large.
  pose proof (boosted_radius _ _ _ _ _ _ ok) as HR. pose proof (boosted_beta _ _ _ _ _ _ ok) as Hb.
  pose proof (boosted_decide _ _ _ _ _ _ ok) as dom.
  set (m := paper_step radius beta W T). set (d := paper_delta beta). set (s := sqrt (INR W * INR T)).
  set (const := 3 / 2 * beta * radius + size ^ 2 * radius / beta).
  pose proof (paper_tuning radius beta W T HR Hb large : fits m d beta) as tuned.
  pose proof (steps_cost radius beta W T HR Hb large window size) as cost. fold m s const in cost.
  pose proof (curvature radius beta W T HR Hb large window) as curve. fold m d s in curve.
  pose proof (step_positive _ _ _ tuned) as Hm. pose proof (forget_positive _ _ _ tuned) as Hd.
  set (x := one_decision G m d start u).
  assert (inX : forall t, decisions G (x t)) by exact (one_decision_in_X G m d start u top radius dom starts).
  assert (Hr : 0 <= range).
  { pose proof (Hrange O zero zero (origin _ _ _ _ _ dom) (origin _ _ _ _ _ dom)).
    pose proof (Rabs_pos (utility G 0 zero - utility G 0 zero)). lra. }
  assert (low : - (range * INR T) <= one_regret G m d start u T zero).
  { unfold one_regret.
    rewrite (sum_eq (fun t => utility G t zero) (fun _ => 0)), sum_const, Rmult_0_r, Rmult_0_r.
    - assert (sum (fun t => utility G t (x t)) T <= INR T * range); [|fold x; lra].
      rewrite <- sum_const. apply sum_le. intros t _.
      pose proof (Hrange t (x t) zero (inX t) (origin _ _ _ _ _ dom)) as A.
      rewrite (normalised _ _ _ _ (boosted_good _ _ _ _ _ _ ok t)) in A.
      pose proof (Rle_abs (utility G t (x t) - 0)). lra.
    - intros t _. apply (normalised _ _ _ _ (boosted_good _ _ _ _ _ _ ok t)). }
  assert (HD : 0 < d * m * INR T + 1 / m).
  { assert (0 < 1 / m) by (apply Rdiv_lt_0_compat; lra).
    pose proof (Rmult_le_pos (d * m) (INR T) ltac:(nra) (pos_INR T)). lra. }
  assert (most : Rmax 0 (sum (one_spent G m d start u) T) ^ 2
    <= 2 * (d * m * INR T + 1 / m) * (range * INR T + const * s)).
  { apply (best_multiplier (one_regret G m d start u T zero)); [exact HD| |exact low]. intros ell Hl.
    pose proof (lemma_4_3_boosted G m d start u top radius beta_f beta size zero W T ell ok tuned starts field
      window (nothing_affordable G W T top radius dom Hbudget) Hl) as H.
    apply Rle_trans with (2 := cost), Rle_trans with (2 := H). apply Req_le. field. lra. }
  assert (Hs : s <= INR T).
  { apply le_INR in short. apply Rsqr_incr_0; [|apply sqrt_pos|apply pos_INR].
    unfold Rsqr, s. rewrite sqrt_sqrt by (apply Rmult_le_pos; apply pos_INR).
    apply Rmult_le_compat_r; [apply pos_INR|exact short]. }
  assert (Hs0 : 0 <= s) by apply sqrt_pos.
  assert (Hc : 0 <= const).
  { assert (0 <= size ^ 2 * radius / beta) by (apply Rle_mult_inv_pos; [|exact Hb];
      apply Rmult_le_pos; [apply pow2_ge_0|lra]).
    pose proof (Rmult_lt_0_compat _ _ Hb HR). unfold const. lra. }
  assert (Hscale : 0 <= 8 * beta * radius + 2 * beta / radius).
  { assert (0 < 2 * beta / radius) by (apply Rdiv_lt_0_compat; lra).
    pose proof (Rmult_lt_0_compat _ _ Hb HR). lra. }
  apply root_of_square; [apply Rmult_le_pos; lra|exact window|lia|]. fold s.
  apply Rle_trans with (1 := most), Rle_trans with
    ((8 * beta * radius + 2 * beta / radius) * s * (range * INR T + const * s)).
  - apply Rmult_le_compat_r; [|exact curve]. pose proof (Rmult_le_pos _ _ Hr (pos_INR T)).
    pose proof (Rmult_le_pos _ _ Hc Hs0). lra.
  - replace ((8 * beta * radius + 2 * beta / radius) * (range + const) * (s * INR T))
      with ((8 * beta * radius + 2 * beta / radius) * s * ((range + const) * INR T)) by ring.
    apply Rmult_le_compat_l; [now apply Rmult_le_pos|]. apply (Rmult_le_compat_l const) in Hs; lra.
Qed.

(** A budget of the same size in every round, whatever the learner is told. *)
Theorem constant_budget_boosted : forall G m d start told top radius beta size level M,
  domain (dim G) (decisions G) (project G) top radius -> 0 < radius -> 0 < beta -> fits m d beta ->
  decisions G start -> (forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2) ->
  (forall t, sq (dim G) (price G t) <= beta ^ 2) ->
  (forall t x, decisions G x -> Rabs (excess G t x) <= size) -> 0 < allowance G ->
  level = (beta * radius + m * (beta ^ 2 + size ^ 2)) / allowance G ->
  M = sqrt (level * Rmax level (2 * m * allowance G) + radius ^ 2) ->
  (forall t, 0 <= one_lambda G m d start told t <= M)
  /\ (forall T, sum (one_spent G m d start told) T <= M * (1 / m + d * m * INR T)).
Proof.
  intros G m d start told top radius beta size level M dom HR Hb [Hm Hd _ absorbs] starts short dear small
    Hbudget Hlevel HM.
  pose proof (one_decision_in_X G m d start told top radius dom starts) as inX.
  set (x := one_decision G m d start told) in *.
  apply (constant_budget_ascent (dim G) (decisions G) (project G) top radius 1 (fun t _ => x t)
    (fun t _ => told t (x t)) (price G) _ _ m m d (allowance G) beta beta size level); trivial; try lra.
  - intros t. now rewrite mean_const.
  - intros t _ _. apply short, inX.
  - intros t. apply small, inX.
  - apply (Rmult_le_compat_l m) in absorbs; [|lra]. pose proof (Rmult_lt_0_compat _ _ Hd Hm). lra.
  - rewrite HM. f_equal. field. lra.
Qed.
