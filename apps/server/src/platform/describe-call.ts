// Calls as OpenAPI tells them: input, answer, failures, who may call, examples.
import {
  type Call,
  isSchema,
  type MaybeSchema,
  type Method,
  type OtherAnswer,
  pathOf,
} from '@isobar/contract/calls/call.ts';
import { errorsOf } from '@isobar/contract/calls/errors-of.ts';
import { TAGS } from '@isobar/contract/calls/tags.ts';
import { PROBLEMS, problemBody } from '@isobar/contract/problem.ts';
import type { FastifySchema } from 'fastify';
import * as z from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is answered here. */
    call?: Call;
  }
}

/** What is said of all calls together. */
export const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Isobar',
    version: '1',
    description:
      'The services of this archive. Instants are UTC. What fails answers a problem: a code to switch on, and a message for a person; the search services fail in the shape of a search cluster.',
  },
  tags: TAGS.map(({ name, description }) => ({ name, description })),
  components: {
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'isobar_session',
        description: 'The cookie of a signed-in browser.',
      },
      token: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A personal access token: made under Account, shown once, with scopes of its own.',
      },
    },
  },
} as const;

type Schema = z.core.$ZodType;
type Json = Readonly<Record<string, unknown>>;

/** Method, address and summary of a call, for a route that is made by hand. */
export const describedAs = (call: Call) => ({
  method: methodsOf(call),
  url: pathOf(call),
  schema: { summary: call.summary } as FastifySchema,
});

const methodsOf = ({ method }: Call): Method[] =>
  typeof method === 'string' ? [method] : [...method];

const json = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io });
  return rest;
};

/** Of OpenAPI, out of the call that is kept with a route. */
export function operationOf(call: Call): Json {
  const { params, query, body = call.form, example } = call;
  const part = (name: string, schema: MaybeSchema, examples: unknown): Json =>
    schema ? { [name]: withExample(json(schema, 'input'), examples) } : {};
  return {
    summary: call.summary,
    tags: [call.tag ?? call.service ?? 'pages'],
    ...part('params', params, example?.params),
    ...part('querystring', query, example?.query),
    ...part('body', body, example?.body),
    ...(call.session === 'none'
      ? {}
      : {
          security: [...(call.session === 'optional' ? [{}] : []), { session: [] }, { token: [] }],
        }),
    response: responsesOf(call),
  };
}

/** An example of the whole of a body; of each parameter one of its own. */
function withExample(schema: Json, example: unknown): Json {
  if (example === undefined) return schema;
  if (schema.type !== 'object' || typeof example !== 'object' || example === null)
    return { ...schema, examples: [example] };
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>); // of an object's schema
  const given = new Map(Object.entries(example));
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, of]) => [
        name,
        given.has(name) ? { ...of, examples: [given.get(name)] } : of,
      ]),
    ),
  };
}

function responsesOf(call: Call): Json {
  const { answer, example } = call;
  const other: OtherAnswer = isSchema(answer) ? { types: [], json: answer } : answer;
  const content: Record<string, Json> = {};
  const events = other.types.includes('text/event-stream');
  if (other.json)
    content[events ? 'text/event-stream' : 'application/json'] = {
      schema: json(other.json, 'output'),
      ...(example?.answer === undefined ? {} : { example: example.answer }),
    };
  for (const type of other.types)
    content[type] ??= { schema: { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) } };
  const { status = 200 } = other;
  const isEmpty = Object.keys(content).length === 0;
  return {
    [status]: { description: SAID[status] ?? 'Answered', ...(isEmpty ? {} : { content }) },
    ...Object.fromEntries(
      [...Map.groupBy(errorsOf(call), (code) => PROBLEMS[code])].map(([code, codes]) => [
        code,
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: PROBLEM } },
        },
      ]),
    ),
  };
}

const SAID: Readonly<Record<number, string>> = {
  204: 'Done; there is nothing to tell',
  302: 'Leads elsewhere',
  303: 'Leads elsewhere',
  308: 'Leads elsewhere',
};
const isText = (type: string): boolean => /^text\/|xml|json/.test(type);
const PROBLEM = json(problemBody, 'output');
