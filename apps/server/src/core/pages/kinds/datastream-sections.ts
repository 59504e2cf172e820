// The sections of a datastream's page: quality, plots, variables, files, versions, what is around,
// code.

import { type Html, html } from '../../../platform/text/html.ts';
import { headersOf } from '../../catalogue/designs.ts';
import type { DatastreamFacts } from '../../catalogue/facts.ts';
import { inputsOf } from '../made-of.ts';
import { code, link, longTable, section, spanText } from '../parts.ts';
import type { PageSources, Section, Variable } from '../thing.ts';
import { arraySection } from './array-section.ts';
import { codeSection } from './code-section.ts';
import { filesSection, type HeldMonth, LAST_CHANGE } from './files-section.ts';
import { heldText, type StreamRow, streamsWhere } from './holdings.ts';
import { methodSection } from './method-section.ts';
import { plotsSection } from './plots-section.ts';
import { qualitySection, qualityShares } from './quality-section.ts';
import { togetherSection } from './together-section.ts';
import { variablesSection } from './variables-section.ts';

/** What the page of a datastream is about. */
export interface ShownDatastream {
  readonly row: StreamRow;
  readonly facts: DatastreamFacts;
  /** All data levels of its product, this one among them. */
  readonly levels: readonly DatastreamFacts[];
  readonly variables: readonly Variable[];
  readonly months: readonly HeldMonth[];
  /** Its last file states no time, so that how much of the time its files cover is not known. */
  readonly isDoubtful: boolean;
}

export async function datastreamSections(
  sources: PageSources,
  { row, facts, levels, variables, months, isDoubtful }: ShownDatastream,
): Promise<readonly Section[]> {
  const headers = await headersOf(sources.db, row.datastream);
  return [
    qualitySection(sources, row, facts, isDoubtful),
    ...methodSection(
      sources,
      facts.instrumentClass,
      facts.described.header?.attributes ?? {},
      facts.fields.description ?? '',
    ),
    ...(await plotsSection(sources.db, row, facts.plotted, variables)),
    ...variablesSection(
      variables,
      row.undated ? undefined : qualityShares(sources.tables, row, facts, variables),
    ),
    ...filesSection(row, months),
    ...(await versionsSection(sources, row, headers)),
    await aroundSection(sources, row, facts, levels),
    ...(await togetherSection(sources, [row.datastream])),
    ...(row.undated ? [] : [await arraySection(sources, row, headers)]),
    codeSection(sources.publisher, row, variables),
  ];
}

type Headers = Awaited<ReturnType<typeof headersOf>>;

async function versionsSection(
  { db }: PageSources,
  row: StreamRow,
  all: Headers,
): Promise<readonly Section[]> {
  const spans = await db
    .selectFrom('files')
    .select((e) => [
      'design',
      e.fn.min<number>('start_s').as('start'),
      e.fn.max<number>('end_s').as('end'),
      e.fn.countAll<number>().as('files'),
    ])
    .where('datastream', '=', row.datastream)
    .where('design', 'is not', null)
    .groupBy('design')
    .execute();
  const headers = new Map(all.map(({ design, header }) => [design, header]));
  const inOrder = spans.toSorted((a, b) => Number(a.start) - Number(b.start));
  if (inOrder.length === 0) return [];
  const rows = inOrder.map((span, n) => {
    const header = headers.get(span.design ?? '');
    const before = headers.get(inOrder[n - 1]?.design ?? '');
    const { process_version: process = '', dod_version: form = '' } = header?.attributes ?? {};
    return [
      process || form || 'not stated',
      spanText(Number(span.start), Number(span.end)),
      Number(span.files),
      before && header ? changes(before, header) : 'First version of these files',
    ];
  });
  const head = ['Process', row.undated ? LAST_CHANGE : 'Data', 'Files', 'What changed'];
  return [section('versions', 'Versions', longTable(head, rows.reverse(), 8))];
}

type Named = { readonly variables: readonly { readonly name: string }[] };

function changes(before: Named, after: Named): string {
  const old = new Set(before.variables.map((v) => v.name));
  const now = new Set(after.variables.map((v) => v.name));
  const added = [...now].filter((name) => !old.has(name));
  const gone = [...old].filter((name) => !now.has(name));
  const told = (names: readonly string[]): string =>
    names.length > 6
      ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
      : names.join(', ');
  return (
    [
      ...(added.length > 0 ? [`added: ${told(added)}`] : []),
      ...(gone.length > 0 ? [`gone: ${told(gone)}`] : []),
    ].join('; ') || 'attributes, types or sizes'
  );
}

/** What it is made of, what is made of it, and what else is measured at the same place. */
async function aroundSection(
  { db, madeOf }: PageSources,
  row: StreamRow,
  { described }: DatastreamFacts,
  levels: readonly DatastreamFacts[],
): Promise<Section> {
  const beside = (
    await streamsWhere(db, { site_code: row.site_code, facility_code: row.facility_code })
  ).filter((one) => one.datastream_class !== row.datastream_class);
  const inputs = inputsOf(described.header?.attributes ?? {}, row.datastream);
  const made = await madeOf(row.datastream);
  const known = new Set((await streamsWhere(db, { datastream: inputs })).map((r) => r.datastream));
  const named = (names: readonly string[]): Html => {
    const shown = names.slice(0, NAMED);
    const more = names.length - shown.length;
    return html`${shown.map((name, n) => html`${n > 0 && ', '}${known.has(name) ? link('datastream', name) : code(name)}`)}${more > 0 && ` and ${more} more`}`;
  };
  const others = levels
    .map((one) => one.described.row.datastream)
    .filter((name) => ![row.datastream, ...inputs, ...made].includes(name));
  for (const name of [...made, ...others]) known.add(name);
  return section(
    'related',
    'Provenance and related data',
    html`<p>${
      inputs.length > 0
        ? html`These data are made from ${named(inputs)}.`
        : 'The files name no other datastream that these data are made from.'
    } ${
      made.length > 0
        ? html`They are used to make ${named(made)}.`
        : 'No other datastream of this archive states that it is made from them.'
    }${others.length > 0 && html` The same product is here at other levels of processing too: ${named(others)}.`}</p>
<h3>At the same facility</h3>
${
  beside.length > 0
    ? longTable(
        ['Datastream', 'Data'],
        beside.slice(0, 40).map((one) => [link('datastream', one.datastream), heldText([one])]),
        4,
      )
    : html`<p>Nothing else is measured here.</p>`
}
${beside.length > 40 && html`<p>${link('facility', `${row.site_code}.${row.facility_code}`, `All ${beside.length}`)}</p>`}`,
  );
}

/** Datastreams that a sentence names. */
const NAMED = 8;
