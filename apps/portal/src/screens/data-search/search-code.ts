// A search as a few lines of code: words, place and dates lead to a list, and the first of the list
// to its files. Pure.
import { aboutPackage } from '@isobar/contract/calls/package-calls.ts';
import { TOKEN_VARIABLE } from '@isobar/contract/code/plan.ts';
import { comment, juliaText, pythonText, rText, shellText } from '@isobar/contract/code/quote.ts';
import { parseShape } from '@isobar/contract/places/shape.ts';
import { chosen, type Search, searchText, sortOf, viewOf } from '@isobar/contract/search/filter.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import { filtersAsText, groupFieldOf } from '@isobar/contract/search/plan-clauses.ts';
import { shapeQuery } from '@isobar/contract/search/plan-shape.ts';
import { sortFor } from '@isobar/contract/search/sorts.ts';
import type { Sort } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';

/** Everything that the code needs to know of a search. */
export interface SearchCode {
  /**
   * Origin of this archive; addresses of its searches and its live data, without a slash at the
   * end.
   */
  readonly origin: string;
  readonly metadata: string;
  readonly live: string;
  readonly tokenPage: string;
  /** The portal's address of the same search. */
  readonly from: string;
  /** '': no words. */
  readonly words: string;
  /** Whether the words are understood, as the portal does, or are searched as typed. */
  readonly understand: boolean;
  /** Clauses of a query string: all filters but dates and area. */
  readonly filters: readonly string[];
  /** The clauses of the dates. */
  readonly dates: readonly string[];
  /** The chosen days; null: open. */
  readonly start: string | null;
  readonly end: string | null;
  /** West, south, east, north of the drawn area; null: there is none. */
  readonly box: readonly [number, number, number, number] | null;
  readonly area: Query | null;
  readonly rows: number;
  /** The list has one row for each value of this field. */
  readonly group: string;
  /** Null: best matches first, which is the order of words that are understood. */
  readonly sort: Sort | null;
}

type Places = Pick<SearchCode, 'origin' | 'metadata' | 'live' | 'tokenPage' | 'from'>;

export function searchCodeOf(search: Search, recommended: boolean, places: Places): SearchCode {
  const DATES = ['start_date', 'end_date'] as const;
  const filters = filtersAsText(search, { recommended, without: [...DATES] });
  const all = filtersAsText(search, { recommended });
  const corners = parseShape(chosen(search, 'shape')[0] ?? '');
  const { start, end } = meaningOf(search);
  const isBest = sortOf(search) === 'best' && !search.asTyped;
  return {
    ...places,
    words: searchText(search),
    understand: !search.asTyped,
    filters,
    dates: all.filter((clause) => !filters.includes(clause)),
    start,
    end,
    box: corners && [
      Math.min(...corners.map(([lon]) => lon)),
      Math.min(...corners.map(([, lat]) => lat)),
      Math.max(...corners.map(([lon]) => lon)),
      Math.max(...corners.map(([, lat]) => lat)),
    ],
    area: corners && shapeQuery(corners),
    rows: search.rows,
    group: groupFieldOf(search),
    sort: isBest ? null : sortFor(sortOf(search), viewOf(search)),
  };
}

const head = (code: SearchCode, language: string): readonly string[] => [
  comment(
    '#',
    `A search of ${code.origin} in ${language}: a list, then the files of its first datastream.`,
  ),
  comment(
    '#',
    `Files need your access token (USERID:TOKEN) in ${TOKEN_VARIABLE}: ${code.tokenPage}`,
  ),
  comment('#', `The same in the portal: ${code.from}`),
];
const lines = (...all: readonly (string | readonly string[])[]): string =>
  `${all.flat().join('\n')}\n`;

/** With the Python package that the archive itself offers. */
export function searchPython(code: SearchCode): string {
  const { words, start, end, box, filters, rows } = code;
  const given = [
    ...(words ? [pythonText(words)] : []),
    ...(start && code.dates.length > 0 ? [`start=${pythonText(start)}`] : []),
    ...(end && code.dates.length > 0 ? [`end=${pythonText(end)}`] : []),
    ...(box ? [`box=(${box.join(', ')})`] : []),
    ...(filters.length > 0 ? [`where=${pythonText(filters.join(' AND '))}`] : []),
    ...(code.understand ? [] : ['understand=False']),
    `by=${pythonText(code.group)}`,
    `size=${rows}`,
  ];
  const days =
    start && end
      ? `${pythonText(start)}, ${pythonText(end)}`
      : '(one.end or one.record["filed_end_date"])[:10]';
  return lines(
    head(code, `Python (pip install isobar-client: ${code.origin}${aboutPackage.path})`),
    'from isobar_client import Isobar',
    '',
    `archive = Isobar(${pythonText(code.origin)})`,
    `found = archive.search(${given.join(', ')})`,
    'for one in found:',
    '    print(one.datastream, one.name, one.start, one.end)',
    `files = [archive.download(one.datastream, ${days}) for one in found[:1]]`,
    'print(files)',
  );
}

