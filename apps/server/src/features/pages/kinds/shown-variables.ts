// The variables that a page lists: those that hold data, each with what is measured by it.
import { isDataVariable } from '../../../core/catalogue/data-variable.ts';
import type { HeaderVariable } from '../../../core/catalogue/header.ts';
import type { Measured } from '../../../core/catalogue/measured.ts';
import type { Variable } from '../thing.ts';

export function shownVariables(
  all: readonly HeaderVariable[],
  measurements: readonly Measured[],
): readonly Variable[] {
  const of = new Map(
    measurements.flatMap((m) => m.variableNames.map((name) => [name, m] as const)),
  );
  return all
    .filter((variable) => isDataVariable(variable, all))
    .map(({ name, type, attributes }) => ({
      name,
      type,
      longName: attributes.long_name ?? '',
      units: attributes.units ?? '',
      standardName: attributes.standard_name ?? '',
      measurement: of.get(name)?.name ?? '',
      measurementCode: of.get(name)?.code ?? '',
    }));
}
