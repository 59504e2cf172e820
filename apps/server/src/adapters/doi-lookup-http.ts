// Finds published works by their DOI, as CSL-JSON: the resolver of DOIs redirects to the registry
// of each DOI.
import { lookup } from 'node:dns/promises';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import { isPublicAddress } from '../platform/admission/public-address.ts';
import type { DoiLookup, Work } from '../ports/doi-lookup.ts';
import { boundedJson } from './outside-service.ts';

const TIMEOUT_MS = 20_000;
/** Some papers have three thousand authors. */
const MOST_BYTES = 4 << 20;
const MOST_STEPS = 5;
const WHO = 'The resolver of DOIs';
const ACCEPT = 'application/vnd.citationstyles.csl+json';

const text = z.union([z.string(), z.number().transform(String)]);
/** Registries write one text or a list of one. */
const textOrFirst = z.union([text, z.array(text).transform((all) => all[0] ?? '')]);
const csl = z.object({
  DOI: z.string(),
  title: textOrFirst.optional(),
  author: z
    .array(
      z.object({
        family: z.string().optional(),
        given: z.string().optional(),
        literal: z.string().optional(),
        name: z.string().optional(),
      }),
    )
    .optional(),
  issued: z.object({ 'date-parts': z.array(z.array(text.nullable())).optional() }).optional(),
  'container-title': textOrFirst.optional(),
  volume: text.optional(),
  page: text.optional(),
});

/** `url`: of the resolver, without a slash at the end. */
export function openDoiLookup(url: string, timeoutMs = TIMEOUT_MS): DoiLookup {
  return {
    async find(doi) {
      const signal = AbortSignal.timeout(timeoutMs);
      const path = doi.split('/').map(encodeURIComponent).join('/');
      try {
        const reply = await follow(new URL(`${url}/${path}`), signal);
        if (reply.status === 404) {
          await reply.body?.cancel();
          return null;
        }
        const told = csl.safeParse(await boundedJson(reply, MOST_BYTES, WHO));
        if (!told.success || told.data.DOI.toLowerCase() !== doi.toLowerCase())
          throw new Error(`${WHO} answered about something else.`);
        return workOf(told.data);
      } catch (cause) {
        throw new Problem('unavailable', `${WHO} does not tell what ${doi} is.`, { cause });
      }
    },
  };
}

/** Follows the resolver to a registry, over https only, except within the resolver's own site. */
async function follow(start: URL, signal: AbortSignal): Promise<Response> {
  let address = start;
  for (let step = 0; step <= MOST_STEPS; step++) {
    const reply = await fetch(address, {
      headers: { accept: ACCEPT },
      redirect: 'manual',
      signal,
    });
    const to = reply.headers.get('location');
    if (reply.status < 300 || reply.status >= 400 || to === null) return reply;
    await reply.body?.cancel();
    address = new URL(to, address);
    if (address.origin !== start.origin && !(await mayFollow(address)))
      throw new Error(`${WHO} points to an address that is not followed.`);
  }
  throw new Error(`${WHO} points from place to place.`);
}

/**
 * Registries are public: no address of this machine or its network is asked, wherever a DOI leads.
 */
async function mayFollow({ protocol, hostname }: URL): Promise<boolean> {
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true });
  return found.length > 0 && found.every(({ address }) => isPublicAddress(address));
}

const workOf = (told: z.output<typeof csl>): Work => ({
  title: plain(told.title ?? ''),
  authors: (told.author ?? []).flatMap(({ family, given = '', literal, name }) => {
    const last = family ?? literal ?? name ?? '';
    return last === '' ? [] : [{ family: plain(last), given: plain(given) }];
  }),
  year: String(told.issued?.['date-parts']?.[0]?.[0] ?? ''),
  journal: plain(told['container-title'] ?? ''),
  volume: told.volume ?? '',
  pages: told.page ?? '',
});

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/**
 * Titles come with tags for italics and subscripts, with entities, and with line breaks anywhere.
 */
const plain = (marked: string): string =>
  marked
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
