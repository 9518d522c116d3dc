import { useEffect, useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { goThrough } from './mina/puppet.js';
import { hasApp, isDone, pages, puppet, settings, state, step } from './visit.js';
import { WatchedFrame } from './watched-frame.js';

/** Device features that the hosted pages and the app use. Each page still asks the user for permission. */
const ALLOWED = 'camera; publickey-credentials-get; publickey-credentials-create; screen-wake-lock';

/** The real app, and the real pages, in the frame of a phone. */
export const Phone = () => (
  <section class="phone" aria-label={`${state.value.firstName || 'Mina'}’s phone`}>
    <div class="screen">
      {hasApp.value ? (
        <WatchedFrame key="app" title="The app of the bank" address={settings.appUrl} allow={ALLOWED} />
      ) : step.value === 1 && pages.value.verification !== '' && !isDone(1) ? (
        <Verification key={pages.value.verification} address={pages.value.verification} />
      ) : (
        <Still />
      )}
    </div>
    {state.value.stage === 'asked' && <Hint />}
    {settings.appCode !== null && hasApp.value && <OwnPhone code={settings.appCode} />}
  </section>
);

/**
 * The hosted pages of the verification. If the visitor has chosen the demo's fictional customer, a script fills them
 * in.
 */
function Verification({ address }: { readonly address: string }) {
  const passport = puppet.value;
  return (
    <WatchedFrame
      title="The identity verification"
      address={address}
      allow={ALLOWED}
      onFrame={(frame) => passport && goThrough(frame, passport)}
    />
  );
}

/** A QR code that opens the same app on a real phone in the network. The verification pages show their own QR code. */
const OwnPhone = ({ code }: { readonly code: string }) => (
  <details class="own-phone">
    <summary>Use your own phone</summary>
    <img src={code} alt={`A code for ${settings.phoneUrl}`} width="180" height="180" />
    <p>
      Scan it with a phone in the same network. The phone does not know our certificate: tell its browser to go on. Sign
      in with the password.
    </p>
  </details>
);

/** After so long without an answer, a hint tells the visitor what to press. */
const PATIENCE_MS = 20_000;

function Hint() {
  const [isLate, late] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => late(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class={isLate ? 'hint' : undefined} role="status">
      {isLate && 'Open the request above, and press Approve.'}
    </p>
  );
}

const Still = () => (
  <div class="still">
    <Icon name={isDone(1) ? 'shield' : 'phone'} />
    {isDone(1) && step.value === 1 ? (
      state.value.verifiedBy === 'outcome' ? (
        <p>
          <strong>Simulated</strong>
          <br />
          No document was read and no face compared.
        </p>
      ) : (
        <p>
          <strong>Verified</strong>
          <br />
          Document, face and movements agree.
        </p>
      )
    ) : (
      <p>
        <strong>{state.value.firstName || 'Mina'}’s phone</strong>
        <br />
        {step.value === 1 ? 'The identity check opens here.' : 'Needed in a moment.'}
      </p>
    )}
  </div>
);
