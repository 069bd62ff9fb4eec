/** The measurements, as they are written to the file. `ratio` is always ours over the other. */
export interface Results {
  startup: { ours_ms: number; empty_ms: number; ratio: number };
  /** The times are of a form. */
  reverse: {
    ours_us: number;
    bare_us: number;
    ratio: number;
    sampling_ratio: number;
    roots_ratio: number;
  };
  call: { ours_per_s: number; bare_per_s: number; ratio: number };
  form: { p50_ms: number; p95_ms: number };
  input: { p95_ms: number; max_ms: number; block_ms: number };
  big: { mb: number; ours_ms: number; sdk_ms: number };
  close: { survivors: number; ms: number };
  memory: { ours_mb: number; empty_mb: number; ratio: number };
  inbox: { pending: number; open_ms: number };
  journal: { entries: number; page_ms: number };
}

export type SectionName = keyof Results;

export interface SectionOptions {
  /** Prints a line for the person. */
  readonly say: (line: string) => void;
  /** A folder for CPU profiles of both sides, where a section has two. */
  readonly profile?: string;
}

/** Measures one thing; bounded in time, leaves no process. */
export type Section<N extends SectionName> = (options: SectionOptions) => Promise<Results[N]>;
