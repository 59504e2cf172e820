// The button for sharing a search; its menu is loaded when it is first wanted.

import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ShareProps } from './share-menu.tsx';

const ShareMenu = lazy(() =>
  import('./share-menu.tsx').then((module) => ({ default: module.ShareMenu })),
);

export function ShareButton(props: ShareProps) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <Button
      look="quiet"
      icon
      aria-label="Share or download these results"
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <Share2 size={17} aria-hidden />
    </Button>
  );
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <ShareMenu {...props} />
    </Suspense>
  );
}
