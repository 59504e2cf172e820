// The groups in which calls are documented.
import { keysOf } from '../keys.ts';
import type { FurtherTag, Tag } from './call.ts';
import type { ServiceName } from './config.ts';

const SERVICES: Readonly<Record<ServiceName, string>> = {
  metadata: 'Search: data products, as an Elasticsearch index',
  fileInfo: 'Search: the files of the archive',
  epochs: 'Search: time spans in which a datastream was made in the same way',
  scanNames: 'Search: scans of radars and lidars',
  fieldCampaigns: 'Search: cards of field campaigns',
  handbooks: 'Search: handbooks, tutorials and notebooks about instruments and data products',
  search: 'Search: interface of the older service',
  words: 'What a typed text means',
  quicklooks: 'Plots of a day, and the data that they are drawn from',
  files: 'What a selection amounts to; variables that can be ordered',
  order: 'Orders: place, follow, cancel, repeat, cite; their deliveries',
  arrays: 'Datastreams as arrays: Zarr and DAP2, with the quality reports applied',
  facts: 'Hour facts: how many samples of a variable are valid each hour, their mean and extremes',
  events: 'Searches for days by hourly conditions',
  mcp: 'Tools for assistants (Model Context Protocol)',
  live: 'Live data: files and extracts at once, for programs with an access token',
  dqr: 'Data quality reports',
  citation: 'Citations of datastreams and datastream classes',
  campaigns: 'Field campaigns, and those of a person',
  places: 'Tracks of mobile facilities',
  tiles: 'Tiles for maps',
  case: 'Illustrations of modelled cases',
  recommender: 'What is recommended to a person',
  auth: 'Signing in and out, signing up',
  profile: 'Own account: cart, preferences, saved searches, sessions, access tokens',
  notification: 'Messages to the support desk',
  maintenance: 'Notices about maintenance',
  portal: 'The portal and its configuration',
};
const FURTHER: Readonly<Record<FurtherTag, string>> = {
  cluster: 'Search: calls that official clients make beside their searches; all of them read',
  home: 'What is new',
  pages: 'Pages, feeds and records for people, crawlers and harvesters',
  operate: 'For operators',
  health: 'For those who run the installation',
};

const DESCRIBED: Readonly<Record<Tag, string>> = { ...SERVICES, ...FURTHER };

/** In the order in which a reader wants to see them. */
export const TAGS: readonly { readonly name: Tag; readonly description: string }[] = keysOf(
  DESCRIBED,
).map((name) => ({ name, description: DESCRIBED[name] }));
