// What a question shows when it has nothing to offer: a failure with a retry, or no data.
import { UnlessEmpty } from '../../parts/empty-archive.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import type { Question } from './use-question.ts';

/** The options are gone; an error is displayed, with Try again (decision 1024). */
export const QuestionFailed = (props: {
  readonly what: 'options' | 'dates';
  readonly question: Question;
}) => (
  <FailurePanel
    what={`The ${props.what} could not be loaded.`}
    why={props.question.error?.message}
    busy={props.question.asking}
    onRetry={props.question.retry}
  />
);

/** `first`: no answer was given before this question. */
export const NothingMatches = ({ first }: { readonly first: boolean }) => (
  <p className="py-2 text-ink-2">
    <UnlessEmpty>
      {first
        ? 'This archive has no choices here. Start a new guided search in another way.'
        : 'No data match your answers so far. Open an earlier question and choose something else.'}
    </UnlessEmpty>
  </p>
);
