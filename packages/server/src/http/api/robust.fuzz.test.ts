import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { Journal } from '#http/development/journal/journal'
import type { ServedCall } from './servedCall.ts'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import { everyScope, tokenFor } from '#testing/calls/tokens'
import { minimalArgs } from '#testing/calls/minimalArgs'
import type { CallContext } from '#testing/calls/callContext'
import { encodeCall } from '#testing/mutations/encodeCall'
import type { Args, MutatedCall } from '#testing/mutations/mutatedCall'
import { mutatedCalls } from '#testing/mutations/mutatedCalls'
import { openFuzzed } from '#testing/mutations/openFuzzed'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { ownTime } from '#testing/slow/ownTime'
import { PipeliningClient } from '#testing/server/pipeliningClient'
import { createWorkspace } from '#testing/workspace/workspace'

/** `npm run fuzz -- --runs 1000000` sets the first, and `--seed` the second. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 20_000)
const seed = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED'])
const together = 16
/** How long a call may take, milliseconds. */
const longest = 50
/** The batches of calls to each method. */
const batches = Math.ceil(runs / methods.size / together)
/** How many batches one server gets, since what may be created in a team is bounded. */
const perServer = 64

const looks = { username: 'Zed', icon_emoji: ':eyes:' }
const deep = {
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: '*a* <@U0AANA>' } },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'a', style: { bold: true } },
            { type: 'date', timestamp: 1, format: '{ago}' },
          ],
        },
        { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [{ type: 'rich_text_section', elements: [] }] },
      ],
    },
  ],
  chunks: [
    { type: 'markdown_text', text: '**a**\n```\nb' },
    {
      type: 'task_update',
      id: 'a',
      title: 'A',
      status: 'pending',
      sources: [{ type: 'url', text: 'a', url: 'https://a.example' }],
    },
    { type: 'plan_update', title: 'P' },
  ],
  metadata: { event_type: 'a', event_payload: { a: [1] } },
  loading_messages: ['One', 'Two'],
  markdown_text: '# a\n\n| a | b |\n|---|---|\n| [x](https://a.example) | `c` |\n\n- [ ] d <@U0AANA>\n\n> e',
}

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
const untouched = prototypes.map((one) => Object.getOwnPropertyNames(one))
const each = [...methods.values()].map((method) => [method.name, method] as const)

/** What `npm run fuzz` prints at its end. */
const count = { calls: 0, serverErrors: 0, noEnvelopes: 0, slow: 0 }
afterAll(() => {
  if (process.env['FUZZ_RUNS'] === undefined) return
  const { calls, serverErrors, noEnvelopes, slow } = count
  process.stdout.write(
    `${calls} calls: ${serverErrors} answered with 5xx, ${noEnvelopes} without an envelope, ${slow} over ${longest} ms each time\n`,
  )
})

describe('[ENV-1, ENV-8] random requests', () => {
  test.each(each)(
    'to %s is answered quickly in JSON with ok, and breaks nothing',
    { timeout: 60_000 + 100 * batches * together },
    async (_name, method) => {
      for (let sent = 0; sent < batches; sent += perServer)
        await sendBatches(method, Math.min(perServer, batches - sent), sent)
    },
  )

  // auth.revoke ends the token that it is called with.
  const lasting = each.filter(([name]) => name !== 'auth.revoke')
  test.each(lasting)('to %s: enough of them are close to good calls and succeed', async (_name, method) => {
    const { good, requests, fresh, ask } = await createTarget(method)
    let fine = 0
    for (const sent of fc.sample(requests, { numRuns: 100, seed: 7 }))
      if ((await ask(withFresh(sent, good, await fresh()))).ok) fine++
    expect(fine).toBeGreaterThan(10)
  })
})

