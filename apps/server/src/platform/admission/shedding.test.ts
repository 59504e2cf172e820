// Requests that are refused before anything is done for them: only while the process is late, the
// greedy first, watchers never.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { shedding, sheddingConnections } from './shedding.ts';

/**
 * A server with a clock and a lateness of its own; counts how many of some requests were refused.
 */
function door(isProxy: (address: string) => boolean = () => false) {
  const at = { now: 0, late: 0 };
  let refused = 0;
  let served = 0;
  const listener = shedding(() => served++, {
    lateness: () => at.late,
    isProxy,
    now: () => at.now,
  });
  const replies: { status: number; headers: Record<string, unknown>; body: string }[] = [];
  const ask = (remoteAddress: string, url = '/services/metadata/_search') => {
    const before = served;
    const reply = {
      writeHead: (status: number, headers: readonly string[]) => ({
        end: (body: string) => replies.push({ status, headers: pairs(headers), body }),
      }),
    };
    listener(
      { socket: { remoteAddress }, url, resume: () => undefined } as unknown as IncomingMessage,
      reply as unknown as ServerResponse,
    );
    if (served === before) refused++;
    return served > before;
  };
  const rush = (address: string, count: number, url?: string) => {
    const before = refused;
    for (let i = 0; i < count; i++) ask(address, url);
    return refused - before;
  };
  return { at, ask, rush, replies };
}
/** Names and values in turn. */
const pairs = (flat: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]]] : [])));
const people = (one: ReturnType<typeof door>, each: number): number => {
  let refused = 0;
  for (let person = 0; person < 100; person++) refused += one.rush(`10.0.0.${person}`, each);
  return refused;
};

it('load shedding refuses no call while the event loop is on time, however many arrive', () => {
  const one = door();
  one.at.late = 149;
  expect(people(one, 5)).toBe(0);
  expect(one.rush('10.1.1.1', 5000)).toBe(0);
});

it('load shedding refuses who asks for more than their part when it is late, and not the others', () => {
  const one = door();
  one.at.late = 200;
  expect(people(one, 2)).toBe(0);
  expect(one.rush('10.1.1.1', 500)).toBe(450);
  expect(people(one, 2)).toBe(0);
  one.at.now = 1001; // another second
  expect(one.rush('10.1.1.1', 50)).toBe(0);
  expect(one.replies[0]).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2', 'content-security-policy': expect.any(String) },
  });
  expect(JSON.parse(one.replies[0]?.body ?? '')).toMatchObject({
    code: 'overloaded',
    message: expect.any(String),
    requestId: expect.any(String),
  });
});

it('load shedding refuses part of all when it is very late, more the later it is, but never all', () => {
  const parts = [500, 625, 750, 10_000].map((late) => {
    const one = door();
    one.at.late = late;
    return people(one, 10) / 1000;
  });
  expect(parts[0]).toBe(0);
  expect(parts[1]).toBeCloseTo(0.25, 1);
  expect(parts[2]).toBeCloseTo(0.5, 1);
  expect(parts[3]).toBeCloseTo(0.75, 1);
});

it('a few requests are no rush, and what watches is always answered', () => {
  const one = door();
  one.at.late = 10_000;
  expect(one.rush('10.1.1.1', 50)).toBe(0);
  one.rush('10.1.1.1', 1000);
  for (const url of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/services/maintenance/discovery',
    '/services/auth/session',
  ])
    expect([url, one.rush('10.1.1.1', 20, url)]).toEqual([url, 0]);
  expect(one.rush('10.1.1.1', 20, '/healthzz')).toBeGreaterThan(0);
});

it('load shedding does not take the visitors of a proxy for one', () => {
  const one = door((address) => address === '10.9.9.9');
  one.at.late = 200;
  expect(people(one, 2)).toBe(0);
  expect(one.rush('10.9.9.9', 500)).toBe(0);
});

it('load shedding refuses new connections of a greedy address before anything is read, and only while it is late', () => {
  const at = { now: 0, late: 0 };
  const seen = { accepted: 0, refused: 0 };
  const open = sheddingConnections(
    () => seen.accepted++,
    () => seen.refused++,
    {
      lateness: () => at.late,
      isProxy: (address) => address === '10.0.0.9',
      now: () => at.now,
    },
  );
  const rush = (address: string, count: number) => {
    const before = seen.refused;
    for (let i = 0; i < count; i++) open({ remoteAddress: address } as Socket);
    return seen.refused - before;
  };
  expect(rush('10.0.0.1', 500)).toBe(0);
  at.now = 2000;
  at.late = 200;
  expect(rush('10.0.0.1', 500)).toBe(450);
  expect(rush('10.0.0.2', 50)).toBe(0); // a probe beside it
  expect(rush('10.0.0.9', 500)).toBe(0);
  at.now = 4000;
  expect(rush('10.0.0.1', 50)).toBe(0);
});

it('load shedding refuses only greedy addresses while there are no more than 60 requests in a second', () => {
  const one = door();
  one.at.late = 100_000;
  for (let person = 0; person < 60; person++)
    expect([person, one.ask(`10.0.0.${person}`)]).toEqual([person, true]);
  const refused = Array.from({ length: 10 }, (_, n) => one.ask(`10.0.1.${n}`));
  expect(refused.filter((isServed) => !isServed).length).toBeGreaterThan(5);
});
