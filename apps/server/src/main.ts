// Wires the program once: configuration -> adapters -> roles. The only file that names an adapter;
// what the configuration does not name is not loaded, since every thread that runs orders would
// hold it in memory.
import { join } from 'node:path';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { openDiskBlobs } from './adapters/blobs-disk.ts';
import { usualSearches } from './core/catalogue/plan-usual.ts';
import { plotHoldings } from './core/catalogue/plot-holdings.ts';
import { plottedDays, plottedVariables } from './core/catalogue/plotted.ts';
import { withWrittenReports } from './core/reports/written.ts';
import { cachedTables } from './core/tables/cached-tables.ts';
import type { CuratedTables } from './core/tables/curated-tables.ts';
import { ensureTables, shippedTables } from './core/tables/load.ts';
import { SEARCH_THREADS } from './platform/admission/admission.ts';
import type { Configuration } from './platform/config/config.ts';
import { ensurePrivateHome } from './platform/files/private-home.ts';
import { sealWith } from './platform/keys/seal.ts';
import { signingKey } from './platform/keys/signing-key.ts';
import type { Log } from './platform/log/log.ts';
import type { ArchiveStore } from './ports/archive.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Cases } from './ports/cases.ts';
import type { MailSender } from './ports/mail.ts';
import type { SignInSite } from './ports/sign-in-site.ts';
import { tracedSearch } from './ports/traced-search.ts';
import { openStore, type Store } from './store/open.ts';
import { keepSetting, readSetting } from './store/settings.ts';
import { shareSigningKey } from './store/shared-key.ts';
import { storeId } from './store/store-id.ts';

/** Everything that a role works with; each part is closed by `close`. */
export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

const SHIPPED_TABLES = shippedTables();

/**
 * The tables with which an archive of own data begins, instead of the demo's campaigns, epochs,
 * reports, features and names.
 */
const OWN_TABLES = join(SHIPPED_TABLES, 'own');

/**
 * Opens the adapters that the configuration names. The search index is opened apart: workers do
 * without.
 */
export async function openAdapters(configuration: Configuration, log: Log) {
  const { home } = configuration;
  if (!(await ensurePrivateHome(home)))
    log.warn({ home }, 'other accounts may read the home: make it a folder of its own, chmod 700');
  const store = await openStoreOf(configuration);
  if (store.kind === 'postgres' && (await shareSigningKey(store.db, home)))
    log.warn({ home }, 'the signing key of this home was replaced by that of the store');
  const address = await archiveAddress(configuration, store);
  const archive = await openArchive(address, log);
  const tablesFolder = join(home, 'tables');
  await ensureTables({
    shipped: SHIPPED_TABLES,
    instead: archive.simulated ? undefined : OWN_TABLES,
    folder: tablesFolder,
  });
  // A store file is in the only home.
  const exchange =
    store.kind === 'postgres'
      ? await (await import('./core/tables/keep-exchanged.ts')).keepExchanged(store.db, home, log)
      : { now: async () => null, close: async () => {} };
  const blobs = await openDeliveries(configuration, log);
  const { kept } = configuration;
  const plots = await openBlobs(kept && below(kept, 'plots'), join(home, 'plots'), log);
  const arrays = await openBlobs(kept && below(kept, 'arrays'), join(home, 'arrays'), log);
  const externalRecords = archive.simulated
    ? (await import('../../../demo/external-records.ts')).demoExternalRecords
    : () => [];
  return {
    store,
    archive,
    /** A folder, an s3:// address, or DEMO. */
    archiveAddress: address,
    blobs,
    /** Plots that were drawn; any of them can be drawn again. */
    plots,
    /** Encoded blocks of arrays; any of them can be made again. */
    arrays,
    mail: await openMail(configuration),
    /** Undefined: drop box delivery is not set up. */
    dropBox: await openDropBox(configuration),
    /** Undefined: web hooks are not set up. */
    webHooks: await openHooks(configuration),
    /** Undefined: nothing gives DOIs here. */
    doiRegistry: await openDoiRegistry(configuration),
    /**
     * What passes messages to the support desk on; its ticket system is undefined where none is
     * connected.
     */
    support: { secret: await signingKey(home), tickets: await openTickets(configuration) },
    /**
     * The curated tables as they are on disk now, with the quality reports that operators
     * published.
     */
    tables: withWrittenReports(cachedTables(tablesFolder), store.db),
    /**
     * Brings the curated files of this home in step with those of the store, where homes share one.
     * Resolves to what keeps an edit of this home from being shared; null: nothing. Never rejects.
     */
    exchangeTables: exchange.now,
    /** Plots and animations of single days. */
    cases: await openCases(configuration, archive.simulated),
    /** Records of other repositories that the catalogue shows next to its own. */
    externalRecords,
    close: async () => {
      await exchange.close();
      await archive.close();
      await store.close();
      log.debug('store and archive are closed');
    },
  };
}

