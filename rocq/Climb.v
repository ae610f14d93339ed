(** One round: what the K steps of the climb gain, whoever chooses them (chapter "The algorithm").

    x^(k) is the path, and k counts from 0. What is missing at x^(k), f (y) - f (x^(k)), shrinks in every
    step by the factor q = 1 - 1/K, but for what the step misses of <gradient, y> and for the curvature. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** The sum of q^(k - 1 - j) h_j over j < k is multiplied by q, and gains h_k, when k grows. *)
Lemma discounted_sum q (h : nat -> R) k :
  sum (fun j => q ^ (S k - 1 - j) * h j) (S k) = q * sum (fun j => q ^ (k - 1 - j) * h j) k + h k.
Proof.
  cbn [sum]. replace (S k - 1 - k)%nat with O by lia. rewrite <- sum_scale, Rmult_1_l. f_equal.
  apply sum_eq. intros j Hj. replace (S k - 1 - j)%nat with (S (k - 1 - j)) by lia. cbn [pow]. ring.
Qed.

(** The weights of the feedback: (1 - 1/K)^j is between 0 and 1, and at j = K at most 1/e. *)
Lemma power_range K j : (1 <= K)%nat -> 0 <= (1 - / INR K) ^ j <= 1.
Proof.
  intros HK. apply le_INR in HK. cbn [INR] in HK.
  assert (H : 0 < / INR K <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  pose proof (pow_incr (1 - / INR K) 1 j ltac:(lra)) as I. rewrite pow1 in I. split; [apply pow_le|]; lra.
Qed.

Lemma power_e K : (1 <= K)%nat -> (1 - / INR K) ^ K <= exp (-1).
Proof.
  intros HK. pose proof (power_range K 1 HK) as Hq. rewrite pow_1 in Hq. apply le_INR in HK. cbn [INR] in HK.
  assert (P : forall j, exp (- / INR K) ^ j = exp (INR j * - / INR K)).
  { induction j; [cbn; now rewrite Rmult_0_l, exp_0|].
    cbn [pow]. rewrite IHj, <- exp_plus, S_INR. f_equal. ring. }
  replace (exp (-1)) with (exp (- / INR K) ^ K).
  - apply pow_incr. pose proof (exp_line (- / INR K)). lra.
  - rewrite P. f_equal. field. lra.
Qed.

Section Climb.
Variables (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius : R).
Variables (f : vec -> R) (df : vec -> vec) (L : R) (A : tuning) (v : nat -> vec) (y : vec).
Hypotheses (HX : domain n X P top radius) (Hf : utility_of n top f df).
Hypotheses (HL : 0 <= L) (Hs : smooth n X f df L).
Hypotheses (some : (1 <= K A)%nat) (chosen : forall k, X (v k)) (Hy : X y).

Let x k := path A v k.
Let N := INR (K A).
Let q := 1 - / N.
Let slack := L * radius ^ 2 / (2 * N).

Lemma many : 1 <= N.
Proof. unfold N. change 1 with (INR 1). now apply le_INR. Qed.

Lemma share : 0 < / N.
Proof. apply Rinv_0_lt_compat. pose proof many. lra. Qed.

Lemma in_box z : X z -> box n top z.
Proof. intros H. exact (inside _ _ _ _ _ HX z H). Qed.

Lemma on_path k : (k <= K A)%nat -> X (x k).
Proof. intros H. now apply path_in_X with (1 := HX). Qed.

Lemma origin_in : X zero.
Proof. exact (origin _ _ _ _ _ HX). Qed.

(** A step is v^(k) / K; no choice has a negative entry. *)
Lemma step k i : minus (x (S k)) (x k) i = / N * v k i.
Proof. unfold minus, x, path. cbn [sum]. fold N. field. pose proof many. lra. Qed.

Lemma step_up k : below n (x k) (x (S k)).
Proof.
  intros i Hi. pose proof (step k i) as E. unfold minus in E.
  pose proof (proj1 (in_box _ (chosen k)) i Hi) as H. unfold zero in H.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ share) H). lra.
Qed.

