"""What the archive has of a datastream, and errors that name it where a call would find nothing."""

from __future__ import annotations

import difflib
from typing import Mapping, Optional

from .errors import IsobarError
from .http import Http

#: Names that are looked through for one that is near.
MOST_NAMES = 10000
NEAR = 3


def life_of(http: Http, datastream: str) -> tuple[str, str]:
    """First and last sample. Raises IsobarError for a datastream of which there is no file, with the names that are near."""
    body = {
        "size": 0,
        "query": {"term": {"datastream.keyword": datastream}},
        "aggs": {"first": {"min": {"field": "start_date"}}, "last": {"max": {"field": "end_date"}}},
    }
    reply = http.json("POST", "/services/file_info/_search", json=body, signed=False, again=True)
    first, last = (reply["aggregations"][name].get("value_as_string") for name in ("first", "last"))
    if first is None or last is None:
        raise unknown(http, datastream)
    return str(first), str(last)


def unknown(http: Http, datastream: str) -> IsobarError:
    names = names_of(http)
    # The case of letters is often mistyped, so it does not count.
    lower = {name.lower(): name for name in names}
    near = [lower[name] for name in difflib.get_close_matches(datastream.lower(), list(lower), n=NEAR, cutoff=0.75)]
    hint = " Did you mean %s?" % " or ".join(near) if near else ""
    return IsobarError("There is no datastream %s here.%s" % (datastream, hint), "not-found", 404)


def names_of(http: Http) -> list[str]:
    body = {"size": 0, "aggs": {"names": {"terms": {"field": "datastream.keyword", "size": MOST_NAMES}}}}
    reply = http.json("POST", "/services/metadata/_search", json=body, signed=False, again=True)
    return [str(bucket["key"]) for bucket in reply["aggregations"]["names"]["buckets"]]


def check_range(http: Http, datastream: str, given: Mapping[str, str]) -> None:
    """Raises IsobarError for an unknown datastream, a range that ends before it starts, and one without any data before or after it."""
    start, end = given.get("start"), given.get("end")
    if start is not None and end is not None and moment(end, True) < moment(start, False):
        raise IsobarError("The range ends (%s) before it starts (%s)." % (end, start), "bad-request", 400)
    first, last = life_of(http, datastream)
    is_before = end is not None and moment(end, True) < first[:19]
    is_after = start is not None and moment(start, False) > last[:19]
    if is_before or is_after:
        wanted = " to ".join(text for text in (start, end) if text)
        raise IsobarError(
            "%s has data from %s to %s, and none in %s." % (datastream, first[:10], last[:10], wanted), "no-data", 404
        )


def moment(text: str, is_end: bool) -> str:
    """A day as an end is its last second; comparable as text."""
    if len(text) == len("2019-01-01"):
        return text + ("T23:59:59" if is_end else "T00:00:00")
    return text.replace(" ", "T").rstrip("Z")[:19]


def notes_of(told: Optional[str]) -> list[str]:
    """The notes on an answer, from its header."""
    return [note.strip() for note in (told or "").split("; ") if note.strip()]
