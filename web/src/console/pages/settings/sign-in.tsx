import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, needsTwo } from '../../me.js';
import type { Resource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { Choice, Field } from '../../ui/field.js';
import { Card, Facts } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { draftOfGroup, Factors, type GroupDraft, Groups, numberIn, rulesOfGroup } from './sign-in-groups.js';
import { weakens } from './sign-in-weakens.js';
import { type Enterprise, SECOND_FACTORS, type SecondFactor } from './types.js';

const texts = words.settings.signIn;

type Rules = Enterprise['signIn'];

interface Props {
  readonly path: string;
  readonly of: Enterprise;
  readonly enterprise: Resource<Enterprise>;
}

const factorsOf = (factors: readonly SecondFactor[]): string =>
  SECOND_FACTORS.filter((factor) => factors.includes(factor))
    .map((factor) => texts.factors[factor])
    .join(', ') || texts.onlyPasskeys;

const groupRow = ({ group, leastLevel, factors, rememberBrowserDays: days }: Rules['groups'][number]) =>
  [
    texts.ofGroup(group),
    [
      texts.levels[leastLevel],
      ...(factors ? [factorsOf(factors)] : []),
      ...(days === undefined ? [] : [`${texts.remember}: ${texts.days(days)}`]),
    ].join('; '),
  ] as const;

/** The rules for sign-ins, and for recovery after a lost password or factor. */
export function SignInRules({ path, of, enterprise }: Props) {
  const { signIn } = of;
  const [isAsked, ask] = useState(false);
  return (
    <>
      <Card title={texts.title} note={texts.note}>
        <Facts
          rows={[
            [texts.leastLevel, texts.levels[signIn.leastLevel]],
            [texts.factorsAllowed, factorsOf(signIn.factors)],
            [texts.remember, texts.days(signIn.rememberBrowserDays)],
            [texts.recovery, texts.recoveries[signIn.recovery]],
            [texts.factorRecovery, texts.factorRecoveries[signIn.factorRecovery]],
            ...(signIn.factorRecovery === 'off' ? [] : [[texts.hours, String(signIn.factorRecoveryHours)] as const]),
            [texts.emailChange, texts.emailChanges[String(signIn.emailChange)]],
            [texts.newDevice, texts.newDevices[signIn.newDevice]],
            ...signIn.groups.map(groupRow),
          ]}
        />
      </Card>
      {may('enterprises:write') && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => ask(true)}>
            {texts.change}
          </button>
        </div>
      )}
      {isAsked && <Change {...{ path, of, enterprise }} onClose={() => ask(false)} />}
    </>
  );
}

/** Form values. Numbers stay text until they are sent. */
type Texts = Readonly<Record<'leastLevel' | 'recovery' | 'factorRecovery' | 'newDevice' | 'emailChange', string>> &
  Readonly<Record<'factorRecoveryHours' | 'rememberBrowserDays', string>>;
type Draft = Texts & Pick<Rules, 'factors'> & { readonly groups: readonly GroupDraft[] };

const draftOf = ({ groups, factors, ...rules }: Rules): Draft => ({
  ...(Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, String(value)])) as Texts),
  factors,
  groups: groups.map(draftOfGroup),
});

const rulesOf = ({ groups, ...draft }: Draft): Rules => ({
  ...(draft as unknown as Rules),
  leastLevel: numberIn(draft.leastLevel) as Rules['leastLevel'],
  factorRecoveryHours: numberIn(draft.factorRecoveryHours),
  rememberBrowserDays: numberIn(draft.rememberBrowserDays),
  emailChange: draft.emailChange === 'true',
  groups: groups.map(rulesOfGroup),
});

const told = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as unknown[])].sort() : value);

function changesOf(now: Rules, after: Rules): Partial<Rules> {
  const names = Object.keys(after) as (keyof Rules)[];
  const before = rulesOf(draftOf(now));
  return Object.fromEntries(
    names.filter((name) => told(after[name]) !== told(before[name])).map((name) => [name, after[name]]),
  );
}

function Change({ path, of: { signIn }, enterprise, onClose }: Props & { readonly onClose: () => void }) {
  const [draft, write] = useState(() => draftOf(signIn));
  const after = rulesOf(draft);
  const isWeaker = weakens(signIn, after);
  const set = (name: keyof Draft) => (value: string) => write({ ...draft, [name]: value });
  const choice = (name: keyof Texts, label: string, of: Choices) => (
    <label>
      {label}
      <Choice name={name} of={of} value={draft[name]} onChoice={set(name)} />
    </label>
  );
  return (
    <Ask
      title={texts.change}
      text={<p>{texts.changeText}</p>}
      verb={words.settings.enterprise.save}
      fourEyes={isWeaker && needsTwo('secure')}
      withoutReason={!isWeaker}
      onClose={onClose}
      act={async (reason) => {
        const changes = { signIn: changesOf(signIn, after) };
        const answer = await send('PATCH', path, changes, isWeaker ? reason : undefined);
        await enterprise.reload();
        return answer;
      }}
    >
      {choice('leastLevel', texts.leastLevel, texts.levels)}
      <Factors
        legend={texts.factorsAllowed}
        chosen={draft.factors}
        choose={(factors) => write({ ...draft, factors })}
      />
      <Field
        label={texts.remember}
        name="rememberBrowserDays"
        value={draft.rememberBrowserDays}
        onInput={set('rememberBrowserDays')}
      />
      {choice('recovery', texts.recovery, texts.recoveries)}
      {choice('factorRecovery', texts.factorRecovery, texts.factorRecoveries)}
      {draft.factorRecovery !== 'off' && (
        <Field
          label={texts.hours}
          name="factorRecoveryHours"
          value={draft.factorRecoveryHours}
          onInput={set('factorRecoveryHours')}
        />
      )}
      {choice('emailChange', texts.emailChange, texts.emailChanges)}
      {choice('newDevice', texts.newDevice, texts.newDevices)}
      <Groups of={draft.groups} write={(groups) => write({ ...draft, groups })} />
    </Ask>
  );
}

type Choices = Readonly<Record<string, string>>;
