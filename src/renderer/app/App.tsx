import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { styleNonce } from '../lib/nonce.ts';
import { useApp } from '../lib/store.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Shell } from './Shell.tsx';
import { cssVariables, theme } from './theme.ts';

const nonce = () => styleNonce;

/** The window: theme and colour scheme outside, the shell within. */
export const App = () => {
  const chosen = useApp()?.settings.theme ?? 'auto';
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, {
    getInitialValueInEffect: false,
  });
  const scheme = chosen === 'auto' ? (systemDark ? 'dark' : 'light') : chosen;
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={nonce}
    >
      <Notifications position="bottom-right" limit={3} autoClose={5000} />
      <ErrorBoundary what="Gatehouse">
        <Shell />
      </ErrorBoundary>
    </MantineProvider>
  );
};
