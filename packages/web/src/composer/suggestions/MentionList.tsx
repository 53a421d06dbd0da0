import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { PeopleIcon } from '#ui/icons.tsx'
import { mentionLabel, type Mentionable } from '#composer/mentions.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; people: readonly Mentionable[]; active: number; onSelect: (index: number) => void }

export function MentionList({ people, ...list }: Props) {
  return (
    <SuggestionList {...list} label="People, apps and groups" items={people} keyOf={({ id }) => id}>
      {(user) => (
        <>
          {'handle' in user ? (
            <PeopleIcon size={24} />
          ) : (
            <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
          )}
          <span className={styles['name']} dir="auto">
            {mentionLabel(user)}
          </span>
          <Aside of={user} />
        </>
      )}
    </SuggestionList>
  )
}

function Aside({ of: mentioned }: { of: Mentionable }) {
  if ('handle' in mentioned) return <span>{mentioned.name}</span>
  if (mentioned.app_id) return <AppBadge />
  return mentioned.real_name === mentioned.label ? null : <span>{mentioned.real_name}</span>
}
