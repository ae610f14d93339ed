"""What chapters compute and do not show themselves, for tables and the figures of `osphg.plots`.

Every module, by what it is about:

- lemmas and theorems, linear regret, violation, observed: `bounds`; one learner alone:
  `one_learner`; a budget that is the same in every round: `constant_budget`
- the boosted queue: `boosted_queue`
- tightness: `tightness`, and a search for hard games, `phases`
- your own problem: `head_to_head`; games of many rounds: `long_games`
- a week of real impressions: `open_bandit` (the table)
- related work: `system_rates` (measured), `related_work` (tables)
- tournament: `tournament` (played or kept, and who beats whom), `which_method` (whom to take)
- claims: `claims` (with their evidence, as a page shows them), `figure1_sentences`, and the map of
  the proof, `proof_map`

In all of them: `tables` (what a notebook shows), `stored` (larger runs that the book keeps).
"""
