import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { openChannel } from '#routing/route.ts'
import { changeChannel } from '#store/client/changeChannel.ts'
import { t } from '#words/t.ts'
import styles from './JoinBar.module.css'

/** Shown instead of the composer to a viewer who is not a member of the channel. */
export function JoinBar({ channel }: { channel: ViewerChannel }) {
  const [error, setError] = useState<string>()

  async function join() {
    const result = await changeChannel({ type: 'join', channel: channel.id })
    if (result.ok) openChannel(channel.id)
    else setError(result.detail)
  }

  return (
    <div className={styles['bar']}>
      <p role="status">{error ?? t('You can read here. Members can write.')}</p>
      <button type="button" className={styles['join']} onClick={() => void join()}>
        {t('Join channel')}
      </button>
    </div>
  )
}
