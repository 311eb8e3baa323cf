"""Named options of a game, each with its title, default and alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.events import OptionValue


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which tables differ.

    `alternatives` maps every named value, the default among them, to a title in a player's words. `accepts` takes
    further values (a list of rounds, a number): it returns the value in its canonical form or raises ValueError saying
    what it expected; `also` describes them.
    """

    name: str
    title: str
    default: OptionValue
    alternatives: Mapping[str | int | bool, str]
    rule: str = ""
    accepts: Callable[[OptionValue], OptionValue] | None = None
    also: str = ""

    def read(self, value: OptionValue) -> OptionValue:
        """The value in canonical form; ValueError naming the option and its alternatives for any other."""
        for known in self.alternatives:
            # 0 and False are equal in Python, and different answers here.
            if type(known) is type(value) and known == value:
                return value
        if self.accepts is not None:
            try:
                return self.accepts(value)
            except (ValueError, TypeError):
                pass
        choices = ", ".join(str(known) for known in self.alternatives)
        also = f" or {self.also}" if self.also else ""
        raise ValueError(f"option {self.name}: one of {choices}{also} expected, got {value!r}")


class OptionTable:
    """The options of one game."""

    def __init__(self, *options: Option) -> None:
        self._options = {option.name: option for option in options}

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options.values())

    def __getitem__(self, name: str) -> Option:
        return self._options[name]

    def defaults(self) -> dict[str, OptionValue]:
        """Every option with its default."""
        return {option.name: option.default for option in self._options.values()}

    def read(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options, defaults filled in; ValueError for an unknown option or value, naming what there is."""
        complete = self.defaults()
        for name, value in values.items():
            if name not in self._options:
                raise ValueError(f"option {name}: unknown; there are {', '.join(self._options)}")
            complete[name] = self._options[name].read(value)
        return complete

    def read_leniently(self, values: Mapping[str, OptionValue]) -> tuple[dict[str, OptionValue], dict[str, str]]:
        """As `read`, but keeps the default for what is wrong; returns (options, what was wrong by name)."""
        complete, wrong = self.defaults(), {}
        for name, value in values.items():
            try:
                complete.update({name: self.read({name: value})[name]})
            except ValueError as error:
                wrong[name] = str(error)
        return complete, wrong
