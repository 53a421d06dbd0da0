export type Person = { team: string; team_name: string; user: string; name: string; real_name: string }
export type Session = { signedIn: true } | { signedIn: false; dev: boolean; people: Person[] }

/** Asks the server whether a person is signed in. If not, a development server lists the people who can sign in. */
export async function fetchSession(): Promise<Session> {
  const answer = await fetch('/session', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`GET /session: ${answer.status}`)
  const body: { signed_in: boolean; dev?: boolean; people?: Person[] } = await answer.json()
  return body.signed_in ? { signedIn: true } : { signedIn: false, dev: body.dev === true, people: body.people ?? [] }
}

export type Credentials = { team: string; user: string } | { email: string; password: string; team?: string }
export type SignInRefusal = { problem: string; people?: Person[] | undefined }

/** Signs in. Returns undefined on success; else the problem in words, and the people to choose from if several match. */
export async function signIn(credentials: Credentials): Promise<SignInRefusal | undefined> {
  try {
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(credentials),
    })
    if (answer.ok) return undefined
    const body: { detail?: string; people?: Person[] } = await answer.json().catch(() => ({}))
    return { problem: body.detail ?? 'That did not work. Try again.', people: body.people }
  } catch {
    return { problem: 'The server cannot be reached. Try again in a moment.' }
  }
}

export async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' }).catch(() => undefined)
}
