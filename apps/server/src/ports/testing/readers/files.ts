// Files of an archive as documents, and requests that find some of them: for every reader of
// file_info.
import { formatInstant } from '@isobar/contract/time.ts';
import {
  dayFiles,
  FIRST_DAY,
  type TestFile,
  unusualFile,
} from '../../../store/testing/some-files.ts';
import type { Document } from '../../search-index.ts';
import type { ReaderSubject } from '../search-reader-suite.ts';

/** The test files, sorted by datastream and name. */
export const FILES_KEPT: readonly TestFile[] = [
  unusualFile('lamp-series', 'profile.nc', FIRST_DAY),
  ...dayFiles('nsaradarC1.b1', 4, ['ppi', 'rhi', null]),
  ...dayFiles('sgpmetE13.b1', 6),
];

const documentOf = (file: TestFile): Document => ({
  id: file.named ? file.file_name : `${file.datastream}/${file.file_name}`,
  file_name: file.file_name,
  file_size: file.size,
  datastream: file.datastream,
  start_date: formatInstant(file.start_s),
  end_date: formatInstant(file.end_s),
  ...(file.scan_name === null ? {} : { scan_name: file.scan_name }),
});

const ODD = 'lamp-series/profile.nc';
const radar = (...days: number[]) => days.map((d) => `nsaradarC1.b1.2019010${d}.000000.nc`);
const met = (...days: number[]) => days.map((d) => `sgpmetE13.b1.2019010${d}.000000.nc`);
const RADAR = radar(1, 2, 3, 4);
const MET = met(1, 2, 3, 4, 5, 6);
const OF_MET = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
const DAY_MS = 86_400_000;
const FIRST_MS = FIRST_DAY * 1000;
const day = (n: number) => ({
  key: FIRST_MS + n * DAY_MS,
  key_as_string: new Date(FIRST_MS + n * DAY_MS).toISOString(),
});

