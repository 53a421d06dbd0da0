import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import { createApiClient } from '#testing/calls/apiClient'
import { channelArgument } from '#testing/calls/argumentNames'
import { everyScope } from '#testing/calls/tokens'
import { minimalArgs } from '#testing/calls/minimalArgs'
import type { CallContext } from '#testing/calls/callContext'
import { startServer } from '#testing/server/server'
import { connectFeedSocket } from '#testing/feed/socket'
import { teamIds, canary, type TeamKey, twoTeamsFile } from '#testing/workspace/twoTeams'
import { KeepAliveClient } from '#testing/server/keepAliveClient'

const all = [...methods.values()].map((method) => [method.name, method] as const)
const [mine, theirs] = [teamIds('A'), teamIds('B')]
const callers = { 'its bot': mine.botToken, 'its person': 'xoxp-ana', 'a person in few channels': 'xoxp-ben' }
const person = (token: string, user: string) => ({
  token,
  kind: 'user',
  team: 'T0A',
  app: 'A0SCOUT',
  user,
  scopes: everyScope,
})
const file = twoTeamsFile({
  scopes: everyScope,
  tokens: [person('xoxp-ana', mine.user), person('xoxp-ben', mine.otherUser)],
})

describe('[PLA-1] two teams with the same names and the same app learn nothing of each other', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let wire: KeepAliveClient
  const frames: string[] = []
  /** The arguments of the app's call in team B, by method. */
  const theirCalls = new Map<string, Record<string, unknown>>()
  let theirRows: number

  beforeAll(async () => {
    server = await startServer({ file })
    wire = new KeepAliveClient(Number(new URL(server.url).port))
    const { socket } = await connectFeedSocket(server.url, mine.user, { team: mine.team })
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    for (const frame of [{ type: 'hello', protocol: 1 }, ...[mine, theirs].flatMap(opening)])
      socket.send(JSON.stringify(frame))
    for (const [name, method] of all) theirCalls.set(name, await done(method, 'B'))
    theirRows = await rowsOf(theirs.team)
  })
  afterAll(async () => {
    wire.close()
    await server.end()
  })

  test.each(all)('%s answers ids of the other team like unknown ids', async (name, method) => {
    const good = await done(method, 'A')
    for (const [who, token] of Object.entries(callers))
      for (const named of namedIn(good, theirCalls.get(name) ?? {})) {
        const args = { ...good, ...named }
        const known = await ask(method, args, token)
        const unknown = await ask(method, swapped(args, named), token)
        expect(known.text).not.toContain(canary)
        expect([who, args, swapped(known, named)]).toEqual([who, args, swapped(unknown, named)])
      }
  })

  test.each(all.filter(([, method]) => channelArgument(method)))(
    '%s does not tell a private channel from one that is not there',
    async (_name, method) => {
      const good = await done(method, 'A')
      for (const token of [callers['its bot'], callers['a person in few channels']]) {
        const known = await ask(method, { ...good, [channelArgument(method)!]: mine.privateChannel }, token)
        const nowhere = 'C0ASPIRIT'
        const unknown = await ask(method, { ...good, [channelArgument(method)!]: nowhere }, token)
        expect(known).toEqual(JSON.parse(JSON.stringify(unknown).replaceAll(nowhere, mine.privateChannel)))
      }
    },
  )

  test('nothing of the calls reached the other team’s viewer, log, metrics or journal, and nothing was written', async () => {
    expect(frames.length).toBeGreaterThan(2)
    expect(frames.filter((frame) => frame.includes(canary) || names(frame, theirs.team))).toEqual([])
    expect(server.unexpectedErrors).toEqual([])
    const { body } = await server.request('GET', '/control/journal')
    const ours = body['entries'].filter(({ team }: { team?: string }) => team === mine.team)
    expect(ours.length).toBeGreaterThan(all.length)
    expect(JSON.stringify(ours)).not.toContain(canary)
    const metrics = await server.request('GET', '/metrics')
    expect(metrics.text).toContain('rivulet_api_calls_total')
    expect(metrics.text).not.toContain(canary)
    for (const { team } of [mine, theirs]) expect(names(metrics.text, team)).toBe(false)
    expect(await rowsOf(theirs.team)).toBe(theirRows)
  })

  /** Makes a valid call in a team. Returns its arguments. */
  async function done(method: Method, twin: TeamKey): Promise<Record<string, unknown>> {
    const { call } = createApiClient(server.url, server.unexpectedErrors)
    const context: CallContext = { ...teamIds(twin), call, store: server.store, text: twin === 'B' ? canary : 'Hm' }
    const args = await minimalArgs(method, context)
    const fits = method.tokens === 'none' || method.tokens.includes('bot')
    if (fits) expect(await call(method, args, { token: teamIds(twin).botToken })).toMatchObject({ ok: true })
    return args
  }

  async function ask({ name }: Method, args: object, token: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
    const answer = await wire.send({ path: name, headers, body: JSON.stringify(args) })
    const { date: _, 'x-request-id': __, 'content-length': ___, ...shape } = answer.headers
    return { status: answer.status, shape, text: answer.text }
  }

  async function rowsOf(team: string): Promise<number> {
    const counts = (['messages', 'log', 'streams', 'statuses', 'channels', 'members', 'users'] as const).map((table) =>
      server.store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('team_id', '=', team)
        .executeTakeFirstOrThrow(),
    )
    return (await Promise.all(counts)).reduce((sum, { rows }) => sum + rows, 0)
  }
})

function opening({ channel, privateChannel, dm, ts }: typeof mine): object[] {
  return [channel, privateChannel, dm].flatMap((id) => [
    { type: 'open', channel: id },
    { type: 'thread', channel: id, thread_ts: ts },
    { type: 'thread', channel: id, thread_ts: ts, around: ts },
    { type: 'history', channel: id, around: ts },
  ])
}

/** Whether a text has this id as a whole word. The random id of a block may contain the letters of a short id. */
function names(text: string, id: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])${id}(?![A-Za-z0-9])`).test(text)
}

/** An id, a ts or an address. */
const naming = /^[A-Z][A-Z0-9]{2,}$|^\d{10}\.\d{6}$|^\S+@\S+$/

/** The arguments with ids that differ between the two calls: all of them together, and each alone. */
function namedIn(ours: Record<string, unknown>, others: Record<string, unknown>): Record<string, unknown>[] {
  const named = Object.entries(others).filter(([name, value]) => value !== ours[name] && naming.test(String(value)))
  return named.length === 0 ? [] : [Object.fromEntries(named), ...named.map((one) => Object.fromEntries([one]))]
}

/** Replaces each of these ids by a similar one that does not exist, and every new ts by the same one. */
function swapped<T>(value: T, named: Record<string, unknown>): T {
  let text = JSON.stringify(value)
  for (const one of Object.values(named)) text = text.replaceAll(String(one), likeNobodys(String(one)))
  return JSON.parse(text.replaceAll(/\b(?!1767225600)1\d{9}\.\d{6}/g, '1700000000.000100'))
}

function likeNobodys(id: string): string {
  return /^1\d{9}\.\d{6}$/.test(id) ? '1700000000.000100' : id[0] + 'Z'.repeat(id.length - 1)
}
