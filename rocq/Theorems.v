(** Theorems 4.1 and 4.2 of the paper, with every constant: for the weighted feedback against
    1 - 1/e of the benchmark, for the published one against one half.

    Lemma 4.3 holds for every ell >= 0. At ell = 0 it is a bound on the regret; at the ell that makes
    its left side largest, one on the violation. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Climb Tuned Lemma43.
Open Scope R_scope.

(** * Lemma 4.3 in units of sqrt (W T) *)

Section Tuning.
Variables (radius beta : R) (W T : nat).
Hypotheses (HR : 0 < radius) (Hb : 0 < beta) (large : 16 * radius ^ 2 <= INR W * INR T).

Let s := sqrt (INR W * INR T).
Let m := paper_step radius beta W T.
Let d := paper_delta beta.

Lemma root_square : s ^ 2 = INR W * INR T.
Proof. apply pow2_sqrt. nra. Qed.

Lemma root_positive : 0 < s.
Proof. apply sqrt_lt_R0. nra. Qed.

Lemma step_is : m = radius / (beta * s).
Proof. reflexivity. Qed.

Hypothesis window : (1 <= W)%nat.

(** T is at most W T. *)
Lemma horizon_below : INR T <= s ^ 2.
Proof.
  rewrite root_square. apply le_INR in window. cbn in window. pose proof (pos_INR T). nra.
Qed.

(** What the two steps cost. *)
Lemma steps_cost size : radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T
  <= (3 / 2 * beta * radius + size ^ 2 * radius / beta) * s.
Proof.
  pose proof root_positive as Hs. pose proof horizon_below as H.
  replace (radius ^ 2 / (2 * m)) with (beta * radius / 2 * s) by (rewrite step_is; field; lra).
  replace ((INR W * size ^ 2 + beta ^ 2) * m * INR T) with
    (size ^ 2 * radius / beta * s + beta * radius * (INR T / s)).
  2: { rewrite <- (Rmult_1_r (size ^ 2 * radius / beta * s)).
       replace 1 with (INR W * INR T / s ^ 2) by (rewrite root_square; field; nra).
       rewrite step_is. field. lra. }
  assert (INR T / s <= s).
  { apply (Rmult_le_reg_r s); [exact Hs|]. replace (INR T / s * s) with (INR T) by (field; lra). lra. }
  assert (0 < beta * radius) by nra. nra.
Qed.

(** From sqrt (T / W) learners on, T / K is at most sqrt (W T). *)
Lemma many_learners K : sqrt (INR T / INR W) <= INR K -> (1 <= K)%nat /\ INR T / INR K <= s.
Proof.
  intros HK. pose proof root_positive as Hs. apply le_INR in window. cbn in window.
  assert (HT : 0 < INR T) by nra.
  assert (E : INR T = sqrt (INR T / INR W) * s).
  { unfold s. rewrite <- sqrt_mult_alt by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    replace (INR T / INR W * (INR W * INR T)) with (INR T * INR T) by (field; lra).
    now rewrite sqrt_square by lra. }
  assert (0 < INR K).
  { apply Rlt_le_trans with (2 := HK). apply sqrt_lt_R0, Rdiv_lt_0_compat; lra. }
  split; [apply INR_le; cbn; apply (le_INR 1); now apply INR_lt|].
  apply (Rmult_le_reg_r (INR K)); [assumption|].
  replace (INR T / INR K * INR K) with (INR T) by (field; lra). nra.
Qed.

(** Twice the curvature of Lemma 4.3's left side. *)
Lemma curvature : 2 * (d * m * INR T + 1 / m) <= (8 * beta * radius + 2 * beta / radius) * s.
Proof.
  pose proof root_positive as Hs. pose proof horizon_below as H.
  replace (2 * (d * m * INR T + 1 / m)) with (8 * beta * radius * (INR T / s) + 2 * beta / radius * s)
    by (rewrite step_is; unfold d, paper_delta; field; lra).
  assert (INR T / s <= s).
  { apply (Rmult_le_reg_r s); [exact Hs|]. replace (INR T / s * s) with (INR T) by (field; lra). lra. }
  assert (0 < beta * radius) by nra. nra.
Qed.
End Tuning.

(** * From the lemma to the violation *)

(** At the best ell, [C]_+ / D, the left side of the lemma is reg + [C]_+^2 / (2 D). *)
Lemma best_multiplier reg C D low Q : 0 < D ->
  (forall ell, 0 <= ell -> reg + ell * C - D / 2 * ell ^ 2 <= Q) -> - low <= reg ->
  Rmax 0 C ^ 2 <= 2 * D * (low + Q).
Proof.
  intros HD H Hlow. set (c := Rmax 0 C). pose proof (Rmax_l 0 C : 0 <= c) as H0.
  assert (E : c * C = c ^ 2) by (unfold c, Rmax; destruct (Rle_dec 0 C); ring).
  specialize (H (c / D)). assert (Hl : 0 <= c / D) by (apply Rle_mult_inv_pos; assumption).
  specialize (H Hl). replace (reg + c / D * C - D / 2 * (c / D) ^ 2) with (reg + c ^ 2 / (2 * D)) in H.
  2: { replace (c / D * C) with (c ^ 2 / D) by (rewrite <- E; field; lra). field. lra. }
  apply (Rmult_le_reg_l (/ (2 * D))); [apply Rinv_0_lt_compat; lra|].
  replace (/ (2 * D) * (2 * D * (low + Q))) with (low + Q) by (field; lra).
  replace (/ (2 * D) * c ^ 2) with (c ^ 2 / (2 * D)) by (unfold Rdiv; ring). lra.
Qed.

(** sqrt (W T) T is the square of W^(1/4) T^(3/4). *)
Lemma quarters W T : (1 <= W)%nat -> (1 <= T)%nat ->
  sqrt (INR W * INR T) * INR T = (Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4)) ^ 2.
Proof.
  intros HW HT. apply lt_0_INR in HW, HT.
  assert (E : forall x y z, 0 < x -> Rpower x y * Rpower x z = Rpower x (y + z))
    by (intros; now rewrite Rpower_plus).
  replace ((Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4)) ^ 2) with
    (Rpower (INR W) (1 / 4) * Rpower (INR W) (1 / 4)
     * (Rpower (INR T) (3 / 4) * Rpower (INR T) (3 / 4))) by ring.
  rewrite !E by assumption. replace (1 / 4 + 1 / 4) with (/ 2) by field.
  replace (3 / 4 + 3 / 4) with (/ 2 + 1) by field. rewrite Rpower_plus, Rpower_1 by assumption.
  rewrite !Rpower_sqrt, sqrt_mult by lra. ring.
