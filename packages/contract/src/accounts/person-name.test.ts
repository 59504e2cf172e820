import { expect, it } from 'vitest';
import { LONGEST_NAME, PERSON_NAME, plainName } from './person-name.ts';

it.each(['Ada Byron', 'O’Neill', 'أحمد بن محمد', 'מרים', 'می‌خواهم', '李 小龙', ''])(
  '%j is a name and stays as it is',
  (name) => {
    expect([PERSON_NAME.test(name), plainName(name)]).toEqual([true, name]);
  },
);

it.each([
  ['Ada\r\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
  ['Ada\u202egro.elpmaxe@eve', 'Ada gro.elpmaxe@eve'],
  ['\u2066Ada\u2069', 'Ada'],
  ['Ada\u2028Byron', 'Ada Byron'],
  ['<b>Ada</b>', 'b Ada /b'],
  ['Ada\u0000\u001b[31m', 'Ada [31m'],
])('%j is no name; what is left of it is %j', (name, left) => {
  expect([PERSON_NAME.test(name), plainName(name)]).toEqual([false, left]);
});

it('the account name has no blank at its ends, which counts for nothing, also where it is cut', () => {
  expect(plainName(`\n ${'a'.repeat(LONGEST_NAME)}`)).toBe('a'.repeat(LONGEST_NAME));
  expect(plainName(`${'a'.repeat(LONGEST_NAME - 1)} bc`)).toBe('a'.repeat(LONGEST_NAME - 1));
});

it('the account name cuts a name between characters', () => {
  expect(plainName('😀'.repeat(200))).toBe('😀'.repeat(LONGEST_NAME));
});
