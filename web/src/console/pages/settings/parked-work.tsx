import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Icon } from '../../ui/icon.js';
import { Shown } from '../../ui/loading.js';
import { Card, Empty, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { ParkedEvent, ParkedJob } from './types.js';

const texts = words.settings.system;

type Plural = 'jobs' | 'events';
interface Parked {
  readonly plural: Plural;
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly parkedTs: number;
}
interface Asked {
  readonly verb: 'again' | 'giveUp';
  readonly parked: Parked;
}
interface Jobs {
  readonly jobs: readonly ParkedJob[];
  readonly next: string | null;
}
interface Events {
  readonly events: readonly ParkedEvent[];
  readonly next: string | null;
}

/** Jobs and events that have failed so often that they are not tried any more. */
export function ParkedWork() {
  const jobs = useResource<Jobs>('/v1/jobs?state=parked&limit=20');
  const events = useResource<Events>('/v1/events?state=parked&limit=20');
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const all: Parked[] = [
    ...(jobs.value?.jobs ?? []).map(({ kind, ...job }) => ({ ...job, plural: 'jobs' as const, name: kind })),
    ...(events.value?.events ?? []).map(({ type, ...event }) => ({ ...event, plural: 'events' as const, name: type })),
  ];
  const isMore = (jobs.value?.next ?? events.value?.next ?? null) !== null;
  const both: Resource<readonly [Jobs, Events]> = {
    ...jobs,
    value: jobs.value && events.value && [jobs.value, events.value],
    error: jobs.error ?? events.error,
    reload: async () => {
      await Promise.all([jobs.reload(), events.reload()]);
    },
  };
  const act = async ({ verb, parked: { plural, id } }: Asked) => {
    const path = pathTo('v1', plural, id);
    const answer = verb === 'again' ? await send('POST', `${path}/replay`) : await send('DELETE', path);
    await both.reload();
    return answer;
  };
  return (
    <Card title={texts.parked} note={texts.parkedNote} flush>
      <Shown of={both} rows={3}>
        {() =>
          all.length === 0 ? (
            <Empty icon="check" title={texts.nothingParked} text={texts.nothingParkedText} />
          ) : (
            <ul class="things">
              {all.map((parked) => (
                <Line key={`${parked.plural} ${parked.id}`} of={parked} ask={(verb) => ask({ verb, parked })} />
              ))}
              {isMore && <li class="dim">{texts.more}</li>}
            </ul>
          )
        }
      </Shown>
      {asked && (
        <Ask
          title={
            asked.verb === 'again' ? `${texts.again}: ${asked.parked.name}?` : texts.giveUpTitle(asked.parked.name)
          }
          text={<p>{asked.verb === 'again' ? asked.parked.lastError : texts.giveUpText}</p>}
          verb={texts[asked.verb]}
          danger={asked.verb === 'giveUp'}
          {...(asked.verb === 'again' && { done: texts.tried })}
          withoutReason
          onClose={() => ask(undefined)}
          act={() => act(asked)}
        />
      )}
    </Card>
  );
}

interface LineProps {
  readonly of: Parked;
  readonly ask: (verb: Asked['verb']) => void;
}
const Line = ({ of: { plural, name, attempts, lastError, parkedTs }, ask }: LineProps) => (
  <li>
    <Icon name={plural === 'jobs' ? 'refresh' : 'send'} />
    <span class="grow">
      <strong class="wraps">{name}</strong>
      <small class="wraps">
        {texts.kinds[plural]}, {texts.tries(attempts)}, {texts.since} <Time at={parkedTs} />
        {lastError !== null && `: ${lastError}`}
      </small>
    </span>
    {may('system:write') && (
      <span class="buttons">
        <button type="button" class="button slim" onClick={() => ask('again')}>
          {texts.again}
        </button>
        <button type="button" class="button slim danger" onClick={() => ask('giveUp')}>
          {texts.giveUp}
        </button>
      </span>
    )}
  </li>
);
