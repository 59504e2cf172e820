// A search as it was understood: its places, times and levels are filters like those that a person
// has chosen.
import type { FilterField } from '../search/fields.ts';
import { chosen, type Search, searchText } from '../search/filter.ts';
import { filterFields, type Understood } from './understood.ts';

/** What a person has chosen goes before what their words say of the same field. */
export function readAs(search: Search, understood: Understood | null): Search {
  if (!understood || understood.typed !== searchText(search)) return search;
  const said = new Map<FilterField, string[]>();
  for (const [field, values] of filterFields(understood.filters)) {
    const before = said.get(field) ?? [];
    said.set(field, [...before, ...values.filter((value) => !before.includes(value))]);
  }
  const terms = { ...search.terms };
  const dated = chosen(search, 'start_date').length + chosen(search, 'end_date').length > 0;
  const placed = chosen(search, 'site_code').length + chosen(search, 'ffac').length > 0;
  for (const [field, values] of said) {
    if (chosen(search, field).length > 0) continue;
    if (DATES.has(field) && (dated || chosen(search, 'epoch_codes').length > 0)) continue;
    if (PLACES.has(field) && placed) continue;
    terms[field] = DATES.has(field) ? [outermost(field, values)] : values;
  }
  return { ...search, terms, understood };
}

const DATES: ReadonlySet<FilterField> = new Set(['start_date', 'end_date']);
const PLACES: ReadonlySet<FilterField> = new Set(['site_code', 'ffac']);

/** Of several times the span that holds all of them. */
const outermost = (field: FilterField, values: readonly string[]): string =>
  values.toSorted()[field === 'start_date' ? 0 : values.length - 1] ?? '';
