import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread, directThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

test('[AGT-2, AGT-3] the page of agents shows what they do in every thread, stops them, and leads there', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const { page, errors } = await signIn(server, 'Ana Lima')
  await page.goto(`${server.url}/agents`)
  await page.getByRole('status').filter({ hasText: 'Nobody is at work' }).waitFor()

  const direct = scout.chatStream({ ...directThread, buffer_size: 1 })
  const task = (id: string, title: string, status: 'in_progress' | 'complete') =>
    ({ type: 'task_update', id, title, status }) as const
  await direct.append({ chunks: [task('a', 'Ask Ben', 'complete'), task('b', 'Tell Eve', 'in_progress')] })
  const inChannel = scout.chatStream({ ...channelThread, buffer_size: 1 })
  await inChannel.append({ markdown_text: 'Once **upon** a time' })
  const atWork = page.getByTestId('work')
  const inDirect = atWork.and(page.getByRole('article', { name: 'Scout, with you' }))
  const inGeneral = atWork.and(page.getByRole('article', { name: 'Scout, in #general' }))
  await inDirect.getByText('Tell Eve').waitFor()
  await inGeneral.getByText('Once upon a time').waitFor()
  await page.getByRole('status').filter({ hasText: '2 at work' }).waitFor()

  await inGeneral.getByRole('button', { name: 'Stop Scout' }).click()
  const ended = page.getByTestId('ended-work')
  await ended.getByText(/^Stopped after/).waitFor()
  expect((await getRefusal(inChannel.append({ markdown_text: ' there was' }))).data.error).toBe('stopped_by_user')
  await direct.append({ chunks: [task('b', 'Tell Eve', 'complete')] })
  await direct.append({ markdown_text: 'Eve **knows** it' })
  await direct.stop()
  await ended.getByText(/^Finished after/).waitFor()
  await ended.getByText('Eve knows it', { exact: true }).waitFor()
  await page.reload()
  await ended.getByText('Eve knows it', { exact: true }).waitFor()
  expect(await atWork.count()).toBe(0)

  await ended.getByRole('link', { name: 'in #general' }).click()
  await page.getByTestId('thread').locator(`[data-ts="${inChannel.ts}"]`).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
  expect(errors).toEqual([])
})
