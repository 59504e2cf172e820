"""What goes wrong, in the words of the archive."""

from __future__ import annotations

from typing import Optional


class IsobarError(Exception):
    """A call that was refused or failed; `code` is the archive's name for it, `status` that of HTTP (0: no answer)."""

    def __init__(self, message: str, code: str = "", status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class IsobarWarning(UserWarning):
    """An answer that is not all that its question was, in the words of the archive."""


class OrderFailed(IsobarError):
    """An order that was denied, cancelled, or could not be made."""

    def __init__(self, message: str, number: Optional[int] = None) -> None:
        super().__init__(message, "order-failed")
        self.number = number
