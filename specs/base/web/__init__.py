"""What the pages of both programs stand on: who may ask, what a browser loads, how it is told that something happened.

Only who serves a page, or writes one to keep, imports it; its parts load a web server.
"""
