import { useEffect, useState } from 'preact/hooks';
import { ApiError, get, send } from '../../api.js';
import { me } from '../../me.js';
import { go, pathTo, route } from '../../route.js';
import { ago, spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Failure } from '../../ui/loading.js';
import { By } from '../../ui/names.js';
import { isTyping, Note } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { words } from '../../words/words.js';
import { type Decision, type IdvSession, OUTCOMES, REASONS, type Review } from './types.js';
import type { ClaimState } from './use-claim.js';

const texts = words.verifications.decide;
const LEAST_REASON = 4;

interface Draft {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly reason: string;
}
const EMPTY: Draft = { outcome: '', reasons: [], reason: '' };
/** Drafts of judgements by session, in memory, so that they survive errors and leaving the page. */
const drafts = new Map<string, Draft>();

interface DecideProps {
  readonly session: IdvSession;
  readonly claim: ClaimState;
  readonly reload: () => Promise<void>;
}

export function Decide({ session, claim, reload }: DecideProps) {
  const { sessionId, doubts } = session;
  const [draft, keep] = useState(drafts.get(sessionId) ?? EMPTY);
  const [error, fail] = useState<ApiError | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const write = (change: Partial<Draft>) =>
    keep((before) => {
      const after = { ...before, ...change };
      drafts.set(sessionId, after);
      return after;
    });
  const choose = (outcome: string) =>
    write({ outcome, reasons: doubts.filter((doubt) => REASONS[outcome]?.includes(doubt)) });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const outcome = OUTCOMES[Number(event.key) - 1];
      if (
        !outcome ||
        isTyping(event) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector('dialog[open]')
      )
        return;
      choose(outcome);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [sessionId]);
  const fitting = REASONS[draft.outcome] ?? [];
  const first = session.findings?.decisions.findLast(({ final }) => final !== true);
  const isReady =
    draft.outcome !== '' &&
    draft.reason.trim().length >= LEAST_REASON &&
    (fitting.length === 0 || draft.reasons.length > 0);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    fail(undefined);
    try {
      const { value } = await send<Decision | undefined>('POST', pathTo('v1', 'idvReviews', sessionId, 'decision'), {
        outcome: draft.outcome,
        reason: draft.reason.trim(),
        ...(draft.reasons.length > 0 && { reasons: draft.reasons }),
      });
      drafts.delete(sessionId);
      say(value?.final === false ? texts.noted : texts.decided);
      await lead(sessionId);
      await reload();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      fail(caught);
      if (caught.status === 409) void reload();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form class="decide" onSubmit={(event) => void submit(event)}>
      <h2>{texts.title}</h2>
      {claim.refused && (
        <Note tone="warn" icon="lock">
          {texts.taken}
        </Note>
      )}
      {first && <FirstLook decision={first} />}
      <Outcomes chosen={draft.outcome} choose={choose} />
      {fitting.length > 0 && <Told fitting={fitting} chosen={draft.reasons} write={write} />}
      <label class="why">
        {texts.why}
        <textarea
          class="field"
          required
          maxLength={1000}
          value={draft.reason}
          placeholder={texts.whyHint}
          onInput={({ currentTarget: { value } }) => write({ reason: value })}
        />
      </label>
      {error && <Failure error={error} />}
      <button
        class={`button main ${draft.outcome !== '' && draft.outcome !== 'VERIFIED' ? 'danger' : ''}`}
        disabled={!isReady || isBusy}
      >
        {draft.outcome === '' ? texts.choose : texts.do}
      </button>
    </form>
  );
}

/**
 * Opens the next review that waits. If there is none, the decided review stays open. Does nothing if the reviewer has
 * already opened another page.
 */
async function lead(decided: string): Promise<void> {
  const { idvReviews } = await get<{ idvReviews: readonly Review[] }>('/v1/idvReviews?claimed=none&limit=2').catch(
    () => ({ idvReviews: [] }),
  );
  const next = idvReviews.find(({ reviewId }) => reviewId !== decided);
  if (next && route.value.id === decided) go(pathTo('verifications', next.reviewId));
}

/** Shows what the first of two colleagues decided. */
const FirstLook = ({
  decision: { decidedBy, clientId, outcome, decidedAt, reason },
}: {
  readonly decision: Decision;
}) => (
  <ul class="eyes">
    <li>
      <Icon name="eyes" />
      <span>
        <By of={decidedBy ?? `client:${clientId ?? ''}`} />: {texts.outcomes[outcome] ?? spoken(outcome)}
        <small>
          {ago(decidedAt)}
          {reason === undefined ? '' : ` · “${reason}”`}
        </small>
      </span>
    </li>
    <li>
      <Icon name="users" />
      <span>
        {texts.second(me.value?.name ?? '')}
        <small>{texts.secondText}</small>
      </span>
    </li>
  </ul>
);

interface OutcomesProps {
  readonly chosen: string;
  readonly choose: (outcome: string) => void;
}
const Outcomes = ({ chosen, choose }: OutcomesProps) => (
  <fieldset>
    <legend class="unseen">{texts.outcome}</legend>
    {OUTCOMES.map((outcome, index) => (
      <label key={outcome} class="choice">
        <input
          type="radio"
          name="outcome"
          value={outcome}
          checked={chosen === outcome}
          onChange={() => choose(outcome)}
        />
        {texts.outcomes[outcome]}
        <kbd>{index + 1}</kbd>
      </label>
    ))}
  </fieldset>
);

interface ToldProps {
  readonly fitting: readonly string[];
  readonly chosen: readonly string[];
  readonly write: (change: Partial<Draft>) => void;
}
const Told = ({ fitting, chosen, write }: ToldProps) => (
  <fieldset>
    <legend>{texts.told}</legend>
    <div class="buttons">
      {fitting.map((code) => {
        const isOn = chosen.includes(code);
        const reasons = isOn ? chosen.filter((one) => one !== code) : [...chosen, code];
        return (
          <button
            key={code}
            type="button"
            class={`button slim ${isOn ? 'on' : ''}`}
            aria-pressed={isOn}
            onClick={() => write({ reasons })}
          >
            {texts.reasons[code] ?? spoken(code)}
          </button>
        );
      })}
    </div>
  </fieldset>
);
