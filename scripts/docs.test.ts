// The documents, compared with the tree: the commands, scripts, files and links that they name
// exist.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { API_FILE, apiPage } from './api-page.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Without files that are not added: other tests make some for a moment. */
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
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

it('the documentation names every npm script as it is, also in the sources', () => {
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

it('the documentation lists every command of the operator in the documentation, and no other', () => {
  const [, list = ''] =
    /npm run isobar -- COMMAND` \| ([^|]+) \|/.exec(textOf('docs/README.md')) ?? [];
  expect(list.trim().split(', ').toSorted()).toEqual(commands.toSorted());
  expect(commands.length).toBeGreaterThan(10);
  const used = found(pages, /\b(?:npm run isobar --|`isobar) ([a-z]+)/g);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter(({ what }) => !commands.includes(what))).toEqual([]);
});

it('the documentation has no broken link between pages', () => {
  const links = found(pages, /\]\(((?!https?:|mailto:|#)[^)\s]+)\)/g);
  expect(links.length).toBeGreaterThan(100);
  expect(
    links.filter(
      ({ file, what }) => !existsSync(join(ROOT, dirname(file), what.split('#')[0] ?? '')),
    ),
  ).toEqual([]);
});

it('the documentation states on every page of a decision its status, its date and its alternatives', () => {
  const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));
  expect(decisions.length).toBeGreaterThan(60);
  const lacks = (pattern: RegExp) => decisions.filter((path) => !pattern.test(textOf(path)));
  expect(lacks(/^(?:\*\*)?Status:?(?:\*\*)?:? \w+\W.*\b20\d\d-\d\d-\d\d/m)).toEqual([]);
  expect(lacks(/^(?:\*\*|## )(?:Alternatives?|Not taken)/m)).toEqual([]);
});

it('the documentation names only existing files in the recipes', () => {
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

it('the documentation names only existing files and folders in the topic index and the glossary', () => {
  const named = found(['docs/README.md', 'docs/glossary.md'], /`([\w.-]+\/[\w./*-]*)`/g);
  expect(named.length).toBeGreaterThan(60);
  const isThere = (pattern: string): boolean =>
    [ROOT, join(ROOT, 'apps/server/src')].some((cwd) => globSync(pattern, { cwd }).length > 0);
  expect(named.filter(({ what }) => !isThere(what))).toEqual([]);
});

it('indexes every decision once, and numbers them in one series', () => {
  const [rows, index] = [textOf('docs/decisions/README.md'), /^\| \[(\d+)\]\((\d{4})-/gm];
  const listed = [...rows.matchAll(index)].map(([, number, file]) => [
    Number(number),
    Number(file),
  ]);
  const files = pages.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.slice(1) ?? []);
  expect(listed.map(([number]) => number).toSorted()).toEqual(files.map(Number).toSorted());
  expect(listed.filter(([number, file]) => number !== file)).toEqual([]);
  const promises = found(['docs/specification/decisions.md'], /^- \*\*(\d+) · /gm);
  expect(promises.length).toBeGreaterThan(35);
  expect(promises.filter(({ what }) => Number(what) <= 1000)).toEqual([]);
});

it('the documentation lists in the API page of the search engine what it exports, as the sources have it', () => {
  expect(textOf(API_FILE)).toBe(apiPage());
});
