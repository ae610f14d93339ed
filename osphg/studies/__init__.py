"""What the chapters compute: numbers out, for tables and for the figures of `osphg.plots`.

By chapter:

- Figure 1, its sentences, the parameter map: `figure1`
- lemmas and theorems, linear regret, violation: `bounds`; observed: `observed`
- impossibility: `impossibility`
- your own problem: `head_to_head`
- a week of real impressions: `open_bandit` (the table), `reach` (the game), `practitioners` (rules
  without theory), `real_week` (players, sweeps, seasons), `rival` (attacks)
- families of utilities: `zoo`
- oracles: `oracle_choice` (in the algorithms), `oracle_regrets` (alone)
- matroids: `rounded`
- dynamic regret: `dynamic` (the benchmark), `tracking` (players against it)
- rates: `rates` (measured), `rate_fits` (exponents and verdicts)
- related work: `system_rates` (measured), `related_work` (tables)
- tournament: `tournament` (played), `standings` (read off), `tournament_tables`,
  `which_method` (of the kept tables)
- claims: `claims` and `ledger`, `claim_evidence`, `claim_runs`

In all of them: `tables` (what a notebook shows), `stored` (larger runs that the book keeps).
"""
