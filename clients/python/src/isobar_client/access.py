"""The access token: given, from the environment, or from the netrc file."""

from __future__ import annotations

import netrc
import os
from typing import Optional
from urllib.parse import urlsplit


def token_for(url: str, given: Optional[str]) -> Optional[str]:
    """USERID:TOKEN. A netrc file (NETRC, or ~/.netrc) has the user id as `login` and the token as `password` of the archive's host."""
    return given or os.environ.get("ISOBAR_TOKEN") or from_netrc(url)


def from_netrc(url: str) -> Optional[str]:
    try:
        found = netrc.netrc(os.environ.get("NETRC")).authenticators(urlsplit(url).hostname or "")
    except (OSError, netrc.NetrcParseError):
        return None
    if not found or not found[0] or not found[2]:
        return None
    return "%s:%s" % (found[0], found[2])
