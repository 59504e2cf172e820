// The share of the server that making pages takes: a burst is free, then each page is followed by a
// rest; turns go round by address.
import { expect, it } from 'vitest';
import { openMakingShare } from './making-share.ts';

function share() {
  let time = 0;
  const rests: { done: () => void; milliseconds: number }[] = [];
  const made = openMakingShare({
    now: () => time,
    rest: (done, milliseconds) => rests.push({ done, milliseconds }),
    round: async () => {},
  });
  const page = (address: string, milliseconds = 500) =>
    made.make(address, async () => {
      time += milliseconds;
      return address;
    });
  return { page, rests, pass: (milliseconds: number) => (time += milliseconds) };
}

it('a burst of three seconds is not delayed; work beyond it is followed by a pause', async () => {
  const { page, rests } = share();
  for (let i = 0; i < 6; i++) await page(`person ${i}`);
  expect(rests).toHaveLength(0);
  await page('another', 20);
  expect(rests.map((one) => one.milliseconds)).toEqual([200]);
});

it('one address has a quarter of the burst, and a quarter of the share when it asks for many; its pauses delay no one else', async () => {
  const { page, rests } = share();
  for (let i = 0; i < 3; i++) await page('reader', 250);
  await page('reader', 5);
  expect(rests.map((one) => one.milliseconds)).toEqual([50]);
  for (let i = 0; i < 3; i++) await page('crawler', 250);
  const waiting = [page('crawler', 5), page('crawler', 5)];
  await waiting[0];
  expect(rests.map((one) => one.milliseconds)).toEqual([50, 200]);
  for (let i = 0; i < 2; i++) await page(`person ${i}`);
  expect(rests).toHaveLength(2);
  rests[1]?.done();
  expect(await waiting[1]).toBe('crawler');
});

it('making pages is never a long piece of work: it yields to other work between two pages', async () => {
  const made = openMakingShare();
  const seen: string[] = [];
  const pages = ['one', 'two', 'three'].map((name) => made.make(name, async () => seen.push(name)));
  for (let i = 0; i < 3; i++) await new Promise(setImmediate).then(() => seen.push('others'));
  await Promise.all(pages);
  expect(seen.join(' ')).not.toMatch(/one two|two three/);
});

it('a quiet time saves up a tenth of itself, never more than a burst', async () => {
  const { page, rests, pass } = share();
  for (let i = 0; i < 6; i++) await page(`a ${i}`);
  pass(5000);
  await page('b', 500);
  expect(rests).toHaveLength(0);
  pass(10_000_000);
  for (let i = 0; i < 6; i++) await page(`a ${i}`);
  expect(rests).toHaveLength(0);
  await page('c', 1);
  expect(rests).toHaveLength(1);
});

it('who asks for many waits behind who asks for one, and is refused beyond its part', async () => {
  const { page, rests } = share();
  for (let i = 0; i < 5; i++) await page(`others ${i}`);
  await page('crawler', 600);
  const order: string[] = [];
  const asked = [...new Array(40).fill('crawler'), 'person'].map((who: string) =>
    page(who, 10).then(
      (name) => order.push(name),
      (error: { code?: string }) => error.code,
    ),
  );
  const next = async () => {
    for (let i = 0; i < 20; i++) await null;
    rests.shift()?.done();
    for (let i = 0; i < 20; i++) await null;
  };
  await next();
  await next();
  await next();
  expect(order.slice(0, 3)).toContain('person');
  while (rests.length > 0) await next();
  const codes = (await Promise.all(asked)).filter((one) => one === 'overloaded');
  expect(codes.length).toBeGreaterThan(15);
});
