import { expect, test } from 'vitest'
import { signInAt } from '#testing/person'
import { createClient } from '#testing/sdk'
import { startAppServer } from '#testing/server'

const channel = 'D0ANAECHO'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

test('[FIL-20] members see the picture that an app has uploaded in each place of its blocks', async () => {
  const server = await startAppServer()
  const client = createClient(server, 'xoxb-acme-echo')
  const { upload_url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
    filename: 'map.png',
    length: png.length,
  })
  await fetch(upload_url, { method: 'POST', body: png })
  const { files } = await client.files.completeUploadExternal({ files: [{ id }] })
  const url = files?.[0]?.url_private ?? ''
  const { errors, findMessage } = await signInAt(server, 'Ana Lima', `/c/${channel}`)
  await client.chat.postMessage({
    channel,
    text: 'The way there',
    blocks: [
      { type: 'image', slack_file: { id }, alt_text: 'A map' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'The way there' },
        accessory: { type: 'image', slack_file: { url }, alt_text: 'A thumbnail' },
      },
      { type: 'context', elements: [{ type: 'image', slack_file: { id }, alt_text: 'An icon' }] },
    ],
  })
  const message = findMessage('The way there')
  for (const name of ['A map', 'A thumbnail', 'An icon']) {
    const picture = message.getByRole('img', { name })
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
  }
  expect(errors).toEqual([])
})
