// A modal dialog with a title, a scrolling body and a footer. Heavy: import it only from lazily
// loaded files.
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { classNames } from './class-names.ts';
import { useDialogTurn } from './dialog-turn.ts';

export type DialogProps = {
  readonly open: boolean;
  /** Escape, a click on the backdrop, or the cross. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** A line under the title; also what screen readers announce. */
  readonly description?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  readonly footer?: ReactNode;
  /** CSS width, default 560px; the window's width bounds it. */
  readonly width?: string;
  /**
   * As high as the window from the start: for contents that come piece by piece, so that nothing
   * jumps.
   */
  readonly tall?: boolean;
  /** Keep it open on a click outside: for forms whose content would be lost. */
  readonly keepOpen?: boolean;
  /** The element that gets the focus at first; by default the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /**
   * The address says whether the dialog is open, so going back closes it without an entry of its
   * own in the history.
   */
  readonly inAddress?: boolean;
  readonly children?: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { open, onClose, width, tall, keepOpen, initialFocus, inAddress, ...parts } = props;
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      {...(width ? { width } : {})}
      {...(tall ? { tall } : {})}
      {...(keepOpen ? { keepOpen } : {})}
      {...(initialFocus ? { initialFocus } : {})}
      {...(inAddress ? { inAddress } : {})}
    >
      <DialogParts {...parts} />
    </DialogFrame>
  );
}

type FrameProps = Pick<
  DialogProps,
  'open' | 'onClose' | 'width' | 'tall' | 'keepOpen' | 'initialFocus' | 'inAddress' | 'children'
>;

/** The window alone: for contents that change their title and buttons while it stays open. */
export function DialogFrame(props: FrameProps) {
  const { open, onClose, width, tall, keepOpen = false, initialFocus, children } = props;
  useBackCloses(open && !props.inAddress ? onClose : null);
  const [may, opened] = useDialogTurn(open);
  return (
    <Base.Root
      open={may}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={opened}
      disablePointerDismissal={keepOpen}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim z-40" />
        <Sheet
          {...(width ? { width } : {})}
          {...(tall ? { tall } : {})}
          {...(initialFocus ? { initialFocus } : {})}
        >
          {children}
        </Sheet>
      </Base.Portal>
    </Base.Root>
  );
}

/** Is there while the window is open. */
function Sheet(props: Pick<FrameProps, 'width' | 'tall' | 'initialFocus' | 'children'>) {
  const { width, tall, initialFocus, children } = props;
  const [before] = useState(() => document.activeElement);
  const finalFocus = returnTo(before);
  const style = {
    ...(width ? { '--sheet-width': width } : {}),
    ...(tall ? { height: '100dvh' } : {}), // its greatest height is a little less
  } as CSSProperties; // a custom property is no key of CSSProperties
  return (
    <Base.Popup
      className="sheet z-40"
      style={style}
      {...(initialFocus ? { initialFocus } : {})}
      {...(finalFocus ? { finalFocus } : {})}
    >
      {children}
    </Base.Popup>
  );
}

/**
 * Base UI returns the focus to the element that had it only if the Tab key reaches that element;
 * otherwise to the first control inside it. If that was `main`, the search box would get the focus
 * and the next key would be typed there. null: Base UI does right.
 */
function returnTo(before: Element | null): (() => boolean) | null {
  if (!(before instanceof HTMLElement) || before === document.body || before.tabIndex >= 0)
    return null;
  return () => {
    queueMicrotask(() => {
      const now = document.activeElement;
      if (now === document.body || now?.closest('[role=dialog]'))
        before.focus({ preventScroll: true });
    });
    return false;
  };
}

/** Title, body and footer inside a DialogFrame. */
export function DialogParts(
  props: Omit<DialogProps, keyof FrameProps> & Pick<DialogProps, 'children'>,
) {
  const { title, description, footer, children } = props;
  return (
    <>
      <div className="flex items-start gap-4 border-b border-rule px-5 py-4">
        <div className="min-w-0 flex-1">
          <Base.Title className="title-2 line-clamp-3 break-words">{title}</Base.Title>
          {description && (
            <Base.Description className="mt-1 text-sm text-ink-2" render={<div />}>
              {description}
            </Base.Description>
          )}
        </div>
        <Base.Close aria-label="Close" className="btn btn-quiet btn-icon -mr-2 -mt-1">
          <X size={18} aria-hidden />
        </Base.Close>
      </div>
      {children !== undefined && (
        <div
          ref={reachable}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4"
        >
          {children}
        </div>
      )}
      {footer && (
        <div
          data-keep-clear
          className={classNames(
            'flex flex-wrap items-center justify-end gap-2 px-5 py-3',
            children !== undefined && 'border-t border-rule',
          )}
        >
          {footer}
        </div>
      )}
    </>
  );
}

/** A long text with nothing to press in it is scrolled with the keyboard too. */
function reachable(body: HTMLElement | null): void {
  if (!body || body.scrollHeight <= body.clientHeight) return;
  if (!body.querySelector('a[href], button, input, select, textarea, [tabindex]'))
    body.tabIndex = 0;
}
