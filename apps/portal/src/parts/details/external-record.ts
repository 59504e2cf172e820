// A record of another repository: everything that its JSON holds, parsed (part 1 section 3).
import type { ResultRow } from '@isobar/contract/search/row.ts';
import * as z from 'zod/mini';

const text = z._default(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean(), z.null()]),
    z.transform((value) => (value === null ? '' : String(value))),
  ),
  '',
);
const texts = z._default(
  z.pipe(
    z.union([z.array(z.string()), z.string(), z.null()]),
    z.transform((value) => (value === null ? [] : typeof value === 'string' ? [value] : value)),
  ),
  [],
);
const section = z.record(z.string(), z.unknown());

const record = z.object({
  keywords: texts,
  creator: z._default(z.array(z.object({ name: text, email: text })), []),
  temporalCoverage: z.optional(
    z.object({ startDate: text, endDate: text, availabilityStarts: text }),
  ),
  /** Corner points, 'longitude latitude' pairs in degrees. */
  spatialCoverage: z.optional(z.unknown()),
  citation: text,
  acknowledgement: text,
  concept_id: text,
  provider: z.optional(z.object({ name: text })),
  publisher: z.optional(z.object({ name: text })),
  references: z.optional(z.object({ url: text })),
  status: text,
  processingLevel: text,
  spatialResolution: text,
  temporalResolution: text,
  granuleSpatialRepresentation: text,
  coordinateSystem: text,
  locationKeywords: texts,
  platforms_list: texts,
  instruments_list: texts,
  datePublished: text,
  dateModified: text,
  paginated_data: z.optional(
    z.object({
      identification: z.optional(section),
      distribution: z.optional(section),
      facility: z.optional(section),
      provenance: z.optional(section),
      constraints: z.optional(section),
      quality: z.optional(section),
    }),
  ),
});

export type ExternalRecord = z.infer<typeof record>;

/** The record; an empty one when the JSON does not fit. */
export function readExternalRecord(row: Pick<ResultRow, 'externalRecord'>): ExternalRecord {
  try {
    const parsed = z.safeParse(record, JSON.parse(row.externalRecord || '{}'));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: shown as an empty record.
  }
  return z.parse(record, {});
}

export const externalPublisher = (row: ResultRow): string => {
  const { publisher, provider } = readExternalRecord(row);
  return publisher?.name || provider?.name || row.repository;
};

/** Where its data are; empty when the record does not say. */
export const externalUrl = (row: ResultRow): string =>
  webAddress(readExternalRecord(row).references?.url ?? '') || webAddress(row.linkUrl);

/** Only web addresses are opened: a record cannot smuggle in a script. */
const webAddress = (url: string): string => (/^https?:\/\//i.test(url) ? url : '');
