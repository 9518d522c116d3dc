import { computed, signal } from '@preact/signals';

/** The settings that the server writes into the page. */
interface Settings {
  readonly bank: string;
  readonly appUrl: string;
  readonly phoneUrl: string;
  readonly issuer: string;
  readonly evidenceUrl: string;
  readonly guideUrl: string;
  readonly appCode: string | null;
}

/** An event that the server sends during a visit. Must match `DemoEvent` in `src/demo/demo-event.ts`. */
export interface DemoEvent {
  readonly n: number;
  readonly kind: 'call' | 'webhook' | 'audit';
  readonly method?: string;
  readonly what: string;
  readonly why: string;
  readonly status?: number;
  readonly ms?: number;
  readonly sent?: unknown;
  readonly got?: unknown;
  readonly curl?: string;
  readonly node?: string;
  readonly guide?: string;
}

const STAGES = ['new', 'enrolled', 'verifying', 'verified', 'signing-in', 'signed-in', 'asked', 'answered', 'proved'];
const A_SECOND = 1_000;
/** For each step, the stage at which the step counts as done. */
const DONE = ['enrolled', 'verified', 'signed-in', 'answered', 'proved'];

export interface State {
  readonly stage: string;
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly refusal?: { readonly status: string; readonly reasons: readonly string[] };
  readonly answer?: string;
  /** The level (`acr`) and the methods (`amr`) of the last sign-in. */
  readonly proven?: { readonly acr: string; readonly amr: readonly string[] };
  readonly agent?: {
    readonly state: 'asked' | 'allowed' | 'refused';
    readonly why?: string;
    readonly details?: unknown;
  };
  /** Who decided the verification. `outcome` means that test mode set the result, and nothing was checked. */
  readonly verifiedBy?: 'engine' | 'sandbox' | 'outcome';
}

/**
 * The passport that the demo's fictional customer shows: its data page to the camera, and its chip to the phone. A
 * `copy` has the data of the real chip, but not its key.
 */
export interface HeldPassport {
  readonly page: Blob;
  readonly chip: 'real' | 'copy';
}

export const settings = JSON.parse(document.body.dataset['settings'] ?? '{}') as Settings;
export const state = signal<State>({ stage: 'new', userId: '', firstName: '', lastName: '', email: '' });
export const happenings = signal<readonly DemoEvent[]>([]);
/** Why the last action failed. */
export const trouble = signal('');
export const busy = signal(false);
/** The service no longer knows the visit: after a day, or a restart. */
export const isOver = signal(false);
/** The step that is shown. Steps that are not reached yet cannot be opened. */
export const step = signal(0);
/** The addresses in the frames: the verification pages on the phone, and the sign-in pages in the portal. */
export const pages = signal({ verification: '', signIn: '' });
/**
 * The passport that a script shows on the verification pages as the demo's fictional customer. Undefined if the visitor
 * fills in the pages.
 */
export const puppet = signal<HeldPassport | undefined>(undefined);

const reached = (stage: string): boolean => STAGES.indexOf(state.value.stage) >= STAGES.indexOf(stage);
export const isDone = (at: number): boolean => reached(DONE[at] ?? 'proved');
export const mayOpen = (at: number): boolean => at === 0 || isDone(at - 1);
/** Whether the phone shows the app, because the verification on it is finished. */
export const hasApp = computed(() => isDone(1) && step.value >= 2);

export function go(to: number): void {
  trouble.value = '';
  step.value = to;
}

/** Performs a step. `undefined` when it was refused; the page says why. */
export async function press<T>(name: string, body: object = {}): Promise<T | undefined> {
  busy.value = true;
  trouble.value = '';
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/demo/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) {
      await seeWhetherItIsOver();
      throw new Error(whyNot(text));
    }
    return (text === '' ? {} : JSON.parse(text)) as T;
  } catch (error) {
    trouble.value = error instanceof Error ? error.message : String(error);
    return undefined;
  } finally {
    busy.value = false;
  }
}

function whyNot(text: string): string {
  try {
    const {
      detail,
      title,
      errors = [],
    } = JSON.parse(text) as {
      detail?: string;
      title?: string;
      errors?: { pointer: string; detail: string }[];
    };
    const [fault] = errors;
    return fault ? `${fault.pointer.replace('/', '')}: ${fault.detail}` : (detail ?? title ?? text);
  } catch {
    return text;
  }
}

export async function beginAgain(): Promise<void> {
  await press('begin-again');
  location.reload();
}

/**
 * Follows the events of the visit. After a lost connection, the browser reconnects and names the last event that it
 * has.
 */
export function watch(): void {
  let isFirst = true;
  const source = new EventSource('/demo/happenings');
  source.addEventListener('happening', ({ data }: MessageEvent<string>) => {
    const happening = JSON.parse(data) as DemoEvent;
    if (happenings.value.some(({ n }) => n === happening.n)) return;
    happenings.value = [happening, ...happenings.value];
  });
  source.addEventListener('state', ({ data }: MessageEvent<string>) => {
    state.value = JSON.parse(data) as State;
    if (isFirst)
      step.value = Math.max(
        0,
        DONE.findIndex((stage) => !reached(stage)),
      );
    if (isFirst && reached('proved')) step.value = DONE.length - 1;
    isFirst = false;
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) void lookAgain();
  });
}

/**
 * Called when the browser stops reconnecting: either the visit is over, or the service is unreachable for some time.
 */
async function lookAgain(): Promise<void> {
  const isThere = await seeWhetherItIsOver();
  if (!isOver.value) setTimeout(isThere ? watch : () => void lookAgain(), A_SECOND);
}

/**
 * Whether the visit still exists. Sets `isOver` if the service no longer knows it. Returns false also while the service
 * is unreachable.
 */
async function seeWhetherItIsOver(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/demo/state');
    if (status === 422) isOver.value = true;
    return ok;
  } catch {
    return false;
  }
}
