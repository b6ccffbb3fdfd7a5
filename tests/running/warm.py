"""The programs as processes of their own that start at once: forks of one process that has imported everything.

What a process is stays so: streams, a folder and an environment of its own, an exit status or a signal, nothing left
behind for the next. Only the start is spared, most of what a short command takes. Whoever tests the start itself,
signals, a bound on the process or another order of hashes starts it cold, from a command line.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import re
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

ROOMS = ("specs", "generator", "companion")
LATE = ("fontTools.pens.recordingPen", "fontTools.svgLib.path.parser", "PIL.PngImagePlugin", "PIL.JpegImagePlugin",
        "pyclipper", "pypdfium2", "rectpack", "segno", "sqlite3", "prompt_toolkit")  # fmt: skip
AT_THE_START = re.compile("PYTHON(?!DONTWRITEBYTECODE)|LC_|LANG")  # what an interpreter reads only when it starts
NUMBER = struct.Struct("<i")


class Warm:
    """Runs the programs of one copy of the project. `run` raises what `subprocess.run` does."""

    def __init__(self, project: Path) -> None:
        self.environment = os.environ | {"PYTHONPATH": str(project)}
        self.channel, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            env=self.environment,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.PIPE,  # never used; so the programs' streams are no terminals
            stdout=subprocess.PIPE,
        )
        theirs.close()

    def would_start_alike(self, environment: Mapping[str, str]) -> bool:
        """Whether an interpreter of that environment starts as this one did."""
        differ = self.environment.items() ^ environment.items()
        return not any(AT_THE_START.match(name) for name, _ in differ)

    def run(
        self,
        program: str,
        words: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        stdin: str | bytes = "",
        first: str = "",
        full: bool = False,
        timeout: float = 60,
    ) -> subprocess.CompletedProcess[str]:
        """`first`: a function, `module:name`, that the fork calls before the program; `full`: on a disk without room
        for what it prints."""
        with TemporaryFile() as asked, TemporaryFile() as typed, TemporaryFile() as out, TemporaryFile() as err:
            asked.write(json.dumps([program, words, str(cwd), dict(env), first]).encode())
            typed.write(stdin.encode() if isinstance(stdin, str) else stdin)
            files = (asked, typed, out, err)
            for file in files:
                file.seek(0)
            numbers = [file.fileno() for file in files]
            nowhere = os.open("/dev/full", os.O_WRONLY) if full else numbers[2]
            socket.send_fds(self.channel, [b"?"], [*numbers[:2], nowhere, numbers[3]])
            if full:
                os.close(nowhere)
            child = self._number()
            if late := not select.select([self.channel], [], [], timeout)[0]:
                os.kill(child, signal.SIGKILL)
            status = self._number()
            if late:
                raise subprocess.TimeoutExpired([program, *words], timeout)
            for file in (out, err):
                file.seek(0)
            return subprocess.CompletedProcess([program, *words], status, out.read().decode(), err.read().decode())

    def _number(self) -> int:
        return int(NUMBER.unpack(self.channel.recv(NUMBER.size, socket.MSG_WAITALL))[0])

    def close(self) -> None:
        self.channel.close()
        self.process.terminate()
        with self.process:  # waits, and closes its pipes
            pass


@cache
def of(project: Path) -> Warm:
    """The one of a copy of the project, for as long as the tests run."""
    found = Warm(project)
    atexit.register(found.close)
    return found


def serve(channel: socket.socket) -> str:
    """Fork for each request, and tell its process and its end; returns in the fork, with the program that it is."""
    while True:
        word, files, *_ = socket.recv_fds(channel, 1, 4)
        if not word:
            sys.exit()
        if child := os.fork():
            for file in files:
                os.close(file)
            channel.sendall(NUMBER.pack(child))
            channel.sendall(NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
            continue
        channel.close()
        with open(files[0], encoding="utf-8") as asked:
            program, words, folder, environment, first = json.load(asked)
        for number, file in enumerate(files[1:]):
            os.dup2(file, number)
            os.close(file)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.path.insert(0, "")  # the folder it is started in, as for every program that is no file
        sys.argv = [program, *words]
        if first:
            module, _, name = first.partition(":")
            getattr(importlib.import_module(module), name)()
        return str(program)


if __name__ == "__main__":
    del sys.path[0]  # this folder
    for room in ROOMS:
        for found in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            importlib.import_module(found.name)
    for name in LATE:
        importlib.import_module(name)
    gc.freeze()  # a fork looks through nothing that it did not make
    from tideline_press import MAINS

    main = importlib.import_module(MAINS[serve(socket.socket(fileno=int(sys.argv[1])))]).main
    if "REACHED_BY" in os.environ:
        sys.path.append(str(Path(__file__).parents[1]))
        importlib.import_module("reached").follow(os.environ["REACHED_BY"])
    try:
        main()
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code or 0)  # taking hundreds of modules apart that others will use again takes longer than a turn
