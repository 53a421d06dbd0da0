import type { ViewerUser } from 'rivulet/feedProtocol'
import { DialogRow } from '#channels/dialogParts/DialogList.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { showPerson } from './openPeople.ts'
import { WithPresence } from './PresenceDot.tsx'
import { StatusEmoji } from './StatusEmoji.tsx'
import styles from './People.module.css'

/** A person in a list, who opens their card. */
export function PersonRow({ user }: { user: ViewerUser }) {
  const about = user.title ?? user.description ?? (user.real_name === user.label ? undefined : user.real_name)
  return (
    <DialogRow>
      <button type="button" className={styles['open']} onClick={() => showPerson(user.id)}>
        <WithPresence id={user.id}>
          <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={36} />
        </WithPresence>
        <span className={styles['words']}>
          <span className={styles['name']}>
            <b>{user.label}</b>
            <StatusEmoji id={user.id} />
            {user.app_id && <AppBadge />}
          </span>
          {about && <small>{about}</small>}
        </span>
      </button>
    </DialogRow>
  )
}
