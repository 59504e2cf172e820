// The quality reports of a datastream with the variables that they are about, from the quality service.
import type { ServiceReports } from '@isobar/contract/calls/quality.ts';
import { reportsByClass } from '@isobar/contract/calls/quality-calls.ts';
import type { TouchableReport } from '@isobar/contract/quality/touching.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';

const ASSESSMENTS = 'incorrect,suspect,missing';

/** The reports of a datastream: undefined until they are known, null if the call failed, an empty list if there are none. */
export function useDatastreamReports(
  datastream: string,
): readonly TouchableReport[] | null | undefined {
  const config = useConfig();
  const { data, isError } = useQuery({
    queryKey: ['datastream-reports', datastream],
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly TouchableReport[]> => {
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
    },
  });
  return isError ? null : data;
}

/** Pure. Invalid dates are left out; a report without an end is still going on. */
export function readReports(told: ServiceReports, datastream: string): readonly TouchableReport[] {
  const classes = Object.hasOwn(told, datastream) ? (told[datastream] ?? {}) : {};
  return Object.entries(classes).flatMap(([assessment, reports]) =>
    Object.entries(reports).map(([id, { subject, variables, dates }]) => ({
      id,
      assessment,
      subject,
      variables,
      spans: dates.flatMap(({ start_date, end_date }) => {
        const start = parseInstant(start_date);
        const end = end_date === null ? Number.MAX_SAFE_INTEGER : parseInstant(end_date);
        return start === null || end === null || end < start ? [] : [{ start, end }];
      }),
    })),
  );
}
