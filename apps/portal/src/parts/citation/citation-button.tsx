// Opens the citation tool: in the footer and on the home page.
import { lazy, type ReactNode } from 'react';
import { DialogButton } from '../../ui/dialog-button.tsx';

const CitationTool = lazy(() =>
  import('./citation-tool.tsx').then((module) => ({ default: module.CitationTool })),
);

export const CitationButton = (props: {
  readonly className: string;
  readonly children: ReactNode;
}) => <DialogButton {...props} dialog={(onClose) => <CitationTool onClose={onClose} />} />;
