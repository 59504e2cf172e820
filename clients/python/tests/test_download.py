"""Downloads and calls against a server that breaks off, changes files, is busy, and lies."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
import threading
import unittest
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qs, urlparse

from isobar_client import Checked, Isobar, IsobarError, IsobarWarning, OrderFailed

CONTENT = bytes(range(256)) * 400


class Server(BaseHTTPRequestHandler):
    """Answers what the test says, one answer a call; the last one again and again."""

    answers: list = []
    seen: list = []

    def do_GET(self):
        self.answer()

    def do_HEAD(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        Server.seen.append((self.path, dict(self.headers), body))
        make = Server.answers.pop(0) if len(Server.answers) > 1 else Server.answers[0]
        make(self)

    def log_message(self, *_):
        pass


def whole(content=CONTENT, tag='"a"', cut=None, digest=None, ranges=True):
    def make(request):
        given = request.headers.get("Range")
        start = 0
        if given and ranges and request.headers.get("If-Range") == tag:
            start = int(given.split("=")[1].rstrip("-"))
        if start >= len(content):
            request.send_response(416)
            request.send_header("Content-Range", "bytes */%d" % len(content))
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        rest = content[start:]
        request.send_response(206 if start else 200)
        request.send_header("ETag", tag)
        request.send_header("Content-Length", str(len(rest)))
        request.send_header("Content-Type", "application/x-netcdf")
        if digest:
            request.send_header("Repr-Digest", "sha-256=:%s:" % base64.b64encode(digest).decode())
        request.end_headers()
        request.wfile.write(rest if cut is None else rest[:cut])
        if cut is not None:
            request.close_connection = True

    return make


def reply(status, body, **headers):
    def make(request):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request.send_response(status)
        request.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(data)

    return make


class Downloads(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.folder = tempfile.TemporaryDirectory()
        self.archive = Isobar("http://127.0.0.1:%d" % self.server.server_port, "ada:secret")
        Server.seen = []
        self.sleep = mock.patch("time.sleep").start()

    def tearDown(self):
        mock.patch.stopall()
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def fetch(self, name="x.cdf"):
        return self.archive.fetch(name, folder=self.folder.name)

    def test_goes_on_where_it_was_cut(self):
        Server.answers = [whole(cut=70_000), whole()]
        self.assertEqual(self.fetch().read_bytes(), CONTENT)
        self.assertEqual(Server.seen[1][1]["Range"], "bytes=65536-")
        self.assertEqual([path.name for path in Path(self.folder.name).iterdir()], ["x.cdf"])

    def test_goes_on_in_another_run(self):
        Server.answers = [whole(cut=70_000), whole(cut=0)]
        with self.assertRaises(IsobarError):
            Isobar("http://127.0.0.1:%d" % self.server.server_port).fetch("x.cdf", folder=self.folder.name)
        before = Path(self.folder.name, "x.cdf.part").stat().st_size
        Server.answers = [whole()]
        self.assertEqual(self.fetch().read_bytes(), CONTENT)
        self.assertEqual(Server.seen[-1][1]["Range"], "bytes=%d-" % before)

    def test_begins_anew_where_the_file_changed(self):
        Server.answers = [whole(cut=70_000), whole(CONTENT[::-1], tag='"b"')]
        self.assertEqual(self.fetch().read_bytes(), CONTENT[::-1])

    def test_refuses_what_differs_from_its_checksum(self):
        Server.answers = [whole(digest=hashlib.sha256(b"other").digest())]
        with self.assertRaisesRegex(IsobarError, "checksum"):
            self.fetch()
        self.assertEqual(list(Path(self.folder.name).iterdir()), [])

    def test_takes_what_fits_its_checksum(self):
        Server.answers = [whole(digest=hashlib.sha256(CONTENT).digest())]
        self.assertEqual(self.fetch().read_bytes(), CONTENT)

    def test_writes_nowhere_else(self):
        Server.answers = [whole()]
        for name in ("../x.cdf", "/tmp/x.cdf", "a/../../x.cdf", ""):
            with self.assertRaisesRegex(IsobarError, "elsewhere"):
                self.fetch(name)
        self.assertEqual(Server.seen, [])

    def test_waits_as_long_as_it_is_told(self):
        Server.answers = [reply(429, {"message": "slow"}, Retry_After="7"), whole()]
        self.assertEqual(self.fetch().read_bytes(), CONTENT)
        self.sleep.assert_called_once_with(7.0)

    def test_tells_a_wrong_token(self):
        Server.answers = [reply(401, b"<!DOCTYPE html><h1>no</h1>", Content_Type="text/html")]
        with self.assertRaisesRegex(IsobarError, "token is wrong") as raised:
            self.fetch()
        self.assertEqual(raised.exception.status, 401)

    def test_tells_a_file_that_is_not_there(self):
        text = b"This data file is not available: x.cdf\n"
        Server.answers = [reply(200, text, Content_Type="text/plain; charset=utf-8")]
        with self.assertRaisesRegex(IsobarError, "not available"):
            self.fetch()
        self.assertEqual(list(Path(self.folder.name).iterdir()), [])

    def test_keeps_the_token_to_itself(self):
        Server.answers = [reply(302, b"", Location="http://127.0.0.1:1/")]
        with self.assertRaises(IsobarError):
            self.fetch()
        path, headers, _ = Server.seen[0]
        self.assertNotIn("secret", path)
        self.assertEqual(headers["Authorization"], "Bearer ada:secret")
        self.assertNotIn("secret", repr(self.archive))

    def test_places_an_order_once(self):
        Server.answers = [reply(503, {}), reply(200, {"orderId": 7, "message": ""})]
        order = self.archive.order("sgpmetE13.b1", "2019-01-01", mask_quality=True, formats=["csv"])
        self.assertEqual(order.number, 7)
        first, second = (json.loads(body) for _, _, body in Server.seen)
        self.assertEqual(first["idempotencyKey"], second["idempotencyKey"])
        self.assertEqual(first["selectedData"]["outputFormat"], ["NCSV", "SMQC"])

    def test_an_order_that_failed_says_why(self):
        status = {"curStep": "retrieve", "failure": "The disk is full."}
        Server.answers = [reply(200, {"curStep": "extract", "failure": None}), reply(200, status)]
        with self.assertRaisesRegex(OrderFailed, "disk is full"):
            self.archive.order_by_number(7).wait()

    def test_tells_what_a_search_refuses(self):
        Server.answers = [reply(400, {"error": {"type": "parsing_exception", "reason": "odd"}, "status": 400})]
        with self.assertRaisesRegex(IsobarError, "odd") as raised:
            self.archive.search("a")
        self.assertEqual(raised.exception.code, "parsing_exception")
        self.assertNotIn("Authorization", Server.seen[0][1])

    def test_warns_of_words_that_were_left_out(self):
        hits = {"hits": {"hits": []}}
        Server.answers = [reply(200, hits, X_Isobar_Notes="No data have the word 'Berlin'; Nothing has all of this")]
        with self.assertWarnsRegex(IsobarWarning, "Berlin") as warned:
            self.archive.search("rain in Berlin 2019")
        self.assertEqual(warned.filename, __file__)

    def test_searches_by_box_and_time(self):
        Server.answers = [reply(200, {"hits": {"hits": []}})]
        self.archive.search(box=(170, -10, -170, 10), start="2019-01-01", end="2019-01-02")
        filters = json.loads(Server.seen[0][2])["post_filter"]["bool"]["filter"]
        shapes = [one["geo_shape"]["geo"]["shape"]["coordinates"][0][0] for one in filters[0]["bool"]["should"]]
        self.assertEqual(shapes, [[170, -10], [-180.0, -10]])
        self.assertEqual(filters[2], {"range": {"start_date": {"lte": "2019-01-02T23:59:59Z"}}})
        with self.assertRaises(ValueError):
            self.archive.search(box=(0, 10, 1, -10))

    def test_searches_with_a_filter_in_query_string_syntax_and_as_typed(self):
        Server.answers = [reply(200, {"hits": {"hits": []}})]
        self.archive.search("rain", where='priority:* AND site_code.keyword:"sgp"', understand=False)
        path, body = Server.seen[0][0], json.loads(Server.seen[0][2])
        self.assertNotIn("understand", path)
        self.assertEqual(
            body["post_filter"]["bool"]["filter"][0]["query_string"]["query"], 'priority:* AND site_code.keyword:"sgp"'
        )

    def test_an_unknown_datastream_is_an_error_with_names_that_are_near(self):
        life = reply(200, {"aggregations": {"first": {"value": None}, "last": {"value": None}}})
        names = reply(200, {"aggregations": {"names": {"buckets": [{"key": "sgpmetE13.b1"}, {"key": "nsaradarC1.a1"}]}}})
        for call in (lambda: self.archive.files("sgpMetE13.b1"), lambda: self.archive.download("sgpmetE13.b2", "2019-01-01")):
            Server.answers = [life, names]
            with self.assertRaisesRegex(IsobarError, r"Did you mean sgpmetE13\.b1\?") as raised:
                call()
            self.assertEqual(raised.exception.status, 404)

    def test_a_range_without_data_is_an_error_with_the_dates_there_are(self):
        told = {"first": {"value_as_string": "1993-07-20T00:00:00.000Z"}, "last": {"value_as_string": "2026-08-31T23:59:00.000Z"}}
        Server.answers = [reply(200, {"aggregations": told})]
        for start, end in (("1950-01-01", None), ("2027-01-01", "2027-02-01")):
            with self.assertRaisesRegex(IsobarError, "from 1993-07-20 to 2026-08-31"):
                self.archive.files("sgpmetE13.b1", start, end)
        with self.assertRaisesRegex(IsobarError, "before it starts"):
            self.archive.files("sgpmetE13.b1", "2019-01-05", "2019-01-02")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Server.answers = [reply(200, {"aggregations": told}), reply(200, {"hits": {"hits": []}})]
            self.assertEqual(list(self.archive.files("sgpmetE13.b1", "1993-07-20", "1993-07-20")), [])

    def test_an_extract_of_nothing_is_an_error_with_what_there_is(self):
        life = reply(200, {"aggregations": {"first": {"value": None}, "last": {"value": None}}})
        names = reply(200, {"aggregations": {"names": {"buckets": [{"key": "sgpmetE13.b1"}]}}})
        dates = {"first": {"value_as_string": "1993-07-20T00:00:00.000Z"}, "last": {"value_as_string": "2026-08-31T23:59:00.000Z"}}
        absent = reply(404, {"message": "There is no data file"})
        for answers, start, end, said in (
            ([absent, life, names], "2019-01-01", None, r"Did you mean sgpmetE13\.b1\?"),
            ([absent, reply(200, {"aggregations": dates})], "1980-01-01", "1980-01-02", "from 1993-07-20 to 2026-08-31"),
            ([absent], "2019-01-05", "2019-01-02", "before it starts"),
        ):
            Server.answers = answers
            with self.assertRaisesRegex(IsobarError, said):
                self.archive.extract("sgpmetE31.b1", start, end, folder=self.folder.name)

    def test_what_is_there_is_compared_by_checksum_or_says_that_only_its_length_was(self):
        target = Path(self.folder.name, "x.cdf")
        target.write_bytes(CONTENT)
        fetch = lambda: self.archive._fetch("x.cdf", len(CONTENT), Path(self.folder.name))
        Server.answers = [whole()]
        with self.assertWarnsRegex(IsobarWarning, "Only its length was compared"):
            fetch()
        Server.answers = [whole(digest=hashlib.sha256(CONTENT).digest())]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            fetch()
        target.write_bytes(CONTENT[::-1])
        fetch()
        self.assertEqual(target.read_bytes(), CONTENT)

    def test_verifies_an_order_without_fetching_it(self):
        Path(self.folder.name, "a.cdf").write_bytes(CONTENT)
        Path(self.folder.name, "b.cdf").write_bytes(CONTENT[::-1])
        listed = [{"name": n, "bytes": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest()} for n in ("a.cdf", "b.cdf", "c.cdf")]
        Server.answers = [reply(200, {"files": listed})]
        found = self.archive.order_by_number(7).verify(self.folder.name)
        self.assertEqual(found, [Checked("a.cdf", "same"), Checked("b.cdf", "differs"), Checked("c.cdf", "missing")])

    def test_the_token_comes_from_the_netrc_file(self):
        path = Path(self.folder.name, "netrc")
        path.write_text("machine 127.0.0.1 login ada password from-netrc\n")
        path.chmod(0o600)
        Server.answers = [whole()]
        with mock.patch.dict(os.environ, {"NETRC": str(path)}):
            os.environ.pop("ISOBAR_TOKEN", None)
            Isobar("http://127.0.0.1:%d" % self.server.server_port).fetch("x.cdf", folder=self.folder.name)
        self.assertEqual(Server.seen[0][1]["Authorization"], "Bearer ada:from-netrc")

    def test_an_extract_names_what_was_chosen_and_nothing_else(self):
        Server.answers = [whole()]
        self.archive.extract("sgpmetE13.b1", "2019-01-01", grid=3600, folder=self.folder.name)
        self.archive.extract("sgpmetE13.b1", "2019-01-01", form="nc4", one_file=True, every=10, levels=["height:0:3000"],
                             dimensions=["height"], unpacked=True, compression=0, folder=self.folder.name)
        plain, chosen = (parse_qs(urlparse(path).query) for path, _, _ in Server.seen)
        self.assertEqual(plain, {"ds": ["sgpmetE13.b1"], "start": ["2019-01-01"], "end": ["2019-01-01"], "wt": ["cdf"], "grid": ["3600"]})
        for name, value in (("onefile", "true"), ("every", "10"), ("levels", "height:0:3000"), ("dimensions", "height"),
                            ("unpacked", "true"), ("compression", "0")):
            self.assertEqual(chosen[name], [value])

    def test_an_array_is_opened_at_the_address_of_its_present_state(self):
        address = "https://data.example.org/services/arrays/x.b1/0123456789/%s.zarr"
        places = {name: {"zarr": address % name} for name in ("whole", "clean", "strict")}
        Server.answers = [reply(200, {"variants": places})]
        opened = mock.Mock()
        with mock.patch.dict("sys.modules", {"xarray": opened}):
            self.archive.open_array("x.b1")
            self.archive.open_array("x.b1", variant="strict", grid=3600)
            with self.assertRaisesRegex(ValueError, "whole, clean, strict"):
                self.archive.open_array("x.b1", variant="best")
        asked = [call.args[0] for call in opened.open_zarr.call_args_list]
        self.assertEqual(asked, [address % "clean", address % "strict-mean-3600s"])
        # the address has two versions, of which xarray warns unless one is named
        self.assertEqual([call.kwargs["zarr_format"] for call in opened.open_zarr.call_args_list], [3, 3])


if __name__ == "__main__":
    unittest.main()
