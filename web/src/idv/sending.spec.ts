/** @jest-environment jsdom */
import { challengeIn, colourIn, stagesOf } from './challenge.js';
import { follow } from './follow.js';
import { IdleWarning } from './idle.js';
import { isSentAsItIs, kindOf } from './pictures.js';
import { outcomeOf, send, type Sent, sizeSent } from './sending.js';
import { jest } from '@jest/globals';

const answered = (status: number, body: unknown = {}, retryAfter: string | null = null) =>
  outcomeOf(status, JSON.stringify(body), retryAfter);

describe('What the server answers', () => {
  it.each([
    [200, { outcome: 'accepted', body: { step: 'back' } }],
    [422, { outcome: 'refused', code: 'idv/picture-refused' }],
    [413, { outcome: 'refused', code: 'idv/picture-refused' }],
    [409, { outcome: 'elsewhere' }],
    [404, { outcome: 'elsewhere' }],
    [410, { outcome: 'elsewhere' }],
    [503, { outcome: 'busy', retryAfter: 5 }],
  ])('is understood: %i means %j', (status, expected) => {
    const body = status === 200 ? { step: 'back' } : { code: 'idv/picture-refused' };
    expect(answered(status, body)).toEqual(expected);
  });

  it('says when a busy server is asked again, within reason', () => {
    expect(answered(429, {}, '12')).toEqual({ outcome: 'busy', retryAfter: 12 });
    expect(answered(503, {}, '86400')).toEqual({ outcome: 'busy', retryAfter: 60 });
    expect(answered(503, {}, 'soon')).toEqual({ outcome: 'busy', retryAfter: 5 });
  });

  it('may be the page of a proxy', () => {
    expect(outcomeOf(502, '<html>', null)).toEqual({ outcome: 'busy', retryAfter: 5 });
  });
});

describe('A picture that is being sent', () => {
  const MINUTE = 60_000;
  let request: FakeRequest;

  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly responseText = '{}';
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader = () => null;

    send(): void {
      // oxlint-disable-next-line typescript/no-this-alias -- the test plays the server
      request = this;
    }

    abort(): void {
      this.end('abort');
    }

    end(how: 'load' | 'abort'): void {
      this.dispatchEvent(new Event(how));
    }

    progress(loaded: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }));
    }
  }

  const original = globalThis.XMLHttpRequest;
  beforeEach(() => {
    globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
    jest.useFakeTimers();
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = original;
    jest.useRealTimers();
  });

  const sending = () => {
    const outcomes: Sent[] = [];
    void send({ url: '/picture', csrf: 'token', body: new Blob(['picture']) }).then((sent) => outcomes.push(sent));
    return outcomes;
  };

  it('has not arrived when the server says nothing for a minute', async () => {
    const outcomes = sending();
    request.progress(100);
    await jest.advanceTimersByTimeAsync(MINUTE - 1);
    expect(outcomes).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual([{ outcome: 'offline' }]);
  });

  it('may take as long as it likes over a slow connection that goes on', async () => {
    const outcomes = sending();
    for (let loaded = 0; loaded <= 100; loaded += 10) {
      await jest.advanceTimersByTimeAsync(MINUTE - 1);
      request.progress(loaded);
    }
    expect(outcomes).toEqual([]);
    request.end('load');
    await jest.advanceTimersByTimeAsync(0);
    expect(outcomes).toEqual([{ outcome: 'accepted', body: {} }]);
    expect(jest.getTimerCount()).toBe(0);
  });
});

it.each([
  ['pdf', '%PDF-1.7'],
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0'],
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0'],
  ['picture', '\xff\xd8\xff\xe0'],
  ['picture', '\0\0\0\x18ftypavif\0\0\0\0'],
])('The page knows a file of the kind %s by its first bytes', (kind, bytes) => {
  expect(kindOf(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)))).toBe(kind);
});

it.each([
  ['a JPEG as it is', true, [0xff, 0xd8, 0xff], 4_000_000, 2_000],
  ['a large JPEG drawn anew', false, [0xff, 0xd8, 0xff], 5_000_000, 2_000],
  ['a JPEG of many pixels drawn anew', false, [0xff, 0xd8, 0xff], 1_000_000, 2_400],
  ['a PNG drawn anew', false, [0x89, 0x50, 0x4e], 1_000, 2_000],
  ['an empty file drawn anew', false, [], 0, 2_000],
])('The page sends %s', (_what, expected, beginning, bytes, height) => {
  expect(isSentAsItIs(Uint8Array.from(beginning), bytes, { width: 1_500, height })).toBe(expected);
});

