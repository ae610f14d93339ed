"""The book's style, and the figures of studies."""

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
