/** Shows the app at work: prints each step and saves a picture of each screen under out/tour/. */
import { takeTour } from './lib/tour.ts';
import { main } from './lib/trouble.ts';

await main(() => takeTour(process.argv.slice(2)));
