import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useState, type ReactNode } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogList, DialogRow, DialogRowContent } from '#channels/dialogParts/DialogList.tsx'
import { DialogSearch } from '#channels/dialogParts/DialogSearch.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import type { ChannelChange } from '#store/client/changeChannel.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { compareNames } from '#names/compareNames.ts'
import { t } from '#words/t.ts'
import styles from './ChannelMembers.module.css'

type Props = { channel: ViewerChannel; canChange: boolean; change: (what: ChannelChange) => Promise<boolean> }

/** The members of a channel. Typing a name also finds people who can be added. */
export function ChannelMembers({ channel, canChange, change }: Props) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const [text, setText] = useState('')
  const query = text.trim().replace(/^@/, '').toLocaleLowerCase()
  const found = Object.values(users)
    .filter((user) => `${user.label}\n${user.real_name}\n${user.name}`.toLocaleLowerCase().includes(query))
    .toSorted((a, b) => compareNames(a.label, b.label))
  const members = found.filter(({ id }) => channel.members.includes(id))
  const others = found.filter(({ id, deleted }) => !deleted && !channel.members.includes(id))
  const isEmpty = members.length === 0 && others.length === 0

  return (
    <section aria-labelledby="channel-members">
      <h3 className={styles['heading']} id="channel-members">
        {t('Members')} <span className={styles['count']}>{channel.members.length}</span>
      </h3>
      {canChange && <DialogSearch label={t('Find or add somebody')} text={text} onText={setText} />}
      <DialogList label={t('Members')} emptyText={isEmpty ? t('Nobody by that name.') : undefined}>
        {members.map((user) => (
          <Person key={user.id} user={user} you={you}>
            {canChange && !channel.general && user.id !== you && (
              <DialogButton
                look="quiet"
                at="row"
                aria-label={t('Remove {name}', { name: user.label })}
                onClick={() => void change({ type: 'kick', channel: channel.id, user: user.id })}
              >
                {t('Remove')}
              </DialogButton>
            )}
          </Person>
        ))}
        {canChange &&
          query !== '' &&
          others.map((user) => (
            <Person key={user.id} user={user} you={you}>
              <DialogButton
                look="secondary"
                at="row"
                aria-label={t('Add {name}', { name: user.label })}
                onClick={() => void change({ type: 'invite', channel: channel.id, users: [user.id] })}
              >
                {t('Add')}
              </DialogButton>
            </Person>
          ))}
      </DialogList>
    </section>
  )
}

function Person({ user, you, children }: { user: ViewerUser; you: string; children: ReactNode }) {
  return (
    <DialogRow>
      <DialogRowContent>
        <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
        <span className={styles['name']} dir="auto">
          {user.label}
        </span>
        {user.app_id && <AppBadge />}
        {user.id === you && <small className={styles['you']}>{t('you')}</small>}
      </DialogRowContent>
      {children}
    </DialogRow>
  )
}
