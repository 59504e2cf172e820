// How the variables of a datastream are put on a time grid: as proposed for their kind, or as the
// caller chose.
import {
  GRID_METHODS,
  type GridProposal,
  type GridVariableChoice,
} from '@isobar/contract/orders/time-grid.ts';
import { Problem } from '@isobar/contract/problem.ts';
import {
  type GridableVariable,
  type GridVariable,
  NetcdfError,
  proposedMethod,
  refusal,
  type Series,
  speedOf,
} from '@isobar/netcdf';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { isDataVariable } from '../catalogue/data-variable.ts';
import { dimensionsOf, headersOf, variablesOf } from '../catalogue/designs.ts';
import { severalAlong, timeDimension } from '../catalogue/drawable.ts';
import {
  attributesOf,
  type HeaderAttribute,
  type HeaderVariable,
  longNameOf,
} from '../catalogue/header.ts';

export interface GridPlan {
  readonly variables: readonly GridVariable[];
  /** Variables that no method suits, with the reason. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Bytes of a value on a grid, with its flags, standard deviation and good share; and of the time
 * and its bounds.
 */
const VALUE_BYTES = 16;
const TIME_BYTES = 24;

/** About how many bytes a file on a grid takes for so many seconds of so many variables. */
export const gridBytes = (seconds: number, step: number, variables: number): number =>
  (Math.ceil(seconds / step) + 1) * (TIME_BYTES + variables * VALUE_BYTES);

/** What may be put on a grid of a datastream's files: its data variables, over all designs. */
export async function gridableVariables(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly (GridableVariable & { readonly longName: string })[]> {
  const headers = (await headersOf(db, datastream)).map(({ header }) => header);
  const all = variablesOf(headers);
  const time = timeDimension(all) ?? headers[0]?.dimensions.find((one) => one.unlimited)?.name;
  const rowsOf = severalAlong(all, time, dimensionsOf(headers));
  return all.filter((one) => isDataVariable(one, all)).map((one) => gridable(one, time, rowsOf));
}

const gridable = (variable: HeaderVariable, time: string | undefined, rowsOf?: string) => ({
  name: variable.name,
  type: variable.type,
  perRecord: time !== undefined && variable.dimensions[0] === time,
  inner: variable.dimensions.slice(1),
  attributes: variable.attributes,
  longName: longNameOf(variable),
  ...(rowsOf === undefined ? {} : { rowsOf }),
});

/** For each data variable the method that suits it, and why others do not. */
export async function proposedMethods(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly GridProposal[]> {
  const all = await gridableVariables(db, datastream);
  return all.map((variable): GridProposal => {
    const speed = speedOf(variable, all);
    const refused = GRID_METHODS.flatMap((method) => {
      const reason = refusal(variable, method, all);
      return reason === undefined ? [] : [{ method, reason }];
    });
    return {
      name: variable.name,
      longName: variable.longName,
      units: variable.attributes.units ?? '',
      method: proposedMethod(variable, all) ?? null,
      ...(speed === undefined ? {} : { speed }),
      refused,
    };
  });
}

/**
 * The variables that are put on the grid: those of `chosen`, and of `names` (none: all data
 * variables) the others as their kind suits. The speed of a wind that is averaged as a vector is
 * part of it, and not put on the grid again. Throws Problem 'invalid-order' for a combination that
 * is refused, with the reason.
 */
export async function gridPlan(
  db: Kysely<Tables>,
  datastream: string,
  names: readonly string[],
  chosen: readonly GridVariableChoice[],
): Promise<GridPlan> {
  const all = await gridableVariables(db, datastream);
  const byName = new Map(all.map((variable) => [variable.name, variable]));
  const made = new Map<string, GridVariable>();
  for (const choice of chosen) made.set(choice.name, checked(datastream, choice, byName, all));
  const leftOut = addSuited(made, names.length > 0 ? names : [...byName.keys()], all);
  const wanted = new Set(chosen.map(({ name }) => name));
  const { variables, speeds } = withoutSpeeds(made, wanted);
  const twice = variables.find(({ name }) => speeds.has(name));
  if (twice)
    throw new Problem(
      'invalid-order',
      `${twice.name} of ${datastream} is the speed of a wind that is averaged as a vector; its mean is part of that.`,
    );
  return { variables, leftOut };
}

/**
 * Adds the variables that are not there yet with the method that suits their kind; the others are
 * left out, with the reason.
 */
function addSuited(
  made: Map<string, GridVariable>,
  names: readonly string[],
  all: readonly GridableVariable[],
): GridPlan['leftOut'] {
  const byName = new Map(all.map((variable) => [variable.name, variable]));
  const leftOut: { name: string; reason: string }[] = [];
  for (const name of names) {
    const variable = byName.get(name);
    if (made.has(name) || !variable) continue;
    const method = proposedMethod(variable, all);
    const speed = method === 'vector' ? speedOf(variable, all) : undefined;
    if (method) made.set(name, { name, method, ...(speed === undefined ? {} : { speed }) });
    else leftOut.push({ name, reason: refusal(variable, 'nearest', all) ?? 'No method suits it.' });
  }
  return leftOut;
}

/** The speed of a wind that is averaged as a vector is part of it. */
function withoutSpeeds(made: ReadonlyMap<string, GridVariable>, wanted: ReadonlySet<string>) {
  const speeds = new Set([...made.values()].flatMap(({ speed }) => speed ?? []));
  const variables = [...made.values()].filter(({ name }) => !speeds.has(name) || wanted.has(name));
  return { variables, speeds };
}

interface OfSeries {
  readonly name: string;
  readonly type: string;
  readonly perRecord: boolean;
  readonly inner: readonly { readonly name: string; readonly length: number }[];
  readonly attributes: readonly HeaderAttribute[];
}

/**
 * Every data variable of a series with the method that suits its kind, as an order has it in which
 * nothing was chosen.
 */
export function seriesGridPlan(variables: Iterable<OfSeries>): GridPlan {
  const ofSeries = [...variables];
  const headers = ofSeries.map(
    ({ name, type, perRecord, inner, attributes }): HeaderVariable => ({
      ...{ name, type, attributes: attributesOf(attributes) },
      dimensions: [...(perRecord ? ['time'] : []), ...inner.map((each) => each.name)],
    }),
  );
  const lengths = ofSeries.flatMap(({ inner }) => inner);
  const rowsOf = severalAlong(headers, 'time', lengths);
  const all = headers
    .filter((one) => isDataVariable(one, headers))
    .map((one) => gridable(one, 'time', rowsOf))
    .filter(({ perRecord }) => perRecord);
  const made = new Map<string, GridVariable>();
  const leftOut = addSuited(
    made,
    all.map(({ name }) => name),
    all,
  );
  return { variables: withoutSpeeds(made, new Set()).variables, leftOut };
}

/**
 * A variable that changed its units or levels is in a series under a name for each of these; all of
 * them are put on the grid alike. Throws NetcdfError `no-such-variable` where nothing is left;
 * `notes` name what is left out.
 */
export function gridOnSeries(
  { variables }: Pick<Series, 'variables'>,
  datastream: string,
  plan: GridPlan,
): { readonly variables: readonly GridVariable[]; readonly notes: readonly string[] } {
  const notes = plan.leftOut.map(
    ({ name, reason }) => `${datastream}: ${name} is left out: ${reason}`,
  );
  const made = plan.variables.flatMap((variable) => {
    const names = [...variables.values()].filter(
      ({ name, perRecord, sources }) =>
        perRecord && (name === variable.name || sources.includes(variable.name)),
    );
    if (names.length === 0)
      notes.push(`${datastream}: ${variable.name} is left out: no file has it for every time`);
    const { speed } = variable;
    if (variable.method === 'vector' && !variables.get(speed ?? '')?.perRecord) {
      notes.push(`${datastream}: ${variable.name} is left out: no file has its speed ${speed}`);
      return [];
    }
    return names.map(({ name }) => ({ ...variable, name }));
  });
  if (made.length === 0)
    throw new NetcdfError(
      'no-such-variable',
      `${datastream} has no variable that can be put on a grid.`,
    );
  return { variables: made, notes };
}

function checked(
  datastream: string,
  { name, method, speed, asStored, limits }: GridVariableChoice,
  byName: ReadonlyMap<string, GridableVariable>,
  all: readonly GridableVariable[],
): GridVariable {
  const variable = byName.get(name);
  if (!variable)
    throw new Problem('invalid-order', `${datastream} has no variable ${name} to put on a grid.`);
  const reason = refusal(variable, method, all, { asStored: asStored === true });
  if (reason !== undefined) throw new Problem('invalid-order', `${datastream}: ${reason}`);
  const beside = method === 'vector' ? (speed ?? speedOf(variable, all)) : undefined;
  if (beside !== undefined && !byName.has(beside))
    throw new Problem('invalid-order', `${datastream} has no variable ${beside}.`);
  return {
    name,
    method,
    ...(beside === undefined ? {} : { speed: beside }),
    ...(limits === undefined ? {} : { limits }),
  };
}
