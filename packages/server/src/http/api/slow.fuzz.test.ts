import { expect, onTestFinished, test } from 'vitest'
import { appendStream } from '#methods/chat/appendStream'
import { stopStream } from '#methods/chat/stopStream'
import { methods } from '#methods/index'
import { startEmptyStream, type CallContext } from '#testing/calls/callContext'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { everyScope, tokenFor } from '#testing/calls/tokens'
import { KeepAliveClient } from '#testing/server/keepAliveClient'
import { longestHold, slowness } from '#testing/slow/loopHold'
import { mutate, newRepetition, pick, type Random, type Repetition, textOf } from '#testing/slow/repetition'
import { openFuzzed } from '#testing/mutations/openFuzzed'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { createWorkspace } from '#testing/workspace/workspace'

/** `npm run fuzz -- --slow 300` sets the first, and `--seed` the second. */
const seconds = Number(process.env['FUZZ_SLOW'] ?? 0)
const seed = Number(process.env['FUZZ_SEED'] ?? 7)
/** How long a request may keep the event loop, milliseconds. */
const longest = 20
/** The tests run on machines that do other work, too. */
const tolerance = seconds > 0 ? 1 : 10
const kept = 24

/**
 * An argument of a method, and what it is given; or a whole text that is streamed. `stream`: its end or its first read is
 * measured. `finished`: a change or a read after its end.
 */
type Attack = { method: string; name: string; as: 'json' | 'form' | 'stream' | 'finished'; given: Repetition }
type Found = { attack: Attack; held: number }

const stream = { method: 'chat.stopStream', name: 'chunks', as: 'stream' } as const
const read = { method: 'conversations.replies', name: 'ts', as: 'stream' } as const
const change = { method: 'chat.update', name: 'attachments', as: 'finished' } as const
const readAgain = { ...read, as: 'finished' } as const
const richText = '[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[…]}]}]'
const whole = (part: string, before = ''): Repetition => ({ before, part, after: '', length: 384_000, json: false })
const jsonOf = (part: string, frame: string): Repetition => {
  const [before = '', after = ''] = frame.split('…')
  return { before, part, after, length: 540_000, json: true }
}

/** What once kept the loop for a second and longer. */
const known: Attack[] = [
  { ...stream, given: whole('- a\n') },
  { ...stream, given: whole('a\n\n') },
  { ...stream, given: whole('![[') },
  { ...stream, given: whole('世') },
  { ...stream, given: whole('- *a* b `c` and words of it\n') },
  { ...stream, given: whole('| a | b |\n', '| a | b |\n|---|---|\n') },
  { ...stream, given: whole('[- *a* b `c` and words of it\n` *a* b `c and 世', '[a]: /u\n') },
  { ...read, given: whole('- *a* b `c` and words of it\n') },
  { ...read, given: whole('Some words of it here, in a paragraph.\n\n') },
  { ...read, given: whole('| name of it | `value` | note |\n', '| a | b | c |\n|---|---|---|\n') },
  { ...change, given: whole('世') },
  { ...change, given: whole('- *a* b `c` and words of it\n') },
  { ...readAgain, given: whole('世') },
  { method: 'blocks.validate', name: 'blocks', as: 'json', given: jsonOf('{"type":"text"}', richText) },
  { method: 'chat.postMessage', name: 'blocks', as: 'json', given: jsonOf('{}', richText) },
  { method: 'chat.startStream', name: 'chunks', as: 'json', given: jsonOf('{}', '[…]') },
]

test('[ENV-8] no request that is bred for slowness keeps the event loop for long', { timeout: 7_200_000 }, async () => {
  const random = randomFrom(seed)
  const { measure, targets } = await createTarget()
  const newAttack = (): Attack => {
    const target = pick(targets, random)
    return { ...target, as: target.as ?? (random() < 0.3 ? 'form' : 'json'), given: newRepetition(random) }
  }
  const bred: Found[] = []
  const until = performance.now() + seconds * 1000
  let requests = 0
  // Without seconds, a number of requests, which is the same on every machine.
  for (; seconds > 0 ? performance.now() < until : requests < 100; requests++) {
    const [one, other] = bred.length > 1 && random() < 0.8 ? [pick(bred, random), pick(bred, random)] : []
    const bredFrom = one && other && { ...one.attack, given: mutate(one.attack.given, other.attack.given, random) }
    const attack = known[requests] ?? bredFrom ?? newAttack()
    let held = await measure(attack)
    // Other work of the machine only adds to it.
    for (let i = 0; i < 5 && held > longest * tolerance; i++) held = Math.min(held, await measure(attack))
    bred.push({ attack, held })
    bred.sort((a, b) => b.held - a.held)
    const seen = new Set<string>()
    const best = bred.filter(({ attack: { method, name, given } }) => {
      const kind = `${method} ${name} ${given.part.slice(0, 4)}`
      return !seen.has(kind) && seen.add(kind)
    })
    bred.splice(0, bred.length, ...best.slice(0, kept))
  }
  if (seconds > 0) process.stdout.write(reportOf(bred, requests))
  const [worst] = bred
  expect(worst?.held ?? 0, reportOf(bred.slice(0, 3), requests)).toBeLessThan(longest * tolerance * slowness())
})

