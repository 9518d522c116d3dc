import { effect, signal, untracked } from '@preact/signals';
import type { DeviceApproval, RegisteredDevice } from '@countersign/client';
import { detailsOf, deviceName } from './device-name.js';
import { t } from './language.js';
import type { Phone } from './phone.js';
import { hasCode, isOffline, messageOf } from './failures.js';

/** Why this device was not approved. */
export type NotApproved = 'refused' | 'expired' | 'cancelled' | 'nobody';

export type ApprovalState =
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'waiting'; readonly approval: DeviceApproval; readonly since: number }
  | { readonly state: 'over'; readonly why: NotApproved }
  | { readonly state: 'failed'; readonly message: string };

const RETRY_MS = 2_000;
/** The clock of the service is known to about a second, and its answer takes a moment. */
const SLACK_MS = 5_000;

/**
 * Has another phone of the user approve this device, and then registers it. The question stays open while the app is
 * locked, and is closed when the user signs out or puts off the registration.
 */
export class PhoneApproval {
  /** The name that the user has given this device. */
  readonly name = signal(deviceName(navigator.userAgent));
  readonly state = signal<ApprovalState>({ state: 'none' });
  /** Whether the service has refused a registration without an approval. */
  demanded = false;
  #waiting: AbortController | undefined;

  constructor(
    private readonly phone: Phone,
    private readonly retryMs = RETRY_MS,
  ) {
    effect(() => {
      if (!phone.registering.value) untracked(() => this.#close());
    });
  }

  async ask(): Promise<void> {
    if (['asking', 'waiting'].includes(this.state.value.state)) return;
    const waiting = (this.#waiting = new AbortController());
    this.state.value = { state: 'asking' };
    let until = Infinity;
    try {
      const approval = await this.phone.client.device.requestApproval(detailsOf(this.name.value));
      if (waiting.signal.aborted) return;
      until = approval.expiresAt.getTime();
      this.state.value = { state: 'waiting', approval, since: this.phone.client.now() };
      const device = await this.#registered(approval, waiting.signal);
      if (this.#waiting === waiting) this.state.value = { state: 'none' };
      this.phone.adopt(device);
    } catch (error) {
      if (!waiting.signal.aborted) this.state.value = endedBy(error, until, this.phone.client.now());
    }
  }

  /** Stops waiting. The question stays on the other phone until it expires, but its answer has no effect any more. */
  cancel(): void {
    this.#waiting?.abort();
    this.state.value = { state: 'over', why: 'cancelled' };
  }

  /** Closes the question. If the user reported it on the other phone (“It wasn’t me”), the session has ended. */
  #close(): void {
    const asked = this.state.value.state !== 'none';
    this.#waiting?.abort();
    this.demanded = false;
    this.state.value = { state: 'none' };
    if (asked && !this.phone.session.value && this.phone.note.value !== '')
      this.phone.note.value = t('approveReported');
  }

  /** Waits for the answer. A short loss of the network does not end the approval. */
  async #registered(approval: DeviceApproval, signal: AbortSignal): Promise<RegisteredDevice> {
    for (;;) {
      try {
        return await approval.registered({ signal });
      } catch (error) {
        const mayPass = isOffline(error) || hasCode(error, 'unavailable', 'too_many');
        if (signal.aborted || !mayPass) throw error;
        await new Promise((resolve) => setTimeout(resolve, this.retryMs));
      }
    }
  }
}

function endedBy(error: unknown, until: number, now: number): ApprovalState {
  if (until === Infinity && hasCode(error, 'invalid')) return { state: 'over', why: 'nobody' };
  const isOver = hasCode(error, 'approval_needed', 'login_required');
  if (until === Infinity || !isOver) return { state: 'failed', message: messageOf(error) };
  return { state: 'over', why: now + SLACK_MS >= until ? 'expired' : 'refused' };
}
