// A thread with its own connection to the store, in which file searches run one after the other.
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { AskedThread } from '../../platform/threads/asked-thread.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { StoreAddress } from '../../store/store-address.ts';

/** `deadline`: milliseconds since 1970; then the search is stopped, even if it has not begun. */
export type LaneQuestion = {
  readonly body: SearchBody;
  readonly filterPath: readonly string[];
  readonly now: number;
  readonly deadline: number;
};

export type LaneAnswer =
  | { readonly reply: Uint8Array }
  | { readonly refused: { status: number; type: string; reason: string } };

export class SearchLane {
  readonly #thread: AskedThread<LaneQuestion, LaneAnswer>;

  constructor(address: StoreAddress) {
    this.#thread = new AskedThread({
      entry: new URL('./search-thread.ts', import.meta.url),
      name: 'file-search',
      data: address,
      heapMb: 192, // ten thousand hits take a tenth of it
      mostWaiting: 50, // more would all come too late
      errors: {
        full: () =>
          new SearchRefused(
            429,
            'es_rejected_execution_exception',
            'too many searches of files are waiting; try again in a moment',
          ),
        slow: () => new Error('The search of files took too long.'),
        ended: (cause) => new Error('The thread that searches files has ended.', { cause }),
        failed: (why) => why,
      },
    });
  }

  /** The reply as UTF-8 JSON. Throws SearchRefused, and an error when the thread has died. */
  async run(question: LaneQuestion): Promise<Uint8Array> {
    const answer = await this.#thread.ask(question);
    if ('reply' in answer) return answer.reply;
    const { status, type, reason } = answer.refused;
    throw new SearchRefused(status, type, reason);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
