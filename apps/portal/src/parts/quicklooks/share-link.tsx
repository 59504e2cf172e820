// Copies the address of what is shown.
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const SHOWN_MS = 2000;

export function ShareLink({ url }: { readonly url: string }) {
  const [done, setDone] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setDone('copied');
    } catch (error) {
      console.error('Copying the link:', error);
      setDone('failed');
    }
  };
  return (
    <span className="inline-flex items-center">
      <Button look="soft" onClick={() => void copy()}>
        {done === 'copied' ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
        Copy link
      </Button>
      <span role="status" className={done ? 'ml-2 text-sm text-ink-2' : ''}>
        {done === 'copied' && 'Link copied'}
        {done === 'failed' && 'The link could not be copied.'}
      </span>
    </span>
  );
}
