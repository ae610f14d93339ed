(** Decoy games (chapter "Linear regret", and "What is open" for analytic ones): three goods, the same
    utility and the same price in every round. Good z is free, good e is the decoy, and good o is what the
    budget should buy:

      f (z, e, o) = 1 - (1 - z) (1 - q e) + rho o,   price (0, 1/tau, 1),   budget 1 per round,

    where q is concave with q 0 = 0, slopes from 0 to Q, and a slope of nearly Q up to tau. This file shows
    that such a game satisfies all of the paper's section 3, and that the published algorithm buys the decoy,
    and little of o. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Cube.
Open Scope R_scope.

Definition z : nat := 0.
Definition e : nat := 1.
Definition o : nat := 2.
Definition goods (a b c : R) : vec := fun i =>
  match i with O => a | S O => b | S (S O) => c | _ => 0 end.

Definition bent_decoy (q q' : R -> R) (rho tau : R) : game := {|
  dim := 3;
  decisions := cube 3;
  project := onto_cube;
  utility := fun _ x => 1 - (1 - x z) * (1 - q (x e)) + rho * x o;
  gradient := fun _ x => goods (1 - q (x e)) ((1 - x z) * q' (x e)) rho;
  price := fun _ => goods 0 (/ tau) 1;
  allowance := 1
|}.

(** The constants of the paper's section 3.2: the radius of the cube, and beta, which bounds the
    length of the gradient and of the price. *)
Definition radius : R := sqrt 3.
Definition beta (Q rho tau : R) : R := Rmax (sqrt (1 + Q ^ 2 + rho ^ 2)) (sqrt ((/ tau) ^ 2 + 1)).

(** What is best: z and o. *)
Definition star : vec := goods 1 0 1.

(** q rises on [0, 1] along its tangents' slopes q', which fall from at most Q; up to tau they are at least
    (1 - eps) Q; and q stays below [top]. *)
Record rising (q q' : R -> R) (Q tau eps top : R) : Prop := {
  rises_from_0 : q 0 = 0;
  below_tangents : forall y y0, 0 <= y <= 1 -> 0 <= y0 <= 1 -> q y <= q y0 + q' y0 * (y - y0);
  slope_falls : forall y0 y, 0 <= y0 -> y0 <= y -> y <= 1 -> q' y <= q' y0;
  slope_range : forall y, 0 <= y <= 1 -> 0 <= q' y <= Q;
  steep_at_first : forall y, 0 <= y <= tau -> (1 - eps) * Q <= q' y;
  stays_below : forall y, 0 <= y <= 1 -> q y <= top
}.

Lemma beta_1 Q rho tau : 1 <= beta Q rho tau.
Proof.
  unfold beta. apply Rle_trans with (2 := Rmax_r _ _).
  rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt. pose proof (pow2_ge_0 (/ tau)). lra.
Qed.
Lemma beta_price Q rho tau : (/ tau) ^ 2 + 1 <= beta Q rho tau ^ 2.
Proof.
  assert (H : 0 <= (/ tau) ^ 2 + 1) by (pose proof (pow2_ge_0 (/ tau)); lra).
  rewrite <- (pow2_sqrt _ H). apply pow_incr. split; [apply sqrt_pos|apply Rmax_r].
Qed.
Lemma beta_gradient Q rho tau : 1 + Q ^ 2 + rho ^ 2 <= beta Q rho tau ^ 2.
Proof.
  assert (H : 0 <= 1 + Q ^ 2 + rho ^ 2) by (pose proof (pow2_ge_0 Q); pose proof (pow2_ge_0 rho); lra).
  rewrite <- (pow2_sqrt _ H). apply pow_incr. split; [apply sqrt_pos|apply Rmax_l].
Qed.

(** * Such a game is of the paper's class *)

Section Class.
Variables (q q' : R -> R) (Q rho tau eps top h L : R).
Hypotheses (HQ : 0 < Q) (Ht : 0 < tau <= 1) (Hrho : 0 < rho) (Htop : top <= 1).
Hypothesis bend : rising q q' Q tau eps top.
(** q leaves its tangents no faster than parabolas do. *)
Hypothesis gentle : forall y y0, 0 <= y <= 1 -> 0 <= y0 <= 1 ->
  q y0 + q' y0 * (y - y0) - q y <= h * (y - y0) ^ 2.
(** L is at least the greater eigenvalue of the matrix (0, Q; Q, 2 h). *)
Hypotheses (Hh : 0 < h < L) (curved : Q ^ 2 <= L * (L - 2 * h)).

Notation G := (bent_decoy q q' rho tau).

(** What f gains beyond its gradient: q's bend, and what z and e take from each other. *)
Lemma remainder t x y : utility G t y - utility G t x - dot 3 (gradient G t x) (minus y x)
  = (1 - x z) * (q (y e) - q (x e) - q' (x e) * (y e - x e)) - (y z - x z) * (q (y e) - q (x e)).
Proof. unfold dot, minus, z, e, o. cbn [sum utility gradient bent_decoy goods]. unfold z, e, o. ring. Qed.

Lemma distance x y : sq 3 (minus y x) = (y z - x z) ^ 2 + (y e - x e) ^ 2 + (y o - x o) ^ 2.
Proof. unfold sq, dot, minus, z, e, o. cbn [sum]. ring. Qed.

Lemma q_bend x y : 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= q x + q' x * (y - x) - q y <= h * (y - x) ^ 2.
Proof.
  intros Hx Hy. pose proof (below_tangents _ _ _ _ _ _ bend y x Hy Hx). pose proof (gentle y x Hy Hx). lra.
Qed.

Lemma q_steps x y : 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (q y - q x) <= Q * Rabs (y - x).
Proof.
  intros Hx Hy. pose proof (below_tangents _ _ _ _ _ _ bend y x Hy Hx).
  pose proof (below_tangents _ _ _ _ _ _ bend x y Hx Hy).
  pose proof (slope_range _ _ _ _ _ _ bend x Hx). pose proof (slope_range _ _ _ _ _ _ bend y Hy).
  unfold Rabs. destruct (Rcase_abs (q y - q x)), (Rcase_abs (y - x)); nra.
Qed.

Lemma q_rises x y : 0 <= x -> x <= y -> y <= 1 -> q x <= q y.
Proof.
  intros H0 H H1. pose proof (below_tangents _ _ _ _ _ _ bend x y ltac:(lra) ltac:(lra)).
  pose proof (slope_range _ _ _ _ _ _ bend y ltac:(lra)).
  assert (0 <= q' y * (y - x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma in_cube x : box 3 (fun _ => 1) x -> cube 3 x.
Proof. intros [H0 H1] i Hi. split; [now apply H0|now apply H1]. Qed.

(** The values of good e, z and o, and of q and its slope, in the cube. *)
Lemma values x : cube 3 x ->
  0 <= x z <= 1 /\ 0 <= x e <= 1 /\ 0 <= x o <= 1 /\ 0 <= q (x e) <= 1 /\ 0 <= q' (x e) <= Q.
Proof.
  intros H. pose proof (H z ltac:(unfold z; lia)). pose proof (H e ltac:(unfold e; lia)) as He.
  pose proof (H o ltac:(unfold o; lia)). pose proof (stays_below _ _ _ _ _ _ bend (x e) He).
  pose proof (q_rises 0 (x e) ltac:(lra) ltac:(lra) ltac:(lra)) as Hq0.
  rewrite (rises_from_0 _ _ _ _ _ _ bend) in Hq0. pose proof (slope_range _ _ _ _ _ _ bend (x e) He). lra.
Qed.

Lemma bent_differentiable t : differentiable 3 (fun _ => 1) (utility G t) (gradient G t).
Proof.
  apply quadratic_differentiable with (C := h + Q); [lra|].
  intros x y Bx By. rewrite remainder, distance.
  destruct (values x (in_cube x Bx)) as (Hz & Hx & _). destruct (values y (in_cube y By)) as (_ & Hy & _).
  pose proof (q_bend (x e) (y e) Hx Hy) as B. pose proof (q_steps (x e) (y e) Hx Hy) as S.
  set (b := q (x e) + q' (x e) * (y e - x e) - q (y e)) in *.
  replace (q (y e) - q (x e) - q' (x e) * (y e - x e)) with (- b) by (unfold b; ring).
  set (dz := y z - x z) in *. set (de := y e - x e) in *. set (dq := q (y e) - q (x e)) in *.
  assert (P1 : 0 <= (1 - x z) * b <= h * de ^ 2) by (split; [apply Rmult_le_pos|]; nra).
  assert (P2 : Rabs (dz * dq) <= Q * (dz ^ 2 + de ^ 2)).
  { rewrite Rabs_mult, <- (pow2_abs dz), <- (pow2_abs de).
    pose proof (Rabs_pos dz). pose proof (Rabs_pos de).
    apply Rle_trans with (Rabs dz * (Q * Rabs de)); [now apply Rmult_le_compat_l|].
    pose proof (pow2_ge_0 (Rabs dz - Rabs de)). nra. }
  replace ((1 - x z) * - b - dz * dq) with (- ((1 - x z) * b) + - (dz * dq)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_Ropp, (Rabs_pos_eq ((1 - x z) * b)) by lra.
  pose proof (pow2_ge_0 dz). pose proof (pow2_ge_0 (y o - x o)).
  assert (0 <= h * dz ^ 2) by (apply Rmult_le_pos; lra).
  assert (0 <= (h + Q) * (y o - x o) ^ 2) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma bent_smooth t : smooth 3 (cube 3) (utility G t) (gradient G t) L.
Proof.
  intros x y Cx Cy Hxy. destruct (values x Cx) as (Hz & Hx & _). destruct (values y Cy) as (_ & Hy & _).
  pose proof (Hxy z ltac:(unfold z; lia)) as Hzz. pose proof (Hxy e ltac:(unfold e; lia)) as Hee.
  pose proof (remainder t x y) as Rm. rewrite distance.
  pose proof (q_bend (x e) (y e) Hx Hy) as B. pose proof (q_steps (x e) (y e) Hx Hy) as S.
  rewrite (Rabs_pos_eq (y e - x e)) in S by lra. pose proof (Rle_abs (q (y e) - q (x e))) as S2.
  set (b := q (x e) + q' (x e) * (y e - x e) - q (y e)) in *.
  replace (q (y e) - q (x e) - q' (x e) * (y e - x e)) with (- b) in Rm by (unfold b; ring).
  set (dz := y z - x z) in *. set (de := y e - x e) in *. set (dq := q (y e) - q (x e)) in *.
  assert (D : 0 <= dz /\ 0 <= de) by (unfold dz, de; lra). destruct D as [D1 D2].
  assert (P1 : 0 <= (1 - x z) * b <= h * de ^ 2) by (split; [apply Rmult_le_pos|]; nra).
  assert (P2 : dz * dq <= dz * (Q * de)) by (apply Rmult_le_compat_l; lra).
  assert (P3 : 0 <= L / 2 * (dz - Q / L * de) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  replace (L / 2 * (dz - Q / L * de) ^ 2)
    with (L / 2 * dz ^ 2 - Q * dz * de + Q ^ 2 / L / 2 * de ^ 2) in P3 by (field; lra).
  assert (P4 : Q ^ 2 / L <= L - 2 * h).
  { apply (Rmult_le_reg_l L); [lra|]. replace (L * (Q ^ 2 / L)) with (Q ^ 2) by (field; lra). exact curved. }
  pose proof (pow2_ge_0 de) as E0.
  assert (P5 : Q ^ 2 / L * de ^ 2 <= (L - 2 * h) * de ^ 2) by (apply Rmult_le_compat_r; lra).
  assert (0 <= L * (y o - x o) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]). lra.
Qed.

Lemma bent_excess t x : excess G t x = / tau * x e + x o - 1.
Proof. unfold excess, dot, e, o. cbn. ring. Qed.

Lemma worth_range t x : cube 3 x -> 0 <= utility G t x <= 1 + rho.
Proof.
  intros H. destruct (values x H) as (Hz & _ & Ho & Hq & _). cbn [utility bent_decoy].
  assert (0 <= (1 - x z) * (1 - q (x e)) <= 1) by (split; nra).
  assert (0 <= rho * x o <= rho) by (split; nra). lra.
Qed.

(** All of section 3 of the paper holds, with the constants as they are. *)
Theorem bent_decoy_standing : standing G (fun _ => 1) radius (beta Q rho tau) (/ tau) (1 + rho) L.
Proof.
  pose proof (beta_1 Q rho tau) as Hb.
  assert (price_1 : 1 <= / tau) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  split; [split|..].
  - pose proof (cube_domain 3) as C. replace (INR 3) with 3 in C by (cbn; lra). exact C.
  - apply sqrt_lt_R0. lra.
  - lra.
  - intros t x H. destruct (values x H) as (Hz & _ & _ & Hq & Hq').
    apply Rle_trans with (2 := beta_gradient Q rho tau).
    unfold sq, dot. cbn [sum dim bent_decoy gradient goods].
    assert (0 <= (1 - x z) * q' (x e) <= Q) by nra. nra.
  - intros t. apply Rle_trans with (2 := beta_price Q rho tau). unfold sq, dot. cbn. lra.
  - intros t i Hi. unfold zero. destruct i as [|[|[|i]]]; cbn; lra.
  - intros t x H. destruct (values x H) as (_ & He & Ho & _). rewrite bent_excess.
    assert (0 <= / tau * x e <= / tau * 1) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
    apply Rabs_le. lra.
  - intros t. split.
    + apply bent_differentiable.
    + cbn. unfold zero. rewrite (rises_from_0 _ _ _ _ _ _ bend). ring.
    + intros x H i Hi. destruct (values x (in_cube x H)) as (Hz & _ & _ & Hq & Hq').
      assert (0 <= (1 - x z) * q' (x e)) by (apply Rmult_le_pos; lra).
      unfold zero. destruct i as [|[|[|i]]]; cbn [gradient bent_decoy goods]; lra.
    + intros x y Bx By H i Hi. destruct (values x (in_cube x Bx)) as (Hz & Hx & _ & _ & Hq').
      destruct (values y (in_cube y By)) as (Hz' & Hy & _ & _ & Hq'').
      pose proof (H z ltac:(unfold z; cbn; lia)) as Hzz. pose proof (H e ltac:(unfold e; cbn; lia)) as Hee.
      pose proof (q_rises (x e) (y e) ltac:(lra) Hee ltac:(lra)).
      pose proof (slope_falls _ _ _ _ _ _ bend (x e) (y e) ltac:(lra) Hee ltac:(lra)) as F.
      assert ((1 - y z) * q' (y e) <= (1 - x z) * q' (x e)) by (apply Rmult_le_compat; lra).
      destruct i as [|[|[|i]]]; cbn [gradient bent_decoy goods]; lra.
  - split; [lra|]. apply bent_smooth.
  - intros t x y Hx Hy. pose proof (worth_range t x Hx). pose proof (worth_range t y Hy). apply Rabs_le. lra.
Qed.

(** (1, 0, 1) spends the allowance, and is worth most in all of the cube. *)
Theorem bent_decoy_benchmark W T : benchmark G W T star.
Proof.
  split; [split|].
  - intros i Hi. destruct i as [|[|[|i]]]; cbn in Hi |- *; [lra|lra|lra|lia].
  - intros t _. rewrite (sum_eq _ (fun _ => 0)), sum_const; [lra|]. intros i _. rewrite bent_excess.
    unfold star, goods, e, o. ring.
  - intros y [Hy _]. apply sum_le. intros t _. pose proof (worth_range t y Hy).
    replace (utility G t star) with (1 + rho) by (cbn; ring). lra.
Qed.
End Class.

(** * A run, by its coordinates *)

Section Run.
Variables (q q' : R -> R) (Q rho tau eps top long mu delta : R) (start : nat -> vec) (K : nat).
Hypotheses (HQ : 0 < Q) (Ht : 0 < tau < 1) (HQt : Q * tau < 1) (Hrho : 0 < rho < Q * tau * (1 - tau)).
Hypotheses (Heps : 0 <= eps <= 1) (Htop : top <= 1) (bend : rising q q' Q tau eps top).
Hypothesis price_size : (/ tau) ^ 2 + 1 <= long ^ 2.
Hypothesis some : (1 <= K)%nat.
Hypothesis inside : forall k, cube 3 (start k).
Hypothesis forward : 0 < mu.

Notation G := (bent_decoy q q' rho tau).
Notation A := (published K mu delta start).
Notation P := (/ tau).

(** Good i in the choice of learner k, and in the path after k of them. *)
Let v (i t k : nat) : R := choice G A t k i.
Let x (i t k : nat) : R := path A (choice G A t) k i.
Let l (t : nat) : R := lambda G A t.

Lemma K_1 : 1 <= INR K.
Proof. change 1 with (INR 1). now apply le_INR. Qed.

Lemma share : 0 < / INR K <= 1.
Proof.
  pose proof K_1. split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Lemma choices t k : cube 3 (choice G A t k).
Proof. apply choices_in; [reflexivity|]. exact inside. Qed.

Lemma v_range i t k : (i < 3)%nat -> 0 <= v i t k <= 1.
Proof. intros H. now apply choices. Qed.

Lemma x_sum i t k : x i t k = / INR K * sum (fun j => v i t j) k.
Proof. unfold x, path. cbn [Algorithm.K published]. unfold Rdiv. apply Rmult_comm. Qed.

Lemma x_next i t k : x i t (S k) = x i t k + / INR K * v i t k.
Proof. rewrite !x_sum. cbn [sum]. ring. Qed.

Lemma x_first i t : x i t 0 = 0.
Proof. rewrite x_sum. cbn. ring. Qed.

Lemma x_short i t k : (i < 3)%nat -> 0 <= x i t k <= INR k / INR K.
Proof. intros Hi. apply (path_range A some). intros j. now apply v_range. Qed.

Lemma x_range i t k : (i < 3)%nat -> (k <= K)%nat -> 0 <= x i t k <= 1.
Proof. intros Hi Hk. apply (path_in A some 3 (choice G A t) k Hk); [intros j; apply choices|exact Hi]. Qed.

(** What one learner more adds. *)
Lemma x_step i t k : (i < 3)%nat -> 0 <= x i t (S k) - x i t k <= / INR K.
Proof.
  intros Hi. rewrite x_next. pose proof (v_range i t k Hi) as Hv. pose proof share as HK.
  replace (x i t k + / INR K * v i t k - x i t k) with (/ INR K * v i t k) by ring. nra.
Qed.

Lemma x_rises i t j k : (i < 3)%nat -> (j <= k)%nat -> x i t j <= x i t k.
Proof. intros Hi H. induction H; [lra|]. pose proof (x_step i t m Hi). lra. Qed.

(** A share of the path that is shorter than n has no more than n/K of anything. *)
Lemma x_early i t k n : (i < 3)%nat -> (k <= n)%nat -> x i t k <= INR n / INR K.
Proof.
  intros Hi H. apply Rle_trans with (1 := proj2 (x_short i t k Hi)). apply le_INR in H.
  pose proof share. unfold Rdiv. apply Rmult_le_compat_r; lra.
Qed.

Lemma spent_is t : spent G A t = P * x e t K + x o t K - 1.
Proof.
  change (spent G A t) with (0 + 0 * x z t K + P * x e t K + 1 * x o t K - 1). ring.
Qed.

Lemma spent_small t : Rabs (spent G A t) <= P.
Proof.
  rewrite spent_is. pose proof (x_range e t K ltac:(unfold e; lia) (le_n K)).
  pose proof (x_range o t K ltac:(unfold o; lia) (le_n K)).
  assert (1 <= P) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (0 <= P * x e t K <= P * 1) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
  apply Rabs_le. lra.
Qed.

Lemma q'_bounds t k : (k <= K)%nat -> 0 <= q' (x e t k) <= Q.
Proof. intros Hk. apply (slope_range _ _ _ _ _ _ bend), x_range; [unfold e; lia|exact Hk]. Qed.
Lemma q_below t k : (k <= K)%nat -> q (x e t k) <= top.
Proof. intros Hk. apply (stays_below _ _ _ _ _ _ bend), x_range; [unfold e; lia|exact Hk]. Qed.

(** Good z is free: its learners climb by mu (1 - q), up to 1. *)
Lemma z_climbs t k : (k <= K)%nat -> v z (S t) k = Rmin 1 (v z t k + mu * (1 - q (x e t k))).
Proof.
  intros Hk. change (v z (S t) k) with (clamp (v z t k + mu * (1 * (1 - q (x e t k)) - l t * 0))).
  replace (1 * (1 - q (x e t k)) - l t * 0) with (1 - q (x e t k)) by ring.
  unfold clamp. apply Rmax_right. apply Rmin_glb; [lra|].
  pose proof (v_range z t k ltac:(unfold z; lia)).
  pose proof (q_below t k Hk).
  assert (0 <= mu * (1 - q (x e t k))) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The slope of e that learner k sees. *)
Let D (t k : nat) : R := (1 - x z t k) * q' (x e t k).

(** The payoff of the choice (u, 0) of the goods e and o against learner k's. *)
Let payoff (t k : nat) (u : R) : R := (D t k - l t * P) * (u - v e t k) - (rho - l t) * v o t k.

(** Projecting brings the goods e and o no further from (u, 0): on a cube it acts by coordinates. *)
Lemma e_o_step t k u : 0 <= u <= 1 ->
  (v e (S t) k - u) ^ 2 + v o (S t) k ^ 2 <=
  (v e t k - u) ^ 2 + v o t k ^ 2 - 2 * mu * payoff t k u
  + mu ^ 2 * ((D t k - l t * P) ^ 2 + (rho - l t) ^ 2).
Proof.
  intros Hu.
  change (v e (S t) k) with (clamp (v e t k + mu * (1 * D t k - l t * P))).
  change (v o (S t) k) with (clamp (v o t k + mu * (1 * rho - l t * 1))).
  pose proof (clamp_nearer (v e t k + mu * (1 * D t k - l t * P)) u Hu) as He.
  pose proof (clamp_nearer (v o t k + mu * (1 * rho - l t * 1)) 0 ltac:(lra)) as Ho.
  rewrite !Rminus_0_r in Ho. unfold payoff.
  replace (1 * D t k - l t * P) with (D t k - l t * P) in * by ring.
  replace (1 * rho - l t * 1) with (rho - l t) in * by ring.
  set (d := D t k - l t * P) in *. set (d' := rho - l t) in *. lra.
Qed.

Lemma D_range t k : (k <= K)%nat -> 0 <= D t k <= Q.
Proof.
  intros Hk. pose proof (x_range z t k ltac:(unfold z; lia) Hk). pose proof (q'_bounds t k Hk).
  unfold D. split; [apply Rmult_le_pos; lra|].
  apply Rle_trans with (1 * Q); [apply Rmult_le_compat; lra|lra].
Qed.

(** How long what a learner is told can be, in e and o. *)
Lemma told t k : (k <= K)%nat ->
  (D t k - l t * P) ^ 2 + (rho - l t) ^ 2 <= 2 * (Q ^ 2 + rho ^ 2) + 2 * long ^ 2 * l t ^ 2.
Proof.
  intros Hk. pose proof (D_range t k Hk) as HD.
  pose proof (pow2_ge_0 (l t)) as Hl. pose proof (pow2_ge_0 (D t k + l t * P)).
  pose proof (pow2_ge_0 (rho + l t)).
  assert (D t k ^ 2 <= Q ^ 2) by (apply pow_incr; lra).
  assert ((P ^ 2 + 1) * l t ^ 2 <= long ^ 2 * l t ^ 2) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(** ** Step 4: learner k has little regret against (u, 0) *)
Lemma learner_regret k u far T : (k <= K)%nat -> 0 <= u <= 1 ->
  (start k e - u) ^ 2 + start k o ^ 2 <= far ->
  sum (fun t => payoff t k u) T <=
  far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2) + long ^ 2 * mu * sum (fun t => l t ^ 2) T.
Proof.
  intros Hk Hu Hfar.
  assert (H : (v e T k - u) ^ 2 + v o T k ^ 2 + 2 * mu * sum (fun t => payoff t k u) T <=
    far + mu ^ 2 * (2 * INR T * (Q ^ 2 + rho ^ 2) + 2 * long ^ 2 * sum (fun t => l t ^ 2) T)).
  { induction T as [|T IH]; [cbn [sum INR]; unfold v, choice; cbn [osphg learner first published]; lra|].
    cbn [sum]. rewrite S_INR. pose proof (e_o_step T k u Hu). pose proof (told T k Hk) as HT.
    apply (Rmult_le_compat_l (mu ^ 2)) in HT; [|apply pow2_ge_0]. lra. }
  pose proof (pow2_ge_0 (v e T k - u)). pose proof (pow2_ge_0 (v o T k)).
  apply (Rmult_le_reg_l (2 * mu)); [lra|].
  replace (2 * mu * (far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2)
    + long ^ 2 * mu * sum (fun t => l t ^ 2) T))
    with (far + mu ^ 2 * (2 * INR T * (Q ^ 2 + rho ^ 2) + 2 * long ^ 2 * sum (fun t => l t ^ 2) T))
    by (field; lra). lra.
Qed.

(** * The comparator: the first learners buy the decoy for the whole allowance, and nobody buys o *)

Variables (m N0 : nat).
Hypothesis floor : INR m <= INR K * tau < INR m + 1.
Hypothesis late : / ((1 - Q * tau) * mu) <= INR N0.

Let a : R := Q * (1 - INR m / INR K).
Let ell : R := a * tau.
Let u (k : nat) : R := if (k <? m)%nat then 1 else if (k =? m)%nat then INR K * tau - INR m else 0.

Lemma m_small : (m < K)%nat /\ 0 <= INR m / INR K <= tau.
Proof.
  pose proof K_1 as HK. split.
  - apply INR_lt. assert (INR K * tau < INR K * 1) by (apply Rmult_lt_compat_l; lra). lra.
  - pose proof share. pose proof (pos_INR m). split; [apply Rmult_le_pos; lra|].
    apply (Rmult_le_reg_l (INR K)); [lra|].
    replace (INR K * (INR m / INR K)) with (INR m) by (field; lra). lra.
Qed.

Lemma a_range : 0 <= a <= Q.
Proof.
  destruct m_small as [_ H]. unfold a. split; [apply Rmult_le_pos; lra|].
  rewrite <- (Rmult_1_r Q) at 2. apply Rmult_le_compat_l; lra.
Qed.

Lemma ell_range : Q * tau * (1 - tau) <= ell <= 1 /\ rho < ell.
Proof.
  destruct m_small as [_ H].
  assert (E : ell = Q * tau * (1 - INR m / INR K)) by (unfold ell, a; ring).
  assert (0 < Q * tau) by (apply Rmult_lt_0_compat; lra).
  assert (Q * tau * (1 - tau) <= ell <= Q * tau * 1) by (rewrite E; split; apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma u_range k : 0 <= u k <= 1.
Proof. unfold u. destruct (k <? m)%nat, (k =? m)%nat; lra. Qed.

Lemma u_sum : sum u K = INR K * tau.
Proof.
  destruct m_small as [Hm _].
  assert (H : forall j, sum u j = if (j <=? m)%nat then INR j else INR K * tau).
  { induction j; [reflexivity|]. cbn [sum]. rewrite IHj, S_INR. unfold u.
    destruct (Nat.leb_spec j m), (Nat.leb_spec (S j) m), (Nat.ltb_spec j m), (Nat.eqb_spec j m);
      try lia; try lra. subst j. lra. }
  rewrite H. destruct (Nat.leb_spec K m); [lia|reflexivity].
Qed.

(** ** Step 1: the free good is taken by the first m learners, from round N_0 on *)
Lemma z_taken t k : (N0 <= t)%nat -> (k < m)%nat -> v z t k = 1.
Proof.
  intros late_t Hk. destruct m_small as [HmK Hm].
  pose proof (v_range z t k ltac:(unfold z; lia)) as Hv.
  assert (H : forall s, Rmin 1 (INR s * ((1 - Q * tau) * mu)) <= v z s k).
  { induction s.
    - cbn [INR]. rewrite Rmult_0_l, Rmin_right by lra. apply v_range. unfold z; lia.
    - rewrite z_climbs, S_INR by lia.
      assert (Hq : q (x e s k) <= Q * tau).
      { pose proof (x_range e s k ltac:(unfold e; lia) ltac:(lia)) as X.
        pose proof (below_tangents _ _ _ _ _ _ bend (x e s k) 0 X ltac:(lra)) as L.
        rewrite (rises_from_0 _ _ _ _ _ _ bend) in L.
        pose proof (slope_range _ _ _ _ _ _ bend 0 ltac:(lra)).
        pose proof (x_early e s k m ltac:(unfold e; lia) ltac:(lia)).
        assert (q' 0 * x e s k <= Q * tau) by (apply Rmult_le_compat; lra). lra. }
      assert (B : (1 - Q * tau) * mu <= mu * (1 - q (x e s k)))
        by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
      assert (0 <= (1 - Q * tau) * mu) by (apply Rmult_le_pos; lra).
      apply Rmin_glb; [apply Rmin_l|]. unfold Rmin in IHs |- *.
      destruct (Rle_dec 1 (INR s * ((1 - Q * tau) * mu))),
        (Rle_dec 1 ((INR s + 1) * ((1 - Q * tau) * mu))); lra. }
  specialize (H t). rewrite Rmin_left in H; [lra|].
  assert (Hp : 0 < (1 - Q * tau) * mu) by (apply Rmult_lt_0_compat; lra).
  pose proof late as L. apply le_INR in late_t. apply (Rmult_le_compat_r ((1 - Q * tau) * mu)) in L; [|lra].
  rewrite Rinv_l in L by lra. apply Rle_trans with (1 := L). apply Rmult_le_compat_r; lra.
Qed.

Lemma z_path t k : (N0 <= t)%nat -> (m <= k)%nat -> INR m / INR K <= x z t k /\ x z t m = INR m / INR K.
Proof.
  intros late_t Hk. assert (E : x z t m = INR m / INR K).
  { rewrite x_sum, (sum_eq _ (fun _ => 1)), sum_const; [unfold Rdiv; ring|].
    intros j Hj. now apply z_taken. }
  split; [rewrite <- E; apply x_rises; [unfold z; lia|exact Hk]|exact E].
Qed.

(** ** Step 2: at the slopes that the learners see, the comparator is not much worse than they are *)

Let advantage (t : nat) : R := / INR K * sum (fun k => (D t k - a) * (u k - v e t k)) K.

(** Learners up to m see nearly Q, and little of z; the others are compared with 0. *)
Lemma first_slopes t k : (k <= m)%nat -> (1 - eps) * a <= D t k.
Proof.
  intros Hk. destruct m_small as [HmK Hm].
  pose proof (x_early e t k m ltac:(unfold e; lia) Hk). pose proof (x_early z t k m ltac:(unfold z; lia) Hk).
  pose proof (x_range e t k ltac:(unfold e; lia) ltac:(lia)).
  pose proof (steep_at_first _ _ _ _ _ _ bend (x e t k) ltac:(lra)) as S.
  assert (0 <= (1 - eps) * Q) by (apply Rmult_le_pos; lra).
  replace ((1 - eps) * a) with ((1 - INR m / INR K) * ((1 - eps) * Q)) by (unfold a; ring).
  unfold D. apply Rmult_le_compat; lra.
Qed.

Lemma u_after k : (m < k)%nat -> u k = 0.
Proof.
  intros H. unfold u. destruct (Nat.ltb_spec k m); [lia|]. destruct (Nat.eqb_spec k m); [lia|reflexivity].
Qed.

(** What the slopes that are not quite Q may cost: eps a for each of the first m + 1 learners. *)
Let loss (k : nat) : R := if (k <=? m)%nat then eps * a else 0.

Lemma loss_sum : / INR K * sum loss K = eps * (ell + a / INR K) - eps * a * (tau - INR m / INR K).
Proof.
  destruct m_small as [HmK _]. pose proof K_1.
  replace K with (S m + (K - S m))%nat at 2 by lia. rewrite sum_split.
  rewrite (sum_eq loss (fun _ => eps * a)), sum_const
    by (intros k Hk; unfold loss; destruct (Nat.leb_spec k m); [reflexivity|lia]).
  rewrite (sum_eq (fun k => loss (S m + k)%nat) (fun _ => 0)), sum_const
    by (intros k _; unfold loss; destruct (Nat.leb_spec (S m + k) m); [lia|reflexivity]).
  rewrite S_INR. unfold ell. field. lra.
Qed.

Lemma loss_at_most : / INR K * sum loss K <= eps * (ell + a / INR K).
Proof.
  rewrite loss_sum. destruct m_small as [_ Hm]. pose proof a_range.
  assert (0 <= eps * a * (tau - INR m / INR K)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
Qed.

(** From round N_0 on each term is at least - [loss]. *)
Lemma advantage_late t : (N0 <= t)%nat -> - (eps * (ell + a / INR K)) <= advantage t.
Proof.
  intros late_t. destruct m_small as [HmK Hm]. pose proof share as HK. pose proof a_range as Ha.
  apply Rle_trans with (/ INR K * sum (fun k => - 1 * loss k) K);
    [rewrite sum_scale; pose proof loss_at_most; lra|].
  apply Rmult_le_compat_l; [lra|]. apply sum_le. intros k Hk.
  pose proof (v_range e t k ltac:(unfold e; lia)) as Hv. pose proof (u_range k) as Hu. unfold loss.
  assert (Ea : 0 <= eps * a) by (apply Rmult_le_pos; lra).
  destruct (Nat.leb_spec k m) as [L|L].
  - pose proof (first_slopes t k L) as F. destruct (Nat.eq_dec k m) as [->|L'].
    + assert (D t m <= a).
      { unfold D, a. destruct (z_path t m late_t (le_n m)) as [_ ->].
        rewrite (Rmult_comm Q). apply Rmult_le_compat_l; [lra|]. apply q'_bounds. lia. }
      assert (0 <= (eps * a - (a - D t m)) * 1) by lra.
      assert ((a - D t m) * (u m - v e t m) <= (a - D t m) * 1) by (apply Rmult_le_compat_l; lra). lra.
    + assert (E : u k = 1) by (unfold u; destruct (Nat.ltb_spec k m); [reflexivity|lia]). rewrite E.
      assert (0 <= (D t k - (1 - eps) * a) * (1 - v e t k)) by (apply Rmult_le_pos; lra).
      assert (eps * a * (1 - v e t k) <= eps * a * 1) by (apply Rmult_le_compat_l; lra). lra.
  - rewrite (u_after k L). destruct (z_path t k late_t ltac:(lia)) as [Hz _].
    pose proof (q'_bounds t k ltac:(lia)) as Hq'. pose proof (x_range z t k ltac:(unfold z; lia) ltac:(lia)).
    assert (D t k <= a) by (unfold D, a; rewrite (Rmult_comm Q); apply Rmult_le_compat; lra).
    assert (0 <= (a - D t k) * v e t k) by (apply Rmult_le_pos; lra). lra.
Qed.

(** q' along the path: as q is concave, what is bought at the slopes of its beginning adds up to q. *)
Lemma slopes_add_up t k : (k <= K)%nat ->
  / INR K * sum (fun j => q' (x e t j) * v e t j) k <= q (x e t k) + / INR K * (Q - q' (x e t k)).
Proof.
  intros Hk. pose proof share as HK. induction k.
  - pose proof (q'_bounds t 0 ltac:(lia)) as B. rewrite x_first in B |- *.
    rewrite (rises_from_0 _ _ _ _ _ _ bend). cbn [sum].
    assert (0 <= / INR K * (Q - q' 0)) by (apply Rmult_le_pos; lra). lra.
  - specialize (IHk ltac:(lia)). cbn [sum]. pose proof (x_step e t k ltac:(unfold e; lia)) as Hd.
    pose proof (x_range e t k ltac:(unfold e; lia) ltac:(lia)) as X.
    pose proof (x_range e t (S k) ltac:(unfold e; lia) Hk) as X'.
    pose proof (below_tangents _ _ _ _ _ _ bend (x e t k) (x e t (S k)) X X') as C.
    pose proof (slope_falls _ _ _ _ _ _ bend (x e t k) (x e t (S k)) ltac:(lra) ltac:(lra) ltac:(lra)) as F.
    replace (v e t k) with (INR K * (x e t (S k) - x e t k))
      by (rewrite x_next; field; pose proof K_1; lra).
    set (d := x e t (S k) - x e t k) in *.
    replace (x e t k - x e t (S k)) with (- d) in C by (unfold d; ring).
    assert ((q' (x e t k) - q' (x e t (S k))) * d <= (q' (x e t k) - q' (x e t (S k))) * / INR K)
      by (apply Rmult_le_compat_l; lra).
    replace (/ INR K * (sum (fun j => q' (x e t j) * v e t j) k + q' (x e t k) * (INR K * d)))
      with (/ INR K * sum (fun j => q' (x e t j) * v e t j) k + q' (x e t k) * d)
      by (field; pose proof K_1; lra). lra.
Qed.

(** In any round a term is at least - tau q' v - [loss]. *)
Lemma advantage_early t : - (tau * (top + Q / INR K)) - eps * (ell + a / INR K) <= advantage t.
Proof.
  destruct m_small as [HmK Hm]. pose proof share as HK. pose proof a_range as Ha.
  apply Rle_trans with (/ INR K * sum (fun k => - tau * (q' (x e t k) * v e t k) - loss k) K).
  - rewrite sum_minus, sum_scale. pose proof (slopes_add_up t K (le_n K)) as H. pose proof loss_at_most.
    pose proof (q_below t K (le_n K)). pose proof (q'_bounds t K (le_n K)).
    assert (/ INR K * (Q - q' (x e t K)) <= / INR K * Q) by (apply Rmult_le_compat_l; lra).
    set (s := sum (fun k => q' (x e t k) * v e t k) K) in *.
    assert (B : / INR K * s <= top + Q / INR K) by (unfold Rdiv; lra).
    apply (Rmult_le_compat_l tau) in B; [|lra]. lra.
  - apply Rmult_le_compat_l; [lra|]. apply sum_le. intros k Hk.
    pose proof (v_range e t k ltac:(unfold e; lia)) as Hv. pose proof (q'_bounds t k ltac:(lia)) as Hq'.
    pose proof (x_range z t k ltac:(unfold z; lia) ltac:(lia)) as Hz. pose proof (u_range k) as Hu.
    assert (B : D t k - a <= tau * q' (x e t k)).
    { assert (D t k <= 1 * q' (x e t k)) by (unfold D; apply Rmult_le_compat_r; lra).
      assert ((1 - INR m / INR K) * q' (x e t k) <= (1 - INR m / INR K) * Q)
        by (apply Rmult_le_compat_l; lra).
      assert (INR m / INR K * q' (x e t k) <= tau * q' (x e t k)) by (apply Rmult_le_compat_r; lra).
      unfold a. lra. }
    assert (B2 : (D t k - a) * v e t k <= tau * q' (x e t k) * v e t k) by (apply Rmult_le_compat_r; lra).
    unfold loss. destruct (Nat.leb_spec k m) as [L|L].
    + pose proof (first_slopes t k L). assert (0 <= eps * a) by (apply Rmult_le_pos; lra).
      assert (0 <= (D t k - (1 - eps) * a) * u k) by (apply Rmult_le_pos; lra).
      assert (eps * a * u k <= eps * a * 1) by (apply Rmult_le_compat_l; lra). lra.
    + rewrite (u_after k L). lra.
Qed.

Lemma advantage_sum T :
  - (tau * (top + Q / INR K) * INR N0) - eps * (ell + a / INR K) * INR T <= sum advantage T.
Proof.
  pose proof share as HK. set (c := eps * (ell + a / INR K)). set (b := tau * (top + Q / INR K)).
  assert (Hb : 0 <= b).
  { pose proof (below_tangents _ _ _ _ _ _ bend 0 0 ltac:(lra) ltac:(lra)).
    pose proof (stays_below _ _ _ _ _ _ bend 0 ltac:(lra)) as H0.
    rewrite (rises_from_0 _ _ _ _ _ _ bend) in H0.
    assert (0 <= Q / INR K) by (apply Rmult_le_pos; lra). apply Rmult_le_pos; lra. }
  assert (early : forall n, INR n * (- b - c) <= sum advantage n).
  { intros n. rewrite <- sum_const. apply sum_le. intros t _. apply advantage_early. }
  destruct (le_lt_dec T N0) as [L|L].
  - specialize (early T). apply le_INR in L.
    assert (b * INR T <= b * INR N0) by now apply Rmult_le_compat_l. lra.
  - replace T with (N0 + (T - N0))%nat by lia. rewrite sum_split, plus_INR. specialize (early N0).
    assert (INR (T - N0) * - c <= sum (fun s => advantage (N0 + s)%nat) (T - N0)).
    { rewrite <- sum_const. apply sum_le. intros s _. apply advantage_late. lia. }
    lra.
Qed.

(** ** Step 3: an identity, as P tau = 1 and the comparator spends the allowance on e *)
Lemma identity t :
  / INR K * sum (fun k => payoff t k (u k)) K
  = (ell - rho) * x o t K + (l t - ell) * spent G A t + advantage t.
Proof.
  pose proof K_1.
  assert (E : sum (fun k => payoff t k (u k)) K
    = sum (fun k => (D t k - a) * (u k - v e t k)) K
      + (a - l t * P) * (sum u K - sum (fun k => v e t k) K) - (rho - l t) * sum (fun k => v o t k) K).
  { rewrite <- sum_minus, <- !sum_scale, <- sum_plus, <- sum_minus. apply sum_eq. intros k _.
    unfold payoff. ring. }
  rewrite E, u_sum, spent_is. unfold advantage, ell.
  replace (sum (fun k => v e t k) K) with (INR K * x e t K) by (rewrite x_sum; field; lra).
  replace (sum (fun k => v o t k) K) with (INR K * x o t K) by (rewrite x_sum; field; lra).
  field. lra.
Qed.

(** ** Steps 5 and 6: with the multiplier's regret against ell, little of o is bought *)
Hypothesis tuned : fits mu delta long.

Lemma o_bought far T :
  (forall k y, 0 <= y <= 1 -> (start k e - y) ^ 2 + start k o ^ 2 <= far) ->
  (ell - rho) * sum (fun t => x o t K) T <=
  (far + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + P ^ 2) + delta * mu / 2 * ell ^ 2 * INR T
  + tau * (top + Q / INR K) * INR N0 + eps * (ell + a / INR K) * INR T.
Proof.
  intros Hfar. pose proof ell_range as [He Hr].
  pose proof (multiplier_regret l (spent G A) mu delta P ell T forward (forget_positive _ _ _ tuned) eq_refl
    (lambda_next G A) spent_small ltac:(lra)) as dual.
  pose proof (advantage_sum T) as S.
  assert (primal : sum (fun t => / INR K * sum (fun k => payoff t k (u k)) K) T <=
    far / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2) + long ^ 2 * mu * sum (fun t => l t ^ 2) T).
  { pose proof share as HK. pose proof K_1. set (bound := far / (2 * mu) + _ + _).
    rewrite sum_scale, sum_swap. replace bound with (/ INR K * (INR K * bound)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite <- sum_const. apply sum_le. intros k Hk.
    apply learner_regret; [lia|apply u_range|apply Hfar, u_range]. }
  rewrite (sum_eq _ (fun t => (ell - rho) * x o t K + (l t - ell) * spent G A t + advantage t)) in primal
    by (intros; apply identity).
  rewrite (sum_plus _ advantage), sum_plus, sum_scale in primal.
  rewrite (sum_eq (fun t => (l t - ell) * spent G A t) (fun t => l t * spent G A t - ell * spent G A t))
    in primal by (intros; ring).
  rewrite sum_minus, sum_scale in primal.
  assert (squares : 0 <= sum (fun t => l t ^ 2) T) by (apply sum_nonnegative; intros; apply pow2_ge_0).
  pose proof (absorbs _ _ _ tuned) as Ab.
  assert (0 <= (delta / 2 - (delta ^ 2 * mu ^ 2 + long ^ 2)) * (mu * sum (fun t => l t ^ 2) T))
    by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  replace ((far + ell ^ 2) / (2 * mu)) with (far / (2 * mu) + ell ^ 2 / (2 * mu)) by (field; lra).
  lra.
Qed.

(** ** Step 7: without o, the utility is at most 1 *)
Lemma earned T :
  sum (fun t => utility G t (decision G A t)) T <= INR T + rho * sum (fun t => x o t K) T.
Proof.
  rewrite <- sum_scale, <- (Rmult_1_r (INR T)), <- (sum_const 1 T), <- sum_plus. apply sum_le. intros t _.
  change (utility G t (decision G A t)) with (1 - (1 - x z t K) * (1 - q (x e t K)) + rho * x o t K).
  pose proof (x_range z t K ltac:(unfold z; lia) (le_n K)). pose proof (q_below t K (le_n K)).
  assert (0 <= (1 - x z t K) * (1 - q (x e t K))) by (apply Rmult_le_pos; lra). lra.
Qed.
End Run.

(** * The theorem, for any bend *)

(** Any tuning that fits, any start in the cube, any number of learners. Here m is K tau rounded down, N_0
    at least 1 / (eta mu), and [far] how far, squared, a start may be from a point (u, 0) of e and o. *)
Theorem bent_decoy_regret :
  forall (q q' : R -> R) (Q rho tau eps top long mu delta far : R) (start : nat -> vec)
    (K m N0 W T : nat) (star : vec),
  0 < Q -> 0 < tau < 1 -> Q * tau < 1 -> 0 < rho < Q * tau * (1 - tau) ->
  0 <= eps <= 1 -> top <= 1 -> rising q q' Q tau eps top ->
  (/ tau) ^ 2 + 1 <= long ^ 2 -> fits mu delta long -> (1 <= K)%nat ->
  (forall k, cube 3 (start k)) ->
  (forall k u, 0 <= u <= 1 -> (start k e - u) ^ 2 + start k o ^ 2 <= far) ->
  INR m <= INR K * tau < INR m + 1 ->
  / ((1 - Q * tau) * mu) <= INR N0 ->
  let G := bent_decoy q q' rho tau in
  let A := published K mu delta start in
  let P := / tau in
  let a := Q * (1 - INR m / INR K) in
  let ell := a * tau in
  let N := (far + ell ^ 2) / (2 * mu) + mu * INR T * (Q ^ 2 + rho ^ 2 + P ^ 2)
           + delta * mu / 2 * ell ^ 2 * INR T + tau * (top + Q / INR K) * INR N0 in
  let lost := eps * (ell + a / INR K) * INR T in
  benchmark G W T star ->
  Q * tau * (1 - tau) <= ell <= 1 /\ rho < ell /\
  sum (fun t => decision G A t o) T <= (N + lost) / (ell - rho) /\
  sum (fun t => utility G t (decision G A t)) T <= INR T + rho / (ell - rho) * (N + lost) /\
  ((1 - exp (-1)) * (1 + rho) - 1) * INR T - rho / (ell - rho) * (N + lost) <= regret G A T star.
Proof.
  intros q q' Q rho tau eps top long mu delta far start K m N0 W T star HQ Ht HQt Hrho Heps Htop bend
    price_size tuned some inside Hfar floor late G A P a ell N lost best.
  pose proof (step_positive _ _ _ tuned) as forward.
  destruct (ell_range Q rho tau K HQ Ht HQt Hrho some m floor) as [range above]. fold a ell in range, above.
  assert (few : sum (fun t => decision G A t o) T <= (N + lost) / (ell - rho)).
  { apply (Rmult_le_reg_l (ell - rho)); [lra|].
    replace ((ell - rho) * ((N + lost) / (ell - rho))) with (N + lost) by (field; lra).
    exact (o_bought q q' Q rho tau eps top long mu delta start K HQ Ht HQt Hrho Heps Htop bend price_size some
      inside forward m N0 floor late tuned far T Hfar). }
  assert (little : sum (fun t => utility G t (decision G A t)) T <= INR T + rho / (ell - rho) * (N + lost)).
  { apply Rle_trans with (1 := earned q q' Q rho tau eps top mu delta start K Htop bend some inside T).
    apply Rplus_le_compat_l.
    replace (rho / (ell - rho) * (N + lost)) with (rho * ((N + lost) / (ell - rho))) by (field; lra).
    apply Rmult_le_compat_l; [lra|exact few]. }
  assert (value : INR T * (1 + rho) <= sum (fun t => utility G t star) T).
  { destruct best as [_ B]. apply Rle_trans with (sum (fun t => utility G t (goods 1 0 1)) T).
    - rewrite <- sum_const. apply sum_le. intros t _. cbn. lra.
    - apply B, (bent_decoy_benchmark q q' Q rho tau eps top ltac:(lra) Htop bend). }
  repeat split; try (exact few || exact little || lra).
  pose proof (exp_pos (-1)). unfold regret.
  assert (E : 0 <= 1 - exp (-1)) by (pose proof over_e; lra).
  apply (Rmult_le_compat_l (1 - exp (-1))) in value; lra.
Qed.
