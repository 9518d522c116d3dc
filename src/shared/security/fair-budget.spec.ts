import { FairBudget } from './fair-budget.js';

describe('FairBudget', () => {
  const takeAll = (budget: FairBudget, owner: string): number => {
    let taken = 0;
    while (budget.take(owner, 1) === undefined) taken += 1;
    return taken;
  };

  it('gives one owner half, and always leaves some for the next', () => {
    const budget = new FairBudget(100);
    expect(['a', 'b', 'c'].map((owner) => takeAll(budget, owner))).toEqual([50, 25, 12]);
    expect(budget.held).toBe(87);
    expect([budget.take('a', 1), budget.take('d', 1), budget.take('d', 13)]).toEqual(['share', undefined, 'budget']);
  });

  it('tells an owner that is too much for itself from a budget that is used up', () => {
    const budget = new FairBudget(100);
    expect([budget.take('a', 51), budget.take('a', 50), budget.take('a', 1)]).toEqual(['budget', undefined, 'share']);
    expect([budget.take('b', 26), budget.take('b', 25), budget.take('a', 26)]).toEqual(['budget', undefined, 'budget']);
  });

  it('has all again when all was given back', () => {
    const budget = new FairBudget(100);
    for (let count = takeAll(budget, 'a'); count > 0; count -= 1) budget.giveBack('a', 1);
    expect([budget.held, takeAll(budget, 'b')]).toEqual([0, 50]);
  });
});
