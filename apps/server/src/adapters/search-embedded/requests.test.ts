// What the embedded search refuses before a thread has it, and replies that would hold this thread
// up.
import { expect, it } from 'vitest';
import { checkName, parsedReply } from './requests.ts';

it.each(['metadata', 'a', 'file_info-2', '0', 'x'.repeat(64)])('%s is a name of an index', (name) =>
  expect(() => checkName(name)).not.toThrow(),
);

it.each(['', '../up', 'Upper', '_all', '-a', 'a.b', 'a/b', 'x'.repeat(65)])(
  '%j is none: it would be the name of a file',
  (name) => expect(() => checkName(name)).toThrow(expect.objectContaining({ status: 400 })),
);

it('a reply of up to 4 MiB becomes an object; a longer one is refused, not parsed', () => {
  const reply = (length: number) => new TextEncoder().encode(`"${'x'.repeat(length - 2)}"`);
  expect(parsedReply(reply(4 << 20))).toHaveLength((4 << 20) - 2);
  expect(() => parsedReply(reply((4 << 20) + 1))).toThrow(expect.objectContaining({ status: 413 }));
});
