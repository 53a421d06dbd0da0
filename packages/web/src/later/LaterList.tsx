import type { SavedEntry, ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useEffect, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { formatFullTime } from '#messages/message/times.ts'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { navigate } from '#routing/route.ts'
import { formatWhen } from '#schedule/scheduleTimes.ts'
import { serverNow } from '#schedule/serverTime.ts'
import { askForChannel } from '#store/client/pageClient.ts'
import type { RequestResult } from '#store/client/requests.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { plural, t } from '#words/t.ts'
import { RemindForm } from './RemindForm.tsx'
import { forget, save } from './saveMessage.ts'
import { type SavedMessage, useSavedMessages } from './useSavedMessages.ts'
import pin from '#pins/PinnedMessages.module.css'
import styles from './Later.module.css'

const lists = [
  ['open', t('In progress'), t('Nothing is saved. Save a message with the bookmark beside it, or be reminded of it.')],
  ['done', t('Done'), t('Nothing is done yet. What you mark as done is kept here for a while.')],
] as const

/** [LAT-2] What the person keeps for later: what they were reminded of first, then the newest. */
export function LaterList({ close }: { close: () => void }) {
  const [show, setShow] = useState<'open' | 'done'>('open')
  const { items, hasMore, showMore, error, setError } = useSavedMessages(show)
  return (
    <>
      <div className={styles['tabs']} role="group" aria-label={t('Show')}>
        {lists.map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            aria-pressed={show === kind}
            data-first={show === kind || undefined}
            onClick={() => setShow(kind)}
          >
            {label}
          </button>
        ))}
      </div>
      <DialogError text={error} />
      {items?.length === 0 && <p className={pin['empty']}>{lists.find(([kind]) => kind === show)?.[2]}</p>}
      <ul
        className={pin['list']}
        aria-label={show === 'open' ? t('Messages in progress') : t('Messages that are done')}
      >
        {items?.map(({ saved, message }) => (
          <li key={`${saved.channel}/${saved.ts}`}>
            <Saved saved={saved} message={message} close={close} onProblem={setError} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <DialogButton look="secondary" at="row" onClick={showMore}>
          {t('Show more')}
        </DialogButton>
      )}
    </>
  )
}

type Props = SavedMessage & { close: () => void; onProblem: (detail: string | undefined) => void }

function Saved({ saved, message, close, onProblem }: Props) {
  const { channel, ts } = saved
  const author = useAuthor(message)
  const [isReminding, setReminding] = useState(false)
  const place = usePlaceName(channel)

  async function act(doing: Promise<RequestResult<'done'>>) {
    const result = await doing
    onProblem(result.ok ? undefined : result.detail)
  }
  function open() {
    close()
    navigate({ channel, ...(message.thread_ts ? { thread: message.thread_ts } : {}), message: ts })
  }

  return (
    <article className={pin['pin']} aria-label={`${author.label}, ${formatFullTime(ts)}`}>
      <Avatar {...author} size={24} />
      <div className={pin['body']}>
        <p className={pin['head']}>
          <b dir="auto">{author.label}</b>
          <span className={styles['place']}>{place}</span>
        </p>
        <Reminder saved={saved} />
        <Words message={message} />
        {isReminding ? (
          <RemindForm channel={channel} ts={ts} close={() => setReminding(false)} />
        ) : (
          <div className={styles['foot']}>
            <DialogButton look="secondary" at="row" onClick={open}>
              {t('Show')}
            </DialogButton>
            <DialogButton
              look="secondary"
              at="row"
              onClick={() => void act(save(channel, ts, { done: !saved.done_at }))}
            >
              {saved.done_at ? t('Take up again') : t('Done')}
            </DialogButton>
            {!saved.done_at && (
              <DialogButton look="quiet" at="row" onClick={() => setReminding(true)}>
                {saved.remind_at ? t('Change reminder') : t('Remind me')}
              </DialogButton>
            )}
            <DialogButton look="quiet" at="row" onClick={() => void act(forget(channel, ts))}>
              {t('Remove')}
            </DialogButton>
          </div>
        )}
      </div>
    </article>
  )
}

function Reminder({ saved: { remind_at: next, reminded_at: last } }: { saved: SavedEntry }) {
  const at = next ?? last
  if (at === undefined) return null
  const when = formatWhen(new Date(at), serverNow())
  return (
    <p className={styles['reminder']} data-due={next === undefined || undefined}>
      {next === undefined ? t('Due since {when}', { when }) : t('Reminder {when}', { when })}
    </p>
  )
}

function Words({ message: { blocks, text, files } }: { message: ViewerMessage }) {
  return (
    <div className={pin['text']}>
      <Blocks blocks={blocks.length > 0 ? blocks : blocksFromMrkdwn(text)} />
      {files && <p className={pin['quiet']}>{plural(files.length, '{count} file', '{count} files')}</p>}
    </div>
  )
}

function usePlaceName(id: string): string {
  const channel = useWorkspace((state) => state.channels[id])
  useEffect(() => askForChannel(id), [id])
  const title = useWorkspace((state) => (channel ? channelTitle(channel, state) : ''))
  return channel && isNamedChannel(channel) ? `#${title}` : title
}
