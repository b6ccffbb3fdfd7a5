"""The catalogues anew from the code, as `make words` does: what is said is found in it, each language's PO files keep
what is translated and get what is new, and are compiled into the packages that speak.

`languages/LANG/DOMAIN.po` is the source; `DOMAIN/words/LANG.mo` and, for the page, `words-LANG.json` among its files
are made from it. `python languages/catalogues.py de it` does these languages, without any all there are; a language is
added by naming it. `--check` writes nothing and says what would change, or is missing.
"""

import ast
import gettext
import io
import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.extract import extract_javascript
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[1]
ENOUGH: Final = 0.98  # of what a domain says: with less, a language is a mixture of two
UNDATED: Final = datetime(2026, 1, 1, tzinfo=UTC)  # the same words give the same bytes
LANGUAGES: Final = "specs.base.languages"
SAYING: Final = {"say": (None, 0, None), "mark": (None, 0, None), "say_many": (None, 0, 1), "say_as": (0, 1, None)}
SAYING["mark_many"] = SAYING["say_many"]


PAGES: Final = {"page": "companion/page/static", "studio": "generator/studio/static", "web": "docs/web/static"}
SHARED: Final = "specs/base/web/static"  # of every page
SAYING_IN_PAGES: Final = {"say": None, "sayParts": None, "sayMany": (1, 2), "sayManyParts": (1, 2)}


class Found(NamedTuple):
    """A template in the code, its plural (or ""), its context (or ""), and the file it is in."""

    one: str
    many: str
    context: str
    file: str


def of_python(file: Path) -> Iterator[Found]:
    """What a Python file says. Raises ValueError for a template that is not a constant."""
    name = file.relative_to(ROOT).as_posix()
    tree = ast.parse(file.read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == LANGUAGES]
    ours = SAYING.keys() & {alias.name for node in imports for alias in node.names}
    if name == f"{LANGUAGES.replace('.', '/')}.py":
        ours = SAYING.keys()  # it says `and` and `or` itself
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ours):
            continue
        context, one, many = (
            "" if place is None else _constant(node.args[place], name) for place in SAYING[node.func.id]
        )
        yield Found(one, many, context, name)
        if node.func.id == "mark":
            yield from (Found(one, "", _constant(each, name), name) for each in node.args[1:])


def _constant(node: ast.expr, file: str) -> str:
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        raise ValueError(f"{file}:{node.lineno}: what is said must be a constant, with values in braces")
    return node.value


def of_commands(program: Any, file: str) -> Iterator[Found]:
    """What a program's help says, command by command; what Typer says is in another catalogue."""
    from specs.base.commandline.program import OF_TYPER

    for each in (program, *(program.get_command(None, name) for name in program.list_commands(None))):
        for text in (each.help, *(getattr(param, "help", None) for param in each.params)):
            if text and text not in OF_TYPER:
                yield Found(text, "", "", file)


def of_page(file: Path) -> Iterator[Found]:
    """What a module of the page says."""
    with file.open("rb") as source:
        name = file.relative_to(ROOT).as_posix()
        for line, saying, found, _ in extract_javascript(source, SAYING_IN_PAGES, (), {}):
            texts = (found,) if isinstance(found, str) else found
            one, many = texts[0], texts[1] if "Many" in saying else ""
            if not (isinstance(one, str) and isinstance(many, str)):
                raise ValueError(f"{name}:{line}: what is said must be a constant, with values in braces")
            yield Found(one, many, "", name)


def of_shell(file: Path) -> Iterator[Found]:
    """What the page itself says before any module runs."""
    from specs.base.web.pages import SAID

    for text in SAID.findall(file.read_text()):
        yield Found(text, "", "", file.relative_to(ROOT).as_posix())


def of_help(file: Path) -> Iterator[Found]:
    """What a game's help says of itself."""
    import yaml

    for text in yaml.safe_load(file.read_text()).values():
        yield Found(text, "", "", file.relative_to(ROOT).as_posix())


def of_lesson(file: Path) -> Iterator[Found]:
    """What a game's guided game tells, in the order it is told in; what is typed in it stays as it is."""
    import yaml

    lesson = yaml.safe_load(file.read_text())
    told = (part.get(key) for part in lesson["parts"] for key in ("tell", "then"))
    for text in (lesson["opening"], *filter(None, told), *lesson.get("explained", {}).values(), lesson["closing"]):
        yield Found(text, "", "", file.relative_to(ROOT).as_posix())


def said(package: str) -> Iterator[Found]:
    for file in sorted((ROOT / package).rglob("*.py")):
        yield from of_python(file)


def companion() -> Iterator[Found]:
    from companion.cli import main as cli
    from specs.base.commandline.program import program

    yield from said("companion")
    yield from of_commands(program(cli.Commands, cli.companion), "companion/cli/main.py")
    for file in sorted((ROOT / "companion").rglob("help.yaml")):
        yield from of_help(file)
    for file in sorted((ROOT / "companion").rglob("learn.yaml")):
        yield from of_lesson(file)


