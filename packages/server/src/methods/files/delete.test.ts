import { describe, expect, test } from 'vitest'
import { remove as deleteMessage } from '#methods/chat/delete'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createUserToken, shareFile, fileRefusals } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'
import { remove } from './delete.ts'
import { info } from './info.ts'

describe('files.delete', () => {
  test('[FIL-7] takes a file away from everywhere; its messages say that it is gone', async () => {
    const scene = await createWorkspace()
    const { id } = await shareFile(scene, 'C0HELP')
    expect(await scene.call(remove, { file: id })).toEqual({ ok: true })
    expect(await scene.call(info, { file: id })).toMatchObject({ error: 'file_not_found' })
    const { messages } = await scene.call(history, { channel: 'C0HELP' })
    expect(messages?.[0]?.files).toEqual([{ id, mode: 'tombstone' }])
  })

  test('[FIL-7] a file is removed with the last message that shares it', async () => {
    const scene = await createWorkspace()
    const { id, at } = await shareFile(scene, 'C0HELP', 'C0GENERAL')
    await scene.call(deleteMessage, { channel: 'C0HELP', ts: at('C0HELP') })
    expect(await scene.call(info, { file: id })).toMatchObject({ file: { channels: ['C0GENERAL'] } })
    await scene.call(deleteMessage, { channel: 'C0GENERAL', ts: at('C0GENERAL') })
    expect(await scene.call(info, { file: id })).toMatchObject({ error: 'file_not_found' })
    expect(await scene.call(replies, { channel: 'C0HELP', ts: at('C0HELP') })).toMatchObject({ ok: false })
  })

  test('[FIL-7] nobody can delete somebody else’s file', async () => {
    const scene = await createWorkspace()
    const { id } = await shareFile(scene, 'C0HELP')
    const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
    expect(await scene.call(remove, { file: id }, { token: ben })).toMatchObject({ error: 'file_not_found' })
    expect(await scene.call(info, { file: id })).toMatchObject({ ok: true })
  })

  const refused: Refusals<typeof remove> = {
    ...fileRefusals,
    file_not_found: { args: { file: 'F0NONE' }, detail: 'F0NONE' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(remove, error, call))
})
