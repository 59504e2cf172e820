// A record of another repository out of a row.
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
