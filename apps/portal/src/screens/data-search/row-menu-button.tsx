// 'View Details & Get Data' of a row: the menu itself is loaded when it is first wanted.
import { lazy, Suspense, useState } from 'react';
import {
  MENU_TRIGGER_CLASS,
  MenuTriggerContent,
  menuLabel,
  type RowMenuProps,
} from './row-menu-trigger.tsx';

const loadMenu = () => import('./row-menu.tsx');
const RowMenu = lazy(() => loadMenu().then((module) => ({ default: module.RowMenu })));

export function RowMenuButton(props: RowMenuProps) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <button
      type="button"
      className={MENU_TRIGGER_CLASS}
      data-tour="order"
      aria-label={menuLabel(props.row)}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
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
