(** A tuning that does not depend on the units of decisions, money and utility: the learners' step and
    the multiplier's are two numbers, each with its unit (chapter "A tuning that does not depend on the
    units").

    beta_f bounds the gradients and beta_g the prices; nobody compares the two. The proofs are those of
    Lemma 4.3 and of the theorems, in which the two steps were kept apart. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Climb Tuned Saddle ConstantBudget Lemma43 Theorems.
Open Scope R_scope.

(** * The algorithm with two steps *)

Section TwoSteps.
Variables (G : game) (A : tuning) (mu_lambda : R).

(** Algorithm 2, but that the multiplier has a step of its own; the learners' is [mu A]. *)
Fixpoint two_steps (t : nat) : state :=
  match t with
  | O => {| multiplier := 0; learner := first A |}
  | S n => let s := two_steps n in {|
      multiplier := Rmax 0 ((1 - delta A * mu_lambda ^ 2) * multiplier s
                            + mu_lambda * excess G n (played A s));
      learner := fun k => ascent G A (learner s k) (feedback G A n s k) |}
  end.
End TwoSteps.

(** The tuning without units: R / (beta_f sqrt (W T)), decisions per slope, for the learners;
    beta_f / (beta_g^2 R sqrt (W T)), price per money, for the multiplier; and its forgetting. *)
Definition step_of_learners (radius bf : R) (W T : nat) : R := radius / (bf * sqrt (INR W * INR T)).
Definition step_of_multiplier (radius bf bg : R) (W T : nat) : R :=
  bf / (bg ^ 2 * radius * sqrt (INR W * INR T)).
Definition forgetting (radius bf bg : R) : R := (2 * bg ^ 2 * radius / bf) ^ 2.

(** With one step for both it is the paper's algorithm. *)
Lemma two_steps_alike G A t : two_steps G A (mu A) t = osphg G A t.
Proof. induction t; [reflexivity|]. cbn. now rewrite IHt. Qed.

(** * The tuning's numbers *)

Section Tuning.
Variables (radius bf bg : R) (W T : nat).
Hypotheses (HR : 0 < radius) (Hf : 0 < bf) (Hg : 0 < bg) (large : 16 <= INR W * INR T).

Let s := sqrt (INR W * INR T).
Let mx := step_of_learners radius bf W T.
Let ml := step_of_multiplier radius bf bg W T.
Let d := forgetting radius bf bg.
(** In terms of q = beta_g^2 R / beta_f the multiplier's step is 1 / (q s), and delta is 4 q^2. *)
Let q := bg ^ 2 * radius / bf.

Lemma root_4 : 4 <= s /\ s ^ 2 = INR W * INR T.
Proof.
  split; [|apply pow2_sqrt; lra]. rewrite <- (sqrt_pow2 4) by lra. apply sqrt_le_1_alt. lra.
Qed.

Lemma bg_square : 0 < bg ^ 2.
Proof. apply pow_lt, Hg. Qed.

Lemma q_positive : 0 < q.
Proof. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply bg_square|exact HR]|exact Hf]. Qed.

Lemma steps_are : mx = radius / (bf * s) /\ ml = / (q * s) /\ d = 4 * q ^ 2.
Proof.
  pose proof root_4. split; [reflexivity|]. split.
  - unfold ml, step_of_multiplier, q. fold s. field. repeat split; lra.
  - unfold d, forgetting, q. field. lra.
Qed.

Lemma steps_positive : 0 < mx /\ 0 < ml /\ 0 < d.
Proof.
  pose proof root_4 as [H _]. pose proof q_positive. destruct steps_are as (-> & -> & ->). repeat split.
  - apply Rdiv_lt_0_compat; [exact HR|apply Rmult_lt_0_compat; lra].
  - apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
  - apply Rmult_lt_0_compat; [lra|now apply pow_lt].
Qed.

Lemma unit_free_keeps : 0 <= 1 - d * ml ^ 2.
Proof.
  pose proof root_4 as [H _]. pose proof q_positive. destruct steps_are as (_ & -> & ->).
  replace (4 * q ^ 2 * (/ (q * s)) ^ 2) with (4 / s ^ 2) by (field; lra).
  enough (4 / s ^ 2 <= 1) by lra. apply (Rmult_le_reg_r (s ^ 2)); [nra|].
  replace (4 / s ^ 2 * s ^ 2) with 4 by (field; lra). nra.
Qed.

Lemma unit_free_absorbs : mx * bg ^ 2 + d ^ 2 * ml ^ 3 <= d * ml / 2.
Proof.
  pose proof root_4 as [H _]. pose proof q_positive. destruct steps_are as (-> & -> & ->).
  replace (radius / (bf * s) * bg ^ 2) with (q / s) by (unfold q; field; lra).
  replace ((4 * q ^ 2) ^ 2 * (/ (q * s)) ^ 3) with (q / s * (16 / s ^ 2)) by (field; lra).
  replace (4 * q ^ 2 * / (q * s) / 2) with (q / s + q / s) by (field; lra).
  assert (16 / s ^ 2 <= 1).
  { apply (Rmult_le_reg_r (s ^ 2)); [nra|]. replace (16 / s ^ 2 * s ^ 2) with 16 by (field; lra). nra. }
  assert (0 < q / s) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.

Hypothesis window : (1 <= W)%nat.

Lemma horizon : INR T / s <= s.
Proof.
  pose proof root_4 as [H E]. apply (Rmult_le_reg_r s); [lra|].
  replace (INR T / s * s) with (INR T) by (field; lra).
  apply le_INR in window. cbn in window. pose proof (pos_INR T). nra.
Qed.

(** What the steps cost, in the unit of utility. *)
Lemma unit_free_cost size : radius ^ 2 / (2 * mx) + (INR W * size ^ 2 * ml + bf ^ 2 * mx) * INR T
  <= (3 / 2 + (size / (bg * radius)) ^ 2) * (bf * radius) * s.
Proof.
  pose proof root_4 as [H E]. pose proof q_positive. pose proof horizon as Th.
  destruct steps_are as (-> & -> & _).
  replace (radius ^ 2 / (2 * (radius / (bf * s)))) with (bf * radius * s / 2) by (field; lra).
  replace ((INR W * size ^ 2 * / (q * s) + bf ^ 2 * (radius / (bf * s))) * INR T) with
    (size ^ 2 * / q * (INR W * INR T / s) + bf * radius * (INR T / s)) by (field; lra).
  rewrite <- E. replace (s ^ 2 / s) with s by (field; lra).
  replace ((size / (bg * radius)) ^ 2) with (size ^ 2 * / q / (bf * radius)) by (unfold q; field; lra).
  replace ((3 / 2 + size ^ 2 * / q / (bf * radius)) * (bf * radius) * s) with
    (bf * radius * s / 2 + size ^ 2 * / q * s + bf * radius * s) by (field; lra).
  apply (Rmult_le_compat_l (bf * radius)) in Th; [lra|nra].
Qed.

Lemma unit_free_curvature : 2 * (d * ml * INR T + 1 / ml) <= 10 * q * s.
Proof.
  pose proof root_4 as [H E]. pose proof q_positive. pose proof horizon as Th.
  destruct steps_are as (_ & -> & ->).
  replace (2 * (4 * q ^ 2 * / (q * s) * INR T + 1 / (/ (q * s)))) with (8 * q * (INR T / s) + 2 * q * s)
    by (field; lra). nra.
Qed.
End Tuning.

(** * Lemma 4.3 and the theorems *)

(** From sqrt (T / W) learners on there is one. *)
Lemma enough_learners W T K : 16 <= INR W * INR T -> (1 <= W)%nat ->
  sqrt (INR T / INR W) <= INR K -> (1 <= K)%nat.
Proof.
  intros H HW many. assert (W0 : 0 < INR W) by (apply lt_0_INR; lia).
  assert (0 < sqrt (INR T / INR W)) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; nra).
  apply INR_lt. cbn. lra.
Qed.

Section Carried.
Variables (G : game) (A : tuning) (top : vec) (radius beta size range L bf bg : R) (star : vec) (W T : nat).
Hypothesis ok : standing G top radius beta size range L.
Hypotheses (Hf : 0 < bf) (Hg : 0 < bg).
Hypotheses (short_f : forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2)
  (short_p : forall t, sq (dim G) (price G t) <= bg ^ 2).
Hypotheses (window : (1 <= W)%nat) (large : 16 <= INR W * INR T).
Hypotheses (starts : forall k, decisions G (first A k)) (some : (1 <= K A)%nat)
  (weights : forall k, 0 <= weight A k <= 1).
Hypotheses (own_step : mu A = step_of_learners radius bf W T) (own_delta : delta A = forgetting radius bf bg).
Hypothesis kept : affordable_apart G W T star.

Let ml := step_of_multiplier radius bf bg W T.
Let x t := played A (two_steps G A ml t).
Let s := sqrt (INR W * INR T).
Let B := bounds _ _ _ _ _ _ _ ok.
Let HR := radius_positive _ _ _ _ _ B.
Let slack := L * radius ^ 2 / (2 * INR (K A)).

Lemma unit_free_in_X t k : decisions G (learner (two_steps G A ml t) k).
Proof. destruct t; [apply starts|]. apply (into _ _ _ _ _ (decide _ _ _ _ _ B)). Qed.

(** What the mean learner misses in round t. *)
Let missed t := mean (K A) (fun k => weight A k * dot (dim G)
  (gradient G t (path A (learner (two_steps G A ml t)) k)) (minus star (learner (two_steps G A ml t) k))).

Lemma unit_free_lemma gain ell : 0 <= ell -> (forall t, gain t <= missed t + slack) ->
  sum gain T + ell * sum (fun t => excess G t (x t)) T
    - delta A * ml / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * ml)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 * ml + bf ^ 2 * mu A) * INR T + slack * INR T.
