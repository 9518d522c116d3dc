import { readConfig } from '../../config.js';
import { configOfProcess, waitBefore } from './process-plan.js';

const config = readConfig({ PROCESSES: '4', DATABASE_POOL: '32', LIST_MEMORY: '64', UPLOADS_PER_ADDRESS: '8' });

describe('configOfProcess', () => {
  it('leaves jobs and the demo to the first process', () => {
    expect(configOfProcess(config, 1)).toMatchObject({ demo: true, surfaces: config.surfaces });
    expect(configOfProcess(config, 2)).toMatchObject({
      demo: false,
      surfaces: ['auth', 'management', 'idv', 'mobile', 'console'],
    });
  });

  it('has all processes work on jobs where they do nothing else', () => {
    const workers = readConfig({ PROCESSES: '2', SURFACES: 'worker' });
    expect([1, 2].map((number) => configOfProcess(workers, number).surfaces)).toEqual([['worker'], ['worker']]);
  });

  it('divides the limits of the program', () => {
    expect(configOfProcess(config, 3)).toMatchObject({ databasePool: 8, listMemory: 16, uploadsPerAddress: 2 });
  });

  it('leaves each process enough to work with', () => {
    const many = readConfig({ PROCESSES: '16', UPLOADS_PER_ADDRESS: '8' });
    expect(configOfProcess(many, 1)).toMatchObject({ databasePool: 4, uploadsPerAddress: 1 });
  });

  it('changes nothing where there is one process', () => {
    const single = readConfig({});
    expect(configOfProcess(single, 1)).toBe(single);
  });
});

describe('waitBefore', () => {
  it('grows with each failure in a row, up to half a minute', () => {
    expect([1, 2, 3, 4].map(waitBefore)).toEqual([100, 200, 400, 800]);
    expect([20, 2_000].map(waitBefore)).toEqual([30_000, 30_000]);
  });
});
