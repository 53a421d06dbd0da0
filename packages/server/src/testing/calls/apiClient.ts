import { expect } from 'vitest'
import type { z } from 'zod'
import { methods } from '#methods/index'
import { failureEnvelope, successEnvelope } from '#rpc/envelope'
import { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'

/** What the helpers need to know of a method. */
export type AnyMethod = Pick<Method, 'name' | 'result' | 'effect'>

export interface CallOptions {
  /** `none` sends none. */
  token?: string
  /** How the arguments travel. */
  as?: 'json' | 'form'
}

/** What a call answers: the envelope with whatever the method adds. */
export type Answer<M extends AnyMethod = AnyMethod> = { ok: boolean; error?: string; detail?: string } & Partial<
  z.output<M['result']>
>

/** Calls over HTTP. An answer is held against the method's declaration; an unexpected error fails the test that met it. */
export function createApiClient(url: string, unexpectedErrors: unknown[]) {
  return { send, post, call }

  /** Any request to `/api/…`, with its answer as it came. */
  async function send(path: string, init: RequestInit = {}) {
    const response = await fetch(`${url}/api/${path}`, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }
  }

  /** A call with its answer as it came, whatever it is. */
  async function post(method: Pick<Method, 'name'>, args: object, options: CallOptions = {}) {
    const { token = 'xoxb-acme-scout', as = 'json' } = options
    const answer = await send(method.name, {
      method: 'POST',
      headers: {
        ...(token === 'none' ? {} : { authorization: `Bearer ${token}` }),
        'content-type': as === 'json' ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
      },
      body: as === 'json' ? JSON.stringify(args) : toForm(args),
    })
    expectDeclared(method.name, answer.body)
    return answer
  }

  async function call<M extends AnyMethod>(
    method: M,
    args: object = {},
    options: CallOptions = {},
  ): Promise<Answer<M>> {
    const { status, body } = await post(method, args, options)
    const [error] = unexpectedErrors.splice(0)
    if (error) throw error
    expect(status).toBe(body['error'] === 'ratelimited' ? 429 : 200)
    return body as Answer<M>
  }
}

/** A success has what the method declares, all of it and nothing more; a refusal is one that it declares. */
function expectDeclared(name: string, body: Record<string, unknown>): void {
  const method = methods.get(name)
  if (body['ok'] === true) return expectSuccess(method?.result, body)
  const { error } = failureEnvelope.parse(body)
  if (!method) return expect(error).toBe('unknown_method')
  const declared = [commonErrors, method.errors].some((errors) => error in errors || 'any' in errors)
  expect(declared, `${name} declares ${error}`).toBe(true)
}

function expectSuccess(result: z.ZodObject | undefined, body: Record<string, unknown>): void {
  const { warning, response_metadata: metadata } = successEnvelope.parse(body)
  expect(warning).toBe(metadata?.warnings?.join(','))
  const { warnings: _said, messages: _lines, ...page } = metadata ?? {}
  const { warning: _twice, response_metadata: _more, ...own } = body
  const bare = Object.keys(page).length > 0 ? { ...own, response_metadata: page } : own
  expect({ ok: true, ...result?.parse(bare) }).toEqual(bare)
}

/** As the Node SDK sends it: what is structured as JSON, undefined left out. */
export function toForm(args: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
