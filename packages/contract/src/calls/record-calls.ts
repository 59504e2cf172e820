// The records behind the pages of things, as they are published.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

const person = z.object({
  name: z.string(),
  givenName: z.optional(z.string()),
  familyName: z.optional(z.string()),
  contributorType: z.optional(z.string()),
  nameIdentifiers: z.optional(z.array(z.object({ nameIdentifier: z.string() }))),
  affiliation: z.optional(z.array(z.object({ name: z.string() }))),
});

/** The parts of a DataCite record that the portal shows. */
const record = z.object({
  creators: z.array(person),
  contributors: z.optional(z.array(person)),
  rightsList: z.array(z.object({ rights: z.string(), rightsUri: z.string() })),
  relatedIdentifiers: z.optional(
    z.array(
      z.object({
        relatedIdentifier: z.string(),
        relatedIdentifierType: z.string(),
        relationType: z.string(),
      }),
    ),
  ),
  sizes: z.optional(z.array(z.string())),
  formats: z.optional(z.array(z.string())),
  version: z.optional(z.string()),
});
export type AboutRecord = z.infer<typeof record>;

/**
 * The record of one kind of thing. Its path is that of the thing's page (`pageOfKind`) with an
 * ending.
 */
export const recordOf = (kind: string) =>
  defineCall({
    method: 'GET',
    path: `/${kind}/:name.datacite.json`,
    summary: `The DataCite record of a ${kind}`,
    session: 'none',
    tag: 'pages',
    params: z.object({ name: z.string() }),
    answer: record,
    errors: ['not-found', 'gone'],
  });
