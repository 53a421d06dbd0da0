import type { ViewerMessage } from 'rivulet/feedProtocol'
import { Fragment } from 'react'
import { HashIcon, PeopleIcon } from '#app/icons.tsx'
import { Reactions } from '#reactions/Reactions.tsx'
import { useWorkspace } from '#store/workspace.ts'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import { deedsOf, namesOf, sentenceOf } from './noticeWords.ts'
import { fullTimeOf, timeOf } from './times.ts'
import styles from './Notices.module.css'

type Props = {
  channel: string
  messages: readonly ViewerMessage[]
  /** Whether a thread can be seen from here. */
  summary: boolean
  tabStop: boolean
  /** The ts that the address names. */
  target?: string | undefined
}

/** What became of the channel: a quiet line between the messages. */
export function Notices({ channel, messages, summary, tabStop, target }: Props) {
  const users = useWorkspace((state) => state.users)
  const labelOf = (id: string) => users[id]?.label ?? id
  const [first] = messages
  const last = messages.at(-1)
  if (!first || !last) return null
  const deeds = deedsOf(messages)
  const shown = messages.find(({ ts }) => ts === target) ?? first
  const people = messages.every(({ notice }) => /_(join|leave)$/.test(notice?.subtype ?? ''))
  return (
    <article
      className={styles['notices']}
      data-ts={shown.ts}
      data-testid="notices"
      data-target={shown.ts === target || undefined}
      aria-label={`${sentenceOf(deeds, labelOf)}, ${timeOf(last.ts)}`}
      tabIndex={tabStop ? 0 : -1}
    >
      <span className={styles['sign']}>{people ? <PeopleIcon size={14} /> : <HashIcon size={14} />}</span>
      <div className={styles['body']}>
        <p className={styles['line']}>
          {deeds.map(({ who, did, what, whom }, i) => (
            <Fragment key={i}>
              {i > 0 && <span className={styles['dot']}> · </span>}
              {/* Who did several things in a row is named once. */}
              {who.join() !== deeds[i - 1]?.who.join() && (
                <>
                  <Names people={who} labelOf={labelOf} />{' '}
                </>
              )}
              {did}
              {what && (
                <>
                  {' '}
                  <b>{what}</b>
                </>
              )}
              {whom && (
                <>
                  {' '}
                  <Names people={whom} labelOf={labelOf} />
                </>
              )}
            </Fragment>
          ))}
          <time className={styles['time']} title={fullTimeOf(last.ts)}>
            {timeOf(last.ts)}
          </time>
        </p>
        <Reactions channel={channel} message={first} />
        {summary && <ThreadSummary channel={channel} root={first} />}
      </div>
    </article>
  )
}

function Names({ people, labelOf }: { people: readonly string[]; labelOf: (id: string) => string }) {
  const short = namesOf(people, labelOf)
  const all = namesOf(people, labelOf, Infinity)
  return <b title={all === short ? undefined : all}>{short}</b>
}
