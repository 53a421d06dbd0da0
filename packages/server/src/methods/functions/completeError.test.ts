import { describe, expect, test } from 'vitest'
import { findExecution } from '#domain/apps/functions'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { startDouble } from '#testing/apps/functions'
import { createWorkspace } from '#testing/workspace/workspace'
import { completeError } from './completeError.ts'

const done = { error: 'It is not a number.' }

describe('functions.completeError', () => {
  test('[FUN-3] ends a run once', async () => {
    const scene = await createWorkspace()
    const function_execution_id = await startDouble(scene)
    expect(await scene.call(completeError, { function_execution_id, ...done })).toMatchObject({ ok: true })
    expect(await findExecution(scene.store.db, 'T0ACME', function_execution_id)).toMatchObject({
      state: 'failed',
      ...done,
    })
    expect(await scene.call(completeError, { function_execution_id, ...done })).toMatchObject({
      error: 'execution_not_in_running_state',
    })
  })

  test('[FUN-3] is for the app of the function', async () => {
    const scene = await createWorkspace()
    const args = { function_execution_id: await startDouble(scene), ...done }
    expect(await scene.call(completeError, args, { token: 'xoxb-acme-quiet' })).toMatchObject({
      error: 'access_denied',
    })
  })

  const running = async (scene: Parameters<typeof startDouble>[0]) => ({
    function_execution_id: await startDouble(scene),
  })
  const refused: Refusals<typeof completeError> = {
    function_execution_not_found: { args: { function_execution_id: 'Fx0', ...done }, detail: 'Fx0' },
    execution_not_in_running_state: {
      args: done,
      prepare: async (scene) => {
        const started = await running(scene)
        await scene.call(completeError, { ...started, ...done })
        return started
      },
      detail: 'has ended',
    },
  }
  test.each(refusalRows(refused))('[FUN-3] refuses with %s', (error, call) => expectRefusal(completeError, error, call))
})
