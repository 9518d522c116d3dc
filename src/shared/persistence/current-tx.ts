import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** The current transaction, and the nesting level of its use case: 0 for the outermost one. */
interface Frame {
  readonly tx: Tx;
  readonly level: number;
}

const frames = new AsyncLocalStorage<Frame>();

export const inFrame = <T>(frame: Frame, work: () => T): T => frames.run(frame, work);

/** The open transaction in which the caller runs, if any. */
export const currentTx = (): Tx | undefined => {
  const tx = frames.getStore()?.tx;
  return tx?.isOpen ? tx : undefined;
};

export const currentLevel = (): number => frames.getStore()?.level ?? 0;

/** Runs work outside the caller's transaction, such as the delivery of events. */
export const outsideTx = <T>(work: () => T): T => frames.exit(work);
