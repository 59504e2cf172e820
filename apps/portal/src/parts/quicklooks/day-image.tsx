// The cells of a day's image, painted in the colours of the theme; where there are no values, the
// background shows.
import { cellsOf, type ImageDay, type ValueRange } from '@isobar/contract/quicklooks/day.ts';
import { paintOf, type Theme } from '@isobar/contract/quicklooks/palette.ts';
import { useEffect, useRef } from 'react';
import { setPixel } from '../../lib/set-pixel.ts';
import { useTheme } from '../../lib/theme.ts';

export function DayImage(props: {
  readonly image: ImageDay;
  readonly range: ValueRange;
  /** Heights that the picture shows: it may be cut off, or be below others that reach higher. */
  readonly heights: { readonly bottom: number; readonly top: number };
}) {
  const { image, range, heights } = props;
  const [theme] = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, image, range, theme);
  }, [image, range, theme]);
  const whole = heights.top - heights.bottom;
  return (
    <canvas
      ref={canvas}
      className="absolute left-0 w-full [image-rendering:pixelated]"
      style={{
        top: `${(100 * (heights.top - image.top)) / whole}%`,
        height: `${(100 * (image.top - image.bottom)) / whole}%`,
      }}
    />
  );
}

function paint(canvas: HTMLCanvasElement, image: ImageDay, range: ValueRange, theme: Theme): void {
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (!context || !image.range) return;
  const { colours, palette } = paintOf(image, range, theme);
  const pixels = context.createImageData(image.width, image.height);
  cellsOf(image).forEach((byte, at) => {
    const colour = palette[(colours[byte] ?? 0) - 1];
    if (colour) setPixel(pixels.data, at, colour);
  });
  context.putImageData(pixels, 0, 0);
}
