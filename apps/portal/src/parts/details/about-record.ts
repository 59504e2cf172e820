// The record of a datastream as it is published (DataCite): who, under which licence, how much,
// which version, from what. Pure but for the call.

import { type AboutRecord, recordOf } from '@isobar/contract/calls/record-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';

/** The published record of a datastream; null: the datastream has no page. */
export const aboutQuery = (datastream: string) =>
  queryOptions({
    queryKey: ['about', datastream],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<AboutRecord | null> => {
      try {
        return await ask(null, recordOf('datastream'), { params: { name: datastream }, signal });
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }
    },
  });

export type Credited = {
  readonly name: string;
  /** 'Project leader'. */
  readonly role: string;
  readonly orcid: string | null;
  readonly affiliation: string;
};

/** Everybody once, with all of their roles; the archive itself is no person. */
export function peopleOf({ creators, contributors = [] }: AboutRecord): readonly Credited[] {
  const people = new Map<string, Credited>();
  for (const one of [...creators, ...contributors]) {
    if (!one.familyName) continue;
    const name = `${one.givenName ?? ''} ${one.familyName}`.trim();
    const role = one.contributorType ? words(one.contributorType) : 'Author';
    const before = people.get(name);
    const orcid = one.nameIdentifiers?.map(({ nameIdentifier }) => nameIdentifier).find(isOrcid);
    people.set(name, {
      name,
      role: before && before.role !== role ? `${before.role}, ${role.toLowerCase()}` : role,
      orcid: before?.orcid ?? orcid ?? null,
      affiliation: before?.affiliation || (one.affiliation?.[0]?.name ?? ''),
    });
  }
  return [...people.values()];
}

/** 'ProjectLeader' -> 'Project leader'. */
const words = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isOrcid = (address: string): boolean => address.startsWith('https://orcid.org/');

/** '3,650 files, 1.2 GB, NetCDF'. */
export function extentOf({ sizes = [], formats = [] }: AboutRecord): string {
  const count = (unit: string): number | null => {
    const found = sizes.find((size) => size.endsWith(` ${unit}`));
    return found ? Number.parseInt(found, 10) : null;
  };
  const [files, bytes] = [count('files'), count('bytes')];
  return [
    ...(files === null ? [] : [plural(files, 'file')]),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(formats.includes('application/x-netcdf') ? ['NetCDF'] : []),
  ].join(', ');
}

/** Names of the datastreams that it was made from, taken from the addresses of their pages. */
export const madeFrom = ({ relatedIdentifiers = [] }: AboutRecord): readonly string[] =>
  relatedIdentifiers.flatMap(({ relationType, relatedIdentifier }) => {
    const name = /\/datastream\/([^/?#]+)$/.exec(relatedIdentifier)?.[1];
    return relationType === 'IsDerivedFrom' && name ? [decodeURIComponent(name)] : [];
  });

/** DOIs of the papers that use it. */
export const papersOf = ({ relatedIdentifiers = [] }: AboutRecord): readonly string[] =>
  relatedIdentifiers
    .filter((one) => one.relationType === 'IsCitedBy' && one.relatedIdentifierType === 'DOI')
    .map((one) => one.relatedIdentifier);
