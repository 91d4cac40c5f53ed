"""Games written in Python.

The rules are explored once, position by position, in Python; what was found is a
table, and from there on the game is like any other: no Python runs while it is
solved, verified, asked or served.
"""

from __future__ import annotations

import ast
import re
from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _kaiketsu
from ._errors import LawError, OutOfMemoryError
from ._game import Game
from ._progress import Callback, Progress, shown

_ENDINGS = {"loss": 0, "draw": 1, "win": 2, -1: 0, 0: 1, 1: 2}
_OPEN = 3
_STAYS = 0x80


@dataclass(frozen=True)
class Step:
    """Where a move leads, for moves that are not ordinary ones."""

    position: Any
    """The position after the move."""
    passes: bool = True
    """Whether the other side moves next."""
    plies: int = 1
    """How many plies the move counts: 1, or 0 for a choice that is part of a turn."""


class Rules:
    """The rules of a game of two players: a subclass has `start`, `ending`, `moves` and `play`.

    A position is anything that can be hashed and says all that decides how the
    game goes on, the side to move included: keep the side in it, or let it always
    be seen by the side to move. Positions that are texts, numbers or tuples of such
    can be written as they are; others need `text`. `kaiketsu.game(rules)` explores
    all positions that can be reached.

    >>> import kaiketsu
    >>> class Heap(kaiketsu.Rules):
    ...     '''Take one to three stones; who takes the last one wins.'''
    ...     id = "doc-heap"
    ...     def start(self): return 21
    ...     def ending(self, stones): return "loss" if stones == 0 else None
    ...     def moves(self, stones): return range(1, min(stones, 3) + 1)
    ...     def play(self, stones, taken): return stones - taken
    >>> game = kaiketsu.game(Heap())
    >>> game.solve().stored_positions
    22
    >>> print(game.open().query("20").value)
    loss in 10
    """

    id: str = ""
    """The one name of the game: lower-case letters, digits and hyphens. As it stands: from the name of the class."""
    title: str = ""
    """Its name as people say it. As it stands: the name of the class."""
    about: str = ""
    """Rules and notation in a few sentences. As it stands: the words under the name of the class."""
    rules_version: int = 1
    """Raised whenever values change: older databases are then refused."""

    def start(self) -> Any:
        """Where the game starts."""
        raise NotImplementedError("rules need start(self)")

    def ending(self, position: Any) -> str | int | None:
        """`"win"`, `"draw"` or `"loss"` (or 1, 0, -1) for the side to move if the game is over here, else `None`."""
        raise NotImplementedError("rules need ending(self, position)")

    def moves(self, position: Any) -> Iterable[Any]:
        """All legal moves of a position that is not over, each once."""
        raise NotImplementedError("rules need moves(self, position)")

    def play(self, position: Any, move: Any) -> Any:
        """The position after a move; a `Step` if the turn stays or no ply is counted."""
        raise NotImplementedError("rules need play(self, position, move)")

    def symmetries(self, position: Any) -> Iterable[Any]:
        """The images of a position that have the same value, itself among them or not; as it stands none."""
        return ()

    def tier(self, position: Any) -> int:
        """A number that never rises along a move, such as the empty cells: tiers are solved one by one."""
        return 0

    def text(self, position: Any) -> str:
        """A position as one word without white space, different for each."""
        return position if isinstance(position, str) else _compact(position)

    def move_text(self, position: Any, move: Any) -> str:
        """A move as one word without white space, different for each move of a position."""
        return move if isinstance(move, str) else _compact(move)


def _compact(thing: Any) -> str:
    return re.sub(r"(?<=[,(\[]) +|(?<=,) +", "", repr(thing)).replace(", ", ",")


