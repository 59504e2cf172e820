// Writes replies as JSON text: sources as they are stored, plain buckets straight from their numbers.
import type { SearchReply } from '@isobar/contract/search/result.ts';
import { BucketTable } from './bucket-table.ts';
import { isTextColumn } from './column.ts';
import { JsonBytes } from './json-bytes.ts';

/** A part of a reply that is JSON text already. */
export class RawJson {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A reply with tables and stored texts in it, as `answer` gives it. */
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

/** A part of a reply, with tables and stored texts in it. */
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

function writeTable(json: JsonBytes, { column, keys, counts, metrics }: BucketTable): void {
  const text = isTextColumn(column) ? column.dictionary : null;
  const plain = text?.plainBytes() ?? null;
  const open = bytesOf(plain ? '{"key":"' : '{"key":');
  const count = bytesOf(plain ? '","doc_count":' : ',"doc_count":');
  const parts = metrics.map(({ name, values }, i) => ({
    values,
    before: bytesOf(`${i > 0 ? '}' : ''},${JSON.stringify(name)}:{"value":`),
  }));
  const close = bytesOf(metrics.length > 0 ? '}},' : '},');
  json.text('[');
  for (let i = 0; i < keys.length; i++) {
    const ordinal = keys[i] as number;
    json.raw(open);
    if (plain)
      json.part(plain.bytes, plain.starts[ordinal] as number, plain.starts[ordinal + 1] as number);
    else
      json.value(
        isTextColumn(column) ? column.dictionary.text(ordinal) : column.dictionary.number(ordinal),
      );
    json.raw(count);
    json.whole(counts[i] as number);
    for (const { before, values } of parts) {
      json.raw(before);
      json.whole(values[i] as number);
    }
    json.raw(i + 1 < keys.length ? close : close.subarray(0, -1));
  }
  json.text(']');
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
