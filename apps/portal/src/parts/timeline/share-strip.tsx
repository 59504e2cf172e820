// 'Share of valid data': a strip below a timeline whose height and shade are the share of valid
// values, from hour facts.
import { listFacts, readFacts } from '@isobar/contract/calls/fact-calls.ts';
import type { Span } from '@isobar/contract/quality/timeline.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { WIDTH } from './geometry.ts';
import { binHours, type ShareBin, shareBins, shareWords } from './share.ts';
import { useTimeline } from './view.tsx';

const HEIGHT = 22;
/** While facts are still computed they are asked for again. */
const REPEAT_MS = 5000;

export function ShareStrip(props: {
  readonly datastream: string;
  /** Absent: the first that the datastream is known to measure. */
  readonly variable: string | undefined;
  /** First and last data, hours since 1970 UTC. */
  readonly data: Span;
}) {
  const { data, error, isFetching, refetch } = useShares(props);
  if (error)
    return (
      <FailurePanel
        what="The share of valid data could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <span
        className="skeleton mt-1 block h-[22px]"
        role="status"
        aria-label="Loading the share of valid data"
      />
    );
  return (
    <div className="mt-1">
      <Drawing bins={data.bins} label={data.words} />
      <p className="mt-1 text-sm text-ink-2">
        <span className="font-mono">{data.variable}</span>: {data.words}.
      </p>
    </div>
  );
}

interface Shares {
  readonly variable: string;
  readonly bins: readonly ShareBin[];
  readonly words: string;
}

function useShares(props: Parameters<typeof ShareStrip>[0]) {
  const { datastream, data } = props;
  const config = useConfig();
  const hours = binHours(data[1] - data[0]);
  return useQuery<Shares>({
    queryKey: ['shares', datastream, props.variable, data, hours],
    staleTime: 10 * 60_000,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.bins.some(({ share }) => share === null) ? REPEAT_MS : false,
    queryFn: async ({ signal }) => {
      const variable =
        props.variable ??
        (await ask(config, listFacts, { params: { datastream }, signal })).variables[0]?.variable;
      if (variable === undefined) throw new Error('This datastream has no variable with numbers.');
      const [from, to] = [data[0], data[1]].map((hour) => formatInstant(Math.floor(hour) * 3600));
      const facts = await ask(config, readFacts, {
        params: { datastream, variable },
        query: { from, to, hours },
        signal,
      });
      const bins = shareBins(facts);
      return { variable, bins, words: shareWords(bins, facts.hours) };
    },
  });
}

function Drawing({ bins, label }: { readonly bins: readonly ShareBin[]; readonly label: string }) {
  const window = useTimeline((view) => view.window);
  const scale = WIDTH / Math.max(1, window[1] - window[0]);
  const seen = bins.filter(({ start, end }) => end > window[0] && start < window[1]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="block"
    >
      <path
        d={`M0 ${HEIGHT - 0.5}H${WIDTH}`}
        stroke="var(--rule)"
        vectorEffect="non-scaling-stroke"
      />
      {seen.map(({ start, end, share }) => {
        const height = (share ?? 0) * HEIGHT;
        if (height === 0) return null;
        return (
          <rect
            key={start}
            x={(start - window[0]) * scale}
            width={(end - start) * scale}
            y={HEIGHT - height}
            height={height}
            fill="var(--q-routine)"
            opacity={0.35 + 0.65 * (share ?? 0)}
          />
        );
      })}
    </svg>
  );
}
