import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { waitForHighlighting, readRecording, readOutline, countSteps } from '#testing/pageRecording'
import { directThread, paragraphs, channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

describe.each([
  ['a direct message', directThread, `/c/${directThread.channel}`],
  ["a channel's thread", channelThread, `/c/${channelThread.channel}/t/${channelThread.thread_ts}`],
])('a viewer of %s', (_where, target, path) => {
  test('sees the status, then the stream, and the same after a reload', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(path)
    const { channel, thread_ts } = target

    await client.assistant.threads.setStatus({ channel_id: channel, thread_ts, status: 'is looking it up...' })
    await expect.poll(() => page.getByTestId('status').textContent()).toBe('Scout is looking it up...')

    const stream = client.chatStream(target)
    const countLengths = async () => (await readRecording(page, stream.ts ?? '')).lengths.length
    for (const text of paragraphs) {
      const before = await countLengths()
      // What the client does not keep for later is drawn before more comes.
      if (await stream.append({ markdown_text: text })) await expect.poll(countLengths).toBeGreaterThan(before)
    }
    const message = page.locator(`[data-ts="${stream.ts}"]`).last()
    await expect.poll(() => message.getAttribute('data-streaming')).toBe('true')
    await expect.poll(() => page.getByTestId('status').count()).toBe(0)

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
    const { lengths, statuses, violations } = await readRecording(page, stream.ts ?? '')
    expect(countSteps(lengths)).toEqual({ shorter: 0, longer: expect.toSatisfy((count: number) => count >= 3) })
    expect(statuses).toEqual([null, 'Scout is looking it up...', null])
    await expect.poll(() => task.textContent()).toMatch(/Read the log.*Both regions\..*Nothing new\..*Status page/s)

    await waitForHighlighting(message)
    await task.getByRole('button').click()
    const live = await readOutline(page)
    await page.reload()
    await message.waitFor()
    await expect.poll(() => readOutline(page)).toBe(live)
    expect([...errors, ...violations]).toEqual([])
  })
})
