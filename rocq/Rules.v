(** What stands behind each rule of the kernel, and the tactics of the exported proofs. *)

Require Import ZArith Lia Reals Lra Psatz.
From Osphg Require Import Sums.
Open Scope R_scope.

(** * Rules *)

(** restate: the difference of the sides stays what it was. *)
Lemma le_of_le l' r' l r : l' <= r' -> r - l = r' - l' -> l <= r.
Proof. intros. lra. Qed.
Lemma le_of_eq l' r' l r : l' = r' -> r - l = r' - l' -> l <= r.
Proof. intros. lra. Qed.
Lemma le_of_eq_turned l' r' l r : l' = r' -> r - l = - (r' - l') -> l <= r.
Proof. intros. lra. Qed.
Lemma eq_of_eq (l' r' l r : R) : l' = r' -> r - l = r' - l' -> l = r.
Proof. intros. lra. Qed.
Lemma eq_of_eq_turned (l' r' l r : R) : l' = r' -> r - l = - (r' - l') -> l = r.
Proof. intros. lra. Qed.

(** The same, side by side. *)
Lemma le_sides l r l' r' : l <= r -> l' = l -> r' = r -> l' <= r'.
Proof. intros H -> ->. exact H. Qed.
Lemma eq_sides (l r l' r' : R) : l = r -> l' = l -> r' = r -> l' = r'.
Proof. intros H -> ->. exact H. Qed.
Lemma eq_le (a b : R) : a = b -> a <= b.
Proof. intros ->. apply Rle_refl. Qed.

(** scale *)
Lemma le_scale l r k l' r' : l <= r -> 0 <= k -> l' = l * k -> r' = r * k -> l' <= r'.
Proof. intros H Hk -> ->. now apply Rmult_le_compat_r. Qed.
Lemma eq_scale (l r k l' r' : R) : l = r -> l' = l * k -> r' = r * k -> l' = r'.
Proof. intros -> -> ->. reflexivity. Qed.
Lemma sign_of_le l r k : l <= r -> r - l - k = 0 -> 0 <= k.
Proof. intros. lra. Qed.
Lemma sign_of_eq (l r k : R) : l = r -> r - l - k = 0 -> 0 <= k.
Proof. intros. lra. Qed.

