import { useState } from 'react'
import { changeChannel } from '#store/client/changeChannel.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { EyeIcon } from '#ui/lateIcons.tsx'
import { joinWords } from '#words/joinWords.ts'
import { plural, t } from '#words/t.ts'
import { listAbsent } from './inviteCommand.ts'
import { forgetMentionsOutside, useMentionsOutside } from './mentionsOutside.ts'
import styles from './MentionedOutside.module.css'

/** [ACT-32] Below a message, for its author: who it mentions that is not in the channel, and a button to add them. */
export function MentionedOutside({ channel: id, ts }: { channel: string; ts: string }) {
  const mentioned = useMentionsOutside(id, ts)
  const channel = useWorkspace((state) => state.channels[id])
  const users = useWorkspace((state) => state.users)
  const [error, setError] = useState<string>()
  const [adding, setAdding] = useState(false)
  const absent = channel && mentioned ? listAbsent(channel, mentioned) : []
  if (!channel || absent.length === 0) return null
  const names = joinWords(absent.map((user) => users[user]?.label ?? user))
  const isOneApp = absent.length === 1 && users[absent[0] ?? '']?.app_id !== undefined
  const add = async () => {
    setAdding(true)
    const result = await changeChannel({ type: 'invite', channel: id, users: absent })
    setAdding(false)
    if (result.ok) forgetMentionsOutside(id, ts)
    else setError(result.detail)
  }
  return (
    <p className={styles['outside']} role="status" data-testid="mentioned-outside">
      <EyeIcon size={14} />
      <span>
        {error ??
          plural(absent.length, '{names} is not in #{channel}.', '{names} are not in #{channel}.', {
            names,
            channel: channel.name,
          })}
      </span>
      <button type="button" className={styles['button']} disabled={adding} onClick={() => void add()}>
        {adding ? t('Adding…') : isOneApp ? t('Add it') : t('Add them')}
      </button>
      <button type="button" className={styles['button']} onClick={() => forgetMentionsOutside(id, ts)}>
        {t('Not now')}
      </button>
    </p>
  )
}
