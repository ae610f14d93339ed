(** What no player can do better (chapter "What windows really cost"): regret and violation of the order of W
    cannot be avoided, not even for one good. *)

Require Import Arith Reals Lra Lia Psatz List.
From Osphg Require Import Algorithm Basics Setting Cube OneGood Impossibility Repricing.
Open Scope R_scope.

(** * The window

    Two games for one good that agree in their first half window: a bid x earns x and costs 2 x, with an
    allowance of 1. After that game A is closed; in game B a bid earns 2 x and costs 2 x for ever. *)

(** At most n of the rounds are early. *)
Lemma few_early n t W : sum (fun s => if (t + s <? n)%nat then 2 else 0) W <= 2 * INR n.
Proof.
  assert (H : forall N, sum (fun s => if (s <? n)%nat then 2 else 0) N <= 2 * INR (Nat.min N n)).
  { induction N; [cbn; lra|]. cbn [sum]. destruct (N <? n)%nat eqn:Q.
    - apply Nat.ltb_lt in Q. replace (Nat.min (S N) n) with (S (Nat.min N n)) by lia. rewrite S_INR. lra.
    - apply Nat.ltb_ge in Q. replace (Nat.min (S N) n) with (Nat.min N n) by lia. lra. }
  specialize (H (t + W)%nat). rewrite sum_split in H.
  assert (0 <= sum (fun s => if (s <? n)%nat then 2 else 0) t).
  { apply sum_nonnegative. intros s _. destruct (s <? n)%nat; lra. }
  assert (INR (Nat.min (t + W) n) <= INR n) by (apply le_INR; lia). lra.
Qed.

(** A sum over an early part of n rounds and k late rounds. *)
Lemma early_late (a b : R) (h : nat -> R) n k :
  sum (fun t => (if (t <? n)%nat then a else b) * h t) (n + k)
  = a * sum h n + b * sum (fun t => h (n + t)%nat) k.
Proof.
  rewrite sum_split, <- !sum_scale. f_equal; apply sum_eq; intros i Hi.
  - now replace (i <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
  - now replace (n + i <? n)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
Qed.

(** The benchmark of A bids 1: no window has more than W/2 rounds with a price. *)
Lemma closed_window_benchmark n W T : (2 * n <= W)%nat -> benchmark (closed n) W T (fun _ => 1).
Proof.
  intros HW. assert (H2 : 2 * INR n <= INR W).
  { apply le_INR in HW. rewrite mult_INR in HW. cbn in HW. lra. }
  split; [split|].
  - intros i _. lra.
  - intros t _. unfold closed.
    rewrite (sum_eq _ (fun s => (if (t + s <? n)%nat then 2 else 0) - 1)).
    + rewrite sum_minus, sum_const. pose proof (few_early n t W). lra.
    + intros s _. rewrite excess_linear. destruct (t + s <? n)%nat; lra.
  - intros y [Hy _]. specialize (Hy O ltac:(cbn; lia)). apply sum_le. intros t _.
    cbn [utility closed linear]. destruct (t <? n)%nat; lra.
Qed.

(** The benchmark of B bids 1/2. *)
Lemma rich_window_benchmark n W T : (1 <= W <= T)%nat -> benchmark (rich 2 1 n) W T (fun _ => 1 / 2).
Proof.
  intros HW. assert (price2 : forall t y, excess (rich 2 1 n) t y = 2 * y O - 1).
  { intros t y. unfold rich. rewrite excess_linear. destruct (t <? n)%nat; ring. }
  split; [split|].
  - intros i _. lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)); [rewrite sum_const; lra|]. intros s _. rewrite price2. lra.
  - intros y [_ H]. specialize (H O ltac:(lia)). rewrite (sum_eq _ (fun _ => 2 * y O - 1)) in H
      by (intros; apply price2). rewrite sum_const in H.
    assert (0 < INR W) by (apply lt_0_INR; lia). assert (y O <= 1 / 2) by nra.
    apply sum_le. intros t _. cbn [utility rich linear]. destruct (t <? n)%nat; lra.
