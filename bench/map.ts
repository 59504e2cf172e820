// npm run bench map: script in each frame while a map of 3,000 facilities and one without any are
// panned, zoomed, hovered over and drawn on. ISOBAR_BENCH_TRACES: a folder that keeps the traces,
// to be opened in the browser's developer tools.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../e2e/launch.ts';
import { CATEGORIES, type Frame, framesOf } from './frame-script.ts';
import { openMapArchive } from './map-archive.ts';

const FACILITIES = 3000;
/** Milliseconds: p95 of the script in a frame. */
const LIMIT_MS = 16;
/** Milliseconds between two moves of the pointer: about a frame. */
const STEP_MS = 16;

type Act = readonly [name: string, act: (page: Page) => Promise<void>];
type Spot = readonly [x: number, y: number];

const ACTS: readonly Act[] = [
  ['hover', (page) => along(page, WAVE)],
  ['pan', pan],
  ['zoom by wheel', zoom],
  ['pan, near', pan],
  ['hover, near', (page) => along(page, WAVE)],
  ['zoom out again', (page) => wheel(page, 60, 80)],
  ['draw a polygon', draw],
];

export async function run(): Promise<void> {
  const archive = await openMapArchive(FACILITIES);
  let browser: Browser | null = null;
  try {
    browser = await launch();
    // An archive without data of that day has no facility: the map alone.
    const empty = await visit(browser, `${archive.url}${MAP}?start=2150-01-01`, 'empty', /Viewing/);
    const full = await visit(
      browser,
      `${archive.url}${MAP}`,
      'full',
      new RegExp(`${SITES_SEEN}|Viewing All Locations`),
    );
    report(full, empty);
  } finally {
    await browser?.close();
    await archive.close();
  }
}

const MAP = '/discovery/#/locationsearch';
const SITES_SEEN = `${FACILITIES.toLocaleString('en')} facilities`;

async function visit(
  browser: Browser,
  address: string,
  name: string,
  headline: RegExp,
): Promise<ReadonlyMap<string, readonly Frame[]>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText(headline).first().waitFor();
  await page.locator('canvas.maplibregl-canvas').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500); // the map is drawn, and its marks have faded in
  const measured = new Map<string, readonly Frame[]>();
  for (const [act, perform] of ACTS) {
    await browser.startTracing(page, { categories: [...CATEGORIES] });
    await perform(page).catch((cause: unknown) => {
      throw new Error(`could not: ${act}`, { cause });
    });
    await page.waitForTimeout(1200); // what follows the act: an ease, the marks, the list
    const trace = await browser.stopTracing();
    keep(trace, `${name}-${act.replace(/\W+/g, '-')}`);
    measured.set(act, framesOf(trace));
  }
  await context.close();
  return measured;
}

function keep(trace: Buffer, name: string): void {
  const folder = process.env.ISOBAR_BENCH_TRACES;
  if (folder) writeFileSync(join(folder, `${name}.json`), trace);
}

/** A wave over the whole map: many marks lie under it. */
const WAVE: readonly Spot[] = Array.from({ length: 120 }, (_, n) => [
  0.05 + (0.9 * n) / 119,
  0.5 + 0.4 * Math.sin(n / 6),
]);

async function boxOf(page: Page) {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('there is no map');
  return box;
}

/** Moves the pointer along parts of the map's width and height. */
async function along(page: Page, spots: readonly Spot[]): Promise<void> {
  const box = await boxOf(page);
  for (const [x, y] of spots) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await page.waitForTimeout(STEP_MS);
  }
}

const line = ([ax, ay]: Spot, [bx, by]: Spot, steps = 30): readonly Spot[] =>
  Array.from({ length: steps }, (_, n) => {
    const part = (n + 1) / steps;
    return [ax + (bx - ax) * part, ay + (by - ay) * part];
  });

async function pan(page: Page): Promise<void> {
  for (const [from, to] of [
    [
      [0.7, 0.5],
      [0.3, 0.45],
    ],
    [
      [0.3, 0.45],
      [0.6, 0.6],
    ],
  ] as const) {
    await along(page, [from]);
    await page.mouse.down();
    await along(page, line(from, to));
    await page.mouse.up();
    await page.waitForTimeout(700); // it glides on
  }
}

async function zoom(page: Page): Promise<void> {
  await along(page, [[0.55, 0.5]]);
  await wheel(page, 40, -80);
}

async function wheel(page: Page, turns: number, by: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(STEP_MS);
  }
}

async function draw(page: Page): Promise<void> {
  const corners: readonly Spot[] = [
    [0.3, 0.3],
    [0.5, 0.22],
    [0.6, 0.4],
    [0.58, 0.7],
    [0.4, 0.75],
    [0.28, 0.55],
  ];
  await page.getByRole('button', { name: 'Draw Polygon', exact: true }).click();
  await page.getByRole('region', { name: 'Drawing an area' }).waitFor();
  let before: Spot = [0.2, 0.2];
  for (const corner of corners) {
    await along(page, line(before, corner, 12));
    await page.mouse.down();
    await page.waitForTimeout(STEP_MS);
    await page.mouse.up();
    before = corner;
  }
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('link', { name: 'Search data in this area' }).waitFor();
}

function report(
  full: ReadonlyMap<string, readonly Frame[]>,
  empty: ReadonlyMap<string, readonly Frame[]>,
): void {
  console.log(`script in a frame, ms of the processor, ${FACILITIES} facilities (empty map):`);
  for (const [act, frames] of [...full, ['all', [...full.values()].flat()] as const]) {
    const peer = act === 'all' ? [...empty.values()].flat() : (empty.get(act) ?? []);
    const p95 = at(frames, 0.95);
    const missed = p95 > LIMIT_MS;
    if (missed) process.exitCode = 1;
    const parts = [
      `median ${shown(at(frames, 0.5))} (${shown(at(peer, 0.5))})`,
      `p95 ${shown(p95)} (${shown(at(peer, 0.95))})`,
      `worst ${shown(at(frames, 1))} (${shown(at(peer, 1))})`,
    ];
    console.log(
      `  ${act.padEnd(16)} ${String(frames.length).padStart(4)} frames  ${parts.join('  ')}${missed ? `  MISSED: at most ${LIMIT_MS}` : ''}`,
    );
  }
}

function at(frames: readonly Frame[], part: number): number {
  const all = frames.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
  return all[Math.ceil(all.length * part) - 1] ?? 0;
}

const shown = (ms: number): string => ms.toFixed(1);
