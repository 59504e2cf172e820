// The one configuration: what config.json says by environment, and the errors that an operator gets
// about mistakes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { BREAKPOINTS, fullConfig } from '@isobar/contract/calls/full-config.ts';
import { formatDay, formatDayTime } from '@isobar/contract/time.ts';
import { expect, it } from 'vitest';
import { placesSearch } from '../../../portal/src/lib/search/plan-details.ts';
import { instrumentNamesSearch } from '../../../portal/src/lib/search/plan-instruments.ts';
import { SCAN_NAMES_QUERY } from '../../../portal/src/lib/search/plan-small.ts';
import { loadTables } from '../core/tables/load.ts';
import { readConfiguration, VARIABLES } from '../platform/config/config.ts';
import { orderSettings } from './order-settings.ts';
import { portalConfig } from './portal-config.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const tables = await loadTables(join(ROOT, 'apps/server/tables'));

const told = (env: Record<string, string> = {}) => {
  const configuration = readConfiguration(env);
  const config = portalConfig({ configuration, tables, simulated: false, version: '1' });
  return fullConfig.parse(JSON.parse(JSON.stringify(config)));
};

it('[X002] config.json tells the base address of every service, and each can be another by the environment', () => {
  for (const name of Object.keys(SERVICE_PATHS)) {
    const elsewhere = `https://elsewhere.example/${name}`;
    const { services } = told({ ISOBAR_SERVICES: JSON.stringify({ [name]: elsewhere }) });
    expect([name, services[name]]).toEqual([name, elsewhere]);
  }
  expect(told().services).toMatchObject(SERVICE_PATHS);
});

it('[X004] [X005] [X006] [X007] [X009] [X010] config.json tells the limits of searches, by which the plans go', () => {
  const { search } = told();
  expect(search).toMatchObject({
    facetLimit: 10_000,
    groupField: 'instrument_id',
    measurementGroupField: 'instrument_measurement_id',
    guidedSearchRows: 7000,
    precisionThreshold: 20_000,
    siteLimit: 1000,
    facilityLimit: 10_000,
    uniqueInstrumentLimit: 10_000,
    scanNameLimit: 9999,
    metadataListLimit: 7000,
  });
  expect(SCAN_NAMES_QUERY.size).toBe(String(search.scanNameLimit));
  expect(JSON.stringify(placesSearch({ view: 'measurement', id: 'x' }))).toContain(
    `"${search.measurementGroupField}.keyword"`,
  );
  expect(placesSearch({ view: 'instrument', id: 'x' }).aggs).toMatchObject({
    'Sites||site_code': { terms: { size: search.siteLimit } },
    'Facilities||ffac': { terms: { size: search.facilityLimit } },
  });
});

it('config.json tells which file formats may be ordered, by their codes', () => {
  expect(told().orders.formats).toEqual([
    { code: 'ANDR', label: 'NetCDF' },
    { code: 'NCSV', label: 'ASCII-CSV' },
    { code: 'PARQ', label: 'Parquet' },
  ]);
});

it('[X008] limits the values below one value to ten', () => {
  const { subAggregationLimit } = told().search;
  expect(subAggregationLimit).toBe(10);
  expect(instrumentNamesSearch(['met']).aggs).toMatchObject({
    codes: { aggs: { names: { terms: { size: subAggregationLimit } } } },
  });
});

it('[X012] [X013] [X014] config.json tells types of campaigns, constant sites, and the sites that are shown (decision 1026)', () => {
  const { search } = told();
  expect(search.iopTypes).toEqual(['pi', 'fc', 'evalderiv']);
  expect(search.constantSites).toEqual(['sgp', 'twp']);
  expect(search.visibleSites).toEqual(tables.rows['sites.csv'].map((site) => site.site_code));
  expect(search.visibleSites.length).toBeGreaterThanOrEqual(41);
  expect(search.dataLevelOrder).toEqual(['s', 'a', 'b', 'c', 'm']);
});

it('[X015] config.json tells the formats of dates, which are those that are written, in UTC', () => {
  const { dates } = told();
  const at = Date.UTC(2026, 10, 22, 23, 5, 7) / 1000;
  const write = (format: string) =>
    format
      .replace('YYYY', '2026')
      .replace('MM', '11')
      .replace('DD', '22')
      .replace('HH', '23')
      .replace('mm', '05')
      .replace('ss', '07');
  expect(dates.timeZone).toBe('UTC');
  expect([write(dates.day), write(dates.dayTime)]).toEqual([formatDay(at), formatDayTime(at)]);
});

