// Shown in place of a part of the page that could not be loaded; the rest of the page stays as it
// is.
import { RotateCcw, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { FailurePanel } from './panels.tsx';

/**
 * `panel`: a box in place. `line`: a few words and a button, for parts as small as a button.
 * `over`: a notice over the page, for parts that cover the page, show nothing, or are inside a link
 * or a button.
 */
export type FailureLook = 'panel' | 'line' | 'over';

export type PartFailureProps = {
  readonly look: FailureLook;
  /** The part, as the start of a sentence: 'The calendar'. */
  readonly what: string;
  readonly why: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
  /** Given only where the part covers the page. */
  readonly onDismiss: () => void;
};

export function PartFailure(props: PartFailureProps) {
  const { look, what, why, busy, onRetry } = props;
  const title = `${what} could not be loaded.`;
  if (look === 'panel')
    return <FailurePanel what={title} why={why} busy={busy} onRetry={onRetry} />;
  if (look === 'over') return createPortal(<Notice {...props} title={title} />, noticesOfParts());
  return (
    <span role="alert" className="inline-flex flex-wrap items-center gap-2 text-sm text-danger">
      {title}
      <Retry busy={busy} onRetry={onRetry} />
    </span>
  );
}

/**
 * Outside a dialog that may be open: `aria-live` keeps it from being hidden from screen readers.
 */
function Notice(props: PartFailureProps & { readonly title: string }) {
  return (
    <div
      role="alert"
      aria-live="assertive"
      className="pop pointer-events-auto flex items-start gap-3 px-4 py-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-strong">{props.title}</p>
        <p className="mb-2 text-sm text-ink-2">{props.why}</p>
        <Retry busy={props.busy} onRetry={props.onRetry} />
      </div>
      <Button look="quiet" small icon aria-label="Dismiss" onClick={props.onDismiss}>
        <X size={15} aria-hidden />
      </Button>
    </div>
  );
}

const Retry = ({ busy, onRetry }: Pick<PartFailureProps, 'busy' | 'onRetry'>) => (
  <Button small busy={busy} onClick={onRetry}>
    <RotateCcw size={14} aria-hidden />
    Try again
  </Button>
);

const NOTICES = 'failed-parts';

/** One stack for all of them, so that none covers another. */
function noticesOfParts(): HTMLElement {
  const there = document.getElementById(NOTICES);
  if (there) return there;
  const made = document.createElement('div');
  made.id = NOTICES;
  made.setAttribute('aria-live', 'assertive');
  made.className =
    'pointer-events-none fixed bottom-4 left-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2';
  document.body.append(made);
  return made;
}
