// Port: tells another house's server something by a POST. It goes to addresses that are everybody's, and nowhere else.

export interface HookPost {
  /** https, or http where the operator allows it; its host was looked up in the operator's list. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebHooks {
  /**
   * Answers the status. Redirects are not followed, what the server says is not read. Throws Problem 'forbidden' where the name leads to
   * an address of this machine or of a network that is not everybody's, 'unavailable' when nobody answers in time.
   */
  post(post: HookPost, signal: AbortSignal): Promise<number>;
}
