import type { ViewerCommand } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/Avatar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import styles from './Composer.module.css'

type Props = { id: string; commands: readonly ViewerCommand[]; active: number; onPick: (index: number) => void }

export function CommandList({ id, commands, active, onPick }: Props) {
  const users = useWorkspace((state) => state.users)
  return (
    <ul className={styles['people']} data-wide="" id={id} role="listbox" aria-label="Commands">
      {commands.map(({ app_id: app, command, usage_hint: hint, description }, i) => {
        const user = Object.values(users).find((one) => one.app_id === app)
        return (
          <li
            key={`${app} ${command}`}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            className={styles['person']}
            // The cursor stays in the text.
            onMouseDown={(event) => {
              event.preventDefault()
              onPick(i)
            }}
          >
            {user && <Avatar id={user.id} label={user.label} app size={24} />}
            <span className={styles['command']}>
              <span className={styles['usage']}>
                <b>{command}</b> {hint}
              </span>
              <small>{[description, user?.label].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
