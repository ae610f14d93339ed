(** Optimistic repricing (chapter "A plan, corrected"): the player is given a hint of the round before it
    decides, good or bad. Where the chapter on the rate has the length B of what a round can ask for, stands
    the error of the hint. Exact hints for the next round buy all of sqrt T, and nothing of the window. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Queue OneGood Cube Impossibility Repricing WindowBound.
Open Scope R_scope.

(** * Where a function crosses 0 from above on [0, cap], or the end where it does not *)
Section Crossing.
Variables (cap : R) (h : R -> R).
Let candidate (l : R) : Prop := l = 0 \/ (0 <= l <= cap /\ 0 < h l).

Lemma crossing_bounded : bound candidate.
Proof.
  exists (Rmax 0 cap). intros l [->|[[_ H] _]]; [apply Rmax_l|apply Rle_trans with (2 := Rmax_r _ _), H].
Qed.

Lemma crossing_candidate : exists l, candidate l.
Proof. exists 0. now left. Qed.

(** The least upper bound of the places where it is above 0; 0 if there is none. *)
Definition crossing : R := proj1_sig (completeness candidate crossing_bounded crossing_candidate).

(** A continuous function has no slope there that leads on within [0, cap]. *)
Lemma crossing_stops : 0 <= cap -> (forall l, continuity_pt h l) ->
  0 <= crossing <= cap /\ forall l, 0 <= l <= cap -> h crossing * (l - crossing) <= 0.
Proof.
  intros Hc C. unfold crossing. destruct (completeness _ _ _) as (s & ub & least). cbn [proj1_sig].
  assert (H0 : 0 <= s) by (apply ub; now left).
  assert (H1 : s <= cap) by (apply least; intros l [->|[Q _]]; lra).
  split; [lra|]. intros l Hl. apply Rnot_lt_le. intros D.
  destruct (Rlt_le_dec (h s) 0) as [N|N].
  - (* below 0 near s, so that s is no least upper bound, unless it is 0 *)
    assert (Hls : l < s) by (apply Rnot_le_lt; intros Q; nra).
    destruct (C s (- h s) ltac:(lra)) as (a & Ha & near). cbn in near. unfold R_dist in near.
    assert (B : s <= Rmax 0 (s - a)).
    { apply least. intros r [->|[Hr top]]; [apply Rmax_l|]. apply Rle_trans with (2 := Rmax_r _ _).
      apply Rnot_lt_le. intros Q. assert (L : r <= s) by (apply ub; right; now split).
      destruct (Req_dec r s) as [->|E]; [lra|].
      assert (K : Rabs (h r - h s) < - h s).
      { apply near. split; [split; [exact I|auto]|]. rewrite Rabs_left1; lra. }
      pose proof (Rle_abs (h r - h s)). lra. }
    unfold Rmax in B. destruct (Rle_dec 0 (s - a)); lra.
  - (* above 0 beyond s, within [0, cap] *)
    destruct (Rle_lt_or_eq_dec _ _ N) as [P|E]; [|rewrite <- E in D; lra].
    assert (Hls : s < l) by (apply Rnot_le_lt; intros Q; nra).
    destruct (C s (h s) ltac:(lra)) as (a & Ha & near). cbn in near. unfold R_dist in near.
    set (r := Rmin l (s + a / 2)).
    assert (R1 : s < r) by (unfold r; apply Rmin_glb_lt; lra).
    assert (R2 : r <= l) by apply Rmin_l. assert (R3 : r <= s + a / 2) by apply Rmin_r.
    assert (K : Rabs (h r - h s) < h s).
    { apply near. split; [split; [exact I|lra]|]. rewrite Rabs_right; lra. }
    apply Rabs_def2 in K. assert (r <= s); [|lra]. apply ub. right. split; lra.
Qed.
End Crossing.

Lemma lipschitz_continuous h c : 0 <= c -> (forall l l', Rabs (h l' - h l) <= c * Rabs (l' - l)) ->
  forall l, continuity_pt h l.
Proof.
  intros Hc H l eps He. exists (eps / (c + 1)). split; [apply Rdiv_lt_0_compat; lra|].
  intros l' [_ near]. cbn in *. unfold R_dist in *. apply Rle_lt_trans with (1 := H l l').
  apply Rle_lt_trans with ((c + 1) * Rabs (l' - l)).
  { apply Rmult_le_compat_r; [apply Rabs_pos|lra]. }
  apply (Rmult_lt_compat_l (c + 1)) in near; [|lra].
  replace ((c + 1) * (eps / (c + 1))) with eps in near by (field; lra). exact near.
Qed.

(** * The player *)

Section Optimistic.
Variables (G : game) (W : nat) (eta : nat -> R) (cap bulge : R) (start : vec).

(** What it is told at x when the round is over; and the hints that it has before, of what it will be told and
    of the prices. They may come from anywhere. *)
Variables (told : nat -> vec -> vec) (hint_told hint_price : nat -> vec).

Local Notation n := (dim G).
Local Notation b := (allowance G).
Local Notation value t := (psi n (project G) (eta t) start).
Local Notation aim t := (best (project G) (eta t) start).
Local Notation potential := (potential G eta cap bulge start).
Local Notation close := (close G W eta cap start).

(** The rewards if the hint is right, and the open window and this round are charged at l. *)
Definition hinted (t : nat) (s : books) (l : R) : vec :=
  minus (plus (rewards s) (hint_told t)) (scale l (plus (basket s) (hint_price t))).

(** The slope in which the hint moves the decision, and is not paid for. *)
Definition hinted_slope (t : nat) (s : books) (l : R) : R :=
  - dot n (basket s) (aim t (hinted t s l)) + (debt s + b * INR (rounds s)) + bulge * (cap - 2 * l).

Definition hinted_multiplier (t : nat) (s : books) : R := crossing cap (hinted_slope t s).
Definition hinted_stand (t : nat) (s : books) : vec := aim t (hinted t s (hinted_multiplier t s)).

Definition hinted_entered (t : nat) (s : books) : books :=
  Books (plus (rewards s) (told t (hinted_stand t s))) (plus (basket s) (price G t)) (S (rounds s)) (granted s)
    (debt s + excess G t (hinted_stand t s)).

Definition optimistic_round (t : nat) (s : books) : books :=
  if (S (rounds s) =? W)%nat then close t (hinted_entered t s) else hinted_entered t s.

Fixpoint optimistic (t : nat) : books :=
  match t with O => Books zero zero 0 0 0 | S j => optimistic_round j (optimistic j) end.

Definition optimistic_decision (t : nat) : vec := hinted_stand t (optimistic t).

(** ** One round *)

Variables (top : vec) (radius beta_g : R) (E e : nat -> R).
Let w := beta_g * INR W.
Hypotheses (dom : domain n (decisions G) (project G) top radius) (Hcap : 0 <= cap).
Hypotheses (He : forall t, 0 < eta t) (slower : forall t, eta (S t) <= eta t).

Lemma hinted_slope_continuous t s l : continuity_pt (hinted_slope t s) l.
Proof.
  set (q := plus (basket s) (hint_price t)).
  set (c := sqrt (sq n (basket s)) * (eta t * sqrt (sq n q))).
  apply (continuity_pt_plus
    (fun l => - dot n (basket s) (aim t (hinted t s l)) + (debt s + b * INR (rounds s)))).
  2: apply derivable_continuous_pt; reg.
  apply (continuity_pt_plus (fun l => - dot n (basket s) (aim t (hinted t s l)))).
  2: apply derivable_continuous_pt; reg.
  apply (continuity_pt_opp (fun l => dot n (basket s) (aim t (hinted t s l)))).
  pose proof (He t) as Ht. pose proof (sqrt_pos (sq n (basket s))) as P1. pose proof (sqrt_pos (sq n q)) as P2.
  apply (lipschitz_continuous _ c).
  { unfold c. repeat apply Rmult_le_pos; lra. }
  intros a a'. rewrite <- dot_minus.
  pose proof (best_moves n (decisions G) (project G) top radius (eta t) start dom (He t)
    (minus (plus (rewards s) (hint_told t)) (scale a q)) (minus (plus (rewards s) (hint_told t)) (scale a' q)))
    as M.
  rewrite line_square in M. pose proof (Rabs_pos (a' - a)) as P3.
  replace (c * Rabs (a' - a))
    with (sqrt (sq n (basket s)) * (eta t * sqrt (sq n q) * Rabs (a' - a))) by (unfold c; ring).
  apply cauchy; [exact P1|repeat apply Rmult_le_pos; lra| |].
  - rewrite pow2_sqrt by apply sq_nonnegative. lra.
  - apply Rle_trans with (1 := M).
    rewrite !Rpow_mult_distr, pow2_abs, pow2_sqrt by apply sq_nonnegative. lra.
Qed.

Lemma hinted_multiplier_stops t s : 0 <= hinted_multiplier t s <= cap /\
  forall l, 0 <= l <= cap -> hinted_slope t s (hinted_multiplier t s) * (l - hinted_multiplier t s) <= 0.
Proof. apply crossing_stops; [exact Hcap|]. intros l. apply hinted_slope_continuous. Qed.

Lemma hinted_stand_in_X t s : decisions G (hinted_stand t s).
Proof. apply dom. Qed.

Hypotheses (Hg : 0 <= beta_g) (HE : forall t, 0 <= E t) (Hee : forall t, 0 <= e t)
  (curved : forall t, eta t / 2 * w ^ 2 <= bulge)
  (pays : forall t, (eta t * w * E t) ^ 2 <= 4 * e t * (bulge - eta t / 2 * w ^ 2)).

(** E t is at least the error of the hint, whatever its round is charged. *)
Hypothesis error : forall t x l, decisions G x -> 0 <= l <= cap ->
  sq n (minus (minus (told t x) (hint_told t)) (scale l (minus (price G t) (hint_price t)))) <= E t ^ 2.
Hypothesis window : (1 <= W)%nat.

(** A round raises the potential by no more than what it earned, and its hint's error. *)
Lemma hinted_potential t s l : sq n (plus (basket s) (hint_price t)) <= w ^ 2 -> 0 <= l <= cap ->
  potential t (hinted_entered t s) l <= potential t s (hinted_multiplier t s)
    + dot n (told t (hinted_stand t s)) (hinted_stand t s) + eta t / 2 * E t ^ 2 + e t.
Proof.
  intros Hq Hl. destruct (hinted_multiplier_stops t s) as [Hp stops]. specialize (stops l Hl).
  pose proof (He t) as Ht. pose proof (curved t) as bent. pose proof (HE t) as HEt.
  set (p := hinted_multiplier t s) in *. set (q := plus (basket s) (hint_price t)) in *.
  set (m := bulge - eta t / 2 * w ^ 2) in *. set (z := l - p) in *. set (x := hinted_stand t s).
  set (y := aim t (hinted t s l)).
  set (d := minus (minus (told t x) (hint_told t)) (scale l (minus (price G t) (hint_price t)))).
  pose proof (error t x l (hinted_stand_in_X t s) Hl) as Hd. fold d in Hd.
  (* from the multiplier to l, the hint in both *)
  pose proof (psi_below n (decisions G) (project G) top radius (eta t) start dom (He t)
    (minus (plus (rewards s) (hint_told t)) (scale p q)) (minus (plus (rewards s) (hint_told t)) (scale l q)))
    as U1.
  rewrite line_step, line_square in U1.
  change (minus (plus (rewards s) (hint_told t)) (scale p q)) with (hinted t s p) in U1.
  change (minus (plus (rewards s) (hint_told t)) (scale l q)) with (hinted t s l) in U1.
  change (aim t (hinted t s p)) with x in U1. fold z in U1.
  (* the hint is paid at x *)
  pose proof (psi_above n (decisions G) (project G) top radius (eta t) start dom (He t) (hinted t s p)
    (charged s p)) as U2.
  change (aim t (hinted t s p)) with x in U2.
  assert (D2 : dot n (minus (charged s p) (hinted t s p)) x
               = - dot n (hint_told t) x + p * dot n (hint_price t) x).
  { unfold dot. rewrite <- sum_scale.
    replace (- sum (fun i => hint_told t i * x i) n) with (sum (fun i => - 1 * (hint_told t i * x i)) n)
      by (rewrite sum_scale; ring).
    rewrite <- sum_plus. apply sum_eq. intros. unfold charged, hinted, q, minus, plus, scale. ring. }
  rewrite D2 in U2.
  (* the error *)
  pose proof (psi_below n (decisions G) (project G) top radius (eta t) start dom (He t) (hinted t s l)
    (charged (hinted_entered t s) l)) as U3.
  fold y in U3.
  assert (same_d : same n (minus (charged (hinted_entered t s) l) (hinted t s l)) d).
  { intros i _. unfold d, charged, hinted, hinted_entered, q, plus, minus, scale. cbn. fold x. ring. }
  rewrite (dot_same n _ d _ y same_d (fun _ _ => eq_refl)) in U3.
  unfold sq in U3 at 1. rewrite (dot_same n _ d _ d same_d same_d) in U3. fold (sq n d) in U3.
  (* the decision moves little *)
  pose proof (best_moves n (decisions G) (project G) top radius (eta t) start dom (He t)
    (minus (plus (rewards s) (hint_told t)) (scale p q)) (minus (plus (rewards s) (hint_told t)) (scale l q)))
    as M.
  rewrite line_square in M.
  change (minus (plus (rewards s) (hint_told t)) (scale p q)) with (hinted t s p) in M.
  change (minus (plus (rewards s) (hint_told t)) (scale l q)) with (hinted t s l) in M.
  change (aim t (hinted t s p)) with x in M. fold y z in M.
  assert (Hw : 0 <= w) by (apply Rmult_le_pos; [exact Hg|apply pos_INR]).
  assert (M2 : sq n (minus y x) <= (eta t * w * Rabs z) ^ 2).
  { apply Rle_trans with (1 := M). rewrite !Rpow_mult_distr, pow2_abs.
    replace (eta t ^ 2 * w ^ 2 * z ^ 2) with (eta t ^ 2 * (z ^ 2 * w ^ 2)) by ring.
    repeat apply Rmult_le_compat_l; try apply pow2_ge_0. exact Hq. }
  assert (Hr : 0 <= eta t * w * Rabs z).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rabs_pos]. }
  pose proof (cauchy n d (minus y x) (E t) (eta t * w * Rabs z) HEt Hr Hd M2) as C.
  pose proof (Rle_abs (dot n d (minus y x))) as A. rewrite dot_minus in A, C.
  assert (square : E t * (eta t * w * Rabs z) <= m * z ^ 2 + e t).
  { rewrite <- (pow2_abs z). set (a := Rabs z) in *. assert (0 <= a) by apply Rabs_pos.
    assert (Hm : 0 <= m) by (unfold m; lra).
    assert (Sq : (E t * (eta t * w * a)) ^ 2 <= (m * a ^ 2 + e t) ^ 2).
    { apply Rle_trans with (4 * e t * m * a ^ 2).
      - replace ((E t * (eta t * w * a)) ^ 2) with ((eta t * w * E t) ^ 2 * a ^ 2) by ring.
        apply Rmult_le_compat_r; [apply pow2_ge_0|exact (pays t)].
      - pose proof (pow2_ge_0 (m * a ^ 2 - e t)). lra. }
    assert (P : 0 <= m * a ^ 2 + e t)
      by (pose proof (Rmult_le_pos _ _ Hm (pow2_ge_0 a)); pose proof (Hee t); lra).
    apply Rnot_lt_le. intros Q. apply (Rlt_not_le _ _ (pow_incr_strict _ _ P Q)), Sq. }
  assert (Dd : forall v, dot n d v = dot n (told t x) v - dot n (hint_told t) v
    - (l * dot n (price G t) v - l * dot n (hint_price t) v)).
  { intros v. unfold dot. rewrite <- !sum_scale, <- !sum_minus. apply sum_eq. intros.
    unfold d, minus, scale. ring. }
  assert (Dq : dot n q x = dot n (basket s) x + dot n (hint_price t) x).
  { unfold dot. rewrite <- sum_plus. apply sum_eq. intros. unfold q, plus. ring. }
  rewrite Dq in U1.
  apply (Rmult_le_compat_l (eta t / 2)) in Hd; [|lra].
  apply (Rmult_le_compat_l (eta t / 2 * z ^ 2)) in Hq; [|apply Rmult_le_pos; [lra|apply pow2_ge_0]].
  unfold hinted_slope in stops. change (aim t (hinted t s p)) with x in stops.
  rewrite !Dd in *. unfold Repricing.potential. cbn [hinted_entered rounds granted debt] in *. fold x.
  unfold excess. rewrite S_INR. unfold m, z in *. lra.
Qed.

Local Notation x := optimistic_decision.

Hypothesis cheap : forall t, sq n (price G t) <= beta_g ^ 2.
Hypothesis cheap_hint : forall t, sq n (hint_price t) <= beta_g ^ 2.

Lemma longer k q a : sq n q <= (beta_g * INR k) ^ 2 -> sq n a <= beta_g ^ 2 ->
  sq n (plus q a) <= (beta_g * INR (S k)) ^ 2.
Proof.
  intros Hq Ha. pose proof (pos_INR k) as K. pose proof (Rmult_le_pos _ _ Hg K) as Gk.
  pose proof (cauchy n q a (beta_g * INR k) beta_g Gk Hg Hq Ha) as C. pose proof (Rle_abs (dot n q a)).
  replace (sq n (plus q a)) with (sq n (plus q (scale 1 a)))
    by (apply sum_eq; intros; unfold plus, scale; ring).
  rewrite sq_plus, S_INR. lra.
Qed.

(** The books after N rounds, and the potential. *)
Lemma optimistic_after N : let s := optimistic N in
  (rounds s < W)%nat /\ (exists j, N = (j * W + rounds s)%nat) /\
  sq n (basket s) <= (beta_g * INR (rounds s)) ^ 2 /\ debt s = sum (fun t => excess G t (x t)) N /\
  forall l, 0 <= l <= cap -> potential N s l
    <= bulge * cap ^ 2 / 4 + sum (fun t => dot n (told t (x t)) (x t)) N
       + sum (fun t => eta t / 2 * E t ^ 2 + e t) N.
Proof.
  assert (Hb : 0 <= bulge).
  { apply Rle_trans with (2 := curved O). apply Rmult_le_pos; [pose proof (He O); lra|apply pow2_ge_0]. }
  assert (Z : sq n zero = 0).
  { rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
  induction N as [|N (Hk & (j & Hj) & Hq & Hd & HK)]; cbv zeta.
  - cbn [optimistic rounds basket debt sum INR]. split; [lia|]. split; [exists O; lia|]. split.
    { rewrite Z. apply pow2_ge_0. }
    split; [reflexivity|]. intros l Hl. unfold Repricing.potential. cbn [granted debt rounds INR].
    assert (V : value O (charged (Books zero zero 0 0 0) l) <= 0).
    { unfold psi. pose proof (He O) as H0. set (v := charged _ l). set (y := aim O v).
      replace (dot n v y) with 0.
      - pose proof (sq_nonnegative n (minus y start)).
        assert (0 <= sq n (minus y start) / (2 * eta O)) by (apply Rle_mult_inv_pos; lra). lra.
      - symmetry. rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros.
        unfold v, charged, minus, scale, zero. cbn. ring. }
    pose proof (Rmult_le_compat_l bulge _ _ Hb (pow2_ge_0 (2 * l - cap))). lra.
  - assert (Hq' : sq n (plus (basket (optimistic N)) (hint_price N)) <= w ^ 2).
    { apply Rle_trans with (1 := longer _ _ _ Hq (cheap_hint N)). apply pow_incr.
      split; [apply Rmult_le_pos; [exact Hg|apply pos_INR]|]. apply Rmult_le_compat_l; [exact Hg|].
      apply le_INR. lia. }
    assert (HEnt : forall l, 0 <= l <= cap -> potential N (hinted_entered N (optimistic N)) l
      <= bulge * cap ^ 2 / 4 + sum (fun t => dot n (told t (x t)) (x t)) (S N)
         + sum (fun t => eta t / 2 * E t ^ 2 + e t) (S N)).
    { intros l Hl. pose proof (hinted_potential N (optimistic N) l Hq' Hl) as H.
      pose proof (HK _ (proj1 (hinted_multiplier_stops N (optimistic N)))) as H2.
      change (hinted_stand N (optimistic N)) with (x N) in H. cbn [sum]. lra. }
    assert (HD : debt (hinted_entered N (optimistic N)) = sum (fun t => excess G t (x t)) (S N)).
    { cbn [hinted_entered debt sum]. rewrite Hd. reflexivity. }
    assert (HB : sq n (basket (hinted_entered N (optimistic N)))
                 <= (beta_g * INR (S (rounds (optimistic N)))) ^ 2)
      by (apply longer; [exact Hq|apply cheap]).
    change (optimistic (S N)) with (optimistic_round N (optimistic N)). unfold optimistic_round.
    destruct (S (rounds (optimistic N)) =? W)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q].
    + cbn [Repricing.close rounds basket debt]. split; [lia|]. split; [exists (S j); lia|]. split.
      { rewrite Z. apply pow2_ge_0. }
      split; [exact HD|]. intros l Hl.
      apply Rle_trans with (1 := slower_potential G eta cap bulge start top radius dom He slower N _ l).
      apply Rle_trans with (2 := HEnt l Hl).
      exact (close_potential G W eta cap bulge start top radius dom Hcap He N
        (hinted_entered N (optimistic N)) l Q Hl).
    + change (rounds (hinted_entered N (optimistic N))) with (S (rounds (optimistic N))).
      split; [lia|]. split; [exists j; lia|]. split; [exact HB|]. split; [exact HD|].
      intros l Hl.
      apply Rle_trans with (1 := slower_potential G eta cap bulge start top radius dom He slower N _ l).
      now apply HEnt.
Qed.

(** What the books say of a point that keeps the windows: none of the closed ones cost it anything. *)
Lemma star_hinted_books star M :
  (forall j, (S j * W <= M)%nat -> sum (fun s => excess G (j * W + s) star) W <= 0) ->
  forall N, (N <= M)%nat ->
  dot n (basket (optimistic N)) star
    = sum (fun i => dot n (price G (N - rounds (optimistic N) + i)) star) (rounds (optimistic N)) /\
  sum (fun t => dot n (told t (x t)) star) N <= dot n (rewards (optimistic N)) star + granted (optimistic N).
Proof.
  intros kept. assert (P : forall a c, dot n (plus a c) star = dot n a star + dot n c star).
  { intros. unfold dot. rewrite <- sum_plus. apply sum_eq. intros. unfold plus. ring. }
  assert (D : forall a l c, dot n (minus a (scale l c)) star = dot n a star - l * dot n c star).
  { intros. unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold minus, scale. ring. }
  assert (Z : dot n zero star = 0).
  { rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. }
  induction N as [|N IH]; intros HN; [cbn [optimistic basket rewards granted rounds sum]; rewrite Z; lra|].
  destruct (IH ltac:(lia)) as [E1 E2]. destruct (optimistic_after N) as (Hk & (j & Hj) & _).
  set (s := optimistic N) in *. set (k := rounds s) in *.
  assert (F1 : dot n (basket (hinted_entered N s)) star
               = sum (fun i => dot n (price G (S N - S k + i)) star) (S k)).
  { cbn [hinted_entered basket sum]. rewrite P, E1. replace (S N - S k)%nat with (N - k)%nat by lia.
    replace (N - k + k)%nat with N by lia. reflexivity. }
  assert (F2 : sum (fun t => dot n (told t (x t)) star) (S N)
               <= dot n (rewards (hinted_entered N s)) star + granted (hinted_entered N s)).
  { cbn [hinted_entered rewards granted sum]. rewrite P. change (hinted_stand N s) with (x N). lra. }
  change (optimistic (S N)) with (optimistic_round N s). unfold optimistic_round. fold k.
  destruct (S k =? W)%nat eqn:Q; [apply Nat.eqb_eq in Q|now split].
  set (s1 := hinted_entered N s) in *. cbn [Repricing.close rewards basket rounds granted]. split; [exact Z|].
  unfold charged. rewrite D.
  destruct (hindsight_best G W eta cap start top radius dom Hcap He N s1) as [[H0 _] _].
  specialize (kept j ltac:(lia)). unfold excess in kept. rewrite sum_minus, sum_const in kept.
  rewrite Q in F1. replace (S N - W)%nat with (j * W)%nat in F1 by lia. rewrite <- F1 in kept.
  apply (Rmult_le_compat_l (hindsight G W eta cap start N s1)) in kept; [|exact H0]. lra.
Qed.

(** After N rounds, against a point within [reach] of the start that keeps the windows closed so far. *)
Lemma optimistic_bound star reach N : decisions G star -> sq n (minus star start) <= reach ^ 2 ->
  (forall j, (S j * W <= N)%nat -> sum (fun s => excess G (j * W + s) star) W <= 0) ->
  sum (fun t => dot n (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach ^ 2 / (2 * eta N) + bulge * cap ^ 2 / 4 + sum (fun t => eta t / 2 * E t ^ 2 + e t) N.
Proof.
  unfold open_window.
  intros Hs near kept. pose proof (He N) as H0. destruct (optimistic_after N) as (Hk & (j & Hj) & _ & Hd & HK).
  destruct (star_hinted_books star N kept N (le_n _)) as [E1 E2].
  assert (R : (N mod W)%nat = rounds (optimistic N)).
  { symmetry. apply Nat.mod_unique with j; lia. }
  rewrite R. set (s := optimistic N) in *. set (k := rounds s) in *.
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
    assert (Ec : dot n (charged s l) star = dot n (rewards s) star - l * dot n (basket s) star).
    { unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros.
      unfold charged, minus, scale. ring. }
    unfold Rdiv in *. lra. }
  pose proof (HK 0 ltac:(lra)) as K0. pose proof (HK cap ltac:(lra)) as K1.
  pose proof (low 0) as L0. pose proof (low cap) as L1. unfold Repricing.potential in K0, K1. fold k in K0, K1.
  rewrite Hd in K0, K1.
  rewrite <- O. rewrite earn. unfold Rmax. destruct (Rle_dec _ _); lra.
Qed.
End Optimistic.

(** * What it is promised

    With the step R / (A_t + w Lambda / 2), w = beta_g W, for any lengths A_t that do not fall, it loses
    R/2 times A_N and the sum of E_t^2 / A_t, and R w Lambda / 2. The lengths and the hints may depend on the
    past in any way. *)
Theorem optimistic_missed : forall G W N eta A E cap bulge start told hint_told hint_price top radius reach
    beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat ->
  (forall t, 0 <= E t) ->
  (forall t x l, decisions G x -> 0 <= l <= cap ->
    sq (dim G) (minus (minus (told t x) (hint_told t)) (scale l (minus (price G t) (hint_price t))))
    <= E t ^ 2) ->
  (forall t, sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t, sq (dim G) (hint_price t) <= beta_g ^ 2) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  (forall t, 0 < A t <= A (S t)) ->
  (forall t, eta t = reach / (A t + beta_g * INR W * cap / 2)) ->
  bulge = reach * (beta_g * INR W) / cap ->
  let x := optimistic_decision G W eta cap bulge start told hint_told hint_price in
  sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach / 2 * (A N + sum (fun t => E t ^ 2 / A t) N) + reach * (beta_g * INR W) * cap / 2.
Proof.
  intros G W N eta A E cap bulge start told hint_told hint_price top radius reach beta_g star dom HR Hg Hc HW
    HE error cheap cheap_hint [Hs kept] near grows Ee Eb x. set (w := beta_g * INR W) in *.
  assert (Hw : 0 <= w) by (apply Rmult_le_pos; [exact Hg|apply pos_INR]).
  assert (H2 : 0 <= w * cap) by (apply Rmult_le_pos; lra).
  pose (e := fun t => reach * w * cap * E t ^ 2 / (4 * (A t + w * cap / 2) * A t)).
  assert (H : forall t, 0 < eta t /\ 0 <= e t /\ eta t / 2 * w ^ 2 <= bulge /\
    (eta t * w * E t) ^ 2 <= 4 * e t * (bulge - eta t / 2 * w ^ 2) /\
    eta t / 2 * E t ^ 2 + e t = reach / 2 * (E t ^ 2 / A t) /\ reach ^ 2 / (2 * eta t) + bulge * cap ^ 2 / 4
    = reach / 2 * A t + reach * w * cap / 2).
  { intros t. destruct (grows t) as [HA _]. set (a := A t) in *.
    assert (HS : 0 < a + w * cap / 2) by lra.
    assert (Eta : 0 < eta t) by (rewrite Ee; now apply Rdiv_lt_0_compat).
    pose proof (pow2_ge_0 (E t)) as E2.
    split; [exact Eta|]. split.
    { unfold e. fold a. apply Rle_mult_inv_pos; [|repeat apply Rmult_lt_0_compat; lra].
      apply Rmult_le_pos; [rewrite Rmult_assoc; apply Rmult_le_pos; lra|exact E2]. }
    assert (M : bulge - eta t / 2 * w ^ 2 = reach * w * a / (cap * (a + w * cap / 2))).
    { rewrite Eb, Ee. fold a. field. lra. }
    split.
    { assert (0 <= reach * w * a / (cap * (a + w * cap / 2))); [|lra].
      apply Rle_mult_inv_pos; [|now apply Rmult_lt_0_compat].
      apply Rmult_le_pos; [apply Rmult_le_pos; [lra|exact Hw]|lra]. }
    split; [rewrite M, Ee; unfold e; fold a; apply Req_le; field; lra|].
    split; rewrite Ee, ?Eb; unfold e; fold a; field; lra. }
  assert (slower : forall t, eta (S t) <= eta t).
  { intros t. rewrite !Ee. apply Rmult_le_compat_l; [lra|]. destruct (grows t) as [G0 G1].
    apply Rinv_le_contravar; lra. }
  pose proof (optimistic_bound G W eta cap bulge start told hint_told hint_price top radius beta_g E e dom
    (Rlt_le _ _ Hc) (fun t => proj1 (H t)) slower Hg HE (fun t => proj1 (proj2 (H t)))
    (fun t => proj1 (proj2 (proj2 (H t)))) (fun t => proj1 (proj2 (proj2 (proj2 (H t))))) error HW cheap
    cheap_hint star reach N Hs near kept) as K. fold x in K.
  rewrite (sum_eq (fun t => eta t / 2 * E t ^ 2 + e t) (fun t => reach / 2 * (E t ^ 2 / A t))), sum_scale in K
    by (intros t _; apply (H t)).
  destruct (H N) as (_ & _ & _ & _ & _ & Q). lra.
Qed.

(** ** Lengths that follow the errors *)

Definition errors (E : nat -> R) (N : nat) : R := sum (fun t => E t ^ 2) N.
Definition error_length (E : nat -> R) (most : R) (t : nat) : R := sqrt (2 * (errors E t + most ^ 2)).

Lemma errors_nonnegative E N : 0 <= errors E N.
Proof. apply sum_nonnegative. intros. apply pow2_ge_0. Qed.

(** The sum of E_t^2 / A_t is at most sqrt (2 S_N). *)
Lemma errors_over_lengths E most N : 0 < most -> (forall t, 0 <= E t <= most) ->
  sum (fun t => E t ^ 2 / error_length E most t) N <= sqrt (2 * errors E N).
Proof.
  intros Hm HE. induction N.
  - cbn [sum]. apply sqrt_pos.
  - cbn [sum]. change (errors E (S N)) with (errors E N + E N ^ 2).
    pose proof (errors_nonnegative E N) as H0. pose proof (pow2_ge_0 (E N)) as H1. destruct (HE N) as [L U].
    assert (H2 : E N ^ 2 <= most ^ 2) by (apply pow_incr; lra). pose proof (pow_lt most 2 Hm) as H3.
    set (q := errors E N) in *. set (r := E N ^ 2) in *.
    set (c := sqrt (2 * q)) in *. set (d := sqrt (2 * (q + r))).
    assert (Ec : c ^ 2 = 2 * q) by (apply pow2_sqrt; lra).
    assert (Ed : d ^ 2 = 2 * (q + r)) by (apply pow2_sqrt; lra).
    pose proof (sqrt_pos (2 * q)) as Pc. fold c in Pc.
    assert (Dc : c <= d) by (apply sqrt_le_1_alt; lra).
    assert (La : 0 < error_length E most N) by (unfold error_length; fold q; apply sqrt_lt_R0; lra).
    assert (Da : d <= error_length E most N) by (unfold error_length; fold q; apply sqrt_le_1_alt; lra).
    set (a := error_length E most N) in *.
    apply Rle_trans with (c + r / a); [lra|]. apply (Rmult_le_reg_r a); [exact La|].
    replace ((c + r / a) * a) with (c * a + r) by (field; lra).
    assert (Er : r = (d - c) * (d + c) / 2) by (replace ((d - c) * (d + c)) with (d ^ 2 - c ^ 2) by ring; lra).
    assert (0 <= (d - c) * (a - (d + c) / 2)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Regret and violation together, at every prefix, for any hints and any feedback with a gap lemma: the root of
    the squared errors stands where the rate has the root of T, and W stays. *)
Theorem optimistic_regret : forall G W N alpha eta E most cap bulge start told hint_told hint_price top radius
    reach beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat ->
  0 < most -> (forall t, 0 <= E t <= most) ->
  (forall t x l, decisions G x -> 0 <= l <= cap ->
    sq (dim G) (minus (minus (told t x) (hint_told t)) (scale l (minus (price G t) (hint_price t))))
    <= E t ^ 2) ->
  (forall t, sq (dim G) (price G t) <= beta_g ^ 2) ->
  (forall t, sq (dim G) (hint_price t) <= beta_g ^ 2) ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  (forall t, eta t = reach / (error_length E most t + beta_g * INR W * cap / 2)) ->
  bulge = reach * (beta_g * INR W) / cap ->
  let x := optimistic_decision G W eta cap bulge start told hint_told hint_price in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (sqrt (2 * errors E N) + most) + reach * (beta_g * INR W) * cap / 2.
Proof.
  intros G W N alpha eta E most cap bulge start told hint_told hint_price top radius reach beta_g star dom HR
    Hg Hc HW Hm HE error cheap cheap_hint gap kept near Ee Eb x. pose proof (pow_lt most 2 Hm) as H3.
  assert (grows : forall t, 0 < error_length E most t <= error_length E most (S t)).
  { intros t. pose proof (errors_nonnegative E t). pose proof (pow2_ge_0 (E t)). unfold error_length.
    change (errors E (S t)) with (errors E t + E t ^ 2).
    split; [apply sqrt_lt_R0|apply sqrt_le_1_alt]; lra. }
  pose proof (optimistic_missed G W N eta (error_length E most) E cap bulge start told hint_told hint_price top
    radius reach beta_g star dom HR Hg Hc HW (fun t => proj1 (HE t)) error cheap cheap_hint kept near grows Ee
    Eb) as H. cbv zeta in H. fold x in H.
  pose proof (errors_over_lengths E most N Hm HE) as L. pose proof (errors_nonnegative E N) as H0.
  assert (A : error_length E most N <= sqrt (2 * errors E N) + 2 * most).
  { unfold error_length. set (q := errors E N) in *. pose proof (sqrt_pos (2 * q)) as P.
    pose proof (pow2_sqrt (2 * q) ltac:(lra)) as E2. apply Rsqr_incr_0_var; [|lra].
    rewrite Rsqr_sqrt by lra. unfold Rsqr. set (c := sqrt (2 * q)) in *.
    assert (0 <= c * most) by (apply Rmult_le_pos; lra). lra. }
  assert (Q : alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
    <= sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N).
  { rewrite <- sum_scale, <- sum_minus. apply sum_le. intros t _. apply gap, dom. }
  assert (reach / 2 * (error_length E most N + sum (fun t => E t ^ 2 / error_length E most t) N)
    <= reach * (sqrt (2 * errors E N) + most)).
  { apply Rle_trans with (reach / 2 * (2 * sqrt (2 * errors E N) + 2 * most)); [|lra].
    apply Rmult_le_compat_l; lra. }
  lra.
Qed.

(** * What a look ahead does not buy

    A player that sees the round before it bids, and [ahead] further ones. *)
Definition foreseeing_bid (p : player) (ahead : nat) (G : game) (t : nat) : vec := bid p G (S t + ahead).

(** In the games A and B of [no_player_beats_the_window] only its last [ahead] bids of the half window can
    differ: the three losses add to n/2 - [ahead] at least, so one is n/6 - [ahead]/3. With exact hints for
    the next round alone the window costs what it costs without any. *)
Theorem foresight_buys_no_window : forall (W T half ahead : nat) (p : player) (star_A star_B : vec),
  (2 * half <= W)%nat -> (1 <= W <= T)%nat -> (ahead <= half)%nat -> (forall l, cube 1 (p l)) ->
  let A := closed half in
  let B := rich 2 1 half in
  let lost G star := sum (fun t => utility G t star - utility G t (foreseeing_bid p ahead G t)) T in
  let over G := sum (fun t => excess G t (foreseeing_bid p ahead G t)) T in
  benchmark A W T star_A -> benchmark B W T star_B ->
  INR half / 2 - INR ahead <= lost A star_A + lost B star_B + over B /\
  INR half / 6 - INR ahead / 3 <= Rmax (lost A star_A) (Rmax (lost B star_B) (over B)).
Proof.
  intros W T n k p a b Hn HW Hk inX A B lost over Ha Hb.
  set (xA := fun t => foreseeing_bid p k A t O). set (xB := fun t => foreseeing_bid p k B t O).
  set (XA := sum xA n). set (X := sum xB n). set (Y := sum (fun t => xB (n + t)%nat) (T - n)).
  assert (ET : T = (n + (T - n))%nat) by lia.
  assert (EI : INR T = INR n + INR (T - n)) by (rewrite ET at 1; apply plus_INR).
  assert (agree : XA - X <= INR k).
  { unfold XA, X. rewrite <- sum_minus. replace n with ((n - k) + k)%nat by lia. rewrite sum_split.
    rewrite (sum_eq (fun t => xA t - xB t) (fun _ => 0) (n - k)).
    - replace (INR k) with (sum (fun _ => 1) k) by (rewrite sum_const; ring).
      rewrite sum_const, Rmult_0_r, Rplus_0_l.
      apply sum_le. intros i _. unfold xA, xB, foreseeing_bid, bid.
      pose proof (inX (seen A (S (n - k + i) + k)) O ltac:(lia)).
      pose proof (inX (seen B (S (n - k + i) + k)) O ltac:(lia)). lra.
    - intros t Ht. unfold xA, xB, foreseeing_bid, A, B. rewrite (same_bids p 2 1) by lia. ring. }
  assert (EA : lost A a = INR n - XA).
  { unfold lost. rewrite sum_minus, (benchmark_value _ _ _ _ _ Ha (closed_window_benchmark n W T Hn)).
    change (fun t => utility A t (fun _ => 1)) with (fun t => (if (t <? n)%nat then 1 else 0) * 1).
    change (fun t => utility A t (foreseeing_bid p k A t))
      with (fun t => (if (t <? n)%nat then 1 else 0) * xA t).
    rewrite ET, (early_late 1 0 (fun _ => 1)), (early_late 1 0 xA), !sum_const. fold XA. ring. }
  assert (EB : lost B b = INR n / 2 + INR (T - n) - X - 2 * Y).
  { unfold lost. rewrite sum_minus, (benchmark_value _ _ _ _ _ Hb (rich_window_benchmark n W T HW)).
    change (fun t => utility B t (fun _ => 1 / 2))
      with (fun t => (if (t <? n)%nat then 1 else 1 * 2) * (1 / 2)).
    change (fun t => utility B t (foreseeing_bid p k B t))
      with (fun t => (if (t <? n)%nat then 1 else 1 * 2) * xB t).
    rewrite ET at 1 2. rewrite (early_late 1 (1 * 2) (fun _ => 1 / 2)), (early_late 1 (1 * 2) xB), !sum_const.
    fold X. fold Y. field. }
  assert (EC : over B = 2 * X + 2 * Y - INR T).
  { unfold over.
    rewrite (sum_eq _ (fun t => (if (t <? n)%nat then 2 else 2) * xB t - 1))
      by (intros; apply excess_linear).
    rewrite sum_minus, sum_const. rewrite ET at 1. rewrite early_late. fold X. fold Y. ring. }
  split; [rewrite EA, EB, EC, EI; lra|].
  set (r := Rmax _ _). assert (lost A a <= r) by apply Rmax_l.
  assert (lost B b <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_l).
  assert (over B <= r) by (apply Rle_trans with (2 := Rmax_r _ _); apply Rmax_r).
  rewrite EA, EB, EC, EI in *. lra.
Qed.

(** * The certificate

    Whoever played x, by whatever rule, and was told u: whatever prices nu_i >= 0 are set to the windows once
    they are closed, nobody who keeps them has more along u than the largest sum of what is left of the rewards
    and what the windows allow at these prices. No constant of the game is in it. *)
Theorem certificate : forall G W N (u x : nat -> vec) (nu : nat -> R) most star,
  (1 <= W)%nat -> (forall i, 0 <= nu i) -> affordable_in_turn G W N star ->
  let closed_rounds := (N / W * W)%nat in
  (forall y, decisions G y -> sum (fun t => dot (dim G) (u t) y) N
    - sum (fun t => nu (t / W)%nat * dot (dim G) (price G t) y) closed_rounds <= most) ->
  sum (fun t => dot (dim G) (u t) (minus star (x t))) N
  <= most + sum (fun t => nu (t / W)%nat * allowance G) closed_rounds - sum (fun t => dot (dim G) (u t) (x t)) N.
Proof.
  intros G W N u x nu most star HW Hnu [Hs kept] closed_rounds Hm. specialize (Hm star Hs).
  assert (K : forall m, (m <= N / W)%nat -> sum (fun t => nu (t / W)%nat * excess G t star) (m * W) <= 0).
  { induction m; intros Hj; [cbn; lra|]. replace (S m * W)%nat with (m * W + W)%nat by lia.
    rewrite sum_split. specialize (IHm ltac:(lia)).
    rewrite (sum_eq (fun i => nu ((m * W + i) / W)%nat * excess G (m * W + i) star)
      (fun i => nu m * excess G (m * W + i) star)), sum_scale.
    - pose proof (Nat.div_mod N W ltac:(lia)).
      assert (sum (fun i => excess G (m * W + i) star) W <= 0) by (apply kept; nia).
      pose proof (Hnu m). nra.
    - intros i Hi. do 2 f_equal. rewrite Nat.add_comm, Nat.div_add by lia. rewrite Nat.div_small by lia. lia. }
  specialize (K (N / W)%nat (le_n _)). fold closed_rounds in K.
  rewrite (sum_eq _ (fun t => nu (t / W)%nat * dot (dim G) (price G t) star - nu (t / W)%nat * allowance G)) in K
    by (intros; unfold excess; ring).
  rewrite sum_minus in K.
  rewrite (sum_eq (fun t => dot (dim G) (u t) (minus star (x t)))
    (fun t => dot (dim G) (u t) star - dot (dim G) (u t) (x t))) by (intros; apply dot_minus).
  rewrite sum_minus. lra.
Qed.
