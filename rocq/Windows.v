(** How often the windows of W rounds count a round (Appendix C of the paper). The proof of Lemma 4.3
    here lays its windows end to end and has no need of it. *)

Require Import Arith Bool Reals Lra Lia.
From Osphg Require Import Algorithm Basics.
Open Scope R_scope.

(** 1 in the W rounds from N on, else 0. *)
Definition within (N W r : nat) : R := if (N <=? r) && (r <? N + W) then 1 else 0.

Lemma in_it N W r : (N <= r < N + W)%nat -> within N W r = 1.
Proof.
  intros [L U]. unfold within. apply Nat.leb_le in L. apply Nat.ltb_lt in U. now rewrite L, U.
Qed.
Lemma out_of_it N W r : (r < N \/ N + W <= r)%nat -> within N W r = 0.
Proof.
  intros H. unfold within. destruct (N <=? r) eqn:L, (r <? N + W) eqn:U; try reflexivity.
  apply Nat.leb_le in L. apply Nat.ltb_lt in U. lia.
Qed.

(** Up to any round after it, what lies in a window is its sum. *)
Lemma one_window (h : nat -> R) W N M : (N + W <= M)%nat ->
  sum (fun r => within N W r * h r) M = sum (fun s => h (N + s)%nat) W.
Proof.
  intros H. assert (before : forall V, (V <= W)%nat ->
    sum (fun r => within N W r * h r) (N + V) = sum (fun s => h (N + s)%nat) V).
  { induction V; intros HV.
    - rewrite Nat.add_0_r, (sum_eq _ (fun _ => 0)); [cbn; rewrite sum_const; ring|].
      intros r Hr. rewrite out_of_it by lia. ring.
    - rewrite Nat.add_succ_r. cbn [sum]. rewrite IHV, in_it by lia. ring. }
  induction H; [now apply before|]. cbn [sum]. rewrite IHle, out_of_it by lia. ring.
Qed.

(** Round r, from 0, lies in the windows that begin from r + 1 - W, or 0, up to r, or T - W. *)
Theorem windows_count (h : nat -> R) W T : (1 <= W <= T)%nat ->
  sum (fun t => sum (fun s => h (t + s)%nat) W) (T + 1 - W)
  = sum (fun r => INR (Nat.min (S r) (T + 1 - W) - (S r - W)) * h r) T.
Proof.
  intros H. assert (G : forall N, (N + W <= T + 1)%nat ->
    sum (fun t => sum (fun s => h (t + s)%nat) W) N
    = sum (fun r => INR (Nat.min (S r) N - (S r - W)) * h r) T).
  { induction N; intros HN.
    - cbn [sum]. rewrite (sum_eq _ (fun _ => 0)); [rewrite sum_const; ring|]. intros r _.
      replace (Nat.min (S r) 0 - (S r - W))%nat with 0%nat by lia. cbn. ring.
    - cbn [sum]. rewrite IHN, <- (one_window h W N T), <- sum_plus by lia. apply sum_eq. intros r _.
      destruct (le_lt_dec N r); [destruct (le_lt_dec (N + W) r)|].
      2: { rewrite in_it by lia.
        replace (Nat.min (S r) (S N) - (S r - W))%nat with (S (Nat.min (S r) N - (S r - W))) by lia.
        rewrite S_INR. ring. }
      all: rewrite out_of_it by lia;
        replace (Nat.min (S r) (S N) - (S r - W))%nat with (Nat.min (S r) N - (S r - W))%nat by lia; ring. }
  apply G. lia.
Qed.
