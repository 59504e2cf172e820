// Words that users searched for without results, whose meanings belong in words.csv; and how opened
// and ordered products rank higher.
import { forgetWords, missingWords } from '@isobar/contract/calls/admin-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Asked } from './asked.tsx';
import { LearningPart } from './learning-part.tsx';
import { operateQuery, useAct } from './operate-calls.ts';
import { RecordTable } from './record-table.tsx';

export function WordsTab() {
  const query = useQuery(operateQuery(['words'], (signal) => ask(null, missingWords, { signal })));
  const act = useAct();
  const forget = async (): Promise<void> => {
    const title = 'Reset the counts?';
    if (
      await confirm({
        title,
        text: 'The words below are deleted.',
        confirmLabel: 'Reset',
        danger: true,
      })
    )
      act.mutate({
        does: () => ask(null, forgetWords),
        told: 'The counts were reset.',
      });
  };
  return (
    <Asked query={query} what="The words">
      {({ words, learns, used }) => (
        <div className="max-w-xl">
          {words.length === 0 ? (
            <p className="text-ink-2">No word without results has been counted.</p>
          ) : (
            <>
              <p className="mb-3">
                Add synonyms to{' '}
                <a className="link" href="#/operate/tables/words.csv">
                  words.csv
                </a>
                .
              </p>
              <RecordTable
                label="Words without results"
                head={['Word', 'Searches', 'Last day']}
                rows={words.map((one) => ({
                  key: one.word,
                  cells: [
                    <span key="word" className="break-all">
                      {one.word}
                    </span>,
                    one.searches,
                    <span key="day" className="whitespace-nowrap">
                      {one.lastDay}
                    </span>,
                  ],
                }))}
              />
              <Button className="mt-3" onClick={() => void forget()}>
                Reset counts
              </Button>
            </>
          )}
          <LearningPart learns={learns} used={used} />
        </div>
      )}
    </Asked>
  );
}