(** One step gains <gradient, v> / K, but for L R^2 / (2 K^2). *)
Lemma step_gains k : (k < K A)%nat -> / N * (dot n (df (x k)) (v k) - slack) <= f (x (S k)) - f (x k).
Proof.
  intros H. pose proof many as HN. pose proof share as HI.
  pose proof (Hs (x k) (x (S k)) (on_path k ltac:(lia)) (on_path (S k) H) (step_up k)) as S.
  assert (E1 : dot n (df (x k)) (minus (x (Datatypes.S k)) (x k)) = / N * dot n (df (x k)) (v k)).
  { unfold dot. rewrite <- sum_scale. apply sum_eq. intros i _. rewrite step. ring. }
  assert (E2 : sq n (minus (x (Datatypes.S k)) (x k)) = (/ N) ^ 2 * sq n (v k)).
  { unfold sq, dot. rewrite <- sum_scale. apply sum_eq. intros i _. rewrite step. ring. }
  assert (D : sq n (v k) <= radius ^ 2).
  { apply Rle_trans with (2 := diameter _ _ _ _ _ HX _ _ (chosen k) origin_in). apply Req_le, sum_eq.
    intros i _. unfold minus, zero. ring. }
  rewrite E1, E2 in S. pose proof (Rmult_le_compat_l (L / 2 * (/ N) ^ 2) _ _ ltac:(nra) D).
  replace (/ N * (dot n (df (x k)) (v k) - slack)) with
    (/ N * dot n (df (x k)) (v k) - L / 2 * (/ N) ^ 2 * radius ^ 2) by (unfold slack; field; lra).
  lra.
Qed.

(** What is missing shrinks by the factor q. *)
Lemma shrinks k : (k < K A)%nat ->
  f y - f (x (S k)) <= q * (f y - f (x k)) + / N * (dot n (df (x k)) (minus y (v k)) + slack).
Proof.
  intros H. pose proof (step_gains k H) as S. rewrite dot_minus.
  pose proof (missing n top f df (x k) y Hf (in_box _ (on_path k ltac:(lia))) (in_box _ Hy)) as M.
  apply (Rmult_le_compat_l (/ N)) in M; [|pose proof share; lra]. unfold q. lra.
Qed.

(** f (0) = 0 is the least value. *)
Lemma worth z : X z -> 0 <= f z.
Proof.
  intros Hz. rewrite <- (normalised _ _ _ _ Hf).
  exact (rises n top f df zero z Hf (in_box _ origin_in) (in_box _ Hz) (proj1 (in_box _ Hz))).
Qed.

(** Unrolled: the error of step j passes through the factor q another k - 1 - j times. *)
Lemma unrolled k : (k <= K A)%nat -> f y - f (x k) <=
  q ^ k * f y + / N * sum (fun j => q ^ (k - 1 - j) * (dot n (df (x j)) (minus y (v j)) + slack)) k.
Proof.
  induction k; intros H.
  - pose proof (worth _ (on_path O ltac:(lia))). cbn. lra.
  - pose proof (shrinks k H) as S. specialize (IHk ltac:(lia)).
    pose proof (power_range _ 1 some) as Hq. rewrite pow_1 in Hq. fold N q in Hq.
    apply (Rmult_le_compat_l q) in IHk; [|lra].
    rewrite discounted_sum. cbn [pow]. lra.
Qed.

(** The path climbs: x^(j) is below x^(k) for j <= k, so it is worth no more. *)
Lemma path_up j k : (j <= k)%nat -> below n (x j) (x k).
Proof.
  induction 1; intros i Hi; [lra|]. pose proof (IHle i Hi). pose proof (step_up m i Hi). lra.
Qed.

