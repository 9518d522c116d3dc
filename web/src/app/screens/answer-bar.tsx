import { useState } from 'preact/hooks';
import { type ActiveNotification, type Body, CountersignError } from '@countersign/client';
import { inOrder, labelIn, langOf, type Tone, TYPED } from '../actions.js';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { passkeysWork } from '../step-up/passkey.js';
import { hasCode, isOffline, messageOf } from '../failures.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note } from '../ui/parts.js';
import { Sheet } from '../ui/sheet.js';
import { NumberForm } from './number-form.js';

interface Props {
  readonly item: ActiveNotification;
  readonly body: Body;
}

interface State {
  /** The action whose answer is being sent. */
  readonly sending?: string;
  readonly trouble?: string;
  readonly offline?: boolean;
  /** The action that the user is asked to confirm before it is sent. */
  readonly asking?: 'close' | { readonly action: string; readonly label: string };
}

const LOOKS: Readonly<Record<Tone, { readonly class: string; readonly icon: 'check' | 'cross' | 'flag' | undefined }>> =
  {
    accept: { class: 'accept', icon: 'check' },
    reject: { class: 'quiet reject', icon: 'cross' },
    fraud: { class: 'quiet fraud', icon: 'flag' },
    number: { class: 'quiet two', icon: undefined },
  };

/** Errors after which the request is over. The list then shows how it ended. */
const OVER = ['finished', 'expired', 'tampered', 'unknown_notification'];

/** The present state of an answer, and how to send one. */
function useAnswers(item: ActiveNotification) {
  const { phone } = useApp();
  const [state, setState] = useState<State>({});
  const act = async (name: string, work: () => Promise<unknown>) => {
    if (state.sending !== undefined) return;
    setState({ sending: name });
    try {
      await work();
      setState({});
    } catch (error) {
      setState(isGivenUp(error) ? {} : { trouble: messageOf(error), offline: isOffline(error) });
      if (hasCode(error, ...OVER) || phone.wrongNumber.value === item.notification_uuid) void phone.refresh();
    }
  };
  const answer = (action: string, number?: string) => void act(action, () => phone.answer(item, action, number));
  const close = () => void act('close', () => phone.dismiss(item));
  return { state, setState, answer, close };
}

/** The actions that this user cannot choose on this device, each with the reason. */
function useUnmet({ actions, unmet_actions: unmet = [] }: ActiveNotification, body: Body): ReadonlyMap<string, string> {
  const { settings } = useApp();
  const reasons = actions.flatMap((action): [string, string][] => {
    const gaps = { answer: labelIn(body, action), brand: settings.brand };
    if (unmet.includes(action.action)) {
      return [[action.action, t(action.authlevel === FACE ? 'unmetFace' : 'unmetPasskey', gaps)]];
    }
    return action.authlevel === PASSKEY && !passkeysWork() ? [[action.action, t('noMethod')]] : [];
  });
  return new Map(reasons);
}

/** How many answers fit below a question on a small phone. */
const FEW = 3;

/** How many rows of buttons the answers need. Numbers share one row. */
function rowsOf({ actions }: ActiveNotification): number {
  const others = inOrder(actions).filter(({ tone }) => tone !== 'number').length;
  return others === actions.length ? others : others + 1;
}

/** Whether the answers are one approval and one refusal, which share a row. */
const isPair = ({ actions }: ActiveNotification): boolean =>
  inOrder(actions)
    .map(({ tone }) => tone)
    .filter((tone) => tone !== 'fraud')
    .join() === 'accept,reject';

/** The levels of authentication that only one method can reach: 3 needs a passkey, 4 needs the user's face. */
const PASSKEY = 3;
const FACE = 4;

