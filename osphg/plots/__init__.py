"""The figures that chapters share: the book's style, and one module for each study."""

from osphg.plots.style import (
    BLACK,
    BLUE,
    GREEN,
    LINES,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    thinned,
    use_style,
)

__all__ = [
    "BLACK",
    "BLUE",
    "GREEN",
    "LINES",
    "ORANGE",
    "PURPLE",
    "SKY",
    "VERMILION",
    "thinned",
    "use_style",
]
