(** The decoy game: three goods, the same utility and the same price in every round.

    Good z is free, good e is the decoy, and good o is what the budget should buy:

      f (z, e, o) = 1 - (1 - z) (1 - q e) + rho o,   price (0, 1/tau, 1),   budget 1 per round,

    where q rises with slope Q up to tau, bends over a length w, and is constant after that. This
    file defines the game, and shows that it is of the paper's class: the decisions are the unit
    cube, [gradient] is the gradient of f, it is not negative and falls in every coordinate, f is
    0 at 0, and the constants are what the paper's tuning is told. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Sums Algorithm Basics.
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

Lemma q'_range x : 0 <= q' x <= Q.
Proof.
  rewrite Q_is. pose proof h_positive. pose proof w0.
  destruct (pieces x) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]]; nra.
Qed.

Lemma q'_steep x : Q - Q / w * Rmax 0 (x - tau) <= q' x.
Proof.
  unfold q'. assert (0 < Q / w) by (apply Rdiv_lt_0_compat; [exact Q0|exact w0]).
  pose proof (Rmin_r w (Rmax 0 (x - tau))). nra.
Qed.

(** q' loses at most 2 h per unit, so q lies above its parabolas. *)
Lemma q'_gentle x y : x <= y -> q' x - q' y <= 2 * h * (y - x).
Proof.
  intros Hxy. pose proof h_positive. pose proof w0.
  destruct (pieces x) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]],
    (pieces y) as [(? & _ & ->) | [(? & _ & ->) | (? & _ & ->)]]; nra.
Qed.

