import { expect } from 'vitest'
import type { Method } from '#rpc/method'
import { type AnyMethod, createWorkspace, type CallOptions, type Workspace } from '#testing/workspace/workspace'

/** A call that is refused, and its `detail`. */
export interface RefusedCall extends CallOptions {
  args: Record<string, unknown>
  /** A part of the `detail`. */
  detail: string
  /** A workspace file in place of the fixture. */
  file?: string
  /** Prepares the workspace. The result is added to the arguments. */
  prepare?: (scene: Workspace) => Promise<Record<string, unknown> | void>
  /** Whether an unexpected error is logged. */
  isUnexpected?: boolean
}

/** A case for each error of a method: the compiler asks for the missing ones. */
export type Refusals<M extends { errors: object }> = Record<keyof M['errors'], RefusedCall>

/** The rows for `test.each`. */
export function refusalRows(cases: Record<string, RefusedCall>): [error: string, refused: RefusedCall][] {
  return Object.entries(cases)
}

/** Makes the call. Expects the error with a helpful detail, and that nothing was written. */
export async function expectRefusal(method: AnyMethod & Pick<Method, 'errors'>, error: string, refused: RefusedCall) {
  const { file, prepare, args, detail, isUnexpected, ...options } = refused
  const scene = await createWorkspace(file === undefined ? {} : { file })
  const more = (await prepare?.(scene)) ?? {}
  const before = await scene.countRows()

  const { body, status } = await scene.post(method, { ...args, ...more }, options)

  expect(body).toMatchObject({ ok: false, error, detail: expect.stringContaining(detail) })
  expect(body['response_metadata'].messages[0]).toMatch(/^\[ERROR\] ./)
  expect(status).toBe(200)
  expect(scene.state.unexpectedErrors).toHaveLength(isUnexpected ? 1 : 0)
  expect(await scene.countRows()).toBe(before)
}
