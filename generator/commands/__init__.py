"""The commands: words in, one call, what happened out. A module is imported when its command is asked for."""

from specs.ground.late import load_yaml

load_yaml()  # all but `calibrate` read a spec
