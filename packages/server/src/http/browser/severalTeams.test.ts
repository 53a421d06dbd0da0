import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createUpload, findExpectedFile, receiveFile } from '#domain/files/upload'
import { sendMessage } from '#domain/people/messages/send'
import { findPersonCaller } from '#domain/people/personCaller'
import { startServer } from '#testing/server/server'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'

const file = twoTeamsFile({ scopes: [] })
const [a, b] = [teamIds('A'), teamIds('B')]

describe('a browser that is signed in to two teams', () => {
  test('[SES-14] has a cookie for each, and each request is one of the team that it names', async () => {
    const { who, jar } = await createBrowser()
    expect(Object.keys(jar)).toEqual(['rivulet', `rivulet.${b.team}`])
    expect(await who('')).toMatchObject({ team: a.team, user: a.user })
    expect(await who(`?team=${a.team}`)).toMatchObject({ team: a.team, user: a.user })
    expect(await who(`?team=${b.team}`)).toMatchObject({
      team: b.team,
      user: b.user,
      teams: [
        { team: a.team, user: a.user },
        { team: b.team, user: b.user },
      ],
    })
    for (const other of ['', 'T0C', '__proto__', '%00', `${a.team}%20`])
      expect(await who(`?team=${other}`)).toMatchObject({ signed_in: false })
  })

  test('[SES-14] signs out of one, and stays signed in to the other', async () => {
    for (const [left, stays] of [
      [a, b],
      [b, a],
    ] as const) {
      const { who, send, jar } = await createBrowser()
      const before = { ...jar }
      await send('DELETE', `/session?team=${left.team}`)
      expect(await who(`?team=${left.team}`)).toMatchObject({ signed_in: false })
      for (const team of ['', `?team=${stays.team}`])
        expect(await who(team)).toMatchObject({ team: stays.team, teams: [{ team: stays.team }] })
      // Nor does the cookie work that it had.
      Object.assign(jar, before)
      expect(await who(`?team=${left.team}`)).toMatchObject({ signed_in: false })
    }
  })

  test('[SES-14] signs in once more in one of them: that ends the session before, and no other', async () => {
    const { who, signIn, jar } = await createBrowser()
    const before = { ...jar }
    await signIn(b.team, b.otherUser)
    expect(await who(`?team=${b.team}`)).toMatchObject({ user: b.otherUser })
    expect(await who('')).toMatchObject({ user: a.user })
    Object.assign(jar, { [`rivulet.${b.team}`]: before[`rivulet.${b.team}`] })
    expect(await who(`?team=${b.team}`)).toMatchObject({ signed_in: false })
    await signIn(b.team, b.user)
    expect(Object.keys(jar)).toEqual(['rivulet', `rivulet.${b.team}`])
  })

  test('[SES-14] has room for a team, whatever cookies it has of sessions that have ended elsewhere', async () => {
    const { who, signIn, jar } = await createBrowser()
    const live = jar[`rivulet.${b.team}`] ?? ''
    delete jar[`rivulet.${b.team}`]
    for (let i = 0; i < 20; i++) jar[`rivulet.T0OLD${i}`] = `ended${i}`
    jar[`rivulet.${b.team}`] = live
    expect(await who('')).toMatchObject({ teams: [{ team: a.team }] })
    await signIn(b.team, b.user)
    expect(await who('')).toMatchObject({ teams: [{ team: a.team }, { team: b.team }] })
  })

  test('[SES-14] has a feed of the team that it names, and none for a page of the other', async () => {
    const { feed } = await createBrowser()
    expect(await feed(b.team, { team: b.team, user: b.user })).toMatchObject({ type: 'welcome', you: b.user })
    expect(await feed(a.team, { team: a.team, user: a.user })).toMatchObject({ type: 'welcome', you: a.user })
    expect(await feed(a.team, { team: b.team, user: b.user })).toEqual({ code: 4003 })
  })

  test('[SES-14] reads the files of both, and another browser those of its team', async () => {
    const { server, send, jar } = await createBrowser()
    const id = await uploadIn(server, b)
    expect((await send('GET', `/files/${id}/b.txt`)).status).toBe(200)
    delete jar[`rivulet.${b.team}`]
    expect((await send('GET', `/files/${id}/b.txt`)).status).toBe(404)
    expect((await send('GET', `/files/${id}/b.txt?team=${b.team}`)).status).toBe(404)
  })

  test('[SES-16] learns in which of its teams a channel is seen, and of no team that it is not signed in to', async () => {
    const { send, signIn, server } = await createBrowser()
    const where = async (query: string) => (await send('GET', `/session/teams?${query}`)).body.teams
    for (const channel of [b.channel, b.privateChannel, b.dm])
      expect(await where(`channel=${channel}`)).toMatchObject([{ team: b.team }])
    expect(await where(`channel=${a.channel}`)).toMatchObject([{ team: a.team }])
    for (const query of ['channel=C0NONE', 'channel=', `channel=${a.channel}&channel=${b.channel}`])
      expect(await where(query)).toEqual([])
    await signIn(b.team, b.otherUser)
    expect(await where(`channel=${b.dm}`)).toEqual([])
    const nobody = await server.request('GET', `/session/teams?channel=${b.channel}`)
    expect(nobody.body).toEqual({ teams: [] })
  })

  test('[SES-15] learns what is new in each, and of no team that it is not signed in to', async () => {
    const { server, send, jar } = await createBrowser()
    const ben = (await findPersonCaller(server.store.db, b.team, b.otherUser))!
    const say = (text: string) =>
      server.store.write((tx) =>
        sendMessage(tx, ben, { channelId: b.channel, text, clientMsgId: crypto.randomUUID(), toAssistant: false }),
      )
    const counts = async () => (await send('GET', '/session/teams')).body['teams']
    const quiet = { unread: false, mentions: 0 }
    expect(await counts()).toMatchObject([
      { team: a.team, ...quiet },
      { team: b.team, ...quiet },
    ])
    await say('Hello')
    await say(`<@${b.user}> hello`)
    expect(await counts()).toEqual([
      { team: a.team, name: 'Acme', user: a.user, ...quiet },
      { team: b.team, name: 'Acme', user: b.user, unread: true, mentions: 1 },
    ])
    delete jar[`rivulet.${b.team}`]
    expect(await counts()).toMatchObject([{ team: a.team }])
  })
})

