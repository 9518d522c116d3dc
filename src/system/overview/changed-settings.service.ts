import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, type Setting, settings } from '../../config.js';

export interface ChangedSetting {
  readonly name: string;
  /** The current value of the setting; null for a secret. */
  readonly value: string | null;
  readonly fallback: string | null;
  readonly secret: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The settings that differ from their defaults. The values of secrets are left out. */
@Injectable()
export class ChangedSettings {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  list(): ChangedSetting[] {
    const values = this.config as Values;
    return Object.entries<Setting<unknown>>(settings).flatMap(([key, setting]) => {
      const { name, fallback = null, secret } = setting;
      const value = values[key];
      if (isUnset(setting, value) || isDeepStrictEqual(value, defaultOf(setting))) return [];
      return [{ name, value: secret ? null : withoutCredentials(textOf(value)), fallback, secret }];
    });
  }
}

const defaultOf = ({ fallback, parse }: Setting<unknown>): unknown =>
  fallback === undefined ? undefined : parse(fallback);

/** Whether a setting has no value. For a setting without a default, such as the demo, `false` also means no value. */
const isUnset = ({ fallback }: Setting<unknown>, value: unknown): boolean =>
  value === undefined || (fallback === undefined && value === false);

/** The value as text, roughly as an operator would write it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null) return Object.values(value).join(' ');
  return String(value);
}

/** Masks the user name and password of a URL. Such a setting should be a secret anyway. */
const withoutCredentials = (text: string): string => text.replaceAll(/\/\/[^/?#\s]*@/g, '//…@');
