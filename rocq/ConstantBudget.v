(** A budget of the same size in every round: the violation is O(sqrt (W T)), at every prefix, for any K
    and any feedback (chapter "Both theorems hold" and the note).

    Nothing is asked of the utilities but that what the learners are fed for them is short. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Saddle Tuned.
Open Scope R_scope.

(** * Two steps *)

(** A learner that ascends along u - l p from v: what it adds to its squared length. *)
Lemma longer n X P top radius v u p l eta bf bg :
  domain n X P top radius -> 0 <= radius -> 0 < eta -> 0 <= bf -> X v ->
  sq n u <= bf ^ 2 -> sq n p <= bg ^ 2 ->
  sq n (P (plus v (scale eta (minus u (scale l p))))) <=
  sq n v + 2 * eta * (bf * radius - l * dot n p v + eta * (bf ^ 2 + bg ^ 2 * l ^ 2)).
Proof.
  intros HX HR He Hb Hv Hu Hp. set (d := minus u (scale l p)).
  assert (Z : forall x, sq n (minus x zero) = sq n x).
  { intros. apply sum_eq. intros. unfold minus, zero. ring. }
  pose proof (projection_nearer n X P top radius (plus v (scale eta d)) zero HX (origin _ _ _ _ _ HX)) as H.
  rewrite !Z, sq_plus in H.
  assert (E : dot n v d = dot n u v - l * dot n p v).
  { unfold dot, d, minus, scale. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. ring. }
  pose proof (difference_size n u p l bf bg Hu Hp) as D. fold d in D.
  assert (V : sq n v <= radius ^ 2) by (rewrite <- Z; apply (diameter _ _ _ _ _ HX); [exact Hv|apply HX]).
  pose proof (cauchy n u v bf radius Hb HR Hu V) as C. pose proof (Rle_abs (dot n u v)).
  apply (Rmult_le_compat_l (eta ^ 2)) in D; [|apply pow2_ge_0].
  pose proof (Rmult_le_compat_l eta _ _ (Rlt_le _ _ He) (Rle_trans _ _ _ H0 C)). rewrite E in H. lra.
Qed.

(** What the multiplier's step adds to its square. *)
Lemma higher l g m d size : 0 < m -> Rabs g <= size ->
  Rmax 0 ((1 - d * m ^ 2) * l + m * g) ^ 2 <=
  l ^ 2 + 2 * m * (l * g - d * m * l ^ 2 + m * (size ^ 2 + d ^ 2 * m ^ 2 * l ^ 2)).
Proof.
  intros Hm Hg. set (y := (1 - d * m ^ 2) * l + m * g).
  assert (H : Rmax 0 y ^ 2 <= y ^ 2) by (unfold Rmax; destruct (Rle_dec 0 y); nra).
  assert (S : g ^ 2 <= size ^ 2).
  { rewrite <- !Rsqr_pow2. apply Rsqr_le_abs_1, Rle_trans with (1 := Hg), Rle_abs. }
  pose proof (pow2_ge_0 (g + d * m * l)) as N.
  apply (Rmult_le_compat_l (m ^ 2)) in S, N; try apply pow2_ge_0.
  apply Rle_trans with (1 := H). unfold y. lra.
Qed.

(** * The potential

    K learners ascend, with the step eta, along any u of a length of at most bf, less l times the price;
    the multiplier ascends, with the step m, along what their mean spends beyond b > 0. Squares of
    decisions count m / eta: with that, everything has its unit.

    Idea: Phi = l^2 + (m / eta) mean |v|^2. What the learners spend is charged to both with opposite
    signs and cancels; b l is left, so Phi falls while l is above [level]. Below it Phi is small by
    itself. So l is bounded, whatever T is, and the violation is what l lets pass. *)
Theorem constant_budget_ascent n X P top radius K (v u : nat -> nat -> vec) (p : nat -> vec)
    (l g : nat -> R) eta m d b bf bg size level M :
  domain n X P top radius -> 0 <= radius -> (1 <= K)%nat ->
  (forall k, (k < K)%nat -> X (v O k)) ->
  (forall t k, (k < K)%nat -> v (S t) k = P (plus (v t k) (scale eta (minus (u t k) (scale (l t) (p t)))))) ->
  (forall t, g t = mean K (fun k => dot n (p t) (v t k)) - b) ->
  l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) ->
  (forall t k, (k < K)%nat -> sq n (u t k) <= bf ^ 2) -> (forall t, sq n (p t) <= bg ^ 2) ->
  (forall t, Rabs (g t) <= size) ->
  0 < eta -> 0 < m -> 0 < b -> 0 <= bf -> eta * bg ^ 2 + d ^ 2 * m ^ 3 <= d * m ->
  level = (bf * radius + eta * bf ^ 2 + m * size ^ 2) / b ->
  M = sqrt (level * Rmax level (2 * m * b) + m / eta * radius ^ 2) ->
  (forall t, 0 <= l t <= M) /\ (forall T, sum g T <= M * (1 / m + d * m * INR T)).
Proof.
  intros HX HR some start fed spent l0 next short_u short_p small He Hm Hb Hf absorbs Hlevel HM.
  assert (Hr : 0 < m / eta) by now apply Rdiv_lt_0_compat.
  assert (inX : forall t k, (k < K)%nat -> X (v t k)).
  { intros t k Hk. destruct t; [now apply start|]. rewrite fed by exact Hk. apply HX. }
  assert (l_0 : forall t, 0 <= l t) by (intros []; [lra|rewrite next; apply Rmax_l]).
  assert (Hbl : b * level = bf * radius + eta * bf ^ 2 + m * size ^ 2) by (rewrite Hlevel; field; lra).
  assert (level_0 : 0 <= level).
  { apply (Rmult_le_reg_l b); [exact Hb|]. rewrite Hbl, Rmult_0_r.
    pose proof (Rmult_le_pos _ _ Hf HR). pose proof (Rmult_le_pos _ _ (Rlt_le _ _ He) (pow2_ge_0 bf)).
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hm) (pow2_ge_0 size)). lra. }
  set (Q t := mean K (fun k => sq n (v t k))). set (Phi t := l t ^ 2 + m / eta * Q t).
  assert (Q_0 : forall t, 0 <= Q t <= radius ^ 2).
  { intros t. rewrite <- (mean_const K some 0), <- (mean_const K some (radius ^ 2)).
    split; apply mean_le; try exact some; intros k Hk; [apply sq_nonnegative|].
    apply Rle_trans with (2 := diameter _ _ _ _ _ HX _ _ (inX t k Hk) (origin _ _ _ _ _ HX)).
    apply Req_le, sum_eq. intros. unfold minus, zero. ring. }
  assert (longer_Q : forall t, Q (S t) <=
    Q t + 2 * eta * (bf * radius - l t * (g t + b) + eta * (bf ^ 2 + bg ^ 2 * l t ^ 2))).
  { intros t. rewrite spent. set (c := 2 * eta * (bf * radius + eta * (bf ^ 2 + bg ^ 2 * l t ^ 2))).
    apply Rle_trans with (mean K (fun k => sq n (v t k) + (c - 2 * eta * l t * dot n (p t) (v t k)))).
    - apply mean_le; [exact some|]. intros k Hk. rewrite fed by exact Hk.
      apply Rle_trans with (1 := longer n X P top radius _ _ _ _ eta bf bg HX HR He Hf (inX t k Hk)
        (short_u t k Hk) (short_p t)). unfold c. lra.
    - rewrite mean_plus, mean_minus, mean_const, mean_scale by exact some. unfold Q, c. lra. }
  assert (falls : forall t, Phi (S t) <= Phi t + 2 * m * b * (level - l t)).
  { intros t. unfold Phi. rewrite next. pose proof (higher (l t) (g t) m d size Hm (small t)) as H.
    pose proof (Rmult_le_compat_l (m / eta) _ _ (Rlt_le _ _ Hr) (longer_Q t)) as C.
    replace (m / eta * (Q t + 2 * eta * (bf * radius - l t * (g t + b) + eta * (bf ^ 2 + bg ^ 2 * l t ^ 2))))
      with (m / eta * Q t + 2 * m * (bf * radius - l t * (g t + b) + eta * (bf ^ 2 + bg ^ 2 * l t ^ 2)))
      in C by (field; lra).
    pose proof (Rmult_le_compat_l (2 * m * l t ^ 2) _ _ ltac:(pose proof (pow2_ge_0 (l t)); nra) absorbs).
    replace (2 * m * b * (level - l t)) with (2 * m * (bf * radius + eta * bf ^ 2 + m * size ^ 2 - b * l t))
      by (rewrite <- Hbl; ring).
    lra. }
  set (Z := Rmax level (2 * m * b)).
  pose proof (Rmax_l level (2 * m * b) : level <= Z) as Z1.
  pose proof (Rmax_r level (2 * m * b) : 2 * m * b <= Z) as Z2.
  assert (bounded : forall t, Phi t <= level * Z + m / eta * radius ^ 2).
  { assert (HQ : forall t, m / eta * Q t <= m / eta * radius ^ 2) by
      (intros t; apply Rmult_le_compat_l; [lra|apply Q_0]).
    induction t.
    - unfold Phi. rewrite l0. pose proof (HQ O).
      pose proof (Rmult_le_pos _ _ level_0 (Rle_trans _ _ _ level_0 Z1)). lra.
    - pose proof (falls t) as F. destruct (Rle_lt_dec level (l t)) as [H|H].
      + pose proof (Rmult_le_pos (2 * m * b) (l t - level) ltac:(nra) ltac:(lra)). lra.
      + unfold Phi in F at 2. pose proof (HQ t).
        pose proof (Rmult_le_compat_l (l t) (l t) Z (l_0 t) ltac:(lra)).
        pose proof (Rmult_le_compat_r (level - l t) (2 * m * b) Z ltac:(lra) Z2). lra. }
  assert (cap : forall t, 0 <= l t <= M).
  { intros t. split; [apply l_0|]. rewrite HM, <- (sqrt_pow2 (l t)) by apply l_0. apply sqrt_le_1_alt.
    pose proof (bounded t) as H. unfold Phi in H.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hr) (proj1 (Q_0 t))).
    fold Z. lra. }
  split; [exact cap|]. intros T.
  assert (d_0 : 0 <= d * m ^ 2).
  { pose proof (Rmult_le_pos _ _ (Rlt_le _ _ He) (pow2_ge_0 bg)).
    pose proof (Rmult_le_pos _ _ (pow2_ge_0 d) (pow_le _ 3 (Rlt_le _ _ Hm))).
    replace (d * m ^ 2) with (m * (d * m)) by ring. apply Rmult_le_pos; lra. }
  assert (S : m * sum g T <= l T + d * m ^ 2 * (M * INR T)).
  { induction T; [cbn; pose proof (l_0 O); lra|]. cbn [sum]. rewrite S_INR.
    pose proof (Rmax_r 0 ((1 - d * m ^ 2) * l T + m * g T)) as H. rewrite <- next in H.
    pose proof (Rmult_le_compat_l _ _ _ d_0 (proj2 (cap T))). lra. }
  apply (Rmult_le_reg_l m); [exact Hm|]. pose proof (proj2 (cap T)).
  replace (m * (M * (1 / m + d * m * INR T))) with (M + d * m ^ 2 * (M * INR T)) by (field; lra). lra.