Qed.

(** With X and Y the sums of the bids in the first n rounds of B and in the others, R_A = n - X,
    R_B = n/2 + (T - n) - X - 2 Y, and C_B = 2 X + 2 Y - T: the three add to n/2, whoever plays. *)
Theorem no_player_beats_the_window : forall (W T half : nat) (p : player) (star_A star_B : vec),
  (2 * half <= W)%nat -> (1 <= W <= T)%nat ->
  let A := closed half in
  let B := rich 2 1 half in
  benchmark A W T star_A -> benchmark B W T star_B ->
  missed 1 p A T star_A + missed 1 p B T star_B + overspent p B T = INR half / 2 /\
  INR half / 6 <= Rmax (missed 1 p A T star_A) (Rmax (missed 1 p B T star_B) (overspent p B T)).
Proof.
  intros W T n p a b Hn HW A B Ha Hb.
  pose (X := sum (fun t => bid p B t O) n). pose (Y := sum (fun t => bid p B (n + t)%nat O) (T - n)).
  assert (ET : T = (n + (T - n))%nat) by lia.
  assert (EI : INR T = INR n + INR (T - n)) by (rewrite ET at 1; apply plus_INR).
  assert (EA : missed 1 p A T a = INR n - X).
  { unfold missed. rewrite (benchmark_value _ _ _ _ _ Ha (closed_window_benchmark n W T Hn)).
    unfold A, closed. cbn [utility linear]. rewrite ET, !early_late, !sum_const.
    rewrite (sum_eq (fun t => bid p _ t O) (fun t => bid p B t O)).
    - fold X. ring.
    - intros t Ht. unfold B. now rewrite <- same_bids by lia. }
  assert (EB : missed 1 p B T b = INR n / 2 + INR (T - n) - X - 2 * Y).
  { unfold missed. rewrite (benchmark_value _ _ _ _ _ Hb (rich_window_benchmark n W T HW)).
    unfold B, rich. cbn [utility linear]. rewrite ET at 1 2. rewrite !early_late, !sum_const.
    fold (rich 2 1 n). fold B. fold X. fold Y. field. }
  assert (EC : overspent p B T = 2 * X + 2 * Y - INR T).
  { unfold overspent.
    rewrite (sum_eq _ (fun t => (if (t <? n)%nat then 2 else 2) * bid p B t O - 1))
      by (intros; apply excess_linear).
    rewrite sum_minus, sum_const. rewrite ET at 1. rewrite early_late. fold X. fold Y. ring. }
  split; [rewrite EA, EB, EC, EI; field|].
  set (r := Rmax _ _). assert (missed 1 p A T a <= r) by apply Rmax_l.
  assert (missed 1 p B T b <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_l).
  assert (overspent p B T <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_r).
  rewrite EA, EB, EC, EI in *. lra.
Qed.

(** * One good: the rate is W alone

    The player bids y, 1 at first. When a window closes it takes the lower of y and what the window could have
    afforded, b W / P with the sum P of its prices. *)

Record caution := Caution { offered : R; priced : R; passed : nat }.

Section Cautious.
Variables (G : game) (W : nat).

Definition cautious_round (t : nat) (s : caution) : caution :=
  let P := priced s + price G t O in
  if (S (passed s) =? W)%nat then
    Caution (if Rle_dec (P * offered s) (allowance G * INR W) then offered s else allowance G * INR W / P) 0 0
  else Caution (offered s) P (S (passed s)).

Fixpoint cautious (t : nat) : caution :=
  match t with O => Caution 1 0 0 | S j => cautious_round j (cautious j) end.

Definition cautious_decision (t : nat) : vec := fun _ => offered (cautious t).

Variables (c : R) (star : vec).
Hypotheses (one : dim G = 1%nat) (line : forall x, decisions G x <-> cube 1 x) (window : (1 <= W)%nat)
  (prices : forall t, 0 <= price G t O <= c) (Hb : 0 <= allowance G <= c).

