"""Calls: the token in a header, patience where the archive asks for it, its own words where it refuses."""

from __future__ import annotations

import html
import re
import time
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

import requests

from .errors import IsobarError

TRIES = 5
#: Longest that one answer may ask to be waited for, in seconds.
LONGEST_WAIT = 120.0


class Http:
    def __init__(self, url: str, token: Optional[str], session: Optional[requests.Session], timeout: float) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("The address of an archive begins with https:// (or http://).")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._token = token
        self._session = session or requests.Session()

    def ask(
        self,
        method: str,
        path: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        json: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        stream: bool = False,
        signed: bool = True,
        again: Optional[bool] = None,
    ) -> requests.Response:
        """Raises IsobarError. Only what changes nothing is tried again by itself when a connection breaks."""
        given = dict(headers or {})
        if signed and self._token:
            given["Authorization"] = "Bearer " + self._token
        repeatable = method in ("GET", "HEAD") if again is None else again
        for attempt in range(1, TRIES + 1):
            last = attempt == TRIES
            try:
                reply = self._session.request(
                    method,
                    self.url + path,
                    params=params,
                    json=json,
                    headers=given,
                    auth=as_it_is,
                    stream=stream,
                    timeout=self.timeout,
                    # Another host has no business with the token.
                    allow_redirects=False,
                )
            except requests.RequestException as error:
                if last or not repeatable:
                    raise IsobarError("No answer from %s: %s" % (self.url, error)) from error
                time.sleep(attempt)
                continue
            if reply.status_code in (429, 503) and not last:
                reply.close()
                time.sleep(wait_of(reply, attempt))
                continue
            if reply.status_code >= 300 and reply.status_code != 416:
                raise refusal_of(reply)
            return reply
        raise AssertionError("the last try returns or raises")

    def noted(self, method: str, path: str, **more: Any) -> tuple[Any, str]:
        """As `json`, with the archive's notes on its answer."""
        reply = self.ask(method, path, **more)
        return self.read(reply), reply.headers.get("X-Isobar-Notes", "")

    def json(self, method: str, path: str, **more: Any) -> Any:
        return self.read(self.ask(method, path, **more))

    def read(self, reply: requests.Response) -> Any:
        try:
            return reply.json()
        except ValueError as error:
            raise IsobarError("%s does not answer as an Isobar archive." % self.url, status=reply.status_code) from error


def as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Else requests would replace the header by the password of a netrc file."""
    return request


def wait_of(reply: requests.Response, attempt: int) -> float:
    """What Retry-After says, in seconds; else longer each time."""
    said = reply.headers.get("Retry-After", "")
    return min(float(said), LONGEST_WAIT) if re.fullmatch(r"\d{1,6}", said) else float(attempt)


def refusal_of(reply: requests.Response) -> IsobarError:
    status = reply.status_code
    try:
        body = reply.json()
    except ValueError:
        if status == 401:
            return IsobarError("The access token is wrong, has expired, or is missing.", "invalid-credentials", status)
        words = html.unescape(re.sub(r"<[^>]*>|\s+", " ", reply.text)).strip()
        return IsobarError(words[:500] or "The archive answered %d." % status, "", status)
    if isinstance(body, dict) and isinstance(body.get("error"), dict):  # of a search
        error = body["error"]
        return IsobarError(str(error.get("reason")), str(error.get("type")), status)
    if isinstance(body, dict) and "message" in body:
        return IsobarError(str(body["message"]), str(body.get("code", "")), status)
    return IsobarError("The archive answered %d." % status, "", status)
