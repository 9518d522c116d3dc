import { cancel, later, type Timer } from './environment.js';
import { objectIn } from './encoding.js';
import { LONGEST_ANSWER, NoAnswer } from './http.js';
import { eventIn, type Arguments, type OperationEvent } from './operations.js';
import type { Socket, SocketConstructor } from './ports.js';

/** Why a socket was closed. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

interface Waiting {
  readonly event: (event: OperationEvent) => void;
  readonly failed: (error: NoAnswer) => void;
  readonly timer: Timer;
}

/** One connection of the live socket. It cannot be reopened. */
export class LiveSocket {
  readonly closed: Promise<Closed>;
  /** The time of the last received message, by the device's clock. */
  lastHeard = Date.now();
  readonly #socket: Socket;
  readonly #waiting = new Map<string, Waiting>();
  #calls = 0;
  #end!: (closed: Closed) => void;
  #hasEnded = false;

  constructor(
    make: SocketConstructor,
    url: string,
    private readonly timeoutMs: number,
    private readonly told: (event: OperationEvent) => void,
  ) {
    this.closed = new Promise((resolve) => (this.#end = resolve));
    this.#socket = new make(url);
    this.#socket.onmessage = (message: { data: unknown }) => this.#take(message.data);
    this.#socket.onerror = () => this.close(1006, 'failed');
    this.#socket.onclose = ({ code = 1006, reason = '' }: { code?: number; reason?: string }) =>
      this.#over({ code, reason });
  }

  get openCalls(): number {
    return this.#waiting.size;
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = later(this.timeoutMs, () => {
        this.close(1006, 'could not be opened in time');
        reject(new NoAnswer('timeout'));
      });
      this.#socket.onopen = () => {
        cancel(timer);
        resolve();
      };
      void this.closed.then(() => {
        cancel(timer);
        reject(new NoAnswer('offline'));
      });
    });
  }

  /**
   * Sends a call and resolves with its event. If the server refuses the call immediately, it resolves with an event in
   * the same form that is created here.
   */
  call(operation: string, given: Arguments, timeoutMs = this.timeoutMs): Promise<OperationEvent> {
    if (this.#hasEnded) return Promise.reject(new NoAnswer('offline'));
    this.#calls += 1;
    const id = String(this.#calls);
    return new Promise((event, failed) => {
      const timer = later(timeoutMs, () => {
        // The socket is closed so that messages in its buffer are not sent later.
        this.close(1006, 'no answer in time');
        failed(new NoAnswer('timeout'));
      });
      this.#waiting.set(id, { event, failed, timer });
      this.#socket.send(JSON.stringify({ id, operation, arguments: given }));
    });
  }

  /** Closes the socket without waiting: closing a dead connection can take minutes. */
  close(code: number, reason: string): void {
    if (this.#hasEnded) return;
    try {
      this.#socket.close();
    } catch {
      // closing fails if the socket was never open
    }
    this.#over({ code, reason });
  }

  #take(data: unknown): void {
    this.lastHeard = Date.now();
    const message = typeof data === 'string' && data.length <= LONGEST_ANSWER ? read(data) : undefined;
    if (!message) {
      this.close(1007, 'not understood');
      return;
    }
    const id = typeof message['id'] === 'string' ? message['id'] : undefined;
    const event = eventIn(message) ?? refusalIn(message);
    if (!event) return; // the server has accepted the call, and will send its event later
    if (id === undefined) {
      this.told(event);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    cancel(waiting?.timer);
    waiting?.event(event);
  }

  #over(closed: Closed): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const { failed, timer } of this.#waiting.values()) {
      cancel(timer);
      failed(new NoAnswer('lost'));
    }
    this.#waiting.clear();
    this.#end(closed);
  }
}

function read(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Converts an immediate refusal, which has a code but no reason, to an event. */
function refusalIn({ error }: Readonly<Record<string, unknown>>): OperationEvent | undefined {
  const { longErrorCode: code, errorString } = objectIn(error) ?? {};
  if (typeof code !== 'number' || code === 0) return undefined;
  const text = String(errorString);
  const reason = code === 39 ? 'too_many' : 'invalid';
  return { event: '', response: { StatusCode: code, StatusMsg: text, ResponseData: { reason } } };
}
