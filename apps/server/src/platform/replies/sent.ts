// How the act of a JSON call replies if it does not just return its answer: with another status,
// with a text made earlier, or with 304. These functions know the type of the answer; `reply.send`
// does not, so acts cannot call it.
import type { ServerResponse } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Answer, AnswerOf } from '@isobar/contract/calls/call.ts';
import type { FastifyReply } from 'fastify';

/** The part of a reply that such an act may touch: everything before the answer. */
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

/** Sends an answer with the status that its call states. */
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

/** Answers 304: what the caller has is still valid. */
export const unchanged = (reply: Heads): Sent => gone(whole(reply).code(304).send());

declare const made: unique symbol;
/** An answer as text. */
export type JsonText<A extends Answer> = string & { readonly [made]: A };

export const jsonText = <A extends Answer>(_: Told<A>, answer: AnswerOf<A>): JsonText<A> =>
  JSON.stringify(answer) as JsonText<A>; // made of its answer

export const sendText = <A extends Answer>(_: Told<A>, reply: Heads, text: JsonText<A>): Sent =>
  gone(whole(reply).type(JSON_TYPE).send(text));

/**
 * For text from the store that is passed on unread: the compiler cannot check it, only flows check
 * it against its call.
 */
export const sendUnchecked = (reply: Heads, text: string): Sent =>
  gone(whole(reply).type(JSON_TYPE).send(text));

/**
 * Not checked by the compiler: clients of a former service take an empty body for 'there is none',
 * and break on anything else.
 */
export const sendNothingFound = (reply: Heads): Sent =>
  gone(whole(reply).code(404).type('text/plain').send(''));

const JSON_TYPE = 'application/json; charset=utf-8';

const whole = (reply: Heads): FastifyReply => reply as FastifyReply; // `http.route` gives no other
const gone = (reply: FastifyReply): Sent => reply as unknown as Sent; // just sent