(** Added up, not discounted: the climb's gain, for one half. *)
Lemma gained k : (k <= K A)%nat -> / N * sum (fun j => dot n (df (x j)) (v j) - slack) k <= f (x k).
Proof.
  induction k; intros H; cbn [sum]; [pose proof (worth _ (on_path O ltac:(lia))); lra|].
  pose proof (step_gains k H). specialize (IHk ltac:(lia)). lra.
Qed.
End Climb.

(** ** The climb

    Whatever v_0, ..., v_(K-1) in X are, the end of their path falls short of (1 - 1/e) f (y) by at most
    what the choices miss, weighted with the (1 - 1/K)^(K - 1 - k) of the repaired feedback. *)
Theorem climb n X P top radius f df L A v y :
  domain n X P top radius -> utility_of n top f df -> 0 <= L -> smooth n X f df L ->
  (1 <= K A)%nat -> (forall k, X (v k)) -> X y ->
  (1 - exp (-1)) * f y - f (path A v (K A))
  <= sum (fun k => (1 - / INR (K A)) ^ (K A - 1 - k) * dot n (df (path A v k)) (minus y (v k))) (K A)
     / INR (K A)
     + L * radius ^ 2 / (2 * INR (K A)).
Proof.
  intros HX Hf HL Hs some chosen Hy.
  pose proof (unrolled n X P top radius f df L A v y HX Hf HL Hs some chosen Hy (K A) (le_n _)) as U.
  pose proof (worth n X P top radius f df HX Hf y Hy) as Hw.
  pose proof (Rmult_le_compat_r _ _ _ Hw (power_e (K A) some)) as E.
  pose proof (many A some) as HN. pose proof (share A some) as HI.
  set (N := INR (K A)) in *. set (s := L * radius ^ 2 / (2 * N)) in *.
  assert (Hs0 : 0 <= s).
  { unfold s, Rdiv. apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|].
    apply Rlt_le, Rinv_0_lt_compat. lra. }
  assert (M : sum (fun k => (1 - / N) ^ (K A - 1 - k) * (dot n (df (path A v k)) (minus y (v k)) + s)) (K A)
    <= sum (fun k => (1 - / N) ^ (K A - 1 - k) * dot n (df (path A v k)) (minus y (v k))) (K A) + N * s).
  { unfold N at 3. rewrite <- sum_const, <- sum_plus. apply sum_le. intros k _.
    pose proof (power_range (K A) (K A - 1 - k) some) as H. fold N in H.
    pose proof (Rmult_le_compat_r s _ _ Hs0 (proj2 H)). lra. }
  apply (Rmult_le_compat_l (/ N)) in M; [|lra].
  rewrite Rmult_plus_distr_l, <- Rmult_assoc, Rinv_l, Rmult_1_l in M by lra. unfold Rdiv at 1.
  rewrite (Rmult_comm (sum _ _) (/ N)). lra.
Qed.

(** ** The climb without weights

    One half of f (y), for the published feedback: along the path what is missing is at least what is
    missing at its end. *)
Theorem climb_half n X P top radius f df L A v y :
  domain n X P top radius -> utility_of n top f df -> 0 <= L -> smooth n X f df L ->
  (1 <= K A)%nat -> (forall k, X (v k)) -> X y ->
  f y - 2 * f (path A v (K A))
  <= sum (fun k => dot n (df (path A v k)) (minus y (v k))) (K A) / INR (K A)
     + L * radius ^ 2 / (2 * INR (K A)).
Proof.
  intros HX Hf HL Hs some chosen Hy.
  pose proof (gained n X P top radius f df L A v HX Hf HL Hs some chosen (K A) (le_n _)) as S.
  pose proof (many A some) as HN. pose proof (share A some) as HI.
  assert (M : INR (K A) * (f y - f (path A v (K A))) <= sum (fun k => dot n (df (path A v k)) y) (K A)).
  { rewrite <- sum_const. apply sum_le. intros k Hk.
    pose proof (missing n top f df (path A v k) y Hf) as H.
    pose proof (rises n top f df (path A v k) (path A v (K A)) Hf) as Up.
    pose proof (path_in_X n X P top radius A v k HX some ltac:(lia) chosen) as X1.
    pose proof (path_in_X n X P top radius A v (K A) HX some (le_n _) chosen) as X2.
    apply (inside _ _ _ _ _ HX) in X1, X2, Hy.
    pose proof (path_up n X P top radius A v HX some chosen k (K A) ltac:(lia)) as B.
    specialize (H X1 Hy). specialize (Up X1 X2 B). lra. }
  rewrite sum_minus, sum_const in S.
  rewrite (sum_eq _ _ _ (fun k _ => dot_minus n (df (path A v k)) y (v k))), sum_minus.
  set (N := INR (K A)) in *. set (s := L * radius ^ 2 / (2 * N)) in *.
  apply (Rmult_le_compat_l (/ N)) in M; [|lra].
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l in M by lra.
  rewrite Rmult_minus_distr_l, <- Rmult_assoc, Rinv_l, Rmult_1_l in S by lra. unfold Rdiv at 1. lra.
Qed.
