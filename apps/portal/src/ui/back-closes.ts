// Going back closes exactly the topmost overlay, and the page stays: each open layer has an entry
// of its own in the history, with the address of the page under it. Import it only from lazily
// loaded files.
import { useEffect, useRef } from 'react';

type Layer = { readonly close: () => void };

/** Open layers, the top one last. */
const layers: Layer[] = [];
/**
 * A step back that only drops the entries of layers that are closed already; that step closes no
 * other layer. `overtakenBy`: the entry that a link has led to before the browser took the step,
 * which it then takes from there; null in browsers without the Navigation API.
 */
type Leaving = { overtakenBy: string | null };
let leaving: Leaving | null = null;
/** After this time a step is not waited for: no browser takes so long. */
const LONGEST_STEP_MS = 1000;

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
  leaving = { overtakenBy: null };
  history.go(-many);
}

window.addEventListener('popstate', () => {
  const { overtakenBy = null } = leaving ?? {};
  if (overtakenBy !== null) {
    // the link itself: the step is still to come
    if (navigation.currentEntry?.key === overtakenBy) return;
    navigation.traverseTo(overtakenBy);
  } else if (!leaving) for (const layer of layers.slice(depth()).reverse()) layer.close();
  leaving = null;
  setTimeout(addEntries, 0); // for a layer that did not close, or that has opened meanwhile
});

// When a link in a layer has led to another page, going back skips the layer's entry. Browsers
// without the Navigation API stop at it: they show the page under the layer once more.
globalThis.navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
  if (navigationType === 'push' && leaving) overtake(leaving);
  if (navigationType !== 'traverse')
    setTimeout(addEntries, 0); // the page under an open layer has changed
  else if (!leaving && from.index > indexNow() && depth() > layers.length) history.back();
});

const indexNow = (): number => navigation.currentEntry?.index ?? 0;

/** A link has led on while a step back is under way. */
function overtake(step: Leaving): void {
  step.overtakenBy = navigation.currentEntry?.key ?? null;
  setTimeout(() => {
    if (leaving !== step) return;
    leaving = null;
    addEntries();
  }, LONGEST_STEP_MS);
}
