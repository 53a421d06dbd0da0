import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { openModal, homeView, largeBlocks } from '#testing/apps/views'
import { createWorkspace } from '#testing/workspace/workspace'
import { publish } from './publish.ts'

const user_id = 'U0ANA'

describe('views.publish', () => {
  test('[ACT-10] publishes the Home tab for one person, each time anew', async () => {
    const { call, store } = await createWorkspace()
    const first = await call(publish, { user_id, view: homeView() })
    expect(first.view).toMatchObject({ type: 'home', title: null, root_view_id: first.view?.id })
    const second = await call(publish, { user_id, view: homeView('Other'), hash: first.view?.hash })
    expect(second.view).toMatchObject({ id: first.view?.id, blocks: [{ text: { text: 'Other' } }] })
    const others = await call(publish, { user_id: 'U0BEN', view: homeView() })
    expect(others.view?.id).not.toBe(first.view?.id)
    expect(await store.db.selectFrom('views').selectAll().execute()).toHaveLength(2)
  })

  test('refuses a modal', async () => {
    const { call } = await createWorkspace()
    const view = { ...homeView(), type: 'modal', title: { type: 'plain_text', text: 't' } }
    expect(await call(publish, { user_id, view })).toMatchObject({ error: 'invalid_arguments' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof publish> = {
    not_enabled: { args: { user_id, view: homeView() }, token: 'xoxb-acme-quiet', detail: 'no home' },
    user_not_found: { args: { user_id: 'U0QUIET', view: homeView() }, detail: 'U0QUIET' },
    hash_conflict: { args: { user_id, view: homeView(), hash: 'old' }, detail: '"old"' },
    view_too_large: { args: { user_id, view: homeView('t', { blocks: largeBlocks }) }, detail: '256000' },
    duplicate_external_id: {
      args: { user_id, view: homeView('t', { external_id: 'one' }) },
      prepare: async (scene) => void (await openModal(scene, { external_id: 'one' })),
      detail: '"one"',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and publishes nothing', (error, call) =>
    expectRefusal(publish, error, call),
  )
})
