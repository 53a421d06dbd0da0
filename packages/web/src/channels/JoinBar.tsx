import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { arrive } from '#app/place.ts'
import { changeChannel } from '#store/changeChannel.ts'
import styles from './JoinBar.module.css'

/** In place of the composer, for who reads a channel without being in it. */
export function JoinBar({ channel }: { channel: ViewerChannel }) {
  const [problem, setProblem] = useState<string>()

  async function join() {
    const answer = await changeChannel({ type: 'join', channel: channel.id })
    if (answer.ok) arrive(channel.id)
    else setProblem(answer.detail)
  }

  return (
    <div className={styles['bar']}>
      <p role="status">{problem ?? 'You can read here. Members can write.'}</p>
      <button type="button" className={styles['join']} onClick={() => void join()}>
        Join channel
      </button>
    </div>
  )
}