Qed.

(** What a decision costs is the mean cost of its learners' choices. *)
Lemma excess_of_path G A v t : (1 <= K A)%nat ->
  excess G t (path A v (K A)) = mean (K A) (fun k => dot (dim G) (price G t) (v k)) - allowance G.
Proof.
  intros some. unfold excess, mean, path, dot. f_equal. rewrite sum_swap. unfold Rdiv.
  rewrite (Rmult_comm _ (/ INR (K A))), <- sum_scale. apply sum_eq. intros i _. rewrite sum_scale. ring.
Qed.

(** * OSPHG *)

(** What the learners are fed for the utility is no longer than beta, if the gradients are not. *)
Lemma fed_short G A top radius beta size t k : bounded_game G top radius beta size ->
  (forall k, decisions G (first A k)) -> (k < K A)%nat -> 0 <= weight A k <= 1 ->
  sq (dim G) (scale (weight A k) (gradient G t (path A (choice G A t) k))) <= beta ^ 2.
Proof.
  intros HG start Hk Hw. rewrite sq_scale.
  pose proof (short_gradient _ _ _ _ _ HG t (path A (choice G A t) k)) as H.
  specialize (H ltac:(apply path_in_X with (1 := decide _ _ _ _ _ HG); [lia|lia|];
    intros j; now apply choice_in_X with (1 := decide _ _ _ _ _ HG))).
  pose proof (sq_nonnegative (dim G) (gradient G t (path A (choice G A t) k))).
  assert (0 <= weight A k ^ 2 <= 1) by nra. nra.
Qed.

(** Any feedback whose weights are in [0, 1]: the published one, the weighted one ([Climb.power_range]). *)
Theorem constant_budget G A top radius beta size level M :
  bounded_game G top radius beta size -> fits (mu A) (delta A) beta -> (1 <= K A)%nat ->
  (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) -> (forall k, decisions G (first A k)) ->
  0 < allowance G ->
  level = (beta * radius + mu A * (beta ^ 2 + size ^ 2)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + 2 * mu A * allowance G * level) ->
  (forall t, 0 <= lambda G A t <= M) /\
  (forall T, sum (fun t => spent G A t) T <= M * (1 / mu A + delta A * mu A * INR T)).
Proof.
  intros HG [Hm Hd Hk Ha] some weights start Hb Hlevel HM.
  pose proof HG as [HX HR Hbeta _ short_p _ small].
  set (m := mu A) in *. set (d := delta A) in *. set (b := allowance G) in *.
  assert (inX : forall t k, decisions G (choice G A t k)) by (intros; now apply choice_in_X with (1 := HX)).
  destruct (constant_budget_ascent (dim G) (decisions G) (project G) top radius (K A) (choice G A)
    (fun t k => scale (weight A k) (gradient G t (path A (choice G A t) k))) (price G) (lambda G A)
    (spent G A) m m d b beta beta size level (sqrt (level * Rmax level (2 * m * b) + m / m * radius ^ 2)))
    as [C1 C2]; auto; try lra.
  - intros t. exact (price_of_decision G A t some).
  - intros t k Hk'. apply (fed_short G A top radius beta size t k); auto.
  - intros t. apply small. now apply decision_in_X with (1 := HX).
  - apply (Rmult_le_compat_l m) in Ha; [|lra]. pose proof (Rmult_lt_0_compat _ _ Hd Hm). lra.
  - assert (L : sqrt (level * Rmax level (2 * m * b) + m / m * radius ^ 2) <= M).
    { rewrite HM. apply sqrt_le_1_alt. replace (m / m) with 1 by (field; lra).
      assert (0 <= level).
      { rewrite Hlevel. apply Rmult_le_pos; [|now apply Rlt_le, Rinv_0_lt_compat].
        pose proof (Rmult_lt_0_compat _ _ Hbeta HR). pose proof (pow2_ge_0 beta).
        pose proof (pow2_ge_0 size). nra. }
      pose proof (Rmult_le_pos (2 * m * b) level ltac:(nra) ltac:(lra)). pose proof (pow2_ge_0 level).
      unfold Rmax. destruct (Rle_dec _ _); lra. }
    split; [intros t; pose proof (C1 t); lra|]. intros T. apply Rle_trans with (1 := C2 T).
    apply Rmult_le_compat_r; [|exact L]. pose proof (Rmult_lt_0_compat _ _ Hd Hm).
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ H) (pos_INR T)).
    pose proof (Rinv_0_lt_compat _ Hm). unfold Rdiv. lra.
