(** Not knowing the window costs a logarithm (chapter "What not knowing the window costs"): with two goods no
    player has regret and violation of the order sqrt T + W for all windows W at once.

    Whoever is told W has them: [repricing_regret]. Who is not must guard against a game that ends at any time
    and leaves no window to win anything back in. To earn from a cycle it has to risk money that a late ending
    does not give back; so it can risk no more than a multiple of what it has earned, or may lose. *)

Require Import Arith ZArith Reals Lra Lia Psatz List Classical_Prop.
From Osphg Require Import Algorithm Basics Setting Impossibility Prism.
Open Scope R_scope.

(** * The games

    Half cycles of m rounds take turns: cheap ones, in which good 0 is free and worth 1/2, and dear ones, in
    which it costs 2 and is worth 2. Good 1 costs 1 and is worth 1 in all of them. From round tau on either
    nothing follows (late = 0), or good 0 is worth nothing, and good 1 costs 1 and is worth 2 (late = 1). *)

Definition dear (m t : nat) : bool := Nat.odd (t / m).

(** The number that stands for round t, by what kind of round it is. *)
Definition turn (m tau : nat) (in_cheap in_dear after : R) (t : nat) : R :=
  if (t <? tau)%nat then (if dear m t then in_dear else in_cheap) else after.

Definition two (a b : R) : vec := fun i => match i with O => a | _ => b end.
Definition simplex2 (x : vec) : Prop := 0 <= x 0%nat /\ 0 <= x 1%nat /\ x 0%nat + x 1%nat <= 1.

Definition cycles (P : vec -> vec) (m tau : nat) (late : R) : game := {|
  dim := 2;
  decisions := simplex2;
  project := P;
  utility := fun t x => turn m tau (1 / 2) 2 0 t * x 0%nat + turn m tau 1 1 (2 * late) t * x 1%nat;
  gradient := fun t _ => two (turn m tau (1 / 2) 2 0 t) (turn m tau 1 1 (2 * late) t);
  price := fun t => two (turn m tau 0 2 0 t) (turn m tau 1 1 late t);
  allowance := 1
|}.

Lemma excess_cycles P m tau late t x : excess (cycles P m tau late) t x
  = turn m tau 0 2 0 t * x 0%nat + turn m tau 1 1 late t * x 1%nat - 1.
Proof. unfold excess, dot. cbn. ring. Qed.

Lemma turn_before m tau a b c t : (t < tau)%nat -> turn m tau a b c t = if dear m t then b else a.
Proof. intros H. unfold turn. now replace (t <? tau)%nat with true by (symmetry; apply Nat.ltb_lt; lia). Qed.
Lemma turn_after m tau a b c t : (tau <= t)%nat -> turn m tau a b c t = c.
Proof. intros H. unfold turn. now replace (t <? tau)%nat with false by (symmetry; apply Nat.ltb_ge; lia). Qed.

