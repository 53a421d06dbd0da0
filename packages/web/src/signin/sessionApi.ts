import type { Person } from '#store/browser/browserStorage.ts'

/** A person who can sign in. */
export type KnownPerson = Person & { team_name: string; name: string; real_name: string }
export type Session = { signedIn: true; person: Person } | { signedIn: false; dev: boolean; people: KnownPerson[] }
type SessionAnswer = { signed_in: true; team: string; user: string } | SignedOut
type SignedOut = { signed_in: false; dev: boolean; people: KnownPerson[] }

/** Asks the server whether a person is signed in. If not, a development server lists the people who can sign in. */
export async function fetchSession(): Promise<Session> {
  const answer = await fetch('/session', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`GET /session: ${answer.status}`)
  const body: SessionAnswer = await answer.json()
  if (!body.signed_in) return { signedIn: false, dev: body.dev, people: body.people }
  return { signedIn: true, person: { team: body.team, user: body.user } }
}

export type Credentials = { team: string; user: string } | { email: string; password: string; team?: string }
export type SignInRefusal = { problem: string; people?: KnownPerson[] | undefined }

/** Signs in. Returns undefined on success; else the problem in words, and the people to choose from if several match. */
export async function signIn(credentials: Credentials): Promise<SignInRefusal | undefined> {
  try {
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(credentials),
    })
    if (answer.ok) return undefined
    const body: { detail?: string; people?: KnownPerson[] } = await answer.json().catch(() => ({}))
    return { problem: body.detail ?? 'That did not work. Try again.', people: body.people }
  } catch {
    return { problem: 'The server cannot be reached. Try again in a moment.' }
  }
}

/** Returns whether the server has ended the session. */
export async function signOut(): Promise<boolean> {
  return fetch('/session', { method: 'DELETE' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
