import type { ReportState, WrittenReport, writtenList } from '@isobar/contract/calls/quality.ts';
import {
  actOnReport,
  beginReport,
  listWritten,
  previewReport,
  readWritten,
  saveReport,
} from '@isobar/contract/calls/written-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { EMPTY_DRAFT, type ReportDraft } from '@isobar/contract/quality/draft.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type * as z from 'zod';
import { type Session, writtenBy } from '../../core/accounts/session.ts';
import { fromRows } from '../../core/quality/reports.ts';
import { draftOf } from '../../core/reports/draft-of.ts';
import { problemsOf } from '../../core/reports/draft-problems.ts';
import {
  approve,
  beginDraft,
  discard,
  mayApprove,
  rowsOf,
  saveDraft,
  sendBack,
  submitDraft,
  type WriteContext,
} from '../../core/reports/write.ts';
import type { Writer } from '../../core/reports/write-steps.ts';
import { findWritten, proposalOf, publishedRows } from '../../core/reports/written.ts';
import type { Http } from '../../platform/http/http.ts';
import type { QualityFeature } from './feature.ts';
import { NO_HISTORY, reportReplyOf } from './report-reply.ts';
import { readableTables } from './tables-now.ts';

const BODY = 512 << 10;
const MOST_LISTED = 500;
const MOST_EVENTS = 500;

const ACTS = { submit: submitDraft, approve, return: sendBack, discard } as const;

export function registerWriting(http: Http<Session>, feature: QualityFeature): void {
  const { db } = feature;
  const context = async (): Promise<WriteContext> => ({
    db,
    tables: await readableTables(feature.tables),
    now: Math.floor(Date.now() / 1000),
  });
  http.route(listWritten, async ({ session }) => listOf(feature, writtenBy(session)));
  http.route(
    beginReport,
    async ({ session, body }) => {
      const writer = writtenBy(session);
      const now = await context();
      const draft = body.draft ?? (body.from ? draftFrom(now, body.from) : EMPTY_DRAFT);
      return oneOf(feature, await beginDraft(now, writer, draft, body.from), writer);
    },
    { bodyLimit: BODY },
  );
  http.route(
    previewReport,
    async ({ body }) => {
      const now = await context();
      const report = fromRows(body.dqrid, rowsOf(body.dqrid, named(body.draft)));
      return {
        report: await reportReplyOf(report, NO_HISTORY, now.tables, db),
        problems: await problemsOf(now, body.draft),
      };
    },
    { bodyLimit: BODY },
  );
  http.route(readWritten, async ({ session, params: { id } }) =>
    oneOf(feature, id, writtenBy(session)),
  );
  http.route(
    saveReport,
    async ({ session, params: { id }, body }) => {
      const writer = writtenBy(session);
      await saveDraft(await context(), writer, id, body.revision, body.draft);
      return oneOf(feature, id, writer);
    },
    { bodyLimit: BODY },
  );
  http.route(actOnReport, async ({ session, params: { id }, body, request }) => {
    const writer = writtenBy(session);
    await ACTS[body.action](await context(), writer, id, body.revision, body.note);
    request.log.info(
      { report: id, action: body.action, person: writer.personId },
      'quality report',
    );
    return oneOf(feature, id, writer);
  });
}

/** The draft without spans that name no datastream yet: a preview cannot show anything of them. */
const named = (draft: ReportDraft): ReportDraft => ({
  ...draft,
  spans: draft.spans.filter((span) => span.datastreams.length > 0),
});

function draftFrom({ tables }: WriteContext, id: string): ReportDraft {
  const rows = tables.qualityReport(id);
  if (rows.length === 0) throw new Problem('not-found', `There is no report ${id}.`);
  return draftOf(rows);
}

async function listOf(
  { db }: QualityFeature,
  { personId }: Writer,
): Promise<z.infer<typeof writtenList>> {
  const rows = await db
    .selectFrom('quality_reports')
    .selectAll()
    .orderBy('changed_at', 'desc')
    .orderBy('dqr_id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  const reports = [];
  for (const row of rows)
    reports.push({
      dqrid: row.dqr_id,
      subject: proposalOf(row)?.subject || publishedRows(row)[0]?.subject || '',
      state: row.state as ReportState, // written by us only
      version: Number(row.version),
      author: row.author_name,
      changedAt: formatInstant(Number(row.changed_at)),
      forMe: await mayApprove(db, { ...row, version: Number(row.version) }, personId),
    });
  return { reports };
}

async function oneOf(
  { db }: QualityFeature,
  id: string,
  { personId }: Writer,
): Promise<WrittenReport> {
  const row = await findWritten(db, id);
  if (!row) throw new Problem('not-found', `There is no report ${id} that operators wrote.`);
  const events = await db
    .selectFrom('quality_report_events')
    .select(['at', 'person_name', 'action', 'note', 'version'])
    .where('dqr_id', '=', id)
    .orderBy('event_id', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  return {
    dqrid: id,
    state: row.state as ReportState, // written by us only
    version: Number(row.version),
    revision: Number(row.revision),
    draft: proposalOf(row) ?? draftOf(publishedRows(row)),
    mayApprove: await mayApprove(db, { ...row, version: Number(row.version) }, personId),
    events: events.map((event) => ({
      at: formatInstant(Number(event.at)),
      person: event.person_name,
      action: event.action,
      note: event.note,
      version: Number(event.version),
    })),
  };
}
