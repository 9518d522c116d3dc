import { Icon } from './marks.js';
import { Good, Next, Top } from './parts.js';
import { Refusal } from './refusal.js';
import { SpecimenMaker } from './specimen.js';
import { busy, isDone, pages, press, state } from './visit.js';

async function verify(by: 'engine' | 'outcome'): Promise<void> {
  const opened = await press<{ url: string }>('verify', { by });
  if (opened) pages.value = { ...pages.value, verification: opened.url };
}

export function Verify() {
  const { userId, refusal, stage } = state.value;
  const isOpen = stage === 'verifying' && pages.value.verification !== '';
  if (isDone(1)) {
    return (
      <>
        <Top who={userId} />
        <h2>Show who you are</h2>
        <Good>Verified. Your account is ready.</Good>
        <Next to={2}>Sign in</Next>
      </>
    );
  }
  return (
    <>
      <Top who={userId} />
      <h2>Show who you are</h2>
      {refusal !== undefined && !isOpen && <Refusal {...refusal} />}
      <SpecimenMaker />
      {isOpen ? (
        <p class="account">
          <Icon name="phone" /> Go on at the phone: its pages are those that your customers would see.
        </p>
      ) : (
        <button type="button" class="button go" disabled={busy.value} onClick={() => void verify('engine')}>
          {refusal === undefined ? 'Hold it to the camera' : 'Try again as yourself'}
        </button>
      )}
      <p class="lead">
        No camera at hand?{' '}
        <button type="button" class="link" disabled={busy.value} onClick={() => void verify('outcome')}>
          Let test mode decide
        </button>
        , as in automated tests.
      </p>
    </>
  );
}
