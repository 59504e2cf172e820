// Statements of the store in a trace.
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { startCollector } from '../platform/log/testing/collector.ts';
import { endTracing, startTracing, traced } from '../platform/log/tracing.ts';
import { temporaryStore } from './testing/temporary-store.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await endTracing();
});

it('statements of the store are parts of a trace with the beginning of their text and without values; one that fails marks its part', async () => {
  const { url, text, close } = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  await startTracing(true, 'test');
  const store = await temporaryStore();
  const { db } = store;
  const long = `select ${'1 + '.repeat(300)} ${1}`;
  await traced('request', { kind: 'server' }, async () => {
    await db.selectFrom('people').select('email').where('email', '=', 'ada@example.org').execute();
    await sql.raw(long).execute(db);
    await expect(sql`delete from nosuch`.execute(db)).rejects.toThrow('nosuch');
  });
  await endTracing();
  await store.close();
  close();
  const parts = text();
  expect(parts).toContain('"store select"');
  expect(parts).toContain('{"key":"db.system.name","value":{"stringValue":"sqlite"}}');
  expect(parts).not.toContain('ada@example.org');
  expect(parts).toContain(`"${long.slice(0, 500)}"`);
  const [failed, ...others] = parts.split('{"traceId"').filter((one) => one.includes('error.type'));
  expect(failed).toContain('"store delete"');
  expect(others).toEqual([]);
});
