// A building thread: turns documents into segment files, or into some of their columns, and reads segment files into shared
// memory.
import { parentPort } from 'node:worker_threads';
import { SegmentBuilder } from '../engine/build.ts';
import { ColumnSet } from '../engine/build-columns.ts';
import { mergeChanges } from '../engine/merge.ts';
import { openSegment } from '../engine/segment.ts';
import { readSegment, type SegmentData } from '../engine/segment-file.ts';
import { textOf } from '../engine/text-bytes.ts';
import {
  type BuildAnswer,
  type BuildOrder,
  type Lot,
  memoryOf,
} from './search-embedded-messages.ts';

let building: { readonly builder: SegmentBuilder; readonly path: string } | null = null;
let gathering: { readonly columns: ColumnSet; documents: number } | null = null;

parentPort?.on('message', (order: BuildOrder) => {
  const answer = answerTo(order);
  parentPort?.postMessage(answer, answer.kind === 'laid out' ? memoryOf(answer.columns) : []);
});

function answerTo(order: BuildOrder): BuildAnswer {
  try {
    switch (order.kind) {
      case 'begin': {
        const { path, mapping, groupFields, elsewhere } = order;
        const builder = new SegmentBuilder(path, mapping, groupFields, { elsewhere });
        building = { builder, path };
        return { kind: 'done' };
      }
      case 'gather':
        gathering = { columns: new ColumnSet(order.mapping), documents: 0 };
        return { kind: 'done' };
      case 'add':
        add(order.lot);
        return { kind: 'done' };
      case 'copy':
        copy(order.data);
        return { kind: 'done' };
      case 'place':
        if (!building) throw new Error('no index is being built');
        return { kind: 'placed', placement: building.builder.place() };
      case 'lay out': {
        building?.builder.layOut();
        const columns = gathering?.columns.layOut(order.placement) ?? [];
        gathering = null;
        return { kind: 'laid out', columns };
      }
      case 'finish': {
        building?.builder.finish(order.others);
        const path = building?.path ?? '';
        building = null;
        return { kind: 'segment', data: readSegment(path) };
      }
      case 'abandon':
        building?.builder.abandon();
        building = null;
        gathering = null;
        return { kind: 'done' };
      case 'merge':
        return merge(order);
      case 'read':
        return { kind: 'segment', data: readSegment(order.path) };
    }
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function add({ bytes, ends }: Lot): void {
  let from = 0;
  for (const end of ends) {
    const json = bytes.subarray(from, end);
    building?.builder.add(json);
    if (gathering) gathering.columns.add(gathering.documents++, JSON.parse(textOf(json)));
    from = end;
  }
}

function merge({ data, changes, version, spare }: Extract<BuildOrder, { kind: 'merge' }>) {
  const merged = mergeChanges(data, changes, version, spare);
  const common = [...merged.arrays]
    .filter(([name, numbers]) => data.arrays.get(name)?.buffer === numbers.buffer)
    .map(([name]) => name);
  return { kind: 'segment', data: merged, common } as const;
}

/** Adds the documents of an index in the order in which they were given. */
function copy(data: SegmentData): void {
  const segment = openSegment(data);
  const inOrder = new Int32Array(segment.documents);
  for (let document = 0; document < segment.documents; document++)
    inOrder[segment.order[document] as number] = document;
  for (const document of inOrder) building?.builder.add(segment.source(document));
}