it('[X016] config.json tells the widths at which the layout changes, and the style sheet has them', async () => {
  expect(told().layout).toEqual({ tablet: 576, laptop: 992, desktop: 1200 });
  const styles = await readFile(join(ROOT, 'apps/portal/src/app/styles/tokens.css'), 'utf8');
  const rem = (name: string) =>
    Number(new RegExp(`--breakpoint-${name}: ([\\d.]+)rem`).exec(styles)?.[1]) * 16;
  expect([rem('sm'), rem('lg'), rem('xl')]).toEqual(Object.values(BREAKPOINTS));
});

it('[X017] [X018] config.json tells the types of contacts, and two lists of developers by their ids', () => {
  const { contacts } = told({
    ISOBAR_DATA_DEVELOPERS: 'p-1, p-2',
    ISOBAR_PORTAL_DEVELOPERS: 'p-3',
  });
  expect(contacts).toEqual({
    types: ['developer', 'translator', 'associate', 'lead'],
    dataDevelopers: ['p-1', 'p-2'],
    portalDevelopers: ['p-3'],
  });
  expect(told().contacts.dataDevelopers).toEqual([]);
});

it('[X019] [X020] config.json tells the legend of quality, each entry with label and description, some with a code', () => {
  const { dqrLegend } = told();
  expect(Object.keys(dqrLegend)).toEqual([
    'model',
    'eval',
    'routine',
    'research',
    'note',
    'missing',
    'suspect',
    'incorrect',
    'limitedAccess',
  ]);
  for (const [key, { label, description }] of Object.entries(dqrLegend))
    expect([key, label !== '', description !== '']).toEqual([key, true, true]);
  const { model, incorrect, suspect, limitedAccess } = dqrLegend;
  expect([model, incorrect, suspect, limitedAccess].map((entry) => entry?.dqrCode)).toEqual([
    undefined,
    4,
    3,
    99,
  ]);
});

it('[X021] [X022] [X023] config.json has a place for every service area and index, also for those that are elsewhere', () => {
  const { services, workbench } = told();
  const areas = [
    ...['auth', 'singleSignOn', 'profile', 'registration', 'recommender', 'order', 'files'],
    ...['notification', 'citation', 'maintenance', 'fileHeaders'],
    ...['metadata', 'quicklooks', 'fieldCampaigns', 'mentorHandbooks', 'epochs', 'scanNames'],
    ...['fileInfo', 'archive', 'dqr', 'dataQualityApi', 'dropBoxLink', 'dataStudio'],
    'notebookHub',
  ];
  for (const area of areas) expect([area, typeof services[area]]).toEqual([area, 'string']);
  expect(typeof workbench.dashboard).toBe('string');
});

it('[X024] [X025] config.json is the same in dev, stage and prod but for hosts, and prod by default', () => {
  expect(told().environment).toBe('prod');
  const [dev, stage, prod] = ['dev', 'stage', 'prod'].map((name) => {
    const services = JSON.stringify({ metadata: `https://${name}.example/metadata` });
    const {
      environment,
      services: hosts,
      ...rest
    } = told({
      ISOBAR_ENVIRONMENT: name,
      ISOBAR_URL: `https://${name}.example`,
      ISOBAR_SERVICES: services,
    });
    expect([environment, hosts.metadata]).toEqual([name, `https://${name}.example/metadata`]);
    return rest;
  });
  expect(dev).toEqual(prod);
  expect(stage).toEqual(prod);
  expect(() => told({ ISOBAR_ENVIRONMENT: 'test' })).toThrow(/ISOBAR_ENVIRONMENT/);
});

