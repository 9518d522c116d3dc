import { Choice, Field } from '../../ui/field.js';
import { words } from '../../words/words.js';
import { type GroupRules, SECOND_FACTORS, type SecondFactor } from './types.js';

const texts = words.settings.signIn;
const AS_ALL = 'all';

/** The rules of a group while they are edited. */
export interface GroupDraft {
  readonly group: string;
  readonly leastLevel: string;
  /** The allowed second factors; `undefined` means the same as for everybody. */
  readonly factors: readonly SecondFactor[] | undefined;
  /** The days in which a browser is remembered; empty means the same as for everybody. */
  readonly days: string;
}

/** Parses a number. Other text is sent unchanged, so that the service reports the error. */
export const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : (text as unknown as number));

export const draftOfGroup = ({ group, leastLevel, factors, rememberBrowserDays: days }: GroupRules): GroupDraft => ({
  ...{ group, leastLevel: String(leastLevel), factors },
  days: days === undefined ? '' : String(days),
});

export const rulesOfGroup = ({ group, leastLevel, factors, days }: GroupDraft): GroupRules => ({
  group: group.trim(),
  leastLevel: numberIn(leastLevel) as GroupRules['leastLevel'],
  ...(factors && { factors }),
  ...(days.trim() !== '' && { rememberBrowserDays: numberIn(days.trim()) }),
});

const NEW: GroupDraft = { group: '', leastLevel: '2', factors: undefined, days: '' };

interface GroupsProps {
  readonly of: readonly GroupDraft[];
  readonly write: (groups: readonly GroupDraft[]) => void;
}

/** Edits the sign-in rules of groups, which can only be stricter than the general ones. */
export const Groups = ({ of, write }: GroupsProps) => (
  <div class="stack">
    {of.map((one, at) => (
      <Group
        key={at}
        of={one}
        change={(changed) => write(of.map((other, index) => (index === at ? { ...other, ...changed } : other)))}
        remove={() => write(of.filter((_, index) => index !== at))}
      />
    ))}
    <div class="buttons">
      <button type="button" class="button slim" onClick={() => write([...of, NEW])}>
        {texts.addGroup}
      </button>
    </div>
  </div>
);

interface GroupProps {
  readonly of: GroupDraft;
  readonly change: (changed: Partial<GroupDraft>) => void;
  readonly remove: () => void;
}

function Group({ of: { group, leastLevel, factors, days }, change, remove }: GroupProps) {
  return (
    <fieldset class="group">
      <legend>{group === '' ? texts.newGroup : texts.ofGroup(group)}</legend>
      <Field label={texts.group} name="group" required value={group} onInput={(value) => change({ group: value })} />
      <label>
        {texts.leastLevel}
        <Choice
          name="groupLevel"
          of={texts.levels}
          value={leastLevel}
          onChoice={(value) => change({ leastLevel: value })}
        />
      </label>
      <label>
        {texts.factorsAllowed}
        <Choice
          name="groupFactors"
          of={texts.groupFactors}
          value={factors ? 'these' : AS_ALL}
          onChoice={(value) => change({ factors: value === AS_ALL ? undefined : [] })}
        />
      </label>
      {factors && (
        <Factors legend={texts.onlyThese} chosen={factors} choose={(chosen) => change({ factors: chosen })} />
      )}
      <Field
        label={texts.remember}
        name="groupDays"
        hint={texts.emptyAsAll}
        value={days}
        onInput={(value) => change({ days: value })}
      />
      <div class="buttons">
        <button type="button" class="button slim danger" onClick={remove}>
          {texts.removeGroup}
        </button>
      </div>
    </fieldset>
  );
}

interface FactorsProps {
  readonly legend: string;
  readonly chosen: readonly SecondFactor[];
  readonly choose: (factors: readonly SecondFactor[]) => void;
}

export const Factors = ({ legend, chosen, choose }: FactorsProps) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
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
