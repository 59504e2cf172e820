// Lists every text that users read in the portal, in mails and in errors, with its file, for a
// review by an editor: `node scripts/strings.mjs` writes docs/strings.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';
import { textsOf } from './words-in-text.mjs';

const SOURCES = [
  'apps/portal/src/**/*.{ts,tsx}',
  'apps/server/src/{features,core,commands,platform}/**/*.ts',
  'packages/contract/src/**/*.ts',
  'packages/netcdf/src/**/*.ts',
  'packages/query-language/src/**/*.ts',
  'packages/search-engine/src/**/*.ts',
];
const NOT_READ = /\.(test|suite)\.tsx?$|\/testing\//;
/**
 * A sentence or label begins with a capital letter, has no markup of styles and is no path of a
 * drawing.
 */
const IS_TEXT = /^(?!M[\d…])[A-Z‘“'][^{}<>=;]*[a-z][^{}<>=;]*$/;

const list = execFileSync(
  'git',
  ['ls-files', '--', ...SOURCES.map((glob) => `:(glob)${glob.replace(/\{[^}]*\}/g, '*')}`)],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file));
const pieces = list.flatMap((file) => {
  const texts = textsOf(file, readFileSync(join(root, file), 'utf8'))
    .filter(({ place }) => place === 'message')
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => IS_TEXT.test(text));
  const lines = [...new Set(texts)].map((text) => `- ${text.replaceAll(/([*_`|[\]])/g, '\\$1')}`);
  return lines.length > 0 ? [`## \`${file}\``, '', ...lines, ''] : [];
});
const head =
  '# Texts that users read\n\nWritten by `node scripts/strings.mjs`, for review; an ellipsis marks a value.\n';
writeFileSync(join(root, 'docs/strings.md'), `${[head, ...pieces].join('\n').trimEnd()}\n`);
console.log(`${pieces.filter((line) => line.startsWith('- ')).length} texts`);
