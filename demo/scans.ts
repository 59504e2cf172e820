// Scanning instruments: which scan a file holds, and where each of its rays points.
import type { StreamFile } from './calendar.ts';

export interface Ray {
  /** Degrees clockwise from north, degrees above the horizon. */
  readonly azimuth: number;
  readonly elevation: number;
}

/** The scan of a file by the design's list of scans; undefined for instruments that do not scan. */
export function scanNameOf(file: StreamFile): string | undefined {
  const scans = SCANS.get(file.stream.design.name) ?? readScans(file);
  return scans.length > 0 ? scans[file.turn % scans.length] : undefined;
}

const SCANS = new Map<string, readonly string[]>();

function readScans({ stream }: StreamFile): readonly string[] {
  const list = stream.design.attributes.find(([name]) => name === 'scan_names')?.[1] ?? '';
  const scans = list.split(' ').filter(Boolean);
  SCANS.set(stream.design.name, scans);
  return scans;
}

/** Where ray number `index` of `count` points. */
export function rayOf(scan: string, index: number, count: number): Ray {
  const share = index / Math.max(1, count);
  switch (scan) {
    case 'ppi':
    case 'ppiv':
    case 'sur':
    case 'vad': {
      const sweeps = scan === 'vad' ? 1 : 4;
      const sweep = Math.floor(share * sweeps);
      return {
        azimuth: 360 * (share * sweeps - sweep),
        elevation: scan === 'vad' ? 60 : ([0.8, 2.1, 4.6, 9.9][sweep] ?? 0.8),
      };
    }
    case 'vpt':
    case 'fpt':
      return { azimuth: 0, elevation: 90 };
    case 'sec':
      return { azimuth: 220 + 80 * Math.abs(2 * share - 1), elevation: 2.5 };
    default: {
      // Slices: over the top and down again, at six azimuths.
      const slices = 6;
      const slice = Math.floor(share * slices);
      return { azimuth: 30 * slice, elevation: 1 + 178 * (share * slices - slice) };
    }
  }
}
