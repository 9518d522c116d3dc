import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppLock } from './lock/app-lock.js';
import type { Phone } from './phone.js';
import type { PhoneApproval } from './phone-approval.js';
import type { Push } from './push.js';
import type { LanguageChoice, Settings } from './settings.js';

export interface App {
  readonly phone: Phone;
  readonly approval: PhoneApproval;
  readonly push: Push;
  readonly lock: AppLock;
  readonly settings: Settings;
  readonly install: () => (() => Promise<void>) | undefined;
  readonly choose: (language: LanguageChoice) => void;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('A part of the app is shown outside it');
  return app;
}
