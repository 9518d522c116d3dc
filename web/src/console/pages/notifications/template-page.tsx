import { useState } from 'preact/hooks';
import { ApiError, send } from '../../api.js';
import { useResource } from '../../resource.js';
import { may } from '../../me.js';
import { go, pathTo, route } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { pathWith, Table } from '../../ui/list.js';
import { Failure, PageOf, Shown } from '../../ui/loading.js';
import { Card, Dash, Time, Title } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { TemplateEditor } from './editor/template-editor.js';
import { InEachLanguage, Screen } from './phone.js';
import type { Body, Template, TemplateVariable } from './types.js';

const texts = words.notifications.templates;

/** Shows a template. `?version=` is in the address, so that a link can show an earlier version. */
export function TemplatePage({ id }: { readonly id: string }) {
  const version = route.value.query.get('version');
  const path = pathTo('v1', 'notificationTemplates', id);
  const template = useResource<Template>(pathWith(path, { version }));
  const [edited, edit] = useState<Template | undefined>(undefined);
  useCrumb(id);
  if (edited) {
    const close = () => edit(undefined);
    const show = () => {
      close();
      if (version !== null) go(pathTo('notifications', 'templates', id));
      void template.reload();
    };
    return <EditNewest path={path} of={edited} onClose={close} onSaved={show} />;
  }
  return (
    <PageOf of={template} icon="bell" missing={texts.missing}>
      {(value) => (
        <>
          <div class="title">
            <div class="names">
              <Title text={id} of={id} />
              <p>
                <span>{texts.versionOf(value.version)}</span> <Time at={value.create_ts} />
              </p>
            </div>
            <div class="buttons">
              <a class="button" href={pathWith('/notifications', { template: id })}>
                {texts.sent}
              </a>
              {may('notifications:write') && (
                <button type="button" class="button main" onClick={() => edit(value)}>
                  {version === null ? texts.edit : texts.copyVersion(value.version)}
                </button>
              )}
            </div>
          </div>
          <div class="grid aside">
            <div class="grid">
              <Variables template={value} />
              <Versions path={path} of={value} />
            </div>
            <aside>
              <Preview key={value.version} path={path} template={value} />
            </aside>
          </div>
        </>
      )}
    </PageOf>
  );
}

interface EditProps {
  readonly path: string;
  readonly of: Template;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/**
 * Edits a copy of the shown version, which is saved as the next version. The newest version is read first, because the
 * next number follows from it.
 */
function EditNewest({ path, of, onClose, onSaved }: EditProps) {
  const newest = useResource<Template>(path);
  return (
    <Shown of={newest} rows={3}>
      {({ version }) => <TemplateEditor of={of} newest={version} onClose={onClose} onSaved={onSaved} />}
    </Shown>
  );
}

const Variables = ({ template: { variables } }: { readonly template: Template }) => (
  <Card title={texts.variables} note={texts.variablesNote} flush>
    <Table<TemplateVariable>
      label={texts.variables}
      rows={variables}
      keyOf={({ name }) => name}
      columns={[
        { name: texts.name, show: ({ name }) => <span class="mono">{name}</span> },
        { name: texts.type, show: ({ type }) => texts.types[type] ?? type },
        { name: texts.longest, show: ({ max }) => (max === undefined ? <Dash /> : texts.characters(max)) },
      ]}
    />
  </Card>
);

interface VersionsProps {
  readonly path: string;
  readonly of: Template;
}

function Versions({ path, of: { template_id: id, version: shown } }: VersionsProps) {
  const versions = useResource<{ readonly templates: readonly Template[] }>(`${path}/versions?limit=50`);
  return (
    <Card title={texts.versions} note={texts.versionsNote} flush>
      <Shown of={versions} rows={3}>
        {({ templates }) => (
          <Table<Template>
            label={texts.versions}
            rows={templates}
            keyOf={({ version }) => String(version)}
            to={({ version }) => pathWith(pathTo('notifications', 'templates', id), { version: String(version) })}
            columns={[
              {
                name: texts.version,
                show: ({ version }) => <span class={version === shown ? 'main' : ''}>{texts.versionOf(version)}</span>,
              },
              { name: texts.subject, class: 'off', show: ({ body }) => <span class="cut">{body[0]?.subject}</span> },
              { name: texts.changed, show: ({ create_ts: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Shown>
    </Card>
  );
}

interface PreviewProps {
  readonly path: string;
  readonly template: Template;
}

/** Shows the texts with their variables, or with values once some are typed. */
function Preview({ path, template: { version, variables, body } }: PreviewProps) {
  const [filled, fill] = useState<readonly Body[] | undefined>(undefined);
  const [error, fail] = useState<ApiError | undefined>(undefined);
  const show = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const values = Object.fromEntries(variables.map((variable) => [variable.name, valueOf(variable, given)]));
    try {
      const { value } = await send<{ readonly body: readonly Body[] }>('POST', `${path}/preview`, { version, values });
      fill(value.body);
      fail(undefined);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      fail(failure);
    }
  };
  return (
    <div class="stack">
      <InEachLanguage bodies={filled ?? body}>{(one) => <Screen body={one} />}</InEachLanguage>
      {variables.length > 0 && (
        <Card title={texts.preview}>
          <form class="stack" onSubmit={(event) => void show(event)}>
            {variables.map((variable) => (
              <label key={variable.name}>
                <span class="mono">{variable.name}</span>
                <Field of={variable} />
              </label>
            ))}
            {error && <Failure error={error} />}
            <div class="buttons">
              <button class="button">{texts.show}</button>
              {filled && (
                <button type="button" class="button bare" onClick={() => fill(undefined)}>
                  {texts.asItStands}
                </button>
              )}
            </div>
          </form>
        </Card>
      )}
    </div>
  );
}

const AMOUNT = { pattern: '-?\\d{1,18}([.]\\d{1,9})?', inputMode: 'decimal' } as const;

function Field({ of: { name, type, max } }: { readonly of: TemplateVariable }) {
  switch (type) {
    case 'date':
      return <input class="field" type="date" name={name} required />;
    case 'number':
      return <input class="field" name={name} required {...AMOUNT} />;
    case 'money':
      return (
        <span class="buttons">
          <input class="field" name={name} required placeholder="25.00" {...AMOUNT} />
          <input
            class="field"
            name={`${name} currency`}
            aria-label={texts.currencyOf(name)}
            required
            pattern="[A-Z]{3}"
            defaultValue="EUR"
          />
        </span>
      );
    default:
      return <input class="field" name={name} required maxLength={max ?? LONGEST_TEXT} />;
  }
}

const LONGEST_TEXT = 255;

function valueOf({ name, type }: TemplateVariable, given: FormData): unknown {
  return type === 'money' ? { amount: given.get(name), currency: given.get(`${name} currency`) } : given.get(name);
}
