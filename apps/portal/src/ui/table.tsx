// Tables: the row of heads, and the region in which a wide or long table is scrolled, by keyboard
// too.
import type { ReactNode } from 'react';

/** A head is a text, or what it shows with its own classes; `name` tells two of them apart. */
export type Head =
  | string
  | { readonly name: string; readonly shown?: ReactNode; readonly className?: string };

/** `cell`: classes that all heads have. */
export function TableHead(props: {
  readonly heads: readonly Head[];
  readonly cell: string;
  readonly row?: string;
  readonly className?: string;
}) {
  const { heads, cell, row, className } = props;
  return (
    <thead className={className}>
      <tr className={row}>
        {heads.map((head) => {
          const { name, shown = name, className: own = '' } = partsOf(head);
          return (
            <th key={name} scope="col" className={`${cell} ${own}`}>
              {shown}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const partsOf = (head: Head): Exclude<Head, string> =>
  typeof head === 'string' ? { name: head } : head;

export function ScrolledTable(props: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { label, className = 'overflow-x-auto', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section aria-label={label} className={className} tabIndex={0}>
      {children}
    </section>
  );
}
