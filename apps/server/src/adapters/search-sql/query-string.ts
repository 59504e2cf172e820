// A query string of file_info, understood by the contract's parser, as a condition.
import type { QueryString } from '@isobar/query-language/query.ts';
import { parseQueryString, type QueryNode } from '@isobar/query-language/query-string.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { equal, ids, like, present, within } from './compare.ts';
import { ALL, allOf, anyOf, type Condition, NONE, not } from './condition.ts';
import { type FileField, fileFields, TEXTS } from './fields.ts';
import { unsupported } from './refusals.ts';

type Reading = {
  readonly operator: 'AND' | 'OR';
  /** The fields in which words without a field name are looked for. */
  readonly fields: readonly FileField[];
  /** Values that do not suit their field match nothing instead of being refused. */
  readonly lenient: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** Throws SearchRefused for unknown fields and for values that do not suit their field. */
export function queryStringCondition(query: QueryString, now: number): Condition {
  const operator = query.default_operator?.toUpperCase() === 'AND' ? 'AND' : 'OR';
  if (query.minimum_should_match !== undefined)
    throw unsupported('minimum_should_match within query_string is not supported by file_info');
  const parsed = parseQueryString(query.query, operator);
  if (!parsed.ok) throw refused(`at character ${parsed.at + 1}: ${parsed.reason}`);
  const named = query.fields ?? (query.default_field ? [query.default_field] : undefined);
  const fields = named ? fileFields(named) : TEXTS;
  return read(parsed.node, { operator, fields, lenient: query.lenient ?? false, now });
}

function read(node: QueryNode, reading: Reading): Condition {
  switch (node.kind) {
    case 'all':
      return ALL;
    case 'none':
      return NONE;
    case 'boosted':
      return read(node.node, reading);
    case 'boolean':
      return readBoolean(node, reading);
    case 'words': {
      const words = node.text.split(/\s+/).filter((word) => word !== '');
      const join = reading.operator === 'AND' ? allOf : anyOf;
      if (node.field === '_id') return join(words.map((word) => ids([word])));
      return inFields(node.field, reading, (field) =>
        join(words.map((word) => equal(field, word, reading.now))),
      );
    }
    case 'similar':
      throw unsupported('similar words (~) are not looked for in files');
    case 'phrase':
      if (node.field === '_id') return ids([node.text]);
      return inFields(node.field, reading, (field) => equal(field, node.text, reading.now));
    case 'wildcard':
      return inFields(node.field, reading, (field) => like(field, node.pattern));
    case 'range': {
      const bounds = {
        ...(node.includesFrom ? { gte: node.from } : { gt: node.from }),
        ...(node.includesTo ? { lte: node.to } : { lt: node.to }),
      };
      return inFields(node.field, reading, (field) => within(field, bounds, reading.now));
    }
    case 'exists':
      return node.field === '_id' ? ALL : inFields(node.field, reading, present);
  }
}

/** Required clauses decide; optional ones only where nothing is required. */
function readBoolean(node: Extract<QueryNode, { kind: 'boolean' }>, reading: Reading): Condition {
  const of = (occur: string) =>
    node.clauses.filter((c) => c.occur === occur).map((c) => read(c.node, reading));
  const [must, should, mustNot] = [of('must'), of('should'), of('must_not')];
  const any = must.length === 0 && should.length > 0 ? anyOf(should) : ALL;
  return allOf([...must, any, ...mustNot.map(not)]);
}

function inFields(
  name: string | null,
  reading: Reading,
  compare: (field: FileField) => Condition,
): Condition {
  const fields = name === null ? reading.fields : fileFields([name]);
  return anyOf(
    fields.map((field) => {
      try {
        return compare(field);
      } catch (error) {
        if (reading.lenient && error instanceof SearchRefused) return NONE;
        throw error;
      }
    }),
  );
}

const refused = (reason: string): SearchRefused =>
  new SearchRefused(400, 'query_shard_exception', `Failed to parse query: ${reason}`);
