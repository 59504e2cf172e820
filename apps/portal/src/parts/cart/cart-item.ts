// An item of the cart: one instrument at one facility, with its data levels (specification part 2
// section 3).
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { type Level, offeredLevels } from '@isobar/contract/orders/levels.ts';
import { askedDates, firstSelection, selection } from '@isobar/contract/orders/selection.ts';
import { ANY_TIME, type DateWindow } from '@isobar/contract/orders/span.ts';
import { endOfDay, parseInstant } from '@isobar/contract/time.ts';
import * as z from 'zod/mini';

const dataLevel = z.object({
  datastream: z.string(),
  dataLevel: z.string(),
  /** What the level means, where it is known. */
  description: z.optional(z.string()),
  /** First and last sample of this level, ISO 8601 UTC. */
  startDate: z.string(),
  endDate: z.string(),
  /** Its files state no time: the dates are those of their last changes. */
  undated: z.optional(z.boolean()),
});

export const cartItem = z.object({
  siteCode: z.string(),
  siteName: z.string(),
  facilityCode: z.string(),
  facilityName: z.string(),
  /** The instrument (data product): its name and code. */
  title: z.string(),
  instrumentCode: z.string(),
  instrumentClassCode: z.string(),
  inputInstrumentClassCodes: z.array(z.string()),
  sourceClassCode: z.string(),
  instrumentCategoryCodes: z.array(z.string()),
  /** Primary measurement; empty strings where the whole instrument was added. */
  measurement: z.string(),
  measurementDesc: z.string(),
  measurementCode: z.string(),
  varName: z.string(),
  /** The variable by which a whole instrument was found; absent: of an earlier cart, or none. */
  foundBy: z.optional(z.string()),
  /** 1 high, 2 medium, 3 low, null none. */
  priority: z.nullable(z.number()),
  /** In level order (s, a, b, c, m, then number). */
  dataLevels: z.array(dataLevel),
  /** Chosen variables; empty means all. */
  variables: z.array(z.string()),
  /** What to acknowledge before ordering; empty when nothing. */
  uiText: z.string(),
  limitedAccess: z.boolean(),
  hasPlots: z.boolean(),
  scanNames: z.array(z.string()),
  /** Set when the search was narrowed by an epoch: its code. */
  preselectedEpoch: z.nullable(z.string()),
  /** The days of that epoch that the search named, seconds UTC; absent: all of them. */
  epochDays: z.optional(z.array(z.number())),
  /** The days of that epoch have been taken over; from then on the person decides. */
  epochTaken: z.optional(z.boolean()),
  /** Dates of the search at the time of adding, YYYY-MM-DD UTC, null where open. */
  searchStart: z.nullable(z.string()),
  searchEnd: z.nullable(z.string()),
  /**
   * A datastream that was asked for by name, and values of the facets: they decide which level is
   * selected at first.
   */
  requestedDatastream: z.optional(z.string()),
  datastreamFacet: z.optional(z.array(z.string())),
  dataLevelFacet: z.optional(z.array(z.string())),
  /** What was chosen already, in the details or in an earlier order. */
  selection: z.optional(selection),
  /** The datastream, where there is another one of the same instrument and facility. */
  apart: z.optional(z.string()),
});

/** An item as it is added: without a `selection`, one is made from dates, facets and levels. */
export type CartItem = z.infer<typeof cartItem>;

/** An item in the cart. */
export const cartEntry = z.extend(cartItem, { selection });
export type CartEntry = z.infer<typeof cartEntry>;

/**
 * Items with the same key are the same thing: site, instrument and facility (part 1 section 4), and
 * a datastream with an entry of its own.
 */
export const cartKey = (
  item: Pick<CartItem, 'siteCode' | 'instrumentCode' | 'facilityCode' | 'apart'>,
): string => [placeKey(item), ...(item.apart ? [item.apart.toLowerCase()] : [])].join(' ');

/** Of all datastreams of an instrument at a facility. */
export const placeKey = (
  item: Pick<CartItem, 'siteCode' | 'instrumentCode' | 'facilityCode'>,
): string => [item.siteCode, item.instrumentCode, item.facilityCode].join(' ').toLowerCase();

/** The item with a selection; null when it has no data level that could be ordered. */
export function entryOf(item: CartItem): CartEntry | null {
  const known = item.selection;
  if (known && levelsOf(item).some((level) => level.datastream === known.datastream)) {
    return { ...item, selection: known };
  }
  const first = firstSelection(levelsOf(item), searchWindow(item), {
    requested: item.requestedDatastream,
    datastreams: item.datastreamFacet,
    dataLevels: item.dataLevelFacet,
  });
  if (!first) return null;
  const variables = isRawLevel(first.dataLevel) ? [] : item.variables;
  return { ...item, selection: { ...first, variables } };
}

/**
 * The item's levels with their spans in seconds UTC; levels without readable dates are left out.
 */
export function levelsOf(item: Pick<CartItem, 'dataLevels'>): readonly Level[] {
  return item.dataLevels.flatMap(({ datastream, dataLevel: code, startDate, endDate }) => {
    const [start, end] = [parseInstant(startDate), parseInstant(endDate)];
    if (start === null || end === null || start > end) return [];
    return [{ datastream, dataLevel: code, start, end }];
  });
}

/** The dates of the search that the item was found by. */
export function searchWindow(item: Pick<CartItem, 'searchStart' | 'searchEnd'>): DateWindow {
  const start = item.searchStart === null ? null : parseInstant(item.searchStart);
  const end = item.searchEnd === null ? null : parseInstant(item.searchEnd);
  if (start === null && end === null) return ANY_TIME;
  return { start, end: end === null ? null : endOfDay(end) };
}

/** The level that is selected now. */
export const levelOf = (entry: CartEntry): Level | undefined =>
  levelsOf(entry).find((level) => level.datastream === entry.selection.datastream);

/** Whether the files of the chosen level state no time. */
export const isUndated = ({ dataLevels, selection: { datastream } }: CartEntry): boolean =>
  dataLevels.some((level) => level.datastream === datastream && level.undated === true);

/**
 * The levels to choose from, highest first, and how many lie wholly outside the dates that are
 * asked for in the cart.
 */
export function levelChoices(
  entry: CartEntry,
  hideOutside: boolean,
): { readonly visible: readonly Level[]; readonly hidden: number } {
  const current = levelOf(entry);
  const asked = askedDates(entry.selection, current);
  const { visible, hidden } = offeredLevels(levelsOf(entry), asked, hideOutside);
  if (!current || visible.includes(current)) return { visible, hidden };
  const shown = visible.some((level) => level.datastream === current.datastream);
  return shown ? { visible, hidden } : { visible: [...visible, current], hidden: hidden - 1 };
}

/** Aerial facilities deliver ICARTT where others deliver ASCII-CSV. */
export const isAerial = (item: Pick<CartItem, 'instrumentCategoryCodes'>): boolean =>
  item.instrumentCategoryCodes.includes('airborne');

/** 1 high, 2 medium, 3 low, else none. */
export const priorityName = (priority: number | null): 'high' | 'medium' | 'low' | null =>
  priority === 1 ? 'high' : priority === 2 ? 'medium' : priority === 3 ? 'low' : null;
