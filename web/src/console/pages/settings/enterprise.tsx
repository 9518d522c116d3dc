import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { enterprise as chosen, may, needsTwo } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { LiveOnly } from '../../ui/live-only.js';
import { Shown } from '../../ui/loading.js';
import { Card, Copy, Dash, Facts, Time } from '../../ui/parts.js';
import { Choice } from '../../ui/field.js';
import { words } from '../../words/en.js';
import { MessageChannel } from './message-channel.js';
import { SignInRules } from './sign-in.js';
import type { Enterprise } from './types.js';

const texts = words.settings.enterprise;

/** What the people of the enterprise see of it, and how long it keeps what is theirs. */
export const EnterpriseTab = () => (
  <LiveOnly icon="settings" text={texts.live}>
    <Profile />
  </LiveOnly>
);

function Profile() {
  const path = pathTo('v1', 'enterprises', chosen.value?.enterpriseId ?? '');
  const enterprise = useResource<Enterprise>(path);
  const [isAsked, ask] = useState(false);
  return (
    <Shown of={enterprise} rows={6}>
      {(value) => (
        <div class="stack">
          <div class="grid two">
            <Looks of={value} />
            <Rules of={value} />
          </div>
          {may('enterprises:write') && (
            <div class="buttons">
              <button type="button" class="button" onClick={() => ask(true)}>
                {texts.change}
              </button>
            </div>
          )}
          <SignInRules path={path} of={value} enterprise={enterprise} />
          <MessageChannel path={path} of={value} enterprise={enterprise} />
          {isAsked && <Change path={path} of={value} enterprise={enterprise} onClose={() => ask(false)} />}
        </div>
      )}
    </Shown>
  );
}

interface PartProps {
  readonly of: Enterprise;
}

const Looks = ({ of: { enterpriseId, name, branding, createdTs, updatedTs } }: PartProps) => (
  <Card title={texts.looks} note={texts.looksNote}>
    <Facts
      rows={[
        [texts.fields.name, name],
        [texts.id, <Copy text={enterpriseId} />],
        [texts.fields.color, branding.color ? <span class="mono">{branding.color}</span> : <Dash />],
        ...(['logoUri', 'privacyUri', 'termsUri', 'helpUri'] as const).map(
          (field) =>
            [
              texts.fields[field],
              branding[field] ? <span class="mono wraps">{branding[field]}</span> : <Dash />,
            ] as const,
        ),
        [texts.made, <Time at={createdTs} />],
        [texts.changed, <Time at={updatedTs} />],
      ]}
    />
  </Card>
);

const Rules = ({
  of: { retentionDays, inactivityDays, quietHours, dailyNotificationMiB, rateLimit, requirePkce },
}: PartProps) => (
  <Card title={texts.rules} note={texts.rulesNote}>
    <Facts
      rows={[
        [texts.fields.retentionDays, texts.days(retentionDays)],
        [texts.fields.inactivityDays, inactivityDays === null ? texts.never : texts.days(inactivityDays)],
        [texts.quiet, quietHours ? texts.quietHours(quietHours.from, quietHours.to, quietHours.timeZone) : texts.never],
        [texts.daily, dailyNotificationMiB === null ? texts.asService : texts.mib(dailyNotificationMiB)],
        [texts.rate, rateLimit === null ? texts.asService : texts.requests(rateLimit.perSecond, rateLimit.burst)],
        [texts.requirePkce, texts.pkce[String(requirePkce)]],
      ]}
    />
  </Card>
);

const LOOKS = ['color', 'logoUri', 'privacyUri', 'termsUri', 'helpUri'] as const;
const QUIET = ['from', 'to', 'timeZone'] as const;
const FIELDS = ['name', ...LOOKS, 'retentionDays', 'inactivityDays', ...QUIET] as const;
type Draft = Record<(typeof FIELDS)[number], string>;

interface ChangeProps extends PartProps {
  readonly path: string;
  readonly enterprise: Resource<Enterprise>;
  readonly onClose: () => void;
}

function Change({ path, of, ...rest }: ChangeProps) {
  const { name, branding, retentionDays, inactivityDays, quietHours, requirePkce } = of;
  const { enterprise, onClose } = rest;
  const [draft, write] = useState<Draft>({
    name,
    ...(Object.fromEntries(LOOKS.map((field) => [field, branding[field] ?? ''])) as Record<
      (typeof LOOKS)[number],
      string
    >),
    retentionDays: String(retentionDays),
    inactivityDays: inactivityDays === null ? '' : String(inactivityDays),
    from: quietHours?.from ?? '',
    to: quietHours?.to ?? '',
    timeZone: quietHours?.timeZone ?? '',
  });
  const [pkce, choose] = useState(String(requirePkce));
  // A colleague has to agree.
  const isWeaker = requirePkce && pkce === 'false';
  return (
    <Ask
      title={texts.changeTitle}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      fourEyes={isWeaker && needsTwo('secure')}
      withoutReason={!isWeaker}
      onClose={onClose}
      act={async (reason) => {
        const changes = {
          ...changesOf(draft),
          ...(pkce !== String(requirePkce) && { requirePkce: !requirePkce }),
        };
        const answer = await send('PATCH', path, changes, isWeaker ? reason : undefined);
        await enterprise.reload();
        return answer;
      }}
    >
      {FIELDS.map((field) => (
        <label key={field}>
          {texts.fields[field]}
          <input
            class="field"
            name={field}
            value={draft[field]}
            required={field === 'name' || field === 'retentionDays'}
            maxLength={255}
            onInput={({ currentTarget: { value } }) => write({ ...draft, [field]: value })}
          />
        </label>
      ))}
      <label>
        {texts.requirePkce}
        <Choice name="requirePkce" of={texts.pkce} value={pkce} onChoice={choose} />
      </label>
    </Ask>
  );
}

/** An empty field says that there is none. What is no number is sent as it was written, and the service says so. */
function changesOf({ name, retentionDays, inactivityDays, from, to, timeZone, ...looks }: Draft) {
  const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
  return {
    name,
    branding: Object.fromEntries(Object.entries(looks).filter(([, value]) => value !== '')),
    retentionDays: asNumber(retentionDays),
    inactivityDays: inactivityDays === '' ? null : asNumber(inactivityDays),
    quietHours: from === '' && to === '' ? null : { from, to, timeZone },
  };
}
