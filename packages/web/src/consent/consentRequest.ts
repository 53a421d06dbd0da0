/** What an app asks of the person whose browser it is. */
export type Consent = {
  app: { id: string; name: string; bot_user: string; bot_name: string; description?: string; long_description?: string }
  team: { id: string; name: string }
  person: { id: string; name: string }
  scopes: string[]
  user_scopes: string[]
  /** The host of the address that the person goes back to. */
  returns_to: string
  installed: boolean
}

export type Problem = { error: string; detail: string }

/** What the address asks for; `undefined` where nobody is signed in. */
export async function fetchConsent(search: string): Promise<Consent | Problem | undefined> {
  const answer = await fetch(`/oauth/v2/consent${search}`, { headers: { accept: 'application/json' } })
  if (answer.status === 401) return undefined
  return answer.ok ? answer.json() : problemIn(answer)
}

/** Tells the server what the person decided; the answer is where the browser goes next. */
export async function decide(search: string, agree: boolean): Promise<{ go: string } | Problem> {
  const asked = Object.fromEntries(new URLSearchParams(search))
  const answer = await fetch('/oauth/v2/consent', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ asked, agree }),
  })
  return answer.ok ? answer.json() : problemIn(answer)
}

async function problemIn(answer: Response): Promise<Problem> {
  const body: Partial<Problem> = await answer.json().catch(() => ({}))
  return { error: body.error ?? String(answer.status), detail: body.detail ?? 'The server gave no reason.' }
}
