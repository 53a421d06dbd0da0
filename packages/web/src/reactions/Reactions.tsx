import type { ViewerMessage } from 'rivulet/feedProtocol'
import { ReactIcon } from '#app/icons.tsx'
import { Emoji } from '#blocks/Emoji.tsx'
import { useViewer, type Viewer } from '#blocks/viewer.ts'
import { react } from '#store/client.ts'
import { useReactions } from '#store/reacting.ts'
import { useWorkspace } from '#store/workspace.ts'
import { pickFor } from './picking.ts'
import styles from './Reactions.module.css'

type Props = { channel: string; message: ViewerMessage }

/** The emoji under a message: a click adds the viewer's own, or takes it back. */
export function Reactions({ channel, message }: Props) {
  const viewer = useViewer()
  const reactions = useReactions({ channel, ts: message.ts, reactions: message.reactions }, viewer.you)
  const open = useMayReact(channel)
  if (reactions.length === 0) return null
  return (
    <div className={styles['reactions']} role="group" aria-label="Reactions" data-testid="reactions">
      {reactions.map(({ name, users }) => {
        const mine = users.includes(viewer.you)
        const said = whoReacted(users, name, viewer)
        return (
          <button
            key={name}
            type="button"
            className={styles['reaction']}
            aria-pressed={mine}
            aria-label={`${users.length} ${name.replaceAll('_', ' ')}, ${said}`}
            title={said}
            disabled={!open}
            onClick={() => react(channel, message.ts, name, !mine)}
          >
            <span className={styles['emoji']} aria-hidden="true">
              <Emoji name={name} />
            </span>
            <span className={styles['count']}>{users.length}</span>
          </button>
        )
      })}
      {open && (
        <button
          type="button"
          className={styles['more']}
          aria-label="Add a reaction"
          title="Add a reaction"
          onClick={(event) => pickFor(channel, message.ts, event.currentTarget)}
        >
          <ReactIcon />
        </button>
      )}
    </div>
  )
}

/** Members of a channel that is not archived. */
export function useMayReact(channel: string): boolean {
  return useWorkspace(({ channels }) => channels[channel]?.member === true && !channels[channel].archived)
}

/** "Ben, Eve and you reacted with :tada:". */
function whoReacted(users: readonly string[], name: string, { you, user }: Viewer): string {
  const others = users.filter((id) => id !== you).map((id) => user(id) ?? id)
  const few = others.length > 12 ? [...others.slice(0, 11), `${others.length - 11} others`] : others
  const all = users.includes(you) ? [...few, 'you'] : few
  const [last = '', ...before] = all.toReversed()
  const who = before.length > 0 ? `${before.toReversed().join(', ')} and ${last}` : last === 'you' ? 'You' : last
  return `${who} reacted with :${name}:`
}
