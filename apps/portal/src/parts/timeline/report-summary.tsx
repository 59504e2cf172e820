// The selected report of a timeline, and the others that overlap it.
import { QUALITY_CLASSES, type QualityRange } from '@isobar/contract/quality/timeline.ts';
import { formatCompactDay, formatDayTime } from '@isobar/contract/time.ts';
import { dqrPayload, rangeOf, type TimelineItem } from '../../lib/quality/timeline-object.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { readDate, today, useNestedPlots } from '../quicklooks/plots-address.ts';
import { ReportLink } from '../report/report-link.tsx';
import { type FactsOf, type ReportFacts, secondsOf } from './report-facts.ts';
import { hasReport } from './report-key.ts';
import { VariableNames } from './variable-names.tsx';

/** A datastream and one of its variables. */
export type PlotsOf = { readonly ds: string; readonly vn: string };

type SummaryProps = {
  readonly ranges: readonly QualityRange[];
  readonly selected: QualityRange;
  readonly onSelect: (range: QualityRange | null) => void;
  readonly factsOf: FactsOf;
};

/** `plots`: what can be plotted; null: nothing, or no variable is known. */
export function ReportSummary({
  plots,
  selected,
  ...props
}: Omit<SummaryProps, 'selected'> & {
  readonly selected: QualityRange | null;
  readonly plots: PlotsOf | null;
}) {
  if (!selected) return null;
  if (!plots) return <Summary {...props} selected={selected} />;
  return <PlottedSummary {...props} selected={selected} plots={plots} />;
}

/** The plots take the place of the summary while they are open. */
function PlottedSummary({ plots, ...props }: SummaryProps & { readonly plots: PlotsOf }) {
  const nested = useNestedPlots();
  if (nested.place) return null;
  const date = readDate(formatCompactDay((props.selected.end - 1) * 3600)) ?? today();
  return <Summary {...props} onPlots={() => nested.open({ ...plots, date })} />;
}

function Summary(props: SummaryProps & { readonly onPlots?: () => void }) {
  const { ranges, selected, onSelect, factsOf, onPlots } = props;
  const told = dqrPayload(ranges, selected);
  if (!told) return null;
  return (
    <section
      aria-label="Selected report"
      className="rounded-lg border border-rule bg-paper px-4 py-3"
    >
      <div className="flex items-start justify-between gap-3">
        <h4 className="caps mr-auto">Selected item</h4>
        {onPlots && (
          <Button small onClick={onPlots}>
            Data Plots
          </Button>
        )}
        <Button look="quiet" small onClick={() => onSelect(null)}>
          Close
        </Button>
      </div>
      <Item item={told.selected} facts={factsOf(selected)} />
      {told.subset.length > 0 && (
        <>
          <h4 className="caps mt-3">Other items in range</h4>
          <ul className="max-h-48 overflow-y-auto">
            {told.subset.map((item) => (
              <li key={item.id} className="border-t border-rule py-1.5">
                <Item
                  item={item}
                  facts={factsOf(rangeOf(ranges, item) ?? selected)}
                  onSelect={() => onSelect(rangeOf(ranges, item))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Item(props: {
  readonly item: TimelineItem;
  readonly facts: ReportFacts | null;
  readonly onSelect?: () => void;
}) {
  const { item, facts, onSelect } = props;
  const { className, name, dqrId } = item;
  const { start, end } = secondsOf(item, facts);
  const help = QUALITY_CLASSES.find((one) => one.name === className)?.description ?? '';
  const explained = className === 'limited' || className === 'missing';
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <span className="inline-flex items-center gap-1 font-strong">
        {name.toUpperCase()}
        {explained && <Tooltip label={`About ${name.toLowerCase()}`}>{help}</Tooltip>}
      </span>
      <span>
        {formatDayTime(start)} – {formatDayTime(end)} UTC
      </span>
      {hasReport({ reportId: dqrId }) && (
        <>
          <span className="font-mono text-sm text-ink-2">{dqrId}</span>
          <ReportLink id={dqrId} className="link text-sm">
            View Report<span className="sr-only"> {dqrId}</span>
          </ReportLink>
        </>
      )}
      {facts && (
        <span className="min-w-0">
          {facts.subject} <VariableNames variables={facts.variables} />
        </span>
      )}
      {onSelect && (
        <Button look="quiet" small onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  );
}
