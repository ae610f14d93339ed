"""What more than one chapter computes: `tables`, what a page shows, and `bounds`, of theorems.

What a chapter alone needs, it shows itself.
"""
