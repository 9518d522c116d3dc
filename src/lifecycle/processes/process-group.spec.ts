import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Ending } from '../shutdown.js';
import { ProcessFailed, type StartedProcess } from './process-slot.js';
import { ProcessGroup } from './process-group.js';

const [START_MS, END_MS] = [60_000, 30_000];
const WALKS = 200;

class FakeProcess implements StartedProcess {
  readonly pid = undefined;
  isAlive = true;
  isReady = false;
  wasToldToEnd = false;
  #markReady: () => void = () => undefined;
  #markExited: (code: number) => void = () => undefined;
  readonly exited = new Promise<number>((resolve) => (this.#markExited = resolve));
  readonly ready = new Promise<readonly never[]>((resolve, reject) => {
    this.#markReady = () => resolve([]);
    void this.exited.then((code) => reject(new ProcessFailed(this.number, code)));
  });

  constructor(readonly number: number) {}

  becomeReady(): void {
    this.isReady = this.isAlive;
    if (this.isAlive) this.#markReady();
  }

  die(): void {
    this.isAlive = false;
    this.#markExited(1);
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (signal === 'SIGKILL') this.die();
    else this.wasToldToEnd = true;
  }
}

class FakeMachine {
  readonly started: FakeProcess[] = [];
  readonly ending = new Ending();
  readonly group: ProcessGroup<FakeProcess>;

  constructor(readonly processes: number) {
    const settings = { processes, startMs: START_MS, endMs: END_MS };
    const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.group = new ProcessGroup(settings, (number) => this.#launch(number), this.ending, sleep);
  }

  static async serving(processes: number): Promise<FakeMachine> {
    const machine = new FakeMachine(processes);
    void machine.group.start();
    await machine.settle();
    return machine;
  }

  get alive(): FakeProcess[] {
    return this.started.filter(({ isAlive }) => isAlive);
  }

  get starting(): FakeProcess[] {
    return this.alive.filter(({ isReady }) => !isReady);
  }

  /** Lets each process become ready or end, as it was requested, until nothing changes any more. */
  async settle(): Promise<void> {
    for (let n = 0; n < 50; n += 1) {
      for (const process of this.starting) process.becomeReady();
      for (const process of this.alive) if (process.wasToldToEnd) process.die();
      await jest.advanceTimersByTimeAsync(1_000);
    }
  }

  #launch(number: number): FakeProcess {
    const process = new FakeProcess(number);
    this.started.push(process);
    return process;
  }
}

const tick = () => jest.advanceTimersByTimeAsync(1);
const numbersOf = (processes: readonly FakeProcess[]) => processes.map(({ number }) => number).sort();

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('A group of processes', () => {
  it('starts a process once that dies while it is replaced', async () => {
    const machine = await FakeMachine.serving(2);
    const [old] = machine.alive;
    void machine.group.reload();
    await tick();
    old!.die();
    await machine.settle();
    expect(numbersOf(machine.alive)).toEqual([1, 2]);
    expect(machine.group.counts).toEqual({ starting: 0, serving: 2, ending: 0 });
  });

  it('starts a process again whose successor dies with it', async () => {
    const machine = await FakeMachine.serving(2);
    const [old] = machine.alive;
    void machine.group.reload();
    await tick();
    old!.die();
    machine.starting[0]!.die();
    await machine.settle();
    expect(numbersOf(machine.alive)).toEqual([1, 2]);
  });

  it('kills a successor that does not get ready, and a later reload replaces every process', async () => {
    const machine = await FakeMachine.serving(2);
    const old = machine.alive;
    const reloaded = machine.group.reload();
    await jest.advanceTimersByTimeAsync(START_MS);
    await reloaded;
    expect(machine.alive).toEqual(old);
    void machine.group.reload();
    await machine.settle();
    expect(numbersOf(machine.alive)).toEqual([1, 2]);
    expect(machine.alive.filter((process) => old.includes(process))).toEqual([]);
  });

  it('tries once more where a reload was asked for while a successor hung', async () => {
    const machine = await FakeMachine.serving(2);
    const old = machine.alive;
    void machine.group.reload();
    await tick();
    void machine.group.reload();
    await jest.advanceTimersByTimeAsync(START_MS);
    await machine.settle();
    expect(machine.alive.filter((process) => old.includes(process))).toEqual([]);
  });

  it('kills a replaced process that does not end, and goes on', async () => {
    const machine = await FakeMachine.serving(2);
    const [first, second] = machine.alive;
    void machine.group.reload();
    await tick();
    machine.starting[0]!.becomeReady();
    await tick();
    expect(machine.group.counts).toEqual({ starting: 0, serving: 2, ending: 1 });
    await jest.advanceTimersByTimeAsync(END_MS);
    expect(first!.isAlive).toBe(false);
    await machine.settle();
    expect(second!.isAlive).toBe(false);
    expect(numbersOf(machine.alive)).toEqual([1, 2]);
  });

  it('replaces a process that began to start again before the reload', async () => {
    const machine = await FakeMachine.serving(2);
    machine.alive[0]!.die();
    await jest.advanceTimersByTimeAsync(100);
    const [early] = machine.starting;
    void machine.group.reload();
    await machine.settle();
    expect(early!.isAlive).toBe(false);
    expect(numbersOf(machine.alive)).toEqual([1, 2]);
  });

  it('starts nothing once it was told to end', async () => {
    const machine = await FakeMachine.serving(2);
    void machine.group.reload();
    await tick();
    machine.ending.ask(0);
    const ended = machine.group.end();
    await machine.settle();
    await ended;
    expect(machine.alive).toEqual([]);
  });

  it('has its processes again, whatever dies at whichever step of its reloads', async () => {
    for (let seed = 1; seed <= WALKS; seed += 1) {
      const machine = await FakeMachine.serving(3);
      await walk(machine, randomOf(seed));
      const found = { seed, numbers: numbersOf(machine.alive), counts: machine.group.counts };
      if (machine.ending.wasAsked) continue;
      expect(found).toEqual({ seed, numbers: [1, 2, 3], counts: { starting: 0, serving: 3, ending: 0 } });
    }
  });
});

/** Takes thirty random steps, checks the counts after each one, and then lets all processes recover. */
async function walk(machine: FakeMachine, random: (below: number) => number): Promise<void> {
  const one = (processes: readonly FakeProcess[]) => processes[random(processes.length)];
  const steps = [
    () => void machine.group.reload(),
    () => one(machine.alive)?.die(),
    () => one(machine.starting)?.die(),
    () => one(machine.starting)?.becomeReady(),
    () => one(machine.alive.filter(({ wasToldToEnd }) => wasToldToEnd))?.die(),
    () => jest.advanceTimersByTimeAsync(random(2_000)),
    () => jest.advanceTimersByTimeAsync(random(START_MS)),
  ];
  for (let n = 0; n < 30 && !machine.ending.wasAsked; n += 1) {
    await steps[random(steps.length)]!();
    await tick();
    const { starting, serving, ending } = machine.group.counts;
    expect(starting + serving + ending).toBe(machine.alive.length);
  }
  await machine.settle();
}

/** A pseudo-random generator that returns the same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % Math.max(below, 1);
  };
}
