// A slow and obvious search that the engine is compared with: it looks at every document and knows
// no index.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { BoolQuery, Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';

export type Doc = { readonly id: string; readonly [field: string]: unknown };
type Value = string | number;

type Slips = {
  readonly value: string;
  readonly fuzziness: number | string;
  readonly prefix_length: number;
  readonly transpositions: boolean;
};

function isSimilar(
  word: string,
  { value, fuzziness, prefix_length, transpositions }: Slips,
): boolean {
  const [a, b] = [Array.from(word), Array.from(value)];
  const auto = b.length < 3 ? 0 : b.length < 6 ? 1 : 2;
  const most = fuzziness === 'AUTO' ? auto : Number(fuzziness);
  const fixed = b.slice(0, prefix_length);
  if (!fixed.every((letter, i) => a[i] === letter)) return false;
  return slips(a, b, transpositions, most) <= most;
}

/**
 * The edit distance: changed, added and lost letters and, if `exchanges` is set, exchanged
 * neighbours. Stops once it exceeds `most`.
 */
function slips(
  a: readonly string[],
  b: readonly string[],
  exchanges: boolean,
  most: number,
): number {
  if (most < 0) return 1;
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return slips(restA, restB, exchanges, most);
  const ways = [
    slips(restA, restB, exchanges, most - 1),
    slips(a, restB, exchanges, most - 1),
    slips(restA, b, exchanges, most - 1),
  ];
  if (exchanges && a[0] === b[1] && a[1] === b[0])
    ways.push(slips(a.slice(2), b.slice(2), exchanges, most - 1));
  return 1 + Math.min(...ways);
}

export class Reference {
  private readonly mapping: Mapping;
  private readonly docs: readonly Doc[];

  /** Of two documents with one id the later one counts, at its later place. */
  constructor(mapping: Mapping, docs: readonly Doc[]) {
    this.mapping = mapping;
    this.docs = docs.filter((doc, i) => !docs.slice(i + 1).some((later) => later.id === doc.id));
  }

  /** Ids of the hits, their number and the aggregations. Sorts by fields only. */
  answer(body: SearchBody) {
    const found = this.docs.filter((doc) => this.finds(body.query ?? { match_all: {} }, doc));
    const aggs = body.aggs ?? body.aggregations;
    const filter = body.post_filter ?? { match_all: {} };
    const left = found.filter((doc) => this.finds(filter, doc));
    const sorted = this.sorted(left, body.sort);
    const hits = body.collapse ? this.firstOfEach(sorted, body.collapse.field) : sorted;
    const from = body.from ?? 0;
    return {
      total: left.length,
      ids: hits.slice(from, from + (body.size ?? 10)).map((doc) => doc.id),
      aggregations: aggs && Object.keys(aggs).length > 0 ? this.aggregate(aggs, found) : undefined,
    };
  }

  private typeOf(field: string): string | undefined {
    if (field.endsWith('.keyword')) return 'exact';
    return this.mapping[field]?.type;
  }

  /** Values of a field as they compare: numbers, or texts. */
  private values(doc: Doc, field: string): Value[] {
    const name = field.replace(/\.keyword$/, '');
    const type = this.typeOf(field);
    const raw = [doc[name]].flat().filter((v) => v !== null && v !== undefined);
    const values = raw.map((v) =>
      type === 'date' ? Date.parse(String(v)) : typeof v === 'boolean' ? Number(v) : (v as Value),
    );
    const isNumber = typeof values[0] === 'number';
    return isNumber
      ? values.toSorted((a, b) => Number(a) - Number(b))
      : [...new Set(values)].sort(compare);
  }

  private words(doc: Doc, field: string): string[][] {
    return [doc[field]].flat().flatMap((v) => (typeof v === 'string' ? [plainWords(v)] : []));
  }

  finds(query: Query, doc: Doc): boolean {
    const [kind, content] = Object.entries(query)[0] as [string, never];
    switch (kind) {
      case 'match_all':
        return true;
      case 'match_none':
        return false;
      case 'bool':
        return this.findsBool(content, doc);
      case 'constant_score':
        return this.finds((content as { filter: Query }).filter, doc);
      case 'ids':
        return (content as { values: string[] }).values.includes(doc.id);
      case 'multi_match':
        return this.findsInFields(content, doc);
      case 'exists':
        return this.values(doc, (content as { field: string }).field).length > 0;
      default:
        return this.findsByField(kind, Object.entries(content)[0] as [string, never], doc);
    }
  }

  /** Each type of `multi_match` is one query on a single field, run on every field. */
  private findsInFields(
    {
      query,
      fields,
      type,
      operator,
    }: Record<'query' | 'type' | 'operator', string> & {
      readonly fields: readonly string[];
    },
    doc: Doc,
  ): boolean {
    return fields.some((boosted) => {
      const [field = ''] = boosted.split('^');
      if (type === 'phrase') return this.finds({ match_phrase: { [field]: query } }, doc);
      if (type === 'phrase_prefix')
        return this.finds({ match_phrase_prefix: { [field]: query } }, doc);
      const asked = { query, operator: operator === 'and' ? 'and' : 'or' } as const;
      return type === 'bool_prefix'
        ? this.finds({ match_bool_prefix: { [field]: asked } }, doc)
        : this.finds({ match: { [field]: asked } }, doc);
    });
  }