Qed.

(** c^2 <= S A sqrt (W T) T, and the root of it. *)
Lemma root_of_square C S A W T : 0 <= S * A -> (1 <= W)%nat -> (1 <= T)%nat ->
  Rmax 0 C ^ 2 <= S * A * (sqrt (INR W * INR T) * INR T) ->
  C <= sqrt (S * A) * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros H0 HW HT H. rewrite quarters in H by assumption. set (z := Rpower (INR W) (1 / 4)) in *.
  set (z' := Rpower (INR T) (3 / 4)) in *. pose proof (sqrt_pos (S * A)).
  assert (0 < z) by apply exp_pos. assert (0 < z') by apply exp_pos.
  rewrite <- (pow2_sqrt (S * A)), <- Rpow_mult_distr in H by exact H0.
  apply Rle_trans with (1 := Rmax_r 0 C). apply Rsqr_incr_0.
  - unfold Rsqr. lra.
  - apply Rmax_l.
  - apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
Qed.

(** * The theorems *)

(** A benchmark is worth at least nothing, and no decision more than F. *)
Lemma gains_at_least G top radius beta size range L star (x : nat -> vec) c a T :
  standing G top radius beta size range L -> decisions G star -> (forall t, decisions G (x t)) ->
  0 <= c -> 0 <= a ->
  - (a * range * INR T) <= sum (fun t => c * utility G t star - a * utility G t (x t)) T.
Proof.
  intros ok Hs Hx Hc Ha. replace (- (a * range * INR T)) with (INR T * - (a * range)) by ring.
  rewrite <- sum_const. apply sum_le. intros t _.
  pose proof (decide _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok)) as dom.
  pose proof (good _ _ _ _ _ _ _ ok t) as f_t.
  pose proof (worth (dim G) (decisions G) (project G) top radius _ _ dom f_t star Hs) as H0.
  pose proof (range_of_f _ _ _ _ _ _ _ ok t _ _ (Hx t) (origin _ _ _ _ _ dom)) as H.
  rewrite (normalised _ _ _ _ f_t) in H. pose proof (Rle_abs (utility G t (x t) - 0)).
  pose proof (Rmult_le_pos _ _ Hc H0). assert (most : utility G t (x t) <= range) by lra.
  apply (Rmult_le_compat_l a) in most; [lra|exact Ha].
Qed.

Lemma range_nonnegative G top radius beta size range L :
  standing G top radius beta size range L -> 0 <= range.
Proof.
  intros ok. pose proof (origin _ _ _ _ _ (decide _ _ _ _ _ (bounds _ _ _ _ _ _ _ ok))) as H.
  pose proof (range_of_f _ _ _ _ _ _ _ ok 0%nat _ _ H H) as H0.
  pose proof (Rabs_pos (utility G 0 zero - utility G 0 zero)). lra.
Qed.

Lemma small_e : exp (-1) <= 1.
Proof. rewrite <- exp_0. apply Rlt_le, exp_increasing. lra. Qed.

Section Both.
Variables (G : game) (K : nat) (start : nat -> vec) (top : vec) (radius beta size range L : R).
Variables (star : vec) (W T : nat).
Hypothesis ok : standing G top radius beta size range L.
Hypotheses (window : (1 <= W)%nat) (large : 16 * radius ^ 2 <= INR W * INR T).
Hypotheses (many : sqrt (INR T / INR W) <= INR K) (starts : forall k, decisions G (start k)).
Hypothesis kept : affordable_apart G W T star.

Let s := sqrt (INR W * INR T).
Let m := paper_step radius beta W T.
Let d := paper_delta beta.
Let const := 3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2.
Let B := bounds _ _ _ _ _ _ _ ok.
Let HR := radius_positive _ _ _ _ _ B.
Let Hb := beta_positive _ _ _ _ _ B.

(** The right side of Lemma 4.3 in units of sqrt (W T). *)
Lemma in_roots : radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T
  + L * radius ^ 2 / (2 * INR K) * INR T <= const * s.
Proof.
  pose proof (steps_cost radius beta W T HR Hb large window size) as S.
  destruct (many_learners radius W T HR large window K many) as [some HK].
  destruct (smoothness _ _ _ _ _ _ _ ok) as [HL _]. apply lt_0_INR in some.
  replace (L * radius ^ 2 / (2 * INR K) * INR T) with (L * radius ^ 2 / 2 * (INR T / INR K)) by (field; lra).
  apply (Rmult_le_compat_l (L * radius ^ 2 / 2)) in HK; [|pose proof (pow2_ge_0 radius); nra].
  unfold const, m, s. lra.
Qed.

(** Lemma 4.3 for the gains of a feedback makes both theorems. *)
Lemma regret_of_lemma reg C :
  (forall ell, 0 <= ell -> reg + ell * C - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
    <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T
       + L * radius ^ 2 / (2 * INR K) * INR T) ->
  reg <= const * s.
Proof.
  intros H. specialize (H 0 (Rle_refl 0)). pose proof in_roots.
  replace (reg + 0 * C - d * m / 2 * INR T * 0 ^ 2 - 0 ^ 2 / (2 * m)) with reg in H; [lra|].
  unfold Rdiv. ring.
Qed.

Lemma violation_of_lemma reg C low : - low <= reg ->
  (forall ell, 0 <= ell -> reg + ell * C - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
    <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T
       + L * radius ^ 2 / (2 * INR K) * INR T) ->
  Rmax 0 C ^ 2 <= (8 * beta * radius + 2 * beta / radius) * s * (low + const * s).
Proof.
  intros Hlow H. pose proof in_roots as I. pose proof (curvature radius beta W T HR Hb large window) as D.
  pose proof (regret_of_lemma reg C H) as most.
  pose proof (step_positive _ _ _ (paper_tuning radius beta W T HR Hb large)) as Hm. fold m d s in Hm, D.
  assert (HD : 0 < d * m * INR T + 1 / m).
  { assert (0 <= d * m) by (unfold d, paper_delta; nra). pose proof (Rmult_le_pos _ _ H0 (pos_INR T)).
    assert (0 < 1 / m) by (apply Rdiv_lt_0_compat; lra). lra. }
  apply Rle_trans with (2 * (d * m * INR T + 1 / m) * (low + const * s)).
  - apply (best_multiplier reg); [exact HD| |exact Hlow]. intros ell Hl.
    apply Rle_trans with (2 := I), Rle_trans with (2 := H ell Hl). apply Req_le. field. lra.
  - apply Rmult_le_compat_r; [lra|exact D].
Qed.

Lemma root_below_horizon : (W <= T)%nat -> s <= INR T.
Proof.
  intros H. apply le_INR in H. apply Rsqr_incr_0; [|apply sqrt_pos|apply pos_INR].
  unfold Rsqr, s. rewrite sqrt_sqrt by nra. apply Rmult_le_compat_r; [apply pos_INR|exact H].
Qed.

(** The root of the square, for windows no longer than the game. *)
Lemma violation_in_roots C F : 0 <= F -> (W <= T)%nat ->
  Rmax 0 C ^ 2 <= (8 * beta * radius + 2 * beta / radius) * s * (F * INR T + const * s) ->
  C <= sqrt ((8 * beta * radius + 2 * beta / radius) * (F + const))
       * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros HF HW H. pose proof (root_below_horizon HW) as short.
  pose proof (sqrt_pos (INR W * INR T) : 0 <= s) as Hs.
  destruct (smoothness _ _ _ _ _ _ _ ok) as [HL _].
  assert (HbR : 0 < beta * radius) by (apply Rmult_lt_0_compat; assumption).
  assert (Hscale : 0 <= 8 * beta * radius + 2 * beta / radius).
  { assert (0 < 2 * beta / radius) by (apply Rdiv_lt_0_compat; lra). lra. }
  assert (Hc : 0 <= const).
  { unfold const. assert (0 <= size ^ 2 * radius / beta).
    { apply Rle_mult_inv_pos; [apply Rmult_le_pos; [apply pow2_ge_0|lra]|exact Hb]. }
    pose proof (Rmult_le_pos _ _ HL (pow2_ge_0 radius)). lra. }
  apply root_of_square; [apply Rmult_le_pos; lra|exact window|lia|].
  apply Rle_trans with (1 := H). fold s.
  replace ((8 * beta * radius + 2 * beta / radius) * (F + const) * (s * INR T))
    with ((8 * beta * radius + 2 * beta / radius) * s * ((F + const) * INR T)) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|].
  apply (Rmult_le_compat_l const) in short; lra.
