// Which tests of a change run first. The script has no types: it runs in a process of its own and
// answers JSON.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const answerOf = (call: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { runNearest, testsOf } from './scripts/changed-tests.mjs';
        console.log(JSON.stringify(${call}));`,
      ],
      { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' },
    ),
  );

const TIME = 'packages/contract/src/time.ts';
const SIZE = 'packages/contract/src/size.ts';
const OWN = 'packages/contract/src/time.test.ts';

it('tests of a change begin with changed ones, then those beside its sources; texts have none, and of scripts no import tells', () => {
  const changes = [
    [TIME, SIZE],
    ['apps/server/src/features/orders/control.ts', OWN],
    ['README.md', 'docs/pictures/look.png'],
    ...['scripts/check.mjs', 'package.json', 'vitest.config.ts', 'a.nc'].map((file) => [
      TIME,
      file,
    ]),
  ];
  const calls = changes.map((files) => `testsOf(${JSON.stringify(files)}, process.cwd())`);
  const [sources, withTest, texts, ...others] = answerOf(`[${calls}]`) as string[][];
  expect(sources?.slice(0, 2)).toEqual([OWN, SIZE.replace('.ts', '.test.ts')]);
  expect(new Set(sources).size).toBe(sources?.length);
  expect(sources?.at(-1)).toMatch(/^apps\/server\/src\//); // what starts servers comes last
  expect(withTest?.[0]).toBe(OWN);
  expect(texts).toEqual([]);
  expect(others).toEqual([null, null, null, null]);
});

it('lists of tests run until one fails or the time is up, and the rest is named', () => {
  const run = (code: string, isOver: string) =>
    answerOf(`await (async () => {
      const ran = [];
      const { code, left } = await runNearest([...'abcdefghij'], {
        first: 2,
        runAll: (some) => (ran.push(some.join('')), Promise.resolve(${code})),
        isOver: () => ${isOver},
      });
      return [ran.join(' '), code, left.join('')];
    })()`);
  expect(run('0', 'false')).toEqual(['ab cdef ghij', 0, '']);
  expect(run('0', 'ran.length === 2')).toEqual(['ab cdef', 0, 'ghij']);
  expect(run('0', 'true')).toEqual(['ab', 0, 'cdefghij']);
  expect(run('ran.length === 2 ? 1 : 0', 'false')).toEqual(['ab cdef', 1, 'ghij']);
});
