import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { startStream } from '#methods/chat/startStream'
import { aWorkspace, type Workspace } from '#testing/workspace'

const root = '1767225600.000100'

/** One step of the order of checks: what makes a call fail there, and nowhere before. */
interface Fault {
  error: string
  method?: string
  token?: string
  type?: string
  verb?: string
  args?: Record<string, unknown>
  deprecated?: 'deprecated' | 'endpoint_deprecated'
  draining?: boolean
  after?: (scene: Workspace, name: string) => Promise<void>
}

const looks = { username: 'Payroll' }
const streaming: Fault[] = [
  { error: 'unknown_method', method: 'chat.startStreams' },
  { error: 'deprecated_endpoint', deprecated: 'endpoint_deprecated' },
  { error: 'service_unavailable', draining: true },
  { error: 'invalid_post_type', type: 'application/xml' },
  { error: 'invalid_arg_name', args: { 'odd-name': 1 } },
  { error: 'not_authed', token: '' },
  { error: 'token_expired', token: 'xoxb-acme-expired' },
  { error: 'team_added_to_org', token: 'xoxb-joining-scout' },
  { error: 'not_allowed_token_type', token: 'xoxp-acme-ana' },
  { error: 'missing_scope', token: 'xoxb-acme-reader' },
  { error: 'ratelimited', after: (scene, name) => policy(scene, { rate_limits: { [name]: 0 } }) },
  { error: 'invalid_arguments', args: { task_display_mode: 'dense' } },
  { error: 'reserved_username', args: looks },
  { error: 'duplicate_message_not_found', args: { client_msg_id: '5f1f9a52-0000-4000-8000-000000000002' } },
  { error: 'is_archived', args: { channel: 'C0OLD' } },
  { error: 'missing_recipient_user_id', args: { recipient_user_id: '' } },
  { error: 'invalid_thread_ts', args: { thread_ts: 'x' } },
  { error: 'msg_too_long', args: { markdown_text: 'x'.repeat(12_001) } },
  { error: 'message_limit_exceeded', after: (scene) => policy(scene, { message_limit: 0 }) },
]
const status: Fault[] = [
  ...streaming.slice(0, 11),
  { error: 'invalid_arguments', args: { status: 'x'.repeat(256) } },
  { error: 'reserved_username', args: looks },
  { error: 'ekm_access_denied', args: { channel_id: 'C0FROZEN' } },
  { error: 'invalid_thread_ts', args: { thread_ts: 'x' } },
]
const valid = {
  [startStream.name]: {
    channel: 'C0HELP',
    thread_ts: root,
    recipient_user_id: 'U0BEN',
    recipient_team_id: 'T0ACME',
    markdown_text: 'Hm',
  },
  [setStatus.name]: { channel_id: 'C0HELP', thread_ts: root, status: 'is thinking...' },
}

describe.each([
  [startStream.name, streaming],
  [setStatus.name, status],
])('the order of checks of %s', (name, steps) => {
  test.each(steps.map((step) => [step.error, step] as const))(
    '[ORD] a call may be wrong in nothing but %s',
    async (error, step) => {
      expect(await answerTo(name, [step])).toBe(error)
    },
  )

  const neighbours = steps.slice(1).flatMap((later, i) => {
    const earlier = steps[i]!
    return compatible(earlier, later) ? [[earlier.error, later.error, earlier, later] as const] : []
  })
  test.each(neighbours)('[ORD] %s is answered before %s', async (error, _other, earlier, later) => {
    expect(await answerTo(name, [later, earlier])).toBe(error)
  })

  const last = steps.at(-1)!
  const all = steps.filter((step) => step !== last && compatible(step, last)).map((step) => [step.error, step] as const)
  test.each(all)(`[ORD] %s is answered before ${last.error}`, async (error, step) => {
    expect(await answerTo(name, [last, step])).toBe(error)
  })
})

/** A token has one thing wrong with it, a limit holds for one team: what needs another token cannot be wrong in the same call. */
function compatible(one: Fault, other: Fault): boolean {
  return one.token === '' || one.token === undefined || other.token === undefined
}

async function answerTo(name: string, faults: Fault[]): Promise<unknown> {
  const deprecated = faults.find((fault) => fault.deprecated)?.deprecated
  const scene = await aWorkspace()
  if (deprecated) await setting(scene, name, deprecated)
  for (const fault of faults) await fault.after?.(scene, name)
  scene.state.draining = faults.some((fault) => fault.draining)
  const fault: Omit<Fault, 'error'> = Object.assign({}, ...faults)
  const args = Object.assign({}, valid[name], ...faults.map(({ args }) => args))
  const before = await scene.posted()

  const { body } = await scene.send(fault.method ?? name, {
    method: 'POST',
    headers: {
      'content-type': fault.type ?? 'application/json; charset=utf-8',
      ...(fault.token === '' ? {} : { authorization: `Bearer ${fault.token ?? 'xoxb-acme-scout'}` }),
    },
    body: JSON.stringify(args),
  })

  expect(await scene.posted()).toBe(before)
  return body['error']
}

/** `0`: every call, or every message, is one too many. */
async function policy({ store }: Workspace, more: object): Promise<void> {
  const { policies } = await store.db
    .selectFrom('teams')
    .select('policies')
    .where('id', '=', 'T0ACME')
    .executeTakeFirstOrThrow()
  await store.write((tx) =>
    tx
      .updateTable('teams')
      .set({ policies: { ...policies, ...more } })
      .where('id', '=', 'T0ACME')
      .execute(),
  )
  store.db.memory.clear()
}

async function setting(
  { store }: Workspace,
  name: string,
  deprecated: 'deprecated' | 'endpoint_deprecated',
): Promise<void> {
  const row = await store.db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirstOrThrow()
  const settings = JSON.parse(row.value)
  settings.methods[name] = deprecated === 'deprecated' ? { deprecated: true } : { endpointDeprecated: true }
  const value = JSON.stringify(settings)
  await store.write((tx) => tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute())
  store.db.memory.clear()
}
