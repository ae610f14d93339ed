(** The decoy game of the chapter "Linear regret": the q of [BentDecoy] rises with slope Q up to tau, bends
    over a length w, and is constant after that. It satisfies all of the paper's section 3, with the constants
    that the paper's tuning is told. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Cube BentDecoy.
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

Definition decoy : game := bent_decoy q q' rho tau.

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

(** * The game is of the paper's class *)

(** The bend of [BentDecoy], with no loss up to tau. *)
Lemma q_rising : rising q q' Q tau 0 (Q * tau + Q * w / 2).
Proof.
  split.
  - apply q_at_0.
  - intros y y0 _ _. apply q_tangent.
  - intros y0 y _ H _. now apply q'_falls.
  - intros y _. apply q'_range.
  - intros y [_ H]. rewrite q'_before by exact H. lra.
  - intros y _. apply q_top.
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

(** All of section 3 of the paper holds, with the constants as they are. *)
Theorem decoy_standing : standing decoy (fun _ => 1) radius (beta Q rho tau) (/ tau) (1 + rho) curvature.
Proof.
  destruct curvature_is as [Hc E]. pose proof h_positive.
  apply bent_decoy_standing with (1 := Q0) (5 := q_rising) (h := h); try exact rho0; try exact top.
  - pose proof tau0. pose proof bend. pose proof w0. lra.
  - intros y y0 _ _. pose proof (q_parabola y0 y). lra.
  - lra.
  - rewrite E. lra.
Qed.

(** * The benchmark *)

Theorem star_benchmark W T : benchmark decoy W T star.
Proof. exact (bent_decoy_benchmark q q' Q rho tau _ _ rho0 top q_rising W T). Qed.

Lemma benchmark_utility W T x : benchmark decoy W T x ->
  sum (fun t => utility decoy t x) T = INR T * (1 + rho).
Proof.
  intros [Hx H]. destruct (star_benchmark W T) as [Hs H']. rewrite <- (sum_const (1 + rho)).
  rewrite (sum_eq (fun _ => 1 + rho) (fun t => utility decoy t star)) by (intros; cbn; ring).
  apply Rle_antisym; auto.
Qed.
End Game.
