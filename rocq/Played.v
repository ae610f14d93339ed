(** One half from the gradients at the decisions played, at the rate sqrt T + W and without overspending.

    For y above x a DR-submodular f rises by at most what the gradient at x pays for y - x. Any y is reached
    from x by going up to the join of x and y, and down to their meet; the way down is what costs the half.
    With that gap repricing may be told half of the gradient where it stands: no other gradient is asked for.
    *)

Require Import Arith Reals Lra Lia Psatz.
From Osphg Require Import Algorithm Basics Setting BoostedGradient Boosted Queue Careful Repricing.
Open Scope R_scope.

Definition meet (x y : vec) : vec := fun i => Rmin (x i) (y i).

(** Join and meet have together what x and y have. *)
Lemma join_and_meet n u x y : dot n u (join x y) + dot n u (meet x y) = dot n u x + dot n u y.
Proof.
  unfold dot. rewrite <- !sum_plus. apply sum_eq. intros i _. unfold join, meet, Rmax, Rmin.
  destruct (Rle_dec (x i) (y i)); ring.
Qed.

(** Half of the gradient at x pays at least f(y)/2 - f(x) for y - x: the gap lemma with the share 1/2. *)
Lemma played_gap n top f df x y : utility_of n top f df -> box n top x -> box n top y ->
  1 / 2 * f y - f x <= dot n (scale (1 / 2) (df x)) (minus y x).
