// Lists a large prefix of a bucket by several requests at a time: a page names the one that follows
// it, so that one after the other a hundred thousand of them take hours of waiting.
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';

export interface PageQuestion {
  readonly prefix: string;
  readonly startAfter?: string | undefined;
  readonly token?: string | undefined;
  readonly delimiter?: string;
  /** Keys of the page; absent: as many as the store gives. */
  readonly most?: number;
}
export type AskPage = (question: PageQuestion) => Promise<ListObjectsV2CommandOutput>;
export type S3Object = NonNullable<ListObjectsV2CommandOutput['Contents']>[number];

/** Keys after `from`, up to `to` without it; null: to the end. */
interface Range {
  readonly from: string;
  readonly to: string | null;
}

/** Requests under way at a time. */
const AT_ONCE = 8;
/** Ranges that are listed apart, of which some are longer than others. */
const MOST_RANGES = 64;
/** Requests that look for folders at whose names the keys can be parted. */
const MOST_LOOKS = 12;

/**
 * Pages of all objects below a prefix, none if there are none; each object once, in an order that
 * is the same for the same content. A prefix of one page costs one request.
 */
export async function* pagesBelow(
  prefix: string,
  ask: AskPage,
): AsyncGenerator<readonly S3Object[]> {
  let page = await ask({ prefix });
  // A page may be empty though there are others, where objects were removed.
  while (page.IsTruncated && !page.Contents?.length)
    page = await ask({ prefix, token: page.NextContinuationToken });
  const objects = page.Contents ?? [];
  const last = objects.at(-1)?.Key;
  if (last === undefined) return;
  yield objects;
  if (!page.IsTruncated) return;
  const bounds = evenly(await folderNames(prefix, last, ask), MOST_RANGES - 1);
  const ranges = [last, ...bounds].map((from, n): Range => ({ from, to: bounds[n] ?? null }));
  yield* inTurn(ranges.map((range) => () => pagesOf(prefix, range, ask)));
}

/**
 * Names of folders after a key, in the order of keys: of the first level that has several, as far
 * as some requests tell.
 */
async function folderNames(prefix: string, after: string, ask: AskPage): Promise<string[]> {
  let level = [prefix];
  let looks = 0;
  for (let depth = 0; depth < 3; depth++) {
    const found: string[] = [];
    for (const folder of level) {
      let token: string | undefined;
      do {
        if (looks++ >= MOST_LOOKS) break;
        const page = await ask({ prefix: folder, delimiter: '/', token });
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix);
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    }
    if (found.length === 0) break;
    level = found;
    if (found.length >= AT_ONCE || looks >= MOST_LOOKS) break;
  }
  return level.filter((name) => isBefore(after, name)).sort(byBytes);
}

/** The pages of a range; the next one is under way while one is worked on. */
async function* pagesOf(
  prefix: string,
  { from, to }: Range,
  ask: AskPage,
): AsyncGenerator<readonly S3Object[]> {
  let token: string | undefined;
  do {
    const page = await ask({ prefix, startAfter: from, token });
    const objects = page.Contents ?? [];
    const [first, last] = [objects[0]?.Key ?? '', objects.at(-1)?.Key ?? ''];
    const isOver = to !== null && !isBefore(last, to);
    // A store that does not know where to start begins at the beginning; its keys are left to their
    // own ranges.
    const isEarly = objects.length > 0 && !isBefore(from, first);
    const own = ({ Key = '' }: S3Object): boolean =>
      isBefore(from, Key) && (to === null || isBefore(Key, to));
    yield isOver || isEarly ? objects.filter(own) : objects;
    token = page.IsTruncated && !isOver ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/**
 * A page of each in turn, of so many at a time; whatever they do until their next page, they do
 * meanwhile.
 */
async function* inTurn<T>(makers: readonly (() => AsyncGenerator<T>)[]): AsyncGenerator<T> {
  const waiting = [...makers];
  const active: { readonly pages: AsyncGenerator<T>; next: Promise<IteratorResult<T, unknown>> }[] =
    [];
  const begun = (pages: AsyncGenerator<T>): Promise<IteratorResult<T, unknown>> => {
    const next = pages.next();
    next.catch(() => {}); // reported where it is awaited
    return next;
  };
  try {
    for (;;) {
      while (active.length < AT_ONCE) {
        const pages = waiting.shift()?.();
        if (!pages) break;
        active.push({ pages, next: begun(pages) });
      }
      const turn = active.shift();
      if (!turn) return;
      const { value, done } = await turn.next;
      if (done) continue;
      turn.next = begun(turn.pages);
      active.push(turn);
      yield value;
    }
  } finally {
    for (const { pages } of active) void pages.return(undefined).catch(() => {});
  }
}

function evenly(names: readonly string[], most: number): string[] {
  if (names.length <= most) return [...names];
  return Array.from({ length: most }, (_, n) => names[Math.floor((n * names.length) / most)] ?? '');
}

/** Keys are ordered by their bytes in UTF-8. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const isBefore = (a: string, b: string): boolean => byBytes(a, b) < 0;
