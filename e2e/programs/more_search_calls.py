# Forty further calls of an official Python search client, as notebooks and report generators make them. Prints one JSON line.
#   PYTHONPATH=CLIENT python3 more_search_calls.py ADDRESS elasticsearch|opensearchpy
import asyncio
import json

from any_client import client, helpers, hosts, is_elastic, is_split, library, major, plain, refused

MET = {'term': {'datastream.keyword': 'sgpmetE13.b1'}}
JANUARY = {'prefix': {'file_name.keyword': 'sgpmetE13.b1.201901'}}


def ask(index='metadata', params=None, **body):
    """The parameters that no argument exists for go as they are."""
    if is_split:
        return plain(client.perform_request('POST', f'/{index}/_search', params=params, body=body, headers=JSON))
    return client.transport.perform_request('POST', f'/{index}/_search', params=params, body=body)


JSON = {'accept': 'application/json', 'content-type': 'application/json'}


def get(path, params):
    if is_split:
        return plain(client.perform_request('GET', path, params=params, headers={'accept': 'application/json'}))
    return client.transport.perform_request('GET', path, params=params)


def status_and_kind(call):
    return refused(call)[1:3]


def aggregated(index='metadata', query=None, **aggs):
    return ask(index, size=0, query=query or {'match_all': {}}, aggs=aggs)['aggregations']


def by_pages():
    """Every pair of site and class, as composite hands them out."""
    sources = [{'site': {'terms': {'field': 'site_code.keyword'}}}, {'class': {'terms': {'field': 'instrument_class_code.keyword'}}}]
    found, after = [], None
    while True:
        composite = {'sources': sources, 'size': 100, **({'after': after} if after else {})}
        page = aggregated(pairs={'composite': composite})['pairs']
        found += [(b['key']['site'], b['key']['class'], b['doc_count']) for b in page['buckets']]
        after = page.get('after_key')
        if not after:
            return found


def all_pairs():
    below = {'class': {'terms': {'field': 'instrument_class_code.keyword', 'size': 5000}}}
    sites = aggregated(sites={'terms': {'field': 'site_code.keyword', 'size': 500}, 'aggs': below})['sites']['buckets']
    return sorted((s['key'], c['key'], c['doc_count']) for s in sites for c in s['class']['buckets'])


def places():
    """The script of part 4, section 1."""
    source = 'site_type location site_code facility_code start_date end_date ffac site_name facility_name'.split()
    top = {'first': {'top_hits': {'size': 1, '_source': source}}}
    terms = {'field': 'site_code.keyword', 'order': {'_key': 'asc'}, 'size': 7000}
    query = {'query_string': {'query': 'site_type:* AND ffac:* AND location:*'}}
    buckets = aggregated(query=query, sites={'terms': terms, 'aggs': top})['sites']['buckets']
    sources = [b['first']['hits']['hits'][0]['_source'] for b in buckets]
    return [b['key'] for b in buckets], all(s['location'] and s['location'] != 'NULL' for s in sources)


def with_dsl():
    """The search objects that come with newer clients."""
    try:
        if is_split:
            from elasticsearch.dsl import A, Q, Search
        elif is_elastic:
            from elasticsearch_dsl import A, Q, Search
        else:
            from opensearchpy import A, Q, Search
    except ImportError:  # a package of its own in version 7
        return None
    search = Search(using=client, index='metadata').query('term', **{'datastream.keyword': 'sgpmetE13.b1'})
    search = search.exclude(Q('term', **{'site_code.keyword': 'nothing'})).source(['datastream']).sort('id.keyword')[0:2]
    search.aggs.bucket('levels', A('terms', field='dataLevel.keyword')).metric('n', 'cardinality', field='id.keyword')
    reply = search.execute()
    scanned = Search(using=client, index='file_info').query('prefix', **{'file_name.keyword': 'sgpmetE13.b1.201901'}).scan()
    return [[hit.datastream for hit in reply], bool(reply.aggregations), len(list(scanned)), search.count() > 3]


async def asynchronous():
    made = getattr(library, 'AsyncElasticsearch' if is_elastic else 'AsyncOpenSearch', None)
    if made is None:
        return None
    try:
        awaited = made(hosts)
    except (ImportError, ValueError):  # it needs aiohttp
        return None
    try:
        if is_split:
            hits = plain(await awaited.search(index='metadata', query=MET, size=2))['hits']['hits']
        else:
            hits = (await awaited.search(index='metadata', body={'query': MET, 'size': 2}))['hits']['hits']
        return len(hits)
    finally:
        await awaited.close()


def bulk():
    return helpers.bulk(client, [{'_index': 'metadata', '_id': 'x', 'a': 1}])


def uri(**params):
    return get('/file_info/_search', {'q': 'file_name.keyword:sgpmetE13.b1.201901*', **params})


def names(reply):
    return [hit['_source']['file_name'] for hit in reply['hits']['hits']]


