// A facility's own service of campaigns and computing requests over HTTP: GET {address}/fc/afc and
// /fc/hpcr, JSON lists.
import { afc, hpcr } from '@isobar/contract/calls/proposals.ts';
import * as z from 'zod';
import type { Participant, Proposals } from '../ports/proposals.ts';
import { apartFromSecret, boundedJson } from './outside-service.ts';

const WHO = 'The campaign service';
const PATIENCE_MS = 10_000;
const MOST_BYTES = 1 << 20;
const MOST_ROWS = 1000;

/**
 * Other services write null for a missing text and numbers for ids; a role may be true, 'Y' or 1.
 */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((v) => String(v ?? ''));
const flag = z
  .union([z.boolean(), z.string(), z.number()])
  .nullish()
  .transform((v) => v === true || v === 1 || /^(y|yes|true|1)$/i.test(String(v ?? '')));
const theirAfc = z.object({
  proposedAcronym: text,
  campaignId: text,
  campaignName: text,
  statusDesc: text,
  leadScientist: flag,
  startDate: text,
  endDate: text,
});
const theirHpcr = z.object({
  shortDescription: text,
  number: text,
  pi: flag,
  startDate: text,
  endDate: text,
});

/** `url` may carry user and password; they go into a header and into no log. */
export function openProposals(at: { readonly url: string; readonly patience?: number }): Proposals {
  const address = apartFromSecret(at.url);

  async function list(path: string, person: Participant): Promise<unknown> {
    const url = new URL(address.url);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
    url.searchParams.set('personId', person.personId);
    url.searchParams.set('userName', person.userName);
    url.searchParams.set('email', person.email);
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json', ...address.headers },
      signal: AbortSignal.timeout(at.patience ?? PATIENCE_MS),
    });
    return await boundedJson(response, MOST_BYTES, WHO);
  }
  return {
    afcsOf: async (person) =>
      z
        .array(theirAfc.pipe(afc))
        .max(MOST_ROWS)
        .parse(await list('/fc/afc', person)),
    hpcrsOf: async (person) =>
      z
        .array(theirHpcr.pipe(hpcr))
        .max(MOST_ROWS)
        .parse(await list('/fc/hpcr', person)),
  };
}
