import { route } from '#routing/route.ts'
import { ownerOfPage } from '#store/browser/browserStorage.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { writeKept } from './database.ts'
import { writeLastRead } from './lastRead.ts'

const maxRecent = 10
const firstMs = 5000
const repeatMs = 60_000

/** [WEB-15] Keeps in the browser what the person read last: now and then, and when the page goes out of sight. */
export function keepLastRead(): () => void {
  let recent: string[] = []
  let written: unknown
  const follow = () => {
    const { channel } = route.getState()
    if (channel) recent = [channel, ...recent.filter((id) => id !== channel)].slice(0, maxRecent)
  }
  const keep = () => {
    const [state, person] = [workspace.getState(), ownerOfPage()]
    if (!person || state === written || state.epoch === undefined) return
    written = state
    // The browser may have no room, or no database.
    writeKept(writeLastRead(state, person, recent)).catch(() => {})
  }
  const onHidden = () => document.visibilityState === 'hidden' && keep()
  follow()
  const stopRoute = route.subscribe(follow)
  const first = setTimeout(keep, firstMs)
  const timer = setInterval(keep, repeatMs)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    stopRoute()
    clearTimeout(first)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}
