// Each setting of the environment decides what it should, and nothing else: a new one is red here
// until it has its row.
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { ALIASES } from '@isobar/contract/calls/aliases.ts';
import { expect, it } from 'vitest';
import {
  type Configuration,
  namedFor,
  readConfiguration,
  usualWorkerMemory,
  VARIABLES,
} from './config.ts';

type Row = readonly [value: string, decides: Partial<Configuration>];

const DATACITE = { DATACITE_REPOSITORY: 'lab', DATACITE_PASSWORD: 'p', DATACITE_PREFIX: '10.5439' };
const registry = {
  url: 'https://api.datacite.org',
  repository: 'lab',
  password: 'p',
  prefix: '10.5439',
};

/**
 * What a setting is when it is not the default, and what of the configuration is different then.
 */
const SETTINGS: Readonly<Record<string, Row>> = {
  ISOBAR_PORT: ['9000', { port: 9000, url: 'http://localhost:9000' }],
  ISOBAR_HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  ISOBAR_HOME: ['elsewhere', { home: resolve('elsewhere') }],
  ISOBAR_ARCHIVE: ['/data', { archive: '/data' }],
  ISOBAR_DELIVERIES: ['s3://bucket/d', { deliveries: 's3://bucket/d' }],
  ISOBAR_KEPT: ['s3://bucket/k', { kept: 's3://bucket/k' }],
  ISOBAR_URL: ['https://a.example', { url: 'https://a.example', siteUrl: 'https://a.example' }],
  ISOBAR_TITLE: ['Our data', { title: 'Our data' }],
  ISOBAR_ARCHIVE_NAME: [
    'LAB',
    {
      archiveName: 'LAB',
      publisher: 'LAB Data Center',
      given: { archiveName: 'LAB', publisher: '' },
    },
  ],
  ISOBAR_PUBLISHER: [
    'The Lab',
    { publisher: 'The Lab', given: { archiveName: '', publisher: 'The Lab' } },
  ],
  ISOBAR_CONTACT: ['help@a.example', { contact: 'help@a.example' }],
  ISOBAR_ENVIRONMENT: ['stage', { environment: 'stage' }],
  ISOBAR_DATA_DEVELOPERS: ['p-1, p-2', { dataDevelopers: ['p-1', 'p-2'] }],
  ISOBAR_PORTAL_DEVELOPERS: ['p-3,', { portalDevelopers: ['p-3'] }],
  ISOBAR_LINKS: ['[]', { links: [] }],
  ISOBAR_CHECK_ANSWERS: ['on', { checksAnswers: true }],
  ISOBAR_OTHER_SITES: ['off', { otherSites: false }],
  ISOBAR_LEARN: ['off', { learns: false }],
  ISOBAR_SEAL_URL: ['https://seal.example', { sealUrl: 'https://seal.example' }],
  ISOBAR_SERVICES: ['{"hub":"https://h.example"}', { services: { hub: 'https://h.example' } }],
  ISOBAR_REGISTRATION: ['closed', { registration: false }],
  ISOBAR_SIGN_IN: [
    '[{"id":"lab","label":"Lab","issuer":"https://i.example","clientId":"c","clientSecret":"s"}]',
    { signInSites: [expect.objectContaining({ id: 'lab', label: 'Lab' })] },
  ],
  ISOBAR_PROPOSALS_URL: ['https://p.example', { proposalsUrl: 'https://p.example' }],
  ISOBAR_OLD_HOSTS: ['a=b,c=d', { oldHosts: ['a=b', 'c=d'] }],
  ISOBAR_RECORD_HOSTS: ['r.example', { recordOrigins: ['https://r.example'] }],
  ISOBAR_HOOK_HOSTS: ['*.lab.example', { hooks: { hosts: ['*.lab.example'], http: false } }],
  ISOBAR_HOOK_HTTP: ['on', { hooks: { hosts: [], http: true } }],
  ISOBAR_ALIASES: ['off', { aliases: [] }],
  ISOBAR_MAX_ORDER_BYTES: ['5', { maximumOrderBytes: 5 }],
  ISOBAR_MAX_ORDER_FILES: ['6', { maximumFiles: 6 }],
  ISOBAR_LIVE_BYTES: ['7', { liveBytes: 7 }],
  ISOBAR_PLOT_BYTES: ['2e6', { plotBytes: 2e6 }],
  ISOBAR_PLOTS_AHEAD: ['off', { plotsAhead: false }],
  ISOBAR_ARRAY_BYTES: ['3e6', { arrayBytes: 3e6 }],
  ISOBAR_ARRAY_DAYS: ['8', { arrayDays: 8 }],
  ISOBAR_FACTS_AHEAD: ['off', { factsAhead: false }],
  ISOBAR_SEARCHES_AHEAD: ['off', { searchesAhead: false }],
  ISOBAR_DELIVERY_DAYS: ['9', { deliveryDays: 9 }],
  ISOBAR_RATE: ['10', { requestsPerMinute: 10 }],
  ISOBAR_TRUST_PROXY: ['true', { trustProxy: true }],
  ISOBAR_METRICS_TOKEN: ['secret', { metrics: { token: 'secret' } }],
  ISOBAR_DQR_URL: ['https://q.example', { qualityServiceUrl: 'https://q.example' }],
  ISOBAR_WORKER: ['apart', { worker: 'apart' }],
  ISOBAR_WORKER_MEMORY: ['64', { workerMemoryMb: 64 }],
  ISOBAR_LOG: ['silent', { logLevel: 'silent' }],
  DATABASE_URL: ['postgres://db', { databaseUrl: 'postgres://db' }],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://127.0.0.1:4318', { traces: true }],
  OPENSEARCH_URL: ['http://os.example', { openSearchUrl: 'http://os.example' }],
  ISOBAR_INDEX_PREFIX: ['lab-', { indexPrefix: 'lab-' }],
  SMTP_URL: ['smtp://m.example', { smtpUrl: 'smtp://m.example' }],
  ISOBAR_TICKETS_URL: ['https://t.example', { ticketsUrl: 'https://t.example' }],
  DROPBOX_APP_KEY: ['k', { dropbox: { key: 'k', secret: 's' } }],
  DROPBOX_APP_SECRET: ['s', { dropbox: { key: 'k', secret: 's' } }],
  ISOBAR_CASES: ['/cases', { cases: '/cases' }],
  ISOBAR_PORTAL: ['/portal', { portalFolder: '/portal' }],
  ISOBAR_DOI_URL: ['https://d.example/', { doiUrl: 'https://d.example' }],
  DATACITE_URL: ['https://dc.example/', { datacite: { ...registry, url: 'https://dc.example' } }],
  DATACITE_REPOSITORY: ['lab', { datacite: registry }],
  DATACITE_PASSWORD: ['p', { datacite: registry }],
  DATACITE_PREFIX: ['10.5439', { datacite: registry }],
};

