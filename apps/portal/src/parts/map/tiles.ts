// The tile service of this installation, where one is configured: a {z}/{x}/{y} address, or a
// TileJSON that tells more.
import { type PortalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { readTileJson } from '@isobar/contract/calls/tile-calls.ts';
import { ask } from '../../lib/ask.ts';
import { serviceAddress } from '../../lib/service-address.ts';
import type { Tiles } from './map-numbers.ts';

/** The nearest zoom of most tile services, for those that do not state it. */
const USUAL_ZOOM = 18;
const WORLD = [-180, -85.0511, 180, 85.0511] as const;

/** null: none is configured, and our own world is the whole map. */
export async function readTiles(config: PortalConfig, signal?: AbortSignal): Promise<Tiles | null> {
  const address = serviceAddress(config, 'tiles');
  if (address === SERVICE_PATHS.tiles) return null;
  if (/\{z\}/.test(address))
    return {
      addresses: [absolute(address)],
      maxZoom: USUAL_ZOOM,
      tileSize: 256,
      bounds: WORLD,
      attribution: '',
    };
  const { tiles, maxzoom, tileSize, bounds, attribution } = await ask(config, readTileJson, {
    signal,
  });
  return {
    addresses: tiles.map(absolute),
    maxZoom: maxzoom ?? USUAL_ZOOM,
    tileSize: tileSize ?? 256,
    bounds: bounds ?? WORLD,
    attribution: attribution ?? '',
  };
}

/** A worker asks for tiles, and has no page to which an address could be relative. */
const absolute = (address: string): string =>
  address.startsWith('/') ? `${location.origin}${address}` : address;
