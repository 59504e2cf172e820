// The mark of a class of reports beside what the timelines draw of that class.
import { QUALITY_CLASSES } from '@isobar/contract/quality/timeline.ts';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ClassMark } from './class-mark.tsx';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Routine is no class of reports. */
const CODES = QUALITY_CLASSES.flatMap(({ code }) => code ?? []);

function marked(code: number) {
  const { container } = render(<ClassMark code={code} />);
  const svg = container.querySelector('svg') as SVGSVGElement;
  const number = (element: Element, name: string) => Number(element.getAttribute(name));
  const boxes = [...svg.querySelectorAll('rect')].map(
    (rect): Box => ({
      ...{ x: number(rect, 'x'), y: number(rect, 'y') },
      ...{ width: number(rect, 'width'), height: number(rect, 'height') },
    }),
  );
  return { boxes, html: svg.innerHTML, width: number(svg, 'width'), height: number(svg, 'height') };
}

it('the mark of each class is in the middle of its picture, within its edges, and no two have the same', () => {
  const marks = CODES.map(marked);
  expect(new Set(marks.map(({ html }) => html)).size).toBe(CODES.length);
  for (const { boxes, width, height } of marks)
    for (const box of boxes) {
      expect([box.x + box.width / 2, box.y + box.height / 2]).toEqual([width / 2, height / 2]);
      expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThanOrEqual(0);
    }
});

it('incorrect and suspect are distinguished without colour: one is the highest and narrow, the other is a frame', () => {
  const [incorrect, suspect] = [4, 3].map((code) => marked(code).boxes);
  const others = CODES.filter((code) => code !== 4 && code !== 3);
  const plain = others.map((code) => marked(code).boxes);
  expect(plain.map((boxes) => boxes.length)).toEqual(others.map(() => 1));
  expect([incorrect?.length, suspect?.length]).toEqual([1, 3]);
  for (const [box] of [...plain, suspect ?? []]) {
    expect(incorrect?.[0]?.height).toBeGreaterThan(box?.height ?? 0);
    expect(incorrect?.[0]?.width).toBeLessThan(box?.width ?? 0);
  }
});

it('a code that is none of the classes has the mark of a note', () => {
  expect(marked(77).html).toBe(marked(5).html);
});
