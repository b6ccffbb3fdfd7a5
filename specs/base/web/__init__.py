"""What the web pages of both programs share: guard, files, streams, server.

Import it only to serve or export a page: its parts load a web server.
"""
