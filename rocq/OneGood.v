(** Games with one good, X = [0, 1], whose utility and price are linear, and one unit of budget per
    round. They show what one window for the whole game costs, and what Lemmas 4.1 and 4.2 do not say. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Cube.
Open Scope R_scope.

(** Worth and cost of 1, by round. *)
Definition linear (worth cost : nat -> R) : game := {|
  dim := 1;
  decisions := cube 1;
  project := onto_cube;
  utility := fun t x => worth t * x 0%nat;
  gradient := fun t _ _ => worth t;
  price := fun t _ => cost t;
  allowance := 1
|}.

(** One unit is worth M in every round, and costs p_t. *)
Definition one_good (M : R) (p : nat -> R) : game := linear (fun _ => M) p.
Definition ones : vec := fun _ => 1.

Lemma excess_linear worth cost t x : excess (linear worth cost) t x = cost t * x 0%nat - 1.
Proof. unfold excess, dot. cbn. ring. Qed.

(** They satisfy section 3 of the paper: the radius is 1, beta bounds worth and cost, range the worth,
    and size, which is at least 1, bounds cost - 1. *)
Theorem one_good_standing worth cost beta size range : 0 < beta -> 1 <= size ->
  (forall t, 0 <= worth t <= beta) -> (forall t, 0 <= cost t <= beta) ->
  (forall t, cost t <= 1 + size) -> (forall t, worth t <= range) ->
  standing (linear worth cost) ones 1 beta size range 0.
Proof.
  intros Hb Hs Hw Hc Hcs Hwr. split; [split|..].
  - pose proof (cube_domain 1) as D. cbn [INR] in D. rewrite sqrt_1 in D. exact D.
  - lra.
  - exact Hb.
  - intros t x _. specialize (Hw t). unfold sq, dot. cbn. nra.
  - intros t. specialize (Hc t). unfold sq, dot. cbn. nra.
  - intros t i _. apply Hc.
  - intros t x Hx. specialize (Hx O ltac:(cbn; lia)). specialize (Hc t). specialize (Hcs t).
    rewrite excess_linear. apply Rabs_le. nra.
  - intros t. split.
    + intros x _ eps He. exists 1. split; [lra|]. intros y _ _. cbn.
      replace (_ - _) with 0 by (unfold dot, minus; cbn; ring). rewrite Rabs_R0.
      apply Rmult_le_pos; [lra|apply sqrt_pos].
    + cbn. unfold zero. ring.
    + intros x _ i _. apply Hw.
    + intros x y _ _ _ i _. apply Rle_refl.
  - split; [lra|]. intros t x y _ _ _. unfold dot, minus. cbn. lra.
  - intros t x y Hx Hy. specialize (Hx O ltac:(cbn; lia)). specialize (Hy O ltac:(cbn; lia)).
    specialize (Hw t). specialize (Hwr t). cbn. apply Rabs_le. nra.
Qed.

(** With prices of at most 2 no excess is larger than 1. *)
Corollary priced_standing M p : 0 <= M -> (forall t, 0 <= p t <= 2) ->
  standing (one_good M p) ones 1 (Rmax M 2) 1 M 0.
Proof.
  intros HM Hp. pose proof (Rmax_l M 2). pose proof (Rmax_r M 2).
  apply one_good_standing; try lra; intros t; specialize (Hp t); lra.
Qed.

(** Half of the good is the benchmark, if the price is 2 in the whole first window. *)
Lemma half_benchmark M p W T : 0 <= M -> (forall t, 0 <= p t <= 2) -> (1 <= W <= T)%nat ->
  (forall t, (t < W)%nat -> p t = 2) -> benchmark (one_good M p) W T (fun _ => 1 / 2).
Proof.
  intros HM Hp HW early. split; [split|].
  - intros i _. lra.
  - intros t _. rewrite <- (Rmult_0_r (INR W)), <- (sum_const 0). apply sum_le. intros s _.
    unfold one_good. rewrite excess_linear. specialize (Hp (t + s)%nat). lra.
  - intros y [_ H]. specialize (H 0%nat ltac:(lia)). apply sum_le. intros t _. cbn.
    apply Rmult_le_compat_l; [exact HM|].
    rewrite (sum_eq _ (fun _ => 2 * y 0%nat - 1)), sum_const in H.
    2: { intros s Hs. unfold one_good. rewrite excess_linear. cbn. rewrite early by exact Hs. reflexivity. }
    assert (0 < INR W) by (apply lt_0_INR; lia). nra.
Qed.

(** * One learner that starts at 1 *)

Section Run.
Variables (M : R) (p : nat -> R) (m d : R).
Notation G := (one_good M p).
Notation A := (published 1 m d (fun _ => ones)).

Lemma one_spent t : spent G A t = p t * choice G A t 0 0%nat - 1.
Proof.
  unfold spent, one_good. rewrite excess_linear. f_equal. unfold decision, played, path, choice. cbn. field.
Qed.

Lemma one_next t :
  lambda G A (S t) = Rmax 0 ((1 - d * m ^ 2) * lambda G A t + m * (p t * choice G A t 0 0%nat - 1)).
Proof. rewrite lambda_next, one_spent. reflexivity. Qed.

(** The learner stays at 1 while the price of the good, in utility, is at most M. *)
Lemma stays t : 0 <= m -> (forall s, (s < t)%nat -> lambda G A s * p s <= M) -> choice G A t 0 0%nat = 1.
Proof.
  intros Hm. induction t; intros H; [reflexivity|].
  specialize (IHt (fun s Hs => H s (Nat.lt_lt_succ_r _ _ Hs))).
  assert (E : choice G A (S t) 0 0%nat = clamp (choice G A t 0 0%nat + m * (M - lambda G A t * p t))).
  { cbn. unfold ascent, onto_cube, feedback, lambda, choice. cbn. f_equal. ring. }
  rewrite E, IHt. specialize (H t (Nat.lt_succ_diag_r _)). unfold clamp.
  rewrite Rmin_left by nra. apply Rmax_right. lra.
Qed.
End Run.
