"""How faces look when the knife or the back is off."""