describe('a session of one team', () => {
  test('[SES-14] is none of another, whatever cookie it is in', async () => {
    const server = await startServer({ file })
    const { signIn, who, send, feed, jar } = createJar(server)
    await signIn(a.team, a.user)
    jar[`rivulet.${b.team}`] = jar['rivulet'] ?? ''
    expect(await who(`?team=${b.team}`)).toMatchObject({ signed_in: false, teams: [{ team: a.team }] })
    await expect(feed(b.team, { team: b.team, user: b.user })).rejects.toThrow('401')
    const act = await send('POST', `/act/home?team=${b.team}`, { app_id: 'A0SCOUT', tab: 'home' })
    expect(act).toMatchObject({ status: 401, body: { error: 'not_authed' } })
    expect((await send('GET', `/oauth/v2/consent?team=${b.team}`)).status).toBe(401)
    await send('DELETE', `/session?team=${b.team}`)
    expect(await who(`?team=${a.team}`)).toMatchObject({ signed_in: true })
  })

  test('[SES-14] is neither made nor ended by a page of another site, whatever team it names', async () => {
    const { server, jar, who } = await createBrowser()
    const headers = { cookie: cookieHeader(jar), origin: 'https://evil.example' }
    for (const team of [a, b]) {
      const out = await server.request('DELETE', `/session?team=${team.team}`, undefined, headers)
      const into = await server.request('POST', '/session', { team: team.team, user: team.otherUser }, headers)
      expect([out.status, into.status, into.headers.getSetCookie()]).toEqual([403, 403, []])
      expect(await who(`?team=${team.team}`)).toMatchObject({ user: team.user })
    }
  })
})

type Server = Awaited<ReturnType<typeof startServer>>

/** A browser that is signed in to both teams. */
async function createBrowser() {
  const server = await startServer({ file })
  const browser = createJar(server)
  await browser.signIn(a.team, a.user)
  await browser.signIn(b.team, b.user)
  return { server, ...browser }
}

/** A browser with its cookies. */
function createJar(server: Server) {
  const jar: Record<string, string> = {}

  async function send(method: string, path: string, body?: unknown) {
    const answer = await server.request(method, path, body, { cookie: cookieHeader(jar) })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      if (value) jar[name] = value
      else delete jar[name]
    }
    return answer
  }
  const who = async (query: string) => (await send('GET', `/session${query}`)).body
  const signIn = (team: string, user: string) => send('POST', '/session', { team, user })

  /** The first frame of a feed, or the code with which it is closed. */
  async function feed(team: string, person: object): Promise<object> {
    const address = `${server.url.replace('http', 'ws')}/feed?team=${team}`
    const socket = new WebSocket(address, { headers: { cookie: cookieHeader(jar), origin: server.url } })
    await once(socket, 'open')
    const frame = once(socket, 'message').then(([data]): object => JSON.parse(String(data)))
    const closed = once(socket, 'close').then(([code]): object => ({ code }))
    socket.send(JSON.stringify({ type: 'hello', protocol: 1, person }))
    const first = await Promise.race([frame, closed])
    socket.terminate()
    return first
  }

  return { jar, send, who, signIn, feed }
}

function cookieHeader(jar: Record<string, string>): string {
  return Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

async function uploadIn({ store }: Server, { team, user }: { team: string; user: string }): Promise<string> {
  const person = (await findPersonCaller(store.db, team, user))!
  const { id, ticket } = await store.write((tx) => createUpload(tx, person, { name: 'b.txt', size: 5, alt: '' }))
  await receiveFile(store, (await findExpectedFile(store.db, ticket))!, toStream('Hello'))
  await store.db.updateTable('files').set({ state: 'ready' }).where('id', '=', id).execute()
  return id
}

async function* toStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
