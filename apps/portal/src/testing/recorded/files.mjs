// What the recorded answers need of Node and of the server's engine; the portal's own types know
// neither.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUP_FIELDS, METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { smallIndex } from '../../../../../packages/search-engine/src/testing/small-index.ts';

const at = (name) => join(import.meta.dirname, name);

/** The origin of a server whose answers are recorded while the tests run; '' if none are. */
export const RECORDS_FROM = process.env.ISOBAR_RECORD ?? '';

export const readRecorded = (name) => JSON.parse(readFileSync(at(name), 'utf8'));

/** One entry a line, so that a difference shows which. */
export const writeRecorded = (name, entries) =>
  writeFileSync(at(name), `[\n${entries.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);

export const indexOf = (documents) => smallIndex(METADATA_FIELDS, documents, [...GROUP_FIELDS]);
