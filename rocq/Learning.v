(** What every algorithm of the book is made of: projected gradient ascent of a learner, and the
    multiplier's ascent. Both for any sequences; the algorithms put theirs in. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** A learner that ascends along [d t] with the step [m] has, against any point of X, a regret of at
    most R^2 / (2 m) + m/2 sum |d_t|^2. *)
Lemma ascent_regret n X P top radius (v d : nat -> vec) m star T :
  domain n X P top radius -> 0 < m -> X (v O) -> X star ->
  (forall t, v (S t) = P (plus (v t) (scale m (d t)))) ->
  sum (fun t => dot n (d t) (minus star (v t))) T
  <= radius ^ 2 / (2 * m) + m / 2 * sum (fun t => sq n (d t)) T.
Proof.
  intros D Hm H0 Hs Hv.
  assert (S : forall N, sq n (minus (v N) star) <= radius ^ 2
    - 2 * m * sum (fun t => dot n (d t) (minus star (v t))) N + m ^ 2 * sum (fun t => sq n (d t)) N).
  { induction N; [cbn [sum]; pose proof (diameter _ _ _ _ _ D _ _ H0 Hs); lra|].
    pose proof (projection_nearer _ _ _ _ _ (plus (v N) (scale m (d N))) star D Hs) as Q. rewrite <- Hv in Q.
    assert (E : sq n (minus (plus (v N) (scale m (d N))) star)
                = sq n (plus (minus (v N) star) (scale m (d N)))).
    { apply dot_same; intros i _; unfold minus, plus, scale; ring. }
    rewrite E, sq_plus in Q.
    assert (F : dot n (minus (v N) star) (d N) = - dot n (d N) (minus star (v N))).
    { rewrite dot_sym, !dot_minus. lra. }
    rewrite F in Q. cbn [sum]. lra. }
  specialize (S T). pose proof (sq_nonnegative n (minus (v T) star)).
  apply (Rmult_le_reg_l (2 * m)); [lra|]. field_simplify; [|lra]. lra.
Qed.

(** The multiplier has no regret against any ell >= 0. *)
Lemma multiplier_regret_squares (l g : nat -> R) m d ell T :
  0 < m -> 0 < d -> l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) -> 0 <= ell ->
  ell * sum g T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= sum (fun t => l t * g t) T + (d ^ 2 * m ^ 2 - d / 2) * m * sum (fun t => l t ^ 2) T
     + m * sum (fun t => g t ^ 2) T.
Proof.
  intros Hm Hd L0 next Hl.
  assert (S : forall N, (l N - ell) ^ 2 <= ell ^ 2
    + 2 * m * (sum (fun t => l t * g t) N - ell * sum g N)
    - m ^ 2 * d * (sum (fun t => l t ^ 2) N - INR N * ell ^ 2)
    + 2 * m ^ 2 * (d ^ 2 * m ^ 2 * sum (fun t => l t ^ 2) N + sum (fun t => g t ^ 2) N)).
  { induction N; [rewrite L0; cbn; lra|]. rewrite S_INR. cbn [sum].
    rewrite next. set (y := (1 - d * m ^ 2) * l N + m * g N).
    assert (H0 : (Rmax 0 y - ell) ^ 2 <= (y - ell) ^ 2) by (unfold Rmax; destruct (Rle_dec 0 y); nra).
    pose proof (pow2_ge_0 (g N + d * m * l N)) as S1. pose proof (pow2_ge_0 (l N - ell)) as S2.
    apply (Rmult_le_compat_l (m ^ 2)) in S1; try apply pow2_ge_0.
    apply (Rmult_le_compat_l (m ^ 2 * d)) in S2; [|apply Rmult_le_pos; [apply pow2_ge_0|lra]].
    unfold y in *. lra. }
  specialize (S T). pose proof (pow2_ge_0 (l T - ell)).
  apply (Rmult_le_reg_l (2 * m)); [lra|]. field_simplify; [|lra]. lra.
Qed.

Lemma multiplier_regret (l g : nat -> R) m d size ell T :
  0 < m -> 0 < d -> l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) ->
  (forall t, Rabs (g t) <= size) -> 0 <= ell ->
  ell * sum g T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= sum (fun t => l t * g t) T + (d ^ 2 * m ^ 2 - d / 2) * m * sum (fun t => l t ^ 2) T
     + m * size ^ 2 * INR T.
