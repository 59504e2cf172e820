// The building thread: turns documents into segment files and reads segment files into shared memory.
import { parentPort } from 'node:worker_threads';
import { SegmentBuilder } from '../engine/build.ts';
import { mergeChanges } from '../engine/merge.ts';
import { openSegment } from '../engine/segment.ts';
import { readSegment, type SegmentData } from '../engine/segment-file.ts';
import type { BuildAnswer, BuildOrder } from './search-embedded-messages.ts';

let building: { readonly builder: SegmentBuilder; readonly path: string } | null = null;

parentPort?.on('message', (order: BuildOrder) => parentPort?.postMessage(answerTo(order)));

function answerTo(order: BuildOrder): BuildAnswer {
  try {
    switch (order.kind) {
      case 'begin': {
        const { path, mapping, groupFields } = order;
        building = { builder: new SegmentBuilder(path, mapping, groupFields), path };
        return { kind: 'done' };
      }
      case 'add':
        for (const document of order.documents) building?.builder.add(document);
        return { kind: 'done' };
      case 'copy':
        copy(order.data);
        return { kind: 'done' };
      case 'finish': {
        building?.builder.finish();
        const path = building?.path ?? '';
        building = null;
        return { kind: 'segment', data: readSegment(path) };
      }
      case 'abandon':
        building?.builder.abandon();
        building = null;
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