/** Sends batches of calls to a server of their own. `nth`: another number, other calls of the same seed. */
async function sendBatches(method: Method, numRuns: number, nth: number): Promise<void> {
  const { state, send, good, requests, fresh, ask, expectSoon, close } = await createTarget(method)
  const batch = fc.array(requests, { minLength: together, maxLength: together })
  await fc.assert(
    fc.asyncProperty(batch, async (sent) => {
      const again = await fresh()
      const answers = await Promise.all(sent.map(async (one) => ({ one, ...(await ask(withFresh(one, good, again))) })))
      count.calls += answers.length
      for (const { one, problem } of answers) {
        if (problem?.startsWith('status 5')) count.serverErrors++
        else if (problem !== undefined) count.noEnvelopes++
        expect(problem, JSON.stringify(one)).toBeUndefined()
      }
      // A call that was slow is repeated alone, because it may have waited for the others, or for other work of the machine.
      for (const { one, took } of answers) if (took > longest) await expectSoon(one)
      expect(prototypes.map((prototype) => Object.getOwnPropertyNames(prototype))).toEqual(untouched)
      expect(state.unexpectedErrors).toEqual([])
    }),
    { numRuns, ...(seed === undefined ? {} : { seed: seed + nth }) },
  )
  expect((await send('api.test')).body).toMatchObject({ ok: true })
  await close()
}

/** A server of its own for a method, with the requests to send to it. */
async function createTarget(method: Method) {
  const scene = await createWorkspace({ file: twoTeamsFile({ scopes: everyScope }), store: await openFuzzed() })
  const timed = new TimedJournal(scene.store.db.clock)
  scene.api.journal = timed
  const wire = new PipeliningClient(scene.port, 4)
  const close = () => {
    wire.close()
    return scene.close()
  }
  onTestFinished(() => wire.close())
  const fresh = () => fullArgs(method, { ...teamIds('A'), call: scene.call, store: scene.store, text: 'Hm' })
  const good = await fresh()
  const requests = mutatedCalls(method.name, good, Object.keys(method.args.shape))
  return { ...scene, good, requests, fresh, ask, expectSoon, close }

  async function ask(sent: MutatedCall) {
    const id = timed.newId()
    const call = encodeCall(sent)
    const headers = { authorization: `Bearer ${tokenFor(method, teamIds('A'))}`, ...call.headers, 'x-request-id': id }
    const { status, text } = await wire.send({ ...call, headers })
    return {
      ok: text.startsWith('{"ok":true'),
      problem: problemOf(status, text, sent.verb === 'HEAD'),
      took: timed.take(id),
    }
  }

  async function expectSoon(sent: MutatedCall): Promise<void> {
    const took: number[] = []
    for (let i = 0; i < 5 && (i === 0 || Math.min(...took) > longest); i++) {
      const call = withFresh(sent, good, await fresh())
      took.push(await ownTime(() => ask(call)))
    }
    if (Math.min(...took) > longest) count.slow++
    expect(Math.min(...took), `milliseconds for ${JSON.stringify(sent)}`).toBeLessThanOrEqual(longest)
  }
}

/** Replaces arguments that a good call has used up, such as a stream that it ended. */
function withFresh(sent: MutatedCall, good: Args, fresh: Args): MutatedCall {
  const used = Object.keys(good).filter(
    (name) => Object.hasOwn(sent.args, name) && isDeepStrictEqual(sent.args[name], good[name]),
  )
  return { ...sent, args: { ...sent.args, ...Object.fromEntries(used.map((name) => [name, fresh[name]])) } }
}

function problemOf(status: number, text: string, bodiless: boolean): string | undefined {
  if (status !== 200 && status !== 429) return `status ${status}`
  if (bodiless && text === '') return undefined
  try {
    return typeof JSON.parse(text).ok === 'boolean' ? undefined : `no ok: ${text.slice(0, 200)}`
  } catch {
    return `no JSON: ${text.slice(0, 200)}`
  }
}

/** Valid arguments, and every optional argument of the method that is deeply nested or changes the author's look. */
async function fullArgs(method: Method, context: CallContext): Promise<Args> {
  const more = Object.entries({ ...deep, ...looks }).filter(([name]) => name in method.args.shape)
  const args: Args = { ...Object.fromEntries(more), ...(await minimalArgs(method, context)) }
  // A call with one of these and text would be refused at once.
  if ('chunks' in args || 'blocks' in args) delete args['markdown_text']
  return args
}

/** A journal that tells how long the server took for a call. */
class TimedJournal extends Journal {
  readonly #took = new Map<string, number>()
  #last = 0

  override expectCall(): void {}
  override addCall(served: ServedCall): number {
    this.#took.set(served.envelope.requestId, served.tookMs)
    return 0
  }
  newId(): string {
    return `fuzz-${++this.#last}`
  }
  take(id: string): number {
    const took = this.#took.get(id)
    this.#took.delete(id)
    if (took === undefined) throw new Error(`No call ${id} was served.`)
    return took
  }
}
