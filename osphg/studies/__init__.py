"""What more than one chapter computes; what a chapter alone needs, it shows itself.

`tables` and `stored` are for all chapters, `bounds` has the right-hand sides of the theorems.
"""
