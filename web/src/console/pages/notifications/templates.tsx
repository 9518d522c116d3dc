import { useState } from 'preact/hooks';
import { may } from '../../me.js';
import { go, pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { List } from '../../ui/list.js';
import { Empty, Head, Time } from '../../ui/parts.js';
import { languageName } from '../../ui/format.js';
import { words } from '../../words/words.js';
import { TemplateEditor } from './editor/template-editor.js';
import type { Template } from './types.js';

const texts = words.notifications.templates;

/** The templates of an enterprise, each in its newest version. */
export function Templates() {
  const [isNew, make] = useState(false);
  useCrumb(texts.title);
  if (isNew) {
    return (
      <TemplateEditor onClose={() => make(false)} onSaved={(id) => go(pathTo('notifications', 'templates', id))} />
    );
  }
  return (
    <>
      <Head title={texts.title} text={texts.about}>
        {may('notifications:write') && (
          <button type="button" class="button main" onClick={() => make(true)}>
            {texts.create}
          </button>
        )}
      </Head>
      <List<Template>
        label={texts.title}
        path="/v1/notificationTemplates"
        plural="templates"
        keyOf={({ template_id: id }) => id}
        to={({ template_id: id }) => pathTo('notifications', 'templates', id)}
        none={<Empty icon="bell" title={texts.none} text={texts.noneText} />}
        columns={[
          {
            name: texts.template,
            show: ({ template_id: id, body }) => (
              <>
                <span class="main mono">{id}</span>
                <small class="cut">{body[0]?.subject}</small>
              </>
            ),
          },
          { name: texts.version, show: ({ version }) => version },
          {
            name: texts.languages,
            class: 'off',
            show: ({ body }) => body.map(({ lng }) => languageName(lng)).join(', '),
          },
          {
            name: texts.variables,
            class: 'off',
            show: ({ variables }) => variables.map(({ name }) => name).join(', '),
          },
          { name: texts.changed, class: 'off', show: ({ create_ts: at }) => <Time at={at} /> },
        ]}
      />
    </>
  );
}
