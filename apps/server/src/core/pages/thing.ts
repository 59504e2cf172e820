// What has a page: one form for every kind, from which the page and every record for machines are
// made.

import type { Kysely } from 'kysely';
import type { Html } from '../../platform/text/html.ts';
import type { Tables } from '../../store/tables.ts';
import type { CitationContext, CitedData } from '../citation/cited.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { MadeOf } from './made-of.ts';
import type { OrderedWith } from './ordered-together.ts';

export const KINDS = [
  'product',
  'datastream',
  'site',
  'facility',
  'instrument',
  'campaign',
  'measurement',
  'report',
  'order',
] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);

/** The displayed names of the kinds. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  product: 'Data product',
  datastream: 'Datastream',
  site: 'Site',
  facility: 'Facility',
  instrument: 'Instrument class',
  campaign: 'Field campaign',
  measurement: 'Measurement',
  report: 'Data quality report',
  order: 'Order',
};

export interface Variable {
  readonly name: string;
  readonly longName: string;
  readonly units: string;
  readonly standardName: string;
  readonly type: string;
  /** Name of its primary measurement; empty: none. */
  readonly measurement: string;
  readonly measurementCode: string;
  /**
   * Only measurements that the tables know have pages; data of other archives have measurements of
   * their own.
   */
  readonly hasMeasurementPage: boolean;
}

export interface ThingPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres; null where it is not known. */
  readonly elevation: number | null;
}

export interface Person {
  readonly role: string;
  readonly familyName: string;
  readonly givenNames: string;
  readonly orcid: string;
  readonly affiliation: string;
}

export type Relation = 'isPartOf' | 'hasPart' | 'isDerivedFrom' | 'isSourceOf' | 'about';
export interface Related {
  readonly relation: Relation;
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
}

export interface Paper {
  readonly doi: string;
  readonly title: string;
  readonly authors: string;
  readonly year: string;
  readonly journal: string;
  /** Day on which the registries of DOIs confirmed it; empty: they were not asked. */
  readonly lookedUp: string;
}

/** A file of a thing that can be downloaded without an account. */
export interface Download {
  readonly name: string;
  /** Address without the site's. */
  readonly path: string;
  readonly type: string;
}

/** A part of a page below its head. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly body: Html;
  /** Beside the page's own sections: it leads to something else, such as a handbook. */
  readonly isBeside?: true;
}

/** Days that a datastream has, 'YYYY-MM-DD'. */
export interface ThingDays {
  readonly first: string;
  readonly last: string;
  /** Where a choice of days begins at first: in the month of the last one. */
  readonly from: string;
  /** The last month with files; undefined where they are too many to count. */
  readonly latest:
    | { readonly month: string; readonly files: number; readonly bytes: number }
    | undefined;
}

export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The same for the page where its text is set; sanitised. */
  readonly setDescription?: Html;
  /** How data are cited; null for other things. */
  readonly cited: CitedData | null;
  readonly people: readonly Person[];
  readonly keywords: readonly string[];
  /** Seconds UTC; null where unknown or still going on. */
  readonly start: number | null;
  readonly end: number | null;
  readonly places: readonly ThingPlace[];
  readonly size: { readonly files: number; readonly bytes: number } | null;
  readonly related: readonly Related[];
  readonly papers: readonly Paper[];
  readonly downloads: readonly Download[];
  /**
   * Of a datastream: why its last values cannot be fetched as a table without an account; empty:
   * they can.
   */
  readonly onlyOrdered?: string;
  /** Of a datastream whose files state times. */
  readonly days?: ThingDays | undefined;
  /** Where the portal shows it: what follows '#' in its address. */
  readonly portalPath: string;
  /** The search that finds its data, where that is another address. */
  readonly searchPath?: string;
  readonly variables: readonly Variable[];
  /** Short facts under the title. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly Section[];
}

/** What the archive is, for pages and records. */
export interface Publisher extends Omit<CitationContext, 'accessed'> {
  readonly title: string;
  readonly contact: string;
  readonly simulated: boolean;
}

export interface PageSources {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  readonly publisher: Publisher;
  /** What is ordered together with some datastreams. */
  readonly orderedWith: OrderedWith;
  /** What was made of a datastream. */
  readonly madeOf: MadeOf;
  /** Seconds UTC. */
  readonly now: number;
}

/**
 * 'light': what lists and records of many need; 'whole': with variables and the sections of the
 * page.
 */
export type Depth = 'light' | 'whole';

/** Null: there is no such thing. */
export type ThingOf = (sources: PageSources, id: string, depth: Depth) => Promise<Thing | null>;

export const pathOf = (kind: Kind, id: string): string => `/${kind}/${encodeURIComponent(id)}`;

export const EMPTY_THING = {
  cited: null,
  people: [],
  keywords: [],
  start: null,
  end: null,
  places: [],
  size: null,
  related: [],
  papers: [],
  downloads: [],
  variables: [],
  facts: [],
  sections: [],
} as const;
