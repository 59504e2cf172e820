// The web role: the portal and every service on one port.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { withoutAlias } from '@isobar/contract/calls/aliases.ts';
import { sql } from 'kysely';
import { createAccounts } from '../core/accounts/accounts.ts';
import { requireRole } from '../core/accounts/roles.ts';
import type { Session } from '../core/accounts/session.ts';
import { openStyles } from '../core/citation/styles.ts';
import { maintenanceAt } from '../core/maintenance.ts';
import { projectsOf } from '../core/staging/projects.ts';
import { registerAccounts } from '../features/accounts/routes.ts';
import { registerArrays } from '../features/arrays/routes.ts';
import { registerAssistant } from '../features/assistant/routes.ts';
import { registerCampaigns } from '../features/campaigns/routes.ts';
import { registerCases } from '../features/cases/routes.ts';
import { registerCitations } from '../features/citations/routes.ts';
import { registerFacts } from '../features/facts/routes.ts';
import { savedDays } from '../features/facts/saved-days.ts';
import { registerFiles } from '../features/files/routes.ts';
import { registerHealth } from '../features/health/routes.ts';
import { registerNews } from '../features/home/news.ts';
import { registerLive } from '../features/live/routes.ts';
import { forgetOrdersOf } from '../features/orders/forget.ts';
import type { OrderWork } from '../features/orders/order-work.ts';
import { orderedLookUp } from '../features/orders/ordered.ts';
import { registerOrders } from '../features/orders/routes.ts';
import type { SampleJob } from '../features/orders/sample-job.ts';
import { registerPlaces } from '../features/places/routes.ts';
import { openTracks } from '../features/places/tracks.ts';
import { registerPortal } from '../features/portal/routes.ts';
import { tabledProposals } from '../features/proposals/own-proposals.ts';
import { registerProposals } from '../features/proposals/routes.ts';
import { registerQuality } from '../features/quality/routes.ts';
import { plotAhead, registerQuicklooks } from '../features/quicklooks/routes.ts';
import { registerRecommend } from '../features/recommend/routes.ts';
import { registerSupport } from '../features/support/routes.ts';
import { registerVerify } from '../features/verify/routes.ts';
import type { CountExchange } from '../platform/admission/count-exchange.ts';
import { listenAtEntrances } from '../platform/admission/entrances.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { version } from '../version.ts';
import { POOL_KINDS } from './pool-kinds.ts';
import { portalConfig } from './portal-config.ts';
import { shareCounts } from './shared-counts.ts';
import { keepTelling } from './tell-keeper.ts';
import { registerOperators } from './web-admin.ts';
import type { Understanding, WebInput } from './web-input.ts';
import { publisherOf, registerPageServices } from './web-pages.ts';
import { registerSearches } from './web-search.ts';
import { workOf } from './work-numbers.ts';
import { extractorOf } from './work-pool.ts';
import { openWritable } from './writable.ts';

export interface Web {
  /** The address at which the server listens. */
  readonly url: string;
  close(): Promise<void>;
}

const PORTAL = fileURLToPath(new URL('../../../portal/dist', import.meta.url));
/**
 * Threads that are ready when variables of a datastream are listed: plots of two of them follow at
 * once.
 */
const LOOK_THREADS = 2;
const SWEEP_MS = 3_600_000;

/** Starts to listen; resolves when calls are answered. */
export async function startWeb(input: WebInput): Promise<Web> {
  const { configuration, log, store, index } = input;
  const accounts = createAccounts(store.db, Date.now, (request) => http.isSecure(request));
  const counts = shareCounts(store, log);
  const http = await createHttp<Session>({
    exchange: counts.exchange,
    log,
    requestsPerMinute: configuration.requestsPerMinute,
    trustProxy: configuration.trustProxy,
    ...(configuration.siteUrl ? { siteUrl: configuration.siteUrl } : {}),
    ...(configuration.services.tiles ? { tiles: configuration.services.tiles } : {}),
    otherSites: configuration.otherSites,
    checksAnswers: configuration.checksAnswers,
    personOf: (session) => session.personId,
    session: (request, need) => accounts.sessionOf(request, need),
    requireRole: ({ personId }, role) => requireRole(store.db, personId, role),
    noSessionMessage: NO_SESSION_MESSAGE,
    ownAddress: (address) => withoutAlias(address, configuration.aliases),
  });
  registerHealth(http, {
    version,
    pingStore: async () => {
      await sql`select 1`.execute(store.db);
    },
    storeTrouble: () => store.guard?.trouble ?? null,
    cannotWrite: openWritable(store, configuration.home),
    canSearch: async () => index.has('metadata'),
    work: () => workOf(store),
    mayCount: configuration.metrics,
    maintenanceMessage: maintenanceAt(configuration.home, store).read,
  });
  const page = (): Promise<string> => servicesPage(); // asked for when all is registered
  const understand = await registerSearches(http, input, { version, page });
  registerArchive(http, input, counts.exchange);
  registerFacts(http, {
    db: input.store.db,
    tables: input.orders.tables,
    index: input.index,
    understand,
    publisher: { ...publisherOf(configuration), title: configuration.title },
    findDays: (job) => input.pool.run('days', job),
    look: (job) => input.pool.run('look', job),
    warm: () => input.pool.warm(LOOK_THREADS),
  });
  const findDays = savedDays({
    db: input.store.db,
    tables: input.orders.tables,
    findDays: (job) => input.pool.run('days', job),
  });
  registerPeople(http, { ...input, understand, findDays }, accounts);
  const telling = keepTelling({ ...input, understand }, findDays);
  const servicesPage = await registerPageServices(http, { ...input, understand });
  await registerOrdering(http, input);
  registerOperators(http, { ...input, tables: input.freshTables, version });
  registerAssistant(http, {
    log,
    secret: input.secret,
    url: configuration.url.replace(/\/+$/, ''),
    title: configuration.title,
    version,
  });
  await registerPortal(http, {
    folder: configuration.portalFolder ?? PORTAL,
    config: async () => portalConfig({ ...input, tables: await input.tables(), version }),
  });
  const sweep = setInterval(() => {
    accounts.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
  }, SWEEP_MS);
  sweep.unref();
  const url = await listenAtEntrances(http.app, configuration);
  return {
    url,
    close: async () => {
      clearInterval(sweep);
      await telling.close();
      await http.app.close();
      await counts.close();
    },
  };
}

