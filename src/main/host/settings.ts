import path from 'node:path';
import { z } from 'zod';
import { AppSettings, DEFAULT_APP_SETTINGS } from '../../shared/model/app.ts';
import { JsonFile } from './files/json-file.ts';
import { Rule } from './reverse/rules.ts';

/** Only what differs from the defaults is written, so that better defaults reach everybody. */
const SettingsFile = z.looseObject(AppSettings.partial().shape);
const RulesFile = z.looseObject({ rules: z.array(Rule) });

const KEYS = AppSettings.keyof().options;

/** The person's settings and rules, in `settings.json` and `rules.json`. */
export class Settings {
  readonly #settings: JsonFile<z.infer<typeof SettingsFile>>;
  readonly #rules: JsonFile<z.infer<typeof RulesFile>>;
  /** What the file said last, with the defaults around it: every gate asks for it. */
  #read: { from: z.infer<typeof SettingsFile>; value: AppSettings } | undefined;

  constructor(dataDir: string) {
    this.#settings = new JsonFile(path.join(dataDir, 'settings.json'), SettingsFile, () => ({}));
    this.#rules = new JsonFile<z.infer<typeof RulesFile>>(
      path.join(dataDir, 'rules.json'),
      RulesFile,
      () => ({
        rules: [],
      }),
    );
  }

  get value(): AppSettings {
    const from = this.#settings.value;
    if (this.#read?.from !== from) this.#read = { from, value: withDefaults(from) };
    return this.#read.value;
  }

  get rules(): readonly Rule[] {
    return this.#rules.value.rules;
  }

  problems(): string[] {
    return [this.#settings.problem, this.#rules.problem].filter((p) => p !== undefined);
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
