"""Exports of a game besides sheets: its distinct faces, as pictures and for other programs, shops and machines."""
