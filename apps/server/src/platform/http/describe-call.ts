// Calls described as OpenAPI: input, answer, failures, who may call, examples.

import { setImmediate } from 'node:timers/promises';
import { askAssistant } from '@isobar/contract/calls/assistant-calls.ts';
import { type Call, type MaybeSchema, type Method, pathOf } from '@isobar/contract/calls/call.ts';
import { clusterFailure } from '@isobar/contract/calls/cluster-calls.ts';
import { TAGS } from '@isobar/contract/calls/tags.ts';
import { problemBody } from '@isobar/contract/problem.ts';
import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { answersOf } from './answers-of.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is answered here. */
    call?: Call;
  }
}

type Schema = z.core.$ZodType;
type Json = Readonly<Record<string, unknown>>;

/**
 * Bodies of failures, which hundreds of operations have in common: generators of clients make one
 * class of each.
 */
const NAMED: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [problemBody, 'problem'],
  [clusterFailure, 'cluster-failure'],
]);

/** What holds for all calls together. */
const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Isobar',
    version: '1',
    description:
      'The services of this archive. Instants are UTC. What fails answers a problem: a code to switch on, and a message for a person; the search services fail in the shape of a search cluster. Assistants find tools, by the Model Context Protocol, at POST ' +
      pathOf(askAssistant) +
      '; /llms.txt is their overview.',
  },
  tags: TAGS.map(({ name, description }) => ({ name, description })),
  components: {
    schemas: Object.fromEntries([...NAMED].map(([schema, name]) => [name, z.toJSONSchema(schema)])),
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'isobar_session',
        description: 'The cookie of a signed-in browser.',
      },
      user: {
        type: 'apiKey',
        in: 'query',
        name: 'user',
        description: 'USERID:TOKEN, an access token in the address of a live data call.',
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

/** An OpenAPI document. */
export interface Description {
  readonly openapi: string;
  /** Path -> method in lower case -> operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly [name: string]: unknown;
}

/** Method, address and summary of a call, for the router. */
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
  const options = { unrepresentable: 'any', io, override: describeTuple } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options);
  made[io].set(schema, rest);
  return rest;
}

/**
 * A tuple as a list of a fixed length: generators of clients do not know `prefixItems`, or generate
 * nothing from it.
 */
function describeTuple({
  jsonSchema,
}: {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { prefixItems, items } = jsonSchema;
  if (!Array.isArray(prefixItems)) return;
  const kinds = [prefixItems, items ?? []].flat().filter((kind) => typeof kind === 'object');
  const different = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
  const [only, ...others] = different;
  delete jsonSchema.prefixItems;
  jsonSchema.items = only && others.length === 0 ? only : { anyOf: different };
  jsonSchema.minItems = prefixItems.length;
  if (!items) jsonSchema.maxItems = prefixItems.length;
}

/** The whole of OpenAPI, built with pauses for the event loop: there are hundreds of calls. */
export async function describeAll(calls: Iterable<Call>): Promise<Description> {
  const shared = new SharedResponses();
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    const path = pathOf(call)
      .replace(/\/\*$/, '/{path}')
      .replace(/:(\w+)/g, '{$1}');
    const operations = methodsOf(call).map((method) => [
      method.toLowerCase(),
      { operationId: operationId(method, path), ...operationOf(call, method, shared) },
    ]);
    paths[path] = { ...paths[path], ...Object.fromEntries(operations) };
    await setImmediate();
  }
  const { components } = DESCRIPTION;
  return { ...DESCRIPTION, components: { ...components, responses: shared.all() }, paths };
}

/**
 * 'get_dqr_report_by_id' of the report of the quality service: unique, since underscores of the
 * path are doubled.
 */
const operationId = (method: Method, path: string): string =>
  [
    method.toLowerCase(),
    ...path
      .replace(/^\/services(?=\/)/, '')
      .split('/')
      .slice(1),
  ]
    .map((part) => part.replace(/_/g, '__').replace(/^\{(.*)\}$/, 'by_$1') || 'root')
    .join('_')
    .replace(/[^\w]+/g, '_');

