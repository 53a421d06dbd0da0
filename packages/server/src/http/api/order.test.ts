import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import { channelArgument, requiredArgs, stringArgument } from '#testing/calls/argumentNames'
import { isTeamMethod, tokenWithoutScopes } from '#testing/refusals/commonRefusal'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { tokenFor } from '#testing/calls/tokens'
import { changeTeam, setMethod } from '#testing/workspace/settings'
import type { Workspace } from '#testing/workspace/workspace'

/** One step of the order of checks, and what makes a call fail at that step and at no earlier one. */
interface Fault {
  error: string
  method?: string
  token?: string
  type?: string
  body?: string
  args?: Record<string, unknown>
  /** Prepares the state that causes the error; `undo` restores it. */
  first?: (scene: Workspace, name: string) => unknown
  undo?: (scene: Workspace, name: string) => unknown
  /** Errors of the same step are listed in the order in which they are checked. */
  step: number
}

/** Steps 1 to 12 of a method. They follow from its declaration. */
function sharedSteps(method: Method): Fault[] {
  const back = (scene: Workspace, name: string) => setMethod(scene, name, {})
  const noPolicies = (scene: Workspace) => changeTeam(scene, acmeIds.team, { policies: {} })
  const given = { step: 10, error: 'missing_scope' }
  const text = stringArgument(method)
  const steps: (Fault | false)[] = [
    { step: 1, error: 'unknown_method', method: `${method.name}s` },
    {
      step: 2,
      error: 'deprecated_endpoint',
      first: (scene, name) => setMethod(scene, name, { endpointDeprecated: true }),
      undo: back,
    },
    {
      step: 3,
      error: 'service_unavailable',
      first: ({ state }) => (state.draining = true),
      undo: ({ state }) => (state.draining = false),
    },
    { step: 4, error: 'invalid_post_type', type: 'application/xml' },
    { step: 4, error: 'invalid_charset', type: 'application/json; charset=koi8-r' },
    { step: 4, error: 'invalid_json', body: '{"odd-name":1' },
    { step: 5, error: 'invalid_arg_name', args: { 'odd-name': 1 } },
    ...(method.tokens === 'none'
      ? []
      : ([
          { step: 6, error: 'not_authed', token: '' },
          { step: 7, error: 'invalid_auth', token: 'xoxb-nobody' },
          { step: 7, error: 'token_expired', token: 'xoxb-acme-expired' },
          { step: 8, error: 'team_added_to_org', token: 'xoxb-joining-scout' },
          !method.tokens.includes('app') && { step: 9, error: 'not_allowed_token_type', token: 'xapp-1-A0SCOUT-acme' },
          method.scopes.length > 0 && { ...given, token: tokenWithoutScopes(method) },
          'username' in method.args.shape && { ...given, token: 'xoxb-acme-plain', args: { username: 'Payroll' } },
          isTeamMethod(method) && {
            step: 11,
            error: 'ratelimited',
            first: (scene, name) => changeTeam(scene, acmeIds.team, { policies: { rate_limits: { [name]: 0 } } }),
            undo: noPolicies,
          },
        ] satisfies (Fault | false)[])),
    text !== undefined && { step: 12, error: 'invalid_array_arg', args: { [text]: ['x'] } },
    requiredArgs(method).length > 0 && {
      step: 12,
      error: 'invalid_arguments',
      args: { [requiredArgs(method).at(-1)!]: undefined },
    },
    'username' in method.args.shape && { step: 12, error: 'reserved_username', args: { username: 'Payroll' } },
  ]
  return steps.filter((step) => step !== false)
}

const long = 'x'.repeat(12_001)
const noMore = (policies: object) => ({
  first: (scene: Workspace) => changeTeam(scene, acmeIds.team, { policies }),
  undo: (scene: Workspace) => changeTeam(scene, acmeIds.team, { policies: {} }),
})
const repeated: Fault = {
  step: 13,
  error: 'duplicate_message_not_found',
  args: { client_msg_id: '5f1f9a52-0000-4000-8000-000000000002' },
}
const noThread: Fault = { step: 16, error: 'invalid_thread_ts', args: { thread_ts: 'x' } }
const noMessages: Fault = { step: 19, error: 'message_limit_exceeded', ...noMore({ message_limit: 0 }) }

