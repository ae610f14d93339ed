(** The assumptions can be met: the decoy game and the paper's quadratics satisfy all of section 3, the
    paper's tuning fits them, and they have benchmarks. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Cube OneGood Tuned.
From Osphg Require BentDecoy Decoy.
Open Scope R_scope.

(** The box from 0 to 1 is the cube. *)
Lemma box_cube n x : box n ones x -> cube n x.
Proof. intros [L U] i Hi. split; [apply L|apply U]; exact Hi. Qed.

(** * The decoy game *)

Section Decoy.
Variables Q w rho tau : R.
Hypothesis ok : Decoy.ranges Q w rho tau.
Notation game := (Decoy.decoy Q w rho tau).

(** Standing, the paper's tuning, and a benchmark at once. *)
Theorem decoy_consistent W T : 48 <= INR W * INR T ->
  standing game ones BentDecoy.radius (BentDecoy.beta Q rho tau) (/ tau) (1 + rho)
    (Decoy.curvature Q w) /\
  fits (paper_step BentDecoy.radius (BentDecoy.beta Q rho tau) W T) (paper_delta (BentDecoy.beta Q rho tau))
    (BentDecoy.beta Q rho tau) /\
  benchmark game W T BentDecoy.star.
Proof.
  intros H. pose proof (Decoy.decoy_standing Q w rho tau ok) as S. split; [exact S|]. split.
  - destruct S as [[_ R0 B0 _ _ _ _] _ _ _]. apply paper_tuning; try assumption.
    unfold BentDecoy.radius. rewrite pow2_sqrt; lra.
  - apply (Decoy.star_benchmark Q w rho tau ok).
Qed.
End Decoy.

(** * The paper's quadratics: f_t (x) = <h_t, x> + x^T H_t x / 2 on the unit cube, H_t symmetric with
    entries from -1 to 0, h_t = - H_t 1, prices from 2 to 4, a budget of 2 per round *)

Definition form (n : nat) (H : nat -> nat -> R) (x y : vec) : R :=
  sum (fun i => sum (fun j => H i j * x i * y j) n) n.

Definition quadratics (n : nat) (H : nat -> nat -> nat -> R) (p : nat -> vec) : game := {|
  dim := n;
  decisions := cube n;
  project := onto_cube;
  utility := fun t x => dot n (fun i => - sum (fun j => H t i j) n) x + form n (H t) x x / 2;
  gradient := fun t x i => - sum (fun j => H t i j) n + sum (fun j => H t i j * x j) n;
  price := p;
  allowance := 2
|}.

Lemma form_plus_left n H a x y z : form n H (fun i => x i + a * y i) z = form n H x z + a * form n H y z.
Proof.
  unfold form. rewrite <- sum_scale, <- sum_plus. apply sum_eq. intros i _.
  rewrite <- sum_scale, <- sum_plus. apply sum_eq. intros. ring.
Qed.

Lemma form_sym n H x y : (forall i j, H i j = H j i) -> form n H x y = form n H y x.
Proof.
  intros S. unfold form. rewrite sum_swap. apply sum_eq. intros i _. apply sum_eq. intros j _.
  rewrite S. ring.
Qed.

(** What the gradient misses is the form of the step. *)
Lemma quadratics_step n H p t x y : (forall i j, H t i j = H t j i) ->
  utility (quadratics n H p) t y - utility (quadratics n H p) t x
  - dot n (gradient (quadratics n H p) t x) (minus y x) = form n (H t) (minus y x) (minus y x) / 2.
Proof.
  intros S. cbn [utility gradient quadratics]. set (h := fun i => - sum (fun j => H t i j) n).
  assert (D : dot n (fun i => h i + sum (fun j => H t i j * x j) n) (minus y x)
              = dot n h y - dot n h x + (form n (H t) y x - form n (H t) x x)).
  { unfold dot, form. rewrite <- !sum_minus, <- sum_plus. apply sum_eq. intros i _. unfold minus.
    rewrite <- sum_minus. rewrite (sum_eq (fun j => H t i j * y i * x j - H t i j * x i * x j)
      (fun j => (y i - x i) * (H t i j * x j))) by (intros; ring).
    rewrite sum_scale. ring. }
  assert (E : forall z, form n (H t) (minus y x) z = form n (H t) y z - form n (H t) x z).
  { intros z. pose proof (form_plus_left n (H t) (-1) y x z) as F.
    replace (form n (H t) (minus y x) z) with (form n (H t) (fun i => y i + -1 * x i) z); [lra|].
    apply sum_eq. intros. apply sum_eq. intros. unfold minus. ring. }
  change (dot n _ (minus y x)) with (dot n (fun i => h i + sum (fun j => H t i j * x j) n) (minus y x)).
  rewrite D.
  rewrite (E (minus y x)), !(form_sym n (H t) _ (minus y x)), !E, (form_sym n _ x y) by exact S. field.
Qed.

(** Entries from -1 to 0: the form is at most n times the square, in size. *)
Lemma form_size n H d : (forall i j, -1 <= H i j <= 0) -> Rabs (form n H d d) <= INR n * sq n d.
Proof.
  intros HH. assert (B : forall i j, - ((d i * d i + d j * d j) / 2) <= H i j * d i * d j
                                     <= (d i * d i + d j * d j) / 2).
  { intros i j. specialize (HH i j). pose proof (pow2_ge_0 (d i - d j)). pose proof (pow2_ge_0 (d i + d j)).
    split; nra. }
  assert (S : sum (fun i => sum (fun j => (d i * d i + d j * d j) / 2) n) n = INR n * sq n d).
  { rewrite (sum_eq _ (fun i => INR n / 2 * (d i * d i) + sq n d / 2)).
    - rewrite sum_plus, sum_scale, sum_const. unfold sq, dot. field.
    - intros i _. rewrite (sum_eq _ (fun j => d i * d i / 2 + / 2 * (d j * d j))) by (intros; field).
      rewrite sum_plus, sum_const, sum_scale. unfold sq, dot. field. }
  rewrite <- S. apply Rabs_le. unfold form. split.
  - rewrite <- (Rmult_1_l (sum _ n)), Ropp_mult_distr_l, <- sum_scale. apply sum_le. intros i _.
    rewrite <- sum_scale. apply sum_le. intros j _. specialize (B i j). lra.
  - apply sum_le. intros i _. apply sum_le. intros j _. apply B.
Qed.

Section Quadratics.
Variables (n : nat) (H : nat -> nat -> nat -> R) (p : nat -> vec) (beta : R).
Hypotheses (some : (1 <= n)%nat) (entries : forall t i j, -1 <= H t i j <= 0).
Hypotheses (symmetric : forall t i j, H t i j = H t j i) (prices : forall t i, 2 <= p t i <= 4).
Hypotheses (Hb : 0 < beta) (long : INR n ^ 3 <= beta ^ 2) (dear : 16 * INR n <= beta ^ 2).
Notation game := (quadratics n H p).

Lemma n_1 : 1 <= INR n.
Proof. change 1 with (INR 1). now apply le_INR. Qed.

(** Every entry of the gradient, - sum H_ij (1 - x_j), lies between 0 and n. *)
Lemma gradient_range t x i : cube n x -> 0 <= gradient game t x i <= INR n.
Proof.
  intros Hx. cbn. assert (E : - sum (fun j => H t i j) n + sum (fun j => H t i j * x j) n
    = sum (fun j => - H t i j * (1 - x j)) n).
  { rewrite <- (Rmult_1_l (sum (fun j => H t i j) n)), Ropp_mult_distr_l, <- sum_scale, <- sum_plus.
    apply sum_eq. intros. ring. }
  rewrite E. split.
  - apply sum_nonnegative. intros j Hj. specialize (Hx j Hj). specialize (entries t i j). nra.
  - rewrite <- (Rmult_1_r (INR n)), <- sum_const. apply sum_le. intros j Hj.
    specialize (Hx j Hj). specialize (entries t i j). nra.
Qed.

Theorem quadratics_standing :
  standing game ones (sqrt (INR n)) beta (4 * INR n) (INR n ^ 2) (INR n).
Proof.
  pose proof n_1 as N1.
  assert (T : forall t x y, Rabs (utility game t y - utility game t x - dot n (gradient game t x) (minus y x))
                            <= INR n / 2 * sq n (minus y x)).
  { intros t x y. rewrite quadratics_step by apply symmetric. unfold Rdiv at 1. rewrite Rabs_mult.
    rewrite (Rabs_right (/ 2)) by lra. pose proof (form_size n (H t) (minus y x) (entries t)). lra. }
  split; [split|split|split|].
  - apply cube_domain.
  - apply sqrt_lt_R0. lra.
  - exact Hb.
  - intros t x Hx. apply Rle_trans with (2 := long). replace (INR n ^ 3) with (INR n * INR n ^ 2) by ring.
    cbn [dim quadratics]. unfold sq, dot. rewrite <- sum_const. apply sum_le. intros i _.
    pose proof (gradient_range t x i Hx). nra.
  - intros t. apply Rle_trans with (2 := dear). rewrite Rmult_comm. cbn [dim quadratics]. unfold sq, dot.
    rewrite <- sum_const. apply sum_le. intros i _. specialize (prices t i). cbn. nra.
  - intros t i _. cbn. unfold zero. specialize (prices t i). lra.
  - intros t x Hx. unfold excess. cbn. unfold dot.
    assert (0 <= sum (fun i => p t i * x i) n <= 4 * INR n); [|apply Rabs_le; lra].
    split; [apply sum_nonnegative|rewrite Rmult_comm, <- sum_const; apply sum_le];
      intros i Hi; specialize (Hx i Hi); specialize (prices t i); nra.
  - apply quadratic_differentiable with (C := INR n / 2); [lra|]. intros x y _ _. apply T.
  - cbn. unfold form, dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring).
    rewrite (sum_eq (fun i => sum _ n) (fun _ => 0)).
    + rewrite sum_const. field.
    + intros i _. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring.
  - intros x Hx i _. apply gradient_range. now apply box_cube.
  - intros x y Hx Hy U i _. cbn. apply Rplus_le_compat_l, sum_le. intros j Hj.
    specialize (U j Hj). specialize (entries t i j). nra.
  - lra.
  - intros t x y _ _ _. pose proof (T t x y) as D.
    match type of D with Rabs ?r <= _ => pose proof (Rle_abs (- r)) as A; rewrite Rabs_Ropp in A end.
    cbn [dim quadratics]. lra.
  - intros t. assert (B : forall x, cube n x -> 0 <= utility game t x <= INR n ^ 2).
    { intros x Hx. replace (utility game t x)
        with (sum (fun i => sum (fun j => - H t i j * x i * (1 - x j / 2)) n) n).
      2: { cbn [utility quadratics]. unfold dot, form, Rdiv. rewrite (Rmult_comm _ (/ 2)).
           rewrite <- sum_scale, <- sum_plus. apply sum_eq. intros i _.
           replace (- sum (fun j => H t i j) n * x i) with (- x i * sum (fun j => H t i j) n) by ring.
           rewrite <- !sum_scale, <- sum_plus. apply sum_eq. intros j _. field. }
      assert (E : forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= - H t i j * x i * (1 - x j / 2) <= 1).
      { intros i j Hi Hj. pose proof (Hx i Hi). pose proof (Hx j Hj). specialize (entries t i j).
        assert (0 <= - H t i j * x i <= 1) by nra. nra. }
      replace (INR n ^ 2) with (INR n * (INR n * 1)) by ring. rewrite <- !sum_const. split.
      - apply sum_nonnegative. intros i Hi. apply sum_nonnegative. intros j Hj. now apply E.
      - apply sum_le. intros i Hi. apply sum_le. intros j Hj. now apply E. }
    intros x y Hx Hy. pose proof (B x Hx). pose proof (B y Hy). apply Rabs_le. lra.
Qed.

(** Standing, the paper's tuning, and a decision that every window can afford. *)
Theorem quadratics_consistent W T : 16 * INR n <= INR W * INR T ->
  standing game ones (sqrt (INR n)) beta (4 * INR n) (INR n ^ 2) (INR n) /\
  fits (paper_step (sqrt (INR n)) beta W T) (paper_delta beta) beta /\
  affordable game W T (fun _ => 1 / (2 * INR n)).
Proof.
  intros HT. pose proof n_1 as N1. split; [exact quadratics_standing|]. split.
  - apply paper_tuning; [apply sqrt_lt_R0; lra|exact Hb|]. rewrite pow2_sqrt; lra.
  - split.
    + intros i _. split; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
      apply (Rmult_le_reg_r (2 * INR n)); [lra|]. field_simplify; lra.
    + intros t _. rewrite <- (Rmult_0_r (INR W)), <- (sum_const 0). apply sum_le. intros s _.
      unfold excess. cbn [dim price allowance quadratics]. unfold dot.
      assert (E : sum (fun i => p (t + s)%nat i * (1 / (2 * INR n))) n <= INR n * (4 * (1 / (2 * INR n)))).
      { rewrite <- sum_const. apply sum_le. intros i _. apply Rmult_le_compat_r; [|apply prices].
        apply Rlt_le, Rdiv_lt_0_compat; lra. }
      replace (INR n * (4 * (1 / (2 * INR n)))) with 2 in E by (field; lra). lra.
Qed.
End Quadratics.

(** One of the family with its benchmark: H is minus the identity in every round, all prices are 2. *)
Theorem quadratics_benchmark n W T : (1 <= n)%nat -> (1 <= W <= T)%nat ->
  benchmark (quadratics n (fun _ i j => if Nat.eqb i j then -1 else 0) (fun _ _ => 2)) W T
    (fun _ => 1 / INR n).
Proof.
  intros Hn HW. set (H := fun i j => if Nat.eqb i j then -1 else 0).
  assert (N1 : 1 <= INR n) by (change 1 with (INR 1); now apply le_INR).
  assert (D : forall (h : nat -> R) i m, sum (fun j => H i j * h j) m = if (i <? m)%nat then - h i else 0).
  { intros h i m. induction m; [reflexivity|]. cbn [sum]. rewrite IHm. unfold H.
    destruct (Nat.eqb_spec i m) as [->|E].
    - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt m (S m))) by lia. ring.
    - destruct (Nat.ltb_spec i m); [rewrite (proj2 (Nat.ltb_lt i (S m))) by lia; ring|].
      rewrite (proj2 (Nat.ltb_ge i (S m))) by lia. ring. }
  assert (F : forall t x, utility (quadratics n (fun _ => H) (fun _ _ => 2)) t x
                          = sum (fun i => x i - x i ^ 2 / 2) n).
  { intros t x. cbn [utility quadratics]. unfold dot, form, Rdiv. rewrite (Rmult_comm _ (/ 2)).
    rewrite <- sum_scale, <- sum_plus. apply sum_eq. intros i Hi.
    rewrite (sum_eq (fun j => H i j) (fun j => H i j * 1)) by (intros; ring).
    rewrite (sum_eq (fun j => H i j * x i * x j) (fun j => H i j * (x i * x j))) by (intros; ring).
    rewrite !D, (proj2 (Nat.ltb_lt i n) Hi). field. }
  assert (P : forall t x, excess (quadratics n (fun _ => H) (fun _ _ => 2)) t x = 2 * sum x n - 2).
  { intros t x. unfold excess, dot. cbn. now rewrite sum_scale. }
  split; [split|].
  - intros i _. split; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
    apply (Rmult_le_reg_r (INR n)); [lra|]. field_simplify; lra.
  - intros t _. rewrite (sum_eq _ (fun _ => 0)); [rewrite sum_const; lra|].
    intros s _. rewrite P, sum_const. field. lra.
  - intros y [_ Hy]. specialize (Hy 0%nat ltac:(lia)).
    rewrite (sum_eq _ (fun _ => 2 * sum y n - 2)), sum_const in Hy by (intros; apply P).
    assert (0 < INR W) by (apply lt_0_INR; lia). assert (B : sum y n <= 1) by nra.
    apply sum_le. intros t _. rewrite !F. set (a := 1 / INR n).
    assert (A : 0 < a <= 1).
    { split; [apply Rdiv_lt_0_compat; lra|].
      apply (Rmult_le_reg_r (INR n)); [lra|]. unfold a. field_simplify; lra. }
    apply Rle_trans with (sum (fun i => (1 - a) * y i + a ^ 2 / 2) n).
    + apply sum_le. intros i _. pose proof (pow2_ge_0 (y i - a)). lra.
    + rewrite sum_plus, sum_scale, !sum_const. assert (E : INR n * a = 1) by (unfold a; field; lra).
      replace (INR n * (a - a ^ 2 / 2)) with ((1 - a) * 1 + INR n * (a ^ 2 / 2)).
      * apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
      * replace (INR n * (a - a ^ 2 / 2)) with (INR n * a - a * (INR n * a) / 2) by field.
        replace (INR n * (a ^ 2 / 2)) with (a * (INR n * a) / 2) by field. rewrite E. lra.
Qed.
