// Calls described as OpenAPI: input, answer, failures, who may call, examples.
import { setImmediate } from 'node:timers/promises';
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
const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Isobar',
    version: '1',
    description:
      'The services of this archive. Instants are UTC. What fails answers a problem: a code to switch on, and a message for a person; the search services fail in the shape of a search cluster.',
  },
  tags: TAGS.map(({ name, description }) => ({ name, description })),
  components: {
    schemas: { problem: z.toJSONSchema(problemBody) },
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
};

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

const made = { input: new WeakMap<Schema, Json>(), output: new WeakMap<Schema, Json>() };

function json(schema: Schema, io: 'input' | 'output'): Json {
  const known = made[io].get(schema);
  if (known) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io });
  made[io].set(schema, rest);
  return rest;
}

/** The whole of OpenAPI, made in turns: there are hundreds of calls. */
export async function describeAll(calls: Iterable<Call>): Promise<Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    const operation = operationOf(call);
    const path = pathOf(call)
      .replace(/\/\*$/, '/{path}')
      .replace(/:(\w+)/g, '{$1}');
    const told = methodsOf(call).map((method) => [method.toLowerCase(), by(operation, method)]);
    paths[path] = { ...paths[path], ...Object.fromEntries(told) };
    await setImmediate();
  }
  return { ...DESCRIPTION, paths };
}

/** Leaves out the body of a GET or DELETE, which OpenAPI cannot describe. The calls accept it all the same. */
function by(operation: Json, method: Method): Json {
  if (method !== 'GET' && method !== 'DELETE') return operation;
  const { requestBody: _, ...rest } = operation;
  return rest;
}

function operationOf(call: Call): Json {
  const { params, query, body = call.form, example, session } = call;
  const parameters = [
    ...parametersOf('path', params, example?.params),
    ...parametersOf('query', query, example?.query),
  ];
  const either = [{ session: [] }, ...tokensOf(call)];
  return {
    summary: call.summary,
    ...(call.role ? { description: `For people with the role ${call.role}.` } : {}),
    tags: [call.tag ?? call.service ?? 'pages'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: json(body, 'input'), ...exampleOf(example?.body) },
            },
          },
        }
      : {}),
    security: session === 'none' ? [] : session === 'optional' ? [{}, ...either] : either,
    responses: responsesOf(call),
  };
}

/** The scope that a token needs, in the place where OpenAPI has roles. */
const tokensOf = ({ token = 'none' }: Call): Json[] =>
  token === 'none' ? [] : [{ token: token === 'installation' ? [] : [token] }];

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example });

function parametersOf(
  where: 'path' | 'query',
  schema: MaybeSchema,
  example: Readonly<Record<string, unknown>> = {},
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = json(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  }; // params and queries are objects
  const given = new Map(Object.entries(example));
  return Object.entries(properties).map(([name, of]) => ({
    name: name === '*' ? 'path' : name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
    ...exampleOf(given.get(name)),
  }));
}

function responsesOf(call: Call): Json {
  const { answer, example } = call;
  const other: OtherAnswer = isSchema(answer) ? { types: [], json: answer } : answer;
  const content: Record<string, Json> = {};
  if (other.json)
    content[other.types.includes('text/event-stream') ? 'text/event-stream' : 'application/json'] =
      { schema: json(other.json, 'output'), ...exampleOf(example?.answer) };
  for (const type of other.types)
    content[type] ??= { schema: { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) } };
  const { status = 200 } = other;
  const failures = Map.groupBy(errorsOf(call), (code) => PROBLEMS[code]);
  return {
    [status]: {
      description: SAID[status] ?? 'Answered',
      ...(Object.keys(content).length === 0 ? {} : { content }),
    },
    ...Object.fromEntries(
      [...failures].map(([code, codes]) => [
        code,
        { description: codes.join(', '), content: { 'application/json': { schema: PROBLEM } } },
      ]),
    ),
  };
}

const SAID: Readonly<Record<number, string>> = {
  202: 'Taken on',
  204: 'Done; there is nothing to tell',
  302: 'Leads elsewhere',
  303: 'Leads elsewhere',
  308: 'Leads elsewhere',
  501: 'Not here',
};
const isText = (type: string): boolean => /^text\/|xml|json/.test(type);
const PROBLEM = { $ref: '#/components/schemas/problem' };
