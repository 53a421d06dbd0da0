import { describe, expect, test } from 'vitest'
import { replies } from '#methods/conversations/replies'
import { agentFile } from '#testing/workspace/agents'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { setTitle } from './setTitle.ts'

const there = { channel_id: 'D0ANASCOUT', thread_ts: '1767225600.000100' }

describe('assistant.threads.setTitle', () => {
  test.each(['json', 'form'] as const)('[THR-1] sets the title of a thread, as %s', async (as) => {
    const { call, dm, parentTs, readThread } = await createWorkspace()

    expect(await call(setTitle, { ...there, title: 'What *changed*?' }, { as })).toEqual({ ok: true })

    expect(await readThread('ana', dm, parentTs)).toMatchObject({ title: 'What *changed*?' })
    await call(setTitle, { ...there, title: 'Something else' }, { as })
    expect(await readThread('ana', dm, parentTs)).toMatchObject({ title: 'Something else' })
  })

  test('[THR-1] is one line, cut after 255 characters, and removed by white space', async () => {
    const { call, dm, parentTs, readThread } = await createWorkspace()
    const titled = async (title: string) => {
      expect(await call(setTitle, { ...there, title })).toEqual({ ok: true })
      return (await readThread('ana', dm, parentTs)).title
    }
    expect(await titled(' two\n\n lines ')).toBe('two lines')
    expect(await titled('🤔'.repeat(255))).toBe('🤔'.repeat(255))
    expect(await titled('🤔'.repeat(256))).toBe(`${'🤔'.repeat(254)}…`)
    expect(await titled(' \n')).toBe(null)
  })

  test('[THR-2] no message of a person has the title', async () => {
    const { call } = await createWorkspace()
    const general = { channel: 'C0GENERAL', ts: '1767225600.000100' }
    await call(setTitle, { channel_id: general.channel, thread_ts: '1767225700.000100', title: 'Last night' })
    const { messages } = await call(replies, general)
    expect(messages).toHaveLength(2)
    for (const message of messages ?? []) expect(message).not.toHaveProperty('assistant_app_thread')
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setTitle> = {
    channel_not_found: { args: { ...there, title: 'x', channel_id: 'C0NOPE' }, detail: 'C0NOPE' },
    invalid_thread_ts: { args: { ...there, title: 'x', thread_ts: '1' }, detail: '"1"' },
    not_in_channel: {
      args: { ...there, title: 'x', channel_id: 'C1' },
      token: 'xoxp-outside',
      file: agentFile,
      detail: 'You are not in C1',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and names nothing', (error, call) =>
    expectRefusal(setTitle, error, call),
  )

  test.each([
    ['a name in place of an id', 'channel_not_found', { args: { ...there, title: 'x', channel_id: 'help-desk' } }],
    ['no title', 'invalid_arguments', { args: there, detail: 'missing required field: title' }],
    ['the scope of messages alone', 'missing_scope', { args: { ...there, title: 'x' }, token: 'xoxb-acme-plain' }],
  ] as const)('refuses %s: %s', (_what, error, call) => expectRefusal(setTitle, error, { detail: '', ...call }))
})
