// Copies a text; says for two seconds whether it worked. Code is shown as it is copied.
import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

export type CopyState = 'ready' | 'copied' | 'failed';

const SHOWN_MS = 2000;

/** The state, and the act; the state goes back to 'ready' by itself and whenever `text` changes. */
export function useCopy(text: string): readonly [CopyState, () => void] {
  const [done, setDone] = useState<{ text: string; state: CopyState } | null>(null);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = (): void => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('closed'));
    written.then(
      () => setDone({ text, state: 'copied' }),
      () => setDone({ text, state: 'failed' }),
    );
  };
  return [done?.text === text ? done.state : 'ready', copy];
}

/** A copy button that shows only a symbol; `label` names it. */
export function CopyButton(props: { readonly text: string; readonly label: string }) {
  const [state, copy] = useCopy(props.text);
  const Mark = state === 'copied' ? Check : state === 'failed' ? X : Copy;
  return (
    <>
      <Button look="quiet" small icon aria-label={props.label} onClick={copy}>
        <Mark size={14} aria-hidden />
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'Copy Failed'}
      </span>
    </>
  );
}

/** What a button with words says, by its state. */
export const COPY_WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Copy Failed' } as const;

/** For screen readers, beside a button with words. */
export const CopiedStatus = ({ state }: { readonly state: CopyState }) => (
  <span role="status" className="sr-only">
    {state === 'copied' && 'Copied'}
  </span>
);

export const CopyFailed = ({ state }: { readonly state: CopyState }) =>
  state === 'failed' ? (
    <p className="mt-2 text-sm text-ink-2">
      The browser does not allow this page to copy. Select the text and copy it with the keyboard.
    </p>
  ) : null;

/** Code to copy, in a region that is scrolled by keyboard. */
export function CodeText(props: {
  readonly language: string;
  readonly text: string;
  readonly className?: string;
}) {
  const { language, text, className = '' } = props;
  return (
    <section
      aria-label={`Code in ${language}`}
      className={`overflow-auto rounded-lg border border-rule bg-surface p-3 ${className}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
    >
      <pre className="font-mono text-xs">
        <code>{text}</code>
      </pre>
    </section>
  );
}
