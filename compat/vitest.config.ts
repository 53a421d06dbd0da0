import { defineConfig } from 'vitest/config'

// What is waited for comes at once, unless the machine has much else to do.
const real = { testTimeout: 180_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } }
const browser = { ...real, setupFiles: ['../script/officialClient.ts'] }
const programs = { ...real, setupFiles: ['../script/olderOfficialClients.ts'] }

/**
 * The official SDK and a real browser against a real server. The tests wait more than they work, so two files can run at a
 * time on two cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...programs, name: 'sdk', root: import.meta.dirname, include: ['src/sdk/*.test.ts'] } },
      { test: { ...programs, name: 'apps', root: import.meta.dirname, include: ['src/apps/*.test.ts'] } },
      { test: { ...browser, name: 'browser', root: import.meta.dirname, include: ['src/browser/*.test.ts'] } },
    ],
  },
})
