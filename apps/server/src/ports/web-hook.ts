// Port: notifies another organisation's server by a POST. It goes to public addresses, and nowhere
// else.

export interface HookPost {
  /** https, or http where the operator allows it; its host was looked up in the operator's list. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebHooks {
  /**
   * Resolves to the status. Redirects are not followed, and the body of the answer is not read.
   * Throws Problem 'forbidden' when the name leads to an address of this machine or of a private
   * network, 'unavailable' when no server answers in time.
   */
  post(post: HookPost, signal: AbortSignal): Promise<number>;
}
