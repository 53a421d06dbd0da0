import { expect, test } from 'vitest'
import { connectViewer } from '#testing/feed/viewer'
import { startServer } from '#testing/server/server'

const help = 'C0HELP'
const ts = '1767225600.000100'

test('the journal of a development server has what people do in the browser, and nothing that was refused', async () => {
  const { url, inside } = await startServer()
  const ana = await connectViewer(url, 'U0ANA')
  await ana.open(help)
  const word = { type: 'text', text: 'careful', style: { bold: true } }
  const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [word] }] }]
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  ana.send({ type: 'send', id: id(1), channel: help, text: 'My **token** is xoxb-acme-scout', thread_ts: ts })
  ana.send({ type: 'send', id: id(2), channel: help, text: '', blocks })
  ana.send({ type: 'react', id: id(3), channel: help, ts, name: 'tada' })
  ana.send({ type: 'react', id: id(4), channel: 'C0VANISHED', ts, name: 'tada' })
  ana.send({ type: 'draft', channel: help, at: 1, draft: null })
  ana.send({ type: 'mark', channel: help, ts })
  ana.send({ type: 'create', id: id(5), name: 'moon', private: false })
  ana.send({ type: 'topic', id: id(6), channel: help, topic: 'Water' })
  const who = { kind: 'act', team: 'T0ACME', user: 'U0ANA' }
  const made = expect.stringMatching(/^\d{10}\.\d{6}$/)
  await expect
    .poll(() => inside?.journal.after(0))
    .toEqual(
      [
        {
          act: 'says',
          channel: help,
          ts: made,
          detail: { text: 'My **token** is [token]', thread_ts: ts },
        },
        { act: 'says', channel: help, ts: made, detail: { text: '**careful**' } },
        { act: 'reacts', channel: help, ts, detail: { name: 'tada' } },
        {
          act: 'creates',
          channel: expect.stringMatching(/^C/),
          ts: undefined,
          detail: { name: 'moon', private: false },
        },
        { act: 'sets_topic', channel: help, ts: undefined, detail: { topic: 'Water' } },
      ].map((entry, i) => ({ seq: i + 1, at: expect.any(Number), ...who, ...entry })),
    )
})
