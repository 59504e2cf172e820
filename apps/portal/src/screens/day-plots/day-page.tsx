// What both pages of a day show around their plots.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageHere } from '../../lib/page-here.ts';
import { searchHref } from '../../lib/places.ts';
import { ShareLink } from '../../parts/quicklooks/share-link.tsx';

export function DayPage(props: {
  readonly title: string;
  readonly subtitle?: string;
  readonly children: ReactNode;
}) {
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href={searchHref()} className="link inline-flex items-center gap-1.5">
          <ArrowLeft size={16} aria-hidden />
          Back to the search
        </a>
        <span className="ml-auto">
          <ShareLink url={pageHere(location.hash)} />
        </span>
      </div>
      <h1 className="title mt-3 mb-4 break-words">
        {props.title}
        {props.subtitle && (
          <span className="ml-3 font-mono text-lg text-ink-2">{props.subtitle}</span>
        )}
      </h1>
      {props.children}
    </main>
  );
}
