"""Settings of Sphinx for `make website`. Pages are GitHub's Markdown and stay it: MyST's own syntax is switched off."""

project = "isobit"
copyright = "the isobit authors, BSD-3-Clause"
extensions = ["myst_parser"]

myst_heading_anchors = 4  # as deep as headings go, with the anchors that GitHub makes
myst_disable_syntax = ["myst_block_break", "myst_line_comment", "myst_role", "myst_target", "colon_fence"]
smartquotes = False
highlight_language = "none"  # of what is only indented: commands, formulas, pictures
# Code that is not whole; headings that skip a level; anchors that are HTML, which the test of all links knows.
suppress_warnings = ["misc.highlighting_failure", "myst.header", "myst.xref_missing"]

html_theme = "furo"
html_title = "isobit"
html_static_path = ["style"]
html_css_files = ["wide_tables.css"]
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_search_summary = False  # it would fetch pages, which browsers refuse for files
html_permalinks_icon = "#"
