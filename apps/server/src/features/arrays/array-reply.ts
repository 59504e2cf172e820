// What GET {arrays}/{datastream} answers of a state.

import { arrayAddresses } from '@isobar/contract/calls/array-calls.ts';
import { type ArrayInfo, type ArrayVariant, leftOutText } from '@isobar/contract/calls/arrays.ts';
import type { GridMethod } from '@isobar/contract/orders/time-grid.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { seriesGridPlan } from '../../core/grid/grid-methods.ts';
import { changeTexts, datedChanges, instantText } from '../../core/series/change-texts.ts';
import { describedBytes, dimensionsOf } from '../../core/series/description.ts';
import { notesOfDap } from './dap-constraint.ts';
import type { OpenState } from './states.ts';
import { chunkShapeOf, longNameOf, shapeOf, unitsOf } from './zarr.ts';

/** `url`: of this installation, without a slash at its end. */
export function arrayReply(
  url: string,
  { datastream, state, madeAt, manifest, description }: OpenState,
): ArrayInfo {
  const { rows, variables } = description;
  const methods = gridMethods(description);
  const addresses = (variant: ArrayVariant) => arrayAddresses(url, { datastream, state }, variant);
  return {
    datastream,
    state,
    madeAt: formatInstant(Math.floor(madeAt / 1000)),
    rows,
    files: manifest.files.length,
    bytes: describedBytes(description),
    start: instantText(description.start),
    end: instantText(description.end),
    variants: { whole: addresses('whole'), clean: addresses('clean'), strict: addresses('strict') },
    variables: variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      units: unitsOf(variable),
      longName: longNameOf(variable),
      dimensions: dimensionsOf(variable),
      shape: shapeOf(variable, rows),
      chunk: chunkShapeOf(variable),
      from: instantText(variable.from),
      to: instantText(variable.to),
      source: [...variable.sources],
      ...gridMethodOf(methods, variable.name),
    })),
    leftOut: leftOutOf(manifest),
    notes: [...description.notes],
    changes: datedChanges(description.changes),
  };
}

/**
 * By the name of each variable that is put on time grids; the speed beside a wind direction is part
 * of its vector.
 */
function gridMethods({ variables }: OpenState['description']): ReadonlyMap<string, GridMethod> {
  const methods = new Map<string, GridMethod>();
  for (const { name, method, speed } of seriesGridPlan(variables).variables)
    for (const each of speed === undefined ? [name] : [name, speed]) methods.set(each, method);
  return methods;
}

function gridMethodOf(methods: ReadonlyMap<string, GridMethod>, name: string) {
  const gridMethod = methods.get(name);
  return gridMethod && { gridMethod };
}

/** Reasons are parts of a sentence. */
const leftOutOf = ({ leftOut }: OpenState['manifest']) =>
  leftOut.map((each) => ({ ...each, reason: each.reason.replace(/\.$/, '') }));

/** Attributes of the group besides those of the files. */
export const stateAttributes = (
  { datastream, state, description, manifest }: OpenState,
  variant: ArrayVariant,
) => ({
  datastream,
  isobar_state: state,
  isobar_variant: variant,
  isobar_changes: changeTexts(description.changes),
  isobar_notes: [...description.notes, ...leftOutOf(manifest).map(leftOutText)],
});

/** The same by DAP2, with notes on what it cannot hold. */
export function dapAttributes(state: OpenState, variant: ArrayVariant) {
  const { isobar_notes: notes, ...others } = stateAttributes(state, variant);
  const own = notesOfDap(state.description.variables);
  return { ...others, isobar_notes: [...notes, ...own] };
}
