import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createTrigger, openModal, modalRefusals, triggerRefusals, modal } from '#testing/apps/views'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { push } from './push.ts'

/** Opens this many modals on top of each other. Returns the id of the top one. */
async function openViewStack(scene: Workspace, count: number): Promise<string> {
  let top = await openModal(scene)
  for (let i = 1; i < count; i++) {
    const { view } = await scene.call(push, { trigger_id: await createTrigger(scene, top), view: modal(`${i}`) })
    top = view!.id
  }
  return top
}

describe('views.push', () => {
  test('[ACT-8] opens a modal on top of the one of the interaction', async () => {
    const scene = await createWorkspace()
    const root = await openModal(scene)
    const first = await scene.call(push, { trigger_id: await createTrigger(scene, root), view: modal('2') })
    expect(first.view).toMatchObject({ root_view_id: root, previous_view_id: root })
    const second = await scene.call(push, { trigger_id: await createTrigger(scene, first.view?.id), view: modal('3') })
    expect(second.view).toMatchObject({ root_view_id: root, previous_view_id: first.view?.id })
  })

  test('[ACT-8] pushes nothing for an interaction outside of modals', async () => {
    const scene = await createWorkspace()
    const answer = await scene.call(push, { trigger_id: await createTrigger(scene), view: modal() })
    expect(answer).toMatchObject({ error: 'invalid_trigger_id', detail: expect.stringContaining('views.open') })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof push> = {
    ...triggerRefusals,
    push_limit_reached: {
      args: { view: modal() },
      prepare: async (scene) => ({ trigger_id: await createTrigger(scene, await openViewStack(scene, 3)) }),
      detail: 'at most 3',
    },
    ...modalRefusals(async (scene) => ({ trigger_id: await createTrigger(scene, await openModal(scene)) })),
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and pushes nothing', (error, call) =>
    expectRefusal(push, error, call),
  )
})
