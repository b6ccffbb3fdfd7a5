"""Settings of Sphinx for the pages that `make_site.py` collects."""

project = "Tideline"
author = "The Tideline project"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
default_role = "code"  # our docstrings write names in single backticks
autodoc_class_signature = "separated"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # some are imported only for type checking
nitpick_ignore_regex = [("py:.*", ".*")]  # types of inner modules have no page
html_theme = "furo"
html_title = "Tideline"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = False
html_show_sphinx = html_show_copyright = False
language = "en"
