import { Status } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Endpoint } from './types.js';

const texts = words.webhooks;

export const EndpointState = ({ of: { enabled, failingSinceTs } }: { readonly of: Endpoint }) => {
  if (!enabled) return <Status of="disabled" text={texts.off} />;
  return failingSinceTs === null ? (
    <Status of="well" tone="good" text={texts.well} />
  ) : (
    <Status of="failing" tone="bad" text={texts.failing} />
  );
};
