// Areas drawn by finger, by keyboard and by typing, over the date line and around a pole, against
// geometry computed here; and a map of tiles.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoSidewaysScroll, pictured, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';
import {
  button,
  canvas,
  listed,
  openMap,
  type Place,
  pixelOf,
  shapeIn,
  startDrawing,
  WORLD,
  within,
} from './map.ts';
import { demoIsobar, type Isobar, NO_ORDERS } from './server.ts';

const demo = sharedDemo();

const PATIENT = { timeout: 60_000 };

const done = (page: Page) => page.getByRole('link', { name: 'Search data in this area' });

/**
 * The area in the address is the one that was drawn, to the precision of a pointing hand, and the
 * portal chose the facilities inside.
 */
async function expectArea(page: Page, meant: readonly Place[]): Promise<readonly string[]> {
  await done(page).waitFor();
  const drawn = shapeIn(page);
  expect(drawn).toHaveLength(meant.length);
  for (const [lon, lat] of meant)
    expect(
      drawn.filter(([x, y]) => Math.abs(x - lon) < 2 && Math.abs(y - lat) < 2),
      `a corner at ${lon} ${lat} in ${drawn.join('; ')}`,
    ).toHaveLength(1);
  const inside = await within(demo.server, drawn);
  expect(await listed(demo.server, page)).toEqual(inside);
  return inside;
}

it('[L017] [L019] an area is drawn by finger on a phone: taps set corners, a drag moves the map, the first corner again ends it', async () => {
  const area: readonly Place[] = [
    [-24, 44],
    [-31, 36],
    [-31, 8],
    [14, 8],
    [14, 51],
  ];
  const { page, context, complaints } = await visitor(demo.browser, {
    width: 375,
    touch: true,
    coarse: true,
  });
  await pictured(page, 'location-finger', async () => {
    await openMap(demo.server, page);
    await startDrawing(page, (draw) => draw.tap());
    await canvas(page).scrollIntoViewIfNeeded();
    for (const [n, corner] of area.entries()) {
      const { x, y } = await pixelOf(page, corner);
      await page.touchscreen.tap(x, y);
      await page.getByText(`${n + 1} corner${n === 0 ? '' : 's'}`, { exact: true }).waitFor();
    }
    await dragByFinger(page, 60);
    const { x, y } = await pixelOf(page, area[0] as Place);
    await page.getByText('5 corners', { exact: true }).waitFor();
    await page.touchscreen.tap(x + 60, y);
    expect(await expectArea(page, area)).not.toHaveLength(0);
    await expectNoSidewaysScroll(page);
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('[L017] an area is drawn with the mouse over the date line, also when the map crosses it between two corners', async () => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-date-line', async () => {
    await openMap(demo.server, page);
    await canvas(page).waitFor();
    await dragBy(page, -430);
    await dragBy(page, -430); // the centre lies just before the date line now
    const centre = (860 / WORLD) * 360;
    await startDrawing(page);
    const click = async ([lon, lat]: Place, at: number): Promise<void> => {
      const { x, y } = await pixelOf(page, [lon - at, lat]);
      await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.click(x, y, { delay: 30 });
    };
    await click([155, 5], centre);
    await click([155, -30], centre);
    await dragBy(page, -200); // and beyond it
    await click([200, -30], centre + (200 / WORLD) * 360);
    await click([200, 5], centre + (200 / WORLD) * 360);
    await page.getByText('4 corners', { exact: true }).waitFor();
    await button(page, 'Finish').click();
    const inside = await expectArea(page, [
      [155, 5],
      [155, -30],
      [200, -30],
      [200, 5],
    ]);
    expect(inside).toContain('twp.C2');
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('[L017] an area is drawn by keyboard alone, over the date line too', async () => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-keys', async () => {
    await openMap(demo.server, page);
    await startDrawing(page, (draw) => draw.press('Enter'));
    const press = async (key: string, times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        await page.keyboard.press(key);
        await page.waitForTimeout(150); // the map comes to rest between two keys
      }
      await page.keyboard.press('Enter');
    };
    await press('ArrowRight', 8);
    await press('ArrowRight', 3);
    await press('ArrowDown', 4);
    await press('ArrowLeft', 3);
    await page.getByText('4 corners', { exact: true }).waitFor();
    await page.keyboard.press('f');
    await done(page).waitFor();
    const step = (100 / WORLD) * 360;
    const south = Math.min(...shapeIn(page).map(([, lat]) => lat));
    const inside = await expectArea(page, [
      [8 * step, 20],
      [11 * step, 20],
      [11 * step, south],
      [8 * step, south],
    ]);
    expect(inside).toContain('twp.C2');
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it.each<[string, string, readonly Place[]]>([
  [
    'around the north pole',
    'nsa.C1',
    [
      [-180, 68],
      [180, 68],
      [180, 90],
      [-180, 90],
    ],
  ],
  [
    'from the south pole over the date line',
    'awr.M1',
    [
      [150, -90],
      [215, -90],
      [215, -70],
      [150, -50],
    ],
  ],
  [
    'over the date line, written from the west',
    'twp.C2',
    [
      [-200, 10],
      [-150, 10],
      [-170, -60],
    ],
  ],
])('[L017] [L018] an area is typed %s', async (_, known, area) => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-typed', async () => {
    await openMap(demo.server, page);
    await startDrawing(page);
    await button(page, 'Type the corners').click();
    const dialog = page.getByRole('dialog');
    for (const [n, [lon, lat]] of area.entries()) {
      if (n > 2) await dialog.getByRole('button', { name: 'Add a corner' }).click();
      await dialog.getByLabel(`Latitude of corner ${n + 1}`).fill(String(lat));
      await dialog.getByLabel(`Longitude of corner ${n + 1}`).fill(String(lon));
    }
    await dialog.getByRole('button', { name: 'Show the area' }).click();
    expect(await expectArea(page, area)).toContain(known);
  });
  expect(complaints).toEqual([]);
  await context.close();
});

/** A finger goes down away from the corners, moves right by so many pixels, and lifts. */
async function dragByFinger(page: Page, by: number): Promise<void> {
  const { x, y } = await pixelOf(page, [0, -10]);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch('touchStart', x);
  for (let part = 1; part <= 6; part += 1) {
    await touch('touchMove', x + (by * part) / 6);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(400); // so that it does not glide on
  await touch('touchEnd');
  await session.detach();
}

async function dragBy(page: Page, by: number): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2 - by / 2, box.y + box.height - 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 12 });
  await page.waitForTimeout(400); // so that it does not glide on
  await page.mouse.up();
}

