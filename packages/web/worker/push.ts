/** [NTF-11] What the server pushes. Without a title it has no names and no words. */
type Push = {
  person: { team: string; user: string }
  channel: string
  ts: string
  thread_ts?: string
  /** The person wanted to be reminded of it. */
  reminds?: true
  title?: string
  body?: string
}
/** `teams`: those that the browser is signed in to. `sees`: whether the person still sees what was pushed. */
type SignedIn = { signed_in: boolean; team?: string; user?: string; teams?: Push['person'][]; sees?: boolean }

const patienceMs = 5000
/** "There is a new message for you." in the languages of the client. The build fills it in. */
declare const newMessageIn: Readonly<Record<string, string>>

/**
 * Shows a push, if its person is signed in here at this moment and still sees the message: a push service may have kept it for
 * a day. If the server does not say, it is shown without names and words.
 */
export async function showPush(worker: ServiceWorkerGlobalScope, { data }: PushEvent): Promise<void> {
  const push: Push | undefined = data?.json()
  if (!push) return
  const session = await fetchSession({ team: push.person.team, channel: push.channel, ts: push.ts })
  const isTheirs = session?.signed_in && session.team === push.person.team && session.user === push.person.user
  if (session && !isTheirs) return forgetUnlessSignedIn(worker, session)
  if (session?.sees === false) return
  const { channel, ts, thread_ts: thread, reminds } = push
  const words = session && push.title !== undefined ? push : { title: 'Rivulet', body: await sayNewMessage() }
  await worker.registration.showNotification(words.title ?? '', {
    body: words.body ?? '',
    // Shown again, it takes the place of the first.
    tag: `${reminds ? 'reminder/' : ''}${channel}/${ts}`,
    icon: '/icon-192.png',
    data: { ...push.person, channel, ts, thread, reminds },
  })
}

/** [WEB-18] In the language that the last page of this browser had. */
async function sayNewMessage(): Promise<string | undefined> {
  const stored = await caches.match('/language').catch(() => undefined)
  return newMessageIn[(await stored?.text()) ?? 'en']
}

async function fetchSession(about: Record<string, string>): Promise<SignedIn | undefined> {
  try {
    const answer = await fetch(`/session?${new URLSearchParams(about)}`, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) return undefined
    const session: SignedIn = await answer.json()
    return session
  } catch {
    return undefined
  }
}

/** Leads to the message, in a page that is open or in a new one. */
export async function openNews(worker: ServiceWorkerGlobalScope, { notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { team, channel, ts, thread }: Record<'team' | 'channel' | 'ts', string> & { thread?: string } =
    notification.data
  const inThread = thread ? `&thread_ts=${thread}&cid=${channel}` : ''
  const path = `/archives/${channel}/p${ts.replace('.', '')}?team=${team}${inThread}`
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(path))
  open.postMessage({ type: 'open', path })
  await open.focus().catch(() => {})
}

/** [SES-14] A person has signed out of one team. The server pushes no more of it; other teams go on. */
export async function forgetTeam(worker: ServiceWorkerGlobalScope): Promise<void> {
  const session = await fetchSession({ team: '' })
  if (session) await forgetUnlessSignedIn(worker, session)
  else await forgetPerson(worker)
}

/** What was pushed to whoever is not signed in any more disappears. That of others stays. */
async function forgetUnlessSignedIn(worker: ServiceWorkerGlobalScope, { teams = [] }: SignedIn): Promise<void> {
  if (teams.length === 0) return forgetPerson(worker)
  for (const notification of await worker.registration.getNotifications()) {
    const to: Push['person'] = notification.data
    if (!teams.some(({ team, user }) => team === to.team && user === to.user)) notification.close()
  }
}

/** [SES-11] Nobody is signed in any more: this browser takes no pushes, and shows none. */
async function forgetPerson({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await registration.getNotifications()) notification.close()
}
