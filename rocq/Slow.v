(** The slow game: two goods for one need, the same utility and the same price in every round.

      f (z, e) = 1 - (1 - a z) (1 - q e),   q e = (1 + eps) (1 - exp (- e)),
      price (a, 1),   budget 1 per round,   decisions [0, 1/a] x [0, 1].

    This file defines it, shows that it is of the paper's class with R^2 = 1 + 1/a^2, G = 1 = F and
    beta^2 = (1 + eps)^2 + a^2, and that (1/a, 0) is its benchmark, worth 1 a round. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** * The projection onto a box *)

Definition onto_box (top x : vec) : vec := fun i => Rmax 0 (Rmin (top i) (x i)).

(** [Rmax 0 (Rmin h x)], the nearest number to x in [0, h]. *)
Lemma between_range h x : 0 <= h -> 0 <= Rmax 0 (Rmin h x) <= h.
Proof. intros H. unfold Rmax, Rmin. destruct (Rle_dec h x), (Rle_dec 0 _); lra. Qed.

Lemma between_cases h x : 0 <= h ->
  let p := Rmax 0 (Rmin h x) in p = x \/ (p = 0 /\ x <= 0) \/ (p = h /\ h <= x).
Proof. intros H. unfold Rmax, Rmin. destruct (Rle_dec h x), (Rle_dec 0 _); lra. Qed.

(** It is no further from any number in [0, h], and no such number is nearer to x. *)
Lemma between_nearer h x y : 0 <= y <= h -> (Rmax 0 (Rmin h x) - y) ^ 2 <= (x - y) ^ 2.
Proof.
  intros H. destruct (between_cases h x ltac:(lra)) as [-> | [(-> & ?) | (-> & ?)]]; [lra| |];
    rewrite <- !Rsqr_pow2; [rewrite (Rsqr_neg (0 - y)), (Rsqr_neg (x - y))|]; apply Rsqr_incr_1; lra.
Qed.

Lemma between_nearest h x y : 0 <= y <= h -> (x - Rmax 0 (Rmin h x)) ^ 2 <= (x - y) ^ 2.
Proof.
  intros H. destruct (between_cases h x ltac:(lra)) as [-> | [(-> & ?) | (-> & ?)]].
  - pose proof (pow2_ge_0 (x - y)). lra.
  - rewrite <- !Rsqr_pow2. rewrite (Rsqr_neg (x - 0)), (Rsqr_neg (x - y)). apply Rsqr_incr_1; lra.
  - rewrite <- !Rsqr_pow2. apply Rsqr_incr_1; lra.
Qed.

(** [onto_box] is the Euclidean projection onto the box. *)
Lemma box_domain n top radius :
  below n zero top -> sq n top <= radius ^ 2 -> domain n (box n top) (onto_box top) top radius.
Proof.
  intros H0 HR. split.
  - intros x y E [H1 H2]. split; intros i Hi; rewrite <- (E i Hi); auto.
  - intros x y s Hs [H1 H2] [H3 H4]. unfold plus, scale, zero in *.
    split; intros i Hi; specialize (H1 i Hi); specialize (H2 i Hi); specialize (H3 i Hi);
      specialize (H4 i Hi); cbn in *; unfold zero.
    + assert (0 <= (1 - s) * x i) by (apply Rmult_le_pos; lra).
      assert (0 <= s * y i) by (apply Rmult_le_pos; lra). lra.
    + assert ((1 - s) * x i <= (1 - s) * top i) by (apply Rmult_le_compat_l; lra).
      assert (s * y i <= s * top i) by (apply Rmult_le_compat_l; lra). lra.
  - split; [intros i _; unfold zero; lra|exact H0].
  - intros x H. exact H.
  - intros x. split; intros i Hi; apply between_range, H0, Hi.
  - intros x y [H1 H2]. apply sum_le. intros i Hi. specialize (H1 i Hi). specialize (H2 i Hi).
    pose proof (between_nearest (top i) (x i) (y i) (conj H1 H2)). unfold minus, onto_box. lra.
  - intros x y [H1 H2] [H3 H4]. apply Rle_trans with (2 := HR). apply sum_le. intros i Hi.
    specialize (H1 i Hi). specialize (H2 i Hi). specialize (H3 i Hi). specialize (H4 i Hi).
    unfold minus, zero in *. apply Rsqr_le_abs_1. rewrite (Rabs_right (top i)) by lra. apply Rabs_le. lra.
