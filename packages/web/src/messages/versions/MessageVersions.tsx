import type { ViewerMessage, ViewerVersion } from 'rivulet/feedProtocol'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { useEffect, useMemo, useState } from 'react'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { request } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { formatAt } from '#words/times.ts'
import pin from '#pins/PinnedMessages.module.css'
import styles from './MessageVersions.module.css'
import { aroundWords, type WordChange, wordChanges } from './wordChanges.ts'

type Props = { channel: string; ts: string }

/** [MSG-35] What an edited message says and said, the newest first, each with what has changed. */
export function MessageVersions({ channel, ts }: Props) {
  const message = useWorkspace((state) => contentOf(state, channel).messages[ts])
  const you = useWorkspace((state) => state.you)
  const { versions, error } = useVersions({ channel, ts }, message)
  const texts = useTexts(versions)
  if (!message || message.deleted) return <p className={pin['empty']}>{t('This message was deleted.')}</p>
  return (
    <>
      <DialogError text={error} />
      <ol className={pin['list']} aria-label={t('Versions of this message')} reversed>
        {texts.map(({ at, text }, i) => (
          <li key={at}>
            <Version message={message} at={at} text={text} before={texts[i + 1]?.text} isCurrent={i === 0} />
          </li>
        ))}
      </ol>
      {texts.length === 1 && <p className={styles['note']}>{t('What this message said before was not kept.')}</p>}
      {texts.length > 1 && message.user === you && (
        <p className={styles['note']}>
          {t('Whoever can read this message can read its versions. They are gone when you delete it.')}
        </p>
      )}
    </>
  )
}

/** They are fetched again when the message says something else. */
function useVersions({ channel, ts }: Props, message: object | undefined) {
  const [versions, setVersions] = useState<readonly ViewerVersion[]>([])
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isShown = true
    void request({ type: 'versions', channel, ts }, 'versions').then((result) => {
      if (!isShown) return
      setError(result.ok ? undefined : result.detail)
      if (result.ok) setVersions(result.answer.versions)
    })
    return () => {
      isShown = false
    }
  }, [channel, ts, message])
  return { versions, error }
}

function useTexts(versions: readonly ViewerVersion[]) {
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const usergroups = useWorkspace((state) => state.usergroups)
  const names = toMentionNames({ users, channels, usergroups })
  return versions.map(({ at, blocks }) => ({ at, text: plainTextFromBlocks(blocks, names) }))
}

type VersionProps = {
  message: ViewerMessage
  at: number
  text: string
  before: string | undefined
  isCurrent: boolean
}

function Version({ message, at, text, before, isCurrent }: VersionProps) {
  const { label } = useAuthor(message)
  const changes = useMemo(() => wordChanges(before ?? text, text), [before, text])
  return (
    <article className={styles['version']}>
      <p className={pin['head']}>
        <b dir="auto">{label}</b>
        <time dateTime={new Date(at).toISOString()} title={formatAt(at, 'full')}>
          {formatAt(at, 'dayAndTime')}
        </time>
        {isCurrent && <span className={styles['current']}>{t('Now')}</span>}
      </p>
      <p className={styles['text']} dir="auto">
        {changes.map((change, i) => (
          <Change key={i} {...change} />
        ))}
      </p>
      {before === text && <p className={pin['quiet']}>{t('Only the formats have changed.')}</p>}
    </article>
  )
}

function Change({ kind, text }: WordChange) {
  if (kind === 'same') return text
  const Mark = kind === 'added' ? 'ins' : 'del'
  const [before, words, after] = aroundWords(text)
  return (
    <>
      {before}
      <Mark className={styles[kind]}>
        <span className="visually-hidden">{kind === 'added' ? t('added:') : t('removed:')} </span>
        {words}
      </Mark>
      {after}
    </>
  )
}
