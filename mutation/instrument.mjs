// Makes the mutants of sources as Stryker does: each file holds all of its mutants, and a variable
// chooses one of them while it runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
import { TELLING } from './telling.mjs';

/** Texts and patterns: a different word in a message is no fault that a test should notice. */
const EXCLUDED = ['StringLiteral', 'Regex'];
const silent = () => {};
const LOG = {
  ...Object.fromEntries(
    ['isTraceEnabled', 'isDebugEnabled', 'isInfoEnabled', 'isWarnEnabled'].map((name) => [
      name,
      () => false,
    ]),
  ),
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn'].map((name) => [name, silent])),
  error: console.error,
  fatal: console.error,
};

/**
 * `ranges`: path -> [first, last] lines from 1, to mutate only those; without it all lines. Returns
 * `files`, path -> text with mutants, and `mutants`: id, path, location (lines and columns from 0),
 * mutatorName, `was`, `becomes`, `text` (the line).
 */
export async function instrument(root, paths, ranges) {
  const instrumenter = createInjector()
    .provideValue(commonTokens.logger, LOG)
    .injectFunction(createInstrumenter);
  const given = paths.map((path) => ({
    name: join(root, path),
    content: readFileSync(join(root, path), 'utf8'),
    mutate: ranges ? ranges.get(path).map(toLocation) : true,
  }));
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [], noHeader: false };
  const { files, mutants } = await instrumenter.instrument(given, options);
  const texts = new Map(given.map(({ name, content }) => [name, content.split('\n')]));
  const pathOf = (name) => name.slice(root.length + 1);
  return {
    files: new Map(files.map(({ name, content }) => [pathOf(name), telling(content)])),
    mutants: mutants
      .filter(isTried)
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        path: pathOf(fileName),
        location,
        mutatorName,
        replacement,
        ...described(texts.get(fileName), location, replacement),
      })),
  };
}

/** After the comments at the head of the file, and before anything of it runs. */
const telling = (content) =>
  content.replace(/^stryNS_9fa48\(\);$/m, () => `${TELLING}\nstryNS_9fa48();`);

const isTried = ({ status }) => status === undefined;

const toLocation = ([first, last]) => ({
  start: { line: first - 1, column: 0 },
  end: { line: last - 1, column: Number.MAX_SAFE_INTEGER },
});

function described(lines, { start, end }, replacement) {
  const cut = lines.slice(start.line, end.line + 1);
  cut[cut.length - 1] = cut.at(-1).slice(0, end.column);
  cut[0] = cut[0].slice(start.column);
  return {
    was: inOneLine(cut.join('\n')),
    becomes: inOneLine(replacement),
    text: lines[start.line].trim(),
  };
}

const inOneLine = (text) => text.replace(/\s+/g, ' ').trim();
