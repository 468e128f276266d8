"""Runs the program: ``python -m mindsave --help``."""

import signal
import sys

from ._native import run_program


def main() -> int:
    """Run the program with the arguments of this process, and return its exit code."""
    # The program does not run Python, so Ctrl-C must end it the way it ends any program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    return run_program(["mindsave", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
