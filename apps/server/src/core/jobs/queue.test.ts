// The queue on both databases: nothing lost, nothing twice at once, turns shared fairly.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import {
  ClaimLost,
  claimNext,
  enqueue,
  heartbeat,
  moveClaimed,
  queuePlace,
  releaseClaims,
  STAYS_MS,
  setState,
} from './queue.ts';
import { releaseDead, workerName } from './worker-name.ts';

describe.each(STORE_KINDS)('the queue on %s', (kind) => {
  let store: TemporaryStore;
  let claims = 0;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  const add = (subject: string, personId: string | null, more = {}) =>
    enqueue(store.db, { kind: 'order', subject, personId, step: 'retrieve', ...more }, 1000);
  const claim = (now = 2000, more = {}) =>
    claimNext(store, {
      claim: `worker/${claims++}`,
      kinds: ['order'],
      now,
      staleAfter: 10_000,
      ...more,
    });
  const subjects = async (count: number, now = 2000) => {
    const order: (string | undefined)[] = [];
    for (let i = 0; i < count; i++) {
      const job = await claim(now + i);
      order.push(job?.subject);
      if (job) await moveClaimed(store.db, job, { state: 'done' });
    }
    return order;
  };

  it('the queue stores a job with what it is about, or neither', async () => {
    await expect(
      store.db.transaction().execute(async (trx) => {
        await enqueue(trx, { kind: 'order', subject: '1', personId: null, step: 'a' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await claim(Date.now() + 1000)).toBeNull();
  });

  it('the queue serves people in turn, the small job of a person first', async () => {
    await add('a-large', 'a', { priority: 40 });
    await add('a-small', 'a', { priority: 10 });
    await add('a-medium', 'a', { priority: 20 });
    await add('b-large', 'b', { priority: 45 });
    await add('c-later', 'c', { runAt: 600_000 });
    expect(await subjects(5)).toEqual(['a-small', 'b-large', 'a-medium', 'a-large', undefined]);
  });

  it('the queue serves first whose work is least in progress', async () => {
    await add('a1', 'a');
    await add('a2', 'a');
    const running = await claim(2000);
    expect(running?.subject).toBe('a1');
    await add('b1', 'b');
    await store.db
      .insertInto('service_turns')
      .values({ person_id: 'b', served_at_ms: 5000 })
      .execute(); // served after a, yet has nothing in progress
    expect((await claim(5001))?.subject).toBe('b1');
  });

  it('the queue serves what was queued before the clock moved backwards, and not what is retried later', async () => {
    const day = 86_400_000;
    await add('filed', 'a', { runAt: day });
    await add('again', 'b', { runAt: 2000 + 10 * 60_000 });
    expect(await subjects(2)).toEqual(['filed', undefined]);
  });

  it('the queue serves work without an owner as well, and counts it for no owner', async () => {
    await add('1', null);
    await add('2', null);
    expect(await subjects(3)).toEqual(['1', '2', undefined]);
    expect(await store.db.selectFrom('service_turns').selectAll().execute()).toEqual([]);
  });

  it('the queue keeps a lane for small work', async () => {
    await add('large', 'a', { priority: 40 });
    expect(await claim(2000, { priorityAtMost: 30 })).toBeNull();
    await add('small', 'a', { priority: 30 });
    expect((await claim(2000, { priorityAtMost: 30 }))?.subject).toBe('small');
    // The large one would be next, since nothing of its owner is in progress.
    await add('another', 'a', { priority: 20 });
    await add('first of all', 'b', { priority: 40 });
    expect((await claim(2001, { priorityAtMost: 30 }))?.subject).toBe('another');
    expect((await claim(2002))?.subject).toBe('first of all');
  });

  it('the queue takes over a job without heartbeats, and its former worker cannot write any more', async () => {
    await add('1', 'a');
    const first = (await claim(2000))!;
    expect(await heartbeat(store.db, first, 8000, true)).toBe(true);
    expect(await claim(17_000)).toBeNull();
    const second = (await claim(18_001))!;
    expect(second).toMatchObject({ subject: '1', attempts: 1 });
    expect(await heartbeat(store.db, first, 18_002, false)).toBe(false);
    await expect(moveClaimed(store.db, first, { state: 'done' })).rejects.toThrow(ClaimLost);
    await moveClaimed(store.db, second, { state: 'done' });
    expect(await claim(99_000)).toBeNull();
  });

  it('the queue leaves a job to workers of the home that has its files for a while, and to any afterwards', async () => {
    const at = Date.now();
    await add('1', 'a');
    const of = (home: string, later = 0) => claim(at + later, { home });
    await moveClaimed(store.db, (await of('one'))!, { state: 'waiting', step: 'next' });
    await add('2', 'b');
    const other = (await of('two'))!;
    expect(other.subject).toBe('2');
    expect(await of('two')).toBeNull();
    await moveClaimed(store.db, other, { state: 'done' });
    const again = (await of('one'))!;
    expect(again).toMatchObject({ subject: '1', step: 'next' });
    await moveClaimed(store.db, again, { state: 'waiting' });
    expect((await of('two', 2 * STAYS_MS))?.subject).toBe('1');
    expect(await of('one', 2 * STAYS_MS)).toBeNull();
  });

  it('the queue gives the job of a dead worker to any home at once, also one that may have ended it', async () => {
    const at = Date.now();
    for (const subject of ['1', '2']) await add(subject, subject);
    await claim(at, { home: 'one', claim: 'gone:1:1/x' });
    await releaseClaims(store.db, 'gone:1:1/', 'it ended');
    expect(await claim(at, { home: 'two' })).toMatchObject({ subject: '1', deaths: 1 });
  });

  it('the queue takes over the job of a worker that died before the clock moved backwards, and not that of a live one', async () => {
    const [hour, minute] = [3_600_000, 60_000];
    for (const subject of ['1', '2']) await add(subject, subject);
    await claim(hour + 2000);
    const alive = (await claim(hour + 2000))!;
    expect(await heartbeat(store.db, alive, 5000, false)).toBe(true); // by the clock as it is now
    const taken = (await claim(5001))!;
    expect(taken).toMatchObject({ subject: '1', deaths: 1 });
    expect(await claim(5002)).toBeNull();
    await moveClaimed(store.db, taken, { state: 'done' });
    // The clock of another machine may be a little ahead of ours.
    expect(await heartbeat(store.db, alive, 5003 + minute, false)).toBe(true);
    expect(await claim(5003)).toBeNull();
  });

  it('the queue puts back at once the jobs of processes that are gone from this machine', async () => {
    const ours = workerName();
    const [host] = ours.split(':');
    for (const subject of ['dead', 'earlier', 'elsewhere', 'ours']) await add(subject, subject);
    for (const worker of [`${host}:4194999:1`, `${host}:${process.pid}:1`, 'far-away:1:1', ours])
      await claim(2000, { claim: `${worker}/x` });
    expect(await releaseDead(store.db, ours)).toBe(2);
    expect((await subjects(3)).sort()).toEqual(['dead', 'earlier', undefined]);
  });

  it('the queue counts deaths with their reason until something durable is achieved', async () => {
    const ours = workerName();
    const [host] = ours.split(':');
    const dead = `${host}:4194999:1`;
    await add('1', 'a');
    for (const why of ['first', 'second']) {
      await claim(2000, { claim: `${dead}/x` });
      await releaseDead(store.db, ours, { pid: 4194999, why });
    }
    const again = (await claim(2000))!;
    expect(again).toMatchObject({ deaths: 2, lastError: 'second' });
    const silent = (await claim(20_000))!; // without heartbeats it is as good as dead
    expect(silent.deaths).toBe(3);
    expect(await heartbeat(store.db, silent, 20_001, false)).toBe(true);
    expect((await claim(40_000))?.deaths).toBe(4);
    await store.db.updateTable('jobs').set({ worker: silent.claim }).execute();
    expect(await heartbeat(store.db, silent, 40_001, true)).toBe(true);
    const [row] = await store.db.selectFrom('jobs').select('deaths').execute();
    expect(Number(row?.deaths)).toBe(0);
  });

  it('the queue runs what may have ended its worker first, and alone in its process', async () => {
    const here = (more = {}) => claim(2000, { claim: `host:7:1/${claims++}`, ...more });
    for (const subject of ['suspect', 'another', 'healthy']) await add(subject, subject);
    await store.db
      .updateTable('jobs')
      .set({ deaths: 1 })
      .where('subject', 'in', ['suspect', 'another'])
      .execute();
    const first = (await here())!;
    expect(first.subject).toBe('suspect');
    expect(await here()).toBeNull();
    const elsewhere = (await claim(2000, { claim: 'host:8:1/x' }))!;
    expect(elsewhere.subject).toBe('another');
    expect(await here()).toBeNull(); // the suspect is still running here
    // it made progress, so it is no longer suspected of ending its process
    await heartbeat(store.db, first, 2001, true);
    const healthy = (await here())!;
    expect(healthy.subject).toBe('healthy');
    await moveClaimed(store.db, elsewhere, { state: 'waiting' });
    expect(await here()).toBeNull(); // it waits until it would be alone
    for (const job of [first, healthy]) await moveClaimed(store.db, job, { state: 'done' });
    expect((await here({ priorityAtMost: 30 }))?.subject).toBe('another');
  });

  it('the queue counts as busy only workers with heartbeats', async () => {
    await add('lost', 'a', { kind: 'mail' });
    await claim(1500, { kinds: ['mail'] });
    await store.db
      .insertInto('service_turns')
      .values({ person_id: 'b', served_at_ms: 1600 })
      .execute();
    await add('b1', 'b');
    await add('a1', 'a');
    expect(await subjects(2, 20_000)).toEqual(['a1', 'b1']);
  });

  it('the queue cancels and pauses, also what is running', async () => {
    await add('1', 'a');
    const job = (await claim())!;
    expect(await setState(store.db, job, ['waiting', 'running'], 'paused')).toBe(true);
    expect(await heartbeat(store.db, job, 2001, false)).toBe(false);
    expect(await claim(9e12)).toBeNull();
    expect(await setState(store.db, job, ['paused'], 'waiting')).toBe(true);
    expect(await claim(Date.now() + 1000)).not.toBeNull();
    expect(await setState(store.db, job, ['done'], 'waiting')).toBe(false);
  });

  it('the queue tells how many are ahead, turns shared', async () => {
    for (const [subject, person] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['a3', 'a'],
      ['b1', 'b'],
    ] as const)
      await add(subject, person);
    expect(await queuePlace(store.db, 'order', 'a1')).toBe(1);
    expect(await queuePlace(store.db, 'order', 'b1')).toBe(1);
    expect(await queuePlace(store.db, 'order', 'a3')).toBe(3);
    const job = (await claim())!;
    expect(await queuePlace(store.db, 'order', job.subject)).toBeNull();
  });

  it('the queue never loses a job nor gives it to two at once, whatever workers do or suffer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ person: fc.constantFrom('a', 'b', 'c'), size: fc.nat(50) }), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.array(fc.constantFrom('done', 'retry', 'die', 'beat'), { minLength: 60, maxLength: 60 }),
        async (jobs, fates) => {
          await store.db.deleteFrom('jobs').execute();
          const open = new Set<string>();
          for (const [i, job] of jobs.entries()) {
            await add(String(i), job.person, { priority: job.size });
            open.add(String(i));
          }
          let now = 10_000;
          const held = new Map<string, number>(); // subject -> last heartbeat
          const fate = fates.values();
          while (open.size > 0) {
            const got = await Promise.all([claim(now), claim(now), claim(now)]);
            for (const job of got) {
              if (!job) continue;
              expect(open.has(job.subject)).toBe(true);
              expect(held.get(job.subject) ?? -1e9).toBeLessThan(now - 10_000);
              held.set(job.subject, now);
              const what = fate.next().value ?? 'done';
              if (what === 'done') {
                await moveClaimed(store.db, job, { state: 'done' });
                open.delete(job.subject);
                held.delete(job.subject);
              } else if (what === 'retry') {
                await moveClaimed(store.db, job, { state: 'waiting', run_at_ms: now + 500 });
                held.delete(job.subject);
              } else if (what === 'beat') {
                expect(await heartbeat(store.db, job, now + 1000, true)).toBe(true);
                held.set(job.subject, now + 1000);
              }
            }
            now += 3000;
          }
          const left = await store.db.selectFrom('jobs').select('state').execute();
          expect(left.every((job) => job.state === 'done')).toBe(true);
        },
      ),
      { numRuns: kind === 'sqlite' ? 40 : 12 },
    );
  });
});
