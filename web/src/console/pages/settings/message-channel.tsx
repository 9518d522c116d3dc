import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, needsTwo } from '../../me.js';
import type { Resource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { Choice, Field } from '../../ui/field.js';
import { Card, Facts } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Enterprise } from './types.js';

const texts = words.settings.messages;

interface Props {
  readonly path: string;
  readonly of: Enterprise;
  readonly enterprise: Resource<Enterprise>;
}

/** Edits the enterprise's own server that delivers codes and notices to users. */
export function MessageChannel(props: Props) {
  const { messages } = props.of;
  const [isAsked, ask] = useState(false);
  return (
    <>
      <Card title={texts.title} note={texts.note}>
        <Facts
          rows={[
            [texts.goTo, messages ? <span class="mono wraps">{messages.url}</span> : texts.ways['service']],
            ...(messages ? [[texts.secret, texts.kept] as const] : []),
          ]}
        />
      </Card>
      {may('enterprises:write') && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => ask(true)}>
            {texts.change}
          </button>
        </div>
      )}
      {isAsked && <Change {...props} onClose={() => ask(false)} />}
    </>
  );
}

function Change({ path, of: { messages }, enterprise, onClose }: Props & { readonly onClose: () => void }) {
  const [way, choose] = useState(messages ? 'own' : 'service');
  const [url, setUrl] = useState(messages?.url ?? '');
  const [secret, setSecret] = useState('');
  const isOwn = way === 'own';
  return (
    <Ask
      title={texts.change}
      text={<p>{texts.changeText}</p>}
      verb={words.settings.enterprise.save}
      fourEyes={needsTwo('secure')}
      ready={!isOwn || (url !== '' && secret !== '')}
      onClose={onClose}
      act={async (reason) => {
        const answer = await send('PATCH', path, { messages: isOwn ? { url, secret } : null }, reason);
        await enterprise.reload();
        return answer;
      }}
    >
      <label>
        {texts.goTo}
        <Choice name="way" of={texts.ways} value={way} onChoice={choose} />
      </label>
      {isOwn && (
        <>
          <Field label={texts.url} name="url" mode="url" max={2048} value={url} onInput={setUrl} />
          <Field
            label={texts.secret}
            name="secret"
            hint={texts.secretHint}
            max={100}
            value={secret}
            onInput={setSecret}
          />
        </>
      )}
    </Ask>
  );
}
