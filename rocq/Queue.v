(** The boosted queue (chapter "A queue keeps regret and violation at one order"): one learner, and a
    queue of what its next decision would have overspent, in the multiplier's place. Regret and violation are
    both O(sqrt (W T)).

    The step weighs exactly what the queue will add, so nothing has to be forgotten. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Learning BoostedGradient.
Open Scope R_scope.

(** * The algorithm *)

Record queue_state := QueueState { in_queue : R; queue_place : vec }.

Section Queue.
Variables (G : game) (V a : R).

(** What the learner is told of f_t when it stands at x: the boosted gradient there, or an estimate. *)
Variable told : nat -> vec -> vec.

(** The point of X where V <u, x> - Q g_t (x) - a |x - x_t|^2 is largest. *)
Definition queue_step (t : nat) (s : queue_state) : vec :=
  project G (plus (queue_place s)
    (scale (/ (2 * a)) (minus (scale V (told t (queue_place s))) (scale (in_queue s) (price G t))))).

Definition queue_round (t : nat) (s : queue_state) : queue_state := {|
  in_queue := Rmax 0 (in_queue s + excess G t (queue_step t s));
  queue_place := queue_step t s
|}.

Fixpoint boosted_queue (t : nat) : queue_state :=
  match t with
  | O => {| in_queue := 0; queue_place := zero |}
  | S j => queue_round j (boosted_queue j)
  end.

Definition queue (t : nat) : R := in_queue (boosted_queue t).
Definition queue_decision (t : nat) : vec := queue_place (boosted_queue t).
Definition queue_spent (t : nat) : R := excess G t (queue_decision t).
Definition queue_regret_of (T : nat) (x : vec) : R :=
  (1 - exp (-1)) * sum (fun t => utility G t x) T - sum (fun t => utility G t (queue_decision t)) T.
End Queue.

(** * The queue *)

Lemma queue_nonnegative G V a told t : 0 <= queue G V a told t.
Proof. destruct t; [apply Rle_refl|apply Rmax_l]. Qed.

Lemma queue_next G V a told t : queue G V a told (S t)
  = Rmax 0 (queue G V a told t + excess G t (queue_decision G V a told (S t))).
Proof. reflexivity. Qed.

(** A queue moves by at most the size of what it is told, and its half square grows by at most Q g + g^2/2. *)
Lemma queue_moves q g size : 0 <= q -> Rabs g <= size -> Rabs (Rmax 0 (q + g) - q) <= size.
Proof. intros Hq Hg. unfold Rmax. destruct (Rle_dec 0 (q + g)); split_Rabs; lra. Qed.

Lemma queue_drift q g size : Rabs g <= size -> Rmax 0 (q + g) ^ 2 / 2 <= q ^ 2 / 2 + q * g + size ^ 2 / 2.
Proof.
  intros Hg. assert (S : g ^ 2 <= size ^ 2).
  { rewrite <- (pow2_abs g). apply pow_incr. split; [apply Rabs_pos|exact Hg]. }
  assert (Rmax 0 (q + g) ^ 2 <= (q + g) ^ 2); [|lra].
  unfold Rmax. destruct (Rle_dec 0 (q + g)); [lra|]. pose proof (pow2_ge_0 (q + g)). lra.
Qed.

(** What a benchmark that keeps the budget over windows laid from the end spends of a queue. *)
Theorem queue_spending : forall (q h : nat -> R) size W T, (1 <= W)%nat -> q O = 0 -> (forall t, 0 <= q t) ->
  (forall t, Rabs (q (S t) - q t) <= size) -> (forall t, Rabs (h t) <= size) ->
  (forall j, (S j * W <= T)%nat -> sum (fun s => h (T - S j * W + s)%nat) W <= 0) ->
  sum (fun t => q t * h t) T <= size ^ 2 / 2 * (INR W - 1) * INR T.
Proof.
  intros q h size W T HW q0 nonneg step small keeps.
  assert (growth : forall t, 0 <= q t <= size * INR t).
  { intros t. split; [apply nonneg|]. pose proof (drift q size O t step) as D. rewrite q0 in D.
    pose proof (Rle_abs (q t - 0)). cbn [plus Nat.add] in D. lra. }
  replace (size ^ 2 / 2 * (INR W - 1) * INR T) with (size * size / 2 * (INR W - 1) * INR T) by (cbn; field).
  now apply windows_from_the_end.
Qed.

(** * The step

    A projected step of d / (2 a) is as good, for every y of X, as the largest value of
    <d, x> - a |x - x_t|^2 would have it. *)
Lemma proximal n X P top radius x d a y : domain n X P top radius -> 0 < a -> X y ->
  let x' := P (plus x (scale (/ (2 * a)) d)) in
  a * sq n (minus y x') + a * sq n (minus x' x) + dot n d (minus y x') <= a * sq n (minus y x).
Proof.
  intros HX Ha Hy x'. set (z := plus x (scale (/ (2 * a)) d)) in *.
  pose proof (projection_obtuse n X P top radius z y HX Hy) as O. fold x' in O.
  assert (E1 : sq n (minus y x)
    = sq n (minus y x') + sq n (minus x' x) - 2 * dot n (minus x x') (minus y x')).
  { unfold sq, dot. rewrite <- sum_scale, <- sum_plus, <- sum_minus. apply sum_eq. intros.
    unfold minus. ring. }
  assert (E2 : dot n (minus z x') (minus y x')
    = dot n (minus x x') (minus y x') + / (2 * a) * dot n d (minus y x')).
  { unfold dot. rewrite <- sum_scale, <- sum_plus. apply sum_eq. intros. unfold z, minus, plus, scale. ring. }
  rewrite E2 in O. apply (Rmult_le_compat_l (2 * a)) in O; [|lra].
  rewrite Rmult_plus_distr_l, <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_0_r in O by lra. rewrite E1. lra.
Qed.

(** V <u, w> is at most a |w|^2 + V^2 |u|^2 / (4 a). *)
Lemma completed n u w V a b : 0 < a -> sq n u <= b ^ 2 ->
  V * dot n u w <= a * sq n w + V ^ 2 * b ^ 2 / (4 * a).
Proof.
  intros Ha Hu. pose proof (sq_nonnegative n (plus w (scale (- (V / (2 * a))) u))) as N. rewrite sq_plus in N.
  apply (Rmult_le_compat_l a) in N; [|lra]. apply (Rmult_le_compat_l (V ^ 2 / (4 * a))) in Hu.
  - rewrite (dot_sym n w u) in N.
    replace (a * (sq n w + 2 * - (V / (2 * a)) * dot n u w + (- (V / (2 * a))) ^ 2 * sq n u))
      with (a * sq n w - V * dot n u w + V ^ 2 / (4 * a) * sq n u) in N by (field; lra).
    replace (V ^ 2 * b ^ 2 / (4 * a)) with (V ^ 2 / (4 * a) * b ^ 2) by (field; lra). lra.
  - apply Rle_mult_inv_pos; [apply pow2_ge_0|lra].
Qed.

(** |V u - Q p| <= V b + Q c *)
Lemma fed_size n u p V q b c : 0 <= V -> 0 <= q -> 0 <= b -> 0 <= c -> sq n u <= b ^ 2 -> sq n p <= c ^ 2 ->
  sq n (minus (scale V u) (scale q p)) <= (V * b + q * c) ^ 2.
Proof.
  intros HV Hq Hb Hc Hu Hp.
  replace (sq n (minus (scale V u) (scale q p)))
    with (V ^ 2 * sq n u - 2 * (V * q) * dot n u p + q ^ 2 * sq n p).
  2: { unfold sq, dot. rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_eq. intros.
       unfold minus, scale. ring. }
  pose proof (cauchy n u p b c Hb Hc Hu Hp) as C.
  assert (D : - (b * c) <= dot n u p) by (split_Rabs; lra).
  apply (Rmult_le_compat_l (V * q)) in D; [|now apply Rmult_le_pos].
  apply (Rmult_le_compat_l (V ^ 2)) in Hu; [|apply pow2_ge_0].
  apply (Rmult_le_compat_l (q ^ 2)) in Hp; [|apply pow2_ge_0].
  replace ((V * b + q * c) ^ 2) with (V ^ 2 * b ^ 2 + 2 * (V * q * (b * c)) + q ^ 2 * c ^ 2) by ring. lra.
Qed.

Section Bounds.
Variables (G : game) (V a : R) (told : nat -> vec -> vec) (top : vec) (radius beta_F size : R).
Hypotheses (dom : domain (dim G) (decisions G) (project G) top radius) (HV : 0 < V) (Ha : 0 < a).
Hypothesis short : forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2.
Hypothesis small : forall t x, decisions G x -> Rabs (excess G t x) <= size.

Local Notation n := (dim G).
Local Notation x := (queue_decision G V a told).
Local Notation Q := (queue G V a told).
Local Notation u t := (told t (queue_decision G V a told t)).

Lemma queue_in_X t : decisions G (x t).
Proof. destruct t; apply dom. Qed.

Lemma to_zero y : sq n (minus zero y) = sq n y.
Proof. apply sum_eq. intros. unfold minus, zero. ring. Qed.

(** What the step knows of a point y of X. *)
Lemma stepped t y : decisions G y ->
  a * sq n (minus y (x (S t))) + a * sq n (minus (x (S t)) (x t)) + V * dot n (u t) (minus y (x (S t)))
  <= a * sq n (minus y (x t)) + Q t * (excess G t y - excess G t (x (S t))).
Proof.
  intros Hy. set (d := minus (scale V (u t)) (scale (Q t) (price G t))).
  pose proof (proximal n (decisions G) (project G) top radius (x t) d a y dom Ha Hy) as S. cbv zeta in S.
  change (project G (plus (x t) (scale (/ (2 * a)) d))) with (x (Datatypes.S t)) in S.
  assert (E : dot n d (minus y (x (Datatypes.S t))) = V * dot n (u t) (minus y (x (Datatypes.S t)))
    - Q t * (excess G t y - excess G t (x (Datatypes.S t)))).
  { unfold excess.
    replace (dot n (price G t) y - allowance G - (dot n (price G t) (x (Datatypes.S t)) - allowance G))
      with (dot n (price G t) (minus y (x (Datatypes.S t)))) by (rewrite dot_minus; ring).
    unfold dot. rewrite <- !sum_scale, <- sum_minus. apply sum_eq. intros. unfold d, minus, scale. ring. }
  rewrite E in S. lra.
Qed.

(** ** The regret *)

(** One round against y. *)
Lemma queue_round_missed t y : decisions G y ->
  V * dot n (u t) (minus y (x t)) + Q (S t) ^ 2 / 2 - Q t ^ 2 / 2
  <= Q t * excess G t y + a * (sq n (minus y (x t)) - sq n (minus y (x (S t))))
     + V ^ 2 * beta_F ^ 2 / (4 * a) + size ^ 2 / 2.
Proof.
  intros Hy. pose proof (stepped t y Hy) as S.
  pose proof (queue_drift (Q t) (excess G t (x (Datatypes.S t))) size (small t _ (queue_in_X _))) as D.
  rewrite <- queue_next in D.
  pose proof (completed n (u t) (minus (x (Datatypes.S t)) (x t)) V a beta_F Ha
    (short t _ (queue_in_X t))) as C.
  rewrite !dot_minus in *. lra.
Qed.

(** All rounds: what is missed along what is told, whatever that is. *)
Lemma queue_missed y W T : (1 <= W)%nat -> affordable_apart G W T y ->
  V * sum (fun t => dot n (u t) (minus y (x t))) T + Q T ^ 2 / 2
  <= a * radius ^ 2 + (V ^ 2 * beta_F ^ 2 / (4 * a) + INR W * size ^ 2 / 2) * INR T.
Proof.
  intros HW [Hy kept].
  assert (S : forall N, V * sum (fun t => dot n (u t) (minus y (x t))) N + Q N ^ 2 / 2
    <= a * (sq n (minus y (x O)) - sq n (minus y (x N))) + sum (fun t => Q t * excess G t y) N
       + (V ^ 2 * beta_F ^ 2 / (4 * a) + size ^ 2 / 2) * INR N).
  { induction N; [cbn; lra|]. pose proof (queue_round_missed N y Hy). rewrite S_INR. cbn [sum]. lra. }
  specialize (S T). pose proof (diameter _ _ _ _ _ dom y (x O) Hy (queue_in_X O)) as D.
  pose proof (sq_nonnegative n (minus y (x T))) as N.
  assert (B : a * (sq n (minus y (x O)) - sq n (minus y (x T))) <= a * radius ^ 2)
    by (apply Rmult_le_compat_l; lra).
  pose proof (queue_spending Q (fun t => excess G t y) size W T HW eq_refl (queue_nonnegative G V a told)
    (fun t => queue_moves _ _ size (queue_nonnegative G V a told t) (small t _ (queue_in_X (Datatypes.S t))))
    (fun t => small t y Hy) kept) as P.
  lra.
Qed.

(** ** The violation *)

Hypotheses (HR : 0 <= radius) (HF : 0 <= beta_F).

(** In one round the potential Q^2/2 + a |x|^2 grows by at most V beta_F R + G^2/2, less b Q. *)
Lemma queue_potential t :
  Q (S t) ^ 2 / 2 + a * sq n (x (S t))
  <= Q t ^ 2 / 2 + a * sq n (x t) + V * beta_F * radius + size ^ 2 / 2 - allowance G * Q t.
Proof.
  pose proof (stepped t zero (origin _ _ _ _ _ dom)) as S. rewrite !to_zero in S.
  pose proof (queue_drift (Q t) (excess G t (x (Datatypes.S t))) size (small t _ (queue_in_X _))) as D.
  rewrite <- queue_next in D.
  assert (E : excess G t zero = - allowance G).
  { unfold excess. replace (dot n (price G t) zero) with 0; [ring|].
    rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
  assert (E0 : dot n (u t) (minus zero (x (Datatypes.S t))) = - dot n (u t) (x (Datatypes.S t))).
  { rewrite <- (Rmult_1_l (dot n (u t) (x _))), Ropp_mult_distr_l. unfold dot. rewrite <- sum_scale.
    apply sum_eq. intros. unfold minus, zero. ring. }
  rewrite E, E0 in S.
  pose proof (diameter _ _ _ _ _ dom _ _ (origin _ _ _ _ _ dom) (queue_in_X (Datatypes.S t))) as L.
  rewrite to_zero in L.
  pose proof (Rle_trans _ _ _ (Rle_abs _) (cauchy n (u t) (x (Datatypes.S t)) beta_F radius HF HR
    (short t _ (queue_in_X t)) L)) as C.
  apply (Rmult_le_compat_l V) in C; [|lra].
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Ha) (sq_nonnegative n (minus (x (Datatypes.S t)) (x t)))). lra.
Qed.

(** A budget above 0: where the queue is longer than [level] the potential falls. *)
Lemma queue_bounded level t : 0 < allowance G -> level = (V * beta_F * radius + size ^ 2 / 2) / allowance G ->
  Q t ^ 2 / 2 + a * sq n (x t) <= level ^ 2 / 2 + a * radius ^ 2 + allowance G * level.
Proof.
  intros Hb Hlevel. set (b := allowance G) in *.
  assert (E : V * beta_F * radius + size ^ 2 / 2 = b * level) by (rewrite Hlevel; field; lra).
  assert (L0 : 0 <= level).
  { rewrite Hlevel. apply Rle_mult_inv_pos; [|exact Hb].
    pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ (Rlt_le _ _ HV) HF) HR).
    pose proof (pow2_ge_0 size). lra. }
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hb) L0) as HbL.
  assert (inside : forall t, a * sq n (x t) <= a * radius ^ 2).
  { intros s. apply Rmult_le_compat_l; [lra|]. rewrite <- to_zero.
    apply (diameter _ _ _ _ _ dom); [apply dom|apply queue_in_X]. }
  induction t.
  - pose proof (inside O). change (Q O) with 0. pose proof (pow2_ge_0 level). lra.
  - pose proof (queue_potential t) as P. fold b in P. pose proof (queue_nonnegative G V a told t) as Q0.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hb) Q0) as bQ.
    destruct (Rle_lt_dec level (Q t)) as [H|H].
    + apply (Rmult_le_compat_l b) in H; lra.
    + pose proof (inside t). assert (Q t ^ 2 <= level ^ 2) by (apply pow_incr; lra). lra.
