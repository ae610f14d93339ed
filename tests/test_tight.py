"""Tightness: what the theorems say and rest on, and wrong variants that are refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import sympy as sp


E1 = sp.exp(-1)


























