import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { startStream } from '#methods/chat/startStream'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import type { CommonRefusal } from '#testing/refusals/commonRefusal'
import { commonRefusals } from '#testing/refusals/commonRefusals'
import { onBothDatabases } from '#testing/database/databases'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { tokenFor } from '#testing/calls/tokens'
import type { Workspace } from '#testing/workspace/workspace'

type Row = [method: string, error: string, cause: string, by: Method, refusal: CommonRefusal]

/** A row for each method, each common error that it can answer with, and each real cause of that error. */
function rowsFor(all: Iterable<Method>): Row[] {
  return [...all].flatMap((method) =>
    Object.entries(commonRefusals).flatMap(([error, causes]) =>
      Object.entries(causes).flatMap(([cause, refusal]): Row[] =>
        !refusal.appliesTo || refusal.appliesTo(method) ? [[method.name, error, cause, method, refusal]] : [],
      ),
    ),
  )
}

describe.each([...methods.values()].map((method) => [method.name, method] as const))('%s', (_name, method) => {
  let scene: Workspace
  let good: Record<string, unknown>
  beforeAll(async () => {
    scene = await createAcmeWorkspace()
    good = await minimalArgs(method, { ...acmeIds, call: scene.call, store: scene.store, text: 'Hm' })
  })
  afterAll(() => scene.close())

  test.each(rowsFor([method]))('[ORD, ENV-3, PLA-1] %s answers %s: %s', async (_name, error, _cause, by, refusal) => {
    // A refused call writes nothing, so the calls share a workspace, except those that prepare it first.
    if (refusal.prepare) return refused(await createAcmeWorkspace(), error, by, refusal)
    return refused(scene, error, by, refusal, good)
  })
})

onBothDatabases('errors common to the methods of the contract', (open) => {
  test.each(rowsFor([startStream, setStatus]).filter(([, , , , refusal]) => !refusal.isUnexpected))(
    '[ORD] %s answers %s: %s',
    async (_name, error, _cause, method, refusal) => {
      await refused(await createAcmeWorkspace(await open()), error, method, refusal)
    },
  )
})

async function refused(scene: Workspace, error: string, method: Method, refusal: CommonRefusal, args?: object) {
  const { token = tokenFor(method, acmeIds), detail, status = 200, isUnexpected = false } = refusal
  const good = args ?? (await minimalArgs(method, { ...acmeIds, call: scene.call, store: scene.store, text: 'Hm' }))
  await refusal.prepare?.(scene, method)
  const before = isUnexpected ? 0 : await scene.countRows()

  const bearer = typeof token === 'string' ? token : token(method)
  const answer = await scene.send(refusal.method ?? method.name, requestOf(method, refusal, bearer, good))

  const words = typeof detail === 'string' ? detail : detail(method)
  expect(answer.body).toMatchObject({
    ok: false,
    error,
    detail: expect.any(String),
    response_metadata: { messages: [expect.stringMatching(/^\[ERROR\] ./)] },
  })
  expect(`${answer.body['detail']} ${answer.body['response_metadata'].messages}`).toContain(words)
  expect(answer.status).toBe(status)
  expect(scene.state.unexpectedErrors.splice(0)).toHaveLength(isUnexpected ? 1 : 0)
  if (!isUnexpected) expect(await scene.countRows()).toBe(before)
}

function requestOf(method: Method, refusal: CommonRefusal, token: string, good: object): RequestInit {
  const { verb = 'POST', type = 'application/json; charset=utf-8', headers = {} } = refusal
  const body = refusal.body ?? JSON.stringify({ ...good, ...refusal.args?.(method) })
  return {
    method: verb,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(type === '' ? {} : { 'content-type': type }),
      ...headers,
    },
    // The body is sent as bytes, because fetch would add a Content-Type to text.
    ...(verb === 'GET' ? {} : { body: new TextEncoder().encode(body) }),
  }
}
