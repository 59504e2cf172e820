// The recipes of docs/files-touched.md, applied to a copy of the sources in memory: each still
// fits, touches no more files than it promises, and compiles together with everything that it
// touches.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/files-touched.md';
/** Folder -> the project that checks it; the first match counts. */
const PROJECTS: readonly (readonly [folder: string, config: string])[] = [
  ['packages/contract/', 'packages/contract/tsconfig.json'],
  ['packages/netcdf/', 'packages/netcdf/tsconfig.json'],
  ['packages/query-language/', 'packages/query-language/tsconfig.json'],
  ['packages/search-engine/', 'packages/search-engine/tsconfig.json'],
  ['apps/server/', 'apps/server/tsconfig.json'],
  ['apps/portal/', 'apps/portal/tsconfig.json'],
  ['', 'tsconfig.json'],
];

type Sources = ReadonlyMap<string, string>;
interface Recipe {
  readonly name: string;
  /** Path -> what changes in it, piece by piece. */
  readonly files: ReadonlyMap<string, readonly (readonly string[])[]>;
}

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Each heading with a diff below it. */
function recipesOf(page: string): Recipe[] {
  const parts = page.matchAll(/^## (.+)\n[\s\S]*?```diff\n([\s\S]*?)```/gm);
  return Array.from(parts, ([, name = '', diff = '']) => ({
    name,
    files: new Map(
      diff
        .split(/^# /m)
        .filter((part) => part !== '')
        .map((part) => {
          const [path = '', ...pieces] = part.split(/\n@@\n/);
          return [path, pieces.map((piece) => piece.replace(/\n$/, '').split('\n'))] as const;
        }),
    ),
  }));
}

/** At most so many other lines may stand between two lines that a diff shows next to each other. */
const MOST_BETWEEN = 12;

/** The file with its pieces applied, each of which must be found after the one before it. */
function changed(path: string, pieces: readonly (readonly string[])[]): string {
  if (existsSync(join(ROOT, path))) return applied(path, source(path), pieces);
  return pieces.flatMap((piece) => piece.map((line) => `${line.slice(1)}\n`)).join('');
}

function applied(path: string, text: string, pieces: readonly (readonly string[])[]): string {
  const lines = text.split('\n');
  let from = 0;
  for (const piece of pieces) {
    const before = piece.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const places = placesOf(before, lines, from);
    if (!places)
      throw new Error(
        `A diff in ${PAGE} no longer fits ${path}, where these lines do not follow each other in this order, with at most ${MOST_BETWEEN} between two; fix the diff:\n${before.join('\n')}`,
      );
    let [at = 0] = places;
    let shift = 0;
    let met = 0;
    for (const line of piece) {
      if (!line.startsWith('+')) at = (places[met++] ?? 0) + shift;
      if (line.startsWith('-')) {
        lines.splice(at, 1);
        shift -= 1;
      } else if (line.startsWith('+')) {
        lines.splice(at, 0, line.slice(1));
        shift += 1;
        at += 1;
      } else at += 1;
    }
    from = (places.at(-1) ?? 0) + shift + 1;
  }
  return lines.join('\n');
}

/**
 * Where these lines stand: next to each other, or if they do not, with as few lines between two of
 * them as possible.
 */
function placesOf(wanted: readonly string[], lines: readonly string[], from: number) {
  for (let between = 0; between <= MOST_BETWEEN; between++)
    for (let first = from; first < lines.length; first++) {
      const places: number[] = [];
      for (const line of wanted) {
        const next = (places.at(-1) ?? first - 1) + 1;
        const end = places.length === 0 ? next + 1 : next + between + 1;
        const found = lines.slice(next, end).indexOf(line);
        if (found < 0) break;
        places.push(next + found);
      }
      if (places.length === wanted.length) return places;
    }
  return null;
}

/** What the compiler says about the changed sources; all others are those on disk. */
function problemsOf(overlay: Sources): string[] {
  const compiled = [...overlay.keys()].filter((path) => /\.tsx?$/.test(path));
  const byProject = Map.groupBy(compiled, (path) => {
    const project = PROJECTS.find(([folder]) => path.startsWith(folder));
    return project?.[1] ?? '';
  });
  return Array.from(byProject, ([config, paths]) => problemsIn(config, paths, overlay)).flat();
}

function problemsIn(config: string, paths: readonly string[], overlay: Sources): string[] {
  const folder = dirname(join(ROOT, config));
  const { config: written } = ts.readConfigFile(join(ROOT, config), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(written, ts.sys, folder);
  const host = ts.createCompilerHost(options);
  const overlaid = (file: string) => overlay.get(file.slice(ROOT.length));
  const { fileExists, readFile, directoryExists } = host;
  host.fileExists = (file) => overlaid(file) !== undefined || fileExists(file);
  host.readFile = (file) => overlaid(file) ?? readFile(file);
  host.directoryExists = (at) =>
    Boolean(directoryExists?.(at)) || paths.some((path) => join(ROOT, path).startsWith(`${at}/`));
  const roots = [...paths.map((path) => join(ROOT, path)), ...fileNames.filter(isAmbient)];
  const program = ts.createProgram(roots, options, host, programs.get(config));
  programs.set(config, program);
  return paths
    .map((path) => program.getSourceFile(join(ROOT, path)))
    .flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ])
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
/** The last program of each project, from which the next one takes what did not change. */
const programs = new Map<string, ts.Program>();
const isAmbient = (file: string): boolean => file.endsWith('.d.ts');

const page = source(PAGE);
const recipes = recipesOf(page);

it('the recipes are counted as the page says, and stay within their bounds', () => {
  const rows = page.matchAll(/^\| \[(.+?)\]\(.+?\) \| (\d*) \| (\d+) \|$/gm);
  const told = Array.from(rows, ([, name, bound, files]) => ({ name, bound, files }));
  expect(told.map(({ name, files }) => [name, Number(files)])).toEqual(
    recipes.map(({ name, files }) => [name, files.size]),
  );
  for (const { name, bound, files } of told)
    if (bound) expect(Number(files), name).toBeLessThanOrEqual(Number(bound));
});

it('the recipes fit the sources, and compile', () => {
  const overlay = new Map<string, string>();
  for (const { files } of recipes)
    for (const [path, pieces] of files) {
      expect(overlay.has(path), `${path} is changed by two recipes`).toBe(false);
      overlay.set(path, changed(path, pieces));
    }
  expect(problemsOf(overlay)).toEqual([]);
});

it('the recipes fit when other lines were inserted between those that they show, and not in another order', () => {
  const diff = [
    [' a', '+b', ' c', '-d', '+e'],
    [' f', '+g'],
  ];
  expect(applied('x', 'a\nc\nd\nf\n', diff)).toBe('a\nb\nc\ne\nf\ng\n');
  expect(applied('x', 'a\n1\nc\n2\n3\nd\n4\nf', diff)).toBe('a\nb\n1\nc\n2\n3\ne\n4\nf\ng');
  expect(() => applied('x', 'c\na\nd\nf', diff)).toThrow(/no longer fits x.*:\na\nc\nd$/s);
  expect(() => applied('x', 'f\na\nc\nd', diff)).toThrow(/fix the diff:\nf$/);
  expect(() => applied('x', `a\n${'1\n'.repeat(MOST_BETWEEN + 1)}c\nd\nf`, diff)).toThrow();
});

it('the recipes would be noticed if a step were missing', () => {
  const screen = recipes.find(({ name }) => name === 'A screen');
  const [path, pieces = []] = [...(screen?.files ?? [])][0] ?? ['', []];
  const onlyThePath = new Map([
    [path, changed(path, pieces)],
    ['e2e/screens.ts', source('e2e/screens.ts')],
  ]);
  expect(problemsOf(onlyThePath)).toEqual([
    expect.stringMatching(/^e2e\/screens\.ts: Property '"\/levels"' is missing/),
  ]);
});
