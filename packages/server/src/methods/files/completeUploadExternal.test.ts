import { describe, expect, test } from 'vitest'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { postMessage } from '#methods/chat/postMessage'
import { enterpriseFile } from '#testing/workspace/files'
import { postingRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { uploadFile } from '#testing/apps/uploads'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { completeUploadExternal } from './completeUploadExternal.ts'
import { getUploadURLExternal } from './getUploadURLExternal.ts'
import { info } from './info.ts'

const root = '1767225600.000100'
const none = [{ id: 'F0NONE' }]
const help = { files: none, channel_id: 'C0HELP' }

describe('files.completeUploadExternal', () => {
  test('[FIL-4] shares files in a thread, with text, as one message', async () => {
    const scene = await createWorkspace()
    const one = await uploadFile(scene, { name: 'a chart.png', alt: 'It rises' })
    const two = await uploadFile(scene, { name: 'notes.txt' })
    const given = { channel_id: 'C0HELP', thread_ts: root, initial_comment: 'As *asked*' }
    const { files } = await scene.call(completeUploadExternal, {
      ...given,
      files: [{ id: one, title: 'Chart' }, { id: two }],
    })
    expect(files).toMatchObject([
      { id: one, title: 'Chart', name: 'a chart.png', mimetype: 'image/png', alt_txt: 'It rises', size: 5 },
      {
        id: two,
        title: 'notes.txt',
        filetype: 'text',
        mode: 'snippet',
        url_private: `${scene.url}/files/${two}/notes.txt`,
      },
    ])
    expect(files?.[0]?.url_private_download).toBe(`${scene.url}/files/${one}/download/a%20chart.png`)

    const { messages } = await scene.call(replies, { channel: 'C0HELP', ts: root })
    expect(messages?.at(-1)).toMatchObject({
      subtype: 'file_share',
      text: 'As *asked*',
      upload: true,
      files: [{ id: one, title: 'Chart' }, { id: two }],
    })
    expect(files).toMatchObject([{ channels: ['C0HELP'], groups: [], ims: [] }, { channels: ['C0HELP'] }])
  })

  test('without text shares the files only, with one message for each channel', async () => {
    const scene = await createWorkspace()
    const id = await uploadFile(scene)
    await scene.call(completeUploadExternal, { files: [{ id }], channels: 'C0HELP,C0GENERAL' })
    for (const channel of ['C0HELP', 'C0GENERAL']) {
      const { messages } = await scene.call(history, { channel })
      expect(messages?.[0]).toMatchObject({ text: '', blocks: [], files: [{ id }] })
    }
    const { file } = await scene.call(info, { file: id })
    expect(Object.keys(file?.shares.public ?? {}).toSorted()).toEqual(['C0GENERAL', 'C0HELP'])
  })

  test('without a channel only the caller sees the file', async () => {
    const scene = await createWorkspace()
    const id = await uploadFile(scene)
    expect(await scene.call(completeUploadExternal, { files: [{ id }] })).toMatchObject({ files: [{ id }] })
    expect(await scene.call(info, { file: id })).toMatchObject({ file: { channels: [], ims: [], shares: {} } })
  })

  test('[FIL-4] cannot complete an upload of another app, team or person', async () => {
    const scene = await createWorkspace()
    const id = await uploadFile(scene)
    for (const token of ['xoxb-acme-quiet', 'xoxb-busy-scout'])
      expect(await scene.call(completeUploadExternal, { files: [{ id }] }, { token })).toMatchObject({
        error: 'file_not_found',
      })
  })

  const refused: Refusals<typeof completeUploadExternal> = {
    ...postingRefusals((channel_id) => ({ files: none, channel_id, thread_ts: root })),
    ...linksInBlocks(),
    missing_argument: { args: { files: none }, token: 'xoxe-all', file: enterpriseFile(), detail: 'team_id' },
    restricted_action_thread_only_channel: { args: { ...help, channel_id: 'C0THREADS' }, detail: 'C0THREADS' },
    restricted_action_thread_locked: {
      args: { files: none, channel_id: 'C0GENERAL', thread_ts: '1767225660.000100' },
      detail: 'locked',
    },
    invalid_thread_ts: { args: { ...help, thread_ts: 'x' }, detail: '"thread_ts": "x"' },
    reserved_username: { args: { ...help, username: 'Pаyroll' }, detail: 'Pаyroll' },
    msg_too_long: { args: { ...help, initial_comment: 'x'.repeat(40_001) }, detail: '40001' },
    invalid_blocks: { args: { ...help, blocks: [{ type: 'header' }] }, detail: '/blocks/0' },
    invalid_blocks_format: { args: { ...help, blocks: '{' }, as: 'form', detail: 'JSON' },
    msg_blocks_too_long: {
      args: { ...help, blocks: [{ type: 'markdown', text: 'a'.repeat(12_001) }] },
      detail: '12001',
    },
    message_limit_exceeded: {
      args: { channel_id: 'C0BUSY' },
      token: 'xoxb-busy-scout',
      detail: 'in Busy;',
      prepare: thriceAndUploaded('C0BUSY', 'xoxb-busy-scout'),
    },
    rate_limited: {
      args: { channel_id: 'C0CHATTY' },
      token: 'xoxb-chatty-scout',
      detail: 'A0SCOUT',
      prepare: thriceAndUploaded('C0CHATTY', 'xoxb-chatty-scout'),
    },
    messaging_processing_failed: {
      args: { channel_id: 'C0HELP' },
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: async (scene) => {
        const files = [{ id: await uploadFile(scene) }]
        await scene.store.db.schema.alterTable('messages').renameColumn('icon_url', 'gone').execute()
        return { files }
      },
    },
    file_not_found: { args: help, detail: 'F0NONE' },
    file_not_uploaded: {
      args: {},
      prepare: async ({ call }) => {
        const { file_id: id } = await call(getUploadURLExternal, { filename: 'a.txt', length: 1 })
        return { files: [{ id }] }
      },
      detail: 'Nothing was uploaded',
    },
    file_already_completed: {
      args: {},
      prepare: async (scene) => {
        const files = [{ id: await uploadFile(scene) }]
        await scene.call(completeUploadExternal, { files })
        return { files }
      },
      detail: 'already',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and shares nothing', (error, call) =>
    expectRefusal(completeUploadExternal, error, call),
  )

  test.each([
    [{ files: [] }, 'at least one'],
    [{ files: [{ id: 'F1' }, { id: 'F1' }] }, 'each file once'],
    [{ files: none, thread_ts: root }, 'one channel'],
    [{ files: none, channels: 'C0HELP,C0GENERAL', thread_ts: root }, 'one channel'],
  ])('refuses what cannot be shared: %j', async (args, says) => {
    const { call } = await createWorkspace()
    const answer = await call(completeUploadExternal, args)
    expect(answer).toMatchObject({ error: 'invalid_arguments', detail: expect.stringContaining(says) })
  })
})

function thriceAndUploaded(channel: string, token: string) {
  return async (scene: Workspace) => {
    for (let i = 0; i < 3; i++) await scene.call(postMessage, { channel, text: 'x' }, { token })
    return { files: [{ id: await uploadFile(scene, {}, { token }) }] }
  }
}

/** A comment on files follows the same rules as any other text. */
function linksInBlocks() {
  const linking = (kind: string) => ({
    args: { files: none, channel_id: 'C0PARTNER' },
    prepare: async ({ url }: Workspace) => ({ initial_comment: `See ${url}/${kind}/F0123.` }),
    detail: 'T0STRICT',
  })
  return {
    slack_connect_canvas_sharing_blocked: linking('canvas'),
    slack_connect_file_link_sharing_blocked: linking('files'),
    slack_connect_lists_sharing_blocked: linking('lists'),
  }
}
