import { expect } from 'vitest'
import type { z } from 'zod'
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

/** Calls over HTTP. A success is held against the method's declaration; a defect fails the test that met it. */
export function callsOf(url: string, defects: unknown[]) {
  return { send, post, call }

  /** Any request to `/api/…`, with its answer as it came. */
  async function send(path: string, init: RequestInit = {}) {
    const response = await fetch(`${url}/api/${path}`, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }
  }

  /** A call with its answer as it came, whatever it is. */
  function post(method: Pick<Method, 'name'>, args: object, options: CallOptions = {}) {
    const { token = 'xoxb-acme-scout', as = 'json' } = options
    return send(method.name, {
      method: 'POST',
      headers: {
        ...(token === 'none' ? {} : { authorization: `Bearer ${token}` }),
        'content-type': as === 'json' ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
      },
      body: as === 'json' ? JSON.stringify(args) : formOf(args),
    })
  }

  async function call<M extends AnyMethod>(
    method: M,
    args: object = {},
    options: CallOptions = {},
  ): Promise<Answer<M>> {
    const { status, body } = await post(method, args, options)
    const [defect] = defects.splice(0)
    if (defect) throw defect
    expect(status).toBe(body['error'] === 'ratelimited' ? 429 : 200)
    if (body['ok']) expectDeclared(method, body)
    return body as Answer<M>
  }
}

/** A success has what the method declares, all of it and nothing more. */
function expectDeclared(method: AnyMethod, body: Record<string, unknown>): void {
  expect({ ok: true, ...method.result.parse(body) }).toEqual(body)
}

/** As the Node SDK sends it: what is structured as JSON, undefined left out. */
export function formOf(args: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
