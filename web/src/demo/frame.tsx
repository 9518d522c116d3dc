import { Approve } from './approve.js';
import { Enrol } from './enrol.js';
import { Log } from './log.js';
import { BankMark, CountersignMark, Icon } from './marks.js';
import { Phone } from './phone.js';
import { SignIn } from './sign-in.js';
import { Verify } from './verify.js';
import { Prove } from './proof.js';
import { beginAgain, go, isDone, isOver, mayOpen, settings, step, trouble } from './visit.js';

const STEPS = [
  ['Enrol', 'A customer opens an account', 'Her bank enrols her with one call. ONBOARDING means that nobody can skip the verification.'],
  ['Verify', 'She shows who she is', 'Make a specimen here, with your own picture or a drawn one. Hold it to the camera, or send it as a file.'],
  ['Sign in', 'She signs in for the first time', 'A code from her mail, a passkey or password, and a key on the phone that never leaves it.'],
  ['Approve', 'She approves a payment', 'The bank asks; her phone shows what she signs, amount and payee included; the bank learns it by webhook.'],
  ['Prove', 'Anyone can check it', 'One file and the published keys, today or in ten years. Change one digit, and it says so.'],
] as const; // prettier-ignore
const PANES = [Enrol, Verify, SignIn, Approve, Prove];

export function Demo() {
  if (isOver.value) return <Over />;
  const [, title, text] = STEPS[step.value] ?? STEPS[0];
  const Pane = PANES[step.value] ?? Enrol;
  return (
    <div class="demo">
      <header>
        <span class="who">
          <BankMark />
          <strong>{settings.bank}</strong>
        </span>
        <Steps />
        <span class="who">
          <span class="dim">a demo of</span>
          <CountersignMark />
          <strong>Countersign</strong>
        </span>
      </header>
      <main>
        <div class="say">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        <div class="stage">
          <section class="window" aria-label="The bank’s portal">
            <div class="bar" aria-hidden="true">
              <i />
              <i />
              <i />
              <span>
                <Icon name="lock" />
                {HOST}/{PATHS[step.value]}
              </span>
            </div>
            <div class="bank">
              <Pane />
              <p class="trouble" role="alert">
                {trouble.value}
              </p>
            </div>
          </section>
          <Phone />
          <Log />
        </div>
      </main>
      <footer>
        <button type="button" class="link" onClick={() => void beginAgain()}>
          Begin again as somebody else
        </button>
        <a class="link" href={settings.guideUrl} target="_blank" rel="noopener">
          All calls of the API
        </a>
      </footer>
    </div>
  );
}

const Over = () => (
  <main class="opening" aria-live="assertive">
    <h1>Your visit is over</h1>
    <p>A visit is kept for a day, and until the service is started again. Nothing is wrong.</p>
    <button type="button" class="button go" onClick={() => location.reload()}>
      Start anew
    </button>
  </main>
);

/** A name under a domain that nobody can have. */
const HOST = `${/^\w+/.exec(settings.bank.toLowerCase())?.[0] ?? 'bank'}.example`;
const PATHS = ['join', 'verify', 'home', 'pay', 'proof'];

const Steps = () => (
  <nav class="steps" aria-label="Steps">
    {STEPS.map(([name], at) => (
      <button
        key={name}
        type="button"
        class={isDone(at) ? 'done' : ''}
        aria-current={at === step.value ? 'step' : undefined}
        disabled={!mayOpen(at)}
        title={mayOpen(at) ? undefined : `First: ${STEPS[at - 1]?.[0] ?? ''}`}
        onClick={() => go(at)}
      >
        <i>{isDone(at) ? <Icon name="check" /> : at + 1}</i>
        <span>{name}</span>
      </button>
    ))}
  </nav>
);
