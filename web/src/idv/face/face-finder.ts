import FaceWorker from './face.worker.js?worker';
import type { Picture } from './sampling.js';
import type { FaceInSight } from './seeker.js';

/** Finds the face in camera pictures, in a worker. Without worker support it never finds one. */
export class FaceFinder {
  /** Resolves when the worker is ready, or has failed to load. */
  readonly ready: Promise<void>;
  #state: 'loading' | 'idle' | 'busy' | 'lost' = 'loading';
  readonly #worker: Worker | undefined;

  constructor(onSeen: (face: FaceInSight | undefined) => void) {
    const worker = (this.#worker = newWorker());
    this.ready = new Promise((resolve) => {
      const become = (state: 'idle' | 'lost'): void => {
        this.#state = state;
        resolve();
      };
      if (!worker) become('lost');
      worker?.addEventListener('error', () => become('lost'));
      worker?.addEventListener('message', ({ data }: MessageEvent<FaceInSight | 'ready' | null>) => {
        become('idle');
        if (data !== 'ready') onSeen(data ?? undefined);
      });
    });
  }

  get isLost(): boolean {
    return this.#state === 'lost';
  }

  /** Examines a picture, whose pixels are transferred to the worker. Pictures that arrive meanwhile are skipped. */
  look({ width, height, data }: Picture): void {
    if (this.#state !== 'idle') return;
    this.#state = 'busy';
    this.#worker?.postMessage({ width, height, data }, [data.buffer]);
  }
}

function newWorker(): Worker | undefined {
  try {
    return new FaceWorker();
  } catch {
    return undefined;
  }
}
