import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { pathTo } from '../../../route.js';
import { Field } from '../../../ui/field.js';
import { Failure } from '../../../ui/loading.js';
import { Card, Head } from '../../../ui/parts.js';
import { say } from '../../../ui/toast.js';
import { useSaving } from '../../../ui/use-saving.js';
import { languageName } from '../../../ui/format.js';
import { words } from '../../../words/words.js';
import { Screen } from '../phone.js';
import type { Template } from '../types.js';
import { EMPTY, faultsOf, namesIn, sampled, useDraft } from './draft.js';
import { Texts, VariableFields } from './fields.js';

const texts = words.notifications.templates;
const ADDRESS = '/v1/notificationTemplates';

interface EditorProps {
  /** The template to change. If absent, a new one is created. */
  readonly of?: Template;
  /** The newest version's number, which may be greater than that of the copied version. */
  readonly newest?: number;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Edits the texts in each language beside a preview of the phone. If saving fails, nothing typed is lost. */
export function TemplateEditor({ of, newest = of?.version ?? 0, onClose, onSaved }: EditorProps) {
  const [id, name] = useState(of?.template_id ?? '');
  const draft = useDraft(of);
  const { bodies, variables, language } = draft;
  const [isBusy, error, save] = useSaving(async () => {
    const body = { variables, body: bodies };
    if (of) await send('PUT', pathTo('v1', 'notificationTemplates', of.template_id), body);
    else await send('POST', ADDRESS, { template_id: id.trim(), ...body });
    say(texts.saved);
    onSaved(id.trim());
  });
  const chosen = bodies.find(({ lng }) => lng === language) ?? EMPTY;
  const faults = bodies.flatMap((one) => faultsOf(one, variables).map((fault) => `${languageName(one.lng)}: ${fault}`));
  const undeclared = namesIn(chosen).filter((named) => !variables.some((variable) => variable.name === named));
  return (
    <form onSubmit={save}>
      <Head title={of ? texts.editTitle(of.template_id) : texts.newTitle} text={texts.editAbout}>
        <button type="button" class="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button class="button main" disabled={isBusy || faults.length > 0 || id.trim() === ''}>
          {texts.publish(newest + 1)}
        </button>
      </Head>
      {error && <Failure error={error} />}
      <div class="grid aside">
        <div class="grid">
          {!of && (
            <Card title={texts.template}>
              <Field label={texts.id} name="template_id" hint={texts.idHint} required value={id} onInput={name} />
            </Card>
          )}
          <Texts {...{ draft, chosen, faults, undeclared }} />
          <VariableFields variables={variables} declare={draft.declare} />
        </div>
        <aside class="stack">
          <Screen body={sampled(chosen, variables)} />
          <small class="dim">{texts.sampleNote}</small>
        </aside>
      </div>
    </form>
  );
}
