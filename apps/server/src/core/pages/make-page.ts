// Makes a page or a record of a thing from what is known now, or a page that says that the thing
// does not exist or was withdrawn.
import { createHash } from 'node:crypto';
import { formatDay } from '@isobar/contract/time.ts';
import { supersededBy } from '../quality/reports.ts';
import { findWritten } from '../reports/written.ts';
import { thingOf } from './describe.ts';
import type { PageFormat } from './formats/all-formats.ts';
import { missingPage, thingPage, tombstonePage } from './layout.ts';
import { recordOf } from './records.ts';
import type { Download, Kind, PageSources } from './thing.ts';

export interface PageHead {
  readonly status: 200 | 404 | 410;
  readonly type: string;
  readonly etag: string;
  /** Seconds UTC; null where nothing is there. */
  readonly modified: number | null;
  readonly signs: Signs;
}

/** A page before it is compressed. */
export type MadePage = PageHead & { readonly text: string };

/** What the header of a page tells machines. */
export interface Signs {
  readonly doi: string | null;
  readonly orcids: readonly string[];
  readonly isData: boolean;
  readonly downloads: readonly Download[];
}

const NO_SIGNS: Signs = { doi: null, orcids: [], isData: false, downloads: [] };

/**
 * Without a format it is the page itself. Null: a record in this form is not there for this thing.
 */
export async function makePage(
  sources: PageSources,
  kind: Kind,
  id: string,
  format: PageFormat | undefined,
): Promise<MadePage | null> {
  const { db, publisher, now } = sources;
  const thing = await thingOf(sources, kind, id, 'whole');
  if (!thing) return format ? null : await absent(sources, kind, id);
  if (format?.dataOnly && !thing.cited) return null;
  const record = await recordOf(db, kind, id);
  const modified = record?.changedAt ?? now;
  const text = format
    ? format.make({ thing, publisher, modified, now })
    : thingPage(thing, publisher, modified, now);
  const type = format ? `${format.type}; charset=utf-8` : 'text/html; charset=utf-8';
  const signs: Signs = {
    doi: thing.cited?.doi ?? null,
    orcids: (thing.cited?.authors ?? []).map((one) => one.orcid).filter(Boolean),
    isData: thing.cited !== null,
    downloads: thing.downloads,
  };
  return { status: 200, text, type, modified, etag: etagOf(text), signs };
}

async function absent(sources: PageSources, kind: Kind, id: string): Promise<MadePage> {
  const { db, tables, publisher } = sources;
  const told = tables.rows['withdrawn.csv'].find((row) => row.kind === kind && row.id === id);
  const record = await recordOf(db, kind, id);
  const report = kind === 'report' ? await withdrawnReport(sources, id) : null;
  const type = 'text/html; charset=utf-8';
  if (!told && !record && !report) {
    const text = missingPage(publisher, kind, id);
    return { status: 404, text, type, etag: etagOf(text), modified: null, signs: NO_SIGNS };
  }
  const text = tombstonePage(publisher, {
    kind,
    id,
    since: told?.date || report?.since || (record ? formatDay(record.changedAt) : ''),
    reason:
      told?.reason ||
      report?.reason ||
      'It is no longer in the archive: its files or its entry were removed.',
    replacedBy: told?.replaced_by || report?.replacedBy || '',
    portalPath: report ? `/report/${id}` : null,
  });
  const modified = record?.changedAt ?? null;
  return { status: 410, text, type, etag: etagOf(text), modified, signs: NO_SIGNS };
}

/** The reason that operators gave when they withdrew a report. */
async function withdrawnReport({ db, tables }: PageSources, id: string) {
  const row = await findWritten(db, id);
  if (!row || row.withdrawn === null) return null;
  return {
    reason: row.withdrawn,
    since: row.published_at === null ? '' : formatDay(Number(row.published_at)),
    replacedBy: supersededBy(tables, id)[0] ?? '',
  };
}

const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