Proof.
  intros Hl round. destruct (steps_positive radius bf bg W T HR Hf Hg large) as (P1 & P2 & P3).
  apply (under_the_saddle G A ml (two_steps G A ml) top radius size bf bg star W T ell);
    trivial; try apply B; rewrite ?own_step, ?own_delta; trivial.
  - now apply unit_free_keeps.
  - now apply unit_free_absorbs.
Qed.

Hypothesis many : sqrt (INR T / INR W) <= INR (K A).

(** The constant, in the unit of utility. *)
Let const := (3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2) * (bf * radius).

Lemma unit_free_right : radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 * ml + bf ^ 2 * mu A) * INR T
  + slack * INR T <= const * s.
Proof.
  pose proof (unit_free_cost radius bf bg W T HR Hf Hg large window size) as C. rewrite <- own_step in C.
  assert (HW : 0 < INR W) by (apply lt_0_INR; lia). assert (HT : 0 < INR T) by nra.
  assert (HK : INR T / INR (K A) <= s).
  { apply (Rmult_le_reg_r (INR (K A))); [now apply lt_0_INR|].
    replace (INR T / INR (K A) * INR (K A)) with (INR T) by (field; apply Rgt_not_eq, lt_0_INR, some).
    replace (INR T) with (s * sqrt (INR T / INR W)).
    - apply Rmult_le_compat_l; [apply sqrt_pos|exact many].
    - unfold s. rewrite <- sqrt_mult_alt by lra. replace (INR W * INR T * (INR T / INR W)) with (INR T ^ 2).
      + apply sqrt_pow2. lra.
      + field. lra. }
  destruct (smoothness _ _ _ _ _ _ _ ok) as [HL _].
  replace (slack * INR T) with (L * radius ^ 2 / 2 * (INR T / INR (K A)))
    by (unfold slack; field; apply Rgt_not_eq, lt_0_INR, some).
  apply (Rmult_le_compat_l (L * radius ^ 2 / 2)) in HK; [|pose proof (pow2_ge_0 radius); nra].
  replace (const * s) with ((3 / 2 + (size / (bg * radius)) ^ 2) * (bf * radius) * s + L * radius ^ 2 / 2 * s)
    by (unfold const; field; lra).
  unfold ml, s in *. lra.
