import type { Screens, Stage } from '#screens/stage'
import { thread } from './conversations.ts'

/** The page of a development server that shows what flows between apps, the server and people. */
export const inspectorScreens: Screens = {
  'inspector-empty': async ({ page, url }) => {
    await page.goto(`${url}/inspect`)
    await page.getByRole('heading', { name: 'Nothing here yet.' }).waitFor()
  },
  inspector: openInspector,
  'inspector-stream': openStreamTimeline,
  'inspector-error': async (stage) => {
    await openInspector(stage)
    await stage.page
      .getByRole('grid')
      .getByRole('row', { name: /channel_not_found/ })
      .click()
    await stage.page.getByText('What to do').waitFor()
  },
  'inspector-delivery': async (stage) => {
    await openInspector(stage)
    await stage.page
      .getByRole('grid')
      .getByRole('row', { name: /app_home_opened/ })
      .click()
    await stage.page.getByRole('region', { name: 'Attempts' }).getByText('acknowledged').waitFor()
  },
}

/** A reply from the status to the Stop of a reader, as the inspector draws it. */
export async function openStreamTimeline(stage: Stage): Promise<void> {
  await openInspector(stage)
  const { page } = stage
  await page
    .getByRole('grid')
    .getByRole('row', { name: /chat\.startStream/ })
    .click()
  const slider = page.getByRole('slider')
  await slider.press('End')
  for (let i = 0; i < 4; i++) await slider.press('ArrowLeft')
  await page.getByTestId('moment').waitFor()
}

async function openInspector(stage: Stage): Promise<void> {
  const { page, url, brook, desk, say } = stage
  const control = (path: string, data: object) => page.request.post(`${url}/control/${path}`, { data })
  const ana = { team: 'T0WILLOW', user: 'U0ANA' }
  await control('home', { ...ana, app_id: 'A0DESK', tab: 'home' })
  await say('U0ANA', thread.channel, 'What is **left** until Thursday, <@U0BROOK>?', thread.ts)
  const place = { channel: thread.channel, thread_ts: thread.ts }
  await brook.assistant.threads.setStatus({
    channel_id: thread.channel,
    thread_ts: thread.ts,
    status: 'is reading the thread…',
  })
  await pass(180)
  const { ts = '' } = await brook.chat.startStream({
    ...place,
    recipient_user_id: ana.user,
    recipient_team_id: ana.team,
  })
  for (const [i, markdown_text] of pieces.entries()) {
    await pass(12 + ((i * 37) % 60))
    await brook.chat.appendStream({ channel: thread.channel, ts, markdown_text })
  }
  await control('stop', { ...ana, channel: thread.channel, ts })
  await brook.chat.appendStream({ channel: thread.channel, ts, markdown_text: '…' }).catch(() => {})
  await brook.conversations.history({ channel: thread.channel, limit: 20 })
  await desk.chat.postMessage({ channel: 'C0ARCHIVE', text: 'A ticket was opened.' }).catch(() => {})
  await desk.chat.postMessage({ channel: 'C0SUPPORT', text: 'A ticket was opened.' })
  await page.goto(`${url}/inspect`)
  await page.getByRole('grid').getByRole('row', { name: 'A ticket was opened.' }).last().waitFor()
}

const pieces = `Three things are left until Thursday:

1. **The notes.** Ben has the list of what changed.
2. **The build** on a machine that is clean: \`./script/start\`
3. **A word with Mei** about the banner.

I would begin with the notes, because the others wait for them.`.split(/(?<=\s)(?=\S+\s\S+\s)/)

/** Between appends time passes, so that the picture has gaps. */
function pass(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
