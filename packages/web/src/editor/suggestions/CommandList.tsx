import type { ViewerCommand } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { PeopleIcon } from '#ui/icons.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; commands: readonly ViewerCommand[]; active: number; onSelect: (index: number) => void }

export function CommandList({ commands, ...list }: Props) {
  const users = useWorkspace((state) => state.users)
  const keyOf = ({ app_id: app, command }: ViewerCommand) => `${app} ${command}`
  return (
    <SuggestionList {...list} label={t('Commands')} items={commands} keyOf={keyOf} isWide>
      {({ app_id: app, command, usage_hint: hint, description }) => {
        const user = Object.values(users).find((one) => one.app_id === app)
        return (
          <>
            {user ? (
              <Avatar id={user.id} label={user.label} app size={24} />
            ) : (
              <span className={styles['own']}>
                <PeopleIcon />
              </span>
            )}
            <span className={styles['command']}>
              <span className={styles['usage']}>
                <b>{command}</b> {hint}
              </span>
              <small>{[description, user?.label].filter(Boolean).join(' · ')}</small>
            </span>
          </>
        )
      }}
    </SuggestionList>
  )
}
