(** The setting of the paper (its sections 2 and 3), as definitions, and what follows from them at
    once: the climb along non-negative directions, the projection, Cauchy-Schwarz.

    Of a vector only the coordinates below [n] count. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics.
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

(** Smooth along non-negative directions (section 3.2; from X to X). Along non-positive ones the utilities
    then are, too: [smooth_downwards] of Smooth.v. *)
Definition smooth (n : nat) (X : vec -> Prop) (f : vec -> R) (df : vec -> vec) (L : R) : Prop :=
  forall x y, X x -> X y -> below n x y ->
  dot n (df x) (minus y x) - L / 2 * sq n (minus y x) <= f y - f x.

(** * The assumptions of section 3

    [bounded_game] asks nothing of the utilities but that their gradients are short; it carries the
    violation. [standing] is all of section 3, with its one gap closed: the utilities are monotone
    and DR-submodular on a box that contains X, not on X alone. "Lipschitz" is a bound on the gradients'
    length on X, as in the paper's proofs. *)
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

(** The coordinates below n decide. *)
Lemma dot_same n a b x y : same n a b -> same n x y -> dot n a x = dot n b y.
Proof. intros E F. apply sum_eq. intros i Hi. now rewrite E, F. Qed.

Lemma dot_sym n a x : dot n a x = dot n x a.
Proof. apply sum_eq. intros. ring. Qed.

Lemma dot_scale n a c x : dot n a (scale c x) = c * dot n a x.
Proof. unfold dot, scale. rewrite <- sum_scale. apply sum_eq. intros. ring. Qed.

Lemma dot_minus n a x y : dot n a (minus x y) = dot n a x - dot n a y.
Proof. unfold dot, minus. rewrite <- sum_minus. apply sum_eq. intros. ring. Qed.

Lemma dot_le n a x y : below n zero a -> below n x y -> dot n a x <= dot n a y.
Proof. intros Ha H. apply sum_le. intros i Hi. apply Rmult_le_compat_l; [now apply Ha|now apply H]. Qed.

Lemma sum_nonnegative h n : (forall i, (i < n)%nat -> 0 <= h i) -> 0 <= sum h n.
Proof. intros H. rewrite <- (Rmult_0_r (INR n)), <- (sum_const 0). now apply sum_le. Qed.

Lemma sq_nonnegative n x : 0 <= sq n x.
Proof. apply sum_nonnegative. intros. nra. Qed.

Lemma sq_scale n c x : sq n (scale c x) = c ^ 2 * sq n x.
Proof. unfold sq, dot, scale. rewrite <- sum_scale. apply sum_eq. intros. ring. Qed.

(** |x + c y|^2 *)
Lemma sq_plus n x y c : sq n (plus x (scale c y)) = sq n x + 2 * c * dot n x y + c ^ 2 * sq n y.
Proof.
  unfold sq, dot, plus, scale. rewrite <- !sum_scale, <- !sum_plus. apply sum_eq. intros. ring.
Qed.

(** Cauchy-Schwarz: |a| <= p and |x| <= r give |<a, x>| <= p r. Both r a + p x and r a - p x have a
    square that is not negative. *)
Lemma cauchy n a x p r : 0 <= p -> 0 <= r -> sq n a <= p ^ 2 -> sq n x <= r ^ 2 -> Rabs (dot n a x) <= p * r.
Proof.
  intros Hp Hr Ha Hx.
  assert (E : forall y u, sq n u <= 0 -> dot n y u = 0).
  { intros y u Hu. assert (Z : forall c, 0 <= sq n y + 2 * c * dot n y u).
    { intros c. pose proof (sq_nonnegative n (plus y (scale c u))) as H. rewrite sq_plus in H.
      pose proof (sq_nonnegative n u). replace (sq n u) with 0 in H by lra. lra. }
    destruct (Req_dec (dot n y u) 0) as [|D]; [assumption|].
    specialize (Z (- (sq n y + 1) / (2 * dot n y u))).
    replace (2 * (- (sq n y + 1) / (2 * dot n y u)) * dot n y u) with (- (sq n y + 1)) in Z
      by (field; exact D). lra. }
  destruct (Rle_lt_or_eq_dec _ _ Hp) as [P| <-].
  2: { rewrite dot_sym, (E x a ltac:(lra)), Rabs_R0. lra. }
  destruct (Rle_lt_or_eq_dec _ _ Hr) as [R0| <-].
  2: { rewrite (E a x ltac:(lra)), Rabs_R0. lra. }
  assert (H : forall c, 0 <= r ^ 2 * sq n a + 2 * (c * r) * dot n a x + c ^ 2 * sq n x).
  { intros c. pose proof (sq_nonnegative n (plus (scale r a) (scale c x))) as H.
    rewrite sq_plus, sq_scale, dot_sym, dot_scale, dot_sym in H. lra. }
  pose proof (H p) as U. pose proof (H (- p)) as L.
  apply (Rmult_le_compat_l (r ^ 2)) in Ha; [|apply pow2_ge_0].
  apply (Rmult_le_compat_l (p ^ 2)) in Hx; [|apply pow2_ge_0].
  assert (0 < p * r) by now apply Rmult_lt_0_compat.
  apply Rabs_le. split; apply (Rmult_le_reg_l (p * r)); lra.
Qed.

Lemma exp_line y : 1 + y <= exp y.
Proof.
  destruct (Req_dec y 0) as [->|H]; [rewrite exp_0; lra|]. now apply Rlt_le, exp_ineq1.
Qed.

(** * Facts about the projection, and where the algorithm is *)

(** The segment from P x to a point of X leads away from x. *)
Lemma projection_obtuse n X P top radius x y : domain n X P top radius -> X y ->
  dot n (minus x (P x)) (minus y (P x)) <= 0.
Proof.
  intros D Hy. set (s := dot n (minus x (P x)) (minus y (P x))). set (N := sq n (minus y (P x))).
  pose proof (sq_nonnegative n (minus y (P x))) as N0. fold N in N0.
  assert (H : forall a, 0 <= a <= 1 -> 2 * a * s <= a ^ 2 * N).
  { intros a Ha.
    pose proof (nearest _ _ _ _ _ D x _ (convex _ _ _ _ _ D _ _ a Ha (into _ _ _ _ _ D x) Hy)) as M.
    assert (E : sq n (minus x (plus (scale (1 - a) (P x)) (scale a y)))
                = sq n (plus (minus x (P x)) (scale (- a) (minus y (P x))))).
    { apply dot_same; intros i _; unfold minus, plus, scale; ring. }
    rewrite E, sq_plus in M. fold s N in M. lra. }
  apply Rnot_lt_le. intros Hs. assert (Q : 0 < s + N) by lra.
  assert (Ha : 0 < s / (s + N) <= 1).
  { split; [now apply Rdiv_lt_0_compat|]. apply (Rmult_le_reg_r (s + N)); [exact Q|]. field_simplify; lra. }
  specialize (H (s / (s + N)) ltac:(lra)). apply (Rmult_le_compat_r (s + N)) in H; [|lra].
  apply (Rmult_le_compat_r (s + N)) in H; [|lra].
  replace (2 * (s / (s + N)) * s * (s + N) * (s + N)) with (2 * s * s * (s + N)) in H by (field; lra).
  replace ((s / (s + N)) ^ 2 * N * (s + N) * (s + N)) with (s * s * N) in H by (field; lra).
  pose proof (Rmult_lt_0_compat _ _ Hs Hs). nra.
Qed.

(** Projecting brings no point further from a point of X. *)
Lemma projection_nearer n X P top radius x y : domain n X P top radius -> X y ->
  sq n (minus (P x) y) <= sq n (minus x y).
Proof.
  intros D Hy. pose proof (projection_obtuse _ _ _ _ _ x y D Hy) as O.
  pose proof (sq_nonnegative n (minus x (P x))).
  assert (E : sq n (minus x y) = sq n (plus (minus x (P x)) (scale (-1) (minus y (P x))))).
  { apply dot_same; intros i _; unfold minus, plus, scale; ring. }
  rewrite E, sq_plus.
  replace (sq n (minus (P x) y)) with (sq n (minus y (P x))); [lra|].
  apply sum_eq. intros i _. unfold minus. ring.
Qed.

(** The mean of points of X is in X. *)
Lemma mean_in_X n X P top radius (v : nat -> vec) k : domain n X P top radius -> (forall j, X (v j)) ->
  X (fun i => sum (fun j => v j i) (S k) / INR (S k)).
Proof.
  intros D H. induction k.
  - refine (counted _ _ _ _ _ D (v O) _ _ (H O)). intros i _. cbn. field.
  - pose proof (pos_INR k). assert (A : 0 <= / INR (S (S k)) <= 1).
    { rewrite !S_INR. split; [apply Rlt_le, Rinv_0_lt_compat; lra|].
      rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    refine (counted _ _ _ _ _ D _ _ _ (convex _ _ _ _ _ D _ _ _ A IHk (H (S k)))).
    intros i _. unfold plus, scale. cbn [sum]. rewrite !S_INR. field. lra.
Qed.

Lemma path_in_X n X P top radius A v k : domain n X P top radius ->
  (1 <= K A)%nat -> (k <= K A)%nat -> (forall j, X (v j)) -> X (path A v k).
Proof.
  intros D HK Hk H. destruct k.
  - refine (counted _ _ _ _ _ D zero _ _ (origin _ _ _ _ _ D)).
    intros i _. unfold path, zero. cbn. unfold Rdiv. ring.
  - assert (0 < INR (S k)) by (apply lt_0_INR; lia). assert (L : INR (S k) <= INR (K A)) by now apply le_INR.
    assert (B : 0 <= INR (S k) / INR (K A) <= 1).
    { split; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
      apply (Rmult_le_reg_r (INR (K A))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    refine (counted _ _ _ _ _ D _ _ _
      (convex _ _ _ _ _ D _ _ _ B (origin _ _ _ _ _ D) (mean_in_X _ _ _ _ _ v k D H))).
    intros i _. unfold path, plus, scale, zero. field. lra.
Qed.

Lemma choice_in_X G A top radius : domain (dim G) (decisions G) (project G) top radius ->
  (forall k, decisions G (first A k)) -> forall t k, decisions G (choice G A t k).
Proof.
  intros D H t k. destruct t; [apply H|]. apply (into _ _ _ _ _ D).
Qed.

Lemma decision_in_X G A top radius : domain (dim G) (decisions G) (project G) top radius ->
  (1 <= K A)%nat -> (forall k, decisions G (first A k)) -> forall t, decisions G (decision G A t).
Proof.
  intros D HK H t. apply (path_in_X _ _ _ _ _ A _ _ D HK (le_n _)). intros j.
  apply (choice_in_X _ _ _ _ D H).
Qed.

(** The price of the path's end is the mean price of the choices. *)
Lemma price_of_decision G A t : (1 <= K A)%nat ->
  excess G t (decision G A t)
  = sum (fun k => dot (dim G) (price G t) (choice G A t k)) (K A) / INR (K A) - allowance G.
Proof.
  intros HK. assert (0 < INR (K A)) by (apply lt_0_INR; lia). unfold excess. f_equal.
  unfold dot. rewrite sum_swap. unfold Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros i _.
  rewrite sum_scale. unfold decision, played, path.
  change (choice G A t) with (learner (osphg G A t)). field. lra.
Qed.

(** * Facts about the utilities *)

(** Concave along non-negative directions, seen from below and from above: along the segment from x
    to y the gradient falls from df x to df y, and f has the mean value property. The segment is
    extended linearly at its ends, since the derivatives there are one-sided. *)
Section Climb.
Variables (n : nat) (top : vec) (f : vec -> R) (df : vec -> vec) (x y : vec).
Hypotheses (good : utility_of n top f df) (Hx : box n top x) (Hy : box n top y) (up : below n x y).
Let step := minus y x.
Let on s := plus x (scale s step).
Let phi s := f (on (clamp s)) + dot n (df (on (clamp s))) step * (s - clamp s).

Lemma on_segment s : 0 <= s <= 1 -> box n top (on s) /\ below n x (on s) /\ below n (on s) y.
Proof.
  intros Hs. assert (H : below n x (on s) /\ below n (on s) y).
  { split; intros i Hi; specialize (up i Hi); unfold on, plus, scale, step, minus; nra. }
  destruct H as [H1 H2]. repeat split; trivial; intros i Hi.
  - apply Rle_trans with (x i); [now apply Hx|now apply H1].
  - apply Rle_trans with (y i); [now apply H2|now apply Hy].
Qed.

Lemma clamp_in s : 0 <= s <= 1 -> clamp s = s.
Proof. intros H. unfold clamp. rewrite Rmin_right by lra. apply Rmax_right. lra. Qed.

Lemma slope_on_segment s : 0 <= s <= 1 -> derivable_pt_lim phi s (dot n (df (on s)) step).
Proof.
  intros Hs eps He. set (g := dot n (df (on s)) step). pose proof (sqrt_pos (sq n step)) as Hr.
  set (r := sqrt (sq n step)) in *. assert (Er : r ^ 2 = sq n step) by apply pow2_sqrt, sq_nonnegative.
  destruct (slope _ _ _ _ good _ (proj1 (on_segment s Hs)) (eps / (r + 1))) as (eta & Heta & near).
  { apply Rdiv_lt_0_compat; lra. }
  assert (Hd : 0 < Rmin (eta / (r + 1))
    (Rmin (if Rlt_dec 0 s then s else 1) (if Rlt_dec s 1 then 1 - s else 1))).
  { repeat apply Rmin_glb_lt; [apply Rdiv_lt_0_compat; lra| |];
      [destruct (Rlt_dec 0 s)|destruct (Rlt_dec s 1)]; lra. }
  exists (mkposreal _ Hd). intros h Hh small. cbn in small.
  pose proof (Rlt_le_trans _ _ _ small (Rmin_l _ _)) as S1.
  pose proof (Rlt_le_trans _ _ _ small (Rmin_r _ _)) as S23.
  pose proof (Rlt_le_trans _ _ _ S23 (Rmin_l _ _)) as S2.
  pose proof (Rlt_le_trans _ _ _ S23 (Rmin_r _ _)) as S3.
  pose proof (Rle_abs h) as A1. pose proof (Rle_abs (- h)) as A2. rewrite Rabs_Ropp in A2.
  assert (Ps : phi s = f (on s)) by (unfold phi; rewrite clamp_in by exact Hs; ring).
  enough (E : Rabs (phi (s + h) - phi s - g * h) < eps * Rabs h).
  { replace ((phi (s + h) - phi s) / h - g) with ((phi (s + h) - phi s - g * h) / h) by (field; exact Hh).
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv. pose proof (Rabs_pos_lt h Hh) as Q.
    apply (Rmult_lt_reg_r (Rabs h)); [exact Q|]. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (Rabs_pos_lt h Hh) as Q.
  destruct (Rlt_dec (s + h) 0); [|destruct (Rlt_dec 1 (s + h))].
  - destruct (Rlt_dec 0 s); [lra|]. assert (s = 0) by lra. subst s.
    replace (phi (0 + h) - phi 0 - g * h) with 0; [rewrite Rabs_R0; nra|].
    rewrite Ps. unfold phi. replace (clamp (0 + h)) with 0; [unfold g; ring|].
    unfold clamp. rewrite Rmin_right by lra. symmetry. apply Rmax_left. lra.
  - destruct (Rlt_dec s 1); [lra|]. assert (s = 1) by lra. subst s.
    replace (phi (1 + h) - phi 1 - g * h) with 0; [rewrite Rabs_R0; nra|].
    rewrite Ps. unfold phi. replace (clamp (1 + h)) with 1; [unfold g; ring|].
    unfold clamp. rewrite Rmin_left by lra. symmetry. apply Rmax_right. lra.
  - assert (Hsh : 0 <= s + h <= 1) by lra.
    assert (Psh : phi (s + h) = f (on (s + h))) by (unfold phi; rewrite clamp_in by exact Hsh; ring).
    assert (D : same n (minus (on (s + h)) (on s)) (scale h step)).
    { intros i _. unfold on, minus, plus, scale. ring. }
    assert (L : sq n (minus (on (s + h)) (on s)) = h ^ 2 * r ^ 2).
    { rewrite Er, <- sq_scale. now apply dot_same. }
    pose proof (near (on (s + h)) (proj1 (on_segment _ Hsh))) as N. rewrite L in N.
    rewrite (dot_same n (df (on s)) (df (on s)) _ (scale h step) (fun _ _ => eq_refl) D), dot_scale in N.
    fold g in N. rewrite Psh, Ps. replace (g * h) with (h * g) by ring.
    replace (sqrt (h ^ 2 * r ^ 2)) with (Rabs h * r) in N.
    2: { rewrite <- Rpow_mult_distr, <- (Rabs_right r) at 1 by lra. rewrite <- Rabs_mult.
         rewrite <- Rsqr_pow2. symmetry. apply sqrt_Rsqr_abs. }
    assert (H1 : Rabs h * (r + 1) < eta).
    { apply (Rmult_lt_compat_r (r + 1)) in S1; [|lra]. unfold Rdiv in S1.
      rewrite Rmult_assoc, Rinv_l in S1; lra. }
    apply Rle_lt_trans with (eps / (r + 1) * (Rabs h * r)).
    + apply N. rewrite <- (pow2_abs h). assert (Rabs h * r < eta) by nra.
      assert (0 <= Rabs h * r) by (apply Rmult_le_pos; lra). rewrite <- Rpow_mult_distr. nra.
    + replace (eps * Rabs h) with (eps / (r + 1) * (Rabs h * (r + 1))) by (field; lra).
      apply Rmult_lt_compat_l; [apply Rdiv_lt_0_compat; lra|]. nra.
Qed.
End Climb.

(** f sees only the coordinates below n. *)
Lemma f_same n top f df x y : utility_of n top f df -> box n top x -> box n top y -> same n y x -> f y = f x.
Proof.
  intros U Hx Hy E. destruct (slope _ _ _ _ U x Hx 1 Rlt_0_1) as (eta & He & N). specialize (N y Hy).
  assert (D : same n (minus y x) (scale 0 zero)).
  { intros i Hi. unfold minus, scale. rewrite (E i Hi). ring. }
  unfold sq in N.
  rewrite (dot_same n _ _ _ _ D D), (dot_same n (df x) (df x) _ _ (fun _ _ => eq_refl) D) in N.
  fold (sq n (scale 0 zero)) in N. rewrite sq_scale, dot_scale in N.
  replace (0 ^ 2 * sq n zero) with 0 in N by ring. rewrite sqrt_0 in N. specialize (N ltac:(nra)).
  revert N. unfold Rabs. destruct (Rcase_abs _); lra.
Qed.

Lemma climbs n top f df x y : utility_of n top f df -> box n top x -> box n top y -> below n x y ->
  dot n (df y) (minus y x) <= f y - f x <= dot n (df x) (minus y x).
Proof.
  intros U Hx Hy H.
  destruct (MVT_cor2 _ _ 0 1 Rlt_0_1 (slope_on_segment n top f df x y U Hx Hy H)) as (c & E & Hc).
  rewrite !clamp_in in E by lra.
  pose proof (on_segment n top x y Hx Hy H) as S.
  assert (D : below n zero (minus y x)).
  { intros i Hi. unfold minus, zero. specialize (H i Hi). lra. }
  rewrite (f_same n top f df y (plus x (scale 1 (minus y x)))),
    (f_same n top f df x (plus x (scale 0 (minus y x)))) in E;
    try assumption; try (apply S; lra); try (intros i Hi; unfold plus, scale, minus; ring).
  destruct (S c ltac:(lra)) as (Bc & L & M). set (u := plus x (scale c (minus y x))) in *.
  pose proof (dot_le n (minus y x) _ _ D (diminishing _ _ _ _ U x u Hx Bc L)) as H1.
  pose proof (dot_le n (minus y x) _ _ D (diminishing _ _ _ _ U u y Bc Hy M)) as H2.
  rewrite (dot_sym n (df x)), (dot_sym n (df y)). rewrite (dot_sym n (df u)) in E. lra.
Qed.

Lemma rises n top f df x y : utility_of n top f df -> box n top x -> box n top y -> below n x y -> f x <= f y.
Proof.
  intros U Hx Hy H. pose proof (climbs n top f df x y U Hx Hy H) as [L _].
  assert (0 <= dot n (df y) (minus y x)); [|lra].
  apply sum_nonnegative. intros i Hi. apply Rmult_le_pos; [apply (monotone _ _ _ _ U y Hy i Hi)|].
  specialize (H i Hi). unfold minus. lra.
Qed.

(** The join of two points of the box. *)
Definition join (x y : vec) : vec := fun i => Rmax (x i) (y i).
Lemma join_above n top x y : box n top x -> box n top y ->
  box n top (join x y) /\ below n x (join x y) /\ below n y (join x y).
Proof.
  intros [Hx Hx'] [Hy Hy']. unfold join. repeat split; intros i Hi.
  - apply Rle_trans with (1 := Hx i Hi), Rmax_l.
  - apply Rmax_lub; auto.
  - apply Rmax_l.
  - apply Rmax_r.
Qed.

(** What is missing at x is at most what the gradient there pays for y: by way of the join of both. *)
Lemma missing n top f df x y : utility_of n top f df -> box n top x -> box n top y ->
  f y - f x <= dot n (df x) y.
Proof.
  intros U Hx Hy. destruct (join_above n top x y Hx Hy) as (J & JX & JY).
  pose proof (rises n top f df y _ U Hy J JY). pose proof (climbs n top f df x _ U Hx J JX) as [_ C].
  assert (dot n (df x) (minus (join x y) x) <= dot n (df x) y); [|lra].
  apply dot_le; [apply (monotone _ _ _ _ U x Hx)|]. intros i Hi. unfold minus, join.
  destruct Hx as [Hx _], Hy as [Hy _]. specialize (Hx i Hi). specialize (Hy i Hi). unfold zero in *.
  unfold Rmax. destruct (Rle_dec _ _); lra.
Qed.
