// The words of the calendar in the languages of searches: months and seasons, lower case as
// `lowerSameLength` leaves them.

/**
 * By month, January first. Abbreviations are listed for English, and for other languages where they
 * mean nothing else.
 */
const MONTHS: readonly string[] = [
  'january jan januar jänner janvier enero janeiro gennaio январь января январе يناير जनवरी',
  'february feb februar février fevrier febrero fevereiro febbraio февраль февраля феврале فبراير फरवरी',
  'march mar märz maerz mars marzo março март марта марте مارس मार्च',
  'april apr avril abril aprile апрель апреля апреле أبريل ابريل अप्रैल',
  'may mai mayo maio maggio май мая мае مايو मई',
  'june jun juni juin junio junho giugno июнь июня июне يونيو जून',
  'july jul juli juillet julio julho luglio июль июля июле يوليو जुलाई',
  'august aug août aout agosto август августа августе أغسطس اغسطس अगस्त',
  'september sept sep septembre septiembre setembro settembre сентябрь сентября сентябре سبتمبر सितंबर सितम्बर',
  'october oct oktober okt octobre octubre outubro ottobre октябрь октября октябре أكتوبر اكتوبر अक्टूबर',
  'november nov novembre noviembre novembro ноябрь ноября ноябре نوفمبر नवंबर नवम्बर',
  'december dec dezember dez décembre decembre diciembre dezembro dicembre декабрь декабря декабре ديسمبر दिसंबर दिसम्बर',
];

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

const SEASONS: Readonly<Record<Season, string>> = {
  spring:
    'spring frühling frühjahr printemps primavera весна весной весны الربيع ربيع 春季 春天 春',
  summer: 'summer sommer été verano verão estate лето летом лета الصيف صيف 夏季 夏天 夏',
  autumn:
    'autumn fall herbst automne otoño outono autunno осень осенью осени الخريف خريف 秋季 秋天 秋',
  winter: 'winter hiver invierno inverno зима зимой зимы الشتاء شتاء 冬季 冬天 冬',
};

const MONTH_OF = new Map(
  MONTHS.flatMap((names, month) => names.split(' ').map((name) => [name, month + 1] as const)),
);
const SEASON_OF = new Map(
  Object.entries(SEASONS).flatMap(([season, names]) =>
    names.split(' ').map((name) => [name, season as Season] as const),
  ),
);

/** A pattern of one of these, the longest first, so that 'junio' is not read as 'jun'. */
const oneOf = (names: Iterable<string>): string =>
  `(${[...names].sort((a, b) => b.length - a.length).join('|')})`;

/** Matches the name of a month, and captures it. */
export const MONTH = `${oneOf(MONTH_OF.keys())}\\.?`;
/** Matches the name of a season, and captures it. */
export const SEASON = oneOf(SEASON_OF.keys());

/** 1 to 12; 0: no month. */
export const monthOf = (name: string | undefined): number => MONTH_OF.get(name ?? '') ?? 0;

export const seasonOf = (name: string | undefined): Season | null =>
  SEASON_OF.get(name ?? '') ?? null;

/**
 * These are calendar words beside a year only: alone they are everyday words, a planet, a file
 * type.
 */
const OF_OTHER_THINGS: ReadonlySet<string> = new Set([
  'march',
  'mar',
  'mars',
  'may',
  'mai',
  'fall',
  'estate',
]);

/** Whether a word alone, without a year, can only be a month or a season. */
export const isCalendarWord = (word: string): boolean =>
  (MONTH_OF.has(word) || SEASON_OF.has(word)) && !OF_OTHER_THINGS.has(word);
