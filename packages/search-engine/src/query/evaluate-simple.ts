// Answers simple query strings: a small language in which every text means something, so that none
// fails.
import type { QueryKinds } from '@isobar/query-language/query.ts';
import { required } from '../language/minimum.ts';
import { allBits } from '../memory/bits.ts';
import { allFields, type BoostedField, fieldsOf } from '../segment/fields.ts';
import type { Context } from './context.ts';
import { none, patternMatched } from './evaluate-exact.ts';
import { bestOf, inFields, phraseInField } from './evaluate-text.ts';
import { boosted, combine, type Matched, matched } from './matched.ts';
import { lowerCasePattern, patternOf } from './patterns.ts';
import type { TextRules } from './text-rules.ts';

type Reader = {
  readonly text: string;
  at: number;
  readonly fields: readonly BoostedField[];
  readonly rules: TextRules;
  readonly context: Context;
};
type Operation = 'AND' | 'OR';

/** Brackets nested deeper than this are read as text. */
const MAX_BRACKETS = 20;

/** `+` all, `|` any, `-` not, `"…"` phrase with `~2`, `word*` prefix, brackets. */
export function evaluateSimpleQueryString(
  query: QueryKinds['simple_query_string'],
  context: Context,
): Matched {
  const names = query.fields ?? ['*'];
  const all = names.includes('*');
  const operator = query.default_operator?.toUpperCase() === 'AND' ? 'AND' : 'OR';
  const reader: Reader = {
    text: query.query,
    at: 0,
    fields: all ? allFields(context.segment) : fieldsOf(context.segment, names),
    rules: { operator, type: 'most_fields', slop: 0, lenient: query.lenient ?? all },
    context,
  };
  const found = readLevel(reader, query.minimum_should_match, 0);
  return boosted(found ?? none(context), query.boost);
}

type Level = { parts: Matched[]; operation: Operation | null };

function readLevel(
  reader: Reader,
  minimum: number | string | undefined,
  depth: number,
): Matched | null {
  let level: Level = { parts: [], operation: null };
  let pending: Operation | null = null;
  let negated = false;
  while (reader.at < reader.text.length) {
    const c = reader.text.charAt(reader.at);
    if (c === ')' && depth > 0) {
      reader.at++;
      break;
    }
    if (/[\s)]/.test(c)) reader.at++;
    else if (c === '+' || c === '|') {
      pending = c === '+' ? 'AND' : 'OR';
      reader.at++;
    } else if (c === '-') {
      negated = !negated;
      reader.at++;
    } else {
      const found = readPart(reader, c, depth);
      if (found) {
        const part = negated ? without(found, reader.context) : found;
        level = extended(level, part, pending ?? reader.rules.operator, minimum, reader);
      }
      pending = null;
      negated = false;
    }
  }
  return level.parts.length === 0 ? null : closed(level, minimum, reader);
}

/**
 * Adds a part. When the operation changes, everything so far becomes the first part of the new one.
 */
function extended(
  level: Level,
  part: Matched,
  operation: Operation,
  minimum: number | string | undefined,
  reader: Reader,
): Level {
  if (level.parts.length === 0) return { parts: [part], operation: null };
  if (level.operation === null || level.operation === operation)
    return { parts: level.parts.concat(part), operation };
  return { parts: [closed(level, minimum, reader), part], operation };
}

function closed(
  { parts, operation }: Level,
  minimum: number | string | undefined,
  { context, rules }: Reader,
): Matched {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const all = (operation ?? rules.operator) === 'AND';
  return combine(
    {
      must: all ? parts : [],
      filter: [],
      should: all ? [] : parts,
      mustNot: [],
      minimum: all ? 0 : Math.max(1, required(minimum, parts.length, 1)),
    },
    context,
  );
}

function readPart(reader: Reader, c: string, depth: number): Matched | null {
  if (c === '(' && depth < MAX_BRACKETS) {
    reader.at++;
    return readLevel(reader, undefined, depth + 1);
  }
  if (c === '"') return readPhrase(reader);
  return readWord(reader);
}

function readPhrase(reader: Reader): Matched | null {
  const { text, context, fields, rules } = reader;
  let end = reader.at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  const phrase = text.slice(reader.at + 1, end).replace(/\\(.)/gs, '$1');
  reader.at = end + 1;
  const slop = /^~(\d{1,3})/.exec(text.slice(reader.at, reader.at + 4));
  if (slop) reader.at += slop[0].length;
  return bestOf(fields, 0, rules, context, (field) =>
    phraseInField(field, phrase, slop ? Number(slop[1]) : 0, context),
  );
}

function readWord(reader: Reader): Matched | null {
  const { text, context, fields, rules } = reader;
  let word = '';
  let prefix = false;
  let end = reader.at;
  for (; end < text.length && !/[\s"()|+]/.test(text.charAt(end)); end++) {
    if (text[end] === '\\' && end + 1 < text.length) end++;
    else if (text[end] === '*' && /[\s"()|+]|$/y.test(text[end + 1] ?? '')) {
      prefix = true;
      end++;
      break;
    }
    word += text[end];
  }
  reader.at = Math.max(end, reader.at + 1);
  if (word === '' && prefix) return matched(allBits(context.segment.documents));
  if (!prefix) return inFields(fields, word, rules, context);
  const pattern = patternOf([{ text: word }, '*']);
  return bestOf(fields, 1, rules, context, (field) =>
    patternMatched(field, field.kind === 'words' ? lowerCasePattern(pattern) : pattern, context),
  );
}

function without(found: Matched, context: Context): Matched {
  const must = [matched(allBits(context.segment.documents))];
  const parts = { must, filter: [], should: [], mustNot: [found], minimum: 0 };
  return combine(parts, { ...context, scoring: true });
}
