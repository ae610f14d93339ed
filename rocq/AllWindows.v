(** One player for all windows at once (chapter "What not knowing the window costs"): at each scale it keeps
    the books of the repricing player, for windows of W_k rounds, blends their potentials, and plays the mean
    of their decisions at the price where the blend is largest. It has the regret of the right scale, but for
    B_k ln (1/th_k): the logarithm that nobody can avoid.

    Idea. A round moves the scales' potentials by different amounts, and away from the blend's peak each of
    them has a slope of its own. Both make a variance, of the order W_k^2 z^2 / B_k at the distance z. The
    bulge of a scale pays for its own: it has kappa W_k z^2, and B_k is a multiple of W_k. *)

Require Import Arith Reals Lra Lia Psatz FunctionalExtensionality.
From Osphg Require Import Algorithm Basics Setting Saddle BoostedGradient Boosted Queue Careful Repricing
  Blend.
Open Scope R_scope.

Record accounts := Accounts { ledger : nat -> books; owed : R }.

Section Player.
Variables (G : game) (L : nat) (Wd : nat -> nat) (eta B : nat -> nat -> R) (bulge th : nat -> R) (cap : R)
  (start : vec).
Variable told : nat -> vec -> vec.

Local Notation n := (dim G).
Local Notation b := (allowance G).

(** The potential of scale k, without what is overspent, and the blend. *)
Definition scale_potential (k t : nat) (s : books) (l : R) : R := potential G (eta k) cap (bulge k) start t s
  l.
Definition heights (t : nat) (s : accounts) (l : R) (k : nat) : R := scale_potential k t (ledger s k) l.
Definition lengths (t k : nat) : R := B k t.
Definition blended (t : nat) (s : accounts) (l : R) : R := nest (lengths t) th (heights t s l) L + l * owed s.
Definition common_price (t : nat) (s : accounts) : R := greatest cap (blended t s).

(** What each scale would play at that price, and their mean, with the weights in the blend. *)
Definition aim (t : nat) (s : accounts) (k : nat) : vec :=
  best (project G) (eta k t) start (charged (ledger s k) (common_price t s)).
Definition mixed (t : nat) (s : accounts) : vec := fun i =>
  average (lengths t) th (heights t s (common_price t s)) (fun k => aim t s k i) L.

Definition entry (t : nat) (s : accounts) (k : nat) : books :=
  let s_k := ledger s k in
  Books (plus (rewards s_k) (told t (mixed t s))) (plus (basket s_k) (price G t)) (S (rounds s_k)) (granted
    s_k) 0.

Definition all_round (t : nat) (s : accounts) : accounts := Accounts
  (fun k => if (S (rounds (ledger s k)) =? Wd k)%nat
    then close G (Wd k) (eta k) cap start t (entry t s k) else entry t s k)
  (owed s + excess G t (mixed t s)).

Fixpoint all_windows (t : nat) : accounts :=
  match t with O => Accounts (fun _ => Books zero zero 0 0 0) 0 | S j => all_round j (all_windows j) end.

Definition all_decision (t : nat) : vec := mixed t (all_windows t).

(** * What is asked

    [len] bounds what a decision is told less its price, [M] what a round can cost. A round costs E. *)

Variables (top : vec) (radius len beta_g M : R) (E : nat -> R).
Let spread t := len * radius + E t.
Let steep k := 2 * M * INR (Wd k) + 3 * bulge k * cap.

Hypotheses (dom : domain n (decisions G) (project G) top radius) (radius0 : 0 <= radius) (Hcap : 0 <= cap)
  (len0 : 0 <= len) (g0 : 0 <= beta_g) (E0 : forall t, 0 <= E t).
Hypotheses (He : forall k t, 0 < eta k t) (slower : forall k t, eta k (S t) <= eta k t)
  (B0 : forall k t, 0 < B k t) (grows : forall k t, B k t <= B k (S t)) (th0 : forall k, 0 < th k <= 1 / 2)
  (bulge0 : forall k, 0 <= bulge k) (window : forall k, (1 <= Wd k)%nat).
Hypotheses (longer : forall i j, (i <= j)%nat -> (Wd i <= Wd j)%nat)
  (bulgier : forall i j, (i <= j)%nat -> bulge i <= bulge j).
Hypotheses (near : forall k t, spread t + cap * steep k <= 3 / 8 * B k t)
  (per_round : forall k t, eta k t * len ^ 2 + 2 * (spread t ^ 2 / B k t) <= E t)
  (curved : forall k t, eta k t * (beta_g * INR (Wd k)) ^ 2 + 2 * (steep k ^ 2 / B k t) <= bulge k)
  (small_first : forall k, bulge k * cap ^ 2 <= 4 * B k 0%nat).
Hypotheses (short : forall t x l, decisions G x -> 0 <= l <= cap ->
    sq n (minus (told t x) (scale l (price G t))) <= len ^ 2)
  (cheap : forall t, sq n (price G t) <= beta_g ^ 2)
  (dear : forall t x, decisions G x -> 0 <= dot n (price G t) x <= M) (Hb : 0 <= b <= M).

