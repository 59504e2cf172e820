// Going back closes exactly what lies on top of the page, and the page stays: each open layer has an entry of its own in the
// history, with the address of the page under it. Import it only from lazily loaded files.
import { useEffect, useRef } from 'react';

type Layer = { readonly close: () => void };

/** What is open, the top one last. */
const layers: Layer[] = [];
/** A step back that was taken for a layer closed otherwise; it closes nothing more. */
let leaving = false;

/** `onClose`: null while it is closed, or where the address says that it is open. */
export function useBackCloses(onClose: (() => void) | null): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  const open = onClose !== null;
  useEffect(() => {
    if (!open) return;
    const layer: Layer = { close: () => latest.current?.() };
    layers.push(layer);
    setTimeout(addEntries, 0); // by then, one that takes the place of another has its entry
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      setTimeout(dropEntries, 0); // by then, a link that closed it has led on
    };
  }, [open]);
}

/** How many layers the present entry of the history stands for. */
function depth(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state && 'over' in state ? Number(state.over) : 0;
}

function addEntries(): void {
  while (!leaving && depth() < layers.length) {
    // Not the method of `history`, which the router hears: it is the same page.
    History.prototype.pushState.call(history, { ...history.state, over: depth() + 1 }, '');
  }
}

function dropEntries(): void {
  const many = depth() - layers.length;
  if (many <= 0 || leaving) return;
  leaving = true;
  history.go(-many);
}

window.addEventListener('popstate', () => {
  if (!leaving) for (const layer of layers.slice(depth()).reverse()) layer.close();
  leaving = false;
  setTimeout(addEntries, 0); // for one that would not close, and one that opened meanwhile
});

// Browsers without it show the page under a layer that a link has left once more, before they go back further.
globalThis.navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
  if (navigationType !== 'traverse')
    setTimeout(addEntries, 0); // the page under an open layer has changed
  else if (!leaving && from.index > indexNow() && depth() > layers.length) history.back();
});

const indexNow = (): number => navigation.currentEntry?.index ?? 0;
