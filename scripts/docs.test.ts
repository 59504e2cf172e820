// The documents for people, compared with the tree: the commands, scripts, files and links that they name exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const pages = tracked.filter(
  (path) => path.endsWith('.md') && !/^(?:docs\/specification|apps\/server\/texts)\//.test(path),
);
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** What `pattern` finds in these files, each with its file. */
const found = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map(([, what = '']) => ({ file, what })),
  );

it('names every npm script as it is, also in the sources', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
  const sources = tracked.filter((path) => /\.(tsx?|mjs)$/.test(path));
  const named = found([...pages, ...sources], /\bnpm run ([a-z][a-z\d]*(?:[:-]\w+)*)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ what }) => !Object.hasOwn(scripts, what))).toEqual([]);
});

/** Read as text: the types of the server belong to its own project. */
const commands = [
  ...textOf('apps/server/src/commands/commands.ts').matchAll(/^ {2}([a-z]+): async/gm),
].map(([, name = '']) => name);

it('lists every command of the operator in the README, and no other', () => {
  const [, list = ''] = /npm run isobar -- COMMAND` \| ([^|]+) \|/.exec(textOf('README.md')) ?? [];
  expect(list.trim().split(', ').toSorted()).toEqual(commands.toSorted());
  expect(commands.length).toBeGreaterThan(10);
  const used = found(pages, /\b(?:npm run isobar --|`isobar) ([a-z]+)/g);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter(({ what }) => !commands.includes(what))).toEqual([]);
});

it('leads from page to page without a broken link', () => {
  const links = found(pages, /\]\(((?!https?:|mailto:|#)[^)\s]+)\)/g);
  expect(links.length).toBeGreaterThan(100);
  expect(
    links.filter(
      ({ file, what }) => !existsSync(join(ROOT, dirname(file), what.split('#')[0] ?? '')),
    ),
  ).toEqual([]);
});

it('says on every page of a decision how it stands, since when, and what was not taken', () => {
  const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));
  expect(decisions.length).toBeGreaterThan(60);
  const lacks = (pattern: RegExp) => decisions.filter((path) => !pattern.test(textOf(path)));
  expect(lacks(/^(?:\*\*)?Status:?(?:\*\*)?:? \w+\W.*\b20\d\d-\d\d-\d\d/m)).toEqual([]);
  expect(lacks(/^(?:\*\*|## )(?:Alternatives?|Not taken)/m)).toEqual([]);
});

it('names files of the recipes that exist', () => {
  const named = found(['docs/development.md'], /`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|css))`/g);
  expect(named.length).toBeGreaterThan(60);
  const room = /^(?:contract|server|portal)\//;
  expect(
    named.filter(({ what }) => {
      const end = `/${what.replace(room, 'src/')}`;
      const inRoom = `/${what.replace(room, (name) => `${name}src/`)}`;
      return !tracked.some((path) => `/${path}`.endsWith(inRoom) || `/${path}`.endsWith(end));
    }),
  ).toEqual([]);
});
