// What an operator sees first: is all well, what is waiting, and what there is.
import type { OperateOverview } from '@isobar/contract/calls/admin.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { AdminFeature } from './feature.ts';
import { underReview } from './orders.ts';

export async function overviewOf(feature: AdminFeature): Promise<OperateOverview> {
  const { db, version, simulated } = feature;
  const count = async (query: { executeTakeFirst(): Promise<{ n: unknown } | undefined> }) =>
    Number((await query.executeTakeFirst())?.n ?? 0);
  const jobs = await db
    .selectFrom('jobs')
    .select((e) => ['state', e.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();
  const jobsOf = (state: string): number => Number(jobs.find((row) => row.state === state)?.n ?? 0);
  const held = await db
    .selectFrom('datastreams')
    .select((e) => [
      e.fn.countAll<number>().as('streams'),
      e.fn.sum<number>('file_count').as('files'),
    ])
    .executeTakeFirst();
  const index = await feature.index.state();
  return {
    version,
    simulated,
    health: [...(await feature.health())],
    counts: {
      approvals: await count(underReview(db).select((e) => e.fn.countAll<number>().as('n'))),
      waiting: jobsOf('waiting'),
      running: jobsOf('running'),
      failed: jobsOf('failed'),
      files: Number(held?.files ?? 0),
      datastreams: Number(held?.streams ?? 0),
      unfiled: await count(
        db.selectFrom('unreadable_files').select((e) => e.fn.countAll<number>().as('n')),
      ),
      people: await count(db.selectFrom('people').select((e) => e.fn.countAll<number>().as('n'))),
    },
    maintenance: await feature.maintenance.read(),
    index: { ...index, builtAt: index.builtAt === null ? null : formatInstant(index.builtAt) },
  };
}
