// Opens the citation tool, which is loaded when it is first wanted: in the footer and on the home page.
import { lazy, type ReactNode, Suspense, useState } from 'react';

const CitationTool = lazy(() =>
  import('./citation-tool.tsx').then((module) => ({ default: module.CitationTool })),
);

export function CitationButton(props: {
  readonly className: string;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {props.children}
      </button>
      {open && (
        <Suspense>
          <CitationTool onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
