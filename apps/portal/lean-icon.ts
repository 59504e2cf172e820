// How icons are drawn in the built portal (see lean-icons.ts).
import { createElement, type FunctionComponent, type SVGProps } from 'react';

type Shapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | string };

/** Icons without a label of their own are hidden from screen readers. */
const isNamed = (props: object): boolean =>
  Object.keys(props).some(
    (name) => name === 'role' || name === 'title' || name.startsWith('aria-'),
  );

export function createIcon({ node }: { readonly node: Shapes }): FunctionComponent<IconProps> {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(isNamed(props) ? {} : { 'aria-hidden': true }),
        ...props,
      },
      ...shapes,
    );
}
