// The words of a text that do not name what it looks for: little words, words of asking and of
// study, numbers with their units.
import type { Token } from '@isobar/contract/words/fold.ts';
import { lowerSameLength } from './when.ts';
import { hasUnit } from './when-read.ts';

/** Words that say nothing about what is looked for. */
const NOISE = new Set(
  (
    'a an the of in on at by for from to and or with within without over near around about into as is are was were be been being do does did ' +
    'how much many amount quantity what which where when who whom whose why i we me my you your it its this that these those there their they our us any all ' +
    'some such other else not but than then so if also just only can cannot could should would will may might must have has had don doesn didn ' +
    'isn aren wasn show find get give got need needed want wanted looking look looked search searching please help hello hi thanks thank data ' +
    'dataset datum file measurement measured measure measuring observation observed observe product variable parameter value timesery time ' +
    'series record recorded information info instrument sensor device using use used via per between during level quality high low download ' +
    'plot graph figure available site location station vs versus campaign set type mean average averaged total daily weekly monthly yearly ' +
    'annual seasonal diurnal cycle variability variation statistic trend history historical long term latest newest recent different ' +
    'paper thesis dissertation project study research researcher student homework lesson teacher school interested analysis analyze ' +
    'compare comparison explain understand learn know tell ' +
    'above below before after maximum minimum highest lowest largest smallest peak small large tiny ' +
    'strong weak clean dirty big bright dark fast slow often always never very atmospheric atmosphere ambient air ' +
    'getting become becoming du de del des der das von und les las el di della sur por pour für fur im en em dans para con mit bei aus ' +
    'la le lo il gli un une una uno uma et au aux avec sans entre dal nel nella dello degli dei da dos die den dem ein eine oder zu zum zur ' +
    'netcdf csv ascii excel format except excluding raw due'
  ).split(' '),
);

/**
 * Words of everyday talk: when, for whom, why and how well. They are spelt rightly, and say nothing
 * about what is looked for either.
 */
const TALK = new Set(
  (
    'morning evening afternoon noon midday midnight night nighttime overnight daytime day dawn dusk tonight tomorrow yesterday week weekend ' +
    'month year decade hour minute moment soon early late later once twice again still yet already today now next previous ' +
    'people person public child kid family class classroom course lecture exam exercise report article story news book ' +
    'fly flying drive driving walk walking run running work working live living happen happening occur occurring cause caused causing affect ' +
    'affecting effect effects impact influence change changing increase increasing decrease decreasing rise rising grow growing start ' +
    'starting stop begin beginning turn keep keeping make making made take taking put come coming go going went see seen hear feel think ' +
    'expect hope try trying ask say call called mean tell work good bad best worst better worse safe unsafe dangerous risky possible likely ' +
    'real true false right wrong new old current recent modern normal usual unusual typical extreme moderate mild ' +
    'thick thin wide outdoor outside inside indoor local nearby here home house garden city town street car truck ' +
    'training train test testing check checking checked validate validating validation evaluate evaluating evaluation benchmark example label ' +
    'labelled labeled labels input output collection archive database access free simple easy quick ' +
    'basic detailed complete full whole entire part piece bit lot lots more most less least few several both each every same similar like ' +
    'type kind sort form way thing stuff something anything everything nothing case event condition situation problem ' +
    'question answer reason idea purpose application number count rate index intensity strength height risk danger warning alert alarm ' +
    'damage loss cost price market insurance policy planning plan management safety operation predict predicting ' +
    'too really quite rather exactly approximately roughly actual actually under inside up down out off together apart another ' +
    'first second third main major minor common general special specific particular certain various multiple single ' +
    'lose losing lost gain gained miss missing pass carry move moving send sent bring left buy sell pay read write save spend wait ' +
    'angle side top middle edge around behind next against throughout among ' +
    'me my mine him her his hers us ours lesson experiment hobby'
  )
    .split(' ')
    .concat('said', 'told', 'brought'), // irregular past tenses of verbs above
);

const UNITS =
  /^(?:m\/s|m s-?1|ms-1|km\/h|mm\/hr?|mm h-?1|w\/?m-?2|w m-?2|w\/m\^?2|hpa|mbar|mb|degc|degk|kg\/kg|g\/kg|g\/m3|g m-?3|kg\/m2|kg m-?2|ppbv?|ppmv?|cm-3|1\/cm3|#\/cm3|1\/mm|mm-1|mm|cm|km|nm|um|mhz|ghz|hz|dbz|db|percent|k|c|sr-1|ug\/?m-?3|ug m-3|j\/kg|j kg-1|g\/m2|g m-2|g m-3|m2\/s2|m2 s-2|m2 s-3|umol m-2 s-1|umol\/m2\/s)$/;

/** Whether a word never says what is looked for; such a word is never taken for a typo either. */
export const isLittleWord = ({ key, plain }: Pick<Token, 'key' | 'plain'>): boolean =>
  NOISE.has(plain) || NOISE.has(key) || TALK.has(plain) || TALK.has(key);

/** Numbers with units, units and little words: left out, unless there is nothing else. */
export function isNoise(token: Token, text: string): boolean {
  if (isLittleWord(token)) return true;
  const { plain, start, end } = token;
  const lower = lowerSameLength(text);
  if (/^\d+(?:\.\d+)?$/.test(plain) && hasUnit(lower, end)) return true;
  if (/\d[\s-]?$/.test(text.slice(0, start)) && hasUnit(lower, start)) return true;
  if (NUMBER_AND_UNIT.test(plain)) return true;
  if (/^\d+$/.test(plain) && /\p{L}-$/u.test(text.slice(0, start))) return true;
  if (end <= start) return false;
  const around = /\S*$/.exec(text.slice(0, start))?.[0] ?? '';
  const word = around + (/^\S*/.exec(text.slice(start))?.[0] ?? '');
  return isUnit(word);
}

/** 'W/m²', 'hPa', '(mm/h)'. */
export function isUnit(word: string): boolean {
  const bare = word
    .replace(/[()[\],;]/g, '')
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('⁻', '-')
    .replaceAll('¹', '1')
    .replace(/[µμ]/g, 'u')
    .replace(/°/g, 'deg');
  return UNITS.test(bare.toLowerCase());
}

/** '532nm', '10m', '500hpa', '30min'. */
const NUMBER_AND_UNIT = /^\d+(?:\.\d+)?(?:nm|um|mm|cm|m|km|hz|khz|mhz|ghz|hpa|mb|k|s|min|h|hr|ft)$/;
