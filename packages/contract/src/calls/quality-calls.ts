// Calls of the quality service: reports, those of an order, and how operators write them.

import * as z from 'zod/mini';
import { ANY_REPORT_ID } from '../quality/report.ts';
import { bytes, defineCall, defineLenientCall, jsonOr, redirect } from './call.ts';
import { whenNone } from './none.ts';
import { numberText } from './number-text.ts';
import { orderReports, ordersTouched, reportList, reportReply, serviceReports } from './quality.ts';

const idParams = z.object({
  id: z.string().check(z.regex(ANY_REPORT_ID, 'is no id of a report')),
});
const orderParams = z.object({ orderId: numberText(z.int(), z.positive()) });
/** The key of the order's share link. */
const keyQuery = z.object({ key: z.optional(z.string().check(z.maxLength(200))) });

/** Scripts read `detail`; they take a JSON object without the datastream in it for 'no report'. */
const detail = z.object({ detail: z.string() });

/**
 * The web service for scripts: {dqr}/FORM/DATASTREAM/BEGIN/END/CLASSES; `path` ends in '*' for
 * those parts.
 */
export const serviceForm = (path: string, form: string) =>
  defineLenientCall({
    lenient: 'parsed',
    method: 'GET',
    service: 'dqr',
    path,
    summary: `Quality reports of a datastream (${form})`,
    session: 'none',
    ...(path.endsWith('*')
      ? {
          params: z.object({ '*': z.string() }),
          example: { params: { '*': SERVICE_EXAMPLES[form] ?? '' } },
        }
      : {}),
    query: z.object({ none: whenNone }),
    answer: serviceReports,
    also: { 400: detail, 404: detail },
    failure: bytes('text/plain'),
    errors: ['bad-request', 'not-found', 'unavailable'],
  });

const SERVICE_EXAMPLES: Readonly<Record<string, string>> = {
  dqr_full: 'sgpmetE13.b1/20190101/20191231/incorrect,suspect',
  dqr_qc: 'sgpmetE13.b1/incorrect',
  dqr_se: 'sgpmetE13.b1/20190101/20191231',
  dqr_ds: 'sgpmetE13.b1',
  dqr: 'sgpmetE13.b1',
};

/** Reports of some assessments only: DATASTREAM/CLASSES. */
export const reportsByClass = serviceForm('/dqr_qc/*', 'dqr_qc');

/** The answer, always 501, of an installation whose reports are served elsewhere. */
export const servedElsewhere = (path: string) =>
  defineLenientCall({
    lenient: 'parsed',
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    service: 'dqr',
    path,
    summary: 'Quality reports are served elsewhere (501)',
    session: 'none',
    ...(path.endsWith('*') ? { params: z.object({ '*': z.string() }) } : {}),
    answer: { types: ['text/plain'], status: 501 },
  });

export const reportsOfOrder = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/order/:orderId',
  summary: 'All reports that touch what was ordered, by datastream; key: of the share link',
  session: 'optional',
  token: 'orders:read',
  perMinute: 120,
  params: orderParams,
  query: keyQuery,
  answer: orderReports,
  errors: ['not-found', 'no-session', 'forbidden', 'unavailable'],
  example: { params: { orderId: 1001 } },
});

export const reportsOfOrderAsTable = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/order/:orderId/reports.csv',
  summary: 'As a table',
  session: 'optional',
  token: 'orders:read',
  perMinute: 120,
  params: orderParams,
  query: keyQuery,
  answer: bytes('text/csv'),
  errors: ['not-found', 'no-session', 'forbidden', 'unavailable'],
  example: { params: { orderId: 1001 } },
});

export const ordersOfReport = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/report/:id/orders',
  summary: 'Orders of the signed-in person that a report touches',
  session: 'required',
  token: 'orders:read',
  perMinute: 60,
  params: idParams,
  answer: ordersTouched,
  errors: ['not-found', 'unavailable'],
  example: { params: { id: 'D110415.2' } },
});

export const readReport = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/report/:id',
  summary: 'One data quality report',
  session: 'none',
  params: idParams,
  answer: reportReply,
  errors: ['not-found', 'unavailable'],
  example: { params: { id: 'D110415.2' } },
});

export const spansAsTable = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/report/:id/spans.csv',
  summary: 'Its affected time spans as a table',
  session: 'none',
  params: idParams,
  answer: bytes('text/csv'),
  errors: ['not-found', 'unavailable'],
  example: { params: { id: 'D110415.2' } },
});

export const listReports = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/reports',
  summary: 'The reports of a datastream, by their first days',
  session: 'none',
  query: z.object({ datastream: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: reportList,
  errors: ['unavailable'],
  example: { query: { datastream: 'sgpmetE13.b1' } },
});

export const reportLink = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '',
  summary: 'The page of a report (dqrid), or the report itself for programs',
  session: 'none',
  query: z.object({
    dqrid: z.optional(z.string().check(z.maxLength(60))),
    print: z._default(z.enum(['true', 'false']), 'false'),
    orderID: z.optional(numberText(z.int(), z.positive())),
    key: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: jsonOr(reportReply, 'text/html'),
  also: { 302: redirect() },
  errors: ['not-found', 'unavailable'],
});
