import { expect, onTestFinished, test } from 'vitest'
import { type Rivulet, startRivulet } from '@rivulet/testing'
import { createScout, scoutManifest } from './scout.ts'

/** A conversation with Scout over a socket that has messages, a stream, buttons, a modal and a file. Returns three snapshots. */
async function run() {
  const server = await startRivulet({ workspace: { apps: [scoutManifest] }, timeout: 30_000 })
  const scout = server.app()
  const program = createScout({
    token: scout.botToken,
    appToken: scout.appToken,
    socketMode: true,
    clientOptions: { slackApiUrl: server.apiUrl },
  })
  onTestFinished(async () => {
    await program.stop()
    await server.close()
  })
  await program.start()
  const ana = server.person('ana')

  const question = await ana.says(scout, 'stream please, LOUDLYLOUDLY')
  const streamed = await scout.replies()
  await server.settled()
  await ana.uploads('general', { name: 'notes.txt', content: 'Hi', text: `For ${scout}` })
  await scout.replies()
  await server.settled()
  await ana.says(scout, 'approve this')
  const buttons = await scout.replies()
  await server.settled()
  await ana.runs('/deploy api')
  await ana.submits(await ana.modal('Deploy api'), { Why: 'a good one' })
  await scout.replies()
  await server.settled()
  return {
    streamed: server.snapshot(streamed),
    buttons: server.snapshot(buttons),
    seen: server.snapshot(await ana.sees(question)),
    journal: server.snapshot(server.journal.entries()),
    raw: JSON.stringify(streamed.object),
    ids: idsOf(server),
  }
}

function idsOf(server: Rivulet): string[] {
  const scout = server.app()
  return [server.person('ana').id, scout.id, scout.botUser, server.channel('general').id, server.url]
}

test('two runs give the same text', async () => {
  const [first, second] = [await run(), await run()]

  expect(first.raw).not.toBe(second.raw)
  expect(first.streamed).toBe(second.streamed)
  expect(first.buttons).toBe(second.buttons)
  expect(first.seen).toBe(second.seen)
  expect(first.journal).toBe(second.journal)
  expect(JSON.parse(first.streamed)).toMatchObject({
    channel: '<dm 1>',
    user: '<scout>',
    ts: expect.stringMatching(/^<ts \d>$/),
    thread_ts: expect.stringMatching(/^<ts \d>$/),
    appends: ['The answer is ', '**forty', '-two**'],
  })
  expect(JSON.parse(first.seen)).toEqual({
    text: ['ana: stream please, LOUDLYLOUDLY', 'scout: The answer is forty-two'],
    suggestions: [],
    agents: {},
  })
  for (const text of [first.streamed, first.buttons, first.journal]) {
    expect(text).not.toMatch(/\b\d{10}\.\d{6}\b|127\.0\.0\.1/)
    for (const id of first.ids) expect(text).not.toContain(`"${id}"`)
  }
})
