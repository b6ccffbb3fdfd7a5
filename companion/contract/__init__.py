"""What a game gives the companion (`rules`), and all that is derived from it, once for every game.

Until the last game is ported the facets of `companion.facets` can be imported from here as well.
"""

from companion.facets import *  # noqa: F403
from companion.facets import __all__ as __all__
