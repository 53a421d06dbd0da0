import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { PeopleIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { mentionId, mentionLabel, type Mentionable } from './findSuggestions.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; people: readonly Mentionable[]; active: number; onSelect: (index: number) => void }

export function MentionList({ people, ...list }: Props) {
  return (
    <SuggestionList {...list} label={t('People, apps and groups')} items={people} keyOf={mentionId}>
      {(user) => (
        <>
          {'handle' in user || 'range' in user ? (
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

/** What tells people of one name apart. */
function Aside({ of: mentioned }: { of: Mentionable }) {
  if ('range' in mentioned) return <span>{mentioned.meaning}</span>
  if ('handle' in mentioned) return <span>{mentioned.name}</span>
  const { app_id: app, label, name, real_name: realName } = mentioned
  return (
    <>
      {app && <AppBadge />}
      <span>
        {realName !== label && `${realName} `}@{name}
      </span>
    </>
  )
}