Lemma excess_one t x : excess G t x = price G t O * x O - allowance G.
Proof. unfold excess, dot. rewrite one. cbn. ring. Qed.

(** The bid stays above every point that keeps the windows, and above b / c; what is overspent is at most what
    the bid has come down by, W c times, and what the open window spends above its allowance. *)
Lemma cautious_after N : affordable_in_turn G W N star -> let s := cautious N in
  0 <= offered s <= 1 /\ star O <= offered s /\ allowance G <= c * offered s /\
  (passed s < W)%nat /\ (exists j, N = (j * W + passed s)%nat) /\
  priced s = sum (fun i => price G (N - passed s + i) O) (passed s) /\
  0 <= priced s <= c * INR (passed s) /\
  sum (fun t => excess G t (cautious_decision t)) N
  <= INR W * c * (1 - offered s) + (priced s * offered s - allowance G * INR (passed s)).
Proof.
  intros [Hs kept]. assert (star01 : 0 <= star O <= 1) by (apply (proj1 (line star) Hs O); lia).
  assert (HW : 1 <= INR W) by (apply le_INR in window; exact window).
  set (b := allowance G) in *.
  induction N as [|N IH]; cbv zeta.
  - cbn [cautious offered priced passed sum INR]. repeat split; try lra; try lia. now exists O.
  - destruct IH as ((Y0 & Y1) & Hy & Hc & Hk & (j & Hj) & HP & (P0 & P1) & HS).
    { intros i Hi. apply kept. lia. }
    set (s := cautious N) in *. set (y := offered s) in *. set (k := passed s) in *.
    pose proof (prices N) as [p0 p1]. set (P := priced s + price G N O).
    assert (EP : P = sum (fun i => price G (S N - S k + i) O) (S k)).
    { cbn [sum]. replace (S N - S k)%nat with (N - k)%nat by lia. rewrite <- HP.
      unfold P. do 2 f_equal. lia. }
    assert (BP : 0 <= P <= c * INR (S k)) by (unfold P; rewrite S_INR; lra).
    assert (ES : sum (fun t => excess G t (cautious_decision t)) (S N)
      <= INR W * c * (1 - y) + (P * y - b * INR (S k))).
    { cbn [sum]. rewrite excess_one. unfold cautious_decision at 2. fold s y b.
      rewrite S_INR. unfold P. lra. }
    change (cautious (S N)) with (cautious_round N s). unfold cautious_round. fold k y P b.
    destruct (S k =? W)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q].
    + cbn [offered priced passed INR]. rewrite Q in BP, ES, EP.
      assert (K : P * star O <= b * INR W).
      { specialize (kept j ltac:(lia)).
        rewrite (sum_eq _ (fun i => star O * price G (j * W + i) O - b)) in kept
          by (intros; rewrite excess_one; fold b; ring).
        rewrite sum_minus, sum_const, sum_scale in kept.
        replace (S N - W)%nat with (j * W)%nat in EP by lia. rewrite <- EP in kept. lra. }
      destruct (Rle_dec (P * y) (b * INR W)) as [L|L].
      { repeat split; try lra; try lia; try reflexivity. exists (S j). lia. }
      apply Rnot_le_lt in L. assert (0 <= b * INR W) by (apply Rmult_le_pos; lra).
      assert (PP : 0 < P).
      { destruct (Rle_lt_or_eq_dec _ _ (proj1 BP)) as [|E]; [assumption|rewrite <- E in L; lra]. }
      set (z := b * INR W / P). assert (Ez : P * z = b * INR W) by (unfold z; field; lra).
      assert (z0 : 0 <= z) by (unfold z; apply Rle_mult_inv_pos; lra).
      assert (zy : z < y) by (apply (Rmult_lt_reg_l P); lra).
      assert (sz : star O <= z) by (apply (Rmult_le_reg_l P); lra).
      assert (zc : b <= c * z).
      { apply (Rmult_le_reg_l (INR W)); [lra|].
        assert (P * z <= c * INR W * z) by (apply Rmult_le_compat_r; lra). lra. }
      assert (P * (y - z) <= c * INR W * (y - z)) by (apply Rmult_le_compat_r; lra).
      repeat split; try lra; try lia; try reflexivity. exists (S j). lia.
    + cbn [offered priced passed]. repeat split; try lra; try lia. exists j. lia.
