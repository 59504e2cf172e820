// isobar doctor: looks at everything an installation needs and says what is wrong and what to do.
import { constants } from 'node:fs';
import { access, mkdir, statfs } from 'node:fs/promises';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { backFromSite } from '@isobar/contract/calls/sign-up-calls.ts';
import { sharedNames } from '../core/accounts/names.ts';
import { catalogueIsStale } from '../core/catalogue/freshness.ts';
import { openSearch, openSignInSites } from '../main.ts';
import { type Configuration, readConfiguration } from '../platform/config/config.ts';
import { type Command, withAdapters } from './command.ts';

interface Finding {
  readonly what: string;
  /** What is wrong; null: nothing. */
  readonly problem: string | null;
  /** What an operator should know, though it is no fault. */
  readonly notes?: readonly string[];
}

const LEAST_NODE = 24;
const LEAST_FREE_BYTES = 1e9;
/** Shared names that are listed. */
const MOST_NAMED = 20;

export const doctor: Command = {
  options: {},
  run: async () => {
    const findings = [
      nodeVersion(),
      await homeFolder(readConfiguration().home),
      ...(await parts()),
    ];
    for (const { what, problem, notes = [] } of findings) {
      console.log(problem ? `✗ ${what}: ${problem}` : `✓ ${what}`);
      for (const note of notes) console.log(`  · ${note}`);
    }
    return findings.some((finding) => finding.problem) ? 1 : 0;
  },
};

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const problem = major >= LEAST_NODE ? null : `this is Node ${major}; use npm run isobar`;
  return { what: `Node ${process.versions.node}`, problem };
}

async function homeFolder(home: string): Promise<Finding> {
  return look(`home ${home} can be written`, async () => {
    await mkdir(home, { recursive: true });
    await access(home, constants.W_OK);
    const disk = await statfs(home);
    if (disk.bavail * disk.bsize < LEAST_FREE_BYTES) return 'less than 1 GB is free there';
    return null;
  });
}

async function parts(): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  const opened = await look('store and archive open', async () => {
    await withAdapters(async ({ adapters, configuration, log }) => {
      const { db } = adapters.store;
      all.push(
        await look('curated tables are right', async () => {
          await adapters.tables();
          return null;
        }),
        ...(adapters.store.kind === 'postgres'
          ? [await look('edits of curated files here are shared', adapters.exchangeTables)]
          : []),
        await look('the archive can be listed', async () => {
          for await (const _ of adapters.archive.list()) return null;
          return 'it holds no file';
        }),
        await look('files are in the index', async () => {
          const row = await db
            .selectFrom('datastreams')
            .select((e) => e.fn.sum<number>('file_count').as('files'))
            .executeTakeFirst();
          return Number(row?.files ?? 0) > 0 ? null : 'run isobar harvest DIR';
        }),
        await look('every name leads to one person', async () => {
          const shared = await sharedNames(db);
          if (shared.length === 0) return null;
          const lines = shared.slice(0, MOST_NAMED).map(({ name, personId, heldBy }) => {
            const act = name.includes('@') ? 'address' : 'rename';
            return `${name} of person ${personId} is a name of person ${heldBy} too: isobar user ${act} ${personId} NEW`;
          });
          const more = shared.length - lines.length;
          return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
        }),
        await look('no job failed', async () => {
          const row = await db
            .selectFrom('jobs')
            .select((e) => e.fn.countAll<number>().as('failed'))
            .where('state', '=', 'failed')
            .executeTakeFirst();
          const failed = Number(row?.failed ?? 0);
          return failed > 0 ? `${failed} failed; isobar orders list tells which` : null;
        }),
        ...(await signInFindings(configuration)),
        await look('the search index is there', async () => {
          const index = await openSearch(configuration, adapters.store, log);
          try {
            if (!(await index.has('metadata'))) return 'run isobar index';
            return index.followed && (await catalogueIsStale(db, index))
              ? 'that of this home shows an earlier state of the store: a server follows within seconds, so look into its log, or run isobar index'
              : null;
          } finally {
            await index.close();
          }
        }),
      );
    });
    return null;
  });
  return [opened, ...all];
}

/** Each sign-in site is asked; what works differently there follows its line. */
async function signInFindings(configuration: Configuration): Promise<readonly Finding[]> {
  const sites = await openSignInSites(configuration);
  const asked = sites.map(async (site): Promise<Finding> => {
    const callback = `${configuration.url}${addressOf(backFromSite, { site: site.id })}`;
    const { problems, notes } = await site.examine(callback);
    return {
      what: `people can sign in with ${site.label} (${site.id}, ${site.issuer})`,
      problem: problems.length > 0 ? problems.join('; ') : null,
      notes,
    };
  });
  return await Promise.all(asked);
}

async function look(what: string, at: () => Promise<string | null>): Promise<Finding> {
  try {
    return { what, problem: await at() };
  } catch (error) {
    return { what, problem: error instanceof Error ? error.message : String(error) };
  }
}
