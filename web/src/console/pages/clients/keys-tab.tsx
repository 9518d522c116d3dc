import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, mayAsk, needsTwo } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { Table } from '../../ui/list.js';
import { BothSides } from '../../ui/both-sides.js';
import { Shown } from '../../ui/loading.js';
import { Copy, Dash, Empty, Note, Status, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Key } from './types.js';

const texts = words.clients.keys;

interface Keys {
  readonly keys: readonly Key[];
}

/** The keys of the whole service, for operators of all enterprises. */
export const KeysTab = () => (
  <BothSides icon="key" text={texts.shared}>
    <AllKeys />
  </BothSides>
);

function AllKeys() {
  const keys = useResource<Keys>('/v1/keys');
  return (
    <div class="stack">
      <Note>{texts.about}</Note>
      <Shown of={keys}>
        {({ keys: all }) =>
          all.length === 0 ? (
            <Empty icon="key" title={texts.none} text={texts.noneText} />
          ) : (
            <Table<Key>
              label={words.clients.tabs.keys}
              rows={all}
              keyOf={({ kid }) => kid}
              columns={[
                { name: texts.key, show: ({ kid }) => <Copy text={kid} short={22} /> },
                {
                  name: texts.state,
                  show: ({ state }) => <Status of={state} {...(state === 'WITHDRAWN' && { tone: 'bad' as const })} />,
                },
                {
                  name: texts.signs,
                  show: ({ use, algorithm }) => (
                    <>
                      {texts.uses[use]} <span class="dim">{algorithm}</span>
                    </>
                  ),
                },
                { name: texts.since, class: 'off', show: sinceOf },
                { name: texts.until, class: 'off', show: untilOf },
              ]}
            />
          )
        }
      </Shown>
      <Rotation keys={keys} />
    </div>
  );
}

const sinceOf = ({ state, activatesTs, activatedTs }: Key) =>
  state === 'NEXT' ? (
    <>
      {texts.from} {activatesTs === null ? <Dash /> : <Time at={activatesTs} />}
    </>
  ) : (
    <Time at={activatedTs} />
  );

const untilOf = ({ use, retiredTs }: Key) =>
  retiredTs === null ? (
    use === 'evidence' ? (
      <span class="dim">{texts.forGood}</span>
    ) : (
      <Dash />
    )
  ) : (
    <Time at={retiredTs} />
  );

type Verb = 'rotate' | 'withdraw';

function Rotation({ keys }: { readonly keys: Resource<Keys> }) {
  const [asked, ask] = useState<Verb | undefined>(undefined);
  const [use, choose] = useState<'signing' | 'evidence'>('signing');
  const close = () => ask(undefined);
  const rotate = async (body: object, reason?: string) => {
    const answer = await send('POST', '/v1/keys/rotation', body, reason);
    await keys.reload();
    return answer;
  };
  return (
    <div class="buttons">
      {may('system:write') && mayAsk('secure') && (
        <button type="button" class="button" onClick={() => ask('rotate')}>
          {texts.rotate}
        </button>
      )}
      {mayAsk('secure') && (
        <button type="button" class="button danger" onClick={() => ask('withdraw')}>
          {texts.compromised}
        </button>
      )}
      {asked === 'rotate' && (
        <Ask
          title={texts.rotateTitle}
          text={<p>{texts.rotateText[use]}</p>}
          verb={texts.rotate}
          done={texts.rotated}
          withoutReason
          onClose={close}
          act={() => rotate({ use })}
        >
          <label>
            {texts.what}
            <select
              class="field"
              value={use}
              onChange={({ currentTarget: { value } }) => choose(value === 'evidence' ? value : 'signing')}
            >
              <option value="signing">{texts.uses['signing']}</option>
              <option value="evidence">{texts.uses['evidence']}</option>
            </select>
          </label>
        </Ask>
      )}
      {asked === 'withdraw' && (
        <Ask
          title={texts.compromisedTitle}
          text={<p>{texts.compromisedText}</p>}
          verb={texts.withdraw}
          danger
          fourEyes={needsTwo('secure')}
          onClose={close}
          act={(reason) => rotate({ use: 'signing', compromised: true }, reason)}
        />
      )}
    </div>
  );
}