Qed.
End Both.

(** Theorem 4.1 for the weighted feedback. *)
Theorem theorem_4_1 : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := weighted K (paper_step radius beta W T) (paper_delta beta) start in
  regret G A T star
  <= (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2) * sqrt (INR W * INR T).
Proof.
  intros G K start top radius beta size range L star W T ok window large many starts kept A.
  pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  destruct (many_learners radius W T (radius_positive _ _ _ _ _ B) large window K many) as [some _].
  apply (regret_of_lemma G K top radius beta size range L W T ok window large many _ (sum (spent G A) T)).
  intros ell Hl. apply (lemma_4_3_repaired G K _ _ start top radius beta size range L star W T ell); trivial.
  apply paper_tuning; trivial; apply B.
Qed.

(** Theorem 4.1 for the published feedback: twice the 1/2-regret. *)
Theorem theorem_4_1_half : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := published K (paper_step radius beta W T) (paper_delta beta) start in
  sum (fun t => utility G t star - 2 * utility G t (decision G A t)) T
  <= (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2) * sqrt (INR W * INR T).
Proof.
  intros G K start top radius beta size range L star W T ok window large many starts kept A.
  pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  destruct (many_learners radius W T (radius_positive _ _ _ _ _ B) large window K many) as [some _].
  apply (regret_of_lemma G K top radius beta size range L W T ok window large many _ (sum (spent G A) T)).
  intros ell Hl. apply (lemma_4_3_half G K _ _ start top radius beta size range L star W T ell); trivial.
  apply paper_tuning; trivial; apply B.