/** The request of the list alone; the words count for the order, the rest only filters. */
export function listRequest(code: SearchCode): object {
  const { words, filters, dates, area, rows } = code;
  const text = [...filters, ...dates].join(' AND ');
  const clauses = [
    ...(text ? [{ query_string: { query: text, default_operator: 'AND' } }] : []),
    ...(area ? [area] : []),
  ];
  return {
    size: rows,
    query: words ? { query_string: { query: words, default_operator: 'AND' } } : { match_all: {} },
    ...(clauses.length > 0 ? { post_filter: { bool: { filter: clauses } } } : {}),
    ...(code.sort ? { sort: code.sort } : {}),
    collapse: { field: `${code.group}.keyword` },
    _source: ['datastream', 'end_date', 'filed_end_date'],
  };
}

const parametersOf = (code: SearchCode): readonly (readonly [string, string])[] => [
  ...(code.understand && code.words ? [['understand', 'true'] as const] : []),
  ['source_content_type', 'application/json'],
  ['filter_path', 'hits.hits._source'],
];
const listAddress = (code: SearchCode): string =>
  `${code.metadata}/_search?${[
    ...parametersOf(code),
    ['source', JSON.stringify(listRequest(code))] as const,
  ]
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')}`;

export function searchCurl(code: SearchCode): string {
  const { start, end } = code;
  const parameters = parametersOf(code).map(([name, value]) => `-d ${name}=${value}`);
  const days =
    start && end
      ? [`start=${shellText(start)}`, `end=${shellText(end)}`]
      : [
          `start=$(grep -o 'end_date":"[^"T]*' list.json | head -n 1 | cut -d '"' -f 3)`,
          'end=$start',
        ];
  return lines(
    '#!/bin/sh',
    head(code, 'a shell with curl'),
    'set -eu',
    `query=${shellText(JSON.stringify(listRequest(code)))}`,
    `curl -sSfG ${shellText(`${code.metadata}/_search`)} ${parameters.join(' ')} --data-urlencode "source=$query" > list.json`,
    `grep -o '"datastream":"[^"]*' list.json | cut -d '"' -f 4 | tee found.txt`,
    'ds=$(head -n 1 found.txt); [ "$ds" ] || exit 0',
    days,
    `live() { printf 'header = "Authorization: Bearer %s"\\n' "$${TOKEN_VARIABLE}" | curl -sSfG -K - "$@"; }`,
    `live ${shellText(`${code.live}/query`)} -d "ds=$ds" -d "start=$start" -d "end=$end" -d wt=text > files.txt`,
    `while IFS= read -r name; do live ${shellText(`${code.live}/saveData`)} --data-urlencode "file=$name" -o "$name"; done < files.txt`,
  );
}

export function searchR(code: SearchCode): string {
  const { start, end } = code;
  const isChosen = start !== null && end !== null;
  return lines(
    head(code, 'R, without packages'),
    `reply <- paste(readLines(${rText(listAddress(code))}, warn = FALSE), collapse = "")`,
    `found <- unlist(regmatches(reply, gregexpr('(?<="datastream":")[^"]+', reply, perl = TRUE)))`,
    'print(found); if (length(found) == 0) quit()',
    isChosen
      ? `start <- ${rText(start)}; end <- ${rText(end)}`
      : `start <- end <- regmatches(reply, regexpr('(?<=end_date":")[^"T]+', reply, perl = TRUE))`,
    `headers <- c(Authorization = paste("Bearer", Sys.getenv("${TOKEN_VARIABLE}")))`,
    'get <- function(path, to) download.file(paste0(live, path), to, mode = "wb", headers = headers, quiet = TRUE)',
    `live <- ${rText(code.live)}; list <- tempfile()`,
    'get(paste0("/query?wt=text&ds=", found[1], "&start=", start, "&end=", end), list)',
    'for (name in readLines(list)) get(paste0("/saveData?file=", URLencode(name, reserved = TRUE)), basename(name))',
  );
}

export function searchJulia(code: SearchCode): string {
  const { start, end } = code;
  const isChosen = start !== null && end !== null;
  return lines(
    head(code, 'Julia, without packages'),
    'using Downloads',
    '',
    `reply = read(Downloads.download(${juliaText(listAddress(code))}), String)`,
    String.raw`found = [one[1] for one in eachmatch(r"\"datastream\":\"([^\"]+)", reply)]`,
    'foreach(println, found); isempty(found) && exit()',
    isChosen
      ? `start, stop = ${juliaText(start)}, ${juliaText(end)}`
      : String.raw`start = stop = match(r"end_date\":\"([^\"T]+)", reply)[1]`,
    `headers = ["Authorization" => "Bearer " * ENV["${TOKEN_VARIABLE}"]]`,
    `live = ${juliaText(code.live)}`,
    'list = Downloads.download("$live/query?wt=text&ds=$(found[1])&start=$start&end=$stop"; headers)',
    'for name in eachline(list)',
    '    Downloads.download("$live/saveData?file=$name", basename(name); headers)',
    'end',
  );
}

/** The Python lines as a notebook, for those who try that. */
export function searchNotebook(code: SearchCode): string {
  const [about, program] = [head(code, 'Python'), searchPython(code)];
  const source = (text: string): string[] => text.trim().split(/(?<=\n)/);
  const code_ = program.split('\n').filter((line) => !line.startsWith('#'));
  const cells = [
    {
      cell_type: 'markdown',
      id: 'about',
      metadata: {},
      source: source(
        about.map((line) => line.replace(/^# /, '').replace(/[<>&*_`[\]]/g, ' ')).join('\n\n'),
      ),
    },
    {
      cell_type: 'code',
      id: 'search',
      metadata: {},
      execution_count: null,
      outputs: [],
      source: source(code_.join('\n')),
    },
  ];
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
