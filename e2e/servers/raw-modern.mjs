// A scriptable modern server (2026-07-28) over stdio: node raw-modern.mjs '<scenario>' | @FILE
import { serveStdio } from './stdio.mjs';

serveStdio('modern');
