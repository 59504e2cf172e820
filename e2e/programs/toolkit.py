# What data toolkits in Python ask of the search services, with nothing but the standard library. Prints one JSON line.
#   python3 toolkit.py BASE    (BASE: the address before /services)
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

SERVICES = sys.argv[1] + '/services/'


def post(index, body):
    request = urllib.request.Request(
        SERVICES + index + '/_search', json.dumps(body).encode(), {'Content-Type': 'application/json'}
    )
    return json.load(urllib.request.urlopen(request))


def get(index, **parameters):
    address = SERVICES + index + '/_search?' + urllib.parse.urlencode(parameters)
    return json.load(urllib.request.urlopen(address))


def places(field):
    """One document for each value of a field, in the order of the values."""
    shown = ['site_type', 'location', 'site_code', 'facility_code', 'start_date', 'end_date', 'ffac', 'site_name']
    body = {
        'aggs': {
            'distinct': {
                'terms': {'field': field, 'order': {'_key': 'asc'}, 'size': 7000},
                'aggs': {'hits': {'top_hits': {'_source': [*shown, 'facility_name'], 'size': 1}}},
            }
        },
        'size': 0,
        'query': {'query_string': {'query': 'site_type:* AND ffac:* AND location:*'}},
    }
    buckets = post('metadata', body)['aggregations']['distinct']['buckets']
    return [bucket['hits']['hits']['hits'][0]['_source'] for bucket in buckets]


def days(datastream, day):
    found = get('file_info', q=f'file_name.keyword:{datastream}.{day}*', size=5000, sort='file_name.keyword:asc')
    return [hit['_source']['file_name'] for hit in found['hits']['hits']]


def listed(datastream):
    """Every file name, page by page: first by number, then from the last name on."""
    query = f'datastream:"{datastream}"'
    total = get('file_info', q=query, size=0)['hits']['total']['value']
    names = []
    for start in (0, 5000):
        page = get('file_info', q=query, size=5000, **{'from': start}, sort='file_name.keyword:asc', _source='file_name')
        names += [hit['_source']['file_name'] for hit in page['hits']['hits']]
    while len(names) < total:
        body = {
            'query': {'query_string': {'query': query}},
            'sort': [{'file_name.keyword': 'asc'}],
            'search_after': [names[-1]],
            'size': 5000,
        }
        page = post('file_info', body)['hits']['hits']
        if not page:
            break
        names += [hit['_source']['file_name'] for hit in page]
    return {'total': total, 'different': len(set(names)), 'sorted': names == sorted(names), 'last': names[-1]}


def refused(index, **parameters):
    try:
        get(index, **parameters)
    except urllib.error.HTTPError as error:
        return {'code': error.code, **json.load(error)}


def month(datastream):
    """Size and number of the files of a month."""
    body = {
        'size': 0,
        'query': {
            'bool': {
                'filter': [
                    {'term': {'datastream.keyword': datastream}},
                    {'range': {'start_date': {'gte': '2019-02-01', 'lt': '2019-03-01'}}},
                ]
            }
        },
        'aggs': {'bytes': {'sum': {'field': 'file_size'}}, 'files': {'cardinality': {'field': 'file_name.keyword'}}},
    }
    found = post('file_info', body)['aggregations']
    return [found['files']['value'], found['bytes']['value']]


DATASTREAM = 'sgpmetE13.b1'
sources = get('metadata', q=f'datastream:"{DATASTREAM}"', size=100, filter_path='hits.hits._source')
print(
    json.dumps(
        {
            'sites': places('site_code.keyword'),
            'facilities': [place['facility_code'] for place in places('facility_code.keyword')],
            'day': days(DATASTREAM, '20190101'),
            'files': listed(DATASTREAM),
            'month': month(DATASTREAM),
            'sources': sources,
            'refused': refused('metadata', q='site_code:(sgp AND'),
            'absent': get('metadata', q='datastream:"xxxnothingX1.b1"')['hits'],
            'quicklooks': get('quicklooks', q=f'ds:{DATASTREAM} AND month:201901', size=1)['hits']['hits'],
            'epochs': get('epochs', size=100)['hits']['total']['value'],
            'scans': get('scan_names', size=9999)['hits']['total']['value'],
            'campaigns': get('field_campaigns', sort='position:asc', size=100, _source='title,tag')['hits']['hits'],
        }
    )
)
