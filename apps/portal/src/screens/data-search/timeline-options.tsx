// 'Timeline Display Options': pending values that apply to the timelines of this page.
import { HIDE_ALL, RESOLUTIONS } from '@isobar/contract/quality/timeline.ts';
import { useState } from 'react';
import { useTimeline } from '../../parts/timeline/view.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';

const CHOICES = [
  ...RESOLUTIONS.map(({ label, minDays }) => ({ value: String(minDays), label })),
  { value: String(HIDE_ALL), label: 'Hide all' },
];

export function TimelineOptions({ onClose }: { readonly onClose: () => void }) {
  const current = useTimeline((view) => view.options);
  const apply = useTimeline((view) => view.setOptions);
  const [pending, setPending] = useState(current);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Timeline Display Options"
      width="440px"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            onClick={() => {
              apply(pending);
              onClose();
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label="DQR Resolution"
          choices={CHOICES}
          value={String(pending.resolution)}
          disabled={pending.byZoom}
          onChange={(value) => setPending({ ...pending, resolution: Number(value) })}
        />
        <Checkbox
          checked={pending.byZoom}
          onChange={(byZoom) => setPending({ ...pending, byZoom })}
        >
          Filter DQRs based on zoom
        </Checkbox>
        <Checkbox checked={pending.shown} onChange={(shown) => setPending({ ...pending, shown })}>
          Show timelines in results
        </Checkbox>
        <p className="text-sm text-ink-2">
          These options apply only to the timelines on this page.
        </p>
      </div>
    </Dialog>
  );
}
