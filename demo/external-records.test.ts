// The records of three other repositories: complete, in our own forms of DOI and address.
import { expect, it } from 'vitest';
import { demoExternalRecords } from './external-records.ts';

const records = demoExternalRecords();

it('external records are some 150, of two satellite repositories and a European data centre', () => {
  const counts = Map.groupBy(records, (record) => record.data_repository);
  expect([...counts.keys()].sort()).toEqual(['ACTRIS', 'GES DISC', 'LAADS DAAC']);
  expect(records.length).toBeGreaterThanOrEqual(130);
  for (const group of counts.values()) expect(group.length).toBeGreaterThanOrEqual(35);
  expect(new Set(records.map((record) => record.alternateName)).size).toBe(records.length);
});

it('external records have every field that the details show', () => {
  for (const record of records) {
    for (const [field, content] of Object.entries(record)) {
      const empty = content === '' || (Array.isArray(content) && content.length === 0);
      expect(empty, `${record.alternateName} ${field}`).toBe(false);
    }
    expect(
      Object.values(record.paginated_data).every((section) => Object.keys(section).length >= 2),
    ).toBe(true);
    const { startDate, endDate, availabilityStarts } = record.temporalCoverage;
    expect(startDate < endDate).toBe(true);
    expect(availabilityStarts >= startDate).toBe(true);
    const [southWest, northEast] = record.spatialCoverage;
    expect(southWest!.latitude).toBeLessThanOrEqual(northEast!.latitude);
    expect(southWest!.longitude).toBeLessThanOrEqual(northEast!.longitude);
  }
});

it('external records can be distinguished from real ones', () => {
  for (const record of records) {
    expect(record.doi).toMatch(/^10\.0000\/demo\./);
    expect(record.references.every(({ url }) => new URL(url).hostname.endsWith('.example'))).toBe(
      true,
    );
    expect(record.creator.every(({ email }) => email.endsWith('.example'))).toBe(true);
  }
});
