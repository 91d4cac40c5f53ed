"""How long work shows how far it is: a bar in terminals and notebooks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, Union

Callback = Callable[[str, int, int, str], object]
Progress = Union[bool, Callback, None]

_WIDTH = 30


def _in_notebook() -> bool:
    # Only where IPython is running already: asking must not import it.
    module = sys.modules.get("IPython")
    shell: Any = module.get_ipython() if module is not None else None
    return shell is not None and hasattr(shell, "kernel")


def _bar(what: str, done: int, total: int, status: str, began: float) -> str:
    seconds = max(time.monotonic() - began, 1e-9)
    rate = f"{done / seconds:,.0f} per second"
    if total <= 1:
        return f"{what}: {done:,} positions, {rate}  {status}"
    share = min(done / total, 1.0)
    filled = "#" * round(share * _WIDTH)
    return f"{what} [{filled:<{_WIDTH}}] {share:4.0%}  {done:,} of {total:,}, {rate}  {status}"


class TerminalBar:
    """One line of a terminal, written again and again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._began = time.monotonic()
        self._length = 0

    def __call__(self, what: str, done: int, total: int, status: str) -> None:
        line = _bar(what, done, total, status, self._began)[:118]
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)

    def close(self) -> None:
        """Leaves the line empty."""
        self._stream.write("\r" + " " * self._length + "\r")
        self._stream.flush()


class NotebookBar:
    """An output of a cell, changed again and again."""

    def __init__(self) -> None:
        module: Any = sys.modules["IPython.display"]  # the notebook has it

        self._began = time.monotonic()
        self._handle: Any = module.display({"text/plain": ""}, raw=True, display_id=True)

    def __call__(self, what: str, done: int, total: int, status: str) -> None:
        line = _bar(what, done, total, status, self._began)
        self._handle.update({"text/plain": line}, raw=True)

    def close(self) -> None:
        """Leaves the output empty."""
        self._handle.update({"text/plain": ""}, raw=True)


@contextmanager
def shown(progress: Progress) -> Iterator[Callback | None]:
    """The callback for long work: a bar where somebody looks, or the one given."""
    if progress is False:
        yield None
        return
    if callable(progress):
        yield progress
        return
    if progress is not True and progress is not None:
        raise TypeError(f"progress is True, False, None or a function, not {type(progress).__name__}")
    bar: TerminalBar | NotebookBar
    if _in_notebook():
        bar = NotebookBar()
    elif progress is True or sys.stderr.isatty():
        bar = TerminalBar(sys.stderr)
    else:
        yield None
        return
    try:
        yield bar
    finally:
        bar.close()