Qed.

Lemma queue_capped level t : 0 < allowance G -> level = (V * beta_F * radius + size ^ 2 / 2) / allowance G ->
  Q t <= sqrt (level ^ 2 + 2 * a * radius ^ 2 + 2 * allowance G * level).
Proof.
  intros Hb Hlevel. rewrite <- (sqrt_pow2 (Q t)) by apply queue_nonnegative. apply sqrt_le_1_alt.
  pose proof (queue_bounded level t Hb Hlevel).
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Ha) (sq_nonnegative n (x t))). lra.
Qed.

(** Any budget that is not negative: the potential grows by at most V beta_F R + G^2/2 a round. *)
Lemma queue_capped_anyway t : 0 <= allowance G ->
  Q t <= sqrt ((2 * V * beta_F * radius + size ^ 2) * INR t).
Proof.
  intros Hb. rewrite <- (sqrt_pow2 (Q t)) by apply queue_nonnegative. apply sqrt_le_1_alt.
  assert (S : Q t ^ 2 / 2 + a * sq n (x t) <= (V * beta_F * radius + size ^ 2 / 2) * INR t).
  { induction t.
    2: { pose proof (queue_potential t). pose proof (Rmult_le_pos _ _ Hb (queue_nonnegative G V a told t)).
         rewrite S_INR. lra. }
    change (Q O) with 0. replace (sq n (x O)) with 0; [cbn; lra|].
    rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. cbn. unfold zero. ring. }
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Ha) (sq_nonnegative n (x t))). lra.
Qed.

