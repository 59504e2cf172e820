// Port: mail to a person.

export interface Mail {
  /**
   * Unique to the occasion: the same id twice is the same mail, for stores and readers that can
   * tell.
   */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** Absent: plain text only. */
  readonly html?: string;
  /**
   * Address that ends mails of this kind by one POST, without a sign-in (RFC 8058); absent: the
   * mail answers an action of its reader.
   */
  readonly unsubscribe?: string;
}

export interface MailSender {
  /**
   * Resolves when the mail was handed over durably; rejects when it was not, and may then be tried
   * again.
   */
  send(mail: Mail): Promise<void>;
}
