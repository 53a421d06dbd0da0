/** [NTF-11] What the server pushes. Without a title it has no names and no words. */
type Push = {
  person: { team: string; user: string }
  channel: string
  ts: string
  thread_ts?: string
  title?: string
  body?: string
}
type SignedIn = { signed_in: boolean; team?: string; user?: string }

const patienceMs = 5000

/**
 * Shows a push, if its person is signed in here at this moment: a push service may have kept it for a day. If the server does
 * not say, it is shown without names and words.
 */
export async function showPush(worker: ServiceWorkerGlobalScope, { data }: PushEvent): Promise<void> {
  const push: Push | undefined = data?.json()
  if (!push) return
  const session = await fetchSession()
  const isTheirs = session?.signed_in && session.team === push.person.team && session.user === push.person.user
  if (session && !isTheirs) return forgetPerson(worker)
  const { channel, ts, thread_ts: thread } = push
  const words =
    session && push.title !== undefined ? push : { title: 'Rivulet', body: 'There is a new message for you.' }
  await worker.registration.showNotification(words.title ?? '', {
    body: words.body ?? '',
    // Shown again, it takes the place of the first.
    tag: `${channel}/${ts}`,
    icon: '/icon-192.png',
    data: { channel, ts, thread },
  })
}

async function fetchSession(): Promise<SignedIn | undefined> {
  try {
    const answer = await fetch('/session', {
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
  const { channel, ts, thread }: { channel: string; ts: string; thread?: string } = notification.data
  const path = `/archives/${channel}/p${ts.replace('.', '')}${thread ? `?thread_ts=${thread}&cid=${channel}` : ''}`
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(path))
  open.postMessage({ type: 'open', path })
  await open.focus().catch(() => {})
}

/** [SES-11] Nobody is signed in any more: this browser takes no pushes, and shows none. */
export async function forgetPerson({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await registration.getNotifications()) notification.close()
}
