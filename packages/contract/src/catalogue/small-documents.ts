// Documents of the small indexes besides metadata: epochs, scan names, handbooks and field-campaign
// cards.
import type { Mapping } from '@isobar/query-language/mapping.ts';

/** GET {epoch}epoch_code:{code} reads the first hit's name, description and times. */
export type EpochDocument = {
  readonly id: string;
  readonly epoch_code: string;
  readonly epoch_name: string;
  readonly epoch_desc: string;
  /** JSON list of days, YYYY-MM-DD. */
  readonly epoch_times: string;
  readonly site_codes: readonly string[];
};

export type ScanNameDocument = {
  readonly id: string;
  readonly scan_name: string;
  readonly scan_desc: string;
  readonly instrument_class_codes: readonly string[];
};

/** A handbook, tutorial or notebook, with everything that it is about. */
export type HandbookDocument = {
  readonly id: string;
  /** handbook, tutorial, notebook … */
  readonly kind: string;
  readonly title: string;
  readonly url: string;
  readonly instrument_class_code: readonly string[];
  readonly instrument_class_name: readonly string[];
  readonly datastream_class: readonly string[];
};

/** One card of the home screen: the campaigns of a site. */
export type CampaignCardDocument = {
  readonly id: string;
  readonly title: string;
  readonly tag: string;
  readonly position: number;
  readonly links: readonly CampaignLink[];
};

export type CampaignLink = {
  readonly position: number;
  readonly link_text: string;
  /** YYYY-MM-DD. */
  readonly start: string;
  readonly new_iop: boolean;
  readonly entire_site: boolean;
  readonly site_code: string;
  /** Short name of the campaign; the site code for an entire site. */
  readonly link_value: string;
};

export const EPOCH_FIELDS = {
  id: { type: 'text' },
  epoch_code: { type: 'text' },
  epoch_name: { type: 'text' },
  epoch_desc: { type: 'text' },
  epoch_times: { type: 'stored' },
  site_codes: { type: 'text', list: true },
} as const satisfies Mapping;

export const SCAN_NAME_FIELDS = {
  id: { type: 'text' },
  scan_name: { type: 'text' },
  scan_desc: { type: 'text' },
  instrument_class_codes: { type: 'text', list: true },
} as const satisfies Mapping;

export const HANDBOOK_FIELDS = {
  id: { type: 'text' },
  kind: { type: 'text' },
  title: { type: 'text' },
  url: { type: 'text' },
  instrument_class_code: { type: 'text', list: true },
  instrument_class_name: { type: 'text', list: true },
  datastream_class: { type: 'text', list: true },
} as const satisfies Mapping;

export const CAMPAIGN_CARD_FIELDS = {
  id: { type: 'text' },
  title: { type: 'text' },
  tag: { type: 'text' },
  position: { type: 'integer' },
  links: { type: 'stored' },
} as const satisfies Mapping;
