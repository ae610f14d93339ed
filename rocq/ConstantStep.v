(** Every constant step costs sqrt(WT) on some game (chapter "What windows really cost"): a
    small one is slow, a large one goes astray, and one between lets the multiplier mislead it. So sqrt(WT) is
    the rate of OSPHG, and not of its analysis. *)

Require Import Arith ZArith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Learning Saddle Queue Prism LatePrice.
Open Scope R_scope.

(** * Goods 1 and 2, one of them worth 1, both for nothing *)

Definition only (i : nat) : vec := fun k => if (k =? i)%nat then 1 else 0.

Definition free (P : vec -> vec) (good : nat -> nat) : game := prism_game P (fun t => only (good t)) (fun _
  => zero).

Lemma dot_only i x : (i < 3)%nat -> dot 3 (only i) x = x i.
Proof. intros H. rewrite dot_three. destruct i as [|[|[|i]]]; unfold only; cbn; try lra. lia. Qed.

Lemma free_excess P good t x : excess (free P good) t x = -1.
Proof. unfold excess. cbn [dim price allowance free prism_game]. rewrite dot_three. unfold zero. ring. Qed.

Section Step.
Variables (P : vec -> vec) (top : vec) (radius m : R) (x : vec).
Hypotheses (D : domain 3 prism P top radius) (m0 : 0 <= m) (Hx : prism x).

Let on i := P (plus x (scale m (only i))).

Lemma on_cases i : (i = 1 \/ i = 2)%nat -> let j := (3 - i)%nat in
  (x i + m + x j <= 1 /\ on i i = x i + m /\ on i j = x j) \/
  (1 <= x i + m + x j /\ on i i = 1 - on i j /\ on i j = clamp ((1 + x j - x i - m) / 2)).
