// A tab that leads back to the top of a long page; it appears once the page is scrolled (part 1
// sections 2 and 9).
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prefersCalm } from '../ui/use-media.ts';

const FROM_PIXELS = 250;
const LOOK_EVERY_MS = 1000;

export function ToTop() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setScrolled(window.scrollY > FROM_PIXELS), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (!scrolled) return null;
  return (
    <button
      type="button"
      aria-label="Scroll to top"
      data-keep-clear
      className="btn btn-icon fixed right-3 bottom-3 z-20 shadow-(--shadow)"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: prefersCalm() ? 'auto' : 'smooth' });
        document.getElementById('main')?.focus({ preventScroll: true });
        setScrolled(false);
      }}
    >
      <ArrowUp size={17} aria-hidden />
    </button>
  );
}
