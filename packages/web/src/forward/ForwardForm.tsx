import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { announce } from '#announcer/announce.ts'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm } from '#channels/dialogParts/DialogForm.tsx'
import { DialogList, DialogRow, DialogRowButton } from '#channels/dialogParts/DialogList.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { describeMessage } from '#notifications/describeMessage.ts'
import { request } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { t } from '#words/t.ts'
import { findDestinations, type Destination } from './destinations.ts'
import start from '#channels/start/StartMessage.module.css'
import styles from './Forward.module.css'

type Props = { channel: string; ts: string; close: () => void }

/** [MSG-34] Sends a copy of a message to a channel or a person, with words of one's own. */
export function ForwardForm({ channel, ts, close }: Props) {
  const state = useWorkspace((all) => all)
  const message = contentOf(state, channel).messages[ts]
  const [to, setTo] = useState<Destination>()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(destination: Destination) {
    setSending(true)
    const problem = await forward(destination, { channel, ts }, text)
    setSending(false)
    if (problem !== undefined) return setError(problem)
    announce(t('Forwarded to {name}.', { name: destination.title }))
    close()
  }

  if (!message) return <p className={styles['note']}>{t('This message is not here any more.')}</p>
  const { title, body } = describeMessage({ channel, message })
  const from = state.channels[channel]
  const found = findDestinations(state, name)
  return (
    <DialogForm onSubmit={() => to && void send(to)}>
      {to ? (
        <p className={styles['to']}>
          <span>
            {t('To')} <b dir="auto">{to.title}</b>
          </span>
          <DialogButton look="quiet" at="row" onClick={() => setTo(undefined)}>
            {t('Change')}
          </DialogButton>
        </p>
      ) : (
        <div className={styles['choose']}>
          <div className={start['to']}>
            <input
              className={start['search']}
              data-first
              aria-label={t('Find a channel or person')}
              placeholder={t('Find a channel or person')}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                if (name.trim() !== '') setTo(found[0])
              }}
            />
          </div>
          <DialogList label={t('Send to')} emptyText={found.length === 0 ? t('Nothing by that name.') : undefined}>
            {found.map((destination) => (
              <DialogRow key={destination.key}>
                <DialogRowButton onClick={() => setTo(destination)}>
                  <DestinationIcon {...destination} />
                  <span className={start['name']} dir="auto">
                    {destination.title.replace(/^#/, '')}
                  </span>
                </DialogRowButton>
              </DialogRow>
            ))}
          </DialogList>
        </div>
      )}
      <blockquote className={styles['quoted']}>
        <b dir="auto">{title}</b>
        <p dir="auto">{body}</p>
      </blockquote>
      {from && <PrivateNote from={from} to={to} />}
      {to && (
        <label className={styles['words']}>
          {t('Your words (optional)')}
          <textarea
            rows={3}
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list that had the focus is gone
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      <DialogError text={error} inForm />
      <DialogFooter inForm>
        <DialogButton look="secondary" at="footer" onClick={close}>
          {t('Cancel')}
        </DialogButton>
        <DialogButton look="primary" at="footer" type="submit" disabled={!to || isSending}>
          {t('Forward')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}

/** Says what others will read of a place that they may not be in. */
function PrivateNote({ from, to }: { from: ViewerChannel; to: Destination | undefined }) {
  if (from.kind === 'public' || to?.channel?.id === from.id) return null
  const place = from.kind === 'private' ? t('the private channel #{name}', { name: from.name }) : t('a direct message')
  const readers = to ? (to.user ? to.title : t('Everyone in {name}', { name: to.title })) : t('Who gets it')
  return (
    <p className={styles['note']} role="note">
      {t('This message is from {place}. {readers} will be able to read it, also without being there.', {
        place,
        readers,
      })}
    </p>
  )
}

function DestinationIcon({ channel, user }: { channel?: ViewerChannel; user?: ViewerUser }) {
  if (user) return <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
  return (
    <span className={styles['icon']}>
      <ChannelIcon kind={channel?.kind ?? 'public'} size={16} />
    </span>
  )
}

/** Resolves to what went wrong. */
async function forward(
  { channel, user }: Destination,
  from: { channel: string; ts: string },
  text: string,
): Promise<string | undefined> {
  const opened = user ? await request({ type: 'direct', users: [user.id] }, 'opened') : undefined
  if (opened?.ok === false) return opened.detail
  const to = opened?.answer.channel ?? channel?.id ?? ''
  const result = await request({ type: 'forward', channel: to, from, text: text.trim() }, 'done')
  return result.ok ? undefined : result.detail
}
