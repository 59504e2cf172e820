// Parts to read: empty, failed and loading states, long texts, pages.
import { useState } from 'react';
import { CodeText, CopyButton } from '../../ui/copy-button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { ProgressBar, Skeleton, Spinner } from '../../ui/progress.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';
import { ViewMore } from '../../ui/view-more.tsx';
import { Part, States } from './part.tsx';

const LONG =
  'Near-surface pressure, temperature, humidity, wind and precipitation, every minute since 1993. '.repeat(
    3,
  );

export function Readings() {
  const [page, setPage] = useState(4);
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <Part name="panels">
        <EmptyPanel title="Nothing here yet" text="What to do next, in a sentence.">
          <a className="btn" href="#/results">
            Search the data
          </a>
        </EmptyPanel>
        <FailurePanel what="The plots could not be loaded." why="503" onRetry={() => {}} />
        <FailurePanel what="It is tried again." busy onRetry={() => {}} />
      </Part>
      <Part name="progress">
        <ProgressBar label="A third is done" value={1 / 3} />
        <ProgressBar label="How much is not known" value={null} />
        <States>
          <Spinner label="Loading…" />
          <Skeleton className="h-6 w-40" />
        </States>
      </Part>
      <Part name="pager">
        <Pager label="Pages" page={page} pages={20} onPage={setPage} />
        <Pager label="A few pages" page={1} pages={3} onPage={() => {}} />
      </Part>
      <Part name="view-more">
        <ViewMore text={LONG} />
        <ViewMore text="A short one stands whole." />
      </Part>
      <Part name="show-all">
        <ul id="shown-sites">
          {['SGP', 'NSA', 'ENA', 'TWP'].slice(0, isWhole ? 4 : 2).map((site) => (
            <li key={site}>{site}</li>
          ))}
        </ul>
        <ShowAll
          isWhole={isWhole}
          onToggle={() => setIsWhole(!isWhole)}
          more="Show all 4 sites"
          controls="shown-sites"
        />
      </Part>
      <Part name="copy-button">
        <States>
          <code>sgpmetE13.b1</code>
          <CopyButton text="sgpmetE13.b1" label="Copy the name" />
        </States>
        <CodeText language="Python" text={'import isobar\nisobar.search("wind", site="sgp")'} />
      </Part>
      <Part name="table">
        <ScrolledTable label="Levels and what they are">
          <table className="w-full border-collapse text-left">
            <TableHead
              heads={['Level', { name: 'meaning', shown: 'What it is' }]}
              cell="px-2 py-1 font-strong"
            />
            <tbody>
              {[
                ['00', 'As the instrument wrote it'],
                ['b1', 'With quality checks'],
              ].map(([level, meaning]) => (
                <tr key={level} className="border-t border-rule">
                  <td className="px-2 py-1 font-mono">{level}</td>
                  <td className="px-2 py-1">{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrolledTable>
      </Part>
    </>
  );
}
