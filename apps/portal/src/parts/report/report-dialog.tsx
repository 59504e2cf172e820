// A report as a dialog over whatever is open; its page and its print are one press away.
import { reportTemplate } from '@isobar/contract/calls/quality.ts';
import { ExternalLink, Printer } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { serviceAddress } from '../../lib/service-address.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DialogFrame, DialogParts } from '../../ui/dialog.tsx';
import { Report } from './report.tsx';

export function ReportDialog(props: { readonly id: string; readonly onClose: () => void }) {
  const { id, onClose } = props;
  const config = useConfig();
  return (
    <DialogFrame open onClose={onClose} width="900px">
      <DialogParts
        title="DQR Information"
        footer={
          <>
            <a className={buttonClass()} href={`#/report/${id}`} onClick={onClose}>
              <ExternalLink size={15} aria-hidden />
              Open as a page
            </a>
            <a
              className={buttonClass()}
              href={reportTemplate(serviceAddress(config, 'dqr'), { dqrid: id, service: true })}
              target="_blank"
              rel="noreferrer"
            >
              <Printer size={15} aria-hidden />
              Print
            </a>
          </>
        }
      >
        <Report id={id} narrow />
      </DialogParts>
    </DialogFrame>
  );
}
