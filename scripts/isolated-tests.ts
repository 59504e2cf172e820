// Which test files run in a process of their own. The others follow each other in one, which loads
// its libraries once: half of what a small file costs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a file may do that the next one would feel: exchange modules, change the process, measure
 * it, or open the whole portal, whose calls and steps in the history may end after its last test.
 */
const FELT = [
  /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/,
  /\bprocess\.env\.\w+ = |\bdelete process\.env\b|\bprocess\.(?:chdir|on|once|umask)\(/,
  /\bprocess\.(?:memoryUsage|resourceUsage|cpuUsage)\b|\bgetHeapStatistics\b/,
  /\btesting\/(?:open-portal|recorded|in-portal|open-checkout)\.tsx?'/,
];

export const isAlone = (source: string): boolean => FELT.some((one) => one.test(source));

/** Paths of the test files that match one of `globs` and run alone. */
export const aloneBelow = (folder: string, globs: readonly string[]): string[] =>
  globSync([...globs], { cwd: folder, exclude: ['**/node_modules/**'] })
    .filter((path) => isAlone(readFileSync(join(folder, path), 'utf8')))
    .toSorted();
