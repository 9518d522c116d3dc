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
  ['Enrol', 'A customer opens an account', 'One call enrols her. Until she is verified, she cannot sign in.'],
  ['Verify', 'Verify her identity', 'The real engine reads this passport and compares the face. Nothing leaves this machine.'],
  ['Sign in', 'She signs in for the first time', 'Her code came by mail. It is already filled in.'],
  ['Approve', 'She approves a payment', 'Her phone shows what it signs, amount and payee included.'],
  ['Prove', 'Anyone can verify it', 'One file and the published keys, today or in ten years.'],
] as const; // oxfmt-ignore
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
          <section class="window" aria-label="The bank’s website">
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
          Start again as somebody else
        </button>
        <a class="link" href={settings.guideUrl} target="_blank" rel="noopener">
          All API calls
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

/** The bank's host under `.example`, a domain that nobody can register. */
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