(** What was overspent is what the queue holds, and what it cannot see: the way to the next decision. *)
Lemma violation_of_queue beta_g M T : 0 <= beta_g -> (forall t, sq n (price G t) <= beta_g ^ 2) ->
  (forall t, (t <= T)%nat -> Q t <= M) ->
  sum (queue_spent G V a told) T <= M + beta_g * INR T / (2 * a) * (V * beta_F + beta_g * M).
Proof.
  intros Hg dear cap. set (way := (V * beta_F + beta_g * M) / (2 * a)).
  assert (I : 0 < / (2 * a)) by (apply Rinv_0_lt_compat; lra).
  assert (unseen : forall t, (t <= T)%nat -> excess G t (x t) <= excess G t (x (S t)) + beta_g * way).
  { intros t Ht. set (d := minus (scale V (u t)) (scale (Q t) (price G t))).
    pose proof (projection_nearer n (decisions G) (project G) top radius
      (plus (x t) (scale (/ (2 * a)) d)) (x t) dom (queue_in_X t)) as N.
    change (project G (plus (x t) (scale (/ (2 * a)) d))) with (x (S t)) in N.
    replace (sq n (minus (plus (x t) (scale (/ (2 * a)) d)) (x t))) with ((/ (2 * a)) ^ 2 * sq n d) in N.
    2: { rewrite <- sq_scale. apply sum_eq. intros. unfold minus, plus, scale. ring. }
    pose proof (queue_nonnegative G V a told t) as Q0. specialize (cap t Ht).
    pose proof (fed_size n (u t) (price G t) V (Q t) beta_F beta_g (Rlt_le _ _ HV) Q0 HF Hg
      (short t _ (queue_in_X t)) (dear t)) as F. fold d in F.
    assert (L : 0 <= V * beta_F + Q t * beta_g <= V * beta_F + beta_g * M).
    { pose proof (Rmult_le_pos _ _ (Rlt_le _ _ HV) HF). pose proof (Rmult_le_pos _ _ Q0 Hg).
      apply (Rmult_le_compat_r beta_g) in cap; lra. }
    assert (B : sq n (minus (x (S t)) (x t)) <= way ^ 2).
    { apply Rle_trans with (1 := N). unfold way, Rdiv. rewrite (Rmult_comm _ (/ (2 * a))), Rpow_mult_distr.
      apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply Rle_trans with (1 := F). now apply pow_incr. }
    assert (W0 : 0 <= way) by (apply Rle_mult_inv_pos; lra).
    pose proof (cauchy n (price G t) (minus (x (S t)) (x t)) beta_g way Hg W0 (dear t) B) as C.
    rewrite dot_minus in C.
    pose proof (Rle_abs (- (dot n (price G t) (x (S t)) - dot n (price G t) (x t)))) as A.
    rewrite Rabs_Ropp in A. unfold excess. lra. }
  assert (S : forall N, (N <= T)%nat -> sum (queue_spent G V a told) N <= Q N + INR N * (beta_g * way)).
  { induction N; intros HN; [cbn; unfold queue; cbn; lra|]. specialize (IHN ltac:(lia)).
    specialize (unseen N ltac:(lia)). pose proof (Rmax_r 0 (Q N + excess G N (x (Datatypes.S N)))) as H.
    rewrite <- queue_next in H. rewrite S_INR. cbn [sum]. unfold queue_spent at 2. lra. }
  apply Rle_trans with (1 := S T (le_n _)). specialize (cap T (le_n _)).
  replace (beta_g * INR T / (2 * a) * (V * beta_F + beta_g * M)) with (INR T * (beta_g * way))
    by (unfold way; field; lra). lra.
