// What GET {arrays}/{datastream} answers of a state.

import { readArrayByDap, readArrayKey } from '@isobar/contract/calls/array-calls.ts';
import type { ArrayInfo, ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { notesOfDap } from './dap-constraint.ts';
import { valuesOf } from './description.ts';
import { elementOf } from './elements.ts';
import type { OpenState } from './states.ts';
import { chunkShapeOf, dimensionsOf, longNameOf, shapeOf, unitsOf } from './zarr.ts';

/** `url`: of this installation, without a slash at its end. */
export function arrayReply(
  url: string,
  { datastream, state, madeAt, manifest, description }: OpenState,
): ArrayInfo {
  const { rows, variables } = description;
  const addresses = (variant: ArrayVariant) => ({
    zarr: `${url}${addressOf(readArrayKey, { datastream, state, store: `${variant}.zarr`, '*': '' })}`.replace(
      /\/$/,
      '',
    ),
    dap: `${url}${addressOf(readArrayByDap, { datastream, state, answer: `${variant}.dap` })}`,
  });
  return {
    datastream,
    state,
    madeAt: formatInstant(Math.floor(madeAt / 1000)),
    rows,
    files: manifest.files.length,
    bytes: variables.reduce(
      (sum, { perRecord, inner, type }) =>
        sum + valuesOf(inner) * (perRecord ? rows : 1) * elementOf(type).bytes,
      0,
    ),
    start: instant(description.start),
    end: instant(description.end),
    variants: { whole: addresses('whole'), clean: addresses('clean'), strict: addresses('strict') },
    variables: variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      units: unitsOf(variable),
      longName: longNameOf(variable),
      dimensions: dimensionsOf(variable),
      shape: shapeOf(variable, rows),
      chunk: chunkShapeOf(variable),
      from: instant(variable.from),
      to: instant(variable.to),
      source: [...variable.sources],
    })),
    leftOut: [...manifest.leftOut],
    notes: [...description.notes],
    changes: description.changes.map((change) => ({
      ...change,
      from: instant(change.from),
      to: instant(change.to),
    })),
  };
}

const instant = (seconds: number | null): string =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? formatInstant(Math.floor(seconds)) : '';

/** Attributes of the group besides those of the files. */
export const stateAttributes = (
  { datastream, state, description, manifest }: OpenState,
  variant: ArrayVariant,
) => ({
  datastream,
  isobar_state: state,
  isobar_variant: variant,
  isobar_notes: [
    ...description.notes,
    ...manifest.leftOut.map(
      ({ reason, files, first, last }) =>
        `${files === 1 ? `${first} is` : `${files} files from ${first} to ${last} are`} left out: ${reason}`,
    ),
  ],
});

/** The same by DAP2, with notes on what it cannot hold. */
export function dapAttributes(state: OpenState, variant: ArrayVariant) {
  const { isobar_notes: notes, ...others } = stateAttributes(state, variant);
  const own = notesOfDap(state.description.variables);
  return { ...others, isobar_notes: [...notes, ...own] };
}
