(** Theorem 4.1 of the paper is false: on one decoy game the published algorithm's regret is not
    O(sqrt (W T)), whatever the number of learners, for any windows with W = o(T). *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Decoy Play Published.
Open Scope R_scope.

(** Slope 9 up to 1/10, bent over 1/50; o is worth 7/10. *)
Definition instance : game := decoy 9 (1 / 50) (7 / 10) (1 / 10).
Definition instance_beta : R := beta 9 (7 / 10) (1 / 10).

(** Whatever constant C the theorem has: from some T / W on, the regret exceeds C sqrt (W T). *)
Definition theorem_4_1_fails : Prop := forall C : R, exists r : R,
  forall (K W T : nat) (star : vec),
  (1 <= K)%nat -> (1 <= W <= T)%nat -> r * INR W <= INR T ->
  benchmark instance W T star ->
  let A := published K (paper_step radius instance_beta W T) (paper_delta instance_beta) origin in
  C * sqrt (INR W * INR T) < regret instance A T star.

Lemma instance_in_range : ranges 9 (1 / 50) (7 / 10) (1 / 10).
Proof. split; lra. Qed.

(** The instance has a benchmark, so the statement is not empty. *)
Theorem instance_has_benchmark W T : benchmark instance W T star.
Proof. apply star_benchmark, instance_in_range. Qed.

(** 1/e < 2/5, as e is more than the first four terms of its series. *)
Lemma e_large : exp (-1) < 2 / 5.
Proof.
  assert (H : sum_f_R0 (fun i => / INR (fact i) * 1 ^ i) 3 <= exp 1).
  { apply sum_incr; [exact (proj2_sig (exist_exp 1))|]. intros n. rewrite pow1, Rmult_1_r.
    apply Rlt_le, Rinv_0_lt_compat, INR_fact_lt_0. }
  cbn in H. assert (5 / 2 < exp 1) by lra.
  replace (-1) with (- (1)) by lra. rewrite exp_Ropp.
  replace (2 / 5) with (/ (5 / 2)) by field. apply Rinv_lt_contravar; [|assumption].
  apply Rmult_lt_0_compat; lra.
Qed.

Theorem theorem_4_1_fails_holds : theorem_4_1_fails.
Proof.
  intros C. destruct (published_osphg_has_linear_regret _ _ _ _ instance_in_range) as [C' H].
  pose proof e_large. set (c := (1 - exp (-1)) * (1 + 7 / 10) - 1) in *.
  assert (Hc : 1 / 50 <= c) by (unfold c; lra).
  set (B := 50 * (Rabs C + Rabs C' + 1)).
  assert (HB : 50 <= B) by (unfold B; pose proof (Rabs_pos C); pose proof (Rabs_pos C'); lra).
  exists (B ^ 2). intros K W T x some windows long best A.
  assert (HW : 1 <= INR W) by (change 1 with (INR 1); apply le_INR; lia).
  set (s := sqrt (INR W * INR T)) in *.
  assert (B2 : B <= B ^ 2) by nra.
  assert (HT : B ^ 2 <= INR T).
  { apply Rle_trans with (2 := long). rewrite <- (Rmult_1_r (B ^ 2)) at 1.
    apply Rmult_le_compat_l; lra. }
  assert (large : 48 <= INR W * INR T).
  { replace 48 with (1 * 48) by ring. apply Rmult_le_compat; lra. }
  specialize (H K W T x some windows large best). cbv zeta in H.
  change (c * INR T - C' * s <= regret instance A T x) in H.
  assert (Hs : s ^ 2 = INR W * INR T) by (unfold s; apply pow2_sqrt; lra).
  assert (Hs0 : 0 < s) by (unfold s; apply sqrt_lt_R0; lra).
  assert (Hs1 : B * s <= INR T).
  { apply Rsqr_incr_0; [|nra|lra]. unfold Rsqr.
    replace (B * s * (B * s)) with (B ^ 2 * s ^ 2) by ring. rewrite Hs.
    replace (B ^ 2 * (INR W * INR T)) with (B ^ 2 * INR W * INR T) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (Hs2 : (Rabs C + Rabs C' + 1) * s <= c * INR T).
  { apply Rle_trans with (1 / 50 * INR T); [unfold B in Hs1; lra|]. apply Rmult_le_compat_r; lra. }
  pose proof (Rle_abs C). pose proof (Rle_abs C').
  assert (C * s <= Rabs C * s) by (apply Rmult_le_compat_r; lra).
  assert (C' * s <= Rabs C' * s) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Print Assumptions theorem_4_1_fails_holds.
