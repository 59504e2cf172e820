// The map of the location search for flows: where a place is on it, and geometry computed
// independently of the portal.
import type { Locator, Page } from 'playwright-core';
import type { Served } from './server.ts';

export type Place = readonly [lon: number, lat: number];

/**
 * Pixels of the world at the default zoom 1.8. The projection is written here a second time, to
 * check the map's.
 */
export const WORLD = 512 * 2 ** 1.8;
const northing = (lat: number): number =>
  Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);

/** The position of a place on the canvas before the map has been moved. */
export async function pixelOf(page: Page, [lon, lat]: Place): Promise<{ x: number; y: number }> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('there is no map');
  return {
    x: box.x + box.width / 2 + (lon / 360) * WORLD,
    y: box.y + box.height / 2 - (northing(lat) - northing(20)) * WORLD,
  };
}

/** Whether a point lies inside: seen from there, the sides make one full turn. */
export function surrounds(corners: readonly Place[], [x, y]: Place): boolean {
  const angles = [...corners, corners[0] as Place].map(([lon, lat]) =>
    Math.atan2(lat - y, lon - x),
  );
  const turned = angles.slice(1).reduce((sum, angle, i) => {
    const step = angle - (angles[i] ?? 0);
    return sum + step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
  }, 0);
  return Math.abs(turned) > Math.PI;
}

type Facility = { readonly ffac: string; readonly at: Place };

/** By origin of the server: the answer is seven thousand times the first record of a facility. */
const known = new Map<string, Promise<readonly Facility[]>>();

/** Every facility with coordinates, asked for once of each server, as any client can. */
export function facilities({ url }: Served): Promise<readonly Facility[]> {
  const asked = known.get(url) ?? askedOf(url);
  known.set(url, asked);
  return asked;
}

async function askedOf(url: string): Promise<readonly Facility[]> {
  const reply = await fetch(`${url}/services/metadata/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      size: 0,
      query: { exists: { field: 'geo' } },
      aggs: {
        all: {
          terms: { field: 'ffac.keyword', size: 7000 },
          aggs: { one: { top_hits: { size: 1, _source: ['location'] } } },
        },
      },
    }),
  });
  const { aggregations } = (await reply.json()) as {
    aggregations: {
      all: {
        buckets: { key: string; one: { hits: { hits: { _source: { location: string } }[] } } }[];
      };
    };
  };
  return aggregations.all.buckets.map(({ key, one }) => {
    const [lat = 0, lon = 0] = (one.hits.hits[0]?._source.location ?? '').split(',').map(Number);
    return { ffac: key, at: [lon, lat] };
  });
}

export async function openMap({ url }: Served, page: Page, more = ''): Promise<void> {
  await page.goto(`${url}/discovery/#/locationsearch${more}`);
  await page.getByText(/^Viewing /).waitFor();
}
export const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Begins an area, and waits until the map has the focus: it draws from then on, and the page has
 * scrolled to it. Corners that are clicked before stand elsewhere.
 */
export async function startDrawing(
  page: Page,
  press: (draw: Locator) => Promise<void> = (draw) => draw.click(),
): Promise<void> {
  await canvas(page).waitFor();
  await press(button(page, 'Draw Polygon'));
  await page.getByRole('region', { name: 'Drawing an area' }).waitFor();
  await page.locator('canvas.maplibregl-canvas:focus').waitFor();
}

export const shapeIn = (page: Page): readonly Place[] => {
  const shape = new URLSearchParams(page.url().split('?')[1]).get('shape') ?? '';
  return shape.split(',').map((pair) => {
    const [lon = 0, lat = 0] = pair.trim().split(' ').map(Number);
    return [lon, lat];
  });
};

/**
 * Facilities with a place of their own that are inside an area, seen from either side of the date
 * line.
 */
export async function within(server: Served, area: readonly Place[]): Promise<readonly string[]> {
  const inside = ([lon, lat]: Place): boolean =>
    [lon, lon + 360, lon - 360].some((x) => surrounds(area, [x, lat]));
  return (await facilities(server))
    .filter(({ at }) => inside(at))
    .map(({ ffac }) => ffac)
    .sort();
}

/**
 * The facilities that the portal's list shows as chosen, without moving platforms, which are in no
 * index.
 */
export async function listed(server: Served, page: Page): Promise<readonly string[]> {
  const placed = new Set((await facilities(server)).map(({ ffac }) => ffac));
  if (!page.url().includes('view=list'))
    await page
      .locator('label')
      .filter({ hasText: /^List$/ })
      .click();
  const rows = page.getByRole('region', { name: 'List of facilities' }).getByRole('button');
  await rows.first().waitFor();
  const codes = (await rows.allTextContents()).map((text) => text.split(' ')[0] ?? '');
  return codes.filter((code) => placed.has(code)).sort();
}
