import type { Route } from '../../lib/route.ts';
import { ServerListPage } from './ServerListPage.tsx';
import { ServerPage } from './ServerPage.tsx';

/** All servers, or one of them. */
export const Servers = ({ route }: { route: Route }) =>
  route.id === undefined ? (
    <ServerListPage />
  ) : (
    <ServerPage key={route.id} id={route.id} tab={route.tab} item={route.item} />
  );
