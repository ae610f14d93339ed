Require Import ZArith Lia Reals Lra Psatz List.
From Osphg Require Import Kernel.
Import ListNotations.
Open Scope R_scope.
Ltac scond := intros; cbv beta; first [cond | lra].
Section Trace.
Variable G : R.
Hypothesis s_G : 0 < G.
Variable K : Z.
Hypothesis s_K : (1 <= K)%Z.
Variable N_0 : Z.
Hypothesis s_N_0 : (1 <= N_0)%Z.
Variable P : R.
Hypothesis s_P : 0 < P.
Variable Q : R.
Hypothesis s_Q : 0 < Q.
Variable Rad : R.
Hypothesis s_Rad : 0 < Rad.
Variable T : Z.
Hypothesis s_T : (1 <= T)%Z.
Variable W : Z.
Hypothesis s_W : (1 <= W)%Z.
Variable a : R.
Variable beta : R.
Hypothesis s_beta : 0 < beta.
Variable c : R.
Variable delta : R.
Hypothesis s_delta : 0 < delta.
Variable ell : R.
Hypothesis s_ell : 0 <= ell.
Variable eta : R.
Hypothesis s_eta : 0 < eta.
Variable gap : R.
Hypothesis s_gap : 0 < gap.
Variable m : Z.
Hypothesis s_m : (0 <= m)%Z.
Variable mu : R.
Hypothesis s_mu : 0 < mu.
Variable rho : R.
Hypothesis s_rho : 0 < rho.
Variable tau : R.
Hypothesis s_tau : 0 < tau.
Variable w : R.
Hypothesis s_w : 0 < w.
Variable e_ : Z -> Z -> R.
Variable f : Z -> R.
Variable f_st : Z -> R.
Variable g : Z -> R.
Variable lam : Z -> R.
Variable o : Z -> R.
Variable q : Z -> Z -> R.
Variable q_pr : Z -> Z -> R.
Variable u : Z -> R.
Variable ve : Z -> Z -> R.
Variable vo : Z -> Z -> R.
Variable vz : Z -> Z -> R.
Variable z : Z -> Z -> R.
(* u_k = 1, k <= m; definition *)
Hypothesis A0 : forall (k : Z), (0 <= (k + (-1)))%Z -> (0 <= (((-1) * k) + m))%Z -> (u k%Z) = 1.
(* u_k = K tau - m, k = m + 1; definition *)
Hypothesis A1 : (u (m + 1)%Z) = (((IZR K%Z) * tau) + ((-1) * (IZR m%Z))).
(* u_k = 0, k > m + 1; definition *)
Hypothesis A2 : forall (k : Z), (0 <= (k + ((-1) * m) + (-2)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (u k%Z) = 0.
(* ell is a tau; definition *)
Hypothesis A3 : ell = (a * tau).
(* a is Q [1 - m/K]; definition *)
Hypothesis A4 : a = (Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))).
(* m <= K tau; m is K tau, rounded down *)
Hypothesis A5 : (IZR m%Z) <= ((IZR K%Z) * tau).
(* e^[k] by v_e; Algorithm 2 *)
Hypothesis A6 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (e_ t%Z k%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z)).
(* o by v_o; Algorithm 2 *)
Hypothesis A7 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (o t%Z) = ((/ (IZR K%Z)) * (Zsum (fun k : Z => (vo t%Z k%Z)) 1%Z K%Z)).
(* g = P e + o - 1; the decoy game *)
Hypothesis A8 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (g t%Z) = ((P * (e_ t%Z (K + 1)%Z)) + (o t%Z) + (-1)).
(* P tau = 1; the decoy game *)
Hypothesis A9 : (P * tau) = 1.
(* projection of [v_e, v_o] is nonexpansive; Algorithm 2, gradient ascent *)
Hypothesis A10 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2) + ((vo (t + 1)%Z k%Z) ^ 2)) <= (((mu ^ 2) * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((-1) * 2 * mu * (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) + ((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((vo t%Z k%Z) ^ 2)).
(* v_e = 0 at first; Algorithm 2 *)
Hypothesis A11 : forall (k : Z), (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (ve 1%Z k%Z) = 0.
(* v_o = 0 at first; Algorithm 2 *)
Hypothesis A12 : forall (k : Z), (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (vo 1%Z k%Z) = 0.
(* 0 <= v_z; X is the unit cube *)
Hypothesis A13 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> 0 <= (vz t%Z k%Z).
(* z^[k] by v_z; Algorithm 2 *)
Hypothesis A14 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (z t%Z k%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)).
(* 0 <= q'; the decoy game *)
Hypothesis A15 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> 0 <= (q_pr t%Z k%Z).
(* q' <= Q; the decoy game *)
Hypothesis A16 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (q_pr t%Z k%Z) <= Q.
(* v_z <= 1; X is the unit cube *)
Hypothesis A17 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (vz t%Z k%Z) <= 1.
(* P^2 + 1 <= beta^2; the decoy game *)
Hypothesis A18 : ((P ^ 2) + 1) <= (beta ^ 2).
(* K tau <= m + 1; m is K tau, rounded down *)
Hypothesis A19 : ((IZR K%Z) * tau) <= ((IZR m%Z) + 1).
(* f = 1 - [1 - z][1 - q[e]] + rho o; the decoy game *)
Hypothesis A20 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (f t%Z) = ((rho * (o t%Z)) + ((-1) * (1 + ((-1) * (q t%Z (K + 1)%Z))) * (1 + ((-1) * (z t%Z (K + 1)%Z)))) + 1).
(* q <= Q tau + Q w/2; the decoy game *)
Hypothesis A21 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (q t%Z k%Z) <= ((Q * tau) + ((1 / 2) * Q * w)).
(* Q tau + Q w/2 <= 1; the decoy game *)
Hypothesis A22 : ((Q * tau) + ((1 / 2) * Q * w)) <= 1.
(* v_e <= 1; X is the unit cube *)
Hypothesis A23 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (ve t%Z k%Z) <= 1.
(* Q - Q [x - tau]_+ / w <= q'[x]; the decoy game *)
Hypothesis A24 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (Q + ((-1) * Q * (/ w) * (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))))) <= (q_pr t%Z k%Z).
(* 0 <= v_e; X is the unit cube *)
Hypothesis A25 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> 0 <= (ve t%Z k%Z).
(* q is concave; the decoy game *)
Hypothesis A26 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> ((((-1) * (e_ t%Z k%Z)) + (e_ t%Z (k + 1)%Z)) * (q_pr t%Z (k + 1)%Z)) <= (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z)).
(* q' falls along the path; the decoy game *)
Hypothesis A27 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (q_pr t%Z (k + 1)%Z) <= (q_pr t%Z k%Z).
(* q[0] = 0; the decoy game *)
Hypothesis A28 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (q t%Z 1%Z) = 0.
(* v_z = 0 at first; Algorithm 2 *)
Hypothesis A29 : forall (k : Z), (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (vz 1%Z k%Z) = 0.
(* q[x] <= Q x; the decoy game *)
Hypothesis A30 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k) + 1))%Z -> (q t%Z k%Z) <= (Q * (e_ t%Z k%Z)).
(* eta is 1 - Q tau; definition *)
Hypothesis A31 : eta = (((-1) * Q * tau) + 1).
(* ascent in v_z at price 0; Algorithm 2 *)
Hypothesis A32 : forall (t : Z) (k : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (0 <= (k + (-1)))%Z -> (0 <= (K + ((-1) * k)))%Z -> (vz (t + 1)%Z k%Z) = (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z))).
(* 1/[eta mu] <= N_0; N_0 is 1/[eta mu], rounded up *)
Hypothesis A33 : 1 <= ((IZR N_0%Z) * eta * mu).
(* dual update; Algorithm 2, last line *)
Hypothesis A34 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (lam (t + 1)%Z) = (Rmax 0 ((c * (lam t%Z)) + (mu * (g t%Z)))).
(* c is 1 - delta mu^2; definition *)
Hypothesis A35 : c = (((-1) * delta * (mu ^ 2)) + 1).
(* |g_t[x_t]| <= G; section 3.2 *)
Hypothesis A36 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (Rabs (g t%Z)) <= G.
(* lambda_1 = 0; Algorithm 2 *)
Hypothesis A37 : (lam 1%Z) = 0.
(* G is P; the decoy game *)
Hypothesis A38 : G = P.
(* delta is 4 beta^2; Lemma 4.3 *)
Hypothesis A39 : delta = (4 * (beta ^ 2)).
(* mu is R/[beta sqrt[W T]]; Lemma 4.3 *)
Hypothesis A40 : mu = (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta)).
(* 16 R^2 <= W T; Lemma 4.3, T large enough *)
Hypothesis A41 : (16 * (Rad ^ 2)) <= ((IZR T%Z) * (IZR W%Z)).
(* gap is ell - rho; definition *)
Hypothesis A42 : gap = (ell + ((-1) * rho)).
(* f[x^] = 1 + rho; the decoy game *)
Hypothesis A43 : forall (t : Z), (0 <= (t + (-1)))%Z -> (0 <= (T + ((-1) * t)))%Z -> (f_st t%Z) = (rho + 1).
(* assume *)
Lemma f0 (k : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (u k%Z) = 1.
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A0 k ltac:(cond) ltac:(cond)).
Qed.
(* sum_over *)
Lemma f1 :
  (Zsum (fun k : Z => (u k%Z)) 1%Z m%Z) = (Zsum (fun k : Z => 1) 1%Z m%Z).
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  assert (HS : (Zsum (fun k : Z => (u k%Z)) 1%Z m%Z) = (Zsum (fun k : Z => 1) 1%Z m%Z)).
  {
  apply Zsum_ext; [cond|intros y0_ ?H; cbv beta].
  exact (f0 y0_ ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f2 (K_q : Z) (s_K_q : (1 <= K_q)%Z) :
  ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => (u k%Z)) 1%Z m%Z)) = ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => 1) 1%Z m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f1) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  assert (E2 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x1_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E2; clear E2.
  leaf.
  }
Qed.
(* assume *)
Lemma f3 :
  (u (m + 1)%Z) = (((IZR K%Z) * tau) + ((-1) * (IZR m%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  exact (A1).
Qed.
(* scale *)
Lemma f4 :
  ((/ (IZR K%Z)) * (u (m + 1)%Z)) = ((/ (IZR K%Z)) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f3) as H.
  apply (scale_eq _ _ (/ (IZR K%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f5 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  (u k%Z) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A2 k ltac:(cond) ltac:(cond)).
Qed.
(* sum_over *)
Lemma f6 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun k : Z => (u k%Z)) (m + 2)%Z K%Z) = (Zsum (fun k : Z => 0) (m + 2)%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  assert (HS : (Zsum (fun k : Z => (u k%Z)) (m + 2)%Z K%Z) = (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)).
  {
  apply Zsum_ext; [cond|intros y3_ ?H; cbv beta].
  exact (f5 y3_ ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f7 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => (u k%Z)) (m + 2)%Z K%Z)) = ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f6 c0) as H.
  apply (scale_eq _ _ (/ (IZR K%Z)) _ _ H).
  {
  leaf.
  }
  {
  assert (E5 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x4_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E5; clear E5.
  leaf.
  }
Qed.
(* split *)
Lemma f8 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => (u_q k%Z)) 1%Z K_q%Z) = ((Zsum (fun k : Z => (u_q k%Z)) 1%Z m_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => (u_q k%Z)) 1%Z m_q%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* split *)
Lemma f9 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z K_q%Z) = ((Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E6 : (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z) = (u_q (m_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  assert (E8 : (Zsum (fun k : Z => (u_q k%Z)) ((m_q + 1) + 1)%Z K_q%Z) = (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => (u_q k%Z)) ((m_q + 1) + 1)%Z K_q%Z) = linsum [(1, fun ix0 : Z => (u_q ix0%Z))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x7_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E6; clear E6.
  try rewrite E8; clear E8.
  leaf.
  }
Qed.
(* add *)
Lemma f10 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  ((Zsum (fun k : Z => (u_q k%Z)) 1%Z K_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z K_q%Z)) = ((Zsum (fun k : Z => (u_q k%Z)) 1%Z m_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z K_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f8 K_q s_K_q m_q s_m_q u_q) as H0.
  pose proof (f9 K_q s_K_q m_q s_m_q u_q) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  reflexivity.
  }
  {
  assert (E9 : (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z) = (u_q (m_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E9; clear E9.
  leaf.
  }
Qed.
(* restate *)
Lemma f11 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => (u_q k%Z)) 1%Z K_q%Z) = ((u_q (m_q + 1)%Z) + (Zsum (fun k : Z => (u_q k%Z)) 1%Z m_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f10 K_q s_K_q m_q s_m_q u_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E10 : (Zsum (fun k : Z => (u_q k%Z)) (m_q + 1)%Z (m_q + 1)%Z) = (u_q (m_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E10; clear E10.
  leaf.
  }
Qed.
(* scale *)
Lemma f12 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => (u_q k%Z)) 1%Z K_q%Z)) = ((/ (IZR K_q%Z)) * ((u_q (m_q + 1)%Z) + (Zsum (fun k : Z => (u_q k%Z)) 1%Z m_q%Z) + (Zsum (fun k : Z => (u_q k%Z)) (m_q + 2)%Z K_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f11 K_q s_K_q m_q s_m_q u_q) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f13 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (((/ (IZR K%Z)) * (u (m + 1)%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (u k%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (u k%Z)) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (u k%Z)) (m + 2)%Z K%Z))) = (((/ (IZR K%Z)) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)))) + ((/ (IZR K%Z)) * ((u (m + 1)%Z) + (Zsum (fun k : Z => (u k%Z)) 1%Z m%Z) + (Zsum (fun k : Z => (u k%Z)) (m + 2)%Z K%Z))) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 1) 1%Z m%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f2 K s_K) as H0.
  pose proof (f4) as H1.
  pose proof (f7 c0) as H2.
  pose proof (f12 K s_K m s_m u) as H3.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 (f_equal2 Rplus H1 (f_equal2 Rplus H2 H3)))).
  {
  leaf.
  }
  {
  assert (E12 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x11_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E14 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x13_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E12; clear E12.
  try rewrite E14; clear E14.
  leaf.
  }
Qed.
(* the comparator: restate *)
Lemma f14 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => (u k%Z)) 1%Z K%Z)) = tau.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f13 c0) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E16 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x15_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E18 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x17_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E16; clear E16.
  try rewrite E18; clear E18.
  leaf.
  }
Qed.
(* assume *)
Lemma f15 :
  ell = (a * tau).
Proof.
  exact (A3).
Qed.
(* scale *)
Lemma f16 :
  ((-1) * ell) = ((-1) * a * tau).
Proof.
  pose proof (f15) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f17 :
  a = (Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  exact (A4).
Qed.
(* scale *)
Lemma f18 (tau_q : R) (s_tau_q : 0 < tau_q) :
  ((-1) * a * tau_q) = ((-1) * Q * tau_q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f17) as H.
  apply (scale_eq _ _ ((-1) * tau_q) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f19 :
  (IZR m%Z) <= ((IZR K%Z) * tau).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  exact (A5).
Qed.
(* scale *)
Lemma f20 (Q_q : R) (s_Q_q : 0 < Q_q) :
  ((/ (IZR K%Z)) * Q_q * (IZR m%Z) * tau) <= (Q_q * (tau ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f19) as H.
  assert (HK : 0 <= ((/ (IZR K%Z)) * Q_q * tau)).
  { first [cond]. }
  apply (scale_le _ _ ((/ (IZR K%Z)) * Q_q * tau) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f21 :
  (((-1) * a * tau) + ((-1) * ell) + ((/ (IZR K%Z)) * Q * (IZR m%Z) * tau)) <= ((Q * (tau ^ 2)) + ((-1) * Q * tau * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))) + ((-1) * a * tau)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f16) as H0.
  pose proof (f18 tau s_tau) as H1.
  pose proof (f20 Q s_Q) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) H2))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* the level of the multiplier: restate *)
Lemma f22 :
  (Q * tau * (1 + ((-1) * tau))) <= ell.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f21) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f23 (P_q : R) (s_P_q : 0 < P_q) (a_q : R) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (((-1) * P_q * (lam_q t%Z)) + a_q) * (Zsum (fun k : Z => (u k%Z)) 1%Z K%Z)) = (tau * (((-1) * P_q * (lam_q t%Z)) + a_q)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f14 c0) as H.
  apply (scale_eq _ _ (((-1) * P_q * (lam_q t%Z)) + a_q) _ _ H).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f24 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z k%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A6 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* instance *)
