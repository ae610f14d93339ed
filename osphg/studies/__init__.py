"""What more than one chapter computes; what a chapter alone needs, it shows itself.

- for all chapters: `tables` (what a page shows), `stored` (larger runs that the book keeps)
- theorems: `bounds`, `tightness`, `one_learner`; claims and the map of the proof: `claims`,
  `figure1_sentences`, `proof_map`
- players against each other: `head_to_head`, `tournament`, `which_method`; in games of many rounds:
  `long_games`
- the cited systems: `related_work` (tables), `system_rates` (measured)
- a week of real impressions: `open_bandit`
"""
