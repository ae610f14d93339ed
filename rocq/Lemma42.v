(** Lemma 4.2 of the paper is false: one run of the published algorithm, with the paper's tuning,
    refutes it.

    One good, one learner, X = [0, 1], f (x) = x, one unit of budget per round, windows of W = 2,
    T = 8 rounds. The price is 2 in the first two rounds and 0 after them; the learner starts at 1.
    So |g| <= 1 = G, the radius is 1, beta = 2, and the tuning is mu = 1/8, delta = 16. *)

Require Import Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics.
Open Scope R_scope.

Definition priced_early : game := {|
  dim := 1;
  decisions := cube 1;
  project := onto_cube;
  utility := fun _ x => x 0%nat;
  gradient := fun _ _ _ => 1;
  price := fun t _ => if Nat.ltb t 2 then 2 else 0;
  allowance := 1
|}.
Definition run : tuning := published 1 (paper_step 1 2 2 8) (paper_delta 2) (fun _ _ => 1).

(** What the lemma says of round t and the benchmark x. *)
Definition says (G : game) (A : tuning) (bound : R) (W t : nat) (x : vec) : Prop :=
  sum (fun s => lambda G A (t + s) * excess G (t + s) x) W <=
  lambda G A t * sum (fun s => excess G (t + s) x) W
  + bound ^ 2 / 2 * mu A * INR W * (INR W - 1).

(** 1 is the largest |g|; the lemma fails in the window that begins with the third round. *)
Definition lemma_4_2_fails : Prop :=
  (forall t x, cube 1 x -> Rabs (excess priced_early t x) <= 1) /\
  (exists t x, cube 1 x /\ Rabs (excess priced_early t x) = 1) /\
  (exists star, benchmark priced_early 2 8 star) /\
  forall star, benchmark priced_early 2 8 star -> ~ says priced_early run 1 2 2 star.

Lemma step_is : paper_step 1 2 2 8 = 1 / 8.
Proof.
  unfold paper_step. replace (INR 2 * INR 8) with (4 * 4) by (cbn; lra).
  rewrite sqrt_square by lra. field.
Qed.

Lemma run_is : run = published 1 (1 / 8) 16 (fun _ _ => 1).
Proof. unfold run. rewrite step_is. unfold paper_delta. f_equal. lra. Qed.


Lemma Rmax_is a b c : a <= c -> b = c -> Rmax a b = c.
Proof. intros H ->. now apply Rmax_right. Qed.

Lemma one_is : clamp (1 + 1 / 8 * (1 * 1 - 0 * 2)) = 1.
Proof. unfold clamp. rewrite Rmin_left by lra. apply Rmax_right. lra. Qed.

Lemma excess_is t x : excess priced_early t x = (if Nat.ltb t 2 then 2 else 0) * x 0%nat - 1.
Proof. unfold excess, dot. cbn. ring. Qed.

Lemma played_is s : played run s 0%nat = learner s 0%nat 0%nat.
Proof. unfold played, path. cbn. field. Qed.

Lemma next t : lambda priced_early run (S t) =
  Rmax 0 (3 / 4 * lambda priced_early run t
          + 1 / 8 * ((if Nat.ltb t 2 then 2 else 0) * choice priced_early run t 0%nat 0%nat - 1)).
Proof.
  rewrite lambda_next. unfold spent, decision. rewrite excess_is, played_is.
  fold (choice priced_early run t 0%nat). rewrite run_is. cbn [mu delta published]. f_equal. field.
Qed.

Lemma chosen t : choice priced_early run (S t) 0%nat 0%nat =
  clamp (choice priced_early run t 0%nat 0%nat
         + 1 / 8 * (1 - lambda priced_early run t * (if Nat.ltb t 2 then 2 else 0))).
Proof.
  rewrite run_is. cbn. unfold ascent, onto_cube, feedback. cbn. f_equal. unfold lambda, choice. ring.
Qed.

(** The first rounds: lambda is 0, 1/8, 7/32, 5/128 while the learner stays at 1. *)
Lemma rounds : lambda priced_early run 2 = 7 / 32 /\ lambda priced_early run 3 = 5 / 128.
Proof.
  assert (l0 : lambda priced_early run 0 = 0) by reflexivity.
  assert (c0 : choice priced_early run 0 0%nat 0%nat = 1) by reflexivity.
  assert (l1 : lambda priced_early run 1 = 1 / 8).
  { rewrite next, l0, c0. cbn. apply Rmax_is; lra. }
  assert (c1 : choice priced_early run 1 0%nat 0%nat = 1).
  { rewrite chosen, l0, c0. cbn. unfold clamp. rewrite Rmin_left by lra. apply Rmax_is; lra. }
  assert (l2 : lambda priced_early run 2 = 7 / 32).
  { rewrite next, l1, c1. cbn. apply Rmax_is; lra. }
  split; [exact l2|]. rewrite next, l2. cbn. apply Rmax_is; lra.
Qed.

Theorem lemma_4_2_fails_holds : lemma_4_2_fails.
Proof.
  split; [|split; [|split]].
  - intros t x H. specialize (H 0%nat ltac:(lia)). rewrite excess_is.
    destruct (Nat.ltb t 2); apply Rabs_le; lra.
  - exists 0%nat, (fun _ => 1). split; [intros i _; lra|]. rewrite excess_is. cbn.
    rewrite Rabs_right; lra.
  - exists (fun _ => 1 / 2). split; [split|].
    + intros i _. lra.
    + intros t _. cbn [sum]. rewrite !excess_is.
      destruct (Nat.ltb (t + 0) 2), (Nat.ltb (t + 1) 2); lra.
    + intros y [_ H]. specialize (H 0%nat ltac:(lia)). cbn [sum] in H. rewrite !excess_is in H.
      cbn in H. apply sum_le. intros t _. cbn. lra.
  - intros x _ H. unfold says in H. cbn [sum] in H. rewrite !excess_is in H.
    replace (2 + 0)%nat with 2%nat in H by lia. replace (2 + 1)%nat with 3%nat in H by lia.
    destruct rounds as [l2 l3]. rewrite l2, l3 in H.
    assert (E : mu run = 1 / 8) by apply step_is. rewrite E in H. cbn in H. lra.
Qed.

Print Assumptions lemma_4_2_fails_holds.
