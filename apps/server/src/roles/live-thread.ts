// Entry of the thread that makes extracts of live data: opens its own adapters and works on several requests at once.
import { basename } from 'node:path';
import { NetcdfError } from '@isobar/netcdf';
import { extract } from '../features/live/extract.ts';
import { openAdapters } from '../main.ts';
import { threadData, threadPort } from '../platform/answering-thread.ts';
import { giveWay } from '../platform/give-way.ts';
import { createLog } from '../platform/log.ts';
import type { ExtractAnswer, ExtractRequest, ThreadInput } from './live-threads.ts';

const port = threadPort();
giveWay(5);
const { configuration, version } = threadData<ThreadInput>();
const log = createLog(configuration.logLevel);
const opening = openAdapters(configuration, log);
const running = new Map<number, AbortController>();

port.on('message', (request: ExtractRequest) => {
  if ('stop' in request) running.get(request.id)?.abort(new Error('nobody waits for it'));
  else void make(request);
});

async function make({ id, job }: Extract<ExtractRequest, { job: unknown }>): Promise<void> {
  const stopping = new AbortController();
  running.set(id, stopping);
  const tell = (answer: ExtractAnswer) => port.postMessage(answer);
  try {
    const { archive } = await opening;
    const done = await extract(archive, job, {
      version,
      signal: stopping.signal,
      events: {
        onBegun: (begun) => tell({ id, begun }),
        onWritten: (bytes) => tell({ id, written: bytes }),
      },
    });
    tell({ id, done });
  } catch (error) {
    if (!(error instanceof NetcdfError) && !stopping.signal.aborted)
      log.error({ err: error }, 'an extract failed');
    tell({ id, ...failureOf(error) });
  } finally {
    running.delete(id);
  }
}

/** Paths of this machine are kept out of messages. */
function failureOf(error: unknown) {
  if (!(error instanceof NetcdfError)) return { failed: 'The file could not be made.', ours: true };
  const words = error.message.replace(/(?:\/[^\s/:"]+)+/g, (path) => basename(path));
  return { failed: words, ours: error.code === 'unreadable' };
}
