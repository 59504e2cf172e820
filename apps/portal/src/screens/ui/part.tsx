// A part of the interface by the name of its file, with its states beside one another.
import { type ReactNode, useId } from 'react';

export function Part(props: {
  /** The name of its file in ui/, without its ending. */
  readonly name: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-part={props.name} className="border-t border-rule py-5">
      <h2 id={id} className="mb-3 font-mono text-sm text-ink-2">
        {props.name}
      </h2>
      <div className="grid gap-4">{props.children}</div>
    </section>
  );
}

/** States in a line. */
export const States = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
