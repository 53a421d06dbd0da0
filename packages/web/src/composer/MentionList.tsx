import type { ViewerUser } from 'rivulet/feedProtocol'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; people: readonly ViewerUser[]; active: number; onSelect: (index: number) => void }

export function MentionList({ id, people, active, onSelect }: Props) {
  return (
    <ul className={styles['list']} id={id} role="listbox" aria-label="People and apps">
      {people.map((user, i) => (
        <li
          key={user.id}
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
          <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
          <span className={styles['name']}>{user.label}</span>
          {user.app_id ? <AppBadge /> : user.real_name !== user.label && <span>{user.real_name}</span>}
        </li>
      ))}
    </ul>
  )
}
