"""What the chapters compute: each module serves a chapter, and returns numbers."""
