import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SendIcon, StopIcon } from '#app/icons.tsx'
import { later } from '#app/later.tsx'
import { sendMessage } from '#store/client.ts'
import { draftKey, useDraft } from '#store/drafts.ts'
import { useWorkspace } from '#store/workspace.ts'
import { AddFiles } from './AddFiles.tsx'
import { CommandList } from './CommandList.tsx'
import { matchingCommands } from './commands.ts'
import { MentionList } from './MentionList.tsx'
import { candidates, mentionAt, picked, withMentions } from './mentions.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { useCommands } from './useCommands.ts'
import { useFiles } from './useFiles.ts'
import { useStop } from './useStop.ts'
import styles from './Composer.module.css'

const Attachments = later(async () => (await import('#files/Attachments.tsx')).Attachments)

type Props = {
  channel: string
  threadTs?: string | undefined
  label: string
  placeholder?: string
  /** A reply can be sent there too: `#general`. */
  alsoTo?: string | undefined
  /** The ts of the streams that Stop ends. */
  growing: readonly string[]
}

export function Composer({ channel, threadTs, label, placeholder = label, alsoTo, growing }: Props) {
  const users = useWorkspace((state) => state.users)
  const draft = draftKey(channel, threadTs)
  const [text, setText] = useDraft(draft)
  const [cursor, setCursor] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const [at, setAt] = useState(0)
  const [broadcast, setBroadcast] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const placeCursor = useRef<number>(undefined)
  const { stopping, stop } = useStop(channel, growing)
  const apps = useCommands(channel, threadTs, restore)
  const files = useFiles(draft, area, send)
  const empty = !text.trim() && files.uploads.length === 0

  const query = mentionAt(text, cursor)
  const people = query && query.start !== dismissed ? candidates(query.text, Object.values(users)) : []
  const commands = cursor < 0 || dismissed === 0 ? [] : matchingCommands(text, apps.commands)
  const offered = people.length || commands.length
  const active = Math.min(at, offered - 1)

  useLayoutEffect(() => {
    const box = area.current
    if (!box) return
    fit(box)
    // Before the next key: what is typed on must not land at the end.
    if (placeCursor.current === undefined) return
    box.focus()
    box.setSelectionRange(placeCursor.current, placeCursor.current)
    placeCursor.current = undefined
  }, [text])

  // A phone that is turned wraps the words anew.
  useEffect(() => {
    const onResize = () => area.current && fit(area.current)
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  function complete(index: number) {
    const command = commands[index]
    if (!command) return pick(index)
    apps.choose(command)
    const next = `${command.command} `
    setText(next)
    setCursor(next.length)
    setAt(0)
    placeCursor.current = next.length
  }

  function pick(index: number) {
    const user = people[index]
    if (!query || !user) return
    const next = picked(text, query, user)
    setText(next.text)
    setCursor(next.cursor)
    setAt(0)
    placeCursor.current = next.cursor
  }

  function send() {
    const said = text.trim()
    if (empty) return
    const ran = apps.run(text.trimEnd())
    if (ran === 'kept' || (!ran && files.holds())) return
    if (!ran)
      sendMessage(channel, withMentions(said, Object.values(users)), { threadTs, broadcast, files: files.take() })
    setBroadcast(false)
    setText('')
    setCursor(0)
    setDismissed(undefined)
  }

  /** What was not done comes back, unless something else is written by now. */
  function restore(said: string): boolean {
    if (area.current && area.current.value !== '') return false
    setText(said)
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // A whole command is sent, not completed.
    const whole = commands[active]?.command === text
    if (offered > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : offered - 1
        return setAt((active + step) % offered)
      }
      if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !whole)) {
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
      <p className={styles['trouble']} role="status" data-testid="composer-trouble">
        {apps.trouble ?? files.trouble}
      </p>
      <div className={styles['composer']} data-over={files.over || undefined}>
        {people.length > 0 ? (
          <MentionList id={listId} people={people} active={active} onPick={pick} />
        ) : (
          commands.length > 0 && <CommandList id={listId} commands={commands} active={active} onPick={complete} />
        )}
        {files.uploads.length > 0 && (
          <Attachments
            label="Files of this message"
            draft={draft}
            uploads={files.uploads}
            described
            onRemoved={() => area.current?.focus()}
          />
        )}
        <AddFiles onAdd={files.add} />
        {threadTs === undefined && <Shortcuts onUse={apps.use} />}
        <textarea
          ref={area}
          className={styles['area']}
          rows={1}
          value={text}
          aria-label={label}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-controls={offered > 0 ? listId : undefined}
          aria-activedescendant={offered > 0 ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            apps.forget()
            files.forget()
            if (event.target.value === '') setDismissed(undefined)
            setCursor(event.target.selectionStart)
            setAt(0)
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onBlur={() => setCursor(-1)}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
        />
        <div className={styles['buttons']}>
          {growing.length > 0 && (
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
          <label className={styles['also']}>
            <input type="checkbox" checked={broadcast} onChange={(event) => setBroadcast(event.target.checked)} />
            <span>Also send to {alsoTo}</span>
          </label>
        )}
        <p className={styles['asked']} role="status">
          {apps.asked ? `Waiting for ${apps.asked}…` : files.due && 'Goes as soon as its files are there.'}
        </p>
      </div>
    </>
  )
}

/** As high as its text. */
function fit(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight}px`
}
