import { describe, expect, test } from 'vitest'
import { sweepExpired } from '#domain/sweep/expired'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createTrigger, openModal, modalRefusals, triggerRefusals, largeBlocks, modal } from '#testing/apps/views'
import { createWorkspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'
import { open } from './open.ts'

describe('views.open', () => {
  test('[ACT-7, ACT-8] opens a modal for the person of the interaction', async () => {
    const scene = await createWorkspace()
    const trigger_id = await createTrigger(scene)
    const view = modal('Hello', { private_metadata: 'p', callback_id: 'c', external_id: 'e', notify_on_close: true })
    const answer = await scene.call(open, { trigger_id, view: JSON.stringify(view) })
    expect(answer.view).toEqual({
      id: expect.stringMatching(/^V[A-Z0-9]{10}$/),
      team_id: 'T0ACME',
      app_id: 'A0SCOUT',
      app_installed_team_id: 'T0ACME',
      bot_id: 'B0SCOUT',
      type: 'modal',
      title: view.title,
      submit: null,
      close: null,
      blocks: [{ ...view.blocks[0], block_id: expect.any(String) }],
      private_metadata: 'p',
      callback_id: 'c',
      external_id: 'e',
      state: { values: {} },
      hash: expect.stringMatching(/^\d+\.\w+$/),
      clear_on_close: false,
      notify_on_close: true,
      root_view_id: answer.view?.id,
      previous_view_id: null,
    })
  })

  test('[ACT-7] a trigger is valid for its app in its team for three seconds, and a refused call does not use it', async () => {
    stopClock()
    const scene = await createWorkspace()
    const trigger_id = await createTrigger(scene)
    const quiet = { token: 'xoxb-acme-quiet' }
    expect(await scene.call(open, { trigger_id, view: modal() }, quiet)).toMatchObject({ error: 'invalid_trigger_id' })
    const strict = { token: 'xoxb-strict-scout' }
    expect(await scene.call(open, { trigger_id, view: modal() }, strict)).toMatchObject({ error: 'invalid_trigger_id' })
    expect(await scene.call(open, { trigger_id, view: { type: 'modal' } })).toMatchObject({
      error: 'invalid_arguments',
    })
    expect(await scene.call(open, { trigger_id, view: modal('x', { blocks: largeBlocks }) })).toMatchObject({
      error: 'view_too_large',
    })
    scene.store.db.clock.advance(2500)
    expect(await scene.call(open, { trigger_id, view: modal() })).toMatchObject({ ok: true })
    const late = await createTrigger(scene)
    scene.store.db.clock.advance(3000)
    expect(await scene.call(open, { trigger_id: late, view: modal() })).toMatchObject({ error: 'expired_trigger_id' })
  })

  test('[ACT-8] another modal on the same page replaces it', async () => {
    const scene = await createWorkspace()
    await openModal(scene)
    const second = await openModal(scene)
    const rows = await scene.store.db.selectFrom('views').select('id').execute()
    expect(rows).toEqual([{ id: second }])
  })

  test('[ACT-8] an abandoned modal is removed after a day', async () => {
    const scene = await createWorkspace()
    await openModal(scene)
    scene.store.db.clock.advance(24 * 3_600_000)
    await sweepExpired(scene.store)
    expect(await scene.store.db.selectFrom('views').selectAll().execute()).toEqual([])
  })

  test.each([
    ['no blocks', { type: 'modal', title: { type: 'plain_text', text: 't' } }, 'missing required field: blocks'],
    ['a home', { type: 'home', blocks: [] }, 'must be a valid enum value [json-pointer:/view/type]'],
    ['a long title', modal('x'.repeat(25)), 'json-pointer:/view/title/text'],
    ['101 blocks', modal('t', { blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }), '100 items'],
    [
      'a field and no submit',
      modal('t', {
        blocks: [{ type: 'input', label: { type: 'plain_text', text: 'l' }, element: { type: 'plain_text_input' } }],
      }),
      'must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/0/input]',
    ],
  ])('[ACT-8] refuses %s, and says where', async (_what, view, says) => {
    const scene = await createWorkspace()
    const answer = await scene.call(open, { trigger_id: await createTrigger(scene), view })
    expect(answer).toMatchObject({ error: 'invalid_arguments' })
    expect(JSON.stringify(answer)).toContain(says)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof open> = {
    ...triggerRefusals,
    ...modalRefusals(async (scene) => ({ trigger_id: await createTrigger(scene) })),
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and opens nothing', (error, call) =>
    expectRefusal(open, error, call),
  )
})
