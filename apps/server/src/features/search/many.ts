// Several searches in one call: lines of JSON, a header and a body each.
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import { failureOf } from './failure.ts';
import { bodyText, checked, parseJson, withoutParameters } from './read-request.ts';

/** Most searches of one call. */
const MAX_SEARCHES = 100;

/** `{took, responses: [reply or error, each with its status]}` as UTF-8 JSON. Throws SearchRefused when lines are amiss. */
export async function answerMany(
  index: SearchReader,
  name: string,
  request: FastifyRequest,
): Promise<Buffer> {
  const start = performance.now();
  withoutParameters(request);
  const bodies = bodiesOf(bodyText(request), name);
  const begun: Promise<Buffer>[] = [];
  for (const body of bodies) {
    begun.push(response(index, name, body));
    await setImmediate(); // a hundred bodies are not checked in one go
  }
  const responses = await Promise.all(begun);
  const took = Math.round(performance.now() - start);
  const comma = Buffer.from(',');
  return Buffer.concat([
    Buffer.from(`{"took":${took},"responses":[`),
    ...responses.flatMap((one, i) => (i === 0 ? [one] : [comma, one])),
    Buffer.from(']}'),
  ]);
}

function bodiesOf(text: string, name: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length % 2 !== 0)
    throw new SearchRefused(
      400,
      'parse_exception',
      'expected two lines of JSON for each search: a header such as {} and a body',
    );
  if (lines.length / 2 > MAX_SEARCHES)
    throw new SearchRefused(
      400,
      'illegal_argument_exception',
      `at most ${MAX_SEARCHES} searches go into one call`,
    );
  const parsed = lines.map(parseJson);
  for (const header of parsed.filter((_, i) => i % 2 === 0)) checkHeader(header, name);
  return parsed.filter((_, i) => i % 2 === 1);
}

/** A header may name the index of this address, and no other. */
function checkHeader(header: unknown, name: string): void {
  const { index } = (header ?? {}) as { index?: unknown };
  const named = index === undefined ? [] : [index].flat();
  if (named.some((one) => one !== name))
    throw new SearchRefused(
      400,
      'illegal_argument_exception',
      `[index] this address searches [${name}] only, not [${named.join(', ')}]`,
    );
}

async function response(index: SearchReader, name: string, body: unknown): Promise<Buffer> {
  try {
    const text = await index.searchText(name, checked(body));
    const withoutEnd = Buffer.from(text.buffer, text.byteOffset, text.length - 1);
    return Buffer.concat([withoutEnd, Buffer.from(',"status":200}')]);
  } catch (error) {
    return Buffer.from(JSON.stringify(failureOf(error)));
  }
}
