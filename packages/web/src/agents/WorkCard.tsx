import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { ViewerWork } from 'rivulet/feedProtocol'
import { StopButton } from '#stop/StopButton.tsx'
import { useStopStreams } from '#stop/useStopStreams.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { formatFullTime, formatTime } from '#messages/message/times.ts'
import { channelTitle, isDirectWithApp, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { navigate, toPath } from '#routing/route.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { elapsedInWords, formatElapsed } from './elapsed.ts'
import styles from './AgentsPage.module.css'

/** What an agent does now: where, for how long, its task and its last words. It leads to the thread. */
export function RunningWork({ work, now }: { work: ViewerWork; now: number }) {
  const author = useAuthor(work)
  const place = useWorkspace((state) => placeOf(work, state))
  const words = useWorkspace((state) => plain(work, state))
  const elapsed = now - work.since
  const status = work.ts === undefined ? work.words || t('{name} is working…', { name: author.label }) : work.task
  return (
    <article className={styles['card']} data-testid="work" aria-label={`${author.label}, ${place}`}>
      <Avatar {...author} size={36} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <b dir="auto">{author.label}</b>
          <AppBadge />
          <ThreadLink work={work} place={place} />
          <time className={styles['elapsed']} title={t('At work for')} aria-label={elapsedInWords(elapsed)}>
            {formatElapsed(elapsed)}
          </time>
        </div>
        {status && (
          <p className={styles['status']} data-task={work.ts !== undefined || undefined} dir="auto">
            {status}
          </p>
        )}
        {work.ts !== undefined && (
          <div className={styles['words']}>
            <p dir="auto">{words || (work.words === '' && !work.task ? t('is replying…') : '')}</p>
          </div>
        )}
      </div>
      {(work.ts !== undefined || work.stoppable) && <StopWork work={work} name={author.label} />}
    </article>
  )
}

function StopWork({ work, name }: { work: ViewerWork; name: string }) {
  const { channel, ts, thread_ts: threadTs, app_id: app } = work
  const { stopping, stop } = useStopStreams(channel, [ts ?? threadTs], ts === undefined ? app : undefined)
  return <StopButton stopping={stopping} label={t('Stop {name}', { name })} onClick={stop} />
}

/** What an agent has finished. */
export function EndedWork({ work }: { work: ViewerWork }) {
  const author = useAuthor(work)
  const place = useWorkspace((state) => placeOf(work, state))
  const words = useWorkspace((state) => plain(work, state))
  const { at, by } = work.ended ?? { at: 0, by: 'app' }
  const ts = String(at / 1000)
  return (
    <article className={styles['ended']} data-testid="ended-work" aria-label={`${author.label}, ${place}`}>
      <Avatar {...author} size={24} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <b dir="auto">{author.label}</b>
          <ThreadLink work={work} place={place} />
          <span className={styles['how']} data-by={by}>
            {t(
              by === 'app'
                ? 'Finished after {time}'
                : by === 'reader'
                  ? 'Stopped after {time}'
                  : 'Interrupted after {time}',
              { time: formatElapsed(at - work.since) },
            )}
          </span>
          <time title={formatFullTime(ts)}>{formatTime(ts)}</time>
        </div>
        <p className={styles['line']} dir="auto">
          {words}
        </p>
      </div>
    </article>
  )
}

function ThreadLink({ work, place }: { work: ViewerWork; place: string }) {
  const route = { channel: work.channel, thread: work.thread_ts }
  return (
    <a
      className={styles['place']}
      href={toPath(route)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(route)
      }}
    >
      {place}
    </a>
  )
}

function placeOf({ channel: id }: ViewerWork, state: Workspace): string {
  const channel = state.channels[id]
  if (!channel || isDirectWithApp(channel, state)) return t('with you')
  return isNamedChannel(channel)
    ? t('in {place}', { place: `#${channel.name}` })
    : t('with {name}', { name: channelTitle(channel, state) })
}

function plain({ words, ts, ended }: ViewerWork, state: Workspace): string {
  if (ended) return plainMrkdwn(words, state)
  return ts === undefined ? words : plainTextFromBlocks(blocksFromMarkdown(words), toMentionNames(state))
}
