import type { ViewerScheduled } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { useEffect, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { keep } from '#store/client/keep.ts'
import { askForChannel } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { formatWhen } from './scheduleTimes.ts'
import { serverNow } from './serverTime.ts'
import { TimeForm } from './TimeForm.tsx'
import styles from './ScheduledMessages.module.css'

/** What the person has scheduled, and what could not be sent. */
export function ScheduledMessages() {
  const scheduled = useWorkspace((state) => state.scheduled)
  const [moved, setMoved] = useState<string>()
  const [error, setError] = useState<string>()

  async function act(type: 'send_scheduled' | 'unschedule', { id }: ViewerScheduled) {
    const result = await keep({ type, scheduled: id })
    setError(result.ok ? undefined : result.detail)
  }
  async function move({ id }: ViewerScheduled, postAt: number) {
    const result = await keep({ type: 'reschedule', scheduled: id, post_at: postAt })
    return result.ok ? undefined : result.detail
  }

  return (
    <>
      <DialogError text={error} />
      {scheduled.length === 0 && (
        <p className={styles['empty']}>
          {t('Nothing is scheduled. The clock beside Send in a conversation sends a message later.')}
        </p>
      )}
      <ul className={styles['list']} aria-label={t('Scheduled messages')}>
        {scheduled.map((message) => (
          <li key={message.id} className={styles['row']}>
            <ScheduledMessage message={message} />
            {moved === message.id ? (
              <TimeForm
                at={new Date(Math.max(message.post_at, serverNow().getTime() + 3_600_000))}
                button={t('Send')}
                onChoose={(postAt) => move(message, postAt)}
                close={() => setMoved(undefined)}
              />
            ) : (
              <div className={styles['foot']}>
                <DialogButton look="secondary" at="row" onClick={() => setMoved(message.id)}>
                  {t('Change time')}
                </DialogButton>
                <DialogButton look="secondary" at="row" onClick={() => void act('send_scheduled', message)}>
                  {t('Send now')}
                </DialogButton>
                <DialogButton look="quiet" at="row" onClick={() => void act('unschedule', message)}>
                  {t('Delete')}
                </DialogButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function ScheduledMessage({
  message: { channel: id, thread_ts, text, post_at, failure },
}: {
  message: ViewerScheduled
}) {
  const channel = useWorkspace((state) => state.channels[id])
  useEffect(() => askForChannel(id), [id])
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const shown = useWorkspace((state) => plainTextFromBlocks(blocksFromMrkdwn(text), toMentionNames(state)))
  const title = channel ? channelTitle(channel, { users, you }) : t('A conversation that you cannot see')
  const place = channel && isNamedChannel(channel) ? `#${title}` : title
  return (
    <>
      <p className={styles['head']}>
        <b>{place}</b>
        {thread_ts && <span>{t('in a thread')}</span>}
        <time dateTime={new Date(post_at).toISOString()}>{formatWhen(new Date(post_at), serverNow())}</time>
      </p>
      <p className={styles['text']}>{shown}</p>
      {failure && (
        <p className={styles['failure']}>
          {t('Not sent.')} {failure.detail}
        </p>
      )}
    </>
  )
}