first = ask('file_info', query=JANUARY, size=2, sort=[{'file_name.keyword': 'asc'}])
found = {
    'major': major,
    'uri': names(uri(size=2, sort='file_name.keyword:desc', _source='file_name')),
    'from': names(uri(size=1, sort='file_name.keyword:asc', **{'from': 3})),
    'filter_path': get('/metadata/_search', {'q': 'sgpmetE13.b1', 'filter_path': 'hits.hits._source', 'size': 1, '_source': 'site_code'}),
    'without_total': 'total' in ask(query=MET, track_total_hits=False)['hits'],
    'totals': [ask(query=MET, size=0, params={'rest_total_hits_as_int': 'true'})['hits']['total'], ask(query=MET, size=0)['hits']['total']['value']],
    'typed': sorted(ask(size=0, params={'typed_keys': 'true'}, aggs={'s': {'terms': {'field': 'site_code.keyword'}}, 'c': {'cardinality': {'field': 'id.keyword'}}})['aggregations']),
    'unavailable': ask('metadata,nothing', params={'ignore_unavailable': 'true'}, query=MET, size=0)['hits']['total']['value'] > 3,
    'unavailable_alone': ask('nothing', params={'ignore_unavailable': 'true'}, size=1)['hits'],
    'absent': status_and_kind(lambda: ask('metadata,nothing', query=MET)),
    'no_pattern': ask('nothing*', size=1)['hits']['total']['value'],
    'preference': len(ask(params={'preference': '_local', 'request_cache': 'true'}, query=MET, size=1)['hits']['hits']),
    'pattern': ask('meta*', query=MET, size=1)['hits']['hits'][0]['_index'],
    'all': sorted({hit["_index"] for hit in ask("_all", query={"query_string": {"query": "datastream:sgpmetE13.b1"}}, size=50)["hits"]["hits"]}),
    'source': len(get('/metadata/_search', {'source': json.dumps({'query': MET, 'size': 3}), 'source_content_type': 'application/json'})['hits']['hits']),
    'pages': by_pages() == all_pairs(),
    'places': places(),
    'percentiles': list(aggregated('metadata', p={'percentiles': {'field': 'priority', 'percents': [0, 100]}})['p']['values']),
    'spread': aggregated(e={'extended_stats': {'field': 'priority'}})['e']['std_deviation_bounds'].keys() >= {'upper', 'lower'},
    'range': [b['key'] for b in aggregated(r={'range': {'field': 'priority', 'ranges': [{'to': 5}, {'from': 5}]}})['r']['buckets']],
    'dates': [b['from_as_string'] for b in aggregated(d={'date_range': {'field': 'start_date', 'format': 'yyyy', 'ranges': [{'from': '1990', 'to': '2030'}]}})['d']['buckets']],
    'years': len(aggregated('file_info', query=JANUARY, y={'date_histogram': {'field': 'start_date', 'calendar_interval': 'day'}})['y']['buckets']),
    'filters': aggregated(f={'filters': {'filters': {'met': MET, 'none': {'match_none': {}}}}})['f']['buckets']['none']['doc_count'],
    'missing': aggregated(m={'missing': {'field': 'location.keyword'}})['m']['doc_count'] > 0,
    'global': aggregated(query=MET, g={'global': {}, 'aggs': {'n': {'value_count': {'field': 'id.keyword'}}}})['g']['doc_count'] > 100,
    'collapse': len(ask(query={'match_all': {}}, collapse={'field': 'site_code.keyword'}, size=3)['hits']['hits']),
    'highlight': 'highlight' in ask(query={'match': {'primary_meas_type_name': 'temperature'}}, highlight={'fields': {'primary_meas_type_name': {}}}, size=1)['hits']['hits'][0],
    'post_filter': ask(query=MET, post_filter={'match_none': {}}, size=1)['hits']['hits'],
    'after': names(ask('file_info', query=JANUARY, size=2, sort=[{'file_name.keyword': 'asc'}], search_after=first['hits']['hits'][-1]['sort'])),
    'fields': sorted(ask(query=MET, fields=['site_code', 'dataL*'], _source=False, size=1)['hits']['hits'][0]['fields']),
    'several_sorts': len(ask(query={'bool': {'must': [MET], 'should': [{'exists': {'field': 'location'}}]}}, sort=['_score', {'start_date': {'order': 'desc', 'unmapped_type': 'date'}}], size=2)['hits']['hits']),
    'text': ask(query={'multi_match': {'query': 'surface meteorology', 'fields': ['*'], 'type': 'best_fields'}}, size=1)['hits']['total']['value'] > 0,
    'ping': bool(client.ping()),
    'settings': 'metadata' in plain(client.indices.get_settings(index='metadata')),
    'alias': 'metadata' in plain(client.indices.get_alias(index='metadata')),
    'cat': int(plain(client.cat.count(index='metadata', format='json'))[0]['count']) > 100,
    'scan': len(list(helpers.scan(client, index='file_info', query={'query': JANUARY}, size=5, scroll='1m'))),
    'bulk': status_and_kind(bulk),
    'by_query': status_and_kind(lambda: client.delete_by_query(index='metadata', **({'query': MET} if is_split else {'body': {'query': MET}}))),
    'update': status_and_kind(lambda: client.update(index='metadata', id='x', **({'doc': {}} if is_split else {'body': {'doc': {}}}))),
    'scripted': status_and_kind(lambda: ask(query={'script_score': {'query': MET, 'script': {'source': '1'}}})),
    'unknown': status_and_kind(lambda: aggregated(x={'significant_terms': {'field': 'site_code.keyword'}})),
    'dsl': with_dsl(),
    'async': asyncio.run(asynchronous()),
}
print(json.dumps(found))
