// The whole of GET /discovery/config.json: what the portal reads (config.ts), and what other
// clients may need.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { portalConfig, SERVICE_PATHS } from './config.ts';
import { readPortalConfig } from './portal-config.ts';

/** The environments of an installation, which differ only in their hosts. */
export const ENVIRONMENTS = ['dev', 'stage', 'prod'] as const;

/**
 * Services other than those that the portal calls by name, and where they lie by default; '': there
 * is none here.
 */
export const FURTHER_SERVICES = {
  singleSignOn: '/services/auth/sso/',
  registration: '/services/auth/register',
  fileHeaders: '/services/files/variables/',
  mentorHandbooks: SERVICE_PATHS.handbooks,
  archive: '/services/live',
  dataQualityApi: '/services/dqr',
  dropBoxLink: '/services/order/orders/dropbox/link',
  dataStudio: '',
  notebookHub: '',
  profileEdit: '',
} as const;

/** Who may be named as a contact of data. */
export const CONTACT_TYPES = ['developer', 'translator', 'associate', 'lead'] as const;

/** Widths of the window, in CSS pixels, from which each layout applies. */
export const BREAKPOINTS = { tablet: 576, laptop: 992, desktop: 1200 } as const;

export const DATE_FORMATS = {
  day: 'YYYY-MM-DD',
  dayTime: 'YYYY-MM-DD HH:mm:ss',
  timeZone: 'UTC',
} as const;

/** Milliseconds after which loading a part of the portal times out. */
export const CHUNK_PATIENCE_MS = 120_000;

const codes = z.array(z.string());

export const fullConfig = z.object({
  ...portalConfig.shape,
  environment: z.enum(ENVIRONMENTS),
  search: z.object({
    facetLimit: z.number(),
    groupField: z.string(),
    measurementGroupField: z.string(),
    guidedSearchRows: z.number(),
    precisionThreshold: z.number(),
    subAggregationLimit: z.number(),
    siteLimit: z.number(),
    facilityLimit: z.number(),
    uniqueInstrumentLimit: z.number(),
    scanNameLimit: z.number(),
    metadataListLimit: z.number(),
    iopTypes: codes,
    constantSites: codes,
    /** Sites that are shown until the user chooses some: those of the archive's table. */
    visibleSites: codes,
    dataLevelOrder: codes,
  }),
  dates: z.object({ day: z.string(), dayTime: z.string(), timeZone: z.string() }),
  layout: z.object({ tablet: z.number(), laptop: z.number(), desktop: z.number() }),
  chunkPatienceMs: z.number(),
  /** What an order may ask for: codes of file formats, bits of deliveries. */
  orders: z.object({
    formats: z.array(z.object({ code: z.string(), label: z.string() })),
    deliveries: z.array(z.object({ bit: z.number(), label: z.string() })),
    /** Which servers web hooks may go to; no host: there are no web hooks here. */
    webHooks: z.object({ hosts: codes, http: z.boolean() }),
  }),
  contacts: z.object({
    types: codes,
    /** Ids of the accounts that develop the data products and the portal. */
    dataDevelopers: codes,
    portalDevelopers: codes,
  }),
  dqrLegend: z.record(
    z.string(),
    z.object({ label: z.string(), description: z.string(), dqrCode: z.optional(z.number()) }),
  ),
});
export type FullConfig = z.infer<typeof fullConfig>;

export const readConfig = defineCall({
  ...readPortalConfig,
  answer: fullConfig,
  revalidates: true,
});
