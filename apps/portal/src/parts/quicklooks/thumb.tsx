// One day's plot as a thumbnail: shows it larger when the pointer rests on it, and opens it when pressed.
import type { Quicklook } from '@isobar/contract/search/plan-quicklooks.ts';
import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { dashed } from './month.ts';

const REST_MS = 250;
const PREVIEW = { width: 570, height: 240 } as const;

export const plotName = ({ vn, dated }: Quicklook): string => `${vn} on ${dashed(dated)}`;

export function Thumb(props: {
  readonly plot: Quicklook;
  /** The day that the address names. */
  readonly current: boolean;
  readonly onOpen: () => void;
}) {
  const { plot, current, onOpen } = props;
  const [failed, setFailed] = useState(false);
  const [resting, setResting] = useState<DOMRect | null>(null);
  const preview = useAfterRest(resting);
  const leave = (): void => setResting(null);
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge ${plotName(plot)}`}
        aria-current={current ? 'date' : undefined}
        className={classNames(
          'block w-full overflow-hidden rounded border bg-white',
          current ? 'border-accent outline-2 outline-accent' : 'border-rule hover:border-rule-2',
        )}
        onMouseEnter={(event) => setResting(event.currentTarget.getBoundingClientRect())}
        onMouseLeave={leave}
        onClick={() => {
          leave();
          onOpen();
        }}
      >
        {failed ? (
          <span className="grid aspect-[240/132] place-items-center px-1 text-[.8rem] text-[#4b5b65]">
            Not drawn
          </span>
        ) : (
          <img
            src={`${plot.url}?size=small`}
            alt=""
            loading="lazy"
            width={240}
            height={132}
            className="block h-auto w-full"
            onError={() => setFailed(true)}
          />
        )}
      </button>
      {preview && !failed && <Preview plot={plot} at={preview} />}
    </>
  );
}

/** Beside the thumbnail, inside the window. */
function Preview({ plot, at }: { readonly plot: Quicklook; readonly at: DOMRect }) {
  const left = Math.min(
    Math.max(8, at.left + at.width / 2 - PREVIEW.width / 2),
    innerWidth - PREVIEW.width - 8,
  );
  const above = at.top - PREVIEW.height - 20;
  const top = above >= 8 ? above : at.bottom + 8;
  return (
    <span
      role="tooltip"
      className="pop pointer-events-none fixed z-50 hidden !bg-white md:block"
      style={{ left, top, width: PREVIEW.width }}
    >
      <img
        src={plot.url}
        alt={`Preview of ${plotName(plot)}`}
        width={760}
        height={320}
        className="h-auto w-full"
      />
    </span>
  );
}

/** What was rested on for a moment, so that passing over shows nothing. */
function useAfterRest(resting: DOMRect | null): DOMRect | null {
  const [rested, setRested] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (!resting) {
      setRested(null);
      return;
    }
    const timer = setTimeout(() => setRested(resting), REST_MS);
    return () => clearTimeout(timer);
  }, [resting]);
  return rested;
}