/** What else has to be set, so that the setting decides anything. */
const BESIDE: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  DROPBOX_APP_KEY: { DROPBOX_APP_SECRET: 's' },
  DROPBOX_APP_SECRET: { DROPBOX_APP_KEY: 'k' },
  DATACITE_URL: DATACITE,
  DATACITE_REPOSITORY: { ...DATACITE, DATACITE_REPOSITORY: '' },
  DATACITE_PASSWORD: { ...DATACITE, DATACITE_PASSWORD: '' },
  DATACITE_PREFIX: { ...DATACITE, DATACITE_PREFIX: '' },
};

it('every variable of the environment has a row', () => {
  expect(Object.keys(SETTINGS).toSorted()).toEqual(VARIABLES.toSorted());
});

it('what is not set is what operating.md states, with each switch as it is there', () => {
  const nothing = Object.fromEntries(
    [
      ...['archive', 'deliveries', 'kept', 'siteUrl', 'proposalsUrl', 'cases', 'portalFolder'],
      ...['qualityServiceUrl', 'databaseUrl', 'openSearchUrl', 'smtpUrl', 'ticketsUrl'],
      ...['datacite', 'dropbox'],
    ].map((name) => [name, undefined]),
  );
  expect(readConfiguration({})).toEqual({
    ...nothing,
    port: 8080,
    host: '127.0.0.1',
    home: resolve('var'),
    url: 'http://localhost:8080',
    title: 'Atmospheric Data Discovery',
    archiveName: 'ARM',
    publisher: 'Atmospheric Radiation Measurement (ARM) User Facility',
    given: { archiveName: '', publisher: '' },
    contact: 'support@isobar.invalid',
    environment: 'prod',
    dataDevelopers: [],
    portalDevelopers: [],
    links: expect.any(Array),
    checksAnswers: false,
    otherSites: true,
    learns: true,
    sealUrl: '',
    services: {},
    registration: true,
    signInSites: [],
    oldHosts: [],
    recordOrigins: [],
    hooks: { hosts: [], http: false },
    aliases: ALIASES,
    maximumOrderBytes: 1e12,
    maximumFiles: 20_000,
    liveBytes: 1e9,
    plotBytes: 1e9,
    plotsAhead: true,
    arrayBytes: 5e9,
    arrayDays: 30,
    factsAhead: true,
    searchesAhead: true,
    deliveryDays: 30,
    requestsPerMinute: 1200,
    trustProxy: false,
    metrics: 'local',
    worker: 'here',
    workerMemoryMb: usualWorkerMemory(totalmem()),
    logLevel: 'info',
    traces: false,
    indexPrefix: 'isobar-',
    doiUrl: 'https://doi.org',
  });
});

