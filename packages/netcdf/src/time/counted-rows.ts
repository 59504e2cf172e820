// Files whose rows are counted: CF's contiguous ragged arrays: several stations, profiles or
// trajectories one behind another.
import { textAttribute } from '../attribute.ts';
import type { Variable } from '../dataset.ts';

/** The attribute of a variable of counts: the dimension whose rows it counts. */
export const COUNTED = 'sample_dimension';
/**
 * The attribute of a variable that says of each row to which station, profile or trajectory it
 * belongs.
 */
export const INDEXED = 'instance_dimension';

/**
 * Whether a variable says of each row along its first dimension to which station, profile or
 * trajectory it belongs.
 */
export const isRowIndex = (variable: Pick<Variable, 'attributes'>): boolean =>
  textAttribute(variable, INDEXED) !== undefined;

const isNumber = ({ type }: Variable): boolean => type !== 'char' && type !== 'string';

const lastOf = (name: string): string => name.split('/').at(-1) ?? name;

/**
 * The variable that counts how many rows along a dimension belong to each station, profile or
 * trajectory; undefined: there is none.
 */
export function countOfRows(
  variables: readonly Variable[],
  dimension: string,
): Variable | undefined {
  return variables.find(
    (variable) =>
      variable.shape.length === 1 &&
      isNumber(variable) &&
      lastOf(textAttribute(variable, COUNTED)?.trim() ?? '') === lastOf(dimension),
  );
}

/**
 * The variable that counts the rows of each of several times, each the time of a profile: where
 * times are cut or joined, rows of the profiles would stay, and be taken for those of others.
 * undefined: there is none.
 */
export function countByTime(
  variables: readonly Variable[],
  dimension: string | undefined,
): Variable | undefined {
  if (dimension === undefined) return undefined;
  return variables.find(
    (variable) =>
      variable.dimensions[0] === dimension &&
      variable.shape.length === 1 &&
      (variable.shape[0] ?? 0) > 1 &&
      textAttribute(variable, COUNTED) !== undefined,
  );
}
