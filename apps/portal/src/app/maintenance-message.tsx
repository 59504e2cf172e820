// The operators' message to every visitor, until it is dismissed. Loaded when there is one.
import { Wrench, X } from 'lucide-react';
import { Button } from '../ui/button.tsx';

export const MaintenanceMessage = (props: {
  readonly message: string;
  readonly onDismiss: () => void;
}) => (
  <aside aria-label="Maintenance" className="border-b border-rule bg-warn-soft">
    <div className="page flex items-center gap-3 py-1.5">
      <Wrench size={17} aria-hidden className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">{props.message}</p>
      <Button
        look="quiet"
        icon
        small
        aria-label="Dismiss maintenance message"
        onClick={props.onDismiss}
      >
        <X size={16} aria-hidden />
      </Button>
    </div>
  </aside>
);
