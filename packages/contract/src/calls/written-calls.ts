// Calls by which operators write data quality reports.
import * as z from 'zod/mini';
import { reportDraft } from '../quality/draft.ts';
import { ANY_REPORT_ID } from '../quality/report.ts';
import { defineCall } from './call.ts';
import {
  reportPreview,
  reportToAct,
  reportToSave,
  reportToWrite,
  writtenList,
  writtenReport,
} from './quality.ts';

const idParams = z.object({
  id: z.string().check(z.regex(ANY_REPORT_ID, 'is no id of a report')),
});

export const listWritten = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/written',
  summary: 'Reports that operators write or wrote, the latest first',
  session: 'required',
  token: 'operator',
  role: 'operator',
  answer: writtenList,
});

export const beginReport = defineCall({
  method: 'POST',
  service: 'dqr',
  path: '/written',
  summary: 'Begins a report, or a change of one that is in force',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 60,
  body: reportToWrite,
  answer: writtenReport,
  errors: ['not-found', 'conflict'],
});

export const previewReport = defineCall({
  method: 'POST',
  service: 'dqr',
  path: '/written/preview',
  summary: 'Shows how a draft will read, and what has to be corrected',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  body: z.object({ dqrid: z.string().check(z.regex(ANY_REPORT_ID)), draft: reportDraft }),
  answer: reportPreview,
});

export const readWritten = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/written/:id',
  summary: 'A report as it is being written, with its history',
  session: 'required',
  token: 'operator',
  role: 'operator',
  params: idParams,
  answer: writtenReport,
  errors: ['not-found'],
});

export const saveReport = defineCall({
  method: 'PUT',
  service: 'dqr',
  path: '/written/:id',
  summary: 'Keeps a draft',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  params: idParams,
  body: reportToSave,
  answer: writtenReport,
  errors: ['not-found', 'conflict'],
});

export const actOnReport = defineCall({
  method: 'POST',
  service: 'dqr',
  path: '/written/:id/act',
  summary: 'Submits a draft, approves it, returns it, or discards it',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 60,
  params: idParams,
  body: reportToAct,
  answer: writtenReport,
  errors: ['not-found', 'conflict'],
});
