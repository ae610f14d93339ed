(** One good, and nobody tells the window (chapter "What not knowing the window costs"): one player has a
    regret of the order W for all W = 2^K at once, knows neither W nor T, and never overspends.

    For each scale k it keeps the highest bid that the closed windows of 2^k rounds could have afforded. A
    high scale offers more, but may overspend more before it learns better. So the player goes over to scale k
    only when it has saved 3 c 2^k, which is what that scale can lose. It has to know c, a bound on the
    prices. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting OneGood Repricing WindowBound.
Open Scope R_scope.

(** * The player *)

Section Patient.
Variables (b c : R) (p : nat -> R).

(** The prices of the i-th window of V rounds. *)
Definition cost (V i : nat) : R := sum (fun s => p (i * V + s)%nat) V.

(** The highest bid that each of the first i windows of V rounds could have afforded. *)
Fixpoint ceiling (V i : nat) : R :=
  match i with
  | O => 1
  | S j => if Rlt_dec (b * INR V) (cost V j) then Rmin (ceiling V j) (b * INR V / cost V j) else ceiling V j
  end.

(** What scale k offers in round t: the ceiling of the windows of 2^k rounds that have closed. *)
Definition offer (k t : nat) : R := ceiling (2 ^ k) (t / 2 ^ k).

(** How many scales the player has reached, and what it has saved, before round t. *)
Record hand := Hand { reached : nat; saved : R }.

Definition level (h : hand) : nat :=
  if Rle_dec (3 * c * 2 ^ reached h) (saved h) then S (reached h) else reached h.

(** Who has reached n scales bids what the last of them offers; 0, if it has reached none. *)
Definition patient_bid (n t : nat) : R := match n with O => 0 | S k => offer k t end.

Fixpoint patient (t : nat) : hand :=
  match t with
  | O => Hand 0 0
  | S j => let n := level (patient j) in Hand n (saved (patient j) + b - p j * patient_bid n j)
  end.

Definition levels (t : nat) : nat := level (patient t).
Definition patient_decision (t : nat) : vec := fun _ => patient_bid (levels t) t.

(** * The ceilings *)

Hypotheses (prices : forall t, 0 <= p t <= c) (b0 : 0 < b) (bc : b <= c).

Lemma cost_range V i : 0 <= cost V i <= c * INR V.
Proof.
  split; [apply sum_nonnegative; intros; apply prices|].
  unfold cost. rewrite Rmult_comm, <- sum_const. apply sum_le. intros. apply prices.
Qed.

Lemma ceiling_step V i : (1 <= V)%nat ->
  ceiling V (S i) <= ceiling V i /\ (b <= c * ceiling V i -> b <= c * ceiling V (S i)) /\
  (ceiling V i <= 1 -> cost V i * ceiling V (S i) <= b * INR V /\
   cost V i * ceiling V i - b * INR V <= c * INR V * (ceiling V i - ceiling V (S i))) /\
  (forall y, y <= ceiling V i -> cost V i * y <= b * INR V -> y <= ceiling V (S i)).
Proof.
  intros HV. apply le_INR in HV. change (INR 1) with 1 in HV. pose proof (cost_range V i) as [C0 C1].
  assert (BV : 0 < b * INR V) by (apply Rmult_lt_0_compat; lra).
  cbn [ceiling]. set (P := cost V i) in *. set (y := ceiling V i) in *.
  destruct (Rlt_dec (b * INR V) P) as [dear|cheap].
  - set (z := b * INR V / P). assert (Ez : P * z = b * INR V) by (unfold z; field; lra).
    assert (z0 : 0 < z) by (apply Rdiv_lt_0_compat; lra).
    assert (zc : b <= c * z).
    { apply (Rmult_le_reg_r (INR V)); [lra|]. rewrite <- Ez.
      replace (c * z * INR V) with (c * INR V * z) by ring. apply Rmult_le_compat_r; lra. }
    repeat split.
    + apply Rmin_l.
    + intros yc. unfold Rmin. destruct (Rle_dec y z); assumption.
    + rewrite <- Ez. apply Rmult_le_compat_l; [lra|apply Rmin_r].
    + unfold Rmin. destruct (Rle_dec y z) as [L|L].
      * assert (P * y <= P * z) by (apply Rmult_le_compat_l; lra). lra.
      * assert (P * (y - z) <= c * INR V * (y - z)) by (apply Rmult_le_compat_r; lra). lra.
    + intros x xy xP. apply Rmin_glb; [exact xy|]. apply (Rmult_le_reg_l P); lra.
  - assert (low : y <= 1 -> P * y <= b * INR V) by (intros; nra).
    repeat split; intros; try lra; specialize (low ltac:(lra)); lra.
Qed.

Lemma ceiling_range V i : (1 <= V)%nat -> ceiling V i <= 1 /\ b <= c * ceiling V i.
Proof.
  intros HV. induction i; [cbn; lra|]. destruct (ceiling_step V i HV) as (F & B & _). intuition lra.
Qed.

Lemma ceiling_falls V i j : (1 <= V)%nat -> (i <= j)%nat -> ceiling V j <= ceiling V i.
Proof.
  intros HV H. induction H; [lra|]. destruct (ceiling_step V m HV) as (F & _). lra.
Qed.

(** Closed windows could have afforded the ceiling. *)
Lemma ceiling_affords V i j : (1 <= V)%nat -> (i < j)%nat -> cost V i * ceiling V j <= b * INR V.
Proof.
  intros HV H. destruct (ceiling_step V i HV) as (_ & _ & A & _).
  destruct (A (proj1 (ceiling_range V i HV))) as [A1 _]. apply Rle_trans with (2 := A1).
  apply Rmult_le_compat_l; [apply cost_range|]. apply ceiling_falls; assumption.
Qed.

(** Whoever keeps the closed windows is below the ceiling. *)
Lemma ceiling_above V i y : (1 <= V)%nat -> y <= 1 ->
  (forall j, (j < i)%nat -> cost V j * y <= b * INR V) -> y <= ceiling V i.
Proof.
  intros HV y1 kept. induction i; [exact y1|]. apply ceiling_step; [exact HV|apply IHi|apply kept]; auto.
Qed.

(** A window of the next scale is two of this one, so the next scale offers no less. *)
Lemma cost_twice V i : cost (2 * V) i = cost V (2 * i) + cost V (S (2 * i)).
Proof.
  unfold cost. replace (2 * V)%nat with (V + V)%nat by lia. rewrite sum_split.
  f_equal; apply sum_eq; intros s _; f_equal; lia.
Qed.

Lemma ceiling_twice V i : (1 <= V)%nat -> ceiling V (2 * i) <= ceiling (2 * V) i.
Proof.
  intros HV. assert (y1 : ceiling V (2 * i) <= 1) by now apply ceiling_range.
  apply ceiling_above; [lia|exact y1|]. intros j Hj. rewrite cost_twice, mult_INR.
  pose proof (ceiling_affords V (2 * j) (2 * i) HV ltac:(lia)).
  pose proof (ceiling_affords V (S (2 * j)) (2 * i) HV ltac:(lia)). change (INR 2) with (1 + 1). lra.
Qed.

Lemma power k : (1 <= 2 ^ k)%nat.
Proof. induction k; cbn; lia. Qed.

Lemma power_INR k : INR (2 ^ k) = 2 ^ k.
Proof. rewrite pow_INR. reflexivity. Qed.

Lemma offer_range k t : offer k t <= 1 /\ b <= c * offer k t /\ 0 < offer k t.
Proof.
  destruct (ceiling_range (2 ^ k) (t / 2 ^ k) (power k)) as [H1 H2]. fold (offer k t) in *.
  repeat split; [exact H1|exact H2|]. apply Rnot_le_lt. intros L. nra.
Qed.

Lemma offer_rises k l t : (k <= l)%nat -> offer k t <= offer l t.
Proof.
  intros H. induction H; [lra|]. apply Rle_trans with (1 := IHle). unfold offer. pose proof (power m) as HV.
  cbn [Nat.pow]. set (V := (2 ^ m)%nat) in *. replace (V + (V + 0))%nat with (2 * V)%nat by lia.
  apply Rle_trans with (2 := ceiling_twice V (t / (2 * V)) HV). apply ceiling_falls; [exact HV|].
  rewrite (Nat.mul_comm 2 V), <- Nat.div_div by lia. apply Nat.mul_div_le. lia.
Qed.

Lemma offer_falls k t : offer k (S t) <= offer k t.
Proof.
  apply ceiling_falls; [apply power|]. apply Nat.div_le_mono; [pose proof (power k)|]; lia.
Qed.

(** * What a scale overspends

    At most 3 (c - b) 2^k in any stretch of rounds, and 2 (c - b) 2^k from the first round on: while windows
    go by whole, what is overspent is paid for by the ceiling, that comes down from 1 to b/c at most; and at
    either end a window may be cut. *)

Definition over (k t : nat) : R := sum (fun s => p s * offer k s - b) t.

Lemma over_short k t d : over k (t + d) - over k t <= INR d * (c - b).
Proof.
  unfold over. rewrite sum_split. rewrite <- sum_const.
  enough (sum (fun s => p (t + s)%nat * offer k (t + s) - b) d <= sum (fun _ => c - b) d) by lra.
  apply sum_le. intros s _. destruct (offer_range k (t + s)) as (o1 & _ & o0).
  specialize (prices (t + s)%nat). nra.
Qed.

Lemma over_windows k i d : let V := (2 ^ k)%nat in
  over k ((i + d) * V) - over k (i * V) <= c * INR V * (ceiling V i - ceiling V (i + d)).
Proof.
  intros V. pose proof (power k) as HV. fold V in HV. induction d.
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r. replace (S (i + d) * V)%nat with ((i + d) * V + V)%nat by lia.
    unfold over at 1. rewrite sum_split. fold (over k ((i + d) * V)).
    rewrite (sum_eq _ (fun s => ceiling V (i + d) * p ((i + d) * V + s)%nat - b)).
    2: { intros s Hs. unfold offer. fold V.
         rewrite Nat.div_add_l, (Nat.div_small s V), Nat.add_0_r by lia. ring. }
    rewrite sum_minus, sum_scale, sum_const. fold (cost V (i + d)).
    destruct (ceiling_step V (i + d) HV) as (_ & _ & A & _).
    destruct (A (proj1 (ceiling_range V _ HV))) as [_ A2]. lra.
Qed.

Lemma over_between k i j : (i <= j)%nat ->
  over k (j * 2 ^ k) - over k (i * 2 ^ k) <= (c - b) * 2 ^ k.
Proof.
  intros H. pose proof (over_windows k i (j - i)) as O. cbv zeta in O.
  replace (i + (j - i))%nat with j in O by lia.
  pose proof (ceiling_range (2 ^ k) i (power k)) as [U _].
  pose proof (ceiling_range (2 ^ k) j (power k)) as [_ L].
  rewrite power_INR in O. assert (0 < 2 ^ k) by (apply pow_lt; lra).
  apply Rle_trans with (1 := O). replace (c * 2 ^ k * (ceiling (2 ^ k) i - ceiling (2 ^ k) j))
    with ((c * ceiling (2 ^ k) i - c * ceiling (2 ^ k) j) * 2 ^ k) by ring.
  apply Rmult_le_compat_r; [lra|].
  assert (c * ceiling (2 ^ k) i <= c * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma over_part k t d : (d <= 2 ^ k)%nat -> over k (t + d) - over k t <= (c - b) * 2 ^ k.
Proof.
  intros H. apply Rle_trans with (1 := over_short k t d). apply le_INR in H. rewrite power_INR in H.
  rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
Qed.

Lemma over_from_start k t : over k t <= 2 * (c - b) * 2 ^ k.
Proof.
  pose proof (power k) as HV. set (V := (2 ^ k)%nat) in *.
  pose proof (Nat.div_mod t V ltac:(lia)) as E. pose proof (Nat.mod_upper_bound t V ltac:(lia)).
  pose proof (over_between k 0 (t / V) (Nat.le_0_l _)) as A. fold V in A.
  pose proof (over_part k (t / V * V) (t mod V) ltac:(unfold V in *; lia)) as B. fold V in B.
  replace (t / V * V + t mod V)%nat with t in B by lia. cbn [Nat.mul] in A. change (over k 0) with 0 in A.
  lra.
Qed.

Lemma over_stretch k s e : (s <= e)%nat -> over k e - over k s <= 3 * (c - b) * 2 ^ k.
Proof.
  intros H. pose proof (power k) as HV. assert (P : 0 <= (c - b) * 2 ^ k).
  { apply Rmult_le_pos; [lra|]. apply pow_le. lra. }
  set (V := (2 ^ k)%nat) in *.
  pose proof (Nat.div_mod s V ltac:(lia)) as Es. pose proof (Nat.mod_upper_bound s V ltac:(lia)).
  pose proof (Nat.div_mod e V ltac:(lia)) as Ee. pose proof (Nat.mod_upper_bound e V ltac:(lia)).
  pose proof (Nat.div_le_mono s e V ltac:(lia) H) as Q.
  set (i := (s / V)%nat) in *. set (j := (e / V)%nat) in *.
  destruct (Nat.eq_dec i j) as [E|D].
  - pose proof (over_part k s (e - s) ltac:(fold V; nia)) as A.
    replace (s + (e - s))%nat with e in A by lia. lra.
  - pose proof (over_part k s (S i * V - s) ltac:(fold V; nia)) as A.
    replace (s + (S i * V - s))%nat with (S i * V)%nat in A by nia.
    pose proof (over_between k (S i) j ltac:(lia)) as B. fold V in B.
    pose proof (over_part k (j * V) (e - j * V) ltac:(fold V; nia)) as C.
    replace (j * V + (e - j * V))%nat with e in C by nia. lra.
Qed.

(** * Nothing is overspent

    A scale starts with 3 c 2^k saved, and at most 3 (c - b) 2^k of it goes. *)

Lemma levels_reached t : reached (patient (S t)) = levels t.
Proof. reflexivity. Qed.

Lemma saved_next t : saved (patient (S t)) = saved (patient t) + b - p t * patient_bid (levels t) t.
Proof. reflexivity. Qed.

Lemma bid_range n t : 0 <= patient_bid n t <= 1.
Proof. destruct n; cbn; [lra|]. pose proof (offer_range n t). lra. Qed.

Lemma scale_size k : 0 < c * 2 ^ k.
Proof. apply Rmult_lt_0_compat; [lra|]. apply pow_lt. lra. Qed.

(** What is saved, before and after the player may have gone up. *)
Lemma patient_saves t : let h := patient t in
  saved h < 3 * c * 2 ^ reached h + b /\ saved h < 3 * c * 2 ^ levels t /\
  (levels t = reached h \/ levels t = S (reached h) /\ 3 * c * 2 ^ reached h <= saved h) /\
  match levels t with
  | O => saved h = b * INR t
  | S k => exists s, (s <= t)%nat /\ 3 * c * 2 ^ k - (over k t - over k s) <= saved h
  end.
Proof.
  assert (up : forall h, saved h < 3 * c * 2 ^ reached h + b -> saved h < 3 * c * 2 ^ level h).
  { intros h H. unfold level. destruct (Rle_dec _ _); [|lra].
    cbn [pow]. pose proof (scale_size (reached h)) as Z.
    assert (1 <= 2 ^ reached h) by (apply pow_R1_Rle; lra). nra. }
  assert (went : forall h, level h = reached h \/ level h = S (reached h) /\ 3 * c * 2 ^ reached h <= saved
    h).
  { intros h. unfold level. destruct (Rle_dec _ _); auto. }
  induction t; cbv zeta in *.
  - assert (Z : level (patient 0) = 0%nat).
    { unfold level. cbn [patient reached saved pow]. destruct (Rle_dec _ _); [lra|reflexivity]. }
    unfold levels. split; [cbn; lra|]. split; [|split; [apply went|]].
    + apply up. cbn. lra.
    + rewrite Z. cbn. lra.
  - destruct IHt as (_ & A2 & _ & A4). pose proof (bid_range (levels t) t). pose proof (prices t).
    assert (B : saved (patient (S t)) < 3 * c * 2 ^ reached (patient (S t)) + b).
    { rewrite saved_next, levels_reached.
      assert (0 <= p t * patient_bid (levels t) t) by (apply Rmult_le_pos; lra). lra. }
    split; [exact B|]. split; [now apply up|]. split; [apply went|].
    destruct (went (patient (S t))) as [E|[E L]]; fold (levels (S t)) in E; rewrite levels_reached in E.
    + rewrite E, saved_next, S_INR. destruct (levels t) as [|k]; cbn [patient_bid].
      * rewrite A4. lra.
      * destruct A4 as (s & Hs & A4). exists s. split; [lia|].
        unfold over at 1. cbn [sum]. fold (over k t). lra.
    + rewrite levels_reached in L. rewrite E. exists (S t). split; [lia|]. lra.
Qed.

Lemma saved_positive t : 0 <= saved (patient t).
Proof.
  destruct (patient_saves t) as (_ & _ & _ & H). destruct (levels t) as [|k].
  - rewrite H. apply Rmult_le_pos; [lra|apply pos_INR].
  - destruct H as (s & Hs & H). pose proof (over_stretch k s t Hs) as O.
    assert (0 <= b * 2 ^ k) by (apply Rmult_le_pos; [lra|apply pow_le; lra]). lra.
Qed.

Lemma saved_is N : saved (patient N) = sum (fun t => b - p t * patient_bid (levels t) t) N.
Proof. induction N; [reflexivity|]. rewrite saved_next. cbn [sum]. lra. Qed.

Lemma levels_rise t : (levels t <= levels (S t))%nat.
Proof.
  destruct (patient_saves (S t)) as (_ & _ & [E|[E _]] & _); rewrite levels_reached in E; lia.
Qed.

Lemma levels_monotone s t : (s <= t)%nat -> (levels s <= levels t)%nat.
Proof. intros H. induction H; [lia|]. pose proof (levels_rise m). lia. Qed.

(** * What is missed before the player has reached scale K

    a_t is the part of z_t, which scale K offers, that is bid. What is missed is 1 - a_t a round, and b (1 -
    a_t) = (b - p x) + a_t (p z - b). By parts, the sum of the second term is what is overspent by scale K,
    and the money saved when a_t rises: if the player goes up, or if z falls. *)

Section Scale.
Variable k : nat.                                            (* K *)
Let z t := offer k t.
Let x t := patient_bid (levels t) t.
Let a t := x t / z t.
Let M t := saved (patient t).

Lemma part_range t : (levels t <= k)%nat -> x t <= z t /\ 0 <= a t <= 1 /\ a t * z t = x t.
Proof.
  intros H. pose proof (offer_range k t) as (z1 & _ & z0). pose proof (bid_range (levels t) t) as [x0 x1].
  assert (xz : x t <= z t).
  { unfold x, z. destruct (levels t) as [|l] eqn:E; cbn [patient_bid]; [lra|]. apply offer_rises. lia. }
  assert (E : a t * z t = x t) by (unfold a; field; unfold z; lra).
  repeat split; try exact xz; try exact E.
  - apply Rle_mult_inv_pos; assumption.
  - apply (Rmult_le_reg_r (z t)); [exact z0|]. rewrite E. lra.
Qed.

Lemma log_line y : 0 < y -> 1 - y <= - ln y.
Proof. intros H. pose proof (exp_line (ln y)) as E. rewrite exp_ln in E by exact H. lra. Qed.

(** What has been saved where a_t rose: 3 c 2^l + b when scale l was reached, and 3 c 2^K for what z fell by,
    on the logarithmic scale. *)
Let risen t := sum (fun l => 3 * c * 2 ^ l + b) (levels t) - 3 * c * 2 ^ k * ln (z t).

Lemma rises_by t : (levels (S t) <= k)%nat -> M (S t) * (a (S t) - a t) <= risen (S t) - risen t.
Proof.
  intros H. pose proof (levels_rise t) as up. pose proof (saved_positive (S t)) as M0.
  destruct (part_range t ltac:(lia)) as (_ & (a0 & a1) & Ea).
  destruct (part_range (S t) H) as (xz & (a0' & a1') & Ea').
  pose proof (offer_range k t) as (_ & _ & z0). pose proof (offer_range k (S t)) as (_ & _ & z0').
  pose proof (offer_falls k t) as zf. fold (z t) (z (S t)) in *. pose proof (scale_size k) as sk.
  pose proof (Rdiv_lt_0_compat _ _ z0' z0) as q0.
  assert (L : 1 - z (S t) / z t <= ln (z t) - ln (z (S t))).
  { pose proof (log_line (z (S t) / z t) q0) as L. unfold Rdiv in L at 2.
    rewrite ln_mult, ln_Rinv in L by (try apply Rinv_0_lt_compat; assumption). lra. }
  assert (q1 : z (S t) / z t <= 1).
  { apply (Rmult_le_reg_r (z t)); [exact z0|].
    replace (z (S t) / z t * z t) with (z (S t)) by (field; lra). lra. }
  destruct (patient_saves (S t)) as (S1 & S2 & [E|[E _]] & _); rewrite levels_reached in E; fold (M (S t)) in
    *.
  - assert (xf : x (S t) <= x t).
    { unfold x. rewrite E. destruct (levels t); cbn [patient_bid]; [lra|apply offer_falls]. }
    assert (D : a (S t) - a t <= 1 - z (S t) / z t).
    { assert (A : a (S t) * (z (S t) / z t) <= a t).
      { apply (Rmult_le_reg_r (z t)); [exact z0|]. rewrite Ea.
        replace (a (S t) * (z (S t) / z t) * z t) with (a (S t) * z (S t)) by (field; lra). lra. }
      nra. }
    assert (top : M (S t) <= 3 * c * 2 ^ k).
    { apply Rlt_le, Rlt_le_trans with (1 := S2). apply Rmult_le_compat_l; [lra|].
      apply Rle_pow; [lra|exact H]. }
    assert (M (S t) * (a (S t) - a t) <= M (S t) * (ln (z t) - ln (z (S t)))) by (apply Rmult_le_compat_l;
      lra).
    assert (M (S t) * (ln (z t) - ln (z (S t))) <= 3 * c * 2 ^ k * (ln (z t) - ln (z (S t))))
      by (apply Rmult_le_compat_r; lra).
    unfold risen. rewrite E. lra.
  - unfold risen. rewrite E. cbn [sum]. rewrite levels_reached in S1.
    assert (M (S t) * (a (S t) - a t) <= M (S t) * 1) by (apply Rmult_le_compat_l; lra).
    assert (0 <= 3 * c * 2 ^ k * (ln (z t) - ln (z (S t)))) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Summation by parts. *)
Lemma by_parts N : (levels N <= k)%nat ->
  sum (fun t => - (a t * (M (S t) - M t))) (S N) + a N * M (S N) <= risen N.
Proof.
  induction N; intros H.
  - cbn [sum]. replace (M 0) with 0 by reflexivity. assert (Z : levels 0 = 0%nat).
    { destruct (patient_saves 0) as (_ & _ & [E|[_ L]] & _); [exact E|]. cbn in L. lra. }
    unfold risen. rewrite Z. cbn [sum]. assert (ln (z 0) = 0).
    { unfold z, offer. rewrite Nat.div_0_l by (pose proof (power k); lia). cbn. apply ln_1. }
    rewrite H0. lra.
  - pose proof (levels_rise N). specialize (IHN ltac:(lia)). pose proof (rises_by N H).
    cbn [sum] in *. lra.
Qed.

Lemma geometric n : sum (fun l => 3 * c * 2 ^ l + b) n = 3 * c * (2 ^ n - 1) + b * INR n.
Proof. induction n; [cbn; lra|]. cbn [sum]. rewrite IHn, S_INR. cbn [pow]. lra. Qed.

Lemma exponent_small n : INR n + 2 <= 2 * 2 ^ n.
Proof. induction n; [cbn; lra|]. rewrite S_INR. cbn [pow]. pose proof (pos_INR n). lra. Qed.

Lemma risen_at_most t : (levels t <= k)%nat ->
  risen t <= 3 * c * (2 ^ k - 1) + b * INR k + 3 * c * 2 ^ k * ln (c / b).
Proof.
  intros H. unfold risen. rewrite geometric. pose proof (offer_range k t) as (z1 & zc & z0). fold (z t) in *.
  assert (P : 2 ^ levels t <= 2 ^ k) by (apply Rle_pow; [lra|exact H]). apply le_INR in H.
  assert (b * INR (levels t) <= b * INR k) by (apply Rmult_le_compat_l; lra).
  assert (c * 2 ^ levels t <= c * 2 ^ k) by (apply Rmult_le_compat_l; lra).
  assert (L : - ln (z t) <= ln (c / b)).
  { rewrite <- ln_Rinv by exact z0. assert (I : / z t <= c / b).
    { apply (Rmult_le_reg_r (z t)); [exact z0|]. rewrite Rinv_l by lra. apply (Rmult_le_reg_l b); [exact b0|].
      replace (b * (c / b * z t)) with (c * z t) by (field; lra). lra. }
    destruct (Rle_lt_or_eq_dec _ _ I) as [I'|<-]; [|lra].
    apply Rlt_le, ln_increasing; [apply Rinv_0_lt_compat|]; assumption. }
  pose proof (scale_size k). assert (3 * c * 2 ^ k * - ln (z t) <= 3 * c * 2 ^ k * ln (c / b))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** What is missed in N + 1 rounds of a level below K, as a part of what scale K offers. *)
Lemma parts_missed N : (levels N <= k)%nat ->
  b * sum (fun t => 1 - a t) (S N) <= c * (11 + 3 * ln (c / b)) * 2 ^ k.
Proof.
  intros H.
  assert (low : forall t, (t <= N)%nat -> (levels t <= k)%nat)
    by (intros t Ht; pose proof (levels_monotone t N Ht); lia).
  assert (E : b * sum (fun t => 1 - a t) (S N)
    = M (S N) + sum (fun t => a t * (p t * (z t - x t))) (S N)
      + sum (fun t => - (a t * (M (S t) - M t))) (S N)).
  { rewrite <- sum_scale. unfold M at 1. rewrite saved_is, <- !sum_plus. apply sum_eq. intros t Ht.
    destruct (part_range t (low t ltac:(lia))) as (_ & _ & Ea). unfold M. rewrite saved_next. fold (x t).
    replace (x t) with (a t * z t) by exact Ea. ring. }
  assert (D : sum (fun t => a t * (p t * (z t - x t))) (S N) <= M (S N) + 2 * (c - b) * 2 ^ k).
  { apply Rle_trans with (sum (fun t => p t * (z t - x t)) (S N)).
    - apply sum_le. intros t Ht. destruct (part_range t (low t ltac:(lia))) as (xz & (a0 & a1) & _).
      assert (0 <= p t * (z t - x t)) by (apply Rmult_le_pos; [apply prices|lra]). nra.
    - pose proof (over_from_start k (S N)) as O. unfold M. rewrite saved_is.
      enough (sum (fun t => p t * (z t - x t)) (S N) = sum (fun t => b - p t * x t) (S N) + over k (S N)) as
        ->
        by (unfold x; lra).
      unfold over. rewrite <- sum_plus. apply sum_eq. intros. unfold z. ring. }
  pose proof (by_parts N H) as B. pose proof (risen_at_most N H) as Q.
  destruct (part_range N H) as (_ & (a0 & _) & _).
  pose proof (saved_positive (S N)) as M0. fold (M (S N)) in M0.
  pose proof (Rmult_le_pos _ _ a0 M0).
  destruct (patient_saves (S N)) as (top & _). rewrite levels_reached in top. fold (M (S N)) in top.
  assert (c * 2 ^ levels N <= c * 2 ^ k) by (apply Rmult_le_compat_l; [lra|]; apply Rle_pow; [lra|exact H]).
  pose proof (exponent_small k) as X. apply (Rmult_le_compat_l b) in X; [|lra]. rewrite E. lra.
Qed.
End Scale.
End Patient.

(** * The theorem

    Of the utilities only this is asked: they rise, are at most F, and earn for a part of a bid no less than
    that part. Concave ones that are not negative at 0 do, and the paper's ([rays] of Experts.v). *)
Theorem patient_player : forall (G : game) (c F : R),
  dim G = 1%nat -> (forall x, decisions G x <-> cube 1 x) ->
  (forall t, 0 <= price G t 0%nat <= c) -> 0 < allowance G <= c ->
  (forall t x y, cube 1 x -> cube 1 y -> x 0%nat <= y 0%nat -> utility G t x <= utility G t y) ->
  (forall t x a, cube 1 x -> 0 <= a <= 1 -> a * utility G t x <= utility G t (scale a x)) ->
  (forall t x, cube 1 x -> utility G t x <= F) ->
  let b := allowance G in
  let x := patient_decision b c (fun t => price G t 0%nat) in
  (forall t, decisions G (x t)) /\
  (forall N, sum (fun t => excess G t (x t)) N <= 0) /\
  forall N K star, affordable_in_turn G (2 ^ K) N star ->
  sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  <= F * c / b * (11 + 3 * ln (c / b)) * 2 ^ K.
Proof.
  intros G c F one line prices [b0 bc] rising rays dearest b x. fold b in b0, bc.
  set (p := fun t => price G t 0%nat) in *.
  assert (Hp : forall t, 0 <= p t <= c) by exact prices.
  assert (inx : forall t, cube 1 (x t)) by (intros t i _; apply (bid_range b c p); assumption).
  assert (ex : forall t y, excess G t y = p t * y 0%nat - b) by (intros; apply excess_one, one).
  split; [intros t; apply line, inx|]. split.
  - intros N. pose proof (saved_positive b c p Hp b0 bc N) as S. rewrite saved_is in S.
    rewrite (sum_eq _ (fun t => - (1) * (b - p t * patient_bid b p (levels b c p t) t))).
    + rewrite sum_scale. lra.
    + intros t _. rewrite ex. unfold x, patient_decision. ring.
  - intros N K star. set (bound := F * c / b * (11 + 3 * ln (c / b)) * 2 ^ K).
    assert (F0 : 0 <= F).
    { assert (Z : cube 1 (fun _ => 0)) by (intros i _; lra).
      pose proof (rays 0%nat _ 0 Z ltac:(lra)) as R0. rewrite Rmult_0_l in R0. apply Rle_trans with (1 := R0).
      apply dearest. intros i _. unfold scale. lra. }
    assert (L0 : 0 <= ln (c / b)).
    { destruct (Rle_lt_or_eq_dec _ _ bc) as [L|<-]; [|unfold Rdiv; rewrite Rinv_r, ln_1; lra].
      rewrite <- ln_1. apply Rlt_le, ln_increasing; [lra|]. apply (Rmult_lt_reg_r b); [exact b0|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (B0 : 0 <= bound).
    { unfold bound. repeat apply Rmult_le_pos; try lra; [|apply pow_le; lra].
      apply Rlt_le, Rinv_0_lt_compat, b0. }
    induction N; intros kept; [cbn [sum]; lra|].
    assert (star01 : cube 1 star) by apply line, kept.
    assert (near : forall t, (t <= N)%nat -> star 0%nat <= offer b p K t).
    { intros t Ht. pose proof (power K) as HV. apply (ceiling_above b c p); trivial; [apply star01; lia|].
      intros j Hj. destruct kept as [_ kept]. set (V := (2 ^ K)%nat) in *.
      pose proof (Nat.mul_div_le t V ltac:(lia)) as D. specialize (kept j ltac:(nia)).
      rewrite (sum_eq _ (fun s => star 0%nat * p (j * V + s)%nat - b)) in kept by (intros; rewrite ex; ring).
      rewrite sum_minus, sum_scale, sum_const in kept. unfold cost. lra. }
    destruct (le_lt_dec (levels b c p N) K) as [early|late].
    + apply Rle_trans with (sum (fun t => F * (1 - patient_bid b p (levels b c p t) t / offer b p K t)) (S
        N)).
      * rewrite <- sum_minus. apply sum_le. intros t Ht.
        assert (low : (levels b c p t <= K)%nat).
        { pose proof (levels_monotone b c p Hp b0 bc t N ltac:(lia)). lia. }
        pose proof (part_range b c p Hp b0 bc K t low) as (_ & (a0 & a1) & Ea). cbv zeta in *.
        pose proof (offer_range b c p Hp b0 bc K t) as (z1 & _ & z0).
        set (a := patient_bid b p (levels b c p t) t / offer b p K t) in *. set (z := offer b p K t) in *.
        assert (inz : cube 1 (fun _ => z)) by (intros i _; lra).
        pose proof (rising t star (fun _ => z) star01 inz (near t ltac:(lia))).
        pose proof (rays t _ a inz ltac:(lra)) as R1. pose proof (dearest t _ inz) as R2.
        assert (R3 : utility G t (scale a (fun _ => z)) <= utility G t (x t)).
        { apply rising; [intros i _; unfold scale; nra|apply inx|]. unfold scale, x, patient_decision. lra. }
        assert (utility G t (fun _ => z) * (1 - a) <= F * (1 - a)) by (apply Rmult_le_compat_r; lra). lra.
      * rewrite sum_scale. pose proof (parts_missed b c p Hp b0 bc K N early) as Q. cbv zeta in Q.
        apply (Rmult_le_compat_l (F / b)) in Q; [|apply Rle_mult_inv_pos; assumption].
        replace bound with (F / b * (c * (11 + 3 * ln (c / b)) * 2 ^ K)) by (unfold bound; field; lra).
        apply Rle_trans with (2 := Q). apply Req_le. field. lra.
    + assert (kept' : affordable_in_turn G (2 ^ K) N star).
      { destruct kept as [Hs kept]. split; [exact Hs|]. intros j Hj. apply kept. lia. }
      specialize (IHN kept'). cbn [sum]. enough (utility G N star <= utility G N (x N)) by lra.
      apply rising; [exact star01|apply inx|]. unfold x, patient_decision.
      destruct (levels b c p N) as [|l] eqn:E; [lia|]. cbn [patient_bid].
      apply Rle_trans with (1 := near N (le_n _)). apply (offer_rises b c p); trivial. lia.
Qed.
