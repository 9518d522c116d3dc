import { useState } from 'preact/hooks';
import { get } from '../../api.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { spoken } from '../../ui/format.js';
import { Shown } from '../../ui/loading.js';
import { Card, Empty, type Happened, Timeline, type Tone } from '../../ui/parts.js';
import { words } from '../../words/en.js';

interface Act {
  readonly at: string;
  readonly source: 'audit' | 'idvSession' | 'notification';
  readonly id: string;
  readonly kind: string;
  readonly status?: string;
  readonly outcome?: string;
  readonly actor?: { readonly kind: string; readonly id: string };
  readonly details: Readonly<Record<string, unknown>>;
  readonly comments?: string | null;
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
  return (
    <Card>
      <Shown of={first}>
        {(page) => {
          const pages = [page, ...more];
          const next = pages.at(-1)?.next ?? null;
          const events = pages.flatMap(({ activity }) => activity).map(eventOf);
          if (events.length === 0) return <Empty icon="history" title={texts.noActivity} text={texts.noActivityText} />;
          const older = async (cursor: string) => {
            const answer = await get<Page>(`${pathOf(id)}?cursor=${encodeURIComponent(cursor)}`);
            add((pagesBefore) => [...pagesBefore, answer]);
          };
          return (
            <div class="stack">
              <Timeline events={events} />
              {next !== null && (
                <button type="button" class="button slim" onClick={() => void older(next)}>
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

function eventOf(act: Act): Happened {
  const { at, source, id, status = '' } = act;
  if (source === 'idvSession') {
    return { at, text: texts.verification(wordOf(status)), to: pathTo('verifications', id), tone: TONES[status] ?? '' };
  }
  if (source === 'notification') {
    return { at, text: texts.notification(wordOf(status)), to: pathTo('notifications', id), tone: TONES[status] ?? '' };
  }
  const { from, to, action } = act.details;
  const change = typeof from === 'string' && typeof to === 'string' ? `${from} → ${to}` : action;
  const by = act.actor && `${act.actor.id} (${act.actor.kind})`;
  const extra = [change, by, act.comments].filter((one) => typeof one === 'string').join(' · ');
  return {
    at,
    text: words.auditKinds[act.kind] ?? spokenKind(act.kind),
    extra,
    tone: act.outcome === 'refused' ? 'bad' : '',
  };
}

const wordOf = (status: string) => (words.codes[status] ?? spoken(status)).toLowerCase();
/** `users.user-status-changed` as "User status changed". */
const spokenKind = (kind: string) => spoken(kind.split('.').at(-1) ?? kind);
