// Statements of the store as parts of a trace: their text with its placeholders, never the values.
import type { LogEvent } from 'kysely';
import { tracing } from '../platform/log/tracing.ts';

/** Most characters of a statement in a trace. */
const MOST = 500;

/**
 * What Kysely is opened with so that its statements are traced; nothing where nothing is traced.
 */
export function queryTrace(system: 'sqlite' | 'postgresql') {
  const tracer = tracing();
  if (!tracer) return {};
  return {
    log: (event: LogEvent) => {
      const { sql } = event.query;
      const [verb = ''] = sql.split(' ', 1);
      tracer.past(
        `store ${verb}`,
        event.queryDurationMillis,
        { 'db.system.name': system, 'db.query.text': sql.slice(0, MOST) },
        event.level === 'error' ? event.error : undefined,
      );
    },
  };
}
