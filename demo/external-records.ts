// Records of other repositories that the demo's catalogue shows beside its own: satellites and a
// European data centre.
import { readFileSync } from 'node:fs';
import { type ExternalRecord, externalRecord } from '@isobar/contract/catalogue/external-record.ts';
import * as z from 'zod/mini';

const records = z.array(externalRecord);

/** All records, read from the table on each call. */
export function demoExternalRecords(): ExternalRecord[] {
  const text = readFileSync(new URL('facts/external-records.jsonl', import.meta.url), 'utf8');
  return records.parse(
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  );
}
