import { isBlankText } from '@rivulet/blocks/blank'
import { ariaKeys } from '#keys/shortcuts.ts'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { SendIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { sendDraft } from '#files/sendDraft.ts'
import { editLastOwnMessage } from '#messages/editing/useEditing.ts'
import type { Draft } from '#store/browser/drafts.ts'
import { draftKey, useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { letWait } from '#files/waitingMessages.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { FormatsButton, useShowsFormats } from './FormatsButton.tsx'
import { MessageField } from './field/MessageField.tsx'
import { ShortcutMenu } from './ShortcutMenu.tsx'
import type { OpenStream } from '#stop/StopStreams.tsx'
import { useComposerCommands } from './useComposerCommands.ts'
import { useComposerFiles } from './useComposerFiles.ts'
import { useComposerText } from './useComposerText.ts'
import styles from './Composer.module.css'

const StopStreams = lazyComponent(async () => (await import('#soon.ts')).StopStreams)
const UploadList = lazyComponent(async () => (await import('#late.ts')).UploadList)
const LeftWordsNote = lazyComponent(async () => (await import('#soon.ts')).LeftWordsNote)
const TooLong = lazyComponent(async () => (await import('#late.ts')).TooLong)

const ScheduleMenu = lazyComponent(
  async () => (await import('#soon.ts')).ScheduleMenu,
  () => <span className={styles['later']} />,
)
const ScheduledNote = lazyComponent(async () => (await import('#late.ts')).ScheduledNote)

type Props = {
  channel: string
  threadTs?: string | undefined
  /** The thread that the message goes to, if the composer is that of the channel. */
  replyTo?: string | undefined
  label: string
  placeholder?: string | undefined
  /** Says where the message goes, for screen readers. */
  description?: string | undefined
  /** Shown above the text. */
  head?: ReactNode
  onSent?: () => void
  /** The channel to which a reply can also be sent, as it is shown: `#general`. */
  alsoTo?: string | undefined
  /** The streams that the Stop button ends. */
  streams: readonly OpenStream[]
}

/** Where a person writes a message or a reply: with mentions, commands, shortcuts and files. */
export function Composer(props: Props) {
  const {
    channel,
    threadTs,
    replyTo = threadTs,
    label,
    placeholder = label,
    alsoTo,
    streams,
    description,
    head,
    onSent,
  } = props
  const draft = draftKey(channel, threadTs)
  const typed = useComposerText(draft)
  const { text, excess } = typed
  const [ticked, setTicked] = useState(false)
  const area = useRef<HTMLElement>(null)
  const [problem, setProblem] = useState<string>()
  const hasScheduled = useWorkspace((state) => state.scheduled.length > 0)
  const [showsFormats, setShowsFormats] = useShowsFormats()
  const apps = useComposerCommands(channel, threadTs, restore)
  const files = useComposerFiles(draft, area)
  const broadcast = files.waiting?.broadcast ?? ticked
  const blank = isBlankText(text)
  const empty = blank && files.uploads.length === 0

  const cannotSend = empty || excess !== undefined

  function edit(next: Draft) {
    typed.setDraft(next)
    apps.clearError()
    setTicked(broadcast)
    files.reset()
    setProblem(undefined)
  }

  function send() {
    const { text } = typed.current()
    const now = text.trimEnd()
    if ((isBlankText(now) && files.uploads.length === 0) || excess !== undefined) return
    const written = typed.written()
    const command = apps.runCommand(now, () => written.text)
    if (command === 'invalid') return
    if (command) return clear()
    const message = { ...written, typed: text, channel, threadTs: replyTo, broadcast, onSent }
    if (!files.waitForUploads(message)) sendDraft(draft, message)
    setTicked(false)
  }

  function clear() {
    setTicked(false)
    typed.replace('')
  }

  function changeBroadcast(next: boolean) {
    if (files.waiting) letWait(draft, { ...files.waiting, broadcast: next })
    else setTicked(next)
  }

  function makeFile() {
    files.add([new File([text], 'message.txt', { type: 'text/plain' })])
    clear()
  }

  /** Puts the text of a failed command back, unless the person has written something else by now. */
  function restore(command: string): boolean {
    if (typed.current().text !== '') return false
    typed.replace(command)
    return true
  }

  return (
    <>
      <p className={styles['error']} role="status" data-testid="composer-error">
        {apps.error ?? files.error ?? problem}
      </p>
      {hasScheduled && <ScheduledNote channel={channel} threadTs={threadTs} />}
      <div className={styles['composer']} data-over={files.draggedOver || undefined} onMouseDown={keepFocus}>
        {head}
        <LeftWordsNote draftKey={draft} field={area} />
        {excess !== undefined && <TooLong excess={excess} onMakeFile={makeFile} />}
        {files.uploads.length > 0 && (
          <UploadList
            label={t('Files of this message')}
            draft={draft}
            uploads={files.uploads}
            describable
            onRemoved={() => area.current?.focus()}
          />
        )}
        <MessageField
          area={area}
          draft={typed.draft}
          label={label}
          placeholder={placeholder}
          description={description}
          commands={apps.commands}
          hasToolbar={showsFormats}
          onChange={edit}
          onCommand={apps.setCompleted}
          onEnter={send}
          onUp={editLastOwnMessage}
          onFiles={files.add}
          before={
            <>
              <AddFilesButton onAdd={files.add} />
              {threadTs === undefined && <ShortcutMenu onRun={apps.runShortcut} />}
            </>
          }
          after={
            <div className={styles['buttons']}>
              {streams.length > 0 && <StopStreams channel={channel} streams={streams} />}
              <FormatsButton shown={showsFormats} onChange={setShowsFormats} />
              <ScheduleMenu
                unavailable={
                  blank ? t('Nothing to schedule yet') : files.uploads.length > 0 ? noFiles : excess && t('Too long')
                }
                content={() => ({ channel, ...typed.written(), threadTs, broadcast })}
                // What was written while the server was asked stays.
                onScheduled={({ text }) => text === typed.written().text && clear()}
                onProblem={setProblem}
              />
              <button
                type="button"
                className={styles['send']}
                aria-label={t('Send')}
                aria-keyshortcuts={ariaKeys('send')}
                data-tip=""
                disabled={cannotSend}
                onClick={send}
              >
                <SendIcon />
              </button>
            </div>
          }
        />
        {alsoTo && (
          <label className={styles['broadcast']}>
            <input type="checkbox" checked={broadcast} onChange={(event) => changeBroadcast(event.target.checked)} />
            <span>{t('Also send to {name}', { name: alsoTo })}</span>
          </label>
        )}
        <p className={styles['status']} role="status">
          {apps.waitingFor
            ? t('Waiting for {waitingFor}…', { waitingFor: apps.waitingFor })
            : files.waiting && !files.failed && t('Will be sent as soon as the files are uploaded.')}
        </p>
      </div>
    </>
  )
}

const noFiles = t('Messages with files cannot be scheduled')

/** A press on a button leaves the focus where it is. On a phone the toolbar comes with the focus, and would move the button away. */
function keepFocus(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
