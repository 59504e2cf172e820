// A link to a report: a plain click opens a dialog here, any other way of opening it its own page,
// which may belong to another service.
import { reportAddress } from '@isobar/contract/calls/quality.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useConfig } from '../../lib/config.ts';
import { reportsElsewhere } from '../../lib/reports-elsewhere.ts';
import { openReport } from './opened.ts';

export function ReportLink(props: {
  readonly id: string;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const { id, className = 'link font-mono', children = id } = props;
  const config = useConfig();
  const elsewhere = reportsElsewhere(config);
  if (elsewhere !== null) {
    return (
      <a href={reportAddress(elsewhere, id)} className={className} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  const open = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || isModified(event)) return;
    event.preventDefault();
    openReport(id);
  };
  return (
    <a href={`#/report/${id}`} className={className} onClick={open}>
      {children}
    </a>
  );
}

const isModified = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
