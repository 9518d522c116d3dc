import { defineErrors } from './errors.js';
import { defineMachine, previous } from './machine.js';

const { refused } = defineErrors('door', { refused: { status: 409, title: 'The door refuses' } });
const door = defineMachine('Door', refused, [
  [null, 'hang', 'OPEN'],
  ['OPEN', 'close', 'CLOSED'],
  ['CLOSED', 'open', 'OPEN', 'unlocked'],
  ['OPEN', 'paint', 'WET'],
  ['CLOSED', 'paint', 'WET'],
  ['WET', 'dry', previous('OPEN', 'CLOSED')],
  ['WET', 'unhinge', 'GONE'],
]);

describe('A state machine', () => {
  it('answers the state that an arrow leads to', () => {
    expect(door.move(null, 'hang')).toBe('OPEN');
    expect(door.move('CLOSED', 'open', { unlocked: true })).toBe('OPEN');
  });

  it('refuses where there is no arrow, naming state and action', () => {
    expect(() => door.move('CLOSED', 'close')).toThrow(
      expect.objectContaining({ name: 'door/refused', extra: { from: 'CLOSED', action: 'close' } }),
    );
  });

  it('refuses an arrow whose condition does not hold, naming the condition', () => {
    expect(() => door.move('CLOSED', 'open', { unlocked: false })).toThrow(
      expect.objectContaining({ extra: { from: 'CLOSED', action: 'open', when: 'unlocked' } }),
    );
  });

  it('does not compile without the fact that an arrow asks for, nor with an action that has no arrow', () => {
    // @ts-expect-error the fact is missing
    expect(() => door.move('CLOSED', 'open')).toThrow();
    // @ts-expect-error there is no such action
    expect(() => door.move('CLOSED', 'slam')).toThrow();
  });

  it('returns to the state it came from, and forgets it when it goes elsewhere', () => {
    const wet = door.step({ state: 'CLOSED', memory: [] }, 'paint');
    expect(wet).toEqual({ state: 'WET', memory: ['CLOSED'] });
    expect(door.step(wet, 'dry')).toEqual({ state: 'CLOSED', memory: [] });
    expect(door.step(wet, 'unhinge')).toEqual({ state: 'GONE', memory: [] });
  });

  it('refuses to return to nothing, or to a state that is not allowed', () => {
    expect(() => door.step({ state: 'WET', memory: [] }, 'dry')).toThrow(/nothing to return to/);
    expect(() => door.step({ state: 'WET', memory: ['GONE'] }, 'dry')).toThrow(/nothing to return to/);
  });

  it('knows its final states and draws itself with every remembered target', () => {
    expect(door.finals).toEqual(['GONE']);
    expect(door.toMermaid()).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> OPEN: hang',
        '  OPEN --> CLOSED: close',
        '  CLOSED --> OPEN: open [unlocked]',
        '  OPEN --> WET: paint',
        '  CLOSED --> WET: paint',
        '  WET --> OPEN: dry',
        '  WET --> CLOSED: dry',
        '  WET --> GONE: unhinge',
      ].join('\n'),
    );
  });

  it('refuses a table with two arrows for one state and action, or with a state that nothing leads to', () => {
    expect(() =>
      defineMachine('Twice', refused, [
        [null, 'go', 'A'],
        ['A', 'on', 'B'],
        ['A', 'on', 'A'],
      ]),
    ).toThrow(/two arrows for A on/);
    expect(() =>
      defineMachine('Island', refused, [
        [null, 'go', 'A'],
        ['B', 'on', 'A'],
      ]),
    ).toThrow(/nothing leads to B/);
  });
});