Qed.

Lemma unit_free_regret gain : (forall t, gain t <= missed t + slack) -> sum gain T <= const * s.
Proof.
  intros round. pose proof (unit_free_lemma gain 0 (Rle_refl 0) round) as H. pose proof unit_free_right.
  replace (sum gain T + 0 * _ - _ * 0 ^ 2 - 0 ^ 2 / _) with (sum gain T) in H; [lra|unfold Rdiv; ring].
Qed.

(** The violation, if the gains are no less than - F T. *)
Lemma unit_free_violation gain F : 0 <= F -> (W <= T)%nat -> - (F * INR T) <= sum gain T ->
  (forall t, gain t <= missed t + slack) ->
  sum (fun t => excess G t (x t)) T <= sqrt (10 * (F / (bf * radius) + const / (bf * radius)))
    * (bg * radius) * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros HF short low round. pose proof unit_free_right as I.
  destruct (steps_positive radius bf bg W T HR Hf Hg large) as (_ & Hm & Hd).
  destruct (root_4 W T large) as [s4 s2]. fold s in s4, s2.
  pose proof (q_positive radius bf bg HR Hf Hg) as Hq. set (q := bg ^ 2 * radius / bf) in Hq.
  pose proof (unit_free_curvature radius bf bg W T HR Hf Hg large window) as D.
  fold ml s in D, Hm. rewrite <- own_delta in D, Hd.
  assert (HD : 0 < delta A * ml * INR T + 1 / ml).
  { assert (0 < 1 / ml) by (apply Rdiv_lt_0_compat; lra).
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ (Rmult_lt_0_compat _ _ Hd Hm)) (pos_INR T)). lra. }
  set (C := sum (fun t => excess G t (x t)) T).
  assert (sq_C : Rmax 0 C ^ 2 <= 10 * q * s * (F * INR T + const * s)).
  { apply Rle_trans with (2 * (delta A * ml * INR T + 1 / ml) * (F * INR T + const * s)).
    - apply (best_multiplier (sum gain T)); [exact HD| |exact low]. intros ell Hl.
      apply Rle_trans with (2 := I), Rle_trans with (2 := unit_free_lemma gain ell Hl round).
      apply Req_le. fold C. field. lra.
    - pose proof (unit_free_regret gain round). apply Rmult_le_compat_r; [lra|exact D]. }
  assert (Hs : s <= INR T).
  { apply le_INR in short. apply Rsqr_incr_0; [|lra|apply pos_INR].
    replace (Rsqr s) with (s ^ 2) by (unfold Rsqr; ring). rewrite s2. unfold Rsqr.
    apply Rmult_le_compat_r; [apply pos_INR|exact short]. }
  assert (Hc : 0 <= const).
  { unfold const. destruct (smoothness _ _ _ _ _ _ _ ok) as [HL _].
    assert (0 <= L * radius / bf) by (apply Rle_mult_inv_pos; nra).
    pose proof (pow2_ge_0 (size / (bg * radius))).
    apply Rmult_le_pos; [lra|nra]. }
  assert (HbR : 0 < bf * radius) by (apply Rmult_lt_0_compat; assumption).
  set (y := F / (bf * radius) + const / (bf * radius)).
  assert (Hy : 0 <= y) by (apply Rplus_le_le_0_compat; apply Rle_mult_inv_pos; assumption).
  assert (E : q * (F + const) = y * (bg * radius) ^ 2) by (unfold y, q; field; lra).
  replace (sqrt (10 * y) * (bg * radius)) with (sqrt (10 * y * (bg * radius) ^ 2)).
  2: { rewrite sqrt_mult_alt, sqrt_pow2 by nra. reflexivity. }
  apply root_of_square; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|exact window|lia|].
  apply Rle_trans with (1 := sq_C). fold s.
  replace (10 * y * (bg * radius) ^ 2 * (s * INR T)) with (10 * q * s * ((F + const) * INR T))
    by (rewrite (Rmult_assoc 10 y), <- E; ring).
  apply Rmult_le_compat_l; [nra|]. apply (Rmult_le_compat_l const) in Hs; lra.
