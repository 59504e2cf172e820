// The keys of the screen, as a list.
import { Dialog } from '../../ui/dialog.tsx';
import { KEYS } from './shortcuts.ts';

export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Keys" width="440px">
    <dl className="grid grid-cols-[5.5rem_1fr] gap-y-2">
      {KEYS.map(([keys, act]) => (
        <div key={keys} className="contents">
          <dt>
            <kbd className="rounded border border-rule bg-sunk px-2 py-0.5 font-mono text-sm">
              {keys}
            </kbd>
          </dt>
          <dd>{act}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
