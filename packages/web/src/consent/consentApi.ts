import { teamOfPage, teamQuery } from '#store/browser/browserStorage.ts'
import { t } from '#words/t.ts'
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
  /** The channels that the person may choose for the app’s webhook, if it asks for one. */
  webhook_channels?: { id: string; name: string }[]
}

export type ConsentError = { error: string; detail: string }

/** Fetches the request that the page's query describes; undefined if nobody is signed in. */
export async function fetchConsent(search: string): Promise<ConsentRequest | ConsentError | undefined> {
  const query = requestIn(search)
  // The team that the browser is signed in to, which need not be the one that the program asks for.
  const team = teamOfPage()
  if (team === undefined) query.delete('team')
  else query.set('team', team)
  const answer = await fetch(`/oauth/v2/consent?${query.toString()}`, {
    headers: { accept: 'application/json' },
  })
  if (answer.status === 401) return undefined
  return answer.ok ? answer.json() : problemIn(answer)
}

/** Sends the person's decision; returns where the browser goes next. */
export async function sendDecision(
  search: string,
  agree: boolean,
  webhookChannel: string | undefined,
): Promise<{ go: string } | ConsentError> {
  const request = Object.fromEntries(requestIn(search))
  const answer = await fetch(`/oauth/v2/consent${teamQuery()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ asked: request, agree, webhook_channel: webhookChannel }),
  })
  return answer.ok ? answer.json() : problemIn(answer)
}

/** A program that people sign in to asks in `scope` for what it wants to know of the person. */
function requestIn(search: string): URLSearchParams {
  const request = new URLSearchParams(search)
  if (!location.pathname.startsWith('/openid/')) return request
  request.set('user_scope', request.get('scope') ?? 'openid')
  request.delete('scope')
  return request
}

async function problemIn(answer: Response): Promise<ConsentError> {
  const body: Partial<ConsentError> = await answer.json().catch(() => ({}))
  return { error: body.error ?? String(answer.status), detail: body.detail ?? t('The server gave no reason.') }
}
