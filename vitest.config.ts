import { defineConfig } from 'vitest/config'

/** First what needs only itself, side by side; then the proofs, which want the machine for themselves. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          globalSetup: 'packages/server/src/testing/schemas.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // What is waited for comes at once, unless the machine has much else to do.
          expect: { poll: { timeout: 8000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'proof',
          include: ['proof/src/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
