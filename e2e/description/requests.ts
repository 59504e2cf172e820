// Requests made of the description that a server gives of itself: each operation as its examples
// show it, and with input that it refuses.

export type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: string;
  /** As described: '/services/dqr/report/{id}'. */
  readonly path: string;
  readonly of: Json;
}

export interface Sent {
  readonly operation: Operation;
  /** Which edge case the request tries. */
  readonly kind: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];
const JSON_TYPE = { 'content-type': 'application/json' };

/** Every operation of a description. */
export const operationsOf = (description: Json): Operation[] =>
  Object.entries(objectOf(description.paths)).flatMap(([path, all]) =>
    METHODS.flatMap((method) => {
      const of = objectOf(all)[method];
      return of === undefined ? [] : [{ method: method.toUpperCase(), path, of: objectOf(of) }];
    }),
  );

/**
 * The request that the examples of an operation show; what has no example is left out, or stands
 * for nothing that exists.
 */
export function shownRequest(operation: Operation): Sent {
  const body = bodyExampleOf(operation);
  return {
    operation,
    kind: 'as its examples show',
    address: addressOf(operation, (_, example) => example ?? 'none-such'),
    headers: body === undefined ? {} : JSON_TYPE,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Requests with one thing wrong or unusual each. */
export function* unusualRequests(operation: Operation): Generator<Sent> {
  const shown = shownRequest(operation);
  for (const { name, where } of parametersOf(operation))
    for (const [kind, value] of Object.entries(where === 'path' ? PATH_VALUES : QUERY_VALUES))
      yield {
        ...shown,
        kind: `${kind} ${where} parameter ${name}`,
        address: addressOf(operation, (one, example) => (one === name ? value : example), name),
      };
  yield { ...shown, kind: 'without parameters', address: addressOf(operation, () => undefined) };
  for (const [kind, headers] of Object.entries(ACCEPTED))
    yield { ...shown, kind, headers: { ...shown.headers, ...headers } };
  if (operation.method === 'GET') return;
  for (const [kind, body] of Object.entries(BODIES))
    yield { ...shown, kind, headers: JSON_TYPE, body };
  yield {
    ...shown,
    kind: 'a body of an unknown type',
    headers: { 'content-type': 'application/x-unknown' },
    body: 'x',
  };
  yield {
    ...shown,
    kind: 'a page of another site',
    headers: { ...shown.headers, origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
  };
}

const PATH_VALUES = {
  unknown: 'none-such',
  long: 'x'.repeat(300),
  number: '987654321',
  odd: '%00%ff',
};
const QUERY_VALUES = {
  empty: '',
  unknown: 'none-such',
  long: 'x'.repeat(3000),
  number: '-1',
  object: '{"a":1}',
};
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'as a browser asks': { accept: 'text/html,application/xhtml+xml' },
  'for a type that does not exist': { accept: 'application/x-none' },
  'for a range': { range: 'bytes=0-0' },
  'for a range that is not there': { range: 'bytes=99999999999-' },
  'for what it has': { 'if-none-match': '*' },
};
const BODIES = {
  'no body': '',
  'half a body': '{"',
  'an empty object': '{}',
  'a list': '[]',
  'a text': '"x"',
  'a null': 'null',
};

interface Parameter {
  readonly name: string;
  readonly where: string;
  readonly example: string | undefined;
}

const parametersOf = ({ of }: Operation): Parameter[] =>
  listOf(of.parameters).map((one) => {
    const { name, in: where, example } = objectOf(one);
    return {
      name: String(name),
      where: String(where),
      example: example === undefined ? undefined : String(example),
    };
  });

/**
 * `valueFor`: undefined leaves a parameter of the query out. `only`: sent although it has no
 * example.
 */
function addressOf(
  operation: Operation,
  valueFor: (name: string, example: string | undefined) => string | undefined,
  only?: string,
): string {
  const parameters = parametersOf(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = parameters.find((one) => one.name === name) ?? {};
    const value = valueFor(name, example) ?? 'none-such';
    return value.includes('%') ? value : value.split('/').map(encodeURIComponent).join('/');
  });
  const query = parameters.flatMap(({ name, where, example }) => {
    if (where !== 'query' || (example === undefined && name !== only)) return [];
    const value = valueFor(name, example);
    return value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  });
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

const bodyExampleOf = ({ of }: Operation): unknown =>
  objectOf(objectOf(objectOf(of.requestBody).content)['application/json']).example;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