(** * The blend's peak *)

Lemma common_best t s : peak cap (blended t s) (common_price t s).
Proof.
  apply greatest_peak; [exact Hcap|]. intros l _. unfold blended.
  apply (continuity_pt_plus (fun l => nest (lengths t) th (heights t s l) L) (fun l => l * owed s)).
  - apply (nest_continuous (lengths t) th (fun k => B0 k t) th0 (fun k l => scale_potential k t (ledger s k)
      l)).
    intros j _.
    apply (potential_continuous G (eta j) cap (bulge j) start top radius dom (He j)).
  - apply derivable_continuous_pt. reg.
Qed.

Lemma aim_in t s k : decisions G (aim t s k).
Proof. apply dom. Qed.

Lemma average_vec t V (x : nat -> vec) k : (forall j, decisions G (x j)) ->
  decisions G (fun i => average (lengths t) th V (fun j => x j i) k) /\
  forall v, dot n v (fun i => average (lengths t) th V (fun j => x j i) k)
    = average (lengths t) th V (fun j => dot n v (x j)) k.
Proof.
  intros H. induction k as [|k [I1 I2]]; [split; [apply H|reflexivity]|]. cbn [average].
  set (w := share _ _ _ _). assert (w1 : 0 <= w <= 1) by (apply share_range, th1, th0). split.
  - exact (convex _ _ _ _ _ dom _ _ w w1 I1 (H (S k))).
  - intros v. rewrite <- I2. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_eq. intros i _. ring.
Qed.

Lemma mixed_in t s : decisions G (mixed t s).
Proof. apply (average_vec t (heights t s (common_price t s)) (aim t s) L (aim_in t s)). Qed.

(** The slope of scale k's potential at the price. *)
Let slope (t : nat) (s : accounts) (k : nat) : R := - dot n (basket (ledger s k)) (aim t s k) + b * INR
  (rounds (ledger s k))
  + bulge k * (cap - 2 * common_price t s).
Let mean_slope (t : nat) (s : accounts) : R :=
  average (lengths t) th (heights t s (common_price t s)) (slope t s) L.

(** At the peak the blend rises to neither side of [0, cap]. *)
Lemma peak_slope t s l : (forall k, debt (ledger s k) = 0) -> 0 <= l <= cap ->
  (l - common_price t s) * (mean_slope t s + owed s) <= 0.
Proof.
  intros none Hl. destruct (common_best t s) as [Hp best_p]. set (p := common_price t s) in *.
  set (z := l - p).
  set (V := heights t s p) in *. set (c := z ^ 2 * average (lengths t) th V bulge L).
  assert (c0 : 0 <= c).
  { apply Rmult_le_pos; [apply pow2_ge_0|]. rewrite <- (average_const (lengths t) th V 0 L).
    apply average_le; auto. }
  assert (below_ : forall a, 0 < a <= 1 -> a * (z * (mean_slope t s + owed s)) <= a ^ 2 * c).
  { intros a Ha. assert (Hm : 0 <= p + a * z <= cap) by (unfold z; nra). specialize (best_p _ Hm).
    pose proof (nest_above (lengths t) th (fun k => B0 k t) th0 V (heights t s (p + a * z)) (fun k => a * z *
      slope t s k + - (a ^ 2 * z ^ 2) * bulge k) L)
      as N. rewrite average_plus, !average_scale in N. fold (mean_slope t s) in N.
    assert (N' : nest (lengths t) th V L + (a * z * mean_slope t s + - (a ^ 2 * z ^ 2) * average (lengths t)
      th V bulge L)
      <= nest (lengths t) th (heights t s (p + a * z)) L).
    { apply N. intros k _. unfold V, heights, scale_potential, potential. rewrite none.
      pose proof (psi_above n (decisions G) (project G) top radius (eta k t) start dom (He k t)
        (charged (ledger s k) p) (charged (ledger s k) (p + a * z))) as A.
      unfold charged in A at 2 3. rewrite line_step in A. fold (charged (ledger s k) p) in A.
      change (best (project G) (eta k t) start (charged (ledger s k) p)) with (aim t s k) in A.
      unfold slope. fold p. set (g := dot n (basket (ledger s k)) (aim t s k)) in *. lra. }
    unfold blended in best_p. fold V in best_p. unfold c. lra. }
  set (y := z * (mean_slope t s + owed s)) in *. apply Rnot_lt_le. intros y0.
  assert (Q : 0 < y + 2 * c) by lra. set (a := y / (y + 2 * c)).
  assert (Ea : a * (y + 2 * c) = y) by (unfold a; field; lra).
  assert (a0 : 0 < a) by (unfold a; now apply Rdiv_lt_0_compat).
  assert (a1 : a <= 1) by nra. specialize (below_ a (conj a0 a1)).
  assert (a * y <= a * (a * c)) by lra. assert (y <= a * c) by (apply (Rmult_le_reg_l a); assumption). nra.
Qed.

(** * One round *)

(** What holds of scale k's books: the open window has fewer than W_k rounds, and no decision finds more in
    its basket than M a round. *)
Definition in_order (s : accounts) : Prop := forall k, let s_k := ledger s k in
  debt s_k = 0 /\ (rounds s_k < Wd k)%nat /\ sq n (basket s_k) <= (beta_g * INR (rounds s_k)) ^ 2 /\
  forall x, decisions G x -> 0 <= dot n (basket s_k) x <= M * INR (rounds s_k).

Lemma slope_size t s k : in_order s -> Rabs (slope t s k) <= M * INR (Wd k) + bulge k * cap.
Proof.
  intros H. destruct (H k) as (_ & r & _ & P). destruct (P _ (aim_in t s k)) as [P0 P1].
  destruct (common_best t s) as [[p0 p1] _]. apply Nat.lt_le_incl, le_INR in r.
  pose proof (pos_INR (rounds (ledger s k))) as r0.
  assert (M * INR (rounds (ledger s k)) <= M * INR (Wd k)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= b * INR (rounds (ledger s k)) <= M * INR (rounds (ledger s k))).
  { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]. }
  assert (- (bulge k * cap) <= bulge k * (cap - 2 * common_price t s) <= bulge k * cap).
  { pose proof (bulge0 k). replace (- (bulge k * cap)) with (bulge k * - cap) by ring.
    split; apply Rmult_le_compat_l; lra. }
  unfold slope. apply Rabs_le. lra.
Qed.

Lemma entry_blended t s l : in_order s -> 0 <= l <= cap ->
  nest (lengths t) th (fun k => scale_potential k t (entry t s k) l) L + l * (owed s + excess G t (mixed t s))
  <= blended t s (common_price t s) + dot n (told t (mixed t s)) (mixed t s) + E t.
