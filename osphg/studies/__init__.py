"""What more than one chapter computes; what a chapter alone needs, it shows itself.

- for all chapters: `tables` (what a page shows), `stored` (larger runs that the book keeps)
- theorems: `bounds`; the sentences on the paper's figure: `figure1_sentences`
- players against each other: `tournament`, `related_work`
"""
