// The quality reports of a datastream with the spans and variables that they are about, from the
// quality service.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { ListedReport, ServiceReports } from '@isobar/contract/calls/quality.ts';
import { reportsByClass } from '@isobar/contract/calls/quality-calls.ts';
import {
  firstSecond,
  lastSecond,
  namedVariables,
  sentSpan,
} from '@isobar/contract/quality/affected.ts';
import { REPORT_CLASSES } from '@isobar/contract/quality/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { byClass, type TouchableReport } from '../../lib/quality/touching.ts';
import { reportsElsewhere } from '../../lib/reports-elsewhere.ts';
import { reportsOfDatastream } from '../report/report-queries.ts';

const ASSESSMENTS = 'incorrect,suspect,missing';

/**
 * The reports of a datastream: undefined until they are known, null if the call failed, an empty
 * list if there are none.
 */
export function useDatastreamReports(
  datastream: string,
): readonly TouchableReport[] | null | undefined {
  const config = useConfig();
  const elsewhere = reportsElsewhere(config) !== null;
  const here = useQuery({
    ...reportsOfDatastream(config, datastream),
    enabled: !elsewhere,
    staleTime: 10 * 60_000,
    retry: false,
    select: readListed,
  });
  const there = useQuery({
    queryKey: ['datastream-reports', datastream],
    enabled: elsewhere,
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: ({ signal }) => fromService(config, datastream, signal),
  });
  const { data, isError } = elsewhere ? there : here;
  return isError ? null : data;
}

/** Pure. */
export const readListed = (reports: readonly ListedReport[]): readonly TouchableReport[] =>
  byClass(
    reports.map(({ dqrid, subject, affected }) => ({
      id: dqrid,
      subject,
      spans: affected.map(sentSpan),
    })),
  );

/** The calls that every quality service has. */
async function fromService(
  config: PortalConfig,
  datastream: string,
  signal: AbortSignal,
): Promise<readonly TouchableReport[]> {
  try {
    const params = { '*': `${datastream}/${ASSESSMENTS}` };
    return readReports(
      await ask(config, reportsByClass, { params, query: { none: 'empty' }, signal }),
      datastream,
    );
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return [];
    throw error;
  }
}

/**
 * Pure. A report without an end is still going on; one whose start is no date, or after its end, is
 * left out. The service's form does not say which variables go with which dates: each date is about
 * all of them.
 */
export function readReports(told: ServiceReports, datastream: string): readonly TouchableReport[] {
  const classes = Object.hasOwn(told, datastream) ? (told[datastream] ?? {}) : {};
  return REPORT_CLASSES.flatMap(({ code, assessment }) =>
    Object.entries((assessment !== null && classes[assessment]) || {}).map(
      ([id, { subject, variables, dates }]) => ({
        ...{ id, code, subject },
        spans: dates
          .map(({ start_date, end_date }) => ({
            ...{ datastream, code },
            start: firstSecond(start_date),
            end: lastSecond(end_date ?? ''),
            variables: namedVariables(variables),
          }))
          .filter(({ start, end }) => Number.isFinite(start) && start <= end),
      }),
    ),
  );
}
