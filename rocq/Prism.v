(** Games with three goods whose utilities are linear, on X = [0, 1] times a triangle: how projected gradient
    ascent moves there. On such games a constant step is slow, goes astray, or lets itself be misled by the
    multiplier (chapter "What windows really cost"). *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Saddle.
Open Scope R_scope.

Definition three (a b c : R) : vec := fun i => match i with O => a | S O => b | _ => c end.

Definition prism (x : vec) : Prop :=
  0 <= x 0%nat <= 1 /\ 0 <= x 1%nat /\ 0 <= x 2%nat /\ x 1%nat + x 2%nat <= 1.

(** What one unit of each good is worth, and what it costs, by round; the allowance is 1. *)
Definition prism_game (P : vec -> vec) (worth cost : nat -> vec) : game := {|
  dim := 3;
  decisions := prism;
  project := P;
  utility := fun t => dot 3 (worth t);
  gradient := fun t _ => worth t;
  price := cost;
  allowance := 1
|}.

Lemma dot_three a x : dot 3 a x = a 0%nat * x 0%nat + a 1%nat * x 1%nat + a 2%nat * x 2%nat.
Proof. unfold dot. cbn [sum]. ring. Qed.

Lemma clamp_moves x y : 0 <= x <= 1 -> Rabs (clamp (x + y) - x) <= Rabs y.
Proof.
  intros H. unfold clamp, Rmax, Rmin.
  destruct (Rle_dec 1 (x + y)), (Rle_dec 0 _); unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

(** * The projection *)

Definition onto_prism (z : vec) : vec :=
  let a := Rmax 0 (z 1%nat) in
  let b := Rmax 0 (z 2%nat) in
  let y := clamp ((1 + z 2%nat - z 1%nat) / 2) in
  if Rle_dec (a + b) 1 then three (clamp (z 0%nat)) a b else three (clamp (z 0%nat)) (1 - y) y.

Lemma sq_three x : sq 3 x = x 0%nat ^ 2 + x 1%nat ^ 2 + x 2%nat ^ 2.
Proof. unfold sq. rewrite dot_three. ring. Qed.

Lemma onto_prism_obtuse z x : prism x ->
  dot 3 (minus z (onto_prism z)) (minus x (onto_prism z)) <= 0.
Proof.
  intros (x0 & x1 & x2 & x12). rewrite dot_three. unfold minus.
  assert (C : (z 0%nat - clamp (z 0%nat)) * (x 0%nat - clamp (z 0%nat)) <= 0).
  { unfold clamp, Rmax, Rmin. destruct (Rle_dec 1 (z 0%nat)), (Rle_dec 0 _); nra. }
  unfold onto_prism. cbv zeta. destruct (Rle_dec _ _) as [L|L]; cbn [three].
  - enough ((z 1%nat - Rmax 0 (z 1%nat)) * (x 1%nat - Rmax 0 (z 1%nat)) <= 0 /\
      (z 2%nat - Rmax 0 (z 2%nat)) * (x 2%nat - Rmax 0 (z 2%nat)) <= 0) by lra.
    unfold Rmax. destruct (Rle_dec 0 (z 1%nat)), (Rle_dec 0 (z 2%nat)); split; nra.
  - apply Rnot_le_lt in L. unfold clamp at 3 4 5 6. revert L. unfold Rmax, Rmin.
    destruct (Rle_dec 0 (z 1%nat)), (Rle_dec 0 (z 2%nat)), (Rle_dec 1 ((1 + z 2%nat - z 1%nat) / 2)),
      (Rle_dec 0 _); intros; nra.
Qed.

(** The assumptions of section 3 on X hold, with the diameter sqrt 3. *)
Theorem prism_domain : domain 3 prism onto_prism (fun _ => 1) (sqrt 3).
Proof.
  split.
  - intros x y E (x0 & x1 & x2 & x12). unfold prism.
    rewrite <- (E 0%nat), <- (E 1%nat), <- (E 2%nat) by lia. tauto.
  - intros x y a Ha (x0 & x1 & x2 & x12) (y0 & y1 & y2 & y12). unfold prism, plus, scale. repeat split; nra.
  - unfold prism, zero. lra.
  - intros x (x0 & x1 & x2 & x12).
    split; intros [|[|[|i]]] Hi; unfold zero; try lia; lra.
  - intros z. unfold onto_prism. cbv zeta. pose proof (clamp_range (z 0%nat)).
    pose proof (clamp_range ((1 + z 2%nat - z 1%nat) / 2)). pose proof (Rmax_l 0 (z 1%nat)).
    pose proof (Rmax_l 0 (z 2%nat)). destruct (Rle_dec _ _); unfold prism; cbn [three]; lra.
  - intros z x Hx. pose proof (onto_prism_obtuse z x Hx) as O. set (q := onto_prism z) in *.
    rewrite dot_three in O. rewrite !sq_three. unfold minus in *.
    pose proof (pow2_ge_0 (x 0%nat - q 0%nat)). pose proof (pow2_ge_0 (x 1%nat - q 1%nat)).
    pose proof (pow2_ge_0 (x 2%nat - q 2%nat)). lra.
  - intros x y (x0 & x1 & x2 & x12) (y0 & y1 & y2 & y12). rewrite pow2_sqrt by lra. rewrite sq_three.
    unfold minus. nra.
Qed.

(** So these games are of the paper's class, with G = 1, F = 2 and beta = 2. *)
Theorem prism_standing worth cost :
  (forall t i, 0 <= worth t i <= 1) -> (forall t i, 0 <= cost t i <= 1) ->
  standing (prism_game onto_prism worth cost) (fun _ => 1) (sqrt 3) 2 1 2 0.
Proof.
  intros Hw Hc.
  assert (size : forall h : nat -> vec, (forall t i, 0 <= h t i <= 1) -> forall t x, prism x -> 0 <= dot 3 (h
    t) x <= 2).
  { intros h H t x (x0 & x1 & x2 & x12). rewrite dot_three.
    pose proof (H t 0%nat). pose proof (H t 1%nat). pose proof (H t 2%nat). nra. }
  assert (short : forall h : nat -> vec, (forall t i, 0 <= h t i <= 1) -> forall t, sq 3 (h t) <= 2 ^ 2).
  { intros h H t. rewrite sq_three. pose proof (H t 0%nat). pose proof (H t 1%nat). pose proof (H t 2%nat).
    nra. }
  assert (line : forall t x y, dot 3 (worth t) (minus y x) = dot 3 (worth t) y - dot 3 (worth t) x)
    by (intros; apply dot_minus).
  split; [split|..].
  - exact prism_domain.
  - apply sqrt_lt_R0. lra.
  - lra.
  - intros t x _. now apply short.
  - intros t. now apply short.
  - intros t i _. apply Hc.
  - intros t x Hx. pose proof (size cost Hc t x Hx). unfold excess. cbn [dim price allowance prism_game].
    apply Rabs_le. lra.
  - intros t. split.
    + intros x _ eps He. exists 1. split; [lra|]. intros y _ _. cbn [dim utility gradient prism_game].
      rewrite line.
      replace (_ - _) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [lra|apply sqrt_pos].
    + cbn [utility prism_game]. rewrite dot_three. unfold zero. ring.
    + intros x _ i _. apply Hw.
    + intros x y _ _ _ i _. apply Rle_refl.
  - split; [lra|]. intros t x y _ _ _. cbn [dim utility gradient prism_game]. rewrite line. lra.
  - intros t x y Hx Hy. cbn [utility prism_game]. pose proof (size worth Hw t x Hx).
    pose proof (size worth Hw t y Hy).
    apply Rabs_le. lra.
Qed.

(** * One step of an oracle *)

Section Step.
Variables (P : vec -> vec) (top : vec) (radius : R).
Hypothesis D : domain 3 prism P top radius.

Lemma obtuse z y : prism y -> (z 0%nat - P z 0%nat) * (y 0%nat - P z 0%nat)
  + (z 1%nat - P z 1%nat) * (y 1%nat - P z 1%nat) + (z 2%nat - P z 2%nat) * (y 2%nat - P z 2%nat) <= 0.
Proof.
  intros Hy. pose proof (projection_obtuse _ _ _ _ _ z y D Hy) as O. rewrite dot_three in O. exact O.
Qed.

Lemma clamp_unique z q : 0 <= q <= 1 -> (forall y, 0 <= y <= 1 -> (z - q) * (y - q) <= 0) -> q = clamp z.
Proof.
  intros Hq H. pose proof (H (clamp z) (clamp_range z)) as C. pose proof (clamp_nearest z q Hq).
  pose proof (clamp_nearer z q Hq). unfold clamp, Rmax, Rmin in *. destruct (Rle_dec 1 z), (Rle_dec 0 _); nra.
Qed.

(** The first good has nothing to do with the others. *)
Lemma project_first z : P z 0%nat = clamp (z 0%nat).
Proof.
  pose proof (into _ _ _ _ _ D z) as (q0 & q1 & q2 & q12). apply clamp_unique; [exact q0|]. intros y Hy.
  pose proof (obtuse z (three y (P z 1%nat) (P z 2%nat))) as O. cbn [three] in O.
  assert (H : prism (three y (P z 1%nat) (P z 2%nat))) by (repeat split; cbn; lra). specialize (O H). lra.
Qed.

Lemma project_inside z : 0 <= z 1%nat -> 0 <= z 2%nat -> z 1%nat + z 2%nat <= 1 ->
  P z 1%nat = z 1%nat /\ P z 2%nat = z 2%nat.
Proof.
  intros z1 z2 z12. pose proof (into _ _ _ _ _ D z) as (q0 & _).
  pose proof (obtuse z (three (P z 0%nat) (z 1%nat) (z 2%nat))) as O. cbn [three] in O.
  assert (H : prism (three (P z 0%nat) (z 1%nat) (z 2%nat))) by (repeat split; cbn; lra). specialize (O H).
  pose proof (pow2_ge_0 (z 1%nat - P z 1%nat)). pose proof (pow2_ge_0 (z 2%nat - P z 2%nat)). split; nra.
Qed.

(** What lies beyond the long side of the triangle comes to lie on it. *)
Lemma project_outside z : 1 <= z 1%nat + z 2%nat ->
  P z 1%nat = 1 - P z 2%nat /\ P z 2%nat = clamp ((1 + z 2%nat - z 1%nat) / 2).
Proof.
  intros z12. pose proof (into _ _ _ _ _ D z) as (q0 & q1 & q2 & q12).
  assert (E : P z 1%nat + P z 2%nat = 1).
  { destruct (Rle_lt_or_eq_dec _ _ q12) as [L|]; [exfalso|assumption].
    pose proof (obtuse z (three (P z 0%nat) (1 - P z 2%nat) (P z 2%nat))) as O1.
    pose proof (obtuse z (three (P z 0%nat) (P z 1%nat) (1 - P z 1%nat))) as O2. cbn [three] in *.
    assert (H1 : prism (three (P z 0%nat) (1 - P z 2%nat) (P z 2%nat))) by (repeat split; cbn; lra).
    assert (H2 : prism (three (P z 0%nat) (P z 1%nat) (1 - P z 1%nat))) by (repeat split; cbn; lra).
    specialize (O1 H1). specialize (O2 H2). nra. }
  split; [lra|]. apply clamp_unique; [lra|]. intros y Hy.
  pose proof (obtuse z (three (P z 0%nat) (1 - y) y)) as O. cbn [three] in O.
  assert (H : prism (three (P z 0%nat) (1 - y) y)) by (repeat split; cbn; lra). specialize (O H).
  replace (P z 1%nat) with (1 - P z 2%nat) in O by lra. lra.
Qed.

(** A step m along u from x: the first good by itself; both others together rise until they are 1; and once
    they are, what one gains the other loses. *)
Variables (x u : vec) (m : R).
Hypotheses (Hx : prism x) (m0 : 0 <= m).
Let q := P (plus x (scale m u)).

Lemma step_in : prism q.
Proof. apply (into _ _ _ _ _ D). Qed.

Lemma step_first : q 0%nat = clamp (x 0%nat + m * u 0%nat).
Proof. apply project_first. Qed.

Lemma step_sum r : 0 <= u 1%nat -> 0 <= u 2%nat -> r <= u 1%nat + u 2%nat ->
  Rmin 1 (x 1%nat + x 2%nat + m * r) <= q 1%nat + q 2%nat.
Proof.
  intros u1 u2 ur. destruct Hx as (x0 & x1 & x2 & x12). pose proof (Rmult_le_pos _ _ m0 u1).
  pose proof (Rmult_le_pos _ _ m0 u2). pose proof (Rmult_le_compat_l _ _ _ m0 ur).
  set (z := plus x (scale m u)). unfold q. fold z.
  assert (z1 : z 1%nat = x 1%nat + m * u 1%nat) by reflexivity.
  assert (z2 : z 2%nat = x 2%nat + m * u 2%nat) by reflexivity.
  destruct (Rle_dec (z 1%nat + z 2%nat) 1) as [L|L].
  - destruct (project_inside z) as [-> ->]; try lra. apply Rle_trans with (1 := Rmin_r _ _). lra.
  - destruct (project_outside z) as [-> _]; [lra|]. apply Rle_trans with (1 := Rmin_l _ _). lra.
Qed.

Lemma step_along : x 1%nat + x 2%nat = 1 -> 0 <= u 1%nat + u 2%nat ->
  q 1%nat = 1 - q 2%nat /\ q 2%nat = clamp (x 2%nat + m / 2 * (u 2%nat - u 1%nat)).
Proof.
  intros E u12. pose proof (Rmult_le_pos _ _ m0 u12). set (z := plus x (scale m u)). unfold q. fold z.
  assert (z1 : z 1%nat = x 1%nat + m * u 1%nat) by reflexivity.
  assert (z2 : z 2%nat = x 2%nat + m * u 2%nat) by reflexivity.
  destruct (project_outside z) as [E1 E2]; [lra|]. split; [exact E1|]. rewrite E2. f_equal.
  rewrite z1, z2. replace (x 1%nat) with (1 - x 2%nat) by lra. field.
Qed.
End Step.

(** * Means of oracles *)

Section Oracles.
Variables (N : nat) (v : nat -> vec).
Hypotheses (some : (1 <= N)%nat) (inside : forall k, (k < N)%nat -> prism (v k)).

Definition mean_of : vec := fun i => mean N (fun k => v k i).

Lemma mean_at_least h a : (forall k, (k < N)%nat -> a <= h k) -> a <= mean N h.
Proof. intros H. rewrite <- (mean_const N some a). now apply mean_le. Qed.

Lemma mean_at_most h a : (forall k, (k < N)%nat -> h k <= a) -> mean N h <= a.
Proof. intros H. rewrite <- (mean_const N some a). now apply mean_le. Qed.

Lemma mean_prism : prism mean_of.
Proof.
  unfold mean_of. repeat split; try (apply mean_at_least; intros k Hk; apply inside, Hk).
  - apply mean_at_most; intros k Hk; apply inside, Hk.
  - rewrite <- mean_plus. apply mean_at_most. intros k Hk. apply inside, Hk.
Qed.

Lemma mean_dot a : dot 3 a mean_of = mean N (fun k => dot 3 a (v k)).
Proof.
  rewrite dot_three. unfold mean_of. rewrite <- !mean_scale, <- !mean_plus. unfold mean. f_equal.
  apply sum_eq. intros k _. rewrite dot_three. reflexivity.
Qed.
End Oracles.
