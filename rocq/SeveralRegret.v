(** Several budgets: the regret of the weighted feedback, with the constants of one budget (chapter "Pacer").

    Beside the saddle of [Several], the proof of one budget uses the size of the multiplier three times; here
    it is the length of all of them. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Tuned Saddle Climb Theorems Several.
Open Scope R_scope.

(** * Lengths *)

(** |a x + b y| is at most a r + b s, if |x| is at most r and |y| at most s. *)
Lemma sq_combination n x y a b r s :
  0 <= a -> 0 <= b -> 0 <= r -> 0 <= s -> sq n x <= r ^ 2 -> sq n y <= s ^ 2 ->
  sq n (plus (scale a x) (scale b y)) <= (a * r + b * s) ^ 2.
Proof.
  intros Ha Hb Hr Hs Hx Hy. rewrite sq_plus, sq_scale.
  pose proof (cauchy n x y r s Hr Hs Hx Hy) as C. pose proof (Rle_abs (dot n x y)) as C'.
  assert (E : dot n (scale a x) y = a * dot n x y).
  { unfold dot, scale. rewrite <- sum_scale. apply sum_eq. intros. ring. }
  rewrite E. apply (Rmult_le_compat_l (a ^ 2)) in Hx; [|apply pow2_ge_0].
  apply (Rmult_le_compat_l (b ^ 2)) in Hy; [|apply pow2_ge_0].
  pose proof (Rmult_le_compat_l (2 * (a * b)) _ _ ltac:(pose proof (Rmult_le_pos _ _ Ha Hb); lra)
    (Rle_trans _ _ _ C' C)). lra.
Qed.

Lemma sq_le n x y : (forall i, (i < n)%nat -> x i ^ 2 <= y i ^ 2) -> sq n x <= sq n y.
Proof. intros H. apply sum_le. intros i Hi. specialize (H i Hi). lra. Qed.

Lemma sq_same n x y : same n x y -> sq n x = sq n y.
Proof. intros H. now apply dot_same. Qed.

(** Windows laid from the end: what each of them holds per round, and each round before them, all do. *)
Lemma laid_from_the_end (a : nat -> R) c W T : (1 <= W)%nat -> (forall t, (t < W)%nat -> a t <= c) ->
  (forall j, (S j * W <= T)%nat -> sum (fun s => a (T - S j * W + s)%nat) W <= INR W * c) ->
  sum a T <= INR T * c.
Proof.
  intros HW first each. pose proof (Nat.div_mod T W ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound T W ltac:(lia)) as Er.
  set (q := (T / W)%nat) in *. set (r := (T mod W)%nat) in *.
  enough (S : forall i, (i <= q)%nat -> sum a (r + i * W) <= INR (r + i * W) * c).
  { specialize (S q (le_n _)). replace (r + q * W)%nat with T in S by lia. exact S. }
  induction i; intros Hi.
  - replace (r + 0 * W)%nat with r by lia. rewrite <- sum_const. apply sum_le. intros t Ht. apply first. lia.
  - specialize (IHi ltac:(lia)). replace (r + S i * W)%nat with (r + i * W + W)%nat by lia.
    rewrite sum_split, plus_INR. specialize (each (q - S i)%nat).
    replace (S (q - S i)) with (q - i)%nat in each by lia.
    assert (B : (T - (q - i) * W = r + i * W)%nat).
    { assert ((q - i) * W + i * W = q * W)%nat by (rewrite <- Nat.mul_add_distr_r; f_equal; lia). lia. }
    rewrite B in each. specialize (each ltac:(lia)). lra.
Qed.

(** * The multipliers: how long they get, and how far a round moves them *)
Section Multipliers.
Variables (J : nat) (l g : nat -> vec) (m d size : R).
Hypotheses (Hm : 0 < m) (Hd : 0 < d) (Hs : 0 <= size) (keeps : 0 <= 1 - d * m ^ 2).
Hypotheses (l_first : l O = zero).
Hypothesis l_next : forall t j, l (S t) j = Rmax 0 ((1 - d * m ^ 2) * l t j + m * g t j).
Hypothesis short : forall t, sq J (g t) <= size ^ 2.

(** Positive parts are no longer. *)
Lemma positive_parts t r : 0 <= r -> sq J (l t) <= r ^ 2 ->
  sq J (l (S t)) <= ((1 - d * m ^ 2) * r + m * size) ^ 2.
Proof.
  intros Hr H.
  apply Rle_trans with (2 := sq_combination J _ _ _ m r size keeps (Rlt_le _ _ Hm) Hr Hs H (short t)).
  apply sq_le. intros j _. rewrite l_next. unfold plus, scale.
  unfold Rmax. destruct (Rle_dec 0 _); [lra|]. rewrite pow_i by lia. apply pow2_ge_0.
Qed.

Lemma lambdas_grow t : sq J (l t) <= (m * size * INR t) ^ 2.
Proof.
  induction t.
  - rewrite l_first. unfold sq, dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring).
    rewrite sum_const. cbn. lra.
  - pose proof (pos_INR t). assert (0 <= m * size) by (apply Rmult_le_pos; lra).
    assert (P : 0 <= m * size * INR t) by now apply Rmult_le_pos.
    apply Rle_trans with (1 := positive_parts t _ P IHt). apply pow_incr. rewrite S_INR.
    assert (0 <= d * m ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    split; [apply Rplus_le_le_0_compat; [now apply Rmult_le_pos|lra]|].
    pose proof (Rmult_le_pos _ _ H1 P). lra.
Qed.

Lemma lambdas_capped t : sq J (l t) <= (size / (d * m)) ^ 2.
Proof.
  pose proof (Rmult_lt_0_compat _ _ Hd Hm).
  induction t.
  - rewrite l_first. unfold sq, dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring).
    rewrite sum_const, Rmult_0_r. apply pow2_ge_0.
  - assert (P : 0 <= size / (d * m)) by now apply Rle_mult_inv_pos.
    apply Rle_trans with (1 := positive_parts t _ P IHt). apply Req_le. f_equal. field. lra.
Qed.

Lemma lambdas_move t : sq J (minus (l (S t)) (l t)) <= (2 * m * size) ^ 2.
Proof.
  pose proof (Rmult_lt_0_compat _ _ Hd Hm) as P.
  assert (l_0 : forall s j, 0 <= l s j).
  { intros [|s] j; [rewrite l_first; unfold zero; lra|rewrite l_next; apply Rmax_l]. }
  replace (2 * m * size) with (d * m ^ 2 * (size / (d * m)) + m * size) by (field; lra).
  apply Rle_trans with (sq J (plus (scale (d * m ^ 2) (scale (-1) (l t))) (scale m (g t)))).
  - apply sq_le. intros j _. unfold minus, plus, scale. rewrite l_next. specialize (l_0 t j).
    set (y := (1 - d * m ^ 2) * l t j + m * g t j).
    replace (d * m ^ 2 * (-1 * l t j) + m * g t j) with (y - l t j) by (unfold y; ring).
    unfold Rmax. destruct (Rle_dec 0 y); [lra|]. nra.
  - apply sq_combination; try lra.
    + apply Rmult_le_pos; [lra|apply pow2_ge_0].
    + now apply Rle_mult_inv_pos.
    + rewrite sq_scale. pose proof (lambdas_capped t). lra.
    + apply short.
Qed.

Lemma lambdas_drift t s : sq J (minus (l (t + s)%nat) (l t)) <= (INR s * (2 * m * size)) ^ 2.
Proof.
  assert (P : 0 <= 2 * m * size) by (apply Rmult_le_pos; lra).
  induction s.
  - rewrite Nat.add_0_r. unfold sq, dot, minus. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring).
    rewrite sum_const. cbn. lra.
  - rewrite S_INR, Nat.add_succ_r. pose proof (pos_INR s).
    replace ((INR s + 1) * (2 * m * size)) with (1 * (INR s * (2 * m * size)) + 1 * (2 * m * size)) by ring.
    apply Rle_trans with (2 := sq_combination J _ _ 1 1 (INR s * (2 * m * size)) (2 * m * size) ltac:(lra)
      ltac:(lra) ltac:(now apply Rmult_le_pos) P IHs (lambdas_move (t + s))).
    apply Req_le, sq_same. intros j _. unfold plus, scale, minus. ring.
Qed.

(** ** A benchmark that keeps each budget in each window pays at most m G^2 (W - 1) a round *)
Lemma several_windows (h : nat -> vec) W T : (1 <= W)%nat -> (forall t, sq J (h t) <= size ^ 2) ->
  (forall j i, (j < J)%nat -> (S i * W <= T)%nat -> sum (fun s => h (T - S i * W + s)%nat j) W <= 0) ->
  sum (fun t => dot J (l t) (h t)) T <= INR T * (m * size ^ 2 * (INR W - 1)).
Proof.
  intros HW short_h kept. assert (P : 0 <= m * size) by (apply Rmult_le_pos; lra).
  assert (l_0 : forall s j, 0 <= l s j).
  { intros [|s] j; [rewrite l_first; unfold zero; lra|rewrite l_next; apply Rmax_l]. }
  apply laid_from_the_end with (W := W); [exact HW| |].
  - intros t Ht. pose proof (pos_INR t) as T0.
    pose proof (cauchy J (l t) (h t) _ size (Rmult_le_pos _ _ P T0) Hs (lambdas_grow t) (short_h t)) as C.
    pose proof (Rle_abs (dot J (l t) (h t))).
    assert (T1 : INR t <= INR W - 1) by (pose proof (le_INR (S t) W Ht) as H1; rewrite S_INR in H1; lra).
    pose proof (Rmult_le_compat_l (m * size * size) _ _ (Rmult_le_pos _ _ P Hs) T1). lra.
  - intros i Hi. set (t := (T - S i * W)%nat).
    apply Rle_trans with (sum (fun s => dot J (l t) (h (t + s)%nat) + 2 * m * size ^ 2 * INR s) W).
    + apply sum_le. intros s _.
      pose proof (cauchy J (minus (l (t + s)%nat) (l t)) (h (t + s)%nat) (INR s * (2 * m * size)) size
        ltac:(pose proof (pos_INR s); apply Rmult_le_pos; lra) Hs (lambdas_drift t s) (short_h _)) as C.
      pose proof (Rle_abs (dot J (minus (l (t + s)%nat) (l t)) (h (t + s)%nat))).
      assert (E : dot J (minus (l (t + s)%nat) (l t)) (h (t + s)%nat)
        = dot J (l (t + s)%nat) (h (t + s)%nat) - dot J (l t) (h (t + s)%nat)).
      { unfold dot, minus. rewrite <- sum_minus. apply sum_eq. intros. ring. }
      lra.
    + rewrite sum_plus, sum_scale, sum_INR.
      assert (sum (fun s => dot J (l t) (h (t + s)%nat)) W <= 0); [|lra].
      unfold dot. rewrite sum_swap, <- (Rmult_0_r (INR J)), <- (sum_const 0). apply sum_le. intros j Hj.
      rewrite sum_scale. pose proof (kept j i Hj Hi) as K. fold t in K. specialize (l_0 t j). nra.
Qed.
End Multipliers.

(** * Lemma 4.3 and Theorem 4.1 with several budgets

    x* keeps every budget over disjoint windows. *)
Theorem several_lemma_4_3 : forall G K m d start J prices allowances top radius beta size L star ell W T,
  bounded_market G J prices allowances top radius beta size ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  0 <= L -> (forall t, smooth (dim G) (decisions G) (utility G t) (gradient G t) L) ->
  fits m d beta -> (1 <= K)%nat -> (1 <= W)%nat -> (forall k, decisions G (start k)) -> decisions G star ->
  (forall j, (j < J)%nat -> affordable_apart (budget G prices allowances j) W T star) ->
  (forall j, (j < J)%nat -> 0 <= ell j) ->
  let A := weighted K m d start in
  let x := decision_several G A J prices allowances in
  let g := spent_several G A J prices allowances in
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
  + dot J ell (fun j => sum (fun t => g t j) T) - (d * m * INR T + 1 / m) / 2 * sq J ell
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G K m d start J prices allowances top radius beta size L star ell W T HM good HL Hs fit some HW
    starts Hstar kept Hl A x g.
  pose proof (market_decide _ _ _ _ _ _ _ _ HM) as HX. pose proof fit as [Hm Hd keeps _].
  pose proof (several_saddle G A J prices allowances top radius beta size star ell HM fit some
    (fun k _ => power_range K (K - 1 - k) some) starts Hstar Hl T) as S. cbv beta in S.
  assert (W1 : sum (fun t =>
      dot J (lambdas G A J prices allowances t) (excesses G prices allowances t star)) T
    <= INR T * (m * size ^ 2 * (INR W - 1))).
  { rewrite <- (pow2_abs size).
    apply (several_windows J (lambdas G A J prices allowances) g m d (Rabs size) Hm Hd (Rabs_pos size) keeps
      eq_refl ltac:(reflexivity)).
    - intros t. rewrite pow2_abs. apply (market_size _ _ _ _ _ _ _ _ HM).
      now apply (path_of_choices_in_X G A J prices allowances top radius beta size HM some starts).
    - exact HW.
    - intros t. rewrite pow2_abs. now apply (market_size _ _ _ _ _ _ _ _ HM).
    - intros j i Hj Hi. exact (proj2 (kept j Hj) i Hi). }
  assert (climbs : sum (fun t => (1 - exp (-1)) * utility G t star - utility G t (x t)) T <=
    sum (fun t => mean K (fun k => dot (dim G) (scale (weight A k)
      (gradient G t (path A (choices G A J prices allowances t) k)))
      (minus star (choices G A J prices allowances t k))) + L * radius ^ 2 / (2 * INR K)) T).
  { apply sum_le. intros t _.
    apply Rle_trans with (1 := climb (dim G) (decisions G) (project G) top radius (utility G t) (gradient G t)
      L A (choices G A J prices allowances t) star HX (good t) HL (Hs t) some
      (choices_in_X G A J prices allowances top radius beta size HM starts t) Hstar).
    apply Req_le. f_equal. unfold mean. cbn. f_equal. apply sum_eq. intros k _.
    now rewrite (dot_sym _ (scale _ _)), dot_scale, dot_sym. }
  rewrite sum_minus, sum_scale, sum_plus, sum_const in climbs.
  cbn [Algorithm.K mu delta A weighted] in S. fold A x g in S. lra.
Qed.

Theorem several_regret : forall G K start J prices allowances top radius beta size L star W T,
  bounded_market G J prices allowances top radius beta size ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  0 <= L -> (forall t, smooth (dim G) (decisions G) (utility G t) (gradient G t) L) ->
  (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T -> sqrt (INR T / INR W) <= INR K ->
  (forall k, decisions G (start k)) -> decisions G star ->
  (forall j, (j < J)%nat -> affordable_apart (budget G prices allowances j) W T star) ->
  let A := weighted K (paper_step radius beta W T) (paper_delta beta) start in
  let x := decision_several G A J prices allowances in
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
  <= (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2) * sqrt (INR W * INR T).
Proof.
  intros G K start J prices allowances top radius beta size L star W T HM good HL Hs HW long many starts
    Hstar kept A x.
  pose proof (market_radius _ _ _ _ _ _ _ _ HM) as HR. pose proof (market_beta _ _ _ _ _ _ _ _ HM) as Hb.
  destruct (many_learners radius W T HR long HW K many) as [some HK].
  pose proof (several_lemma_4_3 G K _ _ start J prices allowances top radius beta size L star zero W T HM good
    HL Hs (paper_tuning radius beta W T HR Hb long) some HW starts Hstar kept
    ltac:(intros; unfold zero; lra)) as S. cbv zeta in S. fold A in S. fold x in S.
  pose proof (steps_cost radius beta W T HR Hb long HW size) as Q.
  assert (Z1 : forall y, dot J zero y = 0).
  { intros y. unfold dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. }
  unfold sq in S. rewrite !Z1 in S. apply lt_0_INR in some.
  replace (L * radius ^ 2 / (2 * INR K) * INR T) with (L * radius ^ 2 / 2 * (INR T / INR K)) in S
    by (field; lra).
  apply (Rmult_le_compat_l (L * radius ^ 2 / 2)) in HK; [|pose proof (pow2_ge_0 radius); nra]. lra.
Qed.
