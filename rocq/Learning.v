(** What every algorithm of the book is made of: projected gradient ascent of a learner, and the
    multiplier's ascent. Both for any sequences; the algorithms put theirs in. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Sums Setting.
Open Scope R_scope.

(** A learner that ascends along [d t] with the step [m] has, against any point of X, a regret of at
    most R^2 / (2 m) + m/2 sum |d_t|^2. *)
Lemma ascent_regret n X P top radius (v d : nat -> vec) m star T :
  domain n X P top radius -> 0 < m -> X (v O) -> X star ->
  (forall t, v (S t) = P (plus (v t) (scale m (d t)))) ->
  sum (fun t => dot n (d t) (minus star (v t))) T <= radius ^ 2 / (2 * m) + m / 2 * sum (fun t => sq n (d t)) T.
Admitted.

(** What is told, a short vector less the price at lambda, is at most 2 beta^2 (1 + lambda^2) long. *)
Lemma told_size n u p l beta : sq n u <= beta ^ 2 -> sq n p <= beta ^ 2 -> 0 <= l ->
  sq n (minus u (scale l p)) <= 2 * beta ^ 2 * (1 + l ^ 2).
Admitted.

(** The multiplier has no regret against any ell >= 0. *)
Lemma multiplier_regret (l g : nat -> R) m d size ell T :
  0 < m -> 0 < d -> l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) ->
  (forall t, Rabs (g t) <= size) -> 0 <= ell ->
  ell * sum g T - d * m / 2 * INR T * ell ^ 2 - ell ^ 2 / (2 * m)
  <= sum (fun t => l t * g t) T + (d ^ 2 * m ^ 2 - d / 2) * m * sum (fun t => l t ^ 2) T + m * size ^ 2 * INR T.
Admitted.

(** One round moves the multiplier by at most 2 m size, and it is at most m size t. *)
Lemma multiplier_step (l g : nat -> R) m d size : 0 < m -> 0 < d -> 0 <= 1 - d * m ^ 2 ->
  l O = 0 -> (forall t, l (S t) = Rmax 0 ((1 - d * m ^ 2) * l t + m * g t)) -> (forall t, Rabs (g t) <= size) ->
  forall t, 0 <= l t <= m * size * INR t /\ l t <= size / (d * m) /\ Rabs (l (S t) - l t) <= 2 * m * size.
Admitted.

(** Windows laid from the end: a benchmark that keeps each of them pays, at the multiplier's prices,
    at most m size^2 (W - 1) T. *)
Lemma windows_apart (l h : nat -> R) m size W T :
  (1 <= W)%nat -> (forall t, 0 <= l t <= m * size * INR t) -> (forall t, Rabs (l (S t) - l t) <= 2 * m * size) ->
  (forall t, Rabs (h t) <= size) -> 0 <= m -> (forall j, (S j * W <= T)%nat -> sum (fun s => h (T - S j * W + s)%nat) W <= 0) ->
  sum (fun t => l t * h t) T <= m * size ^ 2 * (INR W - 1) * INR T.
Admitted.
