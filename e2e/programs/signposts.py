"""Reads pages with the reference client of FAIR Signposting, and their JSON-LD with a parser of RDF.

Arguments: the origin, then paths of pages. Prints a JSON list: for each page the links that the client found, and for products
the objects of schema.org's hasPart, which are nodes or, wrongly, literals.
"""

import json
import sys
import urllib.request

import signposting
from rdflib import Graph, Literal, URIRef

HAS_PART = URIRef("https://schema.org/hasPart")


def links(address):
    found = signposting.find_signposting_http(address)
    return [
        {
            "rel": str(sign.rel),
            "target": str(sign.target),
            "type": None if sign.type is None else str(sign.type),
            "profiles": sorted(str(profile) for profile in sign.profiles),
        }
        for sign in found.signposts
    ]


def parts(address):
    request = urllib.request.Request(address, headers={"Accept": "application/ld+json"})
    with urllib.request.urlopen(request) as reply:
        record = json.load(reply)
    record["@context"] = {"@vocab": "https://schema.org/"}  # the same terms, without the network
    graph = Graph().parse(data=json.dumps(record), format="json-ld")
    objects = list(graph.objects(None, HAS_PART))
    return {
        "nodes": sorted(str(one) for one in objects if isinstance(one, URIRef)),
        "literals": sorted(str(one) for one in objects if isinstance(one, Literal)),
    }


origin, *paths = sys.argv[1:]
pages = []
for path in paths:
    page = {"path": path, "links": links(origin + path)}
    if path.startswith("/product/"):
        page["parts"] = parts(origin + path)
    pages.append(page)
print(json.dumps(pages))
