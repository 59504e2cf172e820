// Records of other repositories that the demo's catalogue shows beside its own: satellites and a European data centre.
import { readFileSync } from 'node:fs';

/** A person or office to ask. */
export interface Contact {
  readonly name: string;
  readonly email: string;
}

/** One record as its repository describes it; the fields are those of the external details (part 1 section 3). */
export interface ExternalRecord {
  readonly alternateName: string;
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly creator: readonly Contact[];
  readonly doi: string;
  readonly temporalCoverage: {
    readonly startDate: string;
    readonly endDate: string;
    readonly availabilityStarts: string;
  };
  /** Corner points in degrees: south-west and north-east. */
  readonly spatialCoverage: readonly { readonly latitude: number; readonly longitude: number }[];
  readonly citation: string;
  readonly acknowledgement: string;
  readonly data_repository: string;
  readonly concept_id: string;
  readonly provider: { readonly name: string };
  readonly publisher: { readonly name: string };
  readonly references: readonly { readonly url: string }[];
  readonly status: string;
  readonly processingLevel: string;
  readonly spatialResolution: string;
  readonly temporalResolution: string;
  readonly granuleSpatialRepresentation: string;
  readonly coordinateSystem: string;
  readonly locationKeywords: readonly string[];
  readonly platforms_list: readonly string[];
  readonly instruments_list: readonly string[];
  readonly datePublished: string;
  readonly dateModified: string;
  readonly paginated_data: {
    readonly identification: Readonly<Record<string, string>>;
    readonly distribution: Readonly<Record<string, string>>;
    readonly facility: Readonly<Record<string, string>>;
    readonly provenance: Readonly<Record<string, string>>;
    readonly constraints: Readonly<Record<string, string>>;
    readonly quality: Readonly<Record<string, string>>;
  };
}

/** All records, read from the table on each call. */
export function demoExternalRecords(): readonly ExternalRecord[] {
  const text = readFileSync(new URL('facts/external-records.json', import.meta.url), 'utf8');
  return JSON.parse(text) as ExternalRecord[]; // its form is checked by a test
}
