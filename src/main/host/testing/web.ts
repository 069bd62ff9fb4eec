import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain HTTP server on this machine, for answers no MCP server gives. `url` is its `/mcp`. */
export async function web(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
