// Guesses are counted by account, network and device; a sign-in that succeeds resets its own counts
// only.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { beginAttempt, countAsked, type Guesser } from './throttle.ts';

const NOW = 1_700_000_000;
let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

const guesser = (account: string, address: string, device: string | null = null): Guesser => ({
  account,
  address,
  device,
});
const attempt = (one: Guesser, now = NOW) => beginAttempt(store.db, one, now);
/** How many of so many failing attempts are let through. */
async function allowed(count: number, of: (i: number) => Guesser, now = NOW): Promise<number> {
  let through = 0;
  for (let i = 0; i < count; i++) if ((await attempt(of(i), now)).allowed) through++;
  return through;
}
async function succeed(one: Guesser): Promise<boolean> {
  const begun = await attempt(one);
  if (begun.allowed) await begun.succeeded();
  return begun.allowed;
}

it('people of one network sign in as often as they like: each success takes its counts back', async () => {
  for (let i = 0; i < 60; i++)
    expect(await succeed(guesser(`person${i}`, '198.51.100.7'))).toBe(true);
  for (let i = 0; i < 110; i++) expect(await succeed(guesser('ada', `198.51.${i}.7`))).toBe(true);
  // Only failures are kept, and there were none.
  const rows = await store.db.selectFrom('sign_in_failures').select('failures').execute();
  expect(rows.map(({ failures }) => Number(failures)).filter((failures) => failures !== 0)).toEqual(
    [],
  );
});

it('a success takes back the failures of its own pair, and of the network only its own', async () => {
  expect(await allowed(9, () => guesser('ada', '198.51.100.7'))).toBe(9);
  expect(await succeed(guesser('ada', '198.51.100.7'))).toBe(true);
  // the count starts again
  expect(await allowed(11, () => guesser('ada', '198.51.100.7'))).toBe(10);
  // The network has 9 + 10 attempts counted; the one that the pair's own limit refused is not
  // counted, so 31 of 50 are left.
  expect(await allowed(40, (i) => guesser(`other${i}`, '198.51.100.7'))).toBe(31);
});

it('the throttle stops a pair after ten, an address after fifty, a name after fifty', async () => {
  expect(await allowed(12, () => guesser('ada', '198.51.100.1'))).toBe(10);
  expect(await allowed(60, (i) => guesser(`nobody${i}`, '198.51.100.2'))).toBe(50);
  expect(await allowed(70, (i) => guesser('bob', `198.51.${i}.3`))).toBe(50);
  const refused = await attempt(guesser('bob', '203.0.113.9'), NOW + 60);
  expect(refused).toEqual({ allowed: false, retryAfterSeconds: 15 * 60 - 60 });
});

it('a device where the person signed in before counts for itself alone', async () => {
  await allowed(120, (i) => guesser('bob', `198.51.${i}.3`));
  expect(await succeed(guesser('bob', '203.0.113.9', 'known'))).toBe(true);
  expect(await allowed(12, () => guesser('bob', '203.0.113.9', 'known'))).toBe(10);
  expect(await allowed(1, () => guesser('bob', '203.0.113.9', 'another'))).toBe(1);
});

it('the throttle forgets after a quarter of an hour; names are the same in any spelling, networks of IPv6 are one', async () => {
  expect(await allowed(5, () => guesser('Ada', '2001:db8::1'))).toBe(5);
  expect(await allowed(7, () => guesser('ADA', '2001:db8::2'))).toBe(5);
  expect(await allowed(1, () => guesser(' \uff41d\u200ba', '2001:db8::2'))).toBe(0);
  expect(await allowed(1, () => guesser('ada', '2001:db8::3'), NOW + 15 * 60 - 1)).toBe(0);
  expect(await allowed(1, () => guesser('ada', '2001:db8::3'), NOW + 15 * 60)).toBe(1);
});

it('the throttle drops counts from before a clock moved backwards, and keeps those of a machine whose clock is slightly ahead', async () => {
  await allowed(12, () => guesser('ada', '198.51.100.1'), NOW + 86_400);
  expect(await allowed(12, () => guesser('ada', '198.51.100.1'))).toBe(10);
  await allowed(12, () => guesser('bob', '198.51.100.2'), NOW + 60);
  expect(await allowed(1, () => guesser('bob', '198.51.100.2'))).toBe(0);
});

it('mails are limited for each address, however it is written, and for each network, to any address', async () => {
  const ask = (address: string, from: string, now = NOW) =>
    countAsked(store.db, { address, from }, now);
  for (const [n, address] of ['ada', ' ADA', 'Ada ', 'ada'].entries())
    expect(await ask(address, `198.51.100.${n}`)).toBe(0);
  expect(await ask('ada', '198.51.100.9', NOW + 1)).toBe(15 * 60 - 1);
  expect(await ask('ada', '198.51.100.9', NOW + 15 * 60)).toBe(0);
  for (let n = 0; n < 20; n++) expect(await ask(`x${n}`, `2001:db8::${n}`)).toBe(0);
  expect(await ask('another', '2001:db8::ffff')).toBe(15 * 60);
  expect(await ask('another', '2001:db8:0:1::1')).toBe(0);
});

it('a mail that was requested is counted for the mailbox, however its address is spelled', async () => {
  const ask = (address: string, from: string) => countAsked(store.db, { address, from }, NOW);
  const spellings = [
    'ada@example.org',
    'ada@example.org.',
    'ada@\uff45xample.org',
    'ad\u0430@example.org',
  ];
  for (const [n, address] of spellings.entries())
    expect(await ask(address, `198.51.100.${n}`)).toBe(0);
  for (const address of ['ada+1@example.org', 'ADA+x+y@example\u3002org', 'ada@example.org'])
    expect(await ask(address, '198.51.100.9')).toBe(15 * 60);
  expect(await ask('ada@example.com', '198.51.100.9')).toBe(0);
});
