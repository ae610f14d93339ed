"""The tournament: its systems, as a catalogue, and the games that they play."""

from osphg.tournament import catalogue as catalogue
from osphg.tournament import contests as contests
