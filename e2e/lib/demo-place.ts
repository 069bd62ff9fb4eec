import { afterAll, beforeAll } from 'vitest';
import { type Listening, scratch, startDemoHttp } from './headless.ts';

/** Folders for one test file and the demo server over HTTP with one of them as its home; both go with the file. */
export function demoPlace() {
  const place = scratch();
  let demo: Listening | undefined;
  beforeAll(async () => {
    demo = await startDemoHttp(place.dir);
  });
  afterAll(async () => {
    await demo?.stop();
    place.remove();
  });
  const demoHttp = {
    get url(): string {
      if (!demo) throw new Error('The demo server has not started.');
      return demo.url;
    },
  };
  return { place, demoHttp };
}
