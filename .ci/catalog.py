"""Copies a documentation catalog for `docc`. Its articles link to each other as files, so that a code host follows the links; `docc` wants `doc:`
links. A link to a file outside of the catalogs becomes plain text, because the site doesn't have that file. A paragraph about Reference.md is left
out: the site has a page for each type instead.

    catalog.py SOURCE DESTINATION
"""
import os.path
import pathlib
import re
import shutil
import sys

source, destination = (pathlib.Path(path) for path in sys.argv[1:])
shutil.rmtree(destination, ignore_errors=True)
shutil.copytree(source, destination)

BLOCK = re.compile(r"(^```.*?^```$)", re.M | re.S)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def heading(article, anchor):
    """The name that `docc` gives to the heading which a code host calls `anchor`."""
    for title in re.findall(r"^#+ (.*)$", BLOCK.sub("", article.read_text()), re.M):
        title = title.replace("`", "")
        if "".join(c for c in title.lower() if c.isalnum() or c in " -_").replace(" ", "-") == anchor:
            return "".join(c for c in title if c.isalnum() or c in " -_").replace(" ", "-")
    raise SystemExit(f"{article}: there is no heading {anchor}")


for article in destination.glob("*.md"):

    def translated(match):
        text, target = match.groups()
        if "://" in target or target.startswith("doc:"):
            return match.group(0)
        path, _, anchor = target.partition("#")
        file = pathlib.Path(os.path.normpath(source / path)) if path else source / article.name
        if file.suffix != ".md" or file.parent.suffix != ".docc":
            return text
        catalog = "" if file.parent == source else f"/{file.parent.stem}/"
        link = f"doc:{catalog}{file.stem}" + (f"#{heading(file, anchor)}" if anchor else "")
        # An item in a list of topics has the title of the page.
        line = article_text[article_text.rfind("\n", 0, match.start()) + 1 : article_text.find("\n", match.end())]
        return f"<{link}>" if line == f"- {match.group(0)}" else f"[{text}]({link})"

    parts = BLOCK.split(re.sub(r"\n.*/Reference\.md.*\n(?=\n|\Z)", "", article.read_text()))
    for index in range(0, len(parts), 2):
        article_text = parts[index] + "\n"
        parts[index] = LINK.sub(translated, article_text)[:-1]
    article.write_text("".join(parts))
