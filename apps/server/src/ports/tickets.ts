// Port: the ticket system of a support desk, where one is connected.

export interface Ticket {
  /**
   * Number that this installation gave; the same number twice is the same ticket, for systems that
   * can tell.
   */
  readonly number: string;
  readonly caller: { readonly name: string; readonly email: string };
  readonly shortDescription: string;
  readonly description: string;
  readonly assignmentGroup: string;
}

export interface TicketDesk {
  /**
   * Resolves the desk's own number when it took the ticket; rejects when it did not, and may then
   * be tried again.
   */
  file(ticket: Ticket): Promise<string>;
}
