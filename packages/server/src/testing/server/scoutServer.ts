import { expect } from 'vitest'
import { startServer } from './server.ts'

/** A server whose app Scout makes calls. `api` expects each call to succeed, and returns the ts that it answers. */
export async function startServerWithScout() {
  const { url, request } = await startServer()
  return { url, api }

  async function api(method: string, args: object): Promise<{ ts: string; message_ts: string }> {
    const { body } = await request('POST', `/api/${method}`, args, { authorization: 'Bearer xoxb-acme-scout' })
    expect(body).toMatchObject({ ok: true })
    return { ts: body['ts'], message_ts: body['message_ts'] }
  }
}
