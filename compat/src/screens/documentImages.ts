import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { joinPictures } from './movingPicture.ts'
import { settle, type Stage, type Studio } from './stage.ts'
import { openThread, thread } from './table/conversations.ts'
import { openStreamTimeline } from './table/inspector.ts'

const desktop = { width: 1280, height: 800 }
const answer = {
  channel: thread.channel,
  thread_ts: thread.ts,
  recipient_user_id: 'U0ANA',
  recipient_team_id: 'T0WILLOW',
}

/** Makes the pictures of the documentation: an agent makes a plan in a thread, and an answer grows. */
export async function writeDocumentImages(studio: Studio, folder: string): Promise<void> {
  await studio.onStage({ viewport: desktop }, async (stage) => {
    await askForPlan(stage)
    for (const colorScheme of ['light', 'dark'] as const) {
      await stage.page.emulateMedia({ colorScheme })
      await stage.page.screenshot({ path: join(folder, `client-${colorScheme}.png`) })
    }
  })
  await studio.onStage({ viewport: desktop }, async (stage) => {
    await openStreamTimeline(stage)
    await settle(stage.page)
    await stage.page.screenshot({ path: join(folder, 'inspector.png') })
  })
  await studio.onStage({ viewport: { width: 1180, height: 470 } }, async (stage) => {
    await writeFile(join(folder, 'streaming.png'), await filmAnswer(stage))
  })
}

async function askForPlan(stage: Stage): Promise<void> {
  await openThread(stage)
  await stage.say('U0ANA', thread.channel, 'Thank you! <@U0BROOK> please make a plan of it, and begin.', thread.ts)
  const stream = stage.brook.chatStream({ ...answer, buffer_size: 1, task_display_mode: 'plan' })
  await stream.append({ markdown_text: 'Here is the plan. I begin with what the others wait for.\n\n' })
  const task = (id: string, title: string, status: 'complete' | 'in_progress' | 'pending') =>
    ({ type: 'task_update', id, title, status }) as const
  await stream.append({
    chunks: [
      { type: 'plan_update', title: 'Until the demo on Thursday' },
      task('a', 'Collect what is open', 'complete'),
      task('b', 'Find the order', 'in_progress'),
      task('c', 'Write it down', 'pending'),
    ],
  })
  await stage.page.getByTestId('thread').getByText('1 of 3').waitFor()
  await settle(stage.page)
}

/** An answer from its first word to its last, a picture every four words. */
async function filmAnswer(stage: Stage): Promise<Buffer> {
  const { page, brook, say } = stage
  await openThread(stage)
  await say('U0ANA', thread.channel, '<@U0BROOK> what is left for Wednesday?', thread.ts)
  const pane = page.getByTestId('thread')
  await pane.getByText('left for Wednesday').waitFor()
  const stream = brook.chatStream({ ...answer, buffer_size: 1 })
  const task = { type: 'task_update' as const, id: 'read', title: 'Read the thread' }
  await stream.append({ chunks: [{ ...task, status: 'in_progress' }] })
  await pane.getByTestId('task').last().waitFor()
  await settle(page)
  const pictures = [await pane.screenshot()]
  await stream.append({ chunks: [{ ...task, status: 'complete' }] })
  const words = `Two things, and they fit:\n\n| What | Who | When |\n|---|---|---|\n| Load test | Ben | noon, in London |\n| Changelog | Ana | 18:00, in São Paulo |\n\nThe test needs the **offline banner**. Mei says that it is in review, so I would ask her at *10:00*.`
  const parts = words.match(/(?:\S+\s*){1,4}/g) ?? []
  for (const part of parts) {
    await stream.append({ markdown_text: part })
    await settle(page)
    pictures.push(await pane.screenshot())
  }
  await stream.stop()
  await settle(page)
  return joinPictures([...pictures, await pane.screenshot()], 180, 3000)
}
