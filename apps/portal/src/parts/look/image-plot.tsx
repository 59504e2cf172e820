// Levels along time as a picture in even steps of lightness; what is left out is hatched, and what
// was not measured is the ground.
import type { LookImage, LookReply } from '@isobar/contract/calls/look.ts';
import { fromBase64 } from '@isobar/contract/quicklooks/base64.ts';
import { colouring, PALETTES } from '@isobar/contract/quicklooks/palette.ts';
import { axisText, barTicks, niceScale, tickText } from '@isobar/contract/quicklooks/scale.ts';
import { useEffect, useRef } from 'react';
import { setPixel } from '../../lib/set-pixel.ts';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { Frame, placeIn } from './frame.tsx';
import { type LeftOut, masking } from './lines.ts';
import { bandsOf, ReportBands } from './report-bands.tsx';
import type { Window } from './window.ts';

export function ImagePlot(props: {
  readonly reply: LookReply;
  readonly image: LookImage;
  readonly leftOut: LeftOut;
  readonly window: Window;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | null;
  /** Height that the cursor points at, in the units of the axis. */
  readonly level: number | null;
  readonly label: string;
}) {
  const { reply, image, leftOut, window, width, height, cursor, level, label } = props;
  const [theme] = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, image, reply, leftOut, theme);
  }, [image, reply, leftOut, theme]);
  const x = placeIn(window, width);
  const scale = niceScale(image.bottom, image.top, 4);
  const y = (value: number): number =>
    ((image.top - value) / (image.top - image.bottom || 1)) * height;
  const left = x(image.from);
  const right = x(image.from + image.step * image.width);
  return (
    <>
      <Frame
        {...{ window, width, height, scale, y, cursor, label }}
        cursorY={level === null ? null : y(level)}
        under={
          <canvas
            ref={canvas}
            className="absolute top-0 [image-rendering:pixelated]"
            style={{ left, width: right - left, height }}
          />
        }
      >
        <ReportBands bands={bandsOf(reply)} {...{ x, width, height }} />
      </Frame>
      <ColourBar image={image} theme={theme} units={reply.units} />
    </>
  );
}

function paint(
  canvas: HTMLCanvasElement,
  image: LookImage,
  { reports }: LookReply,
  leftOut: LeftOut,
  theme: Theme,
): void {
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (!context || !image.range) return;
  const colours = colouring(image.range, image.range);
  const palette = PALETTES[theme];
  const pixels = context.createImageData(image.width, image.height);
  const size = image.width * image.height;
  const cells = fromBase64(image.cells, size);
  const marks = image.marks === '' ? null : fromBase64(image.marks, size);
  const isMasked = masking(reports, leftOut);
  const { checks } = leftOut;
  const worst = checks.includes('doubtful') ? 1 : checks.includes('bad') ? 2 : 3;
  for (let column = 0; column < image.width; column++) {
    const isOut = isMasked(image.from + (column + 0.5) * image.step);
    for (let row = 0; row < image.height; row++) {
      const at = row * image.width + column;
      const colour = palette[(colours[cells[at] ?? 0] ?? 0) - 1];
      if (!colour) continue;
      // What is left out is drawn at every third place of a slanted pattern.
      const left = isOut || (marks?.[at] ?? 0) >= worst;
      if (left && (row + column) % 3 !== 0) continue;
      setPixel(pixels.data, at, colour, left ? 110 : 255);
    }
  }
  context.putImageData(pixels, 0, 0);
}

const BAR = 180;

function ColourBar(props: {
  readonly image: LookImage;
  readonly theme: Theme;
  readonly units: string;
}) {
  const { image, theme, units } = props;
  if (!image.range) return null;
  const palette = PALETTES[theme];
  const stops = Array.from({ length: 12 }, (_, n) => {
    const [r, g, b] = palette[Math.round((n / 11) * (palette.length - 1))] ?? [0, 0, 0];
    return `rgb(${r} ${g} ${b})`;
  });
  return (
    <div style={{ marginLeft: 46, width: BAR }}>
      <p className="mt-2 text-xs text-ink-2">{units}</p>
      <div
        role="img"
        className="relative mb-5 h-3"
        style={{
          background: `linear-gradient(to right, ${stops.join()})`,
        }}
        aria-label={`Colours from ${tickText(image.range.low)} to ${tickText(image.range.high)} ${units}`}
      >
        {barTicks(image.range)
          .filter((_, n, all) => all.length < 6 || n % 2 === 0)
          .map(({ share, value }) => (
            <span
              key={value}
              className="absolute top-3.5 -translate-x-1/2 text-xs text-ink-2 tabular-nums"
              style={{ left: share * BAR }}
            >
              {axisText(value)}
            </span>
          ))}
      </div>
    </div>
  );
}
