import type { ViewerMatch } from 'rivulet/feedProtocol'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { formatFullTime, formatShortTime } from '#messages/message/times.ts'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { leaveDialogs } from '#channels/dialogs/leaveDialogs.ts'
import { navigate } from '#routing/route.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'
import { plural, t } from '#words/t.ts'
import { splitExcerpt } from './excerpt.ts'
import type { Opened } from '#ui/dialog/opening.ts'
import { searchOpening } from './searchState.ts'
import { useSearch } from './useSearch.ts'
import styles from './SearchDialog.module.css'

/** What a person may add to the words, and what it does. */
const modifiers = [
  ['from:', t('who wrote it: me, or a name')],
  ['in:', t('a channel, or a person')],
  ['before:', t('a day, month or year: 2026-01-15')],
  ['after:', t('the same')],
  ['has:', t('link, file, reaction, pin or :emoji:')],
  ['is:thread', t('in a thread')],
] as const

/** [SRC-10] A dialog that searches messages as the person types, and leads to what it found. */
export function SearchDialog({ opened: { about: initial, time } }: { opened: Opened<string> }) {
  const [text, setText] = useState(initial)
  const [selected, setSelected] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const { matches, total, searching, error, fetchMore } = useSearch(text)
  const active = Math.min(selected, matches.length - 1)
  const isEmpty = text.trim() === ''
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function search(next: string) {
    setText(next)
    setSelected(0)
  }

  function open(match: ViewerMatch | undefined) {
    if (!match) return
    const { channel, ts, thread_ts: thread } = match
    dialog.current?.close()
    leaveDialogs()
    navigate({ channel, ...(thread ? { thread } : {}), message: ts })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? matches.length - 1 : 0
    if (step && matches.length > 0) setSelected((active + step) % matches.length)
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(matches[active])
    if (step || event.key === 'Enter') event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles['search']}
      aria-label={t('Search')}
      data-opened={time}
      onClose={() => searchOpening.close(time)}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <SearchInput
        className={styles['input']}
        label={t('Search messages')}
        placeholder={t('Search messages')}
        listId={id}
        active={matches.length > 0 ? active : undefined}
        text={text}
        onText={search}
        onKeyDown={onKeyDown}
      />
      {isEmpty && (
        <ul className={styles['modifiers']} aria-label={t('What narrows a search')}>
          {modifiers.map(([modifier, meaning]) => (
            <li key={modifier}>
              <button type="button" className={styles['modifier']} onClick={() => search(modifier)}>
                <code>{modifier}</code> {meaning}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul ref={list} className={styles['list']} id={id} role="listbox" aria-label={t('Messages')} aria-busy={searching}>
        {!isEmpty &&
          matches.map((match, i) => (
            <li
              key={`${match.channel}/${match.ts}`}
              id={`${id}-${i}`}
              role="option"
              className={styles['option']}
              aria-selected={i === active}
              onClick={() => open(match)}
              onMouseMove={() => setSelected(i)}
            >
              <Match match={match} />
            </li>
          ))}
      </ul>
      <div className={styles['foot']}>
        <p role="status">{error ?? (isEmpty ? '' : describeCount(matches.length, total, searching))}</p>
        {fetchMore && !isEmpty && (
          <DialogButton look="secondary" at="row" onClick={fetchMore}>
            {t('Show more')}
          </DialogButton>
        )}
      </div>
    </dialog>
  )
}

function Match({ match }: { match: ViewerMatch }) {
  const author = useAuthor(match)
  const state = useWorkspace((all) => all)
  const parts = useMemo(() => splitExcerpt(match.text, toMentionNames(state)), [match.text, state])
  const channel = state.channels[match.channel]
  return (
    <>
      <Avatar {...author} size={24} />
      <div className={styles['match']}>
        <p className={styles['head']}>
          <b dir="auto">{author.label}</b>
          {author.app && <AppBadge />}
          {channel && (
            <span className={styles['channel']}>
              {isNamedChannel(channel) && <ChannelIcon kind={channel.kind} />}
              <span dir="auto">
                {isNamedChannel(channel)
                  ? channel.name
                  : t('Direct message with {name}', { name: channelTitle(channel, state) })}
              </span>
            </span>
          )}
          <time title={formatFullTime(match.ts)}>{formatShortTime(match.ts)}</time>
        </p>
        <p className={styles['text']} dir="auto">
          {parts.map(({ text, isFound }, i) => (isFound ? <mark key={i}>{text}</mark> : text))}
          {parts.length === 0 && <i>{t('No words')}</i>}
        </p>
      </div>
    </>
  )
}

function describeCount(shown: number, total: number, searching: boolean): string {
  if (searching) return t('Searching…')
  if (total === 0) return t('Nothing was found.')
  const all = total >= 1000 ? t('more than a thousand') : String(total)
  return shown < total ? t('{shown} of {all}', { shown, all }) : plural(total, '{count} message', '{count} messages')
}
