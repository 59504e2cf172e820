// Calls for the fuzz as the server describes them itself (OpenAPI): each address and method once as
// it should be called.
import type { Made } from './_http-inputs.ts';

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];
/** Deeper than any body of ours: schemas of queries contain themselves. */
const DEEPEST = 6;

/** `description`: what GET /services/openapi.json answered. */
export function describedForms(description: unknown): Made[] {
  const forms: Made[] = [];
  for (const [path, operations] of Object.entries(objectOf(objectOf(description).paths)))
    for (const method of METHODS) {
      const operation = objectOf(operations)[method];
      if (operation !== undefined) forms.push(formOf(method, path, objectOf(operation)));
    }
  return forms;
}

function formOf(method: string, path: string, operation: Json): Made {
  const parameters = listOf(operation.parameters).map(objectOf);
  const sampleFor = (name: string): string => {
    const found = parameters.find((one) => one.name === name);
    const value = found?.example ?? sampleOf(found?.schema, DEEPEST) ?? 'x';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = sampleFor(name) || 'x';
    // The rest of an address may have several parts.
    return value.split('/').map(encodeURIComponent).join('/');
  });
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => String(one.name))
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(sampleFor(name))}`);
  const content = objectOf(objectOf(objectOf(operation.requestBody).content)['application/json']);
  const body = content.example ?? sampleOf(content.schema, DEEPEST);
  return {
    method: method.toUpperCase(),
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** A value that a JSON schema accepts, or nearly so, since refusals are tried as well. */
function sampleOf(schema: unknown, deeper: number): unknown {
  if (schema === undefined || deeper === 0) return undefined;
  const of = objectOf(schema);
  for (const [given] of [listOf(of.examples), listOf(of.enum)])
    if (given !== undefined) return given;
  if (of.default !== undefined) return of.default;
  if (of.const !== undefined) return of.const;
  const [choice] = [...listOf(of.anyOf), ...listOf(of.oneOf), ...listOf(of.allOf)];
  if (choice !== undefined) return sampleOf(choice, deeper - 1);
  switch (Array.isArray(of.type) ? of.type[0] : of.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(objectOf(of.properties)).flatMap(([name, one]) => {
          const value = sampleOf(one, deeper - 1);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'array': {
      const one = sampleOf(of.items, deeper - 1);
      return one === undefined ? [] : [one];
    }
    case 'integer':
    case 'number':
      return typeof of.minimum === 'number' ? of.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return of.format === 'date-time' ? '2019-01-01T00:00:00Z' : 'x';
    default:
      return undefined;
  }
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
