"""Broken inputs led by what they reach: atheris counts the branches of our readers, and keeps what finds a new one.

Each kind runs in a process of its own, since libFuzzer ends the one it runs in. It begins with made inputs and with all
that was found before; every other change is made by what knows the structure (`breaking.spoilt`), the rest by
libFuzzer.
What is found is written into `corpus/` as KIND-guided-SUM, once for each place in the code it comes from.
"""

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
MISSING = "atheris is not installed; expected: pip install '.[fuzz]', on Linux"
BEGINNINGS = 300  # made inputs to begin with, of each kind
LONGEST = 8_000  # bytes of an input
MEGABYTES = 3_000  # of memory, the counters' own included
TEXTS = ("spec", "board", "yaml", "expression", "svg", "table", "record", "turn", "typed", "position")


def run(kinds: list[str], seconds: int) -> int:
    """Each kind for so many seconds. How many findings there were; prints them, and how far each kind came."""
    if importlib.util.find_spec("atheris") is None:
        print(MISSING, file=sys.stderr)
        return 2
    findings = 0
    for kind in kinds:
        with tempfile.TemporaryDirectory() as work:
            command = [sys.executable, __file__, kind, str(seconds), work]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), str(HERE)])}
            done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, env=environment)
            told = re.findall(r"^#(\d+)\s.* cov: (\d+)", done.stderr, re.M)
            new = (Path(work) / "findings").read_text().splitlines() if (Path(work) / "findings").exists() else []
            for left in Path(work).glob("*-????????????????????????????????????????"):  # it ended the process
                new.append(f"{keep(kind, left.read_bytes(), left.name)} ended the process: {left.name}")
            findings += len(new)
            reached = (
                f"{told[-1][0]} inputs, {told[0][1]} branches at first, {told[-1][1]} at last" if told else done.stderr
            )
            print(f"{kind}: {reached}; {len(new)} findings", flush=True)
            for line in new:
                print(f"  {line}", flush=True)
    return findings


def keep(kind: str, given: bytes, place: str) -> str:
    """Writes a finding into the corpus, under a name that one place in the code always gives."""
    import fuzzing

    name = f"{kind}-guided-{hashlib.sha256(place.encode()).hexdigest()[:8]}"
    (fuzzing.CORPUS / name).write_bytes(given)
    return name


def main(kind: str, seconds: int, work: Path) -> None:
    """One kind, in this process, which libFuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["specs", "generator", "companion"]):
        import breaking
        import broken_games
        import fuzzing

        broken_games.looks()
        for number in range(20):  # what is imported late is instrumented too
            fuzzing.settled(kind, fuzzing.made(kind, number), work)

    begin = work / "begin"
    begin.mkdir()
    for number in range(BEGINNINGS):
        (begin / str(number)).write_bytes(fuzzing.made(kind, number)[:LONGEST])
    for file in fuzzing.CORPUS.glob(f"{kind}-*"):
        (begin / file.name).write_bytes(file.read_bytes()[:LONGEST])
    seen: set[str] = set()

    def one(given: bytes) -> None:
        error = fuzzing.settled(kind, given, work)
        if error is None:
            return
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "hostile" not in frame.filename]
        place = f"{type(error).__name__} {Path(frames[-1].filename).name}:{frames[-1].name}" if frames else repr(error)
        if place not in seen:
            seen.add(place)
            with (work / "findings").open("a") as out:
                out.write(f"{keep(kind, given, place)} {place}: {str(error)[:200]!r}\n")

    def changed(given: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        if kind in TEXTS and chance.random() < 0.5:
            return breaking.spoilt(given.decode(errors="replace"), chance).encode(errors="replace")[:most]
        return bytes(atheris.Mutate(given, most))

    flags = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=0", f"-rss_limit_mb={MEGABYTES}", "-seed=1"]
    flags += [f"-artifact_prefix={work}/", "-print_final_stats=0"]
    atheris.Setup([sys.argv[0], *flags, str(begin)], one, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