Qed.

(** No regret at all, against any point that keeps the windows, for any utilities that rise; and at most
    (c - b) W is overspent, at every prefix. *)
Theorem cautious_player N :
  (forall t x y, cube 1 x -> cube 1 y -> x O <= y O -> utility G t x <= utility G t y) ->
  affordable_in_turn G W N star ->
  sum (fun t => utility G t star) N <= sum (fun t => utility G t (cautious_decision t)) N /\
  sum (fun t => excess G t (cautious_decision t)) N <= (c - allowance G) * INR W.
Proof.
  intros rising kept. split.
  - apply sum_le. intros t Ht. destruct (cautious_after t) as (Y & Hy & _).
    { destruct kept as [Hs kept]. split; [exact Hs|]. intros j Hj. apply kept. lia. }
    apply rising; [apply line, kept| |exact Hy]. intros i _. exact Y.
  - destruct (cautious_after N kept) as ((Y0 & Y1) & _ & Hc & Hk & _ & _ & (P0 & P1) & HS).
    set (s := cautious N) in *. set (y := offered s) in *.
    apply (Rmult_le_compat_r y) in P1; [|exact Y0].
    assert (E : INR (passed s) * (c * y - allowance G) <= INR W * (c * y - allowance G)).
    { apply Rmult_le_compat_r; [lra|]. apply le_INR. lia. }
    lra.
Qed.
End Cautious.

(** * Two goods: sqrt T

    Both goods cost 1, and the allowance is 1/2; in each round a coin decides which of them is worth 1.
    Against the better one, of which a half is affordable, R + C/2 is a quarter of what the coins differ by,
    less what the player wins on them: and on coins nobody wins. *)

Definition pick (c : bool) (x : vec) : R := if c then x 0%nat else x 1%nat.
Definition picked (c : bool) : vec := fun i => if c then (if (i =? 0)%nat then 1 else 0)
  else (if (i =? 1)%nat then 1 else 0).

Definition coins (c : nat -> bool) : game := {|
  dim := 2;
  decisions := cube 2;
  project := onto_cube;
  utility := fun t => pick (c t);
  gradient := fun t _ => picked (c t);
  price := fun _ _ => 1;
  allowance := 1 / 2
|}.

Definition sign (c : bool) : R := if c then 1 else -1.

(** The mean of |s + k fair coins|. *)
Fixpoint walk (k : nat) (s : R) : R :=
  match k with O => Rabs s | S j => (walk j (s + 1) + walk j (s - 1)) / 2 end.

(** By the second and the fourth moment, as x >= 5/2 (x^2 - x^4) for x >= 0. *)
Lemma walk_moments a k : 0 < a -> forall s,
  5 / 2 * ((s ^ 2 + INR k) / a - (s ^ 4 + 6 * INR k * s ^ 2 + 3 * INR k ^ 2 - 2 * INR k) / a ^ 3) <= walk k s.