/** Those of steps 13 to 19 that a method has in addition to the checks of its channel. */
const ownSteps: Record<string, Fault[]> = {
  'chat.startStream': [
    repeated,
    { step: 15, error: 'missing_recipient_user_id', args: { recipient_user_id: '' } },
    { step: 15, error: 'missing_recipient_team_id', args: { recipient_team_id: '' } },
    noThread,
    { step: 17, error: 'msg_too_long', args: { markdown_text: long } },
    noMessages,
  ],
  'chat.postMessage': [repeated, noThread, { step: 17, error: 'no_text', args: { text: '' } }, noMessages],
  'chat.appendStream': [
    { step: 17, error: 'msg_too_long', args: { markdown_text: long } },
    { step: 18, error: 'message_not_found', args: { ts: '1767225999.000100' } },
  ],
  'chat.stopStream': [
    { step: 17, error: 'msg_too_long', args: { markdown_text: long } },
    { step: 18, error: 'message_not_found', args: { ts: '1767225999.000100' } },
  ],
  'assistant.threads.setStatus': [noThread],
}

/** [ORD 14] One fault of the channel is enough here; orderOfPlaces.test.ts tests the order among such faults. */
function place(method: Method): Fault[] {
  const channel = channelArgument(method)
  return channel ? [{ step: 14, error: 'channel_not_found', args: { [channel]: 'C0NOPE' } }] : []
}

function stepsOf(method: Method): Fault[] {
  const own = ownSteps[method.name] ?? []
  return [...sharedSteps(method), ...place(method), ...own].toSorted((a, b) => a.step - b.step)
}

/** Whether one call can have both faults. It cannot if both need the same part of the call, such as the token or the body. */
function compatible(one: Fault, other: Fault): boolean {
  const clash = (['method', 'token', 'type', 'body'] as const).some(
    (key) => one[key] !== undefined && other[key] !== undefined && one.token !== '',
  )
  const argument = Object.keys(one.args ?? {}).some((name) => name in (other.args ?? {}))
  const unread = one.body !== undefined && other.args !== undefined && one.step !== 4
  return !clash && !argument && !unread && !(one.undo && other.undo && one.step > 3)
}

describe.each([...methods.values()].map((method) => [method.name, method] as const))(
  '[ORD] the order of checks of %s',
  (name, method) => {
    const steps = stepsOf(method)
    let scene: Workspace
    let good: Record<string, unknown>
    beforeAll(async () => {
      scene = await createAcmeWorkspace()
      await changeTeam(scene, acmeIds.team, { policies: {} })
      good = await minimalArgs(method, { ...acmeIds, call: scene.call, store: scene.store, text: 'Hm' })
    })
    afterAll(() => scene.close())

    test('a call may fail one step only', async () => {
      const wrong: unknown[] = []
      for (const { step, error, ...fault } of steps) {
        const answer = await answerTo([{ step, error, ...fault }])
        if (answer !== error) wrong.push({ step, error, answer })
      }
      expect(wrong).toEqual([])
    })

    // Every pair, not only neighbours.
    test('of two failing steps the earlier one answers', { timeout: 120_000 }, async () => {
      const wrong: unknown[] = []
      for (const [i, earlier] of steps.entries())
        for (const later of steps.slice(i + 1).filter((step) => compatible(earlier, step))) {
          const answer = await answerTo([later, earlier])
          if (answer !== earlier.error) wrong.push({ earlier: earlier.error, later: later.error, answer })
        }
      expect(wrong).toEqual([])
    })

    async function answerTo(faults: Fault[]): Promise<unknown> {
      for (const fault of faults) await fault.first?.(scene, name)
      const fault: Omit<Fault, 'error' | 'step'> = Object.assign({}, ...faults)
      const args = Object.assign({}, good, ...faults.map((one) => one.args))
      const before = await scene.countRows()

      const { body } = await scene.send(fault.method ?? name, {
        method: 'POST',
        headers: {
          'content-type': fault.type ?? 'application/json; charset=utf-8',
          ...(fault.token === '' ? {} : { authorization: `Bearer ${fault.token ?? tokenFor(method, acmeIds)}` }),
        },
        body: fault.body ?? JSON.stringify(args),
      })

      expect(await scene.countRows()).toBe(before)
      for (const fault of faults) await fault.undo?.(scene, name)
      return body['error']
    }
  },
)

test('[ORD] methods with steps of their own exist', () => {
  expect(Object.keys(ownSteps).filter((name) => !methods.has(name))).toEqual([])
})
