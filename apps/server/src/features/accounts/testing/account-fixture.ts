// Accounts over HTTP for one test: a store, the routes, a clock that the test turns, and the mails
// that went out.
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { createAccounts } from '../../../core/accounts/accounts.ts';
import { ACCOUNT_MAIL_JOB } from '../../../core/accounts/requests.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { makeTicket } from '../../../core/accounts/tickets.ts';
import { drain } from '../../../core/jobs/job-runner.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog, type Log } from '../../../platform/log/log.ts';
import type { Mail } from '../../../ports/mail.ts';
import { SearchRefused } from '../../../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { accountMailJobs } from '../account-mails.ts';
import { type AccountsFeature, registerAccounts } from '../routes.ts';

export const SECRET = new Uint8Array(32).fill(9);
export const SITE = { title: 'Archive', url: 'http://localhost:8080', contact: 'desk@a.example' };

/** What accounts need besides a store, unless a test says otherwise. */
export const accountsFeature = (
  store: TemporaryStore,
  own: Partial<AccountsFeature> = {},
): AccountsFeature => ({
  db: store.db,
  accounts: createAccounts(store.db),
  index: { search: () => Promise.reject(new SearchRefused(503, 'unavailable', 'no index here')) },
  indexName: 'metadata',
  findDays: async () => [],
  hooks: { hosts: [], http: false },
  secret: SECRET,
  registration: true,
  sites: [],
  forgetOrders: async () => {},
  url: SITE.url,
  title: SITE.title,
  log: createLog('silent'),
  ...own,
});

export type AccountFixture = Awaited<ReturnType<typeof accountFixture>>;

export async function accountFixture(
  options: {
    readonly store?: TemporaryStore;
    readonly log?: Log;
    readonly feature?: Partial<AccountsFeature>;
  } = {},
) {
  const store = options.store ?? (await temporaryStore());
  const log = options.log ?? createLog('silent');
  const clock = { ms: Date.now() };
  const mails: Mail[] = [];
  const accounts = createAccounts(
    store.db,
    () => clock.ms,
    (request) => http.isSecure(request),
  );
  const http = await createHttp<Session>({
    log,
    requestsPerMinute: 10_000,
    trustProxy: true,
    noSessionMessage: NO_SESSION_MESSAGE,
    session: accounts.sessionOf,
    personOf: (session) => session.personId,
  });
  registerAccounts(
    http,
    accountsFeature(store, { accounts, log, now: () => clock.ms, ...options.feature }),
  );
  let caller = 0;
  /** Each from an address of its own, to stay clear of the limits per address. */
  const elsewhere = () => ({
    'x-forwarded-for': `198.51.${(caller >> 8) & 255}.${caller++ & 255}`,
  });

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    return await http.app.inject({
      method,
      url: url.startsWith('/') ? url : `/services/${url}`,
      headers: { ...elsewhere(), ...headers },
      ...(body ? { body } : {}),
    });
  }
  /** The cookies of a fresh session, or the status of a refusal. */
  async function signIn(name: string, password: string, headers: Record<string, string> = {}) {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    const reply = await send('POST', 'auth/login', undefined, { ...headers, authorization });
    const cookie = reply.cookies.find((c) => c.name === 'isobar_session');
    return { status: reply.statusCode, cookie: cookie ? `isobar_session=${cookie.value}` : '' };
  }
  /**
   * The cookie of a session of this person, as after a sign-in at a site: without a password, which
   * takes time to hash.
   */
  async function sessionOf(personId: string, headers: Record<string, string> = {}) {
    const of = { personId, provider: 'lab', idToken: '', siteSession: '' };
    const made = await makeTicket(store.db, of, Math.floor(clock.ms / 1000));
    const browser = { ...headers, cookie: `isobar_ticket=${made.browser}` };
    const reply = await send('GET', `auth/login?ticket=${made.ticket}`, undefined, browser);
    const cookie = reply.cookies.find((c) => c.name === 'isobar_session');
    if (!cookie) throw new Error(`There is no session: ${reply.body}`);
    return { cookie: `isobar_session=${cookie.value}`, reply };
  }
  /** Lets the worker send what is waiting; returns those mails. */
  async function mailed(): Promise<Mail[]> {
    const before = mails.length;
    await drain({
      store,
      worker: 'test',
      log,
      signal: new AbortController().signal,
      kinds: {
        [ACCOUNT_MAIL_JOB]: accountMailJobs({
          db: store.db,
          secret: SECRET,
          site: SITE,
          log,
          mail: { send: async (mail) => void mails.push(mail) },
        }),
      },
    });
    return mails.slice(before);
  }
  return {
    store,
    http,
    accounts,
    clock,
    send,
    signIn,
    sessionOf,
    mailed,
    close: async () => {
      await http.app.close();
      if (!options.store) await store.close();
    },
  };
}

/** The key in the link of a mail. */
export const keyIn = (mail: Mail | undefined): string =>
  /#\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
