"""A second, independent checker of the same statements: z3."""
