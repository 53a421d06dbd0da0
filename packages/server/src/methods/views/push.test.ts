import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { anActOf, anOpenModal, badModals, badTriggers, modal } from '#testing/apps/views'
import { aWorkspace, type Workspace } from '#testing/workspace/workspace'
import { push } from './push.ts'

/** A pile of so many modals; the id of the top one. */
async function aPile(scene: Workspace, count: number): Promise<string> {
  let top = await anOpenModal(scene)
  for (let i = 1; i < count; i++) {
    const { view } = await scene.call(push, { trigger_id: await anActOf(scene, top), view: modal(`${i}`) })
    top = view!.id
  }
  return top
}

describe('views.push', () => {
  test('[ACT-8] puts a modal over the one in which the person acted', async () => {
    const scene = await aWorkspace()
    const root = await anOpenModal(scene)
    const first = await scene.call(push, { trigger_id: await anActOf(scene, root), view: modal('2') })
    expect(first.view).toMatchObject({ root_view_id: root, previous_view_id: root })
    const second = await scene.call(push, { trigger_id: await anActOf(scene, first.view?.id), view: modal('3') })
    expect(second.view).toMatchObject({ root_view_id: root, previous_view_id: first.view?.id })
  })

  test('[ACT-8] after something outside of modals it pushes nothing', async () => {
    const scene = await aWorkspace()
    const answer = await scene.call(push, { trigger_id: await anActOf(scene), view: modal() })
    expect(answer).toMatchObject({ error: 'invalid_trigger_id', detail: expect.stringContaining('views.open') })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof push> = {
    ...badTriggers,
    push_limit_reached: {
      args: { view: modal() },
      after: async (scene) => ({ trigger_id: await anActOf(scene, await aPile(scene, 3)) }),
      says: 'At most 3',
    },
    ...badModals(async (scene) => ({ trigger_id: await anActOf(scene, await anOpenModal(scene)) })),
  }
  test.each(eachOf(refused))('[ORD] refuses with %s, and pushes nothing', (error, call) =>
    expectRefusal(push, error, call),
  )
})
