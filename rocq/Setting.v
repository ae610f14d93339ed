(** The setting of the paper (its sections 2 and 3), as definitions, and what follows from them at
    once: the climb along non-negative directions, the projection, Cauchy-Schwarz.

    Of a vector only the coordinates below [n] count. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Sums.
Open Scope R_scope.

(** * Vectors *)

Definition zero : vec := fun _ => 0.
Definition minus (x y : vec) : vec := fun i => x i - y i.
Definition plus (x y : vec) : vec := fun i => x i + y i.
Definition scale (a : R) (x : vec) : vec := fun i => a * x i.
Definition sq (n : nat) (x : vec) : R := dot n x x.
Definition below (n : nat) (x y : vec) : Prop := forall i, (i < n)%nat -> x i <= y i.
Definition same (n : nat) (x y : vec) : Prop := forall i, (i < n)%nat -> x i = y i.

(** * The decisions

    X is convex, contains the origin, lies in the box from 0 to [top] and has at most the diameter
    [radius]; P is the Euclidean projection onto it. *)
Record domain (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius : R) : Prop := {
  counted : forall x y, same n x y -> X x -> X y;
  convex : forall x y a, 0 <= a <= 1 -> X x -> X y -> X (plus (scale (1 - a) x) (scale a y));
  origin : X zero;
  inside : forall x, X x -> below n zero x /\ below n x top;
  into : forall x, X (P x);
  nearest : forall x y, X y -> sq n (minus x (P x)) <= sq n (minus x y);
  diameter : forall x y, X x -> X y -> sq n (minus x y) <= radius ^ 2
}.

Definition box (n : nat) (top x : vec) : Prop := below n zero x /\ below n x top.

(** * The utilities

    f is differentiable on the box with the gradient [df], one-sided at the faces; f (0) = 0; the
    gradient is non-negative (f is monotone) and falls in every coordinate (diminishing returns,
    Definition 2.1 of the paper). *)
Definition differentiable (n : nat) (top : vec) (f : vec -> R) (df : vec -> vec) : Prop :=
  forall x, box n top x -> forall eps, 0 < eps -> exists eta, 0 < eta /\
  forall y, box n top y -> sq n (minus y x) < eta ^ 2 ->
  Rabs (f y - f x - dot n (df x) (minus y x)) <= eps * sqrt (sq n (minus y x)).

Record utility_of (n : nat) (top : vec) (f : vec -> R) (df : vec -> vec) : Prop := {
  slope : differentiable n top f df;
  normalised : f zero = 0;
  monotone : forall x, box n top x -> below n zero (df x);
  diminishing : forall x y, box n top x -> box n top y -> below n x y -> below n (df y) (df x)
}.

(** Smooth along non-negative directions (section 3.2; from X to X). *)
Definition smooth (n : nat) (X : vec -> Prop) (f : vec -> R) (df : vec -> vec) (L : R) : Prop :=
  forall x y, X x -> X y -> below n x y ->
  dot n (df x) (minus y x) - L / 2 * sq n (minus y x) <= f y - f x.

(** * The assumptions of section 3

    [bounded_game] asks nothing of the utilities but that their gradients are short; it carries the
    violation. [standing] is all of section 3, with its one gap closed: the utilities are monotone
    and DR-submodular on a box that contains X, not on X alone. *)
Record bounded_game (G : game) (top : vec) (radius beta size : R) : Prop := {
  decide : domain (dim G) (decisions G) (project G) top radius;
  radius_positive : 0 < radius;
  beta_positive : 0 < beta;
  short_gradient : forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta ^ 2;
  short_price : forall t, sq (dim G) (price G t) <= beta ^ 2;
  dear : forall t, below (dim G) zero (price G t);
  excess_size : forall t x, decisions G x -> Rabs (excess G t x) <= size  (* G of the paper *)
}.

Record standing (G : game) (top : vec) (radius beta size range L : R) : Prop := {
  bounds : bounded_game G top radius beta size;
  good : forall t, utility_of (dim G) top (utility G t) (gradient G t);
  smoothness : 0 <= L /\ forall t, smooth (dim G) (decisions G) (utility G t) (gradient G t) L;
  range_of_f : forall t x y, decisions G x -> decisions G y ->
    Rabs (utility G t x - utility G t y) <= range  (* F of the paper *)
}.

(** The tuning fits: 0 <= 1 - delta mu^2 for Lemma 4.1, and what multiplies the sum of lambda^2 is
    not positive. The paper's tuning does from W T >= 16 R^2 on ([Tuned.paper_tuning]). *)
Record fits (m d beta : R) : Prop := {
  step_positive : 0 < m;
  forget_positive : 0 < d;
  keeps : 0 <= 1 - d * m ^ 2;
  absorbs : d ^ 2 * m ^ 2 + beta ^ 2 <= d / 2
}.

(** x keeps the budget over the disjoint windows of W rounds that are laid from the last round
    backwards (a first one, shorter than W, is left alone): less than [affordable] asks. *)
Definition affordable_apart (G : game) (W T : nat) (x : vec) : Prop :=
  decisions G x /\ forall j, ((S j) * W <= T)%nat -> sum (fun s => excess G (T - S j * W + s) x) W <= 0.

(** * Facts about vectors *)

Lemma sq_nonnegative n x : 0 <= sq n x.
Admitted.
Lemma dot_minus n a x y : dot n a (minus x y) = dot n a x - dot n a y.
Admitted.
Lemma dot_le n a x y : below n zero a -> below n x y -> dot n a x <= dot n a y.
Admitted.
(** |x + c y|^2 *)
Lemma sq_plus n x y c : sq n (plus x (scale c y)) = sq n x + 2 * c * dot n x y + c ^ 2 * sq n y.
Admitted.
(** Cauchy-Schwarz: |a| <= p and |x| <= r give |<a, x>| <= p r. *)
Lemma cauchy n a x p r : 0 <= p -> 0 <= r -> sq n a <= p ^ 2 -> sq n x <= r ^ 2 -> Rabs (dot n a x) <= p * r.
Admitted.
Lemma exp_line y : 1 + y <= exp y.
Admitted.

(** * Facts about the projection, and where the algorithm is *)

(** Projecting brings no point further from a point of X. *)
Lemma projection_nearer n X P top radius x y : domain n X P top radius -> X y ->
  sq n (minus (P x) y) <= sq n (minus x y).
Admitted.
Lemma path_in_X n X P top radius A v k : domain n X P top radius ->
  (1 <= K A)%nat -> (k <= K A)%nat -> (forall j, X (v j)) -> X (path A v k).
Admitted.
Lemma choice_in_X G A top radius : domain (dim G) (decisions G) (project G) top radius ->
  (forall k, decisions G (first A k)) -> forall t k, decisions G (choice G A t k).
Admitted.
Lemma decision_in_X G A top radius : domain (dim G) (decisions G) (project G) top radius ->
  (1 <= K A)%nat -> (forall k, decisions G (first A k)) -> forall t, decisions G (decision G A t).
Admitted.
(** The price of the path's end is the mean price of the choices. *)
Lemma price_of_decision G A t : (1 <= K A)%nat ->
  excess G t (decision G A t) = sum (fun k => dot (dim G) (price G t) (choice G A t k)) (K A) / INR (K A) - allowance G.
Admitted.

(** * Facts about the utilities *)

(** Concave along non-negative directions, seen from below and from above. *)
Lemma climbs n top f df x y : utility_of n top f df -> box n top x -> box n top y -> below n x y ->
  dot n (df y) (minus y x) <= f y - f x <= dot n (df x) (minus y x).
Admitted.
Lemma rises n top f df x y : utility_of n top f df -> box n top x -> box n top y -> below n x y -> f x <= f y.
Admitted.
(** What is missing at x is at most what the gradient there pays for y: by way of the join of both. *)
Lemma missing n top f df x y : utility_of n top f df -> box n top x -> box n top y -> f y - f x <= dot n (df x) y.
Admitted.
(** With the way down to the meet: the factor one half. *)
Lemma missing_twice n top f df x y : utility_of n top f df -> box n top x -> box n top y ->
  f y - 2 * f x <= dot n (df x) (minus y x).
Admitted.