Proof.
  intros order Hl. destruct (common_best t s) as [Hp _].
  pose proof (peak_slope t s l (fun k => proj1 (order k)) Hl) as F. set (p := common_price t s) in *.
  set (z := l - p) in *. set (V := heights t s p). set (x := mixed t s).
  set (d := minus (told t x) (scale l (price G t))).
  pose proof (short t x l (mixed_in t s) Hl) as Hd. fold d in Hd.
  set (q := fun k => dot n d (aim t s k) + (l * b + z * slope t s k)).
  set (E_ := fun k => eta k t * len ^ 2).
  set (C := fun k => (bulge k - eta k t * (beta_g * INR (Wd k)) ^ 2) * z ^ 2).
  assert (z1 : Rabs z <= cap) by (apply Rabs_le; unfold z; lra). pose proof (Rabs_pos z) as z0.
  assert (pays : forall k, 0 <= spread t ^ 2 / B k t /\ 0 <= steep k ^ 2 / B k t).
  { intros k. split; (apply Rle_mult_inv_pos; [apply pow2_ge_0|apply B0]). }
  assert (C0 : forall k, 0 <= C k).
  { intros k. apply Rmult_le_pos; [|apply pow2_ge_0]. pose proof (curved k t). destruct (pays k). lra. }
  assert (gain : forall k, scale_potential k t (entry t s k) l <= V k + (q k - C k + E_ k)).
  { intros k. destruct (order k) as (none & r & bq & _).
    set (v := charged (ledger s k) p). set (v' := charged (entry t s k) l).
    pose proof (psi_below n (decisions G) (project G) top radius (eta k t) start dom (He k t) v v') as U.
    change (best (project G) (eta k t) start v) with (aim t s k) in U.
    assert (same_d : same n (minus v' v) (minus d (scale z (basket (ledger s k))))).
    { intros i _. unfold v', v, d, z, charged, entry, plus, minus, scale. cbn [rewards basket]. fold x.
      ring. }
    assert (Eq : forall y, dot n (minus d (scale z (basket (ledger s k)))) y = dot n d y - z * dot n (basket
      (ledger s k)) y).
    { intros y. unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold minus, scale.
      ring. }
    rewrite (dot_same n _ _ _ (aim t s k) same_d (fun _ _ => eq_refl)), Eq in U.
    unfold sq in U. rewrite (dot_same n _ _ _ _ same_d same_d) in U.
    assert (bq' : sq n (basket (ledger s k)) <= (beta_g * INR (Wd k)) ^ 2).
    { apply Rle_trans with (1 := bq). apply Nat.lt_le_incl, le_INR in r.
      pose proof (pos_INR (rounds (ledger s k))).
      apply pow_incr. split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]. }
    pose proof (difference_size n d (basket (ledger s k)) z _ _ Hd bq') as S.
    apply (Rmult_le_compat_l (eta k t / 2)) in S; [|pose proof (He k t); lra].
    unfold V, heights, scale_potential, potential. rewrite none. cbn [entry granted debt rounds].
    fold v v'. unfold q, C, E_, slope. fold p. rewrite S_INR. unfold sq in S. unfold z in *. lra. }
  assert (N : nest (lengths t) th (fun k => scale_potential k t (entry t s k) l) L
    <= nest (lengths t) th V L + (average (lengths t) th V q L - average (lengths t) th V (fun _ => 0) L + E
      t)).
  { apply (nest_below (lengths t) th (fun k => B0 k t) th0 V _ q (fun _ => 0) C (fun k => len * radius + 2 *
      (M * INR (Wd k) + bulge k * cap) * Rabs z) E_).
    - intros k _. apply gain.
    - intros k _. pose proof (C0 k). pose proof (per_round k t). destruct (pays k).
      assert (0 <= E_ k) by (apply Rmult_le_pos; [apply Rlt_le, He|apply pow2_ge_0]). unfold E_ in *. lra.
    - intros i j Hij. split; [|apply C0].
      pose proof (cauchy n d (minus (aim t s j) (aim t s i)) len radius len0 radius0 Hd
        (diameter _ _ _ _ _ dom _ _ (aim_in t s j) (aim_in t s i))) as Cy. rewrite dot_minus in Cy.
      replace (q j - q i) with ((dot n d (aim t s j) - dot n d (aim t s i)) + z * (slope t s j - slope t s
        i)) by (unfold q; ring).
      apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [exact Cy|].
      rewrite Rabs_mult, Rmult_comm.
      apply Rmult_le_compat_r; [exact z0|]. pose proof (slope_size t s i order).
      pose proof (slope_size t s j order).
      assert (lo : INR (Wd i) <= INR (Wd j)) by (apply le_INR, longer; lia).
      pose proof (bulgier i j ltac:(lia)).
      assert (M * INR (Wd i) <= M * INR (Wd j)) by (apply Rmult_le_compat_l; lra).
      assert (bulge i * cap <= bulge j * cap) by (apply Rmult_le_compat_r; assumption).
      pose proof (Rabs_triang (slope t s j) (- slope t s i)) as T. rewrite Rabs_Ropp in T. unfold Rminus. lra.
    - intros k _. cbv zeta. unfold lengths. pose proof (E0 t) as Et. set (D := _ + C k + E t).
      assert (top_C : C k <= bulge k * cap * Rabs z).
      { unfold C. rewrite <- (pow2_abs z).
        replace (bulge k * cap * Rabs z) with (bulge k * (cap * Rabs z)) by ring.
        assert (0 <= eta k t * (beta_g * INR (Wd k)) ^ 2) by (apply Rmult_le_pos; [apply Rlt_le, He|apply
          pow2_ge_0]).
        assert (Rabs z ^ 2 <= cap * Rabs z) by (replace (Rabs z ^ 2) with (Rabs z * Rabs z) by ring; apply
          Rmult_le_compat_r; assumption).
        assert (bulge k * Rabs z ^ 2 <= bulge k * (cap * Rabs z)) by (apply Rmult_le_compat_l; auto).
        pose proof (pow2_ge_0 (Rabs z)). nra. }
      assert (Dz : D <= spread t + steep k * Rabs z) by (unfold D, spread, steep; lra).
      assert (M0 : 0 <= M) by lra. pose proof (pos_INR (Wd k)) as W0. pose proof (bulge0 k) as u0.
      assert (s0 : 0 <= steep k).
      { unfold steep. assert (0 <= M * INR (Wd k)) by (apply Rmult_le_pos; lra).
        assert (0 <= bulge k * cap) by (apply Rmult_le_pos; lra). lra. }
      assert (D0 : 0 <= D).
      { unfold D. assert (0 <= len * radius) by (apply Rmult_le_pos; lra).
        assert (0 <= 2 * (M * INR (Wd k) + bulge k * cap) * Rabs z).
        { apply Rmult_le_pos; [|exact z0]. assert (0 <= M * INR (Wd k)) by (apply Rmult_le_pos; lra).
          assert (0 <= bulge k * cap) by (apply Rmult_le_pos; lra). lra. }
        pose proof (C0 k). lra. }
      split.
      + assert (steep k * Rabs z <= steep k * cap) by (apply Rmult_le_compat_l; assumption).
        pose proof (near k t). lra.
      + assert (D2 : D ^ 2 <= 2 * spread t ^ 2 + 2 * steep k ^ 2 * z ^ 2).
        { rewrite <- (pow2_abs z). apply Rle_trans with ((spread t + steep k * Rabs z) ^ 2); [apply pow_incr;
            lra|].
          pose proof (pow2_ge_0 (spread t - steep k * Rabs z)). lra. }
        pose proof (B0 k t) as Bk. apply (Rmult_le_compat_r (/ B k t)) in D2; [|apply Rlt_le,
          Rinv_0_lt_compat, Bk].
        pose proof (per_round k t). pose proof (curved k t) as K.
        apply (Rmult_le_compat_r (z ^ 2)) in K; [|apply pow2_ge_0].
        unfold Rdiv in *. unfold C, E_. lra. }
  rewrite average_const in N. unfold q in N.
  rewrite average_plus, average_plus, average_const, (average_scale (lengths t) th V z (slope t s) L) in N.
  change (average (lengths t) th V (slope t s) L) with (mean_slope t s) in N.
  pose proof (proj2 (average_vec t V (aim t s) L (aim_in t s)) d) as X.
  change (fun i => average (lengths t) th V (fun j => aim t s j i) L) with x in X.
  assert (Ed : dot n d x = dot n (told t x) x - l * dot n (price G t) x).
  { unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold d, minus, scale. ring. }
  rewrite <- X, Ed in N.
  unfold blended. fold p V. unfold excess. unfold z in *. lra.
Qed.

(** A window that closes raises the blend nowhere. *)
Lemma round_blended t s l : in_order s -> 0 <= l <= cap -> blended (S t) (all_round t s) l
  <= blended t s (common_price t s) + dot n (told t (mixed t s)) (mixed t s) + E t.
Proof.
  intros order Hl. apply Rle_trans with (2 := entry_blended t s l order Hl). unfold blended.
  cbn [all_round owed]. apply Rplus_le_compat_r.
  apply Rle_trans with (nest (lengths t) th (heights (S t) (all_round t s) l) L).
  { apply nest_slower; [|exact th0]. intros j. unfold lengths. split; [apply B0|apply grows]. }
  pose proof (nest_above (lengths t) th (fun k => B0 k t) th0 (heights (S t) (all_round t s) l)
    (fun k => scale_potential k t (entry t s k) l) (fun _ => 0) L) as N. rewrite average_const in N.
  enough (nest (lengths t) th (heights (S t) (all_round t s) l) L + 0
    <= nest (lengths t) th (fun k => scale_potential k t (entry t s k) l) L) by lra. apply N. intros k _.
  rewrite Rplus_0_r. unfold heights. cbn [all_round ledger].
  pose proof (slower_potential G (eta k) cap (bulge k) start top radius dom (He k) (slower k) t) as slow.
  destruct (S (rounds (ledger s k)) =? Wd k)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply slow].
  apply Rle_trans with (1 := slow _ l).
  apply (close_potential G (Wd k) (eta k) cap (bulge k) start top radius dom Hcap (He k)); assumption.
Qed.

Lemma dot_zero x : dot n zero x = 0.
Proof. rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_eq. intros. unfold zero. ring. Qed.

Lemma dot_plus_left u p x : dot n (plus u p) x = dot n u x + dot n p x.
Proof. unfold dot. rewrite <- sum_plus. apply sum_eq. intros. unfold plus. ring. Qed.

Lemma round_in_order t s : in_order s -> in_order (all_round t s).
Proof.
  intros order k. destruct (order k) as (none & r & q & P). cbn [all_round ledger].
  destruct (S (rounds (ledger s k)) =? Wd k)%nat eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q].
  - cbn [close entry debt rounds basket INR]. split; [reflexivity|]. split; [pose proof (window k); lia|].
    split.
    + unfold sq. rewrite dot_zero. apply pow2_ge_0.
    + intros x _. rewrite dot_zero. lra.
  - change (rounds (entry t s k)) with (S (rounds (ledger s k))). split; [reflexivity|]. split; [lia|]. split.
    + exact (basket_grows G (fun _ => 1) cap 0 start told beta_g g0 t (ledger s k) _ q (cheap t)).
    + intros x Hx. cbn [entry basket]. rewrite dot_plus_left, S_INR. pose proof (P x Hx).
      pose proof (dear t x Hx). lra.
Qed.

Let x := all_decision.
Let first_height := bulge 0%nat * cap ^ 2 / 4 + 3 * sum (fun i => th (S i) * B (S i) 0%nat) L.

(** The blend after N rounds. *)
Lemma run_blended N : let s := all_windows N in
  in_order s /\ owed s = sum (fun t => excess G t (x t)) N /\
  forall l, 0 <= l <= cap ->
    blended N s l <= first_height + sum (fun t => dot n (told t (x t)) (x t)) N + sum E N.
Proof.
  induction N as [|N (order & Ho & HB)]; cbv zeta.
  - cbn [all_windows owed sum INR]. split.
    { intros k. cbn [ledger debt rounds basket INR]. split; [reflexivity|].
      split; [pose proof (window k); lia|]. split.
      - unfold sq. rewrite dot_zero. apply pow2_ge_0.
      - intros y _. rewrite dot_zero. lra. }
    split; [reflexivity|]. intros l Hl. unfold blended. cbn [owed].
    assert (low : forall k, heights 0 (Accounts (fun _ => Books zero zero 0 0 0) 0) l k <= bulge k * cap ^ 2
      / 4).
    { intros k. unfold heights, scale_potential, potential. cbn [ledger granted debt rounds INR].
      set (v := charged _ l). pose proof (He k 0%nat) as ek. unfold psi. set (y := best _ _ _ v).
      assert (Z : dot n v y = 0).
      { rewrite <- (dot_zero y). apply sum_eq. intros. unfold v, charged, minus, scale, zero. cbn. ring. }
      rewrite Z. pose proof (sq_nonnegative n (minus y start)).
      assert (0 <= sq n (minus y start) / (2 * eta k 0%nat)) by (apply Rle_mult_inv_pos; lra).
      pose proof (Rmult_le_compat_l (bulge k) _ _ (bulge0 k) (pow2_ge_0 (2 * l - cap))). lra. }
    pose proof (nest_starts (lengths 0) th (fun k => B0 k 0%nat) th0 (heights 0 (Accounts (fun _ => Books
      zero zero 0 0 0) 0) l)
      (bulge 0%nat * cap ^ 2 / 4) L) as N. unfold first_height.
    enough (nest (lengths 0) th (heights 0 (Accounts (fun _ => Books zero zero 0 0 0) 0) l) L
      <= bulge 0%nat * cap ^ 2 / 4 + 3 * sum (fun i => th (S i) * B (S i) 0%nat) L) by lra. apply N.
    + pose proof (Rmult_le_pos _ _ (bulge0 0) (pow2_ge_0 cap)). lra.
    + apply low.
    + intros j _. pose proof (low j). pose proof (small_first j). unfold lengths. lra.
  - change (all_windows (S N)) with (all_round N (all_windows N)). split; [now apply round_in_order|]. split.
    + cbn [all_round owed sum]. rewrite Ho. reflexivity.
    + intros l Hl. apply Rle_trans with (1 := round_blended N _ l order Hl).
      pose proof (HB _ (proj1 (common_best N (all_windows N)))). cbn [sum].
      change (mixed N (all_windows N)) with (x N). lra.
Qed.

(** What the books of scale k say of a point that keeps its windows: no closed one costs it anything. *)
Lemma all_books star k T :
  (forall j, (S j * Wd k <= T)%nat -> sum (fun s => excess G (j * Wd k + s) star) (Wd k) <= 0) ->
  forall N, (N <= T)%nat -> let s := ledger (all_windows N) k in
  (exists j, N = (j * Wd k + rounds s)%nat) /\
  dot n (basket s) star = sum (fun i => dot n (price G (N - rounds s + i)) star) (rounds s) /\
  sum (fun t => dot n (told t (x t)) star) N <= dot n (rewards s) star + granted s.
Proof.
  intros kept. induction N as [|N IH]; intros HN; cbv zeta.
  { cbn [all_windows ledger basket rewards granted rounds sum]. rewrite dot_zero.
    split; [exists 0%nat; lia|lra]. }
  destruct (IH ltac:(lia)) as ((j & Hj) & E1 & E2). destruct (run_blended N) as (order & _).
  destruct (order k) as (_ & Hk & _). set (s := all_windows N) in *. set (r := rounds (ledger s k)) in *.
  assert (F1 : dot n (basket (entry N s k)) star = sum (fun i => dot n (price G (S N - S r + i)) star) (S r)).
  { cbn [entry basket sum]. rewrite dot_plus_left, E1. replace (S N - S r)%nat with (N - r)%nat by lia.
    replace (N - r + r)%nat with N by lia. reflexivity. }
  assert (F2 : sum (fun t => dot n (told t (x t)) star) (S N) <= dot n (rewards (entry N s k)) star + granted
    (entry N s k)).
  { cbn [entry rewards granted sum]. rewrite dot_plus_left. change (mixed N s) with (x N). lra. }
  change (all_windows (S N)) with (all_round N s). cbn [all_round ledger]. fold r.
  destruct (S r =? Wd k)%nat eqn:Q; [apply Nat.eqb_eq in Q|].
  2: { change (rounds (entry N s k)) with (S r). split; [exists j; lia|]. now split. }
  set (s1 := entry N s k) in *. cbn [close rewards basket rounds granted]. rewrite dot_zero.
  split; [exists (S j); lia|]. split; [reflexivity|]. unfold charged.
  assert (D : forall a l c, dot n (minus a (scale l c)) star = dot n a star - l * dot n c star).
  { intros. unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold minus, scale. ring. }
  rewrite D.
  destruct (hindsight_best G (Wd k) (eta k) cap start top radius dom Hcap (He k) N s1) as [[H0 _] _].
  specialize (kept j ltac:(lia)). unfold excess in kept. rewrite sum_minus, sum_const in kept.
  rewrite Q in F1. replace (S N - Wd k)%nat with (j * Wd k)%nat in F1 by lia. rewrite <- F1 in kept.
  apply (Rmult_le_compat_l (hindsight G (Wd k) (eta k) cap start N s1)) in kept; [|exact H0]. lra.
Qed.

Lemma all_windows_bound star reach k N : (k <= L)%nat -> affordable_in_turn G (Wd k) N star ->
  sq n (minus star start) <= reach ^ 2 ->
  sum (fun t => dot n (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G (Wd k) N star)
  <= reach ^ 2 / (2 * eta k N) + B k N * ln (/ th k)
     + (bulge 0%nat * cap ^ 2 / 4 + 5 * sum (fun i => th (S i) * B (S i) N) L) + sum E N.
Proof.
  intros HkL [Hs kept] close_. destruct (run_blended N) as (order & Ho & HB).
  destruct (all_books star k N kept N (le_n _)) as ((j & Hj) & E1 & E2).
  destruct (order k) as (none & Hk & _).
  set (s := all_windows N) in *. set (s_k := ledger s k) in *. set (r := rounds s_k) in *.
  assert (R : (N mod Wd k)%nat = r) by (symmetry; apply Nat.mod_unique with j; lia).
  unfold open_window. rewrite R.
  assert (O : dot n (basket s_k) star - b * INR r = sum (fun s => excess G (N - r + s) star) r).
  { unfold excess. rewrite sum_minus, sum_const, E1. ring. }
  set (late := sum (fun s => excess G (N - r + s) star) r) in *.
  assert (earn : sum (fun t => dot n (told t (x t)) (minus star (x t))) N
    = sum (fun t => dot n (told t (x t)) star) N - sum (fun t => dot n (told t (x t)) (x t)) N).
  { rewrite <- sum_minus. apply sum_eq. intros. apply dot_minus. }
  set (prior := B k N * ln (/ th k)).
  assert (rest0 : forall d i, 0 <= sum (fun m => th (S (i + m)) * B (S (i + m)) N) d).
  { intros d i. apply sum_nonnegative. intros m _.
    apply Rmult_le_pos; [pose proof (th0 (S (i + m)))|pose proof (B0 (S (i + m)) N)]; lra. }
  assert (low : forall l, 0 <= l <= cap -> sum (fun t => dot n (told t (x t)) star) N - l * late - reach ^ 2
    / (2 * eta k N)
    + bulge k * l * (cap - l) - prior - 2 * sum (fun i => th (S i) * B (S i) N) L + l * owed s <= blended N s
        l).
  { intros l Hl. pose proof (nest_keeps (lengths N) th (fun k => B0 k N) th0 (heights N s l) k (L - k)) as K.
    change (fun i => th (S (k + i)) * lengths N (S (k + i))) with (fun i => th (S (k + i)) * B (S (k + i)) N)
      in K.
    replace (k + (L - k))%nat with L in K by lia.
    assert (K2 : sum (fun i => th (S (k + i)) * B (S (k + i)) N) (L - k) <= sum (fun i => th (S i) * B (S i)
      N) L).
    { replace L with (k + (L - k))%nat at 2 by lia. rewrite sum_split. pose proof (rest0 k 0%nat).
      cbn [Nat.add] in *. lra. }
    assert (K3 : heights N s l k - prior <= nest (lengths N) th (heights N s l) k).
    { unfold prior. pose proof (th0 k). rewrite ln_Rinv by lra. destruct k as [|k'].
      - cbn [nest]. assert (ln (th 0%nat) <= 0) by (pose proof (ln_line (th 0%nat) ltac:(lra)); lra).
        pose proof (B0 0%nat N). assert (0 <= B 0%nat N * - ln (th 0%nat)) by (apply Rmult_le_pos; lra). lra.
      - pose proof (nest_has (lengths N) th (fun k => B0 k N) th0 (heights N s l) (S k') ltac:(lia)) as Has.
        unfold lengths at 1 in Has. lra. }
    assert (K4 : sum (fun t => dot n (told t (x t)) star) N - l * late - reach ^ 2 / (2 * eta k N) + bulge k
      * l * (cap - l)
      <= heights N s l k).
    { unfold heights, scale_potential, potential. fold s_k. rewrite none. fold r.
      pose proof (psi_best n (decisions G) (project G) top radius (eta k N) start dom (He k N) (charged s_k
        l) star Hs) as H.
      pose proof (He k N) as ek. set (y := best _ _ _ _) in *. pose proof (sq_nonnegative n (minus star y)).
      assert (0 <= sq n (minus star y) / (2 * eta k N)) by (apply Rle_mult_inv_pos; lra).
      pose proof (Rmult_le_compat_r (/ (2 * eta k N)) _ _ (Rlt_le _ _ (Rinv_0_lt_compat (2 * eta k N)
        ltac:(lra))) close_).
      assert (Ec : dot n (charged s_k l) star = dot n (rewards s_k) star - l * dot n (basket s_k) star).
      { unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_eq. intros. unfold charged, minus, scale.
        ring. }
      unfold Rdiv in *. rewrite <- O. lra. }
    unfold blended. lra. }
  pose proof (low 0 ltac:(lra)) as L0. pose proof (low cap ltac:(lra)) as L1.
  pose proof (HB 0 ltac:(lra)) as U0. pose proof (HB cap ltac:(lra)) as U1. unfold first_height in *.
  rewrite Ho in *.
  assert (old : sum (fun i => th (S i) * B (S i) 0%nat) L <= sum (fun i => th (S i) * B (S i) N) L).
  { apply sum_le. intros i _. apply Rmult_le_compat_l; [pose proof (th0 (S i)); lra|].
    clear - grows. induction N; [lra|]. pose proof (grows (S i) N). lra. }
  rewrite earn. unfold Rmax. destruct (Rle_dec _ _); lra.
Qed.
End Player.


(** * The theorems

    K is a constant of the setting, large enough for all that is listed here; [len] bounds what a decision is
    told less its price, and M what a round can cost. *)
Record constants_fit (G : game) (cap : R) (told : nat -> vec -> vec) (K : R) (top : vec)
    (radius len beta_g M : R) : Prop := {
  fit_domain : domain (dim G) (decisions G) (project G) top radius;
  fit_sizes : 0 <= radius /\ 0 <= cap /\ 0 <= len /\ 0 <= beta_g /\ 0 <= allowance G <= M;
  fit_one : 1 <= K;
  fit_near : 8 / 3 * (len * radius + 1 + cap * (2 * M + 3 * cap)) <= K;
  fit_round : len ^ 2 + 2 * (len * radius + 1) ^ 2 <= K;
  fit_curve : beta_g ^ 2 + 2 * (2 * M + 3 * cap) ^ 2 <= K;
  fit_start : cap ^ 2 <= 4 * K;
  fit_told : forall t x l, decisions G x -> 0 <= l <= cap ->
    sq (dim G) (minus (told t x) (scale l (price G t))) <= len ^ 2;
  fit_price : forall t, sq (dim G) (price G t) <= beta_g ^ 2;
  fit_cost : forall t x, decisions G x -> 0 <= dot (dim G) (price G t) x <= M
}.

Section Tuned.
Variables (G : game) (L : nat) (Wd : nat -> nat) (th r : nat -> R) (cap : R) (start : vec).
Variables (told : nat -> vec -> vec) (K : R).

(** Scale k has the length B_k = K (r_t + W_k) in round t, the step 1/B_k and the bulge W_k; r_t is sqrt T for
    a known horizon, or of the order sqrt t. *)
Let B k t := K * (r t + INR (Wd k)).
Definition tuned_decision : nat -> vec :=
  all_decision G L Wd (fun k t => / B k t) B (fun k => INR (Wd k)) th cap start told.

Variables (top : vec) (radius len beta_g M : R).
Hypothesis fits_ : constants_fit G cap told K top radius len beta_g M.
Hypotheses (window : forall k, (1 <= Wd k)%nat) (longer : forall i j, (i <= j)%nat -> (Wd i <= Wd j)%nat)
  (th0 : forall k, 0 < th k <= 1 / 2) (r1 : forall t, 1 <= r t) (r_grows : forall t, r t <= r (S t)).
Hypotheses (few : sum (fun i => th (S i)) L <= 1 / 2)
  (light : sum (fun i => th (S i) * INR (Wd (S i))) L <= INR (Wd 0) / 2).

Lemma tuned_in_X t : decisions G (tuned_decision t).
Proof.
  unfold tuned_decision, all_decision.
  apply mixed_in with (top := top) (radius := radius); [apply fits_|exact th0].
Qed.

(** What is missed along whatever the player is told, and cap times the violation, for all scales at once and
    at every N: but for the logarithm of 1/th_k it is the rate for windows of W_k rounds. *)
Theorem all_windows_missed reach star k N : (k <= L)%nat ->
  affordable_in_turn G (Wd k) N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let x := tuned_decision in
  sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G (Wd k) N star)
  <= K * (r N + INR (Wd k)) * (reach ^ 2 / 2 + ln (/ th k) + 4) + sum (fun t => / r t) N.
Proof.
  intros HkL kept close_ x.
  destruct fits_ as [dom (radius0 & Hcap & len0 & g0 & Hb) K1 K2 K3 K4 K5 short cheap dear].
  set (a := len * radius + 1) in *. set (s := 2 * M + 3 * cap) in *.
  assert (W1 : forall j, 1 <= INR (Wd j)) by (intros j; change 1 with (INR 1); now apply le_INR).
  assert (KB : forall j t, 0 < B j t /\ K * r t <= B j t /\ K * INR (Wd j) <= B j t /\ r t <= B j t).
  { intros j t. unfold B. pose proof (W1 j). pose proof (r1 t).
    assert (0 < K * r t) by (apply Rmult_lt_0_compat; lra).
    assert (0 < K * INR (Wd j)) by (apply Rmult_lt_0_compat; lra).
    assert (1 * r t <= K * r t) by (apply Rmult_le_compat_r; lra). lra. }
  assert (grows : forall j t, B j t <= B j (S t)).
  { intros j t. unfold B. pose proof (r_grows t). apply Rmult_le_compat_l; lra. }
  assert (inv : forall t, 0 < / r t <= 1).
  { intros t. pose proof (r1 t). split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1.
    apply Rinv_le_contravar; lra. }
  assert (spread : forall t, 0 <= len * radius + / r t <= a).
  { intros t. pose proof (inv t). assert (0 <= len * radius) by (apply Rmult_le_pos; assumption). unfold a.
    lra. }
  assert (s0 : 0 <= s) by (unfold s; lra). assert (cs : 0 <= cap * s) by (apply Rmult_le_pos; assumption).
  assert (a0 : 0 <= a) by (pose proof (spread 0%nat); lra).
  assert (steep : forall j, 2 * M * INR (Wd j) + 3 * INR (Wd j) * cap = s * INR (Wd j)) by (intros; unfold s;
    ring).
  pose proof (all_windows_bound G L Wd (fun k t => / B k t) B (fun j => INR (Wd j)) th cap start told top
    radius len
    beta_g M (fun t => / r t) dom radius0 Hcap len0 g0) as bound.
  specialize (bound ltac:(intros t; apply Rlt_le, inv) ltac:(intros j t; apply Rinv_0_lt_compat, KB)
    ltac:(intros j t; apply Rinv_le_contravar; [apply KB|apply grows]) ltac:(intros j t; apply KB) grows th0
    ltac:(intros j; apply pos_INR) window longer ltac:(intros i j H; apply le_INR, longer, H)).
  assert (near : forall j t, len * radius + / r t + cap * (2 * M * INR (Wd j) + 3 * INR (Wd j) * cap) <= 3 /
    8 * B j t).
  { intros j t. rewrite steep. unfold B. pose proof (W1 j). pose proof (r1 t). pose proof (spread t).
    assert (8 / 3 * (a + cap * s) * (r t + INR (Wd j)) <= K * (r t + INR (Wd j))) by (apply
      Rmult_le_compat_r; lra).
    assert (a * 1 <= a * (r t + INR (Wd j))) by (apply Rmult_le_compat_l; lra).
    assert (cap * s * INR (Wd j) <= cap * s * (r t + INR (Wd j))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (round_ : forall j t, / B j t * len ^ 2 + 2 * ((len * radius + / r t) ^ 2 / B j t) <= / r t).
  { intros j t. destruct (KB j t) as (Bj & Kr & _). pose proof (r1 t) as rt.
    assert ((len * radius + / r t) ^ 2 <= a ^ 2) by (apply pow_incr; apply spread).
    replace (/ B j t * len ^ 2 + 2 * ((len * radius + / r t) ^ 2 / B j t))
      with ((len ^ 2 + 2 * (len * radius + / r t) ^ 2) / B j t) by (field; lra).
    apply Rle_trans with (K / B j t); [apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, Bj|lra]|].
    apply (Rmult_le_reg_r (B j t)); [exact Bj|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply (Rmult_le_reg_l (r t)); [lra|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
  assert (curved : forall j t, / B j t * (beta_g * INR (Wd j)) ^ 2
    + 2 * ((2 * M * INR (Wd j) + 3 * INR (Wd j) * cap) ^ 2 / B j t) <= INR (Wd j)).
  { intros j t. rewrite steep. destruct (KB j t) as (Bj & _ & KW & _). pose proof (W1 j) as w.
    set (V := INR (Wd j)) in *.
    apply (Rmult_le_reg_r (B j t)); [exact Bj|].
    replace ((/ B j t * (beta_g * V) ^ 2 + 2 * ((s * V) ^ 2 / B j t)) * B j t)
      with (V * ((beta_g ^ 2 + 2 * s ^ 2) * V)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (2 := KW). apply Rmult_le_compat_r; lra. }
  assert (small : forall j, INR (Wd j) * cap ^ 2 <= 4 * B j 0%nat).
  { intros j. pose proof (W1 j). destruct (KB j 0%nat) as (_ & _ & KW & _).
    assert (INR (Wd j) * cap ^ 2 <= INR (Wd j) * (4 * K)) by (apply Rmult_le_compat_l; lra). lra. }
  specialize (bound near round_ curved small short cheap dear Hb star reach k N HkL kept close_).
  unfold x. apply Rle_trans with (1 := bound). change (K * (r N + INR (Wd k))) with (B k N).
  destruct (KB k N) as (Bk & _).
  assert (first_ : B 0%nat 0%nat <= B 0%nat N /\ B 0%nat N <= B k N).
  { split.
    - clear - grows. induction N; [lra|]. pose proof (grows 0%nat N). lra.
    - unfold B. assert (INR (Wd 0) <= INR (Wd k)) by (apply le_INR, longer; lia).
      apply Rmult_le_compat_l; lra. }
  assert (sums : sum (fun i => th (S i) * B (S i) N) L <= B 0%nat N / 2).
  { rewrite (sum_eq _ (fun i => K * r N * th (S i) + K * (th (S i) * INR (Wd (S i))))) by (intros; unfold B;
      ring).
    rewrite sum_plus, !sum_scale. assert (0 <= K * r N) by (apply Rmult_le_pos; [lra|pose proof (r1 N); lra]).
    pose proof (Rmult_le_compat_l (K * r N) _ _ H few). pose proof (Rmult_le_compat_l K _ _ ltac:(lra) light).
    unfold B. lra. }
  assert (ends : reach ^ 2 / (2 * / B k N) = B k N * (reach ^ 2 / 2)) by (field; lra).
  pose proof (small 0%nat) as S0. rewrite ends. lra.
Qed.

(** With any feedback that has a gap lemma, it is a bound on the alpha-regret. *)
Theorem all_windows_regret alpha reach star k N : (k <= L)%nat ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G (Wd k) N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let x := tuned_decision in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G (Wd k) N star)
  <= K * (r N + INR (Wd k)) * (reach ^ 2 / 2 + ln (/ th k) + 4) + sum (fun t => / r t) N.
Proof.
  intros HkL gap kept close_ x. pose proof (all_windows_missed reach star k N HkL kept close_) as H.
  cbv zeta in H.
  fold x in H.
  assert (A : sum (fun t => alpha * utility G t star - utility G t (x t)) N
    <= sum (fun t => dot (dim G) (told t (x t)) (minus star (x t))) N)
    by (apply sum_le; intros; apply gap, tuned_in_X).
  rewrite sum_minus, sum_scale in A. lra.
Qed.
End Tuned.

(** ** Windows of 2^k W_0 rounds, for a known horizon

    With W_0 of the order of sqrt T the factor is of the order 1 + ln_+ (W/sqrt T), for W >= W_0. *)

Definition doubling (W0 k : nat) : nat := (2 ^ k * W0)%nat.
Definition quartered (k : nat) : R := / (2 * 4 ^ k).

Lemma ln_two_powers k : ln (2 ^ k) <= INR k.
Proof.
  induction k; [cbn [pow INR]; rewrite ln_1; lra|]. cbn [pow].
  rewrite ln_mult, S_INR by (try apply pow_lt; lra).
  pose proof (ln_line 2 ltac:(lra)). lra.
Qed.

Lemma quartered_range k : 0 < quartered k <= 1 / 2.
Proof.
  unfold quartered. assert (1 <= 4 ^ k) by (apply pow_R1_Rle; lra). split; [apply Rinv_0_lt_compat; lra|].
  replace (1 / 2) with (/ 2) by field. apply Rinv_le_contravar; lra.
Qed.

Lemma quartered_sums L : sum (fun i => quartered (S i)) L <= 1 / 2 - quartered L /\
  sum (fun i => quartered (S i) * 2 ^ S i) L <= 1 / 2 - quartered L * 2 ^ L.
Proof.
  assert (step : forall i, quartered (S i) = quartered i / 4).
  { intros i. unfold quartered. cbn [pow]. field. apply pow_nonzero. lra. }
  induction L as [|L [I1 I2]]; [unfold quartered; cbn; split; lra|]. cbn [sum]. rewrite step. cbn [pow] in *.
  destruct (quartered_range L). assert (0 < quartered L * 2 ^ L) by (apply Rmult_lt_0_compat; [lra|apply
    pow_lt; lra]).
  split; lra.
Qed.

Theorem powers_of_two : forall G T W0 L cap start told K top radius len beta_g M alpha reach star k N,
  constants_fit G cap told K top radius len beta_g M ->
  (1 <= W0)%nat -> (1 <= T)%nat -> (N <= T)%nat -> (k <= L)%nat ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G (doubling W0 k) N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let x := tuned_decision G L (doubling W0) quartered (fun _ => sqrt (INR T)) cap start told K in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G (doubling W0 k) N star)
  <= K * (sqrt (INR T) + INR (doubling W0 k)) * (reach ^ 2 / 2 + 2 * INR k + 6).
Proof.
  intros G T W0 L cap start told K top radius len beta_g M alpha reach star k N fit_ HW0 HT HN HkL gap kept
    close_ x.
  assert (T1 : 1 <= INR T) by (change 1 with (INR 1); now apply le_INR).
  assert (r1 : 1 <= sqrt (INR T)) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; exact T1).
  assert (rr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
  assert (EW : forall j, INR (doubling W0 j) = 2 ^ j * INR W0).
  { intros j. unfold doubling. rewrite mult_INR, pow_INR. reflexivity. }
  assert (pow1 : forall j, (1 <= 2 ^ j)%nat) by (induction j; cbn; lia).
  destruct (quartered_sums L) as [S1 S2]. destruct (quartered_range L) as [Q0 _].
  assert (Q2 : 0 < quartered L * 2 ^ L) by (apply Rmult_lt_0_compat; [exact Q0|apply pow_lt; lra]).
  pose proof (all_windows_regret G L (doubling W0) quartered (fun _ => sqrt (INR T)) cap start told K top
    radius len
    beta_g M fit_) as H.
  specialize (H ltac:(intros j; unfold doubling; pose proof (pow1 j); nia)
    ltac:(intros i j Hij; unfold doubling; apply Nat.mul_le_mono_r, Nat.pow_le_mono_r; lia) quartered_range
    ltac:(intros; exact r1) ltac:(intros; lra) ltac:(lra)).
  assert (light : sum (fun i => quartered (S i) * INR (doubling W0 (S i))) L <= INR (doubling W0 0) / 2).
  { rewrite (sum_eq _ (fun i => INR W0 * (quartered (S i) * 2 ^ S i))) by (intros; rewrite EW; ring).
    rewrite sum_scale, EW. change (2 ^ 0) with 1. pose proof (pos_INR W0).
    apply Rle_trans with (INR W0 * (1 / 2)); [apply Rmult_le_compat_l; lra|lra]. }
  specialize (H light alpha reach star k N HkL gap kept close_). cbv zeta in H. fold x in H.
  apply Rle_trans with (1 := H). rewrite sum_const.
  assert (steps : INR N * / sqrt (INR T) <= sqrt (INR T)).
  { apply (Rmult_le_reg_r (sqrt (INR T))); [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, rr by lra.
    now apply le_INR. }
  assert (prior : ln (/ quartered k) <= 2 * INR k + 1).
  { unfold quartered. rewrite Rinv_inv. replace (2 * 4 ^ k) with (2 ^ (2 * k + 1)).
    - apply Rle_trans with (1 := ln_two_powers _). rewrite plus_INR, mult_INR. cbn [INR]. lra.
    - rewrite pow_add, pow_mult. replace (2 ^ 2) with 4 by ring. ring. }
  pose proof (fit_one _ _ _ _ _ _ _ _ _ fit_) as K1. pose proof (pos_INR (doubling W0 k)) as w0.
  set (Z := K * (sqrt (INR T) + INR (doubling W0 k))).
  assert (Z0 : sqrt (INR T) <= Z).
  { unfold Z. assert (1 * (sqrt (INR T) + INR (doubling W0 k)) <= K * (sqrt (INR T) + INR (doubling W0 k)))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (Z * ln (/ quartered k) <= Z * (2 * INR k + 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** ** Windows of any length, and no horizon

    Scale k has windows of k + 1 rounds. Nothing is known of T, and L only bounds the lengths that are thought
    of: it does not occur in the bound. *)

Definition cubed (k : nat) : R := / (4 * INR (S k) ^ 3).

Lemma cubed_range k : 0 < cubed k <= 1 / 2.
Proof.
  unfold cubed. assert (H : 1 <= INR (S k)) by (change 1 with (INR 1); apply le_INR; lia).
  assert (1 <= INR (S k) ^ 3) by (apply pow_R1_Rle; exact H). split; [apply Rinv_0_lt_compat; lra|].
  replace (1 / 2) with (/ 2) by field. apply Rinv_le_contravar; lra.
Qed.

Lemma cubed_sums L : sum (fun i => cubed (S i) * INR (S (S i))) L <= 1 / 4 - / (4 * INR (S L)).
Proof.
  induction L; [cbn; lra|]. cbn [sum]. unfold cubed at 2.
  assert (H : 1 <= INR (S L)) by (change 1 with (INR 1); apply le_INR; lia). rewrite (S_INR (S L)).
  set (q := INR (S L)) in *.
  assert (E : / (4 * q) - / (4 * (q + 1)) - / (4 * (q + 1) ^ 3) * (q + 1) = / (4 * q * (q + 1) ^ 2)) by
    (field; lra).
  assert (0 < / (4 * q * (q + 1) ^ 2)).
  { apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [lra|]. apply pow_lt. lra. }
  lra.
Qed.

Theorem any_window : forall G L cap start told K top radius len beta_g M alpha reach star W N,
  constants_fit G cap told K top radius len beta_g M -> (1 <= W <= S L)%nat -> (1 <= N)%nat ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let x := tuned_decision G L S cubed length_so_far cap start told K in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= K * (sqrt (2 * INR N) + INR W) * (reach ^ 2 / 2 + 3 * ln (INR W) + 7).
Proof.
  intros G L cap start told K top radius len beta_g M alpha reach star W N fit_ HW HN gap kept close_ x.
  destruct W as [|k]; [lia|].
  assert (r1 : forall t, 1 <= length_so_far t).
  { intros t. unfold length_so_far. rewrite <- sqrt_1. apply sqrt_le_1_alt.
    assert (1 <= INR (Nat.max 1 t)) by (change 1 with (INR 1); apply le_INR; lia). lra. }
  pose proof (cubed_sums L) as S1.
  assert (SL : 0 < / (4 * INR (S L))) by (apply Rinv_0_lt_compat; pose proof (lt_0_INR (S L) ltac:(lia));
    lra).
  pose proof (all_windows_regret G L S cubed length_so_far cap start told K top radius len beta_g M fit_) as
    H.
  assert (few : sum (fun i => cubed (S i)) L <= 1 / 2).
  { apply Rle_trans with (sum (fun i => cubed (S i) * INR (S (S i))) L); [|lra]. apply sum_le. intros i _.
    pose proof (cubed_range (S i)). assert (1 <= INR (S (S i))) by (change 1 with (INR 1); apply le_INR; lia).
    rewrite <- (Rmult_1_r (cubed (S i))) at 1. apply Rmult_le_compat_l; lra. }
  specialize (H ltac:(intros; lia) ltac:(intros; lia) cubed_range r1 (fun t => proj2 (length_grows t)) few).
  assert (light : sum (fun i => cubed (S i) * INR (S (S i))) L <= INR 1 / 2) by (change (INR 1) with 1; lra).
  specialize (H light alpha reach star k N ltac:(lia) gap kept close_). cbv zeta in H. fold x in H.
  assert (EN : length_so_far N = sqrt (2 * INR N)) by (unfold length_so_far; do 3 f_equal; lia).
  pose proof (any_horizon N HN) as A. rewrite EN in *.
  pose proof (fit_one _ _ _ _ _ _ _ _ _ fit_) as K1. set (w := INR (S k)) in *.
  assert (w1 : 1 <= w) by (unfold w; change 1 with (INR 1); apply le_INR; lia).
  pose proof (sqrt_pos (2 * INR N)) as q0. set (q := sqrt (2 * INR N)) in *. set (Z := K * (q + w)) in *.
  assert (Z0 : q <= Z).
  { unfold Z. assert (1 * (q + w) <= K * (q + w)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (prior : ln (/ cubed k) <= 3 * ln w + 2).
  { unfold cubed. rewrite Rinv_inv. fold w. rewrite ln_mult by (try apply pow_lt; lra).
    assert (ln (w ^ 3) = 3 * ln w).
    { cbn [pow]. rewrite !ln_mult, ln_1 by (repeat apply Rmult_lt_0_compat; lra). ring. }
    pose proof (ln_two_powers 2) as T2. replace (2 ^ 2) with 4 in T2 by ring. cbn [INR] in T2. lra. }
  assert (Z * ln (/ cubed k) <= Z * (3 * ln w + 2)) by (apply Rmult_le_compat_l; lra).
  apply Rle_trans with (1 := H). lra.
Qed.

(** The careful player beside it never overspends, and needs no window for that either. *)
Theorem any_window_never_overspends : forall G L cap start told K top radius len beta_g M F alpha reach star
  W T,
  constants_fit G cap told K top radius len beta_g M -> (1 <= W <= S L)%nat -> (1 <= T)%nat ->
  (forall t x, decisions G x ->
    alpha * utility G t star - utility G t x <= dot (dim G) (told t x) (minus star x)) ->
  affordable_in_turn G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  0 < cap -> 0 < allowance G -> (forall t, alpha * utility G t star - utility G t zero <= F) ->
  F <= cap * allowance G ->
  let x := tuned_decision G L S cubed length_so_far cap start told K in
  let hard := careful G x M (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  alpha * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T
  <= K * (sqrt (2 * INR T) + INR W) * (reach ^ 2 / 2 + 3 * ln (INR W) + 7)
     + cap * (INR W * M - (INR W - 1) * allowance G).
Proof.
  intros G L cap start told K top radius len beta_g M F alpha reach star W T fit_ HW HT gap [Hs kept] near Hc
    Hb HF HFc
    x hard. pose proof (fit_one _ _ _ _ _ _ _ _ _ fit_) as K1.
  destruct (fit_sizes _ _ _ _ _ _ _ _ _ fit_) as (_ & _ & _ & _ & _ & bM).
  assert (w1 : 1 <= INR W) by (change 1 with (INR 1); apply le_INR; lia).
  assert (l0 : 0 <= ln (INR W)).
  { destruct (Rle_lt_or_eq_dec _ _ w1) as [H|<-]; [|rewrite ln_1; lra]. rewrite <- ln_1.
    apply Rlt_le, ln_increasing; lra. }
  pose proof (pow2_ge_0 reach) as D0. set (c := reach ^ 2 / 2 + 3 * ln (INR W) + 7).
  assert (c0 : 0 <= c) by (unfold c; lra).
  apply careful_beside with (F := F); trivial.
  - intros t. exact (tuned_in_X G L S cubed length_so_far cap start told K top radius len beta_g M fit_
      cubed_range t).
  - lia.
  - intros N HN. assert (kept' : affordable_in_turn G W N star) by (split; [exact Hs|]; intros j Hj; apply
      kept; lia).
    pose proof (any_window G L cap start told K top radius len beta_g M alpha reach star W N fit_ HW
      ltac:(lia) gap kept'
      near) as H. cbv zeta in H. fold x c in H. apply Rle_trans with (1 := H).
    apply Rmult_le_compat_r; [exact c0|]. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r.
    apply sqrt_le_1_alt. apply Rmult_le_compat_l; [lra|]. apply le_INR. lia.
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|exact c0]. pose proof (sqrt_pos (2 * INR T)). lra.
  - lra.
  - intros t y Hy. apply (fit_cost _ _ _ _ _ _ _ _ _ fit_ t y Hy).
Qed.
