(** The saddle point: learners that are fed u - lambda p, and a multiplier that is fed what they
    spend.

    Both ascend, the multiplier against the learners. Added up, their regrets leave an inequality in
    which no multiplier of the run occurs: what the mean learner misses along u, and ell times the
    violation, for every ell >= 0 at once. It knows nothing of the utilities, so it serves every
    feedback of the book; and as the two steps may differ, every unit of money and utility. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning.
Open Scope R_scope.

(** * Means over the learners *)

Definition mean (N : nat) (h : nat -> R) : R := sum h N / INR N.

Section Mean.
Variable N : nat.
Hypothesis some : (1 <= N)%nat.

Lemma count_positive : 0 < INR N.
Proof. apply lt_0_INR. lia. Qed.

Lemma mean_le h h' : (forall k, (k < N)%nat -> h k <= h' k) -> mean N h <= mean N h'.
Proof.
  intros H. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, count_positive|].
  now apply sum_le.
Qed.

Lemma mean_const c : mean N (fun _ => c) = c.
Proof. unfold mean. rewrite sum_const. field. apply Rgt_not_eq, count_positive. Qed.
End Mean.

Lemma mean_plus N h h' : mean N (fun k => h k + h' k) = mean N h + mean N h'.
Proof. unfold mean. rewrite sum_plus. unfold Rdiv. ring. Qed.

Lemma mean_minus N h h' : mean N (fun k => h k - h' k) = mean N h - mean N h'.
Proof. unfold mean. rewrite sum_minus. unfold Rdiv. ring. Qed.

Lemma mean_scale N c h : mean N (fun k => c * h k) = c * mean N h.
Proof. unfold mean. rewrite sum_scale. unfold Rdiv. ring. Qed.

Lemma sum_mean N (h : nat -> nat -> R) T :
  sum (fun t => mean N (h t)) T = mean N (fun k => sum (fun t => h t k) T).
Proof.
  unfold mean, Rdiv. rewrite (sum_eq _ (fun t => / INR N * sum (h t) N)) by (intros; ring).
  rewrite sum_scale, sum_swap. ring.
Qed.

(** * Learners and multiplier *)

(** A vector of length a less l times one of length c: its square is at most 2 a^2 + 2 c^2 l^2. *)
Lemma difference_size n u p l a c : sq n u <= a ^ 2 -> sq n p <= c ^ 2 ->
  sq n (minus u (scale l p)) <= 2 * a ^ 2 + 2 * c ^ 2 * l ^ 2.
Proof.
  intros Hu Hp. pose proof (sq_plus n u p l) as above. pose proof (sq_plus n u p (- l)) as below.
  pose proof (sq_nonnegative n (plus u (scale l p))) as H0.
  replace (sq n (minus u (scale l p))) with (sq n (plus u (scale (- l) p)))
    by (apply sum_eq; intros; unfold plus, minus, scale; ring).
  replace ((- l) ^ 2) with (l ^ 2) in below by ring.
  apply (Rmult_le_compat_l (l ^ 2)) in Hp; [lra|apply pow2_ge_0].
Qed.

Section Saddle.
Variables (G : game) (star : vec) (start size bf bg mx ml d : R).
Variables (N : nat) (v u : nat -> nat -> vec) (l g : nat -> R).

Local Notation n := (dim G).
(** What learner k is told, and what the mean learner misses along u. *)
Local Notation told t k := (minus (u t k) (scale (l t) (price G t))).
Local Notation missed t := (mean N (fun k => dot n (u t k) (minus star (v t k)))).

Hypotheses (some : (1 <= N)%nat) (step_x : 0 < mx) (step_l : 0 < ml) (forgets : 0 < d).
(** The steps are so small that the squares of the multiplier can be absorbed. *)
Hypothesis absorbed : mx * bg ^ 2 + d ^ 2 * ml ^ 3 <= d * ml / 2.
Hypotheses (short_u : forall t k, (k < N)%nat -> sq n (u t k) <= bf ^ 2)
  (short_p : forall t, sq n (price G t) <= bg ^ 2).
