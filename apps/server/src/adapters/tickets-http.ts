// Tickets over HTTP, in the form of ServiceNow's table API: POST {address} answers {result:
// {number}}.
import * as z from 'zod';
import type { TicketDesk } from '../ports/tickets.ts';
import { apartFromSecret, boundedJson } from './outside-service.ts';

const WHO = 'The ticket system';
const PATIENCE_MS = 30_000;
const MOST_BYTES = 256 << 10;
const reply = z.object({ result: z.object({ number: z.string().min(1).max(100) }) });

/** `url` may carry user and password; they go into a header and into no log. */
export function openTickets(at: { readonly url: string; readonly patience?: number }): TicketDesk {
  const address = apartFromSecret(at.url);
  return {
    async file({ number, caller, shortDescription, description, assignmentGroup }) {
      const response = await fetch(address.url, {
        method: 'POST',
        redirect: 'error', // the credentials are for this address alone
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...address.headers,
        },
        body: JSON.stringify({
          caller_id: caller.email,
          watch_list: caller.email,
          short_description: shortDescription,
          description,
          assignment_group: assignmentGroup,
          correlation_id: number,
        }),
        signal: AbortSignal.timeout(at.patience ?? PATIENCE_MS),
      });
      const parsed = reply.safeParse(await boundedJson(response, MOST_BYTES, WHO));
      if (!parsed.success) throw new Error(`${WHO} answered without a number.`);
      return parsed.data.result.number;
    },
  };
}
