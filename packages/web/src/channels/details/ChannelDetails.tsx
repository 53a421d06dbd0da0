import type { ViewerChannel } from 'rivulet/feedProtocol'
import { ElementText } from '#blocks/ElementText.tsx'
import { useEffect, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { LinkIcon } from '#ui/lateIcons.tsx'
import { changeChannel, type ChannelChange } from '#store/client/changeChannel.ts'
import { leaveChannel } from '#store/client/closeConversation.ts'
import { t } from '#words/t.ts'
import { ChannelMembers } from './ChannelMembers.tsx'
import styles from './ChannelDetails.module.css'

/** The topic and the members of a channel. Its members can change them, leave the channel, or archive it. */
export function ChannelDetails({ channel, close }: { channel: ViewerChannel; close: () => void }) {
  const [error, setError] = useState<string>()
  const canChange = channel.member && !channel.archived

  async function change(what: ChannelChange): Promise<boolean> {
    const result = await changeChannel(what)
    setError(result.ok ? undefined : result.detail)
    return result.ok
  }

  async function leave() {
    const problem = await leaveChannel(channel.id)
    setError(problem)
    if (problem === undefined) close()
  }

  return (
    <>
      <Topic channel={channel} canChange={canChange} change={change} />
      <DialogError text={error} />
      {canChange && (
        <p className={styles['bookmarks']}>
          <DialogButton
            look="secondary"
            at="row"
            onClick={() => openChannelDialog({ kind: 'bookmarks', channel: channel.id })}
          >
            <LinkIcon size={14} />
            {t('Bookmarks')}
          </DialogButton>
        </p>
      )}
      <ChannelMembers channel={channel} canChange={canChange} change={change} />
      {canChange && !channel.general && (
        <LeaveOrArchive
          onArchive={() => void change({ type: 'archive', channel: channel.id })}
          onLeave={() => void leave()}
        />
      )}
    </>
  )
}

type TopicProps = {
  channel: ViewerChannel
  canChange: boolean
  change: (what: ChannelChange) => Promise<boolean>
}

function Topic({ channel, canChange, change }: TopicProps) {
  const [text, setText] = useState(channel.topic)
  if (!canChange)
    return channel.topic ? (
      <div className={styles['topic']}>
        <ElementText text={{ type: 'mrkdwn', text: channel.topic }} />
      </div>
    ) : null
  return (
    <DialogForm onSubmit={() => void change({ type: 'topic', channel: channel.id, topic: text.trim() })}>
      <LabeledField id="channel-topic" label={t('Topic')}>
        <input
          id="channel-topic"
          autoComplete="off"
          placeholder={t('What it is about')}
          maxLength={250}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text.trim() !== channel.topic && (
          <DialogButton look="secondary" at="field" type="submit">
            {t('Save')}
          </DialogButton>
        )}
      </LabeledField>
    </DialogForm>
  )
}

/** Archiving asks for confirmation: it cannot be undone. */
function LeaveOrArchive({ onArchive, onLeave }: { onArchive: () => void; onLeave: () => void }) {
  const [asking, setAsking] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) cancel.current?.focus()
  }, [asking])
  if (!asking) {
    return (
      <DialogFooter>
        <DialogButton look="quiet" at="footer" onClick={() => setAsking(true)}>
          {t('Archive')}
        </DialogButton>
        <DialogButton look="secondary" at="footer" onClick={onLeave}>
          {t('Leave channel')}
        </DialogButton>
      </DialogFooter>
    )
  }
  return (
    <DialogFooter>
      <p className={styles['question']}>{t('Archive it for everybody?')}</p>
      <DialogButton look="secondary" at="footer" ref={cancel} onClick={() => setAsking(false)}>
        {t('Keep it')}
      </DialogButton>
      <DialogButton look="danger" at="footer" onClick={onArchive}>
        {t('Archive')}
      </DialogButton>
    </DialogFooter>
  )
}