Qed.
End Bounds.

(** * The regret *)

(** What the regret needs: no smoothness, nothing of the prices but the size of the excess, and no budget. *)
Record queue_standing (G : game) (top : vec) (radius beta_f size : R) : Prop := {
  queue_decide : domain (dim G) (decisions G) (project G) top radius;
  queue_gradient : 0 <= beta_f /\ forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta_f ^ 2;
  queue_size : forall t x, decisions G x -> Rabs (excess G t x) <= size;
  queue_good : forall t, utility_of (dim G) top (utility G t) (gradient G t);
  queue_continuous : forall t, continuous_gradient (dim G) (decisions G) (gradient G t)
}.

(** For an estimate: what it pays less than the boosted gradient for x* - x_t is added. *)
Theorem queue_regret_noise : forall G V a u told top radius beta_f beta_F size star W T,
  queue_standing G top radius beta_f size -> 0 < V -> 0 < a ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) ->
  (1 <= W)%nat -> affordable_apart G W T star ->
  let x := queue_decision G V a told in
  queue_regret_of G V a told T star
  <= a * radius ^ 2 / V + V * beta_F ^ 2 / (4 * a) * INR T + size ^ 2 / (2 * V) * INR W * INR T
     + sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T.
Proof.
  intros G V a u told top radius beta_f beta_F size star W T [dom [Hf Hg] Hs good cont] HV Ha field short
    window kept x.
  pose proof (queue_missed G V a told top radius beta_F size dom Ha short Hs star W T window kept) as S.
  fold x in S. set (missed := sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) T) in S.
  assert (E : queue_regret_of G V a told T star
    <= sum (fun t => dot (dim G) (u t (x t)) (minus star (x t))) T).
  { unfold queue_regret_of. rewrite <- sum_scale, <- sum_minus. apply sum_le. intros t _.
    pose proof (queue_in_X G V a told top radius dom t : decisions G (x t)) as Hx.
    apply (boosted_gap (dim G) (decisions G) (project G) top radius (utility G t) (gradient G t)); auto.
    apply kept. }
  assert (D : sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T
    = sum (fun t => dot (dim G) (u t (x t)) (minus star (x t))) T - missed).
  { unfold missed. rewrite <- sum_minus. apply sum_eq. intros t _. unfold dot. rewrite <- sum_minus.
    apply sum_eq. intros i _. unfold minus. ring. }
  assert (B : missed
    <= a * radius ^ 2 / V + V * beta_F ^ 2 / (4 * a) * INR T + size ^ 2 / (2 * V) * INR W * INR T).
  { apply (Rmult_le_reg_l V); [exact HV|]. pose proof (pow2_ge_0 (queue G V a told T)).
    replace (V * (a * radius ^ 2 / V + V * beta_F ^ 2 / (4 * a) * INR T + size ^ 2 / (2 * V) * INR W * INR T))
      with (a * radius ^ 2 + (V ^ 2 * beta_F ^ 2 / (4 * a) + INR W * size ^ 2 / 2) * INR T) by (field; lra).
    lra. }
  lra.
