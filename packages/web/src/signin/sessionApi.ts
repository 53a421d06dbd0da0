import { teamOfPage, teamQuery, type Person } from '#store/browser/browserStorage.ts'
import { chooseTeam, isAddingTeam } from '#store/browser/pageTeam.ts'

/** A person who can sign in. */
export type KnownPerson = Person & { team_name: string; name: string; real_name: string }
/** `all`: who is signed in with this browser, one person for each team. */
export type Session = (
  | { signedIn: true; person: Person }
  | { signedIn: false; dev: boolean; people: KnownPerson[] }
) & {
  all: Person[]
}
type SessionAnswer = ({ signed_in: true; team: string; user: string } | SignedOut) & { teams?: Person[] }
type SignedOut = { signed_in: false; dev: boolean; people: KnownPerson[] }

/** Asks the server whether a person is signed in. If not, a development server lists the people who can sign in. */
export async function fetchSession(): Promise<Session> {
  if (isAddingTeam()) return fetchSessionIn('')
  const team = teamOfPage()
  const session = await fetchSessionIn(team)
  if (session.signedIn || session.all.length === 0 || team === undefined) return session
  // The person has signed out of that team, and not of all.
  chooseTeam(undefined)
  return fetchSessionIn(undefined)
}

async function fetchSessionIn(team: string | undefined): Promise<Session> {
  const answer = await fetch(team === undefined ? '/session' : `/session${teamQuery(team)}`, {
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(`GET /session: ${answer.status}`)
  const body: SessionAnswer = await answer.json()
  // Until this page is loaded anew, an older server may answer.
  const all = body.teams ?? []
  if (body.signed_in) return { signedIn: true, person: { team: body.team, user: body.user }, all }
  return { signedIn: false, dev: body.dev, people: body.people, all }
}

/** Returns whether the server has ended the session. */
export async function signOut(): Promise<boolean> {
  return fetch(`/session${teamQuery()}`, { method: 'DELETE' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