Proof.
  destruct Hx as (_ & x1 & x2 & x12).
  assert (R : forall y, clamp (1 - y) = 1 - clamp y).
  { intros y. unfold clamp, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  intros [-> | ->]; cbn [Nat.sub]; unfold on; set (z := plus x (scale m _)).
  - assert (z1 : z 1%nat = x 1%nat + m * 1) by reflexivity.
    assert (z2 : z 2%nat = x 2%nat + m * 0) by reflexivity.
    destruct (Rle_dec (x 1%nat + m + x 2%nat) 1) as [L|L]; [left|right].
    + destruct (project_inside _ _ _ D z) as [-> ->]; lra.
    + destruct (project_outside _ _ _ D z) as [E1 E2]; [lra|]. split; [lra|]. split; [exact E1|].
      rewrite E2. f_equal. lra.
  - assert (z1 : z 1%nat = x 1%nat + m * 0) by reflexivity.
    assert (z2 : z 2%nat = x 2%nat + m * 1) by reflexivity.
    destruct (Rle_dec (x 2%nat + m + x 1%nat) 1) as [L|L]; [left|right].
    + destruct (project_inside _ _ _ D z) as [-> ->]; lra.
    + destruct (project_outside _ _ _ D z) as [E1 E2]; [lra|]. split; [lra|]. split; [lra|].
      rewrite E1, E2, <- R. f_equal. lra.
Qed.

(** One good gains on the other by at most the step. *)
Lemma gains_on_other i : (i = 1 \/ i = 2)%nat -> on i i - on i (3 - i)%nat <= x i - x (3 - i)%nat + m.
Proof.
  intros H. pose proof (on_cases i H) as C. cbv zeta in C. set (j := (3 - i)%nat) in *.
  assert (R : 0 <= x i /\ x j <= 1).
  { destruct Hx as (_ & x1 & x2 & x12). destruct H as [-> | ->]; unfold j; cbn [Nat.sub]; lra. }
  destruct C as [(_ & -> & ->)|(_ & -> & ->)]; [lra|].
  unfold clamp, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

(** Good 1 in this round, and good 2 in the next, are together at most 1, and less if there is of good 2 what
    a step gives of it. *)
Lemma astray : x 1%nat + on 1 2%nat <= 1 /\ (Rmin 1 (m / 2) <= x 2%nat -> x 1%nat + on 1 2%nat <= 1 - Rmin 1
  (m / 2)).
Proof.
  pose proof (on_cases 1 ltac:(auto)) as C. cbn [Nat.sub] in C. destruct Hx as (_ & x1 & x2 & x12).
  destruct C as [(L & _ & ->)|(L & _ & ->)]; unfold clamp, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma gives : Rmin 1 (m / 2) <= on 2 2%nat.
Proof.
  pose proof (on_cases 2 ltac:(auto)) as C. cbn [Nat.sub] in C. destruct Hx as (_ & x1 & x2 & x12).
  destruct C as [(L & -> & _)|(L & -> & ->)]; unfold clamp, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra.
Qed.
End Step.

(** * Oracles on such games *)

Section Free.
Variables (P : vec -> vec) (top : vec) (radius m : R) (N : nat) (good : nat -> nat) (v : nat -> nat -> vec).
Hypotheses (D : domain 3 prism P top radius) (m0 : 0 <= m) (some : (1 <= N)%nat).
Hypothesis start : forall k, (k < N)%nat -> prism (v 0%nat k).
Hypothesis next : forall t k, (k < N)%nat -> v (S t) k = P (plus (v t k) (scale m (only (good t)))).

Lemma free_in t k : (k < N)%nat -> prism (v t k).
Proof. intros Hk. destruct t; [now apply start|]. rewrite next by exact Hk. apply (into _ _ _ _ _ D). Qed.

(** The slow start. *)
Lemma slow i M T : (i = 1 \/ i = 2)%nat -> (forall t, good t = i) ->
  mean N (fun k => v 0%nat k i) <= mean N (fun k => v 0%nat k (3 - i)%nat) ->
  (M <= T)%nat -> m * (INR M - 1) <= 1 ->
  INR M / 4 <= INR T - sum (fun t => mean N (fun k => v t k i)) T.
Proof.
  intros Hi one low HM small. set (j := (3 - i)%nat) in *.
  assert (inside : forall t k, (k < N)%nat -> 0 <= v t k i <= 1 /\ v t k i + v t k j <= 1).
  { intros t k Hk. destruct (free_in t k Hk) as (_ & x1 & x2 & x12).
    destruct Hi as [-> | ->]; unfold j; cbn [Nat.sub]; lra. }
  assert (gap : forall t, mean N (fun k => v t k i - v t k j) <= m * INR t).
  { induction t; [rewrite mean_minus; cbn [INR]; lra|]. rewrite S_INR.
    apply Rle_trans with (mean N (fun k => v t k i - v t k j + m)).
    - apply mean_le; [exact some|]. intros k Hk. rewrite !next, !one by exact Hk.
      apply (gains_on_other P top radius m (v t k) D m0 (free_in t k Hk) i Hi).
    - rewrite mean_plus, mean_const by exact some. lra. }
  assert (each : forall t, (1 - m * INR t) / 2 <= 1 - mean N (fun k => v t k i) /\ 0 <= 1 - mean N (fun k =>
    v t k i)).
  { intros t. specialize (gap t). rewrite mean_minus in gap.
    assert (A : mean N (fun k => v t k i + v t k j) <= 1).
    { apply mean_at_most; [exact some|]. intros k Hk. apply inside, Hk. }
    rewrite mean_plus in A. split; [lra|].
    enough (mean N (fun k => v t k i) <= 1) by lra. apply mean_at_most; [exact some|]. intros k Hk.
    apply inside, Hk. }
  replace (INR T) with (sum (fun _ => 1) T) by (rewrite sum_const; ring). rewrite <- sum_minus.
  replace T with (M + (T - M))%nat by lia. rewrite sum_split.
  assert (A : sum (fun t => (1 - m * INR t) / 2) M <= sum (fun t => 1 - mean N (fun k => v t k i)) M)
    by (apply sum_le; intros t _; apply each).
  assert (B : 0 <= sum (fun s => 1 - mean N (fun k => v (M + s)%nat k i)) (T - M))
    by (apply sum_nonnegative; intros s _; apply each).
  rewrite (sum_eq _ (fun t => 1 / 2 + - (m / 2) * INR t)) in A by (intros; field).
  rewrite sum_plus, sum_const, sum_scale, sum_INR in A.
  assert (INR M * (m * (INR M - 1)) <= INR M * 1) by (apply Rmult_le_compat_l; [apply pos_INR|exact small]).
  lra.
Qed.

(** The alternating goods: good 1 in even rounds, good 2 in odd ones. *)
Hypothesis turns : forall t, good t = if Nat.even t then 1%nat else 2%nat.

Lemma even_twice p : Nat.even (2 * p) = true.
Proof. rewrite Nat.even_mul. reflexivity. Qed.

Lemma alternating p : let c := Rmin 1 (m / 2) in
  (forall k, (k < N)%nat -> sum (fun t => v t k (good t)) (2 * S p) <= INR (S p) - INR p * c) /\
  (forall k, (k < N)%nat -> c <= v (2 * S p)%nat k 2%nat).
Proof.
  intros c. assert (two : forall p k, (k < N)%nat ->
    v (2 * p)%nat k (good (2 * p)) + v (S (2 * p)) k (good (S (2 * p))) <= 1 /\
    (c <= v (2 * p)%nat k 2%nat ->
     v (2 * p)%nat k (good (2 * p)) + v (S (2 * p)) k (good (S (2 * p))) <= 1 - c) /\
    c <= v (2 * S p)%nat k 2%nat).
  { clear p. intros p k Hk. replace (2 * S p)%nat with (S (S (2 * p))) by lia.
    pose proof (astray P top radius m (v (2 * p)%nat k) D m0 (free_in _ k Hk)) as [A B].
    pose proof (gives P top radius m (v (S (2 * p)) k) D m0 (free_in _ k Hk)) as C.
    rewrite (next (S (2 * p))) by exact Hk. rewrite !turns, Nat.even_succ, <- Nat.negb_even, even_twice.
    cbn [negb].
    rewrite (next (2 * p)) in * by exact Hk. rewrite turns, even_twice in *. tauto. }
  induction p.
  - split; intros k Hk; destruct (two 0%nat k Hk) as (A & _ & C); [|exact C]. cbn in *. lra.
  - destruct IHp as [I1 I2]. split; intros k Hk; destruct (two (S p) k Hk) as (_ & B & C); [|exact C].
    specialize (I1 k Hk). specialize (B (I2 k Hk)). replace (2 * S (S p))%nat with (S (S (2 * S p))) by lia.
    cbn [sum]. rewrite (S_INR (S p)). rewrite (S_INR p) at 2. lra.
Qed.
End Free.

(** * The published algorithm *)

(** Its regret against x, in full. *)
Definition full_regret (G : game) (A : tuning) (T : nat) (x : vec) : R :=
  sum (fun t => utility G t x) T - sum (fun t => utility G t (decision G A t)) T.

Lemma published_next P worth cost k m d first t : let G := prism_game P worth cost in
  let A := published k m d first in forall j,
  choice G A (S t) j = P (plus (choice G A t j) (scale m (minus (worth t) (scale (lambda G A t) (cost t))))).
Proof.
  intros G A j. unfold choice at 1. cbn [osphg round learner]. unfold ascent. cbn [project G prism_game].
  f_equal.
  apply functional_extensionality. intros i. unfold feedback, plus, scale, minus.
  cbn [weight gradient price mu A published G prism_game]. unfold choice, lambda. ring.
Qed.

Section Published.
Variables (P : vec -> vec) (top : vec) (radius : R) (k : nat) (m d : R) (first : nat -> vec).
Hypotheses (D : domain 3 prism P top radius) (some : (1 <= k)%nat) (m0 : 0 < m) (d0 : 0 <= d).
Hypothesis start : forall j, prism (first j).
Let A := published k m d first.

(** It runs into the late-price game, whatever its start. *)
Lemma published_late n T : let W := INR (4 * n) in
  (4 <= n)%nat -> m * W <= 1 / 2 -> d * m ^ 2 * W <= 1 / 10 -> 816 <= m ^ 2 * W * INR T ->
  m * W * INR T / 150 <= full_regret (late P n (m * W / 102)) A T late_star.
Proof.
  intros W n4 mW dW long. set (G := late P n (m * W / 102)).
  assert (W0 : 0 <= m * W) by (apply Rmult_le_pos; [lra|apply pos_INR]).
  refine (late_price P top radius k n T (choice G A) (lambda G A) m m (d * m ^ 2) 0 D some n4 m0 m0 _
    (Nat.le_0_l 1) mW _ dW _
    _ _ _ _).
  - apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - fold W. nra.
  - fold W. lra.
  - intros j _. apply start.
  - intros t j _. apply published_next.
  - reflexivity.
  - intros t. rewrite Nat.add_0_r. apply lambda_next.
Qed.

Section Free_goods.
Variable good : nat -> nat.
Hypothesis goods : forall t, (good t < 3)%nat.
Let G := free P good.

Lemma published_free t j : choice G A (S t) j = P (plus (choice G A t j) (scale m (only (good t)))).
Proof.
  etransitivity; [apply (published_next P (fun t => only (good t)) (fun _ => zero) k m d first t)|]. f_equal.
  apply functional_extensionality. intros i.
  change (prism_game P (fun t => only (good t)) (fun _ => zero)) with G. fold A.
  unfold plus, scale, minus, zero.
  cbv beta. ring.
Qed.

Lemma free_lost T x : full_regret G A T x
  = sum (fun t => x (good t)) T - sum (fun t => mean k (fun j => choice G A t j (good t))) T.
Proof.
  unfold full_regret. f_equal; apply sum_eq; intros t _; unfold G, free; cbn [utility prism_game];
    rewrite dot_only by apply goods; reflexivity.
Qed.

Lemma free_affordable x W T : prism x -> affordable G W T x.
Proof.
  intros H. split; [exact H|]. intros t _. rewrite (sum_eq _ (fun _ => -1)) by (intros; apply free_excess).
  rewrite sum_const. pose proof (pos_INR W). lra.
Qed.

Lemma free_worth T x : sum (fun t => utility G t x) T = sum (fun t => x (good t)) T.
Proof. apply sum_eq. intros t _. unfold G, free. cbn [utility prism_game]. now apply dot_only. Qed.
End Free_goods.

Lemma only_prism i : (i = 1 \/ i = 2)%nat -> prism (only i).
Proof. intros [-> | ->]; unfold prism, only; cbn; lra. Qed.

(** Slow: on one of two games in which one good is worth 1. *)
Lemma published_slow W T M : (M <= T)%nat -> m * (INR M - 1) <= 1 -> exists i, (i = 1 \/ i = 2)%nat /\
  benchmark (free P (fun _ => i)) W T (only i) /\
  INR M / 4 <= full_regret (free P (fun _ => i)) A T (only i).
Proof.
  intros HM small.
  assert (H : exists i, (i = 1 \/ i = 2)%nat /\
    mean k (fun j => first j i) <= mean k (fun j => first j (3 - i)%nat)).
  { destruct (Rle_dec (mean k (fun j => first j 1%nat)) (mean k (fun j => first j 2%nat))).
    - exists 1%nat. split; [auto|]. assumption.
    - exists 2%nat. split; [auto|]. cbn [Nat.sub]. lra. }
  destruct H as (i & Hi & low). exists i. split; [exact Hi|].
  assert (i3 : (i < 3)%nat) by (destruct Hi; lia).
  assert (worth : forall x, sum (fun t => utility (free P (fun _ => i)) t x) T = INR T * x i).
  { intros x. rewrite (free_worth (fun _ => i)) by (intros; exact i3). apply sum_const. }
  split; [split|].
  - apply free_affordable. now apply only_prism.
  - intros y [Hy _]. rewrite !worth. apply Rmult_le_compat_l; [apply pos_INR|].
    unfold only. rewrite Nat.eqb_refl. destruct Hy as (_ & y1 & y2 & y12). destruct Hi as [-> | ->]; lra.
  - rewrite free_lost by (intros; exact i3). rewrite sum_const. unfold only at 1.
    rewrite Nat.eqb_refl, Rmult_1_r.
    apply (slow P top radius m k (fun _ => i) (choice (free P (fun _ => i)) A) D (Rlt_le _ _ m0) some) with
      (M := M);
      trivial. intros t j _. now apply published_free.
Qed.

(** Astray: on the game of alternating goods. *)
Definition turning (t : nat) : nat := if Nat.even t then 1%nat else 2%nat.

Lemma published_astray W T : benchmark (free P turning) W T (only 1) /\
  (INR (T / 2) - 1) * Rmin 1 (m / 2) <= full_regret (free P turning) A T (only 1).
Proof.
  assert (goods : forall t, (turning t < 3)%nat) by (intros t; unfold turning; destruct (Nat.even t); lia).
  pose proof (Nat.div_mod T 2 ltac:(lia)) as E. pose proof (Nat.mod_upper_bound T 2 ltac:(lia)) as B.
  set (p := (T / 2)%nat) in *. set (r := (T mod 2)%nat) in *.
  assert (pairs : forall (y : vec) p, sum (fun t => y (turning t)) (2 * p) = INR p * (y 1%nat + y 2%nat)).
  { clear. intros y p. induction p; [cbn; ring|]. replace (2 * S p)%nat with (S (S (2 * p))) by lia.
    cbn [sum]. rewrite IHp, S_INR. unfold turning at 1 2. rewrite Nat.even_succ, <- Nat.negb_even, even_twice.
    cbn [negb]. ring. }
  assert (rest : forall h : nat -> R, sum h T = sum h (2 * p) + (if (r =? 0)%nat then 0 else h (2 * p)%nat)).
  { intros h. rewrite E. destruct r as [|[|r']]; [rewrite Nat.add_0_r; cbn [Nat.eqb]; ring| |lia].
    rewrite Nat.add_1_r. cbn [sum Nat.eqb]. reflexivity. }
  assert (last : turning (2 * p) = 1%nat) by (unfold turning; now rewrite even_twice).
  split; [split|].
  - apply free_affordable. apply only_prism. auto.
  - intros y [(_ & y1 & y2 & y12) _]. rewrite !free_worth by exact goods. rewrite !rest, !pairs, last.
    unfold only. cbn [Nat.eqb]. pose proof (pos_INR p). destruct (r =? 0)%nat; nra.
  - rewrite free_lost by exact goods. rewrite !rest, pairs, last. unfold only at 1 2 3. cbn [Nat.eqb].
    set (v := choice (free P turning) A).
    assert (inside : forall t j, prism (v t j)).
    { intros [|t] j; [apply start|]. unfold v. rewrite published_free. apply (into _ _ _ _ _ D). }
    assert (end_ : mean k (fun j => v (2 * p)%nat j 1%nat) <= 1).
    { apply mean_at_most; [exact some|]. intros j _. destruct (inside (2 * p)%nat j) as (_ & a & b & c).
      lra. }
    assert (c0 : 0 <= Rmin 1 (m / 2)) by (apply Rmin_glb; lra).
    assert (main : sum (fun t => mean k (fun j => v t j (turning t))) (2 * p) <= INR p - (INR p - 1) * Rmin 1
      (m / 2)).
    { rewrite sum_mean. apply mean_at_most; [exact some|]. intros j Hj. destruct p as [|p'].
      - cbn [Nat.mul Nat.add sum INR]. lra.
      - destruct (alternating P top radius m k turning v D (Rlt_le _ _ m0) some (fun j _ => start j)
          (fun t j _ => published_free turning t j) (fun t => eq_refl) p') as [S _].
        specialize (S j Hj). cbv zeta in S. rewrite S_INR in *. lra. }
    destruct (r =? 0)%nat; lra.
Qed.

(** * The theorems

    With the steps of the order 1/sqrt T, which are right for single rounds, windows cost W sqrt T/150. *)
Corollary steps_for_single_rounds n T : let W := INR (4 * n) in
  d <= 12 -> m = / sqrt (INR T) -> 816 <= W <= sqrt (INR T) / 2 ->
  W * sqrt (INR T) / 150 <= full_regret (late P n (m * W / 102)) A T late_star.
Proof.
  intros W d12 Em [W1 W2]. set (r := sqrt (INR T)) in *. assert (r0 : 0 < r) by lra.
  assert (rr : r * r = INR T) by (apply sqrt_sqrt, pos_INR).
  assert (mr : m * r = 1) by (rewrite Em; apply Rinv_l; lra).
  assert (mW : m * W <= 1 / 2).
  { assert (m * W <= m * (r / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (mW0 : 0 <= m * W) by (apply Rmult_le_pos; lra).
  assert (m1 : m <= 1 / 1632).
  { apply (Rmult_le_reg_r r); [exact r0|]. lra. }
  assert (mmW : 0 <= m * (m * W) <= 1 / 1632 * (1 / 2)).
  { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]. }
  assert (E : m * W * INR T = W * r) by (rewrite <- rr; replace (m * W * (r * r)) with (m * r * (W * r)) by
    ring; rewrite mr; ring).
  assert (E2 : m ^ 2 * W * INR T = W) by (rewrite <- rr; replace (m ^ 2 * W * (r * r)) with ((m * r) * (m *
    r) * W) by ring; rewrite mr; ring).
  fold W. rewrite <- E. apply published_late; fold W; try lra.
  - apply INR_le. cbn. unfold W in W1. rewrite mult_INR in W1. cbn in W1. lra.
  - replace (d * m ^ 2 * W) with (d * (m * (m * W))) by ring. nra.
Qed.

(** For windows of any length the worst of these games costs sqrt(WT), but for a constant, whatever the step
    is; d <= 12 is the paper's choice, 4 beta^2, on all of them. *)
Theorem every_constant_step : d <= 12 -> forall W T : nat, (1 <= W <= T)%nat ->
  exists (worth cost : nat -> vec) (star : vec),
  (forall t i, 0 <= worth t i <= 1 /\ 0 <= cost t i <= 1) /\
  benchmark (prism_game P worth cost) W T star /\
  sqrt (INR W * INR T) / 7500 <= full_regret (prism_game P worth cost) A T star.
Proof.
  intros d12 W T HW. set (R_ := sqrt (INR W * INR T)).
  assert (W1 : 1 <= INR W) by (change 1 with (INR 1); apply le_INR; lia).
  assert (WT : INR W <= INR T) by (apply le_INR; lia).
  assert (RR : R_ * R_ = INR W * INR T) by (apply sqrt_sqrt; nra).
  assert (R0 : 0 <= R_) by apply sqrt_pos.
  assert (RT : R_ <= INR T) by nra. assert (RW : INR W <= R_) by nra.
  assert (ones : forall i j, 0 <= only i j <= 1) by (intros i j; unfold only; destruct (_ =? _)%nat; lra).
  assert (slow_game : forall M, (M <= T)%nat -> m * (INR M - 1) <= 1 -> R_ / 7500 <= INR M / 4 ->
    exists (worth cost : nat -> vec) (star : vec), (forall t i, 0 <= worth t i <= 1 /\ 0 <= cost t i <= 1) /\
    benchmark (prism_game P worth cost) W T star /\ R_ / 7500 <= full_regret (prism_game P worth cost) A T
      star).
  { intros M HM small enough_. destruct (published_slow W T M HM small) as (i & Hi & B & L).
    exists (fun _ => only i), (fun _ => zero), (only i).
    split; [intros; unfold zero; split; [apply ones|lra]|].
    split; [exact B|]. apply Rle_trans with (1 := enough_). exact L. }
  assert (astray_game : R_ / 7500 <= (INR (T / 2) - 1) * Rmin 1 (m / 2) ->
    exists (worth cost : nat -> vec) (star : vec), (forall t i, 0 <= worth t i <= 1 /\ 0 <= cost t i <= 1) /\
    benchmark (prism_game P worth cost) W T star /\ R_ / 7500 <= full_regret (prism_game P worth cost) A T
      star).
  { intros enough_. destruct (published_astray W T) as (B & L).
    exists (fun t => only (turning t)), (fun _ => zero), (only 1).
    split; [intros; unfold zero; split; [apply ones|lra]|].
    split; [exact B|]. apply Rle_trans with (1 := enough_). exact L. }
  assert (late_game : forall n, (4 <= n)%nat -> (4 * n <= W)%nat -> m * INR (4 * n) <= 1 / 2 ->
    m <= 1 / 64 -> 816 <= m ^ 2 * INR (4 * n) * INR T -> R_ / 7500 <= m * INR (4 * n) * INR T / 150 ->
    exists (worth cost : nat -> vec) (star : vec), (forall t i, 0 <= worth t i <= 1 /\ 0 <= cost t i <= 1) /\
    benchmark (prism_game P worth cost) W T star /\ R_ / 7500 <= full_regret (prism_game P worth cost) A T
      star).
  { intros n n4 nW mW m64 long enough_. pose proof (pos_INR (4 * n)) as W0. set (V := INR (4 * n)) in *.
    assert (mV : 0 <= m * V) by (apply Rmult_le_pos; lra).
    assert (dW : d * m ^ 2 * V <= 1 / 10).
    { replace (d * m ^ 2 * V) with (d * (m * (m * V))) by ring.
      assert (m * (m * V) <= 1 / 64 * (1 / 2)) by (apply Rmult_le_compat; lra).
      assert (0 <= m * (m * V)) by (apply Rmult_le_pos; lra). nra. }
    pose proof (published_late n T n4 mW dW long) as L. fold V in L.
    exists (fun _ => three 1 (1 - m * V / 102) 1), (late_cost n), late_star. split.
    - intros t i. split; [destruct i as [|[|i]]; cbn [three]; lra|]. unfold late_cost.
      cbv zeta. set (s := (t mod (4 * n))%nat).
      destruct i as [|[|i]]; cbn [three]; destruct (s <? n)%nat, (s <? 2 * n)%nat; lra.
    - split; [apply late_benchmark; [lia|exact nW|lra]|]. apply Rle_trans with (1 := enough_). exact L. }
  assert (i0 : 0 < / m) by (apply Rinv_0_lt_compat, m0). assert (im : / m * m = 1) by (apply Rinv_l; lra).
  destruct (count (/ m) (Rlt_le _ _ i0)) as (j & j1 & j2).
  assert (jm : m * (INR j - 1) <= 1) by (rewrite <- im; rewrite (Rmult_comm (/ m)); apply Rmult_le_compat_l;
    lra).
  assert (j0 : 1 <= INR j).
  { destruct j; [cbn in j1; lra|]. rewrite S_INR. pose proof (pos_INR j). lra. }
  destruct (le_lt_dec T j) as [short|long].
  { apply (slow_game T); [lia| |lra]. apply le_INR in short.
    apply Rle_trans with (2 := jm). apply Rmult_le_compat_l; lra. }
  assert (slow_j : R_ / 7500 <= INR j / 4 -> _) by exact (slow_game j (Nat.lt_le_incl _ _ long) jm).
  assert (half : (INR T - 3) / 2 <= INR (T / 2) - 1).
  { pose proof (Nat.div_mod T 2 ltac:(lia)) as E. pose proof (Nat.mod_upper_bound T 2 ltac:(lia)).
    assert (H1 : (T <= 2 * (T / 2) + 1)%nat) by lia. apply le_INR in H1. rewrite plus_INR, mult_INR in H1.
    cbn [INR] in H1. lra. }
  destruct (Rle_lt_dec (1 / 64) m) as [large|small].
  { destruct (Rle_lt_dec (INR T) 6) as [few|many]; [apply slow_j; lra|].
    apply astray_game. assert (1 / 128 <= Rmin 1 (m / 2)) by (apply Rmin_glb; lra).
    assert ((INR T - 3) / 2 * (1 / 128) <= (INR (T / 2) - 1) * Rmin 1 (m / 2)) by (apply Rmult_le_compat;
      lra). lra. }
  destruct (Rle_lt_dec (m * R_) 32) as [below|above].
  { apply slow_j. assert (/ m * (m * R_) <= / m * 32) by (apply Rmult_le_compat_l; lra).
    replace (/ m * (m * R_)) with R_ in H by (field; lra). lra. }
  assert (mRR : 32 * R_ <= m * (INR W * INR T)).
  { rewrite <- RR. replace (m * (R_ * R_)) with (m * R_ * R_) by ring. apply Rmult_le_compat_r; lra. }
  assert (mR2 : 1024 <= m ^ 2 * (INR W * INR T)).
  { rewrite <- RR. replace (m ^ 2 * (R_ * R_)) with ((m * R_) * (m * R_)) by ring.
    replace 1024 with (32 * 32) by ring. apply Rmult_le_compat; lra. }
  assert (T0 : 0 <= m * INR T) by (apply Rmult_le_pos; lra).
  destruct (le_lt_dec 16 W) as [wide|narrow].
  - destruct (Rle_lt_dec (m * INR W) (1 / 2)) as [mW|mW].
    + pose proof (Nat.div_mod W 4 ltac:(lia)) as E. pose proof (Nat.mod_upper_bound W 4 ltac:(lia)).
      set (n := (W / 4)%nat) in *. assert (up : (4 * n <= W)%nat) by lia.
      assert (lo : (W <= 4 * n + 3)%nat) by lia.
      apply le_INR in wide. apply le_INR in lo. rewrite plus_INR in lo. apply le_INR in up as up'.
      replace (INR 16) with 16 in wide by (cbn; ring). replace (INR 3) with 3 in lo by (cbn; ring).
      assert (V0 : 13 / 16 * INR W <= INR (4 * n)) by lra.
      apply (late_game n); [ apply Nat.div_le_lower_bound; [lia|apply INR_le; cbn; lra]|exact up| |lra| |].
      * apply Rle_trans with (2 := mW). apply Rmult_le_compat_l; lra.
      * assert (m ^ 2 * INR T * (13 / 16 * INR W) <= m ^ 2 * INR T * INR (4 * n)).
        { apply Rmult_le_compat_l; [|exact V0]. apply Rmult_le_pos; [apply pow2_ge_0|lra]. }
        lra.
      * assert (m * INR T * (13 / 16 * INR W) <= m * INR T * INR (4 * n)) by (apply Rmult_le_compat_l;
          assumption). lra.
    + destruct (count (/ m / 8) ltac:(lra)) as ([|n] & n1 & n2); [cbn in n1; lra|]. rewrite S_INR in n1, n2.
      assert (big : 64 <= / m) by (apply (Rmult_le_reg_r m); lra).
      assert (n4 : (4 <= n)%nat) by (apply INR_le; cbn; lra).
      assert (EV : INR (4 * n) = 4 * INR n) by (rewrite mult_INR; cbn; ring).
      assert (mV : m * INR (4 * n) <= 1 / 2).
      { rewrite EV. assert (m * (4 * INR n) <= m * (/ m / 2)) by (apply Rmult_le_compat_l; lra).
        replace (m * (/ m / 2)) with (1 / 2) in * by (field; lra). lra. }
      assert (Vm : 7 / 16 <= m * INR (4 * n)).
      { rewrite EV. assert (m * (/ m / 2 - 4) <= m * (4 * INR n)) by (apply Rmult_le_compat_l; lra).
        replace (m * (/ m / 2 - 4)) with (1 / 2 - 4 * m) in * by (field; lra). lra. }
      assert (nW : (4 * n <= W)%nat) by (apply INR_le; apply (Rmult_le_reg_l m); lra).
      assert (Tn : m * INR T * (7 / 16) <= m * INR T * (m * INR (4 * n))) by (apply Rmult_le_compat_l;
        assumption).
      destruct (Rle_lt_dec 1866 (m * INR T)) as [far|near].
      * apply (late_game n); try assumption; try lra.
        assert (INR T * (7 / 16) <= INR T * (m * INR (4 * n))) by (apply Rmult_le_compat_l; lra). lra.
      * apply slow_j. assert (/ m * (m * INR T) <= / m * 1866) by (apply Rmult_le_compat_l; lra).
        replace (/ m * (m * INR T)) with (INR T) in * by (field; lra). lra.
  - assert (W16 : INR W <= 16).
    { assert (N16 : (W <= 16)%nat) by lia. apply le_INR in N16. cbn in N16. lra. }
    apply astray_game. assert (m * (INR W * INR T) <= 16 * (m * INR T)).
    { replace (m * (INR W * INR T)) with (INR W * (m * INR T)) by ring. apply Rmult_le_compat_r; assumption. }
    assert (T1 : 6 <= INR T) by (apply Rle_trans with (2 := RT); nra).
    rewrite Rmin_right by lra.
    assert ((INR T - 3) / 2 * (m / 2) <= (INR (T / 2) - 1) * (m / 2)) by (apply Rmult_le_compat_r; lra).
    assert (m * 6 <= m * INR T) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Published.

(** * The queue with gradients

    It is fed its next decision, and forgets nothing. With the tuning for windows of W rounds it pays
    sqrt(WT)/150: for full regret its rate is not sqrt T + W either. *)

Theorem queue_late : forall P top radius V a n T, domain 3 prism P top radius -> 0 < V -> 0 < a -> (4 <=
  n)%nat ->
  let W := INR (4 * n) in
  W / V <= 1 / 2 -> W ^ 2 / (2 * a) <= 1 / 4 -> 816 <= W * INR T / (2 * a) ->
  let G := late P n (/ V * W / 102) in
  W * INR T / (150 * V) <= sum (fun t => utility G t late_star) T
    - sum (fun t => utility G t (queue_decision G V a (gradient G) t)) T.
Proof.
  intros P top radius V a n T D V0 a0 n4 W c1 c2 c3 G.
  set (v := fun t (_ : nat) => queue_decision G V a (gradient G) t).
  set (l := fun t => queue G V a (gradient G) t / V).
  assert (same_ : forall t, mean_of 1 (v t) = queue_decision G V a (gradient G) t).
  { intros t. apply functional_extensionality. intros i. unfold mean_of, mean, v. cbn [sum INR]. field. }
  assert (iV : 0 < / V) by now apply Rinv_0_lt_compat.
  pose proof (late_price P top radius 1 n T v l (V / (2 * a)) (/ V) 0 1 D (le_n 1) n4
    ltac:(apply Rdiv_lt_0_compat; lra) iV (Rle_refl 0) (le_n 1)) as H. cbv zeta in H. fold W in H.
    fold G in H.
  assert (E1 : V / (2 * a) * / V = / (2 * a)) by (field; lra). rewrite E1 in H.
  specialize (H ltac:(unfold Rdiv in c1; lra) ltac:(unfold Rdiv in c2; lra) ltac:(lra) ltac:(unfold Rdiv in
    c3; lra)).
  rewrite (sum_eq (fun t => utility G t (mean_of 1 (v t))) (fun t => utility G t (queue_decision G V a
    (gradient G) t))) in H
    by (intros; now rewrite same_).
  replace (W * INR T / (150 * V)) with (/ V * W * INR T / 150) by (field; lra). apply H.
  - intros k _. unfold v. apply (origin _ _ _ _ _ D).
  - intros t k _. unfold v, queue_decision. cbn [boosted_queue queue_round queue_place]. unfold queue_step.
    f_equal.
    apply functional_extensionality. intros i. unfold plus, scale, minus, l, queue. field. lra.
  - unfold l, queue. cbn [boosted_queue in_queue]. unfold Rdiv. ring.
  - intros t. unfold l at 1. rewrite queue_next, same_, Nat.add_1_r.
    set (Q := queue G V a (gradient G) t). set (g := excess G t _).
    replace ((1 - 0) * l t + / V * g) with ((Q + g) * / V) by (unfold l; fold Q; field; lra). unfold Rdiv.
    rewrite !(Rmult_comm _ (/ V)), <- RmaxRmult by lra. now rewrite Rmult_0_r.
Qed.

Corollary queue_pays : forall P top radius n T, domain 3 prism P top radius ->
  let W := INR (4 * n) in
  let q := sqrt (W * INR T) in
  1632 ^ 2 <= W -> 4 * W ^ 3 <= INR T ^ 2 ->
  let G := late P n (/ q * W / 102) in
  q / 150 <= sum (fun t => utility G t late_star) T
    - sum (fun t => utility G t (queue_decision G q (q * sqrt (INR T)) (gradient G) t)) T.
Proof.
  intros P top radius n T D W q W1 W3 G. set (r := sqrt (INR T)). pose proof (pos_INR T) as T0.
  assert (big : 4 * W <= INR T).
  { apply Rnot_lt_le. intros H. assert (INR T ^ 2 <= (4 * W) ^ 2) by (apply pow_incr; lra). nra. }
  assert (qq : q * q = W * INR T) by (apply sqrt_sqrt; nra).
  assert (rr : r * r = INR T) by (apply sqrt_sqrt; lra).
  assert (q0 : 0 < q) by (apply sqrt_lt_R0; nra). assert (r0 : 0 < r) by (apply sqrt_lt_R0; lra).
  assert (n4 : (4 <= n)%nat).
  { apply INR_le. unfold W in W1. rewrite mult_INR in W1. cbn in *. lra. }
  assert (Wq : 2 * W <= q) by (apply Rnot_lt_le; intros H; nra).
  assert (qr : 2 * W ^ 2 <= q * r).
  { apply Rnot_lt_le. intros H. assert (0 < q * r) by (apply Rmult_lt_0_compat; lra).
    assert (E : (q * r) * (q * r) = W * INR T ^ 2) by (replace ((q * r) * (q * r)) with ((q * q) * (r * r))
      by ring; rewrite qq, rr; ring).
    assert ((q * r) * (q * r) < (2 * W ^ 2) * (2 * W ^ 2)) by (apply Rmult_le_0_lt_compat; lra).
    assert (W * (4 * W ^ 3) <= W * INR T ^ 2) by (apply Rmult_le_compat_l; lra). lra. }
  assert (rq : 1632 * r <= q).
  { apply Rnot_lt_le. intros H. assert (q * q < (1632 * r) * (1632 * r)) by (apply Rmult_le_0_lt_compat; lra).
    assert (1632 ^ 2 * INR T <= W * INR T) by (apply Rmult_le_compat_r; lra).
    replace ((1632 * r) * (1632 * r)) with (1632 ^ 2 * (r * r)) in * by ring. rewrite rr in *. lra. }
  assert (a0 : 0 < q * r) by (apply Rmult_lt_0_compat; lra).
  pose proof (queue_late P top radius q (q * r) n T D q0 a0 n4) as H. cbv zeta in H. fold W in H. fold G in H.
  replace (q / 150) with (W * INR T / (150 * q)) by (rewrite <- qq; field; lra). apply H.
  - apply (Rmult_le_reg_r q); [exact q0|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra.
  - apply (Rmult_le_reg_r (2 * (q * r))); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra.
  - rewrite <- qq. replace (q * q / (2 * (q * r))) with (q / (2 * r)) by (field; lra).
    apply (Rmult_le_reg_r (2 * r)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
