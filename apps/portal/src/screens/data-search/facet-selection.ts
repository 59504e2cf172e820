// What is ticked in a facet group before 'Apply': pure edits of a pending selection.
import { type FacetGroup, facetFields } from '@isobar/contract/search/facets.ts';
import type { FilterField } from '@isobar/contract/search/fields.ts';
import { chosen, type Search, setFilter, type Terms } from '@isobar/contract/search/filter.ts';
import { type Facet, parseFacetValue } from '../../lib/search/read-facets.ts';

/** The values of a group's fields; fields without a choice are absent. */
export type Pending = Terms;

export function appliedOf(search: Search, group: FacetGroup): Pending {
  return Object.fromEntries(
    facetFields(group)
      .map((field) => [field, ownValues(group, field, chosen(search, field))] as const)
      .filter(([, values]) => values.length > 0),
  );
}

export type Tick = 'on' | 'off' | 'some';

/** A heading (a site type) is ticked when all below it are; 'some' is its half state. */
export function tickOf(facet: Facet, level: number, group: FacetGroup, pending: Pending): Tick {
  const field = fieldOf(facet, level, group);
  if (field === null) {
    const below = facet.children.map((child) => tickOf(child, level + 1, group, pending));
    if (below.length > 0 && below.every((tick) => tick === 'on')) return 'on';
    return below.some((tick) => tick !== 'off') ? 'some' : 'off';
  }
  const { codes } = parseFacetValue(facet.value);
  if (codes.every((code) => pending[field]?.includes(code))) return 'on';
  return facet.children.some((child) => tickOf(child, level + 1, group, pending) !== 'off')
    ? 'some'
    : 'off';
}

/**
 * Ticks or unticks a value. A child takes the place of its parent, and the parent that of its
 * children.
 */
export function toggle(
  facet: Facet,
  level: number,
  group: FacetGroup,
  pending: Pending,
  parent: Facet | null = null,
): Pending {
  const field = fieldOf(facet, level, group);
  const on = tickOf(facet, level, group, pending) !== 'on';
  if (field === null) {
    return facet.children.reduce(
      (next, child) =>
        (tickOf(child, level + 1, group, next) === 'on') === on
          ? next
          : toggle(child, level + 1, group, next),
      pending,
    );
  }
  const { codes } = parseFacetValue(facet.value);
  const edited = withCodes(pending, field, codes, on);
  if (!on) return edited;
  const parentField = parent ? fieldOf(parent, level - 1, group) : null;
  const withoutParent =
    parent && parentField
      ? withCodes(edited, parentField, parseFacetValue(parent.value).codes, false)
      : edited;
  return facet.children.reduce<Pending>((next, child) => {
    const childField = fieldOf(child, level + 1, group);
    return childField
      ? withCodes(next, childField, parseFacetValue(child.value).codes, false)
      : next;
  }, withoutParent);
}

/** The search with a pending selection in place of the group's present one. */
export function applyPending(search: Search, group: FacetGroup, pending: Pending): Search {
  return facetFields(group).reduce((next, field) => {
    const others = chosen(search, field).filter(
      (value) => !ownValues(group, field, [value]).includes(value),
    );
    return setFilter(next, field, [...others, ...(pending[field] ?? [])]);
  }, search);
}

export const samePending = (a: Pending, b: Pending): boolean => key(a) === key(b);

export const countPending = (pending: Pending): number =>
  Object.values(pending).reduce((sum, values) => sum + values.length, 0);

const key = (pending: Pending): string =>
  JSON.stringify(
    Object.entries(pending)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => [field, values.toSorted()])
      .sort(),
  );

/** The data types hold only one instrument category, 'airborne' (decision 1001). */
const ownValues = (group: FacetGroup, field: FilterField, values: readonly string[]) =>
  group.dataTypes && field === 'instrument_category_code'
    ? values.filter((value) => value === 'airborne')
    : values;

function fieldOf(facet: Facet, level: number, group: FacetGroup): FilterField | null {
  const { field } = parseFacetValue(facet.value);
  const own = facetFields(group).find((one) => one === field);
  return own ?? group.levels[level]?.filter ?? null;
}

function withCodes(
  pending: Pending,
  field: FilterField,
  codes: readonly string[],
  on: boolean,
): Pending {
  const before = (pending[field] ?? []).filter((code) => !codes.includes(code));
  const { [field]: _, ...others } = pending;
  const next = on ? [...before, ...codes] : before;
  return next.length > 0 ? { ...others, [field]: next } : others;
}