(** g_t is the excess of the mean choice. *)
Hypothesis g_is : forall t, g t = mean N (fun k => dot n (price G t) (v t k)) - allowance G.
Hypothesis size_g : forall t, Rabs (g t) <= size.
(** Of the learners nothing is asked but their regret; gradient ascent has it with R^2 / (2 mx). *)
Hypothesis learned : forall k T, (k < N)%nat ->
  sum (fun t => dot n (told t k) (minus star (v t k))) T <= start + mx / 2 * sum (fun t => sq n (told t k)) T.
Hypotheses (l_first : l O = 0)
  (l_next : forall t, l (S t) = Rmax 0 ((1 - d * ml ^ 2) * l t + ml * g t)).

(** What is missed along u is what is missed along u - lambda p, and the prices' part. *)
Lemma missed_is t : missed t =
  mean N (fun k => dot n (told t k) (minus star (v t k))) + l t * excess G t star - l t * g t.
Proof.
  assert (E : forall k, dot n (told t k) (minus star (v t k)) = dot n (u t k) (minus star (v t k))
    - l t * (dot n (price G t) star - dot n (price G t) (v t k))).
  { intros k. rewrite <- dot_minus. unfold dot, minus, scale.
    rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. ring. }
  rewrite (f_equal (fun s => s / INR N) (sum_eq _ _ N (fun k _ => E k)) :
    mean N (fun k => dot n (told t k) (minus star (v t k))) = mean N _).
  rewrite mean_minus, mean_scale, mean_minus, mean_const by exact some.
  rewrite g_is. unfold excess. ring.
Qed.

(** The saddle's inequality, against any point. *)
Theorem saddle ell T : 0 <= ell ->
  sum (fun t => missed t) T + ell * sum g T - d * ml / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * ml)
  <= start + (mx * bf ^ 2 + ml * size ^ 2) * INR T + sum (fun t => l t * excess G t star) T.
Proof.
  intros Hl. set (L2 := sum (fun t => l t ^ 2) T).
  pose proof (multiplier_regret l g ml d size ell T step_l forgets l_first l_next size_g Hl) as dual.
  assert (primal : sum (fun t => mean N (fun k => dot n (told t k) (minus star (v t k)))) T
                   <= start + mx * (bf ^ 2 * INR T + bg ^ 2 * L2)).
  { rewrite sum_mean, <- (mean_const N some (start + _)). apply mean_le; [exact some|]. intros k Hk.
    apply Rle_trans with (1 := learned k T Hk). apply Rplus_le_compat_l.
    replace (mx * (bf ^ 2 * INR T + bg ^ 2 * L2)) with
      (mx / 2 * sum (fun t => 2 * bf ^ 2 + 2 * bg ^ 2 * l t ^ 2) T)
      by (rewrite sum_plus, (sum_scale (2 * bg ^ 2)), sum_const; fold L2; field).
    apply Rmult_le_compat_l; [lra|]. apply sum_le. intros t _.
    apply difference_size; auto. }
  assert (H : 0 <= L2).
  { unfold L2. rewrite <- (Rmult_0_r (INR T)), <- (sum_const 0). apply sum_le. intros. apply pow2_ge_0. }
  assert (Z : (mx * bg ^ 2 + d ^ 2 * ml ^ 3 - d * ml / 2) * L2 <= 0) by nra.
  rewrite (sum_eq _ _ T (fun t _ => missed_is t)), sum_minus, sum_plus. fold L2 in dual. lra.
Qed.

(** Against a point that keeps the budget over disjoint windows, laid from the end. *)
Theorem saddle_windows W T ell : 0 <= 1 - d * ml ^ 2 -> (1 <= W)%nat -> 0 <= ell ->
  affordable_apart G W T star -> (forall t, Rabs (excess G t star) <= size) ->
  sum (fun t => missed t) T + ell * sum g T - d * ml / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * ml)
  <= start + (mx * bf ^ 2 + INR W * (ml * size ^ 2)) * INR T.
Proof.
  intros keeps HW Hl [_ kept] small. pose proof (saddle ell T Hl).
  pose proof (multiplier_step l g ml d size step_l forgets keeps l_first l_next size_g) as M.
  pose proof (windows_apart l (fun t => excess G t star) ml size W T HW (fun t => proj1 (M t))
    (fun t => proj2 (proj2 (M t))) small (Rlt_le _ _ step_l) kept). lra.
Qed.
End Saddle.
