import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SendIcon, StopIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { sendMessage } from '#store/client/pageClient.ts'
import { draftKey, useDraft } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { CommandList } from './CommandList.tsx'
import { findCommands } from './commands.ts'
import { MentionList } from './MentionList.tsx'
import { findUsers, findMentionQuery, insertMention, encodeMentions } from './mentions.ts'
import { ShortcutMenu } from './ShortcutMenu.tsx'
import { useComposerCommands } from './useComposerCommands.ts'
import { useComposerFiles } from './useComposerFiles.ts'
import { useStopStreams } from './useStopStreams.ts'
import styles from './Composer.module.css'

const UploadList = lazyComponent(async () => (await import('#files/UploadList.tsx')).UploadList)

type Props = {
  channel: string
  threadTs?: string | undefined
  label: string
  placeholder?: string
  /** The channel to which a reply can also be sent, as it is shown: `#general`. */
  alsoTo?: string | undefined
  /** The ts of the streams that the Stop button ends. */
  streams: readonly string[]
}

/** Where a person writes a message or a reply: with mentions, commands, shortcuts and files. */
export function Composer({ channel, threadTs, label, placeholder = label, alsoTo, streams }: Props) {
  const users = useWorkspace((state) => state.users)
  const draft = draftKey(channel, threadTs)
  const [text, setText] = useDraft(draft)
  const [cursor, setCursor] = useState(0)
  /** Where the suggestion that the person closed begins in the text. */
  const [dismissed, setDismissed] = useState<number>()
  const [selected, setSelected] = useState(0)
  const [broadcast, setBroadcast] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const nextCursor = useRef<number>(undefined)
  const { stopping, stop } = useStopStreams(channel, streams)
  const apps = useComposerCommands(channel, threadTs, restore)
  const files = useComposerFiles(draft, area, send)
  const empty = !text.trim() && files.uploads.length === 0

  const query = findMentionQuery(text, cursor)
  const people = query && query.start !== dismissed ? findUsers(query.text, Object.values(users)) : []
  const commands = cursor < 0 || dismissed === 0 ? [] : findCommands(text, apps.commands)
  const suggestionCount = people.length || commands.length
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

  // Text wraps differently when a phone is rotated.
  useEffect(() => {
    const onResize = () => area.current && fitHeight(area.current)
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  function complete(index: number) {
    const command = commands[index]
    if (!command) return completeMention(index)
    apps.setCompleted(command)
    const next = `${command.command} `
    setText(next)
    setCursor(next.length)
    setSelected(0)
    nextCursor.current = next.length
  }

  function completeMention(index: number) {
    const user = people[index]
    if (!query || !user) return
    const next = insertMention(text, query, user)
    setText(next.text)
    setCursor(next.cursor)
    setSelected(0)
    nextCursor.current = next.cursor
  }

  function send() {
    if (empty) return
    const command = apps.runCommand(text.trimEnd())
    if (command === 'invalid' || (!command && files.waitForUploads())) return
    if (!command) {
      const encoded = encodeMentions(text.trim(), Object.values(users))
      sendMessage(channel, encoded, { threadTs, broadcast, files: files.take() })
    }
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
        return setDismissed(query?.start ?? 0)
      }
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <p className={styles['error']} role="status" data-testid="composer-error">
        {apps.error ?? files.error}
      </p>
      <div className={styles['composer']} data-over={files.draggedOver || undefined}>
        {people.length > 0 ? (
          <MentionList id={listId} people={people} active={active} onSelect={completeMention} />
        ) : (
          commands.length > 0 && <CommandList id={listId} commands={commands} active={active} onSelect={complete} />
        )}
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
          rows={1}
          value={text}
          aria-label={label}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-controls={suggestionCount > 0 ? listId : undefined}
          aria-activedescendant={suggestionCount > 0 ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            apps.clearError()
            files.reset()
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
          {streams.length > 0 && (
            <button type="button" className={styles['stop']} disabled={stopping} onClick={stop}>
              <StopIcon />
              {stopping ? 'Stopping…' : 'Stop'}
            </button>
          )}
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

/** Makes the text area as high as its text. */
function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