Qed.

Theorem queue_regret : forall G V a u top radius beta_f beta_F size star W T,
  queue_standing G top radius beta_f size -> 0 < V -> 0 < a -> beta_F = (1 - exp (-1)) * beta_f ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (1 <= W)%nat -> affordable_apart G W T star ->
  queue_regret_of G V a u T star
  <= a * radius ^ 2 / V + V * beta_F ^ 2 / (4 * a) * INR T + size ^ 2 / (2 * V) * INR W * INR T.
Proof.
  intros G V a u top radius beta_f beta_F size star W T ok HV Ha HF field window kept.
  assert (short : forall t x, decisions G x -> sq (dim G) (u t x) <= beta_F ^ 2).
  { intros t y Hy. destruct ok as [dom [Hf Hg] _ _ cont]. rewrite HF.
    apply (boosted_short (dim G) (decisions G) (project G) top radius (gradient G t) y); auto. }
  pose proof (queue_regret_noise G V a u u top radius beta_f beta_F size star W T ok HV Ha field short window
    kept) as H. cbv zeta in H. set (x := queue_decision G V a u) in H.
  assert (Z : sum (fun t => dot (dim G) (minus (u t (x t)) (u t (x t))) (minus star (x t))) T = 0).
  { rewrite <- (Rmult_0_r (INR T)), <- sum_const. apply sum_eq. intros t _.
    rewrite dot_sym, dot_minus. ring. }
  lra.
Qed.

(** By a rule with the error kappa, if the gradients are L-Lipschitz. *)
Theorem queue_regret_quadrature : forall G V a u J z w kappa top radius beta_f beta_F size L star W T,
  queue_standing G top radius beta_f size -> 0 < V -> 0 < a -> beta_F = (1 - exp (-1)) * beta_f ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) -> 0 <= radius -> 0 <= L ->
  (forall t, lipschitz (dim G) (decisions G) (gradient G t) L) -> rule J z w kappa ->
  (1 <= W)%nat -> affordable_apart G W T star ->
  queue_regret_of G V a (fun t => by_rule J z w (gradient G t)) T star
  <= a * radius ^ 2 / V + V * beta_F ^ 2 / (4 * a) * INR T + size ^ 2 / (2 * V) * INR W * INR T
     + kappa * (L * radius ^ 2) * INR T.
