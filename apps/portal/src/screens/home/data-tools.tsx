// What helps with data beyond finding them: the citation generator.
import { Quote } from 'lucide-react';
import { CitationButton } from '../../parts/citation/citation-button.tsx';

export const DataTools = () => (
  <section aria-labelledby="data-tools">
    <h2 id="data-tools" className="title-2 mb-3">
      Data tools
    </h2>
    <CitationButton className="flex w-full max-w-[30rem] items-start gap-4 rounded-lg border border-rule px-5 py-4 text-left transition-colors hover:border-accent hover:bg-accent-soft">
      <Quote size={22} aria-hidden className="mt-1 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block font-serif text-[1.15rem] font-[480]">Citation generator</span>
        <span className="mt-1 block text-ink-2">
          Cite datastreams and sources in the format of your journal, and export them for a
          reference manager.
        </span>
      </span>
    </CitationButton>
  </section>
);
