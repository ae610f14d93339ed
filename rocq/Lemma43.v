(** Lemma 4.3 of the paper, from which both theorems are read off.

    As published it is false (chapter violation). It holds for the weighted feedback, and for the
    published one with f_t (x* ) - 2 f_t (x_t) in place of (1 - 1/e) f_t (x* ) - f_t (x_t).

    Both have the same proof. One round: what the decision misses is at most what the mean learner
    misses along the gradients ([climb], [climb_half]). All rounds: the saddle's inequality. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning Climb Saddle.
Open Scope R_scope.

(** Windows anywhere: more than is asked. *)
Lemma affordable_is_apart G W T x : affordable G W T x -> affordable_apart G W T x.
Proof. intros [H kept]. split; [exact H|]. intros j Hj. apply kept. cbn in *. lia. Qed.

Section Lemma43.
Variables (G : game) (A : tuning) (top : vec) (radius beta size range L : R).
Variables (star : vec) (W T : nat) (ell : R).
Hypothesis ok : standing G top radius beta size range L.
Hypothesis tuned : fits (mu A) (delta A) beta.
Hypotheses (some : (1 <= K A)%nat) (starts : forall k, decisions G (first A k)).
Hypothesis weights : forall k, 0 <= weight A k <= 1.
Hypotheses (window : (1 <= W)%nat) (kept : affordable_apart G W T star) (Hl : 0 <= ell).

Let u t k := scale (weight A k) (gradient G t (path A (choice G A t) k)).
Let missed t := mean (K A) (fun k => weight A k * dot (dim G) (gradient G t (path A (choice G A t) k))
                                                    (minus star (choice G A t k))).

(** Whatever a round is worth: if the mean learner misses no less than [gain t], all rounds lie
    under the saddle. *)
Lemma under_the_saddle (gain : nat -> R) s : (forall t, gain t <= missed t + s) ->
  sum gain T + ell * sum (spent G A) T - delta A * mu A / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * mu A)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 + beta ^ 2) * mu A * INR T + s * INR T.
Proof.
  intros round. destruct tuned as [Hm Hd keeps absorbs]. pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  pose proof (decide _ _ _ _ _ B) as dom.
  assert (in_X : forall t k, decisions G (choice G A t k)) by now apply (choice_in_X _ _ top radius).
  assert (S : sum missed T + ell * sum (spent G A) T
      - delta A * mu A / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * mu A)
    <= radius ^ 2 / (2 * mu A) + (mu A * beta ^ 2 + INR W * (mu A * size ^ 2)) * INR T).
  { replace (sum missed T) with
      (sum (fun t => mean (K A) (fun k => dot (dim G) (u t k) (minus star (choice G A t k)))) T).
    2: { apply sum_eq. intros t _. unfold missed, mean. f_equal. apply sum_eq. intros k _.
         unfold u, dot. rewrite <- sum_scale. apply sum_eq. intros. unfold scale. ring. }
    apply (saddle_windows G star _ size beta beta (mu A) (mu A) (delta A) (K A) (choice G A) u (lambda G A));
      trivial; try apply B.
    - apply (Rmult_le_compat_l (mu A)) in absorbs; lra.
    - intros t k Hk.
      apply Rle_trans with (weight A k ^ 2 * sq (dim G) (gradient G t (path A (choice G A t) k))).
      + apply Req_le. unfold u, sq, dot. rewrite <- sum_scale. apply sum_eq. intros. unfold scale. ring.
      + pose proof (short_gradient _ _ _ _ _ B t (path A (choice G A t) k)) as H.
        specialize (H ltac:(apply (path_in_X _ _ _ _ _ A _ k dom); auto; lia)).
        pose proof (sq_nonnegative (dim G) (gradient G t (path A (choice G A t) k))).
        pose proof (weights k). assert (weight A k ^ 2 <= 1) by nra. pose proof (pow2_ge_0 (weight A k)). nra.
    - intros t. now apply price_of_decision.
    - intros t. apply B. now apply (decision_in_X _ _ top radius).
    - intros k N _. apply (ascent_regret (dim G) (decisions G) (project G) top); trivial. apply kept.
    - intros t. apply B, kept. }
  assert (sum gain T <= sum missed T + s * INR T).
  { rewrite (Rmult_comm s), <- sum_const, <- sum_plus. now apply sum_le. }
  lra.
Qed.
End Lemma43.

(** Lemma 4.3 for the weighted feedback. *)
Theorem lemma_4_3_repaired : forall G K m d start top radius beta size range L star W T ell,
  standing G top radius beta size range L -> fits m d beta -> (1 <= K)%nat -> (1 <= W)%nat ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star -> 0 <= ell ->
  let A := weighted K m d start in
  regret G A T star + ell * sum (spent G A) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G K m d start top radius beta size range L star W T ell ok tuned some window starts kept Hl A.
  replace (regret G A T star) with
    (sum (fun t => (1 - exp (-1)) * utility G t star - utility G t (decision G A t)) T)
    by (unfold regret; rewrite sum_minus, sum_scale; reflexivity).
  apply (under_the_saddle G A top radius beta size range L star W T ell ok tuned some starts); trivial.
  - intros k. now apply power_range.
  - intros t. apply (climb (dim G) (decisions G) (project G) top radius); trivial; try apply ok;
      [|apply kept].
    intros k. apply (choice_in_X _ _ top radius); [apply ok|exact starts].
Qed.

(** Lemma 4.3 for the published feedback: one half. *)
Theorem lemma_4_3_half : forall G K m d start top radius beta size range L star W T ell,
  standing G top radius beta size range L -> fits m d beta -> (1 <= K)%nat -> (1 <= W)%nat ->
  (forall k, decisions G (start k)) -> affordable_apart G W T star -> 0 <= ell ->
  let A := published K m d start in
  sum (fun t => utility G t star - 2 * utility G t (decision G A t)) T
  + ell * sum (spent G A) T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= radius ^ 2 / (2 * m) + (INR W * size ^ 2 + beta ^ 2) * m * INR T + L * radius ^ 2 / (2 * INR K) * INR T.
Proof.
  intros G K m d start top radius beta size range L star W T ell ok tuned some window starts kept Hl A.
  apply (under_the_saddle G A top radius beta size range L star W T ell ok tuned some starts); trivial.
  - intros k. cbn. lra.
  - intros t. cbn.
    rewrite (f_equal (fun h => h / INR K) (sum_eq _ _ K (fun k _ => Rmult_1_l _)) : mean K _ = mean K _).
    apply (climb_half (dim G) (decisions G) (project G) top radius); trivial; try apply ok; [|apply kept].
    intros k. apply (choice_in_X _ _ top radius); [apply ok|exact starts].
Qed.
