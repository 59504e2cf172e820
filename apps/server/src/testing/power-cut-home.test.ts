// A power failure while an operator's changes are saved: backups, a restore, edited tables,
// messages, drafts, and deliveries to other places. Whatever was reported as done is there
// afterwards, and none of the flushes can be spared.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { addPerson } from '../core/accounts/people.ts';
import { maintenanceAt } from '../core/maintenance.ts';
import { openTableEditor } from '../core/tables/table-editor.ts';
import { backup } from '../features/backup/backup.ts';
import { readBackup } from '../features/backup/parts.ts';
import { restore } from '../features/backup/restore.ts';
import { addLines, writeDrafts } from '../features/harvest/table-drafts.ts';
import { knownColumns } from '../features/harvest/table-lines.ts';
import { fillFolder } from '../features/orders/destinations/fill-folder.ts';
import { deliverToDropBox } from '../features/orders/drop-box/deliver.ts';
import { keepLink } from '../features/orders/drop-box/links.ts';
import type { StepInput } from '../features/orders/steps/step.ts';
import { sealWith } from '../platform/keys/seal.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { UploadedFile } from '../ports/drop-box.ts';
import { openStore } from '../store/open.ts';
import { highestNumber, noteNumber } from '../store/order-numbers.ts';
import { temporaryStore } from '../store/testing/temporary-store.ts';
import { everyCut, notMissed, SHOWN_BY } from './every-cut.ts';

vi.mock('../platform/files/disk.ts', async (original) => {
  const { withSites } = await import('../platform/testing/disk-sites.ts');
  return withSites(await original<typeof import('../platform/files/disk.ts')>());
});

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'isobar-power-')));
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SITES = 'site_code,site_name\nsgp,Southern Great Plains\n';
const EDITED = 'site_code,site_name\nsgp,Elsewhere\n';
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('what was confirmed to an operator survives a power failure', () => {
  it('edited tables are kept, and so are their earlier versions', async () => {
    const past = join(root, 'tables/.former/sites');
    mkdirSync(past, { recursive: true });
    for (
      let n = 0;
      n < 30;
      n++ // as many as are kept
    )
      writeFileSync(join(past, `15000000${10 + n}-00000000.csv`), SITES);
    writeFileSync(join(root, 'tables/sites.csv'), SITES);
    let kept = 0;
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => kept,
      async act() {
        const editor = openTableEditor(join(root, 'tables'));
        await editor.replace('sites.csv', EDITED);
        kept = 1;
      },
      async look(at, known, where) {
        const now = read(at, 'tables/sites.csv');
        expect(known > 0 ? [EDITED] : [SITES, EDITED], where).toContain(now);
        const { former } = await openTableEditor(join(at, 'tables')).read('sites.csv');
        for (const { name } of former)
          expect(read(at, 'tables/.former/sites', name), where).toBe(SITES);
        const last = (former[0]?.at ?? 0) > 1_600_000_000;
        if (now === EDITED) expect(last, where).toBe(true);
      },
    });
  });

  it.each([
    ['set', '', 'We are back at noon.'],
    ['exchanged', 'Soon.', 'We are back at noon.'],
    ['taken away', 'We are back at noon.', ''],
  ])('a message to visitors that is %s survives a power failure', async (_how, before, after) => {
    if (before) await maintenanceAt(root).write(before);
    let told = false;
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => told,
      async act() {
        await maintenanceAt(root).write(after);
        told = true;
      },
      async look(at, known, where) {
        expect(known ? [after] : [before, after], where).toContain(await maintenanceAt(at).read());
      },
    });
  });

  it('suggested lines survive a power failure, beside the tables and in them', async () => {
    mkdirSync(join(root, 'tables'));
    writeFileSync(join(root, 'tables/sites.csv'), SITES);
    const line = { table: 'sites.csv', cells: { site_code: 'abc', site_name: 'A place' } } as const;
    let done = 0;
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => done,
      async act() {
        await writeDrafts(join(root, 'drafts'), [line], knownColumns);
        done = 1;
        await addLines(join(root, 'tables'), [line], () => ['site_code', 'site_name']);
        done = 2;
      },
      async look(at, known, where) {
        const draft = safe(() => read(at, 'drafts/sites.csv'));
        if (known > 0 || draft !== null)
          expect(draft, where).toMatch(/^site_code,.*\nabc,A place.*\n$/);
        expect(read(at, 'tables/sites.csv'), where).toContain(SITES);
        if (known > 1) expect(read(at, 'tables/sites.csv'), where).toContain('abc,A place');
      },
    });
  });

  it('a confirmed backup is complete, and so is its restore', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, 'tables'), { recursive: true });
    writeFileSync(join(home, 'tables/sites.csv'), SITES);
    writeFileSync(join(home, 'signing-key'), 'the key');
    const store = await openStore({ file: join(home, 'isobar.sqlite') });
    await store.close();
    await noteNumber(home, 100_003);
    const blobs = await openDiskBlobs(join(home, 'deliveries'));
    const input = { home, storeFile: join(home, 'isobar.sqlite'), blobs, version: '1' };
    let made = false;
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => made,
      async act() {
        await backup(input, join(root, 'copy'));
        made = true;
      },
      async look(at, known, where) {
        if (!known) return;
        expect(Object.keys((await readBackup(join(at, 'copy'))).files), where).toHaveLength(5);
      },
    });
  });

  it.each([
    ['with', SITES],
    ['without', null],
  ])(
    'a restore %s tables survives a power failure; what was there before lies aside, and no number is forgotten',
    async (_, table) => {
      const home = join(folder, 'home');
      mkdirSync(home);
      if (table !== null) {
        mkdirSync(join(home, 'tables'));
        writeFileSync(join(home, 'tables/sites.csv'), table);
      }
      writeFileSync(join(home, 'signing-key'), 'the key');
      await (await openStore({ file: join(home, 'isobar.sqlite') })).close();
      await noteNumber(home, 100_003);
      const blobs = await openDiskBlobs(join(home, 'deliveries'));
      const copy = join(folder, 'copy');
      await backup({ home, storeFile: join(home, 'isobar.sqlite'), blobs, version: '1' }, copy);
      const present = join(root, 'home');
      mkdirSync(join(present, 'tables'), { recursive: true });
      writeFileSync(join(present, 'tables/sites.csv'), EDITED);
      await noteNumber(present, 100_009);
      let restored = false;
      await everyCut({
        root,
        files: SHOWN_BY.home,
        mark: () => restored,
        async act() {
          const storeFile = join(present, 'isobar.sqlite');
          await restore({ home: present, storeFile, replace: false }, copy);
          restored = true;
        },
        async look(at, known, where) {
          const is = join(at, 'home');
          expect(await highestNumber(is), where).toBeGreaterThanOrEqual(100_009);
          const aside = readdirSync(is).find((name) => name.startsWith('before-restore-'));
          const tables = [join(is, 'tables/sites.csv')];
          if (aside) tables.push(join(is, aside, 'tables/sites.csv'));
          const texts = tables.map((path) => safe(() => read(path)));
          expect(texts, where).toContain(EDITED);
          if (known && table !== null) expect(texts, where).toEqual([table, EDITED]);
          for (const name of ['isobar.sqlite', 'signing-key', 'tables/sites.csv']) {
            const whole = safe(() => readFileSync(join(copy, name)));
            const found = safe(() => readFileSync(join(is, name)));
            // Each is complete or absent.
            const isOld = !known && found !== null && String(found) === EDITED;
            if (whole !== null && !isOld && (known || found !== null))
              expect(found?.equals(whole), `${where}: ${name}`).toBe(true);
          }
        },
      });
    },
  );
});

