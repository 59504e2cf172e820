// Who listens to the progress of orders.
import { expect, it } from 'vitest';
import { openListeners } from './listeners.ts';

it('the list of listeners counts who follows orders, by person and in all', () => {
  const listeners = openListeners(2, 3);
  const leave = listeners.add('ada');
  listeners.add('ada');
  expect(() => listeners.add('ada')).toThrow(
    expect.objectContaining({ code: 'too-many-requests' }),
  );
  listeners.add('bob');
  expect(() => listeners.add('eve')).toThrow(expect.objectContaining({ code: 'overloaded' }));
  leave();
  leave();
  listeners.add('eve');
  expect(() => listeners.add('eve')).toThrow(expect.objectContaining({ code: 'overloaded' }));
});
