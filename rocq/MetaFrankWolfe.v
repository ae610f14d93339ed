(** Two algorithms without a budget (chapter "The algorithm"): the Frank-Wolfe variant for one utility that is
    known, and Meta-Frank-Wolfe, whose steps are chosen by learners. Both are the climb. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Learning Climb Saddle.
Open Scope R_scope.

(** * Frank-Wolfe

    v_k is a maximiser of <gradient at x^(k), v> on X, so that no term of the climb is positive. *)
Theorem offline n X P top radius f df L A v y :
  domain n X P top radius -> utility_of n top f df -> 0 <= L -> smooth n X f df L -> (1 <= K A)%nat ->
  (forall k, X (v k)) ->
  (forall k z, (k < K A)%nat -> X z -> dot n (df (path A v k)) z <= dot n (df (path A v k)) (v k)) -> X y ->
  (1 - exp (-1)) * f y - L * radius ^ 2 / (2 * INR (K A)) <= f (path A v (K A)).
Proof.
  intros HX Hf HL Hs some chosen best Hy.
  pose proof (climb n X P top radius f df L A v y HX Hf HL Hs some chosen Hy) as C.
  assert (S : mean (K A) (fun k =>
    (1 - / INR (K A)) ^ (K A - 1 - k) * dot n (df (path A v k)) (minus y (v k))) <= 0).
  { rewrite <- (mean_const (K A) some 0). apply mean_le; [exact some|]. intros k Hk.
    rewrite dot_minus. pose proof (best k y Hk Hy). pose proof (power_range (K A) (K A - 1 - k) some). nra. }
  unfold mean in S. lra.
Qed.

(** * Meta-Frank-Wolfe

    OSPHG without the multiplier: learner k is told the gradient at x^(k), in full. Of the tuning, [delta] and
    [weight] are not used; of the game, price and allowance. *)
Section MetaFrankWolfe.
Variables (G : game) (A : tuning).

Fixpoint oracles (t : nat) : nat -> vec :=
  match t with
  | O => first A
  | S s => fun k => ascent G A (oracles s k) (gradient G s (path A (oracles s) k))
  end.

Definition meta_decision (t : nat) : vec := path A (oracles t) (K A).
End MetaFrankWolfe.

(** Where nothing costs anything, the published algorithm is Meta-Frank-Wolfe. *)
Theorem nothing_to_pay G A t : (forall t, price G t = zero) -> 0 <= allowance G -> 0 <= mu A ->
  (forall k, weight A k = 1) -> lambda G A t = 0 /\ learner (osphg G A t) = oracles G A t.
Proof.
  intros free Hb Hm full. induction t as [|t [H1 H2]]; [now split|]. split.
  - rewrite lambda_next, H1. unfold spent, excess. rewrite free.
    replace (dot (dim G) zero (decision G A t)) with 0.
    + apply Rmax_left. pose proof (Rmult_le_pos _ _ Hm Hb). lra.
    + unfold dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring.
  - cbn. unfold lambda in H1. rewrite H2. apply functional_extensionality. intros k. f_equal.
    apply functional_extensionality. intros i. unfold feedback. rewrite full, free, H1, H2. unfold zero. ring.
Qed.

(** Idea: sum the climb over the rounds. The weight of learner k multiplies its whole regret, whose bound is
    positive: so it can only help. *)
Theorem meta_frank_wolfe_terms G A top radius beta L y T :
  domain (dim G) (decisions G) (project G) top radius ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  0 <= L -> (forall t, smooth (dim G) (decisions G) (utility G t) (gradient G t) L) ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta ^ 2) ->
  0 < mu A -> (1 <= K A)%nat -> (forall k, decisions G (first A k)) -> decisions G y ->
  (1 - exp (-1)) * sum (fun t => utility G t y) T - sum (fun t => utility G t (meta_decision G A t)) T <=
  radius ^ 2 / (2 * mu A) + mu A / 2 * beta ^ 2 * INR T + L * radius ^ 2 / (2 * INR (K A)) * INR T.
