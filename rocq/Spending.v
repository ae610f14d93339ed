(** Theorem 4.2 of the paper without diminishing returns (chapter "Both theorems hold"): the learners are
    compared with 0, which is affordable whatever the prices are, and asks nothing of the utilities but that
    their gradients are short; for any number of learners and any weights in [0, 1]. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Tuned Saddle ConstantBudget Theorems.
Open Scope R_scope.

(** Against every ell at once. Against 0 a learner misses at most what it spends, less beta R. *)
Theorem spending_multiplier G A top radius beta size ell T :
  bounded_game G top radius beta size -> fits (mu A) (delta A) beta -> (1 <= K A)%nat ->
  (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) -> (forall k, decisions G (first A k)) ->
  0 <= allowance G -> 0 <= ell ->
  ell * sum (fun t => spent G A t) T - (delta A * mu A * INR T + 1 / mu A) / 2 * ell ^ 2 <=
  beta * radius * INR T + radius ^ 2 / (2 * mu A) + (size ^ 2 + beta ^ 2) * mu A * INR T.
Proof.
  intros HG fit some weights start Hb Hl. pose proof fit as [Hm Hd _ Ha].
  pose proof HG as [HX HR Hbeta _ short small].
  set (u t k := scale (weight A k) (gradient G t (path A (choice G A t) k))).
  assert (inX : forall t k, decisions G (choice G A t k)) by (intros; now apply choice_in_X with (1 := HX)).
  pose proof (saddle G zero (radius ^ 2 / (2 * mu A)) size beta beta (mu A) (mu A) (delta A) (K A)
    (choice G A) u (lambda G A) (spent G A)) as S.
  specialize (S some Hm Hm Hd).
  specialize (S ltac:(apply (Rmult_le_compat_l (mu A)) in Ha; lra)).
  specialize (S ltac:(intros t k Hk; apply (fed_short G A top radius beta size t k); auto)).
  specialize (S short ltac:(intros t; now apply price_of_decision)).
  specialize (S ltac:(intros t; apply HG; now apply decision_in_X with (1 := HX))).
  specialize (S ltac:(intros k N _; apply (ascent_regret (dim G) (decisions G) (project G) top); trivial;
    apply (origin _ _ _ _ _ HX))).
  specialize (S eq_refl ltac:(reflexivity) ell T Hl). cbv beta in S.
  (* 0 is affordable *)
  assert (Z : sum (fun t => lambda G A t * excess G t zero) T <= 0).
  { rewrite <- (Rmult_0_r (INR T)), <- (sum_const 0). apply sum_le. intros t _. unfold excess.
    replace (dot (dim G) (price G t) zero) with 0.
    - pose proof (lambda_nonnegative G A t). nra.
    - unfold dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. }
  (* nobody gains more than beta R *)
  assert (M : INR T * (- (beta * radius)) <=
    sum (fun t => mean (K A) (fun k => dot (dim G) (u t k) (minus zero (choice G A t k)))) T).
  { rewrite <- sum_const. apply sum_le. intros t _. rewrite <- (mean_const (K A) some (- (beta * radius))).
    apply mean_le; [exact some|]. intros k Hk.
    pose proof (cauchy (dim G) (u t k) (minus zero (choice G A t k)) beta radius ltac:(lra) ltac:(lra)
      (fed_short G A top radius beta size t k HG start Hk (weights k Hk))
      (diameter _ _ _ _ _ HX _ _ (origin _ _ _ _ _ HX) (inX t k))) as C.
    pose proof (Rle_abs (- dot (dim G) (u t k) (minus zero (choice G A t k)))) as L.
    rewrite Rabs_Ropp in L. lra. }
  replace (ell ^ 2 / (2 * mu A)) with (1 / mu A / 2 * ell ^ 2) in S by (field; lra).
  change (sum (fun t => spent G A t) T) with (sum (spent G A) T). lra.
Qed.

(** What it is in W and T: the square of W^(1/4) T^(3/4), but for a constant. *)
Lemma spending_orders radius beta size W T : 0 < radius -> 0 < beta -> 16 * radius ^ 2 <= INR W * INR T ->
  (1 <= W <= T)%nat -> let m := paper_step radius beta W T in
  let scale := 8 * beta * radius + 2 * beta / radius in
  let level := 3 / 2 * beta * radius + (size ^ 2 + beta ^ 2) * radius / beta in
  0 <= scale * level /\
  2 * (paper_delta beta * m * INR T + 1 / m) *
    (beta * radius * INR T + (radius ^ 2 / (2 * m) + (size ^ 2 + beta ^ 2) * m * INR T)) <=
  scale * level * (sqrt (INR W * INR T) * INR T).
Proof.
  intros HR Hb long HW m scale level.
  pose proof (curvature radius beta W T HR Hb long ltac:(lia)) as D.
  pose proof (steps_cost radius beta W T HR Hb long ltac:(lia) size) as Q.
  destruct (paper_tuning radius beta W T HR Hb long) as [Hm Hd _ _]. fold m in D, Q, Hm. fold scale in D.
  set (d := paper_delta beta) in *. set (s := sqrt (INR W * INR T)) in *.
  assert (W1 : 1 <= INR W) by (apply (le_INR 1); lia). pose proof (le_INR _ _ (proj2 HW)) as W2.
  assert (s1 : 0 <= s <= INR T).
  { split; [apply sqrt_pos|]. rewrite <- (sqrt_pow2 (INR T)) by lra. apply sqrt_le_1_alt.
    replace (INR T ^ 2) with (INR T * INR T) by ring. apply Rmult_le_compat_r; lra. }
  pose proof (pow2_ge_0 size) as S2. pose proof (pow2_ge_0 beta) as B2.
  pose proof (Rmult_lt_0_compat _ _ Hb HR). pose proof (Rinv_0_lt_compat _ Hm).
  assert (sized : 0 <= size ^ 2 * radius / beta) by (apply Rle_mult_inv_pos; [apply Rmult_le_pos|]; lra).
  assert (start : 0 <= radius ^ 2 / (2 * m)) by (apply Rle_mult_inv_pos; [apply pow2_ge_0|lra]).
  assert (Hlevel : level = 5 / 2 * beta * radius + size ^ 2 * radius / beta) by (unfold level; field; lra).
  assert (Hscale : 0 <= scale).
  { unfold scale. assert (0 < 2 * beta / radius) by (apply Rdiv_lt_0_compat; lra). lra. }
  split; [apply Rmult_le_pos; lra|].
  assert (cost : (size ^ 2 + beta ^ 2) * m * INR T <= (INR W * size ^ 2 + beta ^ 2) * m * INR T).
  { apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_r; [lra|]. nra. }
  assert (0 <= (size ^ 2 + beta ^ 2) * m * INR T).
  { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra. }
  replace (scale * level * (s * INR T)) with (scale * s * (level * INR T)) by ring.
  pose proof (Rmult_le_pos (d * m) (INR T) ltac:(nra) ltac:(lra)).
  pose proof (Rmult_le_pos (beta * radius) (INR T) ltac:(lra) ltac:(lra)).
  apply Rmult_le_compat; [unfold Rdiv; lra|lra|exact D|].
  set (c := 3 / 2 * beta * radius + size ^ 2 * radius / beta) in *.
  pose proof (Rmult_le_compat_l c _ _ ltac:(unfold c; lra) (proj2 s1)).
  assert (level * INR T = c * INR T + beta * radius * INR T) by (rewrite Hlevel; unfold c; field; lra). lra.
Qed.

(** Theorem 4.2 with the paper's tuning, at every prefix. *)
Theorem theorem_4_2_spending G A top radius beta size W T N :
  bounded_game G top radius beta size ->
  mu A = paper_step radius beta W T -> delta A = paper_delta beta -> 16 * radius ^ 2 <= INR W * INR T ->
  (1 <= W <= T)%nat -> (1 <= K A)%nat -> (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) ->
  (forall k, decisions G (first A k)) -> 0 <= allowance G -> (N <= T)%nat ->
  sum (fun t => spent G A t) N <=
  sqrt ((8 * beta * radius + 2 * beta / radius) *
        (3 / 2 * beta * radius + (size ^ 2 + beta ^ 2) * radius / beta))
  * Rpower (INR W) (1 / 4) * Rpower (INR T) (3 / 4).
Proof.
  intros HG Em Ed long HW some weights start Hb HN.
  pose proof (radius_positive _ _ _ _ _ HG) as HR. pose proof (beta_positive _ _ _ _ _ HG) as Hbeta.
  destruct (spending_orders radius beta size W T HR Hbeta long HW) as [positive orders].
  assert (fit : fits (mu A) (delta A) beta) by (rewrite Em, Ed; now apply paper_tuning).
  pose proof fit as [Hm Hd _ _]. rewrite <- Em, <- Ed in orders.
  set (m := mu A) in *. set (d := delta A) in *.
  pose proof (le_INR _ _ HN) as N1. pose proof (pos_INR N) as N0.
  pose proof (Rmult_lt_0_compat _ _ Hd Hm). pose proof (Rinv_0_lt_compat _ Hm).
  apply root_of_square; [exact positive|lia|lia|]. apply Rle_trans with (2 := orders).
  apply (best_multiplier (- (beta * radius * INR T))); [unfold Rdiv; nra| |lra]. intros ell Hl.
  pose proof (spending_multiplier G A top radius beta size ell N HG fit some weights start Hb Hl) as S.
  fold m d in S.
  assert ((d * m * INR N + 1 / m) / 2 * ell ^ 2 <= (d * m * INR T + 1 / m) / 2 * ell ^ 2).
  { apply Rmult_le_compat_r; [apply pow2_ge_0|]. nra. }
  assert (beta * radius * INR N <= beta * radius * INR T) by (apply Rmult_le_compat_l; nra).
  assert ((size ^ 2 + beta ^ 2) * m * INR N <= (size ^ 2 + beta ^ 2) * m * INR T); [|lra].
  apply Rmult_le_compat_l; [|exact N1]. pose proof (pow2_ge_0 size). pose proof (pow2_ge_0 beta).
  apply Rmult_le_pos; lra.
Qed.
