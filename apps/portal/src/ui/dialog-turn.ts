// Dialogs open one after another: of two that open at the same time, each would hide the other from
// assistive technology.
import { useLayoutEffect, useRef, useState } from 'react';

/** Lets a dialog open. */
type Waiting = () => void;

/**
 * Dialogs that are to be open and are not yet, in the order of their requests; the first of them is
 * opening.
 */
const waiting: Waiting[] = [];
/**
 * An opening that takes longer, as in a window in the background, no longer keeps the next dialog
 * closed.
 */
const LONGEST_MS = 1000;

/** Returns whether the dialog may be open now, and what it calls when it has opened. */
export function useDialogTurn(requested: boolean): readonly [may: boolean, opened: () => void] {
  const [may, setMay] = useState(requested && waiting.length === 0);
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    if (!requested) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open: Waiting = () => {
      setMay(true);
      timer = setTimeout(end, LONGEST_MS);
    };
    const end = (): void => {
      clearTimeout(timer);
      const place = waiting.indexOf(open);
      if (place < 0) return;
      waiting.splice(place, 1);
      if (place === 0) waiting[0]?.();
    };
    leave.current = end;
    waiting.push(open);
    if (waiting[0] === open) open();
    else setMay(false);
    return end;
  }, [requested]);
  return [requested && may, () => leave.current()];
}
