"""Pages of text: a Markdown file in columns, with pictures drawn by the spec's own elements."""
