// 'I am a person': one tick, no picture to read. The browser does the work behind it.
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Proof } from './proof.ts';

export function Captcha(props: {
  readonly proof: Proof;
  readonly onBegin: () => void;
  readonly onReset: () => void;
}) {
  const { proof } = props;
  return (
    <fieldset className="rounded-lg border border-rule bg-sunk px-3 py-2">
      <legend className="sr-only">Protection against automatic messages</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          checked={proof.state === 'verified'}
          indeterminate={proof.state === 'solving'}
          onChange={(wanted) => (wanted ? props.onBegin() : props.onReset())}
        >
          I am a person
        </Checkbox>
        <span role="status" className="ml-auto inline-flex items-center gap-1.5 text-ink-2">
          <State proof={proof} />
        </span>
      </div>
    </fieldset>
  );
}

function State({ proof }: { readonly proof: Proof }) {
  switch (proof.state) {
    case 'open':
      return null;
    case 'solving':
      return 'Checking…';
    case 'verified':
      return (
        <>
          <ShieldCheck size={16} aria-hidden className="text-accent" /> Verified
        </>
      );
    case 'expired':
      return (
        <>
          <CircleAlert size={16} aria-hidden /> Expired: tick it again
        </>
      );
    case 'failed':
      return (
        <>
          <CircleAlert size={16} aria-hidden className="text-danger" /> {proof.why}
        </>
      );
  }
}
