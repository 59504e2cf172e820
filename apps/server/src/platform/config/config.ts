// Configuration from the environment, validated once at the boundary (decision 1027).
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { ALIASES, type Alias, readAliases } from '@isobar/contract/calls/aliases.ts';
import { ENVIRONMENTS } from '@isobar/contract/calls/full-config.ts';
import { DEFAULT_DELIVERY_DAYS, DEFAULT_MAXIMUM_FILES } from '@isobar/contract/orders/limits.ts';
import * as z from 'zod';
import { believes, type TrustedProxies } from '../admission/trusted-proxies.ts';
import { signInSites } from './sign-in-settings.ts';
import { WHAT_IS_RIGHT } from './what-is-right.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const days = z.coerce.number().min(1).max(3650);

/**
 * Pages of this server that an operator writes; the footer leads there until other links are
 * configured.
 */
const OWN_LINKS = [
  { label: 'Acknowledge', url: '/about/acknowledge' },
  { label: 'Privacy & Security', url: '/about/privacy' },
  { label: 'Bundle browser', url: '/about/bundles' },
  { label: 'Live data', url: '/about/live-data' },
];

/** 'p-1, p-2' */
const names = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );

/**
 * A host name, with its port unless that is the usual one; or `*.` and a name, for all names below
 * it.
 */
const hookHost = z
  .string()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$|^[a-z0-9-]+(\.[a-z0-9-]+)*:\d{1,5}$/);

/** s3://bucket or s3://bucket/prefix. */
const s3Address = z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]*(\/.*)?$/);

