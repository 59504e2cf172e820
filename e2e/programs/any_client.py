# The Python search client that the arguments ADDRESS and LIBRARY name, and what differs between libraries and their versions.
import importlib
import sys
import warnings

warnings.simplefilter('ignore')
address, name = sys.argv[1:3]
library = importlib.import_module(name)
helpers = importlib.import_module(name + '.helpers')
is_elastic = name == 'elasticsearch'
major = (library.VERSION if hasattr(library, 'VERSION') else library.__version__)[0]
is_split = is_elastic and major >= 8  # a body comes in its parts
hosts = address if is_split else [address]
client = (library.Elasticsearch if is_elastic else library.OpenSearch)(hosts)


def plain(reply):
    return reply.body if hasattr(reply, 'body') else reply


def refused(call):
    """How the library reports a refusal: class, status, kind and reason of the error; None where it reports none."""
    try:
        call()
    except Exception as error:  # each library has classes of its own
        status = getattr(error, 'status_code', None)
        if not isinstance(status, int):
            status = error.meta.status
        info = getattr(error, 'body', None) or error.info
        told = info['error'] if isinstance(info, dict) else {'type': '', 'reason': ''}
        return [type(error).__name__, status, told['type'], told['reason']]
