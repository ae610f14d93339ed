"""What more than one chapter computes; what a chapter alone needs, it shows itself.

- for all chapters: `tables` (what a page shows)
- theorems: `bounds`
"""
