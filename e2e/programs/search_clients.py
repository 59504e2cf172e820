# Fifteen calls of an official Python search client, as its users make them. Prints one JSON line.
#   PYTHONPATH=CLIENT python3 search_clients.py ADDRESS elasticsearch|opensearchpy
import json

from any_client import client, helpers, is_elastic, is_split, major, plain, refused

ID = 'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet'
MET = {'query': {'term': {'datastream.keyword': 'sgpmetE13.b1'}}}


def search(**body):
    """Version 7 and OpenSearch take a body, later ones its parts."""
    index = body.pop('index', None)
    if is_split:
        return plain(client.search(index=index, **body) if index else client.search(**body))
    return plain(client.search(index=index, body=body) if index else client.search(body=body))


def pages():
    """Every file of a month, page by page in a scroll."""
    query = {'query': {'query_string': {'query': 'file_name.keyword:sgpmetE13.b1.201901*'}}}
    return [hit['_id'] for hit in helpers.scan(client, index='file_info', query=query, size=7, preserve_order=True)]


def at_a_point():
    """The same from one point in time on."""
    if is_elastic:
        point = plain(client.open_point_in_time(index='file_info', keep_alive='1m'))['id']
    else:
        opened = getattr(client, 'create_pit', None) or client.create_point_in_time
        point = opened(index='file_info', params={'keep_alive': '1m'})['pit_id']
    query = {'query_string': {'query': 'file_name.keyword:sgpmetE13.b1.201901*'}}
    names, after = [], {}
    while True:
        pit = {'id': point, 'keep_alive': '1m'}
        hits = search(pit=pit, query=query, size=7, sort=[{'file_name.keyword': 'desc'}], **after)['hits']['hits']
        if not hits:
            break
        names += [hit['_id'] for hit in hits]
        after = {'search_after': hits[-1]['sort']}
    if is_elastic:
        closed = client.close_point_in_time(id=point) if is_split else client.close_point_in_time(body={'id': point})
    else:
        closing = getattr(client, 'delete_pit', None) or client.delete_point_in_time
        closed = closing(body={'pit_id': [point]})
    return [names, plain(closed)]


def several():
    lines = [{'index': 'metadata'}, {**MET, 'size': 1}, {'index': 'epochs'}, {'size': 2}, {'index': 'none'}, {}]
    if is_split:
        return plain(client.msearch(searches=lines))['responses']
    return plain(client.msearch(body=lines))['responses']


def analysed():
    body = {'analyzer': 'standard', 'text': 'Surface Meteorology'}
    reply = client.indices.analyze(**body) if is_split else client.indices.analyze(body=body)
    return [token['token'] for token in plain(reply)['tokens']]


def terms():
    body = {'field': 'site_code', 'string': 's'}
    if is_split:
        return plain(client.terms_enum(index='metadata', **body))['terms']
    if is_elastic:
        return client.terms_enum(index='metadata', body=body)['terms']
    return client.transport.perform_request('POST', '/metadata/_terms_enum', body=body)['terms']


def explained():
    if is_split:
        return plain(client.explain(index='metadata', id=ID, query=MET['query']))
    return client.explain(index='metadata', id=ID, body=MET)


def many():
    docs = {'docs': [{'_index': 'metadata', '_id': ID}, {'_index': 'metadata', '_id': 'none'}]}
    reply = client.mget(**docs) if is_split else client.mget(body=docs)
    return [doc['found'] for doc in plain(reply)['docs']]


def validated():
    query = {'query_string': {'query': 'site_code:(sgp AND'}}
    call = client.indices.validate_query
    reply = call(index='metadata', query=query) if is_split else call(index='metadata', body={'query': query})
    return plain(reply)['valid']


def written():
    document = {'a': 1}
    if is_split:
        return client.index(index='metadata', document=document)
    return client.index(index='metadata', body=document)


def plots():
    """Which months a datastream has plots of, and how many datastreams have any."""
    months = {'terms': {'field': 'month.keyword', 'order': {'_key': 'asc'}, 'size': 3}}
    of = search(index='quicklooks', size=0, query={'term': {'ds.keyword': 'sgpmetE13.b1'}}, aggs={'months': months})
    every = {'datastreams': {'cardinality': {'field': 'ds.keyword'}}}
    whole = search(index='quicklooks', size=1, query={'match_all': {}}, aggs=every)
    return [
        [bucket['key'] for bucket in of['aggregations']['months']['buckets']],
        whole['aggregations']['datastreams']['value'],
        len(whole['hits']['hits']),
    ]


def handbooks():
    found = search(index='handbooks', query={'term': {'instrument_class_code.keyword': 'ceil'}})
    return sorted(hit['_source']['kind'] for hit in found['hits']['hits'])


found = search(index='metadata', size=1, track_total_hits=True, **MET)
print(
    json.dumps(
        {
            'major': major,
            'info': plain(client.info())['tagline'],
            'search': [found['hits']['total'], found['hits']['hits'][0]['_source']['datastream']],
            'count': plain(client.count(index='metadata', **(MET if is_split else {'body': MET})))['count'],
            'get': plain(client.get(index='metadata', id=ID))['_source']['id'],
            'source': plain(client.get_source(index='metadata', id=ID))['id'],
            'exists': [bool(client.exists(index='metadata', id=i)) for i in (ID, 'none')],
            'mget': many(),
            'msearch': [r.get('status') for r in several()],
            'caps': sorted(plain(client.field_caps(index='metadata', fields='site_c*'))['fields']),
            'scan': pages(),
            'point': at_a_point(),
            'indices': sorted(row['index'] for row in plain(client.cat.indices(format='json'))),
            'plots': plots(),
            'handbooks': handbooks(),
            'health': plain(client.cluster.health())['status'],
            'explain': explained()['matched'],
            'valid': validated(),
            'analyze': analysed(),
            'terms': terms(),
            'mapping': plain(client.indices.get_mapping(index='metadata'))['metadata']['mappings']['properties']['site_code']['type'],
            'index_exists': [bool(client.indices.exists(index=i)) for i in ('metadata', 'none')],
            'absent': refused(lambda: client.get(index='none', id='x')),
            'wrong': refused(lambda: search(index='metadata', query={'nonsense': {}})),
            'write': refused(written),
            'remove': refused(lambda: client.delete(index='metadata', id=ID)),
            'create': refused(lambda: client.indices.create(index='metadata')),
        }
    )
)