function operationOf(call: Call, method: Method, shared: SharedResponses): Json {
  const { query, body = call.form, example, session } = call;
  const parameters = [...pathParametersOf(call), ...parametersOf('query', query, example?.query)];
  const either = [
    ...(call.credential === 'token' ? [{ user: [] }] : [{ session: [] }]),
    ...tokensOf(call),
  ];
  // The body of a GET or DELETE cannot be described. The calls accept it all the same.
  const hasBody = body && method !== 'GET' && method !== 'DELETE';
  return {
    summary: call.summary,
    ...(call.role ? { description: `For people with the role ${call.role}.` } : {}),
    tags: [call.tag ?? call.service ?? 'pages'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: bodyOf(call, body) } : {}),
    security: session === 'none' ? [] : session === 'optional' ? [{}, ...either] : either,
    responses: responsesOf(call, method, shared),
  };
}

const bodyOf = ({ lenient, example }: Call, body: Schema): Json => ({
  required: lenient === undefined,
  content: { 'application/json': { schema: json(body, 'input'), ...exampleOf(example?.body) } },
});

/** The scope that a token needs, in the place where OpenAPI has roles. */
const tokensOf = ({ token = 'none' }: Call): Json[] =>
  token === 'none' ? [] : [{ token: token === 'installation' ? [] : [token] }];

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example });

/** All that the path names, also those without a schema. */
function pathParametersOf({ path, params, example }: Call): Json[] {
  const described = parametersOf('path', params, example?.params);
  const named = [...path.matchAll(/:(\w+)|(\*)$/g)].map(([, name]) => name ?? REST);
  const missing = named.filter((name) => !described.some((one) => one.name === name));
  return [
    ...described.filter(({ name }) => named.includes(String(name))),
    ...missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ];
}

/** What stands for the rest of a path, which OpenAPI cannot describe. */
const REST = 'path';

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
    name: name === '*' ? REST : name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
    ...exampleOf(given.get(name)),
  }));
}

function responsesOf(call: Call, method: Method, shared: SharedResponses): Json {
  const example = exampleOf(call.example?.answer);
  const responses = [...answersOf(call, method)].map(([status, { description, content }]) => {
    const described = [...content].map(([type, schemas]) => [
      type,
      {
        schema: schemaOf(type, schemas),
        ...(schemas.length > 0 && status < 300 ? example : {}),
      },
    ]);
    const response = {
      description,
      ...(described.length > 0 ? { content: Object.fromEntries(described) } : {}),
    };
    return [status, status < 400 ? response : shared.refer(response)];
  });
  return Object.fromEntries(responses);
}

/**
 * Failures, which hundreds of operations have in common: each once, under a name made of its codes.
 */
class SharedResponses {
  readonly #named = new Map<string, Json>();
  readonly #names = new Map<string, string>();

  refer(response: { readonly description: string }): Json {
    const text = JSON.stringify(response);
    const name = this.#names.get(text) ?? this.#nameFor(response.description);
    this.#names.set(text, name);
    this.#named.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  all(): Json {
    return Object.fromEntries(this.#named);
  }

  #nameFor(description: string): string {
    const plain = description.toLowerCase().replace(/[^a-z-]+/g, '.');
    let name = plain;
    for (let n = 2; this.#named.has(name); n++) name = `${plain}.${n}`;
    return name;
  }
}

function schemaOf(type: string, schemas: readonly Schema[]): Json {
  const all = [...new Set(schemas)].map((schema) => {
    const name = NAMED.get(schema);
    return name ? { $ref: `#/components/schemas/${name}` } : json(schema, 'output');
  });
  const [first, ...others] = all;
  if (!first && /json$/.test(type)) return {}; // any JSON: its rules are those of another standard
  if (!first) return { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) };
  return others.length === 0 ? first : { anyOf: all };
}

const isText = (type: string): boolean => /^text\/|xml|json/.test(type);
