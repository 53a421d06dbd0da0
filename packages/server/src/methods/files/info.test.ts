import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { encodePng } from '#domain/people/pictures/png'
import { completeFile, createUserToken, shareFile, fileRefusals } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { info } from './info.ts'
import { list } from './list.ts'

describe('files.info', () => {
  test('[FIL-5] names only the channels that the caller can see', async () => {
    const scene = await createWorkspace()
    const { id } = await shareFile(scene, 'C0HELP', 'D0ANASCOUT')
    expect(await scene.call(info, { file: id })).toMatchObject({
      file: { channels: ['C0HELP'], ims: ['D0ANASCOUT'], groups: [], user: 'U0SCOUT', is_public: true },
    })
    const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
    expect(await scene.call(info, { file: id }, { token: ben })).toMatchObject({
      file: { channels: ['C0HELP'], ims: [], shares: { public: { C0HELP: [{ channel_name: 'help-desk' }] } } },
    })
    const { file } = await scene.call(info, { file: id }, { token: ben })
    expect(JSON.stringify(file)).not.toContain('D0ANASCOUT')
    expect((await scene.call(list, {}, { token: ben })).files?.map((one) => one.id)).toEqual([id])
  })

  test('[FIL-5] does not exist for somebody who is in none of its channels, has left, or is of another team', async () => {
    const scene = await createWorkspace()
    const { id } = await shareFile(scene, 'C0HELP')
    const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
    expect(await scene.call(info, { file: id }, { token: ben })).toMatchObject({ ok: true })
    await scene.store.write((tx) =>
      tx.deleteFrom('members').where('channel_id', '=', 'C0HELP').where('user_id', '=', 'U0BEN').execute(),
    )
    expect(await scene.call(info, { file: id }, { token: ben })).toMatchObject({ error: 'file_not_found' })
    expect(await scene.call(list, {}, { token: ben })).toMatchObject({ files: [], paging: { total: 0 } })
    const other = await createUserToken(scene, 'xoxp-other', 'U0BEN', 'T0BUSY')
    expect(await scene.call(info, { file: id }, { token: other })).toMatchObject({ ok: false })
  })

  test('[FIL-14] says of each message that shares the file who posted it, in which thread, and who replied', async () => {
    const scene = await createWorkspace()
    const { id, at } = await shareFile(scene, 'C0HELP')
    const root = at('C0HELP')
    const shared = { ts: root, channel_name: 'help-desk', team_id: 'T0ACME', share_user_id: 'U0SCOUT' }
    const sharesOf = async () => (await scene.call(info, { file: id })).file?.shares.public?.['C0HELP']
    expect(await sharesOf()).toEqual([{ ...shared, reply_count: 0, reply_users: [], reply_users_count: 0 }])
    const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
    await scene.call(postMessage, { channel: 'C0HELP', thread_ts: root, text: 'One' })
    const { ts } = await scene.call(postMessage, { channel: 'C0HELP', thread_ts: root, text: 'Two' }, { token: ben })
    const replies = { reply_count: 2, reply_users: ['U0SCOUT', 'U0BEN'], reply_users_count: 2, latest_reply: ts }
    expect(await sharesOf()).toEqual([{ ...shared, thread_ts: root, ...replies }])
  })

  test('[FIL-17] has the pixels of a picture, and where to get it', async () => {
    const scene = await createWorkspace()
    const png = encodePng(800, new Uint8Array(800 * 800), [0, 0, 0], [255, 255, 255])
    png.writeUInt32BE(400, 20)
    const id = await completeFile(scene, { name: 'a.png', bytes: new Uint8Array(png) })
    const { file } = await scene.call(info, { file: id })
    const sizes = { original_w: 800, original_h: 400, thumb_360_w: 360, thumb_360_h: 180, thumb_1024_w: 800 }
    expect(file).toMatchObject({ ...sizes, thumb_64: file?.permalink, thumb_1024: file?.permalink })
    const other = await completeFile(scene, { name: 'a.txt', bytes: new Uint8Array(png) })
    expect((await scene.call(info, { file: other })).file).not.toHaveProperty('original_w')
  })

  const refused: Refusals<typeof info> = {
    ...fileRefusals,
    file_not_found: { args: { file: 'F0NONE' }, detail: 'F0NONE' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(info, error, call))
})
