import { useEffect, useState } from 'preact/hooks';
import type { IdvWebToken } from '@countersign/node';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { place } from '../../place.js';
import { setQuery } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Field } from '../../ui/field.js';
import { Icon } from '../../ui/icon.js';
import { Copy, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { nameOf, type User } from './types.js';

const texts = words.users.desk;

/** The statuses of a user in which an operator can open a verification, or send a test notification. */
const VERIFIABLE = new Set(['ONBOARDING', 'CREATED', 'ACTIVE', 'RESET']);
const SIMULATED = ['', 'VERIFIED', 'REVIEW', 'DOCUMENT_REJECTED', 'SELFIE_FAILED'] as const;

/** Actions of an operator for a person who is at the desk or on the phone. */
export function DeskButtons({ user }: { readonly user: User }) {
  const [asked, ask] = useState<'verify' | 'test' | undefined>(undefined);
  const close = () => ask(undefined);
  return (
    <div class="buttons">
      {may('idv:write') && VERIFIABLE.has(user.status) && (
        <button type="button" class="button slim" onClick={() => ask('verify')}>
          <Icon name="card" />
          {texts.verify}
        </button>
      )}
      {may('notifications:write') && user.status === 'ACTIVE' && (
        <button type="button" class="button slim" onClick={() => ask('test')}>
          <Icon name="bell" />
          {texts.test}
        </button>
      )}
      {asked === 'verify' && <Verify user={user} onClose={close} />}
      {asked === 'test' && <SendTest user={user} onClose={close} />}
    </div>
  );
}

interface OfUser {
  readonly user: User;
  readonly onClose: () => void;
}

/** Opens a verification, and shows the operator the link to give to the person. */
function Verify({ user, onClose }: OfUser) {
  const [redirectUrl, write] = useState('');
  const [simulate, choose] = useState('');
  const [opened, show] = useState<IdvWebToken | undefined>(undefined);
  const isTest = place.value.data === 'test';
  return (
    <Ask
      title={texts.verifyTitle(nameOf(user))}
      text={<p>{opened ? texts.scan : texts.verifyText}</p>}
      verb={opened ? texts.follow : texts.open}
      withoutReason
      silent
      stays={opened === undefined}
      ready={opened !== undefined || redirectUrl.trim().startsWith('https://')}
      onClose={onClose}
      act={async () => {
        if (opened) {
          setQuery({ tab: 'verifications' });
          return undefined;
        }
        const payload = isTest && simulate !== '' ? { payload: { simulate } } : {};
        const body = { userId: user.userId, redirectUrl: redirectUrl.trim(), ...payload };
        const answer = await send<IdvWebToken>('POST', '/v1/idvWebTokens', body);
        if (answer.waits === undefined) show(answer.value);
        return answer;
      }}
    >
      {opened ? (
        <Link to={opened} />
      ) : (
        <>
          <Field
            label={texts.redirectUrl}
            name="redirectUrl"
            mode="url"
            hint={texts.redirectUrlHint}
            placeholder="https://"
            required
            max={2048}
            value={redirectUrl}
            onInput={write}
          />
          {isTest && (
            <label>
              {texts.simulate}
              <select
                class="field"
                name="simulate"
                value={simulate}
                onChange={({ currentTarget: { value } }) => choose(value)}
              >
                {SIMULATED.map((status) => (
                  <option key={status} value={status}>
                    {texts.simulated[status]}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      )}
    </Ask>
  );
}

/**
 * The link, as a QR code for a phone and as text for a message. The QR code is dark on light in both colour schemes,
 * because some readers require that.
 */
function Link({ to: { idvUrl, expiresAt } }: { readonly to: IdvWebToken }) {
  const [cells, draw] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    void import('uqr').then(({ encode }) => draw(encode(idvUrl, { border: 2 }).data));
  }, [idvUrl]);
  const path = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <div class="stack">
      <svg class="qr" viewBox={`0 0 ${cells.length || 1} ${cells.length || 1}`} role="img" aria-label={texts.code}>
        <rect width="100%" height="100%" fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p>
        <Copy text={idvUrl} short={44} />
      </p>
      <p class="dim">
        {texts.until} <Time at={Date.parse(expiresAt)} />
      </p>
    </div>
  );
}

/** Sends a question without consequences, to check that the phone is reached. */
function SendTest({ user, onClose }: OfUser) {
  return (
    <Ask
      title={texts.testTitle(nameOf(user))}
      text={<p>{texts.testText}</p>}
      verb={texts.send}
      done={texts.sent}
      withoutReason
      onClose={onClose}
      act={async () => {
        const answer = await send('POST', '/v1/notifications', {
          user_id: user.userId,
          msg_id: `console-test-${crypto.randomUUID()}`,
          expires_in: 300,
          ds_required: false,
          body: [{ lng: 'en', subject: texts.subject, message: texts.message }],
          actions: [{ label: texts.seen, action: 'accept', authlevel: 0 }],
        });
        setQuery({ tab: 'notifications' });
        return answer;
      }}
    />
  );
}
