import type { ViewerMessage } from 'rivulet/feedProtocol'
import { Fragment } from 'react'
import { HashIcon, PeopleIcon } from '#ui/icons.tsx'
import { MessageActions } from '#messages/actions/MessageActions.tsx'
import { formatFullTime, formatTime } from '#messages/message/times.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { Reactions } from '#reactions/Reactions.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import { fillParts } from '#words/t.ts'
import { formatSentence, joinNames, mergeActions, templateOf } from './systemMessageText.ts'
import styles from './SystemMessages.module.css'

type Props = {
  channel: string
  messages: readonly ViewerMessage[]
  showSummary: boolean
  canOpenThread: boolean
  isTabStop: boolean
  /** The ts of the message that the address names. */
  target?: string | undefined
}

/** System messages that follow one another: a quiet line of what happened in the channel. */
export function SystemMessages({ channel, messages, showSummary, canOpenThread, isTabStop, target }: Props) {
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const usergroups = useWorkspace((state) => state.usergroups)
  const labelOf = (id: string) => users[id]?.label ?? id
  const [first] = messages
  const last = messages.at(-1)
  if (!first || !last) return null
  const actions = mergeActions(messages, (text) => plainMrkdwn(text, { users, channels, usergroups }))
  const shown = messages.find(({ ts }) => ts === target) ?? first
  const onlyMembers = messages.every(({ notice }) => /_(join|leave)$/.test(notice?.subtype ?? ''))
  return (
    <article
      className={styles['systemMessages']}
      data-ts={shown.ts}
      data-testid="notices"
      data-target={shown.ts === target || undefined}
      aria-label={`${formatSentence(actions, labelOf)}, ${formatTime(last.ts)}`}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles['sign']}>{onlyMembers ? <PeopleIcon size={14} /> : <HashIcon size={14} />}</span>
      <div className={styles['body']}>
        <p className={styles['line']}>
          {actions.map((action, i) => {
            const { actors, detail, targets } = action
            const template = templateOf(action)
            // People who did several things in a row are named once.
            const isSame = actors.join() === actions[i - 1]?.actors.join()
            return (
              <Fragment key={i}>
                {i > 0 && ' · '}
                {fillParts(isSame ? template.replace('{actors} ', '') : template, {
                  actors: <Names people={actors} labelOf={labelOf} />,
                  detail: <b>{detail}</b>,
                  targets: targets && <Names people={targets} labelOf={labelOf} />,
                })}
              </Fragment>
            )
          })}
          <time className={styles['time']} title={formatFullTime(last.ts)}>
            {formatTime(last.ts)}
          </time>
        </p>
        <Reactions channel={channel} message={first} />
        {showSummary && <ThreadSummary channel={channel} root={first} />}
      </div>
      <MessageActions channel={channel} message={shown} canOpenThread={canOpenThread} />
    </article>
  )
}

function Names({ people, labelOf }: { people: readonly string[]; labelOf: (id: string) => string }) {
  const short = joinNames(people, labelOf)
  const all = joinNames(people, labelOf, Infinity)
  return <b title={all === short ? undefined : all}>{short}</b>
}
