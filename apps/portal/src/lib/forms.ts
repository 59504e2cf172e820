// The texts of a form, and the words of its refusal.
import type { FormEvent } from 'react';
import { CallError } from './call.ts';

/** `textsOf(form)('email')`. */
const textsOf = (form: HTMLFormElement) => {
  const values = new FormData(form);
  return (name: string): string => String(values.get(name) ?? '');
};

/** What a refused call says to the person; null: nothing was refused. */
export function whyOf(error: unknown): string | null {
  if (!error) return null;
  return error instanceof CallError
    ? error.message.replace(/^body\.\w+: /, '')
    : 'This is not possible just now. Please try again in a moment.';
}

/** For `onSubmit`: the page stays, and the act is given the form's texts. */
export const withTexts =
  (act: (text: (name: string) => string, form: HTMLFormElement) => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    act(textsOf(event.currentTarget), event.currentTarget);
  };
