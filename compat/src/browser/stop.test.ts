import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { readOutline } from '#testing/pageRecording'
import { directThread, channelThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startAppServer, startServer } from '#testing/server'

describe('a viewer of a stream', () => {
  test('sees the tasks of a plan, and how many are complete', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${directThread.channel}`)
    const stream = createClient(server).chatStream({ ...directThread, task_display_mode: 'plan' })
    const task = (id: string, title: string, status: 'pending' | 'in_progress' | 'complete') =>
      ({ type: 'task_update', id, title, status }) as const

    const first = task('a', 'Ask Ben', 'in_progress')
    const second = task('b', 'Tell Eve', 'pending')
    await stream.append({ chunks: [{ type: 'plan_update', title: 'Get an answer' }, first, second] })
    const plan = page.getByTestId('plan')
    await expect.poll(() => plan.textContent()).toContain('Get an answer0 of 2')
    await stream.append({
      chunks: [
        { ...first, status: 'complete' },
        { ...second, status: 'in_progress' },
      ],
    })

    await expect.poll(() => plan.textContent()).toContain('1 of 2')
    const statuses = () => plan.getByTestId('task').evaluateAll((all) => all.map((task) => task.dataset['status']))
    await expect.poll(statuses).toEqual(['complete', 'in_progress'])

    await stream.append({ chunks: [{ ...second, status: 'complete' }] })
    await stream.stop({ markdown_text: 'Both know.' })
    const message = page.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    await expect.poll(statuses).toEqual(['complete', 'complete'])
    const live = await readOutline(page)
    await page.reload()
    await message.waitFor()
    await expect.poll(() => readOutline(page)).toBe(live)
    expect(errors).toEqual([])
  })

  test.each([
    ['a direct message', directThread, `/c/${directThread.channel}`],
    ["a channel's thread", channelThread, `/c/${channelThread.channel}/t/${channelThread.thread_ts}`],
  ])('stops a reply in %s with the button, and the app gets an error', async (_where, target, path) => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(path)
    const stream = createClient(server).chatStream(target)
    await stream.append({ chunks: [{ type: 'markdown_text', text: 'Once upon a time' }] })
    const message = page.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('Once upon a time')

    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => message.textContent()).toContain('Stopped')

    const { data } = await getRefusal(stream.append({ chunks: [{ type: 'markdown_text', text: ' there was' }] }))
    expect(data.error).toBe('stopped_by_user')
    await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('Once upon a time')
    await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('[WEB-20] stops a reply with Esc where the focus is, and only then closes the thread', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
    const thread = page.getByTestId('thread')
    const stream = createClient(server).chatStream(channelThread)
    await stream.append({ chunks: [{ type: 'markdown_text', text: 'Once upon a time' }] })
    const button = thread.getByRole('button', { name: 'Stop' })
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-keyshortcuts')).toContain('Escape')

    // A list of names takes the key first.
    const field = thread.getByRole('textbox', { name: 'Reply in thread' })
    await expect.poll(() => button.locator('kbd').isVisible()).toBe(false)
    await field.pressSequentially('@be')
    await page.getByRole('listbox').waitFor()
    await expect.poll(() => button.locator('kbd').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => button.isEnabled()).toBe(true)

    await page.keyboard.press('Escape')
    const message = thread.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.textContent()).toContain('Stopped')
    await expect.poll(() => textOf(page.getByTestId('announcer'))).toMatch(/was stopped$/)
    await expect.poll(() => thread.count()).toBe(1)
    await page.keyboard.press('Escape')
    await thread.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('[THR-12] stops one of two replies, and reads if its app is not told', async () => {
    const server = await startAppServer()
    const channel = 'C0GENERAL'
    const thread_ts = await createControlClient(server).sendMessage('U0ANA', channel, 'Both of you, please')
    const target = { channel, thread_ts, recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}/t/${thread_ts}`)
    const chunks = [{ type: 'markdown_text' as const, text: 'Once upon a time' }]
    const [muse, echo] = ['muse', 'echo'].map((app) => createClient(server, `xoxb-acme-${app}`).chatStream(target))
    await echo?.append({ chunks })
    const note = () => page.getByRole('button', { name: 'Stop', exact: true }).getAttribute('data-tip')
    await expect.poll(note).toBe('Ends the reply. Echo is not told, and may go on working.')

    await muse?.append({ chunks })
    await page.getByRole('button', { name: 'Stop all' }).waitFor()
    await page.getByRole('button', { name: 'Stop Muse' }).click()
    const reply = (ts: string | undefined) => page.getByTestId('thread').locator(`[data-ts="${ts}"]`)
    await expect.poll(() => reply(muse?.ts).textContent()).toContain('Stopped')
    await expect.poll(() => reply(echo?.ts).getAttribute('data-streaming')).toBe('true')
    await echo?.stop()
    expect(errors).toEqual([])
  })
})
