// The recipes of docs/files-touched.md, applied to a copy of the sources in memory: each still fits, touches no more files than it
// promises, and compiles together with everything that it touches.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/files-touched.md';
/** Folder -> the project that checks it; the first match counts. */
const PROJECTS: readonly (readonly [folder: string, config: string])[] = [
  ['packages/contract/', 'packages/contract/tsconfig.json'],
  ['packages/netcdf/', 'packages/netcdf/tsconfig.json'],
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

/** The file with its pieces applied, each of which must be found after the one before it. */
function changed(path: string, pieces: readonly (readonly string[])[]): string {
  const isNew = !existsSync(join(ROOT, path));
  let text = isNew ? '' : source(path);
  let from = 0;
  for (const piece of pieces) {
    const lines = (sign: string) =>
      piece.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    const [before, after] = [lines('+').join(''), lines('-').join('')];
    const at = isNew ? 0 : `\n${text}`.indexOf(`\n${before}`, from);
    if (at < 0)
      throw new Error(
        `A diff in ${PAGE} no longer fits ${path}, where these lines do not follow each other. Put the lines that stand between them now into the diff, each after one space (as they would stand there unchanged):\n${before}`,
      );
    text = text.slice(0, at) + after + text.slice(at + before.length);
    from = at + after.length;
  }
  return text;
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

describe('the recipes', () => {
  it('are counted as the page says, and stay within their bounds', () => {
    const rows = page.matchAll(/^\| \[(.+?)\]\(.+?\) \| (\d*) \| (\d+) \|$/gm);
    const told = Array.from(rows, ([, name, bound, files]) => ({ name, bound, files }));
    expect(told.map(({ name, files }) => [name, Number(files)])).toEqual(
      recipes.map(({ name, files }) => [name, files.size]),
    );
    for (const { name, bound, files } of told)
      if (bound) expect(Number(files), name).toBeLessThanOrEqual(Number(bound));
  });

  it('fit the sources, and compile', () => {
    const overlay = new Map<string, string>();
    for (const { files } of recipes)
      for (const [path, pieces] of files) {
        expect(overlay.has(path), `${path} is changed by two recipes`).toBe(false);
        overlay.set(path, changed(path, pieces));
      }
    expect(problemsOf(overlay)).toEqual([]);
  });

  it('would be noticed if a step were missing', () => {
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
});
