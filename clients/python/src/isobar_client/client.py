"""The archive, as a person thinks of it."""

from __future__ import annotations

import os
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode

import requests

from .access import token_for
from .download import compared, digest_at, fetch, inside
from .errors import IsobarError, IsobarWarning
from .holdings import check_range, notes_of
from .http import Http
from .models import Checked, DatastreamFile, Found, Wanted, When, period
from .orders import Order, place

if TYPE_CHECKING:
    import xarray

#: Files that one call lists.
PAGE = 5000
LIVE = "/services/live"
ARRAYS = "/services/arrays"


class Isobar:
    """
    An archive by its address. `token` is USERID:TOKEN, by default what ISOBAR_TOKEN or the netrc file holds; searching and
    listing work without. Every method raises IsobarError, and warns (IsobarWarning) of what an answer leaves out.
    """

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        session: Optional[requests.Session] = None,
        timeout: float = 120,
    ) -> None:
        self._http = Http(url, token_for(url, token), session, timeout)

    def __repr__(self) -> str:
        return "Isobar(%r)" % self._http.url  # never the token

    def search(
        self,
        text: str = "",
        *,
        size: int = 20,
        box: Optional[tuple[float, float, float, float]] = None,
        start: Optional[When] = None,
        end: Optional[When] = None,
        where: str = "",
        by: str = "datastream",
        understand: bool = True,
        **filters: Union[str, Sequence[str]],
    ) -> list[Found]:
        """
        Datastreams by words, as the portal understands them, best first. `box`: west, south, east, north in degrees; one over
        the date line has its west east of its east. `start`, `end`: with data in this range. `filters` are fields of the
        catalogue, such as `site_code="sgp"`, `dataLevel=["b1", "c1"]`, `instrument_class_code="met"`; `where` is a filter in query string syntax, `by` the
        field of which each value is listed once.
        `understand=False` searches the words as typed. Warns of words that
        were passed over.
        """
        clauses: list[Any] = [
            {"terms": {name + ".keyword": [value] if isinstance(value, str) else list(value)}}
            for name, value in filters.items()
        ]
        if where:
            clauses.append({"query_string": {"query": where, "default_operator": "AND"}})
        clauses += within(box) + during(period(start, end))
        query: dict[str, Any] = {"match_all": {}}
        if text.strip():
            query = {"query_string": {"query": text, "default_operator": "AND"}}
        body = {
            "size": size,
            "query": query,
            "post_filter": {"bool": {"filter": clauses}},
            "collapse": {"field": by + ".keyword"},
        }
        params = {"understand": "true"} if understand and text.strip() else None
        reply, notes = self._http.noted(
            "POST", "/services/metadata/_search", params=params, json=body, signed=False, again=True
        )
        for note in notes_of(notes):
            warnings.warn(note, IsobarWarning, stacklevel=2)
        return [found_of(hit["_source"]) for hit in reply["hits"]["hits"]]

    def files(
        self, datastream: str, start: Optional[When] = None, end: Optional[When] = None
    ) -> Iterator[DatastreamFile]:
        """
        Every file of a datastream, in the order of time; of a range only those with data in it. A datastream that does not
        exist, a range that ends before it starts, and one before or after all data are errors.
        """
        given = period(start, end)
        check_range(self._http, datastream, given)
        return self._listed(datastream, given)

    def _listed(self, datastream: str, given: Mapping[str, str]) -> Iterator[DatastreamFile]:
        filters: list[Any] = [{"term": {"datastream.keyword": datastream}}]
        filters += during(given)
        body: dict[str, Any] = {
            "size": PAGE,
            "query": {"bool": {"filter": filters}},
            "sort": [{"start_date": "asc"}, {"file_name.keyword": "asc"}],
        }
        while True:
            reply = self._http.json("POST", "/services/file_info/_search", json=body, signed=False, again=True)
            hits = reply["hits"]["hits"]
            for hit in hits:
                source = hit["_source"]
                yield DatastreamFile(
                    name=str(source["file_name"]),
                    size=int(source["file_size"]),
                    datastream=datastream,
                    start=str(source["start_date"]),
                    end=str(source["end_date"]),
                )
            if len(hits) < PAGE:
                return
            body["search_after"] = hits[-1]["sort"]

    def download(
        self,
        datastream: str,
        start: When,
        end: Optional[When] = None,
        *,
        folder: Union[str, Path] = ".",
        at_once: int = 4,
    ) -> list[Path]:
        """
        Fetches the files of a range as they are, `at_once` of them side by side, except those that are in the folder already.
        Warns of those of which only the length could be compared.
        """
        into = Path(folder)
        files = list(self.files(datastream, start, end))
        with ThreadPoolExecutor(max_workers=max(1, at_once)) as pool:
            return list(pool.map(lambda file: self._fetch(file.name, file.size, into), files))

    def verify(
        self, datastream: str, start: When, end: Optional[When] = None, *, folder: Union[str, Path] = "."
    ) -> list[Checked]:
        """Compares what `download` fetched with the archive: by checksum where it has one, else by length; nothing is fetched."""
        into = Path(folder)
        return [
            Checked(file.name, compared(inside(into, file.name), file.size, digest_at(self._http, path_of(file.name))))
            for file in self.files(datastream, start, end)
        ]

    def fetch(self, name: str, *, folder: Union[str, Path] = ".") -> Path:
        """Fetches one file by its name."""
        return self._fetch(name, None, Path(folder))

    def extract(
        self,
        datastream: str,
        start: When,
        end: Optional[When] = None,
        *,
        variables: Sequence[str] = (),
        mask_reports: Sequence[str] = (),
        mask_quality: Sequence[str] = (),
        form: str = "cdf",
        grid: Optional[int] = None,
        one_file: bool = False,
        every: Optional[int] = None,
        levels: Sequence[str] = (),
        dimensions: Sequence[str] = (),
        unpacked: bool = False,
        compression: Optional[int] = None,
        folder: Union[str, Path] = ".",
    ) -> Path:
        """
        One new file with the samples of a range. `variables`: all if empty. Values become -9999 where a quality report of
        a class in `mask_reports` ('incorrect', 'suspect') covers them, and where the file's own quality variables assess
        them as one of `mask_quality` ('Bad', 'Indeterminate'). `form`: cdf, nc4, csv, icartt, json or parquet.

        `grid`: means (or sums, nearest values, winds, as suits each variable) of cells of so many seconds. `one_file`: also
        where units, packing or levels changed; then an older variable is called NAME__to_YYYYMMDD. `every`: one row of so
        many. `levels`: boxes such as 'height:0:3000'. `dimensions`: only variables with no other dimension besides time;
        ['time'] for those along time alone. `unpacked`: measured values. `compression`: 0 to 9, of nc4.
        """
        given = {
            "ds": datastream,
            **period(start, end),
            "variables": ",".join(variables),
            "dqr": ",".join(mask_reports),
            "qc": ",".join(mask_quality),
            "wt": form,
            "grid": "" if grid is None else str(grid),
            "onefile": "true" if one_file else "",
            "every": "" if every is None else str(every),
            "levels": ",".join(levels),
            "dimensions": ",".join(dimensions),
            "unpacked": "true" if unpacked else "",
            "compression": "" if compression is None else str(compression),
        }
        query = urlencode({name: value for name, value in given.items() if value})
        into = Path(folder)
        into.mkdir(parents=True, exist_ok=True)
        try:
            reply = self._http.ask("GET", LIVE + "/mod?" + query, stream=True)
        except IsobarError as error:
            if error.status == 404:
                check_range(self._http, datastream, period(start, end))  # says what there is instead
            raise
        with reply:
            name = name_of(reply) or datastream + "." + form
            target = inside(into, name)
            part = target.with_name(target.name + ".part")
            try:
                with open(part, "wb") as file:
                    for piece in reply.iter_content(1 << 20):
                        file.write(piece)
            except requests.RequestException as error:
                part.unlink(missing_ok=True)
                raise IsobarError("The extract was cut: %s" % error) from error
            os.replace(part, target)
        return target

    def open(self, datastream: str, start: When, end: Optional[When] = None, **choice: Any) -> "xarray.Dataset":
        """As `extract`, opened with xarray, in memory: no file is left."""
        import xarray

        with tempfile.TemporaryDirectory() as folder:
            path = self.extract(datastream, start, end, folder=folder, **choice)
            with xarray.open_dataset(path) as data:
                return data.load()

    def open_array(
        self,
        datastream: str,
        *,
        variant: str = "clean",
        grid: Optional[int] = None,
    ) -> "xarray.Dataset":
        """
        All files of a datastream as one array, of which xarray reads what is used and no more. `variant`: 'whole' as stored,
        'clean' without bad data, 'strict' without doubtful data too. `grid`: on a time grid with cells of so many seconds.
        """
        import xarray

        info = self._http.ask("GET", ARRAYS + "/" + quote(datastream, safe="")).json()
        if variant not in info["variants"]:
            raise ValueError("variant is one of " + ", ".join(info["variants"]))
        address = info["variants"][variant]["zarr"]
        if grid is not None:
            address = address[: -len(".zarr")] + "-mean-%ds.zarr" % grid
        return xarray.open_zarr(address, zarr_format=3, chunks=None)

    def plot(
        self,
        datastream: str,
        variable: str,
        start: When,
        end: Optional[When] = None,
        *,
        save: Optional[str] = None,
    ) -> Any:
        """Draws a variable along time; `save`: into a picture of this name. Answers what xarray drew."""
        if save is not None:
            import matplotlib

            matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        data = self.open(datastream, start, end, variables=[variable])
        plt.figure(figsize=(10, 4), layout="constrained")
        drawn = data[variable].plot()  # type: ignore[call-arg,unused-ignore]
        plt.title("%s of %s" % (variable, datastream))
        if save is not None:
            plt.savefig(save)
            plt.close()
        return drawn

    def order(
        self,
        datastream: Union[str, Sequence[Wanted]],
        start: Optional[When] = None,
        end: Optional[When] = None,
        *,
        variables: Sequence[str] = (),
        mask_reports: Sequence[str] = (),
        mask_quality: bool = False,
        formats: Sequence[str] = ("netcdf",),
        concatenate: bool = False,
        mail: bool = False,
    ) -> Order:
        """One datastream and range, or a list of Wanted; `formats`: 'netcdf', 'csv', 'parquet'; `mail`: tell me by mail as well."""
        if isinstance(datastream, str):
            if start is None:
                raise ValueError("An order needs a start.")
            last = start if end is None else end
            wanted: Sequence[Wanted] = [Wanted(datastream, start, last, variables, mask_reports, mask_quality)]
        else:
            wanted = datastream
        return place(self._http, wanted, formats=formats, concatenate=concatenate, mail=mail)

    def order_by_number(self, number: int) -> Order:
        """An order that was placed before."""
        return Order(self._http, number)

    def _fetch(self, name: str, size: Optional[int], folder: Path) -> Path:
        return fetch(self._http, path_of(name), inside(folder, name), size=size)


