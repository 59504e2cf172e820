// The support form's rules, and the incident that is made of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  incidentOf,
  incidentRequest,
  isEmail,
  LONGEST,
  partsOf,
  SUPPORT_MESSAGES,
  supportProblems,
  withoutSpaces,
} from './incident.ts';

/** A line without spaces at its ends. */
const word: fc.Arbitrary<string> = fc
  .string({ maxLength: 60 })
  .map((text) => `x${text.replace(/\s/g, '_')}x`);

const form = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  subject: 'Order 100123',
  message: 'It waits.\n\nWhy?',
};

it('[U008] an empty name', () => {
  expect(supportProblems({ ...form, name: '  ' })).toEqual({
    name: 'Sender name cannot be empty',
  });
});

it('[U009] an address that is empty or does not fit the pattern', () => {
  for (const email of ['', 'ada', 'ada@example', '@example.org', 'ada@@example.org', 'a b'])
    expect(supportProblems({ ...form, email }), email).toEqual({
      email: 'Sender email must be a valid email address',
    });
});

it('[U011] [U012] an empty subject, an empty message', () => {
  expect(supportProblems({ ...form, subject: '', message: '\n' })).toEqual({
    subject: 'Subject cannot be empty',
    message: 'Message cannot be empty',
  });
});

it('in the order of the form, for the first is gone to', () => {
  const nothing = { name: '', email: '', subject: '', message: '' };
  expect(Object.keys(supportProblems(nothing))).toEqual(Object.keys(nothing));
});

it('texts that are too long, with how long they are', () => {
  const message = 'x'.repeat(LONGEST.message + 1);
  expect(supportProblems({ ...form, message })).toEqual({
    message: `At most ${LONGEST.message} characters: these are ${LONGEST.message + 1}`,
  });
  expect(supportProblems({ ...form, message: message.slice(1) })).toEqual({});
});

it('[U010] but not spaces in the address: they are taken out', () => {
  expect(supportProblems({ ...form, email: ' ada @example.org ' })).toEqual({});
  expect(withoutSpaces(' ada @exam\tple.org\n')).toBe('ada@example.org');
});

describe('[U013] the pattern of addresses', () => {
  it('the pattern of addresses takes word characters with dots, dashes and plus signs, and any top level of two letters or more', () => {
    for (const email of ['a@b.de', 'a.b-c_1@d-e.f.museum', 'ada+isobar@example.org'])
      expect(isEmail(email), email).toBe(true);
    for (const email of [
      'a..b@c.de',
      '.a@b.de',
      'a@b.d',
      'a@b.d3',
      'a@-b.de',
      'a@b.de\n',
      'ä@b.de',
    ])
      expect(isEmail(email), email).toBe(false);
  });

  it('the pattern of addresses refuses long texts made to be slow without a search', () => {
    expect(isEmail(`${'a'.repeat(1e6)}@`)).toBe(false);
    expect(isEmail(`${'a.'.repeat(120)}!`)).toBe(false);
  });
});

const incident = incidentOf(form, 'solved');

it('[U014] the incident of a form is titled as the desk knows it', () => {
  expect(incident.short_description).toBe('Data Discovery Support Request: Order 100123');
});

it('[U015] the incident of a form begins with who writes', () => {
  expect(incident.description).toBe('From: Ada Byron, ada@example.org\n\nIt waits.\n\nWhy?');
});

it('[U007] the incident of a form has caller, watch list, texts and group, and is taken by the call', () => {
  expect(Object.keys(incident)).toEqual([
    'caller_id',
    'watch_list',
    'short_description',
    'description',
    'assignment_group',
    'altcha',
  ]);
  expect(incident).toMatchObject({
    ...{ caller_id: 'ada@example.org', watch_list: 'ada@example.org' },
    ...{ assignment_group: 'support', altcha: 'solved' },
  });
  expect(z.safeParse(incidentRequest, incident).success).toBe(true);
  const empty = z.safeParse(incidentRequest, { ...incident, caller_id: 'nobody' });
  expect(empty.error?.issues[0]?.message).toBe(SUPPORT_MESSAGES.email);
});

it('the incident of a form gives back the form for every name and text', () => {
  const texts = fc.tuple(word, word, fc.string({ maxLength: 200 }));
  fc.assert(
    fc.property(texts, ([name, subject, text]) => {
      const whole = { ...form, name, subject, message: `m ${text}`.trim() };
      expect(partsOf(incidentOf(whole, ''))).toEqual(whole);
    }),
  );
});

it("the incident of a form leaves a script's own words whole", () => {
  const made = { caller_id: 'a@b.de', short_description: 'Help', description: 'One line' };
  expect(partsOf(made)).toEqual({
    name: '',
    email: 'a@b.de',
    subject: 'Help',
    message: 'One line',
  });
});
