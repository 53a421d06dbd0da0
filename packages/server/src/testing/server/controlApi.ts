import type { startServer } from './server.ts'

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** Calls a method as Scout, the app of `T0ACME`. Returns the answer's body. */
export async function callAsScout({ request }: TestServer, method: string, args: object): Promise<Record<string, any>> {
  return (await request('POST', `/api/${method}`, { token: 'xoxb-acme-scout', ...args })).body
}

/** A thread as a person of `T0ACME` sees it; the thread of Ana's direct message with Scout by default. */
export async function readThread(
  { request }: TestServer,
  viewer = 'U0ANA',
  { channel, thread_ts } = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' },
): Promise<Record<string, any>> {
  const query = `team=T0ACME&channel=${channel}&thread_ts=${thread_ts}&viewer=${viewer}`
  return (await request('GET', `/control/thread?${query}`)).body
}
