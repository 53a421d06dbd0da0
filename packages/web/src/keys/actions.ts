import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { toggleBeside } from '#conversations/beside/openBeside.ts'
import { announce } from '#announcer/announce.ts'
import { toggleSaved } from '#later/saveMessage.ts'
import { quoteMessage } from '#composer/quoteMessage.ts'
import { deleteOwnMessage } from '#messages/editing/deleteOwnMessage.ts'
import { startEditing } from '#messages/editing/useEditing.ts'
import { showPeople } from '#people/openPeople.ts'
import { togglePin } from '#pins/togglePin.ts'
import { preferencesDialog } from '#preferences/preferencesDialog.ts'
import { navigate, route } from '#routing/route.ts'
import { openSearch } from '#search/searchState.ts'
import { stopsIn } from '#messages/window/oneTabStop.ts'
import { markUnread } from '#store/client/markUnread.ts'
import { placeOlder } from '#store/workspace/timeline.ts'
import { contentOf, workspace } from '#store/workspace/workspace.ts'
import { openSwitcher } from '#switcher/switcherState.ts'
import { closeThread } from '#routing/closeThread.ts'
import { t } from '#words/t.ts'
import { focusNextRegion } from './regions.ts'
import { hasSingleKeys, type ShortcutId, type ShortcutOf } from './shortcuts.ts'
import { shortcutsDialog } from './shortcutsDialog.ts'

/** What the keys do that act everywhere; `false` if there is nothing to do. */
export const act: Record<ShortcutOf<'go' | 'open'>, () => void | boolean> = {
  switcher: openSwitcher,
  search: () => openSearch(),
  nextConversation: () => openConversation(1),
  previousConversation: () => openConversation(-1),
  nextUnread: () => openConversation(1, '[data-unread]:not([data-muted="true"])'),
  previousUnread: () => openConversation(-1, '[data-unread]:not([data-muted="true"])'),
  nextRegion: () => focusNextRegion(1),
  previousRegion: () => focusNextRegion(-1),
  activity: () => navigate({ activity: 'all' }),
  later: () => openChannelDialog({ kind: 'later' }),
  people: () => showPeople({ kind: 'list' }),
  channels: () => openChannelDialog({ kind: 'browse' }),
  write: () => openChannelDialog({ kind: 'message' }),
  profile: () => showPeople({ kind: 'profile' }),
  preferences: () => preferencesDialog.setState({ open: true }),
  shortcuts: () => shortcutsDialog.setState({ open: true }),
  beside: toggleBeside,
  files: () => pressButton(currentPane(), 'files'),
  stop: () => stopNewest(currentPane()),
  close: closeThread,
}

/** What the keys do on a message that has the focus. What it cannot be done with stays as it is. */
export const actOnMessage: Record<ShortcutOf<'message'>, (article: HTMLElement) => void> = {
  nextMessage: (article) => focusMessage(article, 1),
  previousMessage: (article) => focusMessage(article, -1),
  enterMessage: (article) => stopsIn(article)[0]?.focus(),
  leaveMessage: (within) => within.closest<HTMLElement>('article')?.focus(),
  thread: (article) => pressButton(article, 'thread'),
  react: (article) => pressButton(article, 'react'),
  edit: startEditing,
  remove(article) {
    const { channel, message } = findMessage(article)
    if (channel && message && article.dataset['own']) void deleteOwnMessage(channel.id, message.ts)
  },
  pin(article) {
    const { channel, message } = findMessage(article)
    if (channel?.member && !channel.archived && message && !message.notice) void togglePin(channel.id, message)
  },
  unread(article) {
    const { channel, message } = findMessage(article)
    if (channel && message) void markUnread(channel.id, message.ts)
  },
  save(article) {
    const { channel, message } = findMessage(article)
    if (channel && message && !message.notice) void toggleSaved(channel.id, message.ts)
  },
  quote(article) {
    const { message } = findMessage(article)
    if (message && !message.notice) quoteMessage(message, article)
  },
  forward(article) {
    const { channel, message } = findMessage(article)
    if (channel && message && !message.notice)
      openChannelDialog({ kind: 'forward', channel: channel.id, ts: message.ts })
  },
  remind(article) {
    const { channel, message } = findMessage(article)
    if (channel && message && !message.notice)
      openChannelDialog({ kind: 'remind', channel: channel.id, ts: message.ts })
  },
  copyText: (article) => pressButton(article, 'copyText'),
  copyLink: (article) => pressButton(article, 'copyLink'),
  more: (article) => pressButton(article, 'more'),
}

