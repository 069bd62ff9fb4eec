import { defineConfig } from 'vitest/config';

/** `unit` stands beside the code and starts no process; `integration` uses real servers, processes and the built output. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'src/**/*.integration.test.ts',
            'e2e/**/*.integration.test.ts',
            'scripts/**/*.integration.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
