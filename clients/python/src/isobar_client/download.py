"""Downloads that go on where they stopped, and are checked: by length, and by checksum where one is known."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import time
import warnings
from pathlib import Path
from typing import Optional

import requests

from .errors import IsobarError, IsobarWarning
from .http import TRIES, Http

#: What of a piece came before the connection broke is lost.
PIECE = 1 << 16


def fetch(http: Http, path: str, target: Path, *, sha256: Optional[str] = None, size: Optional[int] = None) -> Path:
    """
    Fetches `path` into `target`, by way of `target.part`. What is there already and is right is not fetched again. Raises
    IsobarError when it cannot be fetched whole.
    """
    if target.exists() and size is not None and target.stat().st_size == size:
        state = compared(target, size, sha256 or digest_at(http, path))
        if state == "same length":
            warnings.warn(
                "%s is there already. Only its length was compared: the archive does not know its checksum." % target.name,
                IsobarWarning,
                stacklevel=2,
            )
        if state != "differs":
            return target
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    tag = target.with_name(target.name + ".part.tag")
    for attempt in range(1, TRIES + 1):
        try:
            known = fetch_rest(http, path, part, tag)
        except (requests.RequestException, OSError) as error:
            if attempt == TRIES:
                raise IsobarError("%s could not be fetched: %s" % (target.name, error)) from error
            time.sleep(attempt)
            continue
        wanted = sha256 or known
        if wanted is None or sum_of(part) == wanted:
            os.replace(part, target)
            tag.unlink(missing_ok=True)
            return target
        part.unlink()
        tag.unlink(missing_ok=True)
    raise IsobarError("%s differs from its checksum." % target.name, "checksum")


def compared(target: Path, size: Optional[int], sha256: Optional[str]) -> str:
    """'same', 'same length' where no checksum is known, 'differs' or 'missing'."""
    if not target.exists():
        return "missing"
    if size is not None and target.stat().st_size != size:
        return "differs"
    if sha256 is None:
        return "same length"
    return "same" if sum_of(target) == sha256 else "differs"


def digest_at(http: Http, path: str) -> Optional[str]:
    """The checksum that the archive states of a file, without fetching it."""
    with http.ask("HEAD", path, headers={"Accept-Encoding": "identity"}) as reply:
        return digest_of(reply)


def fetch_rest(http: Http, path: str, part: Path, tag: Path) -> Optional[str]:
    """Appends what is missing to `part`; answers the checksum of the whole, if the archive tells it."""
    have = part.stat().st_size if part.exists() and tag.exists() else 0
    headers = {"Accept-Encoding": "identity"}
    if have > 0:
        headers.update({"Range": "bytes=%d-" % have, "If-Range": tag.read_text()})
    reply = http.ask("GET", path, headers=headers, stream=True)
    with reply:
        if reply.status_code == 416:
            # All of it is there, or it became shorter: the length tells.
            total = re.search(r"/(\d+)$", reply.headers.get("Content-Range", ""))
            if total and int(total.group(1)) == have:
                return None
            part.unlink()
            raise OSError("it has changed")
        if "text/plain" in reply.headers.get("Content-Type", "") and "ETag" not in reply.headers:
            raise IsobarError(reply.text.strip()[:300], "not-found", reply.status_code)
        etag = reply.headers.get("ETag", "")
        if etag and not etag.startswith("W/"):
            tag.write_text(etag)
        is_rest = reply.status_code == 206
        length = reply.headers.get("Content-Length")
        written = 0
        with open(part, "ab" if is_rest else "wb") as file:
            for piece in reply.iter_content(PIECE):
                file.write(piece)
                written += len(piece)
            file.flush()
            os.fsync(file.fileno())
        if length is not None and written != int(length):
            raise OSError("the connection ended early")
        return digest_of(reply)


def digest_of(reply: requests.Response) -> Optional[str]:
    """SHA-256 of the whole file, as hexadecimal digits (RFC 9530)."""
    said = re.search(r"sha-256=:([A-Za-z0-9+/=]+):", reply.headers.get("Repr-Digest", ""))
    return base64.b64decode(said.group(1)).hex() if said else None


def sum_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(PIECE), b""):
            digest.update(piece)
    return digest.hexdigest()


def inside(folder: Path, name: str) -> Path:
    """`name` below `folder`; what would lie elsewhere is refused. Raises IsobarError."""
    target = (folder / name).resolve()
    if folder.resolve() not in target.parents or not name or "\x00" in name:
        raise IsobarError("The archive names a file that would lie elsewhere: %r" % name)
    return target
