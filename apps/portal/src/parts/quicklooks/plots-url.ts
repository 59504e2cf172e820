// The whole address of plots on their own screen, to share.
import { pageHere } from '../../lib/page-here.ts';
import { type PlotsPlace, plotsPath } from './plots-address.ts';

export const plotsUrl = (place: PlotsPlace): string => pageHere(`#${plotsPath('', place)}`);
