// One order of the history: number, date, size, datastreams, and what can be done with it.

import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import { deliveredText, plural } from '@isobar/contract/count.ts';
import { formatMegabytes } from '@isobar/contract/size.ts';
import {
  CalendarX,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Clock,
  History,
  LoaderCircle,
} from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useHeardStatus } from '../tracking/use-order-status.ts';
import { keptDay, type Standing, type Stood, standing } from '../tracking/words.ts';
import { citationObjects } from './cited-of.ts';
import { QualityLine } from './data-quality.tsx';
import { Datastreams, dayOf } from './datastreams.tsx';
import { LinksMenu, ReorderMenu } from './order-menus.tsx';

const TrackingPanel = lazyPart('The state of the order', () =>
  import('../tracking/tracking-panel.tsx').then((module) => module.TrackingPanel),
);
const CitationPanel = lazyPart('The citations', () =>
  import('../citation/citation-panel.tsx').then((module) => module.CitationPanel),
);

const ChangesPanel = lazyPart('What changed', () =>
  import('../changes/changes-panel.tsx').then((module) => module.ChangesPanel),
);

type Panel = 'track' | 'citation' | 'changes';

export function OrderCard(props: {
  readonly order: OrderHistoryEntry;
  /** Opened by its link: tracking is shown and scrolled to. */
  readonly opened: boolean;
}) {
  const { opened } = props;
  const order = useFreshest(props.order);
  const [panel, setPanel] = useState<Panel | null>(
    opened ? (props.order.changes > 0 ? 'changes' : 'track') : null,
  );
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'start' });
  }, [opened]);
  const toggle = (which: Panel): void => setPanel(panel === which ? null : which);
  const id = `order-${order.orderId}`;
  return (
    <article
      ref={card}
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-rule py-5"
    >
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id={id} className="font-serif text-lg">
          Order {order.orderId}
        </h3>
        <span className="text-ink-2">Ordered {dayOf(order.orderDate)}</span>
        <span className="text-ink-2">{sizeOf(order)}</span>
        {keptDay(order) && !order.expired && (
          <span className="text-ink-2">Kept until {keptDay(order)}</span>
        )}
        {order.changes > 0 && <ChangedMark />}
        <StandingMark order={order} />
      </header>
      <Datastreams order={order} />
      <QualityLine quality={order.quality} />
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={panel === 'track'} onClick={() => toggle('track')}>
          Track Order
        </Button>
        <ReorderMenu repeated={{ orderId: order.orderId }} />
        <Button aria-expanded={panel === 'citation'} onClick={() => toggle('citation')}>
          Generate Citation
        </Button>
        {order.curStep === 'complete' && (
          <Button aria-expanded={panel === 'changes'} onClick={() => toggle('changes')}>
            What changed since
          </Button>
        )}
        <LinksMenu order={order} />
      </div>
      {panel && (
        <div className="rounded-lg border border-rule bg-surface p-4 sm:p-5">
          <Suspense fallback={<Spinner size={18} label="Opening…" />}>
            {panel === 'track' && (
              <TrackingPanel
                orderId={order.orderId}
                datastreamCount={order.datastreams.length}
                {...(order.changes > 0 ? { onChanges: () => setPanel('changes') } : {})}
              />
            )}
            {panel === 'changes' && <ChangesPanel orderId={order.orderId} />}
            {panel === 'citation' && (
              <CitationPanel objects={citationObjects(order)} onHide={() => setPanel(null)} />
            )}
          </Suspense>
        </div>
      )}
    </article>
  );
}

/** The order as the history lists it, with the newer state that tracking has received, if any. */
function useFreshest(order: OrderHistoryEntry): OrderHistoryEntry & Stood {
  const heard = useHeardStatus(order.orderId);
  if (!heard) return order;
  const { curStep, suspendReas, approveTime, failure, expires, expired, waiting } = heard;
  const { delivery, quality } = heard;
  const delivered = delivery
    ? { files: delivery.fileCount, bytes: delivery.bytes }
    : order.delivered;
  const state = { curStep, suspendReas, approveTime, failure, expires, expired, waiting };
  return { ...order, ...state, delivered, quality };
}

/** The size of what was delivered; until then that of the sources, named as such. */
function sizeOf({ delivered, totalFileCount, totalFileSize }: OrderHistoryEntry): string {
  if (delivered) return `${deliveredText(delivered.files, 0)}, ${formatMegabytes(delivered.bytes)}`;
  return `${plural(totalFileCount, 'source file')}, ${formatMegabytes(totalFileSize)}`;
}

/** Data of the order changed in the archive since it was delivered. */
const ChangedMark = () => (
  <span className="inline-flex items-center gap-1.5 rounded-md bg-warn-soft px-2 py-0.5 text-sm text-warn">
    <History size={15} aria-hidden />
    Changed since
  </span>
);

const MARKS: Readonly<Record<Standing, typeof CircleCheck>> = {
  done: CircleCheck,
  expired: CalendarX,
  working: LoaderCircle,
  queued: Clock,
  held: CirclePause,
  error: CircleAlert,
};
const COLOURS: Readonly<Record<Standing, string>> = {
  done: 'text-good',
  expired: 'text-ink-2',
  working: 'text-accent',
  queued: 'text-accent',
  held: 'text-warn',
  error: 'text-danger',
};

function StandingMark({ order }: { readonly order: Stood }) {
  const { kind, words } = standing(order);
  const Mark = MARKS[kind];
  return (
    <span className="ml-auto inline-flex items-baseline gap-1.5">
      <Mark size={17} aria-hidden className={`self-center ${COLOURS[kind]}`} />
      {words}
    </span>
  );
}
