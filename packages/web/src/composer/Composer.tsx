import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { fitHeight, useFitOnResize } from '#ui/fitHeight.ts'
import { SendIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { sendMessage } from '#store/client/pageClient.ts'
import { editLastOwnMessage } from '#messages/editing/useEditing.ts'
import { draftKey } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { SuggestionLists } from './suggestions/SuggestionLists.tsx'
import { useSuggestions } from './suggestions/useSuggestions.ts'
import { ShortcutMenu } from './ShortcutMenu.tsx'
import { StopStreams, type OpenStream } from './StopStreams.tsx'
import { useComposerCommands } from './useComposerCommands.ts'
import { useComposerFiles } from './useComposerFiles.ts'
import { useComposerText } from './useComposerText.ts'
import styles from './Composer.module.css'

const UploadList = lazyComponent(async () => (await import('#files/UploadList.tsx')).UploadList)

const TooLong = lazyComponent(async () => (await import('./length/TooLong.tsx')).TooLong)

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
  const draft = draftKey(channel, threadTs)
  const typed = useComposerText(draft)
  const { text, excess } = typed
  const [cursor, setCursor] = useState(0)
  const [broadcast, setBroadcast] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const hasScheduled = useWorkspace((state) => state.scheduled.length > 0)
  const listId = useId()
  const nextCursor = useRef<number>(undefined)
  const apps = useComposerCommands(channel, threadTs, restore)
  const files = useComposerFiles(draft, area, send)
  const empty = !text.trim() && files.uploads.length === 0

  const cannotSend = empty || excess !== undefined
  const suggestions = useSuggestions(text, cursor, { ...typed.known, commands: apps.commands })

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
    const next = suggestions.complete(index)
    if (!next) return
    if (next.command) apps.setCompleted(next.command)
    typed.insert(next.text, next.cursor, next.picked)
    setCursor(next.cursor)
    suggestions.restart()
    nextCursor.current = next.cursor
  }

  function send() {
    if (cannotSend) return
    const command = apps.runCommand(text.trimEnd(), typed.encode)
    if (command === 'invalid' || (!command && files.waitForUploads())) return
    if (!command) {
      sendMessage(channel, typed.encode(), { threadTs: replyTo, broadcast, files: files.take() })
      onSent?.()
    }
    clear()
  }

  function clear() {
    setBroadcast(false)
    typed.replace('')
    setCursor(0)
    suggestions.allow()
  }

  function makeFile() {
    files.add([new File([text], 'message.txt', { type: 'text/plain' })])
    clear()
  }

  /** Puts the text of a failed command back, unless the person has written something else by now. */
  function restore(command: string): boolean {
    if (area.current && area.current.value !== '') return false
    typed.replace(command)
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (suggestions.count > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        return suggestions.move(event.key === 'ArrowDown' ? 1 : -1)
      }
      if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !suggestions.isComplete)) {
        event.preventDefault()
        return complete(suggestions.active)
      }
      if (event.key === 'Escape') {
        event.stopPropagation()
        return suggestions.dismiss()
      }
    }
    if (event.key === 'ArrowUp' && text === '' && editLastOwnMessage(event.currentTarget)) event.preventDefault()
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
        <SuggestionLists {...suggestions.lists} id={listId} onSelect={complete} />
        {head}
        {excess !== undefined && <TooLong excess={excess} onMakeFile={makeFile} />}
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
          aria-controls={suggestions.count > 0 ? listId : undefined}
          aria-activedescendant={suggestions.count > 0 ? `${listId}-${suggestions.active}` : undefined}
          onChange={(event) => {
            const { value, selectionStart } = event.target
            typed.edit(value, selectionStart)
            apps.clearError()
            files.reset()
            setProblem(undefined)
            if (value === '') suggestions.allow()
            setCursor(selectionStart)
            suggestions.restart()
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onBlur={() => setCursor(-1)}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
        />
        <div className={styles['buttons']}>
          {streams.length > 0 && <StopStreams channel={channel} streams={streams} />}
          <ScheduleMenu
            unavailable={
              !text.trim() ? 'Nothing to schedule yet' : files.uploads.length > 0 ? noFiles : excess && 'Too long'
            }
            content={() => ({ channel, text: typed.encode(), threadTs, broadcast })}
            onScheduled={clear}
            onProblem={setProblem}
          />
          <button type="button" className={styles['send']} aria-label="Send" disabled={cannotSend} onClick={send}>
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