/** What is in the archive: plots, places, files, campaigns, citations, news, modelled cases. */
function registerArchive(
  http: Http<Session>,
  input: WebInput,
  exchange: CountExchange | undefined,
): void {
  const { configuration, store, index, log } = input;
  const plots = { db: store.db, tables: input.tables, ...input.plots };
  registerQuicklooks(http, plots);
  registerPlaces(http, openTracks(store.db, { read: (job) => input.pool.run('track', job) }));
  registerFiles(http, {
    db: store.db,
    tables: input.orders.tables,
    stagingProjects: (session) => projectsOf(configuration.home, session.userName),
  });
  registerCampaigns(http, { tables: input.tables, origins: configuration.recordOrigins });
  const styles = openStyles((question) => input.pool.run('citation', question));
  registerCitations(http, {
    db: store.db,
    tables: input.orders.tables,
    styles,
    publisher: publisherOf(configuration),
  });
  registerArrays(http, {
    store,
    tables: input.orders.tables,
    log,
    perform: (job, urgency = () => 'seen') => input.pool.run('array', job, { urgency }),
    atOnce: POOL_KINDS.array.mostRunning,
    warm: (threads) => input.pool.warm(threads),
    describe: (files, urgency = () => 'seen') => input.pool.run('rows', files, { urgency }),
    blobs: input.arrays,
    mostBytes: configuration.arrayBytes,
    days: configuration.arrayDays,
    exchange,
    url: configuration.url.replace(/\/+$/, ''),
    title: configuration.title,
    simulated: input.simulated,
    version,
  });
  registerNews(http, {
    db: store.db,
    tables: input.tables,
    index,
    read: (at) => plotAhead(plots, at),
    now: () => Math.floor(Date.now() / 1000),
  });
  registerCases(http, { cases: input.cases, log });
}

/** Users and what is theirs: accounts, recommendations, proposals, messages to the support desk. */
function registerPeople(
  http: Http<Session>,
  input: Understanding & { readonly findDays: ReturnType<typeof savedDays> },
  accounts: ReturnType<typeof createAccounts>,
): void {
  const { configuration, store, index, log } = input;
  registerAccounts(http, {
    db: store.db,
    accounts,
    index,
    indexName: 'metadata',
    understand: input.understand,
    findDays: input.findDays,
    hooks: configuration.hooks,
    secret: input.secret,
    registration: configuration.registration,
    sites: input.signInSites,
    forgetOrders: forgetOrdersOf,
    url: configuration.url.replace(/\/+$/, ''),
    title: configuration.title,
    log,
  });
  registerRecommend(http, { db: store.db, tables: input.tables });
  registerProposals(http, {
    proposals: input.proposals ?? tabledProposals(input.tables),
    log,
  });
  registerSupport(http, { db: store.db, secret: input.secret });
}

/** Orders, the reports that matter to them, and data at once. */
async function registerOrdering(http: Http<Session>, input: WebInput): Promise<void> {
  const { configuration, store, log } = input;
  const sampler = { sample: (job: SampleJob) => input.pool.run('sample', job) };
  const pool: OrderWork = {
    estimate: (job, signal) => input.pool.run('estimate', job, { signal }),
    flagged: (job, signal) => input.pool.run('flagged', job, { signal }),
  };
  registerOrders(http, { ...input.orders, sampler, pool, db: store.db, log });
  registerVerify(http, {
    db: store.db,
    archive: input.live.archive,
    tables: input.orders.tables,
  });
  registerQuality(http, {
    db: store.db,
    tables: input.orders.tables,
    orders: orderedLookUp(store.db, input.orders.links),
    elsewhere: configuration.qualityServiceUrl,
  });
  await registerLive(http, {
    ...input.live,
    extractor: extractorOf(input.pool),
    db: store.db,
    place: { title: configuration.title, contact: configuration.contact },
    settings: {
      url: configuration.url.replace(/\/+$/, ''),
      mostBytes: configuration.liveBytes,
    },
    scratch: join(input.pool.folder, 'live'),
  });
}
