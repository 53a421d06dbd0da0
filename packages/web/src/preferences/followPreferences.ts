import type { ViewerPreferences } from 'rivulet/feedProtocol'
import { edits } from '#messages/editing/keptEdits.ts'
import { hasNewWords } from '#messages/editing/openEdit.ts'
import { setClock } from '#words/times.ts'
import { readShared, writeShared } from '#store/browser/browserStorage.ts'
import { emptyWorkspace, workspace } from '#store/workspace/workspace.ts'

/** What each preference is by itself. */
export const byItself = {
  theme: 'system',
  density: 'comfortable',
  clock: 'language',
  language: 'browser',
  single_keys: 'on',
} as const
type Preferred = Required<ViewerPreferences>
export type PreferenceName = keyof typeof byItself
// oxlint-disable-next-line typescript/consistent-type-assertions -- `Object.keys` forgets which keys there are
const names = Object.keys(byItself) as PreferenceName[]

/** [WEB-16] Makes the page look as the person prefers, whichever of their browsers they said it in. */
export function followPreferences(): () => void {
  apply(workspace.getState().preferences)
  return workspace.subscribe(({ preferences }, before) => {
    if (preferences !== before.preferences) apply(preferences)
  })
}

/** Whether the server has not said yet what the person prefers. */
let isFirst = true

/** `public/theme.js` does the same before the first paint, with what is stored here. */
function apply(preferences: ViewerPreferences): void {
  // Without the server, what the browser has stored holds.
  if (preferences === emptyWorkspace.preferences) return
  const language = preferences.language ?? byItself.language
  const { lang, dataset } = document.documentElement
  const isOther = language !== lang && language !== (dataset['language'] ?? byItself.language)
  // A page that began without the server may have a change that is not saved. It follows when it is loaded next.
  if (isFirst && isOther && ![...edits].some(hasNewWords)) speak(language)
  isFirst = false
  for (const name of names) {
    const value = preferences[name] ?? byItself[name]
    const chosen = value === byItself[name] ? undefined : value
    writeShared(name, chosen)
    if (chosen === undefined) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = chosen
  }
  setClock(preferences.clock)
}

/** [WEB-18] Loads the page again in a language: texts are chosen when their modules are loaded. */
export function speak(language: Preferred['language']): void {
  const chosen = language === byItself.language ? undefined : language
  writeShared('language', chosen)
  // Without storage, the next page would ask for the same again.
  if (readShared('language') === chosen) location.reload()
}