function Unmet({ reasons, account }: { readonly reasons: ReadonlySet<string>; readonly account: boolean }) {
  const { settings } = useApp();
  if (reasons.size === 0) return null;
  return (
    <Note kind="calm" icon="lock">
      {[...reasons].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {account && (
        <a href={settings.accountUrl} target="_blank" rel="noreferrer">
          {t('accountPage')}
        </a>
      )}
    </Note>
  );
}

type Ordered = ReturnType<typeof inOrder>;

interface AnswersProps extends Props {
  readonly unmet: ReadonlyMap<string, string>;
  readonly sending: string | undefined;
  readonly onChoose: (action: Ordered[number], shown: string) => void;
  readonly onType: (number: string) => void;
}

/** Numbers are shown side by side and alike, so that none looks like the recommended one. */
function Answers({ item, body, unmet, sending, onChoose, onType }: AnswersProps) {
  const ordered = inOrder(item.actions);
  const button = (action: Ordered[number]) => {
    const shown = labelIn(body, action);
    const { class: looks, icon } = LOOKS[action.tone];
    return (
      <BusyButton
        key={action.action}
        class={looks}
        busy={sending === action.action}
        disabled={unmet.has(action.action) || (sending !== undefined && sending !== action.action)}
        onClick={() => onChoose(action, shown)}
      >
        {icon && <Icon name={icon} />}
        <span lang={langOf(body.lng)}>{shown}</span>
      </BusyButton>
    );
  };
  const isTyped = ordered.some(({ action }) => action === TYPED);
  const numbers = ordered.filter(({ tone, action }) => tone === 'number' && action !== TYPED);
  return (
    <>
      {isTyped && <NumberForm busy={sending === TYPED} onType={onType} />}
      {numbers.length > 0 && (
        <div class="numbers" role="group" aria-labelledby="which-number">
          <p id="which-number">{t('whichNumber')}</p>
          {numbers.map(button)}
        </div>
      )}
      {ordered.filter(({ tone }) => tone !== 'number').map(button)}
    </>
  );
}

export function AnswerBar({ item, body }: Props) {
  const { state, setState, answer, close } = useAnswers(item);
  const unmet = useUnmet(item, body);
  const needsPasskey = item.actions.some(
    ({ action, authlevel }) => authlevel !== FACE && (item.unmet_actions ?? []).includes(action),
  );
  const { asking } = state;
  return (
    <div class={`answers ${rowsOf(item) <= FEW ? 'few' : ''} ${isPair(item) ? 'pair' : ''}`}>
      {state.trouble !== undefined && (
        <Note kind="bad" icon={state.offline ? 'offline' : 'alert'} loud>
          <p>{state.trouble}</p>
        </Note>
      )}
      <Unmet reasons={new Set(unmet.values())} account={needsPasskey} />
      <Answers
        {...{ item, body, unmet, sending: state.sending }}
        onType={(number) => answer(TYPED, number)}
        onChoose={({ action, tone }, shown) =>
          tone === 'fraud' ? setState({ asking: { action, label: shown } }) : answer(action)
        }
      />
      <button type="button" class="plain" onClick={() => setState({ asking: 'close' })}>
        {t('closeWithout')}
      </button>
      {asking === 'close' && (
        <Ask
          title={t('closeTitle')}
          text={t('closeText')}
          yes={t('closeYes')}
          onNo={() => setState({})}
          onYes={close}
        />
      )}
      {asking !== undefined && asking !== 'close' && (
        <Ask
          title={t('fraudTitle')}
          text={t('fraudText')}
          yes={asking.label}
          onNo={() => setState({})}
          onYes={() => answer(asking.action)}
        />
      )}
    </div>
  );
}

/** Whether the user has closed the dialog that asks for a further proof of identity, which is not an error. */
const isGivenUp = (error: unknown): boolean => error instanceof CountersignError && error.reason === 'given up';

interface AskProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

export const Ask = ({ title, text, yes, onYes, onNo }: AskProps) => (
  <Sheet title={title} onClose={onNo} alert>
    <p>{text}</p>
    <div class="actions">
      <button
        type="button"
        class="danger"
        onClick={() => {
          onNo();
          onYes();
        }}
      >
        {yes}
      </button>
      <button type="button" class="quiet" onClick={onNo}>
        {t('back')}
      </button>
    </div>
  </Sheet>
);
