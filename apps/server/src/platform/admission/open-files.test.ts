// Connections never use up the file descriptors that the server needs in order to answer.
import { expect, it } from 'vitest';
import { connectionsWithin } from './open-files.ts';

const limits = (files: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units
Max core file size        0                    unlimited            bytes
Max open files            ${files.padEnd(20)} 524288               files
Max locked memory         67108864             67108864             bytes
`;

it.each([
  ['524288', 8000],
  ['8300', 8000],
  ['8299', 7999],
  ['1024', 724],
  ['320', 20],
  ['130', 20],
  ['unlimited', 8000],
])('of %s open files %i are connections', (files, connections) => {
  expect(connectionsWithin(8000, limits(files))).toBe(connections);
});

it('the limit of open files is unknown where a system states none', () => {
  expect(connectionsWithin(8000, '')).toBe(8000);
});

it('the limits of this very process are read', () => {
  const most = connectionsWithin(1_000_000_000);
  if (process.platform === 'linux') expect(most).toBeLessThan(1_000_000_000);
  expect(most).toBeGreaterThanOrEqual(20);
});
