import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, needsTwo } from '../../me.js';
import type { Resource } from '../../resource.js';
import { Ask } from '../../ui/ask.js';
import { Choice, Field } from '../../ui/field.js';
import { Card, Facts } from '../../ui/parts.js';
import { words } from '../../words/en.js';
import { type Enterprise, SECOND_FACTORS, type SecondFactor } from './types.js';

const texts = words.settings.signIn;

type Rules = Enterprise['signIn'];
type Own = Omit<Rules, 'groups'>;

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

/** What people prove when they sign in, and how they get back in. */
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

/** Numbers are written as text until they are sent. */
type Draft = Readonly<Record<Exclude<keyof Own, 'factors'>, string>> & Pick<Own, 'factors'>;

const draftOf = ({ groups: _, factors, ...rules }: Rules): Draft => ({
  ...(Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, String(value)])) as Omit<
    Draft,
    'factors'
  >),
  factors,
});

const NUMBERS: readonly string[] = ['leastLevel', 'factorRecoveryHours', 'rememberBrowserDays'];

function valueOf(name: string, value: string): string | number | boolean {
  if (name === 'emailChange') return value === 'true';
  // What is no number is sent as it was written, and the service says so.
  return NUMBERS.includes(name) && /^\d+$/.test(value) ? Number(value) : value;
}

function changesOf(now: Rules, { factors, ...draft }: Draft): Readonly<Partial<Record<keyof Own, unknown>>> {
  const before: Readonly<Record<string, unknown>> = draftOf(now);
  const changed = Object.entries(draft).filter(([name, value]) => value !== before[name]);
  return {
    ...Object.fromEntries(changed.map(([name, value]) => [name, valueOf(name, value)])),
    ...([...factors].sort().join() !== [...now.factors].sort().join() && { factors }),
  };
}

/** Whether a colleague has to agree. The service decides; this says it beforehand. */
const weakens = (now: Rules, after: Draft): boolean =>
  Number(after.leastLevel) < now.leastLevel ||
  after.factors.some((factor) => !now.factors.includes(factor)) ||
  Number(after.rememberBrowserDays) > now.rememberBrowserDays ||
  Number(after.factorRecoveryHours) < now.factorRecoveryHours ||
  (now.recovery === 'off' && after.recovery === 'mail') ||
  (now.factorRecovery === 'off' && after.factorRecovery === 'identity') ||
  (!now.emailChange && after.emailChange === 'true');

function Change({ path, of: { signIn }, enterprise, onClose }: Props & { readonly onClose: () => void }) {
  const [draft, write] = useState(() => draftOf(signIn));
  const isWeaker = weakens(signIn, draft);
  const set = (name: keyof Draft) => (value: string) => write({ ...draft, [name]: value });
  const choice = (name: 'leastLevel' | 'recovery' | 'factorRecovery' | 'emailChange', label: string, of: Choices) => (
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
        const changes = { signIn: changesOf(signIn, draft) };
        const answer = await send('PATCH', path, changes, isWeaker ? reason : undefined);
        await enterprise.reload();
        return answer;
      }}
    >
      {choice('leastLevel', texts.leastLevel, texts.levels)}
      <Factors chosen={draft.factors} choose={(factors) => write({ ...draft, factors })} />
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
      {signIn.groups.length > 0 && <p class="dim">{texts.groupsNote}</p>}
    </Ask>
  );
}

type Choices = Readonly<Record<string, string>>;

interface FactorsProps {
  readonly chosen: readonly SecondFactor[];
  readonly choose: (factors: readonly SecondFactor[]) => void;
}

const Factors = ({ chosen, choose }: FactorsProps) => (
  <fieldset class="ticks">
    <legend>{texts.factorsAllowed}</legend>
    {SECOND_FACTORS.map((factor) => (
      <label key={factor}>
        <input
          type="checkbox"
          name={factor}
          checked={chosen.includes(factor)}
          onChange={() =>
            choose(chosen.includes(factor) ? chosen.filter((one) => one !== factor) : [...chosen, factor])
          }
        />
        <span>{texts.factors[factor]}</span>
      </label>
    ))}
  </fieldset>
);
