import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, me } from '../../me.js';
import { useResource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Table } from '../../ui/list.js';
import { BothSides } from '../../ui/both-sides.js';
import { Shown } from '../../ui/loading.js';
import { Dash, Empty, Person, Status, Tag, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { OperatorDialog } from './operator-dialog.js';
import { EVERYWHERE, type Grant, type Operator, ownsAll } from './types.js';

const texts = words.settings.operators;

/** The list of operators, for owners of all enterprises. */
export const OperatorList = () => (
  <BothSides icon="users" text={texts.shared}>
    <All />
  </BothSides>
);

function All() {
  const operators = useResource<{ operators: readonly Operator[] }>('/v1/operators', {
    kind: 'operator',
  });
  const [changed, change] = useState<Operator | undefined>(undefined);
  const [isInviting, invite] = useState(false);
  const mayChange = may('operators:write');
  const hasSecond = (operators.value?.operators ?? []).some(
    ({ id, endsTs, grants }) => id !== me.value?.id && endsTs === null && ownsAll(grants),
  );
  return (
    <>
      <div class="filters">
        <span class="grow dim">{texts.about}</span>
        {mayChange && (
          <button type="button" class="button main" onClick={() => invite(true)}>
            <Icon name="plus" />
            {texts.invite}
          </button>
        )}
      </div>
      <Shown of={operators}>
        {({ operators: all }) =>
          all.length === 0 ? (
            <Empty icon="users" title={words.nothing} text={texts.noneText} />
          ) : (
            <Table<Operator>
              label={words.settings.tabs.operators}
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: texts.operator,
                  show: ({ name, emailId }) => <Person name={name} under={emailId ?? undefined} />,
                },
                { name: words.settings.roles, class: 'off', show: ({ grants }) => <Roles grants={grants} /> },
                {
                  name: words.settings.passkeys,
                  class: 'off',
                  show: ({ state, passkeys }) => (state === 'invited' ? <Dash /> : <Passkeys count={passkeys} />),
                },
                {
                  name: texts.state,
                  show: ({ state, endsTs }) => (
                    <span class="near">
                      <Status of={state} />
                      {endsTs !== null && (
                        <small>
                          {texts.until} <Time at={endsTs} />
                        </small>
                      )}
                    </span>
                  ),
                },
                {
                  name: texts.change,
                  class: 'end',
                  show: (operator) =>
                    operator.id === me.value?.id ? (
                      <span class="dim">{texts.you}</span>
                    ) : (
                      mayChange && (
                        <button
                          type="button"
                          class="button slim"
                          aria-label={`${texts.change} ${operator.name}`}
                          onClick={() => change(operator)}
                        >
                          {texts.change}
                        </button>
                      )
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      {isInviting && <OperatorDialog hasSecond={hasSecond} onClose={() => invite(false)} reload={operators.reload} />}
      {changed && (
        <Change
          key={changed.id}
          operator={changed}
          hasSecond={hasSecond}
          onClose={() => change(undefined)}
          reload={operators.reload}
        />
      )}
    </>
  );
}

const Passkeys = ({ count }: { readonly count: number }) =>
  count < 2 ? <Tag tone="warn">{words.settings.passkeyCount(count)}</Tag> : <>{count}</>;

const Roles = ({ grants }: { readonly grants: readonly Grant[] }) => (
  <span class="near">
    {grants.map(({ enterpriseId, side, role }) => (
      <Tag key={`${enterpriseId} ${side} ${role}`} tone={role === 'owner' ? 'info' : ''}>
        {[
          spoken(role),
          ...(enterpriseId === EVERYWHERE ? [] : [enterpriseId]),
          ...(side === 'both' ? [] : [texts.sides[side] ?? side]),
        ].join(', ')}
      </Tag>
    ))}
  </span>
);

interface ChangeProps {
  readonly operator: Operator;
  readonly hasSecond: boolean;
  readonly onClose: () => void;
  readonly reload: () => Promise<void>;
}
type Verb = 'again' | 'block' | 'unblock' | 'remove';

/** Shows the roles and actions of an operator. An action opens a second dialog, which asks for confirmation. */
function Change({ operator, hasSecond, onClose, reload }: ChangeProps) {
  const [verb, choose] = useState<Verb | undefined>(undefined);
  if (verb === undefined)
    return (
      <OperatorDialog operator={operator} hasSecond={hasSecond} onClose={onClose} reload={reload} choose={choose} />
    );
  const path = `/v1/operators/${operator.id}`;
  const needsSecond = hasSecond && ownsAll(operator.grants);
  const act = async (reason: string) => {
    const why = needsSecond ? reason : undefined;
    const answer = await {
      again: () => send<{ invitation?: string }>('POST', `${path}/invitation`, {}, why),
      block: () => send('PATCH', path, { state: 'blocked' }, why),
      unblock: () => send('PATCH', path, { state: 'active' }, why),
      remove: () => send('DELETE', path, {}, why),
    }[verb]();
    await reload();
    return answer;
  };
  return (
    <Ask
      key={verb}
      title={texts[`${verb}Title`](operator.name)}
      text={<p>{texts[`${verb}Text`]}</p>}
      verb={texts[verb]}
      danger={verb !== 'unblock'}
      fourEyes={needsSecond}
      withoutReason={!needsSecond}
      onClose={onClose}
      act={act}
    />
  );
}
