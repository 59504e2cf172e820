// A page survives dropped requests: every part that is loaded when it is needed is asked for again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictured, visitor } from './browser.ts';
import { type Way, ways } from './lazy-ways.ts';

import { type Operator, operator } from './screen-round.ts';
import { root } from './server.ts';

/** While one window waits for a pause to pass, another is looked at. */
const WINDOWS = 2;
/** For manual runs: only ways whose names contain this text. */
const ONLY = process.env.ISOBAR_WAYS ?? '';
const ASSETS = '**/discovery/assets/*';

type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The files of all parts that are loaded when they are needed, by their names in the build:
 * 'src/ui/drawer.tsx' -> 'assets/drawer-1.js'.
 */
function lazyParts(): ReadonlyMap<string, string> {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(root, 'apps/portal/dist/.vite/manifest.json'), 'utf8'),
  );
  const names = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  return new Map(names.map((name) => [name, manifest[name]?.file ?? '']));
}

const parts = lazyParts();
const files = new Set(parts.values());

let olga: Operator;
beforeAll(async () => {
  olga = await operator({ ISOBAR_RATE: '1000000' });
});
afterAll(() => olga?.leave());

type Opened = {
  readonly page: Page;
  readonly close: () => Promise<void>;
  /** How often each file of a part was asked for. */
  readonly asked: Map<string, number>;
  /** How often the page was loaded. */
  readonly loads: () => number;
};

/**
 * Opens a window at the start of a way. `drops`: whether a request is dropped, the `nth` of its
 * file.
 */
async function begun(way: Way, drops: (file: string, nth: number) => boolean): Promise<Opened> {
  const { page, context } = await visitor(olga.browser, {
    coarse: true,
    ...(way.isGuest ? {} : { state: olga.state }),
    ...(way.width ? { width: way.width } : {}),
  });
  const asked = new Map<string, number>();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(ASSETS, async (route: Route) => {
    const file = new URL(route.request().url()).pathname.replace('/discovery/', '');
    const nth = (asked.get(file) ?? 0) + 1;
    asked.set(file, nth);
    await (files.has(file) && drops(file, nth) ? route.abort() : route.continue());
  });
  await way.before?.(page);
  await page.goto(`${olga.server.url}/discovery/#${way.at}`);
  return { page, asked, loads: () => loads, close: () => context.close() };
}

/**
 * Does something with each of `all`, in a few windows at a time; resolves to all that `act`
 * returned.
 */
async function inWindows<T>(
  all: readonly T[],
  act: (one: T) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const left = all.values();
  const told = await Promise.all(
    Array.from({ length: WINDOWS }, async () => {
      const own: string[] = [];
      for (const one of left) own.push(...(await act(one)));
      return own;
    }),
  );
  return told.flat();
}

const BROKEN = /This page could not be shown|could not be loaded\./;

/** Which way opens a part soonest, by the part's file. */
const opens = new Map<string, { readonly way: Way; readonly ms: number }>();

const chosen = (): readonly Way[] => ways(olga.numbers).filter(({ name }) => name.includes(ONLY));
const nameOf = (way: Way): string => way.name.replaceAll(/\W+/g, '-');

it('a page on which the first request of every part is dropped shows each of them, without being loaded again', async () => {
  const faults = await inWindows(chosen(), async (way) => {
    const start = performance.now();
    const { page, asked, loads, close } = await begun(way, (_, nth) => nth === 1);
    const told: string[] = [];
    await pictured(page, `dropped-${nameOf(way)}`, () => way.walk(page)).catch((error: Error) =>
      told.push(error.message),
    );
    told.push(...(await page.getByText(BROKEN).allTextContents()));
    if (loads() !== 1) told.push(`loaded ${loads()} times`);
    const ms = performance.now() - start;
    for (const [file, times] of asked) {
      // Files that were asked for once were only to be at hand.
      if (files.has(file) && times > 1 && ms < (opens.get(file)?.ms ?? Number.POSITIVE_INFINITY))
        opens.set(file, { way, ms });
    }
    await close();
    return told.map((one) => `${way.name}: ${one}`);
  });
  expect(faults).toEqual([]);
  const missed = [...parts].filter(([, file]) => !opens.has(file)).map(([name]) => name);
  if (ONLY === '') expect(missed, 'no way in lazy-ways.ts opens these').toEqual([]);
}, 600_000);

/**
 * Ways in which the failure of a part looks: in its place, over the page, and in place of a
 * popover.
 */
const FAILING = [
  {
    what: 'The timeline options',
    part: 'src/screens/data-search/timeline-options.tsx',
    opens: (page: Page) => page.getByRole('button', { name: 'Timeline Options' }).first().click(),
    shows: (page: Page) => page.getByRole('dialog', { name: 'Timeline Display Options' }),
  },
  {
    what: 'The table of quality reports',
    part: 'src/parts/timeline/reports-of.tsx',
    opens: (page: Page) =>
      page
        .getByRole('link', { name: /^\d+ reports/ })
        .first()
        .click(),
    shows: (page: Page) => page.getByRole('table', { name: /^Quality reports of/ }),
  },
  {
    what: 'The calendar',
    part: 'src/screens/data-search/calendar-popover.tsx',
    opens: (page: Page) => page.getByRole('button', { name: 'Calendar', exact: true }).click(),
    shows: (page: Page) => page.getByRole('grid'),
  },
];

it.each(FAILING)(
  '[X003] $what is the only part that fails when each of its requests is dropped, and Try again sends one and shows it',
  async ({ what, part, opens: open, shows }) => {
    const file = parts.get(part) ?? '';
    expect(file, 'the part has another name').not.toBe('');
    let isDropped = true;
    const way: Way = {
      name: what,
      at: '/results/datastream::sgpmetE13.b1?rows=10',
      walk: async () => {},
    };
    const { page, asked, loads, close } = await begun(way, (one) => one === file && isDropped);
    await pictured(page, `failing-${nameOf(way)}`, async () => {
      await page.getByText(/^Search Results - Showing/).waitFor();
      await open(page);
      await page.getByText(`${what} could not be loaded.`).waitFor();
      const tries = asked.get(file) ?? 0;
      expect(tries).toBeGreaterThanOrEqual(3);
      // All else is still there, and works.
      expect(await page.getByText('This page could not be shown').count()).toBe(0);
      await page.getByText(/^Search Results - Showing/).waitFor();
      expect(await page.getByRole('rowheader').count()).toBeGreaterThan(0);
      isDropped = false;
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await shows(page).first().waitFor();
      expect(await page.getByText(`${what} could not be loaded.`).count()).toBe(0);
      expect(asked.get(file)).toBe(tries + 1);
      expect(loads()).toBe(1);
    });
    await close();
  },
);
