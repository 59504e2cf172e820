// Asks the person to sign in: `if (await askToSignIn())`. The host stands once in the shell, the
// dialog comes lazily.
import { useSyncExternalStore } from 'react';

/**
 * Why the dialog is open: a sentence ('Sign in to place your order.'), or a call that was refused
 * as the session 'ended' or as there was 'none'.
 */
export type SignInReason = `Sign in ${string}` | 'ended' | 'none' | null;

type Asked = { readonly reason: SignInReason; readonly answer: (signedIn: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/**
 * True when a user signed in; false when the dialog was closed. Asking again while it is open waits
 * for the same answer.
 */
export function askToSignIn(reason: SignInReason = null): Promise<boolean> {
  const before = asked;
  return new Promise((resolve) => {
    change({
      reason: before?.reason ?? reason,
      answer: (signedIn) => {
        before?.answer(signedIn);
        resolve(signedIn);
      },
    });
  });
}

/** Ends the question, if there is one. */
export function answerSignIn(signedIn: boolean): void {
  const question = asked;
  change(null);
  question?.answer(signedIn);
}

export const useAsked = (): Asked | null => useSyncExternalStore(subscribe, () => asked);

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