/** Nothing has the focus, or still that which has opened the conversation, or what says where words have gone [MSG-36]. */
const beforeWriting = 'body, [data-region="sidebar"] a[aria-current], [data-left-words]'

/** [WEB-24] Takes what is typed outside of any field to the field for a message. */
export function startWriting(event: KeyboardEvent, target: Element): void {
  if (!beginsText(event) || !target.matches(beforeWriting)) return
  if (!hasSingleKeys() || document.querySelector('dialog[open]')) return
  // The editor of an older message may come before it.
  const fields = currentPane()?.querySelectorAll<HTMLElement>('[data-composing]') ?? []
  const field = [...fields].at(-1)
  field?.focus()
  // Behind what is there already: in the editor, the browser would begin before it.
  if (!field?.isContentEditable) return
  getSelection()?.selectAllChildren(field)
  getSelection()?.collapseToEnd()
}

/** The space bar scrolls the page. `Process` is a key that an input method takes: what it makes of it goes to the field. */
function beginsText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ((key.length === 1 && key !== ' ') || key === 'Process') && !ctrlKey && !metaKey && !altKey
}

/** [MSG-6] A message for one person alone is not found: nothing can be done with it. */
function findMessage(article: HTMLElement) {
  const { dataset } = article
  const state = workspace.getState()
  const { channel: id, beside } = route.getState()
  const channel = state.channels[(article.closest('[data-region="thread"]') && beside) || (id ?? '')]
  return { channel, message: channel && contentOf(state, channel.id).messages[dataset['ts'] ?? ''] }
}

/** Presses the button of a shortcut as a click does, if there is one. */
function pressButton(within: Element | null, id: ShortcutId): void {
  within?.querySelector<HTMLButtonElement>(`button[data-shortcut="${id}"]:not(:disabled)`)?.click()
}

/**
 * [WEB-20] Presses Stop: that of the composer, which ends all that is written in this part of the page, else that of the last
 * status. Returns whether there was one.
 */
function stopNewest(pane: Element | null): boolean {
  const button = [
    ...(pane?.querySelectorAll<HTMLButtonElement>('button[data-shortcut="stop"]:not(:disabled)') ?? []),
  ].at(-1)
  if (!button) return false
  button.click()
  announce(t('Stopping…'))
  return true
}

/** The thread if the focus is in it, or nowhere, else the channel. */
function currentPane(): Element | null {
  const focus = document.activeElement
  const thread = document.querySelector('[data-region="thread"]')
  return thread && (thread.contains(focus) || focus === document.body)
    ? thread
    : document.querySelector('[data-region="main"]')
}

/** Opens the conversation that is `step` further down in the sidebar, among those that fit. The last is followed by the first. */
function openConversation(step: 1 | -1, fits = '*'): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-region="sidebar"] a[href^="/c/"]')]
  const at = all.findIndex((link) => link.matches('[aria-current]'))
  const after = at < 0 && step < 0 ? all : [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))]
  const candidates = after.filter((link) => link.matches(fits))
  const next = candidates.at(step < 0 ? -1 : 0)
  if (!next) return
  next.click()
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="composer"] [data-composing]')?.focus())
}

function hasOlder(article: HTMLElement): boolean {
  const { channel } = findMessage(article)
  return channel !== undefined && placeOlder(contentOf(workspace.getState(), channel.id).timeline) !== undefined
}

/** [WEB-22] A list of messages is one stop for Tab; these keys move between its messages and the buttons between them. */
function focusMessage(from: HTMLElement, step: 1 | -1): void {
  const places = from.closest('ol')?.querySelectorAll<HTMLElement>('article, li button:not(article *)') ?? []
  const all = [...places].filter((place) => place.checkVisibility())
  const next = all[all.indexOf(from) + step]
  // The day above the first message that is there moves up, away from what is read, when older ones come.
  if (next === all[0] && next?.matches('[data-day]') && hasOlder(from)) return
  next?.focus()
}
