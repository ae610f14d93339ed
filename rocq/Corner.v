(** Two traps on a simplex, where f is monotone and DR on X, but not on a box around it (chapters
    "Claims in passing" and "Tightness"): both feedbacks end in a corner, with linear regret.

    X = {x >= 0 : x_1 + x_2/s <= 1}, the prices (1, 1/s), one unit of budget per round, and with u = x_2/s

      f (x) = (1 + c) x_1 + u - x_1^2/2 - x_1 u.

    P is the Euclidean projection onto X: all that is used of it is that no point of X is nearer. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Cube.
Open Scope R_scope.

Definition point (x y : R) : vec := fun i => match i with O => x | _ => y end.

Definition triangle (s : R) (x : vec) : Prop := 0 <= x 0%nat /\ 0 <= x 1%nat /\ x 0%nat + x 1%nat / s <= 1.

Definition trap (s c : R) (P : vec -> vec) : game := {|
  dim := 2;
  decisions := triangle s;
  project := P;
  utility := fun _ x => (1 + c) * x 0%nat + x 1%nat / s - x 0%nat ^ 2 / 2 - x 0%nat * (x 1%nat / s);
  gradient := fun _ x => point (1 + c - x 0%nat - x 1%nat / s) ((1 - x 0%nat) / s);
  price := fun _ => point 1 (/ s);
  allowance := 1
|}.

(** The gradient is that of f. On X f is monotone, and it is DR everywhere: no coordinate rises. *)
Theorem trap_monotone : forall (s c : R) (P : vec -> vec) (t : nat),
  1 <= s -> 0 <= c ->
  (forall x y, utility (trap s c P) t y =
    utility (trap s c P) t x + dot 2 (gradient (trap s c P) t x) (minus y x)
    - (y 0%nat - x 0%nat) ^ 2 / 2 - (y 0%nat - x 0%nat) * (y 1%nat - x 1%nat) / s) /\
  (forall x, triangle s x -> below 2 zero (gradient (trap s c P) t x)) /\
  (forall x y, below 2 x y -> below 2 (gradient (trap s c P) t y) (gradient (trap s c P) t x)).
Proof.
  intros s c P t Hs Hc. assert (Hi : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  split; [intros x y; unfold dot, minus; cbn [sum utility gradient trap point]; field; lra|]. split.
  - intros x (H0 & H1 & H2) i _. assert (0 <= x 1%nat / s) by (apply Rmult_le_pos; lra).
    unfold zero. destruct i; cbn [gradient trap point]; [lra|]. apply Rmult_le_pos; lra.
  - intros x y H i _. pose proof (H 0%nat ltac:(lia)). pose proof (H 1%nat ltac:(lia)) as H1.
    assert (x 1%nat / s <= y 1%nat / s) by (apply Rmult_le_compat_r; lra).
    destruct i; cbn [gradient trap point]; [lra|]. apply Rmult_le_compat_r; lra.
Qed.

Section Trap.
Variables (s c : R) (P : vec -> vec) (A : tuning).
Hypotheses (Hs : 1 <= s) (Hc : 0 <= c).
Hypothesis into : forall x, triangle s (P x).
Hypothesis nearest : forall x y, triangle s y -> sq 2 (minus x (P x)) <= sq 2 (minus x y).
Hypotheses (some : (1 <= K A)%nat) (forward : 0 <= mu A) (weights : forall k, 0 <= weight A k).

Notation G := (trap s c P).

Lemma inverse : 0 < / s <= 1 /\ s * / s = 1.
Proof.
  split; [split; [apply Rinv_0_lt_compat; lra|]|apply Rinv_r; lra].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Lemma excess_is t x : excess G t x = x 0%nat + x 1%nat / s - 1.
Proof. unfold excess, dot. cbn [sum dim price allowance trap point]. unfold Rdiv. ring. Qed.

Lemma sq_is x : sq 2 x = x 0%nat ^ 2 + x 1%nat ^ 2.
Proof. unfold sq, dot. cbn [sum]. ring. Qed.

(** Nobody in X costs more than the allowance, so all of X is affordable, and (0, s) is worth 1. *)
Lemma top_affordable W T : affordable G W T (point 0 s).
Proof.
  assert (E : s / s = 1) by (apply Rinv_r; lra). split.
  - unfold decisions, trap, triangle, point. lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)), sum_const; [lra|]. intros i _.
    rewrite excess_is. unfold point. lra.