Qed.

(** The paper's tuning, in T and W. *)
Theorem constant_budget_violation G A top radius beta size W T level M N :
  bounded_game G top radius beta size ->
  mu A = paper_step radius beta W T -> delta A = paper_delta beta -> 16 * radius ^ 2 <= INR W * INR T ->
  (1 <= K A)%nat -> (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) ->
  (forall k, decisions G (first A k)) -> 0 < allowance G ->
  level = (beta * radius + mu A * (beta ^ 2 + size ^ 2)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + 2 * mu A * allowance G * level) -> (N <= T)%nat ->
  sum (fun t => spent G A t) N <=
  M * (beta / radius * sqrt (INR W * INR T) + 4 * beta * radius * sqrt (INR T / INR W)).
Proof.
  intros HG Em Ed long some weights start Hb Hlevel HM HN.
  pose proof (radius_positive _ _ _ _ _ HG) as HR. pose proof (beta_positive _ _ _ _ _ HG) as Hbeta.
  assert (fit : fits (mu A) (delta A) beta) by (rewrite Em, Ed; now apply paper_tuning).
  destruct (constant_budget G A top radius beta size level M HG fit some weights start Hb Hlevel HM) as [_ C].
  apply Rle_trans with (1 := C N).
  rewrite <- (step_inverse radius beta W T HR Hbeta long), <- (forgotten radius beta W T HR Hbeta long).
  rewrite <- Em, <- Ed.
  apply Rmult_le_compat_l; [rewrite HM; apply sqrt_pos|]. apply Rplus_le_compat_l, Rmult_le_compat_l.
  - destruct fit. nra.
  - now apply le_INR.
Qed.

(** What the bound is in W and T, with a constant that is free of both: as mu is at most 1 / (4 beta). *)
Lemma cap_in_roots radius beta size b W T N level M :
  0 < radius -> 0 < beta -> 0 < b -> 16 * radius ^ 2 <= INR W * INR T -> (1 <= W)%nat -> (N <= T)%nat ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / b ->
  M = sqrt (level ^ 2 + radius ^ 2 + b * level / (2 * beta)) ->
  let m := paper_step radius beta W T in
  let low := (beta * radius + m * (beta ^ 2 + size ^ 2)) / b in
  sqrt (low ^ 2 + radius ^ 2 + 2 * m * b * low) * (1 / m + paper_delta beta * m * INR N) <=
  M * (beta * (1 / radius + 4 * radius)) * sqrt (INR W * INR T).
Proof.
  intros HR Hbeta Hb long HW HN Hlevel HM m low.
  pose proof (step_short radius beta W T HR Hbeta long) as S.
  destruct (paper_tuning radius beta W T HR Hbeta long) as [Hm Hd _ _]. fold m in S, Hm.
  pose proof (Rinv_0_lt_compat _ Hb) as Ib. pose proof (Rmult_lt_0_compat _ _ Hbeta HR).
  pose proof (pow2_ge_0 beta) as B2. pose proof (pow2_ge_0 size) as S2.
  assert (L : 0 <= low <= level).
  { unfold low. rewrite Hlevel. split; [apply Rmult_le_pos; nra|]. apply Rmult_le_compat_r; [lra|].
    apply (Rmult_le_compat_l (beta ^ 2 + size ^ 2)) in S; [|lra]. unfold Rdiv in *. lra. }
  assert (short : sqrt (low ^ 2 + radius ^ 2 + 2 * m * b * low) <= M).
  { rewrite HM. apply sqrt_le_1_alt. assert (low ^ 2 <= level ^ 2) by nra.
    assert (2 * m * b * low <= b * level / (2 * beta)); [|lra].
    replace (b * level / (2 * beta)) with (2 * (1 / (4 * beta)) * (b * level)) by (field; lra).
    pose proof (Rmult_le_compat m (1 / (4 * beta)) (b * low) (b * level)). nra. }
  assert (passed : 1 / m + paper_delta beta * m * INR N <=
    beta * (1 / radius + 4 * radius) * sqrt (INR W * INR T)).
  { unfold m. rewrite (step_inverse radius beta W T HR Hbeta long). fold m.
    pose proof (forgotten radius beta W T HR Hbeta long) as F. fold m in F.
    pose proof (Rmult_le_compat_l (4 * beta * radius) _ _ ltac:(lra) (roots W T HW)).
    pose proof (Rmult_le_compat_l (paper_delta beta * m) _ _ ltac:(nra) (le_INR _ _ HN)).
    replace (beta * (1 / radius + 4 * radius) * sqrt (INR W * INR T)) with
      (beta / radius * sqrt (INR W * INR T) + 4 * beta * radius * sqrt (INR W * INR T)) by (field; lra).
    lra. }
  rewrite (Rmult_assoc M). apply Rmult_le_compat; [apply sqrt_pos| |exact short|exact passed].
  pose proof (Rmult_le_pos (paper_delta beta * m) (INR N) ltac:(nra) (pos_INR N)).
  pose proof (Rinv_0_lt_compat _ Hm). unfold Rdiv. lra.
Qed.

Theorem constant_budget_order G A top radius beta size W T level M N :
  bounded_game G top radius beta size ->
  mu A = paper_step radius beta W T -> delta A = paper_delta beta -> 16 * radius ^ 2 <= INR W * INR T ->
  (1 <= W)%nat -> (1 <= K A)%nat -> (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) ->
  (forall k, decisions G (first A k)) -> 0 < allowance G ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + allowance G * level / (2 * beta)) -> (N <= T)%nat ->
  sum (fun t => spent G A t) N <= M * (beta * (1 / radius + 4 * radius)) * sqrt (INR W * INR T).
Proof.
  intros HG Em Ed long HW some weights start Hb Hlevel HM HN.
  pose proof (radius_positive _ _ _ _ _ HG) as HR. pose proof (beta_positive _ _ _ _ _ HG) as Hbeta.
  assert (fit : fits (mu A) (delta A) beta) by (rewrite Em, Ed; now apply paper_tuning).
  destruct (constant_budget G A top radius beta size _ _ HG fit some weights start Hb eq_refl eq_refl)
    as [_ C].
  apply Rle_trans with (1 := C N). rewrite Em, Ed. now apply cap_in_roots with (level := level).
Qed.
