import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { startStream } from '#methods/chat/startStream'
import type { CommonError } from '#rpc/commonErrors'
import { onBothDatabases } from '#testing/databases'
import { enterprise } from '#testing/files'
import { aWorkspace, type Workspace } from '#testing/workspace'

/** A call that is refused, for a reason that is really there: in the request, in the workspace, or in the server. */
interface Case {
  args?: Record<string, unknown>
  token?: string
  type?: string
  body?: string
  method?: string
  file?: string
  after?: (scene: Workspace) => Promise<unknown>
  says: string
  status?: number
  /** Whether something breaks: the log of defects has it then. */
  breaks?: boolean
}

const root = '1767225600.000100'
/** Valid for both: what one of them does not know it leaves aside. */
const valid = {
  channel: 'C0HELP',
  channel_id: 'C0HELP',
  thread_ts: root,
  recipient_user_id: 'U0BEN',
  recipient_team_id: 'T0ACME',
  status: 'reads',
}
const place = (id: string) => ({ channel: id, channel_id: id })
const form = 'application/x-www-form-urlencoded'

// One case for each shared error: the compiler asks for the missing ones. request_timeout is in damage.test.ts.
const cases: Record<
  Exclude<CommonError, 'request_timeout'> | 'channel_not_found' | 'invalid_thread_ts' | 'reserved_username',
  Case
> = {
  unknown_method: { method: 'chat.start', says: 'chat.start' },
  deprecated_endpoint: { file: enterprise('{ endpoint_deprecated: true }'), token: 'xoxb-one', says: 'deprecated' },
  method_deprecated: { file: enterprise('{ deprecated: true }'), token: 'xoxb-one', says: 'deprecated' },
  service_unavailable: { after: async ({ state }) => (state.draining = true), status: 503, says: 'going down' },
  invalid_post_type: { type: 'application/xml', body: '<a/>', says: 'application/xml' },
  missing_post_type: { type: '', body: 'channel=C0HELP', says: 'Content-Type' },
  invalid_charset: { type: `${form}; charset=koi8-r`, body: 'a=1', says: 'koi8-r' },
  invalid_form_data: { type: form, body: 'channel=%GG', says: '%GG' },
  invalid_json: { type: 'application/json', body: '{', says: 'not JSON' },
  json_not_object: { type: 'application/json', body: '"x"', says: 'object' },
  invalid_arg_name: { args: { né: 1 }, says: 'né' },
  invalid_array_arg: { args: { thread_ts: [root] }, says: 'thread_ts' },
  invalid_arguments: { args: { thread_ts: undefined }, says: 'missing required field: thread_ts' },
  not_authed: { token: '', says: 'Bearer' },
  invalid_auth: { token: 'xoxb-nobody', says: 'token' },
  token_expired: { token: 'xoxb-acme-expired', says: '2026-01-01' },
  token_revoked: { token: 'xoxp-acme-revoked', says: 'revoked' },
  account_inactive: { token: 'xoxb-dead-scout', says: 'team' },
  team_added_to_org: { token: 'xoxb-joining-scout', says: 'T0JOINING' },
  org_login_required: { token: 'xoxb-migrate-scout', says: 'T0MIGRATE' },
  accesslimited: { token: 'xoxb-nets-scout', says: '127.0.0.1' },
  two_factor_setup_required: { token: 'xoxb-twofa-scout', says: 'T0TWOFA' },
  not_allowed_token_type: { token: 'xoxp-acme-ana', says: 'bot' },
  enterprise_is_restricted: { file: enterprise('{ enterprise: false }'), token: 'xoxe-all', says: 'enterprise' },
  missing_scope: { token: 'xoxb-acme-reader', says: 'chat:write' },
  ratelimited: { after: noCallsLeft, status: 429, says: 'try again in' },
  channel_not_found: { args: place('C0NOPE'), says: 'C0NOPE' },
  team_access_not_granted: { args: place('C0GLO2'), token: 'xoxe.xoxb-globex-scout', says: 'T0GLOBEX2' },
  ekm_access_denied: { args: place('C0FROZEN'), says: 'C0FROZEN' },
  no_permission: { args: place('C0NOBOT'), says: 'invite it' },
  access_denied: { args: place('C0BLOCKED'), says: 'A0SCOUT' },
  invalid_thread_ts: { args: { thread_ts: 'x' }, says: '"x"' },
  reserved_username: { args: { username: 'Eve' }, says: 'Eve' },
  internal_error: {
    after: ({ store }) => store.db.schema.alterTable('messages').renameColumn('deleted', 'gone').execute(),
    breaks: true,
    says: 'request id',
  },
  fatal_error: { after: closeTheStore, breaks: true, says: 'nothing was written' },
}

// What breaks a database breaks one of its own, in memory.
const everyCall = [startStream, setStatus].flatMap(({ name }) =>
  Object.entries(cases).map(([error, call]): [string, string, Case] => [name, error, call]),
)

onBothDatabases('what is common to all methods', (open) => {
  test.each(everyCall)(
    '[ORD] %s answers %s, from its real cause',
    async (
      name,
      error,
      { args, token = 'xoxb-acme-scout', type, body, file, after, says, status = 200, breaks, ...given },
    ) => {
      const scene = await aWorkspace({
        ...(file === undefined ? {} : { file }),
        ...(breaks ? {} : { store: await open() }),
      })
      await after?.(scene)
      const before = breaks ? 0 : await scene.posted()

      const bytes = new TextEncoder().encode(body ?? JSON.stringify({ ...valid, ...args }))
      const answer = await scene.send(given.method ?? name, {
        method: 'POST',
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(type === '' ? {} : { 'content-type': type ?? 'application/json; charset=utf-8' }),
        },
        body: bytes,
      })

      expect(answer.body).toMatchObject({ ok: false, error, detail: expect.stringContaining(says) })
      expect(answer.status).toBe(status)
      expect(scene.state.defects).toHaveLength(breaks ? 1 : 0)
      if (!breaks) expect(await scene.posted()).toBe(before)
    },
  )
})

describe.each([startStream, setStatus])('$name', (method) => {
  test('[ORD] ekm_access_denied tells the team from the channel', async () => {
    const { post } = await aWorkspace()
    const { body } = await post(method, { ...valid, ...place('C0KEYS') }, { token: 'xoxb-keys-scout' })
    expect(body).toMatchObject({ error: 'ekm_access_denied', detail: expect.stringContaining('T0KEYS') })
  })

  test('[PLA] a channel of another team or enterprise is channel_not_found', async () => {
    const { post } = await aWorkspace()
    for (const token of ['xoxb-acme-scout', 'xoxe.xoxb-globex-scout']) {
      const { body } = await post(method, { ...valid, ...place('C0BUSY') }, { token })
      expect(body).toMatchObject({ error: 'channel_not_found' })
    }
  })

  test('service_unavailable, when the store is out of reach', async () => {
    const scene = await aWorkspace()
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    scene.api.store = { ...scene.store, db: scene.store.db, write: () => Promise.reject(refused) }
    const answer = await scene.post(method, valid)
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable', detail: expect.stringContaining('store') },
    })
  })
})

async function noCallsLeft({ store }: Workspace): Promise<void> {
  const policies = { rate_limits: { [startStream.name]: 0, [setStatus.name]: 0 } }
  await store.write((tx) => tx.updateTable('teams').set({ policies }).where('id', '=', 'T0ACME').execute())
}

/** What is known by heart is still answered; the commit cannot be. */
async function closeTheStore({ store, post }: Workspace): Promise<void> {
  await post(setStatus, { ...valid, ...place('C0NOPE') })
  await store.close()
}
