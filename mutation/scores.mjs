// What is known of each file, kept by the content of the file and of its nearest tests, and the
// table that is made of it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WIDTH } from '../scripts/line-width.mjs';
import { wrapMarkdown } from '../scripts/wrap-markdown.mjs';
import { FLOOR_PERCENT, goalOf, LEFT_OUT, moduleOf, sources } from './modules.mjs';
import { interval } from './sample.mjs';

const SCORES = 'mutation/scores.json';
const SURVIVORS = 'mutation/survivors.txt';
const EQUIVALENTS = 'mutation/equivalents.json';
const TABLE = 'docs/mutation.md';

/**
 * Path -> { key, near, by, of, tried, killed, typed, late, unreached, tests: [run, all], date,
 * first: [killed, tried] }. `typed`: how many of those killed the compiler refuses; `by`: the
 * tests, or files that do not compile, that noticed a mutant; `key` changes with them, `near` with
 * all that were run.
 */
export function readScores(root) {
  const file = join(root, SCORES);
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);
}

/** One line a file, so that two changes of different files do not meet. */
export function writeScores(root, scores, survivors) {
  const there = new Set(sources(root));
  const lines = [...scores]
    .filter(([path]) => there.has(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, score]) => `${JSON.stringify(path)}: ${JSON.stringify(score)}`);
  writeFileSync(join(root, SCORES), `{\n${lines.join(',\n')}\n}\n`);
  const texts = [...survivors]
    .filter(([path]) => there.has(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => own);
  writeFileSync(join(root, SURVIVORS), texts.map((text) => `${text}\n`).join(''));
}

