"""The tournament: its systems, as a catalogue, and the games that they play."""
