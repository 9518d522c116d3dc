import { FairTurns } from './fair-turns.js';

const STAYING = new AbortController().signal;

it('Turns go to the owner who has the fewest, and of those to the one who waits longest', async () => {
  const turns = new FairTurns(3, 2);
  const begun: string[] = [];
  const take = async (owner: string, name: string, signal = STAYING) => {
    const giveBack = await turns.take(owner, signal);
    begun.push(name);
    return giveBack;
  };
  const leaving = new AbortController();
  const first = await take('evil', 'evil 1');
  const calls = [take('evil', 'evil 2'), take('evil', 'evil 3'), take('evil', 'left', leaving.signal)];
  const acme = await take('acme', 'acme 1');
  calls.push(take('evil', 'evil 4'), take('other', 'other 1'), take('acme', 'acme 2'));
  leaving.abort(new Error('left'));
  await expect(calls[2]).rejects.toThrow('left');
  expect(begun).toEqual(['evil 1', 'evil 2', 'acme 1']);
  acme();
  (await calls[4])!();
  (await calls[5])!();
  await new Promise(setImmediate);
  expect(begun).toEqual(['evil 1', 'evil 2', 'acme 1', 'other 1', 'acme 2']);
  first();
  (await calls[1])!();
  expect(begun).toEqual(['evil 1', 'evil 2', 'acme 1', 'other 1', 'acme 2', 'evil 3']);
});
