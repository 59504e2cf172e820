// GET /discovery/config.json: what the portal and other clients need to know about this
// installation.
import * as z from 'zod/mini';
import { DEFAULT_MAXIMUM_FILES } from '../orders/limits.ts';

/** The path of all services, and of what a search cluster answers at its root. */
export const SERVICES = '/services';

/** Default base address of every service (decision 1027), relative to the origin. */
export const SERVICE_PATHS = {
  portal: '/discovery/',
  metadata: '/services/metadata',
  fileInfo: '/services/file_info',
  epochs: '/services/epochs',
  scanNames: '/services/scan_names',
  fieldCampaigns: '/services/field_campaigns',
  quicklooks: '/services/quicklooks',
  handbooks: '/services/handbooks',
  auth: '/services/auth/',
  profile: '/services/profile',
  order: '/services/order',
  files: '/services/files',
  search: '/services/search',
  campaigns: '/services/campaigns',
  words: '/services/words',
  recommender: '/services/recommender',
  maintenance: '/services/maintenance',
  notification: '/services/notification',
  citation: '/services/citation',
  dqr: '/services/dqr',
  case: '/services/case',
  places: '/services/places',
  tiles: '/services/tiles',
  live: '/services/live',
  arrays: '/services/arrays',
  facts: '/services/facts',
  events: '/services/events',
  mcp: '/services/mcp',
} as const;

export type ServiceName = keyof typeof SERVICE_PATHS;

const workbenchModule = z.object({
  module: z.string(),
  title: z.string(),
  text: z.string(),
  /** '' if there is nothing to link to. */
  url: z.string(),
  comingSoon: z.boolean(),
});

/** What the home screen features, by section (part 1 section 2). */
const featured = z.object({
  section: z.enum(['lasso-cacti', 'lasso', 'jupyter', 'dataTools']),
  kicker: z.string(),
  title: z.string(),
  text: z.string(),
  /** Shown only where the archive has data of this class; '': always shown. */
  instrumentClassCode: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  comingSoon: z.boolean(),
  /** datastream/variable/YYYYMMDD: a day that is shown beside it; '': none. */
  plot: z.string(),
});
export type Featured = z.infer<typeof featured>;

export const portalConfig = z.object({
  /** Title of the site, in the header and the browser tab. */
  title: z.string(),
  /** Short name of the archive in labels: 'ARM Site', 'My AFCs' (decision 1028). */
  archiveName: z.string(),
  version: z.string(),
  /** True when the archive's values are simulated; the portal then shows a notice on every page. */
  simulated: z.boolean(),
  /** Only with the demo archive: the login dialog shows it. */
  demoLogin: z.optional(z.object({ userName: z.string(), password: z.string() })),
  services: z.record(z.string(), z.string()),
  contact: z.object({ email: z.string() }),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  oldHosts: z.array(z.string()),
  /** Ways to sign in other than by name and password. */
  signIn: z.optional(
    z.object({
      /** Whether users may create accounts for themselves. */
      registration: z.boolean(),
      sites: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
  ),
  /** Which servers web hooks may go to; no host: there are no web hooks here. */
  orders: z.optional(
    z.object({ webHooks: z.object({ hosts: z.array(z.string()), http: z.boolean() }) }),
  ),
  /** Deliveries are kept this many days. */
  deliveryDays: z.number(),
  /** The files that one order may have. */
  maximumFiles: z._default(z.number(), DEFAULT_MAXIMUM_FILES),
  /** The Data Workbench's modules, and where its dashboard lies. */
  workbench: z._default(z.object({ dashboard: z.string(), modules: z.array(workbenchModule) }), {
    dashboard: '',
    modules: [],
  }),
  featured: z._default(z.array(featured), []),
  /** The page of the body that certified the archive; '' when it is not certified. */
  sealUrl: z._default(z.string(), ''),
  /** Credit text: instrument classes of one station whose lead scientists ask to be contacted. */
  credit: z.optional(
    z.object({
      siteCode: z.string(),
      facilityCode: z.string(),
      instrumentClassCodes: z.array(z.string()),
      text: z.string(),
    }),
  ),
});
export type PortalConfig = z.infer<typeof portalConfig>;
