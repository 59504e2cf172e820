// The file formats as boxes to tick, of which one stays ticked.
import { NO_FORMAT } from '@isobar/contract/orders/check.ts';
import { FILE_FORMATS, type FileFormat, formatOf } from '@isobar/contract/orders/formats.ts';
import { useState } from 'react';
import { toggleFormat } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

export function FormatBoxes(props: {
  readonly formats: readonly FileFormat[];
  readonly onChange: (formats: readonly FileFormat[]) => void;
  /** Data of an aircraft: the text format is ICARTT. */
  readonly aerial: boolean;
  readonly className: string;
}) {
  const { formats } = props;
  // The refusal is about these formats only: it goes with any change of them, and when the person
  // goes on.
  const [refusedAt, setRefusedAt] = useState<readonly FileFormat[] | null>(null);
  const toggle = (format: FileFormat): void => {
    const next = toggleFormat(formats, format);
    setRefusedAt(next === null ? formats : null);
    if (next) props.onChange(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left the boxes
    <div
      className={props.className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setRefusedAt(null);
      }}
    >
      {FILE_FORMATS.map(({ code: format }) => (
        <Checkbox key={format} checked={formats.includes(format)} onChange={() => toggle(format)}>
          {formatOf(format, props.aerial)?.label}
        </Checkbox>
      ))}
      <p role="alert" className="text-sm text-danger">
        {refusedAt === formats && NO_FORMAT}
      </p>
    </div>
  );
}
