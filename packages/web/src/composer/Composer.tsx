import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SendIcon, StopIcon } from '#app/icons.tsx'
import { sendMessage } from '#store/client.ts'
import { draftKey, useDraft } from '#store/drafts.ts'
import { useWorkspace } from '#store/workspace.ts'
import { MentionList } from './MentionList.tsx'
import { candidates, mentionAt, picked, withMentions } from './mentions.ts'
import { useStop } from './useStop.ts'
import styles from './Composer.module.css'

type Props = {
  channel: string
  threadTs?: string | undefined
  label: string
  placeholder?: string
  /** The ts of the streams that Stop ends. */
  growing: readonly string[]
}

export function Composer({ channel, threadTs, label, placeholder = label, growing }: Props) {
  const users = useWorkspace((state) => state.users)
  const [text, setText] = useDraft(draftKey(channel, threadTs))
  const [cursor, setCursor] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const [at, setAt] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const placeCursor = useRef<number>(undefined)
  const { stopping, stop } = useStop(channel, growing)

  const query = mentionAt(text, cursor)
  const people = query && query.start !== dismissed ? candidates(query.text, Object.values(users)) : []
  const active = Math.min(at, people.length - 1)

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
    if (!said) return
    sendMessage(channel, withMentions(said, Object.values(users)), threadTs)
    setText('')
    setCursor(0)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (people.length > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : people.length - 1
        return setAt((active + step) % people.length)
      }
      if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) {
        event.preventDefault()
        return pick(active)
      }
      if (event.key === 'Escape') {
        event.stopPropagation()
        return setDismissed(query?.start)
      }
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles['composer']}>
      {people.length > 0 && <MentionList id={listId} people={people} active={active} onPick={pick} />}
      <textarea
        ref={area}
        className={styles['area']}
        rows={1}
        value={text}
        aria-label={label}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={people.length > 0 ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setCursor(event.target.selectionStart)
          setAt(0)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onBlur={() => setCursor(-1)}
        onKeyDown={onKeyDown}
      />
      <div className={styles['buttons']}>
        {growing.length > 0 && (
          <button type="button" className={styles['stop']} disabled={stopping} onClick={stop}>
            <StopIcon />
            {stopping ? 'Stopping…' : 'Stop'}
          </button>
        )}
        <button type="button" className={styles['send']} aria-label="Send" disabled={!text.trim()} onClick={send}>
          <SendIcon />
        </button>
      </div>
    </div>
  )
}

/** As high as its text. */
function fit(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight}px`
}
