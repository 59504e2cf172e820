// What every adapter that looks DOIs up keeps to.
import { describe, expect, it } from 'vitest';
import type { DoiLookup, Work } from '../doi-lookup.ts';
import { troubleSuite } from './trouble.ts';

export interface LookupPlace {
  readonly lookup: DoiLookup;
  close(): Promise<unknown>;
}

/** A work that has to be known; its DOI has characters that an address must escape. */
export const KNOWN_DOI = '10.1175/1520-0477(1994)075<1201:T&P>2.0.CO;2';
export const KNOWN_WORK: Work = {
  title: 'Water & Ice: A CO2 View',
  authors: [
    { family: 'Müller', given: 'Jörg' },
    { family: 'The Cloud Group', given: '' },
  ],
  year: '1994',
  journal: 'Bulletin of Clouds',
  volume: '75',
  pages: '1201-1221',
};

/** `at` gives a look-up that calls an address, with a short time limit. */
export function doiLookupSuite(
  name: string,
  open: () => Promise<LookupPlace>,
  at: (url: string) => DoiLookup,
): void {
  describe(`${name} as what looks DOIs up`, () => {
    it('what looks DOIs up tells what a registry knows, whatever the case of the DOI', async () => {
      const { lookup, close } = await open();
      expect(await lookup.find(KNOWN_DOI)).toEqual(KNOWN_WORK);
      expect(await lookup.find(KNOWN_DOI.toLowerCase())).toEqual(KNOWN_WORK);
      await close();
    });

    it('what looks DOIs up returns null for a DOI that is not registered', async () => {
      const { lookup, close } = await open();
      expect(await lookup.find('10.1175/nobody')).toBeNull();
      await close();
    });

    troubleSuite('looking up', (url) => at(url).find(KNOWN_DOI), {
      error: (error) => expect(error).toMatchObject({ name: 'Problem', code: 'unavailable' }),
    });
  });
}
