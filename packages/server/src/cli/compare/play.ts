import type { CallRecord } from '#cli/record/fixture'
import type { Fixture } from './readFixture.ts'
import { compareShapes, type Difference } from './shape.ts'
import { Namesakes } from './namesake.ts'
import { type Said, saidIn } from './said.ts'
import type { FixtureWorkspace } from './workspaceOf.ts'

/** A difference, and the call whose answers differ. */
export interface CallDifference extends Difference {
  n: number
  method: string
}

export interface Comparison {
  /** How many answers were compared. */
  compared: number
  differences: CallDifference[]
  /** What could not be played or compared, and why. */
  skipped: { n: number; what: string; why: string }[]
}

/** Makes the calls of a fixture again at a server, and lets its people speak. Compares each answer with the recorded one. */
export async function play(
  { head, entries }: Fixture,
  { url, workspace, tokens }: { url: string; workspace: FixtureWorkspace; tokens: ReadonlyMap<string, string> },
): Promise<Comparison> {
  const names = new Namesakes()
  const result: Comparison = { compared: 0, differences: [], skipped: [] }
  const heard = new Set<string>()
  const begun = Date.parse(head.recorded_at)
  for (const entry of entries) {
    if (entry.kind === 'socket') {
      const said = saidIn(entry)
      if (!said || heard.has(`${said.channel} ${said.ts}`)) continue
      heard.add(`${said.channel} ${said.ts}`)
      const why = await speak(said, { url, workspace, tokens, names })
      if (why !== undefined) result.skipped.push({ n: entry.n, what: 'what a person said', why })
      continue
    }
    if (entry.kind !== 'call') continue
    const why = whyNotPlayed(entry, tokens)
    if (why !== undefined) {
      result.skipped.push({ n: entry.n, what: entry.method, why })
      continue
    }
    const answered = await callAgain(entry, { url, tokens, names, shiftMs: Date.now() - (begun + entry.at) })
    const { n, method, status, answer } = entry
    if (answer === null) {
      result.skipped.push({ n, what: method, why: entry.note ?? 'The recording has no answer.' })
      continue
    }
    result.compared++
    if (answered.status !== status) {
      const [recorded, actual] = [String(status), String(answered.status)]
      result.differences.push({ n, method, pointer: '', difference: 'status', recorded, answered: actual })
    }
    result.differences.push(...compareShapes(answer, answered.answer).map((one) => ({ n, method, ...one })))
    names.learn(answer, answered.answer)
  }
  return result
}

/** What a fixture does not have: secrets of one moment, and the bytes of files. */
function whyNotPlayed(call: CallRecord, tokens: ReadonlyMap<string, string>): string | undefined {
  if (call.sent_as === 'other') return call.note ?? 'Its arguments are not in the fixture.'
  if (call.status === 429) return 'It was refused because there were too many calls.'
  if (call.method === 'files.completeUploadExternal') return 'The bytes of uploads are not in a fixture.'
  const [secret] = /<[a-z-]+-\d+>/.exec(JSON.stringify(call.args).replaceAll(/<(?:bot|user)-token-\d+>/g, '')) ?? []
  if (secret !== undefined) return `It needs ${secret}, which was a secret of the recorded server.`
  if (call.token === null || tokens.has(call.token)) return undefined
  return `There is no token for ${call.token}: give one with --token '${call.token.slice(1, -1)}=…'.`
}

interface Again {
  url: string
  tokens: ReadonlyMap<string, string>
  names: Namesakes
  /** How much later than the recorded call this is. */
  shiftMs: number
}

async function callAgain(
  call: CallRecord,
  { url, tokens, names, shiftMs }: Again,
): Promise<{ status: number; answer: unknown }> {
  const args = Object.entries(Object(names.translate(call.args))).map(([name, value]): [string, unknown] => [
    name,
    name === 'post_at' ? later(value, shiftMs) : value,
  ])
  const texts = args.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const address = new URL(`/api/${encodeURIComponent(call.method)}`, url)
  const headers: Record<string, string> = {}
  const token = tokens.get(call.token ?? '')
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (call.content_type !== undefined && call.sent_as !== 'query') headers['content-type'] = call.content_type
  if (call.sent_as === 'query') address.search = new URLSearchParams(texts).toString()
  const body =
    call.sent_as === 'json' ? JSON.stringify(Object.fromEntries(args)) : new URLSearchParams(texts).toString()
  const sent = call.http_method === 'GET' || call.sent_as === 'query' ? {} : { body }
  const response = await fetch(address, { method: call.http_method, headers, redirect: 'manual', ...sent }).catch(
    (error: unknown) => {
      const cause: unknown = Reflect.get(Object(error), 'cause')
      throw new Error(
        `${url} does not answer: ${String(Reflect.get(Object(cause), 'message') ?? error)}. Start it, or leave out --url to compare with a server in memory.`,
      )
    },
  )
  const text = await response.text()
  return { status: response.status, answer: parse(text) }
}

/** A time that lay ahead lies as far ahead again. */
function later(value: unknown, shiftMs: number): unknown {
  const seconds = Number(value)
  return Number.isFinite(seconds) ? Math.round(seconds + shiftMs / 1000) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Lets a person say what they said. Returns why they could not. */
async function speak(
  said: Said,
  { url, workspace, tokens, names }: { url: string; workspace: FixtureWorkspace } & Omit<Again, 'shiftMs'>,
): Promise<string | undefined> {
  const { team } = workspace
  const { user, ts, text, thread_ts, channel } = Object(names.translate(said))
  if (said.channel.startsWith('D') && channel === said.channel) {
    const opened = await post(new URL('/api/conversations.open', url), { users: user }, [...tokens.values()][0])
    const id: unknown = Reflect.get(Object(opened['channel']), 'id')
    if (typeof id !== 'string')
      return `The direct message ${said.channel} cannot be opened: ${String(opened['error'])}.`
    names.set(said.channel, id)
  }
  const place = names.translate(said.channel)
  const thread = thread_ts === undefined ? {} : { thread_ts }
  const answer = await post(new URL('/control/say', url), { team, user, channel: place, text, ...thread })
  if (typeof answer['ts'] !== 'string')
    return `The server lets nobody speak: ${JSON.stringify(answer['detail'] ?? answer['error'] ?? 'it is no development server')}`
  names.set(ts, answer['ts'])
  return undefined
}

async function post(url: URL, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...Object(parse(await response.text())) }
}
