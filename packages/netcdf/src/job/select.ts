// Chooses the variables of an order: the requested ones, and those that are needed to interpret
// them.
import { textAttribute } from '../attribute.ts';
import type { Variable } from '../dataset.ts';
import { isRowIndex } from '../time/counted-rows.ts';
import { besides, lastOf, resolveName } from './group-names.ts';

/** Always kept: when and where the data were taken. */
const ALWAYS = ['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt'];

/**
 * The variables of `names` with what is needed to understand them, in the order of the file; names
 * that are absent are passed over.
 */
export function selectPresent(
  variables: readonly Variable[],
  names: readonly string[] | 'all',
): Variable[] {
  if (names === 'all') return [...variables];
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  // Which station, profile or trajectory a row belongs to.
  const indexes = variables.filter(isRowIndex);
  const chosen = new Set<string>();
  const open = [...names, ...ALWAYS];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const variable = byName.get(name);
    if (!variable || chosen.has(name)) continue;
    chosen.add(name);
    for (const companion of companions(variable, byName)) open.push(companion);
    for (const index of indexes)
      if (index.dimensions[0] === variable.dimensions[0]) open.push(index.name);
  }
  return variables.filter((variable) => chosen.has(variable.name));
}

/** Attributes that name other variables, without which a variable is not understood. */
export const REFERRING: readonly string[] = [
  'coordinates',
  'bounds',
  'climatology',
  'ancillary_variables',
  'grid_mapping',
  'cell_measures',
  'formula_terms',
];

function companions(variable: Variable, byName: ReadonlyMap<string, Variable>): string[] {
  const { name, dimensions } = variable;
  const listed = REFERRING.flatMap((attribute) => words(textAttribute(variable, attribute)));
  const known = (other: string) =>
    resolveName(name, other, (candidate) => byName.has(candidate)) ?? other;
  const own = [`${name}_bounds`, besides(name, `qc_${lastOf(name)}`)];
  // A dimension is described by the variable of its name, in the group of the variable or around
  // it.
  return [...[...dimensions, ...listed].map(known), ...own];
}

/** Unused bits have no attributes, so the first bit that is described need not be bit 1. */
const TELLS_QUALITY = /^(flag_(masks|values)|(qc_)?(bit|flag)_\d+_(assessment|description))$/i;

/** Whether a variable tells the quality of another one. */
export function isQuality(variable: Variable | undefined): boolean {
  if (!variable) return false;
  const name = lastOf(variable.name);
  if (name.startsWith('qc_') || name.startsWith('aqc_')) return true;
  return variable.attributes.some((attribute) => TELLS_QUALITY.test(attribute.name));
}

/**
 * The words of an attribute that lists names; 'area: cell_area' gives both, of which one is a
 * variable's name.
 */
export function words(text: string | undefined): string[] {
  return (text ?? '')
    .split(/[\s,]+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '');
}
