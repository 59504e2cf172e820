// What was entered in the fields of a page, before and after a reload.
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

const FORM = `
  <label>Subject <input name="subject"></label>
  <label>Text <textarea></textarea></label>
  <label>Also by mail <input type="checkbox"></label>
  <label>Kind <select><option>question</option><option>fault</option></select></label>
  <label>Password <input type="password"></label>`;

const field = (label: string): HTMLInputElement => {
  const labels = [...document.querySelectorAll('label')];
  const found = labels.find((one) => one.textContent?.trim().startsWith(label));
  const control = found?.control;
  if (!control) throw new Error(`no field ${label}`);
  return control as HTMLInputElement; // as much of the others as is read here
};

/** jsdom makes no trusted events; those of the test are taken for such. */
const trusted = (kind: string) => {
  const event = new Event(kind, { bubbles: true });
  return new Proxy(event, {
    get: (target, key) => (key === 'isTrusted' ? true : Reflect.get(target, key, target)),
  });
};
const listeners = new Map<string, (event: Event) => void>();

/** The module as it is after the page was loaded. */
async function opened(address: string) {
  vi.resetModules();
  window.location.hash = address;
  vi.spyOn(document, 'addEventListener').mockImplementation((kind, listener) => {
    if (typeof listener === 'function') listeners.set(kind, listener);
  });
  const entries = await import('./entries.ts');
  entries.followEntries();
  vi.restoreAllMocks();
  return entries;
}

function changedByPerson(target: HTMLElement): void {
  const event = trusted('input');
  Object.defineProperty(event, 'target', { value: target });
  listeners.get('input')?.(event);
}

beforeEach(() => {
  document.body.replaceChildren();
});

it('the form state puts what was entered back into the same fields, once they are shown', async () => {
  const user = userEvent.setup();
  const before = await opened('#/support');
  document.body.innerHTML = FORM;
  await user.type(field('Subject'), 'A gap');
  await user.type(field('Text'), 'in May');
  await user.click(field('Also by mail'));
  fireEvent.change(field('Kind'), { target: { value: 'fault' } });
  await user.type(field('Password'), 'secret');
  for (const label of ['Subject', 'Text', 'Also by mail', 'Kind', 'Password'])
    changedByPerson(field(label));
  before.keepEntries();
  expect(sessionStorage.getItem('isobar.entries')).not.toContain('secret');

  document.body.replaceChildren();
  await opened('#/support?from=mail');
  expect(sessionStorage.getItem('isobar.entries')).toBeNull();
  document.body.innerHTML = FORM;
  await vi.waitFor(() => expect(field('Subject').value).toBe('A gap'));
  expect(field('Text').value).toBe('in May');
  expect(field('Also by mail').checked).toBe(true);
  expect(field('Kind').value).toBe('fault');
  expect(field('Password').value).toBe('');
});

it('the form state keeps the fields of other screens, and those that were not changed', async () => {
  const before = await opened('#/support');
  document.body.innerHTML = FORM;
  field('Subject').value = 'A gap';
  field('Text').value = 'not by the person';
  changedByPerson(field('Subject'));
  before.keepEntries();

  document.body.replaceChildren();
  await opened('#/account/profile');
  document.body.innerHTML = FORM;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(field('Subject').value).toBe('');
  window.location.hash = '#/support';
  document.body.append(document.createElement('p'));
  await vi.waitFor(() => expect(field('Subject').value).toBe('A gap'));
  expect(field('Text').value).toBe('');
});
