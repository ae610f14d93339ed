(** One window for the whole game is impossible (chapter "Impossibility"): for W = T no player keeps its
    regret on two games, and what it overspends on the second, below a fixed share of T.

    Both games last two seasons of [half] rounds each, for one good, X = [0, 1], and an allowance of 1 per
    round. The first season is the same: a bid x earns x and costs 2 x. In the second, game A is closed,
    and in game B a bid earns m c x and costs c x. *)

Require Import Arith Reals Lra Lia Psatz List.
From Osphg Require Import Algorithm Basics Setting Cube OneGood.
Import ListNotations.
Open Scope R_scope.

Definition closed (half : nat) : game :=                    (* A *)
  linear (fun t => if (t <? half)%nat then 1 else 0) (fun t => if (t <? half)%nat then 2 else 0).
Definition rich (c m : R) (half : nat) : game :=            (* B *)
  linear (fun t => if (t <? half)%nat then 1 else m * c) (fun t => if (t <? half)%nat then 2 else c).

(** What a player may see of a round when it is over: utility, gradient and price. *)
Definition seen (G : game) (t : nat) : list ((vec -> R) * (vec -> vec) * vec) :=
  map (fun s => (utility G s, gradient G s, price G s)) (seq 0 t).

(** A player is any function of the rounds that are over. *)
Definition player : Type := list ((vec -> R) * (vec -> vec) * vec) -> vec.
Definition bid (p : player) (G : game) (t : nat) : vec := p (seen G t).

(** Its alpha-regret against x, and what it overspends, after T rounds. *)
Definition missed (alpha : R) (p : player) (G : game) (T : nat) (x : vec) : R :=
  alpha * sum (fun t => utility G t x) T - sum (fun t => utility G t (bid p G t)) T.
Definition overspent (p : player) (G : game) (T : nat) : R := sum (fun t => excess G t (bid p G t)) T.

Definition kappa (alpha c m : R) : R :=
  m * (alpha * c / (2 + c) - (1 - alpha)) + alpha / (2 + c) - alpha / 2.

(** * Two seasons *)

(** A sum over both seasons. *)
Lemma seasons (a b : R) (h : nat -> R) n :
  sum (fun t => (if (t <? n)%nat then a else b) * h t) (n + n) =
  a * sum h n + b * sum (fun t => h (n + t)%nat) n.
Proof.
  rewrite sum_split, <- !sum_scale. f_equal; apply sum_eq; intros i Hi.
  - now replace (i <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
  - now replace (n + i <? n)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
Qed.

(** What one and the same bid earns or costs. *)
Lemma seasons_fixed (a b x : R) n :
  sum (fun t => (if (t <? n)%nat then a else b) * x) (n + n) = (a + b) * INR n * x.
Proof. rewrite (seasons a b (fun _ => x)), !sum_const. ring. Qed.

Lemma whole_game G T x : affordable G T T x <-> decisions G x /\ sum (fun t => excess G t x) T <= 0.
Proof.
  split; intros [HX H]; split; try exact HX.
  - specialize (H O ltac:(lia)). now rewrite (sum_eq _ (fun s => excess G (0 + s) x)) by reflexivity.
  - intros t Ht. replace t with O by lia. exact H.
Qed.

Lemma spent_fixed worth a b n x :
  sum (fun t => excess (linear worth (fun t => if (t <? n)%nat then a else b)) t x) (n + n)
  = INR n * ((a + b) * x 0%nat - 2).
Proof.
  rewrite (sum_eq _ (fun t => (if (t <? n)%nat then a else b) * x 0%nat - 1))
    by (intros; apply excess_linear).
  rewrite sum_minus, seasons_fixed, sum_const, plus_INR. ring.
Qed.

(** The benchmark of A bids 1. *)
Theorem closed_benchmark n : benchmark (closed n) (n + n) (n + n) (fun _ => 1).
Proof.
  pose proof (pos_INR n) as Hn. split.
  - apply whole_game. split; [intros i _; lra|]. unfold closed. rewrite spent_fixed. lra.
  - intros y [Hy _]. specialize (Hy O ltac:(cbn; lia)). cbn [utility closed linear].
    rewrite !seasons_fixed. assert (INR n * y O <= INR n * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** The benchmark of B bids 2 / (2 + c). *)
Theorem rich_benchmark c m n : 0 < c -> 0 <= m ->
  benchmark (rich c m n) (n + n) (n + n) (fun _ => 2 / (2 + c)).
Proof.
  intros Hc Hm. pose proof (pos_INR n) as Hn.
  assert (E : (2 + c) * (2 / (2 + c)) = 2) by (field; lra).
  assert (0 <= m * c) by (apply Rmult_le_pos; lra).
  split.
  - apply whole_game. split.
    + intros i _. split; nra.
    + unfold rich. rewrite spent_fixed, E. lra.
  - intros y Hy. apply whole_game in Hy. destruct Hy as [_ Hy]. unfold rich in Hy. rewrite spent_fixed in Hy.
    cbn [utility rich linear]. rewrite !seasons_fixed.
    destruct (Rle_lt_or_eq_dec 0 (INR n) Hn) as [Hp|<-]; [|lra].
    assert (Hy2 : (2 + c) * y O <= 2) by (apply (Rmult_le_reg_l (INR n)); lra).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_l (2 + c)); lra.