Qed.

(** * The game *)

(** The vector (z, e). *)
Definition goods (z e : R) : vec := fun i => match i with O => z | _ => e end.

(** The utility of e alone. *)
Definition q (eps e : R) : R := (1 + eps) * (1 - exp (- e)).

Definition highest (a : R) : vec := goods (/ a) 1.

Definition slow (a eps : R) : game := {|
  dim := 2;
  decisions := box 2 (highest a);
  project := onto_box (highest a);
  utility := fun _ x => 1 - (1 - a * x 0%nat) * (1 - q eps (x 1%nat));
  gradient := fun _ x =>
    goods (a * (1 - q eps (x 1%nat))) ((1 - a * x 0%nat) * ((1 + eps) * exp (- x 1%nat)));
  price := fun _ => goods a 1;
  allowance := 1
|}.

Definition slow_radius (a : R) : R := sqrt (1 + (/ a) ^ 2).
Definition slow_beta (a eps : R) : R := sqrt ((1 + eps) ^ 2 + a ^ 2).
Definition slow_best (a : R) : vec := goods (/ a) 0.

Section Slow.
Variables a eps : R.
Hypothesis slowness : 0 < a <= 1.
Hypothesis bonus : 0 < eps.
Hypothesis top : q eps 1 <= 1.

(** A point of the box by its two goods, and in the unit of money. *)
Lemma in_box x : box 2 (highest a) x -> 0 <= a * x 0%nat <= 1 /\ 0 <= x 0%nat <= / a /\ 0 <= x 1%nat <= 1.
Proof.
  intros [L U]. pose proof (L 0%nat ltac:(lia)) as L0. pose proof (U 0%nat ltac:(lia)) as U0.
  pose proof (L 1%nat ltac:(lia)) as L1. pose proof (U 1%nat ltac:(lia)) as U1.
  unfold zero, highest, goods in *.
  assert (E : a * / a = 1) by (field; lra).
  assert (a * x 0%nat <= a * / a) by (apply Rmult_le_compat_l; lra).
  assert (0 <= a * x 0%nat) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma box_of x : 0 <= x 0%nat <= / a -> 0 <= x 1%nat <= 1 -> box 2 (highest a) x.
Proof.
  intros H0 H1. split; intros i Hi; unfold zero, highest, goods; destruct i as [|[|i]]; try lia; lra.
Qed.

(** exp (- y) falls. *)
Lemma exp_falls x y : x <= y -> exp (- y) <= exp (- x).
Proof. intros [H|H]; [apply Rlt_le, exp_increasing; lra|rewrite H; lra]. Qed.

(** On [0, 1] the slope of q lies between (1 + eps) / e and 1 + eps, and q between 0 and q 1. *)
Lemma exp_range e : 0 <= e <= 1 -> exp (-1) <= exp (- e) <= 1.
Proof.
  intros H. pose proof (exp_falls 0 e ltac:(lra)) as U. rewrite Ropp_0, exp_0 in U.
  replace (-1) with (- (1)) by ring. split; [apply exp_falls|]; lra.
Qed.

Lemma q_one : q eps 1 = (1 + eps) * (1 - exp (-1)).
Proof. unfold q. now replace (- (1)) with (-1) by ring. Qed.

Lemma q_range e : 0 <= e <= 1 -> 0 <= q eps e <= q eps 1.
Proof.
  intros H. pose proof (exp_range e H). rewrite q_one. unfold q.
  split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra.
Qed.

(** exp (- y) lies above its tangents, by at most the square of the distance. *)
Lemma exp_tangent x y : exp (- x) * (1 - (y - x)) <= exp (- y).
Proof.
  replace (- y) with (- x + - (y - x)) by ring. rewrite exp_plus. pose proof (exp_pos (- x)).
  apply Rmult_le_compat_l; [lra|]. pose proof (exp_line (- (y - x))). lra.
Qed.

Lemma exp_bend x y : 0 <= x <= 1 -> 0 <= y <= 1 ->
  0 <= exp (- y) - exp (- x) + exp (- x) * (y - x) <= (y - x) ^ 2.
