// Passwords: which are taken, how they are compared, and that a crowd does not take every thread.
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import { networkOf } from '../../platform/admission/network.ts';
import { hashPassword, passwordFits } from './password.ts';

it.each([
  'short',
  'aaaaaaaaaa',
  '12345678',
  'Password123!',
  'qwertyuiop',
  'iloveyou2026',
  'ada@example.org',
  'x'.repeat(1001),
])('the rule of passwords refuses %s', async (password) => {
  await expect(hashPassword(password, ['ada', 'Ada@Example.org'])).rejects.toThrow(Problem);
});

it('the password check accepts a long password of any letters, however its accents are encoded', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await passwordFits('cafe\u0301 au lait', stored)).toBe(true);
  expect(await passwordFits('cafe au lait', stored)).toBe(false);
  expect(await passwordFits('no account has this password', null)).toBe(false);
  const longest = 'x y'.repeat(333).padEnd(1000);
  expect(await passwordFits(longest, await hashPassword(longest))).toBe(true);
});

it('the password check refuses calls beyond its queue and serves those that wait', async () => {
  const stored = await hashPassword('a good long one');
  const crowd = await Promise.allSettled(
    Array.from({ length: 130 }, () => passwordFits('a good long one', stored)),
  );
  const served = crowd.filter((one) => one.status === 'fulfilled' && one.value);
  expect(served).toHaveLength(102);
  for (const one of crowd)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'unavailable' });
  expect(await passwordFits('a good long one', stored)).toBe(true);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nothing', 'nothing'],
])('the rule of passwords counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
