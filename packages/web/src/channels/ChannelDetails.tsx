import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { goTo } from '#app/place.ts'
import { changeChannel, type Change } from '#store/changeChannel.ts'
import { workspace } from '#store/workspace.ts'
import { Members } from './Members.tsx'
import { Problem } from './Problem.tsx'
import styles from './Dialogs.module.css'

/** What a channel is about and who is in it, and what its members can change of that. */
export function ChannelDetails({ channel, close }: { channel: ViewerChannel; close: () => void }) {
  const [problem, setProblem] = useState<string>()
  const open = channel.member && !channel.archived

  async function change(what: Change): Promise<boolean> {
    const answer = await changeChannel(what)
    setProblem(answer.ok ? undefined : answer.detail)
    return answer.ok
  }

  async function leave() {
    if (!(await change({ type: 'leave', channel: channel.id }))) return
    close()
    const general = Object.values(workspace.getState().channels).find((one) => one.general)
    goTo(general ? { channel: general.id } : {})
  }

  return (
    <>
      <Topic channel={channel} open={open} change={change} />
      <Problem text={problem} />
      <Members channel={channel} open={open} change={change} />
      {open && !channel.general && (
        <Ending onArchive={() => void change({ type: 'archive', channel: channel.id })} onLeave={() => void leave()} />
      )}
    </>
  )
}

type Part = { channel: ViewerChannel; open: boolean; change: (what: Change) => Promise<boolean> }

function Topic({ channel, open, change }: Part) {
  const [text, setText] = useState(channel.topic)
  if (!open) return channel.topic ? <p className={styles['topic']}>{channel.topic}</p> : null

  function save(event: FormEvent) {
    event.preventDefault()
    void change({ type: 'topic', channel: channel.id, topic: text.trim() })
  }

  return (
    <form className={styles['form']} onSubmit={save}>
      <label className={styles['label']} htmlFor="channel-topic">
        Topic
      </label>
      <div className={styles['field']}>
        <input
          id="channel-topic"
          autoComplete="off"
          placeholder="What it is about"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text.trim() !== channel.topic && (
          <button type="submit" className={styles['plain']}>
            Save
          </button>
        )}
      </div>
    </form>
  )
}

/** To archive it asks once more: there is no way back. */
function Ending({ onArchive, onLeave }: { onArchive: () => void; onLeave: () => void }) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (!asking) {
    return (
      <div className={styles['foot']}>
        <button type="button" className={styles['quiet']} onClick={() => setAsking(true)}>
          Archive
        </button>
        <button type="button" className={styles['plain']} onClick={onLeave}>
          Leave channel
        </button>
      </div>
    )
  }
  return (
    <div className={styles['foot']}>
      <p className={styles['sure']}>Close it for everybody?</p>
      <button type="button" ref={keep} className={styles['plain']} onClick={() => setAsking(false)}>
        Keep it
      </button>
      <button type="button" className={styles['grave']} onClick={onArchive}>
        Archive
      </button>
    </div>
  )
}
