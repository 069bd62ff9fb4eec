import path from 'node:path';
import { z } from 'zod';
import { AppSettings, DEFAULT_APP_SETTINGS } from '../../shared/model/app.ts';
import { JsonFile } from './files/json-file.ts';

/** Only what differs from the defaults is written, so that better defaults reach everybody. */
const SettingsFile = z.looseObject(AppSettings.partial().shape);

const KEYS = AppSettings.keyof().options;

/** The person's settings, in `settings.json`. */
export class Settings {
  readonly #settings: JsonFile<z.infer<typeof SettingsFile>>;
  /** What the file said last, with the defaults around it: every gate asks for it. */
  #read: { from: z.infer<typeof SettingsFile>; value: AppSettings } | undefined;

  constructor(dataDir: string) {
    this.#settings = new JsonFile(path.join(dataDir, 'settings.json'), SettingsFile, () => ({}));
  }

  get value(): AppSettings {
    const from = this.#settings.value;
    if (this.#read?.from !== from) this.#read = { from, value: withDefaults(from) };
    return this.#read.value;
  }

  problems(): string[] {
    const { problem } = this.#settings;
    return problem === undefined ? [] : [problem];
  }

  /** Throws a SentenceError when the file cannot be written. */
  change(change: Partial<AppSettings>): void {
    this.#settings.change((old) => ({ ...old, ...change }));
  }
}

function withDefaults(settings: z.infer<typeof SettingsFile>): AppSettings {
  const known = KEYS.flatMap((key) => {
    const value = settings[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...DEFAULT_APP_SETTINGS, ...Object.fromEntries(known) };
}
