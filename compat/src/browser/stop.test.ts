import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { readOutline } from '#testing/pageRecording'
import { directThread, channelThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

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
    expect(await statuses()).toEqual(['complete', 'in_progress'])

    await stream.append({ chunks: [{ ...second, status: 'complete' }] })
    await stream.stop({ markdown_text: 'Both know.' })
    const message = page.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    expect(await statuses()).toEqual(['complete', 'complete'])
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
    expect(await message.getAttribute('data-streaming')).toBeNull()
    expect(await message.getByTestId('text').textContent()).toBe('Once upon a time')
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    expect(errors).toEqual([])
  })
})
