// What every source of illustrated cases keeps to.
import { describe, expect, it } from 'vitest';
import type { Cases } from '../cases.ts';

/** Names of no frame, and names that lead elsewhere. */
const STRANGE = [
  '',
  '.',
  '..',
  '../plot.png',
  'a/b.png',
  '/etc/hostname',
  '999.png',
  'plot.png\0',
  '__proto__',
];

/**
 * `open` gives a case with three frames at `sgp` on 20190615. If cases are in a folder, there is
 * also something named `outside` next to that folder.
 */
export function casesSuite(
  name: string,
  open: () => Promise<{ readonly cases: Cases; close(): Promise<void> }>,
): void {
  const known = { site: 'sgp', date: '20190615' };

  describe(`${name} as a source of cases`, () => {
    it('a source of cases has a plot and its frames in order, each a picture of its kind', async () => {
      const { cases, close } = await open();
      const plot = await cases.plot(known, 'light');
      expect(isPicture(plot)).toBe(true);
      const names = await cases.frames(known);
      expect(names).toHaveLength(3);
      expect(new Set(names).size).toBe(3);
      const frames = [];
      for (const frame of names) frames.push(await cases.frame(known, frame));
      expect(frames.map(isPicture)).toEqual([true, true, true]);
      expect(new Set(frames.map((one) => Buffer.from(one?.bytes ?? []).toString('hex'))).size).toBe(
        3,
      );
      expect(await cases.frames(known)).toEqual(names);
      await close();
    });

    it('a source of cases has nothing of other days and places, and of none', async () => {
      const { cases, close } = await open();
      for (const other of [
        { site: 'sgp', date: '20190616' },
        { site: 'nsa', date: '20190615' },
        { site: '', date: '' },
        { site: '..', date: 'outside' },
        { site: '__proto__', date: 'constructor' },
      ]) {
        expect(await cases.plot(other, 'light')).toBeNull();
        expect(await cases.frames(other)).toEqual([]);
        expect(await cases.frame(other, (await cases.frames(known))[0] ?? '')).toBeNull();
      }
      await close();
    });

    it.each(STRANGE)('a source of cases has no frame %j', async (frame) => {
      const { cases, close } = await open();
      expect(await cases.frame(known, frame)).toBeNull();
      await close();
    });
  });
}

const MAGIC = {
  'image/png': '89504e47',
  'image/jpeg': 'ffd8',
  'image/webp': '52494646',
  'image/gif': '474946',
};
const isPicture = (picture: Awaited<ReturnType<Cases['plot']>>): boolean =>
  picture !== null && Buffer.from(picture.bytes).toString('hex').startsWith(MAGIC[picture.type]);
