// What every adapter of the DOI port keeps to.
import { describe, expect, it } from 'vitest';
import type { DoiRegistry } from '../doi-registry.ts';
import { troubleSuite } from './trouble.ts';

export interface RegistryPlace {
  readonly registry: DoiRegistry;
  /** The same registry, called with credentials that it does not know. */
  readonly stranger: DoiRegistry;
  /** By DOI, the address that it leads to and the record that is kept of it. */
  registered(): ReadonlyMap<string, { readonly url?: unknown; readonly titles?: unknown }>;
  close(): Promise<unknown>;
}

const THING = {
  name: 'order-100123',
  url: 'http://a.example/order/100123',
  record: { titles: [{ title: 'Met — naïve' }] },
};

/** `at` gives a registry at an address, with a short time limit. */
export function doiRegistrySuite(
  name: string,
  open: () => Promise<RegistryPlace>,
  at: (url: string) => DoiRegistry,
): void {
  describe(`${name} as a DOI registry`, () => {
    it('a DOI registry registers a thing with its page and its record', async () => {
      const place = await open();
      const doi = await place.registry.register(THING);
      expect(doi).toMatch(/^10\.\d{4,9}\/order-100123$/);
      expect([...place.registered()]).toMatchObject([
        [doi, { url: THING.url, titles: THING.record.titles }],
      ]);
      await place.close();
    });

    it('a DOI registry gives one name one DOI and brings it up to date, and another name another', async () => {
      const place = await open();
      const doi = await place.registry.register(THING);
      const moved = { ...THING, url: 'http://b.example/order/100123' };
      expect(await place.registry.register(moved)).toBe(doi);
      expect(place.registered().get(doi)?.url).toBe(moved.url);
      expect(await place.registry.register({ ...THING, name: 'order-100124' })).not.toBe(doi);
      expect(place.registered().size).toBe(2);
      await place.close();
    });

    it('a DOI registry says what it refuses for good', async () => {
      const place = await open();
      const refused = place.stranger.register(THING);
      await expect(refused).rejects.toMatchObject({ name: 'Problem', code: 'conflict' });
      expect(place.registered().size).toBe(0);
      await place.close();
    });

    troubleSuite('registering', (url) => at(url).register(THING), {
      error: (error) => expect(error).toMatchObject({ name: 'Problem', code: 'unavailable' }),
      secret: 's3cret',
    });
  });
}