Proof.
  intros Hm Hd L0 next G Hl. pose proof (multiplier_regret_squares l g m d ell T Hm Hd L0 next Hl).
  assert (H1 : sum (fun t => g t ^ 2) T <= INR T * size ^ 2).
  { rewrite <- sum_const. apply sum_le. intros t _.
    rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos|apply G]. }
  apply (Rmult_le_compat_l m) in H1; lra.
Qed.

(** One round moves the multiplier by at most 2 m size, and it is at most m size t. *)
Lemma multiplier_step (l g : nat -> R) m d size : 0 < m -> 0 < d -> 0 <= 1 - d * m ^ 2 ->
  l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) ->
  (forall t, Rabs (g t) <= size) ->
  forall t, 0 <= l t <= m * size * INR t /\ l t <= size / (d * m) /\ Rabs (l (S t) - l t) <= 2 * m * size.
Proof.
  intros Hm Hd Hc L0 next G.
  assert (B : forall t, - size <= g t <= size).
  { intros t. specialize (G t). revert G. unfold Rabs. destruct (Rcase_abs _); lra. }
  assert (HB : 0 <= size) by (pose proof (B O); lra).
  assert (N : forall t, 0 <= l t) by (intros [|t]; [rewrite L0; lra|rewrite next; apply Rmax_l]).
  assert (C : forall t, m * g t <= m * size) by (intros; apply Rmult_le_compat_l; [lra|apply B]).
  assert (D : 0 < d * m) by now apply Rmult_lt_0_compat.
  assert (P : 0 <= m * size) by (apply Rmult_le_pos; lra).
  assert (F : forall t, 0 <= d * m ^ 2 * l t).
  { intros. apply Rmult_le_pos; [|apply N]. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  assert (growth : forall t, l t <= m * size * INR t).
  { induction t; [rewrite L0; cbn; lra|]. rewrite next, S_INR. pose proof (pos_INR t).
    apply Rmax_lub; [apply Rmult_le_pos; lra|]. specialize (C t). specialize (F t). lra. }
  assert (cap : forall t, d * m * l t <= size).
  { induction t; [rewrite L0; lra|]. rewrite next. unfold Rmax. destruct (Rle_dec 0 _); [|lra].
    specialize (C t). apply (Rmult_le_compat_l (1 - d * m ^ 2)) in IHt; [|exact Hc].
    apply (Rmult_le_compat_l (d * m)) in C; [|lra]. lra. }
  intros t. repeat split; [apply N|apply growth| |].
  - apply (Rmult_le_reg_l (d * m)); [exact D|]. replace (d * m * (size / (d * m))) with size by (field; lra).
    apply cap.
  - pose proof (cap t) as K. apply (Rmult_le_compat_l m) in K; [|lra].
    assert (L : - (m * size) <= m * g t <= m * size).
    { split; [|apply C]. replace (- (m * size)) with (m * - size) by ring.
      apply Rmult_le_compat_l; [lra|apply B]. }
    specialize (F t). specialize (N t). rewrite next. apply Rabs_le. unfold Rmax. destruct (Rle_dec 0 _); lra.
Qed.

(** A sequence that moves by at most c per round moves by at most s c in s rounds. *)
Lemma drift (l : nat -> R) c t s : (forall i, Rabs (l (S i) - l i) <= c) ->
  Rabs (l (t + s)%nat - l t) <= INR s * c.
Proof.
  intros step. induction s; [rewrite Nat.add_0_r; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; cbn; lra|].
  rewrite Nat.add_succ_r, S_INR. pose proof (step (t + s)%nat).
  pose proof (Rabs_triang (l (S (t + s)) - l (t + s)%nat) (l (t + s)%nat - l t)) as T.
  replace (_ + (l (t + s)%nat - l t)) with (l (S (t + s)) - l t) in T by ring. lra.
Qed.

(** Within a window the price is that of its first round, but for what it moves by. *)
Lemma one_window (l h : nat -> R) c size W t :
  (forall i, Rabs (l (S i) - l i) <= c) -> (forall i, Rabs (h i) <= size) ->
  sum (fun s => l (t + s)%nat * h (t + s)%nat) W
  <= l t * sum (fun s => h (t + s)%nat) W + c * size / 2 * INR W * (INR W - 1).
Proof.
  intros step H.
  replace (c * size / 2 * INR W * (INR W - 1)) with (c * size * sum INR W) by (rewrite sum_INR; field).
  rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros s _.
  pose proof (Rle_abs ((l (t + s)%nat - l t) * h (t + s)%nat)) as A. rewrite Rabs_mult in A.
  pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) (drift l c t s step) (H (t + s)%nat)). lra.
