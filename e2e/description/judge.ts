// Whether an answer is one that the description of the services lists: its status, its media type,
// and its JSON by the schema.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Json, type Operation, objectOf } from './requests.ts';

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Says what does not fit; null: the answer is as described. */
export type Judge = (operation: Operation, answered: Answered) => string | null;

export function judgeBy(description: Json): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'description', ...description });
  const compiled = new Map<string, ValidateFunction>();
  const schemaAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `description#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return ({ method, path, of }, { status, type, text }) => {
    let pointer = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
    let response = objectOf(of.responses)[String(status)];
    if (response === undefined) return `status ${status} is not described: ${text.slice(0, 200)}`;
    const { $ref } = objectOf(response);
    if (typeof $ref === 'string') {
      pointer = $ref.slice(1);
      response = objectOf(objectOf(description.components).responses);
      response = objectOf(response)[$ref.split('/').at(-1) ?? ''];
    }
    const content = objectOf(objectOf(response).content);
    if (text === '') return null;
    const [plain = ''] = type.split(';');
    const media = [plain, '*/*'].find((one) => Object.hasOwn(content, one));
    if (media === undefined)
      return `${status} comes as ${plain || 'no type'}, which is not described: ${text.slice(0, 100)}`;
    if (!/\bjson$/.test(plain) || media === '*/*') return null;
    const { schema } = objectOf(content[media]);
    if (schema === undefined) return `${status} has no schema for ${media}`;
    const check = schemaAt(`${pointer}/content/${escaped(media)}/schema`);
    const value: unknown = JSON.parse(text);
    if (check(value)) return null;
    const { instancePath, message, params } = check.errors?.[0] ?? {};
    return `${status} ${media}${instancePath} ${message} ${JSON.stringify(params)}`;
  };
}

/** A name as a part of a JSON pointer within a URI. */
const escaped = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
