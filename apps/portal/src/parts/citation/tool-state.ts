// The list of the citation tool as plain data: add, edit, choose, remove (specification part 3
// sections 2 to 5). Pure.

import {
  type CitationItem,
  type CitationReply,
  codeAndLabel,
  DEFAULT_CITATION_FORMAT,
} from '@isobar/contract/citations/calls.ts';
import type { CitationField } from './bounds.ts';

/** What a person chose for one citation; empty means all, or what the source itself says. */
export type ToolItem = {
  /** Its place in the order of adding; tells items apart. */
  readonly index: number;
  readonly item: { readonly field: CitationField; readonly value: string };
  readonly site: string;
  readonly facility: string;
  readonly dataLevel: string;
  /** Days, YYYY-MM-DD UTC. */
  readonly startDate: string;
  readonly endDate: string;
  readonly accessedDate: string;
  readonly minDate: string;
  readonly maxDate: string;
  readonly citationFormat: string;
};

/** An item with the answer of the service: the citation and what can be chosen. */
export type CitedItem = ToolItem & {
  readonly citation: string;
  readonly siteOptions: readonly string[];
  readonly facilityOptions: readonly string[];
  readonly dataLevelOptions: readonly string[];
};

export type ToolState = {
  /** The newest first. */
  readonly items: readonly ToolItem[];
  /** Index of the one that is edited; null: there is none. */
  readonly edited: number | null;
  readonly next: number;
};

export type Source = {
  readonly field: CitationField;
  readonly value: string;
  readonly minDate: string;
  readonly maxDate: string;
  /** Days that were chosen before; absent: all. */
  readonly startDate?: string;
  readonly endDate?: string;
};

export type ToolAction =
  | { readonly do: 'add'; readonly source: Source; readonly accessedDate: string }
  | { readonly do: 'edit'; readonly index: number }
  | { readonly do: 'remove'; readonly index: number }
  | { readonly do: 'change'; readonly index: number; readonly change: Change };

export type Change =
  | { readonly site: string }
  | { readonly facility: string }
  | { readonly dataLevel: string }
  | { readonly startDate: string }
  | { readonly endDate: string }
  | { readonly accessedDate: string }
  | { readonly citationFormat: string };

export const EMPTY_TOOL: ToolState = { items: [], edited: null, next: 1 };

export function toolReducer(state: ToolState, action: ToolAction): ToolState {
  switch (action.do) {
    case 'add': {
      const added = itemOf(action.source, action.accessedDate, state.next);
      return { items: [added, ...state.items], edited: added.index, next: state.next + 1 };
    }
    case 'edit':
      return { ...state, edited: action.index };
    case 'remove': {
      const items = state.items.filter((one) => one.index !== action.index);
      const edited = state.edited === action.index ? (items[0]?.index ?? null) : state.edited;
      return { ...state, items, edited };
    }
    case 'change':
      return {
        ...state,
        items: state.items.map((one) =>
          one.index === action.index ? changed(one, action.change) : one,
        ),
      };
  }
}

function itemOf(source: Source, accessedDate: string, index: number): ToolItem {
  const { field, value, minDate, maxDate } = source;
  const whole: ToolItem = {
    index,
    item: { field, value },
    site: '',
    facility: '',
    dataLevel: '',
    startDate: minDate,
    endDate: maxDate,
    accessedDate,
    minDate,
    maxDate,
    citationFormat: DEFAULT_CITATION_FORMAT,
  };
  const ended = source.endDate ? changed(whole, { endDate: source.endDate }) : whole;
  return source.startDate ? changed(ended, { startDate: source.startDate }) : ended;
}

/** Days beyond those of the source are moved to its bounds, and a start stays before its end. */
function changed(one: ToolItem, change: Change): ToolItem {
  if ('site' in change) return { ...one, ...change, facility: '', dataLevel: '' };
  if ('facility' in change) return { ...one, ...change, dataLevel: '' };
  if ('startDate' in change)
    return { ...one, startDate: within(change.startDate, one.minDate, one.endDate) };
  if ('endDate' in change)
    return { ...one, endDate: within(change.endDate, one.startDate, one.maxDate) };
  return { ...one, ...change };
}

/** Days of the form YYYY-MM-DD sort like texts. */
const within = (day: string, first: string, last: string): string =>
  day < first ? first : day > last ? last : day;

/** The request to the service. */
export const requestOf = (one: ToolItem): CitationItem => ({
  of: one.item.field === 'datastream' ? 'datastream' : 'inst-class',
  id: one.item.value,
  ...(one.site ? { site: codeAndLabel(one.site).code } : {}),
  ...(one.facility ? { facility: codeAndLabel(one.facility).code } : {}),
  ...(one.dataLevel ? { dataLevel: one.dataLevel } : {}),
  startDate: one.startDate,
  endDate: one.endDate,
  dateAccessed: one.accessedDate,
});

/** What is shown of an item: its own choices, else what the service chose. */
export function citedItem(one: ToolItem, reply: CitationReply | undefined): CitedItem {
  return {
    ...one,
    site: one.site || reply?.selectedSite || '',
    facility: one.facility || reply?.selectedFacility || '',
    dataLevel: one.dataLevel || reply?.selectedDataLevel || '',
    citation: reply?.html ?? reply?.citation ?? '',
    siteOptions: reply?.sites ?? [],
    facilityOptions: reply?.facilities ?? [],
    dataLevelOptions: reply?.dataLevels ?? [],
  };
}
