export type Client = (method: string, args: object) => Promise<{ ts: string }>

/** Calls the Web API. The demo needs no more of an SDK than this. */
export function createClient(api: string, token: string): Client {
  return async (method, args) => {
    const response = await fetch(api + method, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(args),
    })
    const answer: { ok: boolean; error?: string; ts?: string } = JSON.parse(await response.text())
    if (!answer.ok) throw new Error(`${method}: ${answer.error}`)
    return { ts: answer.ts ?? '' }
  }
}
