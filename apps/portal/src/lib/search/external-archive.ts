// Who archives data of another repository, and where. Rows need no more of such a record, so its
// schema is not loaded with them.
import { isRecord } from '@isobar/contract/json-record.ts';
import { isExternal, type ResultRow } from './row.ts';

/** Publisher, else provider, else the repository. */
export function externalPublisher(row: ResultRow): string {
  const { publisher, provider } = recordOf(row);
  return textIn(publisher, 'name') || textIn(provider, 'name') || row.repository;
}

/** Where its data are; empty when neither record nor row has a web address. */
export function externalUrl(row: ResultRow): string {
  const { references } = recordOf(row);
  const [first] = Array.isArray(references) ? references : [];
  return webAddress(textIn(first, 'url')) || webAddress(row.linkUrl);
}

/** Empty for data of the archive, and when the JSON is no record. */
function recordOf(row: ResultRow): Readonly<Record<string, unknown>> {
  if (!isExternal(row)) return {};
  try {
    const record: unknown = JSON.parse(row.externalRecord);
    return isRecord(record) ? record : {};
  } catch {
    return {};
  }
}

function textIn(value: unknown, field: string): string {
  const text = isRecord(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Only web addresses are opened: a record cannot smuggle in a script. */
const webAddress = (url: string): string => (/^https?:\/\//i.test(url) ? url : '');