export const FILES: ReaderSubject = {
  index: 'file_info',
  mapping: {
    file_name: { type: 'text' },
    file_size: { type: 'integer' },
    datastream: { type: 'text' },
    start_date: { type: 'date' },
    end_date: { type: 'date' },
    scan_name: { type: 'text' },
  },
  documents: FILES_KEPT.map(documentOf),
  within: {},
  cases: [
    { name: 'all', body: { size: 20 }, ids: [ODD, ...RADAR, ...MET], total: 11 },
    { name: 'none', body: { query: { match_none: {} } }, ids: [], total: 0 },
    { name: 'a value', body: { query: OF_MET }, ids: MET, total: 6 },
    {
      name: 'several values',
      body: { query: { terms: { 'file_name.keyword': [...radar(2), ...met(5), 'none'] } } },
      ids: [...radar(2), ...met(5)],
    },
    { name: 'ids', body: { query: { ids: { values: [ODD, 'x/y'] } } }, ids: [ODD] },
    {
      name: 'beginnings and patterns',
      body: {
        query: {
          bool: {
            should: [
              { prefix: { 'file_name.keyword': 'nsaradarC1.b1.2019010' } },
              { wildcard: { 'file_name.keyword': '*E13*0?0103*' } },
              { wildcard: { 'file_name.keyword': { value: 'PROFILE.*', case_insensitive: true } } },
            ],
          },
        },
      },
      ids: [ODD, ...RADAR],
    },
    {
      name: 'a span of dates, half open',
      body: { query: { range: { start_date: { gte: '2019-01-03', lt: '2019-01-05' } } } },
      ids: [...radar(3, 4), ...met(3, 4)],
    },
    {
      name: 'a date as an end means the whole of its day',
      body: { query: { range: { end_date: { lte: '2019-01-01' } } } },
      ids: [ODD, ...radar(1), ...met(1)],
    },
    {
      name: 'numbers above',
      body: { query: { range: { file_size: { gt: 1003 } } } },
      ids: met(5, 6),
    },
    {
      name: 'what has a field, and what lacks it',
      body: {
        query: { bool: { filter: [{ prefix: { 'datastream.keyword': 'nsa' } }] } },
        aggs: {
          has: { filter: { exists: { field: 'scan_name' } } },
          lacks: { missing: { field: 'scan_name.keyword' } },
        },
      },
      ids: RADAR,
      aggregations: { has: { doc_count: 3 }, lacks: { doc_count: 1 } },
    },
    {
      name: 'required, excluded and enough of several',
      body: {
        query: {
          bool: {
            must: [{ range: { start_date: { lt: '2019-01-03' } } }],
            must_not: [{ exists: { field: 'scan_name' } }],
            should: [OF_MET, { range: { file_size: { lt: 1001 } } }],
            minimum_should_match: 2,
          },
        },
      },
      ids: met(1),
    },
    {
      name: 'a query string',
      body: {
        query: {
          query_string: {
            query:
              'datastream.keyword:"sgpmetE13.b1" AND (file_size:[1001 TO 1002] OR file_name.keyword:*0106*) AND NOT start_date:[* TO 2019-01-02]',
          },
        },
      },
      ids: met(3, 6),
    },
    {
      name: 'a constant score',
      body: { query: { constant_score: { filter: OF_MET } }, size: 1 },
      ids: met(1),
      total: 6,
    },
    {
      name: 'the largest first, then by name',
      body: {
        sort: [{ file_size: { order: 'desc' } }, { 'file_name.keyword': 'asc' }],
        from: 1,
        size: 3,
      },
      ids: [...met(5), ...radar(4), ...met(4)],
      total: 11,
      sort: [
        [1004, ...met(5)],
        [1003, ...radar(4)],
        [1003, ...met(4)],
      ],
    },
    {
      name: 'what lacks the sorted field, where it is asked for',
      body: {
        query: { prefix: { 'datastream.keyword': 'nsa' } },
        sort: [
          { 'scan_name.keyword': { order: 'desc', missing: '_first' } },
          { start_date: 'desc' },
        ],
      },
      ids: radar(3, 2, 4, 1),
      sort: [
        [null, FIRST_MS + 2 * DAY_MS],
        ['rhi', FIRST_MS + DAY_MS],
        ['ppi', FIRST_MS + 3 * DAY_MS],
        ['ppi', FIRST_MS],
      ],
    },
    {
      name: 'what comes after a hit',
      body: {
        sort: [{ file_size: 'desc' }, { 'file_name.keyword': 'asc' }],
        search_after: [1003, ...radar(4)],
        size: 2,
      },
      ids: [...met(4), ...radar(3)],
      total: 11,
    },
    {
      name: 'a narrower page than what is aggregated',
      body: {
        post_filter: { range: { start_date: { gte: '2019-01-04' } } },
        aggs: { files: { value_count: { field: 'file_name.keyword' } } },
      },
      ids: [...radar(4), ...met(4, 5, 6)],
      total: 4,
      aggregations: { files: { value: 11 } },
    },
    {
      name: 'parts of the source',
      body: { query: OF_MET, size: 1, _source: ['file_*'] },
      sources: [{ file_name: met(1)[0], file_size: 1000 }],
    },
    {
      name: 'no source',
      body: { query: OF_MET, size: 1, _source: false },
      sources: [undefined],
    },
    {
      name: 'sums, bounds and averages',
      body: {
        size: 0,
        query: OF_MET,
        aggs: {
          bytes: { sum: { field: 'file_size' } },
          mean: { avg: { field: 'file_size' } },
          sizes: { stats: { field: 'file_size' } },
          first: { min: { field: 'start_date' } },
          streams: { cardinality: { field: 'datastream.keyword' } },
          everywhere: {
            global: {},
            aggs: { streams: { cardinality: { field: 'datastream.keyword' } } },
          },
        },
      },
      aggregations: {
        bytes: { value: 6015 },
        mean: { value: 1002.5 },
        sizes: { count: 6, min: 1000, max: 1005, avg: 1002.5, sum: 6015 },
        first: { value: FIRST_MS, value_as_string: day(0).key_as_string },
        streams: { value: 1 },
        everywhere: { doc_count: 11, streams: { value: 3 } },
      },
    },
    {
      name: 'buckets of values, with sums below',
      body: {
        size: 0,
        aggs: {
          streams: {
            terms: { field: 'datastream.keyword', size: 2, order: { bytes: 'desc' } },
            aggs: { bytes: { sum: { field: 'file_size' } } },
          },
        },
      },
      aggregations: {
        streams: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 1,
          buckets: [
            { key: 'sgpmetE13.b1', doc_count: 6, bytes: { value: 6015 } },
            { key: 'nsaradarC1.b1', doc_count: 4, bytes: { value: 4006 } },
          ],
        },
      },
    },
    {
      name: 'buckets of days',
      body: {
        size: 0,
        query: { range: { start_date: { lte: '2019-01-02' } } },
        aggs: { days: { date_histogram: { field: 'start_date', calendar_interval: 'day' } } },
      },
      aggregations: {
        days: {
          buckets: [
            { ...day(0), doc_count: 3 },
            { ...day(1), doc_count: 2 },
          ],
        },
      },
    },
  ],
  unfit: [
    { name: 'a sort by a field that is not there', body: { sort: 'nosuch' } },
    { name: 'a word where a number is', body: { query: { term: { file_size: 'large' } } } },
    {
      name: 'what is no date',
      body: { query: { range: { start_date: { gte: 'soon' } } } },
    },
    {
      name: 'a sum of texts',
      body: { aggs: { a: { sum: { field: 'datastream.keyword' } } } },
    },
    { name: 'more sort values than keys', body: { sort: 'file_size', search_after: [1, 2] } },
  ],
  unsupported: [
    { name: 'one hit of each', body: { collapse: { field: 'datastream.keyword' } } },
    { name: 'marks', body: { highlight: { fields: { file_name: {} } } } },
    { name: 'a least score', body: { min_score: 1 } },
    {
      name: 'misspelled words',
      body: { query: { fuzzy: { file_name: 'profil' } } },
    },
    {
      name: 'similar words',
      body: { query: { query_string: { query: 'file_name:profil~' } } },
    },
    {
      name: 'the best hits of buckets',
      body: { aggs: { a: { top_hits: { size: 1 } } } },
    },
    {
      name: 'buckets within buckets',
      body: {
        aggs: {
          a: {
            terms: { field: 'datastream.keyword' },
            aggs: { b: { terms: { field: 'scan_name.keyword' } } },
          },
        },
      },
    },
    {
      name: 'buckets of a pattern',
      body: { aggs: { a: { terms: { field: 'datastream.keyword', include: 'sgp.*' } } } },
    },
    {
      name: 'buckets without files',
      body: { aggs: { a: { terms: { field: 'datastream.keyword', min_doc_count: 0 } } } },
    },
  ],
};
