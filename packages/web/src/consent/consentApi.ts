/** What an app asks the signed-in person to allow. */
export type ConsentRequest = {
  app: { id: string; name: string; bot_user: string; bot_name: string; description?: string; long_description?: string }
  team: { id: string; name: string }
  person: { id: string; name: string }
  scopes: string[]
  user_scopes: string[]
  /** The host to which the browser returns. */
  returns_to: string
  installed: boolean
}

export type ConsentError = { error: string; detail: string }

/** Fetches the request that the page's query describes; undefined if nobody is signed in. */
export async function fetchConsent(search: string): Promise<ConsentRequest | ConsentError | undefined> {
  const answer = await fetch(`/oauth/v2/consent${search}`, { headers: { accept: 'application/json' } })
  if (answer.status === 401) return undefined
  return answer.ok ? answer.json() : problemIn(answer)
}

/** Sends the person's decision; returns where the browser goes next. */
export async function sendDecision(search: string, agree: boolean): Promise<{ go: string } | ConsentError> {
  const request = Object.fromEntries(new URLSearchParams(search))
  const answer = await fetch('/oauth/v2/consent', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ asked: request, agree }),
  })
  return answer.ok ? answer.json() : problemIn(answer)
}

async function problemIn(answer: Response): Promise<ConsentError> {
  const body: Partial<ConsentError> = await answer.json().catch(() => ({}))
  return { error: body.error ?? String(answer.status), detail: body.detail ?? 'The server gave no reason.' }
}
