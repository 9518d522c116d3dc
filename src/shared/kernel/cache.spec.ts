import { ReadThroughCache } from './cache.js';

/** A loader whose loads the test resolves or rejects explicitly, in any order. */
function loader() {
  const begun: { key: string; found: (value: string | undefined) => void; failed: (error: Error) => void }[] = [];
  const load = (key: string) =>
    new Promise<string | undefined>((found, failed) => {
      begun.push({ key, found, failed });
    });
  return { begun, load };
}

describe('What is remembered', () => {
  it('is loaded once, also for those who ask at once', async () => {
    const { begun, load } = loader();
    const remembered = new ReadThroughCache(10, load);
    const asked = [remembered.get('a'), remembered.get('a')];
    begun[0]!.found('A');
    expect(await Promise.all([...asked, remembered.get('a')])).toEqual(['A', 'A', 'A']);
    expect(begun).toHaveLength(1);
  });

  it('is loaded again after it was forgotten, even while the first load is still under way', async () => {
    const { begun, load } = loader();
    const remembered = new ReadThroughCache(10, load);
    const stale = remembered.get('a');
    remembered.forget('a');
    const fresh = remembered.get('a');
    begun[1]!.found('new');
    begun[0]!.found('old');
    expect(await Promise.all([stale, fresh])).toEqual(['old', 'new']);
    expect(await remembered.get('a')).toBe('new');
    remembered.forgetAll();
    void remembered.get('a');
    expect(begun).toHaveLength(3);
  });

  it('is neither an absence nor a failure', async () => {
    const { begun, load } = loader();
    const remembered = new ReadThroughCache(10, load);
    const absent = remembered.get('a');
    begun[0]!.found(undefined);
    expect(await absent).toBeUndefined();
    const failing = remembered.get('a');
    begun[1]!.failed(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    void remembered.get('a');
    expect(begun).toHaveLength(3);
  });
});
