import type { ViewerUser } from 'rivulet/feedProtocol'
import { useState, type KeyboardEvent } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogList, DialogRow, DialogRowButton } from '#channels/dialogParts/DialogList.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { openDirectMessage } from '#store/client/openDirectMessage.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { compareNames } from '#names/compareNames.ts'
import { t } from '#words/t.ts'
import styles from './StartMessage.module.css'

/** As many others as a group direct message may have. */
const maxChosen = 8

/** Chooses one person, or several for a group, and opens the direct message with them. */
export function StartMessage({ close }: { close: () => void }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const found = findPeople(Object.values(users), you, chosen, text)
  const isFull = chosen.length === maxChosen

  function choose(id: string) {
    setChosen([...chosen, id])
    setText('')
    setError(undefined)
  }

  async function open() {
    const problem = await openDirectMessage(chosen)
    if (problem === undefined) close()
    else setError(problem)
  }

  function onKeyDown(event: KeyboardEvent) {
    const [first] = found
    if (event.key === 'Backspace' && text === '') setChosen(chosen.slice(0, -1))
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (text.trim() !== '' && first && !isFull) choose(first.id)
    else if (chosen.length > 0) void open()
  }

  return (
    <>
      <div className={styles['to']}>
        {chosen.map((id) => (
          <button
            key={id}
            type="button"
            className={styles['chosen']}
            aria-label={t('Remove {name}', { name: labelOf(users, id) })}
            onClick={() => setChosen(chosen.filter((other) => other !== id))}
          >
            {labelOf(users, id)}
            <CloseIcon size={12} />
          </button>
        ))}
        <input
          className={styles['search']}
          data-first
          aria-label={t('Find people or apps')}
          placeholder={chosen.length > 0 ? '' : t('Find people or apps')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <DialogError text={error} />
      <DialogList label={t('People and apps')} emptyText={found.length === 0 ? t('Nobody by that name.') : undefined}>
        {found.map((user) => (
          <DialogRow key={user.id}>
            <DialogRowButton disabled={isFull} onClick={() => choose(user.id)}>
              <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
              <span className={styles['name']}>{user.label}</span>
              {user.app_id && <AppBadge />}
            </DialogRowButton>
          </DialogRow>
        ))}
      </DialogList>
      <DialogFooter>
        <p className={styles['hint']} role="status">
          {hintFor(chosen.length)}
        </p>
        <DialogButton look="primary" at="footer" disabled={chosen.length === 0} onClick={() => void open()}>
          {t('Open')}
        </DialogButton>
      </DialogFooter>
    </>
  )
}

function findPeople(users: readonly ViewerUser[], you: string, chosen: readonly string[], text: string): ViewerUser[] {
  const query = text.trim().replace(/^@/, '').toLocaleLowerCase()
  return users
    .filter(({ id, deleted }) => !deleted && id !== you && !chosen.includes(id))
    .filter((user) => `${user.label}\n${user.real_name}\n${user.name}`.toLocaleLowerCase().includes(query))
    .toSorted((a, b) => compareNames(a.label, b.label))
    .slice(0, 50)
}

function labelOf(users: Readonly<Record<string, ViewerUser>>, id: string): string {
  return users[id]?.label ?? id
}

function hintFor(count: number): string {
  if (count === 0) return t('One person, or up to {maxChosen} for a group.', { maxChosen })
  if (count === maxChosen) return t('That is all: at most {maxChosen}.', { maxChosen })
  return count === 1 ? t('Add more for a group.') : t('A group of {count}, with you.', { count: count + 1 })
}
