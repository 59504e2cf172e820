// A message to the support desk: its form's rules, and the incident that is made of it (part 3
// sections 5 and 7).
import * as z from 'zod/mini';
import { plainLine, plainText } from '../plain-text.ts';

/** Longest texts, in characters. */
export const LONGEST = { name: 100, email: 254, subject: 200, message: 10_000 } as const;

/** What a person fills in. */
export interface SupportForm {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

export type SupportField = keyof SupportForm;

export const SUPPORT_MESSAGES: Readonly<Record<SupportField, string>> = {
  name: 'Sender name cannot be empty',
  email: 'Sender email must be a valid email address',
  subject: 'Subject cannot be empty',
  message: 'Message cannot be empty',
};

/**
 * Word characters with optional dots, dashes or plus signs, an @, a domain, and a top level of two
 * letters or more (decision 1019). Each part begins with its separator, so that no address takes
 * long to refuse.
 */
const EMAIL = /^\w+(?:[.+-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,}$/;

/** Users paste addresses with spaces around and inside. */
export const withoutSpaces = (email: string): string => email.replace(/\s+/g, '');

export const isEmail = (email: string): boolean =>
  email.length <= LONGEST.email && EMAIL.test(email);

/** Field -> what is wrong with it, in the order of the form; empty when it can be sent. */
export function supportProblems(form: SupportForm): Partial<Record<SupportField, string>> {
  const problems: Partial<Record<SupportField, string>> = {};
  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    const { length } = form[field].trim();
    if (field === 'email') {
      if (!isEmail(withoutSpaces(form.email))) problems.email = SUPPORT_MESSAGES.email;
    } else if (length === 0) problems[field] = SUPPORT_MESSAGES[field];
    else if (length > LONGEST[field])
      problems[field] = `At most ${LONGEST[field]} characters: these are ${length}`;
  }
  return problems;
}

const SUBJECT_START = 'Data Discovery Support Request: ';
const EMAIL_PLACE = z.string().check(z.maxLength(LONGEST.email));

/** Where a person was when they wrote; attached only when they agree. */
export const supportContext = z.object({
  /** Address of the page, without what may open an order to others. */
  page: z.optional(z.string().check(z.maxLength(2000))),
  order: z.optional(z.string().check(z.maxLength(20))),
  version: z.optional(z.string().check(z.maxLength(40))),
  browser: z.optional(z.string().check(z.maxLength(400))),
});
export type SupportContext = z.infer<typeof supportContext>;

/** POST {notification}/createServiceNowIncident. */
export const incidentRequest = z.object({
  /** E-mail address of who writes. */
  caller_id: z.string().check(z.refine(isEmail, SUPPORT_MESSAGES.email)),
  watch_list: z._default(EMAIL_PLACE, ''),
  /** 'Data Discovery Support Request: subject'. */
  short_description: z
    .string()
    .check(z.trim(), z.minLength(1, SUPPORT_MESSAGES.subject))
    .check(z.maxLength(SUBJECT_START.length + LONGEST.subject)),
  /** 'From: name, email', an empty line, and the message. */
  description: z
    .string()
    .check(z.trim(), z.minLength(1, SUPPORT_MESSAGES.message))
    .check(z.maxLength(LONGEST.message + LONGEST.name + LONGEST.email + 20)),
  /** A name, which ticket systems look up; some of them run what begins like a script. */
  assignment_group: z._default(
    z.string().check(z.maxLength(100), z.regex(/^[\p{L}\p{N}_ .&/-]*$/u, 'is no name of a group')),
    '',
  ),
  /** The solved challenge of GET {notification}/challenge: base64 of its JSON. */
  altcha: z.string('Solve the challenge first: GET challenge').check(z.maxLength(2000)),
  context: z.optional(supportContext),
});
export type IncidentRequest = z.input<typeof incidentRequest>;

/** Answer of createServiceNowIncident. */
export const incidentReply = z.object({ result: z.object({ number: z.string() }) });

/** The incident of a form without problems. */
export function incidentOf(
  form: SupportForm,
  altcha: string,
  context?: SupportContext,
): IncidentRequest {
  const email = withoutSpaces(form.email);
  const name = form.name.trim();
  return {
    caller_id: email,
    watch_list: email,
    short_description: `${SUBJECT_START}${form.subject.trim()}`,
    description: `From: ${name}, ${email}\n\n${form.message.trim()}`,
    assignment_group: 'support',
    altcha,
    ...(context ? { context } : {}),
  };
}

/**
 * The parts of an incident again, safe to print; a script's own words stay whole, under the
 * sender's address.
 */
export function partsOf(incident: {
  readonly caller_id: string;
  readonly short_description: string;
  readonly description: string;
}): SupportForm {
  const { caller_id: email, short_description, description } = incident;
  const subject = short_description.startsWith(SUBJECT_START)
    ? short_description.slice(SUBJECT_START.length).trim()
    : short_description;
  const end = description.indexOf('\n');
  const first = end < 0 ? description : description.slice(0, end);
  const tail = `, ${email}`;
  const isForm = first.startsWith('From: ') && first.endsWith(tail) && end > 0;
  const name = isForm ? plainLine(first.slice('From: '.length, -tail.length)) : '';
  const message = plainText(isForm ? description.slice(end).trim() : description);
  return { name, email, subject: plainLine(subject), message };
}