Proof.
  intros G V a u J z w kappa top radius beta_f beta_F size L star W T ok HV Ha HF field HR HL lip good window
    kept.
  set (told := fun t => by_rule J z w (gradient G t)).
  assert (short : forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2).
  { intros t y Hy. destruct ok as [dom [Hf Hg] _ _ _]. rewrite HF.
    exact (rule_short _ _ _ _ _ _ J z w kappa y dom good Hy beta_f Hf (Hg t)). }
  pose proof (queue_regret_noise G V a u told top radius beta_f beta_F size star W T ok HV Ha field short
    window kept) as H. cbv zeta in H. set (x := queue_decision G V a told) in H.
  destruct ok as [dom _ _ _ cont].
  assert (Z : sum (fun t => dot (dim G) (minus (u t (x t)) (told t (x t))) (minus star (x t))) T
    <= kappa * (L * radius ^ 2) * INR T).
  { rewrite (Rmult_comm _ (INR T)), <- sum_const. apply sum_le. intros t _.
    pose proof (queue_in_X G V a told top radius dom t : decisions G (x t)) as Hx.
    apply (rule_error (dim G) (decisions G) (project G) top); auto. apply kept. }
  lra.
Qed.

(** sqrt (W T) is sqrt W sqrt T, both at least 1. *)
Lemma two_roots W T : (1 <= W)%nat -> (1 <= T)%nat -> exists w r, 1 <= w /\ 1 <= r /\
  INR W = w ^ 2 /\ INR T = r ^ 2 /\ sqrt (INR T) = r /\ sqrt (INR W * INR T) = w * r.
Proof.
  intros HW HT. apply le_INR in HW, HT. cbn in HW, HT.
  assert (R1 : forall y, 1 <= y -> 1 <= sqrt y) by (intros y Hy; rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  exists (sqrt (INR W)), (sqrt (INR T)). rewrite !pow2_sqrt, sqrt_mult by lra. auto 8.
Qed.

(** V = v sqrt (W T) and alpha = c V sqrt T, with v and c free of W and T. *)
Theorem queue_regret_order : forall G V a v c u top radius beta_f beta_F size star W T,
  queue_standing G top radius beta_f size -> 0 < v -> 0 < c -> beta_F = (1 - exp (-1)) * beta_f ->
  V = v * sqrt (INR W * INR T) -> a = c * V * sqrt (INR T) ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (1 <= W)%nat -> (1 <= T)%nat -> affordable_apart G W T star ->
  queue_regret_of G V a u T star
  <= (beta_F ^ 2 / (4 * c) + c * radius ^ 2) * sqrt (INR T) + size ^ 2 / (2 * v) * sqrt (INR W * INR T).
Proof.
  intros G V a v c u top radius beta_f beta_F size star W T ok Hv Hc HF HV Ha field window some kept.
  destruct (two_roots W T window some) as (w & r & Hw & Hr & EW & ET & Er & Es). rewrite Er, Es in *.
  assert (HV0 : 0 < V) by (rewrite HV; apply Rmult_lt_0_compat; [lra|nra]).
  assert (Ha0 : 0 < a) by (rewrite Ha; repeat apply Rmult_lt_0_compat; lra).
  apply Rle_trans with (1 := queue_regret G V a u top radius beta_f beta_F size star W T ok HV0 Ha0 HF field
    window kept).
  rewrite EW, ET, Ha, HV. apply Req_le. field. lra.
Qed.

(** The tuning that has its units right. *)
Theorem queue_regret_unit_free : forall G V a u top radius beta_f beta_F size star W T,
  queue_standing G top radius beta_f size -> 0 < radius -> 0 < beta_f -> 0 < size ->
  beta_F = (1 - exp (-1)) * beta_f ->
  V = size ^ 2 / (beta_F * radius) * sqrt (INR W * INR T) -> a = V * (beta_F / radius) * sqrt (INR T) ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (1 <= W)%nat -> (1 <= T)%nat -> affordable_apart G W T star ->
  queue_regret_of G V a u T star
  <= beta_F * radius * (5 / 4 * sqrt (INR T) + 1 / 2 * sqrt (INR W * INR T)).
Proof.
  intros G V a u top radius beta_f beta_F size star W T ok HR Hf Hs HF HV Ha field window some kept.
  assert (HF0 : 0 < beta_F) by (rewrite HF; apply Rmult_lt_0_compat; [apply mass_positive|exact Hf]).
  apply Rle_trans with (1 := queue_regret_order G V a (size ^ 2 / (beta_F * radius)) (beta_F / radius) u top
    radius beta_f beta_F size star W T ok ltac:(apply Rdiv_lt_0_compat; [apply pow_lt; lra|nra])
    ltac:(apply Rdiv_lt_0_compat; lra) HF HV ltac:(rewrite Ha; ring) field window some kept).
  apply Req_le. field. lra.
Qed.

(** * The violation *)

(** What the violation needs: nothing of the utilities but that what is told for them is short. *)
Record priced (G : game) (top : vec) (radius beta_g size : R) : Prop := {
  priced_decide : domain (dim G) (decisions G) (project G) top radius;
  priced_radius : 0 <= radius;
  priced_price : 0 <= beta_g /\ forall t, sq (dim G) (price G t) <= beta_g ^ 2;
  priced_size : forall t x, decisions G x -> Rabs (excess G t x) <= size
}.

(** A budget above 0: the queue is bounded for ever, *)
Theorem queue_cap : forall G V a told top radius beta_F beta_g size level t,
  priced G top radius beta_g size -> 0 < V -> 0 < a -> 0 <= beta_F ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) ->
  0 < allowance G -> level = (V * beta_F * radius + size ^ 2 / 2) / allowance G ->
  queue G V a told t <= sqrt (level ^ 2 + 2 * a * radius ^ 2 + 2 * allowance G * level).
