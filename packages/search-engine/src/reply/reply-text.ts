// Writes replies as JSON text: sources are copied as they are stored, plain buckets are written
// straight from their numbers.

import type { SearchReply } from '@isobar/query-language/result.ts';
import { copyText } from '../memory/text-bytes.ts';
import { isTextColumn } from '../segment/column.ts';
import type { TextDictionary } from '../segment/dictionary.ts';
import { BucketTable } from './bucket-table.ts';
import { JsonBytes, MAX_DIGITS, putWhole } from './json-bytes.ts';

/** A part of a reply that is JSON text already. */
export class RawJson {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/**
 * A reply that still has bucket tables and stored JSON in it, as `answer` in search.ts gives it.
 */
export type DraftReply = { readonly draft: object };

/** The reply as UTF-8 JSON. */
export function replyText({ draft }: DraftReply): Uint8Array<ArrayBuffer> {
  const json = new JsonBytes();
  write(json, draft);
  return json.end();
}

/** The reply as an object. */
export const replyObject = ({ draft }: DraftReply): SearchReply => unfolded(draft) as SearchReply;

function unfolded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof RawJson) return JSON.parse(value.bytes.toString());
  if (value instanceof BucketTable) return value.buckets();
  if (Array.isArray(value)) return value.map(unfolded);
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) copy[name] = unfolded(member);
  return copy;
}

/** Writes a part of such a reply. */
export function write(json: JsonBytes, value: unknown): void {
  if (typeof value !== 'object' || value === null) json.value(value);
  else if (value instanceof RawJson) json.raw(value.bytes);
  else if (value instanceof BucketTable) writeTable(json, value);
  else if (Array.isArray(value)) {
    json.text('[');
    value.forEach((item, i) => {
      if (i > 0) json.text(',');
      write(json, item ?? null);
    });
    json.text(']');
  } else {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      json.text(`${separator}${JSON.stringify(name)}:`);
      write(json, member);
      separator = ',';
    }
    json.text(separator === '{' ? '{}' : '}');
  }
}

function writeTable(json: JsonBytes, table: BucketTable): void {
  const { column, keys } = table;
  const plain = isTextColumn(column) ? column.dictionary.plainBytes() : null;
  if (plain && keys.length > 0) writePlainRows(json, table, plain);
  else write(json, table.buckets());
}

/** Writes buckets whose keys need no escapes; there may be ten thousand of them. */
function writePlainRows(
  json: JsonBytes,
  { keys, counts, metrics }: BucketTable,
  { bytes: texts, starts }: NonNullable<ReturnType<TextDictionary['plainBytes']>>,
): void {
  const lists = [
    { before: bytesOf('","doc_count":'), numbers: counts },
    ...metrics.map(({ name, values }, i) => ({
      before: bytesOf(beforeMetric(name, i)),
      numbers: values,
    })),
  ];
  const open = bytesOf('[{"key":"');
  const close = metrics.length > 0 ? '}}' : '}';
  const end = bytesOf(`${close}]`);
  const between = bytesOf(`${close},{"key":"`);
  const fixed = lists.reduce((sum, { before }) => sum + before.length + MAX_DIGITS, between.length);
  let length = open.length + end.length;
  for (let i = 0; i < keys.length; i++) {
    const ordinal = keys[i] ?? 0;
    length += fixed + (starts[ordinal + 1] ?? 0) - (starts[ordinal] ?? 0);
  }
  json.fill(length, (into, from) => {
    let at = copyText(open, 0, open.length, into, from);
    for (let i = 0; i < keys.length; i++) {
      if (i > 0) at = copyText(between, 0, between.length, into, at);
      const ordinal = keys[i] ?? 0;
      const [start, stop] = [starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0];
      at = copyText(texts, start, stop, into, at);
      for (const { before, numbers } of lists) {
        at = copyText(before, 0, before.length, into, at);
        at = putWhole(into, at, numbers[i] ?? 0);
      }
    }
    return copyText(end, 0, end.length, into, at);
  });
}

const beforeMetric = (name: string, place: number): string =>
  `${place > 0 ? '}' : ''},${JSON.stringify(name)}:{"value":`;

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
