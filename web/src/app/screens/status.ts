import type { FinalStatus, PastNotification } from '@countersign/client';
import { bodyFor, labelIn, toneOf } from '../actions.js';
import { language, t } from '../language.js';
import type { IconName } from '../ui/icon.js';

export interface StatusLook {
  readonly tone: 'good' | 'bad' | 'calm';
  readonly icon: IconName;
  readonly name: string;
  readonly text: string;
}

type Past = Pick<PastNotification, 'status'> & Partial<Pick<PastNotification, 'actions' | 'body' | 'action_performed'>>;

const ENDS: Readonly<Record<Exclude<FinalStatus, 'UPDATED'>, [StatusLook['tone'], IconName]>> = {
  EXPIRED: ['calm', 'clock'],
  TAMPERED: ['bad', 'alert'],
  DISMISSED: ['calm', 'cross'],
  DISCARD: ['calm', 'bin'],
  CANCELLED: ['calm', 'back'],
};

/** How a finished request is shown: an answer in the enterprise's words, any other end in ours. */
export function statusOf(past: Past): StatusLook {
  const { status } = past;
  if (status !== 'UPDATED') {
    const [tone, icon] = ENDS[status];
    return { tone, icon, name: t(`status${status}`), text: t(`text${status}`) };
  }
  const { actions = [], body = [], action_performed: performed = '' } = past;
  const index = actions.findIndex(({ action }) => action === performed);
  const chosen = actions[index];
  const name = chosen ? labelIn(bodyFor(body, language().tag), chosen) : t('statusUPDATED');
  const tone = chosen ? toneOf(chosen, index) : 'reject';
  const looks = {
    number: ['calm', 'check'],
    accept: ['good', 'check'],
    reject: ['calm', 'cross'],
    fraud: ['bad', 'flag'],
  } as const;
  return { tone: looks[tone][0], icon: looks[tone][1], name, text: t('textUPDATED', { answer: name }) };
}
