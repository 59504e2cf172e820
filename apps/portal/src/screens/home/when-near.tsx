// What takes long to draw, and is below the window on a phone: it is drawn when it comes near.
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** How far below the window it begins. */
const MARGIN = '300px';

/** `room`: what is in its place until then, as high as it is. */
export function WhenNear(props: { readonly room: ReactNode; readonly children: ReactNode }) {
  const { room, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  if (!near) return <div ref={place}>{room}</div>;
  return <Suspense fallback={room}>{children}</Suspense>;
}
