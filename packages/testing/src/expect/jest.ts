import { matchers, type RivuletMatchers } from './matchers.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Jest declares its matchers in a namespace
  namespace jest {
    interface Matchers<R> extends RivuletMatchers<R> {}
  }
}

const { expect }: { expect?: { extend: (added: typeof matchers) => void } } = Object(globalThis)
if (!expect) throw new Error('@rivulet/testing/jest is for tests that Jest runs: name it in setupFilesAfterEnv.')
expect.extend(matchers)