Qed.
End Carried.

(** Lemma 4.3 without units, weighted feedback. *)
Theorem unit_free_4_3 : forall G K start top radius beta size range L bf bg star W T ell,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W)%nat -> 16 <= INR W * INR T -> (1 <= K)%nat ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star -> 0 <= ell ->
  let A := weighted K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
    + ell * sum (fun t => excess G t (x t)) T - delta A * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 * m + bf ^ 2 * mu A) * INR T
     + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G K start top radius beta size range L bf bg star W T ell ok Hf Hg
    short_f short_p window large some starts kept Hl A m x.
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; now apply power_range).
  assert (round : forall t, (1 - exp (-1)) * utility G t star - utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. apply (climb (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  replace ((1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T) with
    (sum (fun t => (1 - exp (-1)) * utility G t star - utility G t (x t)) T)
    by (rewrite sum_minus, sum_scale; ring).
  now apply (unit_free_lemma G A top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large starts some weights).
Qed.

(** Lemma 4.3 without units, published feedback. *)
Theorem unit_free_4_3_half : forall G K start top radius beta size range L bf bg star W T ell,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W)%nat -> 16 <= INR W * INR T -> (1 <= K)%nat ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star -> 0 <= ell ->
  let A := published K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  sum (fun t => utility G t star - 2 * utility G t (x t)) T
    + ell * sum (fun t => excess G t (x t)) T - delta A * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 * m + bf ^ 2 * mu A) * INR T
     + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G K start top radius beta size range L bf bg star W T ell ok Hf Hg
    short_f short_p window large some starts kept Hl A m x.
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; cbn; lra).
  assert (round : forall t, utility G t star - 2 * utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. cbn [weight A published].
    rewrite (f_equal (fun h => h / INR K) (sum_eq _ _ K (fun k _ => Rmult_1_l _)) : mean K _ = mean K _).
    apply (climb_half (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  now apply (unit_free_lemma G A top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large starts some weights).
Qed.

(** Theorem 4.1 without units, weighted feedback: A' counts in the unit of utility, beta_f R. *)
Theorem unit_free_4_1 : forall G K start top radius beta size range L bf bg star W T,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W)%nat -> 16 <= INR W * INR T -> sqrt (INR T / INR W) <= INR K ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := weighted K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
  <= (3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2) * (bf * radius) * sqrt (INR W * INR T).
Proof.
  intros G K start top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large many starts kept A m x.
  assert (some : (1 <= K)%nat) by now apply (enough_learners W T).
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; now apply power_range).
  assert (round : forall t, (1 - exp (-1)) * utility G t star - utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. apply (climb (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  replace ((1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T) with
    (sum (fun t => (1 - exp (-1)) * utility G t star - utility G t (x t)) T)
    by (rewrite sum_minus, sum_scale; ring).
  now apply (unit_free_regret G A top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large starts some weights eq_refl eq_refl kept many).
Qed.

(** Theorem 4.1 without units, published feedback: A' counts in the unit of utility, beta_f R. *)
Theorem unit_free_4_1_half : forall G K start top radius beta size range L bf bg star W T,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W)%nat -> 16 <= INR W * INR T -> sqrt (INR T / INR W) <= INR K ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := published K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  sum (fun t => utility G t star - 2 * utility G t (x t)) T
  <= (3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2) * (bf * radius) * sqrt (INR W * INR T).
Proof.
  intros G K start top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large many starts kept A m x.
  assert (some : (1 <= K)%nat) by now apply (enough_learners W T).
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; cbn; lra).
  assert (round : forall t, utility G t star - 2 * utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. cbn [weight A published].
    rewrite (f_equal (fun h => h / INR K) (sum_eq _ _ K (fun k _ => Rmult_1_l _)) : mean K _ = mean K _).
    apply (climb_half (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  now apply (unit_free_regret G A top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p window large starts some weights eq_refl eq_refl kept many).
Qed.

(** Theorem 4.2 without units, weighted feedback: in the unit of money, beta_g R. *)
Theorem unit_free_4_2 : forall G K start top radius beta size range L bf bg star W T,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W <= T)%nat -> 16 <= INR W * INR T -> sqrt (INR T / INR W) <= INR K ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := weighted K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  sum (fun t => excess G t (x t)) T
  <= sqrt (10 * (range / (bf * radius) + (3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2)))
     * (bg * radius) * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros G K start top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p [window short] large many starts kept A m x.
  assert (some : (1 <= K)%nat) by now apply (enough_learners W T).
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; now apply power_range).
  assert (round : forall t, (1 - exp (-1)) * utility G t star - utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. apply (climb (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  assert (in_X : forall t, decisions G (x t)).
  { intros t. apply (path_in_X _ _ _ _ _ A _ _ (decide _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok)) some (le_n _)).
    apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts). }
  pose proof (range_nonnegative G top radius beta size range L ok) as HF. pose proof small_e.
  pose proof (gains_at_least G top radius beta size range L star x (1 - exp (-1)) 1 T ok (proj1 kept) in_X
    ltac:(lra) ltac:(lra)) as low.
  rewrite (sum_eq _ (fun t => (1 - exp (-1)) * utility G t star - utility G t (x t)) T) in low
    by (intros; ring).
  pose proof (unit_free_violation G A top radius beta size range L bf bg star W T ok Hf Hg short_f short_p
    window large starts some weights eq_refl eq_refl kept many
    (fun t => (1 - exp (-1)) * utility G t star - utility G t (x t)) range
    ltac:(lra) short ltac:(lra) round) as V.
  pose proof (radius_positive _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok)).
  replace ((3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2)) with
    ((3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2) * (bf * radius) / (bf * radius))
    by (field; lra). exact V.
Qed.

(** Theorem 4.2 without units, published feedback: in the unit of money, beta_g R. *)
Theorem unit_free_4_2_half : forall G K start top radius beta size range L bf bg star W T,
  standing G top radius beta size range L -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W <= T)%nat -> 16 <= INR W * INR T -> sqrt (INR T / INR W) <= INR K ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := published K (step_of_learners radius bf W T) (forgetting radius bf bg) start in
  let m := step_of_multiplier radius bf bg W T in
  let x t := played A (two_steps G A m t) in
  sum (fun t => excess G t (x t)) T
  <= sqrt (10 * (2 * range / (bf * radius) + (3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2)))
     * (bg * radius) * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros G K start top radius beta size range L bf bg star W T ok Hf Hg
    short_f short_p [window short] large many starts kept A m x.
  assert (some : (1 <= K)%nat) by now apply (enough_learners W T).
  assert (weights : forall k, 0 <= weight A k <= 1) by (intros; cbn; lra).
  assert (round : forall t, utility G t star - 2 * utility G t (x t) <=
    mean K (fun k => weight A k * dot (dim G) (gradient G t (path A (learner (two_steps G A m t)) k))
      (minus star (learner (two_steps G A m t) k))) + L * radius ^ 2 / (2 * INR K)).
  { intros t. cbn [weight A published].
    rewrite (f_equal (fun h => h / INR K) (sum_eq _ _ K (fun k _ => Rmult_1_l _)) : mean K _ = mean K _).
    apply (climb_half (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts)|apply kept]. }
  assert (in_X : forall t, decisions G (x t)).
  { intros t. apply (path_in_X _ _ _ _ _ A _ _ (decide _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok)) some (le_n _)).
    apply (unit_free_in_X G A top radius beta size range L bf bg W T ok starts). }
  pose proof (range_nonnegative G top radius beta size range L ok) as HF. pose proof small_e.
  pose proof (gains_at_least G top radius beta size range L star x 1 2 T ok (proj1 kept) in_X
    ltac:(lra) ltac:(lra)) as low.
  rewrite (sum_eq _ (fun t => utility G t star - 2 * utility G t (x t)) T) in low
    by (intros; ring).
  pose proof (unit_free_violation G A top radius beta size range L bf bg star W T ok Hf Hg short_f short_p
    window large starts some weights eq_refl eq_refl kept many
    (fun t => utility G t star - 2 * utility G t (x t)) (2 * range)
    ltac:(lra) short ltac:(lra) round) as V.
  pose proof (radius_positive _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok)).
  replace ((3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2)) with
    ((3 / 2 + (size / (bg * radius)) ^ 2 + L * radius / bf / 2) * (bf * radius) / (bf * radius))
    by (field; lra). exact V.
Qed.

(** A budget of the same size in every round, at every prefix, for any K and any weights in [0, 1]: in the
    unit of money. [constant_budget_ascent] with its two steps. *)
Theorem constant_budget_unit_free : forall G A top radius beta size bf bg W T N gamma level,
  bounded_game G top radius beta size -> 0 < bf -> 0 < bg ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= bf ^ 2) ->
  (forall t, sq (dim G) (price G t) <= bg ^ 2) ->
  (1 <= W)%nat -> 16 <= INR W * INR T -> (1 <= K A)%nat ->
  (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) -> (forall k, decisions G (first A k)) ->
  mu A = step_of_learners radius bf W T -> delta A = forgetting radius bf bg -> 0 < allowance G ->
  gamma = size / (bg * radius) -> level = bg * radius / allowance G * ((5 + gamma ^ 2) / 4) -> (N <= T)%nat ->
  let x t := played A (two_steps G A (step_of_multiplier radius bf bg W T) t) in
  sum (fun t => excess G t (x t)) N <=
  5 * sqrt (level ^ 2 + 1 + (5 + gamma ^ 2) / 8) * (bg * radius) * sqrt (INR W * INR T).
Proof.
  intros G A top radius beta size bf bg W T N gamma level HG Hf Hg short_f short_p HW large some weights start
    Em Ed Hb Eg El HN x.
  pose proof (decide _ _ _ _ _ HG) as HX. pose proof (radius_positive _ _ _ _ _ HG) as HR.
  pose proof (root_4 W T large) as [s4 s2]. pose proof (q_positive radius bf bg HR Hf Hg) as q0.
  destruct (steps_positive radius bf bg W T HR Hf Hg large) as (P1 & P2 & P3).
  pose proof (unit_free_absorbs radius bf bg W T HR Hf Hg large) as absorbs.
  pose proof (unit_free_curvature radius bf bg W T HR Hf Hg large HW) as curve.
  destruct (steps_are radius bf bg W T HR Hf Hg large) as (E1 & E2 & E3).
  rewrite <- Em, <- Ed in *. set (m := step_of_multiplier radius bf bg W T) in *. set (b := allowance G) in *.
  set (s := sqrt (INR W * INR T)) in *. set (q := bg ^ 2 * radius / bf) in *.
  set (v t := learner (two_steps G A m t)).
  assert (inX : forall t k, decisions G (v t k)) by (intros [|t] k; [apply start|apply HX]).
  assert (in_path : forall t k, (k <= K A)%nat -> decisions G (path A (v t) k)).
  { intros t k Hk. apply path_in_X with (1 := HX); auto. }
  assert (fed : forall t k, (k < K A)%nat ->
    sq (dim G) (scale (weight A k) (gradient G t (path A (v t) k))) <= bf ^ 2).
  { intros t k Hk. rewrite sq_scale. pose proof (short_f t _ (in_path t k (Nat.lt_le_incl _ _ Hk))).
    pose proof (sq_nonnegative (dim G) (gradient G t (path A (v t) k))). pose proof (weights k Hk).
    assert (0 <= weight A k ^ 2 <= 1) by nra. nra. }
  assert (spends : forall t, excess G t (x t) = mean (K A) (fun k => dot (dim G) (price G t) (v t k)) - b).
  { intros t. now apply excess_of_path. }
  set (low := (bf * radius + mu A * bf ^ 2 + m * size ^ 2) / b).
  set (M := sqrt (low * Rmax low (2 * m * b) + m / mu A * radius ^ 2)).
  assert (C : sum (fun t => excess G t (x t)) N <= M * (1 / m + delta A * m * INR N)).
  { apply (constant_budget_ascent (dim G) (decisions G) (project G) top radius (K A) v
      (fun t k => scale (weight A k) (gradient G t (path A (v t) k))) (price G)
      (fun t => multiplier (two_steps G A m t)) (fun t => excess G t (x t)) (mu A) m (delta A) b bf bg size
      low M HX); auto; try lra.
    - intros t. apply HG. now apply in_path.
    - pose proof (Rmult_lt_0_compat _ _ P3 P2). lra. }
  assert (Es : size = gamma * (bg * radius)) by (rewrite Eg; field; lra).
  set (c := (5 + gamma ^ 2) / 4) in *. pose proof (pow2_ge_0 gamma) as G2.
  assert (Is : 0 < / s <= / 4) by (split; [apply Rinv_0_lt_compat; lra|apply Rinv_le_contravar; lra]).
  set (c' := 1 + (1 + gamma ^ 2) * / s). assert (Hc : 0 < c' <= c) by (unfold c, c'; split; nra).
  set (y := bg * radius / b) in *.
  assert (Hy : 0 < y) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  assert (L : low = bf / bg * (y * c')).
  { unfold low, c', y. rewrite E1, E2, Es. unfold q. field. lra. }
  assert (Hu : 0 < bf / bg) by now apply Rdiv_lt_0_compat.
  assert (cap : M <= bf / bg * sqrt (level ^ 2 + 1 + c / 2)).
  { replace (bf / bg * sqrt (level ^ 2 + 1 + c / 2)) with (sqrt ((bf / bg) ^ 2 * (level ^ 2 + 1 + c / 2)))
      by (rewrite sqrt_mult_alt, sqrt_pow2 by (lra || apply pow2_ge_0); reflexivity).
    apply sqrt_le_1_alt.
    replace (m / mu A * radius ^ 2) with ((bf / bg) ^ 2) by (rewrite E1, E2; unfold q; field; lra).
    replace (2 * m * b) with (bf / bg * (2 * / s / y)) by (rewrite E2; unfold y, q; field; lra).
    rewrite L, El.
    assert (Q : y * c' * Rmax (y * c') (2 * / s / y) <= (y * c) ^ 2 + c / 2).
    { assert (0 < y * c' <= y * c) by nra. assert (y * c' * (y * c') <= (y * c) ^ 2) by nra.
      assert (y * c' * (2 * / s / y) <= c / 2).
      { replace (y * c' * (2 * / s / y)) with (2 * (c' * / s)) by (field; lra). nra. }
      pose proof (pow2_ge_0 (y * c)). assert (0 < c) by lra.
      unfold Rmax. destruct (Rle_dec _ _); lra. }
    rewrite RmaxRmult by lra. apply (Rmult_le_compat_l ((bf / bg) ^ 2)) in Q; [|apply pow2_ge_0]. lra. }
  replace (c / 2) with ((5 + gamma ^ 2) / 8) in cap by (unfold c; field).
  apply Rle_trans with (1 := C). pose proof (le_INR _ _ HN) as N1. pose proof (pos_INR N) as N0.
  pose proof (Rmult_lt_0_compat _ _ P3 P2) as Hdm. pose proof (Rinv_0_lt_compat _ P2).
  apply Rle_trans with (bf / bg * sqrt (level ^ 2 + 1 + (5 + gamma ^ 2) / 8) * (5 * q * s));
    [|apply Req_le; unfold q; field; lra].
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hdm) N0).
  apply Rmult_le_compat; [apply sqrt_pos|unfold Rdiv; lra|exact cap|].
  pose proof (Rmult_le_compat_l (delta A * m) _ _ (Rlt_le _ _ Hdm) N1). lra.
Qed.

(** * The same decisions in any units *)

(** The game with utility, money and decisions counted in units that are a, c and r times smaller. *)
Definition counted_in (G : game) (a c r : R) : game := {|
  dim := dim G;
  decisions := fun x => decisions G (scale (/ r) x);
  project := fun x => scale r (project G (scale (/ r) x));
  utility := fun t x => a * utility G t (scale (/ r) x);
  gradient := fun t x => scale (a / r) (gradient G t (scale (/ r) x));
  price := fun t => scale (c / r) (price G t);
  allowance := c * allowance G
|}.

Section Units.
Variables (G : game) (K : nat) (weight : nat -> R) (first : nat -> vec) (radius bf bg a c r : R) (W T : nat).
Hypotheses (HR : 0 < radius) (Hf : 0 < bf) (Hg : 0 < bg) (Ha : 0 < a) (Hc : 0 < c) (Hr : 0 < r).
Hypothesis large : 16 <= INR W * INR T.

Let A := Tuning K (step_of_learners radius bf W T) (forgetting radius bf bg) weight first.
Let A' := Tuning K (step_of_learners (r * radius) (a / r * bf) W T)
  (forgetting (r * radius) (a / r * bf) (c / r * bg)) weight (fun k => scale r (first k)).
Let m := step_of_multiplier radius bf bg W T.
Let m' := step_of_multiplier (r * radius) (a / r * bf) (c / r * bg) W T.
Let G' := counted_in G a c r.

Lemma scale_scale p q x : scale p (scale q x) = scale (p * q) x.
Proof. extensionality i. unfold scale. ring. Qed.

Lemma scale_back x : scale (/ r) (scale r x) = x.
Proof. extensionality i. unfold scale. field. lra. Qed.

Lemma path_scale v k : path A' (fun j => scale r (v j)) k = scale r (path A v k).
Proof. extensionality i. unfold path, scale. rewrite sum_scale. unfold Rdiv. cbn. ring. Qed.

Lemma excess_scale t x : excess G' t (scale r x) = c * excess G t x.
Proof.
  unfold excess. cbn [dim price allowance G' counted_in].
  replace (dot (dim G) (scale (c / r) (price G t)) (scale r x)) with (c * dot (dim G) (price G t) x); [ring|].
  unfold dot. rewrite <- sum_scale. apply sum_eq. intros i _. unfold scale. field. lra.
Qed.

(** The learners stand at the same decisions, and the multiplier is the same price: a/c times as many
    units of utility for a unit of money. *)
Theorem same_in_any_units : forall t,
  two_steps G' A' m' t = {| multiplier := a / c * multiplier (two_steps G A m t);
                            learner := fun k => scale r (learner (two_steps G A m t) k) |}.
Proof.
  destruct (root_4 W T large) as [s4 _]. set (s := sqrt (INR W * INR T)) in *.
  assert (Emu : mu A' = r ^ 2 / a * mu A).
  { cbn. unfold step_of_learners. fold s. field. lra. }
  assert (Em : m' = a / c ^ 2 * m).
  { unfold m', m, step_of_multiplier. fold s. field. lra. }
  assert (Ed : delta A' * m' ^ 2 = delta A * m ^ 2).
  { rewrite Em. cbn. unfold forgetting. field. lra. }
  induction t as [|t IH].
  - cbn. f_equal. ring.
  - cbn [two_steps]. rewrite IH. cbn [multiplier learner]. set (st := two_steps G A m t). f_equal.
    + unfold played at 1. cbn [learner]. rewrite path_scale. change (Algorithm.K A') with (Algorithm.K A).
      rewrite excess_scale, Ed, Em. fold (played A st).
      replace ((1 - delta A * m ^ 2) * (a / c * multiplier st)
               + a / c ^ 2 * m * (c * excess G t (played A st)))
        with (a / c * ((1 - delta A * m ^ 2) * multiplier st + m * excess G t (played A st))) by (field; lra).
      rewrite <- (Rmult_0_r (a / c)) at 1.
      apply RmaxRmult, Rlt_le, Rdiv_lt_0_compat; lra.
    + extensionality k. unfold ascent. cbn [project G' counted_in].
      f_equal. f_equal. extensionality i. unfold feedback.
      cbn [learner multiplier gradient price G' counted_in].
      rewrite path_scale, scale_back. rewrite Emu. unfold scale. cbn [Algorithm.weight A A']. field. lra.
Qed.
End Units.
