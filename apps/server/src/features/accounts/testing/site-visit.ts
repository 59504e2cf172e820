// A browser that signs in at another site and comes back: the steps of single sign-on, one by one.
import { signInThere } from '../../../adapters/testing/oidc-server.ts';
import type { AccountFixture } from './account-fixture.ts';

export function siteVisits(house: () => AccountFixture, site = 'lab') {
  /** Begins on our side; returns the address of the site and our cookie. */
  async function begin() {
    const reply = await house().send('GET', `auth/sso/${site}`);
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return { address: reply.headers.location ?? '', cookie };
  }
  const comeBack = (address: string, cookie: string) => {
    const { pathname, search } = new URL(address);
    return house().send('GET', pathname + search, undefined, { cookie });
  };
  /**
   * The whole way: the callback's reply, and from there the ticket and the cookie that goes with
   * it.
   */
  async function through(name: string) {
    const { address, cookie } = await begin();
    const reply = await comeBack(await signInThere(address, name), cookie);
    const ticket = /^\/discovery\/#\/\?ticket=([\w-]{43})$/.exec(reply.headers.location ?? '')?.[1];
    const of = (wanted: string) => reply.cookies.find((c) => c.name === wanted)?.value;
    return {
      reply,
      ticket: ticket ?? '',
      browser: { cookie: `isobar_ticket=${of('isobar_ticket')}` },
      /** The sign-in that waits for its account. */
      waiting: { cookie: `isobar_connect=${of('isobar_connect') ?? ''}` },
    };
  }
  const spend = (ticket: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    house().send(method, `auth/login?ticket=${ticket}`, undefined, headers);
  async function signedIn(name: string) {
    const { ticket, browser } = await through(name);
    const reply = await spend(ticket, browser);
    const cookie = reply.cookies.find((c) => c.name === 'isobar_session');
    return { reply, cookie: { cookie: `isobar_session=${cookie?.value}` } };
  }
  return { begin, comeBack, through, spend, signedIn };
}
