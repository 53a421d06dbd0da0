import { useState } from 'react'
import { DialogList, DialogRow } from '#channels/dialogParts/DialogList.tsx'
import { DialogSearch } from '#channels/dialogParts/DialogSearch.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { PeopleIcon } from '#ui/icons.tsx'
import { compareNames } from '#names/compareNames.ts'
import { plural, t } from '#words/t.ts'
import { showPeople } from './openPeople.ts'
import { PersonRow } from './PersonRow.tsx'
import styles from './People.module.css'

/** More rows are found by typing. */
const maxRows = 200

/** The groups, people and apps of the team. */
export function PeopleList() {
  const users = useWorkspace((state) => state.users)
  const usergroups = useWorkspace((state) => state.usergroups)
  const [text, setText] = useState('')
  const query = text.trim().replace(/^@/, '').toLocaleLowerCase()
  const matches = (...names: (string | undefined)[]) => names.join('\n').toLocaleLowerCase().includes(query)
  const groups = Object.values(usergroups)
    .filter((group) => !group.disabled && matches(group.name, group.handle, group.description))
    .toSorted((a, b) => compareNames(a.name, b.name))
  const people = Object.values(users)
    .filter((user) => !user.deleted && matches(user.label, user.real_name, user.name, user.title))
    .toSorted(
      (a, b) => Number(a.app_id !== undefined) - Number(b.app_id !== undefined) || compareNames(a.label, b.label),
    )
  const isEmpty = groups.length + people.length === 0
  return (
    <>
      <DialogSearch label={t('Find a person or group')} text={text} onText={setText} focusFirst />
      {groups.length > 0 && (
        <DialogList label={t('Groups')} emptyText={undefined}>
          {groups.map((group) => (
            <DialogRow key={group.id}>
              <button
                type="button"
                className={styles['open']}
                onClick={() => showPeople({ kind: 'group', id: group.id })}
              >
                <span className={styles['groupIcon']} aria-hidden="true">
                  <PeopleIcon />
                </span>
                <span className={styles['words']}>
                  <b>{group.name}</b>
                  <small>
                    @{group.handle} · {plural(group.members, '{count} member', '{count} members')}
                  </small>
                </span>
              </button>
            </DialogRow>
          ))}
        </DialogList>
      )}
      <DialogList label={t('People and apps')} emptyText={isEmpty ? t('Nobody by that name.') : undefined}>
        {people.slice(0, maxRows).map((user) => (
          <PersonRow key={user.id} user={user} />
        ))}
      </DialogList>
    </>
  )
}
