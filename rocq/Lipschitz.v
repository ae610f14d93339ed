(** Smooth along the signed directions is smooth in all of them (chapter "One oracle is enough, with a boosted
    gradient"): where the utility is twice differentiable, its gradient is L-Lipschitz.

    The paper asks for smoothness along non-negative directions only. A symmetric matrix without negative
    entries, which is at most L there, is at most L everywhere: what other directions change is signs, and
    those make its form smaller. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting BoostedGradient.
Open Scope R_scope.

(** * Matrices *)

(** <v, N w> *)
Definition form (n : nat) (N : nat -> vec) (v w : vec) : R := sum (fun i => v i * dot n (N i) w) n.
Definition absolute (v : vec) : vec := fun i => Rabs (v i).

Lemma sq_absolute n v : sq n (absolute v) = sq n v.
Proof.
  apply sum_eq. intros i _. unfold absolute. rewrite <- Rabs_mult. apply Rabs_right.
  pose proof (pow2_ge_0 (v i)). lra.
Qed.

Lemma dot_plus n a x y : dot n a (plus x y) = dot n a x + dot n a y.
Proof. unfold dot. rewrite <- sum_plus. apply sum_eq. intros. unfold plus. ring. Qed.

Section Matrix.
Variables (n : nat) (N : nat -> vec) (L : R).
Hypothesis symmetric : forall i j, (i < n)%nat -> (j < n)%nat -> N i j = N j i.
Hypothesis nonnegative : forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= N i j.
Hypothesis small : forall u, below n zero u -> form n N u u <= L * sq n u.

Lemma dot_absolute i w : (i < n)%nat -> Rabs (dot n (N i) w) <= dot n (N i) (absolute w).
Proof.
  intros Hi. apply Rabs_le. split.
  - replace (- dot n (N i) (absolute w)) with (-1 * dot n (N i) (absolute w)) by ring.
    unfold dot. rewrite <- sum_scale. apply sum_le. intros j Hj. specialize (nonnegative i j Hi Hj).
    unfold absolute. pose proof (Rle_abs (- w j)) as A. rewrite Rabs_Ropp in A. nra.
  - apply sum_le. intros j Hj. specialize (nonnegative i j Hi Hj).
    unfold absolute. pose proof (Rle_abs (w j)). nra.
Qed.

Lemma form_absolute v w : Rabs (form n N v w) <= form n N (absolute v) (absolute w).
Proof.
  assert (H : forall i, (i < n)%nat ->
    Rabs (v i * dot n (N i) w) <= absolute v i * dot n (N i) (absolute w)).
  { intros i Hi. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|now apply dot_absolute]. }
  apply Rabs_le. unfold form. split.
  - rewrite <- (Rmult_1_l (sum _ n)), Ropp_mult_distr_l, <- sum_scale. apply sum_le. intros i Hi.
    specialize (H i Hi). pose proof (Rle_abs (- (v i * dot n (N i) w))) as A. rewrite Rabs_Ropp in A. lra.
  - apply sum_le. intros i Hi. specialize (H i Hi). pose proof (Rle_abs (v i * dot n (N i) w)). lra.
Qed.

Lemma form_swap v w : form n N v w = form n N w v.
Proof.
  unfold form, dot.
  rewrite (sum_eq _ (fun i => sum (fun j => v i * (N i j * w j)) n)) by (intros; now rewrite sum_scale).
  rewrite sum_swap. apply sum_eq. intros j Hj. rewrite <- sum_scale. apply sum_eq. intros i Hi.
  rewrite (symmetric i j Hi Hj). ring.
Qed.

(** 4 <u, N w> is the form at u + w less that at u - w. *)
Lemma polarised u w :
  4 * form n N u w = form n N (plus u w) (plus u w) - form n N (minus u w) (minus u w).
Proof.
  transitivity (2 * form n N u w + 2 * form n N w u); [rewrite (form_swap w u); ring|].
  unfold form. rewrite <- !sum_scale, <- sum_plus, <- sum_minus. apply sum_eq. intros i _.
  rewrite dot_plus, dot_minus. unfold plus, minus. ring.
Qed.

Theorem nonnegative_form v w : form n N v w <= L / 2 * (sq n v + sq n w).
Proof.
  apply Rle_trans with (1 := Rle_abs _), Rle_trans with (1 := form_absolute v w).
  rewrite <- (sq_absolute n v), <- (sq_absolute n w).
  set (a := absolute v). set (b := absolute w).
  assert (A : below n zero (plus a b)).
  { intros i _. unfold plus, zero, a, b, absolute. pose proof (Rabs_pos (v i)).
    pose proof (Rabs_pos (w i)). lra. }
  pose proof (small _ A) as S1.
  pose proof (form_absolute (minus a b) (minus a b)) as S2.
  assert (B : below n zero (absolute (minus a b))) by (intros i _; apply Rabs_pos).
  pose proof (small _ B) as S3. rewrite sq_absolute in S3.
  pose proof (Rle_abs (- form n N (minus a b) (minus a b))) as S4. rewrite Rabs_Ropp in S4.
  pose proof (polarised a b) as P.
  assert (E : sq n (plus a b) + sq n (minus a b) = 2 * (sq n a + sq n b)).
  { unfold sq, dot. rewrite <- !sum_plus, <- sum_scale. apply sum_eq. intros. unfold plus, minus. ring. }
  apply (f_equal (Rmult L)) in E. lra.
Qed.
End Matrix.

(** * Twice differentiable utilities *)

(** Each coordinate of the gradient is differentiable on X; row i of the Hessian is [hess x i]. *)
Definition twice (n : nat) (X : vec -> Prop) (df : vec -> vec) (hess : vec -> nat -> vec) : Prop :=
  forall x i, X x -> (i < n)%nat -> forall eps, 0 < eps -> exists eta, 0 < eta /\
  forall y, X y -> sq n (minus y x) < eta ^ 2 ->
  Rabs (df y i - df x i - dot n (hess x i) (minus y x)) <= eps * sqrt (sq n (minus y x)).

(** X contains the ball of radius r around x. *)
Definition ball (n : nat) (X : vec -> Prop) (x : vec) (r : R) : Prop :=
  0 < r /\ forall y, sq n (minus y x) < r ^ 2 -> X y.

Definition unit_vector (j : nat) : vec := fun i => if i =? j then 1 else 0.

Lemma dot_unit n a j : (j < n)%nat -> dot n a (unit_vector j) = a j.
Proof.
  intros Hj. assert (Z : forall m, (m <= j)%nat -> sum (fun i => a i * unit_vector j i) m = 0).
  { induction m; intros Hm; [reflexivity|]. cbn [sum]. rewrite IHm by lia. unfold unit_vector.
    destruct (Nat.eqb_spec m j); [lia|ring]. }
  unfold dot. induction Hj; cbn [sum].
  - rewrite Z by lia. unfold unit_vector. rewrite Nat.eqb_refl. ring.
  - rewrite IHHj. unfold unit_vector. destruct (Nat.eqb_spec m j); [lia|ring].
Qed.

Lemma same_length n x y : same n x y -> sq n x = sq n y.
Proof. intros E. now apply dot_same. Qed.

Lemma centre_in n X x r : ball n X x r -> X x.
Proof.
  intros [Hr H]. apply H. replace (sq n (minus x x)) with 0; [now apply pow_lt|].
  rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold minus. ring.
Qed.

Section Twice.
Variables (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius L r : R) (c : vec).
Variables (f : vec -> R) (df : vec -> vec) (hess : vec -> nat -> vec).
Hypotheses (HX : domain n X P top radius) (Hf : utility_of n top f df).
Hypotheses (HL : 0 <= L) (Hs : smooth n X f df L).
Hypotheses (H2 : twice n X df hess) (Hc : ball n X c r).
Hypothesis symmetric : forall x i j, X x -> (i < n)%nat -> (j < n)%nat -> hess x i j = hess x j i.

Lemma X_in_box y : X y -> box n top y.
Proof. intros H. exact (inside _ _ _ _ _ HX y H). Qed.

(** What the gradient pays for w has the derivative <w, hess d> in the direction d. *)
Lemma pays_differentiable x w eps : X x -> 0 < eps -> exists eta, 0 < eta /\
  forall y, X y -> sq n (minus y x) < eta ^ 2 ->
  Rabs (dot n w (df y) - dot n w (df x) - form n (hess x) w (minus y x)) <= eps * sqrt (sq n (minus y x)).
Proof.
  intros Hx. unfold form, dot at 1 2. revert eps.
  enough (H : forall m, (m <= n)%nat -> forall eps, 0 < eps -> exists eta, 0 < eta /\
    forall y, X y -> sq n (minus y x) < eta ^ 2 ->
    Rabs (sum (fun i => w i * df y i) m - sum (fun i => w i * df x i) m
          - sum (fun i => w i * dot n (hess x i) (minus y x)) m) <= eps * sqrt (sq n (minus y x)))
    by (intros eps; now apply H).
  induction m; intros Hm eps Heps.
  - exists 1. split; [lra|]. intros y _ _. cbn [sum]. replace (0 - 0 - 0) with 0 by ring. rewrite Rabs_R0.
    apply Rmult_le_pos; [lra|apply sqrt_pos].
  - destruct (IHm ltac:(lia) (eps / 2) ltac:(lra)) as (e1 & He1 & A1).
    pose proof (Rabs_pos (w m)) as Hw.
    destruct (H2 x m Hx ltac:(lia) (eps / (2 * (1 + Rabs (w m))))) as (e2 & He2 & A2);
      [apply Rdiv_lt_0_compat; lra|].
    exists (Rmin e1 e2). split; [now apply Rmin_glb_lt|]. intros y Hy near.
    assert (N1 : sq n (minus y x) < e1 ^ 2).
    { apply Rlt_le_trans with (1 := near), pow_incr. split; [apply Rmin_glb; lra|apply Rmin_l]. }
    assert (N2 : sq n (minus y x) < e2 ^ 2).
    { apply Rlt_le_trans with (1 := near), pow_incr. split; [apply Rmin_glb; lra|apply Rmin_r]. }
    specialize (A1 y Hy N1). specialize (A2 y Hy N2). cbn [sum]. set (s := sqrt (sq n (minus y x))) in *.
    pose proof (sqrt_pos (sq n (minus y x)) : 0 <= s) as Hs0.
    set (D := df y m - df x m - dot n (hess x m) (minus y x)) in *.
    set (S := sum (fun i => w i * df y i) m - sum (fun i => w i * df x i) m
      - sum (fun i => w i * dot n (hess x i) (minus y x)) m) in *.
    match goal with |- Rabs ?z <= _ => replace z with (S + w m * D) by (unfold S, D; ring) end.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult.
    apply (Rmult_le_compat_l (Rabs (w m))) in A2; [|exact Hw].
    assert (B : Rabs (w m) * (eps / (2 * (1 + Rabs (w m))) * s) <= eps / 2 * s).
    { replace (Rabs (w m) * (eps / (2 * (1 + Rabs (w m))) * s))
        with (eps / 2 * s * (Rabs (w m) / (1 + Rabs (w m)))) by (field; lra).
      rewrite <- (Rmult_1_r (eps / 2 * s)) at 2. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
      apply (Rmult_le_reg_r (1 + Rabs (w m))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    lra.
Qed.

Lemma minus_step x t u : minus (plus x (scale t u)) x = scale t u.
Proof. apply functional_extensionality. intros i. unfold minus, plus, scale. ring. Qed.

Lemma sqrt_step t u : 0 <= t -> sqrt (sq n (scale t u)) = t * sqrt (sq n u).
Proof. intros Ht. rewrite sq_scale, sqrt_mult_alt by apply pow2_ge_0. now rewrite sqrt_pow2. Qed.

(** Steps that are short enough stay in the ball, and near. *)
Lemma short_step x e u b : ball n X x e -> 0 < b -> exists t0, 0 < t0 /\
  forall t, 0 <= t <= t0 -> X (plus x (scale t u)) /\ sq n (scale t u) < b ^ 2.
Proof.
  intros [He Hb] Hb0. pose proof (sqrt_pos (sq n u)) as Hu. set (q := sqrt (sq n u)) in *.
  assert (Hq : q ^ 2 = sq n u) by apply pow2_sqrt, sq_nonnegative.
  assert (Hm : 0 < Rmin e b) by now apply Rmin_glb_lt.
  exists (Rmin e b / (2 * (1 + q))). split; [apply Rdiv_lt_0_compat; lra|]. intros t [Ht Ht0].
  apply (Rmult_le_compat_r (2 * (1 + q))) in Ht0; [|lra].
  unfold Rdiv in Ht0. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Ht0 by lra.
  pose proof (Rmult_le_pos _ _ Ht Hu) as tq.
  assert (S : sq n (scale t u) = (t * q) ^ 2) by (rewrite sq_scale, <- Hq; ring).
  pose proof (Rmin_l e b). pose proof (Rmin_r e b).
  split; [apply Hb; rewrite minus_step|]; rewrite S; nra.
Qed.

(** Inside X no entry of the Hessian is positive: returns diminish. *)
Lemma hess_entry x e i j : ball n X x e -> (i < n)%nat -> (j < n)%nat -> hess x i j <= 0.
Proof.
  intros Hb Hi Hj. apply Rnot_lt_le. intros pos. pose proof (centre_in n X x e Hb) as Hx.
  destruct (H2 x i Hx Hi (hess x i j / 2) ltac:(lra)) as (eta & Heta & N).
  destruct (short_step x e (unit_vector j) eta Hb Heta) as (t0 & Ht0 & T).
  destruct (T t0 ltac:(lra)) as [Hy near]. specialize (N _ Hy). rewrite minus_step in N. specialize (N near).
  rewrite sqrt_step, dot_scale, dot_unit in N by (lra || exact Hj).
  assert (U : sq n (unit_vector j) = 1).
  { unfold sq. rewrite dot_unit by exact Hj. unfold unit_vector. now rewrite Nat.eqb_refl. }
  rewrite U, sqrt_1 in N.
  assert (up : below n x (plus x (scale t0 (unit_vector j)))).
  { intros k _. unfold plus, scale, unit_vector. destruct (k =? j); lra. }
  pose proof (diminishing _ _ _ _ Hf _ _ (X_in_box _ Hx) (X_in_box _ Hy) up i Hi).
  pose proof (Rle_abs (- (df (plus x (scale t0 (unit_vector j))) i - df x i - t0 * hess x i j))) as A.
  rewrite Rabs_Ropp in A. pose proof (Rmult_lt_0_compat _ _ Ht0 pos). lra.
Qed.

(** Inside X the form of the Hessian is at least - L |u|^2 for u without negative entries, as f is smooth. *)
Lemma hess_form x e u : ball n X x e -> below n zero u -> - (L * sq n u) <= form n (hess x) u u.
Proof.
  intros Hb Hu. apply Rnot_lt_le. intros neg. pose proof (centre_in n X x e Hb) as Hx.
  set (gap := - (form n (hess x) u u + L * sq n u)). assert (Hg : 0 < gap) by (unfold gap; lra).
  pose proof (sqrt_pos (sq n u)) as Hq. set (q := sqrt (sq n u)) in *.
  destruct (pays_differentiable x u (gap / (2 * (1 + q))) Hx) as (eta & Heta & N).
  { apply Rdiv_lt_0_compat; lra. }
  destruct (short_step x e u eta Hb Heta) as (t0 & Ht0 & T).
  destruct (T t0 ltac:(lra)) as [Hy _]. set (y := plus x (scale t0 u)) in *.
  assert (up : below n x y) by (intros i Hi; specialize (Hu i Hi); unfold y, plus, scale, zero in *; nra).
  (* along the step, f less its tangent and plus L/2 times the square does not fall below f (x) *)
  pose (phi := fun s => f (plus x (scale (clamp s) (minus y x)))
    + dot n (df (plus x (scale (clamp s) (minus y x)))) (minus y x) * (s - clamp s)).
  pose (low := fun s => phi s - s * dot n (df x) (minus y x) + L / 2 * s ^ 2 * sq n (minus y x)).
  assert (D : forall s, 0 <= s <= 1 -> derivable_pt_lim low s
    (dot n (df (plus x (scale s (minus y x)))) (minus y x) - dot n (df x) (minus y x)
     + L * s * sq n (minus y x))).
  { intros s Hs01. unfold low.
    pose proof (slope_on_segment n top f df x y Hf (X_in_box _ Hx) (X_in_box _ Hy) up s Hs01) as D1.
    fold phi in D1.
    change (derivable_pt_lim phi s (dot n (df (plus x (scale s (minus y x)))) (minus y x))) in D1.
    pose proof (derivable_pt_lim_scal id (dot n (df x) (minus y x)) s 1 (derivable_pt_lim_id s)) as D2.
    pose proof (derivable_pt_lim_scal (fun s => s ^ 2) (L / 2 * sq n (minus y x)) s _
      (derivable_pt_lim_pow s 2)) as D3.
    pose proof (derivable_pt_lim_plus _ _ s _ _ (derivable_pt_lim_minus _ _ s _ _ D1 D2) D3) as D4.
    match type of D4 with derivable_pt_lim ?g s ?l =>
      replace (fun s => phi s - s * dot n (df x) (minus y x) + L / 2 * s ^ 2 * sq n (minus y x)) with g end.
    2: { apply functional_extensionality. intros z. unfold plus_fct, minus_fct, mult_real_fct, id.
         cbn. ring. }
    match type of D4 with derivable_pt_lim _ _ ?l => match goal with |- derivable_pt_lim _ _ ?l' =>
      replace l' with l by (cbn; field) end end. exact D4. }
  destruct (MVT_cor2 low _ 0 1 Rlt_0_1 D) as (s & E & Hs01).
  assert (E0 : low 0 = f x).
  { unfold low, phi. rewrite clamp_in by lra. replace (plus x (scale 0 (minus y x))) with x; [ring|].
    apply functional_extensionality. intros i. unfold plus, scale. ring. }
  assert (E1 : low 1 = f y - dot n (df x) (minus y x) + L / 2 * sq n (minus y x)).
  { unfold low, phi. rewrite clamp_in by lra. replace (plus x (scale 1 (minus y x))) with y; [ring|].
    apply functional_extensionality. intros i. unfold plus, scale, minus. ring. }
  rewrite E0, E1 in E. pose proof (Hs x y Hx Hy up) as S.
  assert (St : minus y x = scale t0 u) by apply minus_step. rewrite St in *.
  set (z := plus x (scale s (scale t0 u))) in *.
  assert (Z : z = plus x (scale (s * t0) u)).
  { apply functional_extensionality. intros i. unfold z, plus, scale. ring. }
  assert (st : 0 < s * t0 <= t0) by nra.
  destruct (T (s * t0) ltac:(lra)) as [Hz near]. rewrite <- Z in Hz.
  specialize (N z Hz). rewrite Z, minus_step, <- Z in N. specialize (N near).
  rewrite sqrt_step in N by lra. fold q in N.
  assert (F : form n (hess x) u (scale (s * t0) u) = s * t0 * form n (hess x) u u).
  { unfold form. rewrite <- sum_scale. apply sum_eq. intros i _. rewrite dot_scale. ring. }
  rewrite F in N. rewrite dot_scale, sq_scale in S. rewrite sq_scale, !dot_scale in E.
  rewrite !(dot_sym n u) in N.
  pose proof (Rle_abs (dot n (df z) u - dot n (df x) u - s * t0 * form n (hess x) u u)) as A.
  assert (K : gap / (2 * (1 + q)) * (s * t0 * q) <= gap / 2 * (s * t0)).
  { replace (gap / (2 * (1 + q)) * (s * t0 * q)) with (gap / 2 * (s * t0) * (q / (1 + q))) by (field; lra).
    rewrite <- (Rmult_1_r (gap / 2 * (s * t0))) at 2. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
    apply (Rmult_le_reg_r (1 + q)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (G : 0 <= t0 * (dot n (df z) u - dot n (df x) u + L * (s * t0) * sq n u)) by lra.
  assert (G' : 0 <= dot n (df z) u - dot n (df x) u + L * (s * t0) * sq n u).
  { apply (Rmult_le_reg_l t0); [exact Ht0|]. rewrite Rmult_0_r. exact G. }
  assert (Q : form n (hess x) u u + L * sq n u = - gap) by (unfold gap; ring).
  apply (f_equal (Rmult (s * t0))) in Q. pose proof (Rmult_lt_0_compat _ _ (proj1 st) Hg). lra.
Qed.

(** What the gradient pays for w changes along d, inside X, by at most L/2 (|w|^2 + |d|^2). *)
Lemma pays_inside x y w e : ball n X x e -> ball n X y e ->
  dot n w (df x) - dot n w (df y) <= L / 2 * (sq n w + sq n (minus y x)).
Proof.
  intros Bx By. set (d := minus y x). pose (on := fun s => plus x (scale s d)).
  assert (inside : forall s, 0 <= s <= 1 -> ball n X (on s) e).
  { intros s Hs01. split; [apply Bx|]. intros z Hz.
    set (v := minus z (on s)) in *.
    apply (counted _ _ _ _ _ HX (plus (scale (1 - s) (plus x v)) (scale s (plus y v)))).
    - intros i _. unfold v, on, d, plus, scale, minus. ring.
    - apply (convex _ _ _ _ _ HX); [exact Hs01| |].
      + apply (proj2 Bx). rewrite (same_length n (minus (plus x v) x) v); [exact Hz|].
        intros i _. unfold minus, plus. ring.
      + apply (proj2 By). rewrite (same_length n (minus (plus y v) y) v); [exact Hz|].
        intros i _. unfold minus, plus. ring. }
  assert (D : forall s, 0 <= s <= 1 ->
    derivable_pt_lim (fun s => dot n w (df (on s))) s (form n (hess (on s)) w d)).
  { intros s Hs01 eps Heps. pose proof (sqrt_pos (sq n d)) as Hq. set (q := sqrt (sq n d)) in *.
    pose proof (centre_in n X (on s) e (inside s Hs01)) as Hon.
    destruct (pays_differentiable (on s) w (eps / (2 * (1 + q))) Hon) as (eta & Heta & N).
    { apply Rdiv_lt_0_compat; lra. }
    destruct (short_step (on s) e d eta (inside s Hs01) Heta) as (t1 & Ht1 & T1).
    destruct (short_step (on s) e (scale (-1) d) eta (inside s Hs01) Heta) as (t2 & Ht2 & T2).
    assert (Hm : 0 < Rmin t1 t2) by now apply Rmin_glb_lt.
    exists (mkposreal _ Hm). intros h Hh small. cbn in small.
    pose proof (Rmin_l t1 t2). pose proof (Rmin_r t1 t2). pose proof (Rabs_pos_lt h Hh) as Ha.
    assert (E : on (s + h) = plus (on s) (scale h d)).
    { apply functional_extensionality. intros i. unfold on, plus, scale. ring. }
    assert (M : minus (on (s + h)) (on s) = scale h d) by (rewrite E; apply minus_step).
    assert (Hnew : X (on (s + h)) /\ sq n (scale h d) < eta ^ 2).
    { rewrite E. destruct (Rle_lt_dec 0 h) as [p|p].
      - rewrite Rabs_right in small by lra. apply T1. lra.
      - rewrite Rabs_left in small by exact p. destruct (T2 (- h) ltac:(lra)) as [A B].
        replace (scale (- h) (scale (-1) d)) with (scale h d) in A, B; [now split|].
        apply functional_extensionality. intros i. unfold scale. ring. }
    destruct Hnew as [Hnew near]. specialize (N _ Hnew). rewrite M in N. specialize (N near).
    assert (F : form n (hess (on s)) w (scale h d) = h * form n (hess (on s)) w d).
    { unfold form. rewrite <- sum_scale. apply sum_eq. intros i _. rewrite dot_scale. ring. }
    assert (Q : sqrt (sq n (scale h d)) = Rabs h * q).
    { rewrite sq_scale, sqrt_mult_alt by apply pow2_ge_0. f_equal.
      rewrite <- pow2_abs. apply sqrt_pow2. lra. }
    rewrite F, Q in N. set (a := dot n w (df (on (s + h)))) in *. set (b := dot n w (df (on s))) in *.
    set (g := form n (hess (on s)) w d) in *.
    replace ((a - b) / h - g) with ((a - b - h * g) / h) by (field; exact Hh).
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply (Rmult_lt_reg_r (Rabs h)); [exact Ha|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply Rle_lt_trans with (1 := N).
    replace (eps / (2 * (1 + q)) * (Rabs h * q)) with (eps * Rabs h * (q / (2 * (1 + q)))) by (field; lra).
    rewrite <- (Rmult_1_r (eps * Rabs h)) at 2. apply Rmult_lt_compat_l; [now apply Rmult_lt_0_compat|].
    apply (Rmult_lt_reg_r (2 * (1 + q))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (MVT_cor2 _ _ 0 1 Rlt_0_1 D) as (s & E & Hs01). cbv beta in E.
  replace (on 1) with y in E
    by (apply functional_extensionality; intros i; unfold on, d, plus, scale, minus; ring).
  replace (on 0) with x in E by (apply functional_extensionality; intros i; unfold on, plus, scale; ring).
  pose (N := fun i => scale (-1) (hess (on s) i)).
  assert (EN : forall v z, form n N v z = - form n (hess (on s)) v z).
  { intros v z. replace (- form n (hess (on s)) v z) with (-1 * form n (hess (on s)) v z) by ring.
    unfold form. rewrite <- sum_scale. apply sum_eq. intros i _. unfold N.
    rewrite (dot_sym n (scale (-1) _)), dot_scale, dot_sym. ring. }
  assert (Bs : ball n X (on s) e) by (apply inside; lra). pose proof (centre_in n X (on s) e Bs) as Hon.
  pose proof (nonnegative_form n N L) as B.
  assert (S : form n N w d <= L / 2 * (sq n w + sq n d)).
  { apply B.
    - intros i j Hi Hj. unfold N, scale. now rewrite symmetric.
    - intros i j Hi Hj. unfold N, scale. pose proof (hess_entry (on s) e i j Bs Hi Hj). lra.
    - intros u Hu. rewrite EN. pose proof (hess_form (on s) e u Bs Hu). lra. }
  rewrite EN in S. lra.
Qed.

(** The same for all points of X, which are limits of points inside. *)
Lemma pays_everywhere x y w : X x -> X y ->
  dot n w (df x) - dot n w (df y) <= L / 2 * (sq n w + sq n (minus y x)).
Proof.
  intros Hx Hy. apply le_epsilon. intros eps Heps.
  pose (toward := fun a z => plus (scale (1 - a) z) (scale a c)).
  pose proof (centre_in n X c r Hc) as HcX.
  assert (inside : forall z a, X z -> 0 < a <= 1 -> ball n X (toward a z) (a * r)).
  { intros z a Hz Ha. split; [apply Rmult_lt_0_compat; [lra|apply Hc]|]. intros v Hv.
    set (k := minus v (toward a z)) in *.
    apply (counted _ _ _ _ _ HX (plus (scale (1 - a) z) (scale a (plus c (scale (/ a) k))))).
    - intros i _. unfold k, toward, plus, scale, minus. field. lra.
    - apply (convex _ _ _ _ _ HX); [lra|exact Hz|]. apply (proj2 Hc).
      rewrite (same_length n _ (scale (/ a) k)) by (intros i _; unfold minus, plus; ring).
      rewrite sq_scale. rewrite Rpow_mult_distr in Hv.
      apply (Rmult_lt_reg_l (a ^ 2)); [apply pow_lt; lra|].
      rewrite <- Rmult_assoc, <- Rpow_mult_distr, Rinv_r by lra. lra. }
  assert (close : forall z, X z -> exists b, 0 < b /\ forall a, 0 < a <= b -> a <= 1 ->
    Rabs (dot n w (df (toward a z)) - dot n w (df z)) <= eps / 2).
  { intros z Hz. destruct (pays_differentiable z w 1 Hz Rlt_0_1) as (eta & Heta & N).
    set (k := minus c z). pose proof (sqrt_pos (sq n k)) as Hq. set (q := sqrt (sq n k)) in *.
    assert (Hqq : q ^ 2 = sq n k) by apply pow2_sqrt, sq_nonnegative.
    pose proof (Rabs_pos (form n (hess z) w k)) as Hfk. set (fk := Rabs (form n (hess z) w k)) in *.
    assert (Hb : 0 < Rmin (eta / (2 * (1 + q))) (eps / (2 * (1 + q + fk)))).
    { apply Rmin_glb_lt; apply Rdiv_lt_0_compat; lra. }
    exists (Rmin (eta / (2 * (1 + q))) (eps / (2 * (1 + q + fk)))). split; [exact Hb|]. intros a [Ha Hab] Ha1.
    pose proof (Rle_trans _ _ _ Hab (Rmin_l _ _)) as A1. pose proof (Rle_trans _ _ _ Hab (Rmin_r _ _)) as A2.
    apply (Rmult_le_compat_r (2 * (1 + q))) in A1; [|lra].
    apply (Rmult_le_compat_r (2 * (1 + q + fk))) in A2; [|lra].
    unfold Rdiv in A1, A2. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in A1, A2 by lra.
    assert (E : toward a z = plus z (scale a k)).
    { apply functional_extensionality. intros i. unfold toward, k, plus, scale, minus. ring. }
    assert (Hin : X (toward a z)) by (apply (convex _ _ _ _ _ HX); [lra|exact Hz|exact HcX]).
    specialize (N _ Hin). rewrite E, minus_step, sqrt_step in N by lra. fold q in N. rewrite <- E in N.
    pose proof (Rmult_le_pos a q ltac:(lra) Hq) as aq.
    assert (near : sq n (scale a k) < eta ^ 2) by (rewrite sq_scale, <- Hqq, <- Rpow_mult_distr; nra).
    specialize (N near).
    assert (F : form n (hess z) w (scale a k) = a * form n (hess z) w k).
    { unfold form. rewrite <- sum_scale. apply sum_eq. intros i _. rewrite dot_scale. ring. }
    rewrite F in N. set (g := form n (hess z) w k) in *.
    pose proof (Rabs_triang (dot n w (df (toward a z)) - dot n w (df z) - a * g) (a * g)) as T.
    replace (dot n w (df (toward a z)) - dot n w (df z) - a * g + a * g)
      with (dot n w (df (toward a z)) - dot n w (df z)) in T by ring.
    rewrite (Rabs_mult a g), (Rabs_right a) in T by lra. fold fk in T. nra. }
  destruct (close x Hx) as (b1 & Hb1 & C1). destruct (close y Hy) as (b2 & Hb2 & C2).
  assert (Ha : 0 < Rmin 1 (Rmin b1 b2)) by (repeat apply Rmin_glb_lt; lra).
  set (a := Rmin 1 (Rmin b1 b2)) in *.
  pose proof (Rmin_l 1 (Rmin b1 b2) : a <= 1) as M1.
  pose proof (Rle_trans _ _ _ (Rmin_r 1 (Rmin b1 b2)) (Rmin_l b1 b2) : a <= b1) as M2.
  pose proof (Rle_trans _ _ _ (Rmin_r 1 (Rmin b1 b2)) (Rmin_r b1 b2) : a <= b2) as M3.
  specialize (C1 a ltac:(lra) M1). specialize (C2 a ltac:(lra) M1).
  pose proof (pays_inside (toward a x) (toward a y) w (a * r) (inside x a Hx ltac:(lra))
    (inside y a Hy ltac:(lra))) as I.
  assert (E : sq n (minus (toward a y) (toward a x)) = (1 - a) ^ 2 * sq n (minus y x)).
  { rewrite <- sq_scale. apply same_length. intros i _. unfold toward, minus, plus, scale. ring. }
  rewrite E in I. pose proof (sq_nonnegative n (minus y x)) as H0.
  assert (S : (1 - a) ^ 2 * sq n (minus y x) <= sq n (minus y x)).
  { rewrite <- (Rmult_1_l (sq n (minus y x))) at 2. apply Rmult_le_compat_r; [exact H0|]. nra. }
  apply (Rmult_le_compat_l (L / 2)) in S; [|lra].
  pose proof (Rle_abs (- (dot n w (df (toward a x)) - dot n w (df x)))) as A1. rewrite Rabs_Ropp in A1.
  pose proof (Rle_abs (dot n w (df (toward a y)) - dot n w (df y))) as A2. lra.
Qed.
End Twice.

(** lem-boosted-smooth, for utilities that are twice differentiable: [pays_everywhere] with a multiple of
    grad f (x) - grad f (y) for w. *)
Theorem smooth_in_all_directions : forall n X P top radius f df hess L c r,
  domain n X P top radius -> utility_of n top f df -> 0 <= L -> smooth n X f df L ->
  twice n X df hess ->
  (forall x i j, X x -> (i < n)%nat -> (j < n)%nat -> hess x i j = hess x j i) ->
  ball n X c r -> lipschitz n X df L.
Proof.
  intros n X P top radius f df hess L c r HX Hf HL Hs H2 sym Hc x y Hx Hy.
  pose proof (fun w => pays_everywhere n X P top radius L r c f df hess HX Hf HL Hs H2 Hc sym x y w Hx Hy)
    as M.
  set (D := minus (df x) (df y)). pose proof (sq_nonnegative n D) as HD.
  pose proof (sq_nonnegative n (minus y x)) as Hd.
  assert (B : forall k, k * sq n D <= L / 2 * (k ^ 2 * sq n D + sq n (minus y x))).
  { intros k. specialize (M (scale k D)). rewrite sq_scale in M.
    replace (dot n (scale k D) (df x) - dot n (scale k D) (df y)) with (k * sq n D) in M; [exact M|].
    rewrite <- dot_minus, dot_sym, dot_scale. reflexivity. }
  replace (sq n (minus x y)) with (sq n (minus y x)).
  2: { unfold sq, dot. apply sum_eq. intros. unfold minus. ring. }
  destruct (Req_dec L 0) as [Z|Z].
  - specialize (B 1). rewrite Z in B |- *. lra.
  - specialize (B (/ L)). apply (Rmult_le_compat_l (2 * L)) in B; [|lra].
    replace (2 * L * (/ L * sq n D)) with (2 * sq n D) in B by (field; exact Z).
    replace (2 * L * (L / 2 * ((/ L) ^ 2 * sq n D + sq n (minus y x))))
      with (sq n D + L ^ 2 * sq n (minus y x)) in B by (field; exact Z).
    lra.
Qed.
