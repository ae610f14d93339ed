(** The decoy game: three goods, the same utility and the same price in every round.

    Good z is free, good e is the decoy, and good o is what the budget should buy:

      f (z, e, o) = 1 - (1 - z) (1 - q e) + rho o,   price (0, 1/tau, 1),   budget 1 per round,

    where q rises with slope Q up to tau, bends over a length w, and is constant after that. This
    file defines the game, and shows that it satisfies all of the paper's section 3, with the
    constants that the paper's tuning is told, and what its benchmark is. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Cube.
Open Scope R_scope.

(** * The game *)

Section Game.
Variables Q w rho tau : R.

Definition q (x : R) : R :=
  if Rle_dec x tau then Q * x
  else if Rle_dec x (tau + w) then Q * x - Q / (2 * w) * (x - tau) ^ 2
  else Q * tau + Q * w / 2.

(** The slope of q: Q before tau, 0 after tau + w, a straight line between. *)
Definition q' (x : R) : R := Q - Q / w * Rmin w (Rmax 0 (x - tau)).

Definition z : nat := 0.
Definition e : nat := 1.
Definition o : nat := 2.
Definition goods (a b c : R) : vec := fun i =>
  match i with O => a | S O => b | S (S O) => c | _ => 0 end.

Definition decoy : game := {|
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
Definition beta : R := Rmax (sqrt (1 + Q ^ 2 + rho ^ 2)) (sqrt ((/ tau) ^ 2 + 1)).

(** The ranges of the parameters. *)
Record ranges : Prop := Ranges {
  Q_positive : 0 < Q;
  w_positive : 0 < w;
  rho_positive : 0 < rho;
  tau_positive : 0 < tau;
  top_at_most_one : Q * tau + Q * w / 2 <= 1;
  bend_inside : tau + w <= 1;
  o_worth_less : rho < Q * tau * (1 - tau)
}.

(** * q is concave, and q' is its slope *)

Hypothesis ok : ranges.

Let Q0 : 0 < Q := Q_positive ok.
Let w0 : 0 < w := w_positive ok.
Let rho0 : 0 < rho := rho_positive ok.
Let tau0 : 0 < tau := tau_positive ok.
Let top := top_at_most_one ok.
Let bend := bend_inside ok.

(** The three pieces, with h = Q / (2 w) and Q = 2 h w: then all is polynomial. *)
Let h : R := Q / (2 * w).
Lemma h_positive : 0 < h.
Proof. unfold h. apply Rdiv_lt_0_compat; pose proof Q0; pose proof w0; lra. Qed.
Lemma Q_is : Q = 2 * h * w.
Proof. unfold h. field. pose proof w0; lra. Qed.

Lemma pieces x :
  (x <= tau /\ q x = 2 * h * w * x /\ q' x = 2 * h * w) \/
  (tau < x <= tau + w /\ q x = 2 * h * w * x - h * (x - tau) ^ 2 /\ q' x = 2 * h * (tau + w - x)) \/
  (tau + w < x /\ q x = 2 * h * w * tau + h * w ^ 2 /\ q' x = 0).
Proof.
  pose proof w0. pose proof Q_is as E. pose proof h_positive as Hh.
  assert (E2 : Q / w = 2 * h) by (unfold h; field; lra).
  unfold q, q'. fold h. rewrite E2. clearbody h. unfold Rmin, Rmax.
  destruct (Rle_dec x tau), (Rle_dec 0 (x - tau)), (Rle_dec x (tau + w)); try lra;
    destruct (Rle_dec w _); try lra.
  all: first [ left; repeat split; rewrite ?E; nra
             | right; left; repeat split; rewrite ?E; nra
             | right; right; repeat split; rewrite ?E; nra ].
Qed.

(** Above q lie its tangents; below it, parabolas. *)
Lemma q_tangent x y : q y <= q x + q' x * (y - x).
Proof.
  pose proof h_positive as Hh. pose proof w0 as Hw.
  assert (H : 0 <= q x + q' x * (y - x) - q y); [|lra].
  destruct (pieces x) as [(? & -> & ->) | [(? & -> & ->) | (? & -> & ->)]],
    (pieces y) as [(? & -> & _) | [(? & -> & _) | (? & -> & _)]].
  all: match goal with |- 0 <= ?r => idtac end.
  - lra.
  - replace (_ - _) with (h * (y - tau) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - replace (_ - _) with (h * (w * (2 * (y - tau) - w))) by ring. apply Rmult_le_pos; nra.
  - replace (_ - _) with (h * ((x - tau) * (x - tau + 2 * (tau - y)))) by ring.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - replace (_ - _) with (h * (x - y) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - replace (_ - _) with (h * ((tau + w - x) * (y - x + (y - tau - w)))) by ring.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - replace (_ - _) with (h * (w * (2 * (tau - y) + w))) by ring.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - replace (_ - _) with (h * (tau + w - y) ^ 2) by ring.
    apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - lra.
Qed.

Lemma q'_falls x y : x <= y -> q' y <= q' x.
Proof.
  intros Hxy. pose proof h_positive. pose proof w0.
  destruct (pieces x) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]],
    (pieces y) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]]; nra.
Qed.

(** Before tau the slope is Q. *)
Lemma q'_before x : x <= tau -> q' x = Q.
Proof.
  intros H. pose proof w0. rewrite Q_is. destruct (pieces x) as [(_ & _ & E) | [(? & _) | (? & _)]];
    [exact E|lra..].
Qed.

Lemma q'_range x : 0 <= q' x <= Q.
Proof.
  rewrite Q_is. pose proof h_positive. pose proof w0.
  destruct (pieces x) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]]; nra.
Qed.

Lemma q_parabola x y : q x + q' x * (y - x) - h * (y - x) ^ 2 <= q y.
Proof.
  pose proof h_positive as Hh. pose proof w0 as Hw.
  assert (H : 0 <= q y - (q x + q' x * (y - x) - h * (y - x) ^ 2)); [|lra].
  destruct (pieces x) as [(? & -> & ->) | [(? & -> & ->) | (? & -> & ->)]],
    (pieces y) as [(? & -> & _) | [(? & -> & _) | (? & -> & _)]].
  - replace (_ - _) with (h * (y - x) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - replace (_ - _) with (h * ((tau - x) * (y - tau + (y - x)))) by ring.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - replace (_ - _) with (h * ((tau - x) * (y - tau + (y - x)) + (y - tau - w) ^ 2)) by ring.
    apply Rmult_le_pos; [lra|]. pose proof (pow2_ge_0 (y - tau - w)).
    assert (0 <= (tau - x) * (y - tau + (y - x))) by (apply Rmult_le_pos; lra). lra.
  - replace (_ - _) with (h * (y - tau) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - replace (_ - _) with 0 by ring. lra.
  - replace (_ - _) with (h * (y - tau - w) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - replace (_ - _) with (h * ((y - tau) ^ 2 + (x - tau - w) * (x - y + (tau + w - y)))) by ring.
    apply Rmult_le_pos; [lra|]. pose proof (pow2_ge_0 (y - tau)).
    assert (0 <= (x - tau - w) * (x - y + (tau + w - y))) by (apply Rmult_le_pos; lra). lra.
  - replace (_ - _) with (h * ((x - tau - w) * (x - y + (tau + w - y)))) by ring.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - replace (_ - _) with (h * (y - x) ^ 2) by ring. apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.

Lemma q_at_0 : q 0 = 0.
Proof.
  pose proof tau0. pose proof w0.
  destruct (pieces 0) as [(? & -> & _) | [(? & _) | (? & _)]]; lra.
Qed.

Lemma q_top x : q x <= Q * tau + Q * w / 2.
Proof.
  pose proof (q_tangent (tau + w + 1) x) as H.
  destruct (pieces (tau + w + 1)) as [(? & _) | [(? & _) | (_ & E & E')]]; [pose proof w0; lra..|].
  rewrite E, E' in H. rewrite Q_is. lra.
Qed.

Lemma q_at_most_one x : q x <= 1.
Proof. pose proof (q_top x). pose proof top. lra. Qed.

Lemma q_rises x y : x <= y -> q x <= q y.
Proof.
  intros H. pose proof (q_tangent y x) as U. pose proof (q'_range y). nra.
Qed.
Lemma q_nonnegative x : 0 <= x -> 0 <= q x.
Proof. intros H. apply q_rises in H. now rewrite q_at_0 in H. Qed.

(** * The game is of the paper's class *)

(** What f gains beyond its gradient: q's bend, and what z and e take from each other. *)
Lemma remainder t x y : utility decoy t y - utility decoy t x - dot 3 (gradient decoy t x) (minus y x)
  = (1 - x z) * (q (y e) - q (x e) - q' (x e) * (y e - x e)) - (y z - x z) * (q (y e) - q (x e)).
Proof. unfold dot, minus, z, e, o. cbn [sum utility gradient decoy goods]. unfold z, e, o. ring. Qed.

Lemma distance x y : sq 3 (minus y x) = (y z - x z) ^ 2 + (y e - x e) ^ 2 + (y o - x o) ^ 2.
Proof. unfold sq, dot, minus, z, e, o. cbn [sum]. ring. Qed.

Lemma q_bend x y : 0 <= q x + q' x * (y - x) - q y <= h * (y - x) ^ 2.
Proof. pose proof (q_tangent x y). pose proof (q_parabola x y). lra. Qed.

Lemma q_steps x y : Rabs (q y - q x) <= Q * Rabs (y - x).
Proof.
  pose proof (q_tangent x y). pose proof (q_tangent y x). pose proof (q'_range x). pose proof (q'_range y).
  unfold Rabs. destruct (Rcase_abs (q y - q x)), (Rcase_abs (y - x)); nra.
Qed.

Lemma good_coordinate x y : box 3 (fun _ => 1) x -> box 3 (fun _ => 1) y -> below 3 x y ->
  0 <= x z /\ x z <= y z /\ y z <= 1 /\ 0 <= x e /\ x e <= y e.
Proof.
  intros [Hx _] [_ Hy] H. unfold below, zero in *. unfold z, e.
  pose proof (Hx 0%nat ltac:(lia)). pose proof (Hx 1%nat ltac:(lia)). pose proof (Hy 0%nat ltac:(lia)).
  pose proof (H 0%nat ltac:(lia)). pose proof (H 1%nat ltac:(lia)). lra.
Qed.

Lemma decoy_differentiable t : differentiable 3 (fun _ => 1) (utility decoy t) (gradient decoy t).
Proof.
  pose proof h_positive as Hh. pose proof Q0 as HQ.
  apply quadratic_differentiable with (C := h + Q); [lra|].
  intros x y [Hx0 Hx] _. rewrite remainder, distance.
  assert (Hz : 0 <= x z <= 1) by (split; [apply (Hx0 z)|apply (Hx z)]; unfold z; lia).
  pose proof (q_bend (x e) (y e)) as B. pose proof (q_steps (x e) (y e)) as S.
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
  pose proof (pow2_ge_0 dz). pose proof (pow2_ge_0 (y o - x o)). nra.
Qed.

(** The largest curvature upwards: the greater eigenvalue of the matrix (0, Q; Q, Q/w). *)
Definition curvature : R := (Q / w + sqrt ((Q / w) ^ 2 + 4 * Q ^ 2)) / 2.

Lemma curvature_is : h < curvature /\ curvature * (curvature - 2 * h) = Q ^ 2.
Proof.
  pose proof h_positive as Hh. pose proof Q0 as HQ. pose proof w0 as Hw.
  assert (E : Q / w = 2 * h) by (unfold h; field; lra). unfold curvature. rewrite E.
  assert (P : 0 <= (2 * h) ^ 2 + 4 * Q ^ 2) by nra. pose proof (pow2_sqrt _ P) as E2.
  set (r := sqrt _) in *.
  assert (0 < r) by (apply sqrt_lt_R0; nra). split; [lra|].
  replace ((2 * h + r) / 2 * ((2 * h + r) / 2 - 2 * h)) with ((r ^ 2 - (2 * h) ^ 2) / 4) by field. lra.
Qed.

Lemma decoy_smooth t : smooth 3 (cube 3) (utility decoy t) (gradient decoy t) curvature.
Proof.
  pose proof h_positive as Hh. pose proof Q0 as HQ. destruct curvature_is as [Hc E].
  intros x y Hx Hy Hxy.
  assert (Bx : box 3 (fun _ => 1) x) by (split; intros i Hi; apply Hx, Hi).
  assert (By : box 3 (fun _ => 1) y) by (split; intros i Hi; apply Hy, Hi).
  destruct (good_coordinate x y Bx By Hxy) as (Hx0 & Hz & Hy1 & He0 & He).
  pose proof (remainder t x y) as Rm. rewrite distance.
  pose proof (q_bend (x e) (y e)) as B. pose proof (q_steps (x e) (y e)) as S.
  rewrite (Rabs_pos_eq (y e - x e)) in S by lra. pose proof (Rle_abs (q (y e) - q (x e))) as S2.
  set (b := q (x e) + q' (x e) * (y e - x e) - q (y e)) in *.
  replace (q (y e) - q (x e) - q' (x e) * (y e - x e)) with (- b) in Rm by (unfold b; ring).
  set (dz := y z - x z) in *. set (de := y e - x e) in *. set (dq := q (y e) - q (x e)) in *.
  assert (D : 0 <= dz /\ 0 <= de) by (unfold dz, de; lra). destruct D as [D1 D2].
  assert (P1 : 0 <= (1 - x z) * b <= h * de ^ 2) by (split; [apply Rmult_le_pos|]; nra).
  assert (P2 : dz * dq <= dz * (Q * de)) by (apply Rmult_le_compat_l; lra).
  assert (P3 : 0 <= curvature / 2 * (dz - Q / curvature * de) ^ 2)
    by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  replace (curvature / 2 * (dz - Q / curvature * de) ^ 2)
    with (curvature / 2 * dz ^ 2 - Q * dz * de + Q ^ 2 / curvature / 2 * de ^ 2) in P3 by (field; lra).
  replace (Q ^ 2 / curvature) with (curvature - 2 * h) in P3 by (rewrite <- E; field; lra).
  pose proof (pow2_ge_0 (y o - x o)). nra.
Qed.

Lemma beta_1 : 1 <= beta.
Proof.
  unfold beta. apply Rle_trans with (2 := Rmax_r _ _).
  rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt. pose proof (pow2_ge_0 (/ tau)). lra.
Qed.
Lemma beta_price : (/ tau) ^ 2 + 1 <= beta ^ 2.
Proof.
  assert (H : 0 <= (/ tau) ^ 2 + 1) by (pose proof (pow2_ge_0 (/ tau)); lra).
  rewrite <- (pow2_sqrt _ H). apply pow_incr. split; [apply sqrt_pos|apply Rmax_r].
Qed.
Lemma beta_gradient : 1 + Q ^ 2 + rho ^ 2 <= beta ^ 2.
Proof.
  assert (H : 0 <= 1 + Q ^ 2 + rho ^ 2) by (pose proof (pow2_ge_0 Q); pose proof (pow2_ge_0 rho); lra).
  rewrite <- (pow2_sqrt _ H). apply pow_incr. split; [apply sqrt_pos|apply Rmax_l].
Qed.

Lemma price_1 : 1 <= / tau.
Proof. rewrite <- Rinv_1. apply Rinv_le_contravar; [exact tau0|]. pose proof bend. pose proof w0. lra. Qed.

Lemma excess_is t x : excess decoy t x = / tau * x e + x o - 1.
Proof. unfold excess, dot, e, o. cbn. ring. Qed.

Lemma excess_small t x : cube 3 x -> Rabs (excess decoy t x) <= / tau.
Proof.
  intros H. rewrite excess_is. pose proof price_1.
  pose proof (H e ltac:(unfold e; lia)). pose proof (H o ltac:(unfold o; lia)). apply Rabs_le. nra.
Qed.

(** All of section 3 of the paper holds, with the constants as they are. *)
Theorem decoy_standing : standing decoy (fun _ => 1) radius beta (/ tau) (1 + rho) curvature.
Proof.
  pose proof beta_1 as Hb. pose proof rho0 as Hr.
  assert (in_cube : forall x, box 3 (fun _ => 1) x -> cube 3 x)
    by (intros x [H0 H1] i Hi; split; [apply H0|apply H1]; exact Hi).
  assert (slopes : forall x, cube 3 x -> 0 <= q (x e) <= 1 /\ 0 <= x z <= 1 /\ 0 <= q' (x e) <= Q).
  { intros x H. split; [split; [apply q_nonnegative, H; unfold e; lia|apply q_at_most_one]|].
    split; [apply H; unfold z; lia|apply q'_range]. }
  split; [split|..].
  - pose proof (cube_domain 3) as D. replace (INR 3) with 3 in D by (cbn; lra). exact D.
  - apply sqrt_lt_R0. lra.
  - lra.
  - intros t x H. destruct (slopes x H) as (Hq & Hz & Hq'). apply Rle_trans with (2 := beta_gradient).
    unfold sq, dot. cbn [sum dim decoy gradient goods].
    assert (0 <= (1 - x z) * q' (x e) <= Q) by nra. nra.
  - intros t. apply Rle_trans with (2 := beta_price). unfold sq, dot. cbn. lra.
  - intros t i Hi. pose proof price_1. unfold zero. destruct i as [|[|[|i]]]; cbn; lra.
  - apply excess_small.
  - intros t. split.
    + apply decoy_differentiable.
    + cbn. unfold zero. rewrite q_at_0. ring.
    + intros x H i Hi. destruct (slopes x (in_cube x H)) as (Hq & Hz & Hq').
      assert (0 <= (1 - x z) * q' (x e)) by (apply Rmult_le_pos; lra).
      unfold zero. destruct i as [|[|[|i]]]; cbn [gradient decoy goods]; lra.
    + intros x y Hx Hy H i Hi. destruct (good_coordinate x y Hx Hy H) as (Hx0 & Hz & Hy1 & He0 & He).
      pose proof (q_rises _ _ He). pose proof (q'_falls _ _ He) as F. pose proof (q'_range (y e)).
      assert ((1 - y z) * q' (y e) <= (1 - x z) * q' (x e)) by (apply Rmult_le_compat; lra).
      destruct i as [|[|[|i]]]; cbn [gradient decoy goods]; lra.
  - destruct curvature_is. pose proof h_positive. split; [lra|]. apply decoy_smooth.
  - intros t x y Hx Hy.
    assert (worth : forall x, cube 3 x -> 0 <= utility decoy t x <= 1 + rho).
    { intros v H. destruct (slopes v H) as (Hq & Hz & _). pose proof (H o ltac:(unfold o; lia)) as Ho.
      cbn [utility decoy]. assert (0 <= (1 - v z) * (1 - q (v e)) <= 1) by (split; nra).
      assert (0 <= rho * v o <= rho) by (split; nra). lra. }
    pose proof (worth x Hx). pose proof (worth y Hy). apply Rabs_le. lra.
Qed.

(** * The benchmark *)

Definition star : vec := goods 1 0 1.

Lemma star_utility t : utility decoy t star = 1 + rho.
Proof. cbn. ring. Qed.

Lemma star_affordable W T : affordable decoy W T star.
Proof.
  split.
  - intros i Hi. destruct i as [|[|[|]]]; try lia; cbn; lra.
  - intros t _. apply Req_le. rewrite <- (Rmult_0_r (INR W)), <- (sum_const 0 W).
    apply sum_eq. intros s _. unfold excess, dot. cbn. ring.
Qed.

(** Nothing in the cube is worth more. *)
Lemma worth_at_most t x : cube 3 x -> utility decoy t x <= 1 + rho.
Proof.
  intros H. cbn. pose proof (q_at_most_one (x e)).
  pose proof (H z ltac:(unfold z; lia)). pose proof (H o ltac:(unfold o; lia)). pose proof rho0. nra.
Qed.

Theorem star_benchmark W T : benchmark decoy W T star.
Proof.
  split; [apply star_affordable|]. intros y [Hy _]. apply sum_le. intros t _.
  rewrite star_utility. now apply worth_at_most.
Qed.

Lemma benchmark_utility W T x : benchmark decoy W T x ->
  sum (fun t => utility decoy t x) T = INR T * (1 + rho).
Proof.
  intros [[Hx _] H]. apply Rle_antisym.
  - rewrite <- (sum_const (1 + rho)). apply sum_le. intros. now apply worth_at_most.
  - rewrite <- (sum_const (1 + rho)). rewrite <- (sum_eq (fun t => utility decoy t star)).
    + apply H, star_affordable.
    + intros. apply star_utility.
Qed.
End Game.
