import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { enterprise as chosen, may, needsTwo } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { changedFields } from '../../ui/changed-fields.js';
import { BothSides } from '../../ui/both-sides.js';
import { Shown } from '../../ui/loading.js';
import { Card, Copy, Facts, Time } from '../../ui/parts.js';
import { Choice } from '../../ui/field.js';
import { words } from '../../words/words.js';
import { MessageChannel } from './message-channel.js';
import { NewEnterprise } from './new-enterprise.js';
import { SignInRules } from './sign-in.js';
import type { Enterprise } from './types.js';

const texts = words.settings.enterprise;

/** The rules of an enterprise: how long it keeps data about its people, and how much its clients may ask for. */
export const EnterpriseTab = () => (
  <BothSides icon="settings" text={texts.shared}>
    <Profile />
  </BothSides>
);

function Profile() {
  const path = pathTo('v1', 'enterprises', chosen.value?.enterpriseId ?? '');
  const enterprise = useResource<Enterprise>(path);
  const [asked, ask] = useState<'change' | 'new' | undefined>(undefined);
  return (
    <Shown of={enterprise} rows={6}>
      {(value) => (
        <div class="stack">
          <div class="grid two">
            <About of={value} />
            <Rules of={value} />
          </div>
          {may('enterprises:write') && (
            <div class="buttons">
              <button type="button" class="button" onClick={() => ask('change')}>
                {texts.change}
              </button>
              <a class="button" href="/settings?tab=branding">
                {texts.look}
              </a>
              <button type="button" class="button" onClick={() => ask('new')}>
                {words.settings.newEnterprise.do}
              </button>
            </div>
          )}
          <SignInRules path={path} of={value} enterprise={enterprise} />
          <MessageChannel path={path} of={value} enterprise={enterprise} />
          {asked === 'change' && (
            <Change path={path} of={value} enterprise={enterprise} onClose={() => ask(undefined)} />
          )}
          {asked === 'new' && <NewEnterprise onClose={() => ask(undefined)} />}
        </div>
      )}
    </Shown>
  );
}

interface PartProps {
  readonly of: Enterprise;
}

const About = ({ of: { enterpriseId, name, createdTs, updatedTs } }: PartProps) => (
  <Card title={texts.about}>
    <Facts
      rows={[
        [texts.fields.name, name],
        [texts.id, <Copy text={enterpriseId} />],
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

const FIELDS = [
  'retentionDays',
  'inactivityDays',
  ...(['from', 'to', 'timeZone'] as const),
  'dailyNotificationMiB',
  ...(['perSecond', 'burst'] as const),
] as const;
type Draft = Readonly<Record<(typeof FIELDS)[number], string>>;

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

const draftOf = ({
  retentionDays,
  inactivityDays,
  quietHours,
  dailyNotificationMiB,
  rateLimit,
}: Enterprise): Draft => ({
  retentionDays: String(retentionDays),
  inactivityDays: textOf(inactivityDays),
  from: quietHours?.from ?? '',
  to: quietHours?.to ?? '',
  timeZone: quietHours?.timeZone ?? '',
  dailyNotificationMiB: textOf(dailyNotificationMiB),
  perSecond: textOf(rateLimit?.perSecond),
  burst: textOf(rateLimit?.burst),
});

interface ChangeProps extends PartProps {
  readonly path: string;
  readonly enterprise: Resource<Enterprise>;
  readonly onClose: () => void;
}

function Change({ path, of, ...rest }: ChangeProps) {
  const [{ requirePkce }] = useState(of);
  const { enterprise, onClose } = rest;
  const [before] = useState(() => draftOf(of));
  const [draft, write] = useState(before);
  const [pkce, choose] = useState(String(requirePkce));
  const changes = {
    ...changedFields(valuesOf(before), valuesOf(draft)),
    ...(pkce !== String(requirePkce) && { requirePkce: !requirePkce }),
  };
  // Whether PKCE becomes optional, for which a colleague must approve.
  const isWeaker = requirePkce && pkce === 'false';
  return (
    <Ask
      title={texts.changeTitle}
      text={<p>{texts.changeText}</p>}
      verb={texts.save}
      fourEyes={isWeaker && needsTwo('secure')}
      withoutReason={!isWeaker}
      onClose={onClose}
      ready={Object.keys(changes).length > 0}
      act={async (reason) => {
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
            required={field === 'retentionDays'}
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

/**
 * The values to send. An empty field becomes null. Text that is not a number is sent unchanged, so that the service
 * reports the error.
 */
function valuesOf(draft: Draft) {
  const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
  const orNull = (text: string) => (text === '' ? null : asNumber(text));
  const { from, to, timeZone, perSecond, burst } = draft;
  return {
    retentionDays: asNumber(draft.retentionDays),
    inactivityDays: orNull(draft.inactivityDays),
    quietHours: from === '' && to === '' ? null : { from, to, timeZone },
    dailyNotificationMiB: orNull(draft.dailyNotificationMiB),
    rateLimit: perSecond === '' && burst === '' ? null : { perSecond: asNumber(perSecond), burst: asNumber(burst) },
  };
}
