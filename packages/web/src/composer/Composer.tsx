import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { fitHeight, useFitOnResize } from '#ui/fitHeight.ts'
import { SendIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { sendMessage } from '#store/client/pageClient.ts'
import { draftKey, useDraft } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { findCommands } from './commands.ts'
import { findEmojiQuery, insertEmoji } from './emoji/emojiQuery.ts'
import { SuggestionLists } from './suggestions/SuggestionLists.tsx'
import { useEmojiNames } from './emoji/useEmojiNames.ts'
import { findGroups, findUsers, findMentionQuery, insertMention, encodeMentions } from './mentions.ts'
import { ShortcutMenu } from './ShortcutMenu.tsx'
import { StopStreams, type OpenStream } from './StopStreams.tsx'
import { useComposerCommands } from './useComposerCommands.ts'
import { useComposerFiles } from './useComposerFiles.ts'
import styles from './Composer.module.css'

const UploadList = lazyComponent(async () => (await import('#files/UploadList.tsx')).UploadList)

const ScheduleMenu = lazyComponent(
  async () => (await import('#schedule/ScheduleMenu.tsx')).ScheduleMenu,
  () => <span className={styles['later']} />,
)
const ScheduledNote = lazyComponent(async () => (await import('#schedule/ScheduledNote.tsx')).ScheduledNote)

type Props = {
  channel: string
  threadTs?: string | undefined
  /** The thread that the message goes to, if the composer is that of the channel. */
  replyTo?: string | undefined
  label: string
  placeholder?: string | undefined
  /** Says where the message goes, for screen readers. */
  description?: string | undefined
  /** Shown above the text. */
  head?: ReactNode
  onSent?: () => void
  /** The channel to which a reply can also be sent, as it is shown: `#general`. */
  alsoTo?: string | undefined
  /** The streams that the Stop button ends. */
  streams: readonly OpenStream[]
}

/** Where a person writes a message or a reply: with mentions, commands, shortcuts and files. */
export function Composer(props: Props) {
  const {
    channel,
    threadTs,
    replyTo = threadTs,
    label,
    placeholder = label,
    alsoTo,
    streams,
    description,
    head,
    onSent,
  } = props
  const users = useWorkspace((state) => state.users)
  const usergroups = useWorkspace((state) => state.usergroups)
  const draft = draftKey(channel, threadTs)
  const [text, setText] = useDraft(draft)
  const [cursor, setCursor] = useState(0)
  /** Where the suggestion that the person closed begins in the text. */
  const [dismissed, setDismissed] = useState<number>()
  const [selected, setSelected] = useState(0)
  const [broadcast, setBroadcast] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const hasScheduled = useWorkspace((state) => state.scheduled.length > 0)
  const listId = useId()
  const nextCursor = useRef<number>(undefined)
  const apps = useComposerCommands(channel, threadTs, restore)
  const files = useComposerFiles(draft, area, send)
  const empty = !text.trim() && files.uploads.length === 0

  const query = findMentionQuery(text, cursor)
  const people =
    query && query.start !== dismissed
      ? [...findUsers(query.text, Object.values(users)), ...findGroups(query.text, Object.values(usergroups))]
      : []
  const commands = cursor < 0 || dismissed === 0 ? [] : findCommands(text, apps.commands)
  const emojiQuery = findEmojiQuery(text, cursor)
  const emoji = useEmojiNames(emojiQuery && emojiQuery.start !== dismissed ? emojiQuery.text : undefined)
  const suggestionCount = people.length || commands.length || emoji.length
  const active = Math.min(selected, suggestionCount - 1)

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    fitHeight(element)
    // Moves the cursor in a layout effect, before the next key, so that the next character lands in the right place.
    if (nextCursor.current === undefined) return
    element.focus()
    element.setSelectionRange(nextCursor.current, nextCursor.current)
    nextCursor.current = undefined
  }, [text])

  useFitOnResize(area)

  function complete(index: number) {
    const next = completed(index)
    if (!next) return
    setText(next.text)
    setCursor(next.cursor)
    setSelected(0)
    nextCursor.current = next.cursor
  }

  /** The text with a suggestion in it. */
  function completed(index: number): { text: string; cursor: number } | undefined {
    const [user, command, name] = [people[index], commands[index], emoji[index]]
    if (query && user) {
      // "@Ben " could still become "@Ben Okafor", but this mention is chosen.
      setDismissed(query.start)
      return insertMention(text, query, user)
    }
    if (command) {
      apps.setCompleted(command)
      return { text: `${command.command} `, cursor: command.command.length + 1 }
    }
    return emojiQuery && name !== undefined ? insertEmoji(text, emojiQuery, name) : undefined
  }

  function send() {
    if (empty) return
    const command = apps.runCommand(text.trimEnd())
    if (command === 'invalid' || (!command && files.waitForUploads())) return
    if (!command) {
      const encoded = encodeMentions(text.trim(), Object.values(users), Object.values(usergroups))
      sendMessage(channel, encoded, { threadTs: replyTo, broadcast, files: files.take() })
      onSent?.()
    }
    clear()
  }

  function clear() {
    setBroadcast(false)
    setText('')
    setCursor(0)
    setDismissed(undefined)
  }

  /** Puts the text of a failed command back, unless the person has written something else by now. */
  function restore(typed: string): boolean {
    if (area.current && area.current.value !== '') return false
    setText(typed)
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // A command that is typed in full is sent, not completed.
    const isComplete = commands[active]?.command === text
    if (suggestionCount > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : suggestionCount - 1
        return setSelected((active + step) % suggestionCount)
      }
      if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !isComplete)) {
        event.preventDefault()
        return complete(active)
      }
      if (event.key === 'Escape') {
        event.stopPropagation()
        return setDismissed((people.length > 0 ? query?.start : emojiQuery?.start) ?? 0)
      }
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <p className={styles['error']} role="status" data-testid="composer-error">
        {apps.error ?? files.error ?? problem}
      </p>
      {hasScheduled && <ScheduledNote channel={channel} threadTs={threadTs} />}
      <div className={styles['composer']} data-over={files.draggedOver || undefined}>
        <SuggestionLists {...{ people, commands, emoji, active }} id={listId} onSelect={complete} />
        {head}
        {files.uploads.length > 0 && (
          <UploadList
            label="Files of this message"
            draft={draft}
            uploads={files.uploads}
            describable
            onRemoved={() => area.current?.focus()}
          />
        )}
        <AddFilesButton onAdd={files.add} />
        {threadTs === undefined && <ShortcutMenu onRun={apps.runShortcut} />}
        <textarea
          ref={area}
          className={styles['area']}
          dir="auto"
          rows={1}
          value={text}
          aria-label={label}
          placeholder={placeholder}
          aria-description={description}
          aria-autocomplete="list"
          aria-controls={suggestionCount > 0 ? listId : undefined}
          aria-activedescendant={suggestionCount > 0 ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            apps.clearError()
            files.reset()
            setProblem(undefined)
            if (event.target.value === '') setDismissed(undefined)
            setCursor(event.target.selectionStart)
            setSelected(0)
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onBlur={() => setCursor(-1)}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
        />
        <div className={styles['buttons']}>
          {streams.length > 0 && <StopStreams channel={channel} streams={streams} />}
          <ScheduleMenu
            unavailable={!text.trim() ? 'Nothing to schedule yet' : files.uploads.length > 0 ? noFiles : undefined}
            content={() => ({ channel, text: encodeMentions(text.trim(), Object.values(users)), threadTs, broadcast })}
            onScheduled={clear}
            onProblem={setProblem}
          />
          <button type="button" className={styles['send']} aria-label="Send" disabled={empty} onClick={send}>
            <SendIcon />
          </button>
        </div>
        {alsoTo && (
          <label className={styles['broadcast']}>
            <input type="checkbox" checked={broadcast} onChange={(event) => setBroadcast(event.target.checked)} />
            <span>Also send to {alsoTo}</span>
          </label>
        )}
        <p className={styles['status']} role="status">
          {apps.waitingFor
            ? `Waiting for ${apps.waitingFor}…`
            : files.sendWhenReady && 'Will be sent as soon as the files are uploaded.'}
        </p>
      </div>
    </>
  )
}

const noFiles = 'Messages with files cannot be scheduled'
