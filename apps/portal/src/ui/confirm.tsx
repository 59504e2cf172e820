// Asks a yes-or-no question: `if (await confirm({...}))`. The host stands once in the shell, the
// dialog comes lazily.

import { Suspense, useSyncExternalStore } from 'react';
import type { Question } from './confirm-dialog.tsx';
import { lazyPart } from './lazy-part.tsx';

type Asked = { readonly question: Question; readonly answer: (yes: boolean) => void };

const ConfirmDialog = lazyPart(
  'The question',
  () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  { failure: 'over', onDismiss: ({ onAnswer }) => onAnswer(false) },
);

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/**
 * True when confirmed; false when cancelled or closed. A second question answers the first with
 * false.
 */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    change({
      question,
      answer: (yes) => {
        change(null);
        resolve(yes);
      },
    });
  });
}

/** Answers an open question with no, between tests. @internal */
export const dismissConfirm = (): void => asked?.answer(false);

export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} onAnswer={current.answer} />
    </Suspense>
  );
}

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
