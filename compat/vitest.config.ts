import { defineConfig } from 'vitest/config'

const real = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

/** The official SDK and a real browser against a real server. Each waits more than it works, so two files at a time fit two cores. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...real, name: 'sdk', root: import.meta.dirname, include: ['src/sdk/*.test.ts'] } },
      { test: { ...real, name: 'apps', root: import.meta.dirname, include: ['src/apps/*.test.ts'] } },
      { test: { ...real, name: 'browser', root: import.meta.dirname, include: ['src/browser/*.test.ts'] } },
    ],
  },
})