Qed.

(** Theorem 4.2 for the weighted feedback, before the root is taken; W may exceed T. *)
Theorem theorem_4_2_square : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := weighted K (paper_step radius beta W T) (paper_delta beta) start in
  Rmax 0 (sum (spent G A) T) ^ 2 <= (8 * beta * radius + 2 * beta / radius) * sqrt (INR W * INR T)
    * (range * INR T
       + (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2) * sqrt (INR W * INR T)).
Proof.
  intros G K start top radius beta size range L star W T ok window large many starts kept A.
  pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  destruct (many_learners radius W T (radius_positive _ _ _ _ _ B) large window K many) as [some _].
  pose proof small_e as small.
  pose proof (decision_in_X G A top radius (decide _ _ _ _ _ B) some starts) as in_X.
  pose proof (gains_at_least G top radius beta size range L star (decision G A) (1 - exp (-1)) 1 T
    ok (proj1 kept) in_X ltac:(lra) ltac:(lra)) as low.
  rewrite sum_minus, !sum_scale, !Rmult_1_l in low.
  apply (violation_of_lemma G K top radius beta size range L W T ok window large many (regret G A T star));
    [exact low|].
  intros ell Hl. apply (lemma_4_3_repaired G K _ _ start top radius beta size range L star W T ell); trivial.
  apply paper_tuning; trivial; apply B.
