// The button for sharing a search; its menu is loaded when it is first wanted.

import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ShareProps } from './share-menu.tsx';

const ShareMenu = lazyPart(
  'The menu',
  () => import('./share-menu.tsx').then((module) => module.ShareMenu),
  { failure: 'line' },
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
