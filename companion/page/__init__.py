"""The web page at the table: the live position for everybody, each seat's own hand, and turns entered by tapping.

`server` opens the sockets and runs until it is stopped; `app` is what it serves; `seats` makes the links; `live` is the
game, in a thread of its own. What the browser runs is plain modules and styles in `static/`. `specs.base.web` refuses
strangers (`guard`) and tells the pages that something happened (`streams`).
"""
