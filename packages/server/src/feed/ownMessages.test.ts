import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { describe, expect, test } from 'vitest'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'
import { startServerWithScout } from '#testing/server/scoutServer'

type OwnFrame = Extract<ClientFrame, { type: 'send' | 'typed' | 'versions' | 'edit' | 'delete' | 'schedule' }>
type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never
const channel = 'C0HELP'
const names = { user: String, channel: String, usergroup: String }

describe('[MSG-32] a person', () => {
  test('changes what they typed; others see the new words, and that it was edited', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Hi <@U0BEN>, **please** look 👋')
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({
      type: 'typed',
      text: 'Hi <@U0BEN>, **please** look 👋',
    })
    await ask(ana, { type: 'edit', channel, ts, text: ' Hi <@U0BEN>, **do** look 🚀 ' })
    await ben.until(() => ben.messages.get(ts)?.edited === true)
    expect(ben.messages.get(ts)?.text).toBe('Hi <@U0BEN>, *do* look :rocket:')
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({ text: 'Hi <@U0BEN>, **do** look 🚀' })
  })

  test('[MSG-35] reads what an edited message said, as everybody who can read it', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Please look')
    await ask(ana, { type: 'edit', channel, ts, text: 'Do look' })
    const answer = await ask(ben, { type: 'versions', channel, ts })
    const versions = answer.type === 'versions' ? answer.versions : []
    expect(versions.map(({ blocks }) => plainTextFromBlocks(blocks, names))).toEqual(['Do look', 'Please look'])
    expect(versions[0]?.at).toBeGreaterThanOrEqual(versions[1]?.at ?? Infinity)
  })

  test('changes a message to the same words, which is no edit', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Same')
    await ask(ana, { type: 'edit', channel, ts, text: 'Same' })
    const later = await say(ana, 'Later')
    await ben.until(() => ben.messages.has(later))
    expect(ben.messages.get(ts)?.edited).toBe(false)
  })

  test('deletes a message, which is gone for everybody', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Oops')
    await ben.until(() => ben.messages.has(ts))
    expect(await ask(ana, { type: 'delete', channel, ts })).toMatchObject({ type: 'done', ts })
    await ben.until(() => !ben.messages.has(ts))
    expect(await ask(ana, { type: 'edit', channel, ts, text: 'Back' })).toMatchObject({ error: 'message_not_found' })
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({ error: 'message_not_found' })
  })

  test('neither changes, deletes nor reads the source of what somebody else wrote', async () => {
    const { ana, ben, api } = await createScene()
    const ts = await say(ana, 'Mine <@U0BEN>')
    await ana.until(() => ana.messages.has(ts))
    const { ts: scouts } = await api('chat.postMessage', { channel, text: 'Of an app' })
    for (const other of [ts, scouts]) {
      expect(await ask(ben, { type: 'typed', channel, ts: other })).toMatchObject({ error: 'cant_update_message' })
      expect(await ask(ben, { type: 'edit', channel, ts: other, text: 'x' })).toMatchObject({
        error: 'cant_update_message',
      })
      expect(await ask(ben, { type: 'delete', channel, ts: other })).toMatchObject({ error: 'cant_delete_message' })
    }
    expect(ana.messages.get(ts)?.text).toBe('Mine <@U0BEN>')
  })

  test('cannot reach a message in a channel that they cannot see, and is told when nothing would be left', async () => {
    const { ana } = await createScene()
    const ts = await say(ana, 'Words')
    for (const type of ['typed', 'delete'] as const)
      expect(await ask(ana, { type, channel: 'C0VANISHED', ts })).toMatchObject({ error: 'channel_not_found' })
    expect(await ask(ana, { type: 'edit', channel, ts, text: ' \n ' })).toMatchObject({ error: 'no_text' })
    expect(await ask(ana, { type: 'edit', channel, ts, text: '\u200b' })).toMatchObject({ error: 'no_text' })
  })
})

