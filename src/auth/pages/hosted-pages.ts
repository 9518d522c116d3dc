import { AccountApplications } from './account/account-applications.service.js';
import { AccountLoginController } from './account/account-login.controller.js';
import { AccountPages } from './account/account-pages.service.js';
import { AccountSessions } from './account/account-sessions.service.js';
import { AccountController } from './account/account.controller.js';
import { AssetsController } from './assets.controller.js';
import { ActivationController } from './controllers/activation.controller.js';
import { InteractionEntrance } from './controllers/interaction-entrance.service.js';
import { InteractionPages } from './controllers/interaction-pages.js';
import { InteractionController } from './controllers/interaction.controller.js';
import { EnginePages } from './engine-pages.js';
import { EnginePolicy } from './engine-policy.js';
import { Brands } from './frame/brands.service.js';
import { FormGuard } from './frame/form-guard.service.js';
import { PageSender } from './frame/page-sender.service.js';
import { Interactions } from './interactions.service.js';

export const pageControllers = [
  AssetsController,
  InteractionController,
  ActivationController,
  AccountLoginController,
  AccountController,
];
export const pageServices = [
  Brands,
  FormGuard,
  PageSender,
  Interactions,
  InteractionPages,
  InteractionEntrance,
  EnginePages,
  EnginePolicy,
  AccountApplications,
  AccountSessions,
  AccountPages,
];
