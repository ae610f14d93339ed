"""The paper's lemmas and theorems, with their repairs, through the kernel."""
