/**
 * An argument for an Electron that a test evaluates code in. Without it about one `app.evaluate` in a thousand, mostly
 * soon after the start, fails with "Resulting promise was garbage collected": V8's inspector holds the promise that
 * Playwright waits for weakly, and a collection of young objects takes it. A young generation that does not fill up
 * during a test is never collected.
 */
export const STEADY_EVALUATE = '--js-flags=--min-semi-space-size=256 --max-semi-space-size=256';