  private findsByField(kind: string, [field, wanted]: [string, never], doc: Doc): boolean {
    const isText = this.typeOf(field) === 'text';
    const candidates = isText ? this.words(doc, field).flat() : this.values(doc, field);
    const comparable = (value: Scalar): Value =>
      this.typeOf(field) === 'date' ? Date.parse(String(value)) : asValue(value);
    switch (kind) {
      case 'term':
        return candidates.includes(comparable(wanted));
      case 'terms':
        return (wanted as Scalar[]).some((one) => candidates.includes(comparable(one)));
      case 'prefix':
        return candidates.some((value) => String(value).startsWith(wanted));
      case 'wildcard':
        return candidates.some((value) => wildcard(isText ? lower(wanted) : wanted, String(value)));
      case 'range':
        return candidates.some((value) => within(value, wanted, this.typeOf(field) === 'date'));
      case 'match': {
        const { query, operator } = wanted as { query: string; operator: string };
        const words = plainWords(query);
        if (!isText) return candidates.includes(comparable(query as never));
        if (words.length === 0) return false;
        const has = (word: string) => candidates.includes(word);
        return operator === 'and' ? words.every(has) : words.some(has);
      }
      case 'match_phrase': {
        const words = plainWords(wanted);
        return (
          words.length > 0 &&
          this.words(doc, field).some((all) =>
            ` ${all.join(' ')} `.includes(` ${words.join(' ')} `),
          )
        );
      }
      case 'match_phrase_prefix': {
        const words = plainWords(wanted);
        return (
          words.length > 0 &&
          this.words(doc, field).some((all) => ` ${all.join(' ')}`.includes(` ${words.join(' ')}`))
        );
      }
      case 'match_bool_prefix': {
        const { query, operator } = wanted as { query: string; operator: string };
        const words = isText ? plainWords(query) : [query];
        const has = (word: string, i: number) =>
          i === words.length - 1
            ? candidates.some((value) => String(value).startsWith(word))
            : candidates.includes(word);
        if (words.length === 0) return false;
        return operator === 'and' ? words.every(has) : words.some(has);
      }
      case 'fuzzy': {
        const rules: Slips = wanted;
        return candidates.some((value) => isSimilar(String(value), rules));
      }
      default:
        throw new Error(`the reference knows no ${kind}`);
    }
  }

  private findsBool(bool: BoolQuery, doc: Doc): boolean {
    const list = (part: keyof BoolQuery) => [bool[part] ?? []].flat() as Query[];
    const count = (part: keyof BoolQuery) => list(part).filter((q) => this.finds(q, doc)).length;
    const needed = list('must').length + list('filter').length > 0 ? 0 : 1;
    const onlyForbids = needed === 1 && list('should').length === 0;
    const least = onlyForbids ? 0 : Math.max(needed, Number(bool.minimum_should_match ?? 0));
    const parts = ['must', 'filter', 'should', 'must_not'] as const;
    if (parts.every((part) => list(part).length === 0)) return true;
    return (
      count('must') === list('must').length &&
      count('filter') === list('filter').length &&
      count('should') >= least &&
      count('must_not') === 0
    );
  }

  private sorted(docs: readonly Doc[], sort: SearchBody['sort']): Doc[] {
    const keys = [sort ?? []].flat().map((key) => {
      const [field, options] = Object.entries(key as object)[0] as [
        string,
        { order: string; missing: string },
      ];
      return { field, descending: options.order === 'desc', first: options.missing === '_first' };
    });
    return docs.toSorted((a, b) => {
      for (const { field, descending, first } of keys) {
        const [x, y] = [this.values(a, field), this.values(b, field)].map((values) =>
          values.at(descending ? -1 : 0),
        );
        if (x === y) continue;
        if (x === undefined || y === undefined) return (x === undefined) === first ? -1 : 1;
        return compare(x, y) * (descending ? -1 : 1);
      }
      return 0;
    });
  }

  private firstOfEach(docs: readonly Doc[], field: string): Doc[] {
    const seen = new Set<unknown>();
    return docs.filter((doc) => {
      const group = this.values(doc, field)[0];
      return seen.has(group) ? false : seen.add(group);
    });
  }

