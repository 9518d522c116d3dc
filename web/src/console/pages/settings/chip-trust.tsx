import { Table } from '../../ui/list.js';
import { Card, Dash, Note, Tag, Time } from '../../ui/parts.js';
import { language, words } from '../../words/words.js';
import type { SystemReport } from './types.js';

const texts = words.settings.system.chips;
type State = SystemReport['chipTrust']['states'][number];

const names = new Intl.DisplayNames(language.locale, { type: 'region', fallback: 'code' });
/** The state's name. Some codes, such as that of the United Nations, are no region that the browser knows. */
function nameOf(state: string): string {
  try {
    return names.of(state) ?? state;
  } catch {
    return state;
  }
}

/** The states whose passport chips are trusted, with expiry dates. Only the command line can change them. */
export const ChipTrust = ({ of: { states, faults } }: { readonly of: SystemReport['chipTrust'] }) => (
  <Card title={texts.title} note={texts.note(states.length)} flush>
    {faults.map(({ fault, of }) => (
      <div key={`${fault} ${of}`} class="in">
        <Note tone="warn" icon="lock">
          <strong>{of.length === 2 ? nameOf(of) : of.slice(0, 16)}:</strong> {texts.faults[fault] ?? fault}
        </Note>
      </div>
    ))}
    {states.length === 0 ? (
      <p class="in dim">{texts.none}</p>
    ) : (
      <Table<State>
        label={texts.title}
        rows={states}
        keyOf={({ state }) => state}
        columns={[
          {
            name: texts.state,
            show: ({ state }) => (
              <>
                {nameOf(state)} <span class="mono dim">{state}</span>
              </>
            ),
          },
          { name: texts.authorities, show: ({ authorities }) => authorities },
          {
            name: texts.until,
            show: ({ state, untilTs }) => (
              <>
                <Time at={untilTs} />{' '}
                {faults.some(({ fault, of }) => fault === 'state_ends' && of === state) && (
                  <Tag tone="warn">{texts.soon}</Tag>
                )}
              </>
            ),
          },
          {
            name: texts.revocations,
            class: 'off',
            show: ({ revocationsUntilTs }) =>
              revocationsUntilTs === null ? <Dash /> : <Time at={revocationsUntilTs} />,
          },
        ]}
      />
    )}
  </Card>
);