def generator() -> Iterator[Found]:
    from generator.cli import main as cli
    from specs.base.commandline.program import program

    yield from said("generator")
    yield from of_commands(program(cli.Commands, cli.generator), "generator/cli/main.py")


def page(domain: str) -> Iterator[Found]:
    for folder in (SHARED, PAGES[domain]):
        for file in sorted((ROOT / folder).glob("*.mjs")):
            yield from of_page(file)
    for shell in sorted((ROOT / PAGES[domain]).glob("*.html")):
        yield from of_shell(shell)


DOMAINS: Final[dict[str, Callable[[], Iterator[Found]]]] = {
    "companion": companion,
    "generator": generator,
    "specs": lambda: said("specs"),
    **{domain: partial(page, domain) for domain in PAGES},
}


def template(domain: str) -> Catalog:
    """A catalogue of everything a domain says."""
    found = Catalog(project="tideline-press", version="1", charset="utf-8", fuzzy=False)
    for one, many, context, file in DOMAINS[domain]():
        key = (one, many) if many else one
        flags = ["python-brace-format"] if "{" in one else []
        found.add(key, locations=[(file, None)], context=context or None, flags=flags)  # type: ignore[list-item]
    return found


def updated(path: Path, language: str, anew: Catalog) -> Catalog:
    """A language's catalogue with what the code says now, and nothing else."""
    kept = Catalog(locale=language, project="tideline-press", version="1", fuzzy=False)
    if path.exists():
        kept = read_po(io.BytesIO(path.read_bytes()), locale=language)
    kept.header_comment = f"# Tideline: {path.stem}, {Locale.parse(language).english_name}."
    kept.update(anew, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    kept.creation_date = kept.revision_date = UNDATED
    for message in kept:
        message.locations = [*dict.fromkeys(message.locations)]
    return kept


def as_po(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalogue, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    dated = ('"POT-Creation', '"PO-Revision', '"Generated-By', '"Last-Translator', '"Report-Msgid', '"Language-Team')
    return "".join(line for line in lines if not line.startswith(dated)).encode()


def as_mo(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def as_json(catalogue: Catalog) -> bytes:
    """The page's words: templates with their forms, and which form each of `Intl.PluralRules`' categories takes."""
    form, locale = gettext.c2py(catalogue.plural_expr), catalogue.locale
    assert locale is not None
    words: dict[str, Any] = {}
    for message in catalogue:
        if message.id and message.string and any(message.string):
            one = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
            words[one] = message.string
    forms = {locale.plural_form(n): form(n) for n in range(2_000, -1, -1)}
    facts = {"forms": forms | {"other": forms.get("other", catalogue.num_plurals - 1)}, "words": words}
    return json.dumps(facts, ensure_ascii=False, indent=0, sort_keys=True).encode() + b"\n"


def po(domain: str, language: str) -> Path:
    return ROOT / "languages" / language / f"{domain}.po"


def outcome(domain: str, language: str) -> dict[Path, bytes | None]:
    """The files of a domain in a language, as they should be; None where there should be none: a language of which too
    much is missing is not offered yet."""
    source = po(domain, language)
    catalogue = updated(source, language, template(domain))
    enough = len(untranslated(catalogue)) <= (1 - ENOUGH) * len(catalogue)
    if domain in PAGES:
        compiled = ROOT / PAGES[domain] / f"words-{language}.json"
        return {source: as_po(catalogue), compiled: as_json(catalogue) if enough else None}
    return {source: as_po(catalogue), ROOT / domain / "words" / f"{language}.mo": as_mo(catalogue) if enough else None}


def untranslated(catalogue: Catalog) -> list[Message]:
    """What the code says and a language does not, or only as a guess (fuzzy), which is not compiled."""
    return [
        each
        for each in catalogue
        if each.id and (each.fuzzy or not all([each.string] if isinstance(each.string, str) else each.string or [""]))
    ]


def put(path: Path, data: bytes | None) -> None:
    """A file as it should be, or none."""
    if data is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    there = sorted(path.name for path in (ROOT / "languages").iterdir() if path.is_dir() and path.name[0].isalpha())
    stale = 0
    for language in [each for each in arguments if each != "--check"] or there:
        for domain in DOMAINS:
            for path, data in outcome(domain, language).items():
                if (path.read_bytes() if path.exists() else None) != data:
                    stale += 1
                    print(
                        f"{path.relative_to(ROOT)}: {'stale' if check else 'taken away' if data is None else 'written'}"
                    )
                    if not check:
                        put(path, data)
            lacking = untranslated(updated(po(domain, language), language, template(domain)))
            if lacking:
                print(f"{po(domain, language).relative_to(ROOT)}: {len(lacking)} to translate")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
