// The browser tab says which screen is open, then the title of the site.
import { useEffect } from 'react';
import { useConfig } from './config.ts';

/** `usePageTitle('Cart')` -> 'Cart · Atmospheric Data Discovery'. */
export function usePageTitle(screen: string | null): void {
  const { title } = useConfig();
  useEffect(() => {
    document.title = screen ? `${screen} · ${title}` : title;
  }, [screen, title]);
}
