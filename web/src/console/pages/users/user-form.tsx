import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { go, pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Field } from '../../ui/field.js';
import { Note } from '../../ui/parts.js';
import { languageName } from '../../ui/format.js';
import { words } from '../../words/words.js';
import { nameOf, type User } from './types.js';

const texts = words.users.form;

const LANGUAGES = ['', 'en', 'de', 'es', 'ar'] as const;
const DETAILS = ['firstName', 'lastName', 'emailId', 'mobileNumber', 'loginId', 'primaryGroup'] as const;
type Detail = (typeof DETAILS)[number];
type Draft = Record<Detail | 'language', string>;

const MODES: Partial<Record<Detail, 'email' | 'tel'>> = { emailId: 'email', mobileNumber: 'tel' };
const NEEDED = new Set<Detail>(['primaryGroup']);

interface DetailsProps {
  readonly draft: Draft;
  readonly write: (draft: Draft) => void;
}

const Details = ({ draft, write }: DetailsProps) => (
  <>
    {DETAILS.map((name) => (
      <Field
        key={name}
        label={texts.fields[name]}
        name={name}
        mode={MODES[name] ?? 'text'}
        hint={texts.hints[name]}
        required={NEEDED.has(name)}
        value={draft[name]}
        onInput={(value) => write({ ...draft, [name]: value })}
      />
    ))}
    <label>
      {texts.language}
      <select
        class="field"
        name="language"
        value={draft.language}
        onChange={({ currentTarget }) => write({ ...draft, language: currentTarget.value })}
      >
        {[...new Set([...LANGUAGES, draft.language])].map((one) => (
          <option key={one} value={one}>
            {one === '' ? texts.ownLanguage : languageName(one)}
          </option>
        ))}
      </select>
    </label>
  </>
);

const NOBODY: Draft = {
  ...(Object.fromEntries(DETAILS.map((name) => [name, ''])) as Record<Detail, string>),
  language: '',
};

/** Enrols a person, like the servers of the enterprise do. */
export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const [userId, name] = useState('');
  const [draft, write] = useState(NOBODY);
  const [start, choose] = useState<'CREATED' | 'ONBOARDING'>('CREATED');
  const id = userId.trim();
  return (
    <Ask
      title={texts.newTitle}
      text={<p>{texts.newText}</p>}
      verb={texts.create}
      done={texts.created}
      ready={id !== '' && draft.primaryGroup.trim() !== ''}
      withoutReason
      onClose={onClose}
      act={async () => {
        const { language, ...details } = trimmed(draft);
        const given = Object.fromEntries(
          Object.entries({ ...details, language }).filter(([, value]) => value !== null),
        );
        const answer = await send('POST', '/v1/users', { userId: id, preferredStatus: start, ...given });
        go(pathTo('users', id));
        return answer;
      }}
    >
      <Field label={texts.userId} name="userId" hint={texts.userIdHint} required value={userId} onInput={name} />
      <Details draft={draft} write={write} />
      <fieldset class="ticks">
        <legend>{texts.start}</legend>
        {(['CREATED', 'ONBOARDING'] as const).map((status) => (
          <label key={status}>
            <input type="radio" name="start" checked={start === status} onChange={() => choose(status)} />
            <span>
              {texts.starts[status].title} <small class="dim">{texts.starts[status].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Ask>
  );
}

interface CorrectProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly reload: () => void;
}

/**
 * Corrects mistakes. Only fields that the operator has changed are sent, so that two people who correct different fields
 * both succeed, also if the second one sees the first correction arrive on the page.
 */
export function CorrectUser({ user, onClose, reload }: CorrectProps) {
  const [before] = useState(() => draftOf(user));
  const [draft, write] = useState(before);
  const after = trimmed(draft);
  const changes = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (value ?? '') !== before[name as keyof Draft]),
  );
  const isElsewhere = 'emailId' in changes || 'mobileNumber' in changes;
  return (
    <Ask
      title={texts.correctTitle(nameOf(user))}
      text={<p>{texts.correctText}</p>}
      verb={texts.save}
      ready={Object.keys(changes).length > 0 && draft.primaryGroup.trim() !== ''}
      withoutReason
      onClose={onClose}
      act={async () => {
        const answer = await send('PATCH', pathTo('v1', 'users', user.userId), changes);
        reload();
        return answer;
      }}
    >
      <Details draft={draft} write={write} />
      {isElsewhere && (
        <Note tone="warn" icon="clock">
          <strong>{texts.held}</strong> {texts.heldText}
        </Note>
      )}
    </Ask>
  );
}

const draftOf = (user: User): Draft => ({
  ...(Object.fromEntries(DETAILS.map((name) => [name, user[name] ?? ''])) as Record<Detail, string>),
  language: user.language,
});

/** The values to send. An empty field becomes null. */
const trimmed = (draft: Draft): Record<keyof Draft, string | null> =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim() || null])) as Record<
    keyof Draft,
    string | null
  >;