describe('[MSG-33] a person writes rich text', () => {
  const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
  const richText = (...elements: object[]) => ({ type: 'rich_text', elements })
  const bold = { type: 'text', text: 'please', style: { bold: true } }
  const list = { type: 'rich_text_list', style: 'bullet', indent: 0, border: 0, elements: [section(bold)] }

  test('which others and apps get as it is, with a text, and which is changed in the same way', async () => {
    const { ana, ben } = await createScene()
    const hi = section(
      { type: 'user', user_id: 'U0BEN' },
      { type: 'text', text: ' 👋 *literal* \ud800' },
      { type: 'emoji', name: 'tada' },
    )
    const ts = await say(ana, '', [richText(hi, list)])
    await ben.until(() => ben.messages.has(ts))
    expect(ben.messages.get(ts)).toMatchObject({ text: '<@U0BEN> :wave: *literal* \ufffd:tada:\n• *please*' })
    expect(ben.messages.get(ts)?.blocks).toEqual([
      {
        type: 'rich_text',
        block_id: expect.stringMatching(/^.{5}$/),
        elements: [
          section(
            { type: 'user', user_id: 'U0BEN' },
            { type: 'text', text: ' ' },
            { type: 'emoji', name: 'wave', unicode: '1f44b' },
            { type: 'text', text: ' *literal* \ufffd' },
            { type: 'emoji', name: 'tada', unicode: '1f389' },
          ),
          list,
        ],
      },
    ])
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({
      text: '<@U0BEN> :wave: \\*literal\\* \ufffd:tada:\n\n- **please**',
    })
    await ask(ana, { type: 'edit', channel, ts, text: '', blocks: [richText(list)] })
    await ben.until(() => ben.messages.get(ts)?.edited === true)
    expect(ben.messages.get(ts)?.text).toBe('• *please*')
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({ text: '- **please**' })
  })

  test('and is told what is wrong with it; nothing is posted', async () => {
    const { ana } = await createScene()
    const before = (await ana.open(channel)).messages.length
    const nested = Array.from({ length: 5000 }).reduce<object>((inner) => [inner], [])
    const wrong: [object[], string][] = [
      [[{ type: 'divider' }], 'invalid_blocks'],
      [[{ type: 'rich_text', elements: [{ type: 'text', text: 'x' }] }], 'invalid_blocks'],
      [[richText(section({ type: 'text', text: '' }))], 'invalid_blocks'],
      [[{ type: 'rich_text', elements: nested }], 'invalid_blocks'],
      [[{ type: 'header', text: { type: 'plain_text', text: 'Big' } }], 'invalid_blocks'],
      [[richText(section({ type: 'text', text: ' \n ' }))], 'no_text'],
      [[richText(section({ type: 'text', text: '\u200b \u2060' }))], 'no_text'],
      [[richText()], 'no_text'],
    ]
    for (const [blocks, error] of wrong)
      expect(await ask(ana, { type: 'send', channel, text: '', blocks })).toMatchObject({ type: 'refused', error })
    const both = { text: 'x', blocks: [richText(section(bold))] }
    expect(await ask(ana, { type: 'send', channel, ...both })).toMatchObject({ error: 'invalid_arguments' })
    const { messages } = await ana.open(channel)
    expect(messages).toHaveLength(before)
  })

  test('and schedules it', async () => {
    const { ana } = await createScene()
    const post_at = Math.floor(Date.now() / 1000) + 86_400
    const blocks = [richText(list)]
    expect(await ask(ana, { type: 'schedule', channel, text: '', blocks, post_at })).toMatchObject({ type: 'done' })
    await ana.until(() => ana.frames.some((one) => JSON.stringify(one).includes('• *please*')))
  })
})

async function createScene() {
  const { url, api } = await startServerWithScout()
  const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  for (const viewer of [ana, ben]) await viewer.open(channel)
  return { ana, ben, api }
}

async function say(viewer: TestViewer, text: string, blocks?: object[]): Promise<string> {
  const answer = await ask(viewer, { type: 'send', channel, text, ...(blocks ? { blocks } : {}) })
  if (answer.type !== 'done') throw new Error(JSON.stringify(answer))
  return answer.ts
}

/** Sends a frame and waits for its answer. */
function ask(viewer: TestViewer, frame: WithoutId<OwnFrame>) {
  const id = crypto.randomUUID()
  viewer.send({ ...frame, id })
  return viewer.next((answer) => 'id' in answer && answer.id === id)
}
