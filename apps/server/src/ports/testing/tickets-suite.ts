// What every adapter of the ticket port keeps to.
import { describe, expect, it } from 'vitest';
import type { Ticket, TicketDesk } from '../tickets.ts';
import { troubleSuite } from './trouble.ts';

export interface DeskPlace {
  readonly desk: TicketDesk;
  /** Texts of the tickets that the desk has, by the number that this installation gave. */
  filed(): ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export const TICKET: Ticket = {
  number: 'INC0010001',
  caller: { name: 'Ada Byron', email: 'ada@example.org' },
  shortDescription: 'Data Discovery Support Request: s',
  description: 'From: Ada, ada@example.org\n\n<b>naïve</b> "m"',
  assignmentGroup: 'support',
};

/** `at` gives a desk at an address that holds `user:s3cret`, with a short time limit. */
export function ticketsSuite(
  name: string,
  open: () => Promise<DeskPlace>,
  at: (url: string) => TicketDesk,
): void {
  describe(`${name} as a ticket system`, () => {
    it('a ticket system takes a ticket as it is written, and answers its own number', async () => {
      const place = await open();
      const number = await place.desk.file(TICKET);
      expect(number).not.toBe('');
      expect([...place.filed()]).toEqual([[TICKET.number, TICKET.description]]);
      const other = await place.desk.file({ ...TICKET, number: 'INC0010002' });
      expect(other).not.toBe(number);
      await place.close();
    });

    it('a ticket system has the same ticket by the same number', async () => {
      const place = await open();
      const number = await place.desk.file(TICKET);
      expect(await place.desk.file(TICKET)).toBe(number);
      expect(place.filed().size).toBe(1);
      await place.close();
    });

    troubleSuite('a ticket', (url) => at(withSecret(url)).file(TICKET), { secret: 's3cret' });
  });
}

export const withSecret = (url: string): string => url.replace('http://', 'http://user:s3cret@');
