import { expect } from 'vitest'
import type { Method } from '#rpc/method'
import { type AnyMethod, aWorkspace, type CallOptions, type Workspace } from '#testing/workspace/workspace'

/** A call that is refused, and what its `detail` says. */
export interface Refused extends CallOptions {
  args: Record<string, unknown>
  /** Words of the `detail`. */
  says: string
  /** A workspace in place of the fixture. */
  file?: string
  /** What has to happen first; its answer is added to the arguments. */
  after?: (scene: Workspace) => Promise<Record<string, unknown> | void>
  /** Whether something breaks: the log of defects has it then. */
  breaks?: boolean
}

/** A case for each error of a method: the compiler asks for the missing ones. */
export type Refusals<M extends { errors: object }> = Record<keyof M['errors'], Refused>

/** The rows for `test.each`. */
export function eachOf(cases: Record<string, Refused>): [error: string, refused: Refused][] {
  return Object.entries(cases)
}

/** Makes the call, and sees the error, a sentence that helps, and that nothing was written. */
export async function expectRefusal(method: AnyMethod & Pick<Method, 'errors'>, error: string, refused: Refused) {
  const { file, after, args, says, breaks, ...options } = refused
  const scene = await aWorkspace(file === undefined ? {} : { file })
  const more = (await after?.(scene)) ?? {}
  const before = await scene.posted()

  const { body, status } = await scene.post(method, { ...args, ...more }, options)

  expect(body).toMatchObject({ ok: false, error, detail: expect.stringContaining(says) })
  expect(body['response_metadata'].messages[0]).toMatch(/^\[ERROR\] ./)
  expect(status).toBe(200)
  expect(scene.state.defects).toHaveLength(breaks ? 1 : 0)
  expect(await scene.posted()).toBe(before)
}
