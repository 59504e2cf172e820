// The first links that the keyboard reaches: past the header, to the parts of the present screen.
import { useEffect, useState } from 'react';

/**
 * The screens mark their parts with `data-skip`; on a screen without marks the only link leads to
 * the content.
 */
export function SkipLinks() {
  const [parts, setParts] = useState<readonly string[]>([]);
  const look = (): void => setParts([...document.querySelectorAll('[data-skip]')].map(nameOf));
  useEffect(look, []);
  const names = [...new Set(parts)].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return (
    <nav
      aria-label="Skip"
      className="fixed top-2 left-3 z-50 flex -translate-y-20 gap-1 focus-within:translate-y-0"
      onFocus={look}
    >
      {names.map((name) => (
        <Skip key={name} to={name} onSkip={() => goTo(name)} />
      ))}
      <Skip to="content" onSkip={() => document.getElementById('main')?.focus()} />
    </nav>
  );
}

/** A link within the page. The hash belongs to the router, so the part is focused explicitly. */
const Skip = ({ to, onSkip }: { readonly to: string; readonly onSkip: () => void }) => (
  <a
    href={location.hash || '#/'}
    className="rounded bg-accent px-3 py-2 text-accent-ink"
    onClick={(event) => {
      event.preventDefault();
      onSkip();
    }}
  >
    Skip to {to}
  </a>
);

const ORDER: readonly string[] = ['results', 'filters', 'search'];

const nameOf = (part: Element): string =>
  (part instanceof HTMLElement ? part.dataset.skip : '') ?? '';

/** The part itself, or the first control in it; a button that opens the part is pressed. */
function goTo(name: string): void {
  const part = [...document.querySelectorAll<HTMLElement>('[data-skip]')].find(
    (one) => nameOf(one) === name && one.offsetParent !== null,
  );
  const inside = part?.matches(FOCUSABLE) ? part : part?.querySelector<HTMLElement>(FOCUSABLE);
  inside?.focus();
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
