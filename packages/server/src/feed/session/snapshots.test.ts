import { describe, expect, test, vi } from 'vitest'
import { readAsNewViewer, connectToChannel } from '#testing/feed/openChannel'
import { rootTs } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'

type Step =
  | { method: string; args: Record<string, unknown>; token?: string }
  | { clock: string }
  | ((ana: TestViewer) => void)

const inDm = { channel: 'D0ANASCOUT', thread_ts: rootTs }
const inGeneral = { channel: 'C0GENERAL', thread_ts: rootTs, recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
const status = { channel_id: 'D0ANASCOUT', thread_ts: rootTs, status: 'reads', loading_messages: ['One', 'Two'] }
const task = { type: 'task_update', id: 't', title: 'Look', status: 'in_progress', details: 'a' }
const stream = (start: object, ...then: [string, object][]): Step[] => [
  { method: 'chat.startStream', args: { ...start } },
  ...then.map(([method, args]): Step => ({ method, args: { ts: 'the last', ...args } })),
]

/** What people and apps do, one after another. `ts: 'the last'` stands for the ts in the last answer. */
const scenes: [string, string, Step[]][] = [
  ['a message', 'D0ANASCOUT', [{ method: 'chat.postMessage', args: { channel: 'D0ANASCOUT', text: '*Hi* <@U0ANA>' } }]],
  ['a reply', 'D0ANASCOUT', [{ method: 'chat.postMessage', args: { ...inDm, markdown_text: '**Hi**\n- a\n- b' } }]],
  [
    'a message of a person',
    'D0ANASCOUT',
    [(ana) => ana.send({ type: 'send', id: 'a', channel: 'D0ANASCOUT', text: '# Hi' })],
  ],
  ['a status', 'D0ANASCOUT', [{ method: 'assistant.threads.setStatus', args: status }]],
  [
    'a status that is cleared',
    'D0ANASCOUT',
    [
      { method: 'assistant.threads.setStatus', args: status },
      { method: 'assistant.threads.setStatus', args: { ...status, status: '' } },
    ],
  ],
  [
    'a status that a reply takes away',
    'D0ANASCOUT',
    [{ method: 'assistant.threads.setStatus', args: status }, ...stream({ ...inDm, markdown_text: 'a' })],
  ],
  ['a stream that begins bare', 'D0ANASCOUT', stream(inDm)],
  [
    'a stream that grows',
    'D0ANASCOUT',
    stream({ ...inDm, markdown_text: '**a' }, ['chat.appendStream', { markdown_text: '**\n```\nb' }]),
  ],
  [
    'a stream of tasks',
    'D0ANASCOUT',
    stream({ ...inDm, chunks: [task], task_display_mode: 'plan' }, [
      'chat.appendStream',
      {
        chunks: [
          { type: 'plan_update', title: 'P' },
          { type: 'task_update', id: 't', status: 'complete', details: 'b' },
        ],
      },
    ]),
  ],
  [
    'a stream that is stopped',
    'D0ANASCOUT',
    stream({ ...inDm, markdown_text: 'a' }, ['chat.stopStream', { markdown_text: 'b', blocks: [{ type: 'divider' }] }]),
  ],
  [
    'a stream that a reader stops',
    'D0ANASCOUT',
    [
      ...stream({ ...inDm, markdown_text: 'a' }),
      (ana) => {
        const open = [...ana.messages.values()].find((message) => message.streaming_state === 'in_progress')
        ana.send({ type: 'stop', id: 's', channel: 'D0ANASCOUT', ts: open!.ts })
      },
    ],
  ],
  ['a stream that time ends', 'D0ANASCOUT', [...stream({ ...inDm, markdown_text: 'a' }), { clock: '10m' }]],
  [
    'a stream in a channel, for another person',
    'C0GENERAL',
    stream({ ...inGeneral, recipient_user_id: 'U0BEN', markdown_text: 'a' }),
  ],
  [
    'a stream in a channel that ends',
    'C0GENERAL',
    stream(
      { ...inGeneral, markdown_text: 'a' },
      ['chat.appendStream', { markdown_text: 'b' }],
      ['chat.stopStream', {}],
    ),
  ],
]

describe('[STA-2] a viewer that applied all frames sees the same as a new one', () => {
  test.each(scenes)('after %s', async (_, channel, steps) => {
    const { url, request } = await startServer()
    const ana = await connectToChannel(url, channel)
    let ts = ''
    for (const step of steps) {
      if (typeof step === 'function') {
        step(ana)
        await ana.next((frame) => frame.type === 'done')
      } else if ('clock' in step) await request('POST', '/control/clock', { advance: step.clock })
      else {
        const args = step.args['ts'] === undefined ? step.args : { channel, ...step.args, ts }
        const { body } = await request('POST', `/api/${step.method}`, args, { authorization: 'Bearer xoxb-acme-scout' })
        expect(body).toMatchObject({ ok: true })
        ts = body['ts'] ?? ts
        if (step.method !== 'chat.appendStream')
          await ana.until(() => step.args['ts'] !== undefined || !body['ts'] || ana.messages.has(ts))
      }
    }
    await vi.waitFor(async () => expect(ana.visible()).toEqual(await readAsNewViewer(url, channel)), {
      timeout: 30_000,
      interval: 30,
    })
  })

  test('after opening a direct message', async () => {
    const { url } = await startServer()
    const ben = await connectViewer(url, 'U0BEN')
    const eve = await connectViewer(url, 'U0EVE')
    ben.send({ type: 'direct', id: 'd', users: ['U0EVE'] })
    const opened = await ben.next((frame) => frame.type === 'opened')
    const id = opened.type === 'opened' ? opened.channel : ''
    for (const viewer of [ben, eve]) {
      const change = await viewer.next((frame) => frame.type === 'channel_changed' && frame.id === id)
      const { firstFrame } = await connectViewer(url, viewer === ben ? 'U0BEN' : 'U0EVE')
      const shown = firstFrame.type === 'welcome' ? firstFrame.channels.find((channel) => channel.id === id) : undefined
      expect(change.type === 'channel_changed' && change.channel).toEqual(shown)
    }
  })
})
