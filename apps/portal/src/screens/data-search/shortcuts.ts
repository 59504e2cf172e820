// Keys of the screen: '/' goes to the search box, '?' lists the keys.
import { useEffect, useState } from 'react';
import { SEARCH_BOX_ID } from '../../parts/typeahead/search-box.tsx';

export const KEYS: readonly (readonly [keys: string, act: string])[] = [
  ['/', 'Go to the search box'],
  ['↓ ↑', 'Move through suggestions'],
  ['Enter', 'Search, or take the suggestion'],
  ['Esc', 'Close what is open'],
  ['F8', 'Go to a notice'],
  ['+ −', 'Zoom the timelines, while the results have the focus'],
  ['← →', 'Move the timelines'],
  ['0', 'Show the whole record'],
  ['?', 'This list'],
];

/** `help`: whether the list of keys is open. */
export function useShortcuts(): { readonly help: boolean; readonly closeHelp: () => void } {
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById(SEARCH_BOX_ID)?.focus();
      } else if (event.key === '?') setHelp(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { help, closeHelp: () => setHelp(false) };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null
  );
}
