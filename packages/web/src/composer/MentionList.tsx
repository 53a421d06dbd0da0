import type { ViewerUser } from 'rivulet/feedProtocol'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import styles from './Composer.module.css'

type Props = { id: string; people: readonly ViewerUser[]; active: number; onPick: (index: number) => void }

export function MentionList({ id, people, active, onPick }: Props) {
  return (
    <ul className={styles['people']} id={id} role="listbox" aria-label="People and apps">
      {people.map((user, i) => (
        <li
          key={user.id}
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
          <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
          <span className={styles['name']}>{user.label}</span>
          {user.app_id ? <AppBadge /> : user.real_name !== user.label && <span>{user.real_name}</span>}
        </li>
      ))}
    </ul>
  )
}
