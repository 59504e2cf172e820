// What was typed or chosen in the fields of a page outlives a reload that the portal itself makes:
// it is kept for the tab, and put back into the same fields as soon as they are shown again.
import { forgetForTab, keepForTab, readForTab } from './tab-storage.ts';

const KEPT = 'isobar.entries';
/**
 * Fields that appear later than this after the reload, such as those of a dialog, stay as they are.
 * Milliseconds.
 */
const PATIENCE_MS = 10 * 60_000;
const MOST_ENTRIES = 200;
const LONGEST_VALUE = 100_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Entry = { readonly at: string; readonly field: string; readonly value: string };

/** Never kept: secrets, files, and what is no entry. */
const NOT_KEPT = ['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'];

const changed = new Set<Field>();

/** Called once at start: notes which fields a person changes, and puts back what a reload kept. */
export function followEntries(): void {
  const note = ({ target, isTrusted }: Event): void => {
    if (!isTrusted || !isField(target)) return;
    for (const field of changed) if (!field.isConnected) changed.delete(field);
    changed.add(target);
  };
  document.addEventListener('input', note, true);
  document.addEventListener('change', note, true);
  restoreEntries();
}

/** Just before a reload: keeps the changed fields that are still on the page. */
export function keepEntries(): void {
  const entries: Entry[] = [...changed]
    .filter((field) => field.isConnected && entryOf(field).length <= LONGEST_VALUE)
    .slice(-MOST_ENTRIES)
    .map((field) => ({ at: screenHere(), field: nameOf(field), value: entryOf(field) }));
  if (entries.length > 0) keepForTab(KEPT, JSON.stringify(entries));
}

function restoreEntries(): void {
  let left = readEntries();
  forgetForTab(KEPT);
  if (left.length === 0) return;
  const restore = (): void => {
    const here = screenHere();
    if (!left.some(({ at }) => at === here)) return;
    const fields = new Map([...document.querySelectorAll(FIELDS)].filter(isField).map(named));
    left = left.filter(({ at, field, value }) => {
      const found = at === here ? fields.get(field) : undefined;
      if (found && !changed.has(found)) enter(found, value);
      return found === undefined;
    });
    if (left.length === 0) watcher.disconnect();
  };
  const watcher = new MutationObserver(restore);
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), PATIENCE_MS);
}

const FIELDS = 'input, textarea, select';

function isField(target: unknown): target is Field {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !NOT_KEPT.includes(target.type);
}

const named = (field: Field) => [nameOf(field), field] as const;

/**
 * The field's label and kind, and its place among those that share them: ids are generated and
 * differ after a reload.
 */
function nameOf(field: Field): string {
  const told = labelled(field);
  const alike = [...document.querySelectorAll(FIELDS)].filter(
    (other) => isField(other) && labelled(other) === told,
  );
  return `${told}#${alike.indexOf(field)}`;
}

const labelled = (field: Field): string =>
  [
    field.type,
    field.name,
    field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent?.trim() ?? '',
    isTicked(field) ? field.value : '',
  ].join('|');

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

const entryOf = (field: Field): string => (isTicked(field) ? String(field.checked) : field.value);

/** As if the person had entered it, so that React hears of it. */
function enter(field: Field, value: string): void {
  if (entryOf(field) === value) return;
  if (isTicked(field)) {
    field.click();
    return;
  }
  const owner = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value);
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(kind, { bubbles: true }));
  changed.add(field);
}

/** The screen of the address: entries of one are not put into another. */
const screenHere = (): string => window.location.hash.split('?')[0] ?? '';

function readEntries(): readonly Entry[] {
  try {
    const kept: unknown = JSON.parse(readForTab(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (kept: unknown): kept is Entry =>
  typeof kept === 'object' &&
  kept !== null &&
  ['at', 'field', 'value'].every((key) => typeof Reflect.get(kept, key) === 'string');
