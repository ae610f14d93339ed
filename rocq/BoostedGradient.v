(** The boosted gradient (chapter "One oracle is enough, with a boosted gradient"): the integral of
    e^(s - 1) grad f (s x) over s from 0 to 1, the Riemann integral of Rocq's library.

    It points to what is missing, with the factor 1 - 1/e, and so do the sums that may stand for it. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Climb Saddle.
Open Scope R_scope.

(** * The boosted gradient *)

(** v is the integral of h over [0, 1]. *)
Definition integral (h : R -> R) (v : R) : Prop :=
  exists pr : Riemann_integrable h 0 1, RiemannInt pr = v.

(** u is the boosted gradient at x: coordinate i is the integral of e^(s - 1) times that of grad f (s x). *)
Definition boosted (n : nat) (df : vec -> vec) (x u : vec) : Prop :=
  forall i, (i < n)%nat -> integral (fun s => exp (s - 1) * df (scale s x) i) (u i).

(** Each coordinate of the gradient is continuous on X. *)
Definition continuous_gradient (n : nat) (X : vec -> Prop) (df : vec -> vec) : Prop :=
  forall x i, X x -> (i < n)%nat -> forall eps, 0 < eps -> exists eta, 0 < eta /\
  forall y, X y -> sq n (minus y x) < eta ^ 2 -> Rabs (df y i - df x i) <= eps.

(** ** Integrals *)

Lemma integral_ext h k v : (forall s, 0 <= s <= 1 -> h s = k s) -> integral h v -> integral k v.
Proof.
  intros E [pr <-].
  assert (pr' : Riemann_integrable k 0 1).
  { apply Riemann_integrable_ext with h; [|exact pr]. intros s.
    rewrite Rmin_left, Rmax_right by lra. apply E. }
  exists pr'. apply RiemannInt_P18; [lra|]. intros s Hs. symmetry. apply E. lra.
Qed.

Lemma integral_plus h k a b c : integral h a -> integral k b -> integral (fun s => h s + c * k s) (a + c * b).
Proof. intros [p <-] [q <-]. exists (RiemannInt_P10 c p q). apply RiemannInt_P13. Qed.

Lemma integral_sum (h : nat -> R -> R) (u y : nat -> R) n : (forall i, (i < n)%nat -> integral (h i) (u i)) ->
  integral (fun s => sum (fun i => h i s * y i) n) (sum (fun i => u i * y i) n).
Proof.
  intros H. induction n; cbn [sum].
  - exists (RiemannInt_P14 0 1 0). change (RiemannInt (RiemannInt_P14 0 1 0) = 0).
    rewrite RiemannInt_P15. ring.
  - apply integral_ext with (fun s => sum (fun i => h i s * y i) n + y n * h n s); [intros; ring|].
    rewrite (Rmult_comm (u n)). apply integral_plus; auto.
Qed.

(** If h is at least the derivative of Psi, its integral is at least the growth of Psi. *)
Lemma integral_above (h Psi dPsi : R -> R) v : integral h v -> (forall s, 0 <= s <= 1 -> continuity_pt h s) ->
  (forall s, 0 <= s <= 1 -> derivable_pt_lim Psi s (dPsi s) /\ dPsi s <= h s) -> Psi 1 - Psi 0 <= v.
Proof.
  intros [pr <-] C D. assert (H01 : 0 <= 1) by lra. pose (Q := primitive H01 (FTC_P1 H01 C)).
  rewrite (RiemannInt_P20 H01 (FTC_P1 H01 C) pr). fold Q.
  destruct (MVT_cor2 (fun s => Q s - Psi s) (fun s => h s - dPsi s) 0 1 Rlt_0_1) as (s & E & Hs).
  - intros s Hs. apply (derivable_pt_lim_minus Q Psi); [now apply RiemannInt_P28|now apply D].
  - pose proof (proj2 (D s ltac:(lra))). lra.
Qed.

Lemma integral_below (h Psi dPsi : R -> R) v : integral h v -> (forall s, 0 <= s <= 1 -> continuity_pt h s) ->
  (forall s, 0 <= s <= 1 -> derivable_pt_lim Psi s (dPsi s) /\ h s <= dPsi s) -> v <= Psi 1 - Psi 0.
Proof.
  intros H C D. pose proof (integral_plus _ _ _ _ (-2) H H) as N.
  enough (- Psi 1 - - Psi 0 <= v + -2 * v) by lra.
  apply (integral_above _ (fun s => - Psi s) (fun s => - dPsi s) _ N).
  - intros s Hs. apply (continuity_pt_plus h (fun s => -2 * h s)); [now apply C|].
    apply (continuity_pt_scal h). now apply C.
  - intros s Hs. destruct (D s Hs) as [D1 D2]. split; [now apply (derivable_pt_lim_opp Psi)|lra].
Qed.

Lemma exp_slope s : derivable_pt_lim (fun s => exp (s - 1)) s (exp (s - 1)).
Proof.
  pose proof (derivable_pt_lim_minus id (fct_cte 1) s _ _ (derivable_pt_lim_id s)
    (derivable_pt_lim_const 1 s)) as D.
  pose proof (derivable_pt_lim_comp _ exp s _ _ D (derivable_pt_lim_exp _)) as E.
  replace (exp (s - 1)) with (exp ((id - fct_cte 1)%F s) * (1 - 0)); [exact E|].
  unfold minus_fct, id, fct_cte. ring.
Qed.

(** ** The line from the origin to x *)

Section Line.
Variables (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius : R) (x : vec).
Variables (f : vec -> R) (df : vec -> vec).
Hypotheses (HX : domain n X P top radius) (Hx : X x) (C : continuous_gradient n X df).

Lemma on_line s : 0 <= s <= 1 -> X (scale s x).
Proof.
  intros Hs. apply (counted _ _ _ _ _ HX (plus (scale (1 - s) zero) (scale s x))).
  - intros i _. unfold plus, scale, zero. ring.
  - apply (convex _ _ _ _ _ HX); [exact Hs|apply (origin _ _ _ _ _ HX)|exact Hx].
Qed.

Lemma clamp_close s s' : Rabs (clamp s' - clamp s) <= Rabs (s' - s).
Proof.
  unfold clamp, Rmax, Rmin.
  destruct (Rle_dec 1 s), (Rle_dec 1 s'); try destruct (Rle_dec 0 1); try destruct (Rle_dec 0 s);
    try destruct (Rle_dec 0 s'); split_Rabs; lra.
Qed.

(** The gradient is continuous along the line, held at its ends. *)
Lemma line_continuous i s : (i < n)%nat -> continuity_pt (fun s => df (scale (clamp s) x) i) s.
Proof.
  intros Hi eps Heps. pose proof (sq_nonnegative n x) as H0.
  destruct (C (scale (clamp s) x) i (on_line _ (clamp_range s)) Hi (eps / 2) ltac:(lra)) as (eta & Heta & N).
  exists (eta / (1 + sq n x)). split; [apply Rdiv_lt_0_compat; lra|].
  intros s' [_ Hs']. cbn in Hs' |- *. unfold R_dist in *.
  apply Rle_lt_trans with (eps / 2); [|lra]. apply N; [apply on_line, clamp_range|].
  replace (sq n (minus (scale (clamp s') x) (scale (clamp s) x)))
    with (Rabs (clamp s' - clamp s) ^ 2 * sq n x).
  2: { rewrite pow2_abs, <- sq_scale. apply sum_eq. intros. unfold minus, scale. ring. }
  apply (Rmult_lt_compat_r (1 + sq n x)) in Hs'; [|lra].
  unfold Rdiv in Hs'. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hs' by lra.
  pose proof (Rmult_le_compat_r (1 + sq n x) _ _ ltac:(lra) (clamp_close s s')) as E.
  pose proof (Rabs_pos (clamp s' - clamp s)) as Hc. set (c := Rabs (clamp s' - clamp s)) in *.
  assert (B : c ^ 2 * sq n x <= (c * (1 + sq n x)) ^ 2).
  { rewrite Rpow_mult_distr. apply Rmult_le_compat_l; [apply pow2_ge_0|].
    pose proof (pow2_ge_0 (sq n x)). lra. }
  apply Rle_lt_trans with (1 := B). assert (0 <= c * (1 + sq n x)) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma weighted_continuous y s : continuity_pt (fun s => exp (s - 1) * dot n (df (scale (clamp s) x)) y) s.
Proof.
  apply (continuity_pt_mult (fun s => exp (s - 1)) (fun s => dot n (df (scale (clamp s) x)) y)).
  - apply derivable_continuous_pt. exists (exp (s - 1)). apply exp_slope.
  - assert (H : forall i, (i < n)%nat -> continuity_pt (fun s => df (scale (clamp s) x) i) s).
    { intros. now apply line_continuous. }
    clear C HX. unfold dot. induction n as [|j IH]; cbn [sum]; [now apply continuity_pt_const|].
    apply (continuity_pt_plus (fun s => sum (fun i => df (scale (clamp s) x) i * y i) j)); [auto|].
    apply (continuity_pt_mult (fun s => df (scale (clamp s) x) j)); [auto|now apply continuity_pt_const].
Qed.

(** The boosted gradient exists. *)
Theorem boosted_exists : exists u, boosted n df x u.
Proof.
  assert (H : forall i, (i < n)%nat -> exists v, integral (fun s => exp (s - 1) * df (scale s x) i) v).
  { intros i Hi. assert (pr : Riemann_integrable (fun s => exp (s - 1) * df (scale (clamp s) x) i) 0 1).
    { apply continuity_implies_RiemannInt; [lra|]. intros s _.
      apply (continuity_pt_mult (fun s => exp (s - 1)) (fun s => df (scale (clamp s) x) i)).
      - apply derivable_continuous_pt. exists (exp (s - 1)). apply exp_slope.
      - now apply line_continuous. }
    exists (RiemannInt pr). apply integral_ext with (fun s => exp (s - 1) * df (scale (clamp s) x) i).
    - intros s Hs. now rewrite clamp_in.
    - now exists pr. }
  clear HX C. unfold boosted. induction n as [|j IH]; [exists zero; intros i Hi; lia|].
  destruct IH as [u Hu]; [auto|]. destruct (H j (le_n _)) as [v Hv].
  exists (fun i => if i =? j then v else u i). intros i Hi.
  destruct (Nat.eqb_spec i j) as [->|E]; [exact Hv|apply Hu; lia].
Qed.

(** What the boosted gradient pays for y is the integral of what the gradients on the line pay. *)
Lemma boosted_pays u y : boosted n df x u ->
  integral (fun s => exp (s - 1) * dot n (df (scale (clamp s) x)) y) (dot n u y).
Proof.
  intros B. apply integral_ext with (2 := integral_sum _ u y n B). intros s Hs.
  rewrite clamp_in by exact Hs. unfold dot. rewrite <- sum_scale. apply sum_eq. intros. ring.
Qed.

Hypothesis Hf : utility_of n top f df.

Lemma on_line_in_box s : 0 <= s <= 1 -> box n top (scale s x).
Proof. intros Hs. exact (inside _ _ _ _ _ HX _ (on_line s Hs)). Qed.

(** Along the line f has the derivative <grad f (s x), x>, at its ends, too. *)
Lemma line_slope : exists phi, forall s, 0 <= s <= 1 ->
  phi s = f (scale s x) /\ derivable_pt_lim phi s (dot n (df (scale s x)) x).
Proof.
  assert (E1 : minus x zero = x) by (apply functional_extensionality; intros i; unfold minus, zero; ring).
  assert (E : forall s, plus zero (scale s x) = scale s x).
  { intros s. apply functional_extensionality. intros i. unfold plus, zero. ring. }
  assert (H0 : box n top zero) by exact (inside _ _ _ _ _ HX _ (origin _ _ _ _ _ HX)).
  assert (H1 : box n top x) by exact (inside _ _ _ _ _ HX _ Hx).
  eexists. intros s Hs. split.
  2: { pose proof (slope_on_segment n top f df zero x Hf H0 H1 (proj1 H1) s Hs) as D.
       cbv beta zeta in D. rewrite E1, (E s) in D. exact D. }
  cbv beta. rewrite clamp_in, E by exact Hs. ring.
Qed.

(** ** The gap

    <grad f (s x), y> is at least f (y) - f (s x), and <grad f (s x), x> is the derivative of f (s x).
    So what the boosted gradient pays for y - x is, under the integral, at least the derivative of
    e^(s - 1) (f (y) - f (s x)), which grows from (f (y) - f (0)) / e to f (y) - f (x). *)
Lemma gap y u : X y -> boosted n df x u -> (1 - exp (-1)) * f y - f x <= dot n u (minus y x).
Proof.
  intros Hy B. destruct line_slope as [phi Hphi].
  pose proof (integral_above _ (fun s => exp (s - 1) * (f y - phi s))
    (fun s => exp (s - 1) * (f y - phi s) + exp (s - 1) * - dot n (df (scale s x)) x) _
    (boosted_pays u (minus y x) B) (fun s _ => weighted_continuous (minus y x) s)) as A. cbv beta in A.
  assert (E0 : phi 0 = 0).
  { rewrite (proj1 (Hphi 0 ltac:(lra))). rewrite <- (normalised _ _ _ _ Hf) at 2. f_equal.
    apply functional_extensionality. intros i. unfold scale, zero. ring. }
  assert (E1 : phi 1 = f x).
  { rewrite (proj1 (Hphi 1 ltac:(lra))). f_equal.
    apply functional_extensionality. intros i. unfold scale. ring. }
  rewrite E0, E1 in A. replace (exp (1 - 1)) with 1 in A by (rewrite <- exp_0; f_equal; ring).
  replace (0 - 1) with (-1) in A by ring.
  enough (1 * (f y - f x) - exp (-1) * (f y - 0) <= dot n u (minus y x)) by lra. apply A.
  intros s Hs. destruct (Hphi s Hs) as [Ephi Dphi]. split.
  - apply (derivable_pt_lim_mult (fun s => exp (s - 1)) (fun s => f y - phi s)); [apply exp_slope|].
    replace (- dot n (df (scale s x)) x) with (0 - dot n (df (scale s x)) x) by ring.
    apply (derivable_pt_lim_minus (fun _ => f y) phi); [apply derivable_pt_lim_const|exact Dphi].
  - rewrite clamp_in, dot_minus, Ephi by exact Hs. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
    pose proof (missing n top f df (scale s x) y Hf (on_line_in_box s Hs) (inside _ _ _ _ _ HX _ Hy)). lra.
Qed.
End Line.

(** lem-boosted-gap, from the definitions. *)
Theorem boosted_gap n X P top radius f df x y u :
  domain n X P top radius -> utility_of n top f df -> continuous_gradient n X df -> X x -> X y ->
  boosted n df x u -> (1 - exp (-1)) * f y - f x <= dot n u (minus y x).
Proof. intros HX Hf C Hx Hy. now apply gap with (1 := HX). Qed.

(** A vector that pays itself at most c times its length is at most c long. *)
Lemma short_by_itself n u c : 0 <= c ->
  (forall r, 0 <= r -> sq n u = r ^ 2 -> sq n u <= c * r) -> sq n u <= c ^ 2.
Proof.
  intros Hc H. pose proof (sqrt_pos (sq n u)) as Hr.
  pose proof (pow2_sqrt (sq n u) (sq_nonnegative n u)) as E. symmetry in E.
  set (r := sqrt (sq n u)) in *. clearbody r. specialize (H r Hr E). rewrite E in H |- *.
  apply pow_incr. split; [exact Hr|]. destruct (Req_dec r 0) as [->|Z]; [exact Hc|].
  apply (Rmult_le_reg_r r); lra.
Qed.

Lemma mass_positive : 0 < 1 - exp (-1).
Proof. assert (exp (-1) < 1) by (rewrite <- exp_0; apply exp_increasing; lra). lra. Qed.

(** |u| <= (1 - 1/e) beta_f: what u pays for itself is at most (1 - 1/e) beta_f |u|. *)
Theorem boosted_short n X P top radius df x u beta_f :
  domain n X P top radius -> continuous_gradient n X df -> X x -> 0 <= beta_f ->
  (forall z, X z -> sq n (df z) <= beta_f ^ 2) -> boosted n df x u ->
  sq n u <= ((1 - exp (-1)) * beta_f) ^ 2.
Proof.
  intros HX C Hx Hb short B. pose proof mass_positive.
  apply short_by_itself; [apply Rmult_le_pos; lra|]. intros r Hr E.
  assert (A : dot n u u <= exp (1 - 1) * (beta_f * r) - exp (0 - 1) * (beta_f * r)).
  { apply (integral_below _ (fun s => exp (s - 1) * (beta_f * r)) (fun s => exp (s - 1) * (beta_f * r)) _
      (boosted_pays n x df u u B) (fun s _ => weighted_continuous n X P top radius x df HX Hx C u s)).
    intros s Hs. split.
    - replace (exp (s - 1) * (beta_f * r)) with (exp (s - 1) * (beta_f * r) + exp (s - 1) * 0) by ring.
      apply (derivable_pt_lim_mult (fun s => exp (s - 1)) (fun _ => beta_f * r));
        [apply exp_slope|apply derivable_pt_lim_const].
    - apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. apply Rle_trans with (1 := Rle_abs _).
      apply cauchy; [exact Hb|exact Hr|apply short, (on_line n X P top radius x HX Hx), clamp_range|lra]. }
  replace (exp (1 - 1)) with 1 in A by (rewrite <- exp_0; f_equal; ring).
  replace (0 - 1) with (-1) in A by ring. unfold sq. lra.
Qed.

(** ** Sums in the integral's place *)

(** A rule with J nodes z_j and weights w_j for the integral of e^(s - 1) phi (s): no weight is negative,
    and its error is at most kappa times the slope of phi. *)
Record rule (J : nat) (z w : nat -> R) (kappa : R) : Prop := {
  nodes : forall j, (j < J)%nat -> 0 <= z j <= 1;
  no_debt : forall j, (j < J)%nat -> 0 <= w j;
  mass : sum w J = 1 - exp (-1);
  accuracy : forall phi c v, 0 <= c ->
    (forall s s', 0 <= s <= 1 -> 0 <= s' <= 1 -> Rabs (phi s - phi s') <= c * Rabs (s - s')) ->
    integral (fun s => exp (s - 1) * phi s) v -> Rabs (v - sum (fun j => w j * phi (z j)) J) <= kappa * c
}.

Definition by_rule (J : nat) (z w : nat -> R) (df : vec -> vec) (x : vec) : vec :=
  fun i => sum (fun j => w j * df (scale (z j) x) i) J.

(** The gradient is Lipschitz in all directions. *)
Definition lipschitz (n : nat) (X : vec -> Prop) (df : vec -> vec) (L : R) : Prop :=
  forall x y, X x -> X y -> sq n (minus (df x) (df y)) <= L ^ 2 * sq n (minus x y).

Section Rule.
Variables (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius : R) (df : vec -> vec).
Variables (J : nat) (z w : nat -> R) (kappa : R) (x : vec).
Hypotheses (HX : domain n X P top radius) (good : rule J z w kappa) (Hx : X x).

Lemma rule_pays y : dot n (by_rule J z w df x) y = sum (fun j => w j * dot n (df (scale (z j) x)) y) J.
Proof.
  unfold dot, by_rule. rewrite (sum_eq _ (fun i => sum (fun j => w j * df (scale (z j) x) i * y i) J)).
  - rewrite sum_swap. apply sum_eq. intros j _. rewrite <- sum_scale. apply sum_eq. intros. ring.
  - intros i _. rewrite Rmult_comm, <- sum_scale. apply sum_eq. intros. ring.
Qed.

Lemma rule_short beta_f : 0 <= beta_f -> (forall y, X y -> sq n (df y) <= beta_f ^ 2) ->
  sq n (by_rule J z w df x) <= ((1 - exp (-1)) * beta_f) ^ 2.
Proof.
  intros Hb short. pose proof mass_positive. apply short_by_itself; [apply Rmult_le_pos; lra|]. intros r Hr E.
  unfold sq at 1. rewrite rule_pays, <- (mass _ _ _ _ good), Rmult_assoc, Rmult_comm, <- sum_scale.
  apply sum_le. intros j Hj. rewrite (Rmult_comm _ (w j)).
  apply Rmult_le_compat_l; [now apply (no_debt _ _ _ _ good)|].
  apply Rle_trans with (1 := Rle_abs _). apply cauchy; try assumption; [|lra].
  apply short, (on_line n X P top radius x HX Hx), (nodes _ _ _ _ good j Hj).
Qed.

(** What the rule pays for y - x is what the boosted gradient pays, but for kappa L R^2. *)
Lemma rule_error L y u : 0 <= L -> 0 <= radius -> lipschitz n X df L -> X y -> boosted n df x u ->
  continuous_gradient n X df -> dot n (minus u (by_rule J z w df x)) (minus y x) <= kappa * (L * radius ^ 2).
Proof.
  intros HL HR lip Hy B C. set (phi s := dot n (df (scale (clamp s) x)) (minus y x)).
  assert (E : sum (fun j => w j * phi (z j)) J = dot n (by_rule J z w df x) (minus y x)).
  { rewrite rule_pays. apply sum_eq. intros j Hj. unfold phi.
    now rewrite clamp_in by apply (nodes _ _ _ _ good j Hj). }
  pose proof (accuracy _ _ _ _ good phi (L * radius ^ 2) (dot n u (minus y x))) as A.
  rewrite E in A. rewrite dot_sym, dot_minus, !(dot_sym n (minus y x)).
  apply Rle_trans with (1 := Rle_abs _). apply A.
  - apply Rmult_le_pos; [exact HL|apply pow2_ge_0].
  - intros s s' Hs Hs'. unfold phi. rewrite !clamp_in by assumption.
    replace (dot n (df (scale s x)) (minus y x) - dot n (df (scale s' x)) (minus y x))
      with (dot n (minus (df (scale s x)) (df (scale s' x))) (minus y x))
      by (rewrite dot_sym, dot_minus, !(dot_sym n (minus y x)); reflexivity).
    replace (L * radius ^ 2 * Rabs (s - s')) with (L * radius * Rabs (s - s') * radius) by ring.
    apply cauchy; [|exact HR| |now apply (diameter _ _ _ _ _ HX)].
    + apply Rmult_le_pos; [now apply Rmult_le_pos|apply Rabs_pos].
    + pose proof (on_line n X P top radius x HX Hx) as line.
      apply Rle_trans with (1 := lip _ _ (line s Hs) (line s' Hs')).
      replace (sq n (minus (scale s x) (scale s' x))) with ((s - s') ^ 2 * sq n x).
      2: { rewrite <- sq_scale. apply sum_eq. intros. unfold minus, scale. ring. }
      replace ((L * radius * Rabs (s - s')) ^ 2) with (L ^ 2 * ((s - s') ^ 2 * radius ^ 2))
        by (rewrite <- (pow2_abs (s - s')); ring).
      apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply Rmult_le_compat_l; [apply pow2_ge_0|].
      apply Rle_trans with (2 := diameter _ _ _ _ _ HX _ _ Hx (origin _ _ _ _ _ HX)).
      apply Req_le, sum_eq. intros. unfold minus, zero. ring.
  - now apply (boosted_pays n x df).
Qed.
End Rule.

(** The integral of what has a derivative everywhere. *)
Lemma integral_is (h Psi : R -> R) : (forall s, 0 <= s <= 1 -> continuity_pt h s) ->
  (forall s, 0 <= s <= 1 -> derivable_pt_lim Psi s (h s)) -> integral h (Psi 1 - Psi 0).
Proof.
  intros C D. pose (pr := continuity_implies_RiemannInt Rle_0_1 C). exists pr.
  assert (I : integral h (RiemannInt pr)) by now exists pr. apply Rle_antisym.
  - apply (integral_below h Psi h _ I C). intros s Hs. split; [now apply D|apply Rle_refl].
  - apply (integral_above h Psi h _ I C). intros s Hs. split; [now apply D|apply Rle_refl].
Qed.

Lemma exp_continuous s : continuity_pt (fun s => exp (s - 1)) s.
Proof. apply derivable_continuous_pt. exists (exp (s - 1)). apply exp_slope. Qed.

(** The integral of e^(s - 1) (a + b s): its mass is 1 - 1/e, its moment 1/e. *)
Lemma integral_line a b : integral (fun s => exp (s - 1) * (a + b * s)) ((1 - exp (-1)) * a + exp (-1) * b).
Proof.
  assert (L : forall c c' s, derivable_pt_lim (fun s => c + c' * s) s c').
  { intros c c' s. pose proof (derivable_pt_lim_plus (fct_cte c) (mult_real_fct c' id) s 0 (c' * 1)
      (derivable_pt_lim_const c s) (derivable_pt_lim_scal id c' s 1 (derivable_pt_lim_id s))) as D.
    rewrite Rplus_0_l, Rmult_1_r in D. exact D. }
  assert (E : forall c c' s, derivable_pt_lim (fun s => exp (s - 1) * (c + c' * s)) s
    (exp (s - 1) * (c + c' * s) + exp (s - 1) * c')).
  { intros c c' s.
    apply (derivable_pt_lim_mult (fun s => exp (s - 1)) (fun s => c + c' * s)); [apply exp_slope|apply L]. }
  replace ((1 - exp (-1)) * a + exp (-1) * b)
    with (exp (1 - 1) * (a - b + b * 1) - exp (0 - 1) * (a - b + b * 0)).
  2: { replace (1 - 1) with 0 by ring. replace (0 - 1) with (-1) by ring. rewrite exp_0. ring. }
  apply (integral_is _ (fun s => exp (s - 1) * (a - b + b * s))).
  - intros s _. apply derivable_continuous_pt. eexists. apply E.
  - intros s _. replace (exp (s - 1) * (a + b * s))
      with (exp (s - 1) * (a - b + b * s) + exp (s - 1) * b) by ring. apply E.
Qed.

(** Quadratics: if the gradient is affine along the line, one node at the centre 1/(e - 1) is exact. *)
Theorem boosted_of_quadratics : forall n df x (a b : vec),
  (forall s i, 0 <= s <= 1 -> (i < n)%nat -> df (scale s x) i = a i + b i * s) ->
  boosted n df x (scale (1 - exp (-1)) (df (scale (/ (exp 1 - 1)) x))).
Proof.
  intros n df x a b line i Hi. assert (e : 2 < exp 1) by (pose proof (exp_ineq1 1 ltac:(lra)); lra).
  assert (c : 0 <= / (exp 1 - 1) <= 1).
  { split; [apply Rlt_le, Rinv_0_lt_compat; lra|].
    apply Rle_trans with (/ 1); [apply Rinv_le_contravar; lra|rewrite Rinv_1; lra]. }
  apply integral_ext with (fun s => exp (s - 1) * (a i + b i * s)); [intros s Hs; now rewrite line|].
  unfold scale at 1. rewrite line by assumption.
  replace ((1 - exp (-1)) * (a i + b i * / (exp 1 - 1))) with ((1 - exp (-1)) * a i + exp (-1) * b i);
    [apply integral_line|].
  replace (exp (-1)) with (/ exp 1) by (replace (-1) with (- (1)) by ring; symmetry; apply exp_Ropp).
  field. split; lra.
Qed.

Lemma integral_le h k a b : integral h a -> integral k b -> (forall s, 0 < s < 1 -> h s <= k s) -> a <= b.
Proof. intros [p <-] [q <-] H. apply RiemannInt_P19; [lra|exact H]. Qed.

(** Rules exist: one node anywhere, with the whole mass. (The error of a Gauss rule is smaller.) *)
Lemma one_node c : 0 <= c <= 1 -> rule 1 (fun _ => c) (fun _ => 1 - exp (-1)) (1 - exp (-1)).
Proof.
  intros Hc. pose proof mass_positive as Hm. split; [auto|intros; lra|cbn; lra|].
  intros phi l v Hl lip I. cbn [sum].
  assert (near : forall s, 0 < s < 1 -> phi c - l <= phi s <= phi c + l).
  { intros s Hs. pose proof (lip s c ltac:(lra) Hc) as A.
    assert (B : Rabs (s - c) <= 1) by (apply Rabs_le; lra). apply (Rmult_le_compat_l l) in B; [|exact Hl].
    pose proof (Rle_abs (phi s - phi c)). pose proof (Rle_abs (- (phi s - phi c))) as N.
    rewrite Rabs_Ropp in N. lra. }
  pose proof (integral_le _ _ _ _ I (integral_line (phi c + l) 0)) as above.
  pose proof (integral_le _ _ _ _ (integral_line (phi c - l) 0) I) as below. cbv beta in above, below.
  apply Rabs_le. split.
  - enough ((1 - exp (-1)) * (phi c - l) + exp (-1) * 0 <= v) by lra. apply below.
    intros s Hs. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. specialize (near s Hs). lra.
  - enough (v <= (1 - exp (-1)) * (phi c + l) + exp (-1) * 0) by lra. apply above.
    intros s Hs. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. specialize (near s Hs). lra.
Qed.

(** The K left nodes k / K, with the weights of the repaired feedback. *)
Definition left_sum (K : nat) (df : vec -> vec) (x : vec) : vec := fun i =>
  sum (fun k => (1 - / INR K) ^ (K - 1 - k) * df (scale (INR k / INR K) x) i) K / INR K.

Lemma left_pays n K df x y : dot n (left_sum K df x) y =
  sum (fun k => (1 - / INR K) ^ (K - 1 - k) * dot n (df (scale (INR k / INR K) x)) y) K / INR K.
Proof.
  unfold dot, left_sum, Rdiv.
  rewrite (sum_eq _ (fun i => / INR K * sum (fun k => (1 - / INR K) ^ (K - 1 - k)
    * df (scale (INR k * / INR K) x) i * y i) K)).
  - rewrite sum_scale, sum_swap, Rmult_comm. f_equal. apply sum_eq. intros k _.
    rewrite <- sum_scale. apply sum_eq. intros. ring.
  - intros i _. rewrite (sum_eq (fun k => _ * df _ i * y i)
      (fun k => y i * ((1 - / INR K) ^ (K - 1 - k) * df (scale (INR k * / INR K) x) i))) by (intros; ring).
    rewrite sum_scale. ring.
Qed.

(** Without the integral: the climb of a round in which all K learners choose x. *)
Theorem boosted_left_gap n X P top radius f df L K x y :
  domain n X P top radius -> utility_of n top f df -> 0 <= L -> smooth n X f df L -> (1 <= K)%nat ->
  X x -> X y ->
  (1 - exp (-1)) * f y - f x <= dot n (left_sum K df x) (minus y x) + L * radius ^ 2 / (2 * INR K).
Proof.
  intros HX Hf HL Hs some Hx Hy. assert (HK : 0 < INR K) by (apply lt_0_INR; lia).
  set (A := published K 0 0 (fun _ => x)).
  assert (E : forall k, path A (fun _ => x) k = scale (INR k / INR K) x).
  { intros k. apply functional_extensionality. intros i. unfold path, scale. rewrite sum_const.
    change (Algorithm.K A) with K. field. lra. }
  assert (E1 : scale (INR K / INR K) x = x).
  { apply functional_extensionality. intros i. unfold scale. field. lra. }
  pose proof (climb n X P top radius f df L A (fun _ => x) y HX Hf HL Hs some (fun _ => Hx) Hy) as H.
  change (Algorithm.K A) with K in H. rewrite E, E1 in H. rewrite left_pays.
  rewrite (sum_eq _ (fun k => (1 - / INR K) ^ (K - 1 - k)
    * dot n (df (scale (INR k / INR K) x)) (minus y x)) K) in H by (intros k _; now rewrite E).
  exact H.
Qed.

(** The left sum is no longer than the gradients. *)
Lemma left_short n X P top radius df K x beta_f : domain n X P top radius -> (1 <= K)%nat -> X x ->
  0 <= beta_f -> (forall y, X y -> sq n (df y) <= beta_f ^ 2) -> sq n (left_sum K df x) <= beta_f ^ 2.
Proof.
  intros HX some Hx Hb short. assert (HK : 0 < INR K) by (apply lt_0_INR; lia).
  apply short_by_itself; [exact Hb|]. intros r Hr E. unfold sq at 1. rewrite left_pays.
  rewrite <- (mean_const K some (beta_f * r)). apply mean_le; [exact some|]. intros k Hk.
  assert (Hk' : 0 <= INR k / INR K <= 1).
  { apply lt_INR in Hk. pose proof (pos_INR k). split; [apply Rle_mult_inv_pos; lra|].
    apply (Rmult_le_reg_r (INR K)); [exact HK|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (power_range K (K - 1 - k) some) as Hw.
  pose proof (Rle_trans _ _ _ (Rle_abs _) (cauchy n (df (scale (INR k / INR K) x)) (left_sum K df x) beta_f r
    Hb Hr (short _ (on_line n X P top radius x HX Hx _ Hk')) ltac:(lra))) as C.
  pose proof (Rmult_le_pos _ _ Hb Hr). apply (Rmult_le_compat_l ((1 - / INR K) ^ (K - 1 - k))) in C; [|lra].
  apply Rle_trans with (1 := C). rewrite <- (Rmult_1_l (beta_f * r)) at 2. apply Rmult_le_compat_r; lra.
Qed.
