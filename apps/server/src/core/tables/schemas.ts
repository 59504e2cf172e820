// The columns of every curated table. An operator may leave out the optional ones and add columns
// of their own.
import { firstSecond, lastSecond, namedVariables } from '@isobar/contract/quality/affected.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { patternProblem } from './pattern-parts.ts';
import { list, number, required, text } from './read-table.ts';

/** 'YYYY-MM-DD' or an ISO instant with Z, kept as written; empty when unknown or still running. */
const when = z
  .string()
  .refine((cell) => cell === '' || parseInstant(cell) !== null, 'is no date like 2019-01-31');

/** Checks the form of a DOI; whether it resolves, only the registries know. */
const doi = required.regex(/^10\.\d{4,9}\/\S+$/, 'must be a DOI like 10.5439/1786358');

/** 'YYYY-MM-DD;YYYY-MM-DD;…' */
const days = list.refine(
  (all) => all.every((day) => parseInstant(day) !== null),
  'holds something that is no date like 2019-01-31',
);

/** File name -> schema of its rows. The docstrings tell the key. */
export const TABLE_SCHEMAS = {
  /** By site_code. Site types: P fixed, L long-term, M mobile, I inactive, X external, T test. */
  'sites.csv': z.object({
    site_code: required,
    site_name: text,
    site_type: z.enum(['P', 'L', 'M', 'I', 'X', 'T', ''], 'must be P, L, M, I, X, T or empty'),
    short_name: text,
    start_date: when,
    end_date: when,
  }),
  /**
   * By site_code and facility_code. Degrees north and east; empty where the place moves or is not
   * known.
   */
  'facilities.csv': z.object({
    site_code: required,
    facility_code: required,
    facility_name: text,
    latitude: number,
    longitude: number,
    elevation_m: number,
    /** `moving` for ships and aircraft. */
    platform: text,
    start_date: when,
    end_date: when,
  }),
  /** Instrument classes, keyed by instrument_class_code. */
  'instrument-classes.csv': z.object({
    instrument_class_code: required,
    instrument_class_name: text,
    instrument_category_codes: list,
    source_class_codes: list,
    description: text,
    typical_sampling_interval: text,
    /** How strongly it is recommended: 1 high, 2 medium, 3 low; empty: not. */
    priority: number,
  }),
  /** The instrument class that a datastream class belongs to, and its description. */
  'datastream-classes.csv': z.object({
    datastream_class: required,
    instrument_class_code: required,
    name: text,
    description: text,
    source_class_code: text,
    model_type: text,
    large_scale_forcing: text,
    simulation_date: text,
    microphysics: text,
  }),
  /**
   * Facts of single datastreams; `datastream` may end in * for all that begin so. The last row that
   * fits counts.
   */
  'datastream-notes.csv': z.object({
    datastream: required,
    source_class_code: text,
    iop_short_name: text,
    /** limited: kept from general use; pre-deployment: taken before the campaign began. */
    access: z.enum(['', 'limited', 'pre-deployment'], 'must be limited, pre-deployment or empty'),
    access_start: when,
    access_end: when,
    /** What a person has to acknowledge. */
    ui_text: text,
  }),
  /**
   * Measurements of an instrument class, or with var_name of that variable. Class and level narrow
   * down what a row applies to.
   */
  'instrument-measurements.csv': z.object({
    instrument_class_code: required,
    primary_meas_type_code: required,
    datastream_class: text,
    data_level: text,
    var_name: text,
    standard_name: text,
  }),
  /** Primary measurements, keyed by primary_meas_type_code. */
  'measurements.csv': z.object({
    primary_meas_type_code: required,
    name: required,
    description: text,
    category_code: text,
    subcategory_code: text,
  }),
  /**
   * CF standard names and what they measure; a * stands for any part of a name, and the first row
   * that fits counts.
   */
  'standard-names.csv': z.object({
    standard_name: required.regex(/^[^*]*(\*[^*]+){0,2}\*?$/, 'may hold * three times at most'),
    primary_meas_type_code: required,
  }),
  /** Categories of measurements, keyed by category_code and subcategory_code. */
  'measurement-categories.csv': z.object({
    category_code: required,
    category_name: text,
    subcategory_code: text,
    subcategory_name: text,
  }),
  /** Categories of instruments, keyed by instrument_category_code. */
  'instrument-categories.csv': z.object({
    instrument_category_code: required,
    instrument_category_name: text,
  }),
  /** Data levels, keyed by data_level_code. */
  'data-levels.csv': z.object({
    data_level_code: required,
    name: text,
    meaning: text,
  }),
  /**
   * By source_class_code, in the order in which they come in results, unless a row has a weight of
   * its own.
   */
  'source-classes.csv': z.object({
    source_class_code: required,
    source_class_name: text,
    data_type_group: text,
    data_type_label: text,
    weight: number,
  }),
  /** Spans of data quality reports, in the form that `contract/quality/affected.ts` gives them. */
  'quality-reports.csv': z
    .object({
      dqr_id: required,
      datastream: required,
      quality_code: required.pipe(number).pipe(z.number().int()),
      quality_name: text,
      /** First second, UTC. */
      start_time: required.pipe(when).transform(firstSecond),
      /**
       * Last second, UTC, included: of a day its last one. Empty, or from the year 3000 on:
       * infinite, it is still going on.
       */
      end_time: when.transform(lastSecond),
      subject: text,
      description: text,
      suggestions: text,
      /** The affected variables; an empty list or 'all' stands for all variables. */
      variables: list.transform(namedVariables),
      /** How the description is written; empty: as HTML, or as plain text. */
      text_format: z.enum(['', 'html', 'markdown'], 'must be html, markdown or empty'),
      /** Ids of the reports that this one replaces. */
      supersedes: list,
    })
    .refine((row) => row.start_time <= row.end_time, {
      message: 'is before start_time',
      path: ['end_time'],
    }),
  /** Quality codes, keyed by code. */
  'quality-codes.csv': z.object({ code: required, quality_name: text, timeline_label: text }),
  /** Field campaigns, keyed by iop_short_name. */
  'campaigns.csv': z.object({
    iop_short_name: required,
    iop_name: text,
    site_code: text,
    start_date: when,
    end_date: when,
    /** iop, fc or pi. */
    category: text,
    lead_scientist: text,
    /** Where its documents lie; semicolons between several. */
    link_url: text,
    link_xml: text,
  }),
  /** Epochs, keyed by epoch_code. */
  'epochs.csv': z.object({
    epoch_code: required,
    epoch_name: text,
    about: text,
    site_codes: list,
    dates: days,
  }),
  /**
   * Everyday words for measurements, instrument classes and places; a word is listed in one row
   * only.
   */
  'words.csv': z.object({
    /** Abbreviations, spellings and near words that mean the same here. */
    words: list.refine((all) => all.length > 0, 'must not be empty'),
    /** The meaning in plain words, as it is displayed. */
    meaning: required,
    /** primary_meas_type_code. */
    measurements: list,
    /** instrument_class_code, those that show it best first. */
    classes: list,
    /** site_code, or site_code.facility_code. */
    places: list,
    /** iop_short_name. */
    campaigns: list,
    /** Words to try where the archive has nothing of it. */
    near: list,
    /**
     * 'yes': the words name who makes instruments; beside something else they only choose among
     * what it means.
     */
    maker: text,
  }),
  /**
   * File names of other archives: literal text with %Y %m %d %j %H %M %S, {site} {facility} {class}
   * {level} and *.
   */
  'name-patterns.csv': z.object({
    pattern: required.check((context) => {
      const problem = patternProblem(context.value);
      if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    }),
    datastream: text,
    site_code: text,
    facility_code: text,
    datastream_class: text,
    data_level: text,
  }),
  /** Scans of radars and lidars, keyed by scan_name. */
  'scan-names.csv': z.object({
    scan_name: required,
    scan_desc: text,
    instrument_class_codes: list,
  }),
  /**
   * Classes whose contributors wish to be notified when their data are used, and to be
   * acknowledged.
   */
  'credit-classes.csv': z.object({
    credit_class_code: required,
    instrument_class_code: text,
    site_code: text,
    facility_code: text,
  }),
  /**
   * By datastream_class, or by instrument_class_code where that is empty; the last listed is the
   * newest.
   */
  'dois.csv': z.object({ doi, datastream_class: text, instrument_class_code: text }),
  /**
   * Formats of citations, in the order in which they are offered. A style is NAME.csl of the
   * citation styles.
   */
  'citation-formats.csv': z.object({
    code: required.regex(/^[a-z0-9-]+$/, 'must be of small letters, digits and hyphens'),
    label: text,
    kind: z.enum(['arm', 'style', 'bibtex', 'ris', 'csl-json', 'datacite-json']),
    style: z.string().regex(/^[a-z0-9-]*$/, 'must be of small letters, digits and hyphens'),
  }),
  /**
   * Papers that used data, by DOI: of products, or of instrument classes where no product is named.
   */
  'papers.csv': z.object({
    doi,
    /** Empty until `isobar tables look-up --add` fills it; until then the DOI is shown instead. */
    title: text,
    authors: text,
    year: text,
    journal: text,
    /** Last day on which this row agreed with the registries of DOIs; empty: not looked up yet. */
    looked_up: text,
    datastream_classes: list,
    instrument_class_codes: list,
  }),
  /** Handbooks, tutorials and notebooks, of a product or of a whole instrument class. */
  'documents.csv': z.object({
    kind: required,
    title: required,
    url: required.regex(/^https?:\/\/\S+$/, 'must be an address that begins with http'),
    datastream_class: text,
    instrument_class_code: text,
  }),
  /** Why something was withdrawn; the page at its old address shows this. */
  'withdrawn.csv': z.object({
    /** As in the address of its page: datastream, product, site … */
    kind: required,
    id: required,
    date: when,
    reason: required,
    replaced_by: text,
  }),
  /**
   * Who stands behind a product, by datastream_class, or by instrument_class_code where that is
   * empty; in order.
   */
  'people.csv': z.object({
    datastream_class: text,
    instrument_class_code: text,
    /**
     * author: named in citations. lead, associate, developer, translator, mentor, contact: on
     * pages.
     */
    role: z.enum(
      ['author', 'lead', 'associate', 'developer', 'translator', 'mentor', 'contact'],
      'must be author, lead, associate, developer, translator, mentor or contact',
    ),
    /** For an organisation its full name; given_names is then empty. */
    family_name: required,
    given_names: text,
    orcid: z
      .string()
      .regex(/^(\d{4}-\d{4}-\d{4}-\d{3}[\dX])?$/, 'must be like 0000-0002-1825-0097'),
    affiliation: text,
  }),
  /** Field campaigns of users with accounts: named by user name or address. */
  'afcs.csv': z.object({
    campaign_id: required,
    proposed_acronym: text,
    campaign_name: required,
    status: text,
    lead_scientist: text,
    co_investigators: list,
    start_date: when,
    end_date: when,
  }),
  /** High-performance computing requests of users with accounts. */
  'hpcrs.csv': z.object({
    number: required,
    short_description: required,
    pi: text,
    co_investigators: list,
    start_date: when,
    end_date: when,
  }),
  /** Modules of the Data Workbench, in order; the row `dashboard` is where its dashboard lies. */
  'workbench.csv': z.object({
    module: z.enum(
      ['dashboard', 'find', 'stage', 'visualize', 'manage', 'learn', 'publish'],
      'must be dashboard, find, stage, visualize, manage, learn or publish',
    ),
    title: required,
    text,
    url: text,
    coming_soon: z.enum(['', 'yes'], 'must be yes or empty'),
  }),
  /** What operators tell visitors of the home screen; the latest four are shown. */
  'news.csv': z.object({
    date: required.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-26'),
    title: required,
    text,
    /** Where it leads; empty: nowhere. */
    url: text.regex(
      /^$|^(https?:\/\/|#\/|\/)\S+$/,
      'must be an address: https://…, /about/… or #/…',
    ),
  }),
  /** What the home screen features below the field campaigns. */
  'featured.csv': z.object({
    section: z.enum(
      ['lasso-cacti', 'lasso', 'jupyter', 'dataTools'],
      'must be lasso-cacti, lasso, jupyter or dataTools',
    ),
    kicker: text,
    title: required,
    text,
    /** Shown only where the archive has data of this class; empty: always. */
    instrument_class_code: text,
    label: text,
    url: text,
    second_label: text,
    second_url: text,
    coming_soon: z.enum(['', 'yes'], 'must be yes or empty'),
    /** A day of the archive that is shown beside it; empty: none. */
    plot: text.regex(
      /^([^/]+\/[^/]+\/\d{8})?$/,
      'must be datastream/variable/day, like sgpmetE13.b1/temp_mean/20190101',
    ),
  }),
} as const;

export type TableFile = keyof typeof TABLE_SCHEMAS;
export type TableRow<F extends TableFile> = z.output<(typeof TABLE_SCHEMAS)[F]>;

export type TableRows = { readonly [F in TableFile]: readonly TableRow<F>[] };
