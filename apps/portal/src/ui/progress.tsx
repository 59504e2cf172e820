// Work in progress: a turning ring where the end is unknown, a bar where it is known, a pulsing
// block for content to come.
import { classNames } from './class-names.ts';

export function Spinner({ label, size = 22 }: { readonly label: string; readonly size?: number }) {
  return (
    <span role="status" className="inline-flex items-center gap-2.5 text-ink-2">
      <span
        aria-hidden
        className="animate-[turn_0.8s_linear_infinite] rounded-full border-2 border-accent border-r-transparent"
        style={{ width: size, height: size }}
      />
      <span>{label}</span>
    </span>
  );
}

/** `value` from 0 to 1; null while the end is not known. */
export function ProgressBar(props: { readonly label: string; readonly value: number | null }) {
  const { label, value } = props;
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(value === null
        ? {}
        : { 'aria-valuenow': Math.round(value * 100), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      className="h-1.5 overflow-hidden rounded-full bg-track"
    >
      <div
        className={classNames(
          'h-full rounded-full bg-accent transition-[width]',
          value === null && 'skeleton !bg-accent',
        )}
        style={{ width: value === null ? '40%' : `${value * 100}%` }}
      />
    </div>
  );
}

/** A placeholder block; its class name gives it the size of the content to come. */
export const Skeleton = ({ className }: { readonly className: string }) => (
  <div aria-hidden className={classNames('skeleton', className)} />
);
