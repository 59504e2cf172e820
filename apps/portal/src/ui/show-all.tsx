// The button below a list of which only the first entries are shown.
import { formatCount } from '@isobar/contract/count.ts';

export function ShowAll(props: {
  readonly isWhole: boolean;
  readonly onToggle: () => void;
  readonly count: number;
  /** What is listed, such as 'orders'. */
  readonly noun: string;
  /** Once all are shown. */
  readonly fewer?: string;
  /** The id of the list. */
  readonly controls?: string;
  readonly className?: string;
}) {
  const { isWhole, onToggle, count, noun, fewer = 'Show fewer', controls, className = '' } = props;
  return (
    <button
      type="button"
      className={`link ${className}`}
      aria-expanded={isWhole}
      aria-controls={controls}
      onClick={onToggle}
    >
      {isWhole ? fewer : `Show all ${formatCount(count)} ${noun}`}
    </button>
  );
}
