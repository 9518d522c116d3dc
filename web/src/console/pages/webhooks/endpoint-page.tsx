import { useState } from 'preact/hooks';
import { ApiError, send } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { changed, go, pathTo, route } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Icon } from '../../ui/icon.js';
import { PageOf, titleOf } from '../../ui/loading.js';
import { Card, Copy, Facts, Note, Time, Title } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { words } from '../../words/words.js';
import { DaysOf } from './days-of.js';
import { ChangeEndpoint, RotateSecret, SwitchEndpoint } from './endpoint-form.js';
import { Deliveries } from './deliveries.js';
import { DeliveryCard } from './delivery-card.js';
import { EndpointState } from './endpoint-state.js';
import { Replay } from './replay.js';
import { Waiting } from './waiting.js';
import type { Endpoint } from './types.js';

const texts = words.webhooks;

export const mayReplay = () => may('webhooks:replay') || may('webhooks:write');

export function EndpointPage({ id }: { readonly id: string }) {
  const endpoint = useResource<Endpoint>(pathTo('v1', 'webhookEndpoints', id));
  useCrumb(endpoint.value && new URL(endpoint.value.url).hostname);
  return (
    <PageOf of={endpoint} icon="hook" missing={texts.missing}>
      {(value) => <Detail endpoint={value} reload={endpoint.reload} />}
    </PageOf>
  );
}

const FORMS = { change: ChangeEndpoint, switch: SwitchEndpoint, rotate: RotateSecret } as const;

interface DetailProps {
  readonly endpoint: Endpoint;
  readonly reload: () => Promise<void>;
}

function Detail({ endpoint, reload }: DetailProps) {
  const { endpointId, url, eventTypes, enabled } = endpoint;
  const [form, show] = useState<keyof typeof FORMS | undefined>(undefined);
  const Form = form && FORMS[form];
  const { query } = route.value;
  const [isAsked, ask] = useState(false);
  const open = query.get('open');
  const { hostname } = new URL(url);
  const test = async () => {
    await send('POST', pathTo('v1', 'webhookEndpoints', endpointId, 'test')).then(
      () => say(texts.testSent),
      (error: unknown) => say(error instanceof ApiError ? titleOf(error) : String(error)),
    );
  };
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={hostname} of={hostname}>
            <EndpointState of={endpoint} />
          </Title>
          <p>
            <Copy text={url} />
          </p>
        </div>
        {mayReplay() && (
          <div class="buttons">
            <button type="button" class="button" onClick={() => void test()}>
              <Icon name="send" />
              {texts.test}
            </button>
            <button type="button" class="button" onClick={() => ask(true)}>
              <Icon name="refresh" />
              {texts.replay.do}
            </button>
          </div>
        )}
      </div>
      {enabled ? (
        <Waiting endpoint={endpoint} />
      ) : (
        <div class="spaced">
          <Note tone="warn" icon="alert">
            <strong>{texts.isOff}</strong> {texts.disabledBy[endpoint.disabledBy ?? ''] ?? ''}
          </Note>
        </div>
      )}
      <div class={`grid aside ${open === null ? '' : 'opened'}`}>
        <div>
          <Deliveries endpointId={endpointId} eventTypes={eventTypes} />
        </div>
        <aside class="grid side-facts">
          {open !== null && (
            <DeliveryCard
              key={open}
              endpointId={endpointId}
              deliveryId={open}
              onClose={() => go(changed({ open: undefined }))}
            />
          )}
          <Card title={texts.days}>
            <DaysOf id={endpointId} />
          </Card>
          <Card title={texts.endpoint} end={may('webhooks:write') && <Changes of={endpoint} open={show} />}>
            <Facts
              rows={[
                [texts.events, eventTypes.join(', ')],
                [texts.signature, 'Standard Webhooks, v1'],
                [texts.registered, <Time at={endpoint.createdTs} />],
                [texts.id, <Copy text={endpointId} short={18} />],
              ]}
            />
          </Card>
        </aside>
      </div>
      {Form && <Form endpoint={endpoint} onClose={() => show(undefined)} reload={() => void reload()} />}
      {isAsked && <Replay endpointId={endpointId} onClose={() => ask(false)} />}
    </>
  );
}

interface ChangesProps {
  readonly of: Endpoint;
  readonly open: (form: keyof typeof FORMS) => void;
}
const Changes = ({ of: { enabled }, open }: ChangesProps) => (
  <span class="buttons">
    <button type="button" class="button slim" onClick={() => open('change')}>
      {texts.form.change}
    </button>
    <button type="button" class="button slim" onClick={() => open('rotate')}>
      {texts.form.rotateDo}
    </button>
    <button type="button" class="button slim" onClick={() => open('switch')}>
      {enabled ? texts.form.off : texts.form.on}
    </button>
  </span>
);
