(** Players that never overspend, without a horizon, told late, and told estimates (proposition "Without a
    horizon, told late, told estimates"). *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Theorems Means BoostedGradient Boosted Careful Experts.
Open Scope R_scope.

(** Against y, for a share of its utility, what the decisions x lose in N rounds; what they overspend. *)
Definition lost (share : R) (G : game) (y : vec) (x : nat -> vec) (N : nat) : R :=
  share * sum (fun t => utility G t y) N - sum (fun t => utility G t (x t)) N.
Definition overspent (G : game) (x : nat -> vec) (N : nat) : R := sum (fun t => excess G t (x t)) N.

(** The game whose round i is round h i of G. *)
Definition picked (G : game) (h : nat -> nat) : game :=
  Game (dim G) (decisions G) (project G) (fun i => utility G (h i)) (fun i => gradient G (h i))
    (fun i => price G (h i)) (allowance G).

(** * No horizon *)

(** Start k, from 0, is of 2^k N rounds, after all that begin before it. *)
Definition begins (N k : nat) : nat := (2 ^ k - 1) * N.
Definition start_of (N t : nat) : nat := Nat.log2 (t / N + 1).

(** [x k i] is what start k decides in its round i. *)
Definition restarted (N : nat) (x : nat -> nat -> vec) (t : nat) : vec :=
  x (start_of N t) (t - begins N (start_of N t))%nat.

Section Starts.
Variable N : nat.
Hypothesis some : (1 <= N)%nat.

Lemma power_some k : (1 <= 2 ^ k)%nat.
Proof. induction k; cbn [Nat.pow]; lia. Qed.

Lemma begins_next k : begins N (S k) = (begins N k + 2 ^ k * N)%nat.
Proof. unfold begins. cbn [Nat.pow]. pose proof (power_some k). nia. Qed.

Lemma in_start k i : (i < 2 ^ k * N)%nat -> start_of N (begins N k + i) = k.
Proof.
  intros H. unfold start_of, begins. rewrite Nat.div_add_l by lia. pose proof (power_some k).
  assert (i / N < 2 ^ k)%nat by (apply Nat.div_lt_upper_bound; lia).
  apply Nat.log2_unique; [lia|]. cbn [Nat.pow]. lia.
Qed.

Lemma in_some_start T : (1 <= T)%nat -> exists k n, T = (begins N k + n)%nat /\ (1 <= n <= 2 ^ k * N)%nat.
Proof.
  intros HT. induction T as [|T IH]; [lia|]. destruct T.
  - exists O, 1%nat. unfold begins. cbn. lia.
  - destruct IH as (k & n & E & H); [lia|]. destruct (Nat.eq_dec n (2 ^ k * N)) as [->|D].
    + exists (S k), 1%nat. rewrite begins_next. pose proof (power_some (S k)). nia.
    + exists k, (S n). lia.
Qed.

(** A sum over starts that have ended, and over n rounds of the next. *)
Lemma sum_starts h k n : sum h (begins N k + n) =
  sum (fun i => sum (fun j => h (begins N i + j)%nat) (2 ^ i * N)) k
  + sum (fun j => h (begins N k + j)%nat) n.
Proof.
  rewrite sum_split. f_equal. induction k; [reflexivity|]. now rewrite begins_next, sum_split, IHk.
Qed.

Lemma sum_restarted (h : nat -> vec -> R) x k n : (n <= 2 ^ k * N)%nat ->
  sum (fun t => h t (restarted N x t)) (begins N k + n) =
  sum (fun i => sum (fun j => h (begins N i + j)%nat (x i j)) (2 ^ i * N)) k
  + sum (fun j => h (begins N k + j)%nat (x k j)) n.
Proof.
  intros Hn. rewrite sum_starts.
  assert (E : forall i j, (j < 2 ^ i * N)%nat -> restarted N x (begins N i + j) = x i j).
  { intros i j H. unfold restarted. rewrite in_start by exact H. f_equal. lia. }
  f_equal; [|apply sum_eq; intros j Hj; rewrite E; [reflexivity|lia]].
  apply sum_eq. intros i _. apply sum_eq. intros j Hj. now rewrite E.
Qed.

(** The roots of 1, 2, 4, ... add up to less than 2 + sqrt 2 of the last one. *)
Lemma sum_roots k : (sqrt 2 - 1) * sum (fun i => sqrt (2 ^ i)) (S k) = sqrt 2 * sqrt (2 ^ k) - 1.
Proof.
  induction k; [cbn; rewrite sqrt_1; lra|]. cbn [sum] in *. rewrite Rmult_plus_distr_l, IHk.
  assert (0 <= 2 ^ k) by (apply pow_le; lra).
  replace (sqrt (2 ^ S k)) with (sqrt 2 * sqrt (2 ^ k)) by (cbn [pow]; rewrite sqrt_mult; lra).
  pose proof (sqrt_sqrt 2 ltac:(lra)). nra.
Qed.

Lemma INR_start k : INR (2 ^ k * N) = 2 ^ k * INR N.
Proof. rewrite mult_INR, pow_INR. reflexivity. Qed.

(** Round T lies in start k: all starts up to it have at most (2 + sqrt 2) sqrt T roots, and its own length is
    at most 2 T. *)
Lemma starts_cost k n T : (N <= T)%nat -> T = (begins N k + n)%nat -> (1 <= n)%nat ->
  2 ^ k * INR N <= 2 * INR T /\
  sum (fun i => sqrt (2 ^ i)) (S k) * sqrt (INR N) <= (2 + sqrt 2) * sqrt (INR T).
Proof.
  intros HN HT Hn. apply le_INR in HN, Hn. apply (f_equal INR) in HT.
  rewrite plus_INR in HT. unfold begins in HT.
  rewrite mult_INR, minus_INR, pow_INR in HT by apply power_some. change (INR 2) with 2 in HT.
  change (INR 1) with 1 in *.
  assert (H1 : 1 <= INR N) by (apply le_INR in some; exact some).
  pose proof (sum_roots k) as R. set (S := sum (fun i => sqrt (2 ^ i)) (Datatypes.S k)) in *.
  pose proof (sqrt_sqrt 2 ltac:(lra)) as Q. pose proof (sqrt_pos 2) as Q0.
  set (r := sqrt 2) in *. assert (Q1 : 1.4 < r) by nra.
  set (p := 2 ^ k) in *. assert (P : 0 <= p) by (apply pow_le; lra).
  pose proof (sqrt_sqrt p P) as SP. pose proof (sqrt_pos p) as SP0. set (s := sqrt p) in *.
  assert (B : p * INR N <= 2 * INR T /\ (r * s - 1) ^ 2 * INR N <= 2 * INR T).
  { destruct k as [|k].
    - cbn in p. unfold s, p in *. rewrite sqrt_1. split; [lra|]. nra.
    - assert (2 <= p) by (unfold p; cbn [pow]; pose proof (pow_R1_Rle 2 k ltac:(lra)); lra).
      assert (1.4 <= s) by (apply Rnot_lt_le; intros L; nra).
      assert ((p - 1) * INR N <= INR T) by lra. split; [nra|].
      assert ((r * s - 1) ^ 2 <= 2 * (p - 1)); [|nra].
      replace ((r * s - 1) ^ 2) with (r * r * (s * s) - 2 * (r * s) + 1) by ring. rewrite Q, SP. nra. }
  destruct B as [B1 B2]. split; [exact B1|].
  assert (U : (r * s - 1) * sqrt (INR N) <= r * sqrt (INR T)).
  { destruct (Rle_lt_dec (r * s - 1) 0) as [L|L].
    - pose proof (sqrt_pos (INR N)). pose proof (sqrt_pos (INR T)). nra.
    - apply Rsqr_incr_0.
      + unfold Rsqr. pose proof (sqrt_sqrt (INR N) ltac:(lra)). pose proof (sqrt_sqrt (INR T) ltac:(lra)).
        nra.
      + apply Rmult_le_pos; [lra|apply sqrt_pos].
      + apply Rmult_le_pos; [lra|apply sqrt_pos]. }
  apply (Rmult_le_reg_l (r - 1)); [lra|]. rewrite <- Rmult_assoc, R.
  replace ((r - 1) * ((2 + r) * sqrt (INR T))) with ((r * r + r - 2) * sqrt (INR T)) by ring.
  rewrite Q. lra.
Qed.
End Starts.

(** Start anew for N, 2 N, 4 N, ... rounds: what is proven of every start is proven of all rounds, but for a
    factor. *)
Theorem no_horizon : forall share G y W N A C x,
  (1 <= W)%nat -> (1 <= N)%nat ->
  (forall k n, (n <= 2 ^ k * N)%nat -> let start := picked G (Nat.add (begins N k)) in
    lost share start y (x k) n <= A * sqrt (INR W * INR (2 ^ k * N)) /\
    overspent start (x k) n <= C * sqrt (INR W * INR (2 ^ k * N))) ->
  (forall k, overspent (picked G (Nat.add (begins N k))) (x k) (2 ^ k * N) <= 0) ->
  (forall T, (N <= T)%nat ->
    lost share G y (restarted N x) T <= (2 + sqrt 2) * A * sqrt (INR W * INR T) /\
    overspent G (restarted N x) T <= sqrt 2 * C * sqrt (INR W * INR T)) /\
  (forall k, overspent G (restarted N x) (begins N k) <= 0).
Proof.
  intros share G y W N A C x HW some prefix ended. pose proof (le_INR _ _ HW) as W1. cbn in W1.
  pose proof (le_INR _ _ some) as N1. cbn in N1.
  assert (pieces : forall (h : nat -> vec -> R) k n, (n <= 2 ^ k * N)%nat ->
    sum (fun t => h t (restarted N x t)) (begins N k + n) =
    sum (fun i => sum (fun j => h (begins N i + j)%nat (x i j)) (2 ^ i * N)) k
    + sum (fun j => h (begins N k + j)%nat (x k j)) n) by (intros; now apply sum_restarted).
  assert (past : forall k,
    sum (fun i => sum (fun j => excess G (begins N i + j) (x i j)) (2 ^ i * N)) k <= 0).
  { intros k. rewrite <- (Rmult_0_r (INR k)), <- sum_const. apply sum_le. intros i _. apply ended. }
  assert (root : forall k, sqrt (INR W * INR (2 ^ k * N)) = sqrt (INR W) * (sqrt (2 ^ k) * sqrt (INR N))).
  { intros k. rewrite INR_start. assert (0 <= 2 ^ k) by (apply pow_le; lra).
    rewrite !sqrt_mult; try lra. apply Rmult_le_pos; lra. }
  assert (positive : forall c, 0 <= c * sqrt (INR W * INR (2 ^ 0 * N)) -> 0 <= c).
  { intros c H. apply Rnot_lt_le. intros L.
    assert (0 < sqrt (INR W * INR (2 ^ 0 * N))); [|nra].
    apply sqrt_lt_R0. rewrite INR_start. cbn [pow]. nra. }
  destruct (prefix O O ltac:(lia)) as [A0 C0]. unfold lost, overspent in A0, C0. cbn [sum] in A0, C0.
  replace (share * 0 - 0) with 0 in A0 by ring. apply positive in A0, C0. split.
  - intros T HT. destruct (in_some_start N some T) as (k & n & E & Hn); [lia|].
    destruct (starts_cost N some k n T HT E ltac:(lia)) as [long roots].
    assert (RT : sqrt (INR W * INR T) = sqrt (INR W) * sqrt (INR T)).
    { apply sqrt_mult; [lra|apply pos_INR]. }
    pose proof (sqrt_pos (INR W)) as SW. split.
    + apply Rle_trans with (sum (fun i => A * sqrt (INR W * INR (2 ^ i * N))) (S k)).
      * unfold lost. rewrite E.
        rewrite (pieces (utility G) k n), (sum_starts N some) by lia. cbn [sum].
        pose proof (sum_le (fun i => lost share (picked G (Nat.add (begins N i))) y (x i) (2 ^ i * N))
          (fun i => A * sqrt (INR W * INR (2 ^ i * N))) k
          (fun i _ => proj1 (prefix i (2 ^ i * N)%nat (le_n _)))) as H.
        unfold lost in H. rewrite sum_minus, sum_scale in H. cbn in H.
        pose proof (proj1 (prefix k n ltac:(lia))) as Hk. unfold lost in Hk. cbn in Hk. lra.
      * rewrite (sum_eq _ (fun i => A * sqrt (INR W) * sqrt (INR N) * sqrt (2 ^ i)))
          by (intros; rewrite root; ring).
        rewrite sum_scale, RT. apply (Rmult_le_compat_l (A * sqrt (INR W))) in roots; [lra|].
        now apply Rmult_le_pos.
    + unfold overspent. rewrite E, (pieces (excess G) k n) by lia.
      pose proof (past k).
      pose proof (proj2 (prefix k n ltac:(lia))
        : sum (fun j => excess G (begins N k + j) (x k j)) n <= C * sqrt (INR W * INR (2 ^ k * N))).
      apply Rle_trans with (C * sqrt (INR W * INR (2 ^ k * N))); [lra|].
      rewrite (Rmult_comm (sqrt 2)), Rmult_assoc. apply Rmult_le_compat_l; [exact C0|].
      rewrite <- sqrt_mult by (try apply Rmult_le_pos; try apply pos_INR; lra).
      apply sqrt_le_1_alt. rewrite <- E, INR_start. apply (Rmult_le_compat_l (INR W)) in long; lra.
  - intros k. unfold overspent. rewrite <- (Nat.add_0_r (begins N k)), (pieces (excess G) k O) by lia.
    pose proof (past k). cbn [sum]. lra.
Qed.

(** * Told late *)

(** Both games are the same but for rounds of which nothing is known. *)
Definition agree (known : nat -> Prop) (G H : game) : Prop :=
  dim G = dim H /\ decisions G = decisions H /\ project G = project H /\ allowance G = allowance H /\
  forall t, known t -> utility G t = utility H t /\ gradient G t = gradient H t /\ price G t = price H t.

(** d + 1 players take turns; each is told of its own rounds alone. [player N G] is for N rounds. *)
Definition turns (d : nat) (player : nat -> game -> nat -> vec) (N : nat) (G : game) (t : nat) : vec :=
  player N (picked G (fun i => i * S d + t mod S d)%nat) (t / S d)%nat.

(** Turns of players for one window a round, W = 1: each round may be told d rounds late. *)
Theorem told_late : forall (class : game -> Prop) player share A d G y N,
  (forall G h, class G -> class (picked G h)) ->
  (forall N G H t, agree (fun s => (s < t)%nat) G H -> player N G t = player N H t) ->
  (forall G N, class G -> affordable G 1 N y ->
    lost share G y (player N G) N <= A * sqrt (INR N) /\ overspent G (player N G) N <= 0) ->
  class G -> let T := (N * S d)%nat in affordable G 1 T y ->
  (forall H t, agree (fun s => (s + d < t)%nat) G H -> turns d player N G t = turns d player N H t) /\
  lost share G y (turns d player N G) T <= A * sqrt (INR (S d) * INR T) /\
  overspent G (turns d player N G) T <= 0.
Proof.
  intros class player share A d G y N closed causal good HG T [Hy kept].
  assert (turn : forall i j, (j < S d)%nat ->
    turns d player N G (i * S d + j) = player N (picked G (fun i => i * S d + j)%nat) i).
  { intros i j Hj. unfold turns. f_equal; [f_equal|now apply window_of].
    apply functional_extensionality. intros s. f_equal.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia. }
  assert (each : forall j, (j < S d)%nat -> let own := picked G (fun i => i * S d + j)%nat in
    lost share own y (player N own) N <= A * sqrt (INR N) /\ overspent own (player N own) N <= 0).
  { intros j Hj own. apply good; [now apply closed|]. split; [exact Hy|]. intros t Ht.
    pose proof (Nat.mul_le_mono_r _ _ (S d) Ht). specialize (kept (t * S d + j)%nat ltac:(unfold T; lia)).
    cbn [sum] in *. unfold excess in *. cbn.
    rewrite Nat.add_0_r in *. cbn in kept. exact kept. }
  assert (by_turn : forall h : nat -> vec -> R, sum (fun t => h t (turns d player N G t)) T =
    sum (fun j => sum (fun i => h (i * S d + j)%nat
      (player N (picked G (fun i => i * S d + j)%nat) i)) N) (S d)).
  { intros h. unfold T. rewrite sum_windows, sum_swap. apply sum_eq. intros j Hj. apply sum_eq. intros i _.
    now rewrite turn. }
  split; [|split].
  - intros H t (E1 & E2 & E3 & E4 & E). unfold turns. apply causal. unfold agree, picked.
    cbn [dim decisions project allowance utility gradient price]. do 4 (split; [assumption|]).
    intros s Hs. apply E. pose proof (Nat.div_mod t (S d) ltac:(lia)).
    pose proof (Nat.mul_le_mono_r _ _ (S d) Hs). lia.
  - unfold lost. rewrite (by_turn (utility G)). unfold T.
    rewrite sum_windows, sum_swap, <- sum_scale, <- sum_minus.
    apply Rle_trans with (sum (fun _ => A * sqrt (INR N)) (S d)).
    + apply sum_le. intros j Hj. exact (proj1 (each j Hj)).
    + rewrite sum_const, mult_INR. apply Req_le. pose proof (pos_INR (S d)). pose proof (pos_INR N).
      replace (INR (S d) * (INR N * INR (S d))) with (INR (S d) * INR (S d) * INR N) by ring.
      rewrite sqrt_mult by (try apply Rmult_le_pos; assumption). rewrite sqrt_square by assumption. ring.
  - unfold overspent. rewrite (by_turn (excess G)). rewrite <- (Rmult_0_r (INR (S d))), <- sum_const.
    apply sum_le. intros j Hj. exact (proj2 (each j Hj)).
Qed.

(** * Told estimates *)

(** The draws [w] but for [s] in round n. *)
Definition draw {Omega : Type} (w : nat -> Omega) (n : nat) (s : Omega) : nat -> Omega :=
  fun t => if Nat.eq_dec t n then s else w t.

(** The mean over the draws of T rounds, each by its own mean E t; those of later rounds stay as in w. *)
Fixpoint over {Omega : Type} (E : nat -> (Omega -> R) -> R) (T : nat) (h : (nat -> Omega) -> R)
    (w : nat -> Omega) : R :=
  match T with
  | O => h w
  | S n => over E n (fun v => E n (fun s => h (draw v n s))) w
  end.

Section Draws.
Variables (Omega : Type) (E : nat -> (Omega -> R) -> R).
Hypothesis HE : forall t, mean_of (E t).

Lemma bounded_draw (h : (nat -> Omega) -> R) n : bounded h ->
  (forall v, bounded (fun s => h (draw v n s))) /\ bounded (fun v => E n (fun s => h (draw v n s))).
Proof.
  intros [c H]. split; [intros v; exists c; auto|]. exists c. intros v.
  apply (mean_at_most Omega (E n) (HE n)). auto.
Qed.

(** The mean over T rounds is a mean. *)
Lemma over_mean T w : mean_of (fun h => over E T h w).
Proof.
  induction T as [|n IH]; [split; auto|]. split; cbn [over].
  - apply eq_trans with (2 := mean_one _ IH). f_equal. apply functional_extensionality. intros v.
    apply (mean_one _ (HE n)).
  - intros a f g Hf Hg. destruct (bounded_draw f n Hf) as [F1 F2]. destruct (bounded_draw g n Hg) as [G1 G2].
    rewrite <- (mean_linear _ IH a _ _ F2 G2). f_equal. apply functional_extensionality. intros v.
    apply (mean_linear _ (HE n) a _ _ (F1 v) (G1 v)).
  - intros f g Hf Hg H. destruct (bounded_draw f n Hf) as [F1 F2]. destruct (bounded_draw g n Hg) as [G1 G2].
    apply (mean_ordered _ IH _ _ F2 G2). intros v. apply (mean_ordered _ (HE n)); auto.
Qed.

(** What depends on the draws up to round t alone, and is zero in the mean over that of round t. *)
Lemma over_zero (e : (nat -> Omega) -> R) t T w : bounded e -> (t < T)%nat ->
  (forall v v', (forall s, (s <= t)%nat -> v s = v' s) -> e v = e v') ->
  (forall v, E t (fun s => e (draw v t s)) = 0) -> over E T e w = 0.
Proof.
  intros He Ht past zero. induction T as [|n IH]; [lia|]. cbn [over].
  destruct (Nat.eq_dec t n) as [->|D].
  - rewrite (functional_extensionality _ (fun _ => 0) zero). apply (mean_const_of _ _ (over_mean n w)).
  - rewrite <- IH by lia. f_equal. apply functional_extensionality. intros v.
    rewrite <- (mean_const_of Omega (E n) (HE n) (e v)). f_equal. apply functional_extensionality. intros s.
    apply past. intros r Hr. unfold draw. destruct (Nat.eq_dec r n); [lia|reflexivity].
Qed.
End Draws.

(** Decisions rest on what was told before. *)
Lemma one_decision_past G m d start told told' t :
  (forall s x, (s < t)%nat -> told s x = told' s x) ->
  one_osphg G m d start told t = one_osphg G m d start told' t.
Proof.
  intros H. induction t; [reflexivity|]. cbn [one_osphg]. rewrite <- IHt by auto. unfold one_round.
  now rewrite H by lia.
Qed.

(** No coordinate is longer than the vector. *)
Lemma coordinate_short n x c i : 0 <= c -> sq n x <= c ^ 2 -> (i < n)%nat -> Rabs (x i) <= c.
Proof.
  intros Hc H Hi.
  pose proof (term_le (fun i => x i * x i) n i (fun j _ => Rle_0_sqr (x j)) Hi) as L.
  unfold sq, dot in H. apply Rabs_le. split; apply Rnot_lt_le; intros ?; nra.
Qed.

(** f is bounded on X. *)
Lemma utility_bounded G top radius beta_f beta size t x :
  boosted_standing G top radius beta_f beta size -> decisions G x -> Rabs (utility G t x) <= beta_f * radius.
Proof.
  intros [HX HR _ short [Hf _] _ _ good _] Hx. pose proof (origin _ _ _ _ _ HX) as H0.
  pose proof (inside _ _ _ _ _ HX _ Hx) as Bx. pose proof (inside _ _ _ _ _ HX _ H0) as B0.
  pose proof (rises _ _ _ _ zero x (good t) B0 Bx (proj1 Bx)) as low.
  pose proof (missing _ _ _ _ zero x (good t) B0 Bx) as high. rewrite (normalised _ _ _ _ (good t)) in *.
  pose proof (cauchy (dim G) (gradient G t zero) x beta_f radius Hf (Rlt_le _ _ HR) (short t _ H0)) as C.
  rewrite Rabs_right by lra. apply Rle_trans with (dot (dim G) (gradient G t zero) x); [lra|].
  apply Rle_trans with (1 := Rle_abs _), C, Rle_trans with (2 := diameter _ _ _ _ _ HX _ _ Hx H0).
  apply Req_le, sum_eq. intros. unfold minus, zero. ring.
Qed.

(** Boosted OSPHG, stopped in time, told estimates that are short in every run, and in the mean over their own
    draw the boosted gradient wherever the learner stands. *)
Theorem told_estimates : forall (Omega : Type) (E : nat -> (Omega -> R) -> R)
    (estimate : nat -> Omega -> vec -> vec) G start u top radius beta_f beta size F star W T level M,
  (forall t, mean_of (E t)) ->
  (forall t s x, decisions G x -> sq (dim G) (estimate t s x) <= beta ^ 2) ->
  (forall t x i, decisions G x -> (i < dim G)%nat -> E t (fun s => estimate t s x i) = u t x i) ->
  boosted_standing G top radius beta_f beta size -> decisions G start -> boosted_field G u ->
  (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T -> affordable_apart G W T star -> 0 < allowance G ->
  (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + allowance G * level / (2 * beta)) ->
  let soft w := one_decision G (paper_step radius beta W T) (paper_delta beta) start
    (fun t => estimate t (w t)) in
  let hard w := careful G (soft w) (size + allowance G) (allowance G * INR T) in
  (forall w, overspent G (hard w) T <= 0) /\
  forall w, (1 - exp (-1)) * sum (fun t => utility G t star) T
    - over E T (fun w => sum (fun t => utility G t (hard w t)) T) w <=
  (3 / 2 * beta * radius + size ^ 2 * radius / beta
   + F / allowance G * (M * (beta * (1 / radius + 4 * radius)))) * sqrt (INR W * INR T)
  + F * (size / allowance G + 1).
Proof.
  intros Omega E estimate G start u top radius beta_f beta size F star W T level M HE short right ok starts
    field HW long kept Hb HF Hlevel HM soft hard.
  pose proof ok as [HX HR Hbeta _ _ _ _ _ _].
  assert (inX : forall w t, decisions G (soft w t)).
  { intros w. now apply one_decision_in_X with (1 := HX). }
  assert (run : forall w, _) by exact (fun w => told_never_overspends G start u (fun t => estimate t (w t))
    top radius beta_f beta size F star W T level M ok starts field (fun t x => short t (w t) x) HW long
    kept Hb HF Hlevel HM).
  cbv zeta in run. split; [intros w; apply run|]. intros w0.
  set (most := (3 / 2 * beta * radius + size ^ 2 * radius / beta
    + F / allowance G * (M * (beta * (1 / radius + 4 * radius)))) * sqrt (INR W * INR T)
    + F * (size / allowance G + 1)) in *.
  set (error t (w : nat -> Omega) := dot (dim G) (minus (u t (soft w t)) (estimate t (w t) (soft w t)))
    (minus star (soft w t))).
  set (earned (w : nat -> Omega) := sum (fun t => utility G t (hard w t)) T).
  assert (past : forall t v v', (forall s, (s < t)%nat -> v s = v' s) -> soft v t = soft v' t).
  { intros t v v' H. unfold soft, one_decision. f_equal. apply one_decision_past. intros s x Hs.
    now rewrite H. }
  assert (diff : forall w t, sq (dim G) (minus star (soft w t)) <= radius ^ 2).
  { intros. apply (diameter _ _ _ _ _ HX); [apply kept|apply inX]. }
  assert (error_bounded : forall t, bounded (error t)).
  { intros t. exists (beta * radius + beta * radius). intros w. unfold error.
    rewrite dot_sym, dot_minus, !(dot_sym (dim G) (minus star (soft w t))).
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    apply Rplus_le_compat; apply cauchy; try lra; auto.
    now apply (told_short G u top radius beta_f beta size ok field). }
  assert (error_zero : forall t, (t < T)%nat -> over E T (error t) w0 = 0).
  { intros t Ht. apply (over_zero Omega E HE _ t); auto.
    - intros v v' H. unfold error. rewrite (past t v v') by (intros; apply H; lia). now rewrite H by lia.
    - intros v. unfold error.
      assert (P : forall s, soft (draw v t s) t = soft v t).
      { intros s. apply past. intros r Hr. unfold draw. destruct (Nat.eq_dec r t); [lia|reflexivity]. }
      assert (D : forall s, draw v t s t = s).
      { intros s. unfold draw. destruct (Nat.eq_dec t t); [reflexivity|lia]. }
      set (x := soft v t) in *. assert (Hx : decisions G x) by apply inX.
      rewrite (functional_extensionality _ (fun s => sum (fun i =>
        minus star x i * u t x i + - minus star x i * estimate t s x i) (dim G))).
      2: { intros s. rewrite P, D. apply sum_eq. intros i _. unfold minus. ring. }
      assert (B : forall i, (i < dim G)%nat -> bounded (fun s => estimate t s x i)).
      { intros i Hi. exists beta. intros s. apply (coordinate_short (dim G)); auto. lra. }
      assert (L : forall i, (i < dim G)%nat ->
        (fun s => minus star x i * u t x i + - minus star x i * estimate t s x i)
        = (fun s => - minus star x i * estimate t s x i + minus star x i * u t x i)).
      { intros i _. apply functional_extensionality. intros s. ring. }
      rewrite (mean_sum Omega (E t) (HE t)).
      + rewrite (sum_eq _ (fun _ => 0)), sum_const; [ring|]. intros i Hi. rewrite L by exact Hi.
        rewrite (mean_linear _ (HE t)), (mean_const_of Omega (E t) (HE t)), right by auto using bounded_const.
        ring.
      + intros i Hi. rewrite L by exact Hi. auto using bounded_linear, bounded_const. }
  pose proof (over_mean Omega E HE T w0) as mean. cbv beta in mean.
  assert (earned_bounded : bounded earned).
  { apply bounded_sum. intros t _. exists (beta_f * radius). intros w.
    apply (utility_bounded G top radius beta_f beta size); [exact ok|]. unfold hard, careful.
    destruct (Rle_dec _ _); [apply inX|apply (origin _ _ _ _ _ HX)]. }
  pose proof (mean_ordered _ mean
    (fun w => -1 * earned w + (1 - exp (-1)) * sum (fun t => utility G t star) T)
    (fun w => 1 * sum (fun t => error t w) T + most)) as order.
  pose proof (mean_linear _ mean (-1) _ _ earned_bounded
    (bounded_const _ ((1 - exp (-1)) * sum (fun t => utility G t star) T))) as left.
  pose proof (bounded_sum _ error T (fun t _ => error_bounded t)) as errors.
  pose proof (mean_linear _ mean 1 _ _ errors (bounded_const _ most)) as above.
  pose proof (mean_sum _ _ mean error T (fun t _ => error_bounded t)) as none.
  cbv beta in order, left, above, none.
  rewrite (sum_eq _ (fun _ => 0)), sum_const in none by exact error_zero.
  pose proof (mean_const_of _ _ mean) as const. cbv beta in const. rewrite !const in *.
  rewrite left, above, none in order. fold earned. specialize (order
    (bounded_linear _ _ _ _ earned_bounded (bounded_const _ _))
    (bounded_linear _ _ _ _ errors (bounded_const _ _))).
  enough (-1 * over E T earned w0 + (1 - exp (-1)) * sum (fun t => utility G t star) T
    <= 1 * (INR T * 0) + most) by lra.
  apply order. intros w.
  pose proof (proj2 (run w) : (1 - exp (-1)) * sum (fun t => utility G t star) T - earned w
    <= most + sum (fun t => error t w) T). lra.
Qed.