def read_back(text: str) -> Any:
    """The numbers, texts or tuples that `Rules.text` wrote, for those who need them again."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _id_of(rules: Rules) -> str:
    given = rules.id or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", type(rules).__name__).lower()
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", given):
        raise LawError(f"an id has lower-case letters, digits and hyphens, such as `my-game`; it is {given!r}")
    return given


class _Explored:
    """All positions found so far, in the order in which they were met."""

    def __init__(self, rules: Rules, most: int) -> None:
        self.rules = rules
        self.most = most
        self.id = _id_of(rules)
        self.numbers: dict[Hashable, int] = {}
        self.waiting: list[Any] = []
        self.texts: list[str] = []
        self.known_texts: set[str] = set()
        self.endings = bytearray()
        self.counts, self.children, self.move_texts = array("I"), array("I"), array("I")
        self.steps = bytearray()
        self.moves: dict[str, int] = {}
        self.stages, self.images = array("I"), []  # type: ignore[var-annotated]
        self.symmetries = 1

    def number(self, position: Any) -> int:
        """The number of a position, which may be new."""
        try:
            found = self.numbers.get(position)
        except TypeError as error:
            kind = type(position).__name__
            raise LawError(f"{self.id}: a position must be hashable, and {kind} is not; take a tuple") from error
        return self._add(position) if found is None else found

    def _add(self, position: Any) -> int:
        number = len(self.texts)
        if number >= self.most:
            raise OutOfMemoryError(
                f"{self.id} has more than {self.most:,} positions; allow more with positions=, or write it in Rust "
                "(see docs/adding-a-game.md)"
            )
        text = self.rules.text(position)
        if not isinstance(text, str) or not text or any(letter.isspace() for letter in text):
            raise LawError(f"{self.id}: the text of a position is one word without white space; it is {text!r}")
        if text in self.known_texts:
            raise LawError(f"{self.id}: two different positions have the text `{text}`; texts must tell them apart")
        self.known_texts.add(text)
        self.texts.append(text)
        self.numbers[position] = number
        self.waiting.append(position)
        return number

    def expand(self, number: int) -> None:
        """Looks at a position: its ending, images, tier and moves."""
        rules, position, text = self.rules, self.waiting[number], self.texts[number]
        ending = rules.ending(position)
        if ending is not None and ending not in _ENDINGS:
            raise LawError(
                f"{self.id}: an ending is 'win', 'draw', 'loss' (or 1, 0, -1) or None; at `{text}` it is {ending!r}"
            )
        self.endings.append(_OPEN if ending is None else _ENDINGS[ending])
        tier = rules.tier(position)
        if not isinstance(tier, int) or not 0 <= tier < 2**32:
            raise LawError(f"{self.id}: a tier is a number from 0 on; at `{text}` it is {tier!r}")
        self.stages.append(tier)
        self.images.append([self.number(image) for image in rules.symmetries(position)])
        before = len(self.children)
        if ending is None:
            self._moves(position, text)
        self.counts.append(len(self.children) - before)

    def _moves(self, position: Any, text: str) -> None:
        rules, here = self.rules, set()
        for move in rules.moves(position):
            step = rules.play(position, move)
            passes, plies = True, 1
            if isinstance(step, Step):
                passes, plies, step = step.passes, step.plies, step.position
                if plies not in (0, 1):
                    raise LawError(f"{self.id}: a move counts 0 plies or 1; at `{text}` {move!r} counts {plies!r}")
            if step is None:
                raise LawError(f"{self.id}: play gave no position; at `{text}`, move {move!r}")
            written = rules.move_text(position, move)
            if not isinstance(written, str) or not written or any(letter.isspace() for letter in written):
                raise LawError(f"{self.id}: the text of a move is one word without white space; it is {written!r}")
            if written in here:
                raise LawError(f"{self.id}: the move `{written}` is listed twice; at `{text}`")
            here.add(written)
            self.children.append(self.number(step))
            self.move_texts.append(self.moves.setdefault(written, len(self.moves)))
            self.steps.append(plies | (0 if passes else _STAYS))
        if not here:
            raise LawError(f"{self.id}: the game is not over and there is no move; at `{text}`")

    def explore(self, callback: Callback | None) -> None:
        """Looks at all positions that can be reached, and their images."""
        self.number(self.rules.start())
        number = 0
        while number < len(self.texts):
            self.expand(number)
            self.waiting[number] = None
            number += 1
            if callback is not None and number % 4096 == 0:
                callback(f"exploring {self.id}", number, 0, f"{len(self.texts):,} found")

    def image_lists(self) -> array[int]:
        """As many images for each position, itself first; checks that they are images."""
        self.symmetries = max((len({number, *images}) for number, images in enumerate(self.images)), default=1)
        begins = [0]
        for count in self.counts:
            begins.append(begins[-1] + count)
        classes = [min({number, *images}) for number, images in enumerate(self.images)]
        flat = array("I")
        for number, images in enumerate(self.images):
            orbit = sorted({number, *images})
            for image in orbit:
                self._check_image(number, image, orbit, begins, classes)
            orbit.remove(number)
            orbit.insert(0, number)
            flat.extend(orbit + [number] * (self.symmetries - len(orbit)))
        return flat

    def _check_image(
        self, number: int, image: int, orbit: list[int], begins: list[int], classes: list[int]
    ) -> None:
        def led_to(position: int) -> set[tuple[int, int]]:
            edges = range(begins[position], begins[position + 1])
            return {(classes[self.children[edge]], self.steps[edge]) for edge in edges}

        same = sorted({image, *self.images[image]}) == orbit
        if not same or self.endings[image] != self.endings[number] or self.stages[image] != self.stages[number]:
            problem = "do not have the same images, ending and tier"
        elif led_to(image) != led_to(number):
            problem = "do not lead to images of one another"
        else:
            return
        raise LawError(
            f"{self.id}: `{self.texts[number]}` and its image `{self.texts[image]}` {problem}; see `symmetries`"
        )


def from_rules(rules: Rules, *, positions: int = 20_000_000, progress: Progress = False) -> Game:
    """The game of some rules: explores all positions that can be reached, at most so many."""
    needed: tuple[str, ...] = ("start", "ending", "moves", "play")
    if isinstance(rules, type):
        raise TypeError(f"pass an instance: kaiketsu.game({rules.__name__}())")
    missing = [name for name in needed if not callable(getattr(rules, name, None))]
    if missing:
        raise TypeError(f"a game is an id or rules with start, ending, moves and play; without {', '.join(missing)}")
    if not isinstance(rules, Rules):
        rules = _Borrowed(rules)
    explored = _Explored(rules, positions)
    with shown(progress) as callback:
        explored.explore(callback)
    images = explored.image_lists()
    about = rules.about or (type(rules).__doc__ or "").strip()
    table = _kaiketsu.Table(
        explored.id,
        rules.title or type(rules).__name__,
        about,
        rules.rules_version,
        explored.texts,
        bytes(explored.endings),
        explored.counts.tobytes(),
        explored.children.tobytes(),
        explored.move_texts.tobytes(),
        bytes(explored.steps),
        list(explored.moves),
        explored.stages.tobytes(),
        images.tobytes(),
        explored.symmetries,
    )
    return Game(table.game())


class _Borrowed(Rules):
    """A class of somebody else's that has what rules need."""

    def __init__(self, inner: Any) -> None:
        kind = type(inner)
        for name in ("start", "ending", "moves", "play", "symmetries", "tier", "text", "move_text"):
            method: Callable[..., Any] | None = getattr(inner, name, None)
            if method is not None:
                setattr(self, name, method)
        self.id = getattr(inner, "id", "") or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()
        self.title = getattr(inner, "title", "") or kind.__name__
        self.about = getattr(inner, "about", "") or (kind.__doc__ or "").strip()
        self.rules_version = getattr(inner, "rules_version", 1)
