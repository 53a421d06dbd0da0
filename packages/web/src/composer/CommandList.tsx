import type { ViewerCommand } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import styles from './SuggestionList.module.css'

type Props = { id: string; commands: readonly ViewerCommand[]; active: number; onSelect: (index: number) => void }

export function CommandList({ id, commands, active, onSelect }: Props) {
  const users = useWorkspace((state) => state.users)
  return (
    <ul className={styles['list']} data-wide="" id={id} role="listbox" aria-label="Commands">
      {commands.map(({ app_id: app, command, usage_hint: hint, description }, i) => {
        const user = Object.values(users).find((one) => one.app_id === app)
        return (
          <li
            key={`${app} ${command}`}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            className={styles['option']}
            // Keeps the focus in the text area.
            onMouseDown={(event) => {
              event.preventDefault()
              onSelect(i)
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
