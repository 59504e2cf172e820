// Cuts a document down to the parts that a request wants: patterns such as `instrument_*` or `a.b`.
import type { SourceFilter } from '@isobar/query-language/aggregation.ts';
import { fitsPattern } from './name-pattern.ts';

/** What is shown of a source: `false` nothing, `null` all of it, or a part. */
export type SourceCut = false | null | SourcePart;
export type SourcePart = {
  /** Two filters with the same key show the same part. */
  readonly key: string;
  /**
   * Cuts the part out of a source. `work` is called with the number of steps that the patterns
   * took.
   */
  readonly of: (source: Readonly<Record<string, unknown>>, work: (steps: number) => void) => object;
};

type Work = (steps: number) => void;

/** Filters that were read: one is used for each bucket of a search. */
const read = new WeakMap<object, SourceCut>();

export function sourceCut(filter: SourceFilter | undefined): SourceCut {
  if (filter === undefined || filter === true) return null;
  if (filter === false) return false;
  if (typeof filter === 'string') return cutBy([filter], [], JSON.stringify(filter));
  const known = read.get(filter);
  if (known !== undefined) return known;
  const { includes, excludes }: Parts = 'length' in filter ? { includes: filter } : filter;
  const cut = cutBy(listOf(includes), listOf(excludes), JSON.stringify(filter));
  read.set(filter, cut);
  return cut;
}

type Parts = {
  readonly includes?: string | readonly string[];
  readonly excludes?: string | readonly string[];
};

const listOf = (texts: string | readonly string[] | undefined): readonly string[] =>
  texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts;

function cutBy(includes: readonly string[], excludes: readonly string[], key: string): SourceCut {
  if (includes.length === 0 && excludes.length === 0) return null;
  const wanted = includes.length > 0 ? namesOf(includes) : null;
  const unwanted = excludes.length > 0 ? namesOf(excludes) : null;
  return { key, of: (source, work) => cutObject(source, '', { wanted, unwanted, work }) };
}

/**
 * Tells whether a list of patterns fits a path. The answer is cached for each path, since documents
 * share few different paths.
 */
type Names = (path: string, work: Work) => Verdict;
type Verdict = {
  /** A pattern fits the path itself or an object that contains it. */
  readonly covers: boolean;
  /** A pattern may fit names inside the object at this path. */
  readonly leadsTo: boolean;
};

/**
 * At most this many paths are cached: documents whose names are data, such as ids, have very many.
 */
const MOST_PATHS = 10_000;

function namesOf(texts: readonly string[]): Names {
  const plain = new Set(texts.filter((text) => !text.includes('*')));
  const above = new Set([...plain].flatMap(foldersOf));
  const starred = texts.filter((text) => text.includes('*')).map(patternOf);
  const verdicts = new Map<string, Verdict>();
  return (path, work) => {
    const known = verdicts.get(path);
    if (known) return known;
    work(starred.length * path.length);
    const within = [path, ...foldersOf(path)];
    const verdict = {
      covers:
        within.some((name) => plain.has(name)) ||
        starred.some(
          ({ text, within: below }) => fitsPattern(text, path) || fitsPattern(below, path),
        ),
      leadsTo: above.has(path) || starred.some(({ fixed }) => mayLead(fixed, `${path}.`)),
    };
    if (verdicts.size < MOST_PATHS) verdicts.set(path, verdict);
    return verdict;
  };
}

/** The paths of the objects around a path: `a` and `a.b` for `a.b.c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1))
    folders.push(path.slice(0, at));
  return folders;
}

/**
 * `within`: a pattern for the names inside an object that fits. `fixed`: the text before the first
 * star, with which every fitting name begins.
 */
const patternOf = (written: string) => {
  const text = written.includes('**') ? written.replace(/\*+/g, '*') : written;
  return { text, within: `${text}.*`, fixed: text.slice(0, text.indexOf('*')) };
};

const mayLead = (fixed: string, folder: string): boolean =>
  folder.startsWith(fixed) || fixed.startsWith(folder);

type Cutting = {
  /** Null: everything is wanted. */
  readonly wanted: Names | null;
  readonly unwanted: Names | null;
  readonly work: Work;
};

function cutObject(
  source: Readonly<Record<string, unknown>>,
  above: string,
  cutting: Cutting,
): Record<string, unknown> {
  const { wanted, unwanted, work } = cutting;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    const path = above === '' ? name : `${above}.${name}`;
    if (unwanted?.(path, work).covers) continue;
    const { covers, leadsTo } = wanted ? wanted(path, work) : ALL;
    if (!covers && !leadsTo) continue;
    const kept = cutValue(value, path, covers ? { ...cutting, wanted: null } : cutting);
    if (covers || kept !== undefined) result[name] = kept;
  }
  return result;
}

const ALL: Verdict = { covers: true, leadsTo: true };

/** Undefined: no part of the value is wanted. */
function cutValue(value: unknown, path: string, cutting: Cutting): unknown {
  const isPart = cutting.wanted !== null;
  if (Array.isArray(value)) {
    const items = value.map((item) => cutValue(item, path, cutting));
    if (!isPart) return items;
    const kept = items.filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value === 'object' && value !== null) {
    const cut = cutObject(value as Record<string, unknown>, path, cutting);
    return isPart && Object.keys(cut).length === 0 ? undefined : cut;
  }
  return isPart ? undefined : value;
}
