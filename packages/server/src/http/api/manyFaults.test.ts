import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'
import { everyScope } from '#testing/calls/tokens'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'

const many = (item: string, length: number) => `[${Array.from({ length }, () => item).join(',')}]`
const richText = (elements: string) =>
  `[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":${elements}}]}]`

const bodies = {
  'elements without a text': ['blocks', richText(many('{"type":"text"}', 5000))],
  'very many empty elements': ['blocks', richText(many('{}', 180_000))],
  'very many empty chunks': ['chunks', many('{}', 180_000)],
  'empty chunks': ['chunks', many('{}', 9000)],
  'chunks that are null': ['chunks', many('null', 9000)],
  'empty attachments': ['attachments', `[{"fields":${many('{}', 9000)}}]`],
}
const methods = {
  blocks: [
    'blocks.validate',
    'chat.postMessage',
    'chat.update',
    'chat.postEphemeral',
    'chat.stopStream',
    'files.completeUploadExternal',
  ],
  chunks: ['chat.startStream', 'chat.appendStream', 'chat.stopStream'],
  attachments: ['chat.postMessage', 'chat.update', 'chat.postEphemeral'],
}
const calls = Object.entries(bodies).flatMap(([what, [name = '', json = '']]) =>
  (name in methods ? methods[name as keyof typeof methods] : []).map((method) => [method, what, name, json] as const),
)

describe('[BLK-9, ENV-8] a call with very many faults gets a short answer', () => {
  test.each(calls)('%s: %s', async (method, _what, name, json) => {
    const { url, state } = await createWorkspace({ file: twoTeamsFile({ scopes: everyScope }) })
    const { channel, ts, botToken } = teamIds('A')
    const rest = `"channel":"${channel}","ts":"${ts}","thread_ts":"${ts}","user":"U0AANA","files":[{"id":"F1"}]`
    for (const body of [`{"${name}":${json},${rest}}`, `{"${name}":${JSON.stringify(json)},${rest}}`]) {
      const answer = await fetch(`${url}/api/${method}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${botToken}`,
          'content-type': 'application/json; charset=utf-8',
        },
        body,
      })
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: expect.stringMatching(/^invalid_/) })
      expect(text.length).toBeLessThan(60_000)
    }
    expect(state.unexpectedErrors).toEqual([])
  })

  test('blocks.validate asks for a token before it looks at the blocks', async () => {
    const { url } = await createWorkspace()
    const answer = await fetch(`${url}/api/blocks.validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"blocks":[{}]}',
    })
    expect(await answer.json()).toMatchObject({ ok: false, error: 'not_authed' })
  })
})
