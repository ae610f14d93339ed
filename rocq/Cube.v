(** The unit cube as a set of decisions of the paper, and two facts about numbers. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** The unit cube, with the projection onto it and the diameter sqrt n, is a domain of [Setting]. *)
Theorem cube_domain n : domain n (cube n) onto_cube (fun _ => 1) (sqrt (INR n)).
Proof.
  split.
  - intros x y E H i Hi. rewrite <- (E i Hi). apply H, Hi.
  - intros x y a Ha Hx Hy i Hi. specialize (Hx i Hi). specialize (Hy i Hi). unfold plus, scale. nra.
  - intros i _. unfold zero. lra.
  - intros x H. split; intros i Hi; apply H, Hi.
  - apply onto_cube_in.
  - intros x y H. pose proof (onto_cube_nearest n x y H) as N. unfold sq, dot, minus.
    rewrite (sum_eq _ (fun i => (x i - onto_cube x i) ^ 2)) by (intros; ring).
    rewrite (sum_eq (fun i => (x i - y i) * (x i - y i)) (fun i => (x i - y i) ^ 2)) by (intros; ring).
    exact N.
  - intros x y Hx Hy. rewrite pow2_sqrt by apply pos_INR. unfold sq, dot, minus.
    rewrite <- (Rmult_1_r (INR n)), <- (sum_const 1 n). apply sum_le. intros i Hi.
    specialize (Hx i Hi). specialize (Hy i Hi). nra.
Qed.

(** 1/e is at most 24/65, as e is at least the first five terms of its series. *)
Lemma over_e : exp (-1) <= 24 / 65.
Proof.
  assert (H : sum_f_R0 (fun i => / INR (fact i) * 1 ^ i) 4 <= exp 1).
  { apply sum_incr; [exact (proj2_sig (exist_exp 1))|]. intros n. rewrite pow1, Rmult_1_r.
    apply Rlt_le, Rinv_0_lt_compat, INR_fact_lt_0. }
  cbn in H. replace (-1) with (- (1)) by lra. rewrite exp_Ropp.
  replace (24 / 65) with (/ (65 / 24)) by field. apply Rinv_le_contravar; lra.
Qed.

(** A remainder that is at most quadratic: differentiable. *)
Lemma quadratic_differentiable n top f df C : 0 <= C ->
  (forall x y, box n top x -> box n top y ->
   Rabs (f y - f x - dot n (df x) (minus y x)) <= C * sq n (minus y x)) ->
  differentiable n top f df.
Proof.
  intros HC H x Hx eps He. exists (eps / (C + 1)).
  assert (Hd : 0 < eps / (C + 1)) by (apply Rdiv_lt_0_compat; lra).
  split; [exact Hd|]. intros y Hy near. apply Rle_trans with (1 := H x y Hx Hy).
  pose proof (sq_nonnegative n (minus y x)) as S0. set (s := sq n (minus y x)) in *.
  pose proof (sqrt_pos s) as R0. pose proof (pow2_sqrt s S0) as R2.
  assert (small : sqrt s <= eps / (C + 1)).
  { rewrite <- (sqrt_pow2 (eps / (C + 1))) by lra. apply sqrt_le_1_alt. lra. }
  assert (E : (C + 1) * (eps / (C + 1)) = eps) by (field; lra).
  rewrite <- R2 at 1. replace (C * sqrt s ^ 2) with (C * sqrt s * sqrt s) by ring.
  apply Rmult_le_compat_r; [exact R0|]. apply (Rmult_le_compat_l (C + 1)) in small; lra.
Qed.
