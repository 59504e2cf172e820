// What `isobar user` writes into the operators' log.
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { addPerson } from '../core/accounts/people.ts';
import { listActs } from '../core/audit/audit.ts';
import { withAdapters } from './command.ts';
import { user } from './user.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('isobar user logs what was changed about whom, by the user name and never with a mail address', async () => {
  vi.stubEnv('ISOBAR_HOME', temporaryFolder());
  vi.stubEnv('ISOBAR_LOG', 'silent');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
  const personId = await withAdapters(({ adapters: { store } }) =>
    addPerson(store.db, { ...ada, password: 'an analytical engine' }),
  );
  for (const [positionals, off] of [
    [['address', 'Ada', 'countess@example.org']],
    [['token', 'countess@example.org', 'more@example.org']],
    [['expire', personId]],
    [['role', 'ada', 'operator']],
    [['role', 'ada']], // it only shows what there is
    [['beta', 'ada', 'searchAsNotebook'], true],
    [['rename', 'ada', 'ada.king']],
  ] as const)
    expect(await user.run({ positionals, values: off ? { off } : {} })).toBe(0);
  await withAdapters(async ({ adapters: { store } }) => {
    const acts = (await listActs(store.db, 9)).toReversed();
    expect(acts.map(({ who, action, subject, note }) => [who, action, subject, note])).toEqual([
      ['command line', 'person.address', 'ada', ''],
      ['command line', 'person.token', 'ada', ''],
      ['command line', 'person.expire', 'ada', ''],
      ['command line', 'person.role', 'ada', 'operator'],
      ['command line', 'person.no-beta', 'ada', 'searchAsNotebook'],
      ['command line', 'person.rename', 'ada', 'ada.king'],
    ]);
    const about = await store.db.selectFrom('operator_log').select('about_id').execute();
    expect(new Set(about.map((row) => row.about_id))).toEqual(new Set([personId]));
  });
});
