(** The paper asks for smoothness along non-negative and along non-positive directions; [smooth] of
    Setting.v says the first. For the utilities of the paper the second follows. *)

Require Import Arith Reals Lra Lia.
From Osphg Require Import Algorithm Basics Setting.
Open Scope R_scope.

(** A function on [0, 1] that lies above each of its tangents to the right of where it touches lies
    above the tangent in 1 as well: a chord from 0 to 1 that is steeper would have the function reach
    its largest distance above it inside, and the tangent there would leave 1 too low. *)
Lemma above_the_last_tangent (q q' : R -> R) :
  (forall s, 0 <= s <= 1 -> derivable_pt_lim q s (q' s)) ->
  (forall s, 0 <= s <= 1 -> q s + q' s * (1 - s) <= q 1) -> q 1 - q' 1 <= q 0.
Proof.
  intros D tangent. apply Rnot_lt_le. intros steep. set (k := (q' 1 + (q 1 - q 0)) / 2).
  set (h := fun s => q s - k * s).
  assert (Dh : forall s, 0 <= s <= 1 -> derivable_pt_lim h s (q' s - k)).
  { intros s Hs. apply (derivable_pt_lim_minus q (fun s => k * s)); [now apply D|].
    pose proof (derivable_pt_lim_scal id k s 1 (derivable_pt_lim_id s)) as I.
    rewrite Rmult_1_r in I. exact I. }
  assert (C : forall s, 0 <= s <= 1 -> continuity_pt h s).
  { intros s Hs. apply derivable_continuous_pt. exists (q' s - k). now apply Dh. }
  destruct (continuity_ab_maj h 0 1 ltac:(lra) C) as (m & most & Hm).
  assert (H0 : m <> 0).
  { intros ->. pose proof (most 1 ltac:(lra)) as H. unfold h, k in H. lra. }
  assert (H1 : h 1 < h m).
  { destruct (Dh 1 ltac:(lra) ((k - q' 1) / 2)) as (d & N); [unfold k; lra|].
    pose proof (cond_pos d) as Hd. set (t := Rmin (d / 2) (1 / 2)).
    assert (T0 : 0 < t) by (apply Rmin_glb_lt; lra).
    assert (T1 : t <= d / 2) by apply Rmin_l. assert (T2 : t <= 1 / 2) by apply Rmin_r.
    specialize (N (- t) ltac:(lra)). rewrite Rabs_Ropp, Rabs_right in N by lra. specialize (N ltac:(lra)).
    apply Rabs_def2 in N. destruct N as [N _].
    assert (E : (h (1 + - t) - h 1) / - t * t = h 1 - h (1 - t)) by (unfold Rminus; field; lra).
    apply (Rmult_lt_compat_r t) in N; [|exact T0]. rewrite Rmult_minus_distr_r, E in N.
    pose proof (most (1 - t) ltac:(lra)). unfold k in N. nra. }
  assert (m <> 1) by (intros ->; lra).
  assert (pr : derivable_pt h m) by (exists (q' m - k); now apply Dh).
  pose proof (deriv_maximum h 0 1 m pr ltac:(lra) ltac:(lra) ltac:(intros; apply most; lra)) as Z.
  assert (F : derive_pt h m pr = q' m - k) by (apply derive_pt_eq_0; now apply Dh).
  specialize (tangent m Hm). unfold h in H1. rewrite F in Z. replace (q' m) with k in tangent by lra. lra.
Qed.

(** The same L along non-positive directions: from y down to x. *)
Theorem smooth_downwards : forall n X P top radius f df L x y,
  domain n X P top radius -> utility_of n top f df -> smooth n X f df L ->
  X x -> X y -> below n x y ->
  dot n (df y) (minus x y) - L / 2 * sq n (minus x y) <= f x - f y.
Proof.
  intros n X P top radius f df L x y D U S Hx Hy up.
  pose proof (inside _ _ _ _ _ D x Hx) as Bx. pose proof (inside _ _ _ _ _ D y Hy) as By.
  set (step := minus y x). set (on s := plus x (scale s step)).
  set (phi s := f (on (clamp s)) + dot n (df (on (clamp s))) step * (s - clamp s)).
  set (c := L * sq n step).
  assert (Xon : forall s, 0 <= s <= 1 -> X (on s)).
  { intros s Hs. apply (counted _ _ _ _ _ D (plus (scale (1 - s) x) (scale s y))).
    - intros i _. unfold on, plus, scale, step, minus. ring.
    - now apply (convex _ _ _ _ _ D). }
  assert (E : forall s, 0 <= s <= 1 -> phi s = f (on s)).
  { intros s Hs. unfold phi. rewrite clamp_in by exact Hs. ring. }
  assert (Q : phi 1 + c / 2 - (dot n (df (on 1)) step + c) <= phi 0).
  { pose proof (above_the_last_tangent (fun s => phi s + c / 2 * s ^ 2)
      (fun s => dot n (df (on s)) step + c * s)) as A. cbv beta in A.
    enough (phi 1 + c / 2 * 1 ^ 2 - (dot n (df (on 1)) step + c * 1) <= phi 0 + c / 2 * 0 ^ 2) by lra.
    apply A.
    - intros s Hs. apply (derivable_pt_lim_plus phi (fun s => c / 2 * s ^ 2)).
      + exact (slope_on_segment n top f df x y U Bx By up s Hs).
      + pose proof (derivable_pt_lim_scal _ (c / 2) s _ (derivable_pt_lim_pow s 2)) as I.
        replace (c * s) with (c / 2 * (INR 2 * s ^ pred 2)) by (cbn; field). exact I.
    - intros s Hs. rewrite (E s Hs), (E 1 ltac:(lra)).
      assert (B : below n (on s) (on 1)).
      { intros i Hi. specialize (up i Hi). unfold on, plus, scale, step, minus. nra. }
      pose proof (S (on s) (on 1) (Xon s Hs) (Xon 1 ltac:(lra)) B) as H.
      assert (M : same n (minus (on 1) (on s)) (scale (1 - s) step)).
      { intros i _. unfold on, plus, minus, scale. ring. }
      unfold sq in H. rewrite (dot_same n _ _ _ _ M M) in H.
      rewrite (dot_same n (df (on s)) (df (on s)) _ _ (fun _ _ => eq_refl) M) in H.
      fold (sq n (scale (1 - s) step)) in H. rewrite sq_scale, dot_scale in H.
      assert (Z : L / 2 * ((1 - s) ^ 2 * sq n step) = c / 2 * (1 - s) ^ 2) by (unfold c; field).
      rewrite Z in H. lra. }
  rewrite (E 1), (E 0) in Q by lra.
  assert (S1 : same n (on 1) y) by (intros i _; unfold on, plus, scale, step, minus; ring).
  assert (S0 : same n (on 0) x) by (intros i _; unfold on, plus, scale, step, minus; ring).
  assert (V : same n (minus x y) (scale (-1) step)) by (intros i _; unfold step, minus, scale; ring).
  assert (B1 : box n top (on 1)) by (apply (inside _ _ _ _ _ D), Xon; lra).
  assert (B0 : box n top (on 0)) by (apply (inside _ _ _ _ _ D), Xon; lra).
  rewrite (f_same n top f df y (on 1) U By B1 S1), (f_same n top f df x (on 0) U Bx B0 S0) in Q.
  assert (G : dot n (df y) step <= dot n (df (on 1)) step /\ dot n (df (on 1)) step <= dot n (df y) step).
  { assert (pos : below n zero step) by (intros i Hi; specialize (up i Hi); unfold step, minus, zero; lra).
    split; rewrite !(dot_sym n _ step); apply dot_le; try exact pos;
      apply (diminishing _ _ _ _ U); try assumption; intros i Hi; rewrite (S1 i Hi); lra. }
  unfold sq. rewrite (dot_same n _ _ _ _ V V).
  rewrite (dot_same n (df y) (df y) _ _ (fun _ _ => eq_refl) V).
  fold (sq n (scale (-1) step)). rewrite sq_scale, dot_scale. unfold c in Q. lra.
Qed.
