import './lib/trusted-types.ts';
import './lib/nonce.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { watchForTheEnd } from './lib/last-save.ts';
import { startReplica } from './lib/store.ts';

const root = document.getElementById('root');
if (root) {
  watchForTheEnd();
  void startReplica();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