Proof.
  intros Ha. induction k; intros s.
  - cbn [walk INR]. set (y := Rabs s / a).
    assert (Hy : 0 <= y) by (apply Rle_mult_inv_pos; [apply Rabs_pos|exact Ha]).
    assert (E2 : s ^ 2 = a ^ 2 * y ^ 2) by (rewrite <- (pow2_abs s); unfold y; field; lra).
    replace (s ^ 4) with (s ^ 2 * s ^ 2) by ring. rewrite E2.
    replace (Rabs s) with (a * y) by (unfold y; field; lra). clearbody y.
    replace (5 / 2 * ((a ^ 2 * y ^ 2 + 0) / a
      - (a ^ 2 * y ^ 2 * (a ^ 2 * y ^ 2) + 6 * 0 * (a ^ 2 * y ^ 2) + 3 * 0 ^ 2 - 2 * 0) / a ^ 3))
      with (a * (y * (5 / 2 * (y - y ^ 3)))) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (y * 1); [|lra].
    apply Rmult_le_compat_l; [exact Hy|].
    pose proof (Rmult_le_pos _ _ (pow2_ge_0 (y - 29 / 50)) (ltac:(lra) : 0 <= y + 29 / 25)). lra.
  - cbn [walk]. pose proof (IHk (s + 1)) as H1. pose proof (IHk (s - 1)) as H2. rewrite S_INR.
    set (m := INR k) in *. clearbody m.
    replace (5 / 2 * ((s ^ 2 + (m + 1)) / a
      - (s ^ 4 + 6 * (m + 1) * s ^ 2 + 3 * (m + 1) ^ 2 - 2 * (m + 1)) / a ^ 3)) with
    ((5 / 2 * (((s + 1) ^ 2 + m) / a - ((s + 1) ^ 4 + 6 * m * (s + 1) ^ 2 + 3 * m ^ 2 - 2 * m) / a ^ 3)
    + 5 / 2 * (((s - 1) ^ 2 + m) / a - ((s - 1) ^ 4 + 6 * m * (s - 1) ^ 2 + 3 * m ^ 2 - 2 * m) / a ^ 3)) / 2)
      by (field; lra).
    lra.
Qed.

Lemma walk_long T : (1 <= T)%nat -> 5 / 9 * sqrt (INR T) <= walk T 0.
Proof.
  intros HT. apply le_INR in HT. cbn in HT. pose proof (sqrt_lt_R0 (INR T) ltac:(lra)) as Hr.
  pose proof (walk_moments (3 * sqrt (INR T)) T ltac:(lra) 0) as H.
  apply Rle_trans with (2 := H). pose proof (pow2_sqrt (INR T) ltac:(lra)) as E.
  set (r := sqrt (INR T)) in *. clearbody r. rewrite <- E.
  replace (5 / 2 * ((0 ^ 2 + r ^ 2) / (3 * r)
    - (0 ^ 4 + 6 * r ^ 2 * 0 ^ 2 + 3 * (r ^ 2) ^ 2 - 2 * r ^ 2) / (3 * r) ^ 3))
    with (5 / 9 * r + 5 / (27 * r)) by (field; lra).
  assert (0 < 5 / (27 * r)) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.