Proof.
  intros Hx Hy. pose proof (exp_tangent x y) as H1. pose proof (exp_tangent y x) as H2.
  pose proof (exp_range x Hx). pose proof (exp_range y Hy). pose proof (exp_pos (-1)). split; [lra|].
  assert ((exp (- x) - exp (- y)) * (y - x) <= (y - x) ^ 2); [|lra].
  set (h := y - x) in *. set (X := exp (- x)) in *. set (Y := exp (- y)) in *.
  replace (x - y) with (- h) in H2 by (unfold h; ring).
  destruct (Rle_dec 0 h).
  - assert (X - Y <= h) by (assert (X * h <= 1 * h) by (apply Rmult_le_compat_r; lra); lra). nra.
  - assert (Y - X <= - h) by (assert (Y * - h <= 1 * - h) by (apply Rmult_le_compat_r; lra); lra). nra.
Qed.

Lemma exp_near x y : 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (exp (- y) - exp (- x)) <= Rabs (y - x).
Proof.
  intros Hx Hy. pose proof (exp_tangent x y) as H1. pose proof (exp_tangent y x) as H2.
  pose proof (exp_range x Hx). pose proof (exp_range y Hy). pose proof (exp_pos (-1)).
  set (h := y - x) in *. set (X := exp (- x)) in *. set (Y := exp (- y)) in *.
  replace (x - y) with (- h) in H2 by (unfold h; ring). apply Rabs_le. unfold Rabs. destruct (Rcase_abs h).
  - assert (Y * - h <= 1 * - h) by (apply Rmult_le_compat_r; lra).
    assert (0 <= X * - h) by (apply Rmult_le_pos; lra). lra.
  - assert (X * h <= 1 * h) by (apply Rmult_le_compat_r; lra).
    assert (0 <= Y * h) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The utility differs from its linear part by at most (2 + a) (1 + eps) / 2 times the square. *)
Lemma slow_linear t x y : box 2 (highest a) x -> box 2 (highest a) y ->
  Rabs (utility (slow a eps) t y - utility (slow a eps) t x - dot 2 (gradient (slow a eps) t x) (minus y x))
  <= (2 + a) * (1 + eps) / 2 * sq 2 (minus y x).
