// A quality report as the service answers it, for tests of what is shown of one.
import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { HttpResponse, http } from 'msw';
import { server } from './open-portal.tsx';

export const MET = 'sgpmetE13.b1';
export const NAMES = [
  'temp_mean',
  'temp_std',
  'rh_mean',
  'rh_std',
  'vapor_pressure_mean',
  'wspd_vec_mean',
  'wdir_vec_mean',
];
export const span = {
  startDateTime: '1999-10-07T00:00:00Z',
  endDateTime: '2002-06-14T23:59:59Z',
  metric: 'Suspect',
};

export const report = (more: Partial<ReportReply> = {}): ReportReply => ({
  dqrid: 'D170321.8',
  subjectTitle: 'Dry bias of the probe',
  subject: 'SGP/MET/E13 – Dry bias of the probe',
  description: '<p>It grew until it was <strong>replaced</strong>.</p>',
  suggestions: 'Do not use it for trends.',
  datastreams: [MET],
  timespans: [span],
  measurements: [{ [MET]: NAMES.map((name) => `${MET}&&${name}`) }],
  code: 3,
  affected: [{ ...span, datastream: MET, code: 3, variables: NAMES }],
  about: [
    {
      datastream: MET,
      title: 'Surface Meteorology, Lamont',
      start: '1993-11-01T00:00:00Z',
      end: '2026-11-20T00:00:00Z',
    },
  ],
  supersedes: [],
  supersededBy: [],
  filed: '2017-03-21T00:00:00Z',
  changed: null,
  version: 1,
  withdrawn: null,
  ...more,
});

export const REPORT = '*/services/dqr/report/:id';
/** One report, and two others of its datastream: one at the same time, one later. */
export const served = (more: Partial<ReportReply> = {}) =>
  server.use(
    http.get('*/services/dqr/reports', () =>
      HttpResponse.json({
        reports: [
          {
            dqrid: 'D170321.8',
            subject: 'Dry bias',
            code: 3,
            startDateTime: span.startDateTime,
            endDateTime: span.endDateTime,
            affected: [],
          },
          {
            dqrid: 'D000718.3',
            subject: 'Mast lowered',
            code: 5,
            startDateTime: '2000-07-18T00:00:00Z',
            endDateTime: '2000-07-18T12:00:00Z',
            affected: [],
          },
          {
            dqrid: 'D200101.1',
            subject: 'Later',
            code: 4,
            startDateTime: '2020-01-01T00:00:00Z',
            endDateTime: null,
            affected: [],
          },
        ],
      }),
    ),
    http.get(REPORT, () => HttpResponse.json(report(more))),
  );
