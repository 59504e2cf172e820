// The word check: each row of its table finds its example in every place that the row names, and nothing in standard English.
import { execFileSync } from 'node:child_process';
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
const IMPORTS = `import { folderOf, ROWS, SAMPLE, wordsIn } from './scripts/words.mjs';`;

it('finds the example of each row in every place that the row names', () => {
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

it('reads comments, titles, messages, names and paths, each once and with its line', () => {
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

it('passes standard English, code in Markdown, and words of the field', () => {
  const found = asked(`${IMPORTS}
    const page = ['The odd numbers and the sea floor; a look-up; it turns red; the room for files.', '\`' + ROWS[8].example + '\`', '\`\`\`', ROWS[8].example, '\`\`\`', '[a](told.md)'].join('\\n');
    const source = "// It looks up the value; the disk has no room for it.\\nconst told = 'told';\\nMath.floor(1);";
    console.log(JSON.stringify([...wordsIn('a.md', page), ...wordsIn('a.ts', source)].map(({ hit }) => hit)));`);
  expect(found).toEqual([]);
});

it('counts a file for its folder, two levels below src', () => {
  expect(
    asked(`${IMPORTS}
      console.log(JSON.stringify(['README.md', 'docs/a/b.md', 'apps/server/src/core/a/b.ts', 'apps/server/src/cli.ts'].map(folderOf)));`),
  ).toEqual(['.', 'docs', 'apps/server/src/core', 'apps/server/src']);
});
