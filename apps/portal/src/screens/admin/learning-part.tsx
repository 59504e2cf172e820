// How often data products were opened and ordered, what that adds to 'Best match', and the switch
// that turns it off.
import type { operateWords } from '@isobar/contract/calls/admin.ts';
import { switchLearning } from '@isobar/contract/calls/admin-calls.ts';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { useAct } from './operate-calls.ts';
import { RecordTable } from './record-table.tsx';

type Told = Pick<z.infer<typeof operateWords>, 'learns' | 'used'>;

const SAYS: Readonly<Record<Told['learns'], string>> = {
  on: 'Products that users open and order rank slightly higher in Best match. No record is kept of who did so.',
  off: 'Usage is neither counted nor used for ranking. Earlier counts are kept, and are used again when this is switched on.',
  never: 'ISOBAR_LEARN is off: nothing is counted now.',
};

export function LearningPart({ learns, used }: Told) {
  const act = useAct();
  const turn = (on: boolean): void =>
    act.mutate({
      does: () => ask(null, switchLearning, { body: { on } }),
      told: on
        ? 'Usage is counted and used for ranking.'
        : 'Usage is neither counted nor used for ranking.',
    });
  return (
    <section aria-label="Learning from usage" className="mt-6">
      <h3 className="mb-2 font-strong">Learning from usage</h3>
      <p className="mb-3">{SAYS[learns]}</p>
      {used.length > 0 && (
        <RecordTable
          label="Ranking gain from usage"
          head={['Data product', 'Opened', 'Ordered', 'Weight']}
          amounts={['Weight']}
          rows={used.map((one) => ({
            key: one.product,
            cells: [one.product, one.opened, one.ordered, one.weight.toFixed(2)],
          }))}
        />
      )}
      {learns !== 'never' && (
        <Button className="mt-3" disabled={act.isPending} onClick={() => turn(learns === 'off')}>
          {learns === 'on' ? 'Switch off' : 'Switch on'}
        </Button>
      )}
    </section>
  );
}
