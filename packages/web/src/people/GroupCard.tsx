import { DialogList } from '#channels/dialogParts/DialogList.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { compareNames } from '#names/compareNames.ts'
import { t } from '#words/t.ts'
import { PersonRow } from './PersonRow.tsx'
import { useGroupMembers } from './useGroups.ts'
import styles from './People.module.css'

/** A user group and the people in it. */
export function GroupCard({ id }: { id: string }) {
  const group = useWorkspace((state) => state.usergroups[id])
  const users = useWorkspace((state) => state.users)
  const ids = useGroupMembers(id)
  const members = (ids ?? []).flatMap((user) => users[user] ?? []).toSorted((a, b) => compareNames(a.label, b.label))
  return (
    <>
      <p className={styles['about']}>
        @{group?.handle}
        {group?.description && ` · ${group.description}`}
        {group?.disabled && ` · ${t('not in use')}`}
      </p>
      <DialogList
        label={t('Members')}
        emptyText={ids && members.length === 0 ? t('Nobody is in this group.') : undefined}
      >
        {members.map((user) => (
          <PersonRow key={user.id} user={user} />
        ))}
      </DialogList>
    </>
  )
}