const environment = z.object({
  ISOBAR_PORT: port.default(8080),
  ISOBAR_HOST: z.string().default('127.0.0.1'),
  ISOBAR_HOME: z.string().default('var'),
  ISOBAR_ARCHIVE: z.string().optional(),
  /** Where deliveries are kept: s3://bucket/prefix; absent: in the home. */
  ISOBAR_DELIVERIES: s3Address.optional(),
  /**
   * Where plots and blocks of arrays are kept, which can be made again: s3://bucket/prefix; absent:
   * in the home.
   */
  ISOBAR_KEPT: s3Address.optional(),
  /** Address under which users reach this installation, for links in mails and deliveries. */
  ISOBAR_URL: z.url().optional(),
  ISOBAR_TITLE: z.string().default('Atmospheric Data Discovery'),
  /**
   * Short name of the archive in labels; '' for the name of the demo's archive, or for a neutral
   * name if the data are the operator's own.
   */
  ISOBAR_ARCHIVE_NAME: z.string().default(''),
  /**
   * Full name of the publisher of the data, in citations and records; '' if it follows from the
   * archive's short name.
   */
  ISOBAR_PUBLISHER: z.string().default(''),
  ISOBAR_CONTACT: z.email().default('support@isobar.invalid'),
  /** dev, stage and prod differ in hosts only. */
  ISOBAR_ENVIRONMENT: z.enum(ENVIRONMENTS).default('prod'),
  /** Ids of the accounts that develop the data products and the portal. */
  ISOBAR_DATA_DEVELOPERS: names,
  ISOBAR_PORTAL_DEVELOPERS: names,
  ISOBAR_LINKS: z.string().default(JSON.stringify(OWN_LINKS)).transform(links),
  /** For development: an answer that does not fit its call fails. */
  ISOBAR_CHECK_ANSWERS: z.enum(['on', 'off']).default('off'),
  /** Whether pages of other sites may read what is public. */
  ISOBAR_OTHER_SITES: z.enum(['on', 'off']).default('on'),
  /**
   * Whether frequently opened and ordered products rank a little higher in 'Best match', and words
   * that find nothing are counted.
   */
  ISOBAR_LEARN: z.enum(['on', 'off']).default('on'),
  /** Where the repository's certificate is explained; '': it has none. */
  ISOBAR_SEAL_URL: z.string().default(''),
  /**
   * Other addresses of services, or those of services elsewhere: {"notebookHub":
   * "https://hub.example", …}.
   */
  ISOBAR_SERVICES: z.string().default('{}').transform(serviceAddresses),
  /** Whether new users may sign up. */
  ISOBAR_REGISTRATION: z.enum(['open', 'closed']).default('open'),
  /** Identity providers, as JSON. */
  ISOBAR_SIGN_IN: z.string().default('[]').transform(signInSites),
  /**
   * A facility's own service of field campaigns and computing requests: GET {address}/fc/afc and
   * /fc/hpcr.
   */
  ISOBAR_PROPOSALS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ISOBAR_OLD_HOSTS: z.string().default(''),
  /**
   * Servers from which records of field campaigns (link_xml) are read:
   * 'records.example,http://localhost:9000'.
   */
  ISOBAR_RECORD_HOSTS: z.string().default('').transform(origins),
  /**
   * Servers that web hooks of orders may go to: 'hooks.example.org, *.lab.example,
   * cloud.example:8443'.
   */
  ISOBAR_HOOK_HOSTS: names.pipe(z.array(hookHost)),
  /** Whether web hooks may go by plain http as well. */
  ISOBAR_HOOK_HTTP: z.enum(['on', 'off']).default('off'),
  /** Other names of the services: on, off, or '/old/=/new/,…' instead of the usual ones. */
  ISOBAR_ALIASES: z.string().default('on').transform(aliases),
  ISOBAR_MAX_ORDER_BYTES: z.coerce.number().positive().default(1e12),
  /** Files that one order may have; the portal offers to split a larger one. */
  ISOBAR_MAX_ORDER_FILES: z.coerce.number().int().positive().default(DEFAULT_MAXIMUM_FILES),
  /** Bytes of input that a live data extract takes at once; more than that needs an order. */
  ISOBAR_LIVE_BYTES: z.coerce.number().positive().default(1e9),
  /** Bytes on disk for plots that were made; the oldest go first. */
  ISOBAR_PLOT_BYTES: z.coerce.number().min(1e6).default(1e9),
  /** Whether plots of new files are made ahead while the machine has little to do. */
  ISOBAR_PLOTS_AHEAD: z.enum(['on', 'off']).default('on'),
  /** Bytes on disk for encoded blocks of arrays; the oldest go first. */
  ISOBAR_ARRAY_BYTES: z.coerce.number().min(1e6).default(5e9),
  /** Days for which the address of an array is answered after its files or reports changed. */
  ISOBAR_ARRAY_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  /**
   * Whether hour facts are computed, and the rows of files described, before a user requests them.
   */
  ISOBAR_FACTS_AHEAD: z.enum(['on', 'off']).default('on'),
  /** Whether each search thread answers the usual searches for itself before users send them. */
  ISOBAR_SEARCHES_AHEAD: z.enum(['on', 'off']).default('on'),
  ISOBAR_DELIVERY_DAYS: days.default(DEFAULT_DELIVERY_DAYS),
  /** Requests per minute and address, for all routes without a limit of their own. */
  ISOBAR_RATE: z.coerce.number().int().positive().default(1200),
  /**
   * Behind a reverse proxy: believe its X-Forwarded-* headers. true: one proxy at a private
   * address; or its addresses.
   */
  ISOBAR_TRUST_PROXY: z.string().default('false').transform(trustedProxies),
  /**
   * Who reads /metrics: programs on this machine, all callers, or callers with this token
   * (`metricsAccess`).
   */
  ISOBAR_METRICS_TOKEN: z.string().min(1).default('local'),
  /**
   * The address of a quality service elsewhere: our own then answers 501, and the portal uses the
   * other one.
   */
  ISOBAR_DQR_URL: z.url({ protocol: /^https?$/ }).optional(),
  ISOBAR_WORKER: z.enum(['here', 'apart']).default('here'),
  /** Megabytes that a worker may take; it is ended and started again when it takes more. */
  ISOBAR_WORKER_MEMORY: z.coerce.number().int().min(50).optional(),
  ISOBAR_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: z.string().optional(),
  /**
   * The collector that gets traces; absent: nothing is traced. The other OTEL_ variables are read
   * by OpenTelemetry's packages.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'it should be the address of a collector, like http://127.0.0.1:4318',
    })
    .optional(),
  OPENSEARCH_URL: z.url().optional(),
  /**
   * Before the name of every index in the cluster: installations that share one have different
   * ones.
   */
  ISOBAR_INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/)
    .default('isobar-'),
  SMTP_URL: z.string().optional(),
  /**
   * Table of a ticket system in ServiceNow's form:
   * https://user:password@desk.example/api/now/table/incident.
   */
  ISOBAR_TICKETS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * Key and secret of an app that the operator registered with Dropbox; without both there is no
   * drop box delivery.
   */
  DROPBOX_APP_KEY: z.string().optional(),
  DROPBOX_APP_SECRET: z.string().optional(),
  ISOBAR_CASES: z.string().optional(),
  /** Folder of the built portal; undefined: the one that the build of this repository makes. */
  ISOBAR_PORTAL: z.string().optional(),
  /** The resolver that `isobar tables look-up` calls. */
  ISOBAR_DOI_URL: z.url({ protocol: /^https?$/ }).default('https://doi.org'),
  /** Account with the DOI registry; all of them, or citable orders get no DOI. */
  DATACITE_URL: z.url().default('https://api.datacite.org'),
  DATACITE_REPOSITORY: z.string().optional(),
  DATACITE_PASSWORD: z.string().optional(),
  DATACITE_PREFIX: z
    .string()
    .regex(/^10\.\d{4,9}$/, 'must be like 10.5439')
    .optional(),
});

