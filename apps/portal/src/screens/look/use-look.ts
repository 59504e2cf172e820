// The state of the screen: the address, but for the window while it is being moved, which is
// written into the address when it rests.
import { useEffect, useMemo, useState } from 'react';
import { useParams, useRouter, useSearch } from '../../lib/router/provider.tsx';
import type { Window } from '../../parts/look/window.ts';
import { type LookOf, type LookPlace, lookPath, readLook } from '../../parts/look-address.ts';

/** The window is written into the address after it has rested for so long. */
const REST_MS = 350;

export function useLook() {
  const router = useRouter();
  const params = useParams();
  const search = useSearch();
  const datastream = params.ds ?? '';
  const variable = params.vn ?? '';
  const of: LookOf = useMemo(() => ({ datastream, variable }), [datastream, variable]);
  const place = useMemo(() => readLook(search), [search]);
  const [moving, setMoving] = useState<Window | null>(null);
  const go = (next: Partial<LookPlace>, to: LookOf = of, replace = false): void =>
    void router.navigate({
      href: lookPath(to, { ...place, ...next }),
      replace,
      resetScroll: false,
    });
  useEffect(() => {
    if (!moving) return;
    // The address is shown a moment after it was written.
    if (place.from === moving.from && place.to === moving.to) {
      setMoving((now) => (now === moving ? null : now));
      return;
    }
    const timer = setTimeout(() => {
      const href = lookPath(of, { ...place, ...moving, state: '', array: '' });
      void router.navigate({ href, replace: true, resetScroll: false });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moving, of, place, router]);
  return { of, place, moving, setMoving, go };
}
