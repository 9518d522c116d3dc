import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { tell } from '../../live.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Icon } from '../../ui/icon.js';
import { words } from '../../words/words.js';
import { followsFrom, type FourEyesRequest, titleOf, type Verb } from './types.js';

const texts = words.fourEyes;

/** The decisions about a request that the server allows. */
export function Decisions({ request }: { readonly request: FourEyesRequest }) {
  const [asked, ask] = useState<Verb | undefined>(undefined);
  if (request.allowed.length === 0) return null;
  return (
    <>
      <div class="buttons">
        {request.allowed.map((verb) => (
          <button key={verb} type="button" class={`button ${verb === 'agree' ? 'main' : ''}`} onClick={() => ask(verb)}>
            {verb === 'agree' && <Icon name="check" />}
            {texts[verb].do}
          </button>
        ))}
      </div>
      {asked && (
        <Ask
          title={texts[asked].title}
          text={
            <>
              <p>
                <strong>{titleOf(request)}.</strong> {asked === 'agree' && followsFrom(request)}
              </p>
              <p>{texts[asked].text}</p>
            </>
          }
          verb={texts[asked].do}
          danger={asked === 'agree'}
          withoutReason={asked !== 'refuse'}
          onClose={() => ask(undefined)}
          act={async (comments) => {
            const path = pathTo('v1', 'fourEyes', request.id);
            const reason = comments === '' ? {} : { comments };
            const answer =
              asked === 'agree'
                ? await send('POST', `${path}/agreement`)
                : await send('POST', `${path}/refusal`, reason);
            // Reports the change only after this dialog has closed, because the report removes the dialog.
            setTimeout(() => tell({ kind: 'fourEyes', id: request.id }));
            return answer;
          }}
        />
      )}
    </>
  );
}