Qed.

(** Theorem 4.2 for the published feedback, before the root is taken. *)
Theorem theorem_4_2_half_square : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := published K (paper_step radius beta W T) (paper_delta beta) start in
  Rmax 0 (sum (spent G A) T) ^ 2 <= (8 * beta * radius + 2 * beta / radius) * sqrt (INR W * INR T)
    * (2 * range * INR T
       + (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2) * sqrt (INR W * INR T)).
Proof.
  intros G K start top radius beta size range L star W T ok window large many starts kept A.
  pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  destruct (many_learners radius W T (radius_positive _ _ _ _ _ B) large window K many) as [some _].
  pose proof (decision_in_X G A top radius (decide _ _ _ _ _ B) some starts) as in_X.
  pose proof (gains_at_least G top radius beta size range L star (decision G A) 1 2 T
    ok (proj1 kept) in_X ltac:(lra) ltac:(lra)) as low.
  rewrite (sum_eq _ (fun t => utility G t star - 2 * utility G t (decision G A t)) T) in low
    by (intros; ring).
  apply (violation_of_lemma G K top radius beta size range L W T ok window large many _ _ _ low).
  intros ell Hl. apply (lemma_4_3_half G K _ _ start top radius beta size range L star W T ell); trivial.
  apply paper_tuning; trivial; apply B.
Qed.

(** Theorem 4.2 for the weighted feedback. *)
Theorem theorem_4_2 : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W <= T)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := weighted K (paper_step radius beta W T) (paper_delta beta) start in
  sum (spent G A) T <= sqrt ((8 * beta * radius + 2 * beta / radius)
      * (range + (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2)))
    * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros G K start top radius beta size range L star W T ok [window short] large many starts kept A.
  pose proof (range_nonnegative G top radius beta size range L ok).
  apply (violation_in_roots G top radius beta size range L W T ok window large); [lra|exact short|].
  now apply (theorem_4_2_square G K start top radius beta size range L star W T).
Qed.

(** Theorem 4.2 for the published feedback. *)
Theorem theorem_4_2_half : forall G K start top radius beta size range L star W T,
  standing G top radius beta size range L -> (1 <= W <= T)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  let A := published K (paper_step radius beta W T) (paper_delta beta) start in
  sum (spent G A) T <= sqrt ((8 * beta * radius + 2 * beta / radius)
      * (2 * range + (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2)))
    * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros G K start top radius beta size range L star W T ok [window short] large many starts kept A.
  pose proof (range_nonnegative G top radius beta size range L ok).
  apply (violation_in_roots G top radius beta size range L W T ok window large); [lra|exact short|].
  now apply (theorem_4_2_half_square G K start top radius beta size range L star W T).
Qed.
