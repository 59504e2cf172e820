// Traces cost nothing until a collector is configured, and calls of a search cluster carry their
// place in the trace.
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { openOpenSearch } from '../../adapters/search-opensearch.ts';
import { startCollector } from './testing/collector.ts';
import { endTracing, startTracing, traced, tracing } from './tracing.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await endTracing();
});

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const source = (path: string) => JSON.stringify(String(pathToFileURL(SOURCES + path)));

it('a server without a collector loads nothing of OpenTelemetry but the interface that its metrics use', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context);
        if (/\\/@opentelemetry\\/(?!api\\/)/.test(found.url)) loaded.push(found.url);
        return found;
      },
    });
    for (const path of [${source('commands/serve.ts')}, ${source('roles/worker.ts')}]) await import(path);
    const { startTracing } = await import(${source('platform/log/tracing.ts')});
    await startTracing(false, 'isobar');
    const before = loaded.length;
    await startTracing(true, 'isobar');
    console.log(before, loaded.length > 0);
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout.trim()).toBe('0 true');
}, 60_000);

it('calls of a search cluster carry the trace that they belong to, and a failure of the cluster marks their span', async () => {
  const { url, parents, text, close } = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  await startTracing(true, 'test');
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const index = openOpenSearch({ url, owner: 'one', log });
  let traceId: string | undefined;
  const asked = traced('request', { kind: 'server' }, async () => {
    traceId = tracing()?.traceId();
    await index.has('metadata');
  });
  await expect(asked).rejects.toMatchObject({ status: 503 });
  await index.close();
  await endTracing();
  close();
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  for (const header of parents) expect(header).toContain(traceId);
  expect(parents.length).toBeGreaterThan(0);
  expect(text()).toContain('"OpenSearch GET"');
  expect(text()).toContain('"error.type"');
});
