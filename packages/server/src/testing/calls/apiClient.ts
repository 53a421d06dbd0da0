import { expect } from 'vitest'
import type { z } from 'zod'
import { methods } from '#methods/index'
import { failureEnvelope, successEnvelope } from '#rpc/envelope'
import { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'

/** What the helpers need of a method. */
export type AnyMethod = Pick<Method, 'name' | 'result' | 'effect'>

export interface CallOptions {
  /** `none` sends no token. */
  token?: string
  /** The encoding of the arguments. */
  as?: 'json' | 'form'
}

/** The answer to a call: the envelope with the result of the method. */
export type Answer<M extends AnyMethod = AnyMethod> = { ok: boolean; error?: string; detail?: string } & Partial<
  z.output<M['result']>
>

/** Calls methods over HTTP. Checks each answer against the method's declaration; throws an unexpected error of the server. */
export function createApiClient(url: string, unexpectedErrors: unknown[]) {
  return { send, post, call }

  /** Sends any request to `/api/…`. Returns the answer unchecked. */
  async function send(path: string, init: RequestInit = {}) {
    const response = await fetch(`${url}/api/${path}`, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }
  }

  /** Calls a method. Returns the answer with its status and headers. */
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

/** Expects that a success has exactly what the method declares, and that a refusal has an error that it declares. */
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

/** Encodes arguments as the Node SDK does: objects as JSON, undefined left out. */
export function toForm(args: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