Qed.

(** For c of at most one half it is the benchmark. *)
Theorem trap_benchmark W T : c <= 1 / 2 -> benchmark G W T (point 0 s).
Proof.
  intros half. split; [apply top_affordable|]. intros y [(H0 & H1 & H2) _]. apply sum_le. intros t _.
  assert (E : s / s = 1) by (apply Rinv_r; lra). cbn [utility trap point]. rewrite E.
  set (a := y 0%nat) in *. set (u := y 1%nat / s) in *.
  assert (0 <= u) by (apply Rmult_le_pos; [exact H1|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (U : 0 <= (1 - a) * (1 - a - u)) by (apply Rmult_le_pos; lra).
  assert (V : 0 <= a * (1 - c - a / 2)) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma benchmark_earns W T star : benchmark G W T star -> INR T <= sum (fun t => utility G t star) T.
Proof.
  intros [_ H]. apply Rle_trans with (2 := H _ (top_affordable W T)).
  assert (E : s / s = 1) by (apply Rinv_r; lra).
  rewrite <- (Rmult_1_r (INR T)), <- sum_const. apply sum_le. intros t _.
  cbn [utility trap point]. rewrite E. lra.
Qed.

(** ** From the origin

    No learner crosses the line v_2 = v_1/s. It is parallel to the price; along the gradient one stays
    below it as long as u <= c; and if the projection led across it, the point of the line next to its
    result would be in X, as the line is perpendicular to the far edge, and nearer. *)

Definition under (x : vec) : Prop := x 1%nat <= x 0%nat / s.

Lemma projection_stays_under y : under y -> under (P y).
Proof.
  intros Hy. unfold under in *. destruct inverse as ((Hi & Hi1) & Es). destruct (into y) as (P0 & P1 & PE).
  destruct (Rle_lt_dec (P y 1%nat) (P y 0%nat / s)) as [H|H]; [exact H|exfalso].
  set (p := P y) in *. unfold Rdiv in *. set (i := / s) in *.
  (* its foot on the line: r (1, i), with r the same price *)
  set (r := (p 0%nat + p 1%nat * i) / (1 + i ^ 2)).
  assert (D : 0 < 1 + i ^ 2) by nra.
  assert (Er : r * (1 + i ^ 2) = p 0%nat + p 1%nat * i) by (unfold r; field; lra).
  assert (R0 : 0 <= r) by (apply (Rmult_le_reg_r (1 + i ^ 2)); [exact D|nra]).
  pose proof (nearest y (point r (r * i))) as N. fold p in N. rewrite !sq_is in N. unfold minus, point in N.
  assert (HX : triangle s (fun j => match j with O => r | _ => r * i end)).
  { unfold triangle, Rdiv. fold i. split; [exact R0|]. split; [apply Rmult_le_pos; lra|lra]. }
  specialize (N HX).
  (* lengths along the line are the same; across it, the foot is nearer to what is below *)
  set (d := p 1%nat - p 0%nat * i) in *. assert (Hd : 0 < d) by (unfold d; lra).
  set (g := y 0%nat * i - y 1%nat). assert (Hg : 0 <= g) by (unfold g; lra).
  assert (E0 : p 0%nat * (1 + i ^ 2) = r * (1 + i ^ 2) - i * d) by (rewrite Er; unfold d; ring).
  assert (E1 : p 1%nat * (1 + i ^ 2) = r * i * (1 + i ^ 2) + d)
    by (replace (r * i * (1 + i ^ 2)) with (i * (r * (1 + i ^ 2))) by ring; rewrite Er; unfold d; ring).
  assert (P0E : p 0%nat = r - i * d / (1 + i ^ 2))
    by (apply (Rmult_eq_reg_r (1 + i ^ 2)); [rewrite E0; field|]; lra).
  assert (P1E : p 1%nat = r * i + d / (1 + i ^ 2))
    by (apply (Rmult_eq_reg_r (1 + i ^ 2)); [rewrite E1; field|]; lra).
  assert (F : (y 0%nat - p 0%nat) ^ 2 + (y 1%nat - p 1%nat) ^ 2 - ((y 0%nat - r) ^ 2 + (y 1%nat - r * i) ^ 2)
    = (2 * g * d + d ^ 2) / (1 + i ^ 2)).
  { rewrite P0E, P1E. unfold g. field. lra. }
  assert (0 < (2 * g * d + d ^ 2) / (1 + i ^ 2)) by (apply Rdiv_lt_0_compat; nra). lra.
Qed.

(** A path of choices that are under the line: u stays at most 1/s^2 of what is bought of good 1. *)
Lemma path_under v k : (k <= K A)%nat -> (forall j, (j < K A)%nat -> triangle s (v j) /\ under (v j)) ->
  0 <= path A v k 0%nat /\ 0 <= path A v k 1%nat /\ path A v k 0%nat + path A v k 1%nat / s <= 1 /\
  path A v k 1%nat <= path A v k 0%nat / s.
Proof.
  intros Hk Hv. destruct inverse as ((Hi & _) & _). unfold under, triangle, Rdiv in *.
  assert (HK : 1 <= INR (K A)) by (change 1 with (INR 1); now apply le_INR).
  pose proof (Rinv_0_lt_compat (INR (K A)) ltac:(lra)) as HKi. apply le_INR in Hk as Hk2.
  assert (S0 : 0 <= sum (fun j => v j 0%nat) k) by (apply sum_nonnegative; intros j Hj; apply (Hv j); lia).
  assert (S1 : 0 <= sum (fun j => v j 1%nat) k) by (apply sum_nonnegative; intros j Hj; apply (Hv j); lia).
  assert (S2 : sum (fun j => v j 0%nat + / s * v j 1%nat) k <= INR k).
  { rewrite <- (Rmult_1_r (INR k)), <- sum_const. apply sum_le. intros j Hj.
    destruct (Hv j ltac:(lia)). lra. }
  rewrite sum_plus, sum_scale in S2.
  assert (S3 : sum (fun j => v j 1%nat) k <= / s * sum (fun j => v j 0%nat) k).
  { rewrite <- sum_scale. apply sum_le. intros j Hj. destruct (Hv j ltac:(lia)). lra. }
  unfold path, Rdiv. set (a := sum _ k) in S0, S2, S3 |- *. set (b := sum _ k) in S1, S2, S3 |- *.
  set (n := / INR (K A)) in *. assert (En : INR (K A) * n = 1) by (unfold n; apply Rinv_r; lra).
  repeat split.
  - now apply Rmult_le_pos; lra.
  - now apply Rmult_le_pos; lra.
  - assert ((a + / s * b) * n <= INR (K A) * n) by (apply Rmult_le_compat_r; lra). lra.
  - assert (b * n <= / s * a * n) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma little_u v k : / s ^ 2 <= c -> (k <= K A)%nat ->
  (forall j, (j < K A)%nat -> triangle s (v j) /\ under (v j)) -> path A v k 1%nat / s <= c.
Proof.
  intros stiff Hk Hv. destruct (path_under v k Hk Hv) as (H0 & H1 & H2 & H3).
  destruct inverse as ((Hi & _) & _). unfold Rdiv in *.
  replace (/ s ^ 2) with (/ s * / s) in stiff by (field; lra).
  assert (0 <= path A v k 1%nat * / s) by (apply Rmult_le_pos; lra).
  assert (path A v k 1%nat * / s <= path A v k 0%nat * / s * / s) by (apply Rmult_le_compat_r; lra).
  assert (path A v k 0%nat * (/ s * / s) <= 1 * (/ s * / s))
    by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
  lra.
Qed.

Lemma never_crossed : / s ^ 2 <= c ->
  (forall k, (k < K A)%nat -> triangle s (first A k) /\ under (first A k)) ->
  forall t k, (k < K A)%nat -> triangle s (choice G A t k) /\ under (choice G A t k).
Proof.
  intros stiff start t. induction t as [|t IH]; intros k Hk; [now apply start|].
  unfold choice. cbn [osphg Algorithm.round learner]. unfold ascent. cbn [project trap].
  split; [apply into|]. apply projection_stays_under. fold (choice G A t).
  destruct (IH k Hk) as [_ U]. unfold under in *. destruct inverse as ((Hi & _) & _).
  pose proof (little_u (choice G A t) k stiff ltac:(lia) IH) as L.
  unfold feedback. cbn [gradient price trap point]. fold (choice G A t) (lambda G A t).
  change (learner (osphg G A t)) with (choice G A t). change (multiplier (osphg G A t)) with (lambda G A t).
  set (a := path A (choice G A t) k 0%nat). set (u := path A (choice G A t) k 1%nat / s) in *.
  set (w := weight A k). set (l := lambda G A t).
  assert (B : 0 <= mu A * (w * ((c - u) * / s))).
  { apply Rmult_le_pos; [exact forward|]. apply Rmult_le_pos; [apply weights|]. apply Rmult_le_pos; lra. }
  unfold Rdiv in *. lra.
Qed.

(** f is at most 1/2 + c where u is at most c. *)
Lemma worth_little t x : triangle s x -> x 1%nat / s <= c -> utility G t x <= 1 / 2 + c.
Proof.
  intros (H0 & H1 & H2) Hu. destruct inverse as ((Hi & _) & _). cbn [utility trap].
  assert (U : 0 <= x 1%nat / s) by (apply Rmult_le_pos; lra). set (u := x 1%nat / s) in *.
  pose proof (pow2_ge_0 (1 - x 0%nat - u)).
  assert (0 <= c * (1 - x 0%nat - u)) by (apply Rmult_le_pos; lra).
  assert (0 <= u * (c - u / 2)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma walks_into_the_corner : / s ^ 2 <= c ->
  (forall k, (k < K A)%nat -> triangle s (first A k) /\ under (first A k)) ->
  forall t, utility G t (decision G A t) <= 1 / 2 + c.
Proof.
  intros stiff start t. apply worth_little.
  - destruct (path_under (choice G A t) (K A) (le_n _) (never_crossed stiff start t)) as (H0 & H1 & H2 & _).
    repeat split; assumption.
  - exact (little_u (choice G A t) (K A) stiff (le_n _) (never_crossed stiff start t)).
Qed.
End Trap.

(** The trap from the origin, and from every start under the line: for either feedback, any step, delta, K,
    W and T, f (x_t) is at most 1/2 + c in every round. *)
Theorem corner :
  forall (s c : R) (P : vec -> vec) (A : tuning) (W T : nat) (star : vec),
  1 <= s -> / s ^ 2 <= c ->
  (forall x, triangle s (P x)) ->
  (forall x y, triangle s y -> sq 2 (minus x (P x)) <= sq 2 (minus x y)) ->
  (1 <= K A)%nat -> 0 <= mu A -> (forall k, 0 <= weight A k) ->
  (forall k, (k < K A)%nat -> triangle s (first A k) /\ first A k 1%nat <= first A k 0%nat / s) ->
  let G := trap s c P in
  benchmark G W T star ->
  (forall t, utility G t (decision G A t) <= 1 / 2 + c) /\
  (1 / 2 - exp (-1) - c) * INR T <= regret G A T star.
Proof.
  intros s c P A W T star Hs stiff into nearest some forward weights start G best.
  assert (Hc : 0 <= c).
  { apply Rle_trans with (2 := stiff). apply Rlt_le, Rinv_0_lt_compat. nra. }
  assert (low : forall t, utility G t (decision G A t) <= 1 / 2 + c)
    by (now apply walks_into_the_corner).
  split; [exact low|].
  pose proof (benchmark_earns s c P Hs W T star best) as earns. fold G in earns.
  assert (S : sum (fun t => utility G t (decision G A t)) T <= INR T * (1 / 2 + c))
    by (rewrite <- sum_const; now apply sum_le).
  assert (E : 0 < 1 - exp (-1)).
  { pose proof over_e. lra. }
  unfold regret. apply (Rmult_le_compat_l (1 - exp (-1))) in earns; lra.
Qed.

(** * The simplex, from the corner

    s = 1 and c = 0: at (1, 0) the gradient is 0, and on the way there it points to the corner. *)

Section Simplex.
Variables (P : vec -> vec) (A : tuning).
Hypothesis into : forall x, triangle 1 (P x).
Hypothesis nearest : forall x y, triangle 1 y -> sq 2 (minus x (P x)) <= sq 2 (minus x y).
Hypotheses (some : (1 <= K A)%nat) (forward : 0 <= mu A) (weights : forall k, 0 <= weight A k).
Hypothesis start : forall k, (k < K A)%nat -> first A k 0%nat = 1 /\ first A k 1%nat = 0.

Notation G := (trap 1 0 P).

(** (1, 0) is the projection of (1 + g, g). *)
Lemma projection_keeps y g : 0 <= g -> y 0%nat = 1 + g -> y 1%nat = g -> P y 0%nat = 1 /\ P y 1%nat = 0.
Proof.
  intros Hg E0 E1. destruct (into y) as (P0 & P1 & P2). pose proof (nearest y (point 1 0)) as N.
  assert (HX : triangle 1 (point 1 0)) by (unfold triangle, point, Rdiv; lra).
  specialize (N HX). rewrite !sq_is in N. unfold minus, point in N. rewrite E0, E1 in N.
  set (p := P y) in *. unfold Rdiv in P2. rewrite Rinv_1, Rmult_1_r in P2.
  assert (0 <= g * (1 - p 0%nat - p 1%nat)) by (apply Rmult_le_pos; lra).
  pose proof (pow2_ge_0 (1 - p 0%nat)). pose proof (pow2_ge_0 (p 1%nat)).
  assert (Z0 : (1 - p 0%nat) ^ 2 = 0) by lra. assert (Z1 : p 1%nat ^ 2 = 0) by lra.
  rewrite <- Rsqr_pow2 in Z0, Z1. apply Rsqr_0_uniq in Z0, Z1. lra.
Qed.

Lemma path_of_ones v k : (k <= K A)%nat -> (forall j, (j < K A)%nat -> v j 0%nat = 1 /\ v j 1%nat = 0) ->
  path A v k 0%nat = INR k / INR (K A) /\ path A v k 1%nat = 0.
Proof.
  intros Hk H. unfold path. rewrite (sum_eq _ (fun _ => 1)), sum_const by (intros; apply H; lia).
  rewrite (sum_eq (fun j => v j 1%nat) (fun _ => 0)), sum_const by (intros; apply H; lia).
  unfold Rdiv. split; ring.
Qed.

Lemma stays t : lambda G A t = 0 /\
  forall k, (k < K A)%nat -> choice G A t k 0%nat = 1 /\ choice G A t k 1%nat = 0.
Proof.
  assert (HK : 0 < INR (K A)) by (apply lt_0_INR; lia).
  induction t as [|t [Hl IH]]; [split; [reflexivity|exact start]|]. split.
  - rewrite lambda_next, Hl. unfold spent. rewrite excess_is by lra.
    change (decision G A t) with (path A (choice G A t) (K A)).
    destruct (path_of_ones (choice G A t) (K A) (le_n _) IH) as [E0 E1]. rewrite E0, E1.
    replace (INR (K A) / INR (K A) + 0 / 1 - 1) with 0 by (field; lra). rewrite !Rmult_0_r, Rplus_0_r.
    apply Rmax_left. lra.
  - intros k Hk. destruct (path_of_ones (choice G A t) k ltac:(lia) IH) as [E0 E1].
    destruct (IH k Hk) as [V0 V1].
    apply le_INR in Hk as Hk2. rewrite S_INR in Hk2.
    assert (Ha : INR k / INR (K A) <= 1).
    { apply (Rmult_le_reg_r (INR (K A))); [exact HK|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    set (a := INR k / INR (K A)) in *.
    change (choice G A (S t) k)
      with (P (fun i => choice G A t k i + mu A * feedback G A t (osphg G A t) k i)).
    apply projection_keeps with (g := mu A * (weight A k * (1 - a))).
    + apply Rmult_le_pos; [exact forward|]. apply Rmult_le_pos; [apply weights|lra].
    + unfold feedback. change (learner (osphg G A t)) with (choice G A t).
      change (multiplier (osphg G A t)) with (lambda G A t). cbn [gradient price trap point].
      rewrite E0, E1, V0, Hl. field.
    + unfold feedback. change (learner (osphg G A t)) with (choice G A t).
      change (multiplier (osphg G A t)) with (lambda G A t). cbn [gradient price trap point].
      rewrite E0, V1, Hl. field.
Qed.
End Simplex.

(** The paper's Theorem 4.1 fails on a simplex: from (1, 0) both feedbacks stay there for ever, whatever the
    step, delta, K, W and T, overspend nothing, and have just this regret. *)
Theorem simplex_trap :
  forall (P : vec -> vec) (A : tuning) (W T : nat) (star : vec),
  (forall x, triangle 1 (P x)) ->
  (forall x y, triangle 1 y -> sq 2 (minus x (P x)) <= sq 2 (minus x y)) ->
  (1 <= K A)%nat -> 0 <= mu A -> (forall k, 0 <= weight A k) ->
  (forall k, (k < K A)%nat -> first A k 0%nat = 1 /\ first A k 1%nat = 0) ->
  let G := trap 1 0 P in
  benchmark G W T star ->
  (forall t, decision G A t 0%nat = 1 /\ decision G A t 1%nat = 0 /\ spent G A t = 0) /\
  regret G A T star = (1 / 2 - exp (-1)) * INR T.
Proof.
  intros P A W T star into nearest some forward weights start G best.
  assert (HK : 0 < INR (K A)) by (apply lt_0_INR; lia).
  assert (there : forall t, decision G A t 0%nat = 1 /\ decision G A t 1%nat = 0).
  { intros t. destruct (stays P A into nearest some forward weights start t) as [_ H].
    destruct (path_of_ones A some (choice G A t) (K A) (le_n _) H) as [E0 E1].
    change (decision G A t) with (path A (choice G A t) (K A)). rewrite E0, E1.
    split; [field; lra|reflexivity]. }
  split.
  - intros t. destruct (there t) as [E0 E1]. repeat split; try assumption.
    unfold spent. unfold G at 1. rewrite excess_is by lra. fold G. rewrite E0, E1. field.
  - assert (low : sum (fun t => utility G t (decision G A t)) T = INR T * (1 / 2)).
    { rewrite <- sum_const. apply sum_eq. intros t _. cbn [utility trap G].
      destruct (there t) as [-> ->]. field. }
    pose proof (benchmark_earns 1 0 P ltac:(lra) W T star best) as earns. fold G in earns.
    assert (most : sum (fun t => utility G t star) T <= INR T * 1).
    { rewrite <- sum_const. apply sum_le. intros t _. destruct best as [[(H0 & H1 & H2) _] _].
      cbn [utility trap G]. unfold Rdiv in *. rewrite Rinv_1, Rmult_1_r in *.
      pose proof (pow2_ge_0 (star 0%nat)).
      assert (0 <= star 0%nat * star 1%nat) by (apply Rmult_le_pos; lra). lra. }
    unfold regret. rewrite low. replace (sum _ T) with (INR T) by lra. lra.
Qed.
