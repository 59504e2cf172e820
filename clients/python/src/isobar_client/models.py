"""What the archive answers, as plain values; times are in UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, Mapping, Optional, Sequence, Union

#: A day, an instant (without a zone: UTC), or its text.
When = Union[str, date, datetime]


@dataclass(frozen=True)
class Found:
    """A datastream that a search found."""

    datastream: str
    name: str
    site: str
    facility: str
    level: str
    start: str
    end: str
    #: The record as the archive has it.
    record: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class DatastreamFile:
    """A file of the archive; `size` in bytes."""

    name: str
    size: int
    datastream: str
    start: str
    end: str


@dataclass(frozen=True)
class Checked:
    """A file on this machine compared with the archive; `state`: 'same', 'same length' (its checksum is not known there), 'differs', 'missing'."""

    name: str
    state: str


@dataclass(frozen=True)
class Wanted:
    """One datastream of an order."""

    datastream: str
    start: When
    end: When
    #: Empty: all.
    variables: Sequence[str] = ()
    #: Values that quality reports of these classes name become -9999: 'incorrect', 'suspect'.
    mask_reports: Sequence[str] = ()
    #: Values that fail the file's own quality variables become -9999.
    mask_quality: bool = False


def text_of(when: When) -> str:
    if isinstance(when, datetime):
        moment = when if when.tzinfo else when.replace(tzinfo=timezone.utc)
        return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return when.isoformat() if isinstance(when, date) else when


def day_text(when: When) -> str:
    """As orders write it: without the zone, which is always UTC."""
    return text_of(when).rstrip("Z").replace("T", " ")


def period(start: Optional[When], end: Optional[When]) -> dict[str, str]:
    """The range as the archive takes it: a day without an end is that day, an instant everything from then on."""
    given: dict[str, str] = {}
    if start is not None:
        given["start"] = text_of(start)
    if end is not None:
        given["end"] = text_of(end)
    elif start is not None and len(given["start"]) == len("2019-01-01"):
        given["end"] = given["start"]
    return given
