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

(** The price of the path's end is the mean price of the choices. *)
Lemma price_of_path G A t w : (1 <= K A)%nat ->
  excess G t (path A w (K A)) = mean (K A) (fun k => dot (dim G) (price G t) (w k)) - allowance G.
Proof.
  intros some. pose proof (count_positive (K A) some). unfold excess, mean. f_equal.
  unfold dot. rewrite sum_swap. unfold Rdiv. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros i _.
  rewrite sum_scale. unfold path. field. lra.
Qed.

(** ** Any two steps

    Learners and multiplier may have steps of their own, [mu A] and [ml], each in its unit; the paper
    has one for both. [st t] is the state at the beginning of round t. *)
Section Steps.
Variables (G : game) (A : tuning) (ml : R) (st : nat -> state).
Variables (top : vec) (radius size bf bg : R) (star : vec) (W T : nat) (ell : R).

Local Notation n := (dim G).
Local Notation x t := (played A (st t)).
Local Notation v t := (learner (st t)).
Local Notation grad t k := (gradient G t (path A (v t) k)).

Hypotheses (st_first : st O = {| multiplier := 0; learner := first A |})
  (st_next : forall t, st (S t) = {|
    multiplier := Rmax 0 ((1 - delta A * ml ^ 2) * multiplier (st t) + ml * excess G t (x t));
    learner := fun k => ascent G A (v t k) (feedback G A t (st t) k) |}).
Hypothesis dom : domain n (decisions G) (project G) top radius.
Hypotheses (short_f : forall t y, decisions G y -> sq n (gradient G t y) <= bf ^ 2)
  (short_p : forall t, sq n (price G t) <= bg ^ 2)
  (small : forall t y, decisions G y -> Rabs (excess G t y) <= size).
Hypotheses (some : (1 <= K A)%nat) (starts : forall k, decisions G (first A k))
  (weights : forall k, 0 <= weight A k <= 1).
Hypotheses (step_x : 0 < mu A) (step_l : 0 < ml) (forgets : 0 < delta A) (keeps : 0 <= 1 - delta A * ml ^ 2)
  (absorbed : mu A * bg ^ 2 + delta A ^ 2 * ml ^ 3 <= delta A * ml / 2).
Hypotheses (window : (1 <= W)%nat) (kept : affordable_apart G W T star) (Hl : 0 <= ell).

Lemma learners_in_X t k : decisions G (v t k).
Proof. destruct t; [rewrite st_first; apply starts|rewrite st_next; apply dom]. Qed.

Lemma played_in_X t : decisions G (x t).
Proof. apply (path_in_X _ _ _ _ _ A _ _ dom some (le_n _)). apply learners_in_X. Qed.

(** Whatever a round is worth: if the mean learner misses no less, all rounds lie under the saddle. *)
Lemma under_the_saddle (gain : nat -> R) s :
  (forall t, gain t <= mean (K A) (fun k => weight A k * dot n (grad t k) (minus star (v t k))) + s) ->
  sum gain T + ell * sum (fun t => excess G t (x t)) T
    - delta A * ml / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * ml)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 * ml + bf ^ 2 * mu A) * INR T + s * INR T.
Proof.
  intros round. pose (u t k := scale (weight A k) (grad t k)).
  assert (S : sum (fun t => mean (K A) (fun k => dot n (u t k) (minus star (v t k)))) T
      + ell * sum (fun t => excess G t (x t)) T - delta A * ml / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * ml)
    <= radius ^ 2 / (2 * mu A) + (mu A * bf ^ 2 + INR W * (ml * size ^ 2)) * INR T).
  { apply (saddle_windows G star _ size bf bg (mu A) ml (delta A) (K A) (fun t => v t) u
      (fun t => multiplier (st t))); trivial.
    - intros t k Hk. unfold u. rewrite sq_scale. specialize (short_f t (path A (v t) k)).
      specialize (short_f ltac:(apply (path_in_X _ _ _ _ _ A _ k dom); auto using learners_in_X; lia)).
      pose proof (sq_nonnegative n (grad t k)). pose proof (weights k).
      assert (0 <= weight A k ^ 2 <= 1) by nra. nra.
    - intros t. now apply price_of_path.
    - intros t. apply small, played_in_X.
    - intros k N _. apply (ascent_regret n (decisions G) (project G) top); trivial.
      + apply learners_in_X.
      + apply kept.
      + intros t. now rewrite st_next.
    - now rewrite st_first.
    - intros t. now rewrite st_next at 1.
    - intros t. apply small, kept. }
  assert (sum gain T
    <= sum (fun t => mean (K A) (fun k => dot n (u t k) (minus star (v t k)))) T + s * INR T).
  { rewrite (Rmult_comm s), <- sum_const, <- sum_plus. apply sum_le. intros t _.
    apply Rle_trans with (1 := round t), Req_le. f_equal. unfold mean. f_equal. apply sum_eq. intros k _.
    unfold u. now rewrite (dot_sym n (scale _ _)), dot_scale, dot_sym. }
  lra.
Qed.
End Steps.

(** ** The paper's: one step for both *)

Lemma osphg_under_the_saddle G A top radius beta size range L star W T ell gain s :
  standing G top radius beta size range L -> fits (mu A) (delta A) beta -> (1 <= K A)%nat ->
  (forall k, decisions G (first A k)) -> (forall k, 0 <= weight A k <= 1) ->
  (1 <= W)%nat -> affordable_apart G W T star -> 0 <= ell ->
  (forall t, gain t <= mean (K A) (fun k => weight A k *
    dot (dim G) (gradient G t (path A (choice G A t) k)) (minus star (choice G A t k))) + s) ->
  sum gain T + ell * sum (spent G A) T - delta A * mu A / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * mu A)
  <= radius ^ 2 / (2 * mu A) + (INR W * size ^ 2 + beta ^ 2) * mu A * INR T + s * INR T.
Proof.
  intros ok [Hm Hd keeps absorbs] some starts weights window kept Hl round.
  pose proof (bounds _ _ _ _ _ _ _ ok) as B.
  apply Rle_trans with (radius ^ 2 / (2 * mu A)
    + (INR W * size ^ 2 * mu A + beta ^ 2 * mu A) * INR T + s * INR T); [|lra].
  apply (under_the_saddle G A (mu A) (osphg G A) top radius size beta beta star W T ell);
    trivial; try apply B.
  apply (Rmult_le_compat_l (mu A)) in absorbs; lra.
Qed.

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
  apply (osphg_under_the_saddle G A top radius beta size range L star W T ell); trivial.
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
  apply (osphg_under_the_saddle G A top radius beta size range L star W T ell); trivial.
  - intros k. cbn. lra.
  - intros t. cbn.
    rewrite (f_equal (fun h => h / INR K) (sum_eq _ _ K (fun k _ => Rmult_1_l _)) : mean K _ = mean K _).
    apply (climb_half (dim G) (decisions G) (project G) top radius); trivial; try apply ok; [|apply kept].
    intros k. apply (choice_in_X _ _ top radius); [apply ok|exact starts].
Qed.