async function createTarget() {
  const scene = await createWorkspace({ file: twoTeamsFile({ scopes: everyScope }), store: await openFuzzed() })
  const wire = new KeepAliveClient(scene.port, 1)
  onTestFinished(() => wire.close())
  const context: CallContext = { ...teamIds('A'), call: scene.call, store: scene.store, text: 'Hm' }
  const targets: { method: string; name: string; as?: 'stream' | 'finished' }[] = [...methods.values()]
    // auth.revoke ends the token that all calls are made with.
    .filter(({ name }) => name !== 'auth.revoke')
    .flatMap((method) => Object.keys(method.args.shape).map((name) => ({ method: method.name, name })))
  // What posts is tried as often as all else.
  const heavy = targets.filter(({ name }) =>
    ['text', 'markdown_text', 'blocks', 'chunks', 'attachments', 'view', 'message', 'query', 'metadata'].includes(name),
  )
  const streams = Array.from({ length: 10 }, () => [stream, stream, read, change, readAgain]).flat()
  return { targets: [...targets, ...heavy, ...heavy, ...heavy, ...heavy, ...streams], measure }

  async function measure({ method: name, name: argument, as, given }: Attack): Promise<number> {
    const method = methods.get(name)
    if (!method) throw new Error(`There is no method ${name}.`)
    const isStreamed = as === 'stream' || as === 'finished'
    const args = isStreamed ? await streamed(given) : await argsWith(method, argument, given, as)
    if (as === 'finished') await context.call(stopStream, args, { token: context.botToken })
    if (name === change.method && as === change.as) Object.assign(args, { attachments: [{ text: 'Hm' }] })
    const body = as === 'form' ? new URLSearchParams(args as Record<string, string>).toString() : JSON.stringify(args)
    const type = as === 'form' ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8'
    const headers = { authorization: `Bearer ${tokenFor(method, context)}`, 'content-type': type }
    let answer = ''
    const held = await longestHold(async () => (answer = (await wire.send({ path: name, headers, body })).text))
    expect(answer).toMatch(/^\{"ok":(?:true|false)/)
    expect(scene.state.unexpectedErrors).toEqual([])
    return held
  }

  async function argsWith(method: Parameters<typeof minimalArgs>[0], name: string, given: Repetition, as: string) {
    const valid = await minimalArgs(method, context).catch(() => ({}))
    if (given.json && 'text' in valid && name !== 'text') delete valid['text']
    const text = textOf(given)
    return { ...valid, [name]: given.json && as === 'json' ? JSON.parse(text) : text }
  }

  async function streamed(given: Repetition) {
    const ts = await startEmptyStream(context)
    const text = textOf({ ...given, json: false, length: Math.min(given.length, 384_000) })
    for (let at = 0; at < Math.min(text.length, 390_000); at += 12_000) {
      const chunk = { channel: context.channel, ts: String(ts), markdown_text: text.slice(at, at + 12_000) }
      await context.call(appendStream, chunk, { token: context.botToken })
    }
    return { channel: context.channel, ts: String(ts) }
  }
}

function reportOf(found: readonly Found[], requests: number): string {
  const lines = found.map(({ attack: { method, name, as, given }, held }) => {
    const { before, part, after, length } = given
    return `${held.toFixed(1)} ms  ${method} ${name} (${as}): ${JSON.stringify([before, part, after])} up to ${length}`
  })
  return `${requests} requests, bred for slowness; the longest that one kept the event loop:\n${lines.join('\n')}\n`
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(start: number): Random {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
