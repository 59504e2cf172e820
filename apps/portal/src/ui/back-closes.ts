// Going back closes exactly the topmost overlay, and the page stays: each open layer has an entry of its own in the
// history, with the address of the page under it. Import it only from lazily loaded files.
import { useEffect, useRef } from 'react';

type Layer = { readonly close: () => void };

/** Open layers, the top one last. */
const layers: Layer[] = [];
/** True during a step back that only drops the entry of a layer that is closed already; that step closes no other layer. */
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
    setTimeout(addEntries, 0); // later, so that a layer that replaces another takes over its entry
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      setTimeout(dropEntries, 0); // later, so that a link that closed the layer has led on first
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
    // Not `history.pushState`, which the router has wrapped: the new entry is the same page.
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
  setTimeout(addEntries, 0); // for a layer that did not close, or that has opened meanwhile
});

// When a link in a layer has led to another page, going back skips the layer's entry. Browsers without the Navigation API stop at it:
// they show the page under the layer once more.
globalThis.navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
  if (navigationType !== 'traverse')
    setTimeout(addEntries, 0); // the page under an open layer has changed
  else if (!leaving && from.index > indexNow() && depth() > layers.length) history.back();
});

const indexNow = (): number => navigation.currentEntry?.index ?? 0;
