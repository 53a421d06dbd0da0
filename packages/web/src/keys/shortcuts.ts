import { t } from '#words/t.ts'

/**
 * Every key of the client: handlers, hints and the list of shortcuts read this table; `shortcutWords` says what they do. `Mod` is Cmd on a Mac
 * and Ctrl elsewhere. A key of the groups `go` and `open` acts everywhere, but while something is typed only together with
 * `Mod` or `Alt`, or if it writes nothing. A key of `message` acts on a message that has the focus. `write` and `format`
 * belong to the field in which a message is written. Of two with one key, the first that has something to do acts.
 */
export const shortcuts = {
  switcher: ['go', 'Mod-k'],
  search: ['go', 'Mod-Shift-f'],
  nextConversation: ['go', 'Alt-ArrowDown'],
  previousConversation: ['go', 'Alt-ArrowUp'],
  nextUnread: ['go', 'Alt-Shift-ArrowDown'],
  previousUnread: ['go', 'Alt-Shift-ArrowUp'],
  nextRegion: ['go', 'F6'],
  previousRegion: ['go', 'Shift-F6'],
  activity: ['open', 'Mod-Shift-m'],
  later: ['open', 'Mod-Shift-s'],
  people: ['open', 'Mod-Shift-e'],
  channels: ['open', 'Mod-Shift-l'],
  write: ['open', 'Mod-Shift-k'],
  profile: ['open', 'Mod-Shift-y'],
  preferences: ['open', 'Mod-,'],
  shortcuts: ['open', 'Mod-/', '?'],
  beside: ['open', 'Mod-Shift-g'],
  files: ['open', 'Mod-u'],
  stop: ['open', 'Escape', 'Mod-.'],
  close: ['open', 'Escape'],
  team: ['teams', 'Mod-1', 'Mod-2', 'Mod-3', 'Mod-4', 'Mod-5', 'Mod-6', 'Mod-7', 'Mod-8', 'Mod-9'],
  nextMessage: ['message', 'ArrowDown'],
  previousMessage: ['message', 'ArrowUp'],
  enterMessage: ['message', 'ArrowRight'],
  leaveMessage: ['message', 'ArrowLeft'],
  thread: ['message', 't', 'Enter'],
  react: ['message', 'r'],
  edit: ['message', 'e'],
  remove: ['message', 'Delete', 'Backspace'],
  pin: ['message', 'p'],
  unread: ['message', 'u'],
  save: ['message', 's'],
  quote: ['message', 'q'],
  forward: ['message', 'f'],
  remind: ['message', 'd'],
  copyText: ['message', 'c'],
  copyLink: ['message', 'l'],
  more: ['message', 'm'],
  send: ['write', 'Enter', 'Mod-Enter'],
  newLine: ['write', 'Shift-Enter'],
  editLast: ['write', 'ArrowUp'],
  undo: ['write', 'Mod-z'],
  redo: ['write', 'Mod-Shift-z', 'Mod-y'],
  bold: ['format', 'Mod-b'],
  italic: ['format', 'Mod-i'],
  strike: ['format', 'Mod-Shift-x'],
  link: ['format', 'Mod-Shift-u'],
  orderedList: ['format', 'Mod-Shift-7'],
  bulletList: ['format', 'Mod-Shift-8'],
  blockquote: ['format', 'Mod-Shift-9'],
  code: ['format', 'Mod-Shift-c'],
  codeBlock: ['format', 'Mod-Alt-Shift-c'],
  indent: ['format', 'Tab'],
  outdent: ['format', 'Shift-Tab'],
} as const satisfies Record<string, readonly [group: Group, ...keys: string[]]>

export type Group = 'go' | 'open' | 'teams' | 'message' | 'write' | 'format'

export type ShortcutId = keyof typeof shortcuts
// oxlint-disable-next-line typescript/consistent-type-assertions -- `Object.keys` forgets which keys there are
const ids = Object.keys(shortcuts) as ShortcutId[]
/** The shortcuts of some groups. */
export type ShortcutOf<Of extends Group> = {
  [Id in ShortcutId]: (typeof shortcuts)[Id][0] extends Of ? Id : never
}[ShortcutId]

export function shortcutsOf<Of extends Group>(...groups: readonly Of[]): ShortcutOf<Of>[] {
  const isOfThem = (id: ShortcutId): id is ShortcutOf<Of> => groups.some((group) => group === shortcuts[id][0])
  return ids.filter(isOfThem)
}

/** [WEB-19] Whether a key that writes something may act alone. */
export function hasSingleKeys(): boolean {
  return globalThis.document?.documentElement.dataset['single_keys'] !== 'off'
}

/** The keys of a shortcut: `Mod-Shift-f`. Without single keys there may be none. */
export function keysOf(id: ShortcutId): readonly string[] {
  return shortcuts[id].slice(1).filter((key) => key.length > 1 || hasSingleKeys())
}

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Whether a key that is pressed is one of a shortcut. */
export function isPressed(event: Pressed, id: ShortcutId, mac = isMac): boolean {
  return keysOf(id).some((keys) => fits(event, keys, mac))
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

function fits({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, keys: string, mac: boolean): boolean {
  const parts = keys.split('-')
  const name = parts.pop() ?? ''
  const mod = parts.includes('Mod')
  // Signs may need Shift, which differs between keyboards.
  const isSign = name.length === 1 && name.toLowerCase() === name.toUpperCase()
  return (
    name === (key.length === 1 ? key.toLowerCase() : key) &&
    ctrlKey === (mod && !mac) &&
    metaKey === (mod && mac) &&
    altKey === parts.includes('Alt') &&
    (isSign || shiftKey === parts.includes('Shift'))
  )
}

/** The first key of a shortcut, as it is written on this machine: "Ctrl+Shift+F", "⇧⌘F". */
export function formatKeys(id: ShortcutId): string {
  return nameKeys(keysOf(id)[0] ?? '').join(isMac ? '' : '+')
}

/** The names on the keys: `Ctrl`, `Shift`, `F`. */
export function nameKeys(keys: string, mac = isMac): string[] {
  return keys.split('-').map((key) => names[key]?.[mac ? 1 : 0] ?? (key.length === 1 ? key.toUpperCase() : key))
}

const names: Record<string, [elsewhere: string, mac: string]> = {
  Mod: [t('Ctrl'), '⌘'],
  Alt: ['Alt', '⌥'],
  Shift: [t('Shift'), '⇧'],
  Enter: ['Enter', '↵'],
  Escape: ['Esc', 'Esc'],
  ArrowUp: ['↑', '↑'],
  ArrowDown: ['↓', '↓'],
  ArrowRight: ['→', '→'],
  ArrowLeft: ['←', '←'],
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(id: ShortcutId): string {
  return keysOf(id)
    .map((keys) => keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+'))
    .join(' ')
}