/** Path -> lines such as 'a.ts:12 ConditionalExpression: x > 1 -> true'. */
export function readSurvivors(root) {
  const file = join(root, SURVIVORS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return Map.groupBy(lines, (line) => line.slice(0, line.indexOf(':')));
}

export function survivor({ path, location, mutatorName, was, becomes }, status) {
  const why = { unreached: ' (not reached)', late: ' (ran out of time)' }[status] ?? '';
  return `${path}:${location.start.line + 1}${why} ${mutatorName}: ${short(was)} -> ${short(becomes)}`;
}

export const short = (text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

/** Changes with the source and with these test files. */
export function keyOf(root, path, tests) {
  const hash = createHash('sha256').update(digest(root, path));
  for (const test of tests) hash.update(test).update(digest(root, test));
  return hash.digest('hex').slice(0, 12);
}

const digests = new Map();
function digest(root, path) {
  const known = digests.get(path);
  if (known) return known;
  const file = join(root, path);
  const made = createHash('sha256')
    .update(existsSync(file) ? readFileSync(file) : '')
    .digest('hex');
  digests.set(path, made);
  return made;
}

/**
 * Mutants that change nothing that anyone can observe, each with the reason. Throws for one whose
 * place is no longer there.
 */
export function readEquivalents(root) {
  const listed = JSON.parse(readFileSync(join(root, EQUIVALENTS), 'utf8'));
  for (const [path, entries] of Object.entries(listed)) {
    const file = join(root, path);
    const lines = existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => line.trim())
      : [];
    for (const { text, why } of entries) {
      if (!lines.includes(text))
        throw new Error(`${EQUIVALENTS}: ${path} has no line '${text}' (any more)`);
      if (!why) throw new Error(`${EQUIVALENTS}: ${path} '${text}' has no reason`);
    }
  }
  return ({ path, text, was, becomes }) =>
    (listed[path] ?? []).some(
      (one) => one.text === text && one.was === was && one.becomes === becomes,
    );
}

const percentOf = ({ killed, tried }) => (tried === 0 ? 100 : (100 * killed) / tried);

/**
 * Killed ones of all mutants, each file weighed by the number of its mutants, of which only some
 * may have been tried.
 */
function together(scores) {
  const with_ = scores.filter(({ of }) => of > 0);
  const all = with_.reduce((sum, { of }) => sum + of, 0);
  if (all === 0) return null;
  return with_.reduce((sum, score) => sum + percentOf(score) * score.of, 0) / all;
}

function firstOf(score) {
  const [killed, tried] = score.first;
  return { ...score, killed, tried };
}

/** Writes docs/mutation.md. Returns the rows of the modules as text, for the console. */
export function writeTable(root, isFresh) {
  const { text, summary } = tableOf(root, isFresh);
  writeFileSync(join(root, TABLE), wrapMarkdown(text, WIDTH));
  return summary;
}

/** `isFresh`: whether the score of a path is that of the file and its tests as they are. */
export function tableOf(root, isFresh) {
  const scores = readScores(root);
  const all = sources(root);
  const byModule = [...Map.groupBy(all, moduleOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const modules = byModule.map(([module, paths]) => moduleRow(module, paths, scores));
  const head =
    '| Module | Goal | Files measured | Mutants | Tried | Before | Now | Below 60 % |\n|---|---|---|---|---|---|---|---|';
  const sum = {
    measured: all.filter((path) => scores.has(path)).length,
    stale: all.filter((path) => scores.has(path) && !isFresh(path)).length,
  };
  const files = byModule.flatMap(([module, paths]) => fileRows(module, paths, scores));
  const text = `# Mutation scores

Made by \`npm run mutation -- --table\`; [testing](tests.md#mutation-testing) explains how it is measured. ${sum.measured} of ${all.length} sources are
measured${sum.stale > 0 ? `; ${sum.stale} of them, or tests that noticed their mutants, changed since` : ''}. A source is compared with its nearest test files only,
so that a score is the least that the tests notice. Where only some mutants were tried, drawn at random, the score has its 95 % interval (Wilson).
'Before' is the first score with as large a sample and as many test files. [survivors.txt](../mutation/survivors.txt) lists the mutants that survive.

## Modules

${head}
${modules.join('\n')}

## Files

${files.join('\n')}

## Left out

${Object.entries(LEFT_OUT)
  .map(([path, why]) => `- \`${path}\`: ${why}`)
  .join('\n')}

Sources that hold only types, or nothing that Stryker changes, count as measured and have no row.
`;
  return { text, summary: `${head}\n${modules.join('\n')}` };
}

function moduleRow(module, paths, scores) {
  const known = paths.flatMap((path) => scores.get(path) ?? []);
  const goal = Math.max(...paths.map(goalOf));
  const now = together(known);
  const before = together(known.map(firstOf));
  const low = known.filter((score) => percentOf(score) < FLOOR_PERCENT).length;
  const sum = (name) => known.reduce((all, score) => all + score[name], 0);
  const cells = [
    module,
    `${goal} %`,
    `${known.length} of ${paths.length}`,
    sum('of'),
    sum('tried'),
  ];
  return `| ${[...cells, percent(before), percent(now), low].join(' | ')} |`;
}

const percent = (value) => (value === null ? '' : `${value.toFixed(0)} %`);

function fileRows(module, paths, scores) {
  const rows = paths.flatMap((path) => {
    const score = scores.get(path);
    return score && score.of > 0 ? [fileRow(path, score)] : [];
  });
  if (rows.length === 0) return [];
  return [
    `### ${module}\n`,
    '| File | Mutants | Tried | Killed | Not reached | Test files | Before | Now |\n|---|---|---|---|---|---|---|---|',
    `${rows.join('\n')}\n`,
  ];
}

function fileRow(path, score) {
  const { of, tried, killed, unreached, tests } = score;
  const bounds =
    tried < of
      ? ` (${interval(killed, tried)
          .map((bound) => bound.toFixed(0))
          .join(' to ')})`
      : '';
  const name = path.split('/src/')[1];
  const now = `${percent(percentOf(score))}${bounds}`;
  const cells = [name, of, tried, killed, unreached, tests.join(' of ')];
  return `| ${[...cells, percent(percentOf(firstOf(score))), now].join(' | ')} |`;
}