describe('a map of tiles', () => {
  let tiles: Server;
  let asked: string[] = [];
  /** null: the service is down. */
  let tile: Buffer | null = null;
  let url = '';
  let mapped: Isobar;
  beforeAll(async () => {
    tiles = createServer((request, reply) => {
      asked.push(request.url ?? '');
      reply.setHeader('access-control-allow-origin', '*');
      if (tile) reply.setHeader('content-type', 'image/png').end(tile);
      else reply.writeHead(503).end();
    });
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`; // a port, for it listens
    mapped = await demoIsobar({
      ...NO_ORDERS,
      ISOBAR_SERVICES: JSON.stringify({ tiles: `${url}/{z}/{x}/{y}.png` }),
    });
  });
  afterEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await mapped?.remove();
    await new Promise((resolve) => tiles.close(resolve));
  });

  it('[X002] a map of tiles shows the tiles of the configured service, whose host is the only one that pages may ask', async () => {
    tile = oneColour([255, 0, 255]);
    const { page, context, complaints } = await visitor(demo.browser);
    await pictured(page, 'location-tiles', async () => {
      await openMap(mapped, page);
      await canvas(page).waitFor();
      await expect.poll(() => seaOf(page), PATIENT).toEqual([255, 0, 255]);
      expect(asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
      const { headers } = await fetch(`${mapped.url}/discovery/`);
      const rules = new Map(
        (headers.get('content-security-policy') ?? '')
          .split(';')
          .map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)] as const),
      );
      expect(rules.get('connect-src')).toEqual(["'self'", url]);
      for (const [name, sources] of rules)
        if (name !== 'connect-src') expect([name, sources.includes(url)]).toEqual([name, false]);
      const elsewhere = url.replace('127.0.0.1', 'localhost');
      asked = [];
      const other = await page.evaluate(
        (address) =>
          fetch(address).then(
            () => 'sent',
            () => 'refused',
          ),
        `${elsewhere}/other`,
      );
      expect([other, asked]).toEqual(['refused', []]);
    });
    expect(
      complaints.filter((text) => !/Content Security Policy|Refused|violates/.test(text)),
    ).toEqual([]);
    await context.close();
  });

  it('a map of tiles falls back to the bundled world with all marks when the service is down', async () => {
    tile = null;
    const { page, context, complaints } = await visitor(demo.browser);
    await pictured(page, 'location-no-tiles', async () => {
      await openMap(mapped, page);
      await canvas(page).waitFor();
      await page.getByText('Some tiles did not come; there the map is our own.').waitFor();
      expect(asked.length).toBeGreaterThan(0);
      const sea = [223, 232, 235];
      await expect.poll(() => seaOf(page), PATIENT).toEqual(sea);
      // In the Sahara, far from every facility: land in the colour of our own map.
      await expect.poll(() => colourAt(page, [22, 25]), PATIENT).toEqual([251, 251, 249]);
    });
    expect(complaints.filter((text) => !/status of 503/.test(text))).toEqual([]);
    await context.close();
  });
});

/** In the southern Indian ocean, between two lines of the graticule. */
const seaOf = (page: Page) => colourAt(page, [82, -22]);

/** The colour of one pixel of the map, as the browser shows it. */
async function colourAt(page: Page, place: Place): Promise<readonly number[]> {
  const { x, y } = await pixelOf(page, place);
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(picture, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, shot.toString('base64'));
}

/** A PNG of 256 pixels square in one colour. */
function oneColour([r, g, b]: readonly [number, number, number]): Buffer {
  const size = 256;
  const row = Buffer.concat([
    Buffer.of(0),
    Buffer.concat(Array.from({ length: size }, () => Buffer.of(r, g, b))),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const all = Buffer.alloc(named.length + 8);
  all.writeUInt32BE(data.length, 0);
  named.copy(all, 4);
  all.writeUInt32BE(crc32(named), named.length + 4);
  return all;
}
