import { expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { remove } from '#methods/chat/delete'
import { info } from '#methods/files/info'
import { completeFile, createUserToken } from '#testing/apps/uploads'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { createUpload, receiveFile } from './upload.ts'
import { createWorkspace } from '#testing/workspace/workspace'

async function createScene() {
  const scene = await createWorkspace()
  const id = await completeFile(scene)
  const permalink = `${scene.url}/files/${id}`
  const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
  const readByBen = async (file = id) => (await scene.call(info, { file }, { token: ben })).ok
  const filesOf = async (args: object, token?: string) => {
    const { message } = await scene.call(postMessage, { channel: 'C0HELP', ...args }, token ? { token } : {})
    return message?.files?.map((file) => file.id)
  }
  return { scene, id, permalink, ben, readByBen, filesOf }
}

test.each([
  ['as it is', (link: string) => ({ text: `Look: ${link}, twice: ${link}` })],
  ['as a link', (link: string) => ({ text: `<${link}|the file>` })],
  ['in Markdown', (link: string) => ({ markdown_text: `[the file](${link})` })],
  [
    'in a block',
    (link: string) => ({ text: 'A file', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `<${link}>` } }] }),
  ],
])('[FIL-16] the permalink of a file in a message shares it with the channel: %s', async (_, content) => {
  const { scene, id, permalink, readByBen, filesOf } = await createScene()
  expect(await readByBen()).toBe(false)
  expect(await filesOf(content(permalink))).toEqual([id])
  expect(await readByBen()).toBe(true)
  expect((await scene.call(info, { file: id })).file).toMatchObject({ channels: ['C0HELP'] })
})

test('[FIL-16] a link shares nothing if its author may not read the file, or if it is no permalink', async () => {
  const { id, permalink, ben, readByBen, filesOf } = await createScene()
  expect(await filesOf({ text: permalink }, ben)).toBeUndefined()
  for (const text of [`${permalink}/notes.txt`, `${permalink}X`, `https://elsewhere.example/files/${id}`, id])
    expect(await filesOf({ text })).toBeUndefined()
  expect(await readByBen()).toBe(false)
})

test('[FIL-16] what no reader sees as a link shares nothing', async () => {
  const { permalink, readByBen, filesOf } = await createScene()
  const button = { type: 'button', text: { type: 'plain_text', text: 'Open' }, value: permalink, url: permalink }
  const field = { type: 'actions', block_id: 'a', elements: [button] }
  for (const content of [{ blocks: [field] }, { text: `https://elsewhere.example/?x=${permalink}` }])
    expect(await filesOf({ text: 'Hm', ...content })).toBeUndefined()
  expect(await readByBen()).toBe(false)
})

test('[FIL-16] an app does not pass on what others uploaded where it may read, a person does', async () => {
  const { scene, readByBen, filesOf } = await createScene()
  const ana = await createUserToken(scene, 'xoxp-ana', 'U0ANA')
  const { store } = scene
  const person = (await findPersonCaller(store.db, 'T0ACME', 'U0ANA'))!
  const { id } = await store.write((tx) => createUpload(tx, person, { name: 'plan.txt', size: 4, alt: '' }))
  const upload = await store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await receiveFile(store, upload, content())
  const channelId = 'D0ANASCOUT'
  await store.write((tx) => sendMessage(tx, person, { channelId, text: 'Secret', files: [{ id }] }))
  const permalink = `${scene.url}/files/${id}`
  expect((await scene.call(info, { file: id })).ok).toBe(true)
  for (const token of [undefined, ana]) expect(await filesOf({ text: permalink }, token)).toBeUndefined()
  expect(await readByBen(id)).toBe(false)
  await store.write((tx) => sendMessage(tx, person, { channelId: 'C0HELP', text: permalink }))
  expect(await readByBen(id)).toBe(true)
})

test('[FIL-16, FIL-7] a file is gone with the last message that links to it', async () => {
  const { scene, id, permalink } = await createScene()
  const { ts } = await scene.call(postMessage, { channel: 'C0HELP', text: permalink })
  await scene.call(remove, { channel: 'C0HELP', ts })
  expect(await scene.call(info, { file: id })).toMatchObject({ error: 'file_not_found' })
})

async function* content() {
  yield new TextEncoder().encode('Plan')
}
