// A building thread: turns documents into segment files, or into some of their columns, and reads
// segment files into shared memory.
import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { SegmentBuilder } from '@isobar/search-engine/build/build.ts';
import { ColumnSet } from '@isobar/search-engine/build/build-columns.ts';
import { bytesOf, type LaidPart, writeColumns } from '@isobar/search-engine/build/build-part.ts';
import { mergeChanges } from '@isobar/search-engine/build/merge.ts';
import { openSegment } from '@isobar/search-engine/segment/segment.ts';
import {
  PartWriter,
  readSegment,
  type SegmentData,
} from '@isobar/search-engine/segment/segment-file.ts';
import { giveWay } from '../../platform/threads/give-way.ts';
import type { Batch, BuildAnswer, BuildTask } from './messages.ts';

let building: SegmentBuilder | null = null;
let gathering: { readonly columns: ColumnSet; documents: number } | null = null;
let laid: LaidPart | null = null;

giveWay(5);
parentPort?.on('message', (task: BuildTask) => {
  parentPort?.postMessage(answerTo(task));
});

function answerTo(task: BuildTask): BuildAnswer {
  try {
    switch (task.kind) {
      case 'begin': {
        const { path, mapping, groupFields, elsewhere } = task;
        building = new SegmentBuilder(path, mapping, groupFields, { elsewhere });
        return { kind: 'done' };
      }
      case 'gather':
        gathering = { columns: new ColumnSet(task.mapping), documents: 0 };
        return { kind: 'done' };
      case 'add':
        add(task.batch);
        return { kind: 'done' };
      case 'copy':
        copy(task.data);
        return { kind: 'done' };
      case 'place':
        return { kind: 'placed', placement: builderOf().place() };
      case 'lay out': {
        if (!gathering) return { kind: 'laid out', columns: [], bytes: builderOf().layOut() };
        laid = gathering.columns.layOut(task.placement);
        gathering = null;
        return { kind: 'laid out', columns: laid.columns, bytes: bytesOf(laid) };
      }
      case 'write':
        return { kind: 'written', part: write(task) };
      case 'find dependencies':
        builderOf().findDependencies(task.others);
        return { kind: 'done' };
      case 'finish': {
        const data = builderOf().finish(task.others);
        building = null;
        return { kind: 'segment', data };
      }
      case 'abandon':
        building?.abandon();
        building = null;
        gathering = null;
        laid = null;
        return { kind: 'done' };
      case 'merge':
        return merge(task);
      case 'read':
        return { kind: 'segment', data: readSegment(task.path) };
    }
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function builderOf(): SegmentBuilder {
  if (!building) throw new Error('no index is being built');
  return building;
}

function write({ path, offset }: Extract<BuildTask, { kind: 'write' }>) {
  if (!laid) throw new Error('nothing is laid out');
  const file = openSync(path, 'r+');
  try {
    return writeColumns(new PartWriter(file, offset), laid);
  } finally {
    closeSync(file);
    laid = null;
  }
}

function add({ bytes, ends }: Batch): void {
  let from = 0;
  for (const end of ends) {
    building?.add(bytes.subarray(from, end));
    gathering?.columns.add(gathering.documents++, bytes, from, end);
    from = end;
  }
}

function merge({ data, changes, version, spare }: Extract<BuildTask, { kind: 'merge' }>) {
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
    inOrder[segment.order[document] ?? document] = document;
  for (const document of inOrder) building?.add(segment.source(document));
}
