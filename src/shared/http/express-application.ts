import express, { type Express } from 'express';
import type { Config } from '../../config.js';
import { answerTurnedAway } from '../../surfaces/entrance.js';
import { trustedProxies } from './trusted-proxies.js';

/** Made here rather than by Nest: Express ignores how strictly to match paths once it has its first middleware. */
export function expressServer({ trustProxy }: Config): Express {
  return express()
    .enable('case sensitive routing')
    .enable('strict routing')
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', trustedProxies(trustProxy))
    .use(answerTurnedAway);
}
