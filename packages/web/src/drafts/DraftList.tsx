import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { DraftEntry } from 'rivulet/feedProtocol'
import { useEffect } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { askToConfirm } from '#controls/confirm/confirm.ts'
import { formatShortTime } from '#messages/message/times.ts'
import { deleteUploads } from '#files/uploads.ts'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { serverNow } from '#schedule/serverTime.ts'
import styles from '#schedule/ScheduledMessages.module.css'
import { putDraft } from '#store/browser/drafts.ts'
import { askForChannel } from '#store/client/pageClient.ts'
import { draftKey, useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { openDraft } from './draftPlaces.ts'

/** [DRF-1] What the person has typed and not sent, wherever that was. */
export function DraftList({ close }: { close: () => void }) {
  const drafts = useWorkspace((state) => state.drafts)
  const newestFirst = Object.values(drafts).toSorted((a, b) => b.at - a.at)

  function open(draft: DraftEntry) {
    close()
    openDraft(draft)
  }
  async function discard({ channel, thread_ts: thread, at: seen }: DraftEntry) {
    if (!(await askToConfirm(question))) return
    const at = Math.max(serverNow().getTime(), seen + 1)
    const key = draftKey(channel, thread)
    putDraft(key, { text: '', picked: [] }, { at, seen, sent: [] })
    deleteUploads(key)
  }

  return (
    <>
      {newestFirst.length === 0 && (
        <p className={styles['empty']}>
          {t('There are no drafts. What you type and do not send is kept here, for all devices.')}
        </p>
      )}
      <ul className={styles['list']} aria-label={t('Drafts')}>
        {newestFirst.map((draft) => (
          <li key={draftKey(draft.channel, draft.thread_ts)} className={styles['row']}>
            <Draft draft={draft} />
            <div className={styles['foot']}>
              <DialogButton look="secondary" at="row" onClick={() => open(draft)}>
                {t('Continue writing')}
              </DialogButton>
              <DialogButton look="quiet" at="row" onClick={() => void discard(draft)}>
                {t('Delete')}
              </DialogButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

const question = {
  title: { type: 'plain_text', text: t('Delete this draft?') },
  text: { type: 'plain_text', text: t('What you have typed there is gone then, on all your devices.') },
  confirm: { type: 'plain_text', text: t('Delete') },
  style: 'danger',
} as const

function Draft({ draft: { channel: id, thread_ts, excerpt, at } }: { draft: DraftEntry }) {
  const channel = useWorkspace((state) => state.channels[id])
  useEffect(() => askForChannel(id), [id])
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const words = useWorkspace((state) => plainTextFromBlocks(blocksFromMarkdown(excerpt), toMentionNames(state)))
  const title = channel ? channelTitle(channel, { users, you }) : t('A conversation that you cannot see')
  return (
    <>
      <p className={styles['head']}>
        <b>{channel && isNamedChannel(channel) ? `#${title}` : title}</b>
        {thread_ts && <span>{t('in a thread')}</span>}
        <time dateTime={new Date(at).toISOString()}>{formatShortTime(String(at / 1000))}</time>
      </p>
      <p className={styles['text']} dir="auto">
        {words}
      </p>
    </>
  )
}