const link = z.array(z.object({ label: z.string(), url: z.string() }));

/**
 * Every variable that is read here, for the test that holds them against operating.md. @internal
 */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** The variable, what is wrong with it, and what would be right; never its value. */
function wrongWords({ path, message }: z.core.$ZodIssue): string {
  const name = String(path[0] ?? '');
  const right = Object.hasOwn(WHAT_IS_RIGHT, name) ? WHAT_IS_RIGHT[name] : undefined;
  return `${name}: ${right ? `it should be ${right}` : message}`;
}

/** Everything that the environment decides. */
export type Configuration = ReturnType<typeof readConfiguration>;

/** Reads and checks the environment; throws one error that names every wrong variable. */
export function readConfiguration(env: NodeJS.ProcessEnv = process.env) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    throw new Error(
      `The configuration is wrong. ${parsed.error.issues.map(wrongWords).join('; ')}`,
    );
  }
  const e = parsed.data;
  return {
    port: e.ISOBAR_PORT,
    host: e.ISOBAR_HOST,
    home: resolve(e.ISOBAR_HOME),
    /** A folder, s3://bucket/prefix, or undefined for the demo archive. */
    archive: e.ISOBAR_ARCHIVE,
    /** s3://bucket/prefix, or undefined for folders of the home. */
    deliveries: e.ISOBAR_DELIVERIES,
    kept: e.ISOBAR_KEPT,
    url: e.ISOBAR_URL ?? `http://localhost:${e.ISOBAR_PORT}`,
    /** Like `url`, but set only if an operator gave it: it is then the only address of the site. */
    siteUrl: e.ISOBAR_URL,
    title: e.ISOBAR_TITLE,
    ...namesOf(e.ISOBAR_ARCHIVE_NAME || DEMO_NAME, e.ISOBAR_PUBLISHER),
    /** The names as configured, '' where they were not. */
    given: { archiveName: e.ISOBAR_ARCHIVE_NAME, publisher: e.ISOBAR_PUBLISHER },
    contact: e.ISOBAR_CONTACT,
    environment: e.ISOBAR_ENVIRONMENT,
    dataDevelopers: e.ISOBAR_DATA_DEVELOPERS,
    portalDevelopers: e.ISOBAR_PORTAL_DEVELOPERS,
    links: e.ISOBAR_LINKS,
    checksAnswers: e.ISOBAR_CHECK_ANSWERS === 'on',
    otherSites: e.ISOBAR_OTHER_SITES === 'on',
    learns: e.ISOBAR_LEARN === 'on',
    sealUrl: e.ISOBAR_SEAL_URL,
    services: e.ISOBAR_SERVICES,
    registration: e.ISOBAR_REGISTRATION === 'open',
    signInSites: e.ISOBAR_SIGN_IN,
    proposalsUrl: e.ISOBAR_PROPOSALS_URL,
    oldHosts: e.ISOBAR_OLD_HOSTS.split(',').filter(Boolean),
    /**
     * A folder or the address of a service with illustrated cases; undefined: none, or the demo's.
     */
    cases: e.ISOBAR_CASES,
    portalFolder: e.ISOBAR_PORTAL,
    recordOrigins: e.ISOBAR_RECORD_HOSTS,
    hooks: { hosts: e.ISOBAR_HOOK_HOSTS, http: e.ISOBAR_HOOK_HTTP === 'on' },
    aliases: e.ISOBAR_ALIASES,
    maximumOrderBytes: e.ISOBAR_MAX_ORDER_BYTES,
    maximumFiles: e.ISOBAR_MAX_ORDER_FILES,
    liveBytes: e.ISOBAR_LIVE_BYTES,
    plotBytes: e.ISOBAR_PLOT_BYTES,
    plotsAhead: e.ISOBAR_PLOTS_AHEAD === 'on',
    arrayBytes: e.ISOBAR_ARRAY_BYTES,
    arrayDays: e.ISOBAR_ARRAY_DAYS,
    factsAhead: e.ISOBAR_FACTS_AHEAD === 'on',
    searchesAhead: e.ISOBAR_SEARCHES_AHEAD === 'on',
    deliveryDays: e.ISOBAR_DELIVERY_DAYS,
    requestsPerMinute: e.ISOBAR_RATE,
    trustProxy: e.ISOBAR_TRUST_PROXY,
    metrics: metricsAccess(e.ISOBAR_METRICS_TOKEN),
    qualityServiceUrl: e.ISOBAR_DQR_URL,
    worker: e.ISOBAR_WORKER,
    workerMemoryMb: e.ISOBAR_WORKER_MEMORY ?? usualWorkerMemory(totalmem()),
    logLevel: e.ISOBAR_LOG,
    databaseUrl: e.DATABASE_URL,
    openSearchUrl: e.OPENSEARCH_URL,
    /** Whether there is a collector of traces. */
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    indexPrefix: e.ISOBAR_INDEX_PREFIX,
    smtpUrl: e.SMTP_URL,
    ticketsUrl: e.ISOBAR_TICKETS_URL,
    doiUrl: e.ISOBAR_DOI_URL.replace(/\/+$/, ''),
    datacite:
      e.DATACITE_REPOSITORY && e.DATACITE_PASSWORD && e.DATACITE_PREFIX
        ? {
            url: e.DATACITE_URL.replace(/\/+$/, ''),
            repository: e.DATACITE_REPOSITORY,
            password: e.DATACITE_PASSWORD,
            prefix: e.DATACITE_PREFIX,
          }
        : undefined,
    dropbox:
      e.DROPBOX_APP_KEY && e.DROPBOX_APP_SECRET
        ? { key: e.DROPBOX_APP_KEY, secret: e.DROPBOX_APP_SECRET }
        : undefined,
  } as const;
}

