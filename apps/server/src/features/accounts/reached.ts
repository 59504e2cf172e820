// How mails address a person. Pure.
import type { Person } from '../../core/accounts/people.ts';

/** By full name; by user name where there is none. */
export const reached = (person: Person) => ({
  name: `${person.name_first} ${person.name_last}`.trim() || person.user_name,
  email: person.email,
});
