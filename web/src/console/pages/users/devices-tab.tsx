import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { platform } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Shown } from '../../ui/loading.js';
import { Card, Copy, Empty, Status, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Device } from './types.js';

const texts = words.users.devices;

interface Asked {
  readonly device: Device;
  readonly verb: 'block' | 'unblock' | 'remove';
}

/** Describes where the key is stored, as the device's maker attests it, and how reliable that is. */
const attested = ({ verdict, because, protection, app }: NonNullable<Device['attestation']>): string =>
  [
    texts.keyIn[protection] ?? protection,
    ...(app === undefined ? [] : [app]),
    verdict === 'verified' ? texts.attested : (texts.because[because ?? ''] ?? because ?? verdict),
  ].join(', ');

export function DevicesTab({ id }: { readonly id: string }) {
  const devices = useResource<{ devices: readonly Device[] }>(pathTo('v1', 'users', id, 'devices'), {
    kind: 'user',
    id,
  });
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const act = async ({ device, verb }: Asked, reason: string) => {
    const path = pathTo('v1', 'users', id, 'devices', device.deviceId);
    const answer =
      verb === 'remove'
        ? await send('DELETE', path, {}, reason)
        : await send('PATCH', path, { blocked: verb === 'block' }, verb === 'block' ? reason : undefined);
    await devices.reload();
    return answer;
  };
  return (
    <Card flush>
      <Shown of={devices} rows={3}>
        {({ devices: all }) =>
          all.length === 0 ? (
            <Empty icon="phone" title={texts.none} text={texts.noneText} />
          ) : (
            <ul class="things">
              {all.map((device) => (
                <li key={device.deviceId}>
                  <Icon name="phone" />
                  <span class="grow">
                    <strong>
                      {device.name} {device.blocked && <Status of="BLOCKED" />}
                    </strong>
                    <small>
                      {platform(device.platform)}, {texts.seen} <Time at={device.lastSeenTs} />, {texts.registered}{' '}
                      <Time at={device.registeredTs} />
                    </small>
                    {device.attestation && <small>{attested(device.attestation)}</small>}
                  </span>
                  <Copy text={device.thumbprint} short={16} />
                  {may('users:write') && (
                    <span class="buttons">
                      <button
                        type="button"
                        class="button slim"
                        onClick={() => ask({ device, verb: device.blocked ? 'unblock' : 'block' })}
                      >
                        {device.blocked ? texts.unblock : texts.block}
                      </button>
                      <button type="button" class="button slim danger" onClick={() => ask({ device, verb: 'remove' })}>
                        {texts.remove}
                      </button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {asked && (
        <Ask
          title={texts.ask(texts[asked.verb], asked.device.name)}
          text={<p>{texts.then[asked.verb]}</p>}
          verb={texts[asked.verb]}
          danger={asked.verb !== 'unblock'}
          withoutReason={asked.verb === 'unblock'}
          onClose={() => ask(undefined)}
          act={(reason) => act(asked, reason)}
        />
      )}
    </Card>
  );
}