Lemma q_parabola x y : q x + q' x * (y - x) - 2 * h * (y - x) ^ 2 <= q y.
Proof.
  pose proof (q_tangent y x) as H. pose proof h_positive as Hh.
  destruct (Rle_dec x y) as [L|L].
  - pose proof (q'_gentle x y L). nra.
  - pose proof (q'_gentle y x ltac:(lra)). nra.
Qed.

Theorem q_differentiable x : derivable_pt_lim q x (q' x).
Proof.
  intros eps Heps. pose proof h_positive as Hh.
  assert (Hd : 0 < eps / (2 * h + 1)) by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ Hd). intros d Hd0 Hsmall. cbn in Hsmall.
  pose proof (q_tangent x (x + d)) as U. pose proof (q_parabola x (x + d)) as L.
  replace (x + d - x) with d in * by ring.
  assert (E : (q (x + d) - q x) / d - q' x = (q (x + d) - q x - q' x * d) / d) by (field; exact Hd0).
  rewrite E. unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
  assert (B : Rabs (q (x + d) - q x - q' x * d) <= 2 * h * Rabs d ^ 2).
  { rewrite pow2_abs. apply Rabs_le. nra. }
  pose proof (Rabs_pos_lt _ Hd0) as Hp. pose proof (Rinv_0_lt_compat _ Hp) as Hi.
  apply Rle_lt_trans with (2 * h * Rabs d).
  - apply (Rmult_le_compat_r (/ Rabs d)) in B; [|lra].
    replace (2 * h * Rabs d ^ 2 * / Rabs d) with (2 * h * Rabs d) in B by (field; lra). exact B.
  - apply (Rmult_lt_compat_r (2 * h + 1)) in Hsmall; [|lra].
    unfold Rdiv in Hsmall. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hsmall by lra. nra.
Qed.

Lemma q_at_0 : q 0 = 0.
Proof.
  pose proof tau0. pose proof w0.
  destruct (pieces 0) as [(? & -> & _) | [(? & _) | (? & _)]]; lra.
Qed.

Lemma q_line x : q x <= Q * x.
Proof.
  pose proof h_positive as Hh. pose proof w0. rewrite Q_is.
  destruct (pieces x) as [(? & -> & _) | [(? & -> & _) | (? & -> & _)]]; [lra| |].
  - pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hh) (pow2_ge_0 (x - tau))). lra.
  - assert (0 <= h * (w * (2 * (x - tau) - w))) by (apply Rmult_le_pos; nra). nra.
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

(** [gradient] is the gradient: x with one coordinate i moved to s has the slope that it says. *)
Definition moved (x : vec) (i : nat) (s : R) : vec := fun j => if Nat.eq_dec j i then s else x j.

Theorem gradient_is_gradient t x i : (i < 3)%nat ->
  derivable_pt_lim (fun s => utility decoy t (moved x i s)) (x i) (gradient decoy t x i).
Proof.
  intros Hi.
  assert (line : forall a b s, derivable_pt_lim (fun s => a + b * s) s b).
  { intros a b s eps Heps. exists (mkposreal _ Heps). intros d Hd _.
    replace ((a + b * (s + d) - (a + b * s)) / d - b) with 0 by (field; exact Hd).
    rewrite Rabs_R0. exact Heps. }
  assert (same : forall f g s l, (forall r, f r = g r) -> derivable_pt_lim f s l -> derivable_pt_lim g s l).
  { intros f g s l E D eps Heps. destruct (D eps Heps) as [d Hd]. exists d. intros r.
    rewrite <- !E. apply Hd. }
  destruct i as [|[|[|]]]; try lia; cbn.
  - apply same with (f := fun s => (1 - (1 - q (x e)) + rho * x o) + (1 - q (x e)) * s);
      [intros; unfold moved; cbn; ring|apply line].
  - apply same with (f := fun s => (x z + rho * x o) + (1 - x z) * q s);
      [intros; unfold moved; cbn; ring|].
    intros eps Heps.
    assert (Ha : 0 < 1 + Rabs (1 - x z)) by (pose proof (Rabs_pos (1 - x z)); lra).
    destruct (q_differentiable (x e) (eps / (1 + Rabs (1 - x z)))) as [d Hd];
      [now apply Rdiv_lt_0_compat|].
    exists d. intros r Hr Hsmall. specialize (Hd r Hr Hsmall). fold e.
    replace (_ / r - _) with ((1 - x z) * ((q (x e + r) - q (x e)) / r - q' (x e)))
      by (unfold z, e; field; exact Hr).
    rewrite Rabs_mult. apply (Rmult_lt_compat_r (1 + Rabs (1 - x z))) in Hd; [|exact Ha].
    unfold Rdiv at 2 in Hd. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hd by lra.
    pose proof (Rabs_pos ((q (x e + r) - q (x e)) / r - q' (x e))). lra.
  - apply same with (f := fun s => (1 - (1 - x z) * (1 - q (x e))) + rho * s);
      [intros; unfold moved; cbn; ring|apply line].
Qed.

(** f is monotone: its gradient is not negative. *)
Theorem monotone t x i : cube 3 x -> 0 <= gradient decoy t x i.
Proof.
  intros H. pose proof (q_at_most_one (x e)). pose proof (q'_range (x e)).
  pose proof (H z ltac:(unfold z; lia)). pose proof rho0.
  destruct i as [|[|[|]]]; cbn in *; fold z e; nra.
Qed.

(** f has diminishing returns: where every coordinate is larger, the gradient is smaller. *)
Theorem diminishing t x y i : cube 3 x -> cube 3 y -> (forall j, (j < 3)%nat -> x j <= y j) ->
  gradient decoy t y i <= gradient decoy t x i.
Proof.
  intros Hx Hy H. pose proof (H z ltac:(unfold z; lia)) as Hz. pose proof (H e ltac:(unfold e; lia)) as He.
  pose proof (q_rises _ _ He). pose proof (q'_falls _ _ He).
  pose proof (q'_range (x e)). pose proof (q'_range (y e)).
  pose proof (Hy z ltac:(unfold z; lia)). pose proof (Hx z ltac:(unfold z; lia)).
  destruct i as [|[|[|]]]; cbn in *; fold z e; nra.
Qed.

Theorem normalised t : utility decoy t (fun _ => 0) = 0.
Proof. cbn. rewrite q_at_0. ring. Qed.

(** beta bounds the length of the gradient and of the price. *)
Lemma square_length n x : 0 <= dot n x x.
Proof.
  unfold dot. rewrite <- (Rmult_0_r (INR n)), <- (sum_const 0 n). apply sum_le. intros. nra.
Qed.

Theorem beta_of_gradient t x : cube 3 x -> sqrt (dot 3 (gradient decoy t x) (gradient decoy t x)) <= beta.
Proof.
  intros H. apply Rle_trans with (2 := Rmax_l _ _). apply sqrt_le_1_alt.
  pose proof (q_at_most_one (x e)). pose proof (q'_range (x e)).
  pose proof (H z ltac:(unfold z; lia)) as Hz. pose proof (H e ltac:(unfold e; lia)) as He.
  pose proof (q_nonnegative (x e) (proj1 He)).
  unfold dot. cbn. fold z e. cbn in Hz.
  assert ((1 - q (x e)) * (1 - q (x e)) <= 1) by nra.
  assert (0 <= (1 - x z) * q' (x e) <= Q) by nra.
  assert ((1 - x z) * q' (x e) * ((1 - x z) * q' (x e)) <= Q * Q) by nra.
  lra.
Qed.

Theorem beta_of_price t : sqrt (dot 3 (price decoy t) (price decoy t)) <= beta.
Proof.
  apply Rle_trans with (2 := Rmax_r _ _). apply sqrt_le_1_alt. unfold dot. cbn. lra.
Qed.

(** [radius] is the largest distance between two decisions. *)
Theorem radius_of_cube x y : cube 3 x -> cube 3 y -> sqrt (sum (fun i => (x i - y i) ^ 2) 3) <= radius.
Proof.
  intros Hx Hy. apply sqrt_le_1_alt. cbn.
  assert (B : forall i, (i < 3)%nat -> (x i - y i) * ((x i - y i) * 1) <= 1).
  { intros i Hi. specialize (Hx i Hi). specialize (Hy i Hi). nra. }
  pose proof (B 0%nat ltac:(lia)). pose proof (B 1%nat ltac:(lia)). pose proof (B 2%nat ltac:(lia)). lra.
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
