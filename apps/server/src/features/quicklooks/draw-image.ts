// A day of profiles or spectra as an image with a colour bar; times that mostly fail a check are
// hatched below it.
import {
  cellsOf,
  type ImageClass,
  type ImageDay,
  type ValueRange,
} from '@isobar/contract/quicklooks/day.ts';
import { classColours, paintOf, paletteOf } from '@isobar/contract/quicklooks/palette.ts';
import { rangeBetween } from '@isobar/contract/quicklooks/ranges.ts';
import { axisText, barTicks, niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { placeBetween, ring, round, x } from '@isobar/contract/quicklooks/trace.ts';
import { htmlText } from '../../platform/text/html-text.ts';
import { palettePng } from '../../platform/text/png.ts';
import { type Area, areaOf, framed, INKS, NOTHING, nothingText, stroked } from './frame.ts';
import type { Picture } from './picture.ts';

/** Height of the quality strip, in pixels. */
const STRIP = 9;

export function drawImage(picture: Picture, image: ImageDay): string {
  const { job, day, theme } = picture;
  const area = areaOf(job.size, true);
  const axis = `${image.axis.name}${image.axis.units ? ` (${image.axis.units})` : ''}`;
  if (!image.range) {
    const content = nothingText(area, NOTHING, theme);
    return framed({ picture, area, axis, scale: null, place: () => 0, key: [] }, content);
  }
  const { classes } = image;
  const range =
    picture.scale && !classes
      ? rangeBetween(picture.scale.low, picture.scale.high, true)
      : image.range;
  const scale = niceScale(image.bottom, image.top, job.size === 'full' ? 5 : 3);
  const { colours, palette } = paintOf(image, range, theme);
  const indexes = cellsOf(image).map((byte) => colours[byte] ?? 0);
  const png = palettePng(image.width, image.height, indexes, palette);
  const content =
    `<image x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,${png.toString('base64')}"/>` +
    stripOf(image, area, theme) +
    (job.size !== 'full'
      ? ''
      : classes
        ? classKey(classes, area, theme)
        : colourBar(range, area, day.units, image, theme));
  const key = (['bad', 'indeterminate'] as const).filter((mark) => image[mark].length > 0);
  return framed({ picture, area, axis, scale, place: placeBetween(scale), key }, content);
}

function stripOf(image: ImageDay, area: Area, theme: Picture['theme']): string {
  const top = area.top + area.height - STRIP;
  const runs = image.bad.map(([from, to]) => {
    const left = x(area, from / image.width);
    const width = round(x(area, to / image.width) - left);
    return `<rect x="${left}" y="${top}" width="${width}" height="${STRIP}" fill="url(#hatch)" stroke="${INKS[theme].bad}" stroke-width=".6"/>`;
  });
  const rings: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [from, to] of image.indeterminate) {
    for (let bin = from; bin < to; bin++) {
      const at = x(area, (bin + 0.5) / image.width);
      if (at - before < STRIP) continue;
      rings.push(ring(at, top + STRIP / 2));
      before = at;
    }
  }
  return runs.join('') + stroked(rings.join(''), 'indeterminate', theme);
}

/** The classes with their colours, at the right. */
function classKey(classes: readonly ImageClass[], area: Area, theme: Picture['theme']): string {
  const left = area.left + area.width + 10;
  const { quiet, ink } = INKS[theme];
  const colours = classColours(classes, theme);
  const every = Math.min(20, area.height / classes.length);
  return classes
    .map(({ name }, i) => {
      const at = round(area.top + i * every);
      return `<rect x="${left}" y="${at}" width="11" height="11" fill="rgb(${(colours[i] ?? []).join()})" stroke="${quiet}" stroke-width=".6"/><text x="${left + 16}" y="${at + 10}" fill="${ink}" font-size="11">${htmlText(name.slice(0, 13))}</text>`;
    })
    .join('');
}

function colourBar(
  range: ValueRange,
  area: Area,
  units: string,
  image: ImageDay,
  theme: Picture['theme'],
): string {
  const left = area.left + area.width + 14;
  const palette = paletteOf(image, theme);
  const steps = Uint8Array.from(palette, (_, i) => palette.length - i);
  const png = palettePng(1, palette.length, steps, palette);
  const { quiet, ink } = INKS[theme];
  const ticks = barTicks(range).map(({ share, value }) => {
    const at = round(area.top + (1 - share) * area.height);
    return `<path d="M${left + 14} ${at}h4" stroke="${quiet}"/><text x="${left + 21}" y="${at + 4}" fill="${quiet}" font-size="12">${axisText(value)}</text>`;
  });
  const name = `<text x="${left}" y="${area.top - 7}" font-size="12" font-weight="600" fill="${ink}">${htmlText(units.slice(0, 14))}</text>`;
  return `<g>${name}<image x="${left}" y="${area.top}" width="14" height="${area.height}" preserveAspectRatio="none" href="data:image/png;base64,${png.toString('base64')}"/><rect x="${left}" y="${area.top}" width="14" height="${area.height}" fill="none" stroke="${quiet}"/>${ticks.join('')}</g>`;
}
