import type { ViewerMessage } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { ariaKeys, type ShortcutId } from '#keys/shortcuts.ts'
import { CopyIcon, ReactIcon, ThreadIcon } from '#ui/icons.tsx'
import { useCopy } from '#announcer/useCopy.ts'
import { LinkIcon } from '#ui/lateIcons.tsx'
import { toPath } from '#routing/route.ts'
import { openReactionPicker } from '#reactions/pickerTarget.ts'
import { useCanReact } from '#reactions/Reactions.tsx'
import { openThread } from '#threads/openThread.ts'
import { LaterIcon } from '#later/LaterIcon.tsx'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { toggleSaved } from '#later/saveMessage.ts'
import { t } from '#words/t.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { rootTsOf } from '#messages/message/messageTs.ts'
import styles from '#messages/message/Message.module.css'

type Props = {
  channel: string
  message: ViewerMessage
  canOpenThread: boolean
  onEdit?: (() => void) | undefined
}

/** The buttons of a message: visible on hover and on focus. */
export function MessageButtons({ channel, message, canOpenThread, onEdit }: Props) {
  const canReact = useCanReact(channel)
  const thread = message.thread_ts ? { thread: message.thread_ts } : {}
  return (
    <div className={styles['actions']} role="group" aria-label={t('Message actions')}>
      {canReact && (
        <Action
          shortcut="react"
          label={t('Add a reaction')}
          icon={<ReactIcon />}
          onClick={(button) => openReactionPicker(channel, message.ts, button)}
        />
      )}
      {canOpenThread && (
        <Action
          shortcut="thread"
          label={t('Reply in thread')}
          icon={<ThreadIcon />}
          opensThread={rootTsOf(message)}
          onClick={() => openThread(channel, rootTsOf(message))}
        />
      )}
      <SaveAction channel={channel} message={message} />
      <CopyAction
        shortcut="copyText"
        label={t('Copy text')}
        icon={<CopyIcon />}
        text={() => message.text}
        onEnd={(problem) => messageErrors.set(channel, message.ts, problem)}
      />
      <CopyAction
        shortcut="copyLink"
        label={t('Copy link')}
        icon={<LinkIcon />}
        text={() => location.origin + toPath({ channel, ...thread, message: message.ts })}
        onEnd={(problem) => messageErrors.set(channel, message.ts, problem)}
      />
      <MessageMenu channel={channel} message={message} onEdit={onEdit} />
    </div>
  )
}

function SaveAction({ channel, message: { ts, notice, ephemeral } }: Pick<Props, 'channel' | 'message'>) {
  const isSaved = useWorkspace((state) => state.saved[threadKey(channel, ts)] !== undefined)
  if (notice || ephemeral) return null
  return (
    <Action
      shortcut="save"
      label={isSaved ? t('Remove from Later') : t('Save for later')}
      icon={<LaterIcon filled={isSaved} />}
      onClick={() => toggleSaved(channel, ts)}
    />
  )
}

type ActionProps = {
  shortcut: ShortcutId
  label: string
  icon: ReactNode
  /** The root of the thread that it opens. */
  opensThread?: string
  onClick: (button: HTMLButtonElement) => void
}

function Action({ shortcut, label, icon, opensThread, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={styles['action']}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(shortcut)}
      data-tip=""
      data-shortcut={shortcut}
      data-opens-thread={opensThread}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {icon}
    </button>
  )
}

type CopyProps = Pick<ActionProps, 'shortcut' | 'label' | 'icon'> & {
  text: () => string
  onEnd: (problem: string | undefined) => void
}

function CopyAction({ shortcut, label, icon, text, onEnd }: CopyProps) {
  const { icon: Outcome, label: told = label, copy } = useCopy(onEnd)
  if (!navigator.clipboard) return null
  return <Action shortcut={shortcut} label={told} icon={Outcome ? <Outcome /> : icon} onClick={() => copy(text())} />
}