(** chain *)
Lemma le_chain (a b b' c : R) : a <= b -> b - b' = 0 -> b' <= c -> a <= c.
Proof. intros. lra. Qed.
Lemma eq_chain (a b b' c : R) : a = b -> b - b' = 0 -> b' = c -> a = c.
Proof. intros. lra. Qed.

(** between *)
Lemma between x y x' y' z : x <= y -> x' <= y' -> x + x' = 0 -> y - y' = 0 -> z = Rabs x -> z <= y.
Proof. intros H H' E E' ->. apply Rabs_le. lra. Qed.

(** * Absolute values, maxima, powers *)

Lemma Rmax_by_abs a b : Rmax a b = (a + b + Rabs (a - b)) / 2.
Proof. unfold Rmax, Rabs. destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.
Lemma Rmin_by_abs a b : Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof. unfold Rmin, Rabs. destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

Lemma abs_factor u k v : 0 <= k -> u = k * v -> Rabs u = k * Rabs v.
Proof. intros Hk ->. now rewrite Rabs_mult, (Rabs_pos_eq k Hk). Qed.
Lemma abs_factor_turned u k v : 0 <= k -> u = - (k * v) -> Rabs u = k * Rabs v.
Proof. intros Hk ->. now rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq k Hk). Qed.
Lemma abs_known u v : 0 <= v -> u = v -> Rabs u = v.
Proof. intros H ->. now apply Rabs_pos_eq. Qed.
Lemma abs_known_turned u v : 0 <= v -> u = - v -> Rabs u = v.
Proof. intros H ->. rewrite Rabs_Ropp. now apply Rabs_pos_eq. Qed.
Lemma square_of_abs x : Rabs x ^ 2 = x ^ 2.
Proof. apply pow2_abs. Qed.

Lemma power_nat x n : powerRZ x (Z.of_nat n) = x ^ n.
Proof.
  destruct n; [reflexivity|].
  simpl Z.of_nat. unfold powerRZ. now rewrite SuccNat2Pos.id_succ.
Qed.
(** Rocq takes 0^(-1) to be 0, so that x x^n = x^(n+1) wants 0 <= n. *)
Lemma power_above x e least j :
  (0 <= least /\ e = least + Z.of_nat j)%Z -> powerRZ x e = x ^ j * powerRZ x least.
Proof.
  intros [H ->]. replace least with (Z.of_nat (Z.to_nat least)) by lia.
  rewrite <- Nat2Z.inj_add, !power_nat, pow_add. lra.
Qed.
Lemma power_number x e j : e = Z.of_nat j -> powerRZ x e = x ^ j.
Proof. intros ->. apply power_nat. Qed.
Lemma power_equal x x' e e' : x = x' -> e = e' -> powerRZ x e = powerRZ x' e'.
Proof. now intros -> ->. Qed.
Lemma power_nonnegative x e : 0 <= x -> 0 <= powerRZ x e.
Proof.
  intros H. destruct (Req_dec x 0) as [->|]; [|apply powerRZ_le; lra].
  destruct e; simpl; try lra; try (apply pow_le; lra).
  destruct (Pos2Nat.is_succ p) as [n ->]. simpl. rewrite Rmult_0_l, Rinv_0. lra.
Qed.

(** * Tactics *)

(** Integers among reals: IZR goes down to the symbols. *)
Ltac push := repeat (rewrite plus_IZR || rewrite minus_IZR || rewrite mult_IZR || rewrite opp_IZR).
Ltac push_in H := repeat (rewrite plus_IZR in H || rewrite minus_IZR in H || rewrite mult_IZR in H
                          || rewrite opp_IZR in H).

(** Signs, by the shape of a term. *)
Lemma not_positive x : x <= 0 -> 0 <= - x.
Proof. intros. lra. Qed.
(** The first two terms of its series; [exp_increasing] would rest on one axiom more. *)
Lemma exp_above_line y : 0 <= y -> 1 + y <= exp y.
Proof.
  intros Hy.
  assert (H : sum_f_R0 (fun i => / INR (fact i) * y ^ i) 1 <= exp y).
  { apply sum_incr; [exact (proj2_sig (exist_exp y))|]. intros n. apply Rmult_le_pos; [|now apply pow_le].
    apply Rlt_le, Rinv_0_lt_compat, INR_fact_lt_0. }
  cbn in H. lra.
Qed.
Lemma exp_below_1 x : x < 0 -> 0 < 1 - exp x.
Proof.
  intros H. pose proof (exp_above_line (- x) ltac:(lra)) as E. rewrite exp_Ropp in E.
  pose proof (exp_pos x) as P. apply (Rmult_le_compat_r (exp x)) in E; [|lra].
  rewrite Rinv_l in E by lra. assert (0 < - x * exp x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Ltac negative := first [apply Rmin_l | assumption | lra | nra].
Ltac sign :=
  lazymatch goal with
  | |- 0 < 1 - exp _ => apply exp_below_1; lra
  | |- 0 <= 1 - exp _ => apply Rlt_le, exp_below_1; lra
  | |- 0 <= - _ => first [apply not_positive; negative | lra | nra]
  | |- 0 <= _ * _ => first [apply Rle_0_sqr | apply Rmult_le_pos; sign | nra]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; sign
  | |- 0 <= _ / _ => unfold Rdiv; apply Rmult_le_pos; sign
  | |- 0 < _ / _ => unfold Rdiv; apply Rmult_lt_0_compat; sign
  | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; sign
  | |- 0 < / _ => apply Rinv_0_lt_compat; sign
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; sign
  | |- 0 < _ ^ _ => apply pow_lt; sign
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; sign
  | |- 0 <= exp _ => apply Rlt_le, exp_pos
  | |- 0 < exp _ => apply exp_pos
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 <= Rmax 0 _ => apply Rmax_l
  | |- 0 <= Rmax _ _ =>
      first [eapply Rle_trans; [|apply Rmax_l]; sign | eapply Rle_trans; [|apply Rmax_r]; sign]
  | |- 0 <= powerRZ _ _ => apply power_nonnegative; sign
  | |- 0 <= _ + _ => first [apply Rplus_le_le_0_compat; sign | lra | nra]
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; sign | apply Rplus_le_lt_0_compat; sign | lra | nra]
  | |- 0 <= IZR _ => first [lra | apply IZR_le; lia]
  | |- 0 < IZR _ => first [lra | apply IZR_lt; lia]
  | |- _ => first [assumption | lra | nra | solve [auto]]
  end.
Ltac nonzero :=
  repeat split; first [assumption | apply Rgt_not_eq; unfold Rgt; sign | apply Rlt_not_eq; sign | lra].

(** A condition of a step. *)
Ltac cond := first [assumption | lia | lra | sign | nia | nra].
Ltac known := intros; cbv beta; first [cond | lra].

(** An equality that `ring` or `field` decides, with squares of roots as hypotheses. *)
Tactic Notation "polynomial" :=
  cbv beta; push; unfold Rdiv; first [reflexivity | ring | (field; nonzero)].
Tactic Notation "polynomial" "[" ne_constr_list(squares) "]" :=
  cbv beta; push; unfold Rdiv in *;
  first [ring | (field; nonzero) | ring [squares] | (field [squares]; nonzero)
        | (field_simplify_eq [squares]; [field | nonzero])].

(** Give an inverse a name, so that hypotheses with it are polynomials. *)
Tactic Notation "over" constr(x) "as" ident(inverse) ident(one) :=
  let positive := fresh "positive" in
  assert (positive : 0 < / x) by sign;
  assert (one : x * / x = 1) by (apply Rinv_r; nonzero);
  unfold Rdiv in *; set (inverse := / x) in *; clearbody inverse.

(** An equality whose sides look the same. *)
Ltac same := first [reflexivity | polynomial].
