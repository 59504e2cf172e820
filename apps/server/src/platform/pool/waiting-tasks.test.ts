// Who may wait for a thread, and who comes next.
import { expect, it } from 'vitest';
import { SpentTime } from '../admission/spent-time.ts';
import { type WaitingTask, WaitingTasks } from './waiting-tasks.ts';

type Named = WaitingTask & { readonly name: string };
const spent = new SpentTime(1e9, () => 0);
spent.add('busy', 500);
spent.add('person', 900);

const task = (name: string, owner: string, more: Partial<Named> = {}): Named => ({
  ...{ name, owner, kind: 'draw', charged: [owner], urgency: () => 'seen' as const },
  ...more,
});
function waiting(...tasks: readonly Named[]) {
  const all = new WaitingTasks<Named>(spent);
  for (const one of tasks) all.add(one);
  return all;
}
function order(all: WaitingTasks<Named>, mayRun: (one: Named) => boolean = () => true) {
  const names: string[] = [];
  for (let next = all.take(mayRun); next; next = all.take(mayRun)) names.push(next.name);
  return names;
}

it('a task that a client waits for is taken first, then that of who has used least, then the oldest', () => {
  const all = waiting(
    task('ahead', 'new', { urgency: () => 'ahead' }),
    task('much', 'busy'),
    task('a', 'new'),
    task('more', 'new', { charged: ['new', 'person'] }),
    task('b', 'other'),
  );
  expect(order(all)).toEqual(['a', 'b', 'much', 'more', 'ahead']);
  expect(all.length).toBe(0);
});

it('a task that may not run yet goes on waiting', () => {
  const all = waiting(task('a', 'x'), task('b', 'y'));
  expect(order(all, ({ name }) => name === 'b')).toEqual(['b']);
  expect(all.length).toBe(1);
});

it('one owner alone takes all places of a kind, and of several owners each takes half', () => {
  const four = ['1', '2', '3', '4'].map((name) => task(name, 'x'));
  expect(waiting(...four.slice(1)).hasPlace('draw', 'x', 4)).toBe(true);
  expect(waiting(...four).hasPlace('draw', 'x', 4)).toBe(false);
  expect(waiting(...four).hasPlace('read', 'x', 4)).toBe(true);
  const mixed = [...four.slice(2), task('other', 'y')];
  expect(waiting(...mixed).hasPlace('draw', 'x', 4)).toBe(false);
  expect(waiting(...mixed).hasPlace('draw', 'y', 4)).toBe(true);
  expect(waiting(...mixed, task('last', 'z')).hasPlace('draw', 'y', 4)).toBe(false);
});

it('the newest task of who has most waiting of a kind gives way, unless that would only exchange the two', () => {
  const some = () =>
    waiting(
      ...[task('1', 'x'), task('2', 'y'), task('3', 'x'), task('4', 'x')],
      ...[5, 6, 7, 8].map((n) => task(`${n}`, 'y', { kind: 'read' })),
    );
  const all = some();
  expect(all.displace('draw', 'z')?.name).toBe('4');
  expect(all.length).toBe(7);
  expect(all.displace('draw', 'y')).toBeUndefined();
  expect(all.displace('draw', 'z')?.name).toBe('3');
  expect(all.displace('draw', 'z')).toBeUndefined();
  expect(some().displace('none', 'z')).toBeUndefined();
});

it('a task is removed once, and all at the end', () => {
  const [first, second] = [task('a', 'x'), task('b', 'x')];
  const all = waiting(first, second);
  expect([all.remove(first), all.remove(first), all.length]).toEqual([true, false, 1]);
  expect(all.removeAll()).toEqual([second]);
  expect(all.length).toBe(0);
});

it('another owner waits only where a task of theirs may run', () => {
  const all = waiting(task('a', 'x'), task('b', 'y'));
  expect(all.hasOther('x', () => true)).toBe(true);
  expect(all.hasOther('x', ({ owner }) => owner === 'x')).toBe(false);
  expect(waiting(task('a', 'x')).hasOther('x', () => true)).toBe(false);
});
