import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The models take minutes: they begin first, so that nothing waits for them alone at the end. */
class ModelsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isModel = ({ moduleId }: TestSpecification) => Number(/\/model\w*\.test\.ts$/.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isModel(b) - isModel(a))
  }
}

/** Files that mock a module or measure the heap: each needs a process of its own. */
const alone = [
  'packages/blocks/src/markdown/stream/parserWork.test.ts',
  'packages/server/src/http/wire/openFeed.test.ts',
  'packages/server/src/server/sweeps.test.ts',
  'packages/server/src/store/sqlite/garbage.test.ts',
  'packages/server/src/store/sqlite/wal.test.ts',
]

const officialClient = 'script/officialClient.ts'

const unit = {
  setupFiles: ['script/propertySeed.ts', officialClient],
  // What is waited for comes at once, unless the machine has much else to do.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
  // One more than the smallest machine has cores: many tests wait, for a disk, a database or the clock.
  maxWorkers: 3,
  sequence: { groupOrder: 0 },
}

/** First what needs only itself, side by side; then the proofs, which want the machine for themselves. */
export default defineConfig({
  test: {
    sequence: { sequencer: ModelsFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'docs/**/*.test.ts',
            'script/**/*.test.ts',
          ],
          globalSetup: 'packages/server/src/testing/database/postgresSchemas.ts',
          exclude: alone,
          // To load the modules anew for each file takes longer than to run most files.
          isolate: false,
          ...unit,
        },
      },
      { test: { name: 'alone', include: alone, ...unit } },
      {
        test: {
          name: 'proof',
          include: ['proof/src/**/*.test.ts'],
          setupFiles: [officialClient],
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
