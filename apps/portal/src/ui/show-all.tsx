// The button below a list of which only the first entries are shown.

export function ShowAll(props: {
  readonly isWhole: boolean;
  readonly onToggle: () => void;
  /** Such as 'Show all 12 orders'. */
  readonly more: string;
  /** Once all are shown. */
  readonly fewer?: string;
  /** The id of the list. */
  readonly controls?: string;
  readonly className?: string;
}) {
  const { isWhole, onToggle, more, fewer = 'Show fewer', controls, className = '' } = props;
  return (
    <button
      type="button"
      className={`link ${className}`}
      aria-expanded={isWhole}
      aria-controls={controls}
      onClick={onToggle}
    >
      {isWhole ? fewer : more}
    </button>
  );
}