  private aggregate(aggs: Aggregations, docs: readonly Doc[]): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(aggs).map(([name, agg]) => [name, this.result(agg, docs)]),
    );
  }

  private result(agg: Aggregation, docs: readonly Doc[]): unknown {
    const inner = agg.aggs ?? agg.aggregations ?? {};
    const bucket = (some: readonly Doc[]) => ({
      doc_count: some.length,
      ...this.aggregate(inner, some),
    });
    if ('filter' in agg) return bucket(docs.filter((doc) => this.finds(agg.filter, doc)));
    if ('missing' in agg)
      return bucket(docs.filter((doc) => this.values(doc, agg.missing.field).length === 0));
    if ('global' in agg) return bucket(this.docs);
    if ('terms' in agg) return this.terms(agg, docs, bucket);
    if ('top_hits' in agg)
      return this.sorted(docs, agg.top_hits.sort)
        .slice(agg.top_hits.from ?? 0)
        .slice(0, agg.top_hits.size ?? 3)
        .map((doc) => doc.id);
    const [kind, metric] = Object.entries(agg)[0] as [string, Counted];
    const values = docs.flatMap((doc) => this.counted(doc, metric));
    if (kind === 'cardinality') return { value: new Set(values).size };
    if (kind === 'value_count') return { value: values.length };
    const numbers = values as number[];
    const sum = numbers.reduce((all, one) => all + one, 0);
    const or = (value: number) => (numbers.length === 0 ? null : value);
    const stats = {
      count: numbers.length,
      min: or(Math.min(...numbers)),
      max: or(Math.max(...numbers)),
      avg: or(sum / numbers.length),
      sum,
    };
    return kind === 'stats' ? stats : { value: stats[kind as keyof typeof stats] };
  }

  /** The values of a document, or the `missing` value where it has none. */
  private counted(doc: Doc, { field, missing }: Counted): readonly Value[] {
    const own = this.values(doc, field);
    return own.length > 0 || missing === undefined ? own : [this.asValueOf(field, missing)];
  }

  private asValueOf(field: string, value: Scalar): Value {
    return this.typeOf(field) === 'date' ? Date.parse(String(value)) : asValue(value);
  }

  private terms(
    agg: Extract<Aggregation, { terms: unknown }>,
    docs: readonly Doc[],
    bucket: (some: readonly Doc[]) => { doc_count: number },
  ): unknown {
    const { field, size = 10, order, min_doc_count: minimum = 1, missing } = agg.terms;
    const pairs = docs.flatMap((doc) =>
      [...new Set(this.counted(doc, agg.terms))].map((key) => ({ key, doc })),
    );
    const groups = Map.groupBy(pairs, ({ key }) => key);
    const everywhere = [
      ...this.docs.flatMap((doc) => this.values(doc, field)),
      ...(missing === undefined ? [] : [this.asValueOf(field, missing)]),
    ];
    for (const key of minimum === 0 ? everywhere : []) if (!groups.has(key)) groups.set(key, []);
    const named = (list: unknown, otherwise: boolean, key: Value) =>
      Array.isArray(list) ? list.some((one) => this.asValueOf(field, one) === key) : otherwise;
    const { include, exclude } = agg.terms;
    const buckets = [...groups]
      .filter(([key]) => named(include, true, key) && !named(exclude, false, key))
      .map(([key, own]) => ({ key, ...bucket(own.map((pair) => pair.doc)) }))
      .filter(({ doc_count }) => doc_count >= minimum);
    const [by, direction] = Object.entries(order ?? { _count: 'desc' })[0] as [string, string];
    const sign = direction === 'desc' ? -1 : 1;
    const rank = (b: (typeof buckets)[number]): Value =>
      by === '_key'
        ? b.key
        : by === '_count'
          ? b.doc_count
          : ((b as never as Record<string, { value: number }>)[by]?.value ?? 0);
    const ranked = buckets.toSorted(
      (a, b) => sign * compare(rank(a), rank(b)) || compare(a.key, b.key),
    );
    const shown = ranked.slice(0, size);
    const count = (some: typeof buckets) => some.reduce((sum, one) => sum + one.doc_count, 0);
    return { sum_other_doc_count: count(ranked) - count(shown), buckets: shown };
  }
}

type Counted = { readonly field: string; readonly missing?: Scalar | undefined };

/** Texts by their UTF-8 bytes. */
const compare = (a: Value, b: Value): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

const lower = (text: string) => text.toLowerCase();
const plainWords = (text: string): string[] => lower(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
const asValue = (value: Scalar): Value => (typeof value === 'boolean' ? Number(value) : value);

function wildcard(pattern: string, text: string): boolean {
  const expression = [...pattern].map((c) =>
    c === '*' ? '.*' : c === '?' ? '.' : c.replace(/[.+^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^${expression.join('')}$`, 'su').test(text);
}

function within(value: Value, range: Record<string, Scalar>, isDate: boolean): boolean {
  const limit = (text: Scalar) => (isDate ? Date.parse(String(text)) : text);
  return Object.entries(range).every(([sign, end]) => {
    const other = limit(end);
    if (sign === 'gt') return value > other;
    if (sign === 'gte') return value >= other;
    return sign === 'lt' ? value < other : value <= other;
  });
}
