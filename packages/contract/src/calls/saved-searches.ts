// Calls of saved searches: what a signed-in person keeps under a name, and how much is new in it
// since it was last opened.
import * as z from 'zod/mini';
import { LONGEST_HOOK } from '../orders/web-hook.ts';
import { defineCall } from './call.ts';

/** A person keeps at most this many. */
export const MOST_SAVED_SEARCHES = 50;
/** Most characters of a name. */
export const LONGEST_NAME = 80;

/** How often a person is mailed what is new in a saved search. */
export const TELLS = ['never', 'daily', 'weekly'] as const;
export type Tell = (typeof TELLS)[number];
/** Days from one mail to the next. */
export const TELL_DAYS = { daily: 1, weekly: 7 } as const;

/** 'data': datastreams; 'days': days on which something happened. */
export const SAVED_KINDS = ['data', 'days'] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME));

/**
 * The search as its address, in the form of search/address.ts; of days `path` is what
 * facts/days-address.ts writes.
 */
const address = z.object({
  path: z.string().check(z.maxLength(4000)),
  query: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(400))),
});

export const savedSearch = z.object({
  searchId: z.string(),
  name: z.string(),
  address,
  /** UTC, YYYY-MM-DDTHH:mm:ssZ. */
  savedAt: z.string(),
  openedAt: z.string(),
  kind: z._default(z.enum(SAVED_KINDS), 'data'),
  /**
   * Datastreams that are new or have newer data since then, or new days; null when that cannot be
   * counted right now.
   */
  fresh: z.nullable(z.number()),
  /** How often it is mailed what is new. */
  tell: z._default(z.enum(TELLS), 'never'),
  /** Address that is notified of what is new; null: none. */
  hook: z._default(z.nullable(z.string()), null),
});
export type SavedSearch = z.infer<typeof savedSearch>;

/** GET {profile}/searches: by name. */
export const savedSearches = z.object({ searches: z.array(savedSearch) });

/**
 * POST {profile}/searches answers the saved search; `conflict` when the name is taken or there are
 * too many.
 */
export const searchToSave = z.object({
  name,
  address,
  kind: z._default(z.enum(SAVED_KINDS), 'data'),
});

/** PUT {profile}/searches/{id} renames; `conflict` when the name is taken. */
export const searchToRename = z.object({ name });

export const listSavedSearches = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/searches',
  summary: 'Saved searches of the signed-in person, each with the number of new datastreams',
  session: 'required',
  token: 'profile',
  answer: savedSearches,
});

export const saveSearch = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/searches',
  summary: 'Saves a search under a name',
  session: 'required',
  token: 'profile',
  body: searchToSave,
  answer: savedSearch,
  errors: ['conflict'],
});

export const renameSearch = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/searches/:searchId',
  summary: 'Renames a saved search',
  session: 'required',
  token: 'profile',
  params: z.object({ searchId: z.string().check(z.maxLength(100)) }),
  body: searchToRename,
  answer: savedSearch,
  errors: ['not-found', 'conflict'],
});

export const tellOfSearch = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/searches/:searchId/tell',
  summary: 'Whether, and how often, new results of a saved search are mailed',
  session: 'required',
  token: 'profile',
  params: z.object({ searchId: z.string().check(z.maxLength(100)) }),
  body: z.object({ tell: z.enum(TELLS) }),
  answer: savedSearch,
  errors: ['not-found'],
});

export const hookOfSearch = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/searches/:searchId/hook',
  summary:
    'Which web hook is notified of new results of a saved search, once an hour at most; null: none',
  session: 'required',
  token: 'profile',
  perMinute: 30,
  params: z.object({ searchId: z.string().check(z.maxLength(100)) }),
  body: z.object({ url: z.nullable(z.string().check(z.maxLength(LONGEST_HOOK))) }),
  answer: z.object({
    search: savedSearch,
    /**
     * Messages are signed with it, in the form of Standard Webhooks; null: there is no web hook.
     */
    secret: z.nullable(z.string()),
  }),
  errors: ['not-found'],
  example: {
    params: { searchId: 'ID' },
    body: { url: 'https://hooks.example.org/isobar' },
  },
});

export const searchOpened = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/searches/:searchId/opened',
  summary: 'The person has seen what there is: from now on only newer data count as new',
  session: 'required',
  token: 'profile',
  params: z.object({ searchId: z.string().check(z.maxLength(100)) }),
  answer: savedSearch,
  errors: ['not-found'],
});

export const deleteSearch = defineCall({
  method: 'DELETE',
  service: 'profile',
  path: '/searches/:searchId',
  summary: 'Deletes a saved search',
  session: 'required',
  token: 'profile',
  params: z.object({ searchId: z.string().check(z.maxLength(100)) }),
  answer: z.object({ searchId: z.string() }),
  errors: ['not-found'],
});
