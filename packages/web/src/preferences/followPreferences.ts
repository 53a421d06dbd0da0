import type { ViewerPreferences } from 'rivulet/feedProtocol'
import { setClock } from '#messages/message/times.ts'
import { writeShared } from '#store/browser/browserStorage.ts'
import { emptyWorkspace, workspace } from '#store/workspace/workspace.ts'

/** What each preference is by itself. */
export const byItself = { theme: 'system', density: 'comfortable', clock: 'language' } as const
export type PreferenceName = keyof typeof byItself

/** [WEB-16] Makes the page look as the person prefers, whichever of their browsers they said it in. */
export function followPreferences(): () => void {
  apply(workspace.getState().preferences)
  return workspace.subscribe(({ preferences }, before) => {
    if (preferences !== before.preferences) apply(preferences)
  })
}

/** `public/theme.js` does the same before the first paint, with what is stored here. */
function apply(preferences: ViewerPreferences): void {
  // Without the server, what the browser has stored holds.
  if (preferences === emptyWorkspace.preferences) return
  for (const name of ['theme', 'density', 'clock'] as const) {
    const value = preferences[name] ?? byItself[name]
    const chosen = value === byItself[name] ? undefined : value
    writeShared(name, chosen)
    if (chosen === undefined) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = chosen
  }
  setClock(preferences.clock)
}
