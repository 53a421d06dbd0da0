import { expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { remove } from '#methods/chat/delete'
import { info } from '#methods/files/info'
import { completeFile, createUserToken } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'

async function createScene() {
  const scene = await createWorkspace()
  const id = await completeFile(scene)
  const permalink = `${scene.url}/files/${id}`
  const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
  const readByBen = async () => (await scene.call(info, { file: id }, { token: ben })).ok
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

test('[FIL-16, FIL-7] a file is gone with the last message that links to it', async () => {
  const { scene, id, permalink } = await createScene()
  const { ts } = await scene.call(postMessage, { channel: 'C0HELP', text: permalink })
  await scene.call(remove, { channel: 'C0HELP', ts })
  expect(await scene.call(info, { file: id })).toMatchObject({ error: 'file_not_found' })
})
