import { useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { portrait } from './mina/camera.js';
import { Good, Next, Top } from './parts.js';
import { Refusal } from './refusal.js';
import { SpecimenMaker, usePassport } from './specimen.js';
import { busy, type HeldPassport, isDone, pages, press, puppet, state } from './visit.js';

/**
 * Starts a verification. With `passport`, a script completes it as the demo's fictional customer, and shows this
 * passport.
 */
async function verify(by: 'engine' | 'outcome', passport?: HeldPassport): Promise<void> {
  const opened = await press<{ url: string }>('verify', { by });
  if (!opened) return;
  puppet.value = passport;
  pages.value = { ...pages.value, verification: opened.url };
}

export function Verify() {
  const { userId, refusal, stage, firstName, verifiedBy } = state.value;
  const [isOwn, takeOwn] = useState(false);
  const isOpen = stage === 'verifying' && pages.value.verification !== '';
  if (isDone(1)) {
    return (
      <>
        <Top who={userId} />
        <h2>Verify your identity</h2>
        {verifiedBy === 'outcome' ? (
          <p class="account" role="status">
            <strong>Nothing was checked</strong>
            Test mode answered “verified” by itself, as in your automated tests.
          </p>
        ) : (
          <Good>Verified. Your account is ready.</Good>
        )}
        <Next to={2}>Go on to sign in</Next>
      </>
    );
  }
  return (
    <>
      <Top who={userId} />
      <h2>Verify your identity</h2>
      {refusal !== undefined && !isOpen && <Refusal {...refusal} />}
      {isOwn ? (
        <SpecimenMaker />
      ) : (
        <Pair onPassport={(passport) => void verify('engine', passport)} name={firstName} isOpen={isOpen} />
      )}
      {isOpen && (
        <p class="account" role="status">
          <Icon name="phone" />{' '}
          {puppet.value
            ? 'Look at the phone. These are the pages that your customers see. They fill themselves in.'
            : 'Go on at the phone. These are the pages that your customers see.'}
        </p>
      )}
      {isOwn && !isOpen && (
        <button type="button" class="button go" disabled={busy.value} onClick={() => void verify('engine')}>
          {refusal === undefined ? 'Show it to the camera' : 'Try again as yourself'}
        </button>
      )}
      <p class="links">
        <button type="button" class="link" onClick={() => takeOwn(!isOwn)}>
          {isOwn ? `Verify ${firstName} instead` : 'Use my own face and camera'}
        </button>
        <button type="button" class="link" disabled={busy.value} onClick={() => void verify('outcome')}>
          Skip the check (test mode)
        </button>
      </p>
    </>
  );
}

interface PairGiven {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onPassport: (passport: HeldPassport) => void;
}

/** Shows the passport and the face of the demo's fictional customer. */
function Pair({ name, isOpen, onPassport }: PairGiven) {
  const passport = usePassport();
  return (
    <>
      <div class="pair">
        <figure>
          <div class="paper">
            <img src={passport?.address} alt="A passport of Utopia: a specimen" />
          </div>
          <figcaption>A passport of Utopia, made for this visit</figcaption>
        </figure>
        <figure>
          <img class="selfie" src={portrait} alt="A rendered head of a woman" />
          <figcaption>Her selfie. She does not exist.</figcaption>
        </figure>
      </div>
      {!isOpen && (
        <>
          <button
            type="button"
            class="button go"
            disabled={busy.value || !passport}
            onClick={() => passport && onPassport({ page: passport.blob, chip: 'real' })}
          >
            Verify {name}
          </button>
          <p class="links">
            <button
              type="button"
              class="link"
              disabled={busy.value || !passport}
              onClick={() => passport && onPassport({ page: passport.blob, chip: 'copy' })}
            >
              Hold a copied chip to the phone
            </button>
          </p>
        </>
      )}
    </>
  );
}
