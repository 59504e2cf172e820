// How an act of a call that is answered with JSON replies otherwise than by returning its answer: a status of its own, a text made
// before, 304. Each way knows the type of the answer; `reply.send` does not, so these acts have no such thing.
import type { ServerResponse } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Answer, AnswerOf } from '@isobar/contract/calls/call.ts';
import type { FastifyReply } from 'fastify';

/** As much of a reply as such an act may touch: what stands before the answer. */
export interface Heads {
  header(name: string, value: unknown): Heads;
  code(status: number): Heads;
  setCookie(name: string, value: string, options?: CookieSerializeOptions): Heads;
  clearCookie(name: string, options?: CookieSerializeOptions): Heads;
  readonly raw: ServerResponse;
}

declare const sent: unique symbol;
/** The reply is on its way. */
export interface Sent {
  readonly [sent]: true;
}

interface Told<A extends Answer> {
  readonly answer: A;
}

/** With the status that its call tells. */
export const sendAs = <A extends Answer>(
  { answer: told }: Told<A>,
  reply: Heads,
  answer: AnswerOf<A>,
): Sent =>
  gone(
    whole(reply)
      .code('status' in told ? (told.status ?? 200) : 200)
      .send(answer),
  );

/** What the caller has is still true. */
export const unchanged = (reply: Heads): Sent => gone(whole(reply).code(304).send());

declare const made: unique symbol;
/** An answer as text. */
export type JsonText<A extends Answer> = string & { readonly [made]: A };

export const jsonText = <A extends Answer>(_: Told<A>, answer: AnswerOf<A>): JsonText<A> =>
  JSON.stringify(answer) as JsonText<A>; // made of its answer

export const sendText = <A extends Answer>(_: Told<A>, reply: Heads, text: JsonText<A>): Sent =>
  gone(whole(reply).type(JSON_TYPE).send(text));

/** Past the compiler: only flows hold it against its call. For text out of the store that is not read to be written again. */
export const sendUnchecked = (reply: Heads, text: string): Sent =>
  gone(whole(reply).type(JSON_TYPE).send(text));

/** Past the compiler: clients of a former service take an empty body for 'there is none', and break on anything else. */
export const sendNothingFound = (reply: Heads): Sent =>
  gone(whole(reply).code(404).type('text/plain').send(''));

const JSON_TYPE = 'application/json; charset=utf-8';

const whole = (reply: Heads): FastifyReply => reply as FastifyReply; // `http.route` gives no other
const gone = (reply: FastifyReply): Sent => reply as unknown as Sent; // just sent
