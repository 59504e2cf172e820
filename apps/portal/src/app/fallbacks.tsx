// What is shown in place of a screen: while it loads, when it breaks, when there is none.

import type { FailureProps } from '../lib/router/failure-boundary.tsx';
import { reasonOf } from '../loading/load.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyPanel, FailurePanel } from '../ui/panels.tsx';
import { Spinner } from '../ui/progress.tsx';

export const ScreenPending = () => (
  <main className="page boot pt-16" id="main" tabIndex={-1}>
    <Spinner label="Opening…" />
  </main>
);

export const ScreenFailure = ({ error, reset }: FailureProps) => (
  <main className="page boot max-w-4xl py-16" id="main" tabIndex={-1}>
    <h1 className="title mb-6">This page could not be shown</h1>
    <FailurePanel what="Something went wrong here." why={reasonOf(error)} onRetry={reset} />
  </main>
);

export const NotFound = () => (
  <main className="page boot py-10" id="main" tabIndex={-1}>
    <h1 className="title text-center">Page not found</h1>
    <EmptyPanel
      title="No page has this address"
      text="Check it for typing errors, or continue from here."
    >
      <a className={buttonClass({ look: 'primary' })} href="#/results">
        Search the data
      </a>
      <a className={buttonClass()} href="#/">
        Go home
      </a>
    </EmptyPanel>
  </main>
);