Proof.
  intros Hx Hy. destruct (in_box x Hx) as (Z & _ & X). destruct (in_box y Hy) as (Z' & _ & Y).
  pose proof (exp_bend _ _ X Y) as B. pose proof (exp_near _ _ X Y) as D.
  unfold sq, dot, minus, q. cbn [sum slow utility gradient goods]. unfold q.
  set (E := exp (- x 1%nat)) in *. set (E' := exp (- y 1%nat)) in *. set (h := y 1%nat - x 1%nat) in *.
  set (k := y 0%nat - x 0%nat).
  match goal with |- Rabs ?r <= _ =>
    replace r with ((1 + eps) * ((1 - a * x 0%nat) * - (E' - E + E * h) + a * k * (E' - E)))
      by (unfold k, h; ring) end.
  clearbody E E'. generalize dependent (a * x 0%nat). intros z Z.
  assert (P : Rabs ((1 - z) * - (E' - E + E * h) + a * k * (E' - E)) <= (2 + a) / 2 * (k ^ 2 + h ^ 2)).
  { apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_mult.
    rewrite (Rabs_right a), (Rabs_right (1 - z)), Rabs_Ropp, (Rabs_right (E' - E + E * h)) by lra.
    assert (S1 : (1 - z) * (E' - E + E * h) <= 1 * h ^ 2) by (apply Rmult_le_compat; lra).
    assert (S2 : a * Rabs k * Rabs (E' - E) <= a * (Rabs k * Rabs h)).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
      apply Rmult_le_compat_l; [apply Rabs_pos|exact D]. }
    assert (S3 : Rabs k * Rabs h <= (k ^ 2 + h ^ 2) / 2).
    { rewrite <- (pow2_abs k), <- (pow2_abs h). pose proof (pow2_ge_0 (Rabs k - Rabs h)). lra. }
    apply (Rmult_le_compat_l a) in S3; [|lra]. pose proof (pow2_ge_0 k). lra. }
  rewrite Rabs_mult, (Rabs_right (1 + eps)) by lra.
  apply (Rmult_le_compat_l (1 + eps)) in P; lra.
Qed.

(** f is differentiable, normalised, monotone and DR-submodular on the box. *)
Lemma slow_utility t :
  utility_of 2 (highest a) (utility (slow a eps) t) (gradient (slow a eps) t).
Proof.
  split.
  - intros x Hx r Hr. pose (L := (2 + a) * (1 + eps) / 2). assert (HL : 0 < L) by (unfold L; nra).
    exists (r / L). split; [apply Rdiv_lt_0_compat; lra|]. intros y Hy near.
    apply Rle_trans with (1 := slow_linear t x y Hx Hy). fold L.
    assert (S : 0 <= sq 2 (minus y x)) by apply sq_nonnegative.
    rewrite <- (sqrt_sqrt (sq 2 (minus y x))) at 1 by exact S.
    pose proof (sqrt_pos (sq 2 (minus y x))) as P. rewrite <- Rmult_assoc.
    apply Rmult_le_compat_r; [exact P|].
    assert (Q : sqrt (sq 2 (minus y x)) <= r / L).
    { rewrite <- (sqrt_pow2 (r / L)) by (apply Rlt_le, Rdiv_lt_0_compat; lra). apply sqrt_le_1_alt. lra. }
    apply (Rmult_le_compat_l L) in Q; [|lra]. replace (L * (r / L)) with r in Q by (field; lra). exact Q.
  - cbn. unfold q, zero. rewrite Ropp_0, exp_0. ring.
  - intros x Hx i Hi. destruct (in_box x Hx) as (Z & _ & X). pose proof (q_range _ X).
    pose proof (exp_pos (- x 1%nat)).
    unfold zero. destruct i as [|[|i]]; cbn; try lia; repeat apply Rmult_le_pos; lra.
  - intros x y Hx Hy H i Hi. destruct (in_box x Hx) as (Z & _ & X). destruct (in_box y Hy) as (Z' & _ & Y).
    pose proof (H 0%nat ltac:(lia)) as H0. pose proof (exp_falls _ _ (H 1%nat ltac:(lia))) as H1.
    assert (a * x 0%nat <= a * y 0%nat) by (apply Rmult_le_compat_l; lra).
    destruct i as [|[|i]]; cbn; try lia; unfold q.
    + apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_compat_l (1 + eps)) in H1; lra.
    + pose proof (exp_pos (- y 1%nat)). apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|].
      apply Rmult_le_compat_l; lra.
Qed.

(** f lies between 0 and 1. *)
Lemma slow_range t x : box 2 (highest a) x -> 0 <= utility (slow a eps) t x <= 1.
Proof.
  intros Hx. destruct (in_box x Hx) as (Z & _ & X). pose proof (q_range _ X). cbn.
  assert (0 <= (1 - a * x 0%nat) * (1 - q eps (x 1%nat)) <= 1 * 1); [|lra].
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra].
Qed.

Lemma slow_beta_sq : slow_beta a eps ^ 2 = (1 + eps) ^ 2 + a ^ 2.
Proof. unfold slow_beta. apply pow2_sqrt. nra. Qed.

Lemma slow_radius_sq : slow_radius a ^ 2 = 1 + (/ a) ^ 2.
Proof. unfold slow_radius. apply pow2_sqrt. pose proof (pow2_ge_0 (/ a)). lra. Qed.

(** The decisions are a domain of radius R. *)
Lemma slow_domain : domain 2 (box 2 (highest a)) (onto_box (highest a)) (highest a) (slow_radius a).
Proof.
  assert (0 < / a) by (apply Rinv_0_lt_compat; lra). apply box_domain.
  - intros i _. unfold zero, highest, goods. destruct i; lra.
  - rewrite slow_radius_sq. unfold sq, dot, highest. cbn. lra.
Qed.

Lemma slow_excess t x : excess (slow a eps) t x = a * x 0%nat + x 1%nat - 1.
Proof. unfold excess, dot. cbn. ring. Qed.

(** No gradient is longer than beta. *)
Lemma slow_gradient t x : box 2 (highest a) x -> sq 2 (gradient (slow a eps) t x) <= slow_beta a eps ^ 2.
Proof.
  intros Hx. destruct (in_box x Hx) as (Z & _ & X). pose proof (q_range _ X) as Q.
  pose proof (exp_range _ X) as E.
  pose proof (exp_pos (-1)). rewrite slow_beta_sq. unfold sq, dot. cbn [sum slow gradient goods].
  set (u := 1 - q eps (x 1%nat)). assert (U : 0 <= u <= 1) by (unfold u; lra).
  set (s := (1 - a * x 0%nat) * ((1 + eps) * exp (- x 1%nat))).
  assert (S : 0 <= s <= 1 + eps).
  { unfold s. split; [repeat apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_l (1 + eps)) at 2.
    apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (1 + eps)) at 2.
    apply Rmult_le_compat_l; lra. }
  clearbody u s. assert (s * s <= (1 + eps) * (1 + eps)) by (apply Rmult_le_compat; lra).
  assert (a * u * (a * u) <= a * 1 * (a * 1)) by (apply Rmult_le_compat; try apply Rmult_le_pos;
    try apply Rmult_le_compat_l; lra). lra.
Qed.

(** The game is of the paper's class. *)
Theorem slow_standing :
  standing (slow a eps) (highest a) (slow_radius a) (slow_beta a eps) 1 1 ((2 + a) * (1 + eps)).
Proof.
  split.
  - split.
    + exact slow_domain.
    + apply sqrt_lt_R0. pose proof (pow2_ge_0 (/ a)). lra.
    + apply sqrt_lt_R0. nra.
    + apply slow_gradient.
    + intros t. rewrite slow_beta_sq. unfold sq, dot. cbn. nra.
    + intros t i _. unfold zero. cbn. destruct i; cbn; lra.
    + intros t x Hx. destruct (in_box x Hx) as (Z & _ & X). rewrite slow_excess. apply Rabs_le. lra.
  - exact slow_utility.
  - split; [nra|]. intros t x y Hx Hy _. pose proof (slow_linear t x y Hx Hy) as H.
    match type of H with Rabs ?r <= _ => pose proof (Rle_abs (- r)) as N; rewrite Rabs_Ropp in N end.
    cbn [dim slow] in *. lra.
  - intros t x y Hx Hy. pose proof (slow_range t x Hx). pose proof (slow_range t y Hy). apply Rabs_le. lra.
Qed.

(** (1/a, 0) is affordable in every window, and worth 1, the maximum of f. *)
Lemma slow_best_worth t : utility (slow a eps) t (slow_best a) = 1.
Proof. cbn. replace (a * / a) with 1 by (field; lra). ring. Qed.

Theorem slow_benchmark W T : benchmark (slow a eps) W T (slow_best a).
Proof.
  assert (0 < / a) by (apply Rinv_0_lt_compat; lra).
  split; [split|].
  - apply box_of; cbn; lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)); [rewrite sum_const; lra|].
    intros s _. rewrite slow_excess. cbn. field. lra.
  - intros y [Hy _]. apply sum_le. intros t _. rewrite slow_best_worth. now apply slow_range.
Qed.

(** ** The rest (0, 1) *)

(** Whatever is chosen earns at most q 1, but for what it buys of the slow good. *)
Lemma beside_decoy t x : box 2 (highest a) x ->
  utility (slow a eps) t x <= q eps 1 + (1 - q eps 1) * (a * x 0%nat).
Proof.
  intros Hx. destruct (in_box x Hx) as (Z & _ & X). pose proof (q_range _ X). cbn.
  assert ((1 - a * x 0%nat) * (1 - q eps 1) <= (1 - a * x 0%nat) * (1 - q eps (x 1%nat)))
      by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** So T decisions earn at most q 1 a round, but for what they buy of the slow good in all. *)
Lemma earned (x : nat -> vec) T N :
  (forall t, box 2 (highest a) (x t)) -> sum (fun t => a * x t 0%nat) T <= N ->
  sum (fun t => utility (slow a eps) t (x t)) T <= q eps 1 * INR T + (1 - q eps 1) * N.
Proof.
  intros Hx H. apply Rle_trans with (sum (fun t => q eps 1 + (1 - q eps 1) * (a * x t 0%nat)) T).
  - apply sum_le. intros t _. apply beside_decoy, Hx.
  - rewrite sum_plus, sum_const, sum_scale. apply (Rmult_le_compat_l (1 - q eps 1)) in H; lra.
Qed.
End Slow.