it.each<[string, string, (config: ReturnType<typeof told>) => unknown, unknown]>([
  ['ISOBAR_TITLE', 'Our data', ({ title }) => title, 'Our data'],
  ['ISOBAR_ARCHIVE_NAME', 'LAB', ({ archiveName }) => archiveName, 'LAB'],
  ['ISOBAR_CONTACT', 'help@a.example', ({ contact }) => contact.email, 'help@a.example'],
  ['ISOBAR_LINKS', '[]', ({ links }) => links, []],
  ['ISOBAR_OLD_HOSTS', 'a=b', ({ oldHosts }) => oldHosts, ['a=b']],
  ['ISOBAR_DELIVERY_DAYS', '9', ({ deliveryDays }) => deliveryDays, 9],
  ['ISOBAR_MAX_ORDER_FILES', '6', ({ maximumFiles }) => maximumFiles, 6],
  ['ISOBAR_SEAL_URL', 'https://s.example', ({ sealUrl }) => sealUrl, 'https://s.example'],
  ['ISOBAR_DQR_URL', 'https://q.example', ({ services }) => services.dqr, 'https://q.example'],
  ['ISOBAR_REGISTRATION', 'closed', ({ signIn }) => signIn?.registration, false],
  ['ISOBAR_HOOK_HOSTS', 'a.example', ({ orders }) => orders.webHooks?.hosts, ['a.example']],
  ['ISOBAR_HOOK_HTTP', 'on', ({ orders }) => orders.webHooks?.http, true],
])('config.json tells what %s sets', (name, value, part, expected) => {
  expect(part(told({ [name]: value }))).toEqual(expected);
  expect(part(told())).not.toEqual(expected);
});

it('config.json names no secret', () => {
  const secret = 'hush-hush';
  const text = JSON.stringify(
    told({
      ISOBAR_SIGN_IN: `[{"id":"lab","label":"Lab","issuer":"https://id.example","clientId":"client-id","clientSecret":"${secret}"}]`,
      SMTP_URL: `smtp://a:${secret}@mail.example`,
      ISOBAR_TICKETS_URL: `https://a:${secret}@desk.example/x`,
      ISOBAR_PROPOSALS_URL: `https://a:${secret}@campaigns.example`,
      DATABASE_URL: `postgres://a:${secret}@db.example/x`,
      ISOBAR_METRICS_TOKEN: secret,
    }),
  );
  expect(text).not.toContain(secret);
  expect(text).not.toContain('client-id');
  expect(text).toContain('"label":"Lab"');
});

it.each<[string, string, object]>([
  ['ISOBAR_DELIVERY_DAYS', '9', { deliveryDays: 9 }],
  ['ISOBAR_MAX_ORDER_FILES', '6', { maximumFiles: 6 }],
  ['ISOBAR_MAX_ORDER_BYTES', '5', { maximumOrderBytes: 5 }],
  ['ISOBAR_URL', 'https://a.example/', { url: 'https://a.example' }],
  ['ISOBAR_TITLE', 'Our data', { title: 'Our data' }],
  ['ISOBAR_ARCHIVE_NAME', 'LAB', { archiveName: 'LAB', publisher: 'LAB Data Center' }],
  ['ISOBAR_CONTACT', 'help@a.example', { contact: 'help@a.example' }],
  ['ISOBAR_HOOK_HOSTS', 'a.example', { hooks: { hosts: ['a.example'], http: false } }],
])('orders go by %s', (name, value, expected) => {
  expect(orderSettings(readConfiguration({ [name]: value }), '1')).toMatchObject(expected);
  expect(orderSettings(readConfiguration({}), '1')).not.toMatchObject(expected);
});

const wrong = (env: Record<string, string>): string => {
  try {
    readConfiguration(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

it('a wrong environment reports at the start every wrong variable by its name, and a correct form', () => {
  const text = wrong({ ISOBAR_PORT: 'eighty', ISOBAR_LOG: 'loud', ISOBAR_CONTACT: 'me' });
  for (const [name, right] of [
    ['ISOBAR_PORT', 'a whole number from 0 to 65535'],
    ['ISOBAR_LOG', 'debug, info, warn, error or silent'],
    ['ISOBAR_CONTACT', 'an email address'],
  ])
    expect(text).toMatch(new RegExp(`${name}: it should be ${right}`));
});

it.each(VARIABLES.filter((name) => wrong({ [name]: '§' }) !== ''))(
  '%s says what would be right',
  (name) => {
    expect(wrong({ [name]: '§' })).toMatch(new RegExp(`${name}: [^;]*should be `));
  },
);

it('a wrong environment tells no value, which may be a secret', () => {
  expect(wrong({ OPENSEARCH_URL: 'user:hush-hush' })).not.toContain('hush');
  expect(wrong({ ISOBAR_SIGN_IN: '[{"clientSecret":"hush-hush"}]' })).not.toContain('hush');
});

it('a wrong environment has no variable that operating.md does not explain', async () => {
  const text = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
  expect(VARIABLES.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
