import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTempDirectory } from '#testing/server/command'
import { runInProcess } from '#testing/calls/inProcessCommand'
import { startServer } from '#testing/server/server'

const demo = readFileSync(new URL('../../../workspaces/demo.yaml', import.meta.url), 'utf8')

/** A development server with the demo workspace, and its commands. */
async function startDemo() {
  const server = await startServer({ file: demo })
  const run = (args: string[], env: Record<string, string> = {}) =>
    runInProcess(args, { RIVULET_URL: server.url, ...env })
  const json = async (...args: string[]) => {
    const { code, out } = await run([...args, '--json'])
    const printed: Record<string, any> = JSON.parse(out)
    return { ...printed, code }
  }
  return { ...server, run, json }
}

describe('rivulet call', () => {
  test('[DEV-7] calls as an app, as a person, with a token of the environment, and exits 1 if the answer is not ok', async () => {
    const { run, json } = await startDemo()
    expect(await json('call', 'auth.test')).toMatchObject({ code: 0, ok: true, user: 'brook' })
    expect(await json('call', 'auth.test', '--as', 'ben')).toMatchObject({ ok: true, user_id: 'U0BEN' })
    expect(await json('call', 'auth.test', '--as', 'ben')).toMatchObject({ ok: true, user_id: 'U0BEN' })
    const { out } = await run(['call', 'auth.test', '--json'], { RIVULET_TOKEN: 'xoxp-demo-ana' })
    expect(JSON.parse(out)).toMatchObject({ user_id: 'U0ANA' })
    const blocks = join(createTempDirectory(), 'blocks.json')
    writeFileSync(blocks, '[{"type":"divider"}]')
    const posted = ['call', 'chat.postMessage', 'channel=C0LAUNCH', 'text=a=b', `blocks:=@${blocks}`, '--as', 'brook']
    expect(await json(...posted)).toMatchObject({ ok: true, message: { text: 'a=b', blocks: [{ type: 'divider' }] } })
    const gone = await json('call', 'chat.postMessage', 'channel=C0NOWHERE', 'text=x')
    expect(gone).toMatchObject({ code: 1, ok: false, error: 'channel_not_found' })
  })

  test('masks tokens in what it prints, unless they are wanted', async () => {
    const { run } = await startDemo()
    const call = ['call', 'api.test', 'foo=xoxb-demo-brook']
    expect((await run(call)).out).toContain('"foo": "[token]"')
    expect((await run([...call, '--reveal'])).out).toContain('xoxb-demo-brook')
  })

  test('exits 2 and says what was probably meant', async () => {
    const { json } = await startDemo()
    const wrong: [string[], RegExp][] = [
      [['chat.postMesage'], /Did you mean chat\.postMessage, /],
      [['chat.postMessage', 'chanel=x'], /no argument "chanel"; did you mean "channel"\?/],
      [['chat.postMessage', 'channel'], /"channel" is no argument: give it as name=value or name:=JSON/],
      [['chat.postMessage', 'blocks:={'], /The argument "blocks" is no JSON/],
      [['chat.postMessage', 'text=a', 'text=b'], /"text" is given twice/],
      [['auth.test', '--as', 'brok'], /neither an app nor a person/],
      [['auth.test', '--url', 'nowhere'], /--url needs to be an address/],
    ]
    for (const [args, says] of wrong)
      expect(await json('call', ...args), args.join(' ')).toMatchObject({
        code: 2,
        error: 'wrong_usage',
        message: expect.stringMatching(says),
      })
  })
})

describe('rivulet trigger, replay and tail', () => {
  test('make an event happen, print what flowed, and make a call again', async () => {
    const { run, json, end } = await startDemo()
    const { out } = await run(['trigger', 'app_mention', '--as', 'ben', '--channel', 'launch'])
    expect(out).toBe('Ben writes “<@U0BROOK> what is open?” in #launch.\n  Brook: waits, because it is not connected\n')
    await json('call', 'chat.postMessage', 'channel=C0LAUNCH', 'text=\u001b[2J日本語\u202e')

    const again = await json('replay', '2')

    expect(again).toMatchObject({ ok: true, seq: 3, entry: { method: 'chat.postMessage', ok: true, replays: 2 } })
    const lines = (await run(['tail', '--no-follow', '--channel', '#launch'])).out.trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/^[\d:.]+ +/, '').replace(/[\d.]+ ms/, '1 ms'))).toEqual([
      '1  ben        · says                     #launch       "<@U0BROOK> what is open?"',
      '2  Brook      → chat.postMessage         #launch      ok, 1 ms "\\u001b[2J日本語\\u202e"',
      '3  Brook      → chat.postMessage         #launch      ok, 1 ms "\\u001b[2J日本語\\u202e"',
    ])
    const filtered = ['tail', '--no-follow', '--json', '--method', 'chat.*', '--app', 'brook', '--after', '2']
    expect(JSON.parse((await run(filtered)).out)).toMatchObject({ seq: 3, args: { channel: 'C0LAUNCH' } })
    expect((await run(['tail', '--no-follow', '--errors'])).out).toBe('')
    await end()
    expect(await json('replay', '2')).toMatchObject({
      code: 1,
      message: expect.stringContaining('No server answers at'),
    })
  })

  test('say what was probably meant', async () => {
    const { json } = await startDemo()
    const wrong: [string[], number, RegExp][] = [
      [['trigger', 'app_mentoin'], 2, /did you mean "app_mention"\?/],
      [['trigger', 'app_mention', '--as', 'bne'], 1, /did you mean "ben"\?/],
      [['replay', 'first'], 2, /"first" is no number of an entry/],
      [['replay', '7'], 1, /The journal has no entry 7: it is empty/],
      [['tail', '--app', 'brok'], 2, /There is no app "brok"; did you mean "Brook"\?/],
      [['tail', '--channel', 'lanch'], 2, /There is no channel "lanch"; did you mean "launch"\?/],
      [['tail', '--method', 'chat.startSteam'], 2, /did you mean "chat\.startStream"\?/],
      [['demo', '--as', 'aba'], 2, /did you mean "ana"\?/],
    ]
    for (const [args, code, says] of wrong)
      expect(await json(...args), args.join(' ')).toMatchObject({
        code,
        ok: false,
        message: expect.stringMatching(says),
      })
  })
})

describe('rivulet demo', () => {
  test('streams text, tasks, a plan, an error and a reply that is stopped, on any development server', async () => {
    const { json } = await startDemo()
    const shown = await json('demo', '--fast', '--as', 'mei')
    expect(shown.code).toBe(0)
    expect(Reflect.get(shown, 'played')).toMatchObject([
      { reply: 'text', ended: 'completed' },
      { reply: 'tasks', ended: 'completed' },
      { reply: 'plan', ended: 'completed' },
      { reply: 'error', ended: 'completed' },
      { reply: 'stop', ended: 'stopped', appends: 12 },
    ])
  })
})
