// Cuts a document down to the parts that a request wants: patterns such as `instrument_*` or `a.b`.
import type { SourceFilter } from '@isobar/contract/search/dsl-aggregation.ts';

/** What is shown of a source: `false` nothing, `null` all of it, or a part. */
export type SourceCut = false | null | SourcePart;
export type SourcePart = {
  /** The same for the same part. */
  readonly key: string;
  readonly of: (source: Readonly<Record<string, unknown>>) => object;
};

export function sourceCut(filter: SourceFilter | undefined): SourceCut {
  if (filter === undefined || filter === true) return null;
  if (filter === false) return false;
  const { includes, excludes } =
    typeof filter === 'object' && !Array.isArray(filter)
      ? (filter as { includes?: string | readonly string[]; excludes?: string | readonly string[] })
      : { includes: filter as string | readonly string[], excludes: undefined };
  const wanted = patterns(includes);
  const unwanted = patterns(excludes);
  if (wanted.length === 0 && unwanted.length === 0) return null;
  return { key: JSON.stringify(filter), of: (source) => cutObject(source, '', wanted, unwanted) };
}

type NamePattern = {
  /** Whether a name fits, or an object that contains it. */
  readonly covers: (path: string) => boolean;
  /** Whether names inside this one may fit. */
  readonly leadsTo: (path: string) => boolean;
};

const patterns = (texts: string | readonly string[] | undefined): readonly NamePattern[] =>
  (texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts).map(pattern);

function pattern(text: string): NamePattern {
  if (!text.includes('*'))
    return {
      covers: (path) => path === text || path.startsWith(`${text}.`),
      leadsTo: (path) => text.startsWith(`${path}.`),
    };
  const expression = new RegExp(
    `^${text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}(\\..*)?$`,
    's',
  );
  const fixed = text.slice(0, text.indexOf('*'));
  return {
    covers: (path) => expression.test(path),
    leadsTo: (path) => `${path}.`.startsWith(fixed) || fixed.startsWith(`${path}.`),
  };
}

function cutObject(
  source: Readonly<Record<string, unknown>>,
  above: string,
  wanted: readonly NamePattern[],
  unwanted: readonly NamePattern[],
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    const path = above === '' ? name : `${above}.${name}`;
    if (unwanted.some((p) => p.covers(path))) continue;
    const covered = wanted.length === 0 || wanted.some((p) => p.covers(path));
    const mayHold = covered || wanted.some((p) => p.leadsTo(path));
    if (!mayHold) continue;
    const kept = cutValue(value, path, covered ? [] : wanted, unwanted);
    if (covered || kept !== undefined) result[name] = kept;
  }
  return result;
}

/** Undefined: no part of the value is wanted. */
function cutValue(
  value: unknown,
  path: string,
  wanted: readonly NamePattern[],
  unwanted: readonly NamePattern[],
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => cutValue(item, path, wanted, unwanted));
    if (wanted.length === 0) return items;
    const kept = items.filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value === 'object' && value !== null) {
    const cut = cutObject(value as Record<string, unknown>, path, wanted, unwanted);
    return wanted.length > 0 && Object.keys(cut).length === 0 ? undefined : cut;
  }
  return wanted.length > 0 ? undefined : value;
}
