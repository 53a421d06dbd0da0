import { expect } from 'vitest'
import { matchers, type RivuletMatchers } from './matchers.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends RivuletMatchers<R> {}
}

expect.extend(matchers)
