// Which replies are tagged, and what changes a tag.
import { expect, it } from 'vitest';
import { tagOf, tagOfReply } from './tag.ts';

const NOW = { query: { range: { day: { gte: 'now-1d' } } } };
const ALWAYS = { query: { range: { day: { gte: '2019-01-01' } } } };
const reply = (took: number, rest = '') => Buffer.from(`{"took":${took},"hits":{}${rest}}`);

it('what looks at the clock has no tag', () => {
  expect(tagOf('1', NOW, [])).toBeNull();
  expect(tagOfReply(reply(3), NOW)).toBeNull();
  expect(tagOf(undefined, ALWAYS, [])).toBeNull();
});

it('a tag is of the index and the question, or of the reply without its time', () => {
  expect(tagOf('1', ALWAYS, [])).toBe(tagOf('1', ALWAYS, []));
  expect(tagOf('1', ALWAYS, [])).not.toBe(tagOf('2', ALWAYS, []));
  expect(tagOf('1', ALWAYS, [])).not.toBe(tagOf('1', ALWAYS, ['took']));
  expect(tagOfReply(reply(3), ALWAYS)).toBe(tagOfReply(reply(12), ALWAYS));
  expect(tagOfReply(reply(3), ALWAYS)).not.toBe(tagOfReply(reply(3, ' '), ALWAYS));
});
