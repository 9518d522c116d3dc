import { bodyFor, labelIn, langOf, toneOf } from '../actions.js';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import type { Receipt as Given } from '../state.js';
import { leave } from '../route.js';
import { dateTime } from '../time.js';
import { Icon } from '../ui/icon.js';
import { Title } from '../ui/parts.js';

/** Confirms that the answer has arrived, and shows it. */
export function Receipt({ receipt }: { readonly receipt: Given }) {
  const { phone } = useApp();
  const { notification, response, signed, at } = receipt;
  const body = bodyFor(notification.body, language().tag);
  const index = notification.actions.findIndex(({ action }) => action === response);
  const action = notification.actions[index];
  const tone = action ? toneOf(action, index) : 'reject';
  return (
    <div class="receipt">
      <span class={`symbol large ${tone}`}>
        <Icon name={tone === 'fraud' ? 'flag' : 'check'} />
      </span>
      <Title of={`receipt ${notification.notification_uuid}`}>{t('answered')}</Title>
      <p class="lead">{tone === 'fraud' ? t('answeredFraud') : t('answeredText')}</p>
      <dl class="facts">
        <Fact name={t('request')} lang={langOf(body.lng)}>
          {body.subject}
        </Fact>
        <Fact name={t('yourAnswer')} lang={langOf(body.lng)}>
          {action ? labelIn(body, action) : response}
        </Fact>
        <Fact name={t('time')}>{dateTime(at)}</Fact>
        <Fact name={t('signature')}>
          {signed ? t('signatureVerified', { device: phone.device.value?.name ?? '' }) : t('signatureNone')}
        </Fact>
        <Fact name={t('reference')} code>
          {notification.notification_uuid}
        </Fact>
      </dl>
      <button
        type="button"
        onClick={() => {
          phone.receipt.value = undefined;
          leave('requests');
        }}
      >
        {t('done')}
      </button>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: string;
  readonly lang?: string | undefined;
  readonly code?: boolean;
}

export const Fact = ({ name, children, lang, code = false }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd lang={lang} dir={lang === undefined ? undefined : 'auto'}>
      {code ? <code>{children}</code> : children}
    </dd>
  </div>
);
