import { useState } from 'preact/hooks';
import { get } from '../../api.js';
import { may, me } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { spoken } from '../../ui/format.js';
import { pathWith } from '../../ui/list.js';
import { Failure, Shown } from '../../ui/loading.js';
import { ActorName } from '../../ui/names.js';
import { Card, Empty, type Happened, Timeline, type Tone } from '../../ui/parts.js';
import { useSaving } from '../../ui/use-saving.js';
import { words } from '../../words/words.js';

interface Act {
  readonly kind: 'auditEvent' | 'idvSession' | 'notification';
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly status: string | null;
  /** Who acted. Present only for entries of the audit log. */
  readonly actor: { readonly kind: string; readonly id: string | null } | null;
  readonly statusChange: { readonly from: string; readonly to: string } | null;
}
interface Page {
  readonly activity: readonly Act[];
  readonly next: string | null;
}

const texts = words.users;
const TONES: Readonly<Record<string, Tone>> = { VERIFIED: 'good', REVIEW: 'warn', UPDATED: 'good', TAMPERED: 'bad' };

const pathOf = (id: string) => pathTo('v1', 'users', id, 'activity');

export function ActivityTab({ id }: { readonly id: string }) {
  const first = useResource<Page>(pathOf(id), { kind: 'user', id });
  const [more, add] = useState<readonly Page[]>([]);
  const [seesOwn, showOwn] = useState(false);
  const pages = [...(first.value ? [first.value] : []), ...more];
  const next = pages.at(-1)?.next ?? null;
  const [isBusy, error, older] = useSaving(async () => {
    const page = await get<Page>(`${pathOf(id)}?cursor=${encodeURIComponent(next ?? '')}`);
    add((before) => [...before, page]);
  });
  return (
    <Card>
      <Shown of={first}>
        {() => {
          const acts = pages.flatMap(({ activity }) => activity);
          const own = acts.filter(isOwnView).length;
          const events = acts.filter((act) => seesOwn || !isOwnView(act)).map((act) => eventOf(act, id));
          if (acts.length === 0) return <Empty icon="history" title={texts.noActivity} text={texts.noActivityText} />;
          return (
            <div class="stack">
              {own > 0 && (
                <p class="dim">
                  {texts.ownViews(own, seesOwn)}{' '}
                  <button type="button" class="button bare slim" onClick={() => showOwn(!seesOwn)}>
                    {seesOwn ? texts.hideOwn : texts.showOwn}
                  </button>
                </p>
              )}
              <Timeline events={events} />
              {error && <Failure error={error} />}
              {next !== null && (
                <button type="button" class="button slim" disabled={isBusy} onClick={older}>
                  {words.older}
                </button>
              )}
            </div>
          );
        }}
      </Shown>
    </Card>
  );
}

/** Whether the entry records that the operator viewed this page, which is of no interest to them. */
const isOwnView = ({ kind, title, actor }: Act): boolean =>
  kind === 'auditEvent' && title === 'users.user-viewed' && actor?.kind === 'operator' && actor.id === me.value?.id;

function eventOf({ kind, id, at, title, status, actor, statusChange }: Act, userId: string): Happened {
  const tone = TONES[status ?? ''] ?? '';
  if (kind === 'idvSession')
    return { at, text: texts.verification(wordOf(status)), to: pathTo('verifications', id), tone };
  if (kind === 'notification') {
    return { at, text: texts.notification(wordOf(status)), extra: title, to: pathTo('notifications', id), tone };
  }
  const act = words.auditKinds[title] ?? spokenKind(title);
  const text = statusChange ? `${act}: ${spoken(statusChange.from)} → ${spoken(statusChange.to)}` : act;
  const isRefused = status === 'refused';
  return {
    at,
    text: isRefused ? texts.refused(text) : text,
    extra: actor && (
      <>
        <ActorName kind={actor.kind} id={actor.id} plain /> {actor.id !== null && words.actorKinds[actor.kind]}
      </>
    ),
    to: may('audit:read') ? pathWith('/audit', { subject: userId, open: id }) : undefined,
    tone: isRefused ? 'bad' : '',
  };
}

const wordOf = (status: string | null) => spoken(status ?? '');
/** Writes the kind of an entry in words: `users.user-status-changed` becomes "User status changed". */
const spokenKind = (kind: string) => spoken(kind.split('.').at(-1) ?? kind);