/** The store that the configuration names. */
export const openStoreOf = ({ home, databaseUrl }: Configuration) =>
  openStore(databaseUrl ? { url: databaseUrl } : { file: join(home, 'isobar.sqlite') });

/** Where deliveries are kept, for commands that need nothing else. */
export const openDeliveries = ({ home, deliveries }: Configuration, log?: Log): Promise<Blobs> =>
  openBlobs(deliveries, join(home, 'deliveries'), log);

/**
 * Blobs at the address in S3, else in the folder. What a killed process had sent in part a day ago
 * is aborted.
 */
async function openBlobs(address: string | undefined, folder: string, log?: Log): Promise<Blobs> {
  if (address === undefined) return await openDiskBlobs(folder);
  const { openS3Blobs } = await import('./adapters/blobs-s3.ts');
  const blobs = await openS3Blobs(address, log ? { log } : {});
  blobs.abortUnfinished(Date.now() - DAY_SECONDS * 1000).catch((error: unknown) => {
    log?.warn({ err: error, address }, 'unfinished uploads were not aborted');
  });
  return blobs;
}

const below = (address: string, name: string): string => `${address.replace(/\/+$/, '')}/${name}`;

/** The store of a home; undefined: it is PostgreSQL. */
export const storeFileOf = ({ home, databaseUrl }: Configuration): string | undefined =>
  databaseUrl ? undefined : join(home, 'isobar.sqlite');

/**
 * The in-process engine, or a cluster when the configuration names one. `takesOver`: indexes of
 * another store may be rebuilt as those of this one.
 */
export async function openSearch(
  configuration: Configuration,
  { db, kind }: Store,
  log: Log,
  takesOver = false,
) {
  const { openSearchUrl: url, indexPrefix: prefix } = configuration;
  if (url) {
    const { openOpenSearch } = await import('./adapters/search-opensearch.ts');
    return tracedSearch(openOpenSearch({ url, prefix, owner: await storeId(db), takesOver, log }));
  }
  const { openEmbeddedSearch } = await import('./adapters/search-embedded/search-embedded.ts');
  const usual = new Map(configuration.searchesAhead ? [['metadata', usualSearches()]] : []);
  return tracedSearch(
    await openEmbeddedSearch({
      folder: join(configuration.home, 'search'),
      threads: SEARCH_THREADS,
      isOneOfSeveral: kind === 'postgres', // a store file is in the home, as its only index is
      usual,
      log,
    }),
  );
}

/** The indexes that are read from the store as they are searched. */
export async function openStoreSearch(store: Store, tables: () => Promise<CuratedTables>) {
  const { openFileSearch } = await import('./adapters/search-sql/file-search.ts');
  const { openPlotSearch } = await import('./adapters/search-sql/plot-search.ts');
  return {
    files: openFileSearch(store),
    plots: openPlotSearch({
      variables: (datastream) => plottedVariables({ db: store.db, tables }, datastream),
      days: (datastream, from, to) => plottedDays(store.db, datastream, from, to),
      holdings: plotHoldings({ db: store.db, tables }),
    }),
  };
}

