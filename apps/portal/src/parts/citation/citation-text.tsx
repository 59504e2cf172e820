// A citation as its style sets it: italics, bold, superscript and subscript; anything else in an
// answer is shown as text.
import { Fragment, type ReactNode } from 'react';

/** Citations may come as HTML; what is copied is their text. */
export const plainOf = (html: string): string => bodyOf(html).textContent?.trim() ?? '';

export const CitationText = ({ html }: { readonly html: string }) => (
  <p className="font-serif break-words whitespace-pre-wrap">{nodesOf(bodyOf(html))}</p>
);

const bodyOf = (html: string): HTMLElement =>
  new DOMParser().parseFromString(html, 'text/html').body;

function nodesOf(parent: Node): readonly ReactNode[] {
  return [...parent.childNodes].map((node, n) => {
    if (!(node instanceof Element)) return node.textContent;
    const inner = nodesOf(node);
    const key = `${node.nodeName}-${n}`;
    switch (node.nodeName) {
      case 'I':
      case 'EM':
        return <i key={key}>{inner}</i>;
      case 'B':
      case 'STRONG':
        return <b key={key}>{inner}</b>;
      case 'SUP':
        return <sup key={key}>{inner}</sup>;
      case 'SUB':
        return <sub key={key}>{inner}</sub>;
      case 'SCRIPT':
      case 'STYLE':
        return null;
      default:
        return <Fragment key={key}>{inner}</Fragment>;
    }
  });
}
