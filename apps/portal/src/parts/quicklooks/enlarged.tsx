// A plot at full size, with the days before and after it.
import type { Quicklook } from '@isobar/contract/search/plan-quicklooks.ts';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { dashed } from './month.ts';
import { plotName } from './thumb.tsx';

export function Enlarged(props: {
  readonly plot: Quicklook;
  readonly ds: string;
  readonly before: Quicklook | undefined;
  readonly after: Quicklook | undefined;
  readonly onGo: (plot: Quicklook) => void;
  readonly onClose: () => void;
}) {
  const { plot, ds, before, after, onGo, onClose } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      width="860px"
      title={dashed(plot.dated)}
      description={
        <span className="font-mono text-[.88rem]">
          {ds} · {plot.vn}
        </span>
      }
      footer={
        <>
          <a
            className={`${buttonClass({ look: 'quiet' })} mr-auto`}
            href={plot.url}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={15} aria-hidden />
            Open image
          </a>
          <Button disabled={!before} onClick={() => before && onGo(before)}>
            <ChevronLeft size={16} aria-hidden />
            Earlier day
          </Button>
          <Button disabled={!after} onClick={() => after && onGo(after)}>
            Later day
            <ChevronRight size={16} aria-hidden />
          </Button>
        </>
      }
    >
      <Picture key={plot.url} plot={plot} />
    </Dialog>
  );
}

function Picture({ plot }: { readonly plot: Quicklook }) {
  const [state, setState] = useState<{ tries: number; failed: boolean }>({
    tries: 0,
    failed: false,
  });
  if (state.failed) {
    return (
      <FailurePanel
        what="The plot could not be drawn."
        onRetry={() => setState({ tries: state.tries + 1, failed: false })}
      />
    );
  }
  return (
    <img
      key={state.tries}
      src={state.tries === 0 ? plot.url : `${plot.url}?size=full`}
      alt={`Plot of ${plotName(plot)}`}
      width={760}
      height={320}
      className="h-auto w-full rounded bg-white"
      onError={() => setState({ ...state, failed: true })}
    />
  );
}
