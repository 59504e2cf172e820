// Every answer that a call can give, by status: its media types, and the schema of what is JSON.
// The description of the services and the check of answers both read it.
import {
  type Answer,
  type Call,
  isSchema,
  type Method,
  type OtherAnswer,
  pathOf,
} from '@isobar/contract/calls/call.ts';
import { SERVICES } from '@isobar/contract/calls/config.ts';
import { errorsOf } from '@isobar/contract/calls/errors-of.ts';
import { PROBLEMS, problemBody } from '@isobar/contract/problem.ts';
import type * as z from 'zod';

type Schema = z.core.$ZodType;

export interface DescribedAnswer {
  readonly description: string;
  /**
   * Media type (a type of `*` stands for any) -> the schemas of its JSON, one of which fits; none:
   * text or bytes.
   */
  readonly content: ReadonlyMap<string, readonly Schema[]>;
}

/** The answers of a call by status, in ascending order. */
export function answersOf(call: Call, method: Method): ReadonlyMap<number, DescribedAnswer> {
  const answers = new Map<number, { description: string; content: Map<string, Schema[]> }>();
  const add = (status: number, description: string, answer: Answer) => {
    const known = answers.get(status) ?? { description, content: new Map() };
    answers.set(status, known);
    for (const [type, schema] of contentOf(answer))
      known.content.set(type, [...(known.content.get(type) ?? []), ...(schema ? [schema] : [])]);
  };
  const status = ('status' in call.answer ? call.answer.status : undefined) ?? 200;
  add(status, DESCRIPTIONS[status] ?? 'Answered', call.answer);
  if (call.ranges) add(206, 'A part of it', call.answer);
  if (call.revalidates || call.ranges) add(304, 'Not changed since', { types: [] });
  for (const [own, answer] of Object.entries(call.also ?? {}))
    add(Number(own), DESCRIPTIONS[Number(own)] ?? 'Answered', answer);
  // Below the services only a browser that navigates is shown a page, and programs read these
  // descriptions.
  const isPage = method === 'GET' && !pathOf(call).startsWith(`${SERVICES}/`);
  const codes = Map.groupBy(errorsOf(call, method), (code) => PROBLEMS[code]);
  for (const [failed, named] of codes) {
    const description = [...new Set(named)].join(', ');
    if (call.failure) add(failed, description, call.failure);
    // Also in other dialects: the server refuses some requests before it knows what they ask for.
    if (call.failure && !BEFORE_ROUTING.has(failed)) continue;
    add(failed, description, problemBody);
    if (isPage) add(failed, description, { types: ['text/html'] });
  }
  return new Map([...answers].sort(([a], [b]) => a - b));
}

function* contentOf(answer: Answer): Generator<[string, Schema | null]> {
  const { types, json }: OtherAnswer = isSchema(answer)
    ? { types: ['application/json'], json: answer }
    : answer;
  const isStream = types.includes(EVENTS);
  if (json && !isStream) yield ['application/json', json];
  for (const type of types)
    if (type !== 'application/json' || !json)
      yield [type, isStream || type.endsWith('+json') ? (json ?? null) : null];
}

const EVENTS = 'text/event-stream';
const BEFORE_ROUTING = new Set([400, 403, 408, 413, 429, 431, 503]);

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  202: 'Accepted',
  204: 'Done, without content',
  301: 'Moved to its canonical address',
  302: 'Found elsewhere',
  303: 'See the address given',
  308: 'Moved',
  501: 'Not available on this installation',
};
