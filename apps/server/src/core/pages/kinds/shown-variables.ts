// The variables that a page lists: those that hold data, each with what is measured by it.
import { isDataVariable } from '../../catalogue/data-variable.ts';
import { type HeaderVariable, longNameOf, standardNameOf } from '../../catalogue/header.ts';
import type { Measured } from '../../catalogue/measured.ts';
import type { CuratedTables } from '../../tables/curated-tables.ts';
import type { Variable } from '../thing.ts';

export function shownVariables(
  all: readonly HeaderVariable[],
  measurements: readonly Measured[],
  tables: CuratedTables,
): readonly Variable[] {
  const of = new Map(
    measurements.flatMap((m) => m.variableNames.map((name) => [name, m] as const)),
  );
  return all
    .filter((variable) => isDataVariable(variable, all))
    .map((variable) => ({
      name: variable.name,
      type: variable.type,
      longName: longNameOf(variable),
      units: variable.attributes.units ?? '',
      standardName: standardNameOf(variable),
      measurement: of.get(variable.name)?.name ?? '',
      measurementCode: of.get(variable.name)?.code ?? '',
      hasMeasurementPage: tables.measurement(of.get(variable.name)?.code ?? '') !== undefined,
    }));
}
