// What a Python program of the tests prints about files: one JSON value a line.
import { execFileSync } from 'node:child_process';

const MOST_BYTES = 2 ** 30;

/**
 * `asked`: given to the program as JSON on its standard input. Throws when it fails; what it writes
 * to standard error is dropped.
 */
export const rowsOfPython = <Row>(program: string, asked: unknown): Row[] =>
  execFileSync('python3', [program], {
    input: JSON.stringify(asked),
    maxBuffer: MOST_BYTES,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
