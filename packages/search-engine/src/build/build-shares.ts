// Shares the columns of an index out among threads, so that all have about the same amount of work.
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { valuesOf } from '../language/field-values.ts';

/** Measured costs: of a value, of a byte of a new text, of a byte of a document that is written. */
const NS_PER_VALUE = 150;
const NS_PER_NEW_TEXT_BYTE = 35;
const NS_PER_SOURCE_BYTE = 5;

/**
 * Names of fields by thread. The first thread also writes the documents and gathers their ids and
 * the group fields. `sample`: some documents as JSON, from which the costs are estimated.
 */
export function shareFields(
  mapping: Mapping,
  groupFields: readonly string[],
  sample: readonly string[],
  threads: number,
): readonly (readonly string[])[] {
  // the port's Documents
  const documents = sample.map((json): Record<string, unknown> => JSON.parse(json));
  const first = emptyShare();
  const shares = [first, ...Array.from({ length: threads - 1 }, emptyShare)];
  first.cost = NS_PER_SOURCE_BYTE * sample.reduce((sum, { length }) => sum + length, 0);
  const isFirst = (name: string) => name === 'id' || groupFields.includes(name);
  const fields = Object.entries(mapping)
    .filter(([, { type }]) => type !== 'stored')
    .map(([name]) => ({ name, cost: costOf(name, documents) }))
    .sort((a, b) => Number(isFirst(b.name)) - Number(isFirst(a.name)) || b.cost - a.cost);
  for (const { name, cost } of fields) {
    const share = isFirst(name) ? first : shares.reduce((a, b) => (b.cost < a.cost ? b : a));
    share.fields.push(name);
    share.cost += cost;
  }
  return shares.map((share) => share.fields);
}

type Share = { readonly fields: string[]; cost: number };
const emptyShare = (): Share => ({ fields: [], cost: 0 });

function costOf(name: string, documents: readonly Record<string, unknown>[]): number {
  const values = documents.flatMap((document) => valuesOf(document, name));
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  const length = [...texts].reduce((sum, text) => sum + text.length, 0);
  return NS_PER_VALUE * values.length + NS_PER_NEW_TEXT_BYTE * length;
}
