import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { me } from '../../me.js';
import { Ask } from '../../ui/ask.js';
import { spoken } from '../../ui/format.js';
import { words } from '../../words/words.js';
import { EVERYWHERE, type Grant, type Operator, ownsAll, ROLES } from './types.js';

const texts = words.settings.operators;
const SIDES = ['both', 'live', 'test'] as const;

interface DialogProps {
  /** The operator to change. If absent, a new one is invited. */
  readonly operator?: Operator;
  /** Whether another owner of all enterprises exists, who must approve changes of owners. */
  readonly hasSecond: boolean;
  readonly onClose: () => void;
  readonly reload: () => Promise<void>;
  readonly choose?: (verb: 'again' | 'block' | 'unblock' | 'remove') => void;
}

/**
 * Edits an operator's roles in one enterprise, for live data, test data or both. If the operator has roles in several
 * enterprises, the first one is shown. The other roles are kept, and can be changed only at the command line.
 */
export function OperatorDialog({ operator, hasSecond, onClose, reload, choose }: DialogProps) {
  const [first] = operator?.grants ?? [];
  const [person, write] = useState({ emailId: '', firstName: '', lastName: '' });
  const [where, setWhere] = useState(first?.enterpriseId ?? EVERYWHERE);
  const [side, setSide] = useState<Grant['side']>(first?.side ?? 'both');
  const [roles, setRoles] = useState<readonly string[]>(
    (operator?.grants ?? []).filter((one) => one.enterpriseId === where && one.side === side).map(({ role }) => role),
  );
  const others = (operator?.grants ?? []).filter((one) => one.enterpriseId !== where || one.side !== side);
  const grants = [...roles.map((role) => ({ enterpriseId: where, side, role })), ...(operator ? others : [])];
  const isNamed = Object.values(person).every((value) => value.trim() !== '');
  const needsSecond = hasSecond && (ownsAll(grants) || ownsAll(operator?.grants ?? []));
  const act = async (reason: string) => {
    const why = needsSecond ? reason : undefined;
    const answer = operator
      ? await send('PATCH', `/v1/operators/${operator.id}`, { grants }, why)
      : await send('POST', '/v1/operators', { ...trimmed(person), grants }, why);
    await reload();
    return answer;
  };
  return (
    <Ask
      title={operator ? texts.changeTitle(operator.name) : texts.inviteTitle}
      text={<p>{operator ? texts.changeText : texts.inviteText}</p>}
      verb={operator ? texts.change : texts.invite}
      {...(!operator && { done: texts.invited })}
      ready={grants.length > 0 && (operator !== undefined || isNamed)}
      fourEyes={needsSecond}
      withoutReason={!needsSecond}
      onClose={onClose}
      act={act}
    >
      {!operator && (
        <div class="stack">
          <Field
            name={words.settings.email}
            type="email"
            value={person.emailId}
            onInput={(emailId) => write({ ...person, emailId })}
          />
          <div class="grid two">
            <Field
              name={texts.firstName}
              value={person.firstName}
              onInput={(firstName) => write({ ...person, firstName })}
            />
            <Field
              name={texts.lastName}
              value={person.lastName}
              onInput={(lastName) => write({ ...person, lastName })}
            />
          </div>
        </div>
      )}
      <fieldset class="ticks">
        <legend>{words.settings.roles}</legend>
        {ROLES.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={() => setRoles(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role])}
            />
            <span>
              {spoken(role)} <small class="dim">{words.settings.for[role]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="grid two">
        <label>
          {texts.where}
          <select class="field" value={where} onChange={({ currentTarget: { value } }) => setWhere(value)}>
            <option value={EVERYWHERE}>{texts.everywhere}</option>
            {me.value?.enterprises.map(({ enterpriseId, name }) => (
              <option key={enterpriseId} value={enterpriseId}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.data}
          <select
            class="field"
            value={side}
            onChange={({ currentTarget: { value } }) => setSide(SIDES.find((one) => one === value) ?? 'both')}
          >
            {SIDES.map((one) => (
              <option key={one} value={one}>
                {texts.sides[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {operator && choose && (
        <div class="buttons">
          {operator.state !== 'blocked' && (
            <button type="button" class="button slim" onClick={() => choose('again')}>
              {texts.again}
            </button>
          )}
          {operator.state !== 'invited' && (
            <button
              type="button"
              class="button slim danger"
              onClick={() => choose(operator.state === 'blocked' ? 'unblock' : 'block')}
            >
              {operator.state === 'blocked' ? texts.unblock : texts.block}
            </button>
          )}
          <button type="button" class="button slim danger" onClick={() => choose('remove')}>
            {texts.remove}
          </button>
        </div>
      )}
    </Ask>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly type?: 'email' | 'text';
  readonly onInput: (value: string) => void;
}
const Field = ({ name, value, type = 'text', onInput }: FieldProps) => (
  <label>
    {name}
    <input
      class="field"
      type="text"
      inputMode={type}
      dir={type === 'text' ? undefined : 'ltr'}
      required
      maxLength={type === 'email' ? 255 : 100}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </label>
);

const trimmed = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]));
