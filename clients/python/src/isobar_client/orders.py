"""Orders: placing, waiting, fetching what was delivered."""

from __future__ import annotations

import time
import uuid
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence, Union
from urllib.parse import quote

from .download import compared, fetch, inside
from .errors import IsobarError, OrderFailed
from .http import Http
from .models import Checked, Wanted, day_text

#: Names of formats -> codes of the archive; 'csv' is ICARTT for aerial facilities.
FORMATS: Mapping[str, str] = {"netcdf": "ANDR", "csv": "NCSV", "parquet": "PARQ"}


class Order:
    """An order by its number."""

    def __init__(self, http: Http, number: int) -> None:
        self._http = http
        self.number = number

    def __repr__(self) -> str:
        return "Order(%d)" % self.number

    def status(self) -> Mapping[str, Any]:
        """As the archive tells it: `curStep`, `progress`, `failure`, `delivery` …"""
        status: Mapping[str, Any] = self._http.json("GET", "/services/order/status/%d" % self.number)
        return status

    def wait(
        self,
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[Mapping[str, Any]], None]] = None,
    ) -> Mapping[str, Any]:
        """Until it is complete. Raises OrderFailed, and TimeoutError after `timeout` seconds."""
        began = time.monotonic()
        pause = 0.5
        while True:
            status = self.status()
            if on_progress:
                on_progress(status)
            step = status.get("curStep")
            if status.get("failure"):
                raise OrderFailed(str(status["failure"]), self.number)
            if step == "complete":
                return status
            if step in ("cancelled", "denied"):
                raise OrderFailed("Order %d was %s." % (self.number, step), self.number)
            if timeout is not None and time.monotonic() - began > timeout:
                raise TimeoutError("Order %d is not complete after %g s." % (self.number, timeout))
            time.sleep(pause)
            pause = min(pause * 1.5, 15)

    def files(self) -> Sequence[Mapping[str, Any]]:
        """Each delivered file: `name`, `bytes`, `sha256`. Raises IsobarError before it is complete."""
        index = self._http.json("GET", "/services/order/delivery/%d/index.json" % self.number)
        files: Sequence[Mapping[str, Any]] = index["files"]
        return files

    def download(self, folder: Union[str, Path] = "") -> list[Path]:
        """Everything that was delivered, each file checked; run again, it goes on where it stopped."""
        into = Path(folder or "order-%d" % self.number)
        paths = []
        for file in self.files():
            name = str(file["name"])
            path = "/services/order/delivery/%d/%s" % (self.number, quote(name))
            target = inside(into, name)
            paths.append(fetch(self._http, path, target, sha256=str(file["sha256"]), size=int(file["bytes"])))
        return paths


    def verify(self, folder: Union[str, Path] = "") -> list[Checked]:
        """Compares what `download` fetched with what was delivered, without fetching it."""
        into = Path(folder or "order-%d" % self.number)
        return [
            Checked(name, compared(inside(into, name), int(file["bytes"]), str(file["sha256"])))
            for file in self.files()
            for name in [str(file["name"])]
        ]


def place(
    http: Http,
    wanted: Sequence[Wanted],
    *,
    formats: Sequence[str] = ("netcdf",),
    concatenate: bool = False,
    mail: bool = False,
) -> Order:
    unknown = [name for name in formats if name not in FORMATS]
    if unknown or not formats:
        raise ValueError("formats are %s" % ", ".join(FORMATS))
    codes = [FORMATS[name] for name in formats]
    if any(one.mask_quality for one in wanted):
        codes.append("SMQC")
    request = {
        "selectedData": {
            "selectedDatastreams": [
                {
                    "datastream": one.datastream,
                    "dates": [{"startDate": day_text(one.start), "endDate": day_text(one.end)}],
                    "variables": list(one.variables),
                    "dqrFilter": list(one.mask_reports),
                    "qcFilter": one.mask_quality,
                }
                for one in wanted
            ],
            "mergedOutput": concatenate,
            "maxMb": 2048 if concatenate else None,
            "outputFormat": codes,
        },
        "sendConfEmail": mail,
        # The same order is placed once, however often a broken connection makes this call again.
        "idempotencyKey": str(uuid.uuid4()),
    }
    created = http.json("POST", "/services/order/orders/create", json=request, again=True)
    if not isinstance(created, dict) or "orderId" not in created:
        raise IsobarError("The order was not acknowledged.")
    return Order(http, int(created["orderId"]))
