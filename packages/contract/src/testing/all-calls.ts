// All calls that are values: those of every file of calls, for laws that each of them keeps.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Call } from '../calls/call.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

/** A file exports calls, or records of them. */
const callsIn = (value: unknown): Call[] =>
  isCall(value)
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).filter(isCall)
      : [];

export async function allCalls(): Promise<Call[]> {
  const calls: Call[] = [];
  for (const file of globSync('!(*.test).ts', { cwd: join(import.meta.dirname, '../calls') })) {
    const name = basename(file, '.ts');
    const module: Record<string, unknown> = await import(`../calls/${name}.ts`);
    calls.push(...Object.values(module).flatMap(callsIn));
  }
  return calls;
}
