// The launches of a day: values along the bottom, height upwards, each launch with strokes of its
// own.
import type { ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { heightsOf, rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { axisText, niceScale } from '@isobar/contract/quicklooks/scale.ts';
import {
  cross,
  DASHES,
  placeBetween,
  profileMarks,
  profilePath,
  ring,
  x,
} from '@isobar/contract/quicklooks/trace.ts';
import { type Area, areaOf, framed, INKS, NOTHING, nothingText, stroked } from './frame.ts';
import type { Picture } from './picture.ts';

export function drawProfiles(picture: Picture, { axis, ascents }: ProfileDay): string {
  const { job, day, theme } = picture;
  const area = areaOf(job.size, true);
  const name = `${axis.name}${axis.units ? ` (${axis.units})` : ''}`;
  const [range, heights] = [picture.scale ?? rangeOfDay(day), heightsOf([day])];
  if (!range || !heights || ascents.length === 0) {
    const content = nothingText(area, NOTHING, theme);
    return framed({ picture, area, axis: name, scale: null, place: () => 0, key: [] }, content);
  }
  const ticks = job.size === 'full' ? 5 : 3;
  const across = niceScale(range.low, range.high, ticks);
  const up = niceScale(heights.bottom, heights.top, ticks);
  const [place, height] = [placeBetween(across), placeBetween(up)];
  const paths = ascents.map((ascent, i) => {
    const dash = DASHES[i % DASHES.length];
    const d = profilePath(ascent, area, place, height);
    return `<path d="${d}" fill="none" stroke="${INKS[theme].line}" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ''} stroke-linejoin="round" clip-path="url(#area)"/>`;
  });
  const spots = (of: 'bad' | 'indeterminate'): string =>
    ascents
      .flatMap((ascent) => profileMarks(ascent, ascent[of], area, place, height))
      .map(([cx, cy]) => (of === 'bad' ? cross(cx, cy) : ring(cx, cy)))
      .join('');
  const marks = { bad: spots('bad'), indeterminate: spots('indeterminate') };
  const content =
    paths.join('') +
    stroked(marks.indeterminate, 'indeterminate', theme) +
    stroked(marks.bad, 'bad', theme) +
    (job.size === 'full' ? launches(ascents, area, theme) : '');
  const key = (['bad', 'indeterminate'] as const).filter((mark) => marks[mark] !== '');
  const below = {
    title: day.units || 'no units',
    ticks: across.ticks.map((tick) => ({ share: place(tick), text: axisText(tick) })),
  };
  return framed({ picture, area, axis: name, scale: up, place: height, key, below }, content);
}

/** Which strokes are which launch, at the right. */
function launches(ascents: ProfileDay['ascents'], area: Area, theme: Picture['theme']): string {
  const left = x(area, 1) + 8;
  return ascents
    .slice(0, 10)
    .map(({ start }, i) => {
      const at = area.top + 10 + i * 20;
      const dash = DASHES[i % DASHES.length];
      return `<path d="M${left} ${at}h20" stroke="${INKS[theme].line}" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ''}/><text x="${left + 25}" y="${at + 4}" font-size="12" fill="${INKS[theme].quiet}">${clock(start)}</text>`;
    })
    .join('');
}

const clock = (second: number): string =>
  [Math.floor(second / 3600), Math.floor((second % 3600) / 60)]
    .map((part) => String(Math.max(0, part)).padStart(2, '0'))
    .join(':');