it.each<[string, string, Partial<Configuration>]>([
  ['ISOBAR_OTHER_SITES', 'on', { otherSites: true }],
  ['ISOBAR_LEARN', 'on', { learns: true }],
  ['ISOBAR_REGISTRATION', 'open', { registration: true }],
  ['ISOBAR_PLOTS_AHEAD', 'on', { plotsAhead: true }],
  ['ISOBAR_FACTS_AHEAD', 'on', { factsAhead: true }],
  ['ISOBAR_SEARCHES_AHEAD', 'on', { searchesAhead: true }],
  ['ISOBAR_CHECK_ANSWERS', 'off', { checksAnswers: false }],
  ['ISOBAR_HOOK_HTTP', 'off', { hooks: { hosts: [], http: false } }],
  ['ISOBAR_TRUST_PROXY', 'false', { trustProxy: false }],
  [
    'ISOBAR_TRUST_PROXY',
    '10.0.0.1, 192.168.0.0/16',
    { trustProxy: ['10.0.0.1', '192.168.0.0/16'] },
  ],
  ['ISOBAR_METRICS_TOKEN', 'anybody', { metrics: 'anybody' }],
  ['ISOBAR_METRICS_TOKEN', 'local', { metrics: 'local' }],
  [
    'ISOBAR_RECORD_HOSTS',
    'http://r.example:9000, , s.example',
    {
      recordOrigins: ['http://r.example:9000', 'https://s.example'],
    },
  ],
])('the setting %s may also be %s', (name, value, decides) => {
  expect(readConfiguration({ [name]: value })).toMatchObject(decides);
});

it.each([
  ['ISOBAR_PORT', '70000'],
  ['ISOBAR_PORT', '-1'],
  ['ISOBAR_DELIVERIES', 'folder'],
  ['ISOBAR_REGISTRATION', 'on'],
  ['ISOBAR_LEARN', 'yes'],
  ['ISOBAR_SERVICES', '{"hub":"hub.example"}'],
  ['ISOBAR_SERVICES', '[]'],
  ['ISOBAR_LINKS', '{}'],
  ['ISOBAR_RECORD_HOSTS', 'ftp://r.example'],
  ['ISOBAR_RECORD_HOSTS', 'https://r.example/records'],
  ['ISOBAR_HOOK_HOSTS', 'https://hooks.example'],
  ['ISOBAR_HOOK_HOSTS', '*'],
  ['ISOBAR_ALIASES', 'yes'],
  ['ISOBAR_MAX_ORDER_BYTES', '0'],
  ['ISOBAR_MAX_ORDER_FILES', '1.5'],
  ['ISOBAR_DELIVERY_DAYS', '0'],
  ['ISOBAR_DELIVERY_DAYS', '3651'],
  ['ISOBAR_RATE', '0'],
  ['ISOBAR_TRUST_PROXY', 'proxy.example'],
  ['ISOBAR_WORKER_MEMORY', '49'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['ISOBAR_INDEX_PREFIX', 'Lab-'],
  ['DATACITE_PREFIX', 'doi'],
])('the setting %s is refused where it is %s, and its value is not repeated', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        new RegExp(`^The configuration is wrong\\. ${name}: it should be `),
      ),
    }),
  );
});

it('a worker takes half of the memory of the machine, from 700 to 2000 MB', () => {
  const gigabytes = [1, 2, 3, 4, 64].map((each) => usualWorkerMemory(each * 2 ** 30));
  expect(gigabytes).toEqual([700, 1024, 1536, 2000, 2000]);
});

it('each wrong setting is named, and one that is empty is as if it were not set', () => {
  expect(() => readConfiguration({ ISOBAR_PORT: 'x', ISOBAR_RATE: 'y' })).toThrow(
    /ISOBAR_PORT: .*; ISOBAR_RATE: /,
  );
  expect(readConfiguration({ ISOBAR_PORT: '', ISOBAR_LEARN: '' })).toEqual(readConfiguration({}));
});

it.each(['DROPBOX_APP_KEY', 'DROPBOX_APP_SECRET'])('%s alone sets no drop box up', (name) => {
  expect(readConfiguration({ [name]: 'x' }).dropbox).toBeUndefined();
});

it.each(Object.keys(DATACITE))('without %s there is no registry of DOIs', (name) => {
  expect(readConfiguration({ ...DATACITE, [name]: '' }).datacite).toBeUndefined();
});

it('an archive of own data does not take the name of the demo, unless it was given one', () => {
  const without = readConfiguration({ ISOBAR_PUBLISHER: '' });
  expect(namedFor(without, true)).toBe(without);
  expect(namedFor(without, false)).toMatchObject({
    ...{ archiveName: 'Local', publisher: 'Local Data Center' },
  });
  const published = readConfiguration({ ISOBAR_PUBLISHER: 'The Lab' });
  expect(namedFor(published, false)).toMatchObject({ publisher: 'The Lab' });
  const given = readConfiguration({ ISOBAR_ARCHIVE_NAME: 'ARM' });
  expect(namedFor(given, false)).toBe(given);
});

it.each(Object.entries(SETTINGS))('the setting %s decides what it should', (name, row) => {
  const [value, decides] = row;
  const without = readConfiguration({ ...BESIDE[name] });
  const set = readConfiguration({ ...BESIDE[name], [name]: value });
  expect(set).toEqual({ ...without, ...decides });
  for (const [member, expected] of Object.entries(decides))
    expect(without[member as keyof Configuration], member).not.toEqual(expected);
});
