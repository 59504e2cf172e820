// What a panel shows when it has no content: why, and what to do next.
import { CircleAlert, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Nothing here (yet): a title, a sentence, and ways on. */
export function EmptyPanel(props: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-[34rem] flex-col items-center px-4 py-14 text-center">
      <h2 className="title-2">{props.title}</h2>
      {props.text && <div className="mt-2 text-ink-2">{props.text}</div>}
      {props.children && (
        <div className="mt-5 flex flex-wrap justify-center gap-2">{props.children}</div>
      )}
    </div>
  );
}

/**
 * A call failed. `what` says which, in the words of the page: 'The results could not be loaded.'
 */
export function FailurePanel(props: {
  readonly what: string;
  readonly why?: string | undefined;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3"
    >
      <CircleAlert size={19} aria-hidden className="shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-strong">{props.what}</span>
        {props.why && <span className="text-ink-2"> {props.why}</span>}
      </p>
      <Button small busy={props.busy ?? false} onClick={props.onRetry}>
        <RotateCcw size={14} aria-hidden />
        Try again
      </Button>
    </div>
  );
}
