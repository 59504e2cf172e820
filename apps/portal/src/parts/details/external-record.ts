// A record of another repository out of a row, and where its data are.
import { type ExternalRecord, externalRecord } from '@isobar/contract/catalogue/external-record.ts';
import * as z from 'zod/mini';
import type { ResultRow } from '../../lib/search/row.ts';

/** The record; null when its JSON is missing or of a different form. */
export function readExternalRecord(row: Pick<ResultRow, 'externalRecord'>): ExternalRecord | null {
  try {
    const parsed = z.safeParse(externalRecord, JSON.parse(row.externalRecord));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Who archives it: publisher, else provider, else the repository. */
export function externalPublisher(row: ResultRow): string {
  const record = readExternalRecord(row);
  return record?.publisher.name || record?.provider.name || row.repository;
}

/** Where its data are; empty when the record does not say. */
export const externalUrl = (row: ResultRow): string =>
  webAddress(readExternalRecord(row)?.references[0]?.url ?? '') || webAddress(row.linkUrl);

/** Only web addresses are opened: a record cannot smuggle in a script. */
const webAddress = (url: string): string => (/^https?:\/\//i.test(url) ? url : '');
