import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { t } from '#words/t.ts'
import { GroupCard } from './GroupCard.tsx'
import { showPeople, type OpenPeople } from './openPeople.ts'
import { PeopleList } from './PeopleList.tsx'
import { PersonCard } from './PersonCard.tsx'
import { ProfileForm } from './profile/ProfileForm.tsx'

/** What a page shows of people and groups, above it. */
export function PeopleDialog({ open }: { open: OpenPeople }) {
  const title = useWorkspace((state) => titleOf(open, state))
  const shown = open.kind === 'person' || open.kind === 'group' ? `${open.kind} ${open.id}` : open.kind
  return (
    <TitledDialog title={title} shown={shown} onClose={() => showPeople({ kind: 'none' })}>
      {(close) => (
        <>
          {open.kind === 'list' && <PeopleList />}
          {open.kind === 'person' && <PersonCard id={open.id} close={close} />}
          {open.kind === 'group' && <GroupCard id={open.id} />}
          {open.kind === 'profile' && <ProfileForm close={close} />}
        </>
      )}
    </TitledDialog>
  )
}

function titleOf(open: OpenPeople, { users, usergroups }: Workspace): string {
  if (open.kind === 'person') return users[open.id]?.label ?? t('Somebody unknown')
  if (open.kind === 'group') return usergroups[open.id]?.name ?? t('An unknown group')
  return open.kind === 'profile' ? t('Profile and status') : t('People and groups')
}
