// A scriptable legacy server (2025-11-25 and before) over stdio: node raw-stdio.mjs '<scenario>' | @FILE
import { serveStdio } from './stdio.mjs';

serveStdio('legacy');
