import { describe, expect, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { createResponseUrl } from '#domain/interactions/responseUrls'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { call, type TestNode } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'

const [known, issued] = ['xapp-1-A0SCOUT-known', 'xapp-1-A0SCOUT-issued']

describe.skipIf(!postgres)('the app-level tokens of a team that moves', () => {
  test('[NOD-12] are revoked and issued also if that happens between the copy and the end', async () => {
    const { from, to, servers, move } = await createTwoDatabases()
    const issue = (token: string) =>
      from.query(
        `insert into tokens (hash, kind, app_id, scopes, revoked) values ($1, 'app', 'A0SCOUT', '["connections:write"]', false)`,
        [hashToken(token)],
      )
    const open = (token: string) => call(servers.to, 'apps.connections.open', {}, token)
    await issue(known)
    const proxy = await startPostgresProxy(to.address)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpAfter('commit')
    await expect(move({ to: proxy.url, onStep })).rejects.toThrow(/^It is not certain/)
    // The servers there remember it from now on.
    expect(await open(known)).toMatchObject({ ok: true })
    await from.query('update tokens set revoked = true where hash = $1', [hashToken(known)])
    await issue(issued)
    expect(await move()).toMatchObject({ outcome: 'finished' })

    await expect.poll(() => open(known)).toMatchObject({ ok: false, error: 'token_revoked' })
    expect(await open(issued)).toMatchObject({ ok: true })
    const told = await to.query(
      `select subject from log join team_log t using (team_id) where team_id = 'T0ACME' and kind = 'token' and seq <= t.last`,
    )
    const hashes = [known, issued].map((token) => ({ subject: hashToken(token) }))
    expect(told).toEqual(expect.arrayContaining(hashes))
    expect(await from.query(`select hash from tokens where kind = 'app'`)).toEqual([])
  })
})

describe.skipIf(!postgres)('the secrets of a team that moves', () => {
  test('[NOD-11] are led to the new place from the start, and are worth there what they were', async () => {
    const { from, to, servers, move } = await createTwoDatabases()
    const { upload_url: upload } = await call(servers.from, 'files.getUploadURLExternal', { filename: 'a', length: 5 })
    const { store } = servers.from
    const { code, ...client } = await createOAuthCode({ store, team: 'T0ACME', user: 'U0ANA' })
    await from.query(`insert into refresh_tokens values ($1, 'A0SCOUT', $2, null)`, [
      hashToken('xoxe-1-known'),
      hashToken('xoxb-acme-scout'),
    ])
    const about = { app_id: 'A0SCOUT', user_id: 'U0ANA', channel_id: 'C0HELP', ts: null, thread_ts: null }
    const responseUrl = await store.write((tx) => createResponseUrl(tx, { team_id: 'T0ACME', ...about }))

    const reach = async ({ url }: TestNode, address: string, body: string | Blob | URLSearchParams) => {
      const response = await fetch(url + new URL(address, url).pathname, { method: 'POST', body })
      return { status: response.status, isAgain: response.headers.has('retry-after'), body: await response.text() }
    }
    const message = new Blob(['{"text":"x"}'], { type: 'application/json' })
    const exchange = (grant: Record<string, string>) => new URLSearchParams({ ...client, ...grant })
    const ways: Record<string, (server: TestNode, wrong?: string) => ReturnType<typeof reach>> = {
      upload: (server, wrong = '') => reach(server, upload + wrong, 'Hello'),
      response: (server, wrong = '') => reach(server, responseUrl + wrong, message),
      code: (server, wrong = '') => reach(server, '/api/oauth.v2.access', exchange({ code: code + wrong })),
      refresh: (server, wrong = '') =>
        reach(
          server,
          '/api/oauth.v2.access',
          exchange({ grant_type: 'refresh_token', refresh_token: `xoxe-1-known${wrong}` }),
        ),
    }
    const all = async (server: TestNode, wrong?: string) => {
      const answers: Record<string, unknown> = {}
      for (const [name, way] of Object.entries(ways)) {
        const { status, isAgain, body } = await way(server, wrong)
        answers[name] = isAgain ? status : (/"error":"(\w+)"/.exec(body)?.[1] ?? status)
      }
      return answers
    }
    const away = { upload: 503, response: 503, code: 503, refresh: 503 }

    const proxy = await startPostgresProxy(to.address)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpBefore('commit')
    await expect(move({ to: proxy.url, onStep })).rejects.toThrow(/^It is not certain/)
    expect(await all(servers.to)).toEqual(away)
    expect(await move()).toMatchObject({ outcome: 'moved' })
    expect(await all(servers.from)).toEqual(away)
    const unknown = { upload: 404, response: 'invalid_url', code: 'invalid_client_id', refresh: 'invalid_client_id' }
    expect(await all(servers.from, 'x')).toEqual(unknown)
    expect(await all(servers.to)).toEqual({ upload: 200, response: 200, code: 200, refresh: 200 })
  })
})
