import FaceWorker from './face.worker.js?worker';
import type { Picture } from './sampling.js';
import type { FaceInSight } from './seeker.js';

/** Finds the face in what the camera shows, in a thread of its own. Where a browser has none, nothing is ever found. */
export class FaceFinder {
  /** Resolves when it can be asked, or never will be. */
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

  /** The pixels are gone afterwards. A picture that comes while another is examined is skipped. */
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
