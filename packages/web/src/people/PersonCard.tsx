import { formatAt } from '#words/times.ts'
import { useCopy } from '#announcer/useCopy.ts'
import { useEffect, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { findMentionField, mentionInField } from '#composer/mentions/mentionEvent.ts'
import { mayOpenBeside, openBeside } from '#conversations/beside/openBeside.ts'
import { openDirectMessage } from '#store/client/openDirectMessage.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { showPeople } from './openPeople.ts'
import { PresenceText, WithPresence } from './PresenceDot.tsx'
import { formatEnd } from './profile/statusEnd.ts'
import { StatusEmoji } from './StatusEmoji.tsx'
import { useGroupsOf } from './useGroups.ts'
import styles from './People.module.css'

/** What a person says about themselves, and a way to write to them. */
export function PersonCard({ id, close }: { id: string; close: () => void }) {
  const user = useWorkspace((state) => state.users[id])
  const you = useWorkspace((state) => state.you)
  const groups = useWorkspace((state) => state.usergroups)
  const groupIds = useGroupsOf(id)
  const [error, setError] = useState<string>()
  const [field] = useState(findMentionField)
  if (!user) return <p className={styles['empty']}>{t('Nobody here has this id.')}</p>
  const isApp = user.app_id !== undefined
  const memberOf = groupIds.flatMap((group) => groups[group] ?? [])

  function setErrorOrClose(problem: string | undefined) {
    if (problem === undefined) close()
    else setError(problem)
  }

  function mention(into: HTMLElement) {
    close()
    // The dialog gives the focus back to what opened it first.
    requestAnimationFrame(() => mentionInField(into, id))
  }

  return (
    <>
      <div className={styles['card']}>
        <WithPresence id={id}>
          <Avatar id={id} label={user.label} app={isApp} size={72} />
        </WithPresence>
        <div className={styles['who']}>
          <p className={styles['names']}>
            {user.real_name}
            {isApp && <AppBadge />}
            {user.pronouns && <span className={styles['aside']}>{user.pronouns}</span>}
          </p>
          {(user.title ?? user.description) && <p className={styles['line']}>{user.title ?? user.description}</p>}
          {!user.deleted && (
            <p className={styles['aside']}>
              <PresenceText id={id} />
            </p>
          )}
          {user.deleted && <p className={styles['aside']}>{t('No longer in this team')}</p>}
          {user.status && (
            <p className={styles['status']}>
              <StatusEmoji id={id} />
              {user.status.text}
              {user.status.ends_at !== null && (
                <span className={styles['aside']}>{t('until {time}', { time: formatEnd(user.status.ends_at) })}</span>
              )}
            </p>
          )}
        </div>
      </div>
      <dl className={styles['facts']}>
        {!isApp && (
          <>
            <dt>{t('Local time')}</dt>
            <dd>
              <LocalTime zone={user.tz} />
            </dd>
          </>
        )}
        {user.email && (
          <>
            <dt>{t('E-mail')}</dt>
            <dd>
              <a href={`mailto:${user.email}`}>{user.email}</a>
            </dd>
          </>
        )}
        {user.phone && (
          <>
            <dt>{t('Phone')}</dt>
            <dd>{user.phone}</dd>
          </>
        )}
        <dt>{t('Id')}</dt>
        <dd>
          <CopyId id={id} />
        </dd>
        {memberOf.length > 0 && (
          <>
            <dt>{t('Groups')}</dt>
            <dd className={styles['groups']}>
              {memberOf.map((group) => (
                <button
                  key={group.id}
                  type="button"
                  className={styles['link']}
                  onClick={() => showPeople({ kind: 'group', id: group.id })}
                >
                  @{group.handle}
                </button>
              ))}
            </dd>
          </>
        )}
      </dl>
      <DialogError text={error} />
      <DialogFooter>
        {id === you && (
          <DialogButton look="secondary" at="footer" onClick={() => showPeople({ kind: 'profile' })}>
            {t('Edit profile')}
          </DialogButton>
        )}
        {field && !user.deleted && id !== you && (
          <DialogButton look="secondary" at="footer" onClick={() => mention(field)}>
            {t('Mention')}
          </DialogButton>
        )}
        {isApp && mayOpenBeside(user) && (
          <DialogButton look="secondary" at="footer" onClick={() => void openBeside(id).then(setErrorOrClose)}>
            {t('Open beside')}
          </DialogButton>
        )}
        {!user.deleted && user.messages !== 'off' && (
          <DialogButton
            look="primary"
            at="footer"
            data-first
            onClick={() => void openDirectMessage([id]).then(setErrorOrClose)}
          >
            {id === you ? t('Notes to yourself') : t('Message')}
          </DialogButton>
        )}
      </DialogFooter>
    </>
  )
}

/** The id of a user, as apps name them. */
function CopyId({ id }: { id: string }) {
  const { label, copy } = useCopy()
  return (
    <>
      <code>{id}</code>{' '}
      {navigator.clipboard && (
        <button type="button" className={styles['link']} aria-label={label ?? t('Copy id')} onClick={() => copy(id)}>
          {label ?? t('Copy')}
        </button>
      )}
    </>
  )
}

function LocalTime({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const time = formatAt(now, 'time', zone)
  const there = formatAt(now, 'weekday', zone)
  const here = formatAt(now, 'weekday')
  return (
    <>
      {time}
      {there !== here && `, ${there}`} <span className={styles['aside']}>{zone.replaceAll('_', ' ')}</span>
    </>
  )
}
