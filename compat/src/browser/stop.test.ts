import { describe, expect, test } from 'vitest'
import { aViewer } from '#testing/browser'
import { outlineOf } from '#testing/growth'
import { direct, thread } from '#testing/scene'
import { clientOf, refusalOf } from '#testing/sdk'
import { aServer } from '#testing/server'

describe('someone who watches', () => {
  test('sees the tasks of a plan together, and how many are done', async () => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${direct.channel}`)
    const stream = clientOf(server).chatStream({ ...direct, task_display_mode: 'plan' })
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
    const statuses = () => plan.getByTestId('task').evaluateAll((all) => all.map((one) => one.dataset['status']))
    expect(await statuses()).toEqual(['complete', 'in_progress'])

    await stream.append({ chunks: [{ ...second, status: 'complete' }] })
    await stream.stop({ markdown_text: 'Both know.' })
    const message = page.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    expect(await statuses()).toEqual(['complete', 'complete'])
    const live = await outlineOf(page)
    await page.reload()
    await message.waitFor()
    await expect.poll(() => outlineOf(page)).toBe(live)
    expect(complaints).toEqual([])
  })

  test.each([
    ['a direct message', direct, `/c/${direct.channel}`],
    ["a channel's thread", thread, `/c/${thread.channel}/t/${thread.thread_ts}`],
  ])('stops a reply in %s with the button, and the app is told so', async (_where, place, path) => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(path)
    const stream = clientOf(server).chatStream(place)
    await stream.append({ chunks: [{ type: 'markdown_text', text: 'Once upon a time' }] })
    const message = page.locator(`[data-ts="${stream.ts}"]`)
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('Once upon a time')

    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => message.textContent()).toContain('Stopped')

    const { data } = await refusalOf(stream.append({ chunks: [{ type: 'markdown_text', text: ' there was' }] }))
    expect(data.error).toBe('stopped_by_user')
    expect(await message.getAttribute('data-streaming')).toBeNull()
    expect(await message.getByTestId('text').textContent()).toBe('Once upon a time')
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
