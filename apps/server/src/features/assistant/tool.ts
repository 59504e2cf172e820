// What a tool is: a name, what it takes and answers, and the calls that it makes.
import * as z from 'zod';
import type { InnerCalls } from './inner-calls.ts';

type Schema = z.core.$ZodType;

export interface Place {
  readonly calls: InnerCalls;
  /** Public address of the site, without a slash at the end. */
  readonly url: string;
  /** How the program names itself; '' if it does not. */
  readonly client: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it answers, and what it does not do. */
  readonly description: string;
  readonly input: Schema;
  readonly output: Schema;
  /** Absent: it changes nothing. */
  readonly prepares?: true;
  /** The scope that its token needs; absent: none. */
  readonly scope?: string;
  readonly act: (input: unknown, place: Place) => Promise<object>;
  /** Present: the person is led to a page, by a client that can. */
  readonly page?: PersonsPage;
}

export interface PersonsPage {
  readonly of: (answer: object) => { readonly url: string; readonly state: string };
  readonly message: string;
  /** When the client comes back with the state: what is the case now, whatever the client says. */
  readonly after: (state: string, place: Place) => Promise<object>;
}

interface Written<I extends Schema, O extends Schema> extends Omit<Tool, 'act'> {
  readonly input: I;
  readonly output: O;
  readonly act: (input: z.output<I>, place: Place) => Promise<z.input<O> & object>;
}

/** The input of `act` is parsed, and what it answers is checked by the compiler. */
export const defineTool = <I extends Schema, O extends Schema>(tool: Written<I, O>): Tool => ({
  ...tool,
  act: async (input, place) => await tool.act(z.parse(tool.input, input), place),
});

/** A schema as the protocol's library wants it. Made once: it is sent whenever tools are listed. */
export function standard<S extends Schema>(schema: S) {
  const made = {
    input: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
  };
  const { version, vendor, validate } = schema['~standard'];
  return {
    '~standard': {
      version,
      vendor,
      validate,
      jsonSchema: { input: () => made.input, output: () => made.output },
    },
  };
}
