"""The boosted gradient: one oracle instead of K."""
