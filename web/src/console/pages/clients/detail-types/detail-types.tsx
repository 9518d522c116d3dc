import type { AuthorizationDetailType } from '@countersign/node';
import { useState } from 'preact/hooks';
import { may } from '../../../me.js';
import { go, pathTo } from '../../../route.js';
import { List } from '../../../ui/list.js';
import { Dash, Empty, Tag, Time } from '../../../ui/parts.js';
import { languageName } from '../../../ui/format.js';
import { words } from '../../../words/words.js';
import { DetailTypeEditor } from './detail-type-editor.js';

const texts = words.clients.types;

/** The types of details that clients may ask people to approve, each in its newest version. */
export function DetailTypes() {
  const [isNew, make] = useState(false);
  if (isNew)
    return <DetailTypeEditor onClose={() => make(false)} onSaved={(type) => go(pathTo('clients', 'types', type))} />;
  return (
    <>
      <div class="filters">
        <p class="dim grow">{texts.about}</p>
        {may('clients:write') && (
          <button type="button" class="button" onClick={() => make(true)}>
            {texts.create}
          </button>
        )}
      </div>
      <List<AuthorizationDetailType>
        label={texts.title}
        path="/v1/authorizationDetailTypes"
        plural="authorizationDetailTypes"
        keyOf={({ type }) => type}
        to={({ type }) => pathTo('clients', 'types', type)}
        none={<Empty icon="bell" title={texts.title} text={texts.about} />}
        columns={[
          {
            name: texts.type,
            show: ({ type, texts: shown, ready }) => (
              <>
                <span class="main mono">{type}</span> {ready && <Tag>{texts.ready}</Tag>}
                <small class="cut">{shown.find(({ lng }) => lng === 'en')?.subject}</small>
              </>
            ),
          },
          { name: texts.version, show: ({ version }) => version },
          {
            name: texts.languages,
            class: 'off',
            show: ({ texts: shown }) => shown.map(({ lng }) => languageName(lng)).join(', '),
          },
          {
            name: texts.changed,
            class: 'off',
            show: ({ createdTs }) => (createdTs === null ? <Dash /> : <Time at={createdTs} />),
          },
        ]}
      />
    </>
  );
}
