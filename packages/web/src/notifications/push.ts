import { createStore } from 'zustand/vanilla'
import { request } from '#store/client/pageClient.ts'
import { isInSeveralTeams, ownerOfPage } from '#store/browser/browserStorage.ts'
import { t } from '#words/t.ts'
import { serviceWorker } from './serviceWorker.ts'
import { isInSight } from './sight.ts'

/**
 * Whether this browser is notified without an open page. `unsupported`: it cannot be. `off`: this server pushes nothing, or
 * the browser was not subscribed. `text`: whether the server sends names and words.
 */
export type Pushes = { state: 'unknown' | 'unsupported' | 'refused' | 'off' | 'on'; text: boolean; problem?: string }

export const pushes = createStore<Pushes>(() => ({ state: 'unknown', text: true }))

/** [NTF-10] The server pushes to this browser what a window that nobody looks at would notify of. */
export function isPushedInstead(): boolean {
  return pushes.getState().state === 'on' && !isInSight()
}

/** [NTF-9] Finds out whether this browser can be notified without an open page, and the server wants to. */
export async function findPushes(): Promise<string | undefined> {
  const registration = await serviceWorker()
  if (!registration || !('pushManager' in registration)) return settle('unsupported')
  const result = await request({ type: 'push_key' }, 'push_key')
  if (!result.ok) return undefined
  const { key, text } = result.answer
  pushes.setState({ state: key === null ? 'refused' : pushes.getState().state, text })
  return key ?? undefined
}

/** [NTF-9] Notifies this browser from now on, with the names and words of messages or without. */
export async function turnPushesOn(text: boolean): Promise<void> {
  const key = await findPushes()
  const registration = await serviceWorker()
  if (key === undefined || !registration) return
  try {
    const { endpoint, keys } = (await subscribe(registration.pushManager, key)).toJSON()
    const { p256dh = '', auth = '' } = keys ?? {}
    const result = await request({ type: 'subscribe', endpoint: endpoint ?? '', p256dh, auth, text }, 'done')
    settle(result.ok ? 'on' : 'off', result.ok ? undefined : result.detail)
  } catch {
    settle('off', t('This browser cannot reach its push service. Try again later.'))
  }
}

/** A subscription belongs to the key of the server with which it was made. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && keyOf(known) === key) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** [NTF-9, SES-14] Nothing of this team is pushed to this browser any more. Its other teams may use the same subscription. */
export async function turnPushesOff(): Promise<void> {
  settle('off')
  await request({ type: 'unsubscribe' }, 'done')
  if (isInSeveralTeams()) return
  const registration = await serviceWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** [NTF-6] Closes the pushed notifications of this team that are over. */
export async function closePushed(isOver: (place: PushedPlace) => boolean): Promise<void> {
  if (pushes.getState().state !== 'on') return
  const registration = await serviceWorker()
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const place: PushedPlace = notification.data
    if (place.team === ownerOfPage()?.team && isOver(place)) notification.close()
  }
}

/** What the service worker says of a notification. */
type PushedPlace = { team: string; channel: string; ts: string; thread?: string; reminds?: true }

function settle(state: Pushes['state'], problem?: string): undefined {
  const { text } = pushes.getState()
  pushes.setState({ state, text, ...(problem === undefined ? {} : { problem }) }, true)
}
