// A menu under a button. Heavy (Base UI): import it only from lazily loaded files.
import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export type MenuEntry = {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** Either an act or an address. */
  readonly onSelect?: () => void;
  readonly href?: string;
};

export function Menu(props: {
  readonly trigger: ReactNode;
  readonly triggerClass?: string;
  readonly triggerLabel?: string;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
  /**
   * Opens at once, as if its trigger had been clicked: the trigger replaces a button that the
   * person has just clicked.
   */
  readonly pressed?: boolean;
}) {
  const { pressed = false } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  useEffect(() => {
    setLandmark(trigger.current?.closest<HTMLElement>(LANDMARKS) ?? null);
  }, []);
  useEffect(() => {
    if (!pressed || !landmark) return;
    trigger.current?.focus();
    trigger.current?.click();
  }, [pressed, landmark]);
  return (
    <Base.Root onOpenChangeComplete={(open) => open && openGuards()}>
      <Base.Trigger
        ref={trigger}
        className={props.triggerClass ?? 'btn'}
        {...(props.triggerLabel ? { 'aria-label': props.triggerLabel } : {})}
      >
        {props.trigger}
      </Base.Trigger>
      <Base.Portal container={landmark}>
        <Base.Positioner align={props.align ?? 'start'} sideOffset={5} className="z-30">
          <Base.Popup className="pop min-w-[12rem]">
            {props.entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The library's focus guards get the focus for a moment although they are hidden from screen
 * readers, which is not allowed (WCAG 4.1.2). They hold no text, so nothing more is read out when
 * they are no longer hidden.
 */
function openGuards(): void {
  for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
    guard.removeAttribute('aria-hidden');
  }
}

/**
 * The menu is put inside the part of the page that it belongs to, where screen readers look for it.
 */
const LANDMARKS = '[role="dialog"], main, header';

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const look = classNames('opt', entry.danger && 'text-danger');
  const content = (
    <>
      {entry.icon}
      {entry.label}
    </>
  );
  if (entry.href !== undefined) {
    return (
      <Base.LinkItem className={look} render={<a href={entry.href} />} closeOnClick>
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={look} disabled={entry.disabled ?? false} onClick={entry.onSelect}>
      {content}
    </Base.Item>
  );
}
