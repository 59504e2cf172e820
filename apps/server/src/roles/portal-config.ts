// The content of config.json, which describes this installation: from the environment and the
// curated tables.
import { type Featured, type PortalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import {
  BREAKPOINTS,
  CHUNK_PATIENCE_MS,
  CONTACT_TYPES,
  DATE_FORMATS,
  FURTHER_SERVICES,
  type FullConfig,
} from '@isobar/contract/calls/full-config.ts';
import { DATA_LEVEL_ORDER } from '@isobar/contract/catalogue/data-level.ts';
import { DESTINATIONS } from '@isobar/contract/orders/delivery.ts';
import { FILE_FORMATS } from '@isobar/contract/orders/formats.ts';
import { SEARCH_SETTINGS } from '@isobar/contract/search/settings.ts';
import { DEMO_PERSON } from '../core/accounts/people.ts';
import { DQR_LEGEND } from '../core/quality/legend.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import type { TableRow } from '../core/tables/schemas.ts';
import type { Configuration } from '../platform/config/config.ts';

export interface PortalConfigInput {
  readonly configuration: Configuration;
  readonly tables: CuratedTables;
  readonly simulated: boolean;
  readonly version: string;
}

export function portalConfig(input: PortalConfigInput): FullConfig {
  const { configuration, simulated, tables, version } = input;
  const credits = tables.rows['credit-classes.csv'];
  const station = credits[0];
  return {
    title: configuration.title,
    archiveName: configuration.archiveName,
    version,
    simulated,
    environment: configuration.environment,
    services: servicesOf(configuration),
    search: {
      ...SEARCH_SETTINGS,
      iopTypes: [...SEARCH_SETTINGS.iopTypes],
      constantSites: [...SEARCH_SETTINGS.constantSites],
      visibleSites: tables.rows['sites.csv'].map((site) => site.site_code),
      dataLevelOrder: [...DATA_LEVEL_ORDER],
    },
    dates: DATE_FORMATS,
    layout: BREAKPOINTS,
    chunkPatienceMs: CHUNK_PATIENCE_MS,
    orders: {
      formats: FILE_FORMATS.map(({ code, label }) => ({ code, label })),
      deliveries: DESTINATIONS.map(({ bit, label }) => ({ bit, label })),
      webHooks: { hosts: [...configuration.hooks.hosts], http: configuration.hooks.http },
    },
    contacts: {
      types: [...CONTACT_TYPES],
      dataDevelopers: [...configuration.dataDevelopers],
      portalDevelopers: [...configuration.portalDevelopers],
    },
    dqrLegend: DQR_LEGEND,
    ...(simulated
      ? { demoLogin: { userName: DEMO_PERSON.userName, password: DEMO_PERSON.password } }
      : {}),
    contact: { email: configuration.contact },
    links: configuration.links,
    oldHosts: configuration.oldHosts,
    signIn: {
      registration: configuration.registration,
      sites: configuration.signInSites.map(({ id, label }) => ({ id, label })),
    },
    deliveryDays: configuration.deliveryDays,
    maximumFiles: configuration.maximumFiles,
    workbench: workbenchOf(tables.rows['workbench.csv']),
    featured: tables.rows['featured.csv'].map(featuredOf),
    sealUrl: configuration.sealUrl || (simulated ? DEMO_SEAL : ''),
    ...(station
      ? {
          credit: {
            siteCode: station.site_code,
            facilityCode: station.facility_code,
            instrumentClassCodes: credits.map((row) => row.instrument_class_code).filter(Boolean),
            text: CREDIT_TEXT,
          },
        }
      : {}),
  };
}

/** The address of every service: here by default, or as configured. */
const servicesOf = ({ services, qualityServiceUrl }: Configuration): Record<string, string> => ({
  ...SERVICE_PATHS,
  ...FURTHER_SERVICES,
  ...services,
  ...(qualityServiceUrl ? { dqr: qualityServiceUrl } : {}),
});

/** The demo shows this seal where an archive shows its own. */
const DEMO_SEAL = 'https://www.coretrustseal.org/';

const CREDIT_TEXT =
  'These data come from a station that is run by its own scientists. Please acknowledge them, and contact the lead scientists before you publish.';

const workbenchOf = (rows: readonly TableRow<'workbench.csv'>[]): PortalConfig['workbench'] => ({
  dashboard: rows.find(({ module }) => module === 'dashboard')?.url ?? '',
  modules: rows
    .filter(({ module }) => module !== 'dashboard')
    .map(({ module, title, text, url, coming_soon }) => ({
      module,
      title,
      text,
      url,
      comingSoon: coming_soon === 'yes',
    })),
});

const featuredOf = (row: TableRow<'featured.csv'>): Featured => ({
  section: row.section,
  kicker: row.kicker,
  title: row.title,
  text: row.text,
  instrumentClassCode: row.instrument_class_code,
  links: [
    { label: row.label, url: row.url },
    { label: row.second_label, url: row.second_url },
  ].filter(({ url }) => url !== ''),
  comingSoon: row.coming_soon === 'yes',
  plot: row.plot,
});
