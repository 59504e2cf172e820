// A record of another repository, as that repository describes it (specification part 1 section 3,
// 'External record').
import * as z from 'zod/mini';

const texts = z.array(z.string());
const named = z.object({ name: z.string() });
const section = z.record(z.string(), z.string());

export const externalRecord = z.object({
  /** The record's id in its own repository. */
  alternateName: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: texts,
  creator: z.array(z.object({ name: z.string(), email: z.string() })),
  doi: z.string(),
  /** YYYY-MM-DD or ISO UTC; an empty endDate means that it is still going on. */
  temporalCoverage: z.object({
    startDate: z.string(),
    endDate: z.string(),
    availabilityStarts: z.string(),
  }),
  /** Corner points, degrees north and east: south-west and north-east. */
  spatialCoverage: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  citation: z.string(),
  acknowledgement: z.string(),
  data_repository: z.string(),
  concept_id: z.string(),
  provider: named,
  publisher: named,
  references: z.array(z.object({ url: z.string() })),
  status: z.string(),
  processingLevel: z.string(),
  spatialResolution: z.string(),
  temporalResolution: z.string(),
  granuleSpatialRepresentation: z.string(),
  coordinateSystem: z.string(),
  locationKeywords: texts,
  platforms_list: texts,
  instruments_list: texts,
  datePublished: z.string(),
  dateModified: z.string(),
  paginated_data: z.object({
    identification: section,
    distribution: section,
    facility: section,
    provenance: section,
    constraints: section,
    quality: section,
  }),
});
export type ExternalRecord = z.infer<typeof externalRecord>;
