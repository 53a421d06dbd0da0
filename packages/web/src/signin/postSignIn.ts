import { chooseTeam, isAddingTeam } from '#store/browser/pageTeam.ts'
import { t } from '#words/t.ts'
import type { KnownPerson } from './sessionApi.ts'

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
    if (answer.ok) {
      const signedIn = new URLSearchParams(answer.headers.get('content-location')?.split('?')[1]).get('team')
      if (isAddingTeam() && signedIn !== null) chooseTeam(signedIn)
      return undefined
    }
    const body: { detail?: string; people?: KnownPerson[] } = await answer.json().catch(() => ({}))
    return { problem: body.detail ?? t('That did not work. Try again.'), people: body.people }
  } catch {
    return { problem: t('The server cannot be reached. Try again in a moment.') }
  }
}