Proof.
  intros G V a told top radius beta_F beta_g size level t [dom HR _ Hs] HV Ha HF short Hb Hlevel.
  now apply (queue_capped G V a told top radius beta_F size).
Qed.

(** and so is the violation at every prefix. *)
Theorem queue_violation : forall G V a told top radius beta_F beta_g size level M T,
  priced G top radius beta_g size -> 0 < V -> 0 < a -> 0 <= beta_F ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) ->
  0 < allowance G -> level = (V * beta_F * radius + size ^ 2 / 2) / allowance G ->
  M = sqrt (level ^ 2 + 2 * a * radius ^ 2 + 2 * allowance G * level) ->
  sum (queue_spent G V a told) T <= M + beta_g * INR T / (2 * a) * (V * beta_F + beta_g * M).
Proof.
  intros G V a told top radius beta_F beta_g size level M T [dom HR [Hg Hp] Hs] HV Ha HF short Hb Hlevel HM.
  apply (violation_of_queue G V a told top radius beta_F dom HV Ha short HF beta_g M T Hg Hp).
  intros t _. rewrite HM. now apply (queue_capped G V a told top radius beta_F size).
Qed.

(** Any budget that is not negative. *)
Theorem queue_cap_any : forall G V a told top radius beta_F beta_g size t,
  priced G top radius beta_g size -> 0 < V -> 0 < a -> 0 <= beta_F ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) -> 0 <= allowance G ->
  queue G V a told t <= sqrt ((2 * V * beta_F * radius + size ^ 2) * INR t).
Proof.
  intros G V a told top radius beta_F beta_g size t [dom HR _ Hs] HV Ha HF short Hb.
  now apply (queue_capped_anyway G V a told top radius beta_F size).
Qed.

Theorem queue_violation_any : forall G V a told top radius beta_F beta_g size M T,
  priced G top radius beta_g size -> 0 < V -> 0 < a -> 0 <= beta_F ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) -> 0 <= allowance G ->
  M = sqrt ((2 * V * beta_F * radius + size ^ 2) * INR T) ->
  sum (queue_spent G V a told) T <= M + beta_g * INR T / (2 * a) * (V * beta_F + beta_g * M).
Proof.
  intros G V a told top radius beta_F beta_g size M T [dom HR [Hg Hp] Hs] HV Ha HF short Hb HM.
  apply (violation_of_queue G V a told top radius beta_F dom HV Ha short HF beta_g M T Hg Hp).
  intros t Ht. apply Rle_trans with (1 := queue_capped_anyway G V a told top radius beta_F size dom HV Ha
    short Hs HR HF t Hb).
  rewrite HM. apply sqrt_le_1_alt. apply Rmult_le_compat_l; [|now apply le_INR].
  pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ (Rlt_le _ _ HV) HF) HR). pose proof (pow2_ge_0 size). lra.
Qed.

(** Orders, at every prefix. *)
Theorem queue_violation_order : forall G V a v c told top radius beta_F beta_g size H W T N,
  priced G top radius beta_g size -> 0 < v -> 0 < c -> 0 <= beta_F ->
  V = v * sqrt (INR W * INR T) -> a = c * V * sqrt (INR T) ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) ->
  0 < allowance G -> H = (v * beta_F * radius + size ^ 2 / 2) / allowance G ->
  (1 <= W)%nat -> (1 <= T)%nat -> (N <= T)%nat ->
  sum (queue_spent G V a told) N
  <= ((1 + beta_g ^ 2 / (2 * c * v)) * sqrt (H ^ 2 + 2 * c * v * radius ^ 2 + 2 * allowance G * H)
      + beta_g * beta_F / (2 * c)) * sqrt (INR W * INR T).
