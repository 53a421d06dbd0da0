import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { openModal, modalRefusals, homeView, modal } from '#testing/apps/views'
import { createWorkspace } from '#testing/workspace/workspace'
import { update } from './update.ts'

describe('views.update', () => {
  test('[ACT-9] replaces a view, by its id or its external_id', async () => {
    const scene = await createWorkspace()
    const view_id = await openModal(scene, { external_id: 'mine' })
    const view = modal('Other', { external_id: 'mine' })
    const first = await scene.call(update, { view_id, view })
    expect(first.view).toMatchObject({ id: view_id, title: { text: 'Other' }, external_id: 'mine' })
    const second = await scene.call(update, { external_id: 'mine', view: modal('Again'), hash: first.view?.hash })
    expect(second.view).toMatchObject({ id: view_id, title: { text: 'Again' }, external_id: '' })
    expect(second.view?.hash).not.toBe(first.view?.hash)
  })

  test('[ACT-9] only the view’s app can change it, in its team', async () => {
    const scene = await createWorkspace()
    const view_id = await openModal(scene)
    for (const token of ['xoxb-acme-quiet', 'xoxb-strict-scout'])
      expect(await scene.call(update, { view_id, view: modal() }, { token })).toMatchObject({ error: 'not_found' })
  })

  test.each([
    ['neither id', {}, 'exactly one'],
    ['both ids', { view_id: 'V1', external_id: 'x' }, 'exactly one'],
  ])('refuses %s', async (_what, ids, says) => {
    const { call } = await createWorkspace()
    expect(await call(update, { ...ids, view: modal() })).toMatchObject({
      error: 'invalid_arguments',
      detail: expect.stringContaining(says),
    })
  })

  test('[ACT-9] a modal stays a modal', async () => {
    const scene = await createWorkspace()
    const view_id = await openModal(scene)
    expect(await scene.call(update, { view_id, view: homeView() })).toMatchObject({ error: 'invalid_arguments' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof update> = {
    not_found: { args: { view_id: 'V0NONE', view: modal() }, detail: 'V0NONE' },
    hash_conflict: {
      args: { view: modal(), hash: 'old' },
      prepare: async (scene) => ({ view_id: await openModal(scene) }),
      detail: '"old"',
    },
    ...modalRefusals(async (scene) => ({ view_id: await openModal(scene) })),
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(update, error, call),
  )
})