(** Games that agree up to round t are seen as the same until then. *)
Lemma same_cycles P p m tau tau' l l' t : (t <= tau)%nat -> (t <= tau')%nat ->
  bid p (cycles P m tau l) t = bid p (cycles P m tau' l') t.
Proof.
  intros H H'. unfold bid, seen. f_equal. apply map_ext_in. intros s Hs. apply in_seq in Hs.
  cbn [utility gradient price cycles]. rewrite !turn_before by lia. reflexivity.
Qed.

(** The projection onto the simplex: that onto the prism, which has it for a side. *)
Definition onto_simplex2 (x : vec) : vec :=
  let q := onto_prism (three 0 (x 0%nat) (x 1%nat)) in two (q 1%nat) (q 2%nat).

Lemma simplex2_domain : domain 2 simplex2 onto_simplex2 (fun _ => 1) (sqrt 3).
Proof.
  assert (sq2 : forall x, sq 2 x = x 0%nat ^ 2 + x 1%nat ^ 2) by (intros; unfold sq, dot; cbn [sum]; ring).
  assert (lift : forall x, simplex2 x -> prism (three 0 (x 0%nat) (x 1%nat))).
  { intros x (x0 & x1 & x01). unfold prism. cbn [three]. lra. }
  split.
  - intros x y E (x0 & x1 & x01). unfold simplex2. rewrite <- (E 0%nat), <- (E 1%nat) by lia. tauto.
  - intros x y a Ha (x0 & x1 & x01) (y0 & y1 & y01). unfold simplex2, plus, scale. repeat split; nra.
  - unfold simplex2, zero. lra.
  - intros x (x0 & x1 & x01). split; intros [|[|i]] Hi; unfold zero; try lia; lra.
  - intros x. unfold onto_simplex2. set (z := three 0 (x 0%nat) (x 1%nat)).
    destruct (into _ _ _ _ _ prism_domain z) as (_ & q1 & q2 & q12). unfold simplex2. cbn [two]. lra.
  - intros x y Hy. set (z := three 0 (x 0%nat) (x 1%nat)).
    pose proof (nearest _ _ _ _ _ prism_domain z _ (lift y Hy)) as H. rewrite !sq_three in H. rewrite !sq2.
    unfold minus, onto_simplex2 in *. fold z. cbn [two]. unfold z in H at 1 3 5 7 8 9. cbn [three] in H.
    pose proof (pow2_ge_0 (0 - onto_prism z 0%nat)). lra.
  - intros x y (x0 & x1 & x01) (y0 & y1 & y01). rewrite pow2_sqrt, sq2 by lra. unfold minus. nra.
Qed.

(** They are of the paper's class, with G = 1, F = 2 and beta = 3. *)
Theorem cycles_standing P top radius m tau late : domain 2 simplex2 P top radius -> 0 < radius -> 0 <= late
  <= 1 ->
  standing (cycles P m tau late) top radius 3 1 2 0.
Proof.
  intros D r0 Hl. assert (dot2 : forall a b x, dot 2 (two a b) x = a * x 0%nat + b * x 1%nat).
  { intros a b x. unfold dot. cbn. ring. }
  assert (R : forall t, 0 <= turn m tau (1 / 2) 2 0 t <= 2 /\ 0 <= turn m tau 1 1 (2 * late) t <= 2 /\
    0 <= turn m tau 0 2 0 t <= 2 /\ 0 <= turn m tau 1 1 late t <= 1).
  { intros t. unfold turn. destruct (t <? tau)%nat; [destruct (dear m t)|]; lra. }
  split; [split|..].
  - exact D.
  - exact r0.
  - lra.
  - intros t x _. cbn [dim gradient cycles]. unfold sq. rewrite dot2. cbn [two].
    destruct (R t) as (a & b & _). nra.
  - intros t. cbn [dim price cycles]. unfold sq. rewrite dot2. cbn [two]. destruct (R t) as (_ & _ & a & b).
    nra.
  - intros t i _. cbn [price cycles]. destruct (R t) as (_ & _ & a & b). destruct i; cbn; unfold zero; lra.
  - intros t x (x0 & x1 & x01). rewrite excess_cycles. destruct (R t) as (_ & _ & a & b). apply Rabs_le. nra.
  - intros t. destruct (R t) as (a & b & _). split.
    + intros x _ eps He. exists 1. split; [lra|]. intros y _ _. cbn [dim utility gradient cycles].
      rewrite dot2.
      unfold minus. replace (_ - _) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [lra|apply sqrt_pos].
    + cbn. unfold zero. ring.
    + intros x _ i _. cbn. unfold zero. destruct i; cbn; lra.
    + intros x y _ _ _ i _. apply Rle_refl.
  - split; [lra|]. intros t x y _ _ _. cbn [dim utility gradient cycles]. rewrite dot2. unfold minus. lra.
  - intros t x y (x0 & x1 & x01) (y0 & y1 & y01). cbn [utility cycles]. destruct (R t) as (a & b & _).
    apply Rabs_le. nra.
Qed.

(** * Sums over half cycles *)

Lemma block (h : nat -> R) k m : sum h (S k * m) = sum h (k * m) + sum (fun s => h (k * m + s)%nat) m.
Proof. replace (S k * m)%nat with (k * m + m)%nat by lia. apply sum_split. Qed.

Lemma dear_at m k s : (s < m)%nat -> dear m (k * m + s) = Nat.odd k.
Proof.
  intros H. unfold dear. rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. now rewrite Nat.add_0_r.
Qed.

(** Every 2 m successive rounds have m dear ones. *)
Definition toll (m t : nat) : R := if dear m t then 2 else 0.

Lemma shift_sum (h : nat -> R) t N :
  sum (fun s => h (S t + s)%nat) N + h t = sum (fun s => h (t + s)%nat) N + h (t + N)%nat.
Proof.
  induction N; cbn [sum]; [rewrite Nat.add_0_r; lra|].
  replace (t + S N)%nat with (S t + N)%nat by lia. lra.
Qed.

Lemma toll_period m t : (1 <= m)%nat -> toll m (t + 2 * m) = toll m t.
Proof.
  intros H. unfold toll, dear. rewrite Nat.div_add by lia.
  replace (t / m + 2)%nat with (S (S (t / m))) by lia. now rewrite Nat.odd_succ, Nat.even_succ.
Qed.

Lemma toll_window m t : (1 <= m)%nat -> sum (fun s => toll m (t + s)) (2 * m) = 2 * INR m.
Proof.
  intros H. induction t.
  - replace (2 * m)%nat with (S 1 * m)%nat by lia. rewrite block.
    replace (1 * m)%nat with (S 0 * m)%nat at 1 by lia. rewrite block.
    rewrite (sum_eq (fun s => toll m (0 + (0 * m + s))) (fun _ => 0) m).
    2: { intros s Hs. unfold toll. cbn [Nat.add Nat.mul]. pose proof (dear_at m 0 s Hs) as E.
         cbn [Nat.add Nat.mul] in E. now rewrite E. }
    rewrite (sum_eq (fun s => toll m (0 + (1 * m + s))) (fun _ => 2) m).
    2: { intros s Hs. unfold toll. cbn [Nat.add]. pose proof (dear_at m 1 s Hs) as E. now rewrite E. }
    rewrite !sum_const. cbn. lra.
  - pose proof (shift_sum (toll m) t (2 * m)) as E. rewrite toll_period in E by exact H. lra.
Qed.

(** * What the player has earned and spent

    With X its decisions in game A, [earn] and [pay] are what it earns and spends in a round, and [gift] what
    it earns in a cheap round beyond what it pays. D k is what it has overspent after k half cycles, and G k
    the sum of the gifts. *)

Section Player.
Variables (P : vec -> vec) (p : player) (m n T : nat) (r : R).
Hypotheses (allowed : forall h, simplex2 (p h)) (some : (1 <= m)%nat) (long : (2 * n * m <= T)%nat).

Let A := cycles P m (2 * n * m) 0.
Let B k := cycles P m (k * m) 1.
Let together G star := missed 1 p G T star + 2 * Rmax 0 (overspent p G T).
Let X t := bid p A t.
Let earn t := (if dear m t then 2 else 1 / 2) * X t 0%nat + X t 1%nat.
Let pay t := (if dear m t then 2 else 0) * X t 0%nat + X t 1%nat.
Let gift t := (if dear m t then 0 else 1 / 2) * X t 0%nat.
Let D k := sum pay (k * m) - INR (k * m).
Let G k := sum gift (k * m).

Lemma X_in t : simplex2 (X t).
Proof. apply allowed. Qed.

Lemma earned_is_paid k : sum earn (k * m) = sum pay (k * m) + G k.
Proof.
  unfold G. rewrite <- sum_plus. apply sum_eq. intros i _. unfold earn, pay, gift. destruct (dear m i); lra.
Qed.

(** (0, 1) costs 1 in every round of a game that ends late, and nothing that costs no more earns more there.
    *)
Lemma late_benchmark k : benchmark (B k) 1 T (two 0 1).
Proof.
  assert (cost : forall t y, excess (B k) t y
    = turn m (k * m) 0 2 0 t * y 0%nat + turn m (k * m) 1 1 1 t * y 1%nat - 1)
    by (intros; apply excess_cycles).
  split; [split|].
  - cbn. unfold simplex2. cbn. lra.
  - intros t _. cbn [sum]. rewrite cost. cbn [two]. unfold turn.
    destruct (_ <? _)%nat; [destruct (dear _ _)|]; lra.
  - intros y [Hy kept]. apply sum_le. intros t Ht. specialize (kept t ltac:(lia)). cbn [sum] in kept.
    rewrite Nat.add_0_r, cost in kept. destruct Hy as (y0 & y1 & y01). unfold B. cbn [utility cycles two].
    revert kept. unfold turn. destruct (_ <? _)%nat; [destruct (dear _ _)|]; lra.
Qed.

(** Whoever keeps J(1) <= r in the game that ends late after k half cycles has neither overspent nor
    underspent by more than r and its gifts. *)
Lemma deviation k : (k <= 2 * n)%nat -> together (B k) (two 0 1) <= r -> - (r + G k) <= D k <= r + G k.
Proof.
  intros Hk H. assert (HkT : (k * m <= T)%nat) by nia. assert (HkA : (k * m <= 2 * n * m)%nat) by nia.
  set (K := (k * m)%nat) in *. pose (Y := sum (fun t => bid p (B k) (K + t)%nat 1%nat) (T - K)).
  assert (ET : T = (K + (T - K))%nat) by lia.
  assert (Y1 : Y <= INR (T - K)).
  { unfold Y. rewrite <- (Rmult_1_r (INR (T - K))), <- (sum_const 1). apply sum_le. intros i _.
    destruct (allowed (seen (B k) (K + i))) as (a & b & c). unfold bid. lra. }
  assert (U : sum (fun t => utility (B k) t (bid p (B k) t)) T = sum earn K + 2 * Y).
  { rewrite ET, sum_split. f_equal.
    - apply sum_eq. intros i Hi. unfold B. cbn [utility cycles]. fold K. rewrite !turn_before by lia.
      rewrite (same_cycles P p m K (2 * n * m) 1 0) by lia. fold A. unfold earn, X. destruct (dear m i); lra.
    - unfold Y. rewrite <- sum_scale. apply sum_eq. intros i Hi. unfold B. cbn [utility cycles]. fold K.
      rewrite !turn_after by lia. lra. }
  assert (V : overspent p (B k) T = sum pay K + Y - INR T).
  { unfold overspent. rewrite ET at 1. rewrite sum_split.
    rewrite (sum_eq _ (fun t => pay t - 1) K).
    2: { intros i Hi. unfold B. rewrite excess_cycles. fold K. rewrite !turn_before by lia.
         rewrite (same_cycles P p m K (2 * n * m) 1 0) by lia. fold A. unfold pay, X.
         destruct (dear m i); lra. }
    rewrite (sum_eq _ (fun t => bid p (B k) (K + t)%nat 1%nat - 1) (T - K)).
    2: { intros i Hi. unfold B at 1. rewrite excess_cycles. fold K. rewrite !turn_after by lia.
         fold (B k). lra. }
    rewrite !sum_minus, !sum_const. fold Y. rewrite ET at 2. rewrite plus_INR. lra. }
  assert (S : sum (fun t => utility (B k) t (two 0 1)) T = INR K + 2 * INR (T - K)).
  { rewrite ET at 1. rewrite sum_split. f_equal.
    - rewrite (sum_eq _ (fun _ => 1)), sum_const; [lra|]. intros i Hi. unfold B. cbn [utility cycles]. fold K.
      rewrite !turn_before by lia. cbn. destruct (dear m i); lra.
    - rewrite (sum_eq _ (fun _ => 2)), sum_const; [lra|]. intros i Hi. unfold B. cbn [utility cycles]. fold K.
      rewrite !turn_after by lia. cbn. lra. }
  pose proof (earned_is_paid k) as EP. fold K in EP.
  unfold together, missed in H. rewrite U, V, S, EP in H.
  assert (NT : INR T = INR K + INR (T - K)) by (rewrite ET at 1; now rewrite plus_INR).
  unfold D. fold K. set (over := sum pay K + Y - INR T) in *.
  pose proof (Rmax_l 0 over). pose proof (Rmax_r 0 over). split; unfold over in *; lra.
Qed.

(** One cycle: what is risked is at most what was overspent before, and what may be underspent after. *)
Lemma one_cycle i d : (S i <= n)%nat ->
  (forall k, (1 <= k <= 2 * n)%nat -> together (B k) (two 0 1) <= r) -> D (2 * i) <= d ->
  2 * (G (2 * S i) - G (2 * i)) <= d + r + G (2 * S i).
Proof.
  intros Hi H Dk. set (k := (2 * i)%nat) in *. replace (2 * S i)%nat with (S (S k)) by (unfold k; lia).
  pose (E := sum (fun s => X (k * m + s)%nat 0%nat) m). pose (F := sum (fun s => X (k * m + s)%nat 1%nat) m).
  assert (ek : Nat.odd k = false) by (unfold k; rewrite Nat.odd_mul; reflexivity).
  assert (ok : Nat.odd (S k) = true) by (rewrite Nat.odd_succ, <- Nat.negb_odd, ek; reflexivity).
  assert (EF : E + F <= INR m).
  { unfold E, F. rewrite <- sum_plus, <- (Rmult_1_r (INR m)), <- (sum_const 1). apply sum_le. intros s _.
    destruct (X_in (k * m + s)) as (a & b & c). lra. }
  assert (G1 : G (S k) = G k + E / 2).
  { unfold G. rewrite block. f_equal. unfold E, Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq.
    intros s Hs.
    unfold gift. rewrite dear_at, ek by exact Hs. lra. }
  assert (G2 : G (S (S k)) = G (S k)).
  { unfold G. rewrite block. rewrite (sum_eq (fun s => gift (S k * m + s)) (fun _ => 0) m).
    2: { intros s Hs. unfold gift. rewrite dear_at, ok by exact Hs. lra. } rewrite sum_const. lra. }
  assert (D1 : D (S k) = D k + F - INR m).
  { unfold D. rewrite block. replace (S k * m)%nat with (k * m + m)%nat by lia. rewrite plus_INR.
    rewrite (sum_eq (fun s => pay (k * m + s)) (fun s => X (k * m + s)%nat 1%nat) m).
    2: { intros s Hs. unfold pay. rewrite dear_at, ek by exact Hs. lra. } fold F. lra. }
  pose proof (deviation (S k) ltac:(unfold k; lia) (H (S k) ltac:(unfold k; lia))) as [Lo _].
  rewrite G2. lra.
Qed.

(** Nothing is overspent at first, so that the first cycle doubles r, and each later one triples r + G. *)
Lemma all_cycles i : (S i <= n)%nat ->
  (forall k, (1 <= k <= 2 * n)%nat -> together (B k) (two 0 1) <= r) -> r + G (2 * S i) <= 2 * 3 ^ i * r.
Proof.
  intros Hi H. induction i.
  - pose proof (one_cycle 0 0 Hi H ltac:(unfold D; cbn; lra)) as Q.
    assert (Z : G (2 * 0) = 0) by reflexivity. rewrite Z in Q. cbn [pow]. lra.
  - pose proof (deviation (2 * S i) ltac:(lia) (H (2 * S i)%nat ltac:(lia))) as [_ Up].
    pose proof (one_cycle (S i) _ Hi H Up) as Q. pose proof (IHi ltac:(lia)). cbn [pow]. lra.
Qed.

(** * Game A

    (1, 0) keeps the budget over every 2 m rounds, and earns 5 m/2 in each cycle: nothing earns more. *)
Lemma A_affordable : affordable A (2 * m) T (two 1 0).
Proof.
  split; [cbn; unfold simplex2; cbn; lra|]. intros t _.
  apply Rle_trans with (sum (fun s => toll m (t + s) - 1) (2 * m)).
  - apply sum_le. intros s _. unfold A. rewrite excess_cycles. cbn [two]. unfold turn, toll.
    destruct (_ <? _)%nat; destruct (dear _ _); lra.
  - rewrite sum_minus, sum_const, toll_window, mult_INR by exact some. cbn. lra.
Qed.

Lemma A_fixed y i : (i <= n)%nat ->
  sum (fun t => utility A t y) (2 * i * m) = INR m * INR i * (5 / 2 * y 0%nat + 2 * y 1%nat).
Proof.
  intros Hi. induction i; [cbn; lra|].
  replace (2 * S i)%nat with (S (S (2 * i))) by lia. rewrite !block, IHi by lia.
  rewrite (sum_eq (fun s => utility A (2 * i * m + s) y) (fun _ => 1 / 2 * y 0%nat + y 1%nat) m).
  2: { intros s Hs. unfold A. cbn [utility cycles]. rewrite !turn_before by nia. rewrite dear_at by exact Hs.
       rewrite Nat.odd_mul. cbn. lra. }
  rewrite (sum_eq (fun s => utility A (S (2 * i) * m + s) y) (fun _ => 2 * y 0%nat + y 1%nat) m).
  2: { intros s Hs. unfold A. cbn [utility cycles]. rewrite !turn_before by nia. rewrite dear_at by exact Hs.
       rewrite Nat.odd_succ, <- Nat.negb_odd, Nat.odd_mul. cbn. lra. }
  rewrite !sum_const, S_INR. lra.
Qed.

(** After the cycles nothing is worth anything in A. *)
Lemma A_total (x : nat -> vec) :
  sum (fun t => utility A t (x t)) T = sum (fun t => utility A t (x t)) (2 * n * m).
Proof.
  replace T with (2 * n * m + (T - 2 * n * m))%nat at 1 by lia. rewrite sum_split.
  rewrite (sum_eq (fun s => utility A (2 * n * m + s) _) (fun _ => 0)), sum_const; [lra|].
  intros i Hi. unfold A. cbn [utility cycles]. rewrite !turn_after by lia. lra.
Qed.

Lemma A_benchmark : benchmark A (2 * m) T (two 1 0).
Proof.
  split; [exact A_affordable|]. intros y [(y0 & y1 & y01) _].
  rewrite (A_total (fun _ => y)), (A_total (fun _ => two 1 0)), !(fun v => A_fixed v n (le_n n)). cbn [two].
  apply Rmult_le_compat_l; [apply Rmult_le_pos; apply pos_INR|lra].
Qed.

Lemma pays_in_A : (1 <= n)%nat ->
  (forall k, (1 <= k <= 2 * n)%nat -> together (B k) (two 0 1) <= r) ->
  INR m * INR n / 2 + r - 4 * 3 ^ (n - 1) * r <= together A (two 1 0).
Proof.
  intros Hn H.
  assert (U : sum (fun t => utility A t (bid p A t)) T = sum earn (2 * n * m)).
  { rewrite A_total. apply sum_eq. intros i Hi. unfold A at 1. cbn [utility cycles].
    rewrite !turn_before by exact Hi. fold A. unfold earn, X. destruct (dear m i); lra. }
  assert (S : sum (fun t => utility A t (two 1 0)) T = 5 / 2 * INR m * INR n).
  { rewrite (A_total (fun _ => two 1 0)), (A_fixed _ n (le_n n)). cbn [two]. lra. }
  pose proof (all_cycles (n - 1) ltac:(lia) H) as Gn. replace (Datatypes.S (n - 1)) with n in Gn by lia.
  pose proof (deviation (2 * n) (le_n _) (H (2 * n)%nat ltac:(lia))) as [_ Dn]. unfold D in Dn.
  assert (NK : INR (2 * n * m) = 2 * INR n * INR m) by (rewrite !mult_INR; cbn; ring).
  pose proof (earned_is_paid (2 * n)) as EP.
  unfold together, missed. rewrite U, S, EP.
  pose proof (Rmax_l 0 (overspent p A T)). lra.
Qed.
End Player.

(** * The theorems

    Whoever plays in the simplex: on one of the 2 n games that end late regret and twice the violation are
    together more than r against the benchmark of single rounds, or on the game of n cycles they are at least
    m n/2 - (4 * 3^(n-1) - 1) r against that of windows of 2 m rounds. *)
Theorem not_knowing_the_window : forall (P : vec -> vec) (p : player) (m n T : nat) (r : R),
  (forall h, simplex2 (p h)) -> (1 <= m)%nat -> (1 <= n)%nat -> (2 * n * m <= T)%nat ->
  let together G star := missed 1 p G T star + 2 * Rmax 0 (overspent p G T) in
  (exists k : nat, (1 <= k <= 2 * n)%nat /\
    benchmark (cycles P m (k * m) 1) 1 T (two 0 1) /\ r < together (cycles P m (k * m) 1) (two 0 1)) \/
  (benchmark (cycles P m (2 * n * m) 0) (2 * m) T (two 1 0) /\
    INR m * INR n / 2 + r - 4 * 3 ^ (n - 1) * r <= together (cycles P m (2 * n * m) 0) (two 1 0)).
Proof.
  intros P p m n T r allowed Hm Hn long together.
  destruct (classic (exists k : nat, (1 <= k <= 2 * n)%nat /\
    r < together (cycles P m (k * m) 1) (two 0 1))) as [(k & Hk & L)|N].
  - left. exists k. split; [exact Hk|]. split; [|exact L]. now apply (late_benchmark P m n T).
  - right. split; [now apply A_benchmark|]. apply (pays_in_A P p m n T r); try assumption.
    intros k Hk. apply Rnot_lt_le. intros L. apply N. now exists k.
Qed.

(** For W = 2 m and n + 1 cycles with 8 r 3^n <= m: more than r for single rounds, or at least W n/4 + r, on
    games of the paper's class. *)
Corollary logarithm : forall (p : player) (m n T : nat) (r : R),
  (forall h, simplex2 (p h)) -> (1 <= m)%nat -> (2 * S n * m <= T)%nat -> 8 * r * 3 ^ n <= INR m ->
  exists G star, standing G (fun _ => 1) (sqrt 3) 3 1 2 0 /\
  ((benchmark G 1 T star /\ r < missed 1 p G T star + 2 * Rmax 0 (overspent p G T)) \/
   (benchmark G (2 * m) T star /\
    INR (2 * m) * INR n / 4 + r <= missed 1 p G T star + 2 * Rmax 0 (overspent p G T))).
Proof.
  intros p m n T r allowed Hm long small. assert (r3 : 0 < sqrt 3) by (apply sqrt_lt_R0; lra).
  destruct (not_knowing_the_window onto_simplex2 p m (S n) T r allowed Hm (le_n_S _ _ (Nat.le_0_l n)) long)
    as [(k & Hk & aff & L)|[aff L]].
  - exists (cycles onto_simplex2 m (k * m) 1), (two 0 1).
    split; [apply cycles_standing; [exact simplex2_domain|exact r3|lra]|]. left. now split.
  - exists (cycles onto_simplex2 m (2 * S n * m) 0), (two 1 0).
    split; [apply cycles_standing; [exact simplex2_domain|exact r3|lra]|]. right. split; [exact aff|].
    apply Rle_trans with (2 := L). replace (S n - 1)%nat with n by (cbn; now rewrite Nat.sub_0_r).
    pose proof (S_INR n) as E. rewrite E. rewrite mult_INR. change (INR 2) with (1 + 1). lra.
Qed.

Lemma above (x : R) : exists n : nat, x <= INR n.
Proof.
  destruct (archimed (Rabs x)) as [H _]. exists (Z.to_nat (up (Rabs x))).
  pose proof (Rle_abs x). pose proof (Rabs_pos x).
  assert (0 <= up (Rabs x))%Z by (apply le_IZR; lra).
  rewrite INR_IZR_INZ, Z2Nat.id by assumption. lra.
Qed.

(** So for no c has anybody a bound of c (sqrt T + W) for all W at once: for some T every player that decides
    in the simplex exceeds it on some game, for some W <= T. T = (N q)^2, N half cycles of N q^2 rounds. *)
Corollary nobody_for_all_windows : forall c : R, exists T : nat, forall p : player,
  (forall h, simplex2 (p h)) -> exists (W : nat) (G : game) (star : vec),
  (1 <= W <= T)%nat /\ standing G (fun _ => 1) (sqrt 3) 3 1 2 0 /\ benchmark G W T star /\
  c * (sqrt (INR T) + INR W) < missed 1 p G T star + 2 * Rmax 0 (overspent p G T).
Proof.
  intros c. set (d := Rmax 1 c). assert (d1 : 1 <= d) by apply Rmax_l. assert (dc : c <= d) by apply Rmax_r.
  destruct (above (4 * d)) as (n & Hn). set (N := (2 * S n)%nat).
  destruct (above (16 * d * 3 ^ n)) as (q & Hq).
  assert (tri : 1 <= 3 ^ n) by (apply pow_R1_Rle; lra).
  assert (q1 : 1 <= INR q) by nra.
  assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; unfold N; lia).
  assert (q0 : (1 <= q)%nat) by (apply INR_le; exact q1).
  assert (N0 : (2 <= N)%nat) by (unfold N; lia).
  set (m := (N * (q * q))%nat). set (T := (N * m)%nat).
  assert (ET : sqrt (INR T) = INR N * INR q).
  { unfold T, m. rewrite !mult_INR. rewrite <- sqrt_Rsqr; [f_equal; unfold Rsqr; ring|].
    apply Rmult_le_pos; apply pos_INR. }
  assert (Em : INR m = INR N * INR q * INR q) by (unfold m; rewrite !mult_INR; ring).
  assert (m1 : (1 <= m)%nat) by (unfold m; nia).
  exists T. intros p allowed. set (r := d * (sqrt (INR T) + 1)).
  assert (Nq : 1 <= INR N * INR q) by nra.
  assert (small : 8 * r * 3 ^ n <= INR m).
  { unfold r. rewrite ET, Em. apply Rle_trans with (INR N * INR q * (16 * d * 3 ^ n)).
    - replace (8 * (d * (INR N * INR q + 1)) * 3 ^ n) with (8 * d * 3 ^ n * (INR N * INR q + 1)) by ring.
      replace (INR N * INR q * (16 * d * 3 ^ n)) with (8 * d * 3 ^ n * (INR N * INR q + INR N * INR q)) by
        ring.
      apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; lra.
    - apply Rmult_le_compat_l; lra. }
  destruct (logarithm p m n T r allowed m1 (le_n _) small) as (G & star & good_ & [[aff L]|[aff L]]).
  - exists 1%nat, G, star. split; [unfold T; nia|]. split; [exact good_|]. split; [exact aff|].
    apply Rle_lt_trans with (2 := L). unfold r. change (INR 1) with 1.
    apply Rmult_le_compat_r; [|exact dc]. rewrite ET. lra.
  - exists (2 * m)%nat, G, star. split; [unfold T; nia|]. split; [exact good_|]. split; [exact aff|].
    apply Rlt_le_trans with (2 := L). unfold r. rewrite ET. pose proof (pos_INR (2 * m)) as W0.
    apply Rle_lt_trans with (d * (INR N * INR q + INR (2 * m))); [apply Rmult_le_compat_r; lra|].
    assert (INR (2 * m) * (4 * d) <= INR (2 * m) * INR n) by (apply Rmult_le_compat_l; lra). lra.
Qed.