Qed.

(** Windows laid from the end: a benchmark that keeps each of them pays, at prices that start at 0 and move by
    at most c a round, at most c size (W - 1) T / 2. *)
Lemma windows_from_the_end (l h : nat -> R) c size W T :
  (1 <= W)%nat -> (forall t, 0 <= l t <= c * INR t) -> (forall t, Rabs (l (S t) - l t) <= c) ->
  (forall t, Rabs (h t) <= size) ->
  (forall j, (S j * W <= T)%nat -> sum (fun s => h (T - S j * W + s)%nat) W <= 0) ->
  sum (fun t => l t * h t) T <= c * size / 2 * (INR W - 1) * INR T.
Proof.
  intros HW growth step H keeps.
  assert (Hs : 0 <= size) by (pose proof (H O); pose proof (Rabs_pos (h O)); lra).
  assert (Hc : 0 <= c) by (pose proof (step O); pose proof (Rabs_pos (l 1%nat - l O)); lra).
  pose proof (Nat.div_mod T W ltac:(lia)) as E. pose proof (Nat.mod_upper_bound T W ltac:(lia)) as Er.
  set (q := (T / W)%nat) in *. set (r := (T mod W)%nat) in *.
  enough (S : forall i, (i <= q)%nat ->
    sum (fun t => l t * h t) (r + i * W) <= c * size / 2 * (INR W - 1) * INR (r + i * W)).
  { specialize (S q (le_n _)). replace (r + q * W)%nat with T in S by lia. exact S. }
  induction i; intros Hi.
  - replace (r + 0 * W)%nat with r by lia.
    apply Rle_trans with (c * size * sum INR r).
    + rewrite <- sum_scale. apply sum_le. intros t _. destruct (growth t) as [L0 L1].
      pose proof (Rle_abs (h t)) as A. specialize (H t).
      apply (Rmult_le_compat_r size) in L1; [|exact Hs].
      apply Rle_trans with (l t * size); [apply Rmult_le_compat_l; lra|lra].
    + rewrite sum_INR. assert (R1 : INR r + 1 <= INR W) by (rewrite <- S_INR; apply le_INR; lia).
      pose proof (Rmult_le_pos _ _ Hc Hs) as P. pose proof (pos_INR r).
      replace (c * size / 2 * (INR W - 1) * INR r) with (c * size * (INR r * (INR W - 1) / 2)) by field.
      apply Rmult_le_compat_l; [exact P|]. nra.
  - specialize (IHi ltac:(lia)). replace (r + S i * W)%nat with (r + i * W + W)%nat by lia.
    rewrite sum_split, plus_INR.
    pose proof (one_window l h _ _ W (r + i * W)%nat step H) as O.
    specialize (keeps (q - S i)%nat). replace (S (q - S i)) with (q - i)%nat in keeps by lia.
    assert (B : (T - (q - i) * W = r + i * W)%nat).
    { assert ((q - i) * W + i * W = q * W)%nat by (rewrite <- Nat.mul_add_distr_r; f_equal; lia). lia. }
    rewrite B in keeps. assert (C : ((q - i) * W <= T)%nat) by lia. specialize (keeps C).
    destruct (growth (r + i * W)%nat) as [L0 _].
    apply (Rmult_le_compat_l (l (r + i * W)%nat)) in keeps; [|exact L0]. lra.
Qed.

(** The multiplier moves by at most 2 m size: at most m size^2 (W - 1) T. *)
Lemma windows_apart (l h : nat -> R) m size W T :
  (1 <= W)%nat -> (forall t, 0 <= l t <= m * size * INR t) ->
  (forall t, Rabs (l (S t) - l t) <= 2 * m * size) -> (forall t, Rabs (h t) <= size) -> 0 <= m ->
  (forall j, (S j * W <= T)%nat -> sum (fun s => h (T - S j * W + s)%nat) W <= 0) ->
  sum (fun t => l t * h t) T <= m * size ^ 2 * (INR W - 1) * INR T.
Proof.
  intros HW growth step H Hm keeps. replace (m * size ^ 2) with (2 * m * size * size / 2) by field.
  apply windows_from_the_end; trivial. intros t. specialize (growth t). split; lra.
Qed.