def path_of(name: str) -> str:
    return LIVE + "/saveData?" + urlencode({"file": name})


def during(given: Mapping[str, str]) -> list[Any]:
    """Records with data in the range."""
    clauses: list[Any] = []
    if "start" in given:
        clauses.append({"range": {"end_date": {"gte": given["start"]}}})
    if "end" in given:
        last = given["end"]
        clauses.append({"range": {"start_date": {"lte": last + "T23:59:59Z" if len(last) == 10 else last}}})
    return clauses


def within(box: Optional[tuple[float, float, float, float]]) -> list[Any]:
    """Records with a place in the box."""
    if box is None:
        return []
    west, south, east, north = box
    if not (-90 <= south <= north <= 90 and -180 <= west <= 180 and -180 <= east <= 180):
        raise ValueError("A box is west, south, east, north, in degrees.")
    halves = [(west, east)] if west <= east else [(west, 180.0), (-180.0, east)]
    shapes = [
        {"geo_shape": {"geo": {"shape": {"type": "polygon", "coordinates": [ring]}, "relation": "intersects"}}}
        for left, right in halves
        for ring in [[[left, south], [right, south], [right, north], [left, north], [left, south]]]
    ]
    return [{"bool": {"should": shapes, "minimum_should_match": 1}}]


def found_of(source: Any) -> Found:
    def text(name: str) -> str:
        value = source.get(name)
        return "" if value is None else str(value)

    return Found(
        datastream=text("datastream"),
        name=text("instrument_name"),
        site=text("site_code"),
        facility=text("facility_code"),
        level=text("dataLevel"),
        start=text("start_date"),
        end=text("end_date"),
        record=source,
    )


def name_of(reply: requests.Response) -> str:
    said = reply.headers.get("Content-Disposition", "")
    name = said.split("filename=")[1].strip('"; ') if "filename=" in said else ""
    return os.path.basename(name)
