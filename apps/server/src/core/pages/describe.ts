// Kind and id -> the thing; and every thing that there is, for lists and harvesters.
import { datastreamThing } from './kinds/datastream.ts';
import { orderThing } from './kinds/order.ts';
import { facilityThing, siteThing } from './kinds/places.ts';
import { productThing } from './kinds/product.ts';
import { reportThing } from './kinds/report.ts';
import { campaignThing, instrumentThing, measurementThing } from './kinds/subjects.ts';
import type { Depth, Kind, PageSources, Thing, ThingOf } from './thing.ts';

const THINGS: Readonly<Record<Kind, ThingOf>> = {
  product: productThing,
  datastream: datastreamThing,
  site: siteThing,
  facility: facilityThing,
  instrument: instrumentThing,
  campaign: campaignThing,
  measurement: measurementThing,
  report: reportThing,
  order: orderThing,
};

export const thingOf = (
  sources: PageSources,
  kind: Kind,
  id: string,
  depth: Depth,
): Promise<Thing | null> => THINGS[kind](sources, id, depth);
