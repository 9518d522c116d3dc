import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { readMe } from '../../me.js';
import { choose } from '../../place.js';
import { forget } from '../../resource.js';
import { go } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Field } from '../../ui/field.js';
import { words } from '../../words/words.js';

const texts = words.settings.newEnterprise;

/** Creates an enterprise with default settings, and then opens its branding. */
export function NewEnterprise({ onClose }: { readonly onClose: () => void }) {
  const [name, call] = useState('');
  const [enterpriseId, identify] = useState('');
  return (
    <Ask
      title={texts.title}
      text={<p>{texts.text}</p>}
      verb={texts.do}
      done={texts.done(name.trim())}
      withoutReason
      ready={name.trim() !== '' && enterpriseId.trim() !== ''}
      onClose={onClose}
      act={async () => {
        const made = { enterpriseId: enterpriseId.trim(), name: name.trim() };
        const answer = await send('POST', '/v1/enterprises', made);
        choose({ enterprise: made.enterpriseId, data: 'live' });
        forget();
        await readMe();
        go('/settings?tab=branding');
        return answer;
      }}
    >
      <Field label={words.settings.branding.name} name="name" value={name} onInput={call} required />
      <Field
        label={texts.id}
        hint={texts.idHint}
        name="enterpriseId"
        value={enterpriseId}
        onInput={identify}
        required
      />
    </Ask>
  );
}
