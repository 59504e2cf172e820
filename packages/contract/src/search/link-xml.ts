// link_xml of a field campaign: addresses of its metadata records, with semicolons between them
// (part 1 sections 3 and 4).

/** The addresses of `linkXml`, without blanks and empty ones. */
export const linkedRecords = (linkXml: string): string[] =>
  linkXml
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The entry that names the title, ignoring case and underscores; undefined when none does. */
export function ownRecord(linkXml: string, title: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', '').trim();
  return linkedRecords(linkXml).find((entry) => plain(entry).includes(plain(title)));
}
