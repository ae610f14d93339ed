(** Never a cent too much: a player that takes the decisions of another, the soft one, as long as there is
    enough for the dearest round, and after that plays 0. The soft player runs on in the background.

    Its regret is the soft one's and a multiple of what the soft one overspends at most at any prefix, over
    the allowance: under a constant budget that is O(sqrt (W T)), for OSPHG, for one oracle that is told the
    boosted gradient, and for the boosted queue. *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting Climb Tuned ConstantBudget Theorems.
From Osphg Require Import BoostedGradient Boosted Queue.
Open Scope R_scope.

Section Careful.
Variables (G : game) (soft : nat -> vec) (dearest budget : R).

(** What is left before round t. *)
Fixpoint purse (t : nat) : R :=
  match t with
  | O => budget
  | S s => purse s - dot (dim G) (price G s) (if Rle_dec dearest (purse s) then soft s else zero)
  end.

Definition careful (t : nat) : vec := if Rle_dec dearest (purse t) then soft t else zero.

Lemma purse_is N : purse N = budget - sum (fun t => dot (dim G) (price G t) (careful t)) N.
Proof. induction N; cbn [sum purse]; [lra|]. rewrite IHN at 1. unfold careful. lra. Qed.

Lemma nothing t : dot (dim G) (price G t) zero = 0.
Proof.
  unfold dot, zero. rewrite (sum_eq _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring.
Qed.

Hypotheses (enough : 0 <= budget) (cost : forall t, dot (dim G) (price G t) (soft t) <= dearest).

Lemma purse_nonnegative N : 0 <= purse N.
Proof.
  induction N; [exact enough|]. cbn [purse]. pose proof (cost N).
  destruct (Rle_dec dearest (purse N)); [|rewrite nothing]; lra.
Qed.

(** Up to some round tau both do the same; if it is not the last, less than [dearest] is left there,
    and nothing is spent any more. What is lost is lost after tau. *)
Lemma parting (f : nat -> vec -> R) F N : (forall t, f t (soft t) - f t zero <= F) ->
  exists tau, (tau <= N)%nat /\
  purse tau = budget - sum (fun t => dot (dim G) (price G t) (soft t)) tau /\
  (tau = N \/ purse tau < dearest /\ purse N = purse tau) /\
  sum (fun t => f t (soft t)) N <= sum (fun t => f t (careful t)) N + F * (INR N - INR tau).
Proof.
  intros HF. induction N as [|N (tau & H1 & H2 & H3 & H4)].
  - exists O. cbn. repeat split; [lia|lra|now left|lra].
  - assert (C : purse tau < dearest /\ purse N = purse tau \/ tau = N /\ dearest <= purse N).
    { destruct H3 as [->|H3]; [|now left].
      destruct (Rlt_le_dec (purse N) dearest); [left|right]; split; auto. }
    destruct C as [[C1 C2]|[-> C]]; [exists tau|exists (S N)].
    + cbn [sum purse]. unfold careful at 2. rewrite C2. destruct (Rle_dec dearest (purse tau)); [lra|].
      rewrite nothing, S_INR. pose proof (HF N).
      repeat split; [lia|exact H2|right; lra|lra].
    + cbn [sum]. unfold careful at 2. cbn [purse]. destruct (Rle_dec dearest (purse N)); [|lra].
      repeat split; [lia|lra|now left|]. lra.
Qed.
End Careful.

(** Idea: at tau the soft player has spent at least b T - (G + b), and at most b tau + C. So few rounds
    are left, and in each of them F at most is lost. Its own decisions go on, so that nothing else is. *)
Theorem never_overspends G size soft F C T :
  decisions G zero -> (forall t, decisions G (soft t)) -> 0 < allowance G ->
  (forall t x, decisions G x -> Rabs (excess G t x) <= size) ->
  (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  (forall N, (N <= T)%nat -> sum (fun t => excess G t (soft t)) N <= C) ->
  let hard := careful G soft (size + allowance G) (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  sum (fun t => excess G t (hard t)) T <= 0 /\
  sum (fun t => utility G t (soft t)) T <=
  sum (fun t => utility G t (hard t)) T + F * ((C + size + allowance G) / allowance G).
Proof.
  intros nil inX Hb small HF HC. set (b := allowance G) in *. intros hard. pose proof (pos_INR T) as HT.
  assert (cost : forall t, dot (dim G) (price G t) (soft t) <= size + b).
  { intros t. pose proof (small t _ (inX t)) as H.
    pose proof (Rle_abs (excess G t (soft t))). unfold excess in H, H0. fold b in H, H0. lra. }
  assert (enough : 0 <= b * INR T) by nra.
  assert (kept : forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= b * INR T).
  { intros N. pose proof (purse_nonnegative G soft _ _ enough cost N) as H. rewrite purse_is in H.
    unfold hard. lra. }
  split; [exact kept|]. split.
  - unfold excess. rewrite sum_minus, sum_const. specialize (kept T). fold b. lra.
  - destruct (parting G soft (size + b) (b * INR T) (utility G) F T) as (tau & H1 & H2 & H3 & H4).
    { intros t. now apply HF. }
    apply Rle_trans with (1 := H4). apply Rplus_le_compat_l, Rmult_le_compat_l.
    { pose proof (HF O zero nil). lra. }
    apply (Rmult_le_reg_l b); [exact Hb|].
    replace (b * ((C + size + b) / b)) with (C + size + b) by (field; lra).
    pose proof (HC tau H1) as S. unfold excess in S. rewrite sum_minus, sum_const in S. fold b in S.
    destruct H3 as [->|[H3 _]]; [|lra].
    pose proof (HC O ltac:(lia)) as C0. cbn in C0.
    pose proof (small O zero nil) as S0. pose proof (Rabs_pos (excess G O zero)). lra.
Qed.

(** OSPHG under a constant budget as the soft player, with any feedback and any tuning that fits. *)
Theorem osphg_never_overspends G A top radius beta size F x T level M :
  bounded_game G top radius beta size -> fits (mu A) (delta A) beta -> (1 <= K A)%nat ->
  (forall k, (k < K A)%nat -> 0 <= weight A k <= 1) -> (forall k, decisions G (first A k)) ->
  0 < allowance G -> (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  level = (beta * radius + mu A * (beta ^ 2 + size ^ 2)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + 2 * mu A * allowance G * level) ->
  let hard := careful G (decision G A) (size + allowance G) (allowance G * INR T) in
  sum (fun t => excess G t (hard t)) T <= 0 /\
  (1 - exp (-1)) * sum (fun t => utility G t x) T - sum (fun t => utility G t (hard t)) T <=
  regret G A T x +
  F * ((M * (1 / mu A + delta A * mu A * INR T) + size + allowance G) / allowance G).
Proof.
  intros HG fit some weights start Hb HF Hlevel HM hard.
  destruct (constant_budget G A top radius beta size level M HG fit some weights start Hb Hlevel HM)
    as [cap C].
  pose proof (decide _ _ _ _ _ HG) as HX.
  destruct (never_overspends G size (decision G A) F
    (M * (1 / mu A + delta A * mu A * INR T)) T (origin _ _ _ _ _ HX)) as (_ & H1 & H2); auto.
  - intros t. apply decision_in_X with (1 := HX); auto.
  - apply HG.
  - intros N HN. apply Rle_trans with (1 := C N). apply Rmult_le_compat_l; [pose proof (cap O); lra|].
    apply Rplus_le_compat_l, Rmult_le_compat_l; [|now apply le_INR]. destruct fit. nra.
  - split; [exact H1|]. unfold regret. fold hard in H2. lra.
Qed.

(** The weighted feedback with the paper's tuning: never a cent too much, at a regret of O(sqrt (W T)). *)
Theorem weighted_never_overspends : forall G K start top radius beta size range L star W T level M,
  standing G top radius beta size range L -> (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T ->
  sqrt (INR T / INR W) <= INR K -> (forall k, decisions G (start k)) -> affordable_apart G W T star ->
  0 < allowance G ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + allowance G * level / (2 * beta)) ->
  let A := weighted K (paper_step radius beta W T) (paper_delta beta) start in
  let hard := careful G (decision G A) (size + allowance G) (allowance G * INR T) in
  sum (fun t => excess G t (hard t)) T <= 0 /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T <=
  (3 / 2 * beta * radius + size ^ 2 * radius / beta + L * radius ^ 2 / 2
   + range / allowance G * (M * (beta * (1 / radius + 4 * radius)))) * sqrt (INR W * INR T)
  + range * (size / allowance G + 1).
Proof.
  intros G K start top radius beta size range L star W T level M ok HW long many starts kept Hb Hlevel
    HM A hard.
  pose proof (bounds _ _ _ _ _ _ _ ok) as HG. pose proof (decide _ _ _ _ _ HG) as HX.
  pose proof (radius_positive _ _ _ _ _ HG) as HR. pose proof (beta_positive _ _ _ _ _ HG) as Hbeta.
  destruct (many_learners radius W T HR long HW K many) as [some _].
  pose proof (theorem_4_1 G K start top radius beta size range L star W T ok HW long many starts kept) as R41.
  cbv zeta in R41. fold A in R41.
  destruct (never_overspends G size (decision G A) range
    (M * (beta * (1 / radius + 4 * radius)) * sqrt (INR W * INR T)) T (origin _ _ _ _ _ HX))
    as (_ & H1 & H2); auto.
  - intros t. apply decision_in_X with (1 := HX); auto.
  - apply HG.
  - intros t x Hx. apply Rle_trans with (1 := Rle_abs _).
    apply (range_of_f _ _ _ _ _ _ _ ok); [exact Hx|apply HX].
  - intros N HN. apply (constant_budget_order G A top radius beta size W T level M N HG); auto.
    intros k _. now apply power_range.
  - split; [exact H1|]. unfold regret in R41. fold hard in H2.
    set (c := M * (beta * (1 / radius + 4 * radius))) in *. set (s := sqrt (INR W * INR T)) in *.
    replace (range * ((c * s + size + allowance G) / allowance G)) with
      (range / allowance G * c * s + range * (size / allowance G + 1)) in H2 by (field; lra). lra.
Qed.

(** What the one oracle is told is no longer than beta. *)
Lemma told_short G u top radius beta_f beta size : boosted_standing G top radius beta_f beta size ->
  boosted_field G u -> forall t x, decisions G x -> sq (dim G) (u t x) <= beta ^ 2.
Proof.
  intros [HX _ _ Hg [Hf Hbf] _ _ _ cont] field t x Hx.
  apply Rle_trans with (1 := boosted_short _ _ _ _ _ _ x (u t x) beta_f HX (cont t) Hx Hf (Hg t)
    (field t x Hx)).
  apply pow_incr. split; [|exact Hbf]. apply Rmult_le_pos; [apply Rlt_le, mass_positive|exact Hf].
Qed.

(** One oracle, whatever it is told: what that pays less for y - x_t than the boosted gradient is added. *)
Lemma told_never_overspends G start u told top radius beta_f beta size F star W T level M :
  boosted_standing G top radius beta_f beta size -> decisions G start -> boosted_field G u ->
  (forall t x, decisions G x -> sq (dim G) (told t x) <= beta ^ 2) ->
  (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T -> affordable_apart G W T star -> 0 < allowance G ->
  (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + allowance G * level / (2 * beta)) ->
  let soft := one_decision G (paper_step radius beta W T) (paper_delta beta) start told in
  let hard := careful G soft (size + allowance G) (allowance G * INR T) in
  sum (fun t => excess G t (hard t)) T <= 0 /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T <=
  (3 / 2 * beta * radius + size ^ 2 * radius / beta
   + F / allowance G * (M * (beta * (1 / radius + 4 * radius)))) * sqrt (INR W * INR T)
  + F * (size / allowance G + 1)
  + sum (fun t => dot (dim G) (minus (u t (soft t)) (told t (soft t))) (minus star (soft t))) T.
Proof.
  intros ok starts field short HW long kept Hb HF Hlevel HM soft hard.
  pose proof ok as [HX HR Hbeta _ _ dear small _ _].
  set (b := allowance G) in *. set (m := paper_step radius beta W T) in *.
  set (low := (beta * radius + m * (beta ^ 2 + size ^ 2)) / b).
  pose proof (paper_tuning radius beta W T HR Hbeta long) as fit. fold m in fit.
  pose proof (lemma_4_3_boosted_noise G m (paper_delta beta) start u told top radius beta_f beta size star W T
    0 ok fit starts field short HW kept (Rle_refl 0)) as R41.
  pose proof (steps_cost radius beta W T HR Hbeta long HW size) as cost. fold m in cost.
  pose proof fit as [Hm Hd _ _].
  destruct (constant_budget_boosted G m (paper_delta beta) start told top radius beta size low
    (sqrt (low * Rmax low (2 * m * b) + radius ^ 2)) HX HR Hbeta) as [_ C]; auto.
  destruct (never_overspends G size soft F
    (M * (beta * (1 / radius + 4 * radius)) * sqrt (INR W * INR T)) T (origin _ _ _ _ _ HX))
    as (_ & H1 & H2); auto.
  - now apply one_decision_in_X with (1 := HX).
  - intros N HN.
    apply Rle_trans with
      (2 := cap_in_roots radius beta size b W T N level M HR Hbeta Hb long HW HN Hlevel HM).
    apply Rle_trans with (1 := C N). apply Rmult_le_compat_r.
    + pose proof (Rmult_le_pos _ _ (Rlt_le _ _ (Rmult_lt_0_compat _ _ Hd Hm)) (pos_INR N)).
      pose proof (Rinv_0_lt_compat _ Hm). fold m. unfold Rdiv. lra.
    + apply sqrt_le_1_alt. fold m low.
      assert (0 <= low).
      { unfold low. pose proof (Rmult_lt_0_compat _ _ Hbeta HR). pose proof (pow2_ge_0 beta).
        pose proof (pow2_ge_0 size). apply Rle_mult_inv_pos; [nra|exact Hb]. }
      pose proof (Rmult_le_pos (2 * m * b) low ltac:(nra) ltac:(lra)). pose proof (pow2_ge_0 low).
      unfold Rmax. destruct (Rle_dec _ _); lra.
  - split; [exact H1|]. unfold one_regret in R41. cbv zeta in R41. fold soft in R41. fold b hard in H2.
    set (c := M * (beta * (1 / radius + 4 * radius))) in *. set (s := sqrt (INR W * INR T)) in *.
    replace (F * ((c * s + size + b) / b)) with (F / b * c * s + F * (size / b + 1)) in H2
      by (field; lra).
    rewrite Rmult_0_l in R41. unfold Rdiv in R41 at 1 2. lra.
Qed.

(** One oracle that is told the boosted gradient: the same without smoothness. *)
Theorem boosted_never_overspends : forall G start u top radius beta_f beta size F star W T level M,
  boosted_standing G top radius beta_f beta size -> decisions G start -> boosted_field G u ->
  (1 <= W)%nat -> 16 * radius ^ 2 <= INR W * INR T -> affordable_apart G W T star -> 0 < allowance G ->
  (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  level = (beta * radius + (beta ^ 2 + size ^ 2) / (4 * beta)) / allowance G ->
  M = sqrt (level ^ 2 + radius ^ 2 + allowance G * level / (2 * beta)) ->
  let soft := one_decision G (paper_step radius beta W T) (paper_delta beta) start u in
  let hard := careful G soft (size + allowance G) (allowance G * INR T) in
  sum (fun t => excess G t (hard t)) T <= 0 /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T <=
  (3 / 2 * beta * radius + size ^ 2 * radius / beta
   + F / allowance G * (M * (beta * (1 / radius + 4 * radius)))) * sqrt (INR W * INR T)
  + F * (size / allowance G + 1).
Proof.
  intros G start u top radius beta_f beta size F star W T level M ok starts field HW long kept Hb HF Hlevel HM
    soft hard.
  destruct (told_never_overspends G start u u top radius beta_f beta size F star W T level M ok starts field
    (told_short G u top radius beta_f beta size ok field) HW long kept Hb HF Hlevel HM) as [H1 H2].
  split; [exact H1|]. apply Rle_trans with (1 := H2). apply Req_le.
  rewrite (sum_eq _ (fun _ => 0)), sum_const by (intros; rewrite dot_sym, dot_minus; ring). ring.
Qed.

(** The boosted queue with the tuning without units. *)
Theorem queue_never_overspends : forall G V a u top radius beta_f beta_F beta_g size F star W T,
  queue_standing G top radius beta_f size -> priced G top radius beta_g size ->
  0 < radius -> 0 < beta_f -> 0 < size -> 0 < allowance G -> beta_F = (1 - exp (-1)) * beta_f ->
  V = size ^ 2 / (beta_F * radius) * sqrt (INR W * INR T) -> a = V * (beta_F / radius) * sqrt (INR T) ->
  (forall t x, decisions G x -> boosted (dim G) (gradient G t) x (u t x)) ->
  (1 <= W)%nat -> (1 <= T)%nat -> affordable_apart G W T star ->
  (forall t x, decisions G x -> utility G t x - utility G t zero <= F) ->
  let hard := careful G (queue_decision G V a u) (size + allowance G) (allowance G * INR T) in
  sum (fun t => excess G t (hard t)) T <= 0 /\
  (1 - exp (-1)) * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T <=
  beta_F * radius * (5 / 4 * sqrt (INR T) + 1 / 2 * sqrt (INR W * INR T))
  + F / allowance G *
    (((1 + (beta_g * radius) ^ 2 / (2 * size ^ 2)) * sqrt (9 / 4 * size ^ 4 / allowance G ^ 2 + 5 * size ^ 2)
      + beta_g * radius / 2) * sqrt (INR W * INR T))
  + F * (size / allowance G + 1).
Proof.
  intros G V a u top radius beta_f beta_F beta_g size F star W T ok paid HR Hf Hs Hb EF EV Ea field HW HT
    kept HF hard.
  pose proof ok as [HX [Hf0 short] small _ cont].
  pose proof (queue_regret_unit_free G V a u top radius beta_f beta_F size star W T ok HR Hf Hs EF EV Ea
    field HW HT kept) as R.
  assert (HF0 : 0 < beta_F) by (rewrite EF; apply Rmult_lt_0_compat; [apply mass_positive|exact Hf]).
  assert (told : forall t x, decisions G x -> sq (dim G) (u t x) <= beta_F ^ 2).
  { intros t x Hx. rewrite EF.
    exact (boosted_short _ _ _ _ _ _ x (u t x) beta_f HX (cont t) Hx Hf0 (short t) (field t x Hx)). }
  set (b := allowance G) in *.
  set (c := ((1 + (beta_g * radius) ^ 2 / (2 * size ^ 2)) * sqrt (9 / 4 * size ^ 4 / b ^ 2 + 5 * size ^ 2)
    + beta_g * radius / 2) * sqrt (INR W * INR T)).
  destruct (never_overspends G size (queue_decision G V a u) F c T (origin _ _ _ _ _ HX))
    as (_ & H1 & H2); auto.
  - intros [|t]; [apply (origin _ _ _ _ _ HX)|apply HX].
  - intros N HN. now apply (queue_violation_unit_free G V a u top radius beta_F beta_g size W T N).
  - split; [exact H1|]. unfold queue_regret_of in R. fold b hard in H2.
    replace (F * ((c + size + b) / b)) with (F / b * c + F * (size / b + 1)) in H2 by (field; lra). lra.
Qed.
