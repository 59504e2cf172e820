# Reads the records of a server as the tools of the field do; prints one JSON object: tool -> what it found, or {"absent": reason}.
import json
import sys
import urllib.request

base, datastream, month = sys.argv[1:4]
page = f"{base}/datastream/{datastream}"


def fetch(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=60) as reply:
        return reply.read()


def sickle():
    from sickle import Sickle

    found = {}
    for prefix in ("oai_dc", "oai_datacite"):
        ids = []
        for record in Sickle(f"{base}/oai").ListRecords(metadataPrefix=prefix):
            ids.append(record.header.identifier)
            if prefix == "oai_dc" and len(ids) == 250:
                print("restart", flush=True)  # the calling test restarts the server, and answers
                sys.stdin.readline()
        found[prefix] = {"records": len(ids), "different": len(set(ids))}
    return found


def feedparser():
    import feedparser as parser

    feed = parser.parse(fetch(f"{base}/feeds/data.atom?search=site_code::sgp"))
    return {"bozo": bool(feed.bozo), "entries": len(feed.entries), "version": feed.version}


def datacite():
    from datacite import schema45

    errors = []
    for name in (page, f"{base}/product/met", f"{base}/report/D080820.8"):
        record = json.loads(fetch(f"{name}.datacite.json"))
        errors += [f"{name}: {error.message}" for error in schema45.validator.iter_errors(record)]
    return {"errors": errors[:5]}


def lxml():
    from lxml import etree

    iso = etree.fromstring(fetch(f"{page}.iso.xml"))
    space = {"gco": "http://standards.iso.org/iso/19115/-3/gco/1.0", "cit": "http://standards.iso.org/iso/19115/-3/cit/2.0"}
    titles = iso.xpath("//cit:title/gco:CharacterString/text()", namespaces=space)
    resource = etree.fromstring(fetch(f"{page}.datacite.xml"))
    name = resource.xpath("//*[local-name()='title']/text()")
    return {"iso": titles[-1:] + titles[:1], "datacite": name[0], "root": etree.QName(resource).namespace}


def owslib():
    """ISO 19115-3 as a client of catalogues reads it; times it looks for in the namespace of GML 3.1, which 19115-3 does not use."""
    from lxml import etree
    from owslib.iso3 import MD_Metadata

    record = MD_Metadata(etree.fromstring(fetch(f"{page}.iso.xml")))
    (what,) = record.identification
    box = what.extent.boundingBox
    return {
        "identifier": record.identifier,
        "title": what.title,
        "abstract": bool(what.abstract),
        "west": round(float(box.minx), 1),
        "south": round(float(box.miny), 1),
        "links": len(record.distribution.online),
        "contact": record.contact[0].email,
    }


def datacite_xml():
    """Everything that the registry's library writes from the JSON is in our XML, too."""
    from datacite import schema45
    from lxml import etree

    def told(text):
        root = etree.fromstring(text)
        return {(etree.QName(one).localname, one.text.strip()) for one in root.iter() if one.text and one.text.strip()}

    missing = []
    for name in (page, f"{base}/product/met", f"{base}/report/D080820.8"):
        record = json.loads(fetch(f"{name}.datacite.json"))
        theirs = told(schema45.tostring(record).encode())
        missing += sorted(theirs - told(fetch(f"{name}.datacite.xml")))
    return {"missing": missing[:10]}


def mlcroissant():
    import csv
    import io

    import mlcroissant as mlc

    dataset = mlc.Dataset(f"{page}/croissant.json?month={month}")
    rows = list(csv.DictReader(io.StringIO(fetch(f"{page}/data/{month}.csv").decode())))
    different = 0
    count = 0
    for row, record in zip(rows, dataset.records("samples")):
        count += 1
        for column, text in row.items():
            value = record[f"samples/{column}"]
            if isinstance(value, bytes):
                same = value.decode() == text
            else:
                same = (text == "" and value != value) or abs(float(text or "nan") - value) <= 1e-6 * abs(value)
            different += not same
    return {"issues": len(dataset.metadata.issues.errors), "rows": len(rows), "records": count, "different": different}


found = {}
for tool in (sickle, feedparser, datacite, datacite_xml, lxml, owslib, mlcroissant):
    try:
        found[tool.__name__] = tool()
    except ImportError as error:
        found[tool.__name__] = {"absent": str(error)}
    except Exception as error:
        found[tool.__name__] = {"failed": f"{type(error).__name__}: {error}"[:2000]}
print(json.dumps(found))
