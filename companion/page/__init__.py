"""The web page at the table: the live position for everybody, each seat's own hand, and entry by tapping.

`server` opens the sockets and runs until it is stopped; `app` is what it serves; `guard` lets no stranger in; `seats`
makes the links; `live` is the game, in one thread of its own; `streams` tells the pages that something happened.
What the browser runs is plain modules and styles in `static/`.
"""
