import { AccountApplications } from './account/account-applications.service.js';
import { errors } from 'oidc-provider';
import { HostedPagesModule } from '../../shared/pages/hosted-pages.module.js';
import { AccountLoginController } from './account/account-login.controller.js';
import { AccountPages } from './account/account-pages.service.js';
import { AccountSessions } from './account/account-sessions.service.js';
import { AccountController } from './account/account.controller.js';
import { ActivationController } from './controllers/activation.controller.js';
import { InteractionEntrance } from './controllers/interaction-entrance.service.js';
import { InteractionPages } from './controllers/interaction-pages.js';
import { InteractionController } from './controllers/interaction.controller.js';
import { EnginePages } from './engine-pages.js';
import { EnginePolicy } from './engine-policy.js';
import { Interactions } from './interactions.service.js';
import { ACCOUNT } from './views/account/account-frame.js';
import { languages } from './words/languages.js';

export const pageControllers = [InteractionController, ActivationController, AccountLoginController, AccountController];
export const pageServices = [
  Interactions,
  InteractionPages,
  InteractionEntrance,
  EnginePages,
  EnginePolicy,
  AccountApplications,
  AccountSessions,
  AccountPages,
];

const INTERACTION = /^\/service\/interaction\/[^/]+(\/activate)?/;

export const pagesOfAuth = HostedPagesModule.with('/service/assets', ({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  isExpired: (error) => error instanceof errors.SessionNotFound,
  pageOfForm: (path) => INTERACTION.exec(path)?.[0] ?? ACCOUNT,
}));
