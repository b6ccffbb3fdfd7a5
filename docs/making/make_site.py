"""Makes the documentation's site: `make docs` builds it into build/docs; it can be read without network.

    python docs/making/make_site.py [--to FOLDER]

Pages of docs/ are taken as they are, the gallery with each spec and its PDF, the icons' page with all icons. Others are
made: elements and components of a spec with a picture for each key, every key, the commands of both programs, the
names that other programs can import, the codes of faults, and the rules of each game. Each link and anchor is checked,
and axe looks at eight pages as on a phone if there is a browser.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import site_commands
import site_components
import site_elements
import site_faults
import site_icons
import site_rules

from generator import build

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ROOT_PAGES = {"CHANGELOG": "changelog", "CONTRIBUTING": "contributing", "SECURITY": "security"}
LOOKED_AT = (
    "index",
    "gallery",
    "icons",
    "spec-language",
    "reference/elements",
    "reference/components",
    "reference/rules-atlantis",
    "reference/generator",
)
PHONE = {"width": 390, "height": 844}
SPEC = """
```{{raw}} html
<details><summary>Its spec</summary>
```
```{{literalinclude}} examples/gallery/{name}.yaml
:language: yaml
```
```{{raw}} html
</details>
```
"""
SEARCH = """
```{raw} html
<form class="find" action="search.html" role="search">
<input type="search" name="q" aria-label="Search all pages" placeholder="Search all pages">
<button>Search</button></form>
```
"""
MENDED = {  # what axe finds in furo's pages
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}


def gathered(source: Path) -> None:
    """Write everything that the site is made from into a folder."""
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("__pycache__", "making"))
    for name, page in ROOT_PAGES.items():
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        text = re.sub(r"\]\((?:docs/)?(\w+)", lambda at: "](" + ROOT_PAGES.get(at[1], at[1]), text)
        (source / f"{page}.md").write_text(text, encoding="utf-8")
    for page in source.rglob("*.md"):
        page.write_text(self_contained(page.read_text(encoding="utf-8"), source), encoding="utf-8")
    for text in (source / "examples").rglob("*.md"):  # they are files to download, not pages
        text.rename(text.with_name(f"{text.name}.txt"))
    for folder in ("_static", "reference", "shown"):
        (source / folder).mkdir()
    shutil.copy(Path(__file__).with_name("conf.py"), source)
    for name in ("site.css", "icons.js"):
        shutil.copy(Path(__file__).with_name(name), source / "_static")
    site_icons.drawings(source / "icons")
    with (source / "icons.md").open("a", encoding="utf-8") as page:
        page.write(site_icons.groups("icons"))
    first = source / "index.md"
    title, rest = first.read_text(encoding="utf-8").split("\n", 1)
    first.write_text(title + "\n" + SEARCH + rest, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        drawn = dict(site_elements.drawn(Path(folder)))
        drawn |= dict(site_components.drawn(site_components.examples(), Path(folder)))
        for name, svg in drawn.items():
            (source / "shown" / f"{name}.svg").write_text(svg, encoding="utf-8")
    printed(source)
    pages = {"elements": site_elements.page("../shown"), "components": site_components.page("../shown")}
    pages |= {"keys": site_elements.all_keys(), "doors": doors(), "faults": site_faults.page()}
    pages |= {name: site_commands.page(name) for name in site_commands.PROGRAMS}
    pages |= {f"rules-{game}": page for game, page in site_rules.pages(source / "shown")}
    for name, page in pages.items():
        (source / "reference" / f"{name}.md").write_text(page, encoding="utf-8")


def self_contained(text: str, source: Path) -> str:
    """Return a page without links out of the site: linked files are copied into it, links to folders become text."""

    def brought(link: re.Match[str]) -> str:
        words, outside, path = link.groups()
        if not outside:
            return f"[{words}]({path}.txt)"
        if not (ROOT / path).is_file():
            return words
        there = source / "sources" / path
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, there)
        return f"[{words}](/sources/{path})"

    return re.sub(r"\[([^\]]+)\]\((?:(\.\./)|(?=examples/[^)]*\.md\)))([^)#:]+)\)", brought, text)


def printed(source: Path) -> None:
    """Print each spec of the gallery as its page says, and add links to the PDFs."""
    text = (source / "gallery.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for link, name in re.findall(r"(\[\w+\.yaml\]\(examples/gallery/(\w+)\.yaml\))", text):
            meant = re.search(rf"`generator build docs/examples/gallery/{name}\.yaml ([^`]+)`", text)
            options: dict[str, str] = dict(re.findall(r"--(\w+) (\S+)", meant[1])) if meant else {}
            if options.keys() & {"format", "shop"}:
                options = {}
            built = build(DOCS / "examples" / "gallery" / f"{name}.yaml", folder, formats="pdf", **options)
            pdf = next(file for file in built.files if file.endswith(".pdf"))
            shutil.copy(built.folder / pdf, source / "examples" / "gallery" / f"{name}.pdf")
            text = text.replace(link, f"{link}, [its PDF](examples/gallery/{name}.pdf)")
            picture = f"(examples/gallery/{name}.png)\n"
            text = text.replace(picture, picture + SPEC.format(name=name))
    (source / "gallery.md").write_text(text, encoding="utf-8")


def doors() -> str:
    """Return the page of the names that other programs may import, from their docstrings."""
    import companion
    import generator

    lines = ["# Names to import", "", "[For other programs](../api.md) says how to use them.", ""]
    told: list[object] = []
    for door in (generator, companion):
        lines += [f"## {door.__name__}", "", "```{eval-rst}"]
        for name in door.__all__:
            found = getattr(door, name)
            if found in told:  # both doors raise it
                continue
            told.append(found)
            kind = "class" if isinstance(found, type) else "function" if callable(found) else "data"
            lines += [f".. auto{kind}:: {door.__name__}.{name}", *(["   :members:"] if kind == "class" else []), ""]
        lines += ["```", ""]
    return "\n".join(lines)


def looked_at(site: Path) -> list[str]:
    """Return what axe finds on some pages at a phone's size, in light and in dark; without a browser print a line."""
    try:
        from axe_playwright_python.sync_playwright import Axe
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        print("not looked at by axe: playwright and axe-playwright-python are not installed")
        return []
    found = []
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        except Error as error:
            print(f"not looked at by axe: {error.message.splitlines()[0]}")
            return []
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=PHONE, color_scheme=scheme)
            for name in LOOKED_AT:
                page.goto((site / f"{name}.html").as_uri())
                for each in Axe().run(page).response["violations"]:
                    found.append(f"{name} ({scheme}): {each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}")
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    found.append(f"{name}: wider than a phone")
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "docs")
    site = parser.parse_args().to
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "docs", Path(folder) / "site"
        gathered(source)
        sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-n", "-W", "--keep-going", "-q"]
        if subprocess.run([*sphinx, str(source), str(made)], cwd=ROOT, check=False).returncode:
            return 1
        for page in made.rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            for found_, better in MENDED.items():
                text = text.replace(found_, better)
            page.write_text(text, encoding="utf-8")
        if found := looked_at(made):
            print(*found, sep="\n")
            return 1
        shutil.rmtree(made / ".doctrees", ignore_errors=True)
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(made, site)
    print(f"{site / 'index.html'}: {sum(1 for _ in site.rglob('*.html'))} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
