// Nothing secret reaches the log, not even through the errors of other services' clients.
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { withOrigin } from './origin.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => lines.push(line) }));
  return lines.join('');
}

it('the log leaves out what hangs on errors, and secrets in addresses', () => {
  const cause = Object.assign(new Error('no answer from https://ada:s3cret@search.example/x'), {
    code: 'ECONNREFUSED',
    meta: { request: { headers: { authorization: 'Basic s3cret' } } },
  });
  const text = logged((log) => {
    log.error({ err: new Error('GET /file.nc?key=s3cret&a=1 failed', { cause }) }, 'failed');
    log.error({ err: cause }, 'failed');
    log.warn({ err: 'postgres://isobar:s3cret@db/x' }, 'failed');
  });
  expect(text).not.toContain('s3cret');
  expect(text).toContain('search.example');
  expect(text).toContain('ECONNREFUSED');
  expect(text).toContain('a=1');
  expect(text).toContain('log.test.ts'); // the stack is there
});

it('the log blots out credentials in objects', () => {
  const text = logged((log) =>
    log.info(
      { headers: { cookie: 's3cret' }, who: { password: 's3cret' }, token: 's3cret' },
      'seen',
    ),
  );
  expect(text).not.toContain('s3cret');
  expect(text).toContain('seen');
});

it('a log line has the id of the request that caused the work, once', () => {
  const text = logged((log) => {
    log.info('before');
    withOrigin({ requestId: 'request-1' }, () => {
      log.info('within');
      log.child({ requestId: 'request-1' }).info('of the framework');
    });
  });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual([
    undefined,
    'request-1',
    'request-1',
  ]);
  expect(lines.map((line) => line.split('"requestId"').length - 1)).toEqual([0, 1, 1]);
});
