import { onFrame, send } from '#store/client/pageClient.ts'

/** [NTF-10] A window that nobody has used for this long is not in sight, although it is visible. */
const idleMs = 600_000
const repeatMs = 60_000

let usedAt = Date.now()
const listeners = new Set<() => unknown>()

/** [NTF-10] Whether somebody looks at this window. */
export function isInSight(): boolean {
  return document.visibilityState === 'visible' && Date.now() - usedAt < idleMs
}

/** Calls back whenever somebody uses this window, which may have been out of sight. */
export function onSight(listener: () => unknown): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** [NTF-10] Tells the server when the window comes into sight and goes out of it, and again each minute while it is. */
export function followSight(): () => void {
  let told: boolean | undefined
  const tell = (again: boolean) => {
    const inSight = isInSight()
    if ((again && inSight) || inSight !== told) told = send({ type: 'sight', in_sight: inSight }) ? inSight : undefined
  }
  const onUse = () => {
    usedAt = Date.now()
    tell(false)
    for (const listener of listeners) listener()
  }
  const onVisible = () => (document.visibilityState === 'visible' ? onUse() : tell(false))
  const stopListening = onFrame(({ type }) => (type === 'welcome' || type === 'resumed') && tell(true))
  const timer = setInterval(() => tell(true), repeatMs)
  const events = ['pointerdown', 'keydown', 'focus', 'wheel', 'touchmove'] as const
  for (const event of events) window.addEventListener(event, onUse, { passive: true })
  document.addEventListener('visibilitychange', onVisible)
  onVisible()
  return () => {
    stopListening()
    clearInterval(timer)
    for (const event of events) window.removeEventListener(event, onUse)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
