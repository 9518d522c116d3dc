import type { Config } from '../../../config.js';
import type { WorkerPoolOptions, WorkerPools } from '../../../shared/workers/index.js';
import type { EngineRequests } from './engine-requests.service.js';
import type { ReadDocuments, ReadFaces } from './engine-request.jobs.js';
import { EnginePools } from './engine-pools.service.js';

type Settings = Pick<Config, 'idvEngineProcesses' | 'processes' | 'surfaces'>;

function threadsOf(settings: Settings): readonly number[] {
  const opened: number[] = [];
  const pools = { open: ({ maxThreads }: WorkerPoolOptions) => opened.push(maxThreads) } as unknown as WorkerPools;
  const reader = { serve: () => undefined } as unknown as ReadDocuments & ReadFaces;
  new EnginePools(pools, {} as EngineRequests, reader, reader, settings).open({
    ...{ name: 'documents', module: new URL('file:///any.js'), maxQueue: 1, maxWaitMs: 1, mostWorkMs: 1, idleMs: 1 },
    maxThreads: 4,
    maxMemoryMb: 1,
  });
  return opened;
}

describe('The threads that read pictures', () => {
  it.each([
    [1, 4],
    [2, 2],
    [3, 2],
    [4, 1],
    [16, 1],
  ])('are shared by the processes of one start: of %i, each has %i', (processes, threads) => {
    expect(threadsOf({ idvEngineProcesses: 'all', processes, surfaces: ['idv'] })).toEqual([threads]);
  });

  it('are all of the one process that reads for the others', () => {
    expect(threadsOf({ idvEngineProcesses: 'worker', processes: 4, surfaces: ['idv', 'worker'] })).toEqual([4]);
    expect(threadsOf({ idvEngineProcesses: 'worker', processes: 4, surfaces: ['idv'] })).toEqual([]);
  });

  it('are shared by processes that do nothing else', () => {
    expect(threadsOf({ idvEngineProcesses: 'worker', processes: 4, surfaces: ['worker'] })).toEqual([1]);
  });
});