Lemma f25 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z (K + 1)%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f24 (K + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E20 : (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z ((K + 1) + (-1))%Z) = (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z ((K + 1) + (-1))%Z) = linsum [(1, fun ix0 : Z => (ve t%Z ix0%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x19_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E20; clear E20.
  leaf.
  }
Qed.
(* under *)
Lemma f26 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z (K + 1)%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f25 t c0 c1).
Qed.
(* scale *)
Lemma f27 (P_q : R) (s_P_q : 0 < P_q) (a_q : R) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((((-1) * P_q * (lam_q t%Z)) + a_q) * (e_ t%Z (K + 1)%Z)) = ((/ (IZR K%Z)) * (((-1) * P_q * (lam_q t%Z)) + a_q) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f26 t c0 c1) as H.
  apply (scale_eq _ _ (((-1) * P_q * (lam_q t%Z)) + a_q) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f28 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (o t%Z) = ((/ (IZR K%Z)) * (Zsum (fun k : Z => (vo t%Z k%Z)) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A7 t ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f29 (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((rho_q + ((-1) * (lam_q t%Z))) * (o t%Z)) = ((/ (IZR K%Z)) * (rho_q + ((-1) * (lam_q t%Z))) * (Zsum (fun k : Z => (vo t%Z k%Z)) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f28 t c0 c1) as H.
  apply (scale_eq _ _ (rho_q + ((-1) * (lam_q t%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f30 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (g t%Z) = ((P * (e_ t%Z (K + 1)%Z)) + (o t%Z) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A8 t ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f31 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((ell_q + ((-1) * (lam_q t%Z))) * (g t%Z)) = ((ell_q + ((-1) * (lam_q t%Z))) * ((P * (e_ t%Z (K + 1)%Z)) + (o t%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f30 t c0 c1) as H.
  apply (scale_eq _ _ (ell_q + ((-1) * (lam_q t%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f32 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (P_q : R) (s_P_q : 0 < P_q) (t : Z) (e__q : Z -> Z -> R) :
  (ell * ((P_q * (e__q t%Z (K_q + 1)%Z)) + (-1))) = (a * tau * ((P_q * (e__q t%Z (K_q + 1)%Z)) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f15) as H.
  apply (scale_eq _ _ ((P_q * (e__q t%Z (K_q + 1)%Z)) + (-1)) _ _ H).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f33 :
  (P * tau) = 1.
Proof.
  exact (A9).
Qed.
(* scale *)
Lemma f34 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (t : Z) (e__q : Z -> Z -> R) (lam_q : Z -> R) :
  (P * tau * ((a_q * (e__q t%Z (K_q + 1)%Z)) + ((-1) * (lam_q t%Z)))) = ((a_q * (e__q t%Z (K_q + 1)%Z)) + ((-1) * (lam_q t%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f33) as H.
  apply (scale_eq _ _ ((a_q * (e__q t%Z (K_q + 1)%Z)) + ((-1) * (lam_q t%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f35 (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((P * tau * ((a * (e_ t%Z (K + 1)%Z)) + ((-1) * (lam_q t%Z)))) + (ell * ((P * (e_ t%Z (K + 1)%Z)) + (-1))) + ((ell + ((-1) * (lam_q t%Z))) * (g t%Z)) + ((rho_q + ((-1) * (lam_q t%Z))) * (o t%Z)) + ((((-1) * P * (lam_q t%Z)) + a) * (e_ t%Z (K + 1)%Z)) + ((/ (IZR K%Z)) * (((-1) * P * (lam_q t%Z)) + a) * (Zsum (fun k : Z => (u k%Z)) 1%Z K%Z))) = ((a * tau * ((P * (e_ t%Z (K + 1)%Z)) + (-1))) + (a * (e_ t%Z (K + 1)%Z)) + (tau * (((-1) * P * (lam_q t%Z)) + a)) + ((ell + ((-1) * (lam_q t%Z))) * ((P * (e_ t%Z (K + 1)%Z)) + (o t%Z) + (-1))) + ((-1) * (lam_q t%Z)) + ((/ (IZR K%Z)) * (rho_q + ((-1) * (lam_q t%Z))) * (Zsum (fun k : Z => (vo t%Z k%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * (((-1) * P * (lam_q t%Z)) + a) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f23 P s_P a t lam_q c0) as H0.
  pose proof (f27 P s_P a t lam_q c1 c2) as H1.
  pose proof (f29 rho_q s_rho_q t lam_q c1 c2) as H2.
  pose proof (f31 ell s_ell t lam_q c1 c2) as H3.
  pose proof (f32 K s_K P s_P t e_) as H4.
  pose proof (f34 K s_K a t e_ lam_q) as H5.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 (f_equal2 Rplus H1 (f_equal2 Rplus H2 (f_equal2 Rplus H3 (f_equal2 Rplus H4 H5)))))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* the identity of a round: restate *)
Lemma f36 (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) = (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f35 rho_q s_rho_q t lam_q c0 c1 c2) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E22 : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam_q t%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam_q t%Z) * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho_q * (Zsum (fun ix0 : Z => (vo t%Z ix0%Z)) 1%Z K%Z)) + ((lam_q t%Z) * (Zsum (fun ix0 : Z => (vo t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho_q) + (lam_q t%Z)), fun ix0 : Z => (vo t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z))); ((P * (lam_q t%Z)), fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z) * (z_q t%Z ix0%Z))); (((-1) * P * (lam_q t%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x21_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E24 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x23_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E22; clear E22.
  try rewrite E24; clear E24.
  leaf.
  }
Qed.
(* assume *)
Lemma f37 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2) + ((vo (t + 1)%Z k%Z) ^ 2)) <= (((mu ^ 2) * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((-1) * 2 * mu * (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) + ((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((vo t%Z k%Z) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A10 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f38 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2) + ((vo (t + 1)%Z k%Z) ^ 2))) <= ((1 / 2) * (/ mu) * (((mu ^ 2) * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((-1) * 2 * mu * (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) + ((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((vo t%Z k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f37 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= ((1 / 2) * (/ mu))).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * (/ mu)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f39 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2) + ((vo (t + 1)%Z k%Z) ^ 2))) <= ((1 / 2) * (/ mu) * (((mu ^ 2) * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((-1) * 2 * mu * (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) + ((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((vo t%Z k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f38 k t c0 c1 c2 c3) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f40 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) <= (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f39 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* sum_over *)
Lemma f41 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) <= (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  assert (HS : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) <= (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y25_ ?H; cbv beta].
  exact (f40 k y25_ ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* shift *)
Lemma f42 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  (Zsum (fun i : Z => (a_1 (i + 1)%Z)) 1%Z T_q%Z) = (Zsum (fun i : Z => (a_1 i%Z)) 2%Z (T_q + 1)%Z).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (Zsum_shift (fun i : Z => (a_1 (i + 1)%Z)) 1%Z T_q%Z 1%Z) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E28 : (Zsum (fun i : Z => (a_1 ((i + ((-1) * 1)) + 1)%Z)) (1 + 1)%Z (T_q + 1)%Z) = (Zsum (fun ix0 : Z => (a_1 ix0%Z)) 2%Z (T_q + 1)%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => (a_1 ((i + ((-1) * 1)) + 1)%Z)) (1 + 1)%Z (T_q + 1)%Z) = linsum [(1, fun ix0 : Z => (a_1 ix0%Z))] 2%Z (T_q + 1)%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x26_; cbn [lin]].
  assert (E27 : (a_1 ((x26_ + ((-1) * 1)) + 1)%Z) = (a_1 x26_%Z)).
  {
  f_equal; lia.
  }
  try rewrite E27; clear E27.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E28; clear E28.
  leaf.
  }
Qed.
(* scale *)
Lemma f43 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  ((-1) * (Zsum (fun i : Z => (a_1 (i + 1)%Z)) 1%Z T_q%Z)) = ((-1) * (Zsum (fun i : Z => (a_1 i%Z)) 2%Z (T_q + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f42 T_q s_T_q a_1) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* split *)
Lemma f44 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  (Zsum (fun i : Z => (a_1 i%Z)) 1%Z (T_q + 1)%Z) = ((Zsum (fun i : Z => (a_1 i%Z)) 1%Z T_q%Z) + (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (Zsum_split (fun i : Z => (a_1 i%Z)) 1%Z T_q%Z (T_q + 1)%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f45 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  ((-1) * (Zsum (fun i : Z => (a_1 i%Z)) 1%Z (T_q + 1)%Z)) = (((-1) * (Zsum (fun i : Z => (a_1 i%Z)) 1%Z T_q%Z)) + ((-1) * (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f44 T_q s_T_q a_1) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  assert (E29 : (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z) = (a_1 (T_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E29; clear E29.
  leaf.
  }
Qed.
(* split *)
Lemma f46 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  (Zsum (fun i : Z => (a_1 i%Z)) 1%Z (T_q + 1)%Z) = ((Zsum (fun i : Z => (a_1 i%Z)) 1%Z 1%Z) + (Zsum (fun i : Z => (a_1 i%Z)) 2%Z (T_q + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (Zsum_split (fun i : Z => (a_1 i%Z)) 1%Z 1%Z (T_q + 1)%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E31 : (Zsum (fun i : Z => (a_1 i%Z)) (1 + 1)%Z (T_q + 1)%Z) = (Zsum (fun ix0 : Z => (a_1 ix0%Z)) 2%Z (T_q + 1)%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => (a_1 i%Z)) (1 + 1)%Z (T_q + 1)%Z) = linsum [(1, fun ix0 : Z => (a_1 ix0%Z))] 2%Z (T_q + 1)%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x30_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E32 : (Zsum (fun i : Z => (a_1 i%Z)) 1%Z 1%Z) = (a_1 1%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E31; clear E31.
  try rewrite E32; clear E32.
  leaf.
  }
Qed.
(* add *)
Lemma f47 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  ((-1) * (Zsum (fun i : Z => (a_1 (i + 1)%Z)) 1%Z T_q%Z)) = ((Zsum (fun i : Z => (a_1 i%Z)) 1%Z 1%Z) + ((-1) * (Zsum (fun i : Z => (a_1 i%Z)) 1%Z T_q%Z)) + ((-1) * (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f43 T_q s_T_q a_1) as H0.
  pose proof (f45 T_q s_T_q a_1) as H1.
  pose proof (f46 T_q s_T_q a_1) as H2.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 (f_equal2 Rplus H1 H2))).
  {
  leaf.
  }
  {
  assert (E33 : (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z) = (a_1 (T_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  assert (E34 : (Zsum (fun i : Z => (a_1 i%Z)) 1%Z 1%Z) = (a_1 1%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E33; clear E33.
  try rewrite E34; clear E34.
  leaf.
  }
Qed.
(* telescoping: restate *)
Lemma f48 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_1 : Z -> R) :
  (Zsum (fun i : Z => ((a_1 i%Z) + ((-1) * (a_1 (i + 1)%Z)))) 1%Z T_q%Z) = ((a_1 1%Z) + ((-1) * (a_1 (T_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f47 T_q s_T_q a_1) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E36 : (Zsum (fun i : Z => ((a_1 i%Z) + ((-1) * (a_1 (i + 1)%Z)))) 1%Z T_q%Z) = ((Zsum (fun ix0 : Z => (a_1 ix0%Z)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => (a_1 (ix0 + 1)%Z)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((a_1 i%Z) + ((-1) * (a_1 (i + 1)%Z)))) 1%Z T_q%Z) = linsum [((-1), fun ix0 : Z => (a_1 (ix0 + 1)%Z)); (1, fun ix0 : Z => (a_1 ix0%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x35_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E37 : (Zsum (fun i : Z => (a_1 i%Z)) (T_q + 1)%Z (T_q + 1)%Z) = (a_1 (T_q + 1)%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  assert (E38 : (Zsum (fun i : Z => (a_1 i%Z)) 1%Z 1%Z) = (a_1 1%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E36; clear E36.
  try rewrite E37; clear E37.
  try rewrite E38; clear E38.
  leaf.
  }
Qed.
(* instance *)
Lemma f49 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) :
  (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z) = (((((-1) * (u_q k%Z)) + (ve_q 1%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2)) + ((vo_q 1%Z k%Z) ^ 2) + ((-1) * ((vo_q (T_q + 1)%Z k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f48 T_q s_T_q (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((vo_q i%Z k%Z) ^ 2)))) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  assert (E40 : (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z) = (((-1) * 2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q ix0%Z k%Z)) 1%Z T_q%Z)) + (2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z) = linsum [(1, fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * 2 * (u_q k%Z)), fun ix0 : Z => (ve_q ix0%Z k%Z)); ((2 * (u_q k%Z)), fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x39_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E42 : (Zsum (fun i : Z => ((((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((vo_q i%Z k%Z) ^ 2)) + ((-1) * (((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2) + ((vo_q (i + 1)%Z k%Z) ^ 2))))) 1%Z T_q%Z) = (((-1) * 2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q ix0%Z k%Z)) 1%Z T_q%Z)) + (2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((vo_q i%Z k%Z) ^ 2)) + ((-1) * (((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2) + ((vo_q (i + 1)%Z k%Z) ^ 2))))) 1%Z T_q%Z) = linsum [(1, fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * 2 * (u_q k%Z)), fun ix0 : Z => (ve_q ix0%Z k%Z)); ((2 * (u_q k%Z)), fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x41_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E40; clear E40.
  try rewrite E42; clear E42.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f50 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) :
  ((1 / 2) * (/ mu_q) * (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z)) = ((1 / 2) * (/ mu_q) * (((((-1) * (u_q k%Z)) + (ve_q 1%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2)) + ((vo_q 1%Z k%Z) ^ 2) + ((-1) * ((vo_q (T_q + 1)%Z k%Z) ^ 2)))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f49 T_q s_T_q k u_q ve_q vo_q) as H.
  apply (scale_eq _ _ ((1 / 2) * (/ mu_q)) _ _ H).
  {
  assert (E44 : (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z) = (((-1) * 2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q ix0%Z k%Z)) 1%Z T_q%Z)) + (2 * (u_q k%Z) * (Zsum (fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * (u_q k%Z)) + (ve_q i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u_q k%Z)) + (ve_q (i + 1)%Z k%Z)) ^ 2)) + ((vo_q i%Z k%Z) ^ 2) + ((-1) * ((vo_q (i + 1)%Z k%Z) ^ 2)))) 1%Z T_q%Z) = linsum [(1, fun ix0 : Z => ((ve_q ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => ((vo_q ix0%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((ve_q (ix0 + 1)%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((vo_q (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * 2 * (u_q k%Z)), fun ix0 : Z => (ve_q ix0%Z k%Z)); ((2 * (u_q k%Z)), fun ix0 : Z => (ve_q (ix0 + 1)%Z k%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x43_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E44; clear E44.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f51 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (ve 1%Z k%Z) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A11 k ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f52 (k : Z) (u_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((((-1) * 2 * (u_q k%Z)) + (ve 1%Z k%Z)) * (ve 1%Z k%Z)) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f51 k c0 c1) as H.
  apply (scale_eq _ _ (((-1) * 2 * (u_q k%Z)) + (ve 1%Z k%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f53 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (vo 1%Z k%Z) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A12 k ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f54 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((vo 1%Z k%Z) ^ 2) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f53 k c0 c1) as H.
  apply (scale_eq _ _ (vo 1%Z k%Z) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f55 (k : Z) (u_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (((((-1) * 2 * (u_q k%Z)) + (ve 1%Z k%Z)) * (ve 1%Z k%Z)) + ((vo 1%Z k%Z) ^ 2)) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f52 k u_q c0 c1) as H0.
  pose proof (f54 k c0 c1) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f56 (k : Z) (u_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (((((-1) * (u_q k%Z)) + (ve 1%Z k%Z)) ^ 2) + ((vo 1%Z k%Z) ^ 2)) = ((u_q k%Z) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f55 k u_q c0 c1) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f57 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (u_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((1 / 2) * (/ mu_q) * (((((-1) * (u_q k%Z)) + (ve 1%Z k%Z)) ^ 2) + ((vo 1%Z k%Z) ^ 2))) = ((1 / 2) * (/ mu_q) * ((u_q k%Z) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f56 k u_q c0 c1) as H.
  apply (scale_eq _ _ ((1 / 2) * (/ mu_q)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* square *)
Lemma f58 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (u_q : Z -> R) (ve_q : Z -> Z -> R) :
  0 <= ((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  apply (Rle_trans _ ((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* square *)
Lemma f59 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (vo_q : Z -> Z -> R) :
  0 <= ((vo_q (T_q + 1)%Z k%Z) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  apply (Rle_trans _ ((vo_q (T_q + 1)%Z k%Z) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f60 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) :
  0 <= (((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2) + ((vo_q (T_q + 1)%Z k%Z) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f58 T_q s_T_q k u_q ve_q) as H0.
  pose proof (f59 T_q s_T_q k vo_q) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f61 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) :
  0 <= ((1 / 2) * (/ mu_q) * (((((-1) * (u_q k%Z)) + (ve_q (T_q + 1)%Z k%Z)) ^ 2) + ((vo_q (T_q + 1)%Z k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f60 T_q s_T_q k u_q ve_q vo_q) as H.
  assert (HK : 0 <= ((1 / 2) * (/ mu_q))).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * (/ mu_q)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* square *)
Lemma f62 (P_q : R) (s_P_q : 0 < P_q) (k : Z) (t : Z) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  0 <= (((P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) ^ 2).
Proof.
  apply (Rle_trans _ (((P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* square *)
Lemma f63 (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) :
  0 <= ((rho_q + (lam_q t%Z)) ^ 2).
Proof.
  apply (Rle_trans _ ((rho_q + (lam_q t%Z)) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f64 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (vz t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A13 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* instance *)
Lemma f65 (i : Z) (t : Z) (c0 : (0 <= (K + ((-1) * i)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (i + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (vz t%Z i%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f64 i%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f66 (i : Z) (k : Z) (t : Z) (c0 : (0 <= (((-1) * i) + k + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (i + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  0 <= (vz t%Z i%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f65 i t ltac:(cond) c2 c3 c4).
Qed.
(* sum_over *)
Lemma f67 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  assert (HS : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)).
  {
  apply Zsum_le; [cond|intros y45_ ?H; cbv beta].
  exact (f66 y45_ k t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f68 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f67 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E47 : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x46_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E47; clear E47.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f69 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (z t%Z k%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A14 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f70 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((-1) * (z t%Z k%Z)) = ((-1) * (/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f69 k t c0 c1 c2 c3) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f71 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((-1) * (z t%Z k%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f68 k t c0 c1 c2 c3) as H0.
  pose proof (f70 k t c0 c1 c2 c3) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  assert (E49 : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x48_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E49; clear E49.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f72 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (z t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f71 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E51 : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) 1%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x50_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E51; clear E51.
  leaf.
  }
Qed.
(* under *)
Lemma f73 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (z t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f72 k t c0 c1 c2 c3).
Qed.
(* assume *)
Lemma f74 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A15 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f75 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= ((q_pr t%Z k%Z) * (z t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f73 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (q_pr t%Z k%Z)).
  {
  pose proof (f74 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (q_pr t%Z k%Z) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f76 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q_pr t%Z k%Z) <= Q.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A16 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* add *)
Lemma f77 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q_pr t%Z k%Z) <= (Q + ((q_pr t%Z k%Z) * (z t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f75 k t c0 c1 c2 c3) as H0.
  pose proof (f76 k t c0 c1 c2 c3) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f78 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) <= Q.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f77 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f79 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (vz t%Z k%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A17 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* instance *)
Lemma f80 (i : Z) (t : Z) (c0 : (0 <= (K + ((-1) * i)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (i + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (vz t%Z i%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f79 i%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f81 (i : Z) (k : Z) (t : Z) (c0 : (0 <= (((-1) * i) + k + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (i + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (vz t%Z i%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f80 i t ltac:(cond) c2 c3 c4).
Qed.
(* sum_over *)
Lemma f82 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  assert (HS : (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)).
  {
  apply Zsum_le; [cond|intros y52_ ?H; cbv beta].
  exact (f81 y52_ k t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f83 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f82 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  assert (E54 : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = ((IZR k%Z) + (-1))).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x53_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E54; clear E54.
  leaf.
  }
Qed.
(* add *)
Lemma f84 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((z t%Z k%Z) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z))) <= (((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f83 k t c0 c1 c2 c3) as H0.
  pose proof (f69 k t c0 c1 c2 c3) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f85 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (z t%Z k%Z) <= ((/ (IZR K%Z)) * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f84 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E56 : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = ((IZR k%Z) + (-1))).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x55_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E56; clear E56.
  leaf.
  }
Qed.
(* under *)
Lemma f86 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (z t%Z k%Z) <= ((/ (IZR K%Z)) * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f85 k t c0 c1 c2 c3).
Qed.
(* nonnegative *)
Lemma f87 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (k : Z) (c0 : (0 <= (K_q + ((-1) * k) + 1))%Z) :
  0 <= ((IZR K_q%Z) + ((-1) * (IZR k%Z)) + 1).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f88 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (k : Z) (c0 : (0 <= (K_q + ((-1) * k) + 1))%Z) :
  0 <= ((/ (IZR K_q%Z)) * ((IZR K_q%Z) + ((-1) * (IZR k%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f87 K_q s_K_q k c0) as H.
  assert (HK : 0 <= (/ (IZR K_q%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K_q%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f89 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (z t%Z k%Z) <= (((/ (IZR K%Z)) * ((IZR k%Z) + (-1))) + ((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR k%Z)) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f86 k t c0 c1 c2 c3) as H0.
  pose proof (f88 K s_K k c0) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f90 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (1 + ((-1) * (z t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f89 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f91 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (1 + ((-1) * (z t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f90 k t c0 c1 c2 c3).
Qed.
(* scale *)
Lemma f92 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f91 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (q_pr t%Z k%Z)).
  {
  pose proof (f74 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (q_pr t%Z k%Z) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* nonnegative *)
Lemma f93 (Q_q : R) (s_Q_q : 0 < Q_q) :
  0 <= Q_q.
Proof.
  first [cond].
Qed.
(* add *)
Lemma f94 (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (Q_q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f92 k t c0 c1 c2 c3) as H0.
  pose proof (f93 Q_q s_Q_q) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f95 (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (Q_q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f94 Q_q s_Q_q k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f96 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (q_pr t%Z k%Z)) <= (Q * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f78 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)))).
  {
  pose proof (f95 Q s_Q k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f97 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (2 * (1 + ((-1) * (z t%Z k%Z))) * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (q_pr t%Z k%Z)) <= (2 * Q * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f96 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f98 :
  ((P ^ 2) + 1) <= (beta ^ 2).
Proof.
  exact (A18).
Qed.
(* scale *)
Lemma f99 (t : Z) (lam_q : Z -> R) :
  (2 * ((P ^ 2) + 1) * ((lam_q t%Z) ^ 2)) <= (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)).
Proof.
  pose proof (f98) as H.
  assert (HK : 0 <= (2 * ((lam_q t%Z) ^ 2))).
  { first [cond]. }
  apply (scale_le _ _ (2 * ((lam_q t%Z) ^ 2)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f100 (k : Z) (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((2 * (1 + ((-1) * (z t%Z k%Z))) * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (q_pr t%Z k%Z)) + (2 * ((P ^ 2) + 1) * ((lam_q t%Z) ^ 2))) <= ((2 * Q * (Q + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)))) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + ((rho_q + (lam_q t%Z)) ^ 2) + (((P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f62 P s_P k t lam_q q_pr z) as H0.
  pose proof (f63 rho_q s_rho_q t lam_q) as H1.
  pose proof (f97 k t c0 c1 c2 c3) as H2.
  pose proof (f99 t lam_q) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 H3)))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f101 (k : Z) (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2)) <= ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f100 k rho_q s_rho_q t lam_q c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f102 (k : Z) (rho_q : R) (s_rho_q : 0 < rho_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2)) <= ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f101 k rho_q s_rho_q t lam_q ltac:(cond) c1 c2 c3).
Qed.
(* sum_over *)
Lemma f103 (k : Z) (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (Zsum (fun t : Z => (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) <= (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  assert (HS : (Zsum (fun t : Z => (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) <= (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2)))) 1%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y57_ ?H; cbv beta].
  exact (f102 k rho_q s_rho_q y57_ lam_q ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f104 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((1 / 2) * mu_q * (Zsum (fun t : Z => (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z)) <= ((1 / 2) * mu_q * (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2)))) 1%Z T%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f103 k rho_q s_rho_q lam_q c0 c1) as H.
  assert (HK : 0 <= ((1 / 2) * mu_q)).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * mu_q) _ _ H HK).
  {
  assert (E59 : (Zsum (fun t : Z => (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = (((P ^ 2) * (Zsum (fun ix0 : Z => ((lam_q ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * 2 * P * (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (q_pr ix0%Z k%Z))) 1%Z T%Z)) + (2 * P * (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((IZR T%Z) * (rho_q ^ 2)) + ((-1) * 2 * rho_q * (Zsum (fun ix0 : Z => (lam_q ix0%Z)) 1%Z T%Z)) + ((-1) * 2 * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((lam_q ix0%Z) ^ 2)) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((rho_q + ((-1) * (lam_q t%Z))) ^ 2) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = linsum [((rho_q ^ 2), fun ix0 : Z => 1); (((P ^ 2) + 1), fun ix0 : Z => ((lam_q ix0%Z) ^ 2)); (1, fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))); (((-1) * 2 * rho_q), fun ix0 : Z => (lam_q ix0%Z)); ((-2), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))); (((-1) * 2 * P), fun ix0 : Z => ((lam_q ix0%Z) * (q_pr ix0%Z k%Z))); ((2 * P), fun ix0 : Z => ((lam_q ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x58_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E59; clear E59.
  leaf.
  }
  {
  assert (E61 : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2)))) 1%Z T%Z) = ((2 * (Q ^ 2) * (IZR T%Z)) + (2 * (IZR T%Z) * (rho_q ^ 2)) + (2 * (beta ^ 2) * (Zsum (fun ix0 : Z => ((lam_q ix0%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam_q t%Z) ^ 2)) + (2 * (rho_q ^ 2)))) 1%Z T%Z) = linsum [(((2 * (Q ^ 2)) + (2 * (rho_q ^ 2))), fun ix0 : Z => 1); ((2 * (beta ^ 2)), fun ix0 : Z => ((lam_q ix0%Z) ^ 2))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x60_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E61; clear E61.
  leaf.
  }
Qed.
(* add *)
Lemma f105 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (((1 / 2) * mu * (Zsum (fun t : Z => (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z)) + (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve 1%Z k%Z)) ^ 2) + ((vo 1%Z k%Z) ^ 2))) + ((1 / 2) * (/ mu) * (Zsum (fun i : Z => (((((-1) * (u k%Z)) + (ve i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (i + 1)%Z k%Z)) ^ 2)) + ((vo i%Z k%Z) ^ 2) + ((-1) * ((vo (i + 1)%Z k%Z) ^ 2)))) 1%Z T%Z))) <= (((1 / 2) * mu * (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam t%Z) ^ 2)) + (2 * (rho ^ 2)))) 1%Z T%Z)) + (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve (T + 1)%Z k%Z)) ^ 2) + ((vo (T + 1)%Z k%Z) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve 1%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (T + 1)%Z k%Z)) ^ 2)) + ((vo 1%Z k%Z) ^ 2) + ((-1) * ((vo (T + 1)%Z k%Z) ^ 2)))) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f41 k c0 c1) as H0.
  pose proof (f50 T s_T k mu s_mu u ve vo) as H1.
  pose proof (f57 k mu s_mu u c0 c1) as H2.
  pose proof (f61 T s_T k mu s_mu u ve vo) as H3.
  pose proof (f104 k mu s_mu rho s_rho lam c0 c1) as H4.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) (Rplus_le_compat _ _ _ _ (eq_le _ _ H2) (Rplus_le_compat _ _ _ _ H3 H4))))).
  {
  assert (E63 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) = (((-1) * P * (u k%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z k%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z k%Z)) 1%Z T%Z)) + ((-1) * (u k%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((u k%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z k%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z k%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z k%Z))); ((u k%Z), fun ix0 : Z => (q_pr ix0%Z k%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z k%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z k%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z) * (z ix0%Z k%Z))); (((-1) * P * (u k%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u k%Z)), fun ix0 : Z => ((q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x62_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E65 : (Zsum (fun i : Z => (((((-1) * (u k%Z)) + (ve i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (i + 1)%Z k%Z)) ^ 2)) + ((vo i%Z k%Z) ^ 2) + ((-1) * ((vo (i + 1)%Z k%Z) ^ 2)))) 1%Z T%Z) = (((-1) * 2 * (u k%Z) * (Zsum (fun ix0 : Z => (ve ix0%Z k%Z)) 1%Z T%Z)) + (2 * (u k%Z) * (Zsum (fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * (u k%Z)) + (ve i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (i + 1)%Z k%Z)) ^ 2)) + ((vo i%Z k%Z) ^ 2) + ((-1) * ((vo (i + 1)%Z k%Z) ^ 2)))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * 2 * (u k%Z)), fun ix0 : Z => (ve ix0%Z k%Z)); ((2 * (u k%Z)), fun ix0 : Z => (ve (ix0 + 1)%Z k%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x64_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E67 : (Zsum (fun t : Z => (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = (((P ^ 2) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * 2 * P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))) 1%Z T%Z)) + (2 * P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((IZR T%Z) * (rho ^ 2)) + ((-1) * 2 * rho * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + ((-1) * 2 * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = linsum [((rho ^ 2), fun ix0 : Z => 1); (((P ^ 2) + 1), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (1, fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))); (((-1) * 2 * rho), fun ix0 : Z => (lam ix0%Z)); ((-2), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))); (((-1) * 2 * P), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))); ((2 * P), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x66_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E63; clear E63.
  try rewrite E65; clear E65.
  try rewrite E67; clear E67.
  leaf.
  }
  {
  assert (E69 : (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z) = (((1 / 2) * (P ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * P * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))) 1%Z T%Z)) + (P * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((1 / 2) * (IZR T%Z) * mu * (rho ^ 2)) + ((-1) * mu * rho * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + ((-1) * mu * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (/ mu) * (u k%Z) * (Zsum (fun ix0 : Z => (ve ix0%Z k%Z)) 1%Z T%Z)) + ((/ mu) * (u k%Z) * (Zsum (fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z) = linsum [(((1 / 2) * mu * (rho ^ 2)), fun ix0 : Z => 1); ((((1 / 2) * (P ^ 2) * mu) + ((1 / 2) * mu)), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((1 / 2) * mu), fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)); (((1 / 2) * (/ mu)), fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)); (((1 / 2) * (/ mu)), fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)); (((/ mu) * (u k%Z)), fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)); (((1 / 2) * mu), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))); (((-1) * mu * rho), fun ix0 : Z => (lam ix0%Z)); (((-1) * mu), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))); (((-1) * (/ mu) * (u k%Z)), fun ix0 : Z => (ve ix0%Z k%Z)); (((-1) * P * mu), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))); ((P * mu), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x68_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E71 : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam t%Z) ^ 2)) + (2 * (rho ^ 2)))) 1%Z T%Z) = ((2 * (Q ^ 2) * (IZR T%Z)) + (2 * (IZR T%Z) * (rho ^ 2)) + (2 * (beta ^ 2) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam t%Z) ^ 2)) + (2 * (rho ^ 2)))) 1%Z T%Z) = linsum [(((2 * (Q ^ 2)) + (2 * (rho ^ 2))), fun ix0 : Z => 1); ((2 * (beta ^ 2)), fun ix0 : Z => ((lam ix0%Z) ^ 2))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x70_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E69; clear E69.
  try rewrite E71; clear E71.
  leaf.
  }
Qed.
(* restate *)
Lemma f106 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) <= (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f105 k c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E73 : (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z) = (((1 / 2) * (P ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * P * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))) 1%Z T%Z)) + (P * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((1 / 2) * (IZR T%Z) * mu * (rho ^ 2)) + ((-1) * mu * rho * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + ((-1) * mu * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * mu * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (/ mu) * (u k%Z) * (Zsum (fun ix0 : Z => (ve ix0%Z k%Z)) 1%Z T%Z)) + ((/ mu) * (u k%Z) * (Zsum (fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((1 / 2) * mu * (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) + ((1 / 2) * (/ mu) * (((((-1) * (u k%Z)) + (ve t%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (t + 1)%Z k%Z)) ^ 2)) + ((vo t%Z k%Z) ^ 2) + ((-1) * ((vo (t + 1)%Z k%Z) ^ 2)))))) 1%Z T%Z) = linsum [(((1 / 2) * mu * (rho ^ 2)), fun ix0 : Z => 1); ((((1 / 2) * (P ^ 2) * mu) + ((1 / 2) * mu)), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((1 / 2) * mu), fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)); (((1 / 2) * (/ mu)), fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)); (((1 / 2) * (/ mu)), fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)); (((/ mu) * (u k%Z)), fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)); (((1 / 2) * mu), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))); (((-1) * mu * rho), fun ix0 : Z => (lam ix0%Z)); (((-1) * mu), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))); (((-1) * (/ mu) * (u k%Z)), fun ix0 : Z => (ve ix0%Z k%Z)); (((-1) * P * mu), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))); ((P * mu), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x72_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E75 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) = (((-1) * P * (u k%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z k%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z k%Z)) 1%Z T%Z)) + ((-1) * (u k%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((u k%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z k%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z k%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z k%Z))); ((u k%Z), fun ix0 : Z => (q_pr ix0%Z k%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z k%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z k%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z k%Z) * (ve ix0%Z k%Z) * (z ix0%Z k%Z))); (((-1) * P * (u k%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u k%Z)), fun ix0 : Z => ((q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x74_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E77 : (Zsum (fun i : Z => (((((-1) * (u k%Z)) + (ve i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (i + 1)%Z k%Z)) ^ 2)) + ((vo i%Z k%Z) ^ 2) + ((-1) * ((vo (i + 1)%Z k%Z) ^ 2)))) 1%Z T%Z) = (((-1) * 2 * (u k%Z) * (Zsum (fun ix0 : Z => (ve ix0%Z k%Z)) 1%Z T%Z)) + (2 * (u k%Z) * (Zsum (fun ix0 : Z => (ve (ix0 + 1)%Z k%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * (u k%Z)) + (ve i%Z k%Z)) ^ 2) + ((-1) * ((((-1) * (u k%Z)) + (ve (i + 1)%Z k%Z)) ^ 2)) + ((vo i%Z k%Z) ^ 2) + ((-1) * ((vo (i + 1)%Z k%Z) ^ 2)))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((ve ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => ((vo ix0%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((ve (ix0 + 1)%Z k%Z) ^ 2)); ((-1), fun ix0 : Z => ((vo (ix0 + 1)%Z k%Z) ^ 2)); (((-1) * 2 * (u k%Z)), fun ix0 : Z => (ve ix0%Z k%Z)); ((2 * (u k%Z)), fun ix0 : Z => (ve (ix0 + 1)%Z k%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x76_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E79 : (Zsum (fun t : Z => (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = (((P ^ 2) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * 2 * P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))) 1%Z T%Z)) + (2 * P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z))) 1%Z T%Z)) + ((IZR T%Z) * (rho ^ 2)) + ((-1) * 2 * rho * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + ((-1) * 2 * (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((rho + ((-1) * (lam t%Z))) ^ 2) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) ^ 2))) 1%Z T%Z) = linsum [((rho ^ 2), fun ix0 : Z => 1); (((P ^ 2) + 1), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (1, fun ix0 : Z => ((q_pr ix0%Z k%Z) ^ 2)); (1, fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * ((z ix0%Z k%Z) ^ 2))); (((-1) * 2 * rho), fun ix0 : Z => (lam ix0%Z)); ((-2), fun ix0 : Z => (((q_pr ix0%Z k%Z) ^ 2) * (z ix0%Z k%Z))); (((-1) * 2 * P), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z))); ((2 * P), fun ix0 : Z => ((lam ix0%Z) * (q_pr ix0%Z k%Z) * (z ix0%Z k%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x78_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E81 : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam t%Z) ^ 2)) + (2 * (rho ^ 2)))) 1%Z T%Z) = ((2 * (Q ^ 2) * (IZR T%Z)) + (2 * (IZR T%Z) * (rho ^ 2)) + (2 * (beta ^ 2) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((2 * (Q ^ 2)) + (2 * (beta ^ 2) * ((lam t%Z) ^ 2)) + (2 * (rho ^ 2)))) 1%Z T%Z) = linsum [(((2 * (Q ^ 2)) + (2 * (rho ^ 2))), fun ix0 : Z => 1); ((2 * (beta ^ 2)), fun ix0 : Z => ((lam ix0%Z) ^ 2))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x80_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E73; clear E73.
  try rewrite E75; clear E75.
  try rewrite E77; clear E77.
  try rewrite E79; clear E79.
  try rewrite E81; clear E81.
  leaf.
  }
Qed.
(* sum_over *)
Lemma f107 :
  (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) <= (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  assert (HS : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) <= (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z)).
  {
  apply Zsum_le; [cond|intros y82_ ?H; cbv beta].
  exact (f106 y82_ ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f108 :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (f107) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E86 : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z) * (Zsum (fun ix1 : Z => (u ix1%Z)) 1%Z K%Z)) + (P * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))) 1%Z K%Z)) + (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))) 1%Z K%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (P, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)); ((-1), fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)), fun ix1 : Z => (u ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x83_; cbn [lin]].
  assert (E85 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x83_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x83_%Z))) * (q_pr t%Z x83_%Z))) * ((u x83_%Z) + ((-1) * (ve t%Z x83_%Z)))))) 1%Z T%Z) = (((-1) * P * (u x83_%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x83_%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z x83_%Z)) 1%Z T%Z)) + ((-1) * (u x83_%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (z ix0%Z x83_%Z))) 1%Z T%Z)) + ((u x83_%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z x83_%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x83_%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (ve ix0%Z x83_%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (ve ix0%Z x83_%Z) * (z ix0%Z x83_%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x83_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x83_%Z))) * (q_pr t%Z x83_%Z))) * ((u x83_%Z) + ((-1) * (ve t%Z x83_%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x83_%Z))); ((u x83_%Z), fun ix0 : Z => (q_pr ix0%Z x83_%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z x83_%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (ve ix0%Z x83_%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x83_%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (ve ix0%Z x83_%Z) * (z ix0%Z x83_%Z))); (((-1) * P * (u x83_%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u x83_%Z)), fun ix0 : Z => ((q_pr ix0%Z x83_%Z) * (z ix0%Z x83_%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x84_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E85; clear E85.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E86; clear E86.
  leaf.
  }
  {
  assert (E88 : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = (((IZR K%Z) * (Q ^ 2) * (IZR T%Z) * mu) + ((IZR K%Z) * (IZR T%Z) * mu * (rho ^ 2)) + ((IZR K%Z) * (beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix1 : Z => ((u ix1%Z) ^ 2)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = linsum [(((1 / 2) * (/ mu)), fun ix1 : Z => ((u ix1%Z) ^ 2)); ((((Q ^ 2) * (IZR T%Z) * mu) + ((IZR T%Z) * mu * (rho ^ 2)) + ((beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z))), fun ix1 : Z => 1)] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x87_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E88; clear E88.
  leaf.
  }
Qed.
(* swap *)
Lemma f109 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (P_q : R) (s_P_q : 0 < P_q) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) 1%Z T_q%Z) = (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z T_q%Z)) 1%Z K_q%Z).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (Zsum_swap (fun k t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z 1%Z T_q%Z) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f110 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (P_q : R) (s_P_q : 0 < P_q) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) 1%Z T_q%Z) = (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z T_q%Z)) 1%Z K_q%Z).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f109 K_q s_K_q P_q s_P_q T_q s_T_q rho_q s_rho_q lam_q q_pr_q u_q ve_q vo_q z_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f111 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (P_q : R) (s_P_q : 0 < P_q) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (vo_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((/ (IZR K_q%Z)) * (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) 1%Z T_q%Z)) = ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z T_q%Z)) 1%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f110 K_q s_K_q P_q s_P_q T_q s_T_q rho_q s_rho_q lam_q q_pr_q u_q ve_q vo_q z_q) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  assert (E92 : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) 1%Z T_q%Z) = ((P_q * (Zsum (fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z))) 1%Z T_q%Z)) + ((-1) * P_q * (Zsum (fun ix1 : Z => (lam_q ix1%Z)) 1%Z T_q%Z) * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + ((-1) * rho_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo_q ix1%Z ix0%Z)) 1%Z K_q%Z)) 1%Z T_q%Z)) + (Zsum (fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (vo_q ix1%Z ix0%Z)) 1%Z K_q%Z))) 1%Z T_q%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) 1%Z T_q%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)); ((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (1, fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (vo_q ix1%Z ix0%Z)) 1%Z K_q%Z))); (((-1) * rho_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo_q ix1%Z ix0%Z)) 1%Z K_q%Z)); (P_q, fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z))); (((-1) * P_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)), fun ix1 : Z => (lam_q ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x89_; cbn [lin]].
  assert (E91 : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q x89_%Z))) * (vo_q x89_%Z k%Z)) + ((((-1) * P_q * (lam_q x89_%Z)) + ((1 + ((-1) * (z_q x89_%Z k%Z))) * (q_pr_q x89_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x89_%Z k%Z)))))) 1%Z K_q%Z) = (((-1) * P_q * (lam_q x89_%Z) * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (P_q * (lam_q x89_%Z) * (Zsum (fun ix0 : Z => (ve_q x89_%Z ix0%Z)) 1%Z K_q%Z)) + ((-1) * rho_q * (Zsum (fun ix0 : Z => (vo_q x89_%Z ix0%Z)) 1%Z K_q%Z)) + ((lam_q x89_%Z) * (Zsum (fun ix0 : Z => (vo_q x89_%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (ve_q x89_%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (u_q ix0%Z) * (z_q x89_%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (ve_q x89_%Z ix0%Z) * (z_q x89_%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q x89_%Z))) * (vo_q x89_%Z k%Z)) + ((((-1) * P_q * (lam_q x89_%Z)) + ((1 + ((-1) * (z_q x89_%Z k%Z))) * (q_pr_q x89_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x89_%Z k%Z)))))) 1%Z K_q%Z) = linsum [((((-1) * rho_q) + (lam_q x89_%Z)), fun ix0 : Z => (vo_q x89_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (u_q ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (ve_q x89_%Z ix0%Z))); ((P_q * (lam_q x89_%Z)), fun ix0 : Z => (ve_q x89_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (ve_q x89_%Z ix0%Z) * (z_q x89_%Z ix0%Z))); (((-1) * P_q * (lam_q x89_%Z)), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x89_%Z ix0%Z) * (u_q ix0%Z) * (z_q x89_%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x90_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E91; clear E91.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E92; clear E92.
  leaf.
  }
  {
  assert (E96 : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z T_q%Z)) 1%Z K_q%Z) = (((-1) * P_q * (Zsum (fun ix0 : Z => (lam_q ix0%Z)) 1%Z T_q%Z) * (Zsum (fun ix1 : Z => (u_q ix1%Z)) 1%Z K_q%Z)) + (P_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (ve_q ix0%Z ix1%Z))) 1%Z T_q%Z)) 1%Z K_q%Z)) + ((-1) * rho_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo_q ix0%Z ix1%Z)) 1%Z T_q%Z)) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix1 : Z => ((u_q ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (z_q ix0%Z ix1%Z))) 1%Z T_q%Z))) 1%Z K_q%Z)) + (Zsum (fun ix1 : Z => ((u_q ix1%Z) * (Zsum (fun ix0 : Z => (q_pr_q ix0%Z ix1%Z)) 1%Z T_q%Z))) 1%Z K_q%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (vo_q ix0%Z ix1%Z))) 1%Z T_q%Z)) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (ve_q ix0%Z ix1%Z))) 1%Z T_q%Z)) 1%Z K_q%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (ve_q ix0%Z ix1%Z) * (z_q ix0%Z ix1%Z))) 1%Z T_q%Z)) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z k%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z T_q%Z)) 1%Z K_q%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (ve_q ix0%Z ix1%Z))) 1%Z T_q%Z)); (P_q, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (ve_q ix0%Z ix1%Z))) 1%Z T_q%Z)); (1, fun ix1 : Z => ((u_q ix1%Z) * (Zsum (fun ix0 : Z => (q_pr_q ix0%Z ix1%Z)) 1%Z T_q%Z))); (((-1) * rho_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo_q ix0%Z ix1%Z)) 1%Z T_q%Z)); ((-1), fun ix1 : Z => ((u_q ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (z_q ix0%Z ix1%Z))) 1%Z T_q%Z))); (((-1) * P_q * (Zsum (fun ix0 : Z => (lam_q ix0%Z)) 1%Z T_q%Z)), fun ix1 : Z => (u_q ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (vo_q ix0%Z ix1%Z))) 1%Z T_q%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z ix1%Z) * (ve_q ix0%Z ix1%Z) * (z_q ix0%Z ix1%Z))) 1%Z T_q%Z))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x93_; cbn [lin]].
  assert (E95 : (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z x93_%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z x93_%Z))) * (q_pr_q t%Z x93_%Z))) * ((u_q x93_%Z) + ((-1) * (ve_q t%Z x93_%Z)))))) 1%Z T_q%Z) = (((-1) * P_q * (u_q x93_%Z) * (Zsum (fun ix0 : Z => (lam_q ix0%Z)) 1%Z T_q%Z)) + (P_q * (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (ve_q ix0%Z x93_%Z))) 1%Z T_q%Z)) + ((-1) * rho_q * (Zsum (fun ix0 : Z => (vo_q ix0%Z x93_%Z)) 1%Z T_q%Z)) + ((-1) * (u_q x93_%Z) * (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (z_q ix0%Z x93_%Z))) 1%Z T_q%Z)) + ((u_q x93_%Z) * (Zsum (fun ix0 : Z => (q_pr_q ix0%Z x93_%Z)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((lam_q ix0%Z) * (vo_q ix0%Z x93_%Z))) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (ve_q ix0%Z x93_%Z))) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (ve_q ix0%Z x93_%Z) * (z_q ix0%Z x93_%Z))) 1%Z T_q%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo_q t%Z x93_%Z)) + ((((-1) * P_q * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z x93_%Z))) * (q_pr_q t%Z x93_%Z))) * ((u_q x93_%Z) + ((-1) * (ve_q t%Z x93_%Z)))))) 1%Z T_q%Z) = linsum [(1, fun ix0 : Z => ((lam_q ix0%Z) * (vo_q ix0%Z x93_%Z))); ((u_q x93_%Z), fun ix0 : Z => (q_pr_q ix0%Z x93_%Z)); (((-1) * rho_q), fun ix0 : Z => (vo_q ix0%Z x93_%Z)); ((-1), fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (ve_q ix0%Z x93_%Z))); (P_q, fun ix0 : Z => ((lam_q ix0%Z) * (ve_q ix0%Z x93_%Z))); (1, fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (ve_q ix0%Z x93_%Z) * (z_q ix0%Z x93_%Z))); (((-1) * P_q * (u_q x93_%Z)), fun ix0 : Z => (lam_q ix0%Z)); (((-1) * (u_q x93_%Z)), fun ix0 : Z => ((q_pr_q ix0%Z x93_%Z) * (z_q ix0%Z x93_%Z)))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x94_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E95; clear E95.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E96; clear E96.
  leaf.
  }
