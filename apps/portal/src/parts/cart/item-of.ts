// A data product at the chosen facilities as items of the cart. Pure.
import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { chosen, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import { readDayList } from '@isobar/contract/search/query-text.ts';
import type { Place } from '../../lib/search/plan-details.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import type { CartItem } from './cart-item.ts';

/**
 * One item per facility, in the order of the places; facilities that are not among the places are
 * left out.
 */
export function cartItems(
  row: ResultRow,
  places: readonly Place[],
  facilities: readonly string[],
  search: Search,
): readonly CartItem[] {
  return places
    .filter((place) => facilities.includes(place.ffac))
    .map((place) => cartItem(row, place, search));
}

function cartItem(row: ResultRow, place: Place, search: Search): CartItem {
  const byMeasurement = viewOf(search) === 'measurement';
  const meaning = meaningOf(search);
  const epochDays = readDayList(chosen(search, 'epoch_days')[0] ?? '');
  const streams = place.datastreams.toSorted(
    (a, b) =>
      compareDataLevels(a.dataLevel, b.dataLevel) || a.datastream.localeCompare(b.datastream),
  );
  return {
    siteCode: place.siteCode,
    siteName: place.siteName,
    facilityCode: place.facilityCode,
    facilityName: place.facilityName,
    title: row.instrumentName,
    instrumentCode: row.instrumentCode,
    instrumentClassCode: row.instrumentClassCode,
    inputInstrumentClassCodes: [...row.inputInstrumentClassCodes],
    sourceClassCode: row.sourceClassCode,
    instrumentCategoryCodes: [...row.instrumentCategoryCodes],
    measurement: byMeasurement ? row.measurementName : '',
    measurementDesc: byMeasurement ? row.measurementDesc : '',
    measurementCode: byMeasurement ? row.measurementCode : '',
    varName: byMeasurement ? row.varName : '',
    ...(row.varName === '' ? {} : { foundBy: row.varName }),
    priority: row.priority,
    dataLevels: streams.map(({ datastream, dataLevel, dataLevelDesc, startDate, filed }) => ({
      datastream,
      dataLevel,
      ...(dataLevelDesc ? { description: dataLevelDesc } : {}),
      ...filed,
      ...(startDate === '' ? { undated: true } : {}),
    })),
    variables: byMeasurement && row.varName ? [row.varName] : [],
    uiText: streams.find((stream) => stream.uiText !== '')?.uiText ?? '',
    limitedAccess: streams.some((stream) => stream.limitedAccess),
    hasPlots: streams.some((stream) => stream.hasPlots),
    scanNames: [...new Set(streams.flatMap((stream) => stream.scanNames))],
    preselectedEpoch: meaning.epoch,
    ...(epochDays.length > 0 ? { epochDays: [...epochDays] } : {}),
    searchStart: meaning.start,
    searchEnd: meaning.end,
    datastreamFacet: [...meaning.datastreams],
    dataLevelFacet: [...meaning.levels],
  };
}
