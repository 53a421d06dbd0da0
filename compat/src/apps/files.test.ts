import { describe, expect, test } from 'vitest'
import { createBoltApp, boltVersions } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

describe.each(boltVersions)('filesUploadV2 of %s', (_version, Bolt) => {
  test('shares an image and a file that members can view and download, and nobody else', async () => {
    const server = await startAppServer()
    const { client } = createBoltApp(server, 'echo', Bolt)
    const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAECHO')
    await client.filesUploadV2({
      channel_id: 'D0ANAECHO',
      initial_comment: 'As you *asked*',
      file_uploads: [
        { file: png, filename: 'chart.png', title: 'The chart', alt_text: 'A red dot' },
        { content: 'north,12\nsouth,9\n', filename: 'figures.csv', title: 'Figures' },
      ],
    })
    const message = ana.findMessage('As you asked')
    const image = message.getByRole('img', { name: 'A red dot' })
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
    const download = ana.page.waitForEvent('download')
    await message.getByRole('link', { name: /Figures.*CSV · 17 bytes/ }).click()
    expect((await download).suggestedFilename()).toBe('figures.csv')

    const address = new URL((await image.getAttribute('src')) ?? '', server.url).href
    expect((await fetch(address)).status).toBe(401)
    const withToken = await fetch(address, { headers: { authorization: 'Bearer xoxb-acme-echo' } })
    expect(Buffer.from(await withToken.arrayBuffer()).equals(png)).toBe(true)
    expect(ana.errors).toEqual([])
  })
})
