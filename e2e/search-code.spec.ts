// A search as a few lines of code, run as they are: the list is that of the portal, and files are
// fetched.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  searchCodeOf,
  searchCurl,
  searchJulia,
  searchPython,
  searchR,
} from '../apps/portal/src/screens/data-search/search-code.ts';
import { sharedDemo } from './demo-for-all.ts';
import { root } from './server.ts';

const run = promisify(execFile);
const PROGRAMS = join(root, 'node_modules/.cache/python-programs');
const demo = sharedDemo();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-search-code-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SEARCHES: readonly (readonly [name: string, search: Search])[] = [
  [
    'place-and-dates',
    {
      ...EMPTY_SEARCH,
      terms: {
        site_code: ['sgp'],
        instrument_code: ['met'],
        start_date: ['2019-01-01'],
        end_date: ['2019-01-02'],
      },
    },
  ],
  ['words', { ...EMPTY_SEARCH, terms: { s: ["rain gauge, it's"] }, asTyped: false }],
];
const LANGUAGES = {
  python: { write: searchPython, file: 'search.py', program: 'python3', needs: 'python3' },
  curl: { write: searchCurl, file: 'search.sh', program: 'sh', needs: 'curl' },
  r: { write: searchR, file: 'search.R', program: 'Rscript', needs: 'Rscript' },
  julia: { write: searchJulia, file: 'search.jl', program: 'julia', needs: 'julia' },
} as const;
const has = ({ needs }: { needs: string }): boolean =>
  spawnSync('which', [needs]).status === 0 &&
  (needs !== 'python3' || existsSync(join(PROGRAMS, 'code')));

const codeOf = (search: Search) => {
  const { url } = demo.server;
  return searchCodeOf(search, true, {
    origin: url,
    metadata: `${url}/services/metadata`,
    from: `${url}/discovery/#/results`,
    ...codeAddresses(url),
  });
};

describe.each(Object.values(LANGUAGES))('$needs', (language) => {
  it.skipIf(!has(language)).each(SEARCHES)(
    'the copied code lists and fetches %s',
    async (name, search) => {
      const cwd = mkdtempSync(join(folder, `${language.needs}-${name}-`));
      writeFileSync(join(cwd, language.file), language.write(codeOf(search)));
      const path = [join(root, 'clients/python/src'), join(PROGRAMS, 'code')].join(':');
      const env = {
        ...process.env,
        ISOBAR_TOKEN: 'demo:demo-token',
        PYTHONPATH: path,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const { stdout } = await run(language.program, [language.file], { cwd, env });
      const body = { ...mainSearch(search, true), size: 20 };
      if (name === 'place-and-dates') {
        const reply = await fetch(`${demo.server.url}/services/metadata/_search`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { hits } = (await reply.json()) as {
          hits: { hits: { _source: { datastream: string } }[] };
        };
        for (const { _source } of hits.hits) expect(stdout).toContain(_source.datastream);
      }
      const listed = stdout.match(/\b[a-z]{3}\w+\.\w\d\b/g) ?? [];
      expect(listed.length).toBeGreaterThan(0);
      const [first = ''] = listed;
      const files = readdirSync(cwd).filter((file) => file.startsWith(first));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(readFileSync(join(cwd, file)).length).toBeGreaterThan(100);
    },
    60_000,
  );
});

describe.skipIf(!existsSync(join(PROGRAMS, 'julia')))('the grammar of Julia', () => {
  it.each(SEARCHES)('the grammar of Julia knows the code of %s', (_, search) => {
    const { stdout, status } = spawnSync('python3', [join(root, 'e2e/programs/julia_syntax.py')], {
      input: searchJulia(codeOf(search)),
      env: { ...process.env, PYTHONPATH: join(PROGRAMS, 'julia') },
    });
    expect([status, String(stdout)]).toEqual([0, '']);
  });
});