(** Games that agree before t are seen as the same before t. *)
Lemma same_coins p c c' t : (forall s, (s < t)%nat -> c s = c' s) -> bid p (coins c) t = bid p (coins c') t.
Proof.
  intros E. unfold bid, seen. f_equal. apply map_ext_in. intros s Hs. apply in_seq in Hs.
  cbn [utility gradient price coins]. now rewrite E by lia.
Qed.

Definition lean (p : player) (c : nat -> bool) (t : nat) : R :=
  bid p (coins c) t 0%nat - bid p (coins c) t 1%nat.

(** Somebody who sees the bids first can choose coins that lose the player the mean. *)
Lemma unlucky p T t : (t <= T)%nat -> exists c, walk T 0
  <= walk (T - t) (sum (fun s => sign (c s)) t) - 2 * sum (fun s => sign (c s) * lean p c s) t.
Proof.
  induction t; intros Ht; [exists (fun _ => true); cbn [sum]; rewrite Nat.sub_0_r; lra|].
  destruct (IHt ltac:(lia)) as (c & H). replace (T - t)%nat with (S (T - S t)) in H by lia. cbn [walk] in H.
  set (s := sum (fun s => sign (c s)) t) in *. set (k := (T - S t)%nat) in *.
  pose (v := if Rle_dec (walk k (s - 1) + 2 * lean p c t) (walk k (s + 1) - 2 * lean p c t)
    then true else false).
  pose (c' := fun i => if (i =? t)%nat then v else c i).
  assert (before : forall i, (i < t)%nat -> c' i = c i).
  { intros i Hi. unfold c'. now replace (i =? t)%nat with false by (symmetry; apply Nat.eqb_neq; lia). }
  assert (now_v : c' t = v) by (unfold c'; now rewrite Nat.eqb_refl).
  assert (leans : forall i, (i <= t)%nat -> lean p c' i = lean p c i).
  { intros i Hi. unfold lean. rewrite (same_coins p c' c i) by (intros; apply before; lia). reflexivity. }
  exists c'. cbn [sum].
  rewrite (sum_eq (fun s => sign (c' s)) (fun s => sign (c s))) by (intros i Hi; now rewrite before).
  rewrite (sum_eq (fun s => sign (c' s) * lean p c' s) (fun s => sign (c s) * lean p c s))
    by (intros i Hi; rewrite before, leans by lia; reflexivity).
  rewrite now_v, leans by lia. fold s. unfold v.
  destruct (Rle_dec _ _); [change (sign true) with 1|change (sign false) with (-1)].
  - lra.
  - replace (s + -1) with (s - 1) by ring. lra.
Qed.

(** For every player there are coins on which R + C/2 is at least 5/36 sqrt T, for windows of any length. *)
Theorem no_player_beats_the_root : forall (W T : nat) (p : player), (1 <= W <= T)%nat ->
  exists (c : nat -> bool) (star : vec), benchmark (coins c) W T star /\
  5 / 36 * sqrt (INR T) <= missed 1 p (coins c) T star + overspent p (coins c) T / 2.
Proof.
  intros W T p HW. destruct (unlucky p T T (le_n _)) as (c & H). rewrite Nat.sub_diag in H. cbn [walk] in H.
  pose proof (walk_long T ltac:(lia)) as L.
  set (S := sum (fun s => sign (c s)) T) in *.
  assert (earn : forall x : nat -> vec, sum (fun t => utility (coins c) t (x t)) T
    = sum (fun t => (x t 0%nat + x t 1%nat) / 2) T
      + sum (fun t => sign (c t) * (x t 0%nat - x t 1%nat)) T / 2).
  { intros x. unfold Rdiv at 2. rewrite (Rmult_comm _ (/ 2)), <- sum_scale, <- sum_plus. apply sum_eq.
    intros t _. cbn [utility coins]. unfold pick, sign. destruct (c t); field. }
  assert (fixed : forall x, sum (fun t => utility (coins c) t x) T
    = INR T * ((x 0%nat + x 1%nat) / 2) + S * (x 0%nat - x 1%nat) / 2).
  { intros x. rewrite (earn (fun _ => x)), sum_const. f_equal. f_equal. unfold S.
    rewrite (Rmult_comm (sum _ _)), <- sum_scale. apply sum_eq. intros. ring. }
  assert (spend : forall t x, excess (coins c) t x = x 0%nat + x 1%nat - 1 / 2).
  { intros t x. unfold excess, dot. cbn. ring. }
  pose (star := fun i : nat => if Rle_dec 0 S then (if (i =? 0)%nat then 1 / 2 else 0)
    else (if (i =? 0)%nat then 0 else 1 / 2)).
  assert (value : sum (fun t => utility (coins c) t star) T = INR T / 4 + Rabs S / 4).
  { rewrite fixed. unfold star. cbn [Nat.eqb]. destruct (Rle_dec 0 S).
    - rewrite Rabs_right by lra. field.
    - rewrite Rabs_left by lra. field. }
  exists c, star. split; [split; [split|]|].
  - intros i Hi. unfold star. destruct (Rle_dec 0 S), (i =? 0)%nat; lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)); [rewrite sum_const; lra|]. intros s _. rewrite spend.
    unfold star. cbn [Nat.eqb]. destruct (Rle_dec 0 S); lra.
  - intros y [Hy kept]. rewrite value, fixed. specialize (kept O ltac:(lia)).
    rewrite (sum_eq _ (fun _ => y 0%nat + y 1%nat - 1 / 2)), sum_const in kept by (intros; apply spend).
    assert (HW0 : 0 < INR W) by (apply lt_0_INR; lia). assert (B : y 0%nat + y 1%nat <= 1 / 2) by nra.
    pose proof (Hy 0%nat ltac:(cbn; lia)) as Y0. pose proof (Hy 1%nat ltac:(cbn; lia)) as Y1.
    pose proof (pos_INR T) as T0.
    assert (INR T * ((y 0%nat + y 1%nat) / 2) <= INR T * (1 / 4)) by (apply Rmult_le_compat_l; lra).
    assert (S * (y 0%nat - y 1%nat) <= Rabs S * (1 / 2)).
    { apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|].
      apply Rabs_le. lra. }
    lra.
  - unfold missed, overspent. rewrite value, (earn (fun t => bid p (coins c) t)).
    rewrite (sum_eq (fun t => excess _ t _)
      (fun t => 2 * ((bid p (coins c) t 0%nat + bid p (coins c) t 1%nat) / 2) - 1 / 2))
      by (intros; rewrite spend; field).
    rewrite sum_minus, sum_scale, sum_const.
    change (fun t => sign (c t) * (bid p (coins c) t 0%nat - bid p (coins c) t 1%nat))
      with (fun t => sign (c t) * lean p c t). lra.
Qed.

(** These games are of the paper's class. *)
Theorem coins_standing c : standing (coins c) (fun _ => 1) (sqrt (INR 2)) 2 (3 / 2) 1 0.
Proof.
  assert (pays : forall v x, dot 2 (picked v) x = pick v x).
  { intros [] x; unfold dot, picked, pick; cbn; ring. }
  split; [split|..].
  - exact (cube_domain 2).
  - apply sqrt_lt_R0. cbn. lra.
  - lra.
  - intros t x _. cbn [dim gradient coins]. unfold sq. rewrite pays. destruct (c t); cbn; lra.
  - intros t. unfold sq, dot. cbn. lra.
  - intros t i _. cbn. unfold zero. lra.
  - intros t x Hx. pose proof (Hx 0%nat ltac:(cbn; lia)). pose proof (Hx 1%nat ltac:(cbn; lia)).
    unfold excess, dot. cbn. apply Rabs_le. lra.
  - intros t. split.
    + intros x _ eps He. exists 1. split; [lra|]. intros y _ _.
      cbn [dim utility gradient coins]. rewrite pays.
      replace (_ - _) with 0 by (unfold pick, minus; destruct (c t); ring). rewrite Rabs_R0.
      apply Rmult_le_pos; [lra|apply sqrt_pos].
    + cbn. unfold pick, zero. destruct (c t); reflexivity.
    + intros x _ i _. cbn. unfold picked, zero. destruct (c t), i as [|[|i]]; cbn; lra.
    + intros x y _ _ _ i _. apply Rle_refl.
  - split; [lra|]. intros t x y _ _ _. cbn [dim utility gradient coins]. rewrite pays.
    unfold pick, minus. destruct (c t); lra.
  - intros t x y Hx Hy. pose proof (Hx 0%nat ltac:(cbn; lia)). pose proof (Hx 1%nat ltac:(cbn; lia)).
    pose proof (Hy 0%nat ltac:(cbn; lia)). pose proof (Hy 1%nat ltac:(cbn; lia)).
    cbn. unfold pick. destruct (c t); apply Rabs_le; lra.
Qed.

(** Both in the measure of [repricing_regret], regret and Lambda times the violation: whoever plays, and
    whatever W and T are, there is a game on which that is at least (W - 1)/8, and one with 5/36 sqrt T. *)
Corollary window_or_root : forall (W T : nat) (p : player) (cap : R), (1 <= W <= T)%nat -> 1 <= cap ->
  let together G star := missed 1 p G T star + cap * Rmax 0 (overspent p G T) in
  (exists (worth cost : nat -> R) (star : vec), (forall t, 0 <= worth t <= 2 /\ 0 <= cost t <= 2) /\
    benchmark (linear worth cost) W T star /\ (INR W - 1) / 8 <= together (linear worth cost) star) /\
  (exists (c : nat -> bool) (star : vec), benchmark (coins c) W T star /\
    5 / 36 * sqrt (INR T) <= together (coins c) star).
Proof.
  intros W T p cap HW Hc together. split.
  - set (n := (W / 2)%nat). pose proof (Nat.div_mod W 2 ltac:(lia)) as E. fold n in E.
    pose proof (Nat.mod_upper_bound W 2 ltac:(lia)) as E2. clearbody n.
    assert (Hn : (2 * n <= W)%nat) by lia.
    assert (half : (INR W - 1) / 2 <= INR n).
    { assert (H : (W <= 2 * n + 1)%nat) by lia. apply le_INR in H.
      rewrite plus_INR, mult_INR in H. cbn in H. lra. }
    pose proof (closed_window_benchmark n W T Hn) as HA. pose proof (rich_window_benchmark n W T HW) as HB.
    destruct (no_player_beats_the_window W T n p _ _ Hn HW HA HB) as [sum_is _]. cbv zeta in sum_is.
    pose proof (Rmax_l 0 (overspent p (closed n) T)) as A0.
    pose proof (Rmax_l 0 (overspent p (rich 2 1 n) T)) as B0.
    pose proof (Rmax_r 0 (overspent p (rich 2 1 n) T)) as B1.
    pose proof (Rmult_le_compat_r _ _ _ A0 Hc) as A2. pose proof (Rmult_le_compat_r _ _ _ B0 Hc) as B2.
    destruct (Rle_lt_dec (INR n / 4) (missed 1 p (closed n) T (fun _ => 1))) as [L|L].
    + exists (fun t => if (t <? n)%nat then 1 else 0), (fun t => if (t <? n)%nat then 2 else 0), (fun _ => 1).
      split; [intros t; destruct (t <? n)%nat; lra|]. split; [exact HA|].
      unfold together. fold (closed n). lra.
    + exists (fun t => if (t <? n)%nat then 1 else 1 * 2), (fun t => if (t <? n)%nat then 2 else 2),
        (fun _ => 1 / 2).
      split; [intros t; destruct (t <? n)%nat; lra|]. split; [exact HB|].
      unfold together. fold (rich 2 1 n). lra.
  - destruct (no_player_beats_the_root W T p HW) as (c & star & Hb & H). exists c, star. split; [exact Hb|].
    unfold together. pose proof (Rmax_l 0 (overspent p (coins c) T)) as C0.
    pose proof (Rmax_r 0 (overspent p (coins c) T)) as C1.
    pose proof (Rmult_le_compat_r _ _ _ C0 Hc). lra.
Qed.

(** So the rate is exact for the full regret: whoever plays, on one game regret and Lambda times the violation
    are together at least (sqrt T + W - 1)/16. It is the dearer of the two games. *)
Corollary no_player_beats_the_rate : forall (W T : nat) (p : player) (cap : R), (1 <= W <= T)%nat -> 1 <= cap ->
  exists (G : game) (star : vec), benchmark G W T star /\
  (sqrt (INR T) + INR W - 1) / 16 <= missed 1 p G T star + cap * Rmax 0 (overspent p G T).
Proof.
  intros W T p cap HW Hc.
  destruct (window_or_root W T p cap HW Hc) as [(worth & cost & s1 & _ & B1 & L1) (c & s2 & B2 & L2)].
  pose proof (sqrt_pos (INR T)).
  destruct (Rle_dec ((sqrt (INR T) + INR W - 1) / 16) ((INR W - 1) / 8)).
  - exists (linear worth cost), s1. split; [exact B1|]. lra.
  - exists (coins c), s2. split; [exact B2|]. lra.
Qed.
