import { AccountApplications } from './services/account/account-applications.service.js';
import { errors } from 'oidc-provider';
import { HostedPagesModule } from '../shared/pages/hosted-pages.module.js';
import { AccountLoginController } from './controllers/pages/account/account-login.controller.js';
import { AccountPages } from './controllers/pages/account/account-pages.service.js';
import { AccountSessions } from './services/account/account-sessions.service.js';
import { AccountController } from './controllers/pages/account/account.controller.js';
import { ActivationController } from './controllers/pages/activation.controller.js';
import { InteractionEntrance, Interactions } from './services/protocol/interactions.service.js';
import { InteractionPages } from './controllers/pages/interaction-pages.js';
import { InteractionController } from './controllers/pages/interaction.controller.js';
import { EnginePages } from './services/protocol/engine-pages.js';
import { EnginePolicy } from './services/protocol/engine-policy.js';
import { ACCOUNT } from './controllers/pages/views/account/sections.js';
import { languages } from './controllers/pages/words/languages.js';

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