/** Name of the setting that remembers which folder was harvested last. */
const ARCHIVE_SETTING = 'archive';

/** Remembers `address` as this installation's archive, for later starts without ISOBAR_ARCHIVE. */
export async function rememberArchive(store: Store, address: string): Promise<void> {
  await keepSetting(store.db, ARCHIVE_SETTING, address);
}

/** Stands for the demo archive where an address is expected; each version has its own. */
const DEMO = 'demo';

/** ISOBAR_ARCHIVE, else what was harvested last, else the demo archive. */
async function archiveAddress(configuration: Configuration, store: Store): Promise<string> {
  if (configuration.archive) return configuration.archive;
  return (await readSetting(store.db, ARCHIVE_SETTING)) ?? DEMO;
}

/**
 * A folder, an s3:// address, or the demo archive. Needs no store, for callers that need nothing
 * but the archive.
 */
export async function openArchive(address = DEMO, log?: Pick<Log, 'warn'>): Promise<ArchiveStore> {
  if (address === DEMO) return (await import('../../../demo/archive.ts')).openDemoArchive();
  return address.startsWith('s3://')
    ? (await import('./adapters/archive-s3.ts')).openS3Archive(address, log ? { log } : {})
    : (await import('./adapters/archive-disk.ts')).openDiskArchive(address);
}

async function openMail({ smtpUrl, contact, home }: Configuration): Promise<MailSender> {
  return smtpUrl
    ? (await import('./adapters/mail-smtp.ts')).openSmtp({ url: smtpUrl, from: contact })
    : (await import('./adapters/mail-outbox.ts')).openOutbox({
        folder: join(home, 'outbox'),
        from: contact,
      });
}

/** Used only by a command of the operator. */
export async function openDoiLookup({ doiUrl }: Configuration) {
  return (await import('./adapters/doi-lookup-http.ts')).openDoiLookup(doiUrl);
}

async function openDoiRegistry({ datacite }: Configuration) {
  if (!datacite) return undefined;
  return (await import('./adapters/doi-datacite.ts')).openDatacite(datacite);
}

/**
 * A folder or a service that ISOBAR_CASES names; the demo archive draws its own; else there are
 * none.
 */
async function openCases({ cases }: Configuration, simulated: boolean): Promise<Cases> {
  if (cases && /^https?:/.test(cases))
    return (await import('./adapters/cases-http.ts')).openHttpCases(cases);
  if (cases) return (await import('./adapters/cases-folder.ts')).openFolderCases(cases);
  if (!simulated)
    return { plot: async () => null, frames: async () => [], frame: async () => null };
  const { demoCases } = await import('../../../demo/cases.ts');
  return (await import('./adapters/cases-drawn.ts')).openDrawnCases(demoCases);
}

/** Identity providers; none is contacted before a user signs in. */
export async function openSignInSites({ signInSites }: Configuration): Promise<SignInSite[]> {
  if (signInSites.length === 0) return [];
  const { openOidcSite } = await import('./adapters/sign-in-oidc.ts');
  return signInSites.map((site) => openOidcSite(site));
}

/**
 * A facility's own service of campaigns and computing requests; undefined if the curated tables say
 * who takes part.
 */
export async function openProposalService({ proposalsUrl }: Configuration) {
  if (!proposalsUrl) return undefined;
  return (await import('./adapters/proposals-http.ts')).openProposals({ url: proposalsUrl });
}

async function openDropBox({ dropbox, home }: Configuration) {
  if (!dropbox) return undefined;
  const { openDropbox } = await import('./adapters/drop-box-dropbox.ts');
  return { dropBox: openDropbox(dropbox), seal: sealWith(await signingKey(home)) };
}

async function openHooks({ hooks }: Configuration) {
  if (hooks.hosts.length === 0) return undefined;
  return (await import('./adapters/web-hook-http.ts')).openWebHooks();
}

async function openTickets({ ticketsUrl }: Configuration) {
  if (!ticketsUrl) return undefined;
  return (await import('./adapters/tickets-http.ts')).openTickets({ url: ticketsUrl });
}
