// The datastreams of the demo: real ones with their dates, a few composed where the facts name none.
import { DAY, DEMO_NOW } from '../../clock.ts';
import { type Row, readTable, textOf } from '../../csv.ts';
import { designOf } from '../../design.ts';
import { hashText, unit } from '../../hash.ts';
import { COMPOSED } from './composed.ts';
import { filesWord, WHOLE } from './files-word.ts';
import type { Facts, Tables } from './table.ts';

/** Streams that still run on the last day that the facts know. */
const RUNNING = '2026-09-15';
const LAST_DAY = new Date((DEMO_NOW - DAY) * 1000).toISOString().slice(0, 10);

interface Dates {
  readonly start: string;
  readonly end: string;
  /**
   * Where the dates come from. table: the facts list them; derived: the time that site, facility and class have in common,
   * extended to all reports; composed: see composed.ts.
   */
  readonly source: 'table' | 'derived' | 'composed';
}

export function datastreamTable(facts: Facts): Tables {
  const index = new Index(facts);
  const choice = new Choice(facts);
  const rows: Row[] = [];
  for (const row of facts.read('datastreams')) {
    const level = textOf(row, 'data_level');
    const streamClass = textOf(row, 'datastream_class');
    if (!designOf(streamClass, level) || !choice.keeps(row)) continue;
    rows.push(toRow(row, index.datesOf(row), index));
  }
  for (const row of COMPOSED) {
    rows.push(
      toRow(
        row,
        { start: textOf(row, 'start_date'), end: textOf(row, 'end_date'), source: 'composed' },
        index,
      ),
    );
  }
  rows.sort((a, b) => (textOf(a, 'datastream') < textOf(b, 'datastream') ? -1 : 1));
  return { 'demo/facts/datastreams': rows };
}

function toRow(row: Row, dates: Dates, index: Index): Row {
  const streamClass = textOf(row, 'datastream_class');
  const level = textOf(row, 'data_level');
  const design = designOf(streamClass, level);
  if (!design) throw new Error(`${textOf(row, 'datastream')} has no design`);
  return {
    datastream: textOf(row, 'datastream'),
    site_code: textOf(row, 'site_code'),
    facility_code: textOf(row, 'facility_code'),
    datastream_class: streamClass,
    instrument_class_code: textOf(row, 'instrument_class_code'),
    data_level: level,
    source_class_code: textOf(row, 'source_class_code') || index.sourceOf(row),
    start_date: dates.start,
    end_date: dates.end,
    dates_source: dates.source,
    files: textOf(row, 'files') || filesWord(textOf(row, 'datastream'), level, dates, design),
  };
}

/**
 * Which streams a demo needs: all with quality reports, every class at least once, every site in its breadth; not all
 * the twins of the two richest sites.
 */
class Choice {
  readonly #reported: ReadonlySet<string>;
  readonly #classes = new Set<string>();
  readonly #kept = new Map<string, number>();

  constructor(facts: Facts) {
    this.#reported = new Set(facts.read('dqrs').map((row) => textOf(row, 'datastream')));
  }

  keeps(row: Row): boolean {
    const name = textOf(row, 'datastream');
    const streamClass = textOf(row, 'datastream_class');
    const site = textOf(row, 'site_code');
    const key = `${site} ${streamClass}`;
    const before = this.#kept.get(key) ?? 0;
    const rich = site === 'sgp' || site === 'crg';
    const kept =
      WHOLE.has(name) ||
      this.#reported.has(name) ||
      !this.#classes.has(streamClass) ||
      (before < 1 && (!rich || unit(hashText(name), 1) < 0.12));
    if (!kept) return false;
    this.#kept.set(key, before + 1);
    this.#classes.add(streamClass);
    return true;
  }
}

/** What else is known about sites, facilities, classes and reports. */
class Index {
  readonly #sites: Map<string, Row>;
  readonly #facilities: Map<string, Row>;
  readonly #classes: Map<string, Row>;
  readonly #reports: Map<string, Row[]>;

  constructor(facts: Facts) {
    const by = (rows: Row[], key: (row: Row) => string): Map<string, Row> =>
      new Map(rows.map((row) => [key(row), row]));
    this.#sites = by(facts.read('sites'), (row) => textOf(row, 'site_code'));
    this.#facilities = by(
      facts.read('facilities'),
      (row) => `${textOf(row, 'site_code')}.${textOf(row, 'facility_code')}`,
    );
    this.#classes = by(facts.read('instruments'), (row) => textOf(row, 'instrument_class_code'));
    this.#reports = Map.groupBy(facts.read('dqrs'), (row) => textOf(row, 'datastream'));
  }

  datesOf(row: Row): Dates {
    const start = textOf(row, 'start_date');
    const end = textOf(row, 'end_date');
    if (start && end) return { start, end: end >= RUNNING ? LAST_DAY : end, source: 'table' };
    const site = this.#sites.get(textOf(row, 'site_code'));
    const facility = this.#facilities.get(
      `${textOf(row, 'site_code')}.${textOf(row, 'facility_code')}`,
    );
    const instrument = this.#classes.get(textOf(row, 'instrument_class_code'));
    const reports = this.#reports.get(textOf(row, 'datastream')) ?? [];
    const days = (values: (string | undefined)[]): string[] =>
      values.filter((value) => value !== undefined && value !== '') as string[];
    const starts = days([
      site && (textOf(site, 'first_listed_data_date') || textOf(site, 'start_date')),
      facility && (textOf(facility, 'start_date') || textOf(facility, 'first_listed_data_date')),
      instrument && textOf(instrument, 'first_data_date'),
    ]);
    const ends = days([
      site && (textOf(site, 'last_listed_data_date') || textOf(site, 'end_date')),
      facility && (textOf(facility, 'end_date') || textOf(facility, 'last_listed_data_date')),
      instrument && textOf(instrument, 'last_data_date'),
    ]);
    let from = starts.sort().at(-1) ?? '2012-01-01';
    let to = ends.sort()[0] ?? LAST_DAY;
    // A report is about data, so the stream has data at least on the report's days.
    for (const report of reports) {
      const first = textOf(report, 'start_time').slice(0, 10);
      const last = textOf(report, 'end_time').slice(0, 10) || first;
      if (first < from) from = first;
      if (last > to) to = last;
    }
    if (to >= RUNNING || to > LAST_DAY) to = LAST_DAY;
    if (from > to) [from, to] = [to, from];
    return { start: from, end: to, source: 'derived' };
  }

  /** Of the classes that an instrument can have, the one that fits the level. */
  sourceOf(row: Row): string {
    const known = textOf(
      this.#classes.get(textOf(row, 'instrument_class_code')) ?? {},
      'source_class_codes',
    ).split(';');
    const kind =
      { m: 'mod', c: 'deriv', s: 'deriv' }[textOf(row, 'data_level').slice(0, 1)] ?? 'obs';
    return (
      known.find((code) => code.startsWith('arm') && code.endsWith(kind)) ??
      known.find((code) => code.endsWith(kind)) ??
      known.find((code) => /^(arm|ext|eval)/.test(code)) ??
      known[0] ??
      'armobs'
    );
  }
}

/** The rows that were made before, for makers that need them. */
export const madeDatastreams = (): Row[] => readTable('facts/datastreams.csv');
