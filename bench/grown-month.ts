// What the grown system takes by the month, computed from the measured numbers and from assumed
// prices: another price list gives another sum.

/**
 * In any currency; the defaults are of the order of what large providers ask, and are looked up
 * nowhere.
 */
export const PRICES = {
  coreHour: 0.045,
  gigabyteHour: 0.005,
  diskGigabyteMonth: 0.1,
  bucketGigabyteMonth: 0.025,
  thousandListsOrPuts: 0.005,
  thousandGets: 0.0005,
};

export interface Facility {
  readonly files: number;
  readonly filesADay: number;
  /** Whole listings of the bucket a day. */
  readonly listingsADay: number;
  /** Orders a day, and the gigabytes and files that one delivers on average. */
  readonly ordersADay: number;
  readonly gigabytesAnOrder: number;
  readonly filesAnOrder: number;
  readonly deliveryDays: number;
  readonly bytesPerFile: number;
}

const HOURS = 730;
const DAYS = 30.4;
/**
 * Facts of an hour's statistics, in bytes: of each variable of a file, and the variables of a usual
 * one.
 */
const FACT_BYTES = 55 * 10;
/** Entries of one page of a listing. */
const PAGE = 1000;
/** Requests for the header of a new file: its beginning, and its end or its tree of groups. */
const GETS_A_HEADER = 2;
/**
 * Processes of a part, cores and gigabytes of memory of each: the large column of 'Sizing' in
 * docs/facility.md.
 */
const MACHINES = [
  ['web processes', 6, 2, 1.5],
  ['workers', 4, 1, 2],
  ['harvester', 1, 2, 1],
  ['OpenSearch nodes', 3, 4, 16],
  ['PostgreSQL', 1, 4, 16],
] as const;

export interface MonthRow {
  readonly what: string;
  readonly amount: string;
  readonly cost: number;
}

/** The storage of the archive itself is not in it: it is there without this program. */
export function monthOf(facility: Facility, prices = PRICES): readonly MonthRow[] {
  const { files, filesADay, listingsADay, ordersADay } = facility;
  const whole = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 0 });
  const machines = MACHINES.map(([what, count, cores, gigabytes]) => ({
    what: `${count} ${what}`,
    amount: `${whole(count * cores * HOURS)} core hours, ${whole(count * gigabytes * HOURS)} GB hours`,
    cost: count * HOURS * (cores * prices.coreHour + gigabytes * prices.gigabyteHour),
  }));
  // as much again for its log, a dump and room
  const disk = (2 * files * (facility.bytesPerFile + FACT_BYTES)) / 1e9;
  const lists = listingsADay * (files / PAGE) * DAYS;
  const puts = ordersADay * facility.filesAnOrder * DAYS;
  const gets = (filesADay * GETS_A_HEADER + ordersADay * facility.filesAnOrder * 2) * DAYS;
  const kept = ordersADay * facility.gigabytesAnOrder * facility.deliveryDays;
  return [
    ...machines,
    {
      what: 'disk of PostgreSQL',
      amount: `${whole(disk)} GB`,
      cost: disk * prices.diskGigabyteMonth,
    },
    {
      what: 'deliveries in a bucket',
      amount: `${whole(kept)} GB`,
      cost: kept * prices.bucketGigabyteMonth,
    },
    {
      what: 'requests to list the archive',
      amount: whole(lists),
      cost: (lists / 1000) * prices.thousandListsOrPuts,
    },
    {
      what: 'requests to read and write files',
      amount: whole(gets + puts),
      cost: (gets / 1000) * prices.thousandGets + (puts / 1000) * prices.thousandListsOrPuts,
    },
  ];
}
