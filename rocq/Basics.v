(** Facts about the definitions of [Algorithm]: sums, the projection onto the cube, the path. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm.
Open Scope R_scope.

(** * Sums *)

Lemma sum_eq g h n : (forall i, (i < n)%nat -> g i = h i) -> sum g n = sum h n.
Proof. intros E. induction n; [reflexivity|]. cbn. rewrite IHn, E; auto. Qed.

Lemma sum_le g h n : (forall i, (i < n)%nat -> g i <= h i) -> sum g n <= sum h n.
Proof. intros E. induction n; cbn; [lra|]. apply Rplus_le_compat; auto. Qed.

Lemma sum_scale c h n : sum (fun i => c * h i) n = c * sum h n.
Proof. induction n; cbn; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_plus g h n : sum (fun i => g i + h i) n = sum g n + sum h n.
Proof. induction n; cbn; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_minus g h n : sum (fun i => g i - h i) n = sum g n - sum h n.
Proof. induction n; cbn; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_const c n : sum (fun _ => c) n = INR n * c.
Proof. induction n; [cbn; lra|]. cbn [sum]. rewrite IHn, S_INR. lra. Qed.

Lemma sum_swap (h : nat -> nat -> R) m n :
  sum (fun i => sum (fun j => h i j) n) m = sum (fun j => sum (fun i => h i j) m) n.
Proof.
  induction m; cbn; [symmetry; rewrite sum_const; lra|]. now rewrite IHm, sum_plus.
Qed.

(** A sum over a + b terms is one over a terms, and one over the next b. *)
Lemma sum_split h a b : sum h (a + b) = sum h a + sum (fun s => h (a + s)%nat) b.
Proof.
  induction b; [rewrite Nat.add_0_r; cbn; lra|]. rewrite Nat.add_succ_r. cbn [sum]. rewrite IHb. lra.
Qed.

Lemma sum_INR n : sum INR n = INR n * (INR n - 1) / 2.
Proof. induction n; [cbn; lra|]. cbn [sum]. rewrite IHn, S_INR. field. Qed.

(** * The unit cube *)

Lemma clamp_range x : 0 <= clamp x <= 1.
Proof. unfold clamp, Rmax, Rmin. destruct (Rle_dec 1 x), (Rle_dec 0 _); lra. Qed.

Lemma clamp_nearer x y : 0 <= y <= 1 -> (clamp x - y) ^ 2 <= (x - y) ^ 2.
Proof. intros H. unfold clamp, Rmax, Rmin. destruct (Rle_dec 1 x), (Rle_dec 0 _); try lra; nra. Qed.

Lemma clamp_nearest x y : 0 <= y <= 1 -> (x - clamp x) ^ 2 <= (x - y) ^ 2.
Proof.
  intros H. unfold clamp, Rmax, Rmin. destruct (Rle_dec 1 x), (Rle_dec 0 _); try lra; try nra.
  replace (x - x) with 0 by ring. pose proof (pow2_ge_0 (x - y)). lra.
Qed.

Lemma onto_cube_in n x : cube n (onto_cube x).
Proof. intros i _. apply clamp_range. Qed.

(** [onto_cube] is the Euclidean projection: no point of the cube is nearer. *)
Theorem onto_cube_nearest n x y : cube n y ->
  sum (fun i => (x i - onto_cube x i) ^ 2) n <= sum (fun i => (x i - y i) ^ 2) n.
Proof. intros H. apply sum_le. intros i Hi. apply clamp_nearest, H, Hi. Qed.

(** * The path of a round *)

Section Path.
Variable A : tuning.
Hypothesis some : (1 <= K A)%nat.

Lemma INR_K : 0 < INR (K A).
Proof. apply lt_0_INR. lia. Qed.

Lemma path_range v k i :
  (forall j, 0 <= v j i <= 1) -> 0 <= path A v k i <= INR k / INR (K A).
Proof.
  intros H. pose proof INR_K as HK. pose proof (Rinv_0_lt_compat _ HK) as HI.
  assert (E : 0 <= sum (fun j => v j i) k <= INR k).
  { split.
    - rewrite <- (Rmult_0_r (INR k)), <- (sum_const 0 k). apply sum_le. intros; apply H.
    - rewrite <- (Rmult_1_r (INR k)), <- (sum_const 1 k). apply sum_le. intros; apply H. }
  unfold path, Rdiv. split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

Lemma path_in n v k :
  (k <= K A)%nat -> (forall j, cube n (v j)) -> cube n (path A v k).
Proof.
  intros Hk H i Hi. pose proof INR_K as HK.
  assert (E : INR k / INR (K A) <= 1).
  { apply (Rmult_le_reg_r (INR (K A))); [exact HK|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. now apply le_INR. }
  pose proof (path_range v k i (fun j => H j i Hi)). lra.
Qed.
End Path.

(** Learners that start in the cube, and are projected onto it, stay there. *)
Lemma choices_in G A n : (forall x, project G x = onto_cube x) ->
  (forall k, cube n (first A k)) -> forall t k, cube n (choice G A t k).
Proof.
  intros HP HF t k. unfold choice. destruct t; [apply HF|].
  cbn. unfold ascent. rewrite HP. apply onto_cube_in.
Qed.

Lemma lambda_nonnegative G A t : 0 <= lambda G A t.
Proof. destruct t; cbn; [lra|apply Rmax_l]. Qed.

Lemma lambda_next G A t :
  lambda G A (S t) = Rmax 0 ((1 - delta A * mu A ^ 2) * lambda G A t + mu A * spent G A t).
Proof. reflexivity. Qed.
