import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { normalised } from './password-text.js';
import { GUESSING_WORKER } from './guessing.worker.js';
import { Turns } from './turns.js';

/** From 0 to 4: more than a hundred million guesses. */
const GOOD_ENOUGH = 3;
/** What stands beyond cannot make the beginning weaker. */
const LOOKED_AT = 64;
const MOST_WAITING = 50;

/** Whether a password would be found by trying what people choose: common ones, words, names, dates, keyboard walks. */
@Injectable()
export class Guessability implements OnModuleDestroy {
  readonly #turns = new Turns(1, MOST_WAITING);
  #worker: Worker | undefined;

  /** `inputs`: what an attacker knows of the user. */
  async isGuessable(password: string, inputs: readonly string[]): Promise<boolean> {
    const looked = Array.from(normalised(password)).slice(0, LOOKED_AT).join('');
    return this.#turns.run(async () => (await this.#scoreOf(looked, inputs)) < GOOD_ENOUGH);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#worker?.terminate();
  }

  #scoreOf(password: string, inputs: readonly string[]): Promise<number> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void) => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        settled();
      };
      const onMessage = ({ score }: { score: number }) => settle(() => resolve(score));
      const onError = (error: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error(String(error))));
      const onExit = () => onError(new Error('The estimate of a password was given up'));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ password, inputs });
    });
  }

  #start(): Worker {
    const { resolve } = createRequire(import.meta.url);
    const languages = Object.fromEntries(LANGUAGES.map((name) => [name, resolve(`@zxcvbn-ts/language-${name}`)]));
    const worker = new Worker(GUESSING_WORKER, {
      eval: true,
      workerData: { core: resolve('@zxcvbn-ts/core'), languages },
      env: {},
    });
    worker.unref();
    worker.once('exit', () => (this.#worker = undefined));
    return worker;
  }
}

const LANGUAGES = ['common', 'en', 'es-es', 'de', 'ar'];
