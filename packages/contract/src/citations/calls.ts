// Calls of the citation service (specification part 3 section 7, part 4 section 5).
import * as z from 'zod/mini';

export const DEFAULT_CITATION_FORMAT = 'arm';
/** The earliest day that can be chosen; the latest is today (part 3 section 9). */
export const FIRST_CITATION_DAY = '1991-01-01';
/** Citations in one exported file, at most. */
export const MOST_CITATIONS = 200;

/** Sites and facilities are 'code::label'; the chosen value is one of them, or '' for all. */
export const citationReply = z.object({
  /** Plain text, for scripts. */
  citation: z.string(),
  /**
   * The same, with the italics of the style: `<i>`, `<b>`, `<sup>`, `<sub>` and no other element.
   */
  html: z.optional(z.string()),
  sites: z._default(z.array(z.string()), []),
  selectedSite: z._default(z.string(), ''),
  facilities: z._default(z.array(z.string()), []),
  selectedFacility: z._default(z.string(), ''),
  dataLevels: z._default(z.array(z.string()), []),
  selectedDataLevel: z._default(z.string(), ''),
});
export type CitationReply = z.infer<typeof citationReply>;

/** GET {citation}/formats: the citation formats, in the order in which they are offered. */
export const citationFormats = z.object({
  formats: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** Ending of an exported file, without a dot. */
      extension: z.string(),
    }),
  ),
});
export type CitationFormats = z.infer<typeof citationFormats>;

/** What a citation is of: a datastream, or a class with what narrows it down. */
export const citationItem = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  of: z.enum(['datastream', 'inst-class']),
  site: z.optional(z.string().check(z.maxLength(200))),
  facility: z.optional(z.string().check(z.maxLength(200))),
  dataLevel: z.optional(z.string().check(z.maxLength(20))),
  startDate: z.optional(z.string().check(z.maxLength(10))),
  endDate: z.optional(z.string().check(z.maxLength(10))),
  dateAccessed: z.optional(z.string().check(z.maxLength(10))),
});
export type CitationItem = z.infer<typeof citationItem>;

/** POST {citation}/export: many citations as one file. */
export const citationExport = z.object({
  citationType: z.string().check(z.maxLength(40)),
  items: z.array(citationItem).check(z.minLength(1), z.maxLength(MOST_CITATIONS)),
});

/** 'sgp::Southern Great Plains' -> its parts; a code alone serves as its own label. */
export function codeAndLabel(text: string): { readonly code: string; readonly label: string } {
  const at = text.indexOf('::');
  return at < 0
    ? { code: text, label: text }
    : { code: text.slice(0, at), label: text.slice(at + 2) || text.slice(0, at) };
}
