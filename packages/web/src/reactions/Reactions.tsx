import type { ViewerMessage } from 'rivulet/feedProtocol'
import { ReactIcon } from '#ui/icons.tsx'
import { Emoji } from '#blocks/Emoji.tsx'
import { useViewer, type Viewer } from '#blocks/viewer.ts'
import { sendReaction } from '#store/client/pageClient.ts'
import { useReactions } from '#store/pending/pendingReactions.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { joinWords } from '#words/joinWords.ts'
import { t } from '#words/t.ts'
import { openReactionPicker } from './pickerTarget.ts'
import styles from './Reactions.module.css'

type Props = { channel: string; message: ViewerMessage }

/** The reactions to a message. A click adds or removes the viewer's own. */
export function Reactions({ channel, message }: Props) {
  const viewer = useViewer()
  const reactions = useReactions({ channel, ts: message.ts, reactions: message.reactions }, viewer.userId)
  const canReact = useCanReact(channel)
  if (reactions.length === 0) return null
  return (
    <div className={styles['reactions']} role="group" aria-label={t('Reactions')} data-testid="reactions">
      {reactions.map(({ name, users }) => {
        const mine = users.includes(viewer.userId)
        const title = describeReaction(users, name, viewer)
        return (
          <button
            key={name}
            type="button"
            className={styles['reaction']}
            aria-pressed={mine}
            aria-label={`${users.length} ${name.replaceAll('_', ' ')}, ${title}`}
            data-tip={title}
            disabled={!canReact}
            onClick={() => sendReaction(channel, message.ts, name, !mine)}
          >
            <span className={styles['emoji']} aria-hidden="true">
              <Emoji name={name} />
            </span>
            <span className={styles['count']}>{users.length}</span>
          </button>
        )
      })}
      {canReact && (
        <button
          type="button"
          className={styles['more']}
          aria-label={t('Add a reaction')}
          data-tip=""
          onClick={(event) => openReactionPicker(channel, message.ts, event.currentTarget)}
        >
          <ReactIcon />
        </button>
      )}
    </div>
  )
}

/** Whether the viewer is a member of the channel, and it is not archived. */
export function useCanReact(channel: string): boolean {
  return useWorkspace(({ channels }) => channels[channel]?.member === true && !channels[channel].archived)
}

/** "Ben, Eve and you reacted with :tada:". */
function describeReaction(users: readonly string[], name: string, { userId: you, user }: Viewer): string {
  const others = users.filter((id) => id !== you).map((id) => user(id) ?? id)
  const few = others.length > 12 ? [...others.slice(0, 11), t('{count} others', { count: others.length - 11 })] : others
  const isAlone = others.length === 0
  const who = isAlone ? t('You') : joinWords(users.includes(you) ? [...few, t('you')] : few)
  return t('{who} reacted with :{name}:', { who, name })
}
