import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { type Resource, useResource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { Choice, Field } from '../../ui/field.js';
import { Failure, Shown } from '../../ui/loading.js';
import { Card, Facts, Note } from '../../ui/parts.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { say } from '../../ui/toast.js';
import { useSaving } from '../../ui/use-saving.js';
import { words } from '../../words/words.js';
import type { MyAlarms } from './types.js';

const texts = words.settings.alarms;
const PATH = '/v1/me/alarms';

interface Tested {
  readonly mail: string;
  readonly url: string;
  readonly urlStatus: number | null;
}

/** The alarms of the service that the signed-in operator receives. */
export function AlarmsCard() {
  const alarms = useResource<MyAlarms>(PATH);
  const [isAsked, ask] = useState(false);
  const [tested, show] = useState<Tested | undefined>(undefined);
  const change = () => {
    show(undefined);
    ask(true);
  };
  const [isBusy, error, test] = useSaving(async () => {
    show(undefined);
    show((await send<Tested>('POST', `${PATH}/test`)).value);
  });
  return (
    <Card title={texts.title} note={texts.note}>
      <Shown of={alarms} rows={2}>
        {(of) => (
          <div class="stack">
            <Facts
              rows={[
                [texts.mail, of.mail ? (of.mailTo ?? texts.noMail) : texts.off],
                [texts.server, of.url === null ? texts.off : <span class="mono wraps">{of.url}</span>],
                [texts.which, texts.least[of.leastSeverity]],
              ]}
            />
            {error && <Failure error={error} />}
            {tested && <Result of={tested} />}
            <div class="buttons">
              <button type="button" class="button" onClick={change}>
                {texts.change}
              </button>
              {(of.mail || of.url !== null) && (
                <button type="button" class="button" disabled={isBusy} onClick={test}>
                  {texts.test}
                </button>
              )}
            </div>
            {isAsked && <Change of={of} alarms={alarms} onClose={() => ask(false)} />}
          </div>
        )}
      </Shown>
    </Card>
  );
}

function Result({ of: { mail, url, urlStatus } }: { readonly of: Tested }) {
  const server = [texts.tested[url], ...(urlStatus === null ? [] : [texts.answered(urlStatus)])].join(', ');
  return (
    <div role="status">
      <Note tone={[mail, url].includes('failed') ? 'bad' : 'good'} icon="bell">
        <p>
          {texts.mail}: {texts.tested[mail]}
        </p>
        <p>
          {texts.server}: {server}
        </p>
      </Note>
    </div>
  );
}

interface ChangeProps {
  readonly of: MyAlarms;
  readonly alarms: Resource<MyAlarms>;
  readonly onClose: () => void;
}

/** Changes where alarms are sent. A new address gets a secret, which is shown once. */
function Change({ of: { mail, mailTo, leastSeverity, url }, alarms, onClose }: ChangeProps) {
  const [isMailed, setMailed] = useState(mail && mailTo !== null);
  const [least, choose] = useState<string>(leastSeverity);
  const [address, write] = useState(url ?? '');
  const [secret, show] = useState<string | undefined>(undefined);
  if (secret !== undefined)
    return <SecretOnce title={texts.secretTitle} secret={secret} text={texts.secretText} onClose={onClose} />;
  return (
    <Ask
      title={texts.change}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      withoutReason
      ready={address.trim() === '' || URL.canParse(address.trim())}
      stays
      onClose={onClose}
      act={async () => {
        const body = { mail: isMailed, leastSeverity: least, url: address.trim() || null };
        const answer = await send<{ readonly secret: string | null }>('PUT', PATH, body);
        await alarms.reload();
        if (answer.value.secret !== null) show(answer.value.secret);
        else {
          say(words.done);
          onClose();
        }
        return answer;
      }}
    >
      {mailTo === null ? (
        <p>{texts.noMail}</p>
      ) : (
        <fieldset class="ticks">
          <legend>{texts.mail}</legend>
          <label>
            <input
              type="checkbox"
              name="mail"
              checked={isMailed}
              onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
            />
            <span>{texts.sendMail(mailTo)}</span>
          </label>
        </fieldset>
      )}
      <Field
        label={texts.url}
        name="url"
        mode="url"
        hint={texts.urlHint}
        placeholder="https://"
        max={2048}
        value={address}
        onInput={write}
      />
      <label>
        {texts.which}
        <Choice name="leastSeverity" of={texts.least} value={least} onChoice={choose} />
      </label>
    </Ask>
  );
}