Qed.

(** All benchmarks of a game are worth the same. *)
Lemma benchmark_value G W T x y : benchmark G W T x -> benchmark G W T y ->
  sum (fun t => utility G t x) T = sum (fun t => utility G t y) T.
Proof. intros [Hx Bx] [Hy By]. apply Rle_antisym; [now apply By|now apply Bx]. Qed.

(** In the first season a player has seen the same in both games, and bids the same. *)
Lemma same_bids p c m n t : (t <= n)%nat -> bid p (closed n) t = bid p (rich c m n) t.
Proof.
  intros Ht. unfold bid, seen. f_equal. apply map_ext_in. intros s Hs. apply in_seq in Hs.
  cbn [utility gradient price closed rich linear].
  now replace (s <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
Qed.

(** * The theorem

    With X and Y the sums of the bids in the two seasons of B, R_A = alpha T/2 - X,
    R_B = alpha (1 + m c)/(2 + c) T - X - m c Y, and the player overspends 2 X + c Y - T: in
    R_B + (2 m - 1) R_A + m C_B both X and Y cancel. *)
Theorem impossibility :
  forall (alpha c m : R) (half : nat) (p : player) (star_A star_B : vec),
  0 < c -> 1 / 2 <= m ->
  let T := (half + half)%nat in
  let A := closed half in
  let B := rich c m half in
  benchmark A T T star_A -> benchmark B T T star_B ->
  missed alpha p B T star_B + (2 * m - 1) * missed alpha p A T star_A + m * overspent p B T
  = kappa alpha c m * INR T /\
  kappa alpha c m / (3 * m) * INR T
  <= Rmax (missed alpha p A T star_A) (Rmax (missed alpha p B T star_B) (overspent p B T)).
Proof.
  intros alpha c m n p a b Hc Hm T A B Ha Hb.
  pose (X := sum (fun t => bid p B t O) n). pose (Y := sum (fun t => bid p B (n + t)%nat O) n).
  assert (EA : missed alpha p A T a = alpha * INR n - X).
  { unfold missed. rewrite (benchmark_value _ _ _ _ _ Ha (closed_benchmark n)).
    unfold A, closed, T. cbn [utility linear]. rewrite seasons_fixed, seasons.
    rewrite (sum_eq (fun t => bid p _ t O) (fun t => bid p B t O)).
    - fold X. ring.
    - intros t Ht. unfold B. now rewrite <- same_bids by lia. }
  assert (EB : missed alpha p B T b = alpha * ((1 + m * c) * INR n * (2 / (2 + c))) - X - m * c * Y).
  { unfold missed. rewrite (benchmark_value _ _ _ _ _ Hb (rich_benchmark c m n Hc ltac:(lra))).
    unfold B, rich, T. cbn [utility linear]. rewrite seasons_fixed, seasons.
    fold (rich c m n). fold B. fold X. fold Y. ring. }
  assert (EC : overspent p B T = 2 * X + c * Y - INR T).
  { unfold overspent.
    rewrite (sum_eq _ (fun t => (if (t <? n)%nat then 2 else c) * bid p B t O - 1))
      by (intros; apply excess_linear).
    rewrite sum_minus, sum_const. unfold T. rewrite seasons. fold X. fold Y. ring. }
  assert (identity : missed alpha p B T b + (2 * m - 1) * missed alpha p A T a + m * overspent p B T
                     = kappa alpha c m * INR T).
  { rewrite EA, EB, EC. unfold kappa, T. rewrite plus_INR. field. lra. }
  split; [exact identity|].
  set (r := Rmax _ _). assert (missed alpha p A T a <= r) by apply Rmax_l.
  assert (HB : missed alpha p B T b <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_l).
  assert (HC : overspent p B T <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_r).
  assert ((2 * m - 1) * missed alpha p A T a <= (2 * m - 1) * r) by (apply Rmult_le_compat_l; lra).
  assert (m * overspent p B T <= m * r) by (apply Rmult_le_compat_l; lra).
  apply (Rmult_le_reg_l (3 * m)); [lra|].
  replace (3 * m * (kappa alpha c m / (3 * m) * INR T)) with (kappa alpha c m * INR T) by (field; lra).
  lra.
Qed.

(** kappa is positive just where alpha > 1/2, B is dear, and money buys enough there. *)
Theorem kappa_positive : forall alpha c m : R, 0 < alpha < 1 -> 0 < c -> 0 < m ->
  0 < kappa alpha c m <->
  1 / 2 < alpha /\ 2 * (1 - alpha) / (2 * alpha - 1) < c /\
  alpha * c / (2 * ((2 * alpha - 1) * c - 2 * (1 - alpha))) < m.
Proof.
  intros a c m Ha Hc Hm. set (s := (2 * a - 1) * c - 2 * (1 - a)).
  assert (E : 2 * (2 + c) * kappa a c m = 2 * s * m - a * c) by (unfold kappa, s; field; lra).
  assert (P : 0 < a * c) by (apply Rmult_lt_0_compat; lra).
  assert (dear : 1 / 2 < a -> (2 * (1 - a) / (2 * a - 1) < c <-> 0 < s)).
  { intros H. split; intros D.
    - apply (Rmult_lt_compat_l (2 * a - 1)) in D; [|lra].
      replace ((2 * a - 1) * (2 * (1 - a) / (2 * a - 1))) with (2 * (1 - a)) in D by (field; lra).
      unfold s. lra.
    - apply (Rmult_lt_reg_l (2 * a - 1)); [lra|].
      replace ((2 * a - 1) * (2 * (1 - a) / (2 * a - 1))) with (2 * (1 - a)) by (field; lra).
      unfold s in D. lra. }
  assert (good : 0 < s -> (a * c / (2 * s) < m <-> 0 < kappa a c m)).
  { intros H. assert (E2 : 2 * s * (a * c / (2 * s)) = a * c) by (field; lra). split; intros D.
    - apply (Rmult_lt_compat_l (2 * s)) in D; [|lra]. apply (Rmult_lt_reg_l (2 * (2 + c))); lra.
    - apply (Rmult_lt_compat_l (2 * (2 + c))) in D; [|lra]. apply (Rmult_lt_reg_l (2 * s)); lra. }
  split.
  - intros H. apply (Rmult_lt_compat_l (2 * (2 + c))) in H as H2; [|lra].
    assert (Hs : 0 < s) by (apply (Rmult_lt_reg_l (2 * m)); lra).
    assert (H1 : 1 / 2 < a) by (unfold s in Hs; nra).
    split; [exact H1|]. split; [now apply dear|now apply good].
  - intros (H1 & H2 & H3). apply dear in H2; [|exact H1]. now apply good.
Qed.

(** For alpha = 1 - 1/e: c has to be above 2 / (e - 2). *)
Theorem kappa_least_price : let alpha := 1 - exp (-1) in
  2 * (1 - alpha) / (2 * alpha - 1) = 2 / (exp 1 - 2).
Proof.
  cbv zeta. assert (E : exp (-1) = / exp 1) by (rewrite <- exp_Ropp; f_equal; lra).
  pose proof (exp_ineq1 1 ltac:(lra)) as He. rewrite E. field. split; lra.
Qed.

(** So c = 8 and m = 10 are enough: kappa is at least 1. *)
Theorem nobody_wins_both :
  forall (half : nat) (p : player) (star_A star_B : vec),
  let alpha := 1 - exp (-1) in
  let T := (half + half)%nat in
  let A := closed half in
  let B := rich 8 10 half in
  benchmark A T T star_A -> benchmark B T T star_B ->
  INR T / 30 <= Rmax (missed alpha p A T star_A) (Rmax (missed alpha p B T star_B) (overspent p B T)).
Proof.
  intros n p a b alpha T A B Ha Hb.
  destruct (impossibility alpha 8 10 n p a b ltac:(lra) ltac:(lra) Ha Hb) as [_ H].
  apply Rle_trans with (2 := H). assert (1 <= kappa alpha 8 10).
  { unfold kappa, alpha. pose proof over_e. lra. }
  apply Rle_trans with (1 / (3 * 10) * INR T); [lra|]. apply Rmult_le_compat_r; [apply pos_INR|]. lra.
Qed.

(** * Both games are of the paper's class *)

Theorem linear_standing : forall (worth cost : nat -> R) (beta : R),
  1 <= beta -> (forall t, 0 <= worth t <= beta) -> (forall t, 0 <= cost t <= beta) ->
  standing (linear worth cost) (fun _ => 1) 1 beta beta beta 0.
Proof.
  intros worth cost beta Hb Hw Hc.
  apply one_good_standing; trivial; try lra; intros t; [specialize (Hc t)|specialize (Hw t)]; lra.
Qed.

