import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aViewer } from '#testing/browser'
import { coloured, growthOf, outlineOf, steps } from '#testing/growth'
import { direct, paragraphs, thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

describe.each([
  ['a direct message', direct, `/c/${direct.channel}`],
  ["a channel's thread", thread, `/c/${thread.channel}/t/${thread.thread_ts}`],
])('someone who watches %s', (_where, place, path) => {
  test('sees the status, then the reply grow, and after a reload the same', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(path)
    const { channel, thread_ts } = place

    await client.assistant.threads.setStatus({ channel_id: channel, thread_ts, status: 'is looking it up...' })
    await expect.poll(() => page.getByTestId('status').textContent()).toBe('Scout is looking it up...')

    const stream = client.chatStream(place)
    for (const text of paragraphs) {
      await stream.append({ markdown_text: text })
      await sleep(60)
    }
    const message = page.locator(`[data-ts="${stream.ts}"]`).last()
    await expect.poll(() => message.getAttribute('data-streaming')).toBe('true')
    expect(await page.getByTestId('status').count()).toBe(0)

    const read = { type: 'task_update', id: 'read', title: 'Read the log' } as const
    const task = message.getByTestId('task')
    for (const status of ['pending', 'in_progress'] as const) {
      await stream.append({
        chunks: [{ ...read, status, ...(status === 'pending' ? { details: 'Both **regions**.' } : {}) }],
      })
      await expect.poll(() => task.getAttribute('data-status')).toBe(status)
    }
    const sources = [{ type: 'url', url: 'https://status.example.com/', text: 'Status page' } as const]
    await stream.append({ chunks: [{ ...read, status: 'complete', output: 'Nothing new.', sources }] })
    await stream.append({ markdown_text: 'That is all.' })
    await stream.stop({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Was that of *use*?' } }] })

    await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    await expect.poll(() => message.textContent()).toContain('Was that of use?')
    await task.getByRole('button').click()
    const { lengths, statuses, violations } = await growthOf(page, stream.ts ?? '')
    expect(steps(lengths)).toEqual({ shorter: 0, longer: expect.toSatisfy((count: number) => count >= 3) })
    expect(statuses).toEqual([null, 'Scout is looking it up...', null])
    expect(await task.textContent()).toMatch(/Read the log.*Both regions\..*Nothing new\..*Status page/s)

    await coloured(message)
    await task.getByRole('button').click()
    const live = await outlineOf(page)
    await page.reload()
    await message.waitFor()
    await expect.poll(() => outlineOf(page)).toBe(live)
    expect([...complaints, ...violations]).toEqual([])
  })
})
