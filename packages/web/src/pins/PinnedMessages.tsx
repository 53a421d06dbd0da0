import type { ViewerPin } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useEffect, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { useViewer } from '#blocks/viewer.ts'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { formatFullTime, formatShortTime } from '#messages/message/times.ts'
import { useCanReact } from '#reactions/Reactions.tsx'
import { navigate } from '#routing/route.ts'
import { keep } from '#store/client/keep.ts'
import { request } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { plural, t } from '#words/t.ts'
import styles from './PinnedMessages.module.css'

/** The pinned messages of a channel, the newest pin first. They are fetched again when their number changes. */
export function PinnedMessages({ channel, close }: { channel: string; close: () => void }) {
  const count = useWorkspace((state) => contentOf(state, channel).pins)
  const [pins, setPins] = useState<readonly ViewerPin[]>()
  const [hasMore, setHasMore] = useState(false)
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isShown = true
    void request({ type: 'pins', channel }, 'pins').then((result) => {
      if (!isShown) return
      if (!result.ok) return setError(result.detail)
      setPins(result.answer.pins)
      setHasMore(result.answer.has_more)
    })
    return () => {
      isShown = false
    }
  }, [channel, count])

  async function showMore() {
    const after = pins?.at(-1)?.message.ts
    const result = await request({ type: 'pins', channel, ...(after ? { after } : {}) }, 'pins')
    if (!result.ok) return setError(result.detail)
    setPins([...(pins ?? []), ...result.answer.pins])
    setHasMore(result.answer.has_more)
  }

  async function unpin(ts: string) {
    const result = await keep({ type: 'unpin', channel, ts })
    setError(result.ok ? undefined : result.detail)
  }

  return (
    <>
      <DialogError text={error} />
      {pins?.length === 0 && <p className={styles['empty']}>{t('Nothing is pinned here.')}</p>}
      <ul className={styles['list']} aria-label={t('Pinned messages')}>
        {pins?.map((pin) => (
          <li key={pin.message.ts}>
            <PinnedMessage channel={channel} pin={pin} close={close} onUnpin={() => void unpin(pin.message.ts)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <DialogButton look="secondary" at="row" onClick={() => void showMore()}>
          {t('Show more')}
        </DialogButton>
      )}
    </>
  )
}

type Props = { channel: string; pin: ViewerPin; close: () => void; onUnpin: () => void }

function PinnedMessage({ channel, pin: { message, by }, close, onUnpin }: Props) {
  const author = useAuthor(message)
  const viewer = useViewer()
  const canUnpin = useCanReact(channel)
  const { ts, thread_ts: thread, blocks, text } = message

  function show() {
    close()
    navigate({ channel, ...(thread ? { thread } : {}), message: ts })
  }

  return (
    <article className={styles['pin']} aria-label={`${author.label}, ${formatFullTime(ts)}`}>
      <Avatar {...author} size={24} />
      <div className={styles['body']}>
        <p className={styles['head']}>
          <b>{author.label}</b>
          <time title={formatFullTime(ts)}>{formatShortTime(ts)}</time>
        </p>
        <div className={styles['text']}>
          <Blocks blocks={blocks.length > 0 ? blocks : blocksFromMrkdwn(text)} />
          {message.files && (
            <p className={styles['quiet']}>{plural(message.files.length, '{count} file', '{count} files')}</p>
          )}
        </div>
        <div className={styles['foot']}>
          <span className={styles['quiet']}>
            {by === viewer.userId ? t('Pinned by you') : t('Pinned by {name}', { name: viewer.user(by) ?? by })}
          </span>
          <DialogButton look="secondary" at="row" onClick={show}>
            {t('Show')}
          </DialogButton>
          {canUnpin && (
            <DialogButton look="quiet" at="row" onClick={onUnpin}>
              {t('Unpin')}
            </DialogButton>
          )}
        </div>
      </div>
    </article>
  )
}
