"""The paper's smaller claims, checked one by one."""
