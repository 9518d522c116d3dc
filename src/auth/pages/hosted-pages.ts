import { AssetsController } from './assets.controller.js';
import { InteractionPages } from './controllers/interaction-pages.js';
import { InteractionController } from './controllers/interaction.controller.js';
import { EnginePages } from './engine-pages.js';
import { EnginePolicy } from './engine-policy.js';
import { Brands } from './frame/brands.service.js';
import { FormGuard } from './frame/form-guard.service.js';
import { PageSender } from './frame/page-sender.service.js';
import { Interactions } from './interactions.service.js';

export const pageControllers = [AssetsController, InteractionController];
export const pageServices = [Brands, FormGuard, PageSender, Interactions, InteractionPages, EnginePages, EnginePolicy];
