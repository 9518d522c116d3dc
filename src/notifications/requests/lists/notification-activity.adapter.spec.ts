import { leastIdAt, newId } from '../../../shared/kernel/index.js';
import { idBeyond } from './notification-activity.adapter.js';

describe('The notifications of a person', () => {
  it('begin after any position at the right one', () => {
    const at = Date.parse('2026-01-31T09:30:00.123Z');
    const exact = '2026-01-31T09:30:00.123000Z';
    const id = leastIdAt(at).replace(/0{12}$/, '123456789abc');
    expect(idBeyond({ at: exact, id })).toBe(id);
    expect(idBeyond({ at: '2026-01-31T09:30:00.123001Z', id })).toBe(leastIdAt(at + 1));
    expect(idBeyond({ at: exact, id: leastIdAt(0) })).toBe(leastIdAt(at));
    expect(idBeyond({ at: exact, id: newId() })).toBe(leastIdAt(at + 1));
  });
});
