/**
 * Every key of the client, with what it does: handlers, hints and the list of shortcuts read this table. `Mod` is Cmd on a Mac
 * and Ctrl elsewhere. A key of the groups `go` and `open` acts everywhere, but while something is typed only together with
 * `Mod` or `Alt`, or if it writes nothing. A key of `message` acts on a message that has the focus. `write` and `format`
 * belong to the field in which a message is written.
 */
export const shortcuts = {
  switcher: ['go', 'Jump to a conversation', 'Mod-k'],
  search: ['go', 'Search messages', 'Mod-Shift-f'],
  nextConversation: ['go', 'Next conversation', 'Alt-ArrowDown'],
  previousConversation: ['go', 'Previous conversation', 'Alt-ArrowUp'],
  nextUnread: ['go', 'Next unread conversation', 'Alt-Shift-ArrowDown'],
  previousUnread: ['go', 'Previous unread conversation', 'Alt-Shift-ArrowUp'],
  nextRegion: ['go', 'Next part of the page', 'F6'],
  previousRegion: ['go', 'Previous part of the page', 'Shift-F6'],
  activity: ['open', 'Activity', 'Mod-Shift-m'],
  people: ['open', 'People and groups', 'Mod-Shift-e'],
  channels: ['open', 'Find or create a channel', 'Mod-Shift-l'],
  write: ['open', 'New direct message', 'Mod-Shift-k'],
  profile: ['open', 'Profile and status', 'Mod-Shift-y'],
  preferences: ['open', 'Preferences', 'Mod-,'],
  shortcuts: ['open', 'Keyboard shortcuts', 'Mod-/', '?'],
  files: ['open', 'Add files', 'Mod-u'],
  stop: ['open', 'Stop the reply', 'Mod-.'],
  close: ['open', 'Close the dialog or thread', 'Escape'],
  nextMessage: ['message', 'Next message', 'ArrowDown'],
  previousMessage: ['message', 'Previous message', 'ArrowUp'],
  thread: ['message', 'Reply in thread', 't', 'Enter'],
  react: ['message', 'Add a reaction', 'r'],
  edit: ['message', 'Edit your message', 'e'],
  remove: ['message', 'Delete your message', 'Delete', 'Backspace'],
  pin: ['message', 'Pin or unpin', 'p'],
  unread: ['message', 'Mark unread from here', 'u'],
  copyText: ['message', 'Copy text', 'c'],
  copyLink: ['message', 'Copy link', 'l'],
  more: ['message', 'More actions', 'm'],
  send: ['write', 'Send', 'Enter', 'Mod-Enter'],
  newLine: ['write', 'New line', 'Shift-Enter'],
  editLast: ['write', 'Edit your last message, if the field is empty', 'ArrowUp'],
  undo: ['write', 'Undo', 'Mod-z'],
  redo: ['write', 'Redo', 'Mod-Shift-z', 'Mod-y'],
  bold: ['format', 'Bold', 'Mod-b'],
  italic: ['format', 'Italic', 'Mod-i'],
  strike: ['format', 'Strikethrough', 'Mod-Shift-x'],
  link: ['format', 'Link', 'Mod-Shift-u'],
  orderedList: ['format', 'Numbered list', 'Mod-Shift-7'],
  bulletList: ['format', 'Bulleted list', 'Mod-Shift-8'],
  blockquote: ['format', 'Quote', 'Mod-Shift-9'],
  code: ['format', 'Code', 'Mod-Shift-c'],
  codeBlock: ['format', 'Code block', 'Mod-Alt-Shift-c'],
  indent: ['format', 'One level deeper in a list', 'Tab'],
  outdent: ['format', 'One level back in a list', 'Shift-Tab'],
} as const satisfies Record<string, readonly [group: Group, does: string, ...keys: string[]]>

export type Group = 'go' | 'open' | 'message' | 'write' | 'format'

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

/** The keys of a shortcut: `Mod-Shift-f`. */
export function keysOf(id: ShortcutId): readonly string[] {
  return shortcuts[id].slice(2)
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

/** A label with the first key of its shortcut: "Copy link (L)". */
export function withKeys(label: string, id: ShortcutId): string {
  return `${label} (${formatKeys(id)})`
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
  Mod: ['Ctrl', '⌘'],
  Alt: ['Alt', '⌥'],
  Shift: ['Shift', '⇧'],
  Enter: ['Enter', '↵'],
  Escape: ['Esc', 'Esc'],
  ArrowUp: ['↑', '↑'],
  ArrowDown: ['↓', '↓'],
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(id: ShortcutId): string {
  return keysOf(id)
    .map((keys) => keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+'))
    .join(' ')
}