describe('A challenge', () => {
  it('is filmed move by move, with a look straight ahead after each, within the number of frames that the server takes', () => {
    const stages = stagesOf({ steps: ['look_straight', 'turn_left', 'smile', 'open_mouth'] });
    expect(stages.map(({ frames }) => frames.length)).toEqual([2, 3, 2, 3, 2, 3, 2]);
    expect(stages.flatMap(({ frames }) => frames)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    const many = stagesOf({ steps: ['turn_left', 'turn_right', 'look_up', 'smile', 'open_mouth'] });
    expect(many.flatMap(({ frames }) => frames)).toHaveLength(20);
  });

  it('is not begun where this page does not know a move', () => {
    const known = { nonce: 'n', steps: ['turn_left'] };
    expect(challengeIn(known)).toEqual({ ...known, lit: false });
    expect(challengeIn({ ...known, lit: true })).toEqual({ ...known, lit: true });
    expect(challengeIn({ nonce: 'n', steps: ['stand_on_head'] })).toBeUndefined();
    expect(challengeIn({ steps: ['turn_left'] })).toBeUndefined();
    expect(challengeIn(undefined)).toBeUndefined();
  });

  it('asks for one colour at a time, and for none that this page does not know', () => {
    expect(colourIn({ colour: 'cyan' })).toBe('cyan');
    for (const body of [{ colour: 'plaid' }, {}, undefined]) expect(colourIn(body)).toBeUndefined();
  });
});

describe('A page that waits', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Returns the seconds at which the page asked, until it reloaded. */
  const following = async (answers: readonly (readonly [status: number, version?: string])[]): Promise<number[]> => {
    const [began, asked] = [performance.now(), [] as number[]];
    globalThis.fetch = (() => {
      const [status, version] = answers[asked.length] ?? [404];
      asked.push(Math.round((performance.now() - began) / 1_000));
      return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve({ version }) });
    }) as unknown as typeof fetch;
    document.body.innerHTML = '<p data-version="owner-4"></p>';
    const shown = new Promise<void>((reload) => void follow(document.querySelector('p')!, reload));
    await jest.advanceTimersByTimeAsync(60_000);
    await shown;
    return asked;
  };

  it('shows itself anew when the session has changed, and does not hurry when it has not', async () => {
    expect(
      await following([
        [200, 'owner-4'],
        [200, 'owner-4'],
        [200, 'owner-5'],
      ]),
    ).toEqual([0, 3, 6]);
  });

  it('shows itself anew when the session is not there any more', async () => {
    expect(await following([[200, 'owner-4'], [404]])).toEqual([0, 3]);
  });
});

describe('How much of a picture has been sent', () => {
  it('is told in megabytes, with the decimal sign of the language', () => {
    expect(sizeSent('{sent} of {all} MB', 0.5, 2_400_000, 'en')).toBe('1.2 of 2.4 MB');
    expect(sizeSent('{sent} von {all} MB', 0, 300_000, 'de')).toBe('0,0 von 0,3 MB');
  });
});

describe('The warning before the end', () => {
  let dialog: HTMLDialogElement;
  const show = (seconds: number) => {
    document.body.innerHTML = `<dialog data-seconds="${seconds}" data-csrf="token"><button>Stay</button></dialog>`;
    dialog = document.querySelector('dialog')!;
    dialog.showModal = () => dialog.setAttribute('open', '');
    dialog.close = () => dialog.removeAttribute('open');
    new IdleWarning(dialog);
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('comes two minutes before it, with the focus on what keeps the session', () => {
    show(300);
    jest.advanceTimersByTime(170_000);
    expect(dialog.open).toBe(false);
    jest.advanceTimersByTime(15_000);
    expect(dialog.open).toBe(true);
    expect(document.activeElement).toBe(dialog.querySelector('button'));
  });

  it('goes away with any key', () => {
    show(60);
    jest.advanceTimersByTime(3_000);
    expect(dialog.open).toBe(true);
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    expect(dialog.open).toBe(false);
  });
});
