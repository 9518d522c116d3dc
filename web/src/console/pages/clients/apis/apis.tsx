import type { Api } from '@countersign/node';
import { useState } from 'preact/hooks';
import { may } from '../../../me.js';
import { go, pathTo } from '../../../route.js';
import { List } from '../../../ui/list.js';
import { Empty, Time } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import { ApiEditor } from './api-editor.js';

const texts = words.clients.apis;

/** The APIs of the enterprise, for which clients get access tokens. */
export function Apis() {
  const [isNew, make] = useState(false);
  if (isNew) return <ApiEditor onClose={() => make(false)} onSaved={(id) => go(pathTo('clients', 'apis', id))} />;
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
      <List<Api>
        label={texts.title}
        path="/v1/apis"
        plural="apis"
        keyOf={({ id }) => id}
        to={({ id }) => pathTo('clients', 'apis', id)}
        none={<Empty icon="key" title={texts.title} text={texts.about} />}
        columns={[
          {
            name: texts.api,
            show: ({ name, resource }) => (
              <>
                <span class="main">{name}</span>
                <small class="mono cut" dir="ltr">
                  {resource}
                </small>
              </>
            ),
          },
          { name: texts.scopes, show: ({ scopes }) => scopes.length },
          { name: texts.format, class: 'off', show: ({ accessTokenFormat }) => texts.formats[accessTokenFormat] },
          { name: texts.made, class: 'off', show: ({ createdTs }) => <Time at={createdTs} /> },
        ]}
      />
    </>
  );
}
