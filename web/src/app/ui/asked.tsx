import { useState } from 'preact/hooks';
import type { ActiveNotification, Body } from '@countersign/client';
import { bodyFor, isOfProgram } from '../actions.js';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import { dateTime } from '../time.js';
import { BodyText, LanguageSwitch } from './body-text.js';
import { Icon } from './icon.js';
import { Title } from './parts.js';

type Question = Pick<ActiveNotification, 'notification_uuid' | 'actions' | 'body' | 'create_ts_epoch'>;

/** The text of a question and a function to choose its language. At first it is in the reader's own language. */
export function useBody({ body: bodies }: Pick<Question, 'body'>): [body: Body, choose: (lng: string) => void] {
  const [lng, setLng] = useState(bodyFor(bodies, language().tag).lng);
  return [bodies.find((one) => one.lng === lng) ?? bodyFor(bodies, language().tag), setLng];
}

interface AskedProps {
  readonly item: Question;
  readonly body: Body;
  readonly choose: (lng: string) => void;
}

/** Shows who asks, when, and what. */
export function Asked({ item, body, choose }: AskedProps) {
  const { settings } = useApp();
  return (
    <>
      <p class="asks">
        <span class="symbol">
          <Icon name="shield" />
        </span>
        <span>
          <strong>{settings.brand}</strong>
          <span>{t('received', { when: dateTime(item.create_ts_epoch) })}</span>
        </span>
      </p>
      <LanguageSwitch bodies={item.body} chosen={body.lng} choose={choose} />
      <BodyText
        body={body}
        isOfProgram={isOfProgram(item.actions)}
        title={(subject) => <Title of={item.notification_uuid}>{subject}</Title>}
      />
    </>
  );
}