Qed.
(* scale *)
Lemma f112 (k : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (((u k%Z) + 1) * (u k%Z)) = ((u k%Z) + 1).
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f0 k c0 c1) as H.
  apply (scale_eq _ _ ((u k%Z) + 1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f113 (k : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (((u k%Z) + 1) * (u k%Z)) = ((u k%Z) + 1).
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f112 k c0 c1) as H0.
  apply (eq_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f114 (k : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((u k%Z) ^ 2) = 1.
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f113 k c0 c1) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* sum_over *)
Lemma f115 :
  (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z m%Z) = (Zsum (fun k : Z => 1) 1%Z m%Z).
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  assert (HS : (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z m%Z) = (Zsum (fun k : Z => 1) 1%Z m%Z)).
  {
  apply Zsum_ext; [cond|intros y97_ ?H; cbv beta].
  exact (f114 y97_ ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f116 (K_q : Z) (s_K_q : (1 <= K_q)%Z) :
  ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z m%Z)) = ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => 1) 1%Z m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f115) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  assert (E99 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x98_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E99; clear E99.
  leaf.
  }
Qed.
(* scale *)
Lemma f117 :
  ((((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + (u (m + 1)%Z)) * (u (m + 1)%Z)) = ((((IZR K%Z) * tau) + ((-1) * (IZR m%Z))) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + (u (m + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f3) as H.
  apply (scale_eq _ _ (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + (u (m + 1)%Z)) _ _ H).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f118 :
  ((IZR K%Z) * tau) <= ((IZR m%Z) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  exact (A19).
Qed.
(* nonnegative *)
Lemma f119 :
  0 <= 1.
Proof.
  first [cond].
Qed.
(* add *)
Lemma f120 :
  (IZR m%Z) <= (((IZR K%Z) * tau) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f19) as H0.
  pose proof (f119) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f121 :
  0 <= (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f120) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f122 :
  ((IZR K%Z) * tau * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1)) <= (((IZR m%Z) + 1) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f118) as H.
  assert (HK : 0 <= (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1)).
  {
  pose proof (f121) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f123 :
  (((IZR K%Z) * tau * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1)) + ((((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + (u (m + 1)%Z)) * (u (m + 1)%Z))) <= ((((IZR m%Z) + 1) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + 1)) + ((((IZR K%Z) * tau) + ((-1) * (IZR m%Z))) * (((IZR K%Z) * tau) + ((-1) * (IZR m%Z)) + (u (m + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f117) as H0.
  pose proof (f122) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f124 :
  ((u (m + 1)%Z) ^ 2) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f123) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f125 :
  ((/ (IZR K%Z)) * ((u (m + 1)%Z) ^ 2)) <= (/ (IZR K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f124) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f126 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  ((u k%Z) ^ 2) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f5 k c0 c1) as H.
  apply (scale_eq _ _ (u k%Z) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f127 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  ((u k%Z) ^ 2) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f126 k c0 c1) as H0.
  apply (eq_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f128 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  ((u k%Z) ^ 2) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f127 k c0 c1) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  reflexivity.
  }
Qed.
(* sum_over *)
Lemma f129 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun k : Z => ((u k%Z) ^ 2)) (m + 2)%Z K%Z) = (Zsum (fun k : Z => 0) (m + 2)%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  assert (HS : (Zsum (fun k : Z => ((u k%Z) ^ 2)) (m + 2)%Z K%Z) = (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)).
  {
  apply Zsum_ext; [cond|intros y100_ ?H; cbv beta].
  exact (f128 y100_ ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f130 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) (m + 2)%Z K%Z)) = ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f129 c0) as H.
  apply (scale_eq _ _ (/ (IZR K%Z)) _ _ H).
  {
  leaf.
  }
  {
  assert (E102 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x101_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E102; clear E102.
  leaf.
  }
Qed.
(* split *)
Lemma f131 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z K_q%Z) = ((Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z m_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z m_q%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* split *)
Lemma f132 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z K_q%Z) = ((Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E103 : (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z) = ((u_q (m_q + 1)%Z) ^ 2)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  assert (E105 : (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) ((m_q + 1) + 1)%Z K_q%Z) = (Zsum (fun ix0 : Z => ((u_q ix0%Z) ^ 2)) (m_q + 2)%Z K_q%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) ((m_q + 1) + 1)%Z K_q%Z) = linsum [(1, fun ix0 : Z => ((u_q ix0%Z) ^ 2))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x104_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E103; clear E103.
  try rewrite E105; clear E105.
  leaf.
  }
Qed.
(* add *)
Lemma f133 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  ((Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z K_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z K_q%Z)) = ((Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z m_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z K_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f131 K_q s_K_q m_q s_m_q u_q) as H0.
  pose proof (f132 K_q s_K_q m_q s_m_q u_q) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  reflexivity.
  }
  {
  assert (E106 : (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z) = ((u_q (m_q + 1)%Z) ^ 2)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E106; clear E106.
  leaf.
  }
Qed.
(* restate *)
Lemma f134 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z K_q%Z) = (((u_q (m_q + 1)%Z) ^ 2) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z m_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f133 K_q s_K_q m_q s_m_q u_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E107 : (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 1)%Z (m_q + 1)%Z) = ((u_q (m_q + 1)%Z) ^ 2)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E107; clear E107.
  leaf.
  }
Qed.
(* scale *)
Lemma f135 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (u_q : Z -> R) :
  ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z K_q%Z)) = ((/ (IZR K_q%Z)) * (((u_q (m_q + 1)%Z) ^ 2) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) 1%Z m_q%Z) + (Zsum (fun k : Z => ((u_q k%Z) ^ 2)) (m_q + 2)%Z K_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f134 K_q s_K_q m_q s_m_q u_q) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* nonnegative *)
Lemma f136 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (K_q + ((-1) * m_q) + (-1)))%Z) :
  0 <= ((IZR K_q%Z) + ((-1) * (IZR m_q%Z)) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f137 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (K_q + ((-1) * m_q) + (-1)))%Z) :
  0 <= ((/ (IZR K_q%Z)) * ((IZR K_q%Z) + ((-1) * (IZR m_q%Z)) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f136 K_q s_K_q m_q s_m_q c0) as H.
  assert (HK : 0 <= (/ (IZR K_q%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K_q%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f138 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (((/ (IZR K%Z)) * ((u (m + 1)%Z) ^ 2)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) (m + 2)%Z K%Z))) <= (((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR m%Z)) + (-1))) + ((/ (IZR K%Z)) * (((u (m + 1)%Z) ^ 2) + (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z m%Z) + (Zsum (fun k : Z => ((u k%Z) ^ 2)) (m + 2)%Z K%Z))) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 1) 1%Z m%Z)) + (/ (IZR K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f116 K s_K) as H0.
  pose proof (f125) as H1.
  pose proof (f130 c0) as H2.
  pose proof (f135 K s_K m s_m u) as H3.
  pose proof (f137 K s_K m s_m c0) as H4.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ (eq_le _ _ H2) (Rplus_le_compat _ _ _ _ (eq_le _ _ H3) H4))))).
  {
  leaf.
  }
  {
  assert (E109 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x108_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E111 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x110_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E109; clear E109.
  try rewrite E111; clear E111.
  leaf.
  }
Qed.
(* restate *)
Lemma f139 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z K%Z)) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f138 c0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E113 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x112_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E115 : (Zsum (fun k : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun k : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x114_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E113; clear E113.
  try rewrite E115; clear E115.
  leaf.
  }
Qed.
(* scale *)
Lemma f140 (mu_q : R) (s_mu_q : 0 < mu_q) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((1 / 2) * (/ (IZR K%Z)) * (/ mu_q) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z K%Z)) <= ((1 / 2) * (/ mu_q)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f139 c0) as H.
  assert (HK : 0 <= ((1 / 2) * (/ mu_q))).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * (/ mu_q)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f141 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (((/ (IZR K%Z)) * (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z)) + ((1 / 2) * (/ (IZR K%Z)) * (/ mu) * (Zsum (fun k : Z => ((u k%Z) ^ 2)) 1%Z K%Z))) <= (((1 / 2) * (/ mu)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f108) as H0.
  pose proof (f111 K s_K P s_P T s_T rho s_rho lam q_pr u ve vo z) as H1.
  pose proof (f140 mu s_mu c0) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) H2))).
  {
  assert (E119 : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) 1%Z T%Z) = ((P * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * P * (Zsum (fun ix1 : Z => (lam ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) 1%Z T%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); ((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (P, fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x116_; cbn [lin]].
  assert (E118 : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x116_%Z))) * (vo x116_%Z k%Z)) + ((((-1) * P * (lam x116_%Z)) + ((1 + ((-1) * (z x116_%Z k%Z))) * (q_pr x116_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x116_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam x116_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam x116_%Z) * (Zsum (fun ix0 : Z => (ve x116_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo x116_%Z ix0%Z)) 1%Z K%Z)) + ((lam x116_%Z) * (Zsum (fun ix0 : Z => (vo x116_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (ve x116_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (u ix0%Z) * (z x116_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (ve x116_%Z ix0%Z) * (z x116_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x116_%Z))) * (vo x116_%Z k%Z)) + ((((-1) * P * (lam x116_%Z)) + ((1 + ((-1) * (z x116_%Z k%Z))) * (q_pr x116_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x116_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho) + (lam x116_%Z)), fun ix0 : Z => (vo x116_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (ve x116_%Z ix0%Z))); ((P * (lam x116_%Z)), fun ix0 : Z => (ve x116_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (ve x116_%Z ix0%Z) * (z x116_%Z ix0%Z))); (((-1) * P * (lam x116_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x116_%Z ix0%Z) * (u ix0%Z) * (z x116_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x117_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E118; clear E118.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E123 : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z) * (Zsum (fun ix1 : Z => (u ix1%Z)) 1%Z K%Z)) + (P * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))) 1%Z K%Z)) + (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))) 1%Z K%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (P, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)); ((-1), fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)), fun ix1 : Z => (u ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x120_; cbn [lin]].
  assert (E122 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x120_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x120_%Z))) * (q_pr t%Z x120_%Z))) * ((u x120_%Z) + ((-1) * (ve t%Z x120_%Z)))))) 1%Z T%Z) = (((-1) * P * (u x120_%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x120_%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z x120_%Z)) 1%Z T%Z)) + ((-1) * (u x120_%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (z ix0%Z x120_%Z))) 1%Z T%Z)) + ((u x120_%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z x120_%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x120_%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (ve ix0%Z x120_%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (ve ix0%Z x120_%Z) * (z ix0%Z x120_%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x120_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x120_%Z))) * (q_pr t%Z x120_%Z))) * ((u x120_%Z) + ((-1) * (ve t%Z x120_%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x120_%Z))); ((u x120_%Z), fun ix0 : Z => (q_pr ix0%Z x120_%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z x120_%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (ve ix0%Z x120_%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x120_%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (ve ix0%Z x120_%Z) * (z ix0%Z x120_%Z))); (((-1) * P * (u x120_%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u x120_%Z)), fun ix0 : Z => ((q_pr ix0%Z x120_%Z) * (z ix0%Z x120_%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x121_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E122; clear E122.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E119; clear E119.
  try rewrite E123; clear E123.
  leaf.
  }
  {
  assert (E127 : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z) * (Zsum (fun ix1 : Z => (u ix1%Z)) 1%Z K%Z)) + (P * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))) 1%Z K%Z)) + (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))) 1%Z K%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (P, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)); ((-1), fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)), fun ix1 : Z => (u ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x124_; cbn [lin]].
  assert (E126 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x124_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x124_%Z))) * (q_pr t%Z x124_%Z))) * ((u x124_%Z) + ((-1) * (ve t%Z x124_%Z)))))) 1%Z T%Z) = (((-1) * P * (u x124_%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x124_%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z x124_%Z)) 1%Z T%Z)) + ((-1) * (u x124_%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (z ix0%Z x124_%Z))) 1%Z T%Z)) + ((u x124_%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z x124_%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x124_%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (ve ix0%Z x124_%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (ve ix0%Z x124_%Z) * (z ix0%Z x124_%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x124_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x124_%Z))) * (q_pr t%Z x124_%Z))) * ((u x124_%Z) + ((-1) * (ve t%Z x124_%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x124_%Z))); ((u x124_%Z), fun ix0 : Z => (q_pr ix0%Z x124_%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z x124_%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (ve ix0%Z x124_%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x124_%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (ve ix0%Z x124_%Z) * (z ix0%Z x124_%Z))); (((-1) * P * (u x124_%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u x124_%Z)), fun ix0 : Z => ((q_pr ix0%Z x124_%Z) * (z ix0%Z x124_%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x125_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E126; clear E126.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E129 : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = (((IZR K%Z) * (Q ^ 2) * (IZR T%Z) * mu) + ((IZR K%Z) * (IZR T%Z) * mu * (rho ^ 2)) + ((IZR K%Z) * (beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix1 : Z => ((u ix1%Z) ^ 2)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = linsum [(((1 / 2) * (/ mu)), fun ix1 : Z => ((u ix1%Z) ^ 2)); ((((Q ^ 2) * (IZR T%Z) * mu) + ((IZR T%Z) * mu * (rho ^ 2)) + ((beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z))), fun ix1 : Z => 1)] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x128_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E127; clear E127.
  try rewrite E129; clear E129.
  leaf.
  }
Qed.
(* regret of the learners: restate *)
Lemma f142 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) <= (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f141 c0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E133 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (((/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => (lam ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (((/ (IZR K%Z)) * P), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam ix1%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x130_; cbn [lin]].
  assert (E132 : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x130_%Z))) * (vo x130_%Z k%Z)) + ((((-1) * P * (lam x130_%Z)) + ((1 + ((-1) * (z x130_%Z k%Z))) * (q_pr x130_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x130_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam x130_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam x130_%Z) * (Zsum (fun ix0 : Z => (ve x130_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo x130_%Z ix0%Z)) 1%Z K%Z)) + ((lam x130_%Z) * (Zsum (fun ix0 : Z => (vo x130_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (ve x130_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (u ix0%Z) * (z x130_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (ve x130_%Z ix0%Z) * (z x130_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x130_%Z))) * (vo x130_%Z k%Z)) + ((((-1) * P * (lam x130_%Z)) + ((1 + ((-1) * (z x130_%Z k%Z))) * (q_pr x130_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x130_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho) + (lam x130_%Z)), fun ix0 : Z => (vo x130_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (ve x130_%Z ix0%Z))); ((P * (lam x130_%Z)), fun ix0 : Z => (ve x130_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (ve x130_%Z ix0%Z) * (z x130_%Z ix0%Z))); (((-1) * P * (lam x130_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x130_%Z ix0%Z) * (u ix0%Z) * (z x130_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x131_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E132; clear E132.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E137 : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z) * (Zsum (fun ix1 : Z => (u ix1%Z)) 1%Z K%Z)) + (P * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)) 1%Z K%Z)) + ((-1) * (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))) 1%Z K%Z)) + (Zsum (fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))) 1%Z K%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z)) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z T%Z)) 1%Z K%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (P, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z ix1%Z)) 1%Z T%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix0%Z ix1%Z)) 1%Z T%Z)); ((-1), fun ix1 : Z => ((u ix1%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)), fun ix1 : Z => (u ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z ix1%Z))) 1%Z T%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix0%Z ix1%Z) * (ve ix0%Z ix1%Z) * (z ix0%Z ix1%Z))) 1%Z T%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x134_; cbn [lin]].
  assert (E136 : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x134_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x134_%Z))) * (q_pr t%Z x134_%Z))) * ((u x134_%Z) + ((-1) * (ve t%Z x134_%Z)))))) 1%Z T%Z) = (((-1) * P * (u x134_%Z) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (P * (Zsum (fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x134_%Z))) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo ix0%Z x134_%Z)) 1%Z T%Z)) + ((-1) * (u x134_%Z) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (z ix0%Z x134_%Z))) 1%Z T%Z)) + ((u x134_%Z) * (Zsum (fun ix0 : Z => (q_pr ix0%Z x134_%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x134_%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (ve ix0%Z x134_%Z))) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (ve ix0%Z x134_%Z) * (z ix0%Z x134_%Z))) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z x134_%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z x134_%Z))) * (q_pr t%Z x134_%Z))) * ((u x134_%Z) + ((-1) * (ve t%Z x134_%Z)))))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) * (vo ix0%Z x134_%Z))); ((u x134_%Z), fun ix0 : Z => (q_pr ix0%Z x134_%Z)); (((-1) * rho), fun ix0 : Z => (vo ix0%Z x134_%Z)); ((-1), fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (ve ix0%Z x134_%Z))); (P, fun ix0 : Z => ((lam ix0%Z) * (ve ix0%Z x134_%Z))); (1, fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (ve ix0%Z x134_%Z) * (z ix0%Z x134_%Z))); (((-1) * P * (u x134_%Z)), fun ix0 : Z => (lam ix0%Z)); (((-1) * (u x134_%Z)), fun ix0 : Z => ((q_pr ix0%Z x134_%Z) * (z ix0%Z x134_%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x135_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E136; clear E136.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E141 : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) 1%Z T%Z) = ((P * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * P * (Zsum (fun ix1 : Z => (lam ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z)) 1%Z T%Z) = linsum [((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); ((-1), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (P, fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam ix1%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x138_; cbn [lin]].
  assert (E140 : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x138_%Z))) * (vo x138_%Z k%Z)) + ((((-1) * P * (lam x138_%Z)) + ((1 + ((-1) * (z x138_%Z k%Z))) * (q_pr x138_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x138_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam x138_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam x138_%Z) * (Zsum (fun ix0 : Z => (ve x138_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo x138_%Z ix0%Z)) 1%Z K%Z)) + ((lam x138_%Z) * (Zsum (fun ix0 : Z => (vo x138_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (ve x138_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (u ix0%Z) * (z x138_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (ve x138_%Z ix0%Z) * (z x138_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x138_%Z))) * (vo x138_%Z k%Z)) + ((((-1) * P * (lam x138_%Z)) + ((1 + ((-1) * (z x138_%Z k%Z))) * (q_pr x138_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x138_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho) + (lam x138_%Z)), fun ix0 : Z => (vo x138_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (ve x138_%Z ix0%Z))); ((P * (lam x138_%Z)), fun ix0 : Z => (ve x138_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (ve x138_%Z ix0%Z) * (z x138_%Z ix0%Z))); (((-1) * P * (lam x138_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x138_%Z ix0%Z) * (u ix0%Z) * (z x138_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x139_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E140; clear E140.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E143 : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = (((IZR K%Z) * (Q ^ 2) * (IZR T%Z) * mu) + ((IZR K%Z) * (IZR T%Z) * mu * (rho ^ 2)) + ((IZR K%Z) * (beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix1 : Z => ((u ix1%Z) ^ 2)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun k : Z => (((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * ((u k%Z) ^ 2)))) 1%Z K%Z) = linsum [(((1 / 2) * (/ mu)), fun ix1 : Z => ((u ix1%Z) ^ 2)); ((((Q ^ 2) * (IZR T%Z) * mu) + ((IZR T%Z) * mu * (rho ^ 2)) + ((beta ^ 2) * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z))), fun ix1 : Z => 1)] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x142_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E133; clear E133.
  try rewrite E137; clear E137.
  try rewrite E141; clear E141.
  try rewrite E143; clear E143.
  leaf.
  }
Qed.
(* assume *)
Lemma f143 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (f t%Z) = ((rho * (o t%Z)) + ((-1) * (1 + ((-1) * (q t%Z (K + 1)%Z))) * (1 + ((-1) * (z t%Z (K + 1)%Z)))) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A20 t ltac:(cond) ltac:(cond)).
Qed.
(* assume *)
Lemma f144 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q t%Z k%Z) <= ((Q * tau) + ((1 / 2) * Q * w)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A21 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* assume *)
Lemma f145 :
  ((Q * tau) + ((1 / 2) * Q * w)) <= 1.
Proof.
  exact (A22).
Qed.
(* add *)
Lemma f146 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((Q * tau) + ((1 / 2) * Q * w) + (q t%Z k%Z)) <= ((Q * tau) + ((1 / 2) * Q * w) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f144 k t c0 c1 c2 c3) as H0.
  pose proof (f145) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f147 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q t%Z k%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f146 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f148 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q t%Z k%Z)) <= (1 + ((-1) * (z t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f147 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (1 + ((-1) * (z t%Z k%Z)))).
  {
  pose proof (f91 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (1 + ((-1) * (z t%Z k%Z))) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f149 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z (K + 1)%Z))) * (q t%Z (K + 1)%Z)) <= (1 + ((-1) * (z t%Z (K + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f148 (K + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f150 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z (K + 1)%Z))) * (q t%Z (K + 1)%Z)) <= (1 + ((-1) * (z t%Z (K + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f149 t c0 c1).
Qed.
(* add *)
Lemma f151 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (((1 + ((-1) * (z t%Z (K + 1)%Z))) * (q t%Z (K + 1)%Z)) + (f t%Z)) <= ((rho * (o t%Z)) + ((-1) * (1 + ((-1) * (q t%Z (K + 1)%Z))) * (1 + ((-1) * (z t%Z (K + 1)%Z)))) + ((-1) * (z t%Z (K + 1)%Z)) + 2).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f143 t c0 c1) as H0.
  pose proof (f150 t c0 c1) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* utility without the good o: restate *)
Lemma f152 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (f t%Z) <= ((rho * (o t%Z)) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f151 t c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f153 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (ve t%Z k%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A23 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* assume *)
Lemma f154 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Q + ((-1) * Q * (/ w) * (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))))) <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A24 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* instance *)
Lemma f155 (i : Z) (t : Z) (c0 : (0 <= (K + ((-1) * i)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (i + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (ve t%Z i%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f153 i%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f156 (i : Z) (k : Z) (t : Z) (c0 : (0 <= (((-1) * i) + k + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (i + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (ve t%Z i%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f155 i t ltac:(cond) c2 c3 c4).
Qed.
(* sum_over *)
Lemma f157 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  assert (HS : (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z) <= (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)).
  {
  apply Zsum_le; [cond|intros y144_ ?H; cbv beta].
  exact (f156 y144_ k t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f158 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f157 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  assert (E146 : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = ((IZR k%Z) + (-1))).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x145_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E146; clear E146.
  leaf.
  }
Qed.
(* add *)
Lemma f159 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((e_ t%Z k%Z) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z))) <= (((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f158 k t c0 c1 c2 c3) as H0.
  pose proof (f24 k t c0 c1 c2 c3) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f160 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z k%Z) <= ((/ (IZR K%Z)) * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f159 k t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E148 : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = ((IZR k%Z) + (-1))).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z (k + (-1))%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x147_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E148; clear E148.
  leaf.
  }
Qed.
(* under *)
Lemma f161 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z k%Z) <= ((/ (IZR K%Z)) * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f160 k t c0 c1 c2 c3).
Qed.
(* nonnegative *)
Lemma f162 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (((-1) * k) + m_q + 1))%Z) :
  0 <= (((-1) * (IZR k%Z)) + (IZR m_q%Z) + 1).
Proof.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f163 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (((-1) * k) + m_q + 1))%Z) :
  0 <= ((/ (IZR K_q%Z)) * (((-1) * (IZR k%Z)) + (IZR m_q%Z) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f162 k m_q s_m_q c0) as H.
  assert (HK : 0 <= (/ (IZR K_q%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K_q%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f164 :
  ((/ (IZR K%Z)) * (IZR m%Z)) <= tau.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f19) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f165 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((e_ t%Z k%Z) + ((/ (IZR K%Z)) * (IZR m%Z))) <= (tau + ((/ (IZR K%Z)) * ((IZR k%Z) + (-1))) + ((/ (IZR K%Z)) * (((-1) * (IZR k%Z)) + (IZR m%Z) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f161 k t c1 c2 c3 c4) as H0.
  pose proof (f163 K s_K k m s_m c0) as H1.
  pose proof (f164) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 H2))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f166 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * tau) + (e_ t%Z k%Z)) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f165 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f167 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * 2 * tau) + (2 * (e_ t%Z k%Z))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f166 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f168 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * 2 * tau) + (2 * (e_ t%Z k%Z))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f167 k t c0 c1 c2 c3 c4) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f169 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * tau) + (e_ t%Z k%Z)) <= (tau + ((-1) * (e_ t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f168 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* nonnegative *)
Lemma f170 :
  0 <= 0.
Proof.
  first [cond].
Qed.
(* scale *)
Lemma f171 :
  0 <= 0.
Proof.
  pose proof (f170) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f172 :
  0 <= 0.
Proof.
  pose proof (f171) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f173 (k : Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (e__q : Z -> Z -> R) :
  (tau_q + ((-1) * (e__q t%Z k%Z))) <= (tau_q + ((-1) * (e__q t%Z k%Z))).
Proof.
  pose proof (f172) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* between *)
Lemma f174 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (Rabs (tau + ((-1) * (e_ t%Z k%Z)))) <= (tau + ((-1) * (e_ t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f169 k t c0 c1 c2 c3 c4) as Ha.
  pose proof (f173 k t tau s_tau e_) as Hb.
  apply (between_le _ _ _ _ _ Ha Hb).
  {
  leaf.
  }
  {
  leaf.
  }
  {
  assert (E149 : (Rabs (((-1) * tau) + (e_ t%Z k%Z))) = (1 * (Rabs (tau + ((-1) * (e_ t%Z k%Z)))))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E149; clear E149.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q150.
  push_izr; first [ring | (field; nz) | ring [Q150] | (field [Q150]; nz)].
  }
Qed.
(* scale *)
Lemma f175 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (Rabs (tau + ((-1) * (e_ t%Z k%Z))))) <= (((1 / 2) * tau) + ((-1) * (1 / 2) * (e_ t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f174 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= (1 / 2)).
  { first [cond]. }
  apply (scale_le _ _ (1 / 2) _ _ H HK).
  {
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q151.
  push_izr; first [ring | (field; nz) | ring [Q151] | (field [Q151]; nz)].
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f176 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (Rabs (tau + ((-1) * (e_ t%Z k%Z))))) <= (((1 / 2) * tau) + ((-1) * (1 / 2) * (e_ t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f175 k t c0 c1 c2 c3 c4) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f177 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f176 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E154 : (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))) = (((-1) * (1 / 2) * tau) + ((1 / 2) * (e_ t%Z k%Z)) + ((1 / 2) * (Rabs (tau + ((-1) * (e_ t%Z k%Z))))))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E152 : (Rabs (0 - (((-1) * tau) + (e_ t%Z k%Z)))) = (1 * (Rabs (tau + ((-1) * (e_ t%Z k%Z)))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E152; clear E152.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q153.
  push_izr; first [ring | (field; nz) | ring [Q153] | (field [Q153]; nz)].
  }
  try rewrite E154; clear E154.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q155.
  push_izr; first [ring | (field; nz) | ring [Q155] | (field [Q155]; nz)].
  }
Qed.
(* scale *)
Lemma f178 (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (t : Z) (w_q : R) (s_w_q : 0 < w_q) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (Q_q * (/ w_q) * (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z)))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f177 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= (Q_q * (/ w_q))).
  { first [cond]. }
  apply (scale_le _ _ (Q_q * (/ w_q)) _ _ H HK).
  {
  assert (E158 : (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))) = (((-1) * (1 / 2) * tau) + ((1 / 2) * (e_ t%Z k%Z)) + ((1 / 2) * (Rabs (tau + ((-1) * (e_ t%Z k%Z))))))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E156 : (Rabs (0 - (((-1) * tau) + (e_ t%Z k%Z)))) = (1 * (Rabs (tau + ((-1) * (e_ t%Z k%Z)))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E156; clear E156.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q157.
  push_izr; first [ring | (field; nz) | ring [Q157] | (field [Q157]; nz)].
  }
  try rewrite E158; clear E158.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q159.
  push_izr; first [ring | (field; nz) | ring [Q159] | (field [Q159]; nz)].
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f179 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  Q <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f154 k t c1 c2 c3 c4) as H0.
  pose proof (f178 Q s_Q k t w s_w c0 c1 c2 c3 c4) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  assert (E162 : (Rmax 0 (((-1) * tau) + (e_ t%Z k%Z))) = (((-1) * (1 / 2) * tau) + ((1 / 2) * (e_ t%Z k%Z)) + ((1 / 2) * (Rabs (tau + ((-1) * (e_ t%Z k%Z))))))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E160 : (Rabs (0 - (((-1) * tau) + (e_ t%Z k%Z)))) = (1 * (Rabs (tau + ((-1) * (e_ t%Z k%Z)))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E160; clear E160.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q161.
  push_izr; first [ring | (field; nz) | ring [Q161] | (field [Q161]; nz)].
  }
  try rewrite E162; clear E162.
  pose proof (Rabs_sq (tau + ((-1) * (e_ t%Z k%Z)))) as Q163.
  push_izr; first [ring | (field; nz) | ring [Q163] | (field [Q163]; nz)].
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f180 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  Q <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f179 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f181 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  Q <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f180 k t c0 ltac:(cond) c2 c3 c4).
Qed.
(* scale *)
Lemma f182 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  (Q * (1 + ((-1) * (z t%Z k%Z)))) <= ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f181 k t c0 c2 c3 c4 c5) as H.
  assert (HK : 0 <= (1 + ((-1) * (z t%Z k%Z)))).
  {
  pose proof (f91 k t c1 c3 c4 c5) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (1 + ((-1) * (z t%Z k%Z))) _ _ H HK).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f183 (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Q_q * (z t%Z k%Z)) <= ((/ (IZR K%Z)) * Q_q * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f86 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= Q_q).
  { first [cond]. }
  apply (scale_le _ _ Q_q _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f184 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (((-1) * k) + m_q + 1))%Z) :
  0 <= ((/ (IZR K_q%Z)) * Q_q * (((-1) * (IZR k%Z)) + (IZR m_q%Z) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f162 k m_q s_m_q c0) as H.
  assert (HK : 0 <= ((/ (IZR K_q%Z)) * Q_q)).
  { first [cond]. }
  apply (scale_le _ _ ((/ (IZR K_q%Z)) * Q_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f185 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  ((Q * (1 + ((-1) * (z t%Z k%Z)))) + (Q * (z t%Z k%Z)) + a) <= ((Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) + ((/ (IZR K%Z)) * Q * ((IZR k%Z) + (-1))) + ((/ (IZR K%Z)) * Q * (((-1) * (IZR k%Z)) + (IZR m%Z) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f182 k t c0 c1 c2 c3 c4 c5) as H0.
  pose proof (f183 Q s_Q k t c1 c3 c4 c5) as H1.
  pose proof (f184 K s_K Q s_Q k m s_m c0) as H2.
  pose proof (f17) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 (eq_le _ _ H3))))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f186 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  a <= ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f185 k t c0 c1 c2 c3 c4 c5) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f187 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  a <= ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f186 k t c0 ltac:(cond) c1 c2 c3 c4).
Qed.
(* scale *)
Lemma f188 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (ve t%Z k%Z)) <= (((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f153 k t c1 c3 c4 c5) as H.
  assert (HK : 0 <= (((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)))).
  {
  pose proof (f187 k t c0 c2 c3 c4 c5) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f189 (a_q : R) (k : Z) (t : Z) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((a_q + ((-1) * (1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * (u k%Z)) = (a_q + ((-1) * (1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f0 k c0 c1) as H.
  apply (scale_eq _ _ (a_q + ((-1) * (1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f190 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= (ve t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A25 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f191 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  0 <= ((q_pr t%Z k%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f190 k t c0 c2 c3 c4) as H.
  assert (HK : 0 <= (q_pr t%Z k%Z)).
  {
  pose proof (f74 k t c1 c2 c3 c4) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (q_pr t%Z k%Z) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f192 (k : Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  0 <= (tau_q * (q_pr t%Z k%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f191 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= tau_q).
  { first [cond]. }
  apply (scale_le _ _ tau_q _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f193 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (((-1) * k) + m + 1))%Z) (c2 : (0 <= (K + ((-1) * k)))%Z) (c3 : (0 <= (K + ((-1) * k) + 1))%Z) (c4 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c5 : (0 <= (T + ((-1) * t)))%Z) (c6 : (0 <= (k + (-1)))%Z) (c7 : (0 <= (t + (-1)))%Z) :
  (((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (ve t%Z k%Z)) + ((a + ((-1) * (1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (u k%Z))) <= (tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (IZR_le _ _ c7) as r7; repeat (rewrite plus_IZR in r7 || rewrite mult_IZR in r7 || rewrite opp_IZR in r7).
  pose proof (f188 k t c1 c2 c4 c5 c6 c7) as H0.
  pose proof (f189 a k t q_pr z c0 c6) as H1.
  pose proof (f192 k t tau s_tau c2 c3 c5 c6 c7) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) H2))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f194 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (((-1) * k) + m + 1))%Z) (c2 : (0 <= (K + ((-1) * k)))%Z) (c3 : (0 <= (K + ((-1) * k) + 1))%Z) (c4 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c5 : (0 <= (T + ((-1) * t)))%Z) (c6 : (0 <= (k + (-1)))%Z) (c7 : (0 <= (t + (-1)))%Z) :
  ((-1) * tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (IZR_le _ _ c7) as r7; repeat (rewrite plus_IZR in r7 || rewrite mult_IZR in r7 || rewrite opp_IZR in r7).
  pose proof (f193 k t c0 c1 c2 c3 c4 c5 c6 c7) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f195 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((-1) * tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f194 k t c0 ltac:(cond) ltac:(cond) ltac:(cond) c1 c2 c3 c4).
Qed.
(* restate *)
Lemma f196 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  0 <= ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f195 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* sum_over *)
Lemma f197 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun k : Z => 0) 1%Z m%Z) <= (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  assert (HS : (Zsum (fun k : Z => 0) 1%Z m%Z) <= (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z)).
  {
  apply Zsum_le; [cond|intros y164_ ?H; cbv beta].
  exact (f196 y164_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f198 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) 1%Z m%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f197 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E166 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x165_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E166; clear E166.
  leaf.
  }
  {
  assert (E168 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x167_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E168; clear E168.
  leaf.
  }
Qed.
(* nonnegative *)
Lemma f199 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (K_q + ((-1) * m_q) + (-1)))%Z) :
  0 <= ((IZR K_q%Z) + ((-1) * (IZR m_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f200 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (K_q + ((-1) * m_q) + (-1)))%Z) :
  0 <= ((/ (IZR K_q%Z)) * ((IZR K_q%Z) + ((-1) * (IZR m_q%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f199 K_q s_K_q m_q s_m_q c0) as H.
  assert (HK : 0 <= (/ (IZR K_q%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K_q%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f201 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (K + ((-1) * m_q) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR m_q%Z))) * (q_pr t%Z k%Z)) <= ((/ (IZR K%Z)) * Q * ((IZR K%Z) + ((-1) * (IZR m_q%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f76 k t c0 c2 c3 c4) as H.
  assert (HK : 0 <= ((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR m_q%Z))))).
  {
  pose proof (f200 K s_K m_q s_m_q c1) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ ((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR m_q%Z)))) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f202 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (IZR m%Z) * (q_pr t%Z k%Z)) <= (tau * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f164) as H.
  assert (HK : 0 <= (q_pr t%Z k%Z)).
  {
  pose proof (f74 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (q_pr t%Z k%Z) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f203 :
  ((-1) * a) = ((-1) * Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f17) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f204 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * a) + ((/ (IZR K%Z)) * (IZR m%Z) * (q_pr t%Z k%Z)) + ((/ (IZR K%Z)) * ((IZR K%Z) + ((-1) * (IZR m%Z))) * (q_pr t%Z k%Z))) <= (((-1) * Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))) + (tau * (q_pr t%Z k%Z)) + ((q_pr t%Z k%Z) * (z t%Z k%Z)) + ((/ (IZR K%Z)) * Q * ((IZR K%Z) + ((-1) * (IZR m%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f75 k t c0 c2 c3 c4) as H0.
  pose proof (f201 k m s_m t c0 c1 c2 c3 c4) as H1.
  pose proof (f202 k t c0 c2 c3 c4) as H2.
  pose proof (f203) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 (eq_le _ _ H3))))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f205 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) <= (tau * (q_pr t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f204 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f206 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (ve t%Z k%Z)) <= (tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f205 k t c1 c2 c3 c4 c5) as H.
  assert (HK : 0 <= (ve t%Z k%Z)).
  {
  pose proof (f190 k t c0 c3 c4 c5) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (ve t%Z k%Z) _ _ H HK).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f207 (t : Z) (c0 : (0 <= (K + ((-1) * m)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * (ve t%Z (m + 1)%Z)) <= (tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f206 (m + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f208 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * (ve t%Z (m + 1)%Z)) <= (tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f207 t ltac:(cond) c0 c1 c2).
Qed.
(* instance *)
Lemma f209 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  a <= ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f187 (m + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f210 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  a <= ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f209 t c0 c1 c2).
Qed.
(* scale *)
Lemma f211 :
  ((-1) * (u (m + 1)%Z)) = (((-1) * (IZR K%Z) * tau) + (IZR m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f3) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f212 :
  ((IZR m%Z) + ((-1) * (u (m + 1)%Z))) <= (IZR m%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f19) as H0.
  pose proof (f211) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f213 :
  0 <= (u (m + 1)%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f212) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f214 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (a * (u (m + 1)%Z)) <= ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z) * (u (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f210 t c0 c1 c2) as H.
  assert (HK : 0 <= (u (m + 1)%Z)).
  {
  pose proof (f213) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (u (m + 1)%Z) _ _ H HK).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f215 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((a * (u (m + 1)%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * (ve t%Z (m + 1)%Z))) <= ((tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z) * (u (m + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f208 t c0 c1 c2) as H0.
  pose proof (f214 t c0 c1 c2) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f216 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((-1) * tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) <= ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f215 t c0 c1 c2) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f217 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  0 <= ((tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f216 t c0 c1 c2) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f218 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  0 <= ((/ (IZR K%Z)) * ((tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f217 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f219 (a_q : R) (k : Z) (t : Z) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  ((a_q + ((-1) * (1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * (u k%Z)) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f5 k c0 c1) as H.
  apply (scale_eq _ _ (a_q + ((-1) * (1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f220 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  (((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (ve t%Z k%Z)) + ((a + ((-1) * (1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (u k%Z))) <= (tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f206 k t c0 c1 c2 c3 c4 c6) as H0.
  pose proof (f219 a k t q_pr z c0 c5) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f221 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  ((-1) * tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f220 k t c0 c1 c2 c3 c4 c5 c6) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f222 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((-1) * tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f221 k t c0 ltac:(cond) c1 c2 ltac:(cond) c3 c4).
Qed.
(* restate *)
Lemma f223 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  0 <= ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f222 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* sum_over *)
Lemma f224 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) <= (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  assert (HS : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) <= (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z)).
  {
  apply Zsum_le; [cond|intros y169_ ?H; cbv beta].
  exact (f223 y169_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f225 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f224 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E171 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x170_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E171; clear E171.
  leaf.
  }
  {
  assert (E173 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x172_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E173; clear E173.
  leaf.
  }
Qed.
(* split *)
Lemma f226 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = ((Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* split *)
Lemma f227 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) = ((Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E174 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + (tau_q * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E176 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) ((m_q + 1) + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) ((m_q + 1) + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x175_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E178 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x177_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E174; clear E174.
  try rewrite E176; clear E176.
  try rewrite E178; clear E178.
  leaf.
  }
Qed.
(* add *)
Lemma f228 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z)) = ((Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f226 K_q s_K_q a_q m_q s_m_q t tau_q s_tau_q q_pr_q u_q ve_q z_q) as H0.
  pose proof (f227 K_q s_K_q a_q m_q s_m_q t tau_q s_tau_q q_pr_q u_q ve_q z_q) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  reflexivity.
  }
  {
  assert (E179 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + (tau_q * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E181 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 1)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 1)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 1)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 1)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x180_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E183 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x182_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E185 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x184_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E179; clear E179.
  try rewrite E181; clear E181.
  try rewrite E183; clear E183.
  try rewrite E185; clear E185.
  leaf.
  }
Qed.
(* restate *)
Lemma f229 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = ((tau_q * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z (m_q + 1)%Z))) * (q_pr_q t%Z (m_q + 1)%Z))) * ((u_q (m_q + 1)%Z) + ((-1) * (ve_q t%Z (m_q + 1)%Z)))) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f228 K_q s_K_q a_q m_q s_m_q t tau_q s_tau_q q_pr_q u_q ve_q z_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E186 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + (tau_q * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E188 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x187_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E190 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 1)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 1)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 1)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 1)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x189_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E192 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x191_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E194 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x193_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E186; clear E186.
  try rewrite E188; clear E188.
  try rewrite E190; clear E190.
  try rewrite E192; clear E192.
  try rewrite E194; clear E194.
  leaf.
  }
Qed.
(* scale *)
Lemma f230 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (tau_q : R) (s_tau_q : 0 < tau_q) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z)) = ((-1) * (/ (IZR K_q%Z)) * ((tau_q * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z (m_q + 1)%Z))) * (q_pr_q t%Z (m_q + 1)%Z))) * ((u_q (m_q + 1)%Z) + ((-1) * (ve_q t%Z (m_q + 1)%Z)))) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f229 K_q s_K_q a_q m_q s_m_q t tau_q s_tau_q q_pr_q u_q ve_q z_q) as H.
  apply (scale_eq _ _ ((-1) * (/ (IZR K_q%Z))) _ _ H).
  {
  assert (E196 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x195_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E196; clear E196.
  leaf.
  }
  {
  assert (E198 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x197_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E200 : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (tau_q * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau_q * (q_pr_q t%Z k%Z) * (ve_q t%Z k%Z)) + ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z)))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((tau_q + (-1)), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x199_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E198; clear E198.
  try rewrite E200; clear E200.
  leaf.
  }
Qed.
(* assume *)
Lemma f231 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((((-1) * (e_ t%Z k%Z)) + (e_ t%Z (k + 1)%Z)) * (q_pr t%Z (k + 1)%Z)) <= (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A26 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* assume *)
Lemma f232 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q_pr t%Z (k + 1)%Z) <= (q_pr t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A27 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f233 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))) * (ve t%Z k%Z)) <= ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f153 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))).
  {
  pose proof (f232 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f234 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))) * (ve t%Z k%Z)) <= ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f233 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f235 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= k)%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z (k + 1)%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f24 (k + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E202 : (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z ((k + 1) + (-1))%Z) = (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z k%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z ((k + 1) + (-1))%Z) = linsum [(1, fun ix0 : Z => (ve t%Z ix0%Z))] 1%Z k%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x201_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E202; clear E202.
  leaf.
  }
Qed.
(* under *)
Lemma f236 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (e_ t%Z (k + 1)%Z) = ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f235 k t c0 c1 ltac:(cond) c3).
Qed.
(* scale *)
Lemma f237 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((-1) * (e_ t%Z k%Z)) = ((-1) * (/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f24 k t c0 c1 c2 c3) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* split *)
Lemma f238 (k : Z) (t : Z) (ve_q : Z -> Z -> R) :
  (Zsum (fun i : Z => (ve_q t%Z i%Z)) 1%Z k%Z) = ((Zsum (fun i : Z => (ve_q t%Z i%Z)) 1%Z (k + (-1))%Z) + (Zsum (fun i : Z => (ve_q t%Z i%Z)) k%Z k%Z)).
Proof.
  pose proof (Zsum_split (fun i : Z => (ve_q t%Z i%Z)) 1%Z (k + (-1))%Z k%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E204 : (Zsum (fun i : Z => (ve_q t%Z i%Z)) ((k + (-1)) + 1)%Z k%Z) = (ve_q t%Z k%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  assert (E203 : (ve_q t%Z ((k + (-1)) + 1)%Z) = (ve_q t%Z k%Z)).
  {
  f_equal; lia.
  }
  try rewrite E203; clear E203.
  leaf.
  }
  assert (E205 : (Zsum (fun i : Z => (ve_q t%Z i%Z)) k%Z k%Z) = (ve_q t%Z k%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E204; clear E204.
  try rewrite E205; clear E205.
  leaf.
  }
Qed.
(* scale *)
Lemma f239 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (k : Z) (t : Z) (ve_q : Z -> Z -> R) :
  ((/ (IZR K_q%Z)) * (Zsum (fun i : Z => (ve_q t%Z i%Z)) 1%Z k%Z)) = ((/ (IZR K_q%Z)) * ((Zsum (fun i : Z => (ve_q t%Z i%Z)) 1%Z (k + (-1))%Z) + (Zsum (fun i : Z => (ve_q t%Z i%Z)) k%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f238 k t ve_q) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  assert (E206 : (Zsum (fun i : Z => (ve_q t%Z i%Z)) k%Z k%Z) = (ve_q t%Z k%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E206; clear E206.
  leaf.
  }
Qed.
(* add *)
Lemma f240 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * (e_ t%Z k%Z)) + (e_ t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z k%Z))) = (((/ (IZR K%Z)) * ((Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z) + (Zsum (fun i : Z => (ve t%Z i%Z)) k%Z k%Z))) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z k%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun i : Z => (ve t%Z i%Z)) 1%Z (k + (-1))%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f236 k t c0 c2 c3 c4) as H0.
  pose proof (f237 k t c1 c2 c3 c4) as H1.
  pose proof (f239 K s_K k t ve) as H2.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 (f_equal2 Rplus H1 H2))).
  {
  leaf.
  }
  {
  assert (E207 : (Zsum (fun i : Z => (ve t%Z i%Z)) k%Z k%Z) = (ve t%Z k%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E207; clear E207.
  leaf.
  }
Qed.
(* restate *)
Lemma f241 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (((-1) * (e_ t%Z k%Z)) + (e_ t%Z (k + 1)%Z)) = ((/ (IZR K%Z)) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f240 k t c0 c1 c2 c3 c4) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E208 : (Zsum (fun i : Z => (ve t%Z i%Z)) k%Z k%Z) = (ve t%Z k%Z)).
  {
  rewrite Zsum_one by lia; cbv beta.
  reflexivity.
  }
  try rewrite E208; clear E208.
  leaf.
  }
Qed.
(* scale *)
Lemma f242 (k : Z) (t : Z) (q_pr_q : Z -> Z -> R) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((-1) * (((-1) * (e_ t%Z k%Z)) + (e_ t%Z (k + 1)%Z)) * (q_pr_q t%Z (k + 1)%Z)) = ((-1) * (/ (IZR K%Z)) * (q_pr_q t%Z (k + 1)%Z) * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f241 k t c0 c1 c2 c3 c4) as H.
  apply (scale_eq _ _ ((-1) * (q_pr_q t%Z (k + 1)%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f243 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))) * (ve t%Z k%Z)) <= (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))) + ((-1) * (/ (IZR K%Z)) * (q_pr t%Z (k + 1)%Z) * (ve t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f231 k t c0 c2 c3 c4) as H0.
  pose proof (f234 k t c0 c2 c3 c4) as H1.
  pose proof (f242 k t q_pr c0 c1 c2 c3 c4) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (eq_le _ _ H2)))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f244 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f243 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f245 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f244 k t c0 ltac:(cond) c1 c2 c3).
Qed.
(* sum_over *)
Lemma f246 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) <= (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  assert (HS : (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) <= (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z)).
  {
  apply Zsum_le; [cond|intros y209_ ?H; cbv beta].
  exact (f245 y209_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* instance *)
Lemma f247 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_1 : Z -> R) :
  (Zsum (fun i : Z => ((a_1 i%Z) + ((-1) * (a_1 (i + 1)%Z)))) 1%Z K_q%Z) = ((a_1 1%Z) + ((-1) * (a_1 (K_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f48 K_q%Z ltac:(scond) a_1) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* instance *)
Lemma f248 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (t : Z) (q_q : Z -> Z -> R) :
  (Zsum (fun i : Z => ((q_q t%Z i%Z) + ((-1) * (q_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = ((q_q t%Z 1%Z) + ((-1) * (q_q t%Z (K_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f247 K_q s_K_q (fun i : Z => (q_q t%Z i%Z))) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f249 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (t : Z) (q_q : Z -> Z -> R) :
  ((-1) * (Zsum (fun i : Z => ((q_q t%Z i%Z) + ((-1) * (q_q t%Z (i + 1)%Z)))) 1%Z K_q%Z)) = (((-1) * (q_q t%Z 1%Z)) + (q_q t%Z (K_q + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f248 K_q s_K_q t q_q) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  assert (E211 : (Zsum (fun i : Z => ((q_q t%Z i%Z) + ((-1) * (q_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = ((Zsum (fun ix0 : Z => (q_q t%Z ix0%Z)) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => (q_q t%Z (ix0 + 1)%Z)) 1%Z K_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q_q t%Z i%Z) + ((-1) * (q_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = linsum [((-1), fun ix0 : Z => (q_q t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q_q t%Z ix0%Z))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x210_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E211; clear E211.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f250 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) :
  (Zsum (fun i : Z => ((q_pr_q t%Z i%Z) + ((-1) * (q_pr_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = ((q_pr_q t%Z 1%Z) + ((-1) * (q_pr_q t%Z (K_q + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f247 K_q s_K_q (fun i : Z => (q_pr_q t%Z i%Z))) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f251 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) :
  ((/ (IZR K_q%Z)) * (Zsum (fun i : Z => ((q_pr_q t%Z i%Z) + ((-1) * (q_pr_q t%Z (i + 1)%Z)))) 1%Z K_q%Z)) = ((/ (IZR K_q%Z)) * ((q_pr_q t%Z 1%Z) + ((-1) * (q_pr_q t%Z (K_q + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (f250 K_q s_K_q t q_pr_q) as H.
  apply (scale_eq _ _ (/ (IZR K_q%Z)) _ _ H).
  {
  assert (E213 : (Zsum (fun i : Z => ((q_pr_q t%Z i%Z) + ((-1) * (q_pr_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = ((Zsum (fun ix0 : Z => (q_pr_q t%Z ix0%Z)) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => (q_pr_q t%Z (ix0 + 1)%Z)) 1%Z K_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q_pr_q t%Z i%Z) + ((-1) * (q_pr_q t%Z (i + 1)%Z)))) 1%Z K_q%Z) = linsum [((-1), fun ix0 : Z => (q_pr_q t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q_pr_q t%Z ix0%Z))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x212_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E213; clear E213.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f252 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (q t%Z 1%Z) = 0.
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A28 t ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f253 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((-1) * (q t%Z 1%Z)) = 0.
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f252 t c0 c1) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f254 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (q t%Z (K + 1)%Z) <= ((Q * tau) + ((1 / 2) * Q * w)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f144 (K + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f255 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (q t%Z (K + 1)%Z) <= ((Q * tau) + ((1 / 2) * Q * w)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f254 t c0 c1).
Qed.
(* instance *)
Lemma f256 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (q_pr t%Z 1%Z) <= Q.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f76 1%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f257 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (q_pr t%Z 1%Z) <= Q.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f256 t c0 c1).
Qed.
(* scale *)
Lemma f258 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (q_pr t%Z 1%Z)) <= ((/ (IZR K%Z)) * Q).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f257 t c0 c1) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* instance *)
Lemma f259 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  0 <= (q_pr t%Z (K + 1)%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f74 (K + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f260 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  0 <= (q_pr t%Z (K + 1)%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f259 t c0 c1).
Qed.
(* scale *)
Lemma f261 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  0 <= ((/ (IZR K%Z)) * (q_pr t%Z (K + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f260 t c0 c1) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f262 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (((-1) * (q t%Z 1%Z)) + (q t%Z (K + 1)%Z) + (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun i : Z => ((q t%Z i%Z) + ((-1) * (q t%Z (i + 1)%Z)))) 1%Z K%Z)) + ((/ (IZR K%Z)) * (q_pr t%Z 1%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => ((q_pr t%Z i%Z) + ((-1) * (q_pr t%Z (i + 1)%Z)))) 1%Z K%Z))) <= ((Q * tau) + ((1 / 2) * Q * w) + ((-1) * (q t%Z 1%Z)) + (q t%Z (K + 1)%Z) + (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z) + ((/ (IZR K%Z)) * Q) + ((/ (IZR K%Z)) * ((q_pr t%Z 1%Z) + ((-1) * (q_pr t%Z (K + 1)%Z)))) + ((/ (IZR K%Z)) * (q_pr t%Z (K + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f246 t c0 c1) as H0.
  pose proof (f249 K s_K t q) as H1.
  pose proof (f251 K s_K t q_pr) as H2.
  pose proof (f253 t c0 c1) as H3.
  pose proof (f255 t c0 c1) as H4.
  pose proof (f258 t c0 c1) as H5.
  pose proof (f261 t c0 c1) as H6.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) (Rplus_le_compat _ _ _ _ (eq_le _ _ H2) (Rplus_le_compat _ _ _ _ (eq_le _ _ H3) (Rplus_le_compat _ _ _ _ H4 (Rplus_le_compat _ _ _ _ H5 H6))))))).
  {
  assert (E215 : (Zsum (fun i : Z => ((q_pr t%Z i%Z) + ((-1) * (q_pr t%Z (i + 1)%Z)))) 1%Z K%Z) = ((Zsum (fun ix0 : Z => (q_pr t%Z ix0%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q_pr t%Z i%Z) + ((-1) * (q_pr t%Z (i + 1)%Z)))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q_pr t%Z ix0%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x214_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E217 : (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) = ((/ (IZR K%Z)) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) = linsum [((/ (IZR K%Z)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x216_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E219 : (Zsum (fun i : Z => ((q t%Z i%Z) + ((-1) * (q t%Z (i + 1)%Z)))) 1%Z K%Z) = ((Zsum (fun ix0 : Z => (q t%Z ix0%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => (q t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q t%Z i%Z) + ((-1) * (q t%Z (i + 1)%Z)))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q t%Z ix0%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x218_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E215; clear E215.
  try rewrite E217; clear E217.
  try rewrite E219; clear E219.
  leaf.
  }
  {
  assert (E221 : (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z) = (((-1) * (Zsum (fun ix0 : Z => (q t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => (q t%Z (ix0 + 1)%Z)) 1%Z K%Z) + ((/ (IZR K%Z)) * (Zsum (fun ix0 : Z => (q_pr t%Z ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q t%Z ix0%Z)); ((/ (IZR K%Z)), fun ix0 : Z => (q_pr t%Z ix0%Z)); (((-1) * (/ (IZR K%Z))), fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q t%Z (ix0 + 1)%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x220_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E221; clear E221.
  leaf.
  }
Qed.
(* restate *)
Lemma f263 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z)) <= ((Q * (tau + ((1 / 2) * w))) + ((/ (IZR K%Z)) * Q)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f262 t c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E223 : (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z) = (((-1) * (Zsum (fun ix0 : Z => (q t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => (q t%Z (ix0 + 1)%Z)) 1%Z K%Z) + ((/ (IZR K%Z)) * (Zsum (fun ix0 : Z => (q_pr t%Z ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (q t%Z k%Z)) + (q t%Z (k + 1)%Z) + ((/ (IZR K%Z)) * ((q_pr t%Z k%Z) + ((-1) * (q_pr t%Z (k + 1)%Z)))))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q t%Z ix0%Z)); ((/ (IZR K%Z)), fun ix0 : Z => (q_pr t%Z ix0%Z)); (((-1) * (/ (IZR K%Z))), fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q t%Z (ix0 + 1)%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x222_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E225 : (Zsum (fun i : Z => ((q_pr t%Z i%Z) + ((-1) * (q_pr t%Z (i + 1)%Z)))) 1%Z K%Z) = ((Zsum (fun ix0 : Z => (q_pr t%Z ix0%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q_pr t%Z i%Z) + ((-1) * (q_pr t%Z (i + 1)%Z)))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q_pr t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q_pr t%Z ix0%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x224_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E227 : (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) = ((/ (IZR K%Z)) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((/ (IZR K%Z)) * (q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z) = linsum [((/ (IZR K%Z)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x226_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E229 : (Zsum (fun i : Z => ((q t%Z i%Z) + ((-1) * (q t%Z (i + 1)%Z)))) 1%Z K%Z) = ((Zsum (fun ix0 : Z => (q t%Z ix0%Z)) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => (q t%Z (ix0 + 1)%Z)) 1%Z K%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => ((q t%Z i%Z) + ((-1) * (q t%Z (i + 1)%Z)))) 1%Z K%Z) = linsum [((-1), fun ix0 : Z => (q t%Z (ix0 + 1)%Z)); (1, fun ix0 : Z => (q t%Z ix0%Z))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x228_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E223; clear E223.
  try rewrite E225; clear E225.
  try rewrite E227; clear E227.
  try rewrite E229; clear E229.
  leaf.
  }
Qed.
(* scale *)
Lemma f264 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * tau * (Zsum (fun k : Z => ((q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z)) <= (tau * ((Q * (tau + ((1 / 2) * w))) + ((/ (IZR K%Z)) * Q))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f263 t c0 c1) as H.
  assert (HK : 0 <= tau).
  { first [cond]. }
  apply (scale_le _ _ tau _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* nonnegative *)
Lemma f265 (Q_q : R) (s_Q_q : 0 < Q_q) (tau_q : R) (s_tau_q : 0 < tau_q) (w_q : R) (s_w_q : 0 < w_q) :
  0 <= ((1 / 2) * Q_q * tau_q * w_q).
Proof.
  first [cond].
Qed.
(* add *)
Lemma f266 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (((/ (IZR K%Z)) * tau * (Zsum (fun k : Z => ((q_pr t%Z k%Z) * (ve t%Z k%Z))) 1%Z K%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) <= (((1 / 2) * Q * tau * w) + (tau * ((Q * (tau + ((1 / 2) * w))) + ((/ (IZR K%Z)) * Q))) + ((/ (IZR K%Z)) * ((tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))))) + ((-1) * (/ (IZR K%Z)) * ((tau * (q_pr t%Z (m + 1)%Z) * (ve t%Z (m + 1)%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))) + (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) + (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z))) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f198 t c0 c1 c2) as H0.
  pose proof (f218 t c0 c1 c2) as H1.
  pose proof (f225 t c0 c1 c2) as H2.
  pose proof (f230 K s_K a m s_m t tau s_tau q_pr u ve z) as H3.
  pose proof (f264 t c1 c2) as H4.
  pose proof (f265 Q s_Q tau s_tau w s_w) as H5.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 (Rplus_le_compat _ _ _ _ (eq_le _ _ H3) (Rplus_le_compat _ _ _ _ H4 H5)))))).
  {
  assert (E231 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x230_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E233 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x232_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E235 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x234_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E231; clear E231.
  try rewrite E233; clear E233.
  try rewrite E235; clear E235.
  leaf.
  }
  {
  assert (E237 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x236_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E239 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x238_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E237; clear E237.
  try rewrite E239; clear E239.
  leaf.
  }
Qed.
(* restate *)
Lemma f267 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((-1) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f266 t c0 c1 c2) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E241 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x240_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E243 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x242_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E245 : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (tau * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((tau * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((tau + (-1)), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x244_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E247 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x246_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E249 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x248_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E251 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x250_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E241; clear E241.
  try rewrite E243; clear E243.
  try rewrite E245; clear E245.
  try rewrite E247; clear E247.
  try rewrite E249; clear E249.
  try rewrite E251; clear E251.
  leaf.
  }
Qed.
(* under *)
Lemma f268 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (N_0_q + ((-1) * t)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((-1) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f267 t c1 ltac:(cond) c3).
Qed.
(* sum_over *)
Lemma f269 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (((-1) * N_0_q) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0_q%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z N_0_q%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  assert (HS : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0_q%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z N_0_q%Z)).
  {
  apply Zsum_le; [cond|intros y252_ ?H; cbv beta].
  exact (f268 N_0_q s_N_0_q y252_ ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f270 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (((-1) * k) + m + 1))%Z) (c2 : (0 <= (K + ((-1) * k)))%Z) (c3 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c4 : (0 <= (T + ((-1) * t)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  (((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (ve t%Z k%Z)) + ((a + ((-1) * (1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (u k%Z))) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f188 k t c1 c2 c3 c4 c5 c6) as H0.
  pose proof (f189 a k t q_pr z c0 c5) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f271 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (((-1) * k) + m + 1))%Z) (c2 : (0 <= (K + ((-1) * k)))%Z) (c3 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c4 : (0 <= (T + ((-1) * t)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f270 k t c0 c1 c2 c3 c4 c5 c6) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f272 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + t + (-1)))%Z) (c1 : (0 <= (((-1) * k) + m))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f271 k t c1 ltac:(cond) ltac:(cond) c2 c3 c4 ltac:(cond)).
Qed.
(* sum_over *)
Lemma f273 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  (Zsum (fun k : Z => 0) 1%Z m%Z) <= (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  assert (HS : (Zsum (fun k : Z => 0) 1%Z m%Z) <= (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z)).
  {
  apply Zsum_le; [cond|intros y253_ ?H; cbv beta].
  exact (f272 N_0_q s_N_0_q y253_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f274 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) 1%Z m%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f273 N_0_q s_N_0_q t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E255 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x254_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E255; clear E255.
  leaf.
  }
  {
  assert (E257 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x256_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E257; clear E257.
  leaf.
  }
Qed.
(* instance *)
Lemma f275 (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (K + ((-1) * m_q) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (ve t%Z (m_q + 1)%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f153 (m_q + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f276 (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (K + ((-1) * m_q) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (ve t%Z (m_q + 1)%Z) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f275 m_q s_m_q t c0 c1 c2).
Qed.
(* add *)
Lemma f277 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  ((IZR m%Z) + ((-1) * (u (m + 1)%Z)) + (ve t%Z (m + 1)%Z)) <= ((IZR m%Z) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f276 m s_m t c0 c1 c2) as H0.
  pose proof (f19) as H1.
  pose proof (f211) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (eq_le _ _ H2)))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f278 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  0 <= ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f277 t c0 c1 c2) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f279 (t : Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (t + (-1)))%Z) :
  (a * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1)) <= ((1 + ((-1) * (z t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1) * (q_pr t%Z (m + 1)%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f210 t c0 c1 c2) as H.
  assert (HK : 0 <= ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1)).
  {
  pose proof (f278 t c0 c1 c2) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1) _ _ H HK).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f280 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) <= (Q * (1 + ((-1) * (z t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f76 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (1 + ((-1) * (z t%Z k%Z)))).
  {
  pose proof (f91 k t c0 c1 c2 c3) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (1 + ((-1) * (z t%Z k%Z))) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f281 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (vz 1%Z k%Z) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A29 k ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f282 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((-1) * (vz 1%Z k%Z)) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f281 k c0 c1) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f283 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  ((-1) * (vz 1%Z k%Z)) = 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f282 k c0 c1) as H0.
  apply (eq_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f284 (k : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (k + (-1)))%Z) :
  (1 + ((-1) * (vz 1%Z k%Z))) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f283 k c0 c1) as H.
  apply (le_by_diff_eq _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f285 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (c0 : (0 <= (((-1) * k) + m_q))%Z) (c1 : (0 <= (K + ((-1) * m_q) + (-1)))%Z) (c2 : (0 <= (k + (-1)))%Z) :
  (1 + ((-1) * (vz 1%Z k%Z))) <= 1.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f284 k ltac:(cond) c2).
Qed.
(* assume *)
Lemma f286 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (eta_q : R) (s_eta_q : 0 < eta_q) (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (T_q + ((-1) * t) + (-1)))%Z) (c1 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact ih0.
Qed.
(* absolute *)
Lemma f287 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * eta_q * mu_q * (IZR t%Z)) + 1) <= (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))).
Proof.
  apply (Rle_trans _ (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
  { apply (Rle_trans _ (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)); [apply eq_le|apply Rle_abs].
  {
  reflexivity.
  }
  }
  apply eq_le.
  {
  assert (E258 : (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E258; clear E258.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q259.
  push_izr; first [ring | (field; nz) | ring [Q259] | (field [Q259]; nz)].
  }
Qed.
(* scale *)
Lemma f288 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + (1 / 2)) <= ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))).
Proof.
  pose proof (f287 eta_q s_eta_q mu_q s_mu_q t) as H.
  assert (HK : 0 <= (1 / 2)).
  { first [cond]. }
  apply (scale_le _ _ (1 / 2) _ _ H HK).
  {
  leaf.
  }
  {
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q260.
  push_izr; first [ring | (field; nz) | ring [Q260] | (field [Q260]; nz)].
  }
Qed.
(* add *)
Lemma f289 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + (1 / 2)) <= ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))).
Proof.
  pose proof (f288 eta_q s_eta_q mu_q s_mu_q t) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f290 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * eta_q * mu_q * (IZR t%Z)) + 1) <= (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)).
Proof.
  pose proof (f289 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E263 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E261 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E261; clear E261.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q262.
  push_izr; first [ring | (field; nz) | ring [Q262] | (field [Q262]; nz)].
  }
  try rewrite E263; clear E263.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q264.
  push_izr; first [ring | (field; nz) | ring [Q264] | (field [Q264]; nz)].
  }
Qed.
(* restate *)
Lemma f291 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1) <= ((eta_q * mu_q) + (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (f290 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E267 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E265 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E265; clear E265.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q266.
  push_izr; first [ring | (field; nz) | ring [Q266] | (field [Q266]; nz)].
  }
  try rewrite E267; clear E267.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q268.
  push_izr; first [ring | (field; nz) | ring [Q268] | (field [Q268]; nz)].
  }
Qed.
(* scale *)
Lemma f292 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * 2 * eta_q * mu_q * ((IZR t%Z) + (-1))) + 2) <= ((2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)))).
Proof.
  pose proof (f291 eta_q s_eta_q mu_q s_mu_q t) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  assert (E271 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E269 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E269; clear E269.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q270.
  push_izr; first [ring | (field; nz) | ring [Q270] | (field [Q270]; nz)].
  }
  try rewrite E271; clear E271.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q272.
  push_izr; first [ring | (field; nz) | ring [Q272] | (field [Q272]; nz)].
  }
Qed.
(* add *)
Lemma f293 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * 2 * eta_q * mu_q * ((IZR t%Z) + (-1))) + 2) <= ((2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)))).
Proof.
  pose proof (f292 eta_q s_eta_q mu_q s_mu_q t) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f294 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1) <= ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (f293 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E275 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E273 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E273; clear E273.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q274.
  push_izr; first [ring | (field; nz) | ring [Q274] | (field [Q274]; nz)].
  }
  try rewrite E275; clear E275.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q276.
  push_izr; first [ring | (field; nz) | ring [Q276] | (field [Q276]; nz)].
  }
Qed.
(* nonnegative *)
Lemma f295 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= ((eta_q * mu_q) + (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
Proof.
  first [cond].
Qed.
(* scale *)
Lemma f296 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= ((2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)))).
Proof.
  pose proof (f295 eta_q s_eta_q mu_q s_mu_q t) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  assert (E279 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E277 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E277; clear E277.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q278.
  push_izr; first [ring | (field; nz) | ring [Q278] | (field [Q278]; nz)].
  }
  try rewrite E279; clear E279.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q280.
  push_izr; first [ring | (field; nz) | ring [Q280] | (field [Q280]; nz)].
  }
Qed.
(* add *)
Lemma f297 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= ((2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)))).
Proof.
  pose proof (f296 eta_q s_eta_q mu_q s_mu_q t) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f298 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1)) <= ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (f297 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E283 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E281 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E281; clear E281.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q282.
  push_izr; first [ring | (field; nz) | ring [Q282] | (field [Q282]; nz)].
  }
  try rewrite E283; clear E283.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q284.
  push_izr; first [ring | (field; nz) | ring [Q284] | (field [Q284]; nz)].
  }
Qed.
(* between *)
Lemma f299 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1))) <= ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (2 * eta_q * mu_q) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (f294 eta_q s_eta_q mu_q s_mu_q t) as Ha.
  pose proof (f298 eta_q s_eta_q mu_q s_mu_q t) as Hb.
  apply (between_le _ _ _ _ _ Ha Hb).
  {
  leaf.
  }
  {
  assert (E287 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E285 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E285; clear E285.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q286.
  push_izr; first [ring | (field; nz) | ring [Q286] | (field [Q286]; nz)].
  }
  try rewrite E287; clear E287.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q288.
  push_izr; first [ring | (field; nz) | ring [Q288] | (field [Q288]; nz)].
  }
  {
  assert (E289 : (Rabs (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1)) = (1 * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  assert (E290 : (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E289; clear E289.
  try rewrite E290; clear E290.
  pose proof (Rabs_sq (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)) as Q291.
  push_izr; first [ring | (field; nz) | ring [Q291] | (field [Q291]; nz)].
  }
Qed.
(* scale *)
Lemma f300 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  ((1 / 2) * (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1)))) <= (((1 / 2) * eta_q * mu_q * ((IZR t%Z) + (-1))) + (eta_q * mu_q) + (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) + ((-1) / 2)).
Proof.
  pose proof (f299 eta_q s_eta_q mu_q s_mu_q t) as H.
  assert (HK : 0 <= (1 / 2)).
  { first [cond]. }
  apply (scale_le _ _ (1 / 2) _ _ H HK).
  {
  assert (E292 : (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E292; clear E292.
  pose proof (Rabs_sq (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)) as Q293.
  push_izr; first [ring | (field; nz) | ring [Q293] | (field [Q293]; nz)].
  }
  {
  assert (E296 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E294 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E294; clear E294.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q295.
  push_izr; first [ring | (field; nz) | ring [Q295] | (field [Q295]; nz)].
  }
  try rewrite E296; clear E296.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q297.
  push_izr; first [ring | (field; nz) | ring [Q297] | (field [Q297]; nz)].
  }
Qed.
(* add *)
Lemma f301 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  ((1 / 2) * (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1)))) <= (((1 / 2) * eta_q * mu_q * ((IZR t%Z) + (-1))) + (eta_q * mu_q) + (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) + ((-1) / 2)).
Proof.
  pose proof (f300 eta_q s_eta_q mu_q s_mu_q t) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f302 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  (Rmax 0 (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1)) <= ((eta_q * mu_q) + (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (f301 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E300 : (Rmax 0 (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * eta_q * mu_q) + ((1 / 2) * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E298 : (Rabs (0 - (((-1) * eta_q * mu_q * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E298; clear E298.
  pose proof (Rabs_sq (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)) as Q299.
  push_izr; first [ring | (field; nz) | ring [Q299] | (field [Q299]; nz)].
  }
  assert (E301 : (Rabs ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  assert (E304 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E302 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E302; clear E302.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q303.
  push_izr; first [ring | (field; nz) | ring [Q303] | (field [Q303]; nz)].
  }
  try rewrite E300; clear E300.
  try rewrite E301; clear E301.
  try rewrite E304; clear E304.
  pose proof (Rabs_sq (((-1) * eta_q * mu_q * (IZR t%Z)) + (eta_q * mu_q) + 1)) as Q305.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q306.
  push_izr; first [ring | (field; nz) | ring [Q305 Q306] | (field [Q305 Q306]; nz)].
  }
Qed.
(* assume *)
Lemma f303 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (q t%Z k%Z) <= (Q * (e_ t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A30 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f304 (Q_q : R) (s_Q_q : 0 < Q_q) (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Q_q * (e_ t%Z k%Z)) <= ((/ (IZR K%Z)) * Q_q * ((IZR k%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f161 k t c0 c1 c2 c3) as H.
  assert (HK : 0 <= Q_q).
  { first [cond]. }
  apply (scale_le _ _ Q_q _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f305 (Q_q : R) (s_Q_q : 0 < Q_q) :
  ((/ (IZR K%Z)) * Q_q * (IZR m%Z)) <= (Q_q * tau).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (f19) as H.
  assert (HK : 0 <= ((/ (IZR K%Z)) * Q_q)).
  { first [cond]. }
  apply (scale_le _ _ ((/ (IZR K%Z)) * Q_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f306 :
  eta = (((-1) * Q * tau) + 1).
Proof.
  exact (A31).
Qed.
(* add *)
Lemma f307 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  ((Q * (e_ t%Z k%Z)) + eta + (q t%Z k%Z) + ((/ (IZR K%Z)) * Q * (IZR m%Z))) <= ((Q * (e_ t%Z k%Z)) + 1 + ((/ (IZR K%Z)) * Q * ((IZR k%Z) + (-1))) + ((/ (IZR K%Z)) * Q * (((-1) * (IZR k%Z)) + (IZR m%Z) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f303 k t c1 c2 c3 c4) as H0.
  pose proof (f304 Q s_Q k t c1 c2 c3 c4) as H1.
  pose proof (f184 K s_K Q s_Q k m s_m c0) as H2.
  pose proof (f305 Q s_Q) as H3.
  pose proof (f306) as H4.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 (Rplus_le_compat _ _ _ _ H3 (eq_le _ _ H4)))))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f308 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  eta <= (1 + ((-1) * (q t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f307 k t c0 c1 c2 c3 c4) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f309 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) :
  (eta * mu_q) <= (mu_q * (1 + ((-1) * (q t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f308 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= mu_q).
  { first [cond]. }
  apply (scale_le _ _ mu_q _ _ H HK).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f310 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  ((eta * mu_q) + ((-1) * (vz_q t%Z k%Z)) + (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1)) + 1) <= ((eta * mu_q) + (mu_q * (1 + ((-1) * (q t%Z k%Z)))) + (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) + (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f286 T s_T eta s_eta k mu_q s_mu_q t vz_q c3 c5 ih0) as H0.
  pose proof (f302 eta s_eta mu_q s_mu_q t) as H1.
  pose proof (f309 k mu_q s_mu_q t c0 c1 c2 c4 c5) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 H2))).
  {
  assert (E309 : (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * eta * mu_q) + ((1 / 2) * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E307 : (Rabs (0 - (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E307; clear E307.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q308.
  push_izr; first [ring | (field; nz) | ring [Q308] | (field [Q308]; nz)].
  }
  try rewrite E309; clear E309.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q310.
  push_izr; first [ring | (field; nz) | ring [Q310] | (field [Q310]; nz)].
  }
  {
  assert (E313 : (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * eta * mu_q) + ((1 / 2) * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E311 : (Rabs (0 - (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E311; clear E311.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q312.
  push_izr; first [ring | (field; nz) | ring [Q312] | (field [Q312]; nz)].
  }
  assert (E316 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E314 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E314; clear E314.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q315.
  push_izr; first [ring | (field; nz) | ring [Q315] | (field [Q315]; nz)].
  }
  try rewrite E313; clear E313.
  try rewrite E316; clear E316.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q317.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q318.
  push_izr; first [ring | (field; nz) | ring [Q317 Q318] | (field [Q317 Q318]; nz)].
  }
Qed.
(* restate *)
Lemma f311 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1) <= (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f310 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E321 : (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * eta * mu_q) + ((1 / 2) * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E319 : (Rabs (0 - (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E319; clear E319.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q320.
  push_izr; first [ring | (field; nz) | ring [Q320] | (field [Q320]; nz)].
  }
  assert (E324 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E322 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E322; clear E322.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q323.
  push_izr; first [ring | (field; nz) | ring [Q323] | (field [Q323]; nz)].
  }
  try rewrite E321; clear E321.
  try rewrite E324; clear E324.
  pose proof (Rabs_sq (((-1) * eta * mu_q * (IZR t%Z)) + (eta * mu_q) + 1)) as Q325.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q326.
  push_izr; first [ring | (field; nz) | ring [Q325 Q326] | (field [Q325 Q326]; nz)].
  }
Qed.
(* scale *)
Lemma f312 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (((-1) * 2 * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * 2 * (vz_q t%Z k%Z)) + 2) <= (2 * (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f311 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  assert (E329 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E327 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E327; clear E327.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q328.
  push_izr; first [ring | (field; nz) | ring [Q328] | (field [Q328]; nz)].
  }
  try rewrite E329; clear E329.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q330.
  push_izr; first [ring | (field; nz) | ring [Q330] | (field [Q330]; nz)].
  }
Qed.
(* add *)
Lemma f313 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (((-1) * 2 * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * 2 * (vz_q t%Z k%Z)) + 2) <= (2 * (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f312 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f314 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1) <= ((mu_q * (1 + ((-1) * (q t%Z k%Z)))) + (vz_q t%Z k%Z) + (2 * (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f313 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E333 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E331 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E331; clear E331.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q332.
  push_izr; first [ring | (field; nz) | ring [Q332] | (field [Q332]; nz)].
  }
  try rewrite E333; clear E333.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q334.
  push_izr; first [ring | (field; nz) | ring [Q334] | (field [Q334]; nz)].
  }
Qed.
(* nonnegative *)
Lemma f315 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)).
Proof.
  first [cond].
Qed.
(* scale *)
Lemma f316 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (f315 eta_q s_eta_q mu_q s_mu_q t) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  assert (E337 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E335 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E335; clear E335.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q336.
  push_izr; first [ring | (field; nz) | ring [Q336] | (field [Q336]; nz)].
  }
  try rewrite E337; clear E337.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q338.
  push_izr; first [ring | (field; nz) | ring [Q338] | (field [Q338]; nz)].
  }
Qed.
(* add *)
Lemma f317 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  0 <= (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))).
Proof.
  pose proof (f316 eta_q s_eta_q mu_q s_mu_q t) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f318 (eta_q : R) (s_eta_q : 0 < eta_q) (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (q_q : Z -> Z -> R) (vz_q : Z -> Z -> R) :
  ((mu_q * (1 + ((-1) * (q_q t%Z k%Z)))) + (vz_q t%Z k%Z) + (-1)) <= ((mu_q * (1 + ((-1) * (q_q t%Z k%Z)))) + (vz_q t%Z k%Z) + (2 * (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (f317 eta_q s_eta_q mu_q s_mu_q t) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E341 : (Rmax 0 (((-1) * eta_q * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta_q * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E339 : (Rabs (0 - (((-1) * eta_q * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta_q * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E339; clear E339.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q340.
  push_izr; first [ring | (field; nz) | ring [Q340] | (field [Q340]; nz)].
  }
  try rewrite E341; clear E341.
  pose proof (Rabs_sq ((eta_q * mu_q * (IZR t%Z)) + (-1))) as Q342.
  push_izr; first [ring | (field; nz) | ring [Q342] | (field [Q342]; nz)].
  }
Qed.
(* between *)
Lemma f319 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (Rabs (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1)) <= ((mu_q * (1 + ((-1) * (q t%Z k%Z)))) + (vz_q t%Z k%Z) + (2 * (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1))) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f314 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as Ha.
  pose proof (f318 eta s_eta k mu_q s_mu_q t q vz_q) as Hb.
  apply (between_le _ _ _ _ _ Ha Hb).
  {
  leaf.
  }
  {
  assert (E345 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E343 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E343; clear E343.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q344.
  push_izr; first [ring | (field; nz) | ring [Q344] | (field [Q344]; nz)].
  }
  try rewrite E345; clear E345.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q346.
  push_izr; first [ring | (field; nz) | ring [Q346] | (field [Q346]; nz)].
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f320 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  ((1 / 2) * (Rabs (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1))) <= (((1 / 2) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((1 / 2) * (vz_q t%Z k%Z)) + (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) + ((-1) / 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f319 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H.
  assert (HK : 0 <= (1 / 2)).
  { first [cond]. }
  apply (scale_le _ _ (1 / 2) _ _ H HK).
  {
  assert (E347 : (Rabs (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1)) = (1 * (Rabs ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E347; clear E347.
  pose proof (Rabs_sq ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)) as Q348.
  push_izr; first [ring | (field; nz) | ring [Q348] | (field [Q348]; nz)].
  }
  {
  assert (E351 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E349 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E349; clear E349.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q350.
  push_izr; first [ring | (field; nz) | ring [Q350] | (field [Q350]; nz)].
  }
  try rewrite E351; clear E351.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q352.
  push_izr; first [ring | (field; nz) | ring [Q352] | (field [Q352]; nz)].
  }
Qed.
(* add *)
Lemma f321 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  ((1 / 2) * (Rabs (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1))) <= (((1 / 2) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((1 / 2) * (vz_q t%Z k%Z)) + (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) + ((-1) / 2)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f320 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f322 (k : Z) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (vz_q : Z -> Z -> R) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz_q t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu_q * ((IZR t%Z) + (-1))) + 1))) :
  (Rmax 0 (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1)) <= (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f321 k mu_q s_mu_q t vz_q c0 c1 c2 c3 c4 c5 ih0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E355 : (Rmax 0 (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1)) = (((1 / 2) * mu_q * (q t%Z k%Z)) + ((-1) * (1 / 2) * mu_q) + ((-1) * (1 / 2) * (vz_q t%Z k%Z)) + ((1 / 2) * (Rabs ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E353 : (Rabs (0 - (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1))) = (1 * (Rabs ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E353; clear E353.
  pose proof (Rabs_sq ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)) as Q354.
  push_izr; first [ring | (field; nz) | ring [Q354] | (field [Q354]; nz)].
  }
  assert (E356 : (Rabs (((-1) * mu_q * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz_q t%Z k%Z)) + 1)) = (1 * (Rabs ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  assert (E359 : (Rmax 0 (((-1) * eta * mu_q * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu_q * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E357 : (Rabs (0 - (((-1) * eta * mu_q * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu_q * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E357; clear E357.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q358.
  push_izr; first [ring | (field; nz) | ring [Q358] | (field [Q358]; nz)].
  }
  try rewrite E355; clear E355.
  try rewrite E356; clear E356.
  try rewrite E359; clear E359.
  pose proof (Rabs_sq ((mu_q * (q t%Z k%Z)) + ((-1) * mu_q) + ((-1) * (vz_q t%Z k%Z)) + 1)) as Q360.
  pose proof (Rabs_sq ((eta * mu_q * (IZR t%Z)) + (-1))) as Q361.
  push_izr; first [ring | (field; nz) | ring [Q360 Q361] | (field [Q360 Q361]; nz)].
  }
Qed.
(* assume *)
Lemma f323 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (vz (t + 1)%Z k%Z) = (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (A32 t k ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f324 (k : Z) (t : Z) (c0 : (0 <= (K + ((-1) * k)))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((-1) * (vz (t + 1)%Z k%Z)) = ((-1) * (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f323 k t c0 c1 c2 c3) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  leaf.
  }
  {
  assert (E364 : (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z))) = (((-1) * (1 / 2) * mu * (q t%Z k%Z)) + ((1 / 2) * mu) + ((1 / 2) * (vz t%Z k%Z)) + ((-1) * (1 / 2) * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1))) + (1 / 2))).
  {
  rewrite Rmin_abs; unfold Rdiv.
  assert (E362 : (Rabs (1 - ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z)))) = (1 * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E362; clear E362.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q363.
  push_izr; first [ring | (field; nz) | ring [Q363] | (field [Q363]; nz)].
  }
  try rewrite E364; clear E364.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q365.
  push_izr; first [ring | (field; nz) | ring [Q365] | (field [Q365]; nz)].
  }
Qed.
(* add *)
Lemma f325 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * k) + 1))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) :
  (((-1) * (vz (t + 1)%Z k%Z)) + (Rmax 0 (((-1) * mu * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz t%Z k%Z)) + 1))) <= ((Rmax 0 (((-1) * eta * mu * (IZR t%Z)) + 1)) + ((-1) * (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f322 k mu s_mu t vz c0 c2 c3 c4 c5 c6 ih0) as H0.
  pose proof (f324 k t c1 c3 c5 c6) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  assert (E368 : (Rmax 0 (((-1) * mu * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz t%Z k%Z)) + 1)) = (((1 / 2) * mu * (q t%Z k%Z)) + ((-1) * (1 / 2) * mu) + ((-1) * (1 / 2) * (vz t%Z k%Z)) + ((1 / 2) * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E366 : (Rabs (0 - (((-1) * mu * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz t%Z k%Z)) + 1))) = (1 * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E366; clear E366.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q367.
  push_izr; first [ring | (field; nz) | ring [Q367] | (field [Q367]; nz)].
  }
  try rewrite E368; clear E368.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q369.
  push_izr; first [ring | (field; nz) | ring [Q369] | (field [Q369]; nz)].
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f326 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m + 1))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * k) + 1))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) :
  (1 + ((-1) * (vz (t + 1)%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * (IZR t%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f325 k t c0 c1 c2 c3 c4 c5 c6 ih0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E372 : (Rmax 0 (((-1) * mu * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz t%Z k%Z)) + 1)) = (((1 / 2) * mu * (q t%Z k%Z)) + ((-1) * (1 / 2) * mu) + ((-1) * (1 / 2) * (vz t%Z k%Z)) + ((1 / 2) * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E370 : (Rabs (0 - (((-1) * mu * (1 + ((-1) * (q t%Z k%Z)))) + ((-1) * (vz t%Z k%Z)) + 1))) = (1 * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E370; clear E370.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q371.
  push_izr; first [ring | (field; nz) | ring [Q371] | (field [Q371]; nz)].
  }
  assert (E375 : (Rmin 1 ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z))) = (((-1) * (1 / 2) * mu * (q t%Z k%Z)) + ((1 / 2) * mu) + ((1 / 2) * (vz t%Z k%Z)) + ((-1) * (1 / 2) * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1))) + (1 / 2))).
  {
  rewrite Rmin_abs; unfold Rdiv.
  assert (E373 : (Rabs (1 - ((mu * (1 + ((-1) * (q t%Z k%Z)))) + (vz t%Z k%Z)))) = (1 * (Rabs ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E373; clear E373.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q374.
  push_izr; first [ring | (field; nz) | ring [Q374] | (field [Q374]; nz)].
  }
  assert (E378 : (Rmax 0 (((-1) * eta * mu * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E376 : (Rabs (0 - (((-1) * eta * mu * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E376; clear E376.
  pose proof (Rabs_sq ((eta * mu * (IZR t%Z)) + (-1))) as Q377.
  push_izr; first [ring | (field; nz) | ring [Q377] | (field [Q377]; nz)].
  }
  try rewrite E372; clear E372.
  try rewrite E375; clear E375.
  try rewrite E378; clear E378.
  pose proof (Rabs_sq ((mu * (q t%Z k%Z)) + ((-1) * mu) + ((-1) * (vz t%Z k%Z)) + 1)) as Q379.
  pose proof (Rabs_sq ((eta * mu * (IZR t%Z)) + (-1))) as Q380.
  push_izr; first [ring | (field; nz) | ring [Q379 Q380] | (field [Q379 Q380]; nz)].
  }
Qed.
(* under *)
Lemma f327 (k : Z) (t : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t) + (-1)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t + (-1)))%Z) (ih0 : (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) :
  (1 + ((-1) * (vz (t + 1)%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * (IZR t%Z)) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f326 k t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) c2 c3 c4 ih0).
Qed.
(* induction *)
Lemma f328 (k : Z) (t0_ : Z) (c0 : (0 <= (((-1) * k) + m))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t0_)))%Z) (c3 : (0 <= (k + (-1)))%Z) (c4 : (0 <= (t0_ + (-1)))%Z) :
  (1 + ((-1) * (vz t0_%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t0_%Z) + (-1))) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  assert (AUX : forall t : Z, (1 <= t)%Z -> (t <= T)%Z -> (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))).
  {
  clear c2 c4; try clear t0_.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  apply (ZindFrom 1%Z (fun t : Z => (t <= T)%Z -> (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)))); cbv beta.
  { intros HL.
  pose proof (f285 k m s_m ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E382 : (Rmax 0 (((-1) * eta * mu * (1 + (-1))) + 1)) = 1).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E381 : (Rabs (0 - (((-1) * eta * mu * (1 + (-1))) + 1))) = 1).
  {
  apply Rabs_known_opp.
  { cond. }
  leaf.
  }
  try rewrite E381; clear E381.
  leaf.
  }
  try rewrite E382; clear E382.
  leaf.
  }
  }
  intros t HN HI HL. 
  assert (ih0 : (1 + ((-1) * (vz t%Z k%Z))) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) by (apply HI; lia).
  pose proof (f327 k t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ih0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E385 : (Rmax 0 (((-1) * eta * mu * ((IZR (t + 1)%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E383 : (Rabs (0 - (((-1) * eta * mu * ((IZR (t + 1)%Z) + (-1))) + 1))) = (1 * (Rabs ((eta * mu * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E383; clear E383.
  pose proof (Rabs_sq ((eta * mu * (IZR t%Z)) + (-1))) as Q384.
  push_izr; first [ring | (field; nz) | ring [Q384] | (field [Q384]; nz)].
  }
  assert (E388 : (Rmax 0 (((-1) * eta * mu * (IZR t%Z)) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * (Rabs ((eta * mu * (IZR t%Z)) + (-1)))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E386 : (Rabs (0 - (((-1) * eta * mu * (IZR t%Z)) + 1))) = (1 * (Rabs ((eta * mu * (IZR t%Z)) + (-1))))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  try rewrite E386; clear E386.
  pose proof (Rabs_sq ((eta * mu * (IZR t%Z)) + (-1))) as Q387.
  push_izr; first [ring | (field; nz) | ring [Q387] | (field [Q387]; nz)].
  }
  try rewrite E385; clear E385.
  try rewrite E388; clear E388.
  pose proof (Rabs_sq ((eta * mu * (IZR t%Z)) + (-1))) as Q389.
  push_izr; first [ring | (field; nz) | ring [Q389] | (field [Q389]; nz)].
  }
  }
  exact (AUX t0_ ltac:(lia) ltac:(lia)).
Qed.
(* nonnegative *)
Lemma f329 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + t + (-1)))%Z) :
  0 <= (((-1) * (IZR N_0_q%Z)) + (IZR t%Z) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f330 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (c0 : (0 <= (((-1) * N_0_q) + t + (-1)))%Z) :
  0 <= (eta_q * mu_q * (((-1) * (IZR N_0_q%Z)) + (IZR t%Z) + (-1))).
Proof.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f329 N_0_q s_N_0_q t c0) as H.
  assert (HK : 0 <= (eta_q * mu_q)).
  { first [cond]. }
  apply (scale_le _ _ (eta_q * mu_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f331 :
  1 <= ((IZR N_0%Z) * eta * mu).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  exact (A33).
Qed.
(* add *)
Lemma f332 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  1 <= (((IZR N_0%Z) * eta * mu) + (eta * mu * (((-1) * (IZR N_0%Z)) + (IZR t%Z) + (-1)))).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f330 N_0 s_N_0 eta s_eta mu s_mu t c0) as H0.
  pose proof (f331) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f333 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1) <= 0.
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f332 t c0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f334 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (((-1) * 2 * eta * mu * ((IZR t%Z) + (-1))) + 2) <= 0.
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f333 t c0) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f335 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (((-1) * 2 * eta * mu * ((IZR t%Z) + (-1))) + 2) <= 0.
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f334 t c0) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f336 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1) <= ((eta * mu * ((IZR t%Z) + (-1))) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f335 t c0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f337 (eta_q : R) (s_eta_q : 0 < eta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) :
  ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1)) <= ((eta_q * mu_q * ((IZR t%Z) + (-1))) + (-1)).
Proof.
  pose proof (f172) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* between *)
Lemma f338 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1))) <= ((eta * mu * ((IZR t%Z) + (-1))) + (-1)).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f336 t c0) as Ha.
  pose proof (f337 eta s_eta mu s_mu t) as Hb.
  apply (between_le _ _ _ _ _ Ha Hb).
  {
  leaf.
  }
  {
  leaf.
  }
  {
  assert (E390 : (Rabs (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon.
  { cond. }
  leaf.
  }
  assert (E391 : (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E390; clear E390.
  try rewrite E391; clear E391.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q392.
  push_izr; first [ring | (field; nz) | ring [Q392] | (field [Q392]; nz)].
  }
Qed.
(* scale *)
Lemma f339 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  ((1 / 2) * (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1)))) <= (((1 / 2) * eta * mu * ((IZR t%Z) + (-1))) + ((-1) / 2)).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f338 t c0) as H.
  assert (HK : 0 <= (1 / 2)).
  { first [cond]. }
  apply (scale_le _ _ (1 / 2) _ _ H HK).
  {
  assert (E393 : (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E393; clear E393.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q394.
  push_izr; first [ring | (field; nz) | ring [Q394] | (field [Q394]; nz)].
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f340 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  ((1 / 2) * (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1)))) <= (((1 / 2) * eta * mu * ((IZR t%Z) + (-1))) + ((-1) / 2)).
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f339 t c0) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f341 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) :
  (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) <= 0.
Proof.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f340 t c0) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E397 : (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * eta * mu) + ((1 / 2) * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E395 : (Rabs (0 - (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E395; clear E395.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q396.
  push_izr; first [ring | (field; nz) | ring [Q396] | (field [Q396]; nz)].
  }
  assert (E398 : (Rabs ((eta * mu * ((IZR t%Z) + (-1))) + (-1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E397; clear E397.
  try rewrite E398; clear E398.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q399.
  push_izr; first [ring | (field; nz) | ring [Q399] | (field [Q399]; nz)].
  }
Qed.
(* add *)
Lemma f342 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (((-1) * k) + m))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  (((-1) * (vz t%Z k%Z)) + (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) + 1) <= (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f328 k t c1 c2 c3 c4 c5) as H0.
  pose proof (f341 t c0) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  assert (E402 : (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * eta * mu) + ((1 / 2) * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E400 : (Rabs (0 - (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E400; clear E400.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q401.
  push_izr; first [ring | (field; nz) | ring [Q401] | (field [Q401]; nz)].
  }
  try rewrite E402; clear E402.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q403.
  push_izr; first [ring | (field; nz) | ring [Q403] | (field [Q403]; nz)].
  }
  {
  assert (E406 : (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * eta * mu) + ((1 / 2) * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E404 : (Rabs (0 - (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E404; clear E404.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q405.
  push_izr; first [ring | (field; nz) | ring [Q405] | (field [Q405]; nz)].
  }
  try rewrite E406; clear E406.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q407.
  push_izr; first [ring | (field; nz) | ring [Q407] | (field [Q407]; nz)].
  }
Qed.
(* restate *)
Lemma f343 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (((-1) * k) + m))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  1 <= (vz t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f342 k t c0 c1 c2 c3 c4 c5) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E410 : (Rmax 0 (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1)) = (((-1) * (1 / 2) * eta * mu * (IZR t%Z)) + ((1 / 2) * eta * mu) + ((1 / 2) * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1))) + (1 / 2))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E408 : (Rabs (0 - (((-1) * eta * mu * ((IZR t%Z) + (-1))) + 1))) = (1 * (Rabs (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E408; clear E408.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q409.
  push_izr; first [ring | (field; nz) | ring [Q409] | (field [Q409]; nz)].
  }
  try rewrite E410; clear E410.
  pose proof (Rabs_sq (((-1) * eta * mu * (IZR t%Z)) + (eta * mu) + 1)) as Q411.
  push_izr; first [ring | (field; nz) | ring [Q411] | (field [Q411]; nz)].
  }
Qed.
(* instance *)
Lemma f344 (i : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (((-1) * i) + m))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (i + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  1 <= (vz t%Z i%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (f343 i%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f345 (i : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (((-1) * i) + m))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (i + (-1)))%Z) :
  1 <= (vz t%Z i%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f344 i t c0 c1 c2 c3 c4 ltac:(cond)).
Qed.
(* sum_over *)
Lemma f346 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  (Zsum (fun i : Z => 1) 1%Z m%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z m%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  assert (HS : (Zsum (fun i : Z => 1) 1%Z m%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z m%Z)).
  {
  apply Zsum_le; [cond|intros y412_ ?H; cbv beta].
  exact (f345 y412_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f347 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z m%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z m%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f346 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E414 : (Zsum (fun i : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x413_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E414; clear E414.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* under *)
Lemma f348 (i : Z) (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (((-1) * i) + k + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (i + ((-1) * m_q) + (-1)))%Z) (c4 : (0 <= (k + ((-1) * m_q) + (-1)))%Z) (c5 : (0 <= (t + (-1)))%Z) :
  0 <= (vz t%Z i%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  exact (f65 i t ltac:(cond) c2 ltac:(cond) c5).
Qed.
(* sum_over *)
Lemma f349 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + ((-1) * m_q) + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  (Zsum (fun i : Z => 0) (m_q + 1)%Z (k + (-1))%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) (m_q + 1)%Z (k + (-1))%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  assert (HS : (Zsum (fun i : Z => 0) (m_q + 1)%Z (k + (-1))%Z) <= (Zsum (fun i : Z => (vz t%Z i%Z)) (m_q + 1)%Z (k + (-1))%Z)).
  {
  apply Zsum_le; [cond|intros y415_ ?H; cbv beta].
  exact (f348 y415_ k m_q s_m_q t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f350 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (c0 : (0 <= (K + ((-1) * k) + 1))%Z) (c1 : (0 <= (T + ((-1) * t)))%Z) (c2 : (0 <= (k + ((-1) * m_q) + (-1)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun i : Z => 0) (m_q + 1)%Z (k + (-1))%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) (m_q + 1)%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f349 k m_q s_m_q t c0 c1 c2 c3) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E417 : (Zsum (fun i : Z => 0) (m_q + 1)%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) (m_q + 1)%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] (m_q + 1)%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x416_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E417; clear E417.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* split *)
Lemma f351 (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (vz_q : Z -> Z -> R) :
  (Zsum (fun i : Z => (vz_q t%Z i%Z)) 1%Z (k + (-1))%Z) = ((Zsum (fun i : Z => (vz_q t%Z i%Z)) 1%Z m_q%Z) + (Zsum (fun i : Z => (vz_q t%Z i%Z)) (m_q + 1)%Z (k + (-1))%Z)).
Proof.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun i : Z => (vz_q t%Z i%Z)) 1%Z m_q%Z (k + (-1))%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f352 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (k : Z) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (vz_q : Z -> Z -> R) :
  ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun i : Z => (vz_q t%Z i%Z)) 1%Z (k + (-1))%Z)) = ((-1) * (/ (IZR K_q%Z)) * ((Zsum (fun i : Z => (vz_q t%Z i%Z)) 1%Z m_q%Z) + (Zsum (fun i : Z => (vz_q t%Z i%Z)) (m_q + 1)%Z (k + (-1))%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f351 k m_q s_m_q t vz_q) as H.
  apply (scale_eq _ _ ((-1) * (/ (IZR K_q%Z))) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f353 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  (((-1) * (z t%Z k%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => 0) (m + 1)%Z (k + (-1))%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => 1) 1%Z m%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z))) <= (((-1) * (/ (IZR K%Z)) * ((Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z m%Z) + (Zsum (fun i : Z => (vz t%Z i%Z)) (m + 1)%Z (k + (-1))%Z))) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z m%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) 1%Z (k + (-1))%Z)) + ((/ (IZR K%Z)) * (Zsum (fun i : Z => (vz t%Z i%Z)) (m + 1)%Z (k + (-1))%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f347 t c0 c2 c3) as H0.
  pose proof (f350 k m s_m t c1 c3 c5 c6) as H1.
  pose proof (f352 K s_K k m s_m t vz) as H2.
  pose proof (f70 k t c1 c3 c4 c6) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ (eq_le _ _ H2) (eq_le _ _ H3))))).
  {
  assert (E419 : (Zsum (fun i : Z => 0) (m + 1)%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) (m + 1)%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 1)%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x418_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E421 : (Zsum (fun i : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x420_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E419; clear E419.
  try rewrite E421; clear E421.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f354 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  ((/ (IZR K%Z)) * (IZR m%Z)) <= (z t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f353 k t c0 c1 c2 c3 c4 c5 c6) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E423 : (Zsum (fun i : Z => 0) (m + 1)%Z (k + (-1))%Z) = 0).
  {
  assert (L_ : (Zsum (fun i : Z => 0) (m + 1)%Z (k + (-1))%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 1)%Z (k + (-1))%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x422_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E425 : (Zsum (fun i : Z => 1) 1%Z m%Z) = (IZR m%Z)).
  {
  assert (L_ : (Zsum (fun i : Z => 1) 1%Z m%Z) = linsum [(1, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x424_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E423; clear E423.
  try rewrite E425; clear E425.
  leaf.
  }
Qed.
(* under *)
Lemma f355 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * (IZR m%Z)) <= (z t%Z k%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f354 k t c0 c1 c2 c3 ltac:(cond) c4 ltac:(cond)).
Qed.
(* scale *)
Lemma f356 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + ((-1) * m) + (-1)))%Z) :
  ((/ (IZR K%Z)) * Q * (IZR m%Z)) <= (Q * (z t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (f355 k t c0 c1 c2 c3 c4) as H.
  assert (HK : 0 <= Q).
  { first [cond]. }
  apply (scale_le _ _ Q _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f357 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  (((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) + ((/ (IZR K%Z)) * Q * (IZR m%Z))) <= (((-1) * Q * (1 + ((-1) * (/ (IZR K%Z)) * (IZR m%Z)))) + (Q * (1 + ((-1) * (z t%Z k%Z)))) + (Q * (z t%Z k%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f280 k t c1 c3 c4 c6) as H0.
  pose proof (f356 k t c0 c1 c2 c3 c5) as H1.
  pose proof (f203) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (eq_le _ _ H2)))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f358 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + (-1)))%Z) (c5 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c6 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) <= a.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (f357 k t c0 c1 c2 c3 c4 c5 c6) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f359 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k) + 1))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + ((-1) * m) + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z)) <= a.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f358 k t c0 c1 c2 c3 ltac:(cond) c4 ltac:(cond)).
Qed.
(* instance *)
Lemma f360 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m)))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) :
  ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z)) <= a.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f359 (m + 1)%Z t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)) as H; cbv beta in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* under *)
Lemma f361 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z)) <= a.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f360 t c0 ltac:(cond) c1 c2).
Qed.
(* add *)
Lemma f362 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  ((a * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1)) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) <= (a + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)) + 1) * (q_pr t%Z (m + 1)%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f279 t c1 c2 c3) as H0.
  pose proof (f361 t c0 c1 c2) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f363 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) (c3 : (0 <= (t + (-1)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (f362 t c0 c1 c2 c3) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f364 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f363 t c0 c1 c2 ltac:(cond)).
Qed.
(* scale *)
Lemma f365 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  0 <= ((/ (IZR K%Z)) * (((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f364 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f366 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * k) + 1))%Z) (c3 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c4 : (0 <= (T + ((-1) * t)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c7 : (0 <= (t + (-1)))%Z) :
  ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z) * (ve t%Z k%Z)) <= (a * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (IZR_le _ _ c7) as r7; repeat (rewrite plus_IZR in r7 || rewrite mult_IZR in r7 || rewrite opp_IZR in r7).
  pose proof (f359 k t c0 c2 c3 c4 c6) as H.
  assert (HK : 0 <= (ve t%Z k%Z)).
  {
  pose proof (f190 k t c1 c4 c5 c7) as HS.
  apply (sign_of _ _ _ HS).
  {
  leaf.
  }
  }
  apply (scale_le _ _ (ve t%Z k%Z) _ _ H HK).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f367 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * k) + 1))%Z) (c3 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c4 : (0 <= (T + ((-1) * t)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c7 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c8 : (0 <= (t + (-1)))%Z) :
  (((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z) * (ve t%Z k%Z)) + ((a + ((-1) * (1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * (u k%Z))) <= (a * (ve t%Z k%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (IZR_le _ _ c7) as r7; repeat (rewrite plus_IZR in r7 || rewrite mult_IZR in r7 || rewrite opp_IZR in r7).
  pose proof (IZR_le _ _ c8) as r8; repeat (rewrite plus_IZR in r8 || rewrite mult_IZR in r8 || rewrite opp_IZR in r8).
  pose proof (f366 k t c0 c1 c2 c3 c4 c5 c6 c8) as H0.
  pose proof (f219 a k t q_pr z c1 c7) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f368 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * k) + 1))%Z) (c3 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c4 : (0 <= (T + ((-1) * t)))%Z) (c5 : (0 <= (k + (-1)))%Z) (c6 : (0 <= (k + ((-1) * m) + (-1)))%Z) (c7 : (0 <= (k + ((-1) * m) + (-2)))%Z) (c8 : (0 <= (t + (-1)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  pose proof (IZR_le _ _ c5) as r5; repeat (rewrite plus_IZR in r5 || rewrite mult_IZR in r5 || rewrite opp_IZR in r5).
  pose proof (IZR_le _ _ c6) as r6; repeat (rewrite plus_IZR in r6 || rewrite mult_IZR in r6 || rewrite opp_IZR in r6).
  pose proof (IZR_le _ _ c7) as r7; repeat (rewrite plus_IZR in r7 || rewrite mult_IZR in r7 || rewrite opp_IZR in r7).
  pose proof (IZR_le _ _ c8) as r8; repeat (rewrite plus_IZR in r8 || rewrite mult_IZR in r8 || rewrite opp_IZR in r8).
  pose proof (f367 k t c0 c1 c2 c3 c4 c5 c6 c7 c8) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* under *)
Lemma f369 (k : Z) (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * k)))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) (c4 : (0 <= (k + ((-1) * m) + (-2)))%Z) :
  0 <= ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  pose proof (IZR_le _ _ c4) as r4; repeat (rewrite plus_IZR in r4 || rewrite mult_IZR in r4 || rewrite opp_IZR in r4).
  exact (f368 k t c0 c1 ltac:(cond) c2 c3 ltac:(cond) ltac:(cond) c4 ltac:(cond)).
Qed.
(* sum_over *)
Lemma f370 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) <= (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  assert (HS : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) <= (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z)).
  {
  apply Zsum_le; [cond|intros y426_ ?H; cbv beta].
  exact (f369 y426_ t ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f371 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f370 t c0 c1 c2) as H.
  assert (HK : 0 <= (/ (IZR K%Z))).
  { first [cond]. }
  apply (scale_le _ _ (/ (IZR K%Z)) _ _ H HK).
  {
  assert (E428 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x427_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E428; clear E428.
  leaf.
  }
  {
  assert (E430 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x429_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E430; clear E430.
  leaf.
  }
Qed.
(* split *)
Lemma f372 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = ((Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* split *)
Lemma f373 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) = ((Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (Zsum_split (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z K_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  assert (E431 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E433 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) ((m_q + 1) + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) ((m_q + 1) + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x432_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E435 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x434_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E431; clear E431.
  try rewrite E433; clear E433.
  try rewrite E435; clear E435.
  leaf.
  }
Qed.
(* add *)
Lemma f374 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z)) = ((Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f372 K_q s_K_q a_q m_q s_m_q t q_pr_q u_q ve_q z_q) as H0.
  pose proof (f373 K_q s_K_q a_q m_q s_m_q t q_pr_q u_q ve_q z_q) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  reflexivity.
  }
  {
  assert (E436 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E438 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 1)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 1)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 1)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x437_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E440 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x439_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E442 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x441_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E436; clear E436.
  try rewrite E438; clear E438.
  try rewrite E440; clear E440.
  try rewrite E442; clear E442.
  leaf.
  }
Qed.
(* restate *)
Lemma f375 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = (((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z (m_q + 1)%Z))) * (q_pr_q t%Z (m_q + 1)%Z))) * ((u_q (m_q + 1)%Z) + ((-1) * (ve_q t%Z (m_q + 1)%Z)))) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f374 K_q s_K_q a_q m_q s_m_q t q_pr_q u_q ve_q z_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (E443 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z (m_q + 1)%Z) = (((-1) * a_q * (u_q (m_q + 1)%Z)) + (a_q * (ve_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (u_q (m_q + 1)%Z)) + ((q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z) * (z_q t%Z (m_q + 1)%Z)) + ((-1) * (q_pr_q t%Z (m_q + 1)%Z) * (ve_q t%Z (m_q + 1)%Z)))).
  {
  rewrite Zsum_one by lia; cbv beta.
  leaf.
  }
  assert (E445 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x444_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E447 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 1)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 1)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 1)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 1)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 1)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x446_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E449 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x448_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E451 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x450_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E443; clear E443.
  try rewrite E445; clear E445.
  try rewrite E447; clear E447.
  try rewrite E449; clear E449.
  try rewrite E451; clear E451.
  leaf.
  }
Qed.
(* scale *)
Lemma f376 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (a_q : R) (m_q : Z) (s_m_q : (0 <= m_q)%Z) (t : Z) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z)) = ((-1) * (/ (IZR K_q%Z)) * (((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z (m_q + 1)%Z))) * (q_pr_q t%Z (m_q + 1)%Z))) * ((u_q (m_q + 1)%Z) + ((-1) * (ve_q t%Z (m_q + 1)%Z)))) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) + (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_m_q) as r_m_q.
  pose proof (f375 K_q s_K_q a_q m_q s_m_q t q_pr_q u_q ve_q z_q) as H.
  apply (scale_eq _ _ ((-1) * (/ (IZR K_q%Z))) _ _ H).
  {
  assert (E453 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x452_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E453; clear E453.
  leaf.
  }
  {
  assert (E455 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) (m_q + 2)%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) (m_q + 2)%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) (m_q + 2)%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) (m_q + 2)%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] (m_q + 2)%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x454_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E457 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z m_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q t%Z ix0%Z)) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))) 1%Z m_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))) 1%Z m_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))) 1%Z m_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z m_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (ve_q t%Z ix0%Z) * (z_q t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q t%Z ix0%Z) * (u_q ix0%Z) * (z_q t%Z ix0%Z)))] 1%Z m_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x456_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E455; clear E455.
  try rewrite E457; clear E457.
  leaf.
  }
Qed.
(* add *)
Lemma f377 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  (((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => 0) (m + 2)%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) <= (((/ (IZR K%Z)) * (((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))) + ((-1) * (/ (IZR K%Z)) * (((((-1) * a) + ((1 + ((-1) * (z t%Z (m + 1)%Z))) * (q_pr t%Z (m + 1)%Z))) * ((u (m + 1)%Z) + ((-1) * (ve t%Z (m + 1)%Z)))) + (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) + (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z))) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f274 N_0 s_N_0 t c0 c1 c2) as H0.
  pose proof (f365 t c0 c1 c2) as H1.
  pose proof (f371 t c0 c1 c2) as H2.
  pose proof (f376 K s_K a m s_m t q_pr u ve z) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (Rplus_le_compat _ _ _ _ H2 (eq_le _ _ H3))))).
  {
  assert (E459 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x458_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E461 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x460_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E463 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x462_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E459; clear E459.
  try rewrite E461; clear E461.
  try rewrite E463; clear E463.
  leaf.
  }
  {
  assert (E465 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x464_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E467 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x466_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E465; clear E465.
  try rewrite E467; clear E467.
  leaf.
  }
Qed.
(* restate *)
Lemma f378 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  0 <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (f377 t c0 c1 c2) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E469 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) (m + 2)%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) (m + 2)%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) (m + 2)%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) (m + 2)%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) (m + 2)%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x468_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E471 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x470_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E473 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z m%Z)) + (a * (Zsum (fun ix0 : Z => (ve t%Z ix0%Z)) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))) 1%Z m%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))) 1%Z m%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z)) + (Zsum (fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))) 1%Z m%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z m%Z) = linsum [(a, fun ix0 : Z => (ve t%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr t%Z ix0%Z) * (ve t%Z ix0%Z) * (z t%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr t%Z ix0%Z) * (u ix0%Z) * (z t%Z ix0%Z)))] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x472_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E475 : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) (m + 2)%Z K%Z) = linsum [(0, fun ix0 : Z => 1)] (m + 2)%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x474_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E477 : (Zsum (fun k : Z => 0) 1%Z m%Z) = 0).
  {
  assert (L_ : (Zsum (fun k : Z => 0) 1%Z m%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z m%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x476_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E469; clear E469.
  try rewrite E471; clear E471.
  try rewrite E473; clear E473.
  try rewrite E475; clear E475.
  try rewrite E477; clear E477.
  leaf.
  }
Qed.
(* under *)
Lemma f379 (t : Z) (c0 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c2 : (0 <= (T + ((-1) * t)))%Z) :
  0 <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  exact (f378 t c0 c1 c2).
Qed.
(* under *)
Lemma f380 (t : Z) (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (((-1) * N_0) + t + (-1)))%Z) (c2 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c3 : (0 <= (T + ((-1) * t)))%Z) :
  0 <= ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (IZR_le _ _ c2) as r2; repeat (rewrite plus_IZR in r2 || rewrite mult_IZR in r2 || rewrite opp_IZR in r2).
  pose proof (IZR_le _ _ c3) as r3; repeat (rewrite plus_IZR in r3 || rewrite mult_IZR in r3 || rewrite opp_IZR in r3).
  exact (f379 t c1 c2 c3).
Qed.
(* sum_over *)
Lemma f381 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) (N_0 + 1)%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  assert (HS : (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) (N_0 + 1)%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y478_ ?H; cbv beta].
  exact (f380 y478_ ltac:(cond) ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* split *)
Lemma f382 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_q : R) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z T_q%Z) = ((Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z N_0_q%Z) + (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) (N_0_q + 1)%Z T_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (Zsum_split (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z N_0_q%Z T_q%Z) as H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f383 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (a_q : R) (q_pr_q : Z -> Z -> R) (u_q : Z -> R) (ve_q : Z -> Z -> R) (z_q : Z -> Z -> R) :
  ((-1) * (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z T_q%Z)) = (((-1) * (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z N_0_q%Z)) + ((-1) * (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) (N_0_q + 1)%Z T_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f382 K_q s_K_q N_0_q s_N_0_q T_q s_T_q a_q q_pr_q u_q ve_q z_q) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  assert (E482 : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z T_q%Z) = (((-1) * (/ (IZR K_q%Z)) * (IZR T_q%Z) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + ((/ (IZR K_q%Z)) * a_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)) 1%Z T_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z T_q%Z) = linsum [((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)); ((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((/ (IZR K_q%Z)) * a_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z)) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)), fun ix1 : Z => 1)] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x479_; cbn [lin]].
  assert (E481 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x479_%Z k%Z))) * (q_pr_q x479_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x479_%Z k%Z))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q x479_%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (ve_q x479_%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (u_q ix0%Z) * (z_q x479_%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (ve_q x479_%Z ix0%Z) * (z_q x479_%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x479_%Z k%Z))) * (q_pr_q x479_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x479_%Z k%Z))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q x479_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (ve_q x479_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (ve_q x479_%Z ix0%Z) * (z_q x479_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x479_%Z ix0%Z) * (u_q ix0%Z) * (z_q x479_%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x480_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E481; clear E481.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E482; clear E482.
  leaf.
  }
  {
  assert (E486 : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) (N_0_q + 1)%Z T_q%Z) = (((/ (IZR K_q%Z)) * (IZR N_0_q%Z) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (IZR T_q%Z) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + ((/ (IZR K_q%Z)) * a_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)) (N_0_q + 1)%Z T_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)) (N_0_q + 1)%Z T_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)) (N_0_q + 1)%Z T_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) (N_0_q + 1)%Z T_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) (N_0_q + 1)%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) (N_0_q + 1)%Z T_q%Z) = linsum [((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)); ((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((/ (IZR K_q%Z)) * a_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z)) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)), fun ix1 : Z => 1)] (N_0_q + 1)%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x483_; cbn [lin]].
  assert (E485 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x483_%Z k%Z))) * (q_pr_q x483_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x483_%Z k%Z))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q x483_%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (ve_q x483_%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (u_q ix0%Z) * (z_q x483_%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (ve_q x483_%Z ix0%Z) * (z_q x483_%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x483_%Z k%Z))) * (q_pr_q x483_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x483_%Z k%Z))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q x483_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (ve_q x483_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (ve_q x483_%Z ix0%Z) * (z_q x483_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x483_%Z ix0%Z) * (u_q ix0%Z) * (z_q x483_%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x484_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E485; clear E485.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E490 : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z N_0_q%Z) = (((-1) * (/ (IZR K_q%Z)) * (IZR N_0_q%Z) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + ((/ (IZR K_q%Z)) * a_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)) 1%Z N_0_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)) 1%Z N_0_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z N_0_q%Z)) + ((-1) * (/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z N_0_q%Z)) + ((/ (IZR K_q%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)) 1%Z N_0_q%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K_q%Z)) * (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q t%Z k%Z))))) 1%Z K_q%Z))) 1%Z N_0_q%Z) = linsum [((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z)); ((/ (IZR K_q%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u_q ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K_q%Z)); (((/ (IZR K_q%Z)) * a_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve_q ix1%Z ix0%Z)) 1%Z K_q%Z)); (((-1) * (/ (IZR K_q%Z)) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)), fun ix1 : Z => 1)] 1%Z N_0_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x487_; cbn [lin]].
  assert (E489 : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x487_%Z k%Z))) * (q_pr_q x487_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x487_%Z k%Z))))) 1%Z K_q%Z) = (((-1) * a_q * (Zsum (fun ix0 : Z => (u_q ix0%Z)) 1%Z K_q%Z)) + (a_q * (Zsum (fun ix0 : Z => (ve_q x487_%Z ix0%Z)) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (u_q ix0%Z))) 1%Z K_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (ve_q x487_%Z ix0%Z))) 1%Z K_q%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (u_q ix0%Z) * (z_q x487_%Z ix0%Z))) 1%Z K_q%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (ve_q x487_%Z ix0%Z) * (z_q x487_%Z ix0%Z))) 1%Z K_q%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a_q) + ((1 + ((-1) * (z_q x487_%Z k%Z))) * (q_pr_q x487_%Z k%Z))) * ((u_q k%Z) + ((-1) * (ve_q x487_%Z k%Z))))) 1%Z K_q%Z) = linsum [(a_q, fun ix0 : Z => (ve_q x487_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (u_q ix0%Z))); (((-1) * a_q), fun ix0 : Z => (u_q ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (ve_q x487_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (ve_q x487_%Z ix0%Z) * (z_q x487_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x487_%Z ix0%Z) * (u_q ix0%Z) * (z_q x487_%Z ix0%Z)))] 1%Z K_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x488_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E489; clear E489.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E486; clear E486.
  try rewrite E490; clear E490.
  leaf.
  }
