// A citable order as what is cited: its dates, variables, number and checksum. Pure.

import { parseInstant } from '@isobar/contract/time.ts';
import type { CitedData } from './cited.ts';
import type { CitedOrder } from './cited-orders.ts';

export function citedOrderData(
  { orderId, record, doi, citedAt }: Omit<CitedOrder, 'personId'>,
  { archiveName }: { readonly archiveName: string },
): CitedData {
  const names = [...new Set(record.datastreams.map((one) => one.datastream))];
  const dates = record.datastreams.flatMap((one) => one.dates);
  const at = (text: string): number => parseInstant(text) ?? record.orderDate;
  const starts = dates.map((range) => at(range.startDate));
  const ends = dates.map((range) => at(range.endDate));
  const all = record.datastreams.some((one) => one.variables.length === 0);
  const variables = [...new Set(record.datastreams.flatMap((one) => one.variables))];
  const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  const product = `${archiveName} data: ${shown.join(', ')}`;
  return {
    datastream: '',
    product,
    productCode: product,
    siteCode: '',
    siteName: '',
    facilityCode: '',
    facilityName: '',
    dataLevel: '',
    start: starts.length > 0 ? Math.min(...starts) : record.orderDate,
    end: ends.length > 0 ? Math.max(...ends) : record.orderDate,
    doi,
    authors: [],
    version: '',
    issued: citedAt,
    path: `/order/${orderId}`,
    subset: { variables: all ? [] : variables, orderId, sha256: record.recipeSha256 },
  };
}
