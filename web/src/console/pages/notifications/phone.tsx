import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { enterprise } from '../../me.js';
import { dayAndTime, languageName } from '../../ui/format.js';
import { Icon, Mark } from '../../ui/icon.js';
import { language, words } from '../../words/words.js';
import type { Body, Notification, OfferedAction } from './types.js';

const texts = words.notifications;
const WITH_FACE = 4;
const KINDS: Readonly<Record<string, string>> = { accept: 'yes', fraud: 'alarm' };

/** The text in the console's language, if the question has one. */
export const bodyIn = (bodies: readonly Body[] = []): Body | undefined =>
  bodies.find(({ lng }) => lng.split('-')[0] === language.tag) ?? bodies[0];

/** A question as the phone shows it. */
export const Screen = ({
  body,
  until,
  children,
}: {
  readonly body: Body | undefined;
  readonly until?: string;
  readonly children?: ComponentChildren;
}) => (
  <div class="phone" role="group" aria-label={texts.phone}>
    <div class="screen" dir="auto">
      <span class="top">
        <Mark />
        {enterprise.value?.name}
      </span>
      <div class="body" lang={body?.lng}>
        <h2>{body?.subject}</h2>
        <p class="wrap">{body?.message}</p>
        {until !== undefined && <small class="dim">{until}</small>}
      </div>
      {children}
    </div>
  </div>
);

/** Shows a question in one of its languages, with a button for each language. */
export function InEachLanguage({
  bodies,
  children,
}: {
  readonly bodies: readonly Body[];
  readonly children: (body: Body | undefined) => ComponentChildren;
}) {
  const [chosen, choose] = useState(bodyIn(bodies)?.lng);
  return (
    <div class="stack">
      {children(bodies.find(({ lng }) => lng === chosen) ?? bodies[0])}
      {bodies.length > 1 && (
        <div class="buttons centred">
          {bodies.map(({ lng }) => (
            <button
              key={lng}
              type="button"
              class={`button slim ${lng === chosen ? 'on' : ''}`}
              aria-pressed={lng === chosen}
              onClick={() => choose(lng)}
            >
              {languageName(lng)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Removes the digest of the request from the value of an answer, because the API reports given answers without it. */
const withoutDigest = (one: OfferedAction): OfferedAction => ({
  ...one,
  action: one.action.replace(/\.[\w-]{43}$/, ''),
});

/** The question as the phone shows it, in each language in which it was sent. */
export function Phone({
  notification,
  body: bodies,
}: {
  readonly notification: Notification;
  readonly body: readonly Body[];
}) {
  const { status, action_response: answer, kind } = notification;
  const offered = notification.actions ?? [];
  const actions = kind ? offered.map(withoutDigest) : offered;
  return (
    <InEachLanguage bodies={bodies}>
      {(body) => (
        <Screen
          body={body}
          until={dayAndTime(status === 'ACTIVE' ? notification.expiry_timestamp : notification.update_ts)}
        >
          <div class="answers">
            {actions.map(({ label, action, authlevel }) => (
              <span
                key={label}
                class={`${KINDS[action] ?? ''} ${status !== 'ACTIVE' && answer !== action ? 'other' : ''}`}
                title={texts.level(authlevel)}
              >
                {answer === action && <Icon name="check" />}
                {body?.label?.[label] ?? label}
                {authlevel > 0 && <Icon name={authlevel === WITH_FACE ? 'face' : 'key'} />}
              </span>
            ))}
          </div>
        </Screen>
      )}
    </InEachLanguage>
  );
}
