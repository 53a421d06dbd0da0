import type { Screens, Stage } from '#screens/stage'

export const launch = '/c/C0LAUNCH'
export const thread = { channel: 'C0LAUNCH', ts: '1768221000.000100' }
export const threadPath = `${launch}/t/${thread.ts}`
const answered = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0WILLOW' }

/** What is read and written: channels, threads, direct messages, replies that grow. */
export const conversationScreens: Screens = {
  channel: ({ open, message }) => open(launch).then(() => message('checklist').waitFor()),
  'channel-busy': openBusyChannel,
  'channel-unread': openUnreadChannel,
  thread: openThread,
  'thread-stream': async (stage) => {
    await openThread(stage)
    await streamHalf(stage)
  },
  'thread-plan': async (stage) => {
    await openThread(stage)
    await streamPlan(stage)
  },
  'thread-status': async (stage) => {
    await openThread(stage)
    const status = { channel_id: thread.channel, thread_ts: thread.ts, status: 'is reading the list' }
    await stage.brook.assistant.threads.setStatus(status)
    await stage.page.getByTestId('status').waitFor()
  },
  'direct-message': ({ open, message }) => open('/c/D0ANABEN').then(() => message('ten minutes').waitFor()),
  agent: ({ open, message }) => open('/c/D0ANABROOK').then(() => message('What can you do').waitFor()),
  activity: async ({ open, say, page }) => {
    await say('U0BEN', 'C0GENERAL', '<@U0ANA> the machines are booked until Friday')
    await say('U0MEI', thread.channel, 'It is on staging now.', thread.ts)
    await open('/activity')
    await page.getByText('mentioned you').first().waitFor()
  },
  'activity-empty': async ({ open, page }) => {
    await open('/activity/reactions')
    await page.getByRole('main').getByRole('paragraph').first().waitFor()
  },
  'compact-density': async (stage) => {
    await openBusyChannel(stage)
    const { page, keys } = stage
    await keys('Control+,', page.getByRole('dialog', { name: 'Preferences' }))
    await page.getByRole('radio', { name: 'Compact' }).check()
    await page.keyboard.press('Escape')
    await page.locator('[data-density="compact"]').waitFor()
  },
  edit: async ({ open, page, message }) => {
    await open(launch)
    await message('checklist').focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Edit the message' }).waitFor()
  },
  'deleted-edit': (stage) => deleteWhileEdited(stage),
  'deleted-edit-waiting': (stage) => deleteWhileEdited(stage, 'Thank you'),
  'deleted-edit-closed': async (stage) => {
    await deleteWhileEdited(stage, 'Thank you')
    await stage.ana.conversations.archive({ channel: 'C0LAUNCH' })
    await stage.page.getByText('This conversation is archived.').waitFor()
  },
  'delete-question': async ({ open, page, message }) => {
    await open(launch)
    await message('checklist').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').waitFor()
  },
  'message-menu': async ({ open, page, message, keys }) => {
    await open(launch)
    await message('checklist').focus()
    await keys('m', page.getByRole('menu'))
  },
  'emoji-picker': async ({ open, page, message, keys }) => {
    await open(launch)
    await message('checklist').focus()
    await keys('r', page.getByRole('combobox', { name: 'Search emoji' }))
    // With all emoji in the list axe would take half a minute.
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('rock')
    await page.getByRole('option', { name: 'rocket', exact: true }).waitFor()
  },
  composer: async ({ open, composer, page }) => {
    await open('/c/C0GENERAL')
    await composer.click()
    await composer.pressSequentially('The *demo* is at `13:00`. Ask @be')
    await page.getByRole('option', { name: /Ben/ }).first().waitFor()
  },
  'composer-lines': async ({ open, composer }) => {
    await open(launch)
    await composer.click()
    await composer.pressSequentially('The banner is in review, and the load test begins at noon in London. ')
    await composer.pressSequentially('I can take the notes, and send them to everybody who is away on Thursday.')
  },
}

