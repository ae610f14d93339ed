(** The problem and the algorithm (Algorithm 2 of the paper), as definitions.

    Rounds and learners are counted from 0 here: round t of the book is t - 1, and learner k is
    k - 1. Vectors are functions of the coordinate; only the coordinates below [dim] count. *)

Require Import Reals.
Open Scope R_scope.

Definition vec := nat -> R.

(** [sum h n] is h 0 + ... + h (n - 1). *)
Fixpoint sum (h : nat -> R) (n : nat) : R :=
  match n with O => 0 | S j => sum h j + h j end.

Definition dot (n : nat) (x y : vec) : R := sum (fun i => x i * y i) n.

(** * The problem *)

Record game := Game {
  dim : nat;
  decisions : vec -> Prop;             (* X *)
  project : vec -> vec;                (* onto X *)
  utility : nat -> vec -> R;           (* f_t *)
  gradient : nat -> vec -> vec;        (* of f_t *)
  price : nat -> vec;                  (* p_t *)
  allowance : R                        (* B_T / T *)
}.

(** g_t (x) = <p_t, x> - B_T / T *)
Definition excess (G : game) (t : nat) (x : vec) : R := dot (dim G) (price G t) x - allowance G.

(** x is within the budget of every window of W rounds. *)
Definition affordable (G : game) (W T : nat) (x : vec) : Prop :=
  decisions G x /\ forall t, (t + W <= T)%nat -> sum (fun s => excess G (t + s) x) W <= 0.

(** x is the benchmark: no other affordable decision is worth more. *)
Definition benchmark (G : game) (W T : nat) (x : vec) : Prop :=
  affordable G W T x /\
  forall y, affordable G W T y -> sum (fun t => utility G t y) T <= sum (fun t => utility G t x) T.

(** * The algorithm *)

Record tuning := Tuning {
  K : nat;                             (* how many learners *)
  mu : R;                              (* the step *)
  delta : R;                           (* how much the multiplier forgets *)
  weight : nat -> R;                   (* of the gradient in learner k's feedback *)
  first : nat -> vec                   (* where learner k starts *)
}.

(** The multiplier, and where the learners stand. *)
Record state := State { multiplier : R; learner : nat -> vec }.

Section OSPHG.
Variables (G : game) (A : tuning).

(** x^(k): the first k choices, each with 1/K. *)
Definition path (v : nat -> vec) (k : nat) : vec := fun i => sum (fun j => v j i) k / INR (K A).

(** x_t *)
Definition played (s : state) : vec := path (learner s) (K A).

(** What learner k is told: w_k times the gradient at x^(k), less lambda times the price. *)
Definition feedback (t : nat) (s : state) (k : nat) : vec := fun i =>
  weight A k * gradient G t (path (learner s) k) i - multiplier s * price G t i.

Definition ascent (v d : vec) : vec := project G (fun i => v i + mu A * d i).

(** One round: the multiplier's step, and every learner's. *)
Definition round (t : nat) (s : state) : state := {|
  multiplier :=
    Rmax 0 ((1 - delta A * mu A ^ 2) * multiplier s + mu A * excess G t (played s));
  learner := fun k => ascent (learner s k) (feedback t s k)
|}.

(** The state at the beginning of round t. *)
Fixpoint osphg (t : nat) : state :=
  match t with
  | O => {| multiplier := 0; learner := first A |}
  | S n => round n (osphg n)
  end.

Definition lambda (t : nat) : R := multiplier (osphg t).
Definition choice (t k : nat) : vec := learner (osphg t) k.
Definition decision (t : nat) : vec := played (osphg t).

(** g_t (x_t) *)
Definition spent (t : nat) : R := excess G t (decision t).

(** The (1 - 1/e)-regret against x after T rounds. *)
Definition regret (T : nat) (x : vec) : R :=
  (1 - exp (-1)) * sum (fun t => utility G t x) T - sum (fun t => utility G t (decision t)) T.

End OSPHG.

(** * The two feedbacks *)

(** The paper's: every gradient counts in full. *)
Definition published (K : nat) (mu delta : R) (first : nat -> vec) : tuning :=
  Tuning K mu delta (fun _ => 1) first.

(** The repaired one: the gradient of learner k counts (1 - 1/K)^(K - k), k from 1. *)
Definition weighted (K : nat) (mu delta : R) (first : nat -> vec) : tuning :=
  Tuning K mu delta (fun k => (1 - / INR K) ^ (K - 1 - k)) first.

(** * The unit cube *)

Definition clamp (x : R) : R := Rmax 0 (Rmin 1 x).
Definition cube (n : nat) (x : vec) : Prop := forall i, (i < n)%nat -> 0 <= x i <= 1.
Definition onto_cube (x : vec) : vec := fun i => clamp (x i).

(** The tuning of the paper's theorems: the step R / (beta sqrt (W T)), and delta = 4 beta^2. *)
Definition paper_step (radius beta : R) (W T : nat) : R := radius / (beta * sqrt (INR W * INR T)).
Definition paper_delta (beta : R) : R := 4 * beta ^ 2.
