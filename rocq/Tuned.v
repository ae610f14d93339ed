(** The tuning of the paper's theorems: mu = R / (beta sqrt (W T)) and delta = 4 beta^2. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Setting.
Open Scope R_scope.

Section Tuned.
Variables (radius beta : R) (W T : nat).
Hypotheses (HR : 0 < radius) (Hb : 0 < beta) (long : 16 * radius ^ 2 <= INR W * INR T).

Lemma root_long : 4 * radius <= sqrt (INR W * INR T).
Proof.
  rewrite <- (sqrt_pow2 (4 * radius)) by lra. apply sqrt_le_1_alt.
  replace ((4 * radius) ^ 2) with (16 * radius ^ 2) by ring. exact long.
Qed.

Lemma step_inverse : 1 / paper_step radius beta W T = beta / radius * sqrt (INR W * INR T).
Proof. pose proof root_long. unfold paper_step. field. lra. Qed.

(** What the forgetting lets pass: delta mu T = 4 beta R sqrt (T / W). *)
Lemma forgotten :
  paper_delta beta * paper_step radius beta W T * INR T = 4 * beta * radius * sqrt (INR T / INR W).
Proof.
  pose proof root_long. pose proof (pos_INR W) as W0. pose proof (pos_INR T) as T0.
  assert (HW : 0 < INR W) by (apply Rnot_le_lt; intros H0; assert (INR W = 0) by lra; nra).
  assert (E : sqrt (INR T / INR W) * sqrt (INR W * INR T) = INR T).
  { rewrite <- sqrt_mult_alt by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, HW]).
    replace (INR T / INR W * (INR W * INR T)) with (INR T ^ 2) by (field; lra). now apply sqrt_pow2. }
  rewrite <- E at 1. unfold paper_step, paper_delta. field. lra.
Qed.

(** One window is shorter than all: sqrt (T / W) is at most sqrt (W T). *)
Lemma roots : (1 <= W)%nat -> sqrt (INR T / INR W) <= sqrt (INR W * INR T).
Proof.
  clear long. intros HW. apply le_INR in HW. cbn [INR] in HW. pose proof (pos_INR T). apply sqrt_le_1_alt.
  apply (Rmult_le_reg_r (INR W)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  pose proof (Rmult_le_compat_r (INR T) 1 (INR W * INR W) ltac:(lra) ltac:(nra)). lra.
Qed.

Lemma step_short : paper_step radius beta W T <= 1 / (4 * beta).
Proof.
  pose proof root_long as H. unfold paper_step. set (s := sqrt (INR W * INR T)) in *.
  apply (Rmult_le_reg_r (beta * s)); [apply Rmult_lt_0_compat; lra|].
  replace (radius / (beta * s) * (beta * s)) with radius by (field; lra).
  replace (1 / (4 * beta) * (beta * s)) with (s / 4) by (field; lra). lra.
Qed.

(** From W T = 16 R^2 on, the tuning fits. *)
Theorem paper_tuning : fits (paper_step radius beta W T) (paper_delta beta) beta.
Proof.
  pose proof root_long as H. pose proof step_short as S. set (m := paper_step radius beta W T) in *.
  assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
  assert (Q : 16 * (beta ^ 2 * m ^ 2) <= 1).
  { apply (Rmult_le_compat_l (4 * beta)) in S; [|lra].
    replace (4 * beta * (1 / (4 * beta))) with 1 in S by (field; lra).
    pose proof (Rmult_lt_0_compat _ _ Hb Hm).
    pose proof (Rmult_le_pos (1 - 4 * beta * m) (1 + 4 * beta * m) ltac:(lra) ltac:(lra)). lra. }
  unfold paper_delta. pose proof (pow2_ge_0 beta) as Hb2. pose proof (pow2_ge_0 m).
  split; [exact Hm|nra|nra|]. apply (Rmult_le_compat_l (beta ^ 2)) in Q; [|exact Hb2]. lra.
Qed.
End Tuned.