export async function openThread({ open, page }: Stage): Promise<void> {
  await open(threadPath)
  await page.getByTestId('thread').getByText('The banner is in review').waitFor()
}

/** Half of an answer, in the middle of a word. */
async function streamHalf({ brook, page }: Stage): Promise<void> {
  const stream = brook.chatStream({ ...answered, channel: thread.channel, thread_ts: thread.ts, buffer_size: 1 })
  const task = { type: 'task_update' as const, id: 'read' }
  await stream.append({ chunks: [{ ...task, title: 'Read the thread', status: 'in_progress' }] })
  const text =
    'Thank you both. That leaves **two things** for Wednesday:\n\n1. the load test, at noon in London\n2. the chang'
  await stream.append({ markdown_text: text })
  await page.getByTestId('thread').getByText('the chang').waitFor()
}

async function streamPlan({ brook, page }: Stage): Promise<void> {
  const target = { ...answered, channel: thread.channel, thread_ts: thread.ts, buffer_size: 1 }
  const stream = brook.chatStream({ ...target, task_display_mode: 'plan' })
  const tasks = [
    { id: 'a', title: 'Read the thread', status: 'complete' },
    { id: 'b', title: 'Ask the calendar', status: 'error', output: 'The calendar did not answer.' },
    { id: 'c', title: 'Write the order down', status: 'in_progress' },
    { id: 'd', title: 'Tell Mei', status: 'pending' },
  ] as const
  const plan = { type: 'plan_update' as const, title: 'An order for Thursday' }
  await stream.append({ chunks: [plan, ...tasks.map((task) => ({ type: 'task_update' as const, ...task }))] })
  await page.getByTestId('plan').getByText('Tell Mei').waitFor()
}

/** A channel with reactions, an edit, a pin, a bookmark, code, a picture and a message for one person. */
async function openBusyChannel({ brook, open, page }: Stage): Promise<void> {
  const channel = 'C0LAUNCH'
  for (const name of ['tada', 'eyes']) await brook.reactions.add({ channel, timestamp: thread.ts, name })
  await brook.bookmarks.add({ channel_id: channel, type: 'link', title: 'Handbook', link: 'https://example.com/' })
  await brook.pins.add({ channel, timestamp: thread.ts })
  const text = 'The numbers of the load test so far:\n```\np50  41 ms\np99 180 ms\n```\n> at twice the peak of December'
  const { ts = '' } = await brook.chat.postMessage({ channel, text: 'Hm' })
  await brook.chat.update({ channel, ts, text })
  await open(launch)
  await page.getByText('p99 180 ms').waitFor()
  await brook.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Only you see this: the staging key ends on Friday.' })
  await page.getByTestId('ephemeral').waitFor()
}

async function openUnreadChannel({ open, say, page, ana }: Stage): Promise<void> {
  for (const [channel, ts] of [
    ['C0GENERAL', '1768219200.000100'],
    ['D0ANABEN', '1768225020.000100'],
  ] as const)
    await ana.conversations.mark({ channel, ts })
  await say('U0BEN', 'C0GENERAL', 'The lift is out of order until noon.')
  await say('U0MEI', 'C0GENERAL', '<@U0ANA> shall I write the release notes in English first?')
  await say('U0BEN', 'D0ANABEN', 'Bring the figures, please.')
  await open('/c/C0GENERAL')
  await page.getByText('release notes in English').waitFor()
}

/** Ana's message is deleted elsewhere while she changes it, with something else in the composer or without. */
async function deleteWhileEdited({ open, page, message, ana, composer }: Stage, typed = ''): Promise<void> {
  await open(launch)
  const ts = (await message('checklist').getAttribute('data-ts')) ?? ''
  await message('checklist').focus()
  await page.keyboard.press('e')
  await page
    .getByRole('textbox', { name: 'Edit the message' })
    .pressSequentially(' I can also take the notes, and send them to everybody who is away on Thursday.')
  if (typed) await composer.fill(typed)
  await ana.chat.delete({ channel: 'C0LAUNCH', ts })
  await page.getByTestId('left-words').waitFor()
}
