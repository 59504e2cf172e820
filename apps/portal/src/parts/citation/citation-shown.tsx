// A citation as it stands: its text, that it is being written, or that it could not be.
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { CitationText } from './citation-text.tsx';
import type { useCitation } from './use-citation.ts';
import { CITATION_FAILED } from './words.ts';

export function CitationShown(props: {
  readonly of: Pick<ReturnType<typeof useCitation>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  readonly html: string;
  readonly className?: string;
}) {
  const { of, html, className = '' } = props;
  const { data, isError, isFetching, refetch } = of;
  return (
    <div aria-live="polite" className={`min-w-0 ${className}`}>
      {data && <CitationText html={html} />}
      {!data && isFetching && <Spinner size={18} label="Writing the citation…" />}
      {isError && !isFetching && (
        <p className="flex flex-wrap items-center gap-3">
          {CITATION_FAILED}
          <Button small onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}
