import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { Good, Next, Top } from './parts.js';
import { busy, happenings, isDone, pages, press, state } from './visit.js';
import { WatchedFrame } from './watched-frame.js';

export function SignIn() {
  const { userId } = state.value;
  if (isDone(2)) return <SignedIn />;
  if (pages.value.signIn !== '') {
    return (
      <>
        <WatchedFrame
          class="pages"
          title="Signing in"
          address={pages.value.signIn}
          allow="publickey-credentials-get; publickey-credentials-create"
          onFrame={(frame) => fillIn(frame, userId)}
        />
        {received.value === undefined && <Mail />}
      </>
    );
  }
  return (
    <>
      <Top who={userId} />
      <h2>Activate your access</h2>
      <p class="lead">Her code came by mail. It is already filled in.</p>
      <button type="button" class="button go" disabled={busy.value} onClick={() => void signIn()}>
        Sign in
      </button>
      <Mail />
    </>
  );
}

function SignedIn() {
  const { firstName } = state.value;
  if (surer.value !== '' && !isSure()) {
    return (
      <WatchedFrame
        class="pages"
        title="Signing in with two factors"
        address={surer.value}
        allow=""
        onFrame={askPhone}
      />
    );
  }
  const hasKey = happenings.value.some(({ what }) => what === 'users.device-registered');
  return (
    <>
      <Top who={firstName} />
      <h2>Hello, {firstName}</h2>
      <div class="account">
        Current account<strong>1,250.00 EUR</strong>
      </div>
      <Good>
        Signed in. <Level />{' '}
        {hasKey
          ? 'Her phone has its own key, too.'
          : 'Now sign in on the phone, too. The app there creates its own key.'}
      </Good>
      <div class="buttons">
        <Next to={3}>Make a payment</Next>
        {hasKey && !isSure() && (
          <button type="button" class="button" disabled={busy.value} onClick={() => void signInSurely()}>
            Sign in with two factors
          </button>
        )}
      </div>
    </>
  );
}

/** The address of the second sign-in of the demo's fictional customer. This sign-in demands two factors. */
const surer = signal('');

const isSure = (): boolean => /[23]$/.test(state.value.proven?.acr ?? '');

const Level = () => {
  const { acr = '', amr = [] } = state.value.proven ?? {};
  return (
    <>
      Level {acr.slice(-1)} of 3 (<code>acr</code> {acr}, <code>amr</code> {amr.join(' ')}).
    </>
  );
};

async function signInSurely(): Promise<void> {
  const begun = await press<{ url: string }>('sign-in-surely');
  if (begun) surer.value = begun.url;
}

/**
 * Presses the button that sends a question to the phone of the demo's fictional customer. The password is already
 * proven, so only the second factor is missing.
 */
function askPhone(frame: HTMLIFrameElement): () => void {
  const clock = setInterval(() => {
    const shown = documentIn(frame);
    const button = shown?.querySelector<HTMLElement>('form[action$="/second/approval"] button');
    if (shown?.readyState !== 'complete' || !button || shown.querySelector('[role=alert]')) return;
    button.click();
    clearInterval(clock);
  }, LOOK_AGAIN_MS / 4);
  return () => clearInterval(clock);
}

async function signIn(): Promise<void> {
  const begun = await press<{ url: string }>('sign-in');
  if (begun) pages.value = { ...pages.value, signIn: begun.url };
}

/**
 * Opens the activation page, and fills in the user id and the code from the mail. The visitor then chooses a passkey or
 * a password.
 */
function fillIn(frame: HTMLIFrameElement, userId: string): () => void {
  const clock = setInterval(() => {
    const shown = documentIn(frame);
    if (shown?.readyState !== 'complete') return;
    const code = shown.querySelector<HTMLInputElement>('input.text[name=activation_code]');
    if (!code) {
      if (shown.querySelector('[name=password]')) shown.querySelector<HTMLElement>('a[href$="/activate"]')?.click();
      return;
    }
    if (code.value !== '' || received.value === undefined) return;
    const login = shown.querySelector<HTMLInputElement>('#login');
    if (login) login.value = userId;
    code.value = received.value;
    shown.querySelector<HTMLElement>('input.text[name=new_password]')?.focus();
  }, LOOK_AGAIN_MS / 4);
  return () => clearInterval(clock);
}

function documentIn(frame: HTMLIFrameElement): Document | null | undefined {
  try {
    return frame.contentDocument;
  } catch {
    return undefined;
  }
}

/** The activation code that was mailed to the demo's fictional customer. */
const received = signal<string | undefined>(undefined);

const LOOK_AGAIN_MS = 1_000;

/** The mailbox of the demo's fictional customer. In development, messages are stored and not sent. */
function Mail() {
  const [mail, show] = useState<{ subject: string; code?: string } | null>(null);
  useEffect(() => {
    let timer = 0;
    let isHere = true;
    const look = async (): Promise<void> => {
      // A failed request is ignored, because the service may be restarting.
      const answer = await fetch('/demo/mail').catch(() => undefined);
      const found = answer?.ok ? ((await answer.json()) as { mail: typeof mail }).mail : null;
      if (!isHere) return;
      if (found) {
        show(found);
        received.value = found.code;
      } else timer = window.setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    void look();
    return () => {
      isHere = false;
      window.clearTimeout(timer);
    };
  }, []);
  return (
    <div class="mail">
      <Icon name="inbox" />
      <span>
        {mail ? mail.subject : 'Her mail is on its way.'}
        {mail?.code !== undefined && (
          <>
            <br />
            User name <code>{state.value.userId}</code>, code <code>{mail.code}</code>
          </>
        )}
      </span>
    </div>
  );
}
