// 'View Details & Get Data' of a row: the menu itself is loaded when it is first wanted.
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  MENU_TRIGGER_CLASS,
  MenuTriggerContent,
  menuLabel,
  type RowMenuProps,
} from './row-menu-trigger.tsx';

const RowMenu = lazyPart(
  'The menu',
  () => import('./row-menu.tsx').then((module) => module.RowMenu),
  {
    failure: 'line',
  },
);

export function RowMenuButton(props: RowMenuProps) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <button
      type="button"
      className={MENU_TRIGGER_CLASS}
      data-tour="order"
      aria-label={menuLabel(props.row)}
      aria-haspopup="menu"
      onPointerEnter={RowMenu.preload}
      onFocus={RowMenu.preload}
      onClick={() => setWanted(true)}
    >
      <MenuTriggerContent />
    </button>
  );
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <RowMenu {...props} />
    </Suspense>
  );
}
