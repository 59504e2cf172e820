// `filter_path`: keeps only the named parts of a reply.
import { fitsPattern } from './name-pattern.ts';

/**
 * The parts of `reply` that `paths` name, such as `hits.total.value`, `hits.hits._source`,
 * `aggregations.*.buckets` or `**._id`; `*` stands for any part of a name, `**` for any number of
 * names. A path goes through a list into each of its items. A path that begins with `-` removes a
 * part of what the others keep, or of the whole reply if there are no others. What ends up empty is
 * left out as well. No path: the reply as it is.
 */
export function filterPath<T extends object>(reply: T, paths: readonly string[]): object {
  const parsed = paths.filter((path) => path !== '' && path !== '-');
  const wanted = parsed.filter((path) => !path.startsWith('-')).map(begin);
  const unwanted = parsed
    .filter((path) => path.startsWith('-'))
    .map((path) => begin(path.slice(1)));
  let result: unknown = reply;
  if (wanted.length > 0) result = keep(result, wanted, new WeakMap());
  if (unwanted.length > 0) result = drop(result, unwanted, new WeakMap());
  return isObject(result) ? result : {};
}

/** The comma list of a request as paths. */
export const filterPaths = (list: string): string[] =>
  list
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');

/** A path and how many of its names have been met. */
type Place = { readonly path: readonly string[]; readonly at: number };

/** Any number of names. */
const DEEP = '**';

const begin = (path: string): Place => ({
  path: path.split('.').filter((name, i, all) => name !== DEEP || all[i - 1] !== DEEP),
  at: 0,
});

/**
 * How far the paths have been met after `name`, each place once. All hits of a reply have the same
 * names, so what was found for a name is kept.
 */
function step(places: readonly Place[], name: string, steps: Steps): Step {
  const known = steps.get(places) ?? new Map<string, Step>();
  steps.set(places, known);
  const before = known.get(name);
  if (before) return before;
  const next = stepOnce(places, name);
  const made = { next, isMet: next.some(({ path, at }) => at >= path.length) };
  if (known.size < MOST_KNOWN) known.set(name, made);
  return made;
}

/** `isMet`: a path ends here. */
type Step = { readonly next: readonly Place[]; readonly isMet: boolean };
type Steps = WeakMap<readonly Place[], Map<string, Step>>;

/** At most so many names are kept, since buckets may be named by tens of thousands of values. */
const MOST_KNOWN = 1000;

function stepOnce(places: readonly Place[], name: string): Place[] {
  const next: Place[] = [];
  const taken = new Map<readonly string[], Set<number>>();
  const add = (path: readonly string[], at: number) => {
    const own = taken.get(path) ?? new Set();
    taken.set(path, own);
    if (own.has(at)) return;
    own.add(at);
    next.push({ path, at });
  };
  for (const { path, at } of places) {
    const first = path[at];
    if (first === undefined) continue;
    if (first !== DEEP) {
      if (fitsPattern(first, name)) add(path, at + 1);
      continue;
    }
    add(path, at);
    const after = path[at + 1];
    if (after === undefined) add(path, at + 1);
    else if (fitsPattern(after, name)) add(path, at + 2);
  }
  return next;
}

function keep(value: unknown, places: readonly Place[], steps: Steps): unknown {
  if (Array.isArray(value)) {
    const items = value
      .map((item) => keep(item, places, steps))
      .filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isObject(value)) return undefined;
  const kept: [string, unknown][] = [];
  for (const [name, below] of Object.entries(value)) {
    const { next, isMet } = step(places, name, steps);
    if (next.length === 0) continue;
    const part = isMet ? below : keep(below, next, steps);
    if (part !== undefined) kept.push([name, part]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function drop(value: unknown, places: readonly Place[], steps: Steps): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, places, steps));
  if (!isObject(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [name, below] of Object.entries(value)) {
    const { next, isMet } = step(places, name, steps);
    if (isMet) continue;
    const part = next.length > 0 ? drop(below, next, steps) : below;
    const emptied = isObject(part) && Object.keys(part).length === 0 && part !== below;
    if (!emptied) kept.push([name, part]);
  }
  return Object.fromEntries(kept);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
