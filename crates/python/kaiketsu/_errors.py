"""Exceptions of the package. Each says what was wrong and what to do."""


class Error(Exception):
    """Whatever went wrong in Kaiketsu."""


class RequestError(Error, ValueError):
    """The request makes no sense: an unknown game, position, move or option."""


class NotSolvedError(Error, LookupError):
    """There is no finished database of the game; `Game.solve` makes one."""


class DamagedError(Error):
    """A database, a book of verdicts or a certificate is damaged or wrong."""


class OutOfMemoryError(Error, MemoryError):
    """The memory given does not suffice, or is not there."""


class SystemRefusedError(Error, OSError):
    """The system refused: a full disk, no permission, a port that is taken."""


class LawError(Error, ValueError):
    """A game written in Python breaks a law that solving relies on."""


class InternalError(Error, RuntimeError):
    """A fault of Kaiketsu itself, which we want to hear of."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a solve. Says what is kept; solving again goes on from there."""
