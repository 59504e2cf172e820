// The word check: each row of its table finds its example in every place that the row names, and
// nothing in standard English.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
/** The check is a script without types; it runs as a process of its own and answers JSON. */
const asked = (program: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  );
const IMPORTS = `import { ROWS, SAMPLE, wordsIn } from './scripts/words.mjs';`;

it('the check finds the example of each row in every place that the row names', () => {
  const missed = asked(`${IMPORTS}
    const camel = (text) => text.replace(/ (\\w)/g, (_, letter) => letter.toUpperCase());
    const FILES = {
      comment: (text) => ['a.ts', '// ' + text + '\\nexport const a = 1;'],
      title: (text) => ['a.test.ts', "it('" + text + "', () => {});"],
      message: (text) => ['a.tsx', 'const a = <p>' + text + ' now</p>;'],
      docs: (text) => ['a.md', text],
      name: (text) => ['a.ts', 'export const ' + camel(text) + ' = 1;'],
      path: (text) => [text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase().replace(/ /g, '-') + '.ts', ''],
    };
    const missed = ROWS.flatMap(({ not, example, places }) => places
      .filter((place) => !wordsIn(...FILES[place](example)).some((one) => one.place === place && one.row.not === not))
      .map((place) => place + ': ' + not));
    console.log(JSON.stringify(missed));`);
  expect(missed).toEqual([]);
});

it('the check reads comments, titles, messages, names and paths, each once and with its line', () => {
  const { found, wanted } = z
    .object({ found: z.array(z.string()), wanted: z.array(z.string()) })
    .parse(
      asked(`${IMPORTS}
        const list = wordsIn(SAMPLE.file, SAMPLE.source.join('\\n'));
        const found = list.map(({ place, line, hit }) => place + ' ' + line + ' ' + hit).toSorted();
        console.log(JSON.stringify({ found, wanted: SAMPLE.found }));`),
    );
  expect(found.length).toBeGreaterThan(5);
  expect(found).toEqual(wanted);
});

it('the check passes standard English, code in Markdown, and words of the field', () => {
  const found = asked(`${IMPORTS}
    const used = ROWS[8].example.split(' ').at(-1);
    const page = ['The odd numbers and the sea floor; a look-up; it turns red; the room for files.', '\`' + ROWS[8].example + '\`', '\`\`\`', ROWS[8].example, '\`\`\`', '[a](' + used + '.md)'].join('\\n');
    const source = "// It looks up the value; the disk has no room for it.\\nconst " + used + " = '" + used + "';\\nMath.floor(1);";
    console.log(JSON.stringify([...wordsIn('a.md', page), ...wordsIn('a.ts', source)].map(({ hit }) => hit)));`);
  expect(found).toEqual([]);
});

const checked = (...paths: string[]) =>
  spawnSync(process.execPath, ['scripts/words.mjs', ...paths], { cwd: ROOT, encoding: 'utf8' });

it('the check fails on a single use, with its file, line and replacement, and passes once it is gone', () => {
  const file = 'scripts/words-check-example.md';
  writeFileSync(
    join(ROOT, file),
    `A plain line.\n\n${asked(`${IMPORTS} console.log(JSON.stringify(ROWS[7].example))`)}\n`,
  );
  try {
    const failed = checked(file);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(
      new RegExp(`^${file}:3 \\(docs\\) \\w+ -> fixed, repaired, corrected\\n$`),
    );
    expect(failed.stdout).toMatch(/^1 words/);
  } finally {
    rmSync(join(ROOT, file));
  }
  expect(checked(file)).toMatchObject({ status: 0, stderr: '' });
});

it('the check covers every folder, and static checks include it', () => {
  const files = asked(`import { filesBelow } from './scripts/words.mjs';
    console.log(JSON.stringify(filesBelow([])));`);
  for (const file of [
    'README.md',
    'apps/server/src/cli.ts',
    'apps/portal/src/ui/lazy-part.tsx',
    'scripts/words.mjs',
    'bench/relevance.ts',
    'demo/clock.ts',
    'e2e/code.spec.ts',
  ])
    expect(files).toContain(file);
  const steps = spawnSync(process.execPath, ['scripts/check.mjs', 'no such step'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(steps.stderr).toContain('words');
});
