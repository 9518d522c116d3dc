import type { AuthorizationDetailType } from '@countersign/node';
import { useState } from 'preact/hooks';
import { send } from '../../../api.js';
import { may } from '../../../me.js';
import { go, pathTo } from '../../../route.js';
import { useResource } from '../../../resource.js';
import { useCrumb } from '../../../shell/crumb.js';
import { Ask } from '../../../ui/ask.js';
import { PageOf } from '../../../ui/loading.js';
import { Card, Tag, Title } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import { InEachLanguage, Screen } from '../../notifications/phone.js';
import { DetailTypeEditor } from './detail-type-editor.js';

const texts = words.clients.types;

export function DetailTypePage({ type }: { readonly type: string }) {
  const path = pathTo('v1', 'authorizationDetailTypes', type);
  const found = useResource<AuthorizationDetailType>(path);
  const [open, show] = useState<'editor' | 'removal' | undefined>(undefined);
  useCrumb(type);
  const close = () => show(undefined);
  const saved = () => {
    close();
    void found.reload();
  };
  return (
    <PageOf of={found} icon="key" missing={texts.missing}>
      {(value) =>
        open === 'editor' ? (
          <DetailTypeEditor of={value} onClose={close} onSaved={saved} />
        ) : (
          <>
            <div class="title">
              <div class="names">
                <Title text={type} of={type}>
                  {value.ready && <Tag>{texts.ready}</Tag>}
                </Title>
                <p>{texts.versionOf(value.version)}</p>
              </div>
              {may('clients:write') && !value.ready && (
                <div class="buttons">
                  <button type="button" class="button danger" onClick={() => show('removal')}>
                    {texts.remove}
                  </button>
                  <button type="button" class="button main" onClick={() => show('editor')}>
                    {texts.edit}
                  </button>
                </div>
              )}
            </div>
            <div class="grid aside">
              <Card title={texts.schema} note={texts.schemaNote}>
                <pre class="mono" dir="ltr">
                  {JSON.stringify(value.schema, null, 2)}
                </pre>
              </Card>
              <aside>
                <InEachLanguage bodies={value.texts}>{(body) => <Screen body={body} />}</InEachLanguage>
              </aside>
            </div>
            {open === 'removal' && (
              <Ask
                title={texts.removeTitle(type)}
                text={<p>{texts.removeText}</p>}
                verb={texts.remove}
                danger
                withoutReason
                onClose={close}
                act={async () => {
                  const answer = await send('DELETE', path);
                  go('/clients?tab=types');
                  return answer;
                }}
              />
            )}
          </>
        )
      }
    </PageOf>
  );
}
