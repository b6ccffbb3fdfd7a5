"""How Sphinx reads what `make_site.py` put together."""

project = "Tideline"
author = "The Tideline project"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
default_role = "code"  # as our docstrings write names
autodoc_class_signature = "separated"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # some stand only where types are checked
nitpick_ignore_regex = [("py:.*", ".*")]  # types of the rooms behind the doors have no page
html_theme = "furo"
html_title = "Tideline"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = False
html_show_sphinx = html_show_copyright = False
language = "en"