Qed.
(* add *)
Lemma f384 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) + ((-1) * (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z)) + (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0%Z)) <= 0.
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f269 N_0 s_N_0 c0 c1) as H0.
  pose proof (f381 c0 c1) as H1.
  pose proof (f383 K s_K N_0 s_N_0 T s_T a q_pr u ve z) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ H1 (eq_le _ _ H2)))).
  {
  assert (E494 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x491_; cbn [lin]].
  assert (E493 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x491_%Z k%Z))) * (q_pr x491_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x491_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x491_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (ve x491_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (u ix0%Z) * (z x491_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (ve x491_%Z ix0%Z) * (z x491_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x491_%Z k%Z))) * (q_pr x491_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x491_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x491_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (ve x491_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (ve x491_%Z ix0%Z) * (z x491_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x491_%Z ix0%Z) * (u ix0%Z) * (z x491_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x492_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E493; clear E493.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E496 : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0%Z) = (((-1) * (IZR N_0%Z) * Q * (tau ^ 2)) + ((-1) * (IZR N_0%Z) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * (IZR N_0%Z) * Q * tau))).
  {
  assert (L_ : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0%Z) = linsum [((((-1) * Q * (tau ^ 2)) + ((-1) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * tau)), fun ix0 : Z => 1)] 1%Z N_0%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x495_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E498 : (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) = 0).
  {
  assert (L_ : (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) = linsum [(0, fun ix0 : Z => 1)] (N_0 + 1)%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x497_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E494; clear E494.
  try rewrite E496; clear E496.
  try rewrite E498; clear E498.
  leaf.
  }
  {
  assert (E502 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) (N_0 + 1)%Z T%Z) = (((/ (IZR K%Z)) * (IZR N_0%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) (N_0 + 1)%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) (N_0 + 1)%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) (N_0 + 1)%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) (N_0 + 1)%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) (N_0 + 1)%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) (N_0 + 1)%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] (N_0 + 1)%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x499_; cbn [lin]].
  assert (E501 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x499_%Z k%Z))) * (q_pr x499_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x499_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x499_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (ve x499_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (u ix0%Z) * (z x499_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (ve x499_%Z ix0%Z) * (z x499_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x499_%Z k%Z))) * (q_pr x499_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x499_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x499_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (ve x499_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (ve x499_%Z ix0%Z) * (z x499_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x499_%Z ix0%Z) * (u ix0%Z) * (z x499_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x500_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E501; clear E501.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E506 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z N_0%Z) = (((-1) * (/ (IZR K%Z)) * (IZR N_0%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z N_0%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z N_0%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z N_0%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z N_0%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z N_0%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z N_0%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z N_0%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x503_; cbn [lin]].
  assert (E505 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x503_%Z k%Z))) * (q_pr x503_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x503_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x503_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (ve x503_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (u ix0%Z) * (z x503_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (ve x503_%Z ix0%Z) * (z x503_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x503_%Z k%Z))) * (q_pr x503_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x503_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x503_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (ve x503_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (ve x503_%Z ix0%Z) * (z x503_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x503_%Z ix0%Z) * (u ix0%Z) * (z x503_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x504_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E505; clear E505.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E502; clear E502.
  try rewrite E506; clear E506.
  leaf.
  }
Qed.
(* restate *)
Lemma f385 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((-1) * (IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f384 c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E510 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x507_; cbn [lin]].
  assert (E509 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x507_%Z k%Z))) * (q_pr x507_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x507_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x507_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (ve x507_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (u ix0%Z) * (z x507_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (ve x507_%Z ix0%Z) * (z x507_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x507_%Z k%Z))) * (q_pr x507_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x507_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x507_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (ve x507_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (ve x507_%Z ix0%Z) * (z x507_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x507_%Z ix0%Z) * (u ix0%Z) * (z x507_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x508_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E509; clear E509.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E512 : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0%Z) = (((-1) * (IZR N_0%Z) * Q * (tau ^ 2)) + ((-1) * (IZR N_0%Z) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * (IZR N_0%Z) * Q * tau))).
  {
  assert (L_ : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z N_0%Z) = linsum [((((-1) * Q * (tau ^ 2)) + ((-1) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * tau)), fun ix0 : Z => 1)] 1%Z N_0%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x511_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E514 : (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) = 0).
  {
  assert (L_ : (Zsum (fun t : Z => 0) (N_0 + 1)%Z T%Z) = linsum [(0, fun ix0 : Z => 1)] (N_0 + 1)%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x513_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E510; clear E510.
  try rewrite E512; clear E512.
  try rewrite E514; clear E514.
  leaf.
  }
Qed.
(* the decoy, summed: under *)
Lemma f386 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((-1) * (IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f385 c0 c1).
Qed.
(* sum_over *)
Lemma f387 (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (Zsum (fun t : Z => (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  assert (HS : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (Zsum (fun t : Z => (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z)).
  {
  apply Zsum_ext; [cond|intros y515_ ?H; cbv beta].
  exact (f36 rho_q s_rho_q y515_ lam_q q_pr_q z_q ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f388 (rho_q : R) (s_rho_q : 0 < rho_q) (lam_q : Z -> R) (q_pr_q : Z -> Z -> R) (z_q : Z -> Z -> R) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((-1) * (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z)) = ((-1) * (Zsum (fun t : Z => (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f387 rho_q s_rho_q lam_q q_pr_q z_q c0) as H.
  apply (scale_eq _ _ (-1) _ _ H).
  {
  assert (E519 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (((/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => (lam_q ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * rho_q * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam_q t%Z)) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * rho_q), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (((/ (IZR K%Z)) * P), fun ix1 : Z => ((lam_q ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam_q ix1%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x516_; cbn [lin]].
  assert (E518 : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q x516_%Z))) * (vo x516_%Z k%Z)) + ((((-1) * P * (lam_q x516_%Z)) + ((1 + ((-1) * (z_q x516_%Z k%Z))) * (q_pr_q x516_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x516_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam_q x516_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam_q x516_%Z) * (Zsum (fun ix0 : Z => (ve x516_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho_q * (Zsum (fun ix0 : Z => (vo x516_%Z ix0%Z)) 1%Z K%Z)) + ((lam_q x516_%Z) * (Zsum (fun ix0 : Z => (vo x516_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (ve x516_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (u ix0%Z) * (z_q x516_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (ve x516_%Z ix0%Z) * (z_q x516_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho_q + ((-1) * (lam_q x516_%Z))) * (vo x516_%Z k%Z)) + ((((-1) * P * (lam_q x516_%Z)) + ((1 + ((-1) * (z_q x516_%Z k%Z))) * (q_pr_q x516_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x516_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho_q) + (lam_q x516_%Z)), fun ix0 : Z => (vo x516_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (ve x516_%Z ix0%Z))); ((P * (lam_q x516_%Z)), fun ix0 : Z => (ve x516_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (ve x516_%Z ix0%Z) * (z_q x516_%Z ix0%Z))); (((-1) * P * (lam_q x516_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x516_%Z ix0%Z) * (u ix0%Z) * (z_q x516_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x517_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E518; clear E518.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E519; clear E519.
  leaf.
  }
  {
  assert (E523 : (Zsum (fun t : Z => (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = (((-1) * ell * (Zsum (fun ix1 : Z => (g ix1%Z)) 1%Z T%Z)) + (ell * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + ((-1) * rho_q * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((g ix1%Z) * (lam_q ix1%Z))) 1%Z T%Z) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((((-1) * ell) + (lam_q t%Z)) * (g t%Z)) + ((ell + ((-1) * rho_q)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q t%Z k%Z))) * (q_pr_q t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = linsum [((ell + ((-1) * rho_q)), fun ix1 : Z => (o ix1%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((g ix1%Z) * (lam_q ix1%Z))); (((-1) * ell), fun ix1 : Z => (g ix1%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr_q ix1%Z ix0%Z) * (u ix0%Z) * (z_q ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x520_; cbn [lin]].
  assert (E522 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q x520_%Z k%Z))) * (q_pr_q x520_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x520_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x520_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (ve x520_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (u ix0%Z) * (z_q x520_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (ve x520_%Z ix0%Z) * (z_q x520_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z_q x520_%Z k%Z))) * (q_pr_q x520_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x520_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x520_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (ve x520_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (ve x520_%Z ix0%Z) * (z_q x520_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr_q x520_%Z ix0%Z) * (u ix0%Z) * (z_q x520_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x521_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E522; clear E522.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E523; clear E523.
  leaf.
  }
Qed.
(* absolute *)
Lemma f389 (c_q : R) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (g_q : Z -> R) (lam_q : Z -> R) :
  ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))) <= (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))).
Proof.
  apply (Rle_trans _ (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))).
  { apply (Rle_trans _ ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))); [apply eq_le|apply Rle_abs].
  {
  reflexivity.
  }
  }
  apply eq_le.
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f390 (c_q : R) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (g_q : Z -> R) (lam_q : Z -> R) :
  ((ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) * ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) <= ((ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))).
Proof.
  pose proof (f389 c_q mu_q s_mu_q t g_q lam_q) as H.
  assert (HK : 0 <= (ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))))).
  { first [cond | (replace (ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) with ((1 / 2) * ((2 * ell_q) + (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) by leaf; cond)]. }
  apply (scale_le _ _ (ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) _ _ H HK).
  {
  pose proof (Rabs_sq ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) as Q524.
  push_izr; first [ring | (field; nz) | ring [Q524] | (field [Q524]; nz)].
  }
  {
  pose proof (Rabs_sq ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) as Q525.
  push_izr; first [ring | (field; nz) | ring [Q525] | (field [Q525]; nz)].
  }
Qed.
(* add *)
Lemma f391 (c_q : R) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (g_q : Z -> R) (lam_q : Z -> R) :
  ((ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) * ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) <= ((ell_q + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))).
Proof.
  pose proof (f390 c_q ell_q s_ell_q mu_q s_mu_q t g_q lam_q) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f392 (c_q : R) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (g_q : Z -> R) (lam_q : Z -> R) :
  ((((-1) * ell_q) + (Rmax 0 ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))) ^ 2) <= (((c_q * (lam_q t%Z)) + ((-1) * ell_q) + (mu_q * (g_q t%Z))) ^ 2).
Proof.
  pose proof (f391 c_q ell_q s_ell_q mu_q s_mu_q t g_q lam_q) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E528 : (Rmax 0 ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) = (((1 / 2) * c_q * (lam_q t%Z)) + ((1 / 2) * mu_q * (g_q t%Z)) + ((1 / 2) * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E526 : (Rabs (0 - ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z))))) = (1 * (Rabs ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E526; clear E526.
  pose proof (Rabs_sq ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) as Q527.
  push_izr; first [ring | (field; nz) | ring [Q527] | (field [Q527]; nz)].
  }
  try rewrite E528; clear E528.
  pose proof (Rabs_sq ((c_q * (lam_q t%Z)) + (mu_q * (g_q t%Z)))) as Q529.
  push_izr; first [ring | (field; nz) | ring [Q529] | (field [Q529]; nz)].
  }
Qed.
(* assume *)
Lemma f393 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (lam (t + 1)%Z) = (Rmax 0 ((c * (lam t%Z)) + (mu * (g t%Z)))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A34 t ltac:(cond) ltac:(cond)).
Qed.
(* restate *)
Lemma f394 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (Rmax 0 ((c * (lam t%Z)) + (mu * (g t%Z)))) = (lam (t + 1)%Z).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f393 t c0 c1) as H.
  apply (eq_by_diff_turned _ _ _ _ H).
  {
  assert (E532 : (Rmax 0 ((c * (lam t%Z)) + (mu * (g t%Z)))) = (((1 / 2) * c * (lam t%Z)) + ((1 / 2) * mu * (g t%Z)) + ((1 / 2) * (Rabs ((c * (lam t%Z)) + (mu * (g t%Z))))))).
  {
  rewrite Rmax_abs; unfold Rdiv.
  assert (E530 : (Rabs (0 - ((c * (lam t%Z)) + (mu * (g t%Z))))) = (1 * (Rabs ((c * (lam t%Z)) + (mu * (g t%Z)))))).
  {
  apply Rabs_canon_opp.
  { cond. }
  leaf.
  }
  try rewrite E530; clear E530.
  pose proof (Rabs_sq ((c * (lam t%Z)) + (mu * (g t%Z)))) as Q531.
  push_izr; first [ring | (field; nz) | ring [Q531] | (field [Q531]; nz)].
  }
  try rewrite E532; clear E532.
  pose proof (Rabs_sq ((c * (lam t%Z)) + (mu * (g t%Z)))) as Q533.
  push_izr; first [ring | (field; nz) | ring [Q533] | (field [Q533]; nz)].
  }
Qed.
(* substitute *)
Lemma f395 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2) <= (((c * (lam t%Z)) + ((-1) * ell_q) + (mu * (g t%Z))) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f392 c ell_q s_ell_q mu s_mu t g lam) as H.
  pose proof (f394 t c0 c1) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f396 :
  c = (((-1) * delta * (mu ^ 2)) + 1).
Proof.
  exact (A35).
Qed.
(* substitute *)
Lemma f397 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2) <= ((((-1) * ell_q) + (mu * (g t%Z)) + ((((-1) * delta * (mu ^ 2)) + 1) * (lam t%Z))) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f395 ell_q s_ell_q t c0 c1) as H.
  pose proof (f396) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f398 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)) <= ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (mu * (g t%Z)) + ((((-1) * delta * (mu ^ 2)) + 1) * (lam t%Z))) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f397 ell_q s_ell_q t c0 c1) as H.
  assert (HK : 0 <= ((1 / 2) * (/ mu))).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * (/ mu)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* square *)
Lemma f399 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (lam_q : Z -> R) :
  0 <= ((((-1) * ell_q) + (lam_q t%Z)) ^ 2).
Proof.
  apply (Rle_trans _ ((((-1) * ell_q) + (lam_q t%Z)) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f400 (delta_q : R) (s_delta_q : 0 < delta_q) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (lam_q : Z -> R) :
  0 <= ((1 / 2) * delta_q * mu_q * ((((-1) * ell_q) + (lam_q t%Z)) ^ 2)).
Proof.
  pose proof (f399 ell_q s_ell_q t lam_q) as H.
  assert (HK : 0 <= ((1 / 2) * delta_q * mu_q)).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * delta_q * mu_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f401 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)) <= (((1 / 2) * delta * mu * ((((-1) * ell_q) + (lam t%Z)) ^ 2)) + ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (mu * (g t%Z)) + ((((-1) * delta * (mu ^ 2)) + 1) * (lam t%Z))) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f398 ell_q s_ell_q t c0 c1) as H0.
  pose proof (f400 delta s_delta ell_q s_ell_q mu s_mu t lam) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f402 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) <= (((1 / 2) * mu * ((((-1) * delta * mu * (lam t%Z)) + (g t%Z)) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2))))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f401 ell_q s_ell_q t c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f403 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (Rabs (g t%Z)) <= G.
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A36 t ltac:(cond) ltac:(cond)).
Qed.
(* scale *)
Lemma f404 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((G + (Rabs (g t%Z))) * (Rabs (g t%Z))) <= (G * (G + (Rabs (g t%Z)))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f403 t c0 c1) as H.
  assert (HK : 0 <= (G + (Rabs (g t%Z)))).
  { first [cond]. }
  apply (scale_le _ _ (G + (Rabs (g t%Z))) _ _ H HK).
  {
  pose proof (Rabs_sq (g t%Z)) as Q534.
  push_izr; first [ring | (field; nz) | ring [Q534] | (field [Q534]; nz)].
  }
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f405 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((G + (Rabs (g t%Z))) * (Rabs (g t%Z))) <= (G * (G + (Rabs (g t%Z)))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f404 t c0 c1) as H0.
  apply (le_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f406 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((g t%Z) ^ 2) <= (G ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f405 t c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  pose proof (Rabs_sq (g t%Z)) as Q535.
  push_izr; first [ring | (field; nz) | ring [Q535] | (field [Q535]; nz)].
  }
Qed.
(* scale *)
Lemma f407 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (2 * ((g t%Z) ^ 2)) <= (2 * (G ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f406 t c0 c1) as H.
  assert (HK : 0 <= 2).
  { first [cond]. }
  apply (scale_le _ _ 2 _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* square *)
Lemma f408 (delta_q : R) (s_delta_q : 0 < delta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (g_q : Z -> R) (lam_q : Z -> R) :
  0 <= (((delta_q * mu_q * (lam_q t%Z)) + (g_q t%Z)) ^ 2).
Proof.
  apply (Rle_trans _ (((delta_q * mu_q * (lam_q t%Z)) + (g_q t%Z)) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* add *)
Lemma f409 (delta_q : R) (s_delta_q : 0 < delta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (2 * ((g t%Z) ^ 2)) <= ((2 * (G ^ 2)) + (((delta_q * mu_q * (lam_q t%Z)) + (g t%Z)) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f407 t c0 c1) as H0.
  pose proof (f408 delta_q s_delta_q mu_q s_mu_q t g lam_q) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f410 (delta_q : R) (s_delta_q : 0 < delta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((((-1) * delta_q * mu_q * (lam_q t%Z)) + (g t%Z)) ^ 2) <= ((2 * (G ^ 2)) + (2 * (delta_q ^ 2) * (mu_q ^ 2) * ((lam_q t%Z) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f409 delta_q s_delta_q mu_q s_mu_q t lam_q c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f411 (delta_q : R) (s_delta_q : 0 < delta_q) (mu_q : R) (s_mu_q : 0 < mu_q) (t : Z) (lam_q : Z -> R) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  ((1 / 2) * mu_q * ((((-1) * delta_q * mu_q * (lam_q t%Z)) + (g t%Z)) ^ 2)) <= ((1 / 2) * mu_q * ((2 * (G ^ 2)) + (2 * (delta_q ^ 2) * (mu_q ^ 2) * ((lam_q t%Z) ^ 2)))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f410 delta_q s_delta_q mu_q s_mu_q t lam_q c0 c1) as H.
  assert (HK : 0 <= ((1 / 2) * mu_q)).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * mu_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f412 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((1 / 2) * mu * ((((-1) * delta * mu * (lam t%Z)) + (g t%Z)) ^ 2)) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) <= (((1 / 2) * mu * ((2 * (G ^ 2)) + (2 * (delta ^ 2) * (mu ^ 2) * ((lam t%Z) ^ 2)))) + ((1 / 2) * mu * ((((-1) * delta * mu * (lam t%Z)) + (g t%Z)) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2))))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f402 ell_q s_ell_q t c0 c1) as H0.
  pose proof (f411 delta s_delta mu s_mu t lam c0 c1) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f413 (ell_q : R) (s_ell_q : 0 <= ell_q) (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) <= (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2))))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f412 ell_q s_ell_q t c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* sum_over *)
Lemma f414 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) <= (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  assert (HS : (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) <= (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y536_ ?H; cbv beta].
  exact (f413 ell_q s_ell_q y536_ ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* instance *)
Lemma f415 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (ell_q : R) (s_ell_q : 0 <= ell_q) (lam_q : Z -> R) :
  (Zsum (fun i : Z => (((((-1) * ell_q) + (lam_q i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (i + 1)%Z)) ^ 2)))) 1%Z T_q%Z) = (((((-1) * ell_q) + (lam_q 1%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (T_q + 1)%Z)) ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f48 T_q s_T_q (fun i : Z => ((((-1) * ell_q) + (lam_q i%Z)) ^ 2))) as H; cbv beta in H.
  apply (eq_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f416 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (lam_q : Z -> R) :
  ((1 / 2) * (/ mu_q) * (Zsum (fun i : Z => (((((-1) * ell_q) + (lam_q i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (i + 1)%Z)) ^ 2)))) 1%Z T_q%Z)) = ((1 / 2) * (/ mu_q) * (((((-1) * ell_q) + (lam_q 1%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (T_q + 1)%Z)) ^ 2)))).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f415 T_q s_T_q ell_q s_ell_q lam_q) as H.
  apply (scale_eq _ _ ((1 / 2) * (/ mu_q)) _ _ H).
  {
  assert (E538 : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam_q i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (i + 1)%Z)) ^ 2)))) 1%Z T_q%Z) = (((-1) * 2 * ell_q * (Zsum (fun ix0 : Z => (lam_q ix0%Z)) 1%Z T_q%Z)) + (2 * ell_q * (Zsum (fun ix0 : Z => (lam_q (ix0 + 1)%Z)) 1%Z T_q%Z)) + (Zsum (fun ix0 : Z => ((lam_q ix0%Z) ^ 2)) 1%Z T_q%Z) + ((-1) * (Zsum (fun ix0 : Z => ((lam_q (ix0 + 1)%Z) ^ 2)) 1%Z T_q%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam_q i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam_q (i + 1)%Z)) ^ 2)))) 1%Z T_q%Z) = linsum [(1, fun ix0 : Z => ((lam_q ix0%Z) ^ 2)); ((-1), fun ix0 : Z => ((lam_q (ix0 + 1)%Z) ^ 2)); (((-1) * 2 * ell_q), fun ix0 : Z => (lam_q ix0%Z)); ((2 * ell_q), fun ix0 : Z => (lam_q (ix0 + 1)%Z))] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x537_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E538; clear E538.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f417 :
  (lam 1%Z) = 0.
Proof.
  exact (A37).
Qed.
(* scale *)
Lemma f418 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  ((((-1) * 2 * ell_q) + (lam 1%Z)) * (lam 1%Z)) = 0.
Proof.
  pose proof (f417) as H.
  apply (scale_eq _ _ (((-1) * 2 * ell_q) + (lam 1%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f419 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  ((((-1) * 2 * ell_q) + (lam 1%Z)) * (lam 1%Z)) = 0.
Proof.
  pose proof (f418 ell_q s_ell_q) as H0.
  apply (eq_cast _ _ _ _ H0).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* restate *)
Lemma f420 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  ((((-1) * ell_q) + (lam 1%Z)) ^ 2) = (ell_q ^ 2).
Proof.
  pose proof (f419 ell_q s_ell_q) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f421 (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) :
  ((1 / 2) * (/ mu_q) * ((((-1) * ell_q) + (lam 1%Z)) ^ 2)) = ((1 / 2) * (ell_q ^ 2) * (/ mu_q)).
Proof.
  pose proof (f420 ell_q s_ell_q) as H.
  apply (scale_eq _ _ ((1 / 2) * (/ mu_q)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* square *)
Lemma f422 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (ell_q : R) (s_ell_q : 0 <= ell_q) (lam_q : Z -> R) :
  0 <= ((((-1) * ell_q) + (lam_q (T_q + 1)%Z)) ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  apply (Rle_trans _ ((((-1) * ell_q) + (lam_q (T_q + 1)%Z)) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f423 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (ell_q : R) (s_ell_q : 0 <= ell_q) (mu_q : R) (s_mu_q : 0 < mu_q) (lam_q : Z -> R) :
  0 <= ((1 / 2) * (/ mu_q) * ((((-1) * ell_q) + (lam_q (T_q + 1)%Z)) ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f422 T_q s_T_q ell_q s_ell_q lam_q) as H.
  assert (HK : 0 <= ((1 / 2) * (/ mu_q))).
  { first [cond]. }
  apply (scale_le _ _ ((1 / 2) * (/ mu_q)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f424 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  ((Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) + ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (lam 1%Z)) ^ 2)) + ((1 / 2) * (/ mu) * (Zsum (fun i : Z => (((((-1) * ell_q) + (lam i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (i + 1)%Z)) ^ 2)))) 1%Z T%Z))) <= (((1 / 2) * (ell_q ^ 2) * (/ mu)) + (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z) + ((1 / 2) * (/ mu) * ((((-1) * ell_q) + (lam (T + 1)%Z)) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam 1%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (T + 1)%Z)) ^ 2))))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (f414 ell_q s_ell_q) as H0.
  pose proof (f416 T s_T ell_q s_ell_q mu s_mu lam) as H1.
  pose proof (f421 ell_q s_ell_q mu s_mu) as H2.
  pose proof (f423 T s_T ell_q s_ell_q mu s_mu lam) as H3.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) (Rplus_le_compat _ _ _ _ (eq_le _ _ H2) H3)))).
  {
  assert (E540 : (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) = (((-1) * (1 / 2) * (IZR T%Z) * delta * (ell_q ^ 2) * mu) + ((1 / 2) * delta * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + (ell_q * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) = linsum [(ell_q, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))); (((1 / 2) * delta * mu), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((-1) * (1 / 2) * delta * (ell_q ^ 2) * mu), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x539_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E542 : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (i + 1)%Z)) ^ 2)))) 1%Z T%Z) = (((-1) * 2 * ell_q * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (2 * ell_q * (Zsum (fun ix0 : Z => (lam (ix0 + 1)%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (i + 1)%Z)) ^ 2)))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) ^ 2)); ((-1), fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)); (((-1) * 2 * ell_q), fun ix0 : Z => (lam ix0%Z)); ((2 * ell_q), fun ix0 : Z => (lam (ix0 + 1)%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x541_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E540; clear E540.
  try rewrite E542; clear E542.
  leaf.
  }
  {
  assert (E544 : (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z) = (((G ^ 2) * (IZR T%Z) * mu) + ((delta ^ 2) * (mu ^ 3) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * ell_q * (/ mu) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (ell_q * (/ mu) * (Zsum (fun ix0 : Z => (lam (ix0 + 1)%Z)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z) = linsum [(((G ^ 2) * mu), fun ix0 : Z => 1); ((((delta ^ 2) * (mu ^ 3)) + ((1 / 2) * (/ mu))), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)); ((ell_q * (/ mu)), fun ix0 : Z => (lam (ix0 + 1)%Z)); (((-1) * ell_q * (/ mu)), fun ix0 : Z => (lam ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x543_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E544; clear E544.
  leaf.
  }
Qed.
(* regret of the multiplier: restate *)
Lemma f425 (ell_q : R) (s_ell_q : 0 <= ell_q) :
  (((-1) * (1 / 2) * (IZR T%Z) * delta * (ell_q ^ 2) * mu) + ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + (Zsum (fun t : Z => ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z)) <= (((G ^ 2) * (IZR T%Z) * mu) + ((delta ^ 2) * (mu ^ 3) * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (ell_q ^ 2) * (/ mu))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (f424 ell_q s_ell_q) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E546 : (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z) = (((G ^ 2) * (IZR T%Z) * mu) + ((delta ^ 2) * (mu ^ 3) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * ell_q * (/ mu) * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (ell_q * (/ mu) * (Zsum (fun ix0 : Z => (lam (ix0 + 1)%Z)) 1%Z T%Z)) + ((1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + ((-1) * (1 / 2) * (/ mu) * (Zsum (fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((G ^ 2) * mu) + ((delta ^ 2) * (mu ^ 3) * ((lam t%Z) ^ 2)) + ((1 / 2) * (/ mu) * (((((-1) * ell_q) + (lam t%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (t + 1)%Z)) ^ 2)))))) 1%Z T%Z) = linsum [(((G ^ 2) * mu), fun ix0 : Z => 1); ((((delta ^ 2) * (mu ^ 3)) + ((1 / 2) * (/ mu))), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((-1) * (1 / 2) * (/ mu)), fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)); ((ell_q * (/ mu)), fun ix0 : Z => (lam (ix0 + 1)%Z)); (((-1) * ell_q * (/ mu)), fun ix0 : Z => (lam ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x545_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E548 : (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) = (((-1) * (1 / 2) * (IZR T%Z) * delta * (ell_q ^ 2) * mu) + ((1 / 2) * delta * mu * (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z)) + (ell_q * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((1 / 2) * delta * mu * (((-1) * (ell_q ^ 2)) + ((lam t%Z) ^ 2))) + ((ell_q + ((-1) * (lam t%Z))) * (g t%Z)))) 1%Z T%Z) = linsum [(ell_q, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))); (((1 / 2) * delta * mu), fun ix0 : Z => ((lam ix0%Z) ^ 2)); (((-1) * (1 / 2) * delta * (ell_q ^ 2) * mu), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x547_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E550 : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (i + 1)%Z)) ^ 2)))) 1%Z T%Z) = (((-1) * 2 * ell_q * (Zsum (fun ix0 : Z => (lam ix0%Z)) 1%Z T%Z)) + (2 * ell_q * (Zsum (fun ix0 : Z => (lam (ix0 + 1)%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => ((lam ix0%Z) ^ 2)) 1%Z T%Z) + ((-1) * (Zsum (fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun i : Z => (((((-1) * ell_q) + (lam i%Z)) ^ 2) + ((-1) * ((((-1) * ell_q) + (lam (i + 1)%Z)) ^ 2)))) 1%Z T%Z) = linsum [(1, fun ix0 : Z => ((lam ix0%Z) ^ 2)); ((-1), fun ix0 : Z => ((lam (ix0 + 1)%Z) ^ 2)); (((-1) * 2 * ell_q), fun ix0 : Z => (lam ix0%Z)); ((2 * ell_q), fun ix0 : Z => (lam (ix0 + 1)%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x549_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E552 : (Zsum (fun t : Z => ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = ((ell_q * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((ell_q + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = linsum [(ell_q, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x551_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E546; clear E546.
  try rewrite E548; clear E548.
  try rewrite E550; clear E550.
  try rewrite E552; clear E552.
  leaf.
  }
Qed.
(* assume *)
Lemma f426 :
  G = P.
Proof.
  exact (A38).
Qed.
(* scale *)
Lemma f427 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (mu_q : R) (s_mu_q : 0 < mu_q) :
  (G * (IZR T_q%Z) * mu_q * (G + P)) = (P * (IZR T_q%Z) * mu_q * (G + P)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f426) as H.
  apply (scale_eq _ _ ((IZR T_q%Z) * mu_q * (G + P)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f428 :
  delta = (4 * (beta ^ 2)).
Proof.
  exact (A39).
Qed.
(* scale *)
Lemma f429 (mu_q : R) (s_mu_q : 0 < mu_q) :
  (delta * (((mu_q ^ 2) * ((4 * (beta ^ 2)) + delta)) + ((-1) / 2))) = (4 * (beta ^ 2) * (((mu_q ^ 2) * ((4 * (beta ^ 2)) + delta)) + ((-1) / 2))).
Proof.
  pose proof (f428) as H.
  apply (scale_eq _ _ (((mu_q ^ 2) * ((4 * (beta ^ 2)) + delta)) + ((-1) / 2)) _ _ H).
  {
  reflexivity.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f430 :
  mu = (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  exact (A40).
Qed.
(* scale *)
Lemma f431 :
  (mu ^ 2) = (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta) * mu).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f430) as H.
  apply (scale_eq _ _ mu _ _ H).
  {
  leaf.
  }
  {
  assert (Q553 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q554 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q553 Q554] | (field [Q553 Q554]; nz)].
  }
Qed.
(* scale *)
Lemma f432 :
  (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta) * mu) = ((Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (/ (beta ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f430) as H.
  apply (scale_eq _ _ (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta)) _ _ H).
  {
  assert (Q555 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q556 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q555 Q556] | (field [Q555 Q556]; nz)].
  }
  {
  assert (Q557 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q558 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q557 Q558] | (field [Q557 Q558]; nz)].
  }
Qed.
(* add *)
Lemma f433 :
  ((Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta) * mu) + (mu ^ 2)) = (((Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (/ (beta ^ 2))) + (Rad * ((/ (IZR T%Z)) * (sqrt (IZR T%Z))) * ((/ (IZR W%Z)) * (sqrt (IZR W%Z))) * (/ beta) * mu)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f431) as H0.
  pose proof (f432) as H1.
  apply (eq_cast _ _ _ _ (f_equal2 Rplus H0 H1)).
  {
  assert (Q559 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q560 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q559 Q560] | (field [Q559 Q560]; nz)].
  }
  {
  assert (Q561 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q562 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q561 Q562] | (field [Q561 Q562]; nz)].
  }
Qed.
(* restate *)
Lemma f434 :
  (mu ^ 2) = ((Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (/ (beta ^ 2))).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f433) as H.
  apply (eq_by_diff _ _ _ _ H).
  {
  assert (Q563 : (sqrt (IZR T%Z)) ^ 2 = (IZR T%Z)) by (apply pow2_sqrt; cond).
  assert (Q564 : (sqrt (IZR W%Z)) ^ 2 = (IZR W%Z)) by (apply pow2_sqrt; cond).
  push_izr; first [ring | (field; nz) | ring [Q563 Q564] | (field [Q563 Q564]; nz)].
  }
Qed.
(* scale *)
Lemma f435 :
  (16 * (beta ^ 4) * (mu ^ 2)) = (16 * (Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f434) as H.
  apply (scale_eq _ _ (16 * (beta ^ 4)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f436 :
  (16 * (Rad ^ 2)) <= ((IZR T%Z) * (IZR W%Z)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  exact (A41).
Qed.
(* scale *)
Lemma f437 (beta_q : R) (s_beta_q : 0 < beta_q) :
  (16 * (Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta_q ^ 2)) <= (beta_q ^ 2).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f436) as H.
  assert (HK : 0 <= ((/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta_q ^ 2))).
  { first [cond]. }
  apply (scale_le _ _ ((/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta_q ^ 2)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f438 :
  ((16 * (Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta ^ 2)) + (16 * (beta ^ 4) * (mu ^ 2)) + (delta * (((mu ^ 2) * ((4 * (beta ^ 2)) + delta)) + ((-1) / 2)))) <= ((16 * (Rad ^ 2) * (/ (IZR T%Z)) * (/ (IZR W%Z)) * (beta ^ 2)) + (4 * (beta ^ 2) * (((mu ^ 2) * ((4 * (beta ^ 2)) + delta)) + ((-1) / 2))) + (beta ^ 2)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f429 mu s_mu) as H0.
  pose proof (f435) as H1.
  pose proof (f437 beta s_beta) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) H2))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f439 :
  ((beta ^ 2) + ((delta ^ 2) * (mu ^ 2))) <= ((1 / 2) * delta).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f438) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* square *)
Lemma f440 (t : Z) (lam_q : Z -> R) :
  0 <= ((lam_q t%Z) ^ 2).
Proof.
  apply (Rle_trans _ ((lam_q t%Z) ^ 2)); [apply pow2_ge_0|apply eq_le].
  {
  reflexivity.
  }
Qed.
(* sum_over *)
Lemma f441 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (lam_q : Z -> R) :
  (Zsum (fun t : Z => 0) 1%Z T_q%Z) <= (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T_q%Z).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  assert (HS : (Zsum (fun t : Z => 0) 1%Z T_q%Z) <= (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T_q%Z)).
  {
  apply Zsum_le; [cond|intros y565_ ?H; cbv beta].
  exact (f440 y565_ lam_q).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f442 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (mu_q : R) (s_mu_q : 0 < mu_q) (lam_q : Z -> R) :
  (mu_q * (Zsum (fun t : Z => 0) 1%Z T_q%Z)) <= (mu_q * (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f441 T_q s_T_q lam_q) as H.
  assert (HK : 0 <= mu_q).
  { first [cond]. }
  apply (scale_le _ _ mu_q _ _ H HK).
  {
  assert (E567 : (Zsum (fun t : Z => 0) 1%Z T_q%Z) = 0).
  {
  assert (L_ : (Zsum (fun t : Z => 0) 1%Z T_q%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z T_q%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x566_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E567; clear E567.
  leaf.
  }
  {
  leaf.
  }
Qed.
(* scale *)
Lemma f443 (lam_q : Z -> R) :
  (mu * ((beta ^ 2) + ((delta ^ 2) * (mu ^ 2))) * (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T%Z)) <= ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T%Z)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (f439) as H.
  assert (HK : 0 <= (mu * (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T%Z))).
  {
  pose proof (f442 T s_T mu s_mu lam_q) as HS.
  apply (sign_of _ _ _ HS).
  {
  assert (E569 : (Zsum (fun t : Z => 0) 1%Z T%Z) = 0).
  {
  assert (L_ : (Zsum (fun t : Z => 0) 1%Z T%Z) = linsum [(0, fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x568_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E569; clear E569.
  leaf.
  }
  }
  apply (scale_le _ _ (mu * (Zsum (fun t : Z => ((lam_q t%Z) ^ 2)) 1%Z T%Z)) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f444 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((G * (IZR T%Z) * mu * (G + P)) + ((-1) * (IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((-1) * (1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + (mu * ((beta ^ 2) + ((delta ^ 2) * (mu ^ 2))) * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z)) <= (((G ^ 2) * (IZR T%Z) * mu) + (P * (IZR T%Z) * mu * (G + P)) + ((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((delta ^ 2) * (mu ^ 3) * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (ell ^ 2) * (/ mu)) + (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z)) + ((1 / 2) * (/ mu))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f142 c1) as H0.
  pose proof (f388 rho s_rho lam q_pr z c1) as H1.
  pose proof (f386 c0 c1) as H2.
  pose proof (f425 ell s_ell) as H3.
  pose proof (f427 T s_T mu s_mu) as H4.
  pose proof (f443 lam) as H5.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) (Rplus_le_compat _ _ _ _ H2 (Rplus_le_compat _ _ _ _ H3 (Rplus_le_compat _ _ _ _ (eq_le _ _ H4) H5)))))).
  {
  assert (E573 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (((/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => (lam ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (((/ (IZR K%Z)) * P), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam ix1%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x570_; cbn [lin]].
  assert (E572 : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x570_%Z))) * (vo x570_%Z k%Z)) + ((((-1) * P * (lam x570_%Z)) + ((1 + ((-1) * (z x570_%Z k%Z))) * (q_pr x570_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x570_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam x570_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam x570_%Z) * (Zsum (fun ix0 : Z => (ve x570_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo x570_%Z ix0%Z)) 1%Z K%Z)) + ((lam x570_%Z) * (Zsum (fun ix0 : Z => (vo x570_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (ve x570_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (u ix0%Z) * (z x570_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (ve x570_%Z ix0%Z) * (z x570_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x570_%Z))) * (vo x570_%Z k%Z)) + ((((-1) * P * (lam x570_%Z)) + ((1 + ((-1) * (z x570_%Z k%Z))) * (q_pr x570_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x570_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho) + (lam x570_%Z)), fun ix0 : Z => (vo x570_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (ve x570_%Z ix0%Z))); ((P * (lam x570_%Z)), fun ix0 : Z => (ve x570_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (ve x570_%Z ix0%Z) * (z x570_%Z ix0%Z))); (((-1) * P * (lam x570_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x570_%Z ix0%Z) * (u ix0%Z) * (z x570_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x571_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E572; clear E572.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E575 : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = ((ell * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = linsum [(ell, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x574_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E573; clear E573.
  try rewrite E575; clear E575.
  leaf.
  }
  {
  assert (E579 : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = (((-1) * ell * (Zsum (fun ix1 : Z => (g ix1%Z)) 1%Z T%Z)) + (ell * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))) 1%Z T%Z) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = linsum [((ell + ((-1) * rho)), fun ix1 : Z => (o ix1%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))); (((-1) * ell), fun ix1 : Z => (g ix1%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x576_; cbn [lin]].
  assert (E578 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x576_%Z k%Z))) * (q_pr x576_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x576_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x576_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (ve x576_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (u ix0%Z) * (z x576_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (ve x576_%Z ix0%Z) * (z x576_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x576_%Z k%Z))) * (q_pr x576_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x576_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x576_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (ve x576_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (ve x576_%Z ix0%Z) * (z x576_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x576_%Z ix0%Z) * (u ix0%Z) * (z x576_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x577_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E578; clear E578.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E583 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x580_; cbn [lin]].
  assert (E582 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x580_%Z k%Z))) * (q_pr x580_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x580_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x580_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (ve x580_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (u ix0%Z) * (z x580_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (ve x580_%Z ix0%Z) * (z x580_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x580_%Z k%Z))) * (q_pr x580_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x580_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x580_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (ve x580_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (ve x580_%Z ix0%Z) * (z x580_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x580_%Z ix0%Z) * (u ix0%Z) * (z x580_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x581_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E582; clear E582.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E579; clear E579.
  try rewrite E583; clear E583.
  leaf.
  }
Qed.
(* restate *)
Lemma f445 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f444 c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E587 : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = (((-1) * ell * (Zsum (fun ix1 : Z => (g ix1%Z)) 1%Z T%Z)) + (ell * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))) 1%Z T%Z) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = linsum [((ell + ((-1) * rho)), fun ix1 : Z => (o ix1%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))); (((-1) * ell), fun ix1 : Z => (g ix1%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x584_; cbn [lin]].
  assert (E586 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x584_%Z k%Z))) * (q_pr x584_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x584_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x584_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (ve x584_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (u ix0%Z) * (z x584_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (ve x584_%Z ix0%Z) * (z x584_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x584_%Z k%Z))) * (q_pr x584_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x584_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x584_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (ve x584_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (ve x584_%Z ix0%Z) * (z x584_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x584_%Z ix0%Z) * (u ix0%Z) * (z x584_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x585_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E586; clear E586.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E591 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x588_; cbn [lin]].
  assert (E590 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x588_%Z k%Z))) * (q_pr x588_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x588_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x588_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (ve x588_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (u ix0%Z) * (z x588_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (ve x588_%Z ix0%Z) * (z x588_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x588_%Z k%Z))) * (q_pr x588_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x588_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x588_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (ve x588_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (ve x588_%Z ix0%Z) * (z x588_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x588_%Z ix0%Z) * (u ix0%Z) * (z x588_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x589_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E590; clear E590.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E593 : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = ((ell * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = linsum [(ell, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x592_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E587; clear E587.
  try rewrite E591; clear E591.
  try rewrite E593; clear E593.
  leaf.
  }
Qed.
(* scale *)
Lemma f446 (gap_q : R) (s_gap_q : 0 < gap_q) (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((/ gap_q) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= ((/ gap_q) * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f445 c0 c1) as H.
  assert (HK : 0 <= (/ gap_q)).
  { first [cond]. }
  apply (scale_le _ _ (/ gap_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* assume *)
Lemma f447 :
  gap = (ell + ((-1) * rho)).
Proof.
  exact (A42).
Qed.
(* scale *)
Lemma f448 (T_q : Z) (s_T_q : (1 <= T_q)%Z) (o_q : Z -> R) :
  (Zsum (fun t : Z => (o_q t%Z)) 1%Z T_q%Z) = ((/ gap) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o_q t%Z)) 1%Z T_q%Z)).
Proof.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (f447) as H.
  apply (scale_eq _ _ ((/ gap) * (Zsum (fun t : Z => (o_q t%Z)) 1%Z T_q%Z)) _ _ H).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f449 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) + ((/ gap) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z))) <= (((/ gap) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) + ((/ gap) * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f446 gap s_gap c0 c1) as H0.
  pose proof (f448 T s_T o) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f450 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) <= ((/ gap) * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f449 c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* how much of the good o is bought: substitute *)
Lemma f451 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) <= ((/ (ell + ((-1) * rho))) * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f450 c0 c1) as H.
  pose proof (f447) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* assume *)
Lemma f452 (t : Z) (c0 : (0 <= (T + ((-1) * t)))%Z) (c1 : (0 <= (t + (-1)))%Z) :
  (f_st t%Z) = (rho + 1).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (A43 t ltac:(cond) ltac:(cond)).
Qed.
(* sum_over *)
Lemma f453 :
  (Zsum (fun t : Z => (f_st t%Z)) 1%Z T%Z) = (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  assert (HS : (Zsum (fun t : Z => (f_st t%Z)) 1%Z T%Z) = (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z)).
  {
  apply Zsum_ext; [cond|intros y594_ ?H; cbv beta].
  exact (f452 y594_ ltac:(cond) ltac:(cond)).
  }
  apply (eq_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f454 :
  (((-1) + (exp (-1))) * (Zsum (fun t : Z => (f_st t%Z)) 1%Z T%Z)) = (((-1) + (exp (-1))) * (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z)).
Proof.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (f453) as H.
  apply (scale_eq _ _ ((-1) + (exp (-1))) _ _ H).
  {
  leaf.
  }
  {
  assert (E596 : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = (((IZR T%Z) * rho) + (IZR T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = linsum [((rho + 1), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x595_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E596; clear E596.
  leaf.
  }
Qed.
(* sum_over *)
Lemma f455 :
  (Zsum (fun t : Z => (f t%Z)) 1%Z T%Z) <= (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  assert (HS : (Zsum (fun t : Z => (f t%Z)) 1%Z T%Z) <= (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y597_ ?H; cbv beta].
  exact (f152 y597_ ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f456 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (rho * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= ((/ gap) * rho * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f450 c0 c1) as H.
  assert (HK : 0 <= rho).
  { first [cond]. }
  apply (scale_le _ _ rho _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f457 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  ((rho * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) + (Zsum (fun t : Z => (f t%Z)) 1%Z T%Z) + (((-1) + (exp (-1))) * (Zsum (fun t : Z => (f_st t%Z)) 1%Z T%Z))) <= ((((-1) + (exp (-1))) * (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z)) + (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) + ((/ gap) * rho * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f454) as H0.
  pose proof (f455) as H1.
  pose proof (f456 c0 c1) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) (Rplus_le_compat _ _ _ _ H1 H2))).
  {
  leaf.
  }
  {
  assert (E599 : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = ((IZR T%Z) + (rho * (Zsum (fun ix0 : Z => (o ix0%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = linsum [(1, fun ix0 : Z => 1); (rho, fun ix0 : Z => (o ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x598_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E601 : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = (((IZR T%Z) * rho) + (IZR T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = linsum [((rho + 1), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x600_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E599; clear E599.
  try rewrite E601; clear E601.
  leaf.
  }
Qed.
(* restate *)
Lemma f458 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (((IZR T%Z) * (((1 + ((-1) * (exp (-1)))) * (rho + 1)) + (-1))) + ((-1) * (/ gap) * rho * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))) <= (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f457 c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E603 : (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z) = (((-1) * (exp (-1)) * (Zsum (fun ix0 : Z => (f_st ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => (f ix0%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => (f_st ix0%Z)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z) = linsum [((-1), fun ix0 : Z => (f ix0%Z)); ((1 + ((-1) * (exp (-1)))), fun ix0 : Z => (f_st ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x602_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E605 : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = ((IZR T%Z) + (rho * (Zsum (fun ix0 : Z => (o ix0%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = linsum [(1, fun ix0 : Z => 1); (rho, fun ix0 : Z => (o ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x604_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E607 : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = (((IZR T%Z) * rho) + (IZR T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = linsum [((rho + 1), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x606_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E603; clear E603.
  try rewrite E605; clear E605.
  try rewrite E607; clear E607.
  leaf.
  }
Qed.
(* linear regret: substitute *)
Lemma f459 (c0 : (0 <= (((-1) * N_0) + T))%Z) (c1 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (((IZR T%Z) * (((1 + ((-1) * (exp (-1)))) * (rho + 1)) + (-1))) + ((-1) * rho * (/ (ell + ((-1) * rho))) * (((IZR N_0%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))) <= (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0) as r_N_0.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f458 c0 c1) as H.
  pose proof (f447) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* sum_over *)
Lemma f460 (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) :
  (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  assert (HS : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z)).
  {
  apply Zsum_le; [cond|intros y608_ ?H; cbv beta].
  exact (f267 y608_ ltac:(cond) ltac:(cond) ltac:(cond)).
  }
  apply (le_cast _ _ _ _ HS).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* nonnegative *)
Lemma f461 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (c0 : (0 <= (N_0_q + ((-1) * T_q)))%Z) :
  0 <= ((IZR N_0_q%Z) + ((-1) * (IZR T_q%Z))).
Proof.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  first [cond].
Qed.
(* scale *)
Lemma f462 (K_q : Z) (s_K_q : (1 <= K_q)%Z) (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (Q_q : R) (s_Q_q : 0 < Q_q) (T_q : Z) (s_T_q : (1 <= T_q)%Z) (tau_q : R) (s_tau_q : 0 < tau_q) (w_q : R) (s_w_q : 0 < w_q) (c0 : (0 <= (N_0_q + ((-1) * T_q)))%Z) :
  0 <= (Q_q * tau_q * ((IZR N_0_q%Z) + ((-1) * (IZR T_q%Z))) * (tau_q + w_q + (/ (IZR K_q%Z)))).
Proof.
  pose proof (IZR_le _ _ s_K_q) as r_K_q.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T_q) as r_T_q.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (f461 N_0_q s_N_0_q T_q s_T_q c0) as H.
  assert (HK : 0 <= (Q_q * tau_q * (tau_q + w_q + (/ (IZR K_q%Z))))).
  { first [cond | (replace (Q_q * tau_q * (tau_q + w_q + (/ (IZR K_q%Z)))) with ((/ (IZR K_q%Z)) * Q_q * tau_q * (((IZR K_q%Z) * tau_q) + ((IZR K_q%Z) * w_q) + 1)) by leaf; cond)]. }
  apply (scale_le _ _ (Q_q * tau_q * (tau_q + w_q + (/ (IZR K_q%Z)))) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f463 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) <= ((Q * tau * ((IZR N_0_q%Z) + ((-1) * (IZR T%Z))) * (tau + w + (/ (IZR K%Z)))) + (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z)).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f460 c0) as H0.
  pose proof (f462 K s_K N_0_q s_N_0_q Q s_Q T s_T tau s_tau w s_w c1) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 H1)).
  {
  assert (E610 : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) = (((-1) * Q * (IZR T%Z) * (tau ^ 2)) + ((-1) * Q * (IZR T%Z) * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * (IZR T%Z) * tau))).
  {
  assert (L_ : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) = linsum [((((-1) * Q * (tau ^ 2)) + ((-1) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * tau)), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x609_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E610; clear E610.
  leaf.
  }
  {
  assert (E614 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x611_; cbn [lin]].
  assert (E613 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x611_%Z k%Z))) * (q_pr x611_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x611_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x611_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (ve x611_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (u ix0%Z) * (z x611_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (ve x611_%Z ix0%Z) * (z x611_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x611_%Z k%Z))) * (q_pr x611_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x611_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x611_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (ve x611_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (ve x611_%Z ix0%Z) * (z x611_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x611_%Z ix0%Z) * (u ix0%Z) * (z x611_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x612_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E613; clear E613.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E614; clear E614.
  leaf.
  }
Qed.
(* restate *)
Lemma f464 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((-1) * (IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f463 N_0_q s_N_0_q c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E618 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x615_; cbn [lin]].
  assert (E617 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x615_%Z k%Z))) * (q_pr x615_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x615_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x615_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (ve x615_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (u ix0%Z) * (z x615_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (ve x615_%Z ix0%Z) * (z x615_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x615_%Z k%Z))) * (q_pr x615_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x615_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x615_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (ve x615_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (ve x615_%Z ix0%Z) * (z x615_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x615_%Z ix0%Z) * (u ix0%Z) * (z x615_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x616_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E617; clear E617.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E620 : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) = (((-1) * Q * (IZR T%Z) * (tau ^ 2)) + ((-1) * Q * (IZR T%Z) * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * (IZR T%Z) * tau))).
  {
  assert (L_ : (Zsum (fun t : Z => ((-1) * Q * tau * (tau + w + (/ (IZR K%Z))))) 1%Z T%Z) = linsum [((((-1) * Q * (tau ^ 2)) + ((-1) * Q * tau * w) + ((-1) * (/ (IZR K%Z)) * Q * tau)), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x619_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E618; clear E618.
  try rewrite E620; clear E620.
  leaf.
  }
Qed.
(* the decoy, summed: under *)
Lemma f465 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((-1) * (IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) <= (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  exact (f464 N_0_q s_N_0_q c0 c1).
Qed.
(* add *)
Lemma f466 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((G * (IZR T%Z) * mu * (G + P)) + ((-1) * (IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((-1) * (1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + (mu * ((beta ^ 2) + ((delta ^ 2) * (mu ^ 2))) * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z)) <= (((G ^ 2) * (IZR T%Z) * mu) + (P * (IZR T%Z) * mu * (G + P)) + ((IZR T%Z) * mu * ((Q ^ 2) + (rho ^ 2))) + ((beta ^ 2) * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((delta ^ 2) * (mu ^ 3) * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * delta * mu * (Zsum (fun t : Z => ((lam t%Z) ^ 2)) 1%Z T%Z)) + ((1 / 2) * (ell ^ 2) * (/ mu)) + (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) + ((-1) * (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z)) + ((1 / 2) * (/ mu))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f142 c0) as H0.
  pose proof (f388 rho s_rho lam q_pr z c0) as H1.
  pose proof (f465 N_0_q s_N_0_q c0 c1) as H2.
  pose proof (f425 ell s_ell) as H3.
  pose proof (f427 T s_T mu s_mu) as H4.
  pose proof (f443 lam) as H5.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (Rplus_le_compat _ _ _ _ (eq_le _ _ H1) (Rplus_le_compat _ _ _ _ H2 (Rplus_le_compat _ _ _ _ H3 (Rplus_le_compat _ _ _ _ (eq_le _ _ H4) H5)))))).
  {
  assert (E624 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = (((/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix1 : Z => (lam ix1%Z)) 1%Z T%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((-1) * (/ (IZR K%Z)) * rho * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam t%Z))) * (vo t%Z k%Z)) + ((((-1) * P * (lam t%Z)) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z)))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * rho), fun ix1 : Z => (Zsum (fun ix0 : Z => (vo ix1%Z ix0%Z)) 1%Z K%Z)); (((/ (IZR K%Z)) * P), fun ix1 : Z => ((lam ix1%Z) * (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z))); (((-1) * (/ (IZR K%Z)) * P * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => (lam ix1%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x621_; cbn [lin]].
  assert (E623 : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x621_%Z))) * (vo x621_%Z k%Z)) + ((((-1) * P * (lam x621_%Z)) + ((1 + ((-1) * (z x621_%Z k%Z))) * (q_pr x621_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x621_%Z k%Z)))))) 1%Z K%Z) = (((-1) * P * (lam x621_%Z) * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (P * (lam x621_%Z) * (Zsum (fun ix0 : Z => (ve x621_%Z ix0%Z)) 1%Z K%Z)) + ((-1) * rho * (Zsum (fun ix0 : Z => (vo x621_%Z ix0%Z)) 1%Z K%Z)) + ((lam x621_%Z) * (Zsum (fun ix0 : Z => (vo x621_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (ve x621_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (u ix0%Z) * (z x621_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (ve x621_%Z ix0%Z) * (z x621_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => (((-1) * (rho + ((-1) * (lam x621_%Z))) * (vo x621_%Z k%Z)) + ((((-1) * P * (lam x621_%Z)) + ((1 + ((-1) * (z x621_%Z k%Z))) * (q_pr x621_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x621_%Z k%Z)))))) 1%Z K%Z) = linsum [((((-1) * rho) + (lam x621_%Z)), fun ix0 : Z => (vo x621_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (u ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (ve x621_%Z ix0%Z))); ((P * (lam x621_%Z)), fun ix0 : Z => (ve x621_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (ve x621_%Z ix0%Z) * (z x621_%Z ix0%Z))); (((-1) * P * (lam x621_%Z)), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x621_%Z ix0%Z) * (u ix0%Z) * (z x621_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x622_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E623; clear E623.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E626 : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = ((ell * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = linsum [(ell, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x625_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E624; clear E624.
  try rewrite E626; clear E626.
  leaf.
  }
  {
  assert (E630 : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = (((-1) * ell * (Zsum (fun ix1 : Z => (g ix1%Z)) 1%Z T%Z)) + (ell * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))) 1%Z T%Z) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = linsum [((ell + ((-1) * rho)), fun ix1 : Z => (o ix1%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))); (((-1) * ell), fun ix1 : Z => (g ix1%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x627_; cbn [lin]].
  assert (E629 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x627_%Z k%Z))) * (q_pr x627_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x627_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x627_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (ve x627_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (u ix0%Z) * (z x627_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (ve x627_%Z ix0%Z) * (z x627_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x627_%Z k%Z))) * (q_pr x627_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x627_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x627_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (ve x627_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (ve x627_%Z ix0%Z) * (z x627_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x627_%Z ix0%Z) * (u ix0%Z) * (z x627_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x628_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E629; clear E629.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E634 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x631_; cbn [lin]].
  assert (E633 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x631_%Z k%Z))) * (q_pr x631_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x631_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x631_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (ve x631_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (u ix0%Z) * (z x631_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (ve x631_%Z ix0%Z) * (z x631_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x631_%Z k%Z))) * (q_pr x631_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x631_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x631_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (ve x631_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (ve x631_%Z ix0%Z) * (z x631_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x631_%Z ix0%Z) * (u ix0%Z) * (z x631_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x632_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E633; clear E633.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E630; clear E630.
  try rewrite E634; clear E634.
  leaf.
  }
Qed.
(* restate *)
Lemma f467 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f466 N_0_q s_N_0_q c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E638 : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = (((-1) * ell * (Zsum (fun ix1 : Z => (g ix1%Z)) 1%Z T%Z)) + (ell * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + ((-1) * rho * (Zsum (fun ix1 : Z => (o ix1%Z)) 1%Z T%Z)) + (Zsum (fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))) 1%Z T%Z) + ((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => (((((-1) * ell) + (lam t%Z)) * (g t%Z)) + ((ell + ((-1) * rho)) * (o t%Z)) + ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z)))) 1%Z T%Z) = linsum [((ell + ((-1) * rho)), fun ix1 : Z => (o ix1%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (1, fun ix1 : Z => ((g ix1%Z) * (lam ix1%Z))); (((-1) * ell), fun ix1 : Z => (g ix1%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x635_; cbn [lin]].
  assert (E637 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x635_%Z k%Z))) * (q_pr x635_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x635_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x635_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (ve x635_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (u ix0%Z) * (z x635_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (ve x635_%Z ix0%Z) * (z x635_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x635_%Z k%Z))) * (q_pr x635_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x635_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x635_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (ve x635_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (ve x635_%Z ix0%Z) * (z x635_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x635_%Z ix0%Z) * (u ix0%Z) * (z x635_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x636_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E637; clear E637.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E642 : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = (((-1) * (/ (IZR K%Z)) * (IZR T%Z) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + ((/ (IZR K%Z)) * a * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((-1) * (/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)) + ((/ (IZR K%Z)) * (Zsum (fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((/ (IZR K%Z)) * (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z t%Z k%Z))) * (q_pr t%Z k%Z))) * ((u k%Z) + ((-1) * (ve t%Z k%Z))))) 1%Z K%Z))) 1%Z T%Z) = linsum [((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z)); ((/ (IZR K%Z)), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (ve ix1%Z ix0%Z))) 1%Z K%Z)); (((-1) * (/ (IZR K%Z))), fun ix1 : Z => (Zsum (fun ix0 : Z => ((q_pr ix1%Z ix0%Z) * (u ix0%Z) * (z ix1%Z ix0%Z))) 1%Z K%Z)); (((/ (IZR K%Z)) * a), fun ix1 : Z => (Zsum (fun ix0 : Z => (ve ix1%Z ix0%Z)) 1%Z K%Z)); (((-1) * (/ (IZR K%Z)) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)), fun ix1 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x639_; cbn [lin]].
  assert (E641 : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x639_%Z k%Z))) * (q_pr x639_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x639_%Z k%Z))))) 1%Z K%Z) = (((-1) * a * (Zsum (fun ix0 : Z => (u ix0%Z)) 1%Z K%Z)) + (a * (Zsum (fun ix0 : Z => (ve x639_%Z ix0%Z)) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (u ix0%Z))) 1%Z K%Z) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (ve x639_%Z ix0%Z))) 1%Z K%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (u ix0%Z) * (z x639_%Z ix0%Z))) 1%Z K%Z)) + (Zsum (fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (ve x639_%Z ix0%Z) * (z x639_%Z ix0%Z))) 1%Z K%Z))).
  {
  assert (L_ : (Zsum (fun k : Z => ((((-1) * a) + ((1 + ((-1) * (z x639_%Z k%Z))) * (q_pr x639_%Z k%Z))) * ((u k%Z) + ((-1) * (ve x639_%Z k%Z))))) 1%Z K%Z) = linsum [(a, fun ix0 : Z => (ve x639_%Z ix0%Z)); (1, fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (u ix0%Z))); (((-1) * a), fun ix0 : Z => (u ix0%Z)); ((-1), fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (ve x639_%Z ix0%Z))); (1, fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (ve x639_%Z ix0%Z) * (z x639_%Z ix0%Z))); ((-1), fun ix0 : Z => ((q_pr x639_%Z ix0%Z) * (u ix0%Z) * (z x639_%Z ix0%Z)))] 1%Z K%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x640_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E641; clear E641.
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E644 : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = ((ell * (Zsum (fun ix0 : Z => (g ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z))) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((ell + ((-1) * (lam t%Z))) * (g t%Z))) 1%Z T%Z) = linsum [(ell, fun ix0 : Z => (g ix0%Z)); ((-1), fun ix0 : Z => ((g ix0%Z) * (lam ix0%Z)))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x643_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  try rewrite E638; clear E638.
  try rewrite E642; clear E642.
  try rewrite E644; clear E644.
  leaf.
  }
Qed.
(* scale *)
Lemma f468 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (gap_q : R) (s_gap_q : 0 < gap_q) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((/ gap_q) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= ((/ gap_q) * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f467 N_0_q s_N_0_q c0 c1) as H.
  assert (HK : 0 <= (/ gap_q)).
  { first [cond]. }
  apply (scale_le _ _ (/ gap_q) _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f469 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) + ((/ gap) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z))) <= (((/ gap) * (ell + ((-1) * rho)) * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) + ((/ gap) * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f468 N_0_q s_N_0_q gap s_gap c0 c1) as H0.
  pose proof (f448 T s_T o) as H1.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ H0 (eq_le _ _ H1))).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* restate *)
Lemma f470 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) <= ((/ gap) * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f469 N_0_q s_N_0_q c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  leaf.
  }
Qed.
(* how much of the good o is bought: substitute *)
Lemma f471 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z) <= ((/ (ell + ((-1) * rho))) * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f470 N_0_q s_N_0_q c0 c1) as H.
  pose proof (f447) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  reflexivity.
  }
  {
  reflexivity.
  }
Qed.
(* scale *)
Lemma f472 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (rho * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) <= ((/ gap) * rho * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1)))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f470 N_0_q s_N_0_q c0 c1) as H.
  assert (HK : 0 <= rho).
  { first [cond]. }
  apply (scale_le _ _ rho _ _ H HK).
  {
  leaf.
  }
  {
  leaf.
  }
Qed.
(* add *)
Lemma f473 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  ((rho * (Zsum (fun t : Z => (o t%Z)) 1%Z T%Z)) + (Zsum (fun t : Z => (f t%Z)) 1%Z T%Z) + (((-1) + (exp (-1))) * (Zsum (fun t : Z => (f_st t%Z)) 1%Z T%Z))) <= ((((-1) + (exp (-1))) * (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z)) + (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) + ((/ gap) * rho * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f454) as H0.
  pose proof (f455) as H1.
  pose proof (f472 N_0_q s_N_0_q c0 c1) as H2.
  apply (le_cast _ _ _ _ (Rplus_le_compat _ _ _ _ (eq_le _ _ H0) (Rplus_le_compat _ _ _ _ H1 H2))).
  {
  leaf.
  }
  {
  assert (E646 : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = ((IZR T%Z) + (rho * (Zsum (fun ix0 : Z => (o ix0%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = linsum [(1, fun ix0 : Z => 1); (rho, fun ix0 : Z => (o ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x645_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E648 : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = (((IZR T%Z) * rho) + (IZR T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = linsum [((rho + 1), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x647_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E646; clear E646.
  try rewrite E648; clear E648.
  leaf.
  }
Qed.
(* restate *)
Lemma f474 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (((IZR T%Z) * (((1 + ((-1) * (exp (-1)))) * (rho + 1)) + (-1))) + ((-1) * (/ gap) * rho * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))) <= (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f473 N_0_q s_N_0_q c0 c1) as H.
  apply (le_by_diff _ _ _ _ H).
  {
  assert (E650 : (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z) = (((-1) * (exp (-1)) * (Zsum (fun ix0 : Z => (f_st ix0%Z)) 1%Z T%Z)) + ((-1) * (Zsum (fun ix0 : Z => (f ix0%Z)) 1%Z T%Z)) + (Zsum (fun ix0 : Z => (f_st ix0%Z)) 1%Z T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z) = linsum [((-1), fun ix0 : Z => (f ix0%Z)); ((1 + ((-1) * (exp (-1)))), fun ix0 : Z => (f_st ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x649_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  leaf.
  }
  assert (E652 : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = ((IZR T%Z) + (rho * (Zsum (fun ix0 : Z => (o ix0%Z)) 1%Z T%Z)))).
  {
  assert (L_ : (Zsum (fun t : Z => ((rho * (o t%Z)) + 1)) 1%Z T%Z) = linsum [(1, fun ix0 : Z => 1); (rho, fun ix0 : Z => (o ix0%Z))] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x651_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  assert (E654 : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = (((IZR T%Z) * rho) + (IZR T%Z))).
  {
  assert (L_ : (Zsum (fun t : Z => (rho + 1)) 1%Z T%Z) = linsum [((rho + 1), fun ix0 : Z => 1)] 1%Z T%Z).
  {
  apply Zsum_lins_all; [lia|lia|intros x653_; cbn [lin]].
  leaf.
  }
  rewrite L_; clear L_; cbn [linsum].
  rewrite ?Zsum_count.
  leaf.
  }
  try rewrite E650; clear E650.
  try rewrite E652; clear E652.
  try rewrite E654; clear E654.
  leaf.
  }
Qed.
(* linear regret: substitute *)
Lemma f475 (N_0_q : Z) (s_N_0_q : (1 <= N_0_q)%Z) (c0 : (0 <= (K + ((-1) * m) + (-1)))%Z) (c1 : (0 <= (N_0_q + ((-1) * T)))%Z) :
  (((IZR T%Z) * (((1 + ((-1) * (exp (-1)))) * (rho + 1)) + (-1))) + ((-1) * rho * (/ (ell + ((-1) * rho))) * (((IZR N_0_q%Z) * Q * tau * (tau + w + (/ (IZR K%Z)))) + ((1 / 2) * (IZR T%Z) * delta * (ell ^ 2) * mu) + ((IZR T%Z) * mu * ((P ^ 2) + (Q ^ 2) + (rho ^ 2))) + ((1 / 2) * (/ mu) * ((ell ^ 2) + 1))))) <= (Zsum (fun t : Z => (((-1) * (f t%Z)) + ((1 + ((-1) * (exp (-1)))) * (f_st t%Z)))) 1%Z T%Z).
Proof.
  pose proof (IZR_le _ _ s_K) as r_K.
  pose proof (IZR_le _ _ s_N_0_q) as r_N_0_q.
  pose proof (IZR_le _ _ s_T) as r_T.
  pose proof (IZR_le _ _ s_W) as r_W.
  pose proof (IZR_le _ _ s_m) as r_m.
  pose proof (IZR_le _ _ c0) as r0; repeat (rewrite plus_IZR in r0 || rewrite mult_IZR in r0 || rewrite opp_IZR in r0).
  pose proof (IZR_le _ _ c1) as r1; repeat (rewrite plus_IZR in r1 || rewrite mult_IZR in r1 || rewrite opp_IZR in r1).
  pose proof (f474 N_0_q s_N_0_q c0 c1) as H.
  pose proof (f447) as HQ.
  rewrite HQ in H.
  apply (le_cast _ _ _ _ H).
  {
  leaf.
  }
  {
  reflexivity.
  }
Qed.
(* refutation-comparator *) Check f14. Print Assumptions f14.
(* refutation-level *) Check f22. Print Assumptions f22.
(* refutation-identity *) Check f36. Print Assumptions f36.
(* refutation-learners *) Check f142. Print Assumptions f142.
(* refutation-utility *) Check f152. Print Assumptions f152.
(* refutation-decoy *) Check f386. Print Assumptions f386.
(* refutation-budget *) Check f451. Print Assumptions f451.
(* refutation *) Check f459. Print Assumptions f459.
(* refutation-decoy-short *) Check f465. Print Assumptions f465.
(* refutation-budget-short *) Check f471. Print Assumptions f471.
(* refutation-short *) Check f475. Print Assumptions f475.
End Trace.