const MANIFEST = {
  orderId: 1,
  made: 0,
  expires: 0,
  simulated: false,
  missing: [],
  files: ['a.nc', 'more/b.nc'].map((name) => ({
    name,
    bytes: 5,
    sha256: 'x',
    crc32: 0,
    kind: 'data' as const,
  })),
};

/** The part of a step's input that deliveries to other places read. */
const stepInput = (some: object): StepInput =>
  ({
    order: { orderId: 1 },
    job: { claim: 'worker/12345678', failures: 0 },
    running: { signal: AbortSignal.timeout(3_600_000), progressed: () => {} },
    ...some,
  }) as unknown as StepInput; // what is left out is not asked for

describe('a delivery that is taken elsewhere is there after a power cut', () => {
  it.each([
    ['linked to', true, true],
    ['copied to', true, false],
    ['copied from a remote store to', false, false],
  ] as const)('%s a folder', async (_how, isLocal, mayLink) => {
    const near = await openDiskBlobs(join(folder, 'blobs'));
    for (const { name } of MANIFEST.files) await near.put(`1/files/${name}`, 'bytes');
    const far: Blobs = {
      ...near,
      localFolder: () => null,
      read: async () => Readable.from(['by', 'tes']),
    };
    const input = stepInput({ line: { blobs: isLocal ? near : far } });
    let filled = false;
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => filled,
      async act() {
        await fillFolder(input, MANIFEST, join(root, 'elsewhere/1'), mayLink);
        filled = true;
      },
      async look(at, known, where) {
        for (const { name } of MANIFEST.files) {
          const found = safe(() => read(at, 'elsewhere/1', name));
          expect(known ? ['bytes'] : ['bytes', null], `${where}: ${name}`).toContain(found);
        }
      },
    });
  });

  it('the state of an upload survives a power failure: how far it got, or nothing', async () => {
    const blobs = await openDiskBlobs(join(folder, 'blobs'));
    for (const { name } of MANIFEST.files) await blobs.put(`1/files/${name}`, 'bytes');
    const store = await temporaryStore('sqlite');
    const seal = sealWith(Buffer.alloc(32, 1));
    const resumed: (string | null)[] = [];
    const upload = async (file: UploadedFile) => {
      resumed.push(file.resume);
      if (file.resume === null) await file.keep('{"session":"one"}');
    };
    const open = async () => ({ upload, unlink: async () => {} });
    const dropBox = { dropBox: { open, linkUrl: () => '', exchange: async () => '' }, seal };
    const personId = await addPerson(store.db, {
      userName: 'ada',
      email: 'ada@example.org',
      nameFirst: 'Ada',
      nameLast: 'Byron',
      password: 'a long password',
    });
    await keepLink(dropBox, store.db, personId, 'token', 0);
    const inputAt = (at: string) =>
      stepInput({
        line: { blobs, dropBox, store },
        order: { orderId: 1, personId },
        workspace: { folder: at },
      });
    await everyCut({
      root,
      files: SHOWN_BY.home,
      mark: () => null,
      async act() {
        expect(await deliverToDropBox(inputAt(root), MANIFEST, 'x')).toEqual([]);
      },
      async look(at, _known, where) {
        resumed.length = 0;
        await deliverToDropBox(inputAt(at), MANIFEST, 'x');
        for (const found of resumed) expect([null, '{"session":"one"}'], where).toContain(found);
      },
    });
    await store.close();
  });
});

it('each flush and rename is missed when it is left out', () => {
  expect(notMissed(SHOWN_BY.home)).toEqual([]);
});

function safe<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
