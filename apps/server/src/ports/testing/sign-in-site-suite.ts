// What every adapter of the sign-in port keeps to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignInSite, SiteRefusal } from '../sign-in-site.ts';
import { listening, troubleSuite } from './trouble.ts';

export interface SitePlace {
  readonly site: SignInSite;
  /**
   * Signs in as Ada at the address and agrees or not; resolves to the address to which the browser
   * is then sent.
   */
  signIn(address: string, answer: 'agree' | 'refuse'): Promise<string>;
  close(): Promise<void>;
}

const CALLBACK = 'http://archive.example/services/auth/sso/lab/callback';

/**
 * `open` gives a site that knows Ada, `ada@example.org`, and sends browsers back to the callback of
 * the site `lab` of archive.example. `at` gives a site at an address, with a short time limit.
 * `withTokensAt` gives a site that works except for the address where codes are exchanged for
 * tokens.
 */
export function signInSiteSuite(
  name: string,
  open: () => Promise<SitePlace>,
  at: (url: string) => SignInSite,
  withTokensAt: (url: string) => Promise<{ readonly site: SignInSite; close(): Promise<void> }>,
): void {
  describe(`${name} as a sign-in site`, () => {
    let place: SitePlace;
    beforeAll(async () => {
      place = await open();
    });
    afterAll(() => place.close());

    const comeBack = async (answer: 'agree' | 'refuse' = 'agree') => {
      const { address, memory } = await place.site.begin(CALLBACK);
      return { back: new URL(await place.signIn(address, answer)), memory };
    };

    it('a sign-in site leads there and back, and tells who came', async () => {
      const { back, memory } = await comeBack();
      expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
      const claims = await place.site.finish(back, memory);
      expect(claims).toMatchObject({
        issuer: place.site.issuer,
        subject: 'ada',
        email: 'ada@example.org',
        emailVerified: true,
      });
      expect(claims.idToken).not.toBe('');
    });

    it('a sign-in site never goes the same way twice', async () => {
      const [one, other] = [await place.site.begin(CALLBACK), await place.site.begin(CALLBACK)];
      expect(one.address).not.toBe(other.address);
      expect(one.memory).not.toBe(other.memory);
    });

    it('a sign-in site believes a way back once, by whom it began with, and unchanged', async () => {
      const { back, memory } = await comeBack();
      const foreign = await place.site.begin(CALLBACK);
      const changed = new URL(back);
      changed.searchParams.set('code', 'made-up');
      const stranger = new URL(back);
      stranger.searchParams.set('state', 'another');
      for (const [address, remembered] of [
        [back, foreign.memory],
        [changed, memory],
        [stranger, memory],
        [new URL(CALLBACK), memory],
      ] as const)
        await expect(place.site.finish(address, remembered)).rejects.toBeInstanceOf(SiteRefusal);
      const again = await comeBack();
      await place.site.finish(again.back, again.memory);
      await expect(place.site.finish(again.back, again.memory)).rejects.toBeInstanceOf(SiteRefusal);
    });

    it('a sign-in site tells a person who did not agree, in words', async () => {
      const { back, memory } = await comeBack('refuse');
      const refusal = await place.site.finish(back, memory).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(SiteRefusal);
      expect(String(refusal)).toContain(place.site.label);
    });

    it('a sign-in site rejects an unsigned notice', async () => {
      for (const token of ['', 'x', 'a.b.c', 'e30.e30.', 'eyJhbGciOiJub25lIn0.e30.'])
        expect(await place.site.ended(token)).toBeNull();
    });

    troubleSuite('beginning', (url) => at(url).begin(CALLBACK), { secret: 's3cret' });
    troubleSuite(
      'finishing',
      async (url) => {
        const { site, close } = await withTokensAt(url);
        try {
          const { address, memory } = await site.begin(CALLBACK);
          const back = new URL(CALLBACK);
          back.searchParams.set('code', 'c0de');
          back.searchParams.set('state', new URL(address).searchParams.get('state') ?? '');
          return await site.finish(back, memory);
        } finally {
          await close();
        }
      },
      { error: (error) => expect(error).toBeInstanceOf(SiteRefusal), secret: 's3cret' },
    );

    it('a sign-in site begins again when the site is back', async () => {
      const gone = await listening(() => undefined);
      await gone.close();
      const site = at(gone.url);
      await expect(site.begin(CALLBACK)).rejects.toThrow();
      await expect(site.begin(CALLBACK)).rejects.toThrow();
      await expect(place.site.begin(CALLBACK)).resolves.toHaveProperty('address');
    });
  });
}
