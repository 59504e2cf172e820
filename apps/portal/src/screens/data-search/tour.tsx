// A tour under way: one step after the other, by buttons or arrow keys; Escape ends it.
import type { Search } from '@isobar/contract/search/filter.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spotlight } from '../../ui/spotlight.tsx';
import type { Go } from './search-address.ts';
import { TOURS, type TourName, type TourStep, tourCookie } from './tour-steps.ts';

export function Tour(props: {
  readonly name: TourName;
  readonly go: Go;
  readonly onClose: () => void;
}) {
  const { name, go, onClose } = props;
  const steps: readonly TourStep[] = TOURS[name].steps;
  const [at, setAt] = useState(0);
  const forward = useRef<HTMLButtonElement>(null);
  const step = steps[at];
  const last = at === steps.length - 1;
  const close = (): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = tourCookie(name);
    onClose();
  };
  const next = (): void => {
    const leadsTo: Search | undefined = step?.leadsTo;
    if (leadsTo) go(leadsTo, { toTop: true });
    if (last) close();
    else setAt(at + 1);
  };
  const back = (): void => setAt(Math.max(0, at - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') next();
    if (event.key === 'ArrowLeft') back();
  };
  if (!step) return null;
  return (
    <Spotlight
      targets={step.targets}
      title={step.title}
      onClose={close}
      initialFocus={forward}
      onKeyDown={onKeyDown}
      footer={
        <>
          <span className="mr-auto text-sm text-ink-2">
            Step {at + 1} of {steps.length}
          </span>
          {!last && (
            <Button look="quiet" small onClick={close}>
              End tour
            </Button>
          )}
          {at > 0 && (
            <Button small onClick={back}>
              Back
            </Button>
          )}
          <Button small look="primary" ref={forward} onClick={next}>
            {last ? 'Done' : 'Next'}
          </Button>
        </>
      }
    >
      <p aria-live="polite">{step.text}</p>
    </Spotlight>
  );
}
