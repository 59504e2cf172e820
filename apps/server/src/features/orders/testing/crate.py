"""Validates the RO-Crate in a folder with roc-validator, without a network: the context comes from the package rocrate.

Prints a JSON list of [severity, check, message] of everything that it finds wrong, required or recommended.
"""
import importlib.util
import json
import os
import sys

import requests
from rocrate_validator import services
from rocrate_validator.models import Severity
from rocrate_validator.utils.http import HttpRequester

PACKAGE = importlib.util.find_spec("rocrate").submodule_search_locations[0]
CONTEXT = os.path.join(PACKAGE, "data", "ro-crate.jsonld")
URL = "https://w3id.org/ro/crate/1.1/context"


def answer(url, **_):
    reply = requests.Response()
    reply.url = url
    reply.status_code = 200 if url == URL else 404
    reply.headers["Content-Type"] = "application/ld+json"
    if url == URL:
        with open(CONTEXT, "rb") as file:
            reply._content = file.read()
    return reply


# Whatever would be fetched is read here instead; nothing but the context is there.
HttpRequester.__getattr__ = lambda self, name: answer

result = services.validate(
    services.ValidationSettings(
        rocrate_uri=sys.argv[1],
        profile_identifier="ro-crate-1.1",
        requirement_severity=Severity.REQUIRED,
        abort_on_first=False,
    )
)
found = [[i.severity.name, i.check.identifier, i.message] for i in result.get_issues()]
print(json.dumps(found))
