// Calls of the file service: what a selection amounts to, and which variables can be ordered.

import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { metricsReply, metricsRequest, stagingProjects, variablesReply } from './orders.ts';

/** Datastreams of one call for variables. */
export const MOST_DATASTREAMS = 200;

/** One selection, or a list of them. */
export const metricsBody = z.union([metricsRequest, z.array(metricsRequest)]);

const MET_DAYS = {
  datastream: 'sgpmetE13.b1',
  dates: [{ startDate: '2019-01-01 00:00:00', endDate: '2019-01-02 23:59:59' }],
};

export const metricsOf = defineCall({
  method: 'POST',
  service: 'files',
  path: '/metrics',
  summary:
    'How many files a selection means and how many megabytes they have; one selection or a list',
  session: 'none',
  perMinute: 600,
  body: metricsBody,
  answer: z.union([metricsReply, z.array(metricsReply)]),
  example: { body: MET_DAYS },
});

/** The metrics of one selection. */
export const metricsOfOne = defineCall({
  ...metricsOf,
  body: metricsRequest,
  answer: metricsReply,
});

export const variablesOfDatastreams = defineCall({
  method: 'POST',
  service: 'files',
  path: '/variables/',
  summary: 'Variables of each datastream of a list that can be ordered by name',
  session: 'none',
  body: z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(MOST_DATASTREAMS)),
  answer: variablesReply,
  example: { body: ['sgpmetE13.b1'] },
});

export const stagingFolders = defineCall({
  method: 'GET',
  service: 'files',
  path: '/jupyter',
  summary: 'Folders of the notebook hub that this person can have orders staged to',
  session: 'optional',
  token: 'orders:read',
  query: z.object({ personId: z.optional(z.string()) }),
  answer: stagingProjects,
});
