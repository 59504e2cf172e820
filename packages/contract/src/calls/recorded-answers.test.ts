// What a real server answered, word for word (the portal's tests record it), is what its call tells: nothing more, and nothing of a different type.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allCalls } from '../testing/all-calls.ts';
import { type Call, isSchema, pathOf } from './call.ts';

const RECORDED = '../../../../apps/portal/src/testing/recorded/answers.json';

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Absent: JSON. */
  readonly type?: string;
  readonly answer?: unknown;
}

const recorded = (): Exchange[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, RECORDED), 'utf8')) as Exchange[];

/** Calls of this method whose paths fit, those of a fixed path first. */
function callsAt(calls: readonly Call[], { method, path }: Exchange): Call[] {
  const [address = ''] = path.split('?');
  const fits = (call: Call) => {
    const form = pathOf(call).replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*');
    return (
      [call.method].flat().some((one) => one === method) && new RegExp(`^${form}$`).test(address)
    );
  };
  const variance = (call: Call) => pathOf(call).split(/[:*]/).length;
  return calls.filter(fits).sort((a, b) => variance(a) - variance(b));
}

/** The schema of JSON of this status. */
function schemaOf({ answer, also }: Call, status: number): z.core.$ZodType | undefined {
  const first = !isSchema(answer) && answer.status ? answer.status : 200;
  const told = status === first ? answer : also?.[status];
  if (told === undefined) return undefined;
  return isSchema(told) ? told : told.json;
}

/** The value as it would be if a member, the `place`-th in depth, were of a type that no answer has; null: there are not so many. */
function withWrong(value: unknown, place: number): unknown {
  let left = place;
  const copied = (one: unknown): unknown => {
    if (left-- === 0) return () => 'no JSON';
    if (Array.isArray(one)) return one.slice(0, 1).map(copied);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, copied(member)]));
  };
  const made = copied(value);
  return left < 0 ? made : null;
}

/** Calls that a function makes, one for each index and each kind of page. */
const MADE = /\/_search$|\.datacite\.json$/;

it('each answer that was recorded has what its call tells and nothing else, and no member of a different type would pass', async () => {
  const calls = await allCalls();
  const seen = new Set<Call>();
  const passed: string[] = [];
  for (const exchange of recorded()) {
    const { method, path, status, type, answer } = exchange;
    const where = `${method} ${path}`;
    if (MADE.test(where.split('?')[0] ?? '')) continue;
    if (status >= 400 || type !== undefined || answer === undefined) continue;
    const [call] = callsAt(calls, exchange);
    const schema = call && schemaOf(call, status);
    if (!schema) throw new Error(`No call tells of ${where} with ${status}`);
    const read = z.safeParse(schema, answer);
    expect([where, read.error?.message, read.data]).toEqual([where, undefined, answer]);
    if (seen.has(call)) continue;
    seen.add(call);
    for (let place = 0; place < 200; place++) {
      const wrong = withWrong(answer, place);
      if (wrong === null) break;
      if (z.safeParse(schema, wrong).success) passed.push(`${where}: ${place}`);
    }
  }
  expect(passed).toEqual([]);
  expect(seen.size).toBeGreaterThanOrEqual(18);
});
