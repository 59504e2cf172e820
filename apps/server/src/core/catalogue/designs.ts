// The headers of a datastream: one for each design that its files have had.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { type Header, type HeaderVariable, parseHeader } from './header.ts';

/** By the keys of their designs, ascending; none where no file has a readable header. */
export async function headersOf(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly { readonly design: string; readonly header: Header }[]> {
  const designs = await db
    .selectFrom('designs')
    .select(['design', 'header'])
    .where('datastream', '=', datastream)
    .orderBy('design')
    .execute();
  return designs.map(({ design, header }) => ({ design, header: parseHeader(header) }));
}

/** The dimensions of all headers, one of a name for each. */
export const dimensionsOf = (headers: readonly Pick<Header, 'dimensions'>[]) =>
  headers.flatMap(({ dimensions }) => dimensions);

/**
 * Every variable once; where several headers have a variable of that name, the last header counts.
 */
export const variablesOf = (headers: readonly Pick<Header, 'variables'>[]): HeaderVariable[] => [
  ...new Map(
    headers.flatMap(({ variables }) => variables.map((one) => [one.name, one] as const)),
  ).values(),
];
