"""To print a spec again whenever it changes."""

# annotations that are values, not text: typer would compile each of them

import typer

from generator.cli import flags
from specs.base.languages import say
from specs.base.terminal import put


def watch(context: typer.Context, spec: flags.SpecName) -> None:
    """Build, then build again whenever the spec, its data or its pictures change. Takes every option of `build`."""
    from generator.building import watch as watching
    from generator.cli.main import run

    changes = watching.changes(spec)
    put(say("Watching {spec}; Ctrl-C ends it.", spec=spec), flush=True)
    arguments = ["build", spec, *context.args]
    try:
        watching.again(arguments, run)
        for changed in changes:
            put("\n" + say("Changed: {files}", files=", ".join(changed)), flush=True)
            watching.again(arguments, run)
    except KeyboardInterrupt:
        put("")