const DEMO_NAME = 'ARM';
/**
 * The name of an archive of own data to which the operator gave none: it suits any archive, and is
 * not the name of another.
 */
const OWN_NAME = 'Local';

/** An archive of own data without a name does not take that of the demo. */
export const namedFor = (configuration: Configuration, simulated: boolean): Configuration =>
  simulated || configuration.given.archiveName !== ''
    ? configuration
    : { ...configuration, ...namesOf(OWN_NAME, configuration.given.publisher) };

/** The demo's archive is cited by its name in full; any other by its short name. */
const namesOf = (archiveName: string, publisher: string) => ({
  archiveName,
  publisher:
    publisher ||
    (archiveName === DEMO_NAME
      ? 'Atmospheric Radiation Measurement (ARM) User Facility'
      : `${archiveName} Data Center`),
});

const metricsAccess = (text: string): 'local' | 'anybody' | { readonly token: string } =>
  text === 'local' || text === 'anybody' ? text : { token: text };

/**
 * In MB: three times what the largest orders were seen to take, and on a small machine half of its
 * memory of so many bytes.
 */
export const usualWorkerMemory = (bytes: number): number =>
  Math.max(700, Math.min(2000, Math.floor(bytes / 2 / 2 ** 20)));

/** A name alone means https. */
function origins(text: string, context: z.RefinementCtx): readonly string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')
    .flatMap((host) => {
      const url = URL.parse(host.includes('://') ? host : `https://${host}`);
      if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return [url.origin];
      context.addIssue({
        code: 'custom',
        message: 'it should be a comma-separated list of servers, such as records.example.org',
      });
      return [];
    });
}

const addresses = z.record(
  z.string().regex(/^[a-z][A-Za-z]{0,40}$/),
  z.string().regex(/^(https?:\/\/|\/)[^\s]*$/),
);

function serviceAddresses(
  text: string,
  context: z.RefinementCtx,
): Readonly<Record<string, string>> {
  try {
    return addresses.parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'it should be JSON like {"notebookHub": "https://hub.example"}',
    });
    return {};
  }
}

function aliases(text: string, context: z.RefinementCtx): readonly Alias[] {
  if (text === 'on') return ALIASES;
  if (text === 'off') return [];
  const read = readAliases(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'it should be on, off, or a list like /old/=/new/' });
  return [];
}

function trustedProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  if (text === 'true' || text === 'false') return text === 'true';
  const networks = text.split(',').map((network) => network.trim());
  try {
    believes(networks);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it is no list of addresses';
    const message = `it should be true, false, or a comma-separated list of addresses and networks (${why})`;
    context.addIssue({ code: 'custom', message });
  }
  return networks;
}

function links(text: string, context: z.RefinementCtx): z.infer<typeof link> {
  try {
    return link.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'is no such list' });
    return [];
  }
}
