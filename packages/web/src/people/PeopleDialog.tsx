import { useEffect, useRef } from 'react'
import styles from '#channels/dialogs/ChannelDialog.module.css'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { CloseButton } from '#ui/IconButton.tsx'
import { GroupCard } from './GroupCard.tsx'
import { showPeople, type OpenPeople } from './openPeople.ts'
import { PeopleList } from './PeopleList.tsx'
import { PersonCard } from './PersonCard.tsx'
import { ProfileForm } from './profile/ProfileForm.tsx'

/** The dialog element. The browser keeps the focus inside, and returns it when the dialog closes. */
export function PeopleDialog({ open }: { open: OpenPeople }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useWorkspace((state) => titleOf(open, state))
  const shown = open.kind === 'person' || open.kind === 'group' ? `${open.kind} ${open.id}` : open.kind
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [shown])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="people-title"
      onClose={() => showPeople({ kind: 'none' })}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id="people-title">
          {title}
        </h2>
        <CloseButton onClick={close} />
      </div>
      {open.kind === 'list' && <PeopleList />}
      {open.kind === 'person' && <PersonCard id={open.id} close={close} />}
      {open.kind === 'group' && <GroupCard id={open.id} />}
      {open.kind === 'profile' && <ProfileForm close={close} />}
    </dialog>
  )
}

function titleOf(open: OpenPeople, { users, usergroups }: Workspace): string {
  if (open.kind === 'person') return users[open.id]?.label ?? 'Somebody unknown'
  if (open.kind === 'group') return usergroups[open.id]?.name ?? 'An unknown group'
  return open.kind === 'profile' ? 'Profile and status' : 'People and groups'
}