Proof.
  intros U Hx Hy.
  destruct (join_above n top x y Hx Hy) as (J & JX & JY).
  assert (M : box n top (meet x y)).
  { destruct Hx as [Hx Hx'], Hy as [Hy Hy'].
    split; intros i Hi; unfold meet, Rmin; destruct (Rle_dec _ _); auto. }
  assert (MX : below n (meet x y) x) by (intros i _; apply Rmin_l).
  assert (Z : box n top zero).
  { destruct Hx as [Hx Hx']. split; intros i Hi; unfold zero; [lra|].
    apply Rle_trans with (x i); [apply (Hx i Hi)|apply (Hx' i Hi)]. }
  assert (ZM : below n zero (meet x y)) by apply M.
  pose proof (rises n top f df y _ U Hy J JY) as H1.
  pose proof (climbs n top f df x _ U Hx J JX) as [_ H2].
  pose proof (climbs n top f df _ x U M Hx MX) as [H3 _].
  pose proof (rises n top f df _ _ U Z M ZM) as H4. rewrite (normalised _ _ _ _ U) in H4.
  assert (E : dot n (df x) (minus y x) = dot n (df x) (minus (join x y) x) - dot n (df x) (minus x (meet x
    y))).
  { rewrite !dot_minus. pose proof (join_and_meet n (df x) x y). lra. }
  assert (S : dot n (scale (1 / 2) (df x)) (minus y x) = 1 / 2 * dot n (df x) (minus y x)).
  { rewrite dot_sym, dot_scale, dot_sym. reflexivity. }
  rewrite S, E. lra.
Qed.

(** The gap lemma is all that the rate needs. It is the *upper linearizability* of Pedramfar and Aggarwal
    (2024), for players that play where they learn: f misses a share alpha of any point by at most what beta u
    pays. *)
Definition linearizable (X : vec -> Prop) (n : nat) (alpha beta : R) (f : vec -> R) (u : vec -> vec) : Prop :=
  forall x y, X x -> X y -> alpha * f y - f x <= beta * dot n (u x) (minus y x).

Theorem repricing_regret_linearizable :
  forall G W T N alpha beta eta cap bulge start u top radius reach beta_u beta_g star,
  domain (dim G) (decisions G) (project G) top radius ->
  0 < reach -> 0 < beta -> 0 < beta_u -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat -> (N <=
    T)%nat ->
  (forall t, linearizable (decisions G) (dim G) alpha beta (utility G t) (u t)) ->
  (forall t x, decisions G x -> below (dim G) zero (u t x) /\ sq (dim G) (u t x) <= beta_u ^ 2) ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable_in_turn G W N star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  let B := sqrt ((beta * beta_u) ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let x := repricing_decision G W eta cap bulge start (fun t x => scale beta (u t x)) in
  alpha * sum (fun t => utility G t star) N - sum (fun t => utility G t (x t)) N
  + cap * Rmax 0 (sum (fun t => excess G t (x t)) N - open_window G W N star)
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2).
Proof.
  intros G W T N alpha beta eta cap bulge start u top radius reach beta_u beta_g star D Hr Hb Hu Hg Hc HW HT
    HN gap
    short cheap kept near B Heta Hbulge x.
  apply (repricing_regret G W T N alpha eta cap bulge start _ top radius reach (beta * beta_u) beta_g star);
    try assumption.
  - now apply Rmult_lt_0_compat.
  - intros t y Hy. destruct (short t y Hy) as [up len]. split.
    + intros i Hi. unfold scale, zero. apply Rmult_le_pos; [lra|]. exact (up i Hi).
    + rewrite sq_scale, Rpow_mult_distr. apply Rmult_le_compat_l; [apply pow2_ge_0|exact len].
  - intros t y Hy. rewrite dot_sym, dot_scale, dot_sym. apply gap; [exact Hy|apply kept].
Qed.

(** Beside repricing, told half of the gradient at its decision, the careful player never overspends, and
    misses one half of what the point of comparison earns by O(sqrt T + W), all constants named. *)
Theorem repricing_played_never_overspends :
  forall G W T eta cap bulge start top radius reach beta_f beta_g F M star,
  domain (dim G) (decisions G) (project G) top radius ->
  (forall t, utility_of (dim G) top (utility G t) (gradient G t)) ->
  (forall t x, decisions G x -> sq (dim G) (gradient G t x) <= beta_f ^ 2) ->
  0 < reach -> 0 < beta_f -> 0 <= beta_g -> 0 < cap -> (1 <= W)%nat -> (1 <= T)%nat ->
  (forall t, below (dim G) zero (price G t) /\ sq (dim G) (price G t) <= beta_g ^ 2) ->
  affordable_in_turn G W T star -> sq (dim G) (minus star start) <= reach ^ 2 ->
  0 < allowance G <= M -> (forall t x, decisions G x -> dot (dim G) (price G t) x <= M) ->
  (forall t, 1 / 2 * utility G t star <= F) -> F <= cap * allowance G ->
  let B := sqrt ((beta_f / 2) ^ 2 + cap ^ 2 * beta_g ^ 2) in
  (forall t, eta t = reach / (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)) ->
  bulge = reach * (beta_g * (INR W - 1)) / cap ->
  let told := fun t x => scale (1 / 2) (gradient G t x) in
  let hard := careful G (repricing_decision G W eta cap bulge start told) M (allowance G * INR T) in
  (forall N, sum (fun t => dot (dim G) (price G t) (hard t)) N <= allowance G * INR T) /\
  1 / 2 * sum (fun t => utility G t star) T - sum (fun t => utility G t (hard t)) T
  <= reach * (B * sqrt (INR T) + beta_g * (INR W - 1) * cap / 2)
     + cap * (INR W * M - (INR W - 1) * allowance G).
Proof.
  intros G W T eta cap bulge start top radius reach beta_f beta_g F M star D U short Hr Hf Hg Hc HW HT cheap
    kept near Hb dearest HF HFc B Heta Hbulge told hard.
  assert (In : forall x, decisions G x -> box (dim G) top x) by (intros x Hx; apply (inside _ _ _ _ _ D x
    Hx)).
  apply (repricing_never_overspends G W T (1 / 2) eta cap bulge start told top radius reach (beta_f / 2)
    beta_g
    F M star); try assumption; try lra.
  - intros t x Hx. split.
    + intros i Hi. unfold told, scale, zero. pose proof (monotone _ _ _ _ (U t) x (In x Hx) i Hi) as P.
      unfold zero in P. lra.
    + unfold told. rewrite sq_scale. pose proof (short t x Hx). unfold Rdiv. rewrite Rpow_mult_distr. nra.
  - intros t x Hx. unfold told. apply (played_gap (dim G) top); [apply U|now apply In|apply In, kept].
  - intros t. rewrite (normalised _ _ _ _ (U t)). pose proof (HF t). lra.
Qed.
