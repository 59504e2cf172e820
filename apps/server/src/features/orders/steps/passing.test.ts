// Failures that pass by themselves, however deep their cause, and what the owner of an order reads
// while they last.
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import { isPassing, lacksRoom, waitingFor } from './passing.ts';

const failure = (code: string, cause?: unknown) =>
  Object.assign(new Error(`/home/isobar/scratch: ${code}`, { cause }), { code });
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const AWAY = ['EMFILE', 'EROFS', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN', 'SQLITE_BUSY_SNAPSHOT'];
const LASTING = ['ENOENT', 'EACCES', 'EINVAL', 'SQLITE_CORRUPT', 'XENOSPC', 'ENOSPCX', 'corrupt'];

it('a full disk and a service that is away pass by themselves, a damaged or missing file does not', () => {
  for (const code of [...FULL, ...AWAY])
    expect([code, isPassing(failure(code))]).toEqual([code, true]);
  for (const code of LASTING) expect([code, isPassing(failure(code))]).toEqual([code, false]);
  expect(isPassing(new Problem('unavailable', 'The archive is away.'))).toBe(true);
  expect(isPassing(new Problem('not-found', 'There is no such file.'))).toBe(false);
  for (const other of [undefined, 'ENOSPC', { code: 'ENOSPC' }, new Error('ENOSPC')])
    expect(isPassing(other)).toBe(false);
});

it('what passes is found among the causes of a failure', () => {
  const deep = new Error('The unit was not made.', { cause: failure('EIO', failure('EDQUOT')) });
  expect([isPassing(deep), lacksRoom(deep)]).toEqual([true, true]);
  expect(isPassing(new Error('The unit was not made.', { cause: failure('EIO') }))).toBe(false);
});

it('the owner of an order reads whether it waits for room or for a service, and no path', () => {
  for (const code of FULL) expect(waitingFor(failure(code))).toMatch(/waiting for disk space/);
  for (const code of AWAY) expect(waitingFor(failure(code))).toMatch(/waiting for a service/);
  for (const code of [...FULL, ...AWAY]) expect(waitingFor(failure(code))).not.toContain('/');
});
