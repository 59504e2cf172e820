// The illustration of a case: a plot of the day above the site, and an animation of what drifted
// over it.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { useTheme } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { CaseAnimation } from './case-animation.tsx';
import { framesQuery, plotQuery } from './case-calls.ts';

export function CaseDialog(props: {
  /** YYYYMMDD */
  readonly date: string;
  readonly site: string;
  readonly onClose: () => void;
}) {
  const { date, site, onClose } = props;
  const config = useConfig();
  const [theme] = useTheme();
  const plot = useQuery(plotQuery(config, { date, site }, theme));
  const frames = useQuery(framesQuery(config, { date, site }));
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
  const label = `${site.toUpperCase()} on ${day}`;
  const failure = plot.error ?? frames.error;
  // A call that failed and is repeated counts as under way again.
  const isPending = [plot, frames].some(
    (part) => part.isPending || (part.error && part.isFetching),
  );
  const isEmpty = !plot.data && (frames.data?.length ?? 0) === 0;
  return (
    <Dialog open onClose={onClose} width="820px" title="Case illustration" description={label}>
      {isPending && <Spinner label="Loading case data..." />}
      {!isPending && failure && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="text-danger">
            Error: {failure.message}
          </p>
          <Button
            small
            onClick={() => {
              for (const part of [plot, frames]) if (part.error) void part.refetch();
            }}
          >
            Try again
          </Button>
        </div>
      )}
      {!isPending && !failure && isEmpty && <p role="status">No case data available</p>}
      {!isPending && (
        <div className="grid gap-6">
          {plot.data && (
            <img
              src={plot.data}
              alt={`Plot of ${label}: time against height`}
              // A ready-made picture may be drawn for white paper.
              className="w-full bg-white"
            />
          )}
          {frames.data && frames.data.length > 0 && (
            <CaseAnimation frames={frames.data} label={label} />
          )}
        </div>
      )}
    </Dialog>
  );
}
