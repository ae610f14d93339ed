(** The repricing player (chapter "What windows really cost"): the prices of the open window are charged anew
    in every round, at one provisional multiplier; a closed window is charged at the multiplier that hindsight
    gives it. Regret and Lambda times the violation are together at most
    R (B sqrt T + beta_g Lambda (W - 1)/2), without a term in sqrt (W T); with sqrt (2 T) if nobody knows T.

    The player is defined in full, with its two maximisations; that they have solutions is proven. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting BoostedGradient Boosted Queue Careful.
Open Scope R_scope.

(** * Where a function on [0, cap] is largest

    The greatest such place, or 0 if there is none. *)
Section Greatest.
Variables (cap : R) (h : R -> R).

Definition peak (l : R) : Prop := 0 <= l <= cap /\ forall l', 0 <= l' <= cap -> h l' <= h l.
Let candidate (l : R) : Prop := l = 0 \/ peak l.

Lemma candidates_bounded : bound candidate.
Proof.
  exists (Rmax 0 cap). intros l [->|[[_ H] _]]; [apply Rmax_l|apply Rle_trans with (2 := Rmax_r _ _), H].
Qed.

Lemma candidate_zero : exists l, candidate l.
Proof. exists 0. now left. Qed.

Definition greatest : R := proj1_sig (completeness candidate candidates_bounded candidate_zero).

(** A continuous function is largest there: near the least upper bound of its peaks there are peaks. *)
Lemma greatest_peak : 0 <= cap -> (forall l, 0 <= l <= cap -> continuity_pt h l) -> peak greatest.
Proof.
  intros Hc C. destruct (continuity_ab_maj h 0 cap Hc C) as (l0 & M & I1 & I2).
  unfold greatest. destruct (completeness _ _ _) as (s & ub & least). cbn [proj1_sig].
  assert (H0 : l0 <= s) by (apply ub; right; split; [now split|exact M]).
  assert (H1 : s <= cap) by (apply least; intros l [->|[Q _]]; lra).
  split; [lra|]. intros l' Hl'. apply Rle_trans with (1 := M l' Hl'). apply Rnot_lt_le. intros D.
  destruct (C s ltac:(lra) (h l0 - h s) ltac:(lra)) as (a & Ha & near).
  assert (B : s <= Rmax 0 (s - a)).
  { apply least. intros l [->|[Hl top]]; [apply Rmax_l|]. apply Rle_trans with (2 := Rmax_r _ _).
    apply Rnot_lt_le. intros Q. pose proof (top l0 (conj I1 I2)) as high.
    assert (L : l <= s) by (apply ub; right; now split).
    destruct (Req_dec l s) as [->|E]; [lra|].
    specialize (near l). cbn in near. unfold R_dist in near.
    assert (N : Rabs (h l - h s) < h l0 - h s).
    { apply near. split; [split; [exact I|auto]|]. rewrite Rabs_left1; lra. }
    pose proof (Rle_abs (h l - h s)). lra. }
  unfold Rmax in B. destruct (Rle_dec 0 (s - a)); [lra|]. assert (l0 = s) by lra. subst. lra.
Qed.
End Greatest.

Lemma pow_incr_strict a c : 0 <= a -> a < c -> a ^ 2 < c ^ 2.
Proof. intros. nra. Qed.

(** * What a vector of rewards is worth, less the square of the distance from the start *)

Section Reward.
Variables (n : nat) (X : vec -> Prop) (P : vec -> vec) (top : vec) (radius eta : R) (start : vec).

(** The point of X where <v, x> - |x - x_0|^2 / (2 eta) is largest, and its value there. *)
Definition best (v : vec) : vec := P (plus start (scale eta v)).
Definition psi (v : vec) : R := dot n v (best v) - sq n (minus (best v) start) / (2 * eta).

Hypotheses (dom : domain n X P top radius) (He : 0 < eta).

Lemma psi_best v y : X y ->
  dot n v y - sq n (minus y start) / (2 * eta) + sq n (minus y (best v)) / (2 * eta) <= psi v.
Proof.
  intros Hy. assert (Ha : 0 < / (2 * eta)) by (apply Rinv_0_lt_compat; lra).
  pose proof (proximal n X P top radius start v (/ (2 * eta)) y dom Ha Hy) as Q. cbv zeta in Q.
  replace (/ (2 * / (2 * eta))) with eta in Q by (field; lra). fold (best v) in Q.
  rewrite dot_minus in Q. unfold psi, Rdiv. lra.
Qed.

Lemma best_in_X v : X (best v).
Proof. apply dom. Qed.

(** psi lies above its tangents, *)
Lemma psi_above v v' : psi v + dot n (minus v' v) (best v) <= psi v'.
Proof.
  pose proof (psi_best v' (best v) (best_in_X v)) as H.
  pose proof (sq_nonnegative n (minus (best v) (best v'))).
  assert (0 <= sq n (minus (best v) (best v')) / (2 * eta)) by (apply Rle_mult_inv_pos; lra).
  rewrite (dot_sym n (minus v' v)), dot_minus, !(dot_sym n (best v)). unfold psi at 1. lra.
Qed.

(** and is at most eta |d|^2 / 2 above them. *)
Lemma psi_below v v' : psi v' <= psi v + dot n (minus v' v) (best v) + eta / 2 * sq n (minus v' v).
Proof.
  pose proof (psi_best v (best v') (best_in_X v')) as H.
  set (w := minus (best v') (best v)) in *. set (d := minus v' v).
  pose proof (sq_nonnegative n (plus w (scale (- eta) d))) as N. rewrite sq_plus in N.
  assert (E : dot n d (best v') = dot n v' (best v') - dot n v (best v')).
  { unfold d. now rewrite (dot_sym n (minus v' v)), dot_minus, !(dot_sym n (best v')). }
  assert (E' : dot n w d = dot n d (best v') - dot n d (best v))
    by (unfold w; now rewrite dot_sym, dot_minus).
  apply (Rmult_le_compat_l (/ (2 * eta))) in N; [|apply Rlt_le, Rinv_0_lt_compat; lra].
  replace (/ (2 * eta) * (sq n w + 2 * - eta * dot n w d + (- eta) ^ 2 * sq n d))
    with (sq n w / (2 * eta) - dot n w d + eta / 2 * sq n d) in N by (field; lra).
  unfold psi at 1. lra.
Qed.

(** The best point moves by at most eta times what the rewards move by. *)
Lemma best_moves v v' : sq n (minus (best v') (best v)) <= eta ^ 2 * sq n (minus v' v).
Proof.
  pose proof (psi_best v (best v') (best_in_X v')) as H1.
  pose proof (psi_best v' (best v) (best_in_X v)) as H2.
  set (w := minus (best v') (best v)) in *. set (d := minus v' v).
  assert (S : sq n (minus (best v) (best v')) = sq n w).
  { apply sum_eq. intros. unfold w, minus. ring. }
  assert (E : dot n w d = dot n v' (best v') - dot n v (best v') - dot n v' (best v) + dot n v (best v)).
  { unfold dot. rewrite <- !sum_minus, <- sum_plus. apply sum_eq. intros. unfold w, d, minus. ring. }
  rewrite S in H2. unfold psi in H1, H2.
  assert (K : sq n w / eta <= dot n w d).
  { replace (sq n w / eta) with (sq n w / (2 * eta) + sq n w / (2 * eta)) by (field; lra). lra. }
  apply (Rmult_le_compat_l eta) in K; [|lra].
  replace (eta * (sq n w / eta)) with (sq n w) in K by (field; lra).
  pose proof (sq_nonnegative n (plus w (scale (- eta) d))) as N. rewrite sq_plus in N. lra.
Qed.

(** Along a line v - l q it has the slope - <q, x>. *)
Lemma line_step v q l l' x :
  dot n (minus (minus v (scale l' q)) (minus v (scale l q))) x = - (l' - l) * dot n q x.
Proof. unfold dot. rewrite <- sum_scale. apply sum_eq. intros. unfold minus, scale. ring. Qed.

Lemma line_square v q l l' :
  sq n (minus (minus v (scale l' q)) (minus v (scale l q))) = (l' - l) ^ 2 * sq n q.
Proof. unfold sq, dot. rewrite <- sum_scale. apply sum_eq. intros. unfold minus, scale. ring. Qed.

Lemma psi_continuous v q l : continuity_pt (fun l => psi (minus v (scale l q))) l.
Proof.
  apply derivable_continuous_pt. exists (- dot n q (best (minus v (scale l q)))).
  intros eps Heps. pose proof (sq_nonnegative n q) as Q. set (c := eta / 2 * sq n q).
  assert (Hc : 0 <= c) by (apply Rmult_le_pos; lra).
  assert (Hd : 0 < eps / (c + 1)) by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ Hd). intros d Hd0 small. cbn in small.
  pose proof (psi_above (minus v (scale l q)) (minus v (scale (l + d) q))) as A.
  pose proof (psi_below (minus v (scale l q)) (minus v (scale (l + d) q))) as B.
  rewrite line_step in A, B. rewrite line_square in B. replace (l + d - l) with d in A, B by ring.
  set (g := dot n q (best (minus v (scale l q)))) in *.
  set (y := psi (minus v (scale (l + d) q))) in *. set (y0 := psi (minus v (scale l q))) in *.
  replace (eta / 2 * (d ^ 2 * sq n q)) with (c * Rabs d * Rabs d) in B
    by (rewrite Rmult_assoc, <- Rabs_mult, Rabs_right by nra; unfold c; ring).
  pose proof (Rabs_pos_lt d Hd0) as P0.
  assert (S : (c + 1) * Rabs d < eps).
  { apply (Rmult_lt_compat_l (c + 1)) in small; [|lra].
    replace ((c + 1) * (eps / (c + 1))) with eps in small by (field; lra). exact small. }
  replace ((y - y0) / d - - g) with ((y - y0 + d * g) / d) by (field; exact Hd0).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply (Rmult_lt_reg_r (Rabs d)); [exact P0|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite Rabs_right by lra.
  apply Rle_lt_trans with (c * Rabs d * Rabs d); [lra|]. apply Rmult_lt_compat_r; lra.
Qed.
End Reward.

(** * The player *)

(** Its books: what it was told, less the prices of the closed windows at their multipliers (V); the sum of
    the prices of the open window (P), and how many rounds it has; what the closed windows may spend at their
    multipliers (the sum of nu_i b W); and what was spent above the allowance so far. *)
Record books := Books { rewards : vec; basket : vec; rounds : nat; granted : R; debt : R }.

(** What y overspends in the window that is open after N rounds, of which it has N mod W. *)
Definition open_window (G : game) (W N : nat) (y : vec) : R :=
  sum (fun s => excess G (N - N mod W + s) y) (N mod W).

Lemma closed_window G W N y : (N mod W = 0)%nat -> open_window G W N y = 0.
Proof. intros H. unfold open_window. now rewrite H. Qed.

Section Player.
Variables (G : game) (W : nat) (eta : nat -> R) (cap bulge : R) (start : vec).

(** What it is told of f_t when it stands at x: a gradient, the boosted gradient, or an estimate. *)
Variable told : nat -> vec -> vec.

Local Notation n := (dim G).
Local Notation b := (allowance G).
Local Notation value t := (psi n (project G) (eta t) start).
Local Notation aim t := (best (project G) (eta t) start).

(** The rewards if the open window is charged at l. *)
Definition charged (s : books) (l : R) : vec := minus (rewards s) (scale l (basket s)).

(** What the multiplier maximises over [0, cap]. *)
Definition potential (t : nat) (s : books) (l : R) : R :=
  value t (charged s l) + (granted s + l * (debt s + b * INR (rounds s)) + bulge * l * (cap - l)).

Definition provisional (t : nat) (s : books) : R := greatest cap (potential t s).
Definition stand (t : nat) (s : books) : vec := aim t (charged s (provisional t s)).

(** A window closes: hindsight chooses the multiplier in [0, cap] that makes psi (V - nu P) + nu b W least. *)
Definition hindsight (t : nat) (s : books) : R :=
  greatest cap (fun l => - (value t (charged s l) + l * (b * INR W))).
Definition close (t : nat) (s : books) : books :=
  Books (charged s (hindsight t s)) zero 0 (granted s + hindsight t s * (b * INR W)) (debt s).

Definition entered (t : nat) (s : books) : books :=
  Books (plus (rewards s) (told t (stand t s))) (plus (basket s) (price G t)) (S (rounds s)) (granted s)
    (debt s + excess G t (stand t s)).

Definition repricing_round (t : nat) (s : books) : books :=
  if (S (rounds s) =? W)%nat then close t (entered t s) else entered t s.

Fixpoint repricing (t : nat) : books :=
  match t with O => Books zero zero 0 0 0 | S j => repricing_round j (repricing j) end.

Definition repricing_decision (t : nat) : vec := stand t (repricing t).

(** ** One round *)

Variables (top : vec) (radius B beta_g : R) (e : nat -> R).
Let w := beta_g * (INR W - 1).
Hypotheses (dom : domain n (decisions G) (project G) top radius) (Hcap : 0 <= cap).
Hypotheses (He : forall t, 0 < eta t) (slower : forall t, eta (S t) <= eta t).

Lemma potential_continuous t s l : continuity_pt (potential t s) l.
Proof.
  apply (continuity_pt_plus (fun l => value t (charged s l))).
  - exact (psi_continuous n (decisions G) (project G) top radius (eta t) start dom (He t) (rewards s)
      (basket s) l).
  - apply derivable_continuous_pt. reg.
Qed.

Lemma provisional_best t s : peak cap (potential t s) (provisional t s).
Proof. apply greatest_peak; [exact Hcap|]. intros l _. apply potential_continuous. Qed.

Lemma hindsight_best t s : peak cap (fun l => - (value t (charged s l) + l * (b * INR W))) (hindsight t s).
Proof.
  apply greatest_peak; [exact Hcap|]. intros l _.
  apply (continuity_pt_opp (fun l => value t (charged s l) + l * (b * INR W))).
  apply (continuity_pt_plus (fun l => value t (charged s l))).
  - exact (psi_continuous n (decisions G) (project G) top radius (eta t) start dom (He t) (rewards s)
      (basket s) l).
  - apply derivable_continuous_pt. reg.
Qed.

Lemma stand_in_X t s : decisions G (stand t s).
Proof. apply dom. Qed.

Hypotheses (Hg : 0 <= beta_g) (HB : 0 <= B) (Hee : forall t, 0 <= e t)
  (curved : forall t, eta t / 2 * w ^ 2 <= bulge)
  (pays : forall t, (eta t * w * B) ^ 2 <= 4 * e t * (bulge - eta t / 2 * w ^ 2)).

(** The potential falls from its peak at least as fast as m z^2. *)
Lemma potential_falls t s l : sq n (basket s) <= w ^ 2 -> 0 <= l <= cap ->
  potential t s l
  <= potential t s (provisional t s) - (bulge - eta t / 2 * w ^ 2) * (l - provisional t s) ^ 2.
Proof.
  intros Hq Hl. pose proof (He t) as Ht. pose proof (curved t) as bent.
  destruct (provisional_best t s) as [Hp best_p]. set (p := provisional t s) in *.
  set (g := dot n (basket s) (stand t s)).
  set (slope := - g + (debt s + b * INR (rounds s)) + bulge * (cap - 2 * p)).
  pose proof (psi_below n (decisions G) (project G) top radius (eta t) start dom (He t)
    (minus (rewards s) (scale p (basket s))) (minus (rewards s) (scale l (basket s)))) as U.
  rewrite line_step, line_square in U. fold (charged s p) (charged s l) in U.
  change (aim t (charged s p)) with (stand t s) in U. fold g in U.
  assert (F : slope * (l - p) <= 0).
  { apply Rnot_lt_le. intros F. set (c := bulge * (l - p) ^ 2).
    assert (Hb : 0 <= bulge) by (pose proof (pow2_ge_0 w); nra).
    assert (Hc : 0 <= c) by (apply Rmult_le_pos; [exact Hb|apply pow2_ge_0]).
    set (y := slope * (l - p)) in *. assert (Q : 0 < y + 2 * c) by lra.
    set (a := y / (y + 2 * c)).
    assert (Ha : 0 < a <= 1).
    { unfold a. split; [now apply Rdiv_lt_0_compat|]. apply (Rmult_le_reg_r (y + 2 * c)); [exact Q|].
      field_simplify; lra. }
    assert (Hm : 0 <= p + a * (l - p) <= cap) by nra.
    specialize (best_p _ Hm).
    pose proof (psi_above n (decisions G) (project G) top radius (eta t) start dom (He t)
      (minus (rewards s) (scale p (basket s)))
      (minus (rewards s) (scale (p + a * (l - p)) (basket s)))) as L.
    rewrite line_step in L. fold (charged s p) (charged s (p + a * (l - p))) in L.
    change (aim t (charged s p)) with (stand t s) in L. fold g in L.
    unfold potential in best_p.
    assert (E : a * y <= a ^ 2 * c).
    { unfold y, c, slope. ring_simplify. ring_simplify in best_p. ring_simplify in L. lra. }
    assert (E2 : a * (y - a * c) <= 0) by lra.
    assert (E3 : a * c < y).
    { apply (Rmult_lt_reg_r (y + 2 * c)); [exact Q|].
      replace (a * c * (y + 2 * c)) with (y * c) by (unfold a; field; lra). nra. }
    assert (0 < a * (y - a * c)) by (apply Rmult_lt_0_compat; lra). lra. }
  apply (Rmult_le_compat_l (eta t / 2 * (l - p) ^ 2)) in Hq;
    [|apply Rmult_le_pos; [lra|apply pow2_ge_0]].
  unfold potential. unfold slope in F. lra.
Qed.

Hypothesis short : forall t x l, decisions G x -> 0 <= l <= cap ->
  sq n (minus (told t x) (scale l (price G t))) <= B ^ 2.
Hypothesis window : (1 <= W)%nat.

Lemma long_window : 0 <= w.
Proof. apply le_INR in window. cbn in window. apply Rmult_le_pos; lra. Qed.

(** A round raises no value of the potential above its peak by more than what it earned, eta B^2 / 2 and e. *)
Lemma entered_potential t s l : sq n (basket s) <= w ^ 2 -> 0 <= l <= cap ->
  potential t (entered t s) l <= potential t s (provisional t s) + dot n (told t (stand t s)) (stand t s)
    + eta t / 2 * B ^ 2 + e t.
Proof.
  intros Hq Hl. pose proof (potential_falls t s l Hq Hl) as F. pose proof long_window as Hw.
  pose proof (He t) as Ht. pose proof (curved t) as bent.
  set (p := provisional t s) in *. set (m := bulge - eta t / 2 * w ^ 2) in *. set (z := l - p) in *.
  set (x := stand t s). set (y := aim t (charged s l)). set (d := minus (told t x) (scale l (price G t))).
  pose proof (short t x l (stand_in_X t s) Hl) as Hd. fold d in Hd.
  pose proof (psi_below n (decisions G) (project G) top radius (eta t) start dom (He t) (charged s l)
    (charged (entered t s) l)) as U.
  fold y in U.
  assert (same_d : same n (minus (charged (entered t s) l) (charged s l)) d).
  { intros i _. unfold d, charged, entered, plus, minus, scale. cbn. fold x. ring. }
  rewrite (dot_same n _ d _ y same_d (fun _ _ => eq_refl)) in U.
  unfold sq in U at 1. rewrite (dot_same n _ d _ d same_d same_d) in U. fold (sq n d) in U.
  pose proof (best_moves n (decisions G) (project G) top radius (eta t) start dom (He t)
    (minus (rewards s) (scale p (basket s))) (minus (rewards s) (scale l (basket s)))) as M.
  rewrite line_square in M. fold (charged s p) (charged s l) in M.
  change (aim t (charged s p)) with x in M. fold y z in M.
  assert (M2 : sq n (minus y x) <= (eta t * w * Rabs z) ^ 2).
  { apply Rle_trans with (1 := M). rewrite !Rpow_mult_distr, pow2_abs.
    replace (eta t ^ 2 * w ^ 2 * z ^ 2) with (eta t ^ 2 * (z ^ 2 * w ^ 2)) by ring.
    repeat apply Rmult_le_compat_l; try apply pow2_ge_0. exact Hq. }
  assert (Hr : 0 <= eta t * w * Rabs z).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rabs_pos]. }
  pose proof (cauchy n d (minus y x) B (eta t * w * Rabs z) HB Hr Hd M2) as C.
  pose proof (Rle_abs (dot n d (minus y x))) as A. rewrite dot_minus in A, C.
  assert (square : B * (eta t * w * Rabs z) <= m * z ^ 2 + e t).
  { rewrite <- (pow2_abs z). set (a := Rabs z) in *. assert (0 <= a) by apply Rabs_pos.
    assert (Hm : 0 <= m) by (unfold m; lra).
    assert (S : (B * (eta t * w * a)) ^ 2 <= (m * a ^ 2 + e t) ^ 2).
    { apply Rle_trans with (4 * e t * m * a ^ 2).
      - replace ((B * (eta t * w * a)) ^ 2) with ((eta t * w * B) ^ 2 * a ^ 2) by ring.
        apply Rmult_le_compat_r; [apply pow2_ge_0|exact (pays t)].
      - pose proof (pow2_ge_0 (m * a ^ 2 - e t)). lra. }
    assert (0 <= m * a ^ 2 + e t)
      by (pose proof (Rmult_le_pos _ _ Hm (pow2_ge_0 a)); pose proof (Hee t); lra).
    apply Rnot_lt_le. intros Q. apply (Rlt_not_le _ _ (pow_incr_strict _ _ H0 Q)), S. }
  assert (E : forall v, dot n d v = dot n (told t x) v - l * dot n (price G t) v).
  { intros v. unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros.
    unfold d, minus, scale. ring. }
  apply (Rmult_le_compat_l (eta t / 2)) in Hd; [|lra].
  rewrite !E in *. unfold potential in *. cbn [entered rounds granted debt] in *. fold x.
  unfold excess. rewrite S_INR. lra.
Qed.

(** When a window closes the potential rises nowhere: hindsight does at least as well as any multiplier. *)
Lemma close_potential t s l : rounds s = W -> 0 <= l <= cap -> potential t (close t s) l <= potential t s l.
Proof.
  intros Hk Hl. destruct (hindsight_best t s) as [_ least]. specialize (least l Hl).
  assert (E : charged (close t s) l = charged s (hindsight t s)).
  { apply functional_extensionality. intros i. unfold close, charged, minus, scale, zero. cbn. ring. }
  unfold potential. rewrite E, Hk. cbn [close rounds granted debt INR]. lra.
Qed.

Local Notation x := repricing_decision.

Lemma basket_grows t s k : sq n (basket s) <= (beta_g * INR k) ^ 2 -> sq n (price G t) <= beta_g ^ 2 ->
  sq n (basket (entered t s)) <= (beta_g * INR (S k)) ^ 2.
Proof.
  intros Hq Hp. pose proof (pos_INR k) as K. pose proof (Rmult_le_pos _ _ Hg K) as Gk.
  pose proof (cauchy n (basket s) (price G t) (beta_g * INR k) beta_g Gk Hg Hq Hp) as C.
  pose proof (Rle_abs (dot n (basket s) (price G t))).
  cbn [entered basket]. replace (sq n (plus (basket s) (price G t)))
    with (sq n (plus (basket s) (scale 1 (price G t)))) by (apply sum_eq; intros; unfold plus, scale; ring).
  rewrite sq_plus, S_INR. lra.
Qed.

Hypothesis cheap : forall t, sq n (price G t) <= beta_g ^ 2.

(** A smaller step lowers the potential: psi is a maximum of what falls with it. *)
Lemma slower_potential t s l : potential (S t) s l <= potential t s l.
Proof.
  unfold potential. apply Rplus_le_compat_r. set (v := charged s l). set (y := aim (S t) v).
  pose proof (psi_best n (decisions G) (project G) top radius (eta t) start dom (He t) v y
    (best_in_X n (decisions G) (project G) top radius (eta (S t)) start dom v)) as H.
  pose proof (sq_nonnegative n (minus y start)) as S0.
  pose proof (sq_nonnegative n (minus y (aim t v))) as S1.
  pose proof (He (S t)) as H1. pose proof (He t) as H2.
  assert (0 <= sq n (minus y (aim t v)) / (2 * eta t)) by (apply Rle_mult_inv_pos; lra).
  assert (sq n (minus y start) / (2 * eta t) <= sq n (minus y start) / (2 * eta (S t))).
  { apply Rmult_le_compat_l; [exact S0|]. apply Rinv_le_contravar; [lra|]. pose proof (slower t). lra. }
  unfold psi at 1. fold y. lra.
Qed.

(** The books after N rounds, and the potential. *)
Lemma books_after N : let s := repricing N in
  (rounds s < W)%nat /\ (exists j, N = (j * W + rounds s)%nat) /\
  sq n (basket s) <= (beta_g * INR (rounds s)) ^ 2 /\ debt s = sum (fun t => excess G t (x t)) N /\
  forall l, 0 <= l <= cap -> potential N s l
    <= bulge * cap ^ 2 / 4 + sum (fun t => dot n (told t (x t)) (x t)) N
       + sum (fun t => eta t / 2 * B ^ 2 + e t) N.
Proof.
  assert (Hb : 0 <= bulge).
  { apply Rle_trans with (2 := curved O). apply Rmult_le_pos; [pose proof (He O); lra|apply pow2_ge_0]. }
  induction N as [|N (Hk & (j & Hj) & Hq & Hd & HK)]; cbv zeta.
  - cbn [repricing rounds basket debt sum INR]. split; [lia|]. split; [exists O; lia|]. split.
    { replace (sq n zero) with 0; [apply pow2_ge_0|].
      symmetry. rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
    split; [reflexivity|]. intros l Hl. unfold potential. cbn [granted debt rounds INR].
    assert (Z : value O (charged (Books zero zero 0 0 0) l) <= 0).
    { unfold psi. pose proof (He O) as H0. set (v := charged _ l). set (y := aim O v).
      replace (dot n v y) with 0.
      - pose proof (sq_nonnegative n (minus y start)).
        assert (0 <= sq n (minus y start) / (2 * eta O)) by (apply Rle_mult_inv_pos; lra). lra.
      - symmetry. rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros.
        unfold v, charged, minus, scale, zero. cbn. ring. }
    pose proof (Rmult_le_compat_l bulge _ _ Hb (pow2_ge_0 (2 * l - cap))). lra.
  - assert (Hq' : sq n (basket (repricing N)) <= w ^ 2).
    { apply Rle_trans with (1 := Hq). apply pow_incr. split; [apply Rmult_le_pos; [exact Hg|apply pos_INR]|].
      apply Rmult_le_compat_l; [exact Hg|]. assert (H := le_INR _ _ Hk). rewrite S_INR in H. lra. }
    assert (HE : forall l, 0 <= l <= cap -> potential N (entered N (repricing N)) l
      <= bulge * cap ^ 2 / 4 + sum (fun t => dot n (told t (x t)) (x t)) (S N)
         + sum (fun t => eta t / 2 * B ^ 2 + e t) (S N)).
    { intros l Hl. pose proof (entered_potential N (repricing N) l Hq' Hl) as H.
      pose proof (HK _ (proj1 (provisional_best N (repricing N)))) as H2.
      change (stand N (repricing N)) with (x N) in H. cbn [sum]. lra. }
    assert (HD : debt (entered N (repricing N)) = sum (fun t => excess G t (x t)) (S N)).
    { cbn [entered debt sum]. rewrite Hd. reflexivity. }
    pose proof (basket_grows N (repricing N) (rounds (repricing N)) Hq (cheap N)) as HB'.
    change (repricing (S N)) with (repricing_round N (repricing N)). unfold repricing_round.
    destruct (S (rounds (repricing N)) =? W)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q].
    + cbn [close rounds basket debt]. split; [lia|]. split; [exists (S j); lia|]. split.
      { replace (sq n zero) with 0; [apply pow2_ge_0|].
        symmetry. rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
      split; [exact HD|]. intros l Hl.
      apply Rle_trans with (1 := slower_potential N _ l).
      apply Rle_trans with (1 := close_potential N (entered N (repricing N)) l Q Hl). now apply HE.
    + change (rounds (entered N (repricing N))) with (S (rounds (repricing N))).
      split; [lia|]. split; [exists j; lia|]. split; [exact HB'|]. split; [exact HD|].
      intros l Hl. apply Rle_trans with (1 := slower_potential N _ l). now apply HE.
Qed.

(** What the books say of a point that keeps the windows: none of the closed ones cost it anything. *)
Lemma star_books star M :
  (forall j, (S j * W <= M)%nat -> sum (fun s => excess G (j * W + s) star) W <= 0) ->
  forall N, (N <= M)%nat ->
  dot n (basket (repricing N)) star
    = sum (fun i => dot n (price G (N - rounds (repricing N) + i)) star) (rounds (repricing N)) /\
  sum (fun t => dot n (told t (x t)) star) N <= dot n (rewards (repricing N)) star + granted (repricing N).
Proof.
  intros kept. assert (P : forall a c, dot n (plus a c) star = dot n a star + dot n c star).
  { intros. unfold dot. rewrite <- sum_plus. apply sum_eq. intros. unfold plus. ring. }
  assert (D : forall a l c, dot n (minus a (scale l c)) star = dot n a star - l * dot n c star).
  { intros. unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold minus, scale. ring. }
  assert (Z : dot n zero star = 0).
  { rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
  induction N as [|N IH]; intros HN; [cbn [repricing basket rewards granted rounds sum]; rewrite Z; lra|].
  destruct (IH ltac:(lia)) as [E1 E2]. destruct (books_after N) as (Hk & (j & Hj) & _).
  set (s := repricing N) in *. set (k := rounds s) in *.
  assert (F1 : dot n (basket (entered N s)) star = sum (fun i => dot n (price G (S N - S k + i)) star) (S k)).
  { cbn [entered basket sum]. rewrite P, E1. replace (S N - S k)%nat with (N - k)%nat by lia.
    replace (N - k + k)%nat with N by lia. reflexivity. }
  assert (F2 : sum (fun t => dot n (told t (x t)) star) (S N)
               <= dot n (rewards (entered N s)) star + granted (entered N s)).
  { cbn [entered rewards granted sum]. rewrite P. change (stand N s) with (x N). lra. }
  change (repricing (S N)) with (repricing_round N s). unfold repricing_round. fold k.
  destruct (S k =? W)%nat eqn:Q; [apply Nat.eqb_eq in Q|now split].
  set (s1 := entered N s) in *. cbn [close rewards basket rounds granted]. split; [exact Z|].
  unfold charged. rewrite D. destruct (hindsight_best N s1) as [[H0 _] _].
  specialize (kept j ltac:(lia)). unfold excess in kept. rewrite sum_minus, sum_const in kept.
  rewrite Q in F1. replace (S N - W)%nat with (j * W)%nat in F1 by lia. rewrite <- F1 in kept.
  apply (Rmult_le_compat_l (hindsight N s1)) in kept; [|exact H0]. lra.
Qed.

(** ** The bound *)

(** After N rounds, against a point within [reach] of the start that keeps the windows closed so far. The
    violation counts beyond what that point overspends in the open window itself. *)
Lemma repricing_bound star reach N : decisions G star -> sq n (minus star start) <= reach ^ 2 ->
  (forall j, (S j * W <= N)%nat -> sum (fun s => excess G (j * W + s) star) W <= 0) ->
  sum (fun t => dot n (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach ^ 2 / (2 * eta N) + bulge * cap ^ 2 / 4 + sum (fun t => eta t / 2 * B ^ 2 + e t) N.
Proof.
  unfold open_window.
  intros Hs near kept. pose proof (He N) as H0. destruct (books_after N) as (Hk & (j & Hj) & _ & Hd & HK).
  destruct (star_books star N kept N (le_n _)) as [E1 E2].
  assert (R : (N mod W)%nat = rounds (repricing N)).
  { symmetry. apply Nat.mod_unique with j; lia. }
  rewrite R. set (s := repricing N) in *. set (k := rounds s) in *.
  assert (O : dot n (basket s) star - b * INR k = sum (fun s => excess G (N - k + s) star) k).
  { unfold excess. rewrite sum_minus, sum_const, E1. ring. }
  set (late := sum (fun s => excess G (N - k + s) star) k) in *.
  assert (earn : sum (fun t => dot n (told t (x t)) (minus star (x t))) N
    = sum (fun t => dot n (told t (x t)) star) N - sum (fun t => dot n (told t (x t)) (x t)) N).
  { rewrite <- sum_minus. apply sum_eq. intros. apply dot_minus. }
  assert (low : forall l, dot n (rewards s) star - l * dot n (basket s) star - reach ^ 2 / (2 * eta N)
    <= value N (charged s l)).
  { intros l.
    pose proof (psi_best n (decisions G) (project G) top radius (eta N) start dom (He N) (charged s l) star
      Hs) as H.
    pose proof (sq_nonnegative n (minus star (aim N (charged s l)))) as S0.
    assert (0 <= sq n (minus star (aim N (charged s l))) / (2 * eta N)) by (apply Rle_mult_inv_pos; lra).
    apply (Rmult_le_compat_r (/ (2 * eta N))) in near; [|apply Rlt_le, Rinv_0_lt_compat; lra].
    assert (E : dot n (charged s l) star = dot n (rewards s) star - l * dot n (basket s) star).
    { unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros.
      unfold charged, minus, scale. ring. }
    unfold Rdiv in *. lra. }
  pose proof (HK 0 ltac:(lra)) as K0. pose proof (HK cap ltac:(lra)) as K1.
  pose proof (low 0) as L0. pose proof (low cap) as L1. unfold potential in K0, K1. fold k in K0, K1.
  rewrite Hd in K0, K1.
  rewrite <- O. rewrite earn. unfold Rmax. destruct (Rle_dec _ _); lra.
Qed.
End Player.

(** * Regret and violation together *)

(** x keeps the budget over the disjoint windows of W rounds that follow one another from the first on. *)
Definition affordable_in_turn (G : game) (W T : nat) (x : vec) : Prop :=
  decisions G x /\ forall j, ((S j) * W <= T)%nat -> sum (fun s => excess G (j * W + s) x) W <= 0.

(** That is less than [affordable] asks, and the same as [affordable_apart] if T is a multiple of W. *)
Lemma affordable_is_in_turn G W T x : affordable G W T x -> affordable_in_turn G W T x.
Proof. intros [Hx H]. split; [exact Hx|]. intros j Hj. apply H. lia. Qed.

Lemma apart_is_in_turn G W T x : (1 <= W)%nat -> (T mod W = 0)%nat ->
  affordable_apart G W T x -> affordable_in_turn G W T x.
Proof.
  intros HW HT [Hx H]. split; [exact Hx|]. intros j Hj.
  pose proof (Nat.div_mod T W ltac:(lia)) as E. rewrite HT in E. set (m := (T / W)%nat) in *.
  assert (Hm : (S j <= m)%nat) by nia.
  specialize (H (m - S j)%nat ltac:(nia)).
  replace (T - S (m - S j) * W)%nat with (j * W)%nat in H by nia. exact H.
Qed.

(** The step for a length r of the run, and the bulge, with which the terms of [repricing_bound] fit together:
    a round costs R B / (2 r). *)
Lemma repricing_tuned reach B w cap r eta bulge e : 0 < reach -> 0 < B -> 0 <= w -> 0 < cap -> 0 < r ->
  let S := B * r + w * cap / 2 in
  eta = reach / S -> bulge = reach * w / cap -> e = reach * w * B * cap / (4 * S * r) ->
  0 < eta /\ 0 <= e /\ eta / 2 * w ^ 2 <= bulge /\ (eta * w * B) ^ 2 <= 4 * e * (bulge - eta / 2 * w ^ 2) /\
  eta / 2 * B ^ 2 + e = reach * B / 2 * / r /\ reach ^ 2 / (2 * eta) + bulge * cap ^ 2 / 4
  = reach * B / 2 * r + reach * (w * cap / 2).
Proof.
  intros HR HB Hw Hc Hr S Ee Eb Ed.
  pose proof (Rmult_lt_0_compat _ _ HB Hr) as H1.
  assert (H2 : 0 <= w * cap) by (apply Rmult_le_pos; lra).
  assert (HS : 0 < S) by (unfold S; lra).
  assert (Eta : 0 < eta) by (rewrite Ee; now apply Rdiv_lt_0_compat).
  split; [exact Eta|]. split.
  { rewrite Ed. apply Rle_mult_inv_pos; [|repeat apply Rmult_lt_0_compat; lra].
    repeat apply Rmult_le_pos; lra. }
  assert (M : bulge - eta / 2 * w ^ 2 = reach * w * (B * r) / (cap * S)).
  { rewrite Eb, Ee. unfold S. field. fold S. unfold S in HS. lra. }
  split.
  { assert (0 <= reach * w * (B * r) / (cap * S)); [|lra].
    apply Rle_mult_inv_pos; [|now apply Rmult_lt_0_compat]. repeat apply Rmult_le_pos; lra. }
  split; [rewrite M, Ee, Ed; apply Req_le; field; lra|].
  split; rewrite Ee, ?Eb, ?Ed; unfold S in *; field; lra.
Qed.

(** With the step R / (B r_t + beta_g Lambda (W - 1) / 2) in round t, r_t any lengths that do not fall: what
    is missed along what it is told, and Lambda times the violation. Only |told - l p| <= B is asked, for l
    in [0, Lambda]; what it is told may depend on the past in any way. The violation counts beyond what the
    point of comparison itself overspends in the open window: that is 0 if W divides N. *)
Theorem repricing_missed : forall G W N eta r cap bulge start told top radius reach B beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < B -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat ->
  (forall t x l, decisions G x -> 0 <= l <= cap ->
    sq (dim G) (minus (told t x) (scale l (price G t))) <= B ^ 2) ->
  (forall t, sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  (forall t, 0 < r t <= r (S t)) ->
  (forall t, eta t = reach / (B * r t + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start told in
  sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (B * ((r N + sum (fun t => / r t) N) / 2) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W N eta r cap bulge start told top radius reach B beta_g star dom HR HB Hg Hc HW short cheap
    [Hs kept] near grows Ee Eb x. set (w := beta_g * (INR W - 1)) in *.
  assert (Hw : 0 <= w).
  { apply le_INR in HW. cbn in HW. apply Rmult_le_pos; lra. }
  pose (e := fun t => reach * w * B * cap / (4 * (B * r t + w * cap / 2) * r t)).
  assert (H : forall t, 0 < eta t /\ 0 <= e t /\ eta t / 2 * w ^ 2 <= bulge /\
    (eta t * w * B) ^ 2 <= 4 * e t * (bulge - eta t / 2 * w ^ 2) /\
    eta t / 2 * B ^ 2 + e t = reach * B / 2 * / r t /\ reach ^ 2 / (2 * eta t) + bulge * cap ^ 2 / 4
    = reach * B / 2 * r t + reach * (w * cap / 2)).
  { intros t. now apply repricing_tuned; try apply grows. }
  assert (slower : forall t, eta (S t) <= eta t).
  { intros t. rewrite !Ee. apply Rmult_le_compat_l; [lra|]. destruct (grows t) as [G0 G1].
    pose proof (Rmult_lt_0_compat _ _ HB G0). assert (0 <= w * cap) by (apply Rmult_le_pos; lra).
    apply (Rmult_le_compat_l B) in G1; [|lra]. apply Rinv_le_contravar; lra. }
  pose proof (repricing_bound G W eta cap bulge start told top radius B beta_g e dom (Rlt_le _ _ Hc)
    (fun t => proj1 (H t)) slower Hg (Rlt_le _ _ HB) (fun t => proj1 (proj2 (H t)))
    (fun t => proj1 (proj2 (proj2 (H t)))) (fun t => proj1 (proj2 (proj2 (proj2 (H t))))) short HW cheap star
    reach N Hs near kept) as K. fold x in K.
  rewrite (sum_eq (fun t => eta t / 2 * B ^ 2 + e t) (fun t => reach * B / 2 * / r t)), sum_scale in K
    by (intros t _; apply (H t)).
  destruct (H N) as (_ & _ & _ & _ & _ & E). lra.
Qed.

(** The lengths for a known horizon T, *)
Lemma known_horizon N T : (1 <= T)%nat -> (N <= T)%nat ->
  0 < sqrt (INR T) /\ (sqrt (INR T) + sum (fun _ => / sqrt (INR T)) N) / 2 <= sqrt (INR T).
Proof.
  intros HT HN. apply le_INR in HT, HN. cbn in HT. pose proof (sqrt_lt_R0 (INR T) ltac:(lra)) as Hr.
  split; [exact Hr|]. rewrite sum_const. pose proof (pow2_sqrt (INR T) ltac:(lra)) as E.
  set (r := sqrt (INR T)) in *. clearbody r. rewrite <- E in HN.
  pose proof (Rinv_0_lt_compat _ Hr) as I. apply (Rmult_le_compat_r (/ r)) in HN; [|lra].
  replace (r ^ 2 * / r) with r in HN by (field; lra). lra.
Qed.

(** and for none: sqrt (2 t) in round t, from 0. *)
Definition length_so_far (t : nat) : R := sqrt (2 * INR (Nat.max 1 t)).

Lemma length_grows t : 0 < length_so_far t <= length_so_far (S t).
Proof.
  unfold length_so_far. assert (H : 1 <= INR (Nat.max 1 t)) by (change 1 with (INR 1); apply le_INR; lia).
  assert (INR (Nat.max 1 t) <= INR (Nat.max 1 (S t))) by (apply le_INR; lia).
  split; [apply sqrt_lt_R0; lra|apply sqrt_le_1_alt; lra].
Qed.

Lemma any_horizon N : (1 <= N)%nat ->
  (length_so_far N + sum (fun t => / length_so_far t) N) / 2 <= sqrt (2 * INR N).
Proof.
  intros HN. assert (E : length_so_far N = sqrt (2 * INR N)).
  { unfold length_so_far. do 3 f_equal. lia. }
  rewrite E. enough (sum (fun t => / length_so_far t) N <= sqrt (2 * INR N)) by lra.
  destruct N as [|[|m]]; [lia| |]; clear HN E.
  - cbn [sum]. unfold length_so_far. cbn [Nat.max INR]. rewrite Rmult_1_r.
    pose proof (sqrt_lt_R0 2 ltac:(lra)) as Hr. pose proof (pow2_sqrt 2 ltac:(lra)) as E.
    set (r := sqrt 2) in *. apply (Rmult_le_reg_r r); [exact Hr|].
    rewrite Rmult_plus_distr_r, Rinv_l by lra. lra.
  - apply Rle_trans with (sqrt (2 * INR (S m))).
    2: { apply sqrt_le_1_alt. assert (INR (S m) <= INR (S (S m))) by (apply le_INR; lia). lra. }
    induction m.
    + cbn [sum]. unfold length_so_far. cbn [Nat.max INR]. rewrite Rmult_1_r.
      pose proof (sqrt_lt_R0 2 ltac:(lra)) as Hr. pose proof (pow2_sqrt 2 ltac:(lra)) as E.
      set (r := sqrt 2) in *. apply (Rmult_le_reg_r r); [exact Hr|].
      rewrite !Rmult_plus_distr_r, Rinv_l by lra. lra.
    + change (sum (fun t => / length_so_far t) (S (S (S m))))
        with (sum (fun t => / length_so_far t) (S (S m)) + / length_so_far (S (S m))).
      apply Rle_trans with (sqrt (2 * INR (S m)) + / sqrt (2 * INR (S (S m)))).
      { apply Rplus_le_compat; [exact IHm|]. apply Req_le. unfold length_so_far. do 4 f_equal. }
      assert (P : 0 < INR (S m)) by (apply lt_0_INR; lia). rewrite (S_INR (S m)).
      set (q := INR (S m)) in *. pose proof (sqrt_lt_R0 (2 * q) ltac:(lra)) as H1.
      pose proof (sqrt_lt_R0 (2 * (q + 1)) ltac:(lra)) as H2.
      pose proof (pow2_sqrt (2 * q) ltac:(lra)) as E1. pose proof (pow2_sqrt (2 * (q + 1)) ltac:(lra)) as E2.
      set (c := sqrt (2 * q)) in *. set (d := sqrt (2 * (q + 1))) in *.
      apply (Rmult_le_reg_r d); [exact H2|]. rewrite Rmult_plus_distr_r, Rinv_l by lra.
      pose proof (pow2_ge_0 (d - c)). lra.
Qed.

(** |u - l p|^2 <= |u|^2 + l^2 |p|^2 if no coordinate of u or p is negative. *)
Lemma apart_size n u p l a c : below n zero u -> below n zero p -> 0 <= l ->
  sq n u <= a ^ 2 -> sq n p <= c ^ 2 -> sq n (minus u (scale l p)) <= a ^ 2 + l ^ 2 * c ^ 2.
Proof.
  intros Pu Pp Hl Hu Hp.
  assert (D : 0 <= dot n u p).
  { apply sum_nonnegative. intros i Hi. apply Rmult_le_pos; [now apply Pu|now apply Pp]. }
  replace (sq n (minus u (scale l p))) with (sq n u - 2 * (l * dot n u p) + l ^ 2 * sq n p).
  2: { unfold sq, dot. rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_eq. intros.
       unfold minus, scale. ring. }
  pose proof (Rmult_le_pos _ _ Hl D). apply (Rmult_le_compat_l (l ^ 2)) in Hp; [lra|apply pow2_ge_0].
Qed.

(** Regret and violation together, at every prefix. [told] is any feedback along which at least
    alpha f_t (y) - f_t (x_t) is missed, y the point of comparison: the corollaries name two.

    Idea. The potential K_t is concave in the multiplier, and bulges enough to pay for all rounds of the
    open window being priced anew. Its peak grows by what is earned, and R B / (2 r_t); a window that closes
    raises it nowhere. At the end its value at 0 knows the regret, and that at Lambda the violation. *)
Lemma repricing_together :
  forall G W N alpha eta r cap bulge start told top radius reach beta_f beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat ->
  (forall t x, decisions G x -> below (dim G) zero (told t x) /\ sq (dim G) (told t x) <= beta_f ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  (forall t, 0 < r t <= r (S t)) ->
  let B := sqrt (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * r t + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start told in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (B * ((r N + sum (fun t => / r t) N) / 2) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W N alpha eta r cap bulge start told top radius reach beta_f beta_g star dom HR Hf Hg Hc HW short
    dear gap kept near grows B Ee Eb x.
  assert (P : 0 < beta_f ^ 2 + cap ^ 2 * beta_g ^ 2).
  { pose proof (pow_lt beta_f 2 Hf). pose proof (pow2_ge_0 (cap * beta_g)). lra. }
  pose proof (sqrt_lt_R0 _ P : 0 < B) as HB.
  assert (B2 : B ^ 2 = beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) by (apply pow2_sqrt; lra).
  assert (fits : forall t y l, decisions G y -> 0 <= l <= cap ->
    sq (dim G) (minus (told t y) (scale l (price G t))) <= B ^ 2).
  { intros t y l Hy Hl. destruct (short t y Hy) as [U1 U2]. destruct (dear t) as [P1 P2].
    apply Rle_trans with (1 := apart_size _ _ _ l _ _ U1 P1 (proj1 Hl) U2 P2). rewrite B2.
    apply Rplus_le_compat_l, Rmult_le_compat_r; [apply pow2_ge_0|]. now apply pow_incr. }
  pose proof (repricing_missed G W N eta r cap bulge start told top radius reach B beta_g star dom HR HB Hg Hc
    HW fits (fun t => proj2 (dear t)) kept near grows Ee Eb) as H. cbv zeta in H. fold x in H.
  assert (E : alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
    <= sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N).
  { rewrite <- sum_scale, <- sum_minus. apply sum_le. intros t _. apply gap, dom. }
  lra.
Qed.

(** What [repricing_together] says if the two lengths are at most [long]. *)
Lemma repricing_within R0 B w a long left_side : 0 < R0 -> 0 <= B -> a <= long ->
  left_side <= R0 * (B * a + w) -> left_side <= R0 * (B * long + w).
Proof.
  intros HR HB Ha H. apply Rle_trans with (1 := H). apply Rmult_le_compat_l; [lra|].
  apply Rplus_le_compat_r. now apply Rmult_le_compat_l.
Qed.

(** thm-rate-regret, for a horizon T that is known: at every prefix of N rounds. The violation counts beyond
    what the point of comparison itself overspends in the open window: that is 0 if W divides N. *)
Theorem repricing_regret :
  forall G W T N alpha eta cap bulge start told top radius reach beta_f beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat -> (N <= T)%nat ->
  (forall t x, decisions G x -> below (dim G) zero (told t x) /\ sq (dim G) (told t x) <= beta_f ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let B := sqrt (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start told in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W T N alpha eta cap bulge start told top radius reach beta_f beta_g star dom HR Hf Hg Hc HW HT HN
    short dear gap kept near B Ee Eb x. destruct (known_horizon N T HT HN) as [Hr L].
  apply (repricing_within _ _ _ _ _ _ HR (sqrt_pos _) L).
  exact (repricing_together G W N alpha eta (fun _ => sqrt (INR T)) cap bulge start told top radius reach
    beta_f beta_g star dom HR Hf Hg Hc HW short dear gap kept near (fun _ => conj Hr (Rle_refl _)) Ee Eb).
Qed.

(** thm-rate-regret without a horizon: the step of round t, from 0, is that for 2 t rounds, and the bulge
    stays. *)
Theorem repricing_regret_anytime :
  forall G W N alpha eta cap bulge start told top radius reach beta_f beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= N)%nat ->
  (forall t x, decisions G x -> below (dim G) zero (told t x) /\ sq (dim G) (told t x) <= beta_f ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let B := sqrt (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (2 * INR (Nat.max 1 t)) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start told in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (B * sqrt (2 * INR N) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W N alpha eta cap bulge start told top radius reach beta_f beta_g star dom HR Hf Hg Hc HW HN short
    dear gap kept near B Ee Eb x.
  apply (repricing_within _ _ _ _ _ _ HR (sqrt_pos _) (any_horizon N HN)).
  exact (repricing_together G W N alpha eta length_so_far cap bulge start told top radius reach beta_f beta_g
    star dom HR Hf Hg Hc HW short dear gap kept near length_grows Ee Eb).
Qed.

(** ** Two kinds of utilities

    The boosted gradient has no negative coordinate. *)
Lemma boosted_rises n X P top radius f df x u : domain n X P top radius -> utility_of n top f df -> X x ->
  boosted n df x u -> below n zero u.
Proof.
  intros dom good Hx H i Hi. apply (integral_le (fun _ => 0) _ (zero i) (u i)) with (2 := H i Hi).
  - exists (RiemannInt_P14 0 1 0). change (RiemannInt (RiemannInt_P14 0 1 0) = 0). rewrite RiemannInt_P15.
    ring.
  - intros s Hs. apply Rmult_le_pos; [apply Rlt_le, exp_pos|].
    apply (monotone _ _ _ _ good); [|exact Hi]. apply (inside _ _ _ _ _ dom).
    apply (on_line n X P top radius x dom Hx). lra.
Qed.

(** Told the boosted gradient: short, without a negative coordinate, and 1 - 1/e of what is missing. *)
Lemma boosted_feedback G u top radius beta_f beta_F size star :
  queue_standing G top radius beta_f size -> beta_F = (1 - exp (-1)) * beta_f -> 0 < beta_f ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) -> decisions G star ->
  0 < beta_F /\
  (forall t x, decisions G x -> below (dim G) zero (u t x) /\ sq (dim G) (u t x) <= beta_F ^ 2) /\
  (forall t x, decisions G x ->
    (1 - exp (-1)) * utility G t star - utility G t x <= dot (dim G) (u t x) (minus star x)).
Proof.
  intros [dom [_ Hg] _ good cont] EF Hf field Hs.
  split; [rewrite EF; apply Rmult_lt_0_compat; [apply mass_positive|exact Hf]|]. split.
  - intros t y Hy. split; [exact (boosted_rises _ _ _ _ _ _ _ y _ dom (good t) Hy (field t y Hy))|].
    rewrite EF. apply Rlt_le in Hf.
    exact (boosted_short _ _ _ _ _ _ y _ _ dom (cont t) Hy Hf (Hg t) (field t y Hy)).
  - intros t y Hy. apply (boosted_gap _ (decisions G) (project G) top radius _ (gradient G t)); auto.
Qed.

(** DR-submodular utilities and the boosted gradient: the (1 - 1/e)-regret, if W divides T. *)
Theorem repricing_regret_boosted :
  forall G W T eta cap bulge start u top radius reach beta_f beta_F beta_g size star,
  queue_standing G top radius beta_f size -> beta_F = (1 - exp (-1)) * beta_f ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat -> (T mod W = 0)%nat ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable_apart G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let B := sqrt (beta_F ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start u in
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) T)
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W T eta cap bulge start u top radius reach beta_f beta_F beta_g size star standing_ok
    EF HR Hf Hgg Hc HW HT div field dear kept near B Ee Eb x.
  destruct (boosted_feedback G u top radius beta_f beta_F size star standing_ok EF Hf field (proj1 kept))
    as (HF & short & gap). pose proof (queue_decide _ _ _ _ _ standing_ok) as dom.
  pose proof (repricing_regret G W T T (1 - exp (-1)) eta cap bulge start u top radius reach beta_F beta_g
    star dom HR HF Hgg Hc HW HT (le_n _) short dear gap (apart_is_in_turn _ _ _ _ HW div kept) near Ee Eb)
    as H.
  cbv zeta in H. rewrite (closed_window G W T star div), Rminus_0_r in H. exact H.
Qed.

(** Concave utilities that rise, linear ones among them, and their gradient: the full regret. *)
Theorem repricing_regret_concave :
  forall G W T eta cap bulge start top radius reach beta_f beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat -> (T mod W = 0)%nat ->
  (forall t x y, decisions G x -> decisions G y ->
    utility G t y - utility G t x <= dot (dim G) (gradient G t x) (minus y x)) ->
  (forall t x, decisions G x ->
    below (dim G) zero (gradient G t x) /\ sq (dim G) (gradient G t x) <= beta_f ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable_apart G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let B := sqrt (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start (gradient G) in
  sum (fun t => utility G t star) T - sum (fun t => utility G t (x t)) T
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) T)
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W T eta cap bulge start top radius reach beta_f beta_g star dom HR Hf Hg Hc HW HT div concave short
    dear kept near B Ee Eb x.
  assert (gap : forall t y, decisions G y ->
    1 * utility G t star - utility G t y <= dot (dim G) (gradient G t y) (minus star y)).
  { intros t y Hy. rewrite Rmult_1_l. apply concave; [exact Hy|apply kept]. }
  pose proof (repricing_regret G W T T 1 eta cap bulge start (gradient G) top radius reach beta_f beta_g star
    dom HR Hf Hg Hc HW HT (le_n _) short dear gap (apart_is_in_turn _ _ _ _ HW div kept) near Ee Eb) as H.
  cbv zeta in H. rewrite (closed_window G W T star div), Rminus_0_r, Rmult_1_l in H. exact H.
Qed.

(** * Never a cent too much *)

(** Until round tau the careful player does what the soft one does, and nothing from then on; if tau is not
    the end, less than [dearest] is left there. *)
Lemma parting_round G soft dearest budget N :
  let hard := careful G soft dearest budget in
  exists tau, (tau <= N)%nat /\ (forall t, (t < tau)%nat -> hard t = soft t) /\
  (forall t, (tau <= t < N)%nat -> hard t = zero) /\
  (tau = N \/ purse G soft dearest budget tau < dearest
              /\ purse G soft dearest budget N = purse G soft dearest budget tau).
Proof.
  intros hard. induction N as [|N (tau & H1 & H2 & H3 & H4)].
  - exists O. repeat split; try lia.
  - set (left_at := purse G soft dearest budget) in *.
    assert (C : left_at N < dearest /\ left_at N = left_at tau \/ tau = N /\ dearest <= left_at N).
    { destruct H4 as [->|H4]; [|left; lra]. destruct (Rlt_le_dec (left_at N) dearest); [left|right]; auto. }
    destruct C as [[C1 C2]|[-> C]]; [exists tau|exists (S N)].
    + assert (Z : hard N = zero).
      { unfold hard, careful. fold left_at. destruct (Rle_dec dearest (left_at N)); [lra|reflexivity]. }
      assert (Same : left_at (S N) = left_at N).
      { unfold left_at. cbn [purse]. fold left_at. destruct (Rle_dec dearest (left_at N)); [lra|].
        rewrite nothing. ring. }
      repeat split; [lia|exact H2| |right; lra].
      intros t Ht. destruct (Nat.eq_dec t N) as [->|]; [exact Z|]. apply H3. lia.
    + repeat split; [lia| |lia|now left].
      intros t Ht. destruct (Nat.eq_dec t N) as [->|]; [|apply H2; lia].
      unfold hard, careful. fold left_at. destruct (Rle_dec dearest (left_at N)); [reflexivity|lra].
Qed.

(** A player whose alpha-regret and Lambda times its violation are together at most [bound] at every prefix,
    and Lambda at least F/b: the careful player beside it. M is the dearest round, and at least b (else no
    budget binds).

    Idea: at tau the soft player has overspent at least b (T - tau) - M, for which its bound at the prefix
    tau charges Lambda each: at least F for each of the rounds that are lost, but Lambda M. So its regret up
    to tau pays for them. Nothing is asked of the soft player from tau on. *)
Theorem careful_beside : forall G W T alpha cap bound soft F M star,
  (forall t, decisions G (soft t)) -> 0 < cap -> (1 <= W)%nat -> decisions G star ->
  (forall N, (1 <= N <= T)%nat ->
    alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (soft t)) N
    + cap * Rmax 0 (sum (fun t => excess G t (soft t)) N - open_window G W N star) <= bound) -> 0 <= bound ->
  0 < allowance G <= M -> (forall t x, decisions G x -> dot (dim G) (price G t) x <= M) ->
  (forall t, alpha * utility G t star - utility G t zero <= F) -> F <= cap * allowance G ->
  let hard := careful G soft M (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  alpha * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T
  <= bound + cap * (INR W * M - (INR W - 1) * allowance G).
Proof.
  intros G W T alpha cap bound x F M star inX Hc HW Hs A0 positive [Hb HM] cost HF Hcap hard.
  set (b := allowance G) in *.
  pose proof (pos_INR T) as T0. assert (enough : 0 <= b * INR T) by (apply Rmult_le_pos; lra).
  split.
  - intros N. pose proof (purse_nonnegative G x M (b * INR T) enough (fun t => cost t _ (inX t)) N) as H.
    rewrite purse_is in H. unfold hard. lra.
  - destruct (parting_round G x M (b * INR T) T) as (tau & H1 & H2 & H3 & H4). fold hard in H2, H3.
    assert (A : alpha * sum (fun t => utility G t star) tau - sum (fun t => utility G t (x t)) tau
      + cap * Rmax 0 (sum (fun t => excess G t (x t)) tau - open_window G W tau star) <= bound).
    { destruct tau as [|tau]; [|apply A0; lia]. rewrite closed_window by (apply Nat.mod_0_l; lia).
      cbn [sum]. replace (0 - 0) with 0 by ring. rewrite (Rmax_left 0 0) by lra. lra. }
    assert (late : open_window G W tau star <= (INR W - 1) * (M - b)).
    { pose proof (Nat.mod_upper_bound tau W ltac:(lia)) as U. apply le_INR in U. rewrite S_INR in U.
      apply Rle_trans with (INR (tau mod W) * (M - b)); [|apply Rmult_le_compat_r; lra].
      unfold open_window. rewrite <- sum_const. apply sum_le. intros s _. unfold excess. fold b.
      specialize (cost (tau - tau mod W + s)%nat star Hs). lra. }
    assert (split_T : T = (tau + (T - tau))%nat) by lia.
    assert (E1 : sum (fun t => utility G t (hard t)) T
      = sum (fun t => utility G t (x t)) tau + sum (fun s => utility G (tau + s) zero) (T - tau)).
    { rewrite split_T at 1. rewrite sum_split. f_equal; apply sum_eq; intros i Hi.
      - now rewrite H2.
      - now rewrite H3 by lia. }
    assert (E2 : alpha * sum (fun t => utility G t star) T
      = alpha * sum (fun t => utility G t star) tau
        + alpha * sum (fun s => utility G (tau + s) star) (T - tau)).
    { rewrite split_T at 1. rewrite sum_split. ring. }
    assert (E3 : alpha * sum (fun s => utility G (tau + s) star) (T - tau)
      - sum (fun s => utility G (tau + s) zero) (T - tau) <= INR (T - tau) * F).
    { rewrite <- sum_scale, <- sum_minus, <- sum_const. apply sum_le. intros s _. apply HF. }
    pose proof (pos_INR (T - tau)) as P. rewrite minus_INR in E3, P by exact H1.
    pose proof (Rmult_le_compat_l _ _ _ P Hcap) as E4.
    set (late_star := open_window G W tau star) in *.
    pose proof (Rmax_l 0 (sum (fun t => excess G t (x t)) tau - late_star)) as V0.
    pose proof (Rmax_r 0 (sum (fun t => excess G t (x t)) tau - late_star)) as V1.
    set (C := Rmax 0 _) in *.
    assert (late0 : 0 <= (INR W - 1) * (M - b)).
    { apply le_INR in HW. cbn in HW. apply Rmult_le_pos; lra. }
    assert (E5 : b * (INR T - INR tau) <= C + (INR W - 1) * (M - b) + M).
    { destruct H4 as [->|[H4 _]]; [lra|].
      rewrite purse_is in H4. fold hard in H4.
      rewrite (sum_eq _ (fun t => dot (dim G) (price G t) (x t))) in H4 by (intros t Ht; now rewrite H2).
      unfold excess in V1. rewrite sum_minus, sum_const in V1. fold b in V1. lra. }
    apply (Rmult_le_compat_l cap) in E5; [|lra]. lra.
Qed.

(** thm-rate-careful: the careful player beside repricing never overspends, at any time, and its regret is
    O(sqrt T + W). *)
Theorem repricing_never_overspends :
  forall G W T alpha eta cap bulge start told top radius reach beta_f beta_g F M star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat ->
  (forall t x, decisions G x -> below (dim G) zero (told t x) /\ sq (dim G) (told t x) <= beta_f ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  0 < allowance G <= M -> (forall t x, decisions G x -> dot (dim G) (price G t) x <= M) ->
  (forall t, alpha * utility G t star - utility G t zero <= F) -> F <= cap * allowance G ->
  let B := sqrt (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let hard := careful G (repricing_decision G W eta cap bulge start told) M (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  alpha * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)
     + cap * (INR W * M - (INR W - 1) * allowance G).
Proof.
  intros G W T alpha eta cap bulge start told top radius reach beta_f beta_g F M star dom HR Hf Hg Hc HW HT
    short dear gap [Hs kept] near HM cost HF Hcap B Ee Eb hard.
  apply careful_beside with (F := F); trivial.
  - intros t. apply dom.
  - intros N [_ HN]. apply repricing_regret with (top := top) (radius := radius) (beta_f := beta_f); trivial.
    split; [exact Hs|]. intros j Hj. apply kept. lia.
  - apply le_INR in HW. cbn in HW. pose proof (sqrt_pos (INR T)) as P.
    pose proof (Rmult_le_pos _ _ (sqrt_pos (beta_f ^ 2 + cap ^ 2 * beta_g ^ 2) : 0 <= B) P).
    assert (0 <= beta_g * (INR W - 1) * cap) by (repeat apply Rmult_le_pos; lra).
    apply Rmult_le_pos; lra.
Qed.

(** DR-submodular utilities and the boosted gradient, against all that keeps the budget of every window: no
    overspending at all, and a (1 - 1/e)-regret of O(sqrt T + W), for any T. *)
Theorem repricing_boosted_never_overspends :
  forall G W T eta cap bulge start u top radius reach beta_f beta_F beta_g size F M star,
  queue_standing G top radius beta_f size -> beta_F = (1 - exp (-1)) * beta_f ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  0 < allowance G <= M -> (forall t x, decisions G x -> dot (dim G) (price G t) x <= M) ->
  (forall t x, decisions G x -> utility G t x <= F) -> cap = F / allowance G ->
  let B := sqrt (beta_F ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let hard := careful G (repricing_decision G W eta cap bulge start u) M (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)
     + cap * (INR W * M - (INR W - 1) * allowance G).
Proof.
  intros G W T eta cap bulge start u top radius reach beta_f beta_F beta_g size F M star ok EF HR Hf Hg Hc HW
    HT field dear kept near HM cost HF Ec B Ee Eb hard.
  destruct (boosted_feedback G u top radius beta_f beta_F size star ok EF Hf field (proj1 kept))
    as (HF0 & short & gap).
  apply repricing_never_overspends with (top := top) (radius := radius) (beta_f := beta_F) (F := F); trivial.
  - apply ok.
  - now apply affordable_is_in_turn.
  - intros t. rewrite (normalised _ _ _ _ (queue_good _ _ _ _ _ ok t)).
    pose proof (HF t star (proj1 kept)) as H.
    pose proof mass_positive. pose proof (exp_pos (-1)).
    assert (P : 0 <= utility G t star).
    { rewrite <- (normalised _ _ _ _ (queue_good _ _ _ _ _ ok t)).
      apply (rises (dim G) top _ (gradient G t)); [apply ok| | |].
      - apply (inside _ _ _ _ _ (queue_decide _ _ _ _ _ ok)), (origin _ _ _ _ _ (queue_decide _ _ _ _ _ ok)).
      - apply (inside _ _ _ _ _ (queue_decide _ _ _ _ _ ok)), kept.
      - apply (inside _ _ _ _ _ (queue_decide _ _ _ _ _ ok)), kept. }
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ H1) P). lra.
  - apply Req_le. rewrite Ec. field. lra.
Qed.
