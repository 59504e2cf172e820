// Which variables of a datastream can be ordered one by one, from the headers of its files.
import type { VariablesReply } from '@isobar/contract/calls/orders.ts';
import type { Kysely } from 'kysely';
import { datastreamNamed } from '../../core/catalogue/datastream-named.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { type HeaderVariable, longNameOf } from '../../core/catalogue/header.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * For each that was asked for, by its name as it is written here; a datastream without a readable
 * header has none.
 */
export async function variablesOf(
  db: Kysely<Tables>,
  datastreams: readonly string[],
): Promise<VariablesReply> {
  const reply: VariablesReply = [];
  for (const datastream of datastreams) {
    const name = (await datastreamNamed(db, datastream)) ?? datastream;
    const designs = await headersOf(db, name);
    await breathe(); // headers are long, and there may be many
    reply.push({
      datastream: name,
      variables: orderable(designs.map(({ header }) => header.variables)),
    });
  }
  return reply;
}

type Listed = VariablesReply[number]['variables'][number];

/**
 * Delivered with every order that asks for variables by name, when and where the data were taken.
 */
const ALWAYS = new Set(['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt']);

/**
 * The variables of all designs, each once; where several share a name, the last one is described,
 * in the order of the design with the most variables. A variable that only accompanies another,
 * such as its quality or its bounds, is not listed.
 */
export function orderable(designs: readonly (readonly HeaderVariable[])[]): Listed[] {
  const longestFirst = [...designs].sort((a, b) => b.length - a.length);
  const names = new Set(longestFirst.flat().map((variable) => variable.name));
  const described = new Map(designs.flat().map((variable) => [variable.name, variable]));
  const axes = new Set(designs.flat().flatMap((variable) => variable.dimensions));
  return [...names].flatMap((name) => {
    const variable = described.get(name);
    if (!variable || comesAlong(name)) return [];
    const isDefault = ALWAYS.has(name) || axes.has(name);
    return [
      {
        variable: name,
        description: longNameOf(variable),
        units: variable.attributes.units ?? '',
        default: isDefault,
      },
    ];
  });
}

const comesAlong = (name: string): boolean => /^a?qc_/.test(name) || /_(bounds|bnds)$/.test(name);