Proof.
  intros G V a v c told top radius beta_F beta_g size H W T N ok Hv Hc HF HV Ha short Hb HH window some HN.
  destruct (two_roots W T window some) as (w & r & Hw & Hr & EW & ET & Er & Es). rewrite Er, Es in *.
  assert (Hs1 : 1 <= w * r) by nra. set (s := w * r) in *.
  assert (HV0 : 0 < V) by (rewrite HV; apply Rmult_lt_0_compat; lra).
  assert (Ha0 : 0 < a) by (rewrite Ha; repeat apply Rmult_lt_0_compat; lra).
  pose proof (priced_radius _ _ _ _ _ ok) as HR. pose proof (proj1 (priced_price _ _ _ _ _ ok)) as Hg.
  set (b := allowance G) in *. set (level := (V * beta_F * radius + size ^ 2 / 2) / b).
  set (M := sqrt (level ^ 2 + 2 * a * radius ^ 2 + 2 * b * level)).
  set (M1 := sqrt (H ^ 2 + 2 * c * v * radius ^ 2 + 2 * b * H)).
  apply Rle_trans with (1 := queue_violation G V a told top radius beta_F beta_g size level M N ok HV0 Ha0 HF
    short Hb eq_refl eq_refl).
  assert (FR : 0 <= beta_F * radius) by now apply Rmult_le_pos. pose proof (pow2_ge_0 size) as S2.
  assert (L : 0 <= level <= H * s).
  { split.
    - apply Rle_mult_inv_pos; [|exact Hb].
      replace (V * beta_F * radius) with (V * (beta_F * radius)) by ring.
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ HV0) FR). lra.
    - unfold level. rewrite HH, HV. unfold Rdiv at 1 3. rewrite (Rmult_comm (_ * / b) s), <- Rmult_assoc.
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, Hb|].
      apply (Rmult_le_compat_l (size ^ 2 / 2)) in Hs1; lra. }
  assert (H0 : 0 <= H).
  { rewrite HH. apply Rle_mult_inv_pos; [|exact Hb].
    replace (v * beta_F * radius) with (v * (beta_F * radius)) by ring.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hv) FR). lra. }
  assert (HM : M <= M1 * s).
  { unfold M, M1. rewrite <- (sqrt_pow2 s) at 1 by lra. rewrite <- sqrt_mult_alt.
    2: { pose proof (pow2_ge_0 H).
         pose proof (Rmult_le_pos (c * v) (radius ^ 2) ltac:(nra) (pow2_ge_0 radius)).
         pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hb) H0). lra. }
    apply sqrt_le_1_alt.
    assert (A1 : level ^ 2 <= H ^ 2 * s ^ 2).
    { rewrite <- Rpow_mult_distr. apply pow_incr. exact L. }
    assert (A2 : a <= c * v * s ^ 2).
    { rewrite Ha, HV. replace (c * (v * s) * r) with (c * v * (s * r)) by ring.
      apply Rmult_le_compat_l; [nra|]. replace (s ^ 2) with (s * (w * r)) by (unfold s; ring).
      apply Rmult_le_compat_l; [lra|nra]. }
    apply (Rmult_le_compat_r (radius ^ 2)) in A2; [|apply pow2_ge_0].
    assert (A3 : level <= H * s ^ 2).
    { apply Rle_trans with (1 := proj2 L). apply Rmult_le_compat_l; [exact H0|nra]. }
    apply (Rmult_le_compat_l b) in A3; [|lra]. lra. }
  assert (M0 : 0 <= M) by apply sqrt_pos.
  assert (F0 : 0 <= V * beta_F + beta_g * M).
  { pose proof (Rmult_le_pos _ _ (Rlt_le _ _ HV0) HF). pose proof (Rmult_le_pos _ _ Hg M0). lra. }
  assert (P : beta_g * INR N / (2 * a) * (V * beta_F + beta_g * M)
    <= beta_g * r ^ 2 / (2 * a) * (V * beta_F + beta_g * M)).
  { apply Rmult_le_compat_r; [exact F0|]. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; [exact Hg|]. rewrite <- ET. now apply le_INR. }
  replace (beta_g * r ^ 2 / (2 * a) * (V * beta_F + beta_g * M))
    with (beta_g * beta_F / (2 * c) * r + beta_g ^ 2 / (2 * c * v) * (M / w)) in P
    by (rewrite Ha, HV; unfold s; field; lra).
  assert (Mw : M / w <= M).
  { apply (Rmult_le_reg_r w); [lra|]. replace (M / w * w) with M by (field; lra). nra. }
  assert (C1 : 0 <= beta_g ^ 2 / (2 * c * v)).
  { apply Rle_mult_inv_pos; [apply pow2_ge_0|]. repeat apply Rmult_lt_0_compat; lra. }
  assert (C2 : 0 <= beta_g * beta_F / (2 * c)).
  { apply Rle_mult_inv_pos; [now apply Rmult_le_pos|lra]. }
  apply (Rmult_le_compat_l _ _ _ C1) in Mw.
  assert (rs : r <= s) by (unfold s; nra). apply (Rmult_le_compat_l _ _ _ C2) in rs.
  apply (Rmult_le_compat_l (1 + beta_g ^ 2 / (2 * c * v))) in HM; [|lra]. lra.
Qed.

Theorem queue_violation_unit_free : forall G V a told top radius beta_F beta_g size W T N,
  priced G top radius beta_g size -> 0 < radius -> 0 < beta_F -> 0 < size ->
  V = size ^ 2 / (beta_F * radius) * sqrt (INR W * INR T) -> a = V * (beta_F / radius) * sqrt (INR T) ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta_F ^ 2) -> 0 < allowance G ->
  (1 <= W)%nat -> (1 <= T)%nat -> (N <= T)%nat ->
  sum (queue_spent G V a told) N
  <= ((1 + (beta_g * radius) ^ 2 / (2 * size ^ 2)) * sqrt (9 / 4 * size ^ 4 / allowance G ^ 2 + 5 * size ^ 2)
      + beta_g * radius / 2) * sqrt (INR W * INR T).
Proof.
  intros G V a told top radius beta_F beta_g size W T N ok HR HF Hs HV Ha short Hb window some HN.
  apply Rle_trans with (1 := queue_violation_order G V a (size ^ 2 / (beta_F * radius)) (beta_F / radius)
    told top radius beta_F beta_g size _ W T N ok ltac:(apply Rdiv_lt_0_compat; [apply pow_lt; lra|nra])
    ltac:(apply Rdiv_lt_0_compat; lra) (Rlt_le _ _ HF) HV ltac:(rewrite Ha; ring) short Hb eq_refl
    window some HN).
  apply Req_le. f_equal. f_equal; [f_equal; [f_equal; field; lra|f_equal; field; lra]|field; lra].
Qed.