Proof.
  intros HX Hf HL Hs short Hm some start Hy. set (n := dim G) in *.
  assert (inX : forall t k, decisions G (oracles G A t k)) by (intros [|t] k; [apply start|apply HX]).
  set (w k := (1 - / INR (K A)) ^ (K A - 1 - k)).
  set (r t k := dot n (gradient G t (path A (oracles G A t) k)) (minus y (oracles G A t k))).
  set (slack := L * radius ^ 2 / (2 * INR (K A))).
  set (B := radius ^ 2 / (2 * mu A) + mu A / 2 * beta ^ 2 * INR T).
  assert (B0 : 0 <= B).
  { unfold B. assert (0 <= radius ^ 2 / (2 * mu A)) by (apply Rle_mult_inv_pos; [apply pow2_ge_0|lra]).
    pose proof (Rmult_le_pos (mu A / 2 * beta ^ 2) (INR T)
      ltac:(pose proof (pow2_ge_0 beta); nra) (pos_INR T)). lra. }
  assert (each : sum (fun t => (1 - exp (-1)) * utility G t y - utility G t (meta_decision G A t)) T
    <= sum (fun t => mean (K A) (fun k => w k * r t k) + slack) T).
  { apply sum_le. intros t _.
    exact (climb n (decisions G) (project G) top radius (utility G t) (gradient G t) L A (oracles G A t) y
      HX (Hf t) HL (Hs t) some (inX t) Hy). }
  rewrite sum_minus, sum_scale, sum_plus, sum_const, sum_mean in each.
  assert (regrets : mean (K A) (fun k => sum (fun t => w k * r t k) T) <= B).
  { rewrite <- (mean_const (K A) some B). apply mean_le; [exact some|]. intros k Hk. rewrite sum_scale.
    pose proof (ascent_regret n (decisions G) (project G) top radius (fun t => oracles G A t k)
      (fun t => gradient G t (path A (oracles G A t) k)) (mu A) y T HX Hm (start k) Hy
      ltac:(reflexivity)) as H.
    cbv beta in H.
    assert (S : sum (fun t => sq n (gradient G t (path A (oracles G A t) k))) T <= INR T * beta ^ 2).
    { rewrite <- sum_const. apply sum_le. intros t _. apply short.
      apply path_in_X with (1 := HX); auto. lia. }
    apply (Rmult_le_compat_l (mu A / 2)) in S; [|lra].
    change (sum (fun t => dot n (gradient G t (path A (oracles G A t) k)) (minus y (oracles G A t k))) T)
      with (sum (fun t => r t k) T) in H.
    assert (sum (fun t => r t k) T <= B) by (unfold B; lra).
    pose proof (power_range (K A) (K A - 1 - k) some : 0 <= w k <= 1).
    apply Rle_trans with (w k * B); [apply Rmult_le_compat_l; lra|nra]. }
  lra.
Qed.

(** With the step R / (beta sqrt T) and sqrt T learners. *)
Theorem meta_frank_wolfe G A top radius beta L y T :
  domain (dim G) (decisions G) (project G) top radius -> 0 < radius -> 0 < beta ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  0 <= L -> (forall t, smooth (dim G) (decisions G) (utility G t) (gradient G t) L) ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta ^ 2) ->
  (1 <= T)%nat -> mu A = radius / (beta * sqrt (INR T)) -> sqrt (INR T) <= INR (K A) ->
  (forall k, decisions G (first A k)) -> decisions G y ->
  (1 - exp (-1)) * sum (fun t => utility G t y) T - sum (fun t => utility G t (meta_decision G A t)) T <=
  (beta * radius + L * radius ^ 2 / 2) * sqrt (INR T).
Proof.
  intros HX HR Hb Hf HL Hs short HT Em many start Hy.
  assert (T0 : 0 < INR T) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ T0) as S0.
  pose proof (sqrt_sqrt _ (Rlt_le _ _ T0)) as SS. set (s := sqrt (INR T)) in *.
  assert (some : (1 <= K A)%nat) by (apply (INR_lt 0); cbn; lra).
  assert (Hm : 0 < mu A) by (rewrite Em; apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
  apply Rle_trans with (1 := meta_frank_wolfe_terms G A top radius beta L y T HX Hf HL Hs short Hm some
    start Hy).
  rewrite Em, <- SS.
  assert (L * radius ^ 2 / (2 * INR (K A)) * (s * s) <= L * radius ^ 2 / 2 * s).
  { replace (L * radius ^ 2 / (2 * INR (K A)) * (s * s)) with (L * radius ^ 2 / 2 * s * (s / INR (K A)))
      by (field; lra).
    rewrite <- (Rmult_1_r (L * radius ^ 2 / 2 * s)) at 2. apply Rmult_le_compat_l.
    - pose proof (Rmult_le_pos _ _ HL (pow2_ge_0 radius)). nra.
    - apply (Rmult_le_reg_r (INR (K A))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  replace (radius ^ 2 / (2 * (radius / (beta * s))) + radius / (beta * s) / 2 * beta ^ 2 * (s * s))
    with (beta * radius * s) by (field; lra). lra.
Qed.
