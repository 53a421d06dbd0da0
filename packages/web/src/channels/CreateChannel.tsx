import { useState, type FormEvent } from 'react'
import { arrive } from '#app/place.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { changeChannel } from '#store/changeChannel.ts'
import { channelName } from './channelName.ts'
import { Problem } from './Problem.tsx'
import styles from './Dialogs.module.css'

export function CreateChannel({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function create(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    const answer = await changeChannel({ type: 'create', name: channelName(name), private: isPrivate })
    setWaiting(false)
    if (!answer.ok) return setProblem(answer.detail)
    close()
    arrive(answer.answer.channel)
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void create(event)}>
      <label className={styles['label']} htmlFor="channel-name">
        Name
      </label>
      <div className={styles['field']}>
        <span className={styles['sign']}>
          <ChannelSign kind={isPrivate ? 'private' : 'public'} />
        </span>
        <input
          id="channel-name"
          data-first
          required
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          placeholder="plan-budget"
          aria-invalid={problem !== undefined}
          aria-describedby="channel-problem"
          value={name}
          onChange={(event) => {
            setName(channelName(event.target.value))
            setProblem(undefined)
          }}
        />
      </div>
      <Problem id="channel-problem" text={problem} />
      <label className={styles['choice']}>
        <input
          type="checkbox"
          role="switch"
          checked={isPrivate}
          onChange={(event) => setPrivate(event.target.checked)}
        />
        <span>
          Private
          <small>Only those who are invited know of it.</small>
        </span>
      </label>
      <div className={styles['foot']}>
        <button type="button" className={styles['plain']} onClick={close}>
          Cancel
        </button>
        <button type="submit" className={styles['main']} disabled={waiting || channelName(name) === ''}>
          Create
        </button>
      </div>
    </form>
  )
}
