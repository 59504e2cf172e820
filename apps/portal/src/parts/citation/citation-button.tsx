// Opens the citation tool: in the footer and on the home page.
import type { ReactNode } from 'react';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CitationTool = lazyPart(
  'The citation tool',
  () => import('./citation-tool.tsx').then((module) => module.CitationTool),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export const CitationButton = (props: {
  readonly className: string;
  readonly children: ReactNode;
}) => <DialogButton {...props} dialog={(onClose) => <CitationTool onClose={onClose} />} />;
